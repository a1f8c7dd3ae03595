/* rewrite/repack_check.c - whether what is written has the blocks and records of what was read
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/status.h"
#include "bitleap_codes.h"
#include "bitleap_repack.h"
#include "bitleap_walk.h"
#include "rewrite/positions.h"
#include "rewrite/rewriter.h"

#include <string.h>

/* One of the two streams. */
struct side {
    struct bl_walk *walk;
    struct bl_event event;
};

/* Go to the next event that counts: BLOCKINFO, definitions and HASH do not. */
static int next_event(struct side *s, struct bl_error *err)
{
    int rc;
    while ((rc = bl_walk_next(s->walk, &s->event, err)) > 0) {
        bool is_info = s->event.block->block_id == BL_BLOCK_BLOCKINFO;
        if (!is_info && s->event.kind != BL_EVENT_ABBREV && !bl_is_module_hash(&s->event))
            return rc;
    }
    return rc;
}

static bool is_same_record(const struct bl_record *a, const struct bl_record *b, uint32_t block_id)
{
    if (a->code != b->code || a->n_ops != b->n_ops || a->has_blob != b->has_blob)
        return false;
    if (a->has_blob && (a->blob.size != b->blob.size ||
                        (a->blob.size && memcmp(a->blob.data, b->blob.data, a->blob.size) != 0)))
        return false;
    return bl_holds_positions(block_id, a->code) || a->n_ops == 0 ||
           memcmp(a->ops, b->ops, a->n_ops * sizeof *a->ops) == 0;
}

static bool is_same(const struct bl_event *a, const struct bl_event *b)
{
    if (a->kind != b->kind || a->depth != b->depth || a->block->block_id != b->block->block_id)
        return false;
    return a->kind != BL_EVENT_RECORD || is_same_record(a->record, b->record, a->block->block_id);
}

static int compare(struct side *before, struct side *after, struct bl_error *err)
{
    for (;;) {
        int rc = next_event(before, err);
        int rc_after = rc >= 0 ? next_event(after, err) : rc;
        if (rc < 0 || rc_after < 0)
            return rc < 0 ? rc : rc_after;
        if (rc != rc_after || (rc > 0 && !is_same(&before->event, &after->event)))
            return bl_fail_at(err, BL_E_MISMATCH, "what is written has another record here",
                              rc > 0 ? before->event.bit_pos : 0);
        if (rc == 0)
            return BL_OK;
    }
}

static int compare_streams(const struct bl_stream *before, const struct bl_stream *after,
                           struct bl_error *err)
{
    struct side sides[2] = {{0}, {0}};
    int status = bl_walk_open(&sides[0].walk, before, 0, NULL, err);
    if (status == BL_OK)
        status = bl_walk_open(&sides[1].walk, after, 0, NULL, err);
    if (status == BL_OK)
        status = compare(&sides[0], &sides[1], err);
    bl_walk_close(sides[0].walk);
    bl_walk_close(sides[1].walk);
    return status;
}

int bl_repack_check(struct bl_rewrite *rewrite, struct bl_error *err)
{
    struct bl_view bytes;
    struct bl_stream stream;
    int status = bl_rewrite_join(rewrite, &bytes, err);
    if (status == BL_OK && !bl_rewrite_changes(rewrite))
        return BL_OK;
    if (status == BL_OK)
        status = bl_stream_locate(bytes, &stream, err);
    if (status == BL_OK)
        status = compare_streams(&rewrite->stream, &stream, err);
    return status == BL_OK ? bl_check_same_text(rewrite, err) : status;
}
