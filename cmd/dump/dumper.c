/* dump/dumper.c - gives the entries of a walk to a printer
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "dump/dumper.h"

#include "base/array.h"

enum {
    TYPE_ID_OLD = BL_BLOCK_TYPE_OLD & 0xFF,
    TYPE_SYMTAB_ID_OLD = BL_BLOCK_TYPE_SYMTAB_OLD & 0xFF
};

/* ---- Levels ---- */

static void push_level(struct dumper *d, struct dump_level level)
{
    level.prefix_block = line_prefixes_block(&d->prefixes, level.role);
    array_add(&d->levels, &d->n_levels, &d->cap_levels, level);
    d->printer->open_level(d, innermost_level(d));
}

/* A block around that does not begin in this walk: its role has to be known without a look into
 * it. */
static void push_unbegun(struct dumper *d, uint32_t block_id)
{
    d->is_lost |= d->by_role && (block_id == TYPE_ID_OLD || block_id == TYPE_SYMTAB_ID_OLD);
    push_level(d, (struct dump_level){.block_id = block_id, .role = block_id});
}

/* FIRST_CODE is that of the first record, if that comes first. */
static void push_block(struct dumper *d, const struct bl_event *event, uint32_t first_code,
                       bool is_begun)
{
    uint32_t id = event->block->block_id;
    uint32_t role = d->by_role ? bl_ir_block_role(event->parent_id, id, first_code) : id;
    push_level(d, (struct dump_level){.block_id = id,
                                      .role = role,
                                      .is_begun = is_begun,
                                      .body_pos = event->block->body_pos});
    if (is_begun)
        d->printer->begin_block(d, event);
}

static void end_level(struct dumper *d, uint32_t parent_id, uint64_t bit_pos, uint64_t end_pos)
{
    struct dump_level ended = d->levels[--d->n_levels];
    if (d->n_levels == 0 && d->n_around > 0) {
        d->n_around--;
        push_unbegun(d, parent_id);
    }
    d->printer->end_block(d, &ended, bit_pos, end_pos);
    free(ended.stated);
}

/* First record codes matter for one block only. Of the block that the walk has just entered: */
static uint32_t peek_first_code(const struct dumper *d, uint32_t block_id)
{
    uint32_t code = UINT32_MAX;
    if (d->by_role && block_id == TYPE_ID_OLD)
        (void)bl_walk_peek_code(d->walk, &code);
    return code;
}

/* The same of a block that began before the walk. False: an abbreviation would have to be known. */
static bool read_first_code(const struct dumper *d, const struct bl_block *block, uint32_t *code)
{
    enum {
        CODE_WIDTH = 6
    };
    uint64_t abbrev_id, value;
    struct bl_bits bits = bl_bits_over(d->stream->bytes, d->stream->cpu);
    uint64_t pos = bl_bits_read_fixed_run(&bits, block->body_pos, block->id_width, &abbrev_id, 1);
    (void)bl_bits_read_vbr_run(&bits, pos, CODE_WIDTH, &value, 1);
    *code = abbrev_id == BL_ABBREV_UNABBREV ? (uint32_t)value : UINT32_MAX;
    return abbrev_id <= BL_ABBREV_UNABBREV;
}

/* What is around the first entry, if that is in a block that began before the walk. */
static void begin_inside(struct dumper *d, const struct bl_event *event)
{
    uint32_t depth = event->depth + (event->kind == BL_EVENT_BLOCK_END);
    uint32_t first_code = UINT32_MAX;
    d->is_begun = true;
    if (depth == 0)
        return;
    d->n_around = depth - 1;
    if (event->kind == BL_EVENT_BLOCK) {
        push_unbegun(d, event->parent_id);
        return;
    }
    if (d->by_role && event->block->block_id == TYPE_ID_OLD)
        d->is_lost |= !read_first_code(d, event->block, &first_code);
    push_block(d, event, first_code, false);
}

/* ---- Entries ---- */

/* Entry I of the batch is a block that begins. */
static void begin_batch_block(struct dumper *d, uint32_t i)
{
    const struct bl_batch_record *rec = &d->batch.records[i];
    const uint64_t *ops = d->batch.ops + rec->first_op;
    const struct bl_block block = {.block_id = rec->code,
                                   .id_width = (uint32_t)ops[0],
                                   .n_words = (uint32_t)ops[1],
                                   .bit_pos = rec->bit_pos,
                                   .body_pos = rec[1].bit_pos};
    const struct bl_event event = {.kind = BL_EVENT_BLOCK,
                                   .depth = dumper_depth(d),
                                   .bit_pos = rec->bit_pos,
                                   .end_pos = rec[1].bit_pos,
                                   .block = &block,
                                   .parent_id = innermost_level(d)->block_id,
                                   .header_pos = ops[2]};
    bool is_last = i + 1 == d->batch.n_records;
    uint32_t first_code = is_last                                  ? peek_first_code(d, rec->code)
                          : rec[1].abbrev_id >= BL_ABBREV_UNABBREV ? rec[1].code
                                                                   : UINT32_MAX;
    push_block(d, &event, first_code, true);
}

static void put_batch(struct dumper *d)
{
    const struct bl_batch *batch = &d->batch;
    for (uint32_t i = 0; (i = d->printer->records(d, batch, i)) < batch->n_records; i++) {
        const struct bl_batch_record *rec = &batch->records[i];
        if (rec->abbrev_id == BL_ABBREV_ENTER_SUBBLOCK)
            begin_batch_block(d, i);
        else
            end_level(d, (uint32_t)batch->ops[rec->first_op], rec->bit_pos, rec[1].bit_pos);
    }
}

/* A record that is an event: a batch of one. */
static void put_event_record(struct dumper *d, const struct bl_event *event)
{
    const struct bl_record *rec = event->record;
    const struct bl_batch_record records[] = {
        {.bit_pos = rec->bit_pos,
         .code = rec->code,
         .abbrev_id = rec->abbrev_id,
         .array_at = rec->has_array ? rec->array_at : BL_NONE},
        {.bit_pos = rec->end_pos, .first_op = rec->n_ops}};
    (void)d->printer->records(
        d, &(struct bl_batch){.records = records, .ops = rec->ops, .n_records = 1}, 0);
}

static void put_event(struct dumper *d, const struct bl_event *event)
{
    if (!d->is_begun)
        begin_inside(d, event);
    line_prefixes_use(&d->prefixes, bl_walk_names(d->walk));
    d->event = event;
    switch (event->kind) {
    case BL_EVENT_BLOCK:
        push_block(d, event, peek_first_code(d, event->block->block_id), true);
        break;
    case BL_EVENT_BLOCK_END: end_level(d, event->parent_id, event->bit_pos, event->end_pos); break;
    case BL_EVENT_RECORD: put_event_record(d, event); break;
    case BL_EVENT_ABBREV: d->printer->abbrev(d, event); break;
    }
    d->event = NULL;
}

/* One step: an event or a batch. As bl_walk_next(). */
static int step_walk(struct dumper *d, struct bl_error *err)
{
    bool takes_batches = d->n_levels > 0 && !innermost_level(d)->by_events;
    int rc = takes_batches ? bl_walk_read_batch(d->walk, &d->batch, err) : 0;
    if (rc > 0)
        put_batch(d);
    if (rc != 0)
        return rc;
    struct bl_event event;
    rc = bl_walk_next(d->walk, &event, err);
    if (rc > 0)
        put_event(d, &event);
    if (d->failure.status == BL_OK)
        return rc;
    *err = d->failure;
    return err->status;
}

int dumper_go_on(struct dumper *d, struct bl_error *err)
{
    int rc = 1;
    while (rc > 0 && !d->is_done && !d->is_lost && (d->counts || !out_is_full(d->out)))
        rc = step_walk(d, err);
    if (d->printer->end_walk)
        d->printer->end_walk(d, rc < 0 ? err : NULL);
    return rc < 0 ? rc : 0;
}

static void drop_levels(struct dumper *d)
{
    while (d->n_levels > 0)
        free(d->levels[--d->n_levels].stated);
}

int dumper_walk(struct dumper *d, struct bl_walk *walk, struct out *out, struct bl_error *err)
{
    drop_levels(d);
    d->n_around = 0;
    d->is_begun = d->is_lost = d->is_done = false;
    d->failure.status = BL_OK;
    d->out = out;
    d->walk = walk;
    line_prefixes_begin(&d->prefixes, bl_walk_names(walk));
    if (d->printer->begin_walk)
        d->printer->begin_walk(d);
    return dumper_go_on(d, err);
}

struct dumper *dumper_open(const struct dump_printer *printer, const struct bl_stream *stream,
                           size_t size)
{
    struct dumper *d = array_new(1, size);
    d->printer = printer;
    d->stream = stream;
    return d;
}

void dumper_close(struct dumper *d)
{
    if (!d)
        return;
    if (d->printer->release)
        d->printer->release(d);
    drop_levels(d);
    free(d->levels);
    line_prefixes_release(&d->prefixes);
    bl_batch_release(&d->batch);
    free(d);
}
