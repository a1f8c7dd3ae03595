/* catalog/block_sums.c - where the bits of a stream go, as an index file has it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "catalog/block_sums.h"

#include "base/leb128.h"
#include "base/load.h"
#include "base/status.h"
#include "catalog/catalog.h"
#include "index/stats.h"

enum {
    MAX_SUM_BYTES = 4 * BL_MAX_LEB_BYTES
};

/* ---- Into an index file ---- */

static int put_sums(struct bl_stats *stats, struct bl_buffer *buffer)
{
    size_t before = buffer->size;
    uint32_t next = 0;
    uint32_t n = bl_stats_n_blocks(stats);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_stats_block block = bl_stats_get_block(stats, i);
        size_t size = buffer->size;
        uint8_t *at = bl_buffer_add(buffer, MAX_SUM_BYTES);
        if (!at)
            return BL_E_NOMEM;
        if (block.name.data || block.unread_bits) { /* for those who read the stream */
            buffer->size = before;
            break;
        }
        uint8_t *end = bl_leb_put(at, block.block_id - next);
        end = bl_leb_put(end, block.parent_id == BL_NONE ? 0 : (uint64_t)block.parent_id + 1);
        end = bl_leb_put(end, block.n);
        end = bl_leb_put(end, block.bits);
        buffer->size = size + (size_t)(end - at);
        next = block.block_id + 1;
    }
    return BL_OK;
}

int bl_block_sums_put(const struct bl_stream *stream, struct bl_read_spans *spans,
                      struct bl_buffer *buffer)
{
    struct bl_stats *stats;
    int status = bl_stats_open(&stats, BL_STATS_ROLES, NULL);
    if (status == BL_OK) {
        bl_stats_pass(stats, spans);
        status = bl_stats_add(stats, stream, NULL, 1, NULL);
    }
    if (status == BL_OK)
        status = put_sums(stats, buffer);
    bl_stats_close(stats);
    return status == BL_E_NOMEM ? status : BL_OK;
}

/* ---- Out of it ---- */

static bool get_sum(const uint8_t **at, const uint8_t *end, uint32_t *next,
                    struct bl_stats_block *block)
{
    uint64_t between, parent;
    *block = (struct bl_stats_block){.kind = BL_STREAM_LLVM_IR};
    if (!bl_leb_get(at, end, &between) || !bl_leb_get(at, end, &parent) ||
        !bl_leb_get(at, end, &block->n) || !bl_leb_get(at, end, &block->bits) ||
        between >= BL_NONE - *next || parent > BL_NONE)
        return false;
    block->block_id = *next + (uint32_t)between;
    block->parent_id = parent == 0 ? BL_NONE : (uint32_t)(parent - 1);
    *next = block->block_id + 1;
    return true;
}

int bl_catalog_add_sums(const struct bl_catalog *catalog, uint32_t stream, struct bl_stats *stats,
                        struct bl_error *err)
{
    struct bl_catalog_stream s;
    int status = bl_catalog_get_stream(catalog, stream, &s, err);
    const struct bl_blx_stream *record =
        status < 0 ? NULL : bl_catalog_record(catalog, BL_BLX_STRM, stream, err);
    if (!record)
        return status < 0 ? status : BL_E_CONTAINER;
    uint32_t size = bl_load_le32(record->n_sum_bytes);
    if (size == 0)
        return 0;
    if (s.n_modules == 0)
        return bl_catalog_bad_record(catalog, BL_BLX_STRM, stream, BL_BLX_BAD_NUMBER, err);
    const struct bl_blx_module *first =
        bl_catalog_record(catalog, BL_BLX_MODS, s.first_module, err);
    if (!first)
        return BL_E_CONTAINER;
    if (bl_load_le64(first->references) < size)
        return bl_catalog_bad_record(catalog, BL_BLX_STRM, stream, BL_BLX_BAD_NUMBER, err);
    uint64_t offset = bl_load_le64(first->references) - size;
    const uint8_t *start = bl_catalog_bytes(catalog, BL_BLX_BODY, offset, size, err);
    if (!start)
        return BL_E_CONTAINER;
    uint32_t next = 0;
    for (const uint8_t *at = start; at < start + size && status >= 0;) {
        struct bl_stats_block block;
        if (!get_sum(&at, start + size, &next, &block))
            return bl_catalog_damage(catalog, BL_BLX_BODY, offset + (uint64_t)(at - start),
                                     BL_BLX_BAD_NUMBER, err);
        status = stats ? bl_stats_add_later(stats, &block) : BL_OK;
    }
    return status < 0 ? bl_fail(err, status, "no memory for sums of blocks") : 1;
}
