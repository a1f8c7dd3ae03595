/* catalog/content_list.c - contents of a module, as an index file has them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Many values share linkage, attributes or type, and next to each other most do: so the hashes of
 * these are there once, and an entry has only what differs from the one before it.
 */
#include "catalog/content_list.h"

#include "base/bound.h"
#include "base/grow.h"
#include "base/leb128.h"
#include "base/load.h"
#include "base/map.h"
#include "base/status.h"
#include "base/store.h"

#include <string.h>

enum {
    HASH_BYTES = 8,
    MAX_ENTRY_BYTES = (BL_CONTENT_BODY + 1) * BL_MAX_LEB_BYTES + HASH_BYTES
};

/* Parts of CONTENT before this one are among the hashes that the module shares. */
static int n_shared(const struct bl_content *content)
{
    return content->has_body ? BL_CONTENT_BODY : BL_CONTENT_STATED;
}

/* ---- Into an index file ---- */

void bl_content_list_release(struct bl_content_list *list)
{
    bl_drop(list->items);
    *list = (struct bl_content_list){0};
}

int bl_content_list_add(struct bl_content_list *list, uint32_t value,
                        const struct bl_content *content)
{
    return bl_append(&list->items, &list->n, &list->cap,
                     (struct bl_content_entry){.value = value, .content = *content});
}

/* Different hashes, in order. */
struct hashes {
    uint64_t *items;
    uint32_t n, cap;
    struct bl_map numbers; /* of each */
};

static int compare_hashes(const void *a, const void *b)
{
    return bl_order(*(const uint64_t *)a, *(const uint64_t *)b);
}

/* HASH, unless it is there. */
static int add_hash(struct hashes *hashes, uint64_t hash)
{
    if (bl_map_find(&hashes->numbers, hash) != BL_MAP_NONE)
        return BL_OK;
    int status = bl_map_add(&hashes->numbers, hash, 0);
    return status < 0 ? status : bl_append(&hashes->items, &hashes->n, &hashes->cap, hash);
}

static int collect_hashes(const struct bl_content_list *list, struct hashes *hashes)
{
    int status = BL_OK;
    for (size_t i = 0; i < list->n; i++) {
        const struct bl_content *content = &list->items[i].content;
        const struct bl_content *before = i > 0 ? &list->items[i - 1].content : NULL;
        for (int part = 0; part < n_shared(content) && status == BL_OK; part++)
            if (!before || part >= n_shared(before) || content->parts[part] != before->parts[part])
                status = add_hash(hashes, content->parts[part]);
    }
    bl_sort(hashes->items, hashes->n, sizeof *hashes->items, compare_hashes);
    for (uint32_t i = 0; i < hashes->n && status == BL_OK; i++)
        status = bl_map_set(&hashes->numbers, hashes->items[i], i);
    return status;
}

/* ENTRY, where NEXT is the value after the one before it, and NUMBERS those of the hashes there. */
static uint8_t *put_entry(uint8_t *at, const struct bl_content_entry *entry, uint32_t next,
                          const struct hashes *hashes, uint64_t numbers[BL_CONTENT_BODY])
{
    const struct bl_content *content = &entry->content;
    uint8_t changed[BL_CONTENT_BODY * BL_MAX_LEB_BYTES];
    uint8_t *end = changed;
    unsigned bits =
        (content->is_odr ? BL_BLX_CONTENT_ODR : 0) | (content->has_body ? BL_BLX_CONTENT_BODY : 0);
    for (int part = 0; part < n_shared(content); part++) {
        if (hashes->items[numbers[part]] == content->parts[part])
            continue;
        numbers[part] = bl_map_find(&hashes->numbers, content->parts[part]);
        bits |= 1U << part;
        end = bl_leb_put(end, numbers[part]);
    }
    at = bl_leb_put(at, (uint64_t)(entry->value - next) << BL_BLX_CONTENT_BITS | bits);
    memcpy(at, changed, (size_t)(end - changed));
    at += end - changed;
    if (!content->has_body)
        return at;
    bl_store_le64(at, content->parts[BL_CONTENT_BODY]);
    return at + HASH_BYTES;
}

static int put_hashes(const struct hashes *hashes, struct bl_buffer *buffer)
{
    size_t before = buffer->size;
    uint8_t *at = bl_buffer_add(buffer, BL_MAX_LEB_BYTES + (size_t)hashes->n * HASH_BYTES);
    if (!at)
        return BL_E_NOMEM;
    uint8_t *first = bl_leb_put(at, hashes->n);
    for (size_t i = 0; i < hashes->n; i++)
        bl_store_le64(first + i * HASH_BYTES, hashes->items[i]);
    buffer->size = before + (size_t)(first - at) + (size_t)hashes->n * HASH_BYTES;
    return BL_OK;
}

int bl_content_list_put(const struct bl_content_list *list, struct bl_buffer *buffer)
{
    struct hashes hashes = {0};
    uint64_t numbers[BL_CONTENT_BODY] = {0};
    uint32_t next = 0;
    if (list->n == 0)
        return BL_OK;
    int status = collect_hashes(list, &hashes);
    if (status == BL_OK)
        status = put_hashes(&hashes, buffer);
    for (size_t i = 0; i < list->n && status == BL_OK; i++) {
        size_t before = buffer->size;
        uint8_t *at = bl_buffer_add(buffer, MAX_ENTRY_BYTES);
        status = at ? BL_OK : BL_E_NOMEM;
        if (!at)
            break;
        uint8_t *end = put_entry(at, &list->items[i], next, &hashes, numbers);
        buffer->size = before + (size_t)(end - at);
        next = list->items[i].value + 1;
    }
    bl_drop(hashes.items);
    bl_map_release(&hashes.numbers);
    return status;
}

/* ---- Out of it ---- */

static int damage(const struct bl_catalog_contents *c, enum bl_blx_fault fault,
                  struct bl_error *err)
{
    return bl_catalog_damage(c->catalog, BL_BLX_BODY, c->offset + (uint64_t)(c->at - c->start),
                             fault, err);
}

static uint64_t hash_at(const struct bl_catalog_contents *c, uint64_t number)
{
    return bl_load_le64(c->hashes + number * HASH_BYTES);
}

/* The hashes that all entries share, which are at the beginning. */
static int read_hashes(struct bl_catalog_contents *c, struct bl_error *err)
{
    if (c->at == c->end)
        return BL_OK;
    if (!bl_leb_get(&c->at, c->end, &c->n_hashes) || c->n_hashes == 0 ||
        c->n_hashes > (uint64_t)(c->end - c->at) / HASH_BYTES)
        return damage(c, BL_BLX_BAD_SIZE, err);
    c->hashes = c->at;
    for (uint64_t i = 1; i < c->n_hashes; i++)
        if (hash_at(c, i - 1) >= hash_at(c, i))
            return damage(c, BL_BLX_BAD_ORDER, err);
    c->at += c->n_hashes * HASH_BYTES;
    return BL_OK;
}

int bl_catalog_contents_init(struct bl_catalog_contents *c, const struct bl_catalog *catalog,
                             uint32_t module, struct bl_error *err)
{
    struct bl_catalog_module m;
    *c = (struct bl_catalog_contents){.catalog = catalog};
    if (!(catalog->parts & BL_CATALOG_BODIES))
        return bl_fail(err, BL_E_ARGUMENT, "the catalog has no contents");
    int status = bl_catalog_get_module(catalog, module, &m, err);
    const struct bl_blx_module *record =
        status < 0 ? NULL : bl_catalog_record(catalog, BL_BLX_MODS, module, err);
    if (!record)
        return status < 0 ? status : BL_E_CONTAINER;
    uint64_t n_values = (uint64_t)m.n_variables + m.n_functions + m.n_aliases + m.n_ifuncs;
    uint32_t size = bl_load_le32(record->n_content_bytes);
    uint64_t offset = bl_load_le64(record->references);
    c->n_values = n_values < BL_NONE ? (uint32_t)n_values : BL_NONE;
    if (__builtin_add_overflow(offset, bl_load_le32(record->n_reference_bytes), &c->offset))
        return bl_catalog_bad_record(catalog, BL_BLX_MODS, module, BL_BLX_BAD_NUMBER, err);
    c->start = c->at = bl_catalog_bytes(catalog, BL_BLX_BODY, c->offset, size, err);
    if (!c->start)
        return BL_E_CONTAINER;
    c->end = c->start + size;
    return read_hashes(c, err);
}

int bl_catalog_contents_next(struct bl_catalog_contents *c, uint32_t *value,
                             struct bl_content *content, struct bl_error *err)
{
    uint64_t head;
    *content = (struct bl_content){.has_body = false};
    if (c->at == c->end)
        return 0;
    if (!bl_leb_get(&c->at, c->end, &head))
        return damage(c, BL_BLX_BAD_SIZE, err);
    uint64_t between = head >> BL_BLX_CONTENT_BITS;
    if (c->next >= c->n_values || between >= c->n_values - c->next)
        return damage(c, BL_BLX_BAD_NUMBER, err);
    *value = c->next + (uint32_t)between;
    c->next = *value + 1;
    content->is_odr = head & BL_BLX_CONTENT_ODR;
    content->has_body = head & BL_BLX_CONTENT_BODY;
    if (!content->has_body && head >> BL_CONTENT_CALLS & 1)
        return damage(c, BL_BLX_BAD_VALUE, err);
    for (int part = 0; part < n_shared(content); part++) {
        if (head >> part & 1 && !bl_leb_get(&c->at, c->end, &c->numbers[part]))
            return damage(c, BL_BLX_BAD_SIZE, err);
        if (c->numbers[part] >= c->n_hashes)
            return damage(c, BL_BLX_BAD_NUMBER, err);
        content->parts[part] = hash_at(c, c->numbers[part]);
    }
    if (!content->has_body)
        return 1;
    if (c->end - c->at < HASH_BYTES)
        return damage(c, BL_BLX_BAD_SIZE, err);
    content->parts[BL_CONTENT_BODY] = bl_load_le64(c->at);
    c->at += HASH_BYTES;
    return 1;
}
