/* tables/table_blocks.c - blocks and records of streams of any kind
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "tables/table.h"

#include "base/grow.h"

/* ---- Blocks ---- */

enum {
    B_NAME,
    B_BYTES,
};

struct block_state {
    struct bl_index *index; /* all of it */
    uint32_t at, depth;
    int status;
    struct bl_error err;
    struct bl_index_entry entry;
};

static const struct bl_sql_column block_columns[] = {
    BL_SQL_FILE_COLUMN,
    {"block", BL_SQL_INTEGER, "number of the block in its stream, in order",
     BL_SQL_FIELD(block_state, at)},
    {"parent", BL_SQL_NUMBER, "number of the block around it; NULL at the top level",
     BL_SQL_FIELD(block_state, entry.parent)},
    {"depth", BL_SQL_INTEGER, "number of blocks around it", BL_SQL_FIELD(block_state, depth)},
    {"id", BL_SQL_INTEGER, "block id", BL_SQL_FIELD(block_state, entry.block.block_id)},
    {"name", BL_SQL_TEXT, "name of the block id, as LLVM or BLOCKINFO has it", .id = B_NAME},
    {"bit_pos", BL_SQL_INTEGER, "where its ENTER_SUBBLOCK begins", .unit = "bit",
     BL_SQL_FIELD(block_state, entry.block.bit_pos)},
    {"body_pos", BL_SQL_INTEGER, "where its body begins", .unit = "bit",
     BL_SQL_FIELD(block_state, entry.block.body_pos)},
    {"id_width", BL_SQL_INTEGER, "width of abbreviation ids in it", .unit = "bit",
     BL_SQL_FIELD(block_state, entry.block.id_width)},
    {"words", BL_SQL_INTEGER, "length of its body in words of 32 bits", .unit = "word",
     BL_SQL_FIELD(block_state, entry.block.n_words)},
    {"bytes", BL_SQL_INTEGER, "length of its body", .unit = "byte", .id = B_BYTES},
    {"records", BL_SQL_INTEGER, "number of records directly in it",
     BL_SQL_FIELD(block_state, entry.n_records)},
    {"blocks", BL_SQL_INTEGER, "number of blocks directly in it",
     BL_SQL_FIELD(block_state, entry.n_children)},
    {"damaged", BL_SQL_BOOL, "whether an error was met in it",
     BL_SQL_FIELD(block_state, entry.damaged)},
};

static int begin_blocks(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct block_state *s = c->state;
    uint64_t end;
    int rc = bl_index_open(&s->index, &c->stream, err);
    if (rc < 0)
        return rc;
    s->at = BL_NONE;
    s->depth = 0;
    s->status = bl_index_expand(s->index, BL_NONE, UINT32_MAX, &s->err);
    if (s->status == BL_OK)
        s->status = bl_index_end(s->index, &end, &s->err);
    return s->status == BL_E_NOMEM ? s->status : BL_OK;
}

static void end_blocks(struct bl_sql_cursor *c)
{
    struct block_state *s = c->state;
    bl_index_close(s->index);
    s->index = NULL;
}

static int next_block(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct block_state *s = c->state;
    s->at = bl_index_next(s->index, s->at, UINT32_MAX, &s->depth);
    if (s->at == BL_NONE) {
        *err = s->err;
        return s->status;
    }
    s->entry = bl_index_get(s->index, s->at);
    c->key = s->entry.block.bit_pos;
    return 1;
}

static uint32_t id_of(const struct bl_index *index, uint32_t block)
{
    return block == BL_NONE ? BL_NONE : bl_index_get(index, block).block.block_id;
}

static void block_column(struct bl_sql_cursor *c, uint32_t id, struct bl_sql_cell *cell)
{
    const struct block_state *s = c->state;
    const struct bl_index_entry *entry = &s->entry;
    if (id == B_BYTES) {
        bl_sql_set_integer(cell, (uint64_t)entry->block.n_words * 4);
        return;
    }
    c->text.size = 0;
    bl_block_label_print(c->stream.kind, bl_index_block_name(s->index, s->at),
                         id_of(s->index, entry->parent), entry->block.block_id, bl_sql_text_put,
                         &c->text);
    bl_sql_set_text(c, cell);
}

const struct bl_sql_table bl_sql_blocks = {
    .name = "bitcode_blocks",
    .summary = "blocks of streams of any kind",
    BL_SQL_COLUMNS(block_columns),
    .unit = BL_SQL_STREAMS,
    .state_size = sizeof(struct block_state),
    .rows_per_kb = 4,
    .begin = begin_blocks,
    .next = next_block,
    .column = block_column,
    .end_unit = end_blocks,
};

/* ---- Records ---- */

enum {
    R_NAME,
    R_OPS,
};

/* A block around the record. */
struct level {
    uint64_t bit_pos;
    uint32_t block_id, role; /* role: after its first record */
    bool has_role;
};

struct record_state {
    struct bl_walk *walk;
    struct bl_batch batch;
    uint32_t at; /* in the batch: of the next entry */
    struct level *levels;
    uint32_t depth, cap_levels;
    /* The row: */
    uint64_t bit_pos, bits, block_pos;
    uint32_t block, code, abbrev_id;
    const uint64_t *ops;
    uint32_t n_ops;
    bool has_blob;
    uint64_t blob_bytes;
};

static const struct bl_sql_column record_columns[] = {
    BL_SQL_FILE_COLUMN,
    {"bit_pos", BL_SQL_INTEGER, "where the record or block begins in its stream", .unit = "bit",
     BL_SQL_FIELD(record_state, bit_pos)},
    {"bits", BL_SQL_INTEGER, "size of the record", .unit = "bit", BL_SQL_FIELD(record_state, bits)},
    {"block", BL_SQL_NUMBER, "block id of the block that it is in; NULL at the top level",
     BL_SQL_FIELD(record_state, block)},
    {"block_pos", BL_SQL_INTEGER, "where that block begins", .unit = "bit",
     BL_SQL_FIELD(record_state, block_pos)},
    {"depth", BL_SQL_INTEGER, "number of blocks around it", BL_SQL_FIELD(record_state, depth)},
    {"code", BL_SQL_INTEGER, "number of the record code", BL_SQL_FIELD(record_state, code)},
    {"name", BL_SQL_TEXT, "name of the record code in that block", .id = R_NAME},
    {"abbrev", BL_SQL_INTEGER, "abbreviation id; 3 is UNABBREV_RECORD",
     BL_SQL_FIELD(record_state, abbrev_id)},
    {"n_ops", BL_SQL_INTEGER, "number of operands", .need = BL_SQL_NEED_OPERANDS,
     BL_SQL_FIELD(record_state, n_ops)},
    {"ops", BL_SQL_NUMBERS, "operands", .need = BL_SQL_NEED_OPERANDS, .id = R_OPS},
    {"blob_bytes", BL_SQL_INTEGER, "size of its blob; NULL if it has none", .unit = "byte",
     .need = BL_SQL_NEED_OPERANDS, BL_SQL_OPTIONAL(record_state, blob_bytes, has_blob)},
};

static unsigned walk_flags(const struct bl_sql_cursor *c)
{
    return BL_WALK_RECOVER | (c->filter.needs & BL_SQL_NEED_OPERANDS ? 0 : BL_WALK_SKIP);
}

static int begin_records(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct record_state *s = c->state;
    s->depth = s->at = 0;
    s->batch.n_records = 0;
    return bl_walk_open(&s->walk, &c->stream, walk_flags(c), NULL, err);
}

static void end_records(struct bl_sql_cursor *c)
{
    struct record_state *s = c->state;
    bl_walk_close(s->walk);
    s->walk = NULL;
}

static void release_records(struct bl_sql_cursor *c)
{
    struct record_state *s = c->state;
    bl_batch_release(&s->batch);
    bl_drop(s->levels);
}

static int enter(struct record_state *s, const struct bl_event *event, struct bl_error *err)
{
    if (event->depth >= s->cap_levels &&
        bl_grow(&s->levels, &s->cap_levels, event->depth + UINT64_C(1)) < 0) {
        *err = (struct bl_error){.status = BL_E_NOMEM, .what = "no memory for blocks"};
        return BL_E_NOMEM;
    }
    s->levels[event->depth] = (struct level){.bit_pos = event->block->bit_pos,
                                             .block_id = event->block->block_id,
                                             .role = event->block->block_id};
    s->depth = event->depth + 1;
    return BL_OK;
}

/* The record is the next row. A block that had another meaning once is known by its first one. */
static int set_row(struct bl_sql_cursor *c, struct record_state *s)
{
    struct level *level = s->depth > 0 ? &s->levels[s->depth - 1] : NULL;
    c->key = s->bit_pos;
    s->block = level ? level->block_id : BL_NONE;
    s->block_pos = level ? level->bit_pos : 0;
    if (!level || level->has_role)
        return 1;
    level->has_role = true;
    uint32_t parent = s->depth > 1 ? s->levels[s->depth - 2].block_id : BL_NONE;
    level->role = bl_ir_block_role(parent, level->block_id, s->code);
    return 1;
}

static void take_batched(struct record_state *s)
{
    const struct bl_batch_record *rec = &s->batch.records[s->at++];
    s->bit_pos = rec->bit_pos;
    s->bits = rec[1].bit_pos - rec->bit_pos;
    s->code = rec->code;
    s->abbrev_id = rec->abbrev_id;
    s->ops = s->batch.ops + rec->first_op;
    s->n_ops = rec[1].first_op - rec->first_op;
    s->has_blob = false;
}

static void take_event(struct record_state *s, const struct bl_event *event)
{
    const struct bl_record *rec = event->record;
    s->bit_pos = event->bit_pos;
    s->bits = event->end_pos - event->bit_pos;
    s->code = event->code;
    s->abbrev_id = event->abbrev_id;
    s->ops = rec ? rec->ops : NULL;
    s->n_ops = rec ? rec->n_ops : 0;
    s->has_blob = rec && rec->has_blob;
    s->blob_bytes = s->has_blob ? rec->blob.size : 0;
}

static int next_record(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct record_state *s = c->state;
    struct bl_event event;
    for (;;) {
        if (s->at < s->batch.n_records) {
            take_batched(s);
            return set_row(c, s);
        }
        s->at = s->batch.n_records = 0;
        int rc = s->depth > 0 ? bl_walk_read_batch(s->walk, &s->batch, err) : 0;
        if (rc > 0)
            continue;
        if (rc == 0)
            rc = bl_walk_next(s->walk, &event, err);
        if (rc == 0 || rc == BL_E_NOMEM)
            return rc;
        if (rc < 0) {
            bl_sql_cursor_note(c, err);
        } else if (event.kind == BL_EVENT_RECORD) {
            take_event(s, &event);
            return set_row(c, s);
        } else if (event.kind == BL_EVENT_BLOCK && (rc = enter(s, &event, err)) < 0) {
            return rc;
        } else if (event.kind == BL_EVENT_BLOCK_END) {
            s->depth = event.depth;
        }
    }
}

static void record_column(struct bl_sql_cursor *c, uint32_t id, struct bl_sql_cell *cell)
{
    const struct record_state *s = c->state;
    uint32_t role = s->depth > 0 ? s->levels[s->depth - 1].role : BL_NONE;
    if (id == R_OPS) {
        bl_sql_set_numbers(cell, s->ops, s->n_ops);
        return;
    }
    struct bl_view stated = bl_walk_record_name(s->walk, s->block, s->code);
    c->text.size = 0;
    bl_record_label_print(c->stream.kind, stated, role, s->code, bl_sql_text_put, &c->text);
    bl_sql_set_text(c, cell);
}

const struct bl_sql_table bl_sql_records = {
    .name = "bitcode_records",
    .summary = "records of streams of any kind",
    BL_SQL_COLUMNS(record_columns),
    .unit = BL_SQL_STREAMS,
    .state_size = sizeof(struct record_state),
    .rows_per_kb = 200,
    .begin = begin_records,
    .next = next_record,
    .column = record_column,
    .end_unit = end_records,
    .end = release_records,
};
