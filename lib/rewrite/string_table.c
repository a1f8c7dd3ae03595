/* rewrite/string_table.c - a STRTAB in the making, each string once
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/string_table.h"

#include "base/grow.h"
#include "base/view.h"

void bl_string_table_release(struct bl_string_table *table)
{
    bl_drop(table->bytes);
    bl_drop(table->entries);
    bl_map_release(&table->by_hash);
    *table = (struct bl_string_table){0};
}

/* From entry I on among those with its hash. */
static uint32_t find(const struct bl_string_table *table, uint32_t i, struct bl_view text)
{
    while (i != BL_MAP_NONE) {
        const struct bl_string_entry *entry = &table->entries[i];
        struct bl_view there = {.data = table->bytes + entry->offset, .size = entry->size};
        if (bl_view_equal(there, text))
            return i;
        i = entry->same_hash;
    }
    return BL_MAP_NONE;
}

uint32_t bl_string_table_find(struct bl_string_table *table, struct bl_view text)
{
    uint64_t hash = bl_map_key(&table->by_hash, text);
    return find(table, bl_map_find(&table->by_hash, hash), text);
}

/* SAME_HASH: the last one with HASH, or BL_MAP_NONE. */
static int append_entry(struct bl_string_table *table, uint64_t hash, uint32_t same_hash,
                        uint32_t offset, uint32_t size)
{
    struct bl_string_entry entry = {.offset = offset, .size = size, .same_hash = same_hash};
    if (bl_append(&table->entries, &table->n, &table->cap, entry) < 0)
        return BL_E_NOMEM;
    int status = same_hash == BL_MAP_NONE ? bl_map_add(&table->by_hash, hash, table->n - 1)
                                          : bl_map_set(&table->by_hash, hash, table->n - 1);
    if (status < 0) {
        table->n--;
        return BL_E_NOMEM;
    }
    return BL_OK;
}

static int append_bytes(struct bl_string_table *table, struct bl_view text)
{
    if (text.size > UINT32_MAX - table->n_bytes)
        return BL_E_LIMIT;
    if (bl_grow(&table->bytes, &table->cap_bytes, (uint64_t)table->n_bytes + text.size) < 0)
        return BL_E_NOMEM;
    if (text.size > 0)
        memcpy(table->bytes + table->n_bytes, text.data, text.size);
    table->n_bytes += (uint32_t)text.size;
    return BL_OK;
}

int bl_string_table_add(struct bl_string_table *table, struct bl_view text, uint32_t *offset)
{
    uint64_t hash = bl_map_key(&table->by_hash, text);
    uint32_t same_hash = bl_map_find(&table->by_hash, hash);
    uint32_t i = find(table, same_hash, text);
    uint32_t end = table->n_bytes;
    if (i == BL_MAP_NONE) {
        int status = append_bytes(table, text);
        if (status >= 0)
            status = append_entry(table, hash, same_hash, end, (uint32_t)text.size);
        if (status < 0)
            return status;
        i = table->n - 1;
    }
    *offset = table->entries[i].offset;
    return BL_OK;
}

int bl_string_table_begin(struct bl_string_table *table, struct bl_view bytes)
{
    return append_bytes(table, bytes);
}

int bl_string_table_note(struct bl_string_table *table, uint32_t offset, uint32_t size)
{
    if (offset > table->n_bytes || size > table->n_bytes - offset)
        return BL_E_ARGUMENT;
    struct bl_view text = {.data = table->bytes + offset, .size = size};
    uint64_t hash = bl_map_key(&table->by_hash, text);
    uint32_t same_hash = bl_map_find(&table->by_hash, hash);
    if (find(table, same_hash, text) != BL_MAP_NONE)
        return BL_OK;
    return append_entry(table, hash, same_hash, offset, size);
}
