/* rewrite/object_writer.c - an object with other bytes in some of its sections
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Nothing else moves: a section that does not get longer stays where it is, with zeros after it;
 * one that does goes to the end of the file, if its header alone says where it is. So it must be
 * one of a relocatable object, and not loaded.
 */
#include "base/grow.h"
#include "base/status.h"
#include "base/store.h"
#include "base/view.h"
#include "bitleap_rewrite.h"
#include "rewrite/object_sections.h"

#include <string.h>

enum {
    ALIGNMENT = 16,
};

static int fail(const struct bl_object *o, int status, const char *what, uint64_t at)
{
    return bl_fail_at(o->err, status, what, at * 8);
}

/* The one section that has bytes FROM to END, and its number; BL_E_CONTAINER: none has, or several
 * have some of them. */
static int find_section(const struct bl_object *o, uint64_t from, uint64_t end,
                        struct bl_object_section *found, uint64_t *number)
{
    uint32_t n = 0;
    for (uint64_t i = 0; i < o->n_sections; i++) {
        struct bl_object_section s = bl_object_section(o, i);
        if (!s.has_bytes || s.size == 0 || s.offset >= o->bytes.size ||
            s.size > o->bytes.size - s.offset || s.offset >= end || s.offset + s.size <= from)
            continue;
        n++;
        *found = s;
        *number = i;
    }
    if (n != 1 || found->offset > from || found->offset + found->size < end)
        return fail(o, BL_E_CONTAINER, "module that is not in one section", from);
    return found->refusal ? fail(o, BL_E_ARGUMENT, found->refusal, found->header_at) : BL_OK;
}

/* ---- The new file ---- */

/* Bytes in the making: the file, and what comes after it. */
struct made {
    const struct bl_object *o;
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

/* The section's bytes with CHANGES, all of which are in it. */
static void splice(struct made *m, uint64_t to, const struct bl_object_section *s,
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

static int write_section(struct made *m, uint64_t number, const struct bl_object_section *s,
                         const struct bl_bytes_change *changes, size_t n)
{
    uint64_t size = s->size;
    uint64_t to = s->offset;
    for (size_t i = 0; i < n; i++)
        size = size - changes[i].before.size + changes[i].after.size;
    if (size > s->size && s->limit)
        return fail(m->o, BL_E_ARGUMENT, s->limit, s->header_at);
    if (size > s->size) {
        int status = grow(m, (-m->n & (ALIGNMENT - 1)) + size);
        if (status < 0)
            return status;
        to = m->n - size;
    }
    if (s->offset_bytes == 4 && to + size > UINT32_MAX)
        return fail(m->o, BL_E_LIMIT, "section after the first 4 GB", s->header_at);
    memset(m->data + s->offset, 0, (size_t)s->size);
    splice(m, to, s, changes, n);
    bl_store_number(m->data + s->offset_at, s->offset_bytes, to, m->o->is_big);
    bl_store_number(m->data + s->size_at, s->size_bytes, size, m->o->is_big);
    bl_object_renew(m->o, m->data, number, (struct bl_view){m->data + to, (size_t)size});
    return BL_OK;
}

static uint64_t offset_in(const struct bl_object *o, const struct bl_bytes_change *change)
{
    return (uint64_t)(change->before.data - o->bytes.data);
}

static int write_sections(struct made *m, const struct bl_bytes_change *changes, size_t n)
{
    const struct bl_object *o = m->o;
    struct bl_object_section s = {0};
    uint64_t number = 0;
    int status = BL_OK;
    for (size_t i = 0; i < n && status == BL_OK;) {
        size_t end = i + 1;
        uint64_t at = offset_in(o, &changes[i]);
        status = find_section(o, at, at + changes[i].before.size, &s, &number);
        while (status == BL_OK && end < n && offset_in(o, &changes[end]) < s.offset + s.size)
            end++;
        at = offset_in(o, &changes[end - 1]) + changes[end - 1].before.size;
        if (status == BL_OK && at > s.offset + s.size)
            status = fail(o, BL_E_CONTAINER, "module that is not in one section", s.header_at);
        if (status == BL_OK)
            status = write_section(m, number, &s, &changes[i], end - i);
        i = end;
    }
    return status;
}

int bl_object_write(struct bl_view object, const struct bl_bytes_change *changes, size_t n_changes,
                    bl_rewrite_put_fn *put, void *context, struct bl_error *err)
{
    struct bl_object o = {.bytes = object, .err = err};
    struct made m = {.o = &o};
    int status = bl_object_open(&o);
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
