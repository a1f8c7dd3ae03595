/* support/parts.h - reads a container to its end and checks what holds for every container
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   PARTS_OF(elf, bl_elf_close)    parts_of_elf(), which fills a struct parts; include the format's
 *                                  header; (void) for a format without close
 *   PARTS_FUZZ(elf, bl_elf_close)  a fuzz target: all that, and again from another address
 *
 * What does not hold ends the process, also in builds where assert() is off.
 */
#ifndef BL_SUPPORT_PARTS_H
#define BL_SUPPORT_PARTS_H

#include "format/part.h"

#include <stdlib.h>
#include <string.h>

#define PARTS_REQUIRE(condition) \
    do {                         \
        if (!(condition))        \
            abort();             \
    } while (0)

struct parts {
    bool probe;
    int open; /* status */
    struct bl_error open_err;
    unsigned n; /* parts and errors, in order */
    struct {
        int status; /* 1, or negative */
        struct bl_part part;
        struct bl_error err;
        uint8_t name[300]; /* where it is not in the input, and may be the iterator's */
    } items[16];
};

/* The position is in the input, or right after it. */
static inline void parts_require_error(struct bl_view bytes, int status, const struct bl_error *err)
{
    PARTS_REQUIRE(status < 0 && err->status == status && err->what && err->what[0]);
    PARTS_REQUIRE(err->has_pos && err->bit_pos <= (uint64_t)bytes.size * 8);
}

/* What is handed out lies in the input, and where it says. */
static inline void parts_require_part(struct bl_view bytes, const struct bl_part *part)
{
    PARTS_REQUIRE(part->name.data && part->bytes.data);
    PARTS_REQUIRE(part->bytes.data >= bytes.data && part->bytes.size <= bytes.size);
    PARTS_REQUIRE(part->bytes.data <= bytes.data + (bytes.size - part->bytes.size));
}

static inline void parts_require_good(struct bl_view bytes, const struct bl_part *part)
{
    PARTS_REQUIRE(part->kind && part->name.size > 0);
    PARTS_REQUIRE(part->bytes.data == bytes.data + part->offset);
    PARTS_REQUIRE(part->bytes.size == part->size || part->bytes.size == 0);
}

/* Keep what was read: the part, or the error in its place. */
static inline void parts_keep(struct parts *parts, struct bl_view bytes, int status,
                              const struct bl_part *part, const struct bl_error *err)
{
    if (parts->n == sizeof parts->items / sizeof parts->items[0])
        return;
    struct bl_view *name = &parts->items[parts->n].part.name;
    parts->items[parts->n].status = status;
    parts->items[parts->n].part = *part;
    if (status < 0)
        parts->items[parts->n].err = *err;
    if (name->data < bytes.data || name->data >= bytes.data + bytes.size) {
        PARTS_REQUIRE(name->size <= sizeof parts->items[0].name);
        memcpy(parts->items[parts->n].name, name->data, name->size);
        name->data = parts->items[parts->n].name;
    }
    parts->n++;
}

/* CLOSE may be called after an open that failed, and twice. */
#define PARTS_OF(format, close)                                                             \
    static inline void parts_of_##format(struct bl_view bytes, struct parts *parts)         \
    {                                                                                       \
        struct bl_##format it;                                                              \
        struct bl_part part;                                                                \
        struct bl_error err;                                                                \
        int rc;                                                                             \
        *parts = (struct parts){.probe = bl_##format##_probe(bytes)};                       \
        parts->open = bl_##format##_open(&it, bytes, &parts->open_err);                     \
        PARTS_REQUIRE(parts->open == BL_OK || parts->open < 0);                             \
        if (parts->open < 0) {                                                              \
            parts_require_error(bytes, parts->open, &parts->open_err);                      \
            close(&it);                                                                     \
            return;                                                                         \
        }                                                                                   \
        /* Not more often than there are bytes. */                                          \
        for (size_t steps = 0; (rc = bl_##format##_next(&it, &part, &err)) != 0; steps++) { \
            PARTS_REQUIRE(steps <= bytes.size && rc <= 1);                                  \
            parts_require_part(bytes, &part);                                               \
            if (rc < 0)                                                                     \
                parts_require_error(bytes, rc, &err);                                       \
            else                                                                            \
                parts_require_good(bytes, &part);                                           \
            parts_keep(parts, bytes, rc, &part, &err);                                      \
        }                                                                                   \
        PARTS_REQUIRE(bl_##format##_next(&it, &part, NULL) == 0);                           \
        close(&it);                                                                         \
        close(&it);                                                                         \
    }

/* The same was read from BYTES and from OTHER_BYTES. */
static inline void parts_require_equal(struct bl_view bytes, const struct parts *parts,
                                       struct bl_view other_bytes, const struct parts *other)
{
    PARTS_REQUIRE(parts->probe == other->probe && parts->open == other->open);
    PARTS_REQUIRE(parts->n == other->n);
    for (unsigned i = 0; i < parts->n; i++) {
        const struct bl_part *a = &parts->items[i].part;
        const struct bl_part *b = &other->items[i].part;
        PARTS_REQUIRE(parts->items[i].status == other->items[i].status);
        PARTS_REQUIRE(a->kind == b->kind && a->offset == b->offset && a->size == b->size);
        PARTS_REQUIRE(a->bytes.data - bytes.data == b->bytes.data - other_bytes.data);
        PARTS_REQUIRE(a->bytes.size == b->bytes.size && a->name.size == b->name.size);
        PARTS_REQUIRE(memcmp(a->name.data, b->name.data, a->name.size) == 0);
    }
}

/* The copy begins at an odd address, ends where its memory ends, and must stay as it was. */
#define PARTS_FUZZ(format, close)                                      \
    PARTS_OF(format, close)                                            \
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);      \
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)       \
    {                                                                  \
        struct parts parts;                                            \
        struct parts again;                                            \
        uint8_t *copy = malloc(size + 1);                              \
        PARTS_REQUIRE(copy);                                           \
        if (size > 0)                                                  \
            memcpy(copy + 1, data, size);                              \
        struct bl_view bytes = {.data = data, .size = size};           \
        struct bl_view odd = {.data = copy + 1, .size = size};         \
        parts_of_##format(bytes, &parts);                              \
        parts_of_##format(odd, &again);                                \
        parts_require_equal(bytes, &parts, odd, &again);               \
        PARTS_REQUIRE(size == 0 || memcmp(copy + 1, data, size) == 0); \
        free(copy);                                                    \
        return 0;                                                      \
    }

#endif
