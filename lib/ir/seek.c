/* ir/seek.c - single records of a block, by their positions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/seek.h"

#include "base/status.h"
#include "stream/cursor.h"

int bl_seek_skip(struct bl_cursor *c, uint32_t *code, uint64_t *bit_pos)
{
    struct bl_entry entry;
    for (;;) {
        *bit_pos = c->bits.pos;
        int rc = bl_record_skip_next(c, code);
        if (rc != 0)
            return rc;
        rc = bl_cursor_next(c, &entry);
        if (rc <= 0)
            return rc;
        if (entry.kind == BL_ENTRY_RECORD) {
            *bit_pos = entry.bit_pos;
            c->pending = 0;
            return bl_record_skip(c, code);
        }
    }
}

int bl_seek_back(struct bl_cursor *c, uint64_t bit_pos, struct bl_record *rec)
{
    c->bits.pos = bit_pos;
    c->pending = 0;
    return bl_record_next(c, rec);
}

/* Where the last abbreviation of the block is defined. */
static uint64_t last_definition(struct bl_index *index, uint32_t block)
{
    struct bl_cursor cursor;
    struct bl_entry entry;
    uint64_t last = 0;
    if (bl_index_cursor(index, block, &cursor) < 0)
        return 0;
    while (bl_cursor_next(&cursor, &entry) > 0)
        if (entry.kind == BL_ENTRY_ABBREV)
            last = cursor.bits.pos;
    bl_cursor_release(&cursor);
    return last;
}

int bl_seek_open(struct bl_seek *seek, struct bl_index *index, uint32_t block, uint64_t defined_to,
                 struct bl_error *err)
{
    if (seek->is_open && seek->index == index && seek->block == block)
        return BL_OK;
    bl_seek_release(seek);
    int status = bl_index_cursor(index, block, &seek->cursor);
    if (status < 0)
        return bl_fail(err, status, "no such block");
    seek->is_open = true;
    seek->index = index;
    seek->block = block;
    seek->walked_to = seek->cursor.bits.pos;
    seek->defined_to = defined_to == UINT64_MAX ? last_definition(index, block) : defined_to;
    return BL_OK;
}

void bl_seek_release(struct bl_seek *seek)
{
    if (seek->is_open)
        bl_cursor_release(&seek->cursor);
    *seek = (struct bl_seek){0};
}

/* Take in the definitions before TARGET. */
static int walk_to(struct bl_seek *seek, uint64_t target)
{
    struct bl_cursor *c = &seek->cursor;
    struct bl_entry entry;
    if (seek->walked_to >= target)
        return BL_OK;
    c->bits.pos = seek->walked_to;
    c->pending = 0;
    while (seek->walked_to < target) {
        int rc = bl_cursor_next(c, &entry);
        if (rc <= 0)
            return rc;
        /* A definition is taken in at once, anything else when going on. */
        seek->walked_to = entry.kind == BL_ENTRY_ABBREV ? c->bits.pos : entry.bit_pos;
    }
    return BL_OK;
}

/* A failure must not stick: other records can still be read. */
static int give_up(struct bl_seek *seek, int rc, uint64_t bit_pos, struct bl_error *err)
{
    if (rc == 0) {
        rc = BL_E_ARGUMENT;
        bl_fail_at(err, rc, "no record at this place", bit_pos);
    } else {
        bl_cursor_error(&seek->cursor, err);
    }
    bl_index_path(seek->index, seek->block, err);
    seek->cursor.status = BL_OK;
    return rc;
}

int bl_seek_read(struct bl_seek *seek, uint64_t bit_pos, struct bl_record *rec,
                 struct bl_error *err)
{
    struct bl_cursor *c = &seek->cursor;
    if (bit_pos < c->block.body_pos || bit_pos >= c->bits.end)
        return give_up(seek, 0, bit_pos, err);
    int rc = walk_to(seek, bit_pos < seek->defined_to ? bit_pos : seek->defined_to);
    if (rc == BL_OK)
        rc = bl_seek_back(c, bit_pos, rec);
    return rc > 0 ? BL_OK : give_up(seek, rc, bit_pos, err);
}
