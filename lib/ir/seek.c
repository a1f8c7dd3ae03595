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
            return rc > 0 ? bl_cursor_doubt(c) : rc;
        rc = bl_cursor_next(c, &entry);
        if (rc <= 0)
            return rc;
        if (entry.kind == BL_ENTRY_RECORD) {
            *bit_pos = entry.bit_pos;
            c->pending = 0;
            rc = bl_record_skip(c, code);
            return rc > 0 ? bl_cursor_doubt(c) : rc;
        }
    }
}

int bl_seek_read(struct bl_cursor *c, uint64_t bit_pos, struct bl_record *rec, struct bl_error *err)
{
    if (bit_pos < c->block.body_pos || bit_pos >= c->bits.end)
        return bl_fail_at(err, BL_E_MALFORMED, "no record at this place", bit_pos);
    c->bits.pos = bit_pos;
    c->pending = 0;
    c->status = BL_OK;
    int rc = bl_record_next(c, rec);
    if (rc == 0)
        return bl_fail_at(err, BL_E_MALFORMED, "no record at this place", bit_pos);
    if (rc < 0)
        bl_cursor_error(c, err);
    c->status = BL_OK;
    return rc;
}

int bl_seek_entry(struct bl_cursor *cursor, struct bl_entry *entry, uint32_t *code)
{
    entry->kind = BL_ENTRY_RECORD;
    int rc = bl_record_skip_next(cursor, code);
    if (rc != 0 || (rc = bl_cursor_next(cursor, entry)) <= 0)
        return rc;
    /* After a block the next record is announced, too. */
    return entry->kind == BL_ENTRY_RECORD ? bl_record_skip(cursor, code) : rc;
}
