/* support/rewrite.c - a stream read and written again, record by record, with changes on the way
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/rewrite.h"

#include "support/build.h"

#include <stdlib.h>
#include <string.h>

struct rewriter {
    struct bl_writer *w;
    rewrite_fn *edit;
    void *context;
    uint64_t *ops;
    bool is_same;
};

static void write_as_is(struct bl_writer *w, const struct bl_record *rec)
{
    if (rec->abbrev_id == BL_ABBREV_UNABBREV)
        bl_writer_record(w, rec->code, rec->ops, rec->n_ops);
    else
        bl_writer_abbreviated(w, rec->abbrev_id, rec->code, rec->ops, rec->n_ops,
                              rec->has_blob ? &rec->blob : NULL);
}

static void write_record(struct rewriter *r, const struct bl_event *event)
{
    const struct bl_record *rec = event->record;
    struct rewrite_record edited = {.block_id = event->block->block_id,
                                    .abbrev_id = rec->abbrev_id,
                                    .code = rec->code,
                                    .ops = r->ops,
                                    .n_ops = rec->n_ops,
                                    .has_blob = rec->has_blob};
    if (event->block->block_id == BUILD_BLOCKINFO && rec->code == BUILD_SETBID && rec->n_ops > 0) {
        bl_writer_set_block(r->w, (uint32_t)rec->ops[0]);
        r->is_same = r->is_same && rec->abbrev_id == BL_ABBREV_UNABBREV && rec->n_ops == 1 &&
                     rec->ops[0] <= UINT32_MAX;
        return;
    }
    if (!r->edit || rec->n_ops > REWRITE_MAX_OPS) {
        write_as_is(r->w, rec);
        return;
    }
    if (rec->n_ops > 0)
        memcpy(r->ops, rec->ops, rec->n_ops * sizeof *r->ops);
    for (unsigned n = r->edit(r->context, &edited); n > 0; n--)
        if (edited.abbrev_id == BL_ABBREV_UNABBREV)
            bl_writer_record(r->w, edited.code, edited.ops, edited.n_ops);
        else
            write_as_is(r->w, rec);
}

static void write_event(struct rewriter *r, const struct bl_event *event)
{
    switch (event->kind) {
    case BL_EVENT_BLOCK:
        bl_writer_enter(r->w, event->block->block_id, event->block->id_width);
        break;
    case BL_EVENT_BLOCK_END: bl_writer_exit(r->w); break;
    case BL_EVENT_ABBREV: bl_writer_define(r->w, event->abbrev_ops, event->n_abbrev_ops); break;
    case BL_EVENT_RECORD: write_record(r, event); break;
    }
}

bool rewrite_stream(const struct bl_stream *stream, struct bl_writer *w, rewrite_fn *edit,
                    void *context)
{
    struct rewriter r = {.w = w, .edit = edit, .context = context, .is_same = true};
    struct bl_walk *walk;
    struct bl_event event;
    char magic[4];
    uint32_t depth = 0;
    int rc;
    r.ops = malloc(REWRITE_MAX_OPS * sizeof *r.ops);
    if (!r.ops || bl_walk_open(&walk, stream, 0, NULL, NULL) < 0)
        abort();
    memcpy(magic, stream->bytes.data, sizeof magic);
    bl_writer_magic(w, magic);
    while ((rc = bl_walk_next(walk, &event, NULL)) > 0) {
        write_event(&r, &event);
        depth = event.depth + (event.kind == BL_EVENT_BLOCK);
    }
    while (depth-- > 0)
        bl_writer_exit(w);
    bl_walk_close(walk);
    free(r.ops);
    return rc == 0 && r.is_same;
}

bool flip_operand(struct bl_rewrite *rewrite, const struct bl_stream *stream,
                  const struct flipped_operand *operand)
{
    struct bl_walk *walk;
    struct bl_event event;
    uint64_t ops[64];
    unsigned which = operand->which;
    bool is_there = false;
    if (bl_walk_open(&walk, stream, 0, NULL, NULL) < 0)
        return false;
    while (!is_there && bl_walk_next(walk, &event, NULL) > 0)
        is_there = event.kind == BL_EVENT_RECORD && event.block->block_id == operand->block_id &&
                   event.record->code == operand->code && which-- == 0;
    const struct bl_record *rec = is_there ? event.record : NULL;
    bool fits = rec && rec->n_ops <= sizeof ops / sizeof *ops && operand->op < rec->n_ops;
    if (fits) {
        memcpy(ops, rec->ops, rec->n_ops * sizeof *ops);
        ops[operand->op] ^= 1;
        struct bl_new_record record = {.code = rec->code, .ops = ops, .n_ops = rec->n_ops};
        fits = bl_rewrite_replace(rewrite, rec->bit_pos, &record, NULL) == BL_OK;
    }
    bl_walk_close(walk);
    return fits;
}
