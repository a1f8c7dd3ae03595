/* catalog/reference_list.c - references of a module, as an index file has them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "catalog/reference_list.h"

#include "base/bound.h"
#include "base/grow.h"
#include "base/leb128.h"
#include "base/load.h"
#include "base/status.h"

#include <string.h>

/* ---- Into an index file ---- */

void bl_reference_list_release(struct bl_reference_list *list)
{
    bl_drop(list->items);
    *list = (struct bl_reference_list){0};
}

int bl_reference_list_add(struct bl_reference_list *list, const struct bl_reference *items,
                          uint32_t n)
{
    if (n == 0)
        return BL_OK;
    if (bl_grow(&list->items, &list->cap, (uint64_t)list->n + n) < 0)
        return BL_E_NOMEM;
    memcpy(list->items + list->n, items, n * sizeof *items);
    list->n += n;
    return BL_OK;
}

/* Of N_VALUES and two more, the place of what is used in their order. */
static size_t slot_of(uint32_t to, uint32_t n_values)
{
    return to < BL_CALLED_ASSEMBLY ? to : (size_t)n_values + (to - BL_CALLED_ASSEMBLY);
}

static int by_target(const void *a, const void *b)
{
    const struct bl_reference *x = a;
    const struct bl_reference *y = b;
    int order = bl_order(x->to, y->to);
    order = order ? order : bl_order(x->from, y->from);
    order = order ? order : bl_order(x->kind, y->kind);
    return order ? order : x->is_within - y->is_within;
}

/* Where the uses of each value begin, among N that are sorted by it; what is called and is no value
 * comes last. NULL: no memory. */
static size_t *count_uses(const struct bl_reference *items, size_t n, uint32_t n_values)
{
    size_t *first = bl_new(((size_t)n_values + 2) * sizeof *first);
    for (size_t i = 0; i < n && first; i++)
        first[slot_of(items[i].to, n_values)]++;
    for (size_t slot = 0, at = 0, count; slot < (size_t)n_values + 2 && first; slot++) {
        count = first[slot];
        first[slot] = at;
        at += count;
    }
    return first;
}

/* By what is used. The uses of one value stay in order of users. */
static int sort_by_value(struct bl_reference_list *list)
{
    uint32_t n_values = 0;
    for (size_t i = 0; i < list->n; i++)
        if (list->items[i].to < BL_CALLED_ASSEMBLY && list->items[i].to >= n_values)
            n_values = list->items[i].to + 1;
    size_t *first = count_uses(list->items, list->n, n_values);
    struct bl_reference *sorted = bl_new(list->n * sizeof *sorted);
    bool has_memory = first && sorted;
    for (size_t i = 0; i < list->n && has_memory; i++)
        sorted[first[slot_of(list->items[i].to, n_values)]++] = list->items[i];
    bl_drop(first);
    if (!has_memory) {
        bl_drop(sorted);
        return BL_E_NOMEM;
    }
    bl_drop(list->items);
    list->items = sorted;
    list->cap = list->n;
    return BL_OK;
}

/* The uses from FIRST to END, of one value: those of one user, a few, are in no order. */
static void sort_uses(struct bl_reference *first, const struct bl_reference *end)
{
    for (struct bl_reference *use = first + 1; use < end; use++) {
        struct bl_reference moved = *use;
        struct bl_reference *at = use;
        for (; at > first && by_target(at - 1, &moved) > 0; at--)
            *at = at[-1];
        *at = moved;
    }
}

enum {
    MAX_USE_BYTES = 2 * BL_MAX_LEB_BYTES + 1
};

static uint8_t *put_use(uint8_t *at, const struct bl_reference *use, uint32_t from_before)
{
    bool is_one = use->n == 1;
    enum bl_blx_use how = BL_BLX_USES;
    if (!use->is_within && use->kind == BL_REFERENCE_CALL)
        how = is_one ? BL_BLX_ONE_CALL : BL_BLX_CALLS;
    else if (!use->is_within && use->kind == BL_REFERENCE_TAIL_CALL && is_one)
        how = BL_BLX_ONE_TAIL_CALL;
    at = bl_leb_put(at, (uint64_t)(use->from - from_before) << BL_BLX_USE_BITS | how);
    if (how == BL_BLX_USES)
        *at++ = (uint8_t)(use->kind << 1 | use->is_within);
    return how == BL_BLX_USES || how == BL_BLX_CALLS ? bl_leb_put(at, use->n) : at;
}

/* The uses from FIRST to END are of one value. The list's size comes before it: so it is made after
 * room for the largest size, and moved. */
static int put_references(const struct bl_reference *first, const struct bl_reference *end,
                          uint32_t next_to, struct bl_buffer *buffer)
{
    size_t room = 2 * (size_t)BL_MAX_LEB_BYTES + (size_t)(end - first) * MAX_USE_BYTES;
    size_t before = buffer->size;
    uint8_t *head = bl_buffer_add(buffer, room);
    if (!head)
        return BL_E_NOMEM;
    uint8_t *list = head + 2 * (size_t)BL_MAX_LEB_BYTES;
    uint8_t *at = list;
    uint32_t from = 0;
    for (const struct bl_reference *use = first; use < end; use++) {
        at = put_use(at, use, from);
        from = use->from;
    }
    size_t n_list = (size_t)(at - list);
    uint8_t *moved = bl_leb_put(bl_leb_put(head, first->to - next_to), n_list);
    memmove(moved, list, n_list);
    buffer->size = before + (size_t)(moved - head) + n_list;
    return BL_OK;
}

int bl_reference_list_put(struct bl_reference_list *list, struct bl_buffer *buffer)
{
    if (list->n == 0)
        return BL_OK;
    int status = sort_by_value(list);
    const struct bl_reference *end = list->items + list->n;
    uint32_t next_to = 0;
    for (struct bl_reference *first = list->items, *next; first < end && status == BL_OK;
         first = next) {
        for (next = first; next < end && next->to == first->to;)
            next++;
        sort_uses(first, next);
        status = put_references(first, next, next_to, buffer);
        next_to = first->to + 1;
    }
    return status;
}

/* ---- Out of it ---- */

static int damage(const struct bl_catalog_references *r, enum bl_blx_fault fault,
                  struct bl_error *err)
{
    return bl_catalog_damage(r->catalog, BL_BLX_BODY, r->offset + (uint64_t)(r->at - r->start),
                             fault, err);
}

int bl_catalog_references_init(struct bl_catalog_references *r, const struct bl_catalog *catalog,
                               uint32_t module, uint32_t to, struct bl_error *err)
{
    struct bl_catalog_module m;
    *r = (struct bl_catalog_references){.catalog = catalog, .wanted = to};
    if (!(catalog->parts & BL_CATALOG_BODIES))
        return bl_fail(err, BL_E_ARGUMENT, "the catalog has no references");
    int status = bl_catalog_get_module(catalog, module, &m, err);
    const struct bl_blx_module *record =
        status < 0 ? NULL : bl_catalog_record(catalog, BL_BLX_MODS, module, err);
    if (!record)
        return status < 0 ? status : BL_E_CONTAINER;
    uint32_t size = bl_load_le32(record->n_reference_bytes);
    uint64_t n_values = (uint64_t)m.n_variables + m.n_functions + m.n_aliases + m.n_ifuncs;
    r->n_values = n_values < BL_CALLED_ASSEMBLY ? (uint32_t)n_values : BL_CALLED_ASSEMBLY;
    r->offset = bl_load_le64(record->references);
    r->start = r->at = bl_catalog_bytes(catalog, BL_BLX_BODY, r->offset, size, err);
    if (!r->start)
        return BL_E_CONTAINER;
    r->list_end = r->start;
    r->end = r->start + size;
    r->last.to = BL_NONE; /* before the first */
    return BL_OK;
}

/* Go to the next list that is wanted. 1, 0 the end, or damage. */
static int next_list(struct bl_catalog_references *r, struct bl_error *err)
{
    while (r->at < r->end) {
        uint64_t between;
        uint64_t size;
        if (!bl_leb_get(&r->at, r->end, &between) || !bl_leb_get(&r->at, r->end, &size))
            return damage(r, BL_BLX_BAD_SIZE, err);
        uint64_t to = (uint64_t)(uint32_t)(r->last.to + 1) + between;
        if (between >= BL_NONE || to >= BL_NONE || (to >= r->n_values && to < BL_CALLED_ASSEMBLY))
            return damage(r, BL_BLX_BAD_NUMBER, err);
        if (size == 0 || size > (uint64_t)(r->end - r->at))
            return damage(r, BL_BLX_BAD_SIZE, err);
        r->last = (struct bl_reference){.to = (uint32_t)to};
        r->is_ordered = false;
        r->list_end = r->at + size;
        if (r->wanted == BL_NONE || r->wanted == r->last.to)
            return 1;
        if (r->last.to > r->wanted)
            break;
        r->at = r->list_end;
    }
    r->at = r->list_end = r->end;
    return 0;
}

/* Whether B comes after A, as it must in a list. */
static bool is_after(const struct bl_reference *a, const struct bl_reference *b)
{
    return by_target(a, b) < 0;
}

int bl_catalog_references_next(struct bl_catalog_references *r, struct bl_reference *reference,
                               struct bl_error *err)
{
    uint64_t head;
    int rc = r->at < r->list_end ? 1 : next_list(r, err);
    if (rc <= 0)
        return rc;
    struct bl_reference next = {.to = r->last.to, .n = 1};
    if (!bl_leb_get(&r->at, r->list_end, &head))
        return damage(r, BL_BLX_BAD_SIZE, err);
    uint64_t from = r->last.from + (head >> BL_BLX_USE_BITS);
    if (head >> BL_BLX_USE_BITS >= r->n_values || from >= r->n_values)
        return damage(r, BL_BLX_BAD_NUMBER, err);
    next.from = (uint32_t)from;
    enum bl_blx_use how = head & ((1U << BL_BLX_USE_BITS) - 1);
    if (how == BL_BLX_USES && r->at < r->list_end) {
        next.kind = *r->at >> 1;
        next.is_within = *r->at++ & 1;
    } else if (how == BL_BLX_ONE_TAIL_CALL) {
        next.kind = BL_REFERENCE_TAIL_CALL;
    }
    if ((how == BL_BLX_USES || how == BL_BLX_CALLS) && !bl_leb_get(&r->at, r->list_end, &next.n))
        return damage(r, BL_BLX_BAD_SIZE, err);
    if (next.kind >= BL_REFERENCE_END || next.n == 0)
        return damage(r, BL_BLX_BAD_VALUE, err);
    if (r->is_ordered && !is_after(&r->last, &next))
        return damage(r, BL_BLX_BAD_ORDER, err);
    r->is_ordered = true;
    *reference = r->last = next;
    return 1;
}
