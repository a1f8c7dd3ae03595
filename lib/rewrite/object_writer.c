/* rewrite/object_writer.c - an object with other bytes in some of its sections
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Nothing else moves: a section that does not get longer stays where it is, with zeros after it;
 * one that does goes to the end of the file. Only its header changes. So it must be one that is
 * found by its header alone: of a relocatable ELF file, and not loaded.
 */
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "bitleap_rewrite.h"

#include <string.h>

enum {
    CLASS_AT = 4,
    CLASS_32 = 1,
    CLASS_64 = 2,
    DATA_AT = 5,
    DATA_BIG = 2,
    TYPE_AT = 16,
    TYPE_RELOCATABLE = 1,
    SECTION_NO_BITS = 8,
    SECTION_LOADED = 2,
    SECTION_COMPRESSED = 0x800,
    ALIGNMENT = 16,
};

/* Where fields are, and how many bytes they have. */
struct layout {
    uint8_t header_bytes, word, table_at, entry_size_at, count_at;
    uint8_t section_bytes, flags_at, offset_at, size_at;
};

static const struct layout layouts[] = {
    [CLASS_32] = {52, 4, 32, 46, 48, 40, 8, 16, 20},
    [CLASS_64] = {64, 8, 40, 58, 60, 64, 8, 24, 32},
};

struct object {
    struct bl_view bytes;
    const struct layout *layout;
    bool is_big;
    uint64_t table_at, n_sections;
    struct bl_error *err;
};

struct section {
    uint64_t header_at, offset, size, flags;
    uint32_t type;
};

static int fail(struct object *o, int status, const char *what, uint64_t at)
{
    return bl_fail_at(o->err, status, what, at * 8);
}

static uint64_t get(const struct object *o, uint64_t at, unsigned n)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < n; i++)
        value |= (uint64_t)o->bytes.data[at + (o->is_big ? n - 1 - i : i)] << 8 * i;
    return value;
}

static int open_object(struct object *o)
{
    static const char advice[] =
        "only sections of relocatable ELF files are written: extract the module, change that, and "
        "put it back by llvm-objcopy --update-section";
    const uint8_t *data = o->bytes.data;
    bool is_elf = o->bytes.size >= ALIGNMENT &&
                  memcmp(data,
                         "\x7F"
                         "ELF",
                         4) == 0 &&
                  (data[CLASS_AT] == CLASS_32 || data[CLASS_AT] == CLASS_64);
    if (!is_elf)
        return fail(o, BL_E_ARGUMENT, advice, 0);
    o->layout = &layouts[data[CLASS_AT]];
    o->is_big = data[DATA_AT] == DATA_BIG;
    if (o->bytes.size < o->layout->header_bytes)
        return fail(o, BL_E_CONTAINER, "ELF header that is cut off", 0);
    if (get(o, TYPE_AT, 2) != TYPE_RELOCATABLE)
        return fail(o, BL_E_ARGUMENT, advice, 0);
    o->table_at = get(o, o->layout->table_at, o->layout->word);
    o->n_sections = get(o, o->layout->count_at, 2);
    uint64_t left = o->table_at <= o->bytes.size ? o->bytes.size - o->table_at : 0;
    if (left >= o->layout->section_bytes && o->n_sections == 0) /* there are more than 65,279 */
        o->n_sections = get(o, o->table_at + o->layout->size_at, o->layout->word);
    if (get(o, o->layout->entry_size_at, 2) != o->layout->section_bytes ||
        o->n_sections > left / o->layout->section_bytes)
        return fail(o, BL_E_CONTAINER, "section headers outside of the file", 0);
    return BL_OK;
}

static struct section section_at(const struct object *o, uint64_t i)
{
    const struct layout *l = o->layout;
    uint64_t at = o->table_at + i * l->section_bytes;
    return (struct section){
        .header_at = at,
        .type = (uint32_t)get(o, at + 4, 4),
        .flags = get(o, at + l->flags_at, l->word),
        .offset = get(o, at + l->offset_at, l->word),
        .size = get(o, at + l->size_at, l->word),
    };
}

/* The one section that has bytes FROM to END; BL_E_CONTAINER: none has, or several have some of
 * them. */
static int find_section(struct object *o, uint64_t from, uint64_t end, struct section *found)
{
    uint32_t n = 0;
    for (uint64_t i = 0; i < o->n_sections; i++) {
        struct section s = section_at(o, i);
        if (s.type == SECTION_NO_BITS || s.size == 0 || s.offset >= o->bytes.size ||
            s.size > o->bytes.size - s.offset || s.offset >= end || s.offset + s.size <= from)
            continue;
        n++;
        *found = s;
    }
    if (n != 1 || found->offset > from || found->offset + found->size < end)
        return fail(o, BL_E_CONTAINER, "module that is not in one section", from);
    if (found->flags & (SECTION_LOADED | SECTION_COMPRESSED))
        return fail(o, BL_E_ARGUMENT, "section that is loaded or compressed, and stays as it is",
                    found->header_at);
    return BL_OK;
}

/* ---- The new file ---- */

/* Bytes in the making: the file, and what comes after it. */
struct made {
    struct object *o;
    uint8_t *data;
    size_t n, cap;
};

static int grow(struct made *m, uint64_t n)
{
    size_t before = m->n;
    if (n > SIZE_MAX - before || bl_grow(&m->data, &m->cap, before + n) < 0)
        return fail(m->o, BL_E_NOMEM, "no memory for an object", 0);
    memset(m->data + before, 0, (size_t)n);
    m->n += (size_t)n;
    return BL_OK;
}

static void set(struct made *m, uint64_t at, uint64_t value, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        m->data[at + (m->o->is_big ? n - 1 - i : i)] = (uint8_t)(value >> 8 * i);
}

/* The section's bytes with CHANGES, all of which are in it. */
static void splice(struct made *m, uint64_t to, const struct section *s,
                   const struct bl_bytes_change *changes, size_t n)
{
    const uint8_t *at = m->o->bytes.data + s->offset;
    const uint8_t *end = at + s->size;
    for (size_t i = 0; i <= n; i++) {
        const uint8_t *next = i < n ? changes[i].before.data : end;
        memcpy(m->data + to, at, (size_t)(next - at));
        to += (uint64_t)(next - at);
        if (i == n)
            break;
        if (changes[i].after.size)
            memcpy(m->data + to, changes[i].after.data, changes[i].after.size);
        to += changes[i].after.size;
        at = next + changes[i].before.size;
    }
}

static int write_section(struct made *m, const struct section *s,
                         const struct bl_bytes_change *changes, size_t n)
{
    const struct layout *l = m->o->layout;
    uint64_t size = s->size;
    uint64_t to = s->offset;
    for (size_t i = 0; i < n; i++)
        size = size - changes[i].before.size + changes[i].after.size;
    if (size > s->size) {
        int status = grow(m, (-m->n & (ALIGNMENT - 1)) + size);
        if (status < 0)
            return status;
        to = m->n - size;
    }
    if (l->word == 4 && to + size > UINT32_MAX)
        return fail(m->o, BL_E_LIMIT, "section after the first 4 GB", s->header_at);
    memset(m->data + s->offset, 0, (size_t)s->size);
    splice(m, to, s, changes, n);
    set(m, s->header_at + l->offset_at, to, l->word);
    set(m, s->header_at + l->size_at, size, l->word);
    return BL_OK;
}

static uint64_t offset_in(const struct object *o, const struct bl_bytes_change *change)
{
    return (uint64_t)(change->before.data - o->bytes.data);
}

static int write_sections(struct made *m, const struct bl_bytes_change *changes, size_t n)
{
    struct object *o = m->o;
    struct section s = {0};
    int status = BL_OK;
    for (size_t i = 0; i < n && status == BL_OK;) {
        size_t end = i + 1;
        uint64_t at = offset_in(o, &changes[i]);
        status = find_section(o, at, at + changes[i].before.size, &s);
        while (status == BL_OK && end < n && offset_in(o, &changes[end]) < s.offset + s.size)
            end++;
        at = offset_in(o, &changes[end - 1]) + changes[end - 1].before.size;
        if (status == BL_OK && at > s.offset + s.size)
            status = fail(o, BL_E_CONTAINER, "module that is not in one section", s.header_at);
        if (status == BL_OK)
            status = write_section(m, &s, &changes[i], end - i);
        i = end;
    }
    return status;
}

int bl_object_write(struct bl_view object, const struct bl_bytes_change *changes, size_t n_changes,
                    bl_rewrite_put_fn *put, void *context, struct bl_error *err)
{
    struct object o = {.bytes = object, .layout = &layouts[CLASS_64], .err = err};
    struct made m = {.o = &o};
    int status = open_object(&o);
    if (status == BL_OK)
        status = grow(&m, object.size);
    if (status == BL_OK) {
        memcpy(m.data, object.data, object.size);
        status = write_sections(&m, changes, n_changes);
    }
    if (status == BL_OK && put(context, (struct bl_view){m.data, m.n}) < 0)
        status = bl_fail(err, BL_E_STOPPED, "what was written could not be put away");
    bl_drop(m.data);
    return status;
}
