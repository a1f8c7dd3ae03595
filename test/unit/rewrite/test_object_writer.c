/* test_object_writer.c - objects with other bytes in some of their sections
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap.h"

#include <criterion/criterion.h>
#include <string.h>

/* An ELF file of two sections, one loaded, and one with a module. */
enum {
    NATIVE_AT = 64,
    NATIVE_BYTES = 8,
    MODULE_AT = 72,
    MODULE_BYTES = 16,
    TABLE_AT = 96,
    MAX_BYTES = 512
};

struct object {
    uint8_t bytes[MAX_BYTES];
    size_t size;
    bool is_64, is_big;
};

static void put(struct object *o, size_t at, uint64_t value, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        o->bytes[at + (o->is_big ? n - 1 - i : i)] = (uint8_t)(value >> 8 * i);
}

static uint64_t get(const uint8_t *bytes, const struct object *o, size_t at, unsigned n)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < n; i++)
        value |= (uint64_t)bytes[at + (o->is_big ? n - 1 - i : i)] << 8 * i;
    return value;
}

static size_t header_at(const struct object *o, unsigned i)
{
    return TABLE_AT + i * (o->is_64 ? 64U : 40U);
}

static void put_section(struct object *o, unsigned i, uint64_t flags, uint64_t offset,
                        uint64_t size)
{
    unsigned word = o->is_64 ? 8 : 4;
    put(o, header_at(o, i) + 4, 1, 4); /* SHT_PROGBITS */
    put(o, header_at(o, i) + 8, flags, word);
    put(o, header_at(o, i) + (o->is_64 ? 24 : 16), offset, word);
    put(o, header_at(o, i) + (o->is_64 ? 32 : 20), size, word);
}

static struct object build(bool is_64, bool is_big)
{
    struct object o = {.is_64 = is_64, .is_big = is_big};
    memcpy(o.bytes, "\177ELF", 4);
    o.bytes[4] = is_64 ? 2 : 1;
    o.bytes[5] = is_big ? 2 : 1;
    put(&o, 16, 1, 2); /* ET_REL */
    put(&o, is_64 ? 40 : 32, TABLE_AT, is_64 ? 8 : 4);
    put(&o, is_64 ? 58 : 46, is_64 ? 64 : 40, 2);
    put(&o, is_64 ? 60 : 48, 3, 2);
    put_section(&o, 1, 2, NATIVE_AT, NATIVE_BYTES);
    put_section(&o, 2, 0, MODULE_AT, MODULE_BYTES);
    memset(o.bytes + NATIVE_AT, 'n', NATIVE_BYTES);
    memset(o.bytes + MODULE_AT, 'm', MODULE_BYTES);
    o.size = header_at(&o, 3);
    return o;
}

struct written {
    uint8_t bytes[MAX_BYTES];
    size_t size;
};

static int append(void *context, struct bl_view bytes)
{
    struct written *w = context;
    cr_assert(w->size + bytes.size <= MAX_BYTES);
    memcpy(w->bytes + w->size, bytes.data, bytes.size);
    w->size += bytes.size;
    return 0;
}

/* N bytes from FROM on become TEXT. */
static int replace(const struct object *o, size_t from, size_t n, const char *text,
                   struct written *w)
{
    struct bl_error err = {0};
    struct bl_bytes_change change = {{o->bytes + from, n}, {(const uint8_t *)text, strlen(text)}};
    w->size = 0;
    int status = bl_object_write((struct bl_view){o->bytes, o->size}, &change, 1, append, w, &err);
    cr_expect(status == BL_OK || (err.what && w->size == 0));
    return status;
}

static void expect_section(const struct object *o, const struct written *w, const char *text)
{
    unsigned word = o->is_64 ? 8 : 4;
    uint64_t offset = get(w->bytes, o, header_at(o, 2) + (o->is_64 ? 24 : 16), word);
    uint64_t size = get(w->bytes, o, header_at(o, 2) + (o->is_64 ? 32 : 20), word);
    cr_assert_eq(size, strlen(text));
    cr_assert(offset + size <= w->size);
    cr_expect_eq(memcmp(w->bytes + offset, text, size), 0);
    cr_expect_eq(memcmp(w->bytes + NATIVE_AT, "nnnnnnnn", NATIVE_BYTES), 0);
}

Test(object_writer, lengths)
{
    struct written w;
    for (int i = 0; i < 4; i++) {
        struct object o = build(i & 1, i & 2);
        cr_assert_eq(replace(&o, MODULE_AT, MODULE_BYTES, "shorter", &w), BL_OK);
        cr_expect_eq(w.size, o.size);
        expect_section(&o, &w, "shorter");
        cr_expect_eq(w.bytes[MODULE_AT + MODULE_BYTES - 1], 0);
        cr_assert_eq(replace(&o, MODULE_AT + 4, 8, "inside", &w), BL_OK);
        expect_section(&o, &w, "mmmminsidemmmm");
        cr_assert_eq(replace(&o, MODULE_AT, MODULE_BYTES, "longer than it was before", &w), BL_OK);
        expect_section(&o, &w, "longer than it was before");
    }
}

Test(object_writer, refusals)
{
    struct written w;
    struct object o = build(true, false);
    cr_expect_eq(replace(&o, NATIVE_AT, NATIVE_BYTES, "x", &w), BL_E_ARGUMENT); /* loaded */
    cr_expect_eq(replace(&o, NATIVE_AT, 12, "x", &w), BL_E_CONTAINER);
    cr_expect_eq(replace(&o, 4, 4, "x", &w), BL_E_CONTAINER); /* no section */
    put(&o, 16, 2, 2);
    cr_expect_eq(replace(&o, MODULE_AT, 4, "x", &w), BL_E_ARGUMENT); /* a program */
    o = build(true, false);
    o.size -= 1;
    cr_expect_eq(replace(&o, MODULE_AT, 4, "x", &w), BL_E_CONTAINER);
    o = build(false, false);
    o.bytes[0] = 'x';
    cr_expect_eq(replace(&o, MODULE_AT, 4, "x", &w), BL_E_ARGUMENT);
}
