/* cmd/dumper.c - prints blocks, abbreviations and records, as text or JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "dump/dumper.h"

#include "base/array.h"
#include "base/text.h"
#include "dump/operands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool is_wanted(const struct dumper *d, uint32_t block_id, uint32_t role)
{
    const struct dumper_options *options = d->options;
    if (options->n_wanted == 0)
        return true;
    struct bl_view stated = bl_walk_block_name(d->walk, block_id);
    for (int i = 0; i < options->n_wanted; i++)
        if (is_wanted_block(&options->wanted[i], d->input->stream.kind, stated, role))
            return true;
    return false;
}

static bool push_level(struct dumper *d, uint32_t block_id, uint32_t role)
{
    if (!array_room(&d->levels, &d->cap_levels, d->n_levels))
        return false;
    d->levels[d->n_levels++] = (struct dumper_level){.block_id = block_id,
                                                     .role = role,
                                                     .heads_block = heads_block(&d->heads, role),
                                                     .is_wanted = is_wanted(d, block_id, role)};
    return true;
}

static const struct dumper_level *innermost(const struct dumper *d)
{
    return &d->levels[d->n_levels - 1];
}

/* A record to print. */
struct record {
    uint64_t bit_pos, end_pos;
    uint32_t code, abbrev_id;
    const uint64_t *ops;
    uint32_t n_ops;
    const uint64_t *wide_end;   /* put_operands()'s */
    uint32_t array_at;          /* or more than n_ops */
    const struct bl_view *blob; /* or NULL */
};

/* bl_ir_record_text_at(), remembered for most. */
static uint32_t stated_text_at(struct dumper *d, uint32_t code)
{
    const struct dumper_level *level = innermost(d);
    enum {
        UNKNOWN,
        NOWHERE,
        FROM_ZERO
    };
    if (d->input->stream.kind != BL_STREAM_LLVM_IR)
        return UINT32_MAX;
    if (level->heads_block == HEADS_BLOCKS || code >= DUMPER_CODES)
        return bl_ir_record_text_at(level->role, code);
    uint8_t *known = &d->text_at[level->heads_block][code];
    if (*known == UNKNOWN) {
        uint32_t at = bl_ir_record_text_at(level->role, code);
        *known = at < UINT8_MAX - FROM_ZERO ? (uint8_t)(at + FROM_ZERO) : NOWHERE;
    }
    return *known == NOWHERE ? UINT32_MAX : *known - (uint32_t)FROM_ZERO;
}

/* The number of the operand from which on a record is text: where the format says so, or where an
 * array begins; n_ops where what stands there is not printable. */
static uint32_t text_at(struct dumper *d, const struct record *rec)
{
    uint32_t at = stated_text_at(d, rec->code);
    if (at > rec->n_ops)
        at = rec->array_at < rec->n_ops ? rec->array_at : rec->n_ops;
    for (uint32_t i = at; i < rec->n_ops; i++)
        if (rec->ops[i] < 0x20 || rec->ops[i] > 0x7E)
            return rec->n_ops;
    return at;
}

static uint64_t blob_pos(const struct dumper *d, const struct bl_view *blob)
{
    return (uint64_t)(blob->data - d->input->stream.bytes.data) * 8;
}

enum {
    LINE_BYTES = HEAD_BYTES + (FEW_OPERANDS + OPERANDS_BEYOND) * OPERAND_BYTES
};
_Static_assert(LINE_BYTES <= (int)OUT_LEAST_BYTES, "there can be room for so much");

static inline __attribute__((always_inline)) void put_head_and_operands(struct dumper *d,
                                                                        const struct record *rec,
                                                                        make_head_fn *make,
                                                                        put_operand_fn *put)
{
    struct out *o = d->out;
    uint32_t block = innermost(d)->heads_block;
    const struct head *head = heads_find(heads_of(&d->heads, block), rec->code, rec->abbrev_id);
    if (__builtin_expect(!head, 0))
        head = heads_add(&d->heads, block, rec->code, rec->abbrev_id, make, d);
    if (__builtin_expect(!head || rec->n_ops > FEW_OPERANDS, 0)) {
        make(d, o, rec->code, rec->abbrev_id);
        out_operands(o, rec->ops, rec->n_ops, put);
        return;
    }
    char *p = kept_put(&head->kept, out_room(o, LINE_BYTES));
    out_until(o, put_operands(p, rec->ops, rec->n_ops, rec->wide_end, put));
}

/* ---- Text ---- */

static void begin_line(struct dumper *d, uint64_t bit_pos, uint32_t depth)
{
    struct out *o = d->out;
    out_colour(o, COLOUR_POSITION);
    out_u64_wide(o, bit_pos, 12);
    out_plain(o);
    out_spaces(o, 2 + 2 * (size_t)depth);
}

static void text_block(struct dumper *d, const struct bl_event *event)
{
    struct out *o = d->out;
    const struct bl_block *block = event->block;
    begin_line(d, event->bit_pos, event->depth);
    out_colour(o, COLOUR_NAME);
    bl_block_label_print(d->input->stream.kind, bl_walk_block_name(d->walk, block->block_id),
                         event->parent_id, innermost(d)->role, out_put, o);
    out_plain(o);
    out_printf(o, " block %" PRIu32 ", %" PRIu32 " words, ids of %" PRIu32 " bits\n",
               block->block_id, block->n_words, block->id_width);
}

static void put_abbrev_op(struct out *o, const struct bl_abbrev_op *op)
{
    switch ((enum bl_encoding)op->encoding) {
    case BL_ENC_LITERAL: out_u64(o, op->literal); break;
    case BL_ENC_FIXED: out_printf(o, "fixed%u", op->width); break;
    case BL_ENC_VBR: out_printf(o, "vbr%u", op->width); break;
    case BL_ENC_ARRAY: out_text(o, "array"); break;
    case BL_ENC_CHAR6: out_text(o, "char6"); break;
    case BL_ENC_BLOB: out_text(o, "blob"); break;
    }
}

static void put_abbrev_ops(struct out *o, const struct bl_event *event)
{
    for (uint32_t i = 0; i < event->n_abbrev_ops; i++) {
        if (i > 0)
            out_char(o, ' ');
        put_abbrev_op(o, &event->abbrev_ops[i]);
    }
}

static void text_abbrev(struct dumper *d, const struct bl_event *event)
{
    struct out *o = d->out;
    begin_line(d, event->bit_pos, event->depth);
    out_colour(o, COLOUR_DIM);
    /* In BLOCKINFO the id depends on the block that is described. */
    if (event->block->block_id == BL_BLOCKINFO_BLOCK)
        out_text(o, "abbreviation: ");
    else
        out_printf(o, "abbreviation %" PRIu32 ": ", event->abbrev_id);
    put_abbrev_ops(o, event);
    out_plain(o);
    out_char(o, '\n');
}

/* The name, and in brackets the code and the abbreviation. */
static void make_text_head(void *context, struct out *o, uint32_t code, uint32_t abbrev_id)
{
    const struct dumper *d = context;
    const struct dumper_level *level = innermost(d);
    o->colour = d->out->colour;
    out_colour(o, COLOUR_NAME);
    bl_record_label_print(d->input->stream.kind,
                          bl_walk_record_name(d->walk, level->block_id, code), level->role, code,
                          out_put, o);
    out_plain(o);
    out_colour(o, COLOUR_DIM);
    out_text(o, " (");
    out_u64(o, code);
    if (abbrev_id != BL_ABBREV_UNABBREV) {
        out_text(o, ", abbreviation ");
        out_u64(o, abbrev_id);
    }
    out_char(o, ')');
    out_plain(o);
}

/* A put_operand_fn: " V". */
static inline char *put_spaced(char *p, uint32_t number, uint64_t value)
{
    (void)number;
    *p = ' ';
    return put_decimal(p + 1, value);
}

/* The text of the operands from AT on. */
static void put_text(struct out *o, const struct record *rec, uint32_t at)
{
    out_colour(o, COLOUR_STRING);
    out_text(o, " \"");
    for (uint32_t i = at; i < rec->n_ops; i++)
        out_char(o, (char)rec->ops[i]);
    out_char(o, '"');
    out_plain(o);
}

static void put_blob(struct dumper *d, const struct bl_view *blob)
{
    struct out *o = d->out;
    out_printf(o, " blob of %zu bytes at %" PRIu64, blob->size, blob_pos(d, blob));
    if (blob->size && (d->options->blobs || is_printable(*blob))) {
        out_text(o, ": ");
        out_colour(o, COLOUR_STRING);
        out_char(o, '"');
        out_escaped(o, *blob);
        out_char(o, '"');
        out_plain(o);
    }
}

static void text_record(struct dumper *d, const struct record *rec)
{
    struct out *o = d->out;
    begin_line(d, rec->bit_pos, d->n_around + d->n_levels);
    put_head_and_operands(d, rec, make_text_head, put_spaced);
    uint32_t text = text_at(d, rec);
    if (text < rec->n_ops)
        put_text(o, rec, text);
    if (rec->blob)
        put_blob(d, rec->blob);
    out_char(o, '\n');
}

/* ---- JSON ---- */

static void json_block(struct dumper *d, const struct bl_event *event)
{
    struct out *o = d->out;
    struct text name = {0};
    bl_block_label_print(d->input->stream.kind, bl_walk_block_name(d->walk, event->block->block_id),
                         event->parent_id, innermost(d)->role, text_put, &name);
    json_begin(o, "block");
    json_text(o, "file", d->input->path);
    json_u64(o, "depth", event->depth + 1);
    json_u64(o, "id", event->block->block_id);
    json_take_text(o, "name", &name);
    json_u64(o, "bit_pos", event->bit_pos);
    json_u64(o, "body_pos", event->block->body_pos);
    json_u64(o, "id_width", event->block->id_width);
    json_u64(o, "words", event->block->n_words);
    json_end(o);
    free(name.data);
}

static void json_abbrev(struct dumper *d, const struct bl_event *event)
{
    struct out *o = d->out;
    json_begin(o, "abbreviation");
    json_text(o, "file", d->input->path);
    json_u64(o, "block", event->block->block_id);
    json_u64(o, "bit_pos", event->bit_pos);
    if (event->block->block_id != BL_BLOCKINFO_BLOCK)
        json_u64(o, "abbrev", event->abbrev_id);
    json_key(o, "operands");
    out_char(o, '"');
    put_abbrev_ops(o, event);
    out_char(o, '"');
    json_end(o);
}

/* Up to the list of operands. */
static void make_json_head(void *context, struct out *o, uint32_t code, uint32_t abbrev_id)
{
    const struct dumper *d = context;
    const struct dumper_level *level = innermost(d);
    struct text name = {0};
    bl_record_label_print(d->input->stream.kind,
                          bl_walk_record_name(d->walk, level->block_id, code), level->role, code,
                          text_put, &name);
    json_u64(o, "code", code);
    json_take_text(o, "name", &name);
    json_u64(o, "abbrev", abbrev_id);
    json_key(o, "ops");
    free(name.data);
}

/* A put_operand_fn: the element of a list. */
static inline char *put_listed(char *p, uint32_t number, uint64_t value)
{
    *p = number == 0 ? '[' : ',';
    return put_decimal(p + 1, value);
}

static void json_text_operands(struct dumper *d, const struct record *rec)
{
    struct out *o = d->out;
    uint32_t at = text_at(d, rec);
    if (at == rec->n_ops)
        return;
    json_key(o, "text");
    out_char(o, '"');
    for (; at < rec->n_ops; at++) {
        if (rec->ops[at] == '"' || rec->ops[at] == '\\')
            out_char(o, '\\');
        out_char(o, (char)rec->ops[at]);
    }
    out_char(o, '"');
}

static void json_blob(struct dumper *d, const struct bl_view *blob)
{
    struct out *o = d->out;
    json_u64(o, "blob_pos", blob_pos(d, blob));
    json_u64(o, "blob_bytes", blob->size);
    if (d->options->blobs || is_printable(*blob)) {
        json_view(o, "blob", *blob);
    }
}

static void json_record(struct dumper *d, const struct record *rec)
{
    struct out *o = d->out;
    out_bytes(o, d->line_begin, d->line_begin_size);
    out_u64(o, innermost(d)->block_id);
    json_u64(o, "bit_pos", rec->bit_pos);
    json_u64(o, "bits", rec->end_pos - rec->bit_pos);
    put_head_and_operands(d, rec, make_json_head, put_listed);
    out_text(o, rec->n_ops ? "]" : "[]");
    json_text_operands(d, rec);
    if (rec->blob)
        json_blob(d, rec->blob);
    json_end(o);
}

/* What is the same at the beginning of all records' lines. */
static bool make_line_begin(struct dumper *d)
{
    struct out o;
    if (!out_init_memory(&o, OUT_LEAST_BYTES, SIZE_MAX / 2, false))
        return false;
    json_begin(&o, "record");
    json_text(&o, "file", d->input->path);
    json_key(&o, "block");
    d->line_begin = o.data;
    d->line_begin_size = o.n;
    return !o.failed;
}

/* ---- Walking ---- */

/* Whether the entry covers the bit that --at names. A block's own bits are its header. */
static bool covers(struct dumper *d, const struct bl_event *event)
{
    if (!d->options->has_at)
        return true;
    bool hit = event->bit_pos <= d->options->at && d->options->at < event->end_pos;
    d->found |= hit;
    return hit;
}

/* FIRST_CODE is that of the first record, if that comes first. */
static uint32_t role_of(const struct dumper *d, const struct bl_event *event, uint32_t first_code)
{
    uint32_t id = event->block->block_id;
    if (d->input->stream.kind != BL_STREAM_LLVM_IR)
        return id;
    return bl_ir_block_role(event->parent_id, id, first_code);
}

/* Of the block that the walk has just entered. */
static uint32_t peek_first_code(const struct dumper *d, uint32_t block_id)
{
    uint32_t code = UINT32_MAX;
    if (block_id == (BL_TYPE_BLOCK_OLD & 0xFF))
        (void)bl_walk_peek_code(d->walk, &code);
    return code;
}

static bool begin_block(struct dumper *d, const struct bl_event *event, uint32_t first_code)
{
    if (!push_level(d, event->block->block_id, role_of(d, event, first_code)))
        return false;
    if (!innermost(d)->is_wanted || !covers(d, event))
        return true;
    if (d->options->json)
        json_block(d, event);
    else
        text_block(d, event);
    return true;
}

/* A block around that is not begun in this walk: its role has to be known without
 * looking into it. */
static bool push_unbegun(struct dumper *d, uint32_t block_id)
{
    bool is_ambiguous =
        block_id == (BL_TYPE_BLOCK_OLD & 0xFF) || block_id == (BL_TYPE_SYMTAB_BLOCK_OLD & 0xFF);
    d->is_lost |= is_ambiguous && d->input->stream.kind == BL_STREAM_LLVM_IR;
    return push_level(d, block_id, block_id);
}

static bool end_block(struct dumper *d, uint32_t parent_id)
{
    if (--d->n_levels > 0 || d->n_around == 0)
        return true;
    d->n_around--;
    return push_unbegun(d, parent_id);
}

static void put_record(struct dumper *d, const struct record *rec)
{
    if (d->options->json)
        json_record(d, rec);
    else
        text_record(d, rec);
}

static void put_event_record(struct dumper *d, const struct bl_record *rec)
{
    put_record(d, &(struct record){.bit_pos = rec->bit_pos,
                                   .end_pos = rec->end_pos,
                                   .code = rec->code,
                                   .abbrev_id = rec->abbrev_id,
                                   .ops = rec->ops,
                                   .n_ops = rec->n_ops,
                                   .wide_end = rec->ops,
                                   .array_at = rec->array_at,
                                   .blob = rec->has_blob ? &rec->blob : NULL});
}

/* Entry I of the batch is a block that begins. */
static bool begin_batch_block(struct dumper *d, uint32_t i)
{
    const struct bl_batch_record *rec = &d->batch.records[i];
    const uint64_t *ops = d->batch.ops + rec->first_op;
    const struct bl_block block = {.block_id = rec->code,
                                   .id_width = (uint32_t)ops[0],
                                   .n_words = (uint32_t)ops[1],
                                   .bit_pos = rec->bit_pos,
                                   .body_pos = rec[1].bit_pos};
    const struct bl_event event = {.kind = BL_EVENT_BLOCK,
                                   .depth = d->n_around + d->n_levels,
                                   .bit_pos = rec->bit_pos,
                                   .end_pos = rec[1].bit_pos,
                                   .block = &block,
                                   .parent_id = innermost(d)->block_id};
    bool is_last = i + 1 == d->batch.n_records;
    uint32_t first_code = is_last                                  ? peek_first_code(d, rec->code)
                          : rec[1].abbrev_id >= BL_ABBREV_UNABBREV ? rec[1].code
                                                                   : UINT32_MAX;
    return begin_block(d, &event, first_code);
}

static bool put_batch(struct dumper *d)
{
    const struct bl_batch *batch = &d->batch;
    const uint64_t *wide_end = wide_end_of(batch->ops, batch->records[batch->n_records].first_op);
    bool good = true;
    for (uint32_t i = 0; good && i < batch->n_records; i++) {
        const struct bl_batch_record *rec = &batch->records[i];
        const uint64_t *ops = batch->ops + rec->first_op;
        if (rec->abbrev_id == BL_ABBREV_ENTER_SUBBLOCK)
            good = begin_batch_block(d, i);
        else if (rec->abbrev_id == BL_ABBREV_END_BLOCK)
            good = end_block(d, (uint32_t)ops[0]);
        else if (innermost(d)->is_wanted)
            put_record(d, &(struct record){.bit_pos = rec->bit_pos,
                                           .end_pos = rec[1].bit_pos,
                                           .code = rec->code,
                                           .abbrev_id = rec->abbrev_id,
                                           .ops = ops,
                                           .n_ops = rec[1].first_op - rec->first_op,
                                           .wide_end = wide_end,
                                           .array_at = rec->array_at});
    }
    return good;
}

/* The same of a block that began before the walk. False: an abbreviation would have to be known. */
static bool read_first_code(const struct dumper *d, const struct bl_block *block, uint32_t *code)
{
    enum {
        CODE_WIDTH = 6
    };
    uint64_t abbrev_id, value;
    struct bl_bits bits = bl_bits_over(d->input->stream.bytes, d->input->stream.cpu);
    uint64_t pos = bl_bits_read_fixed_run(&bits, block->body_pos, block->id_width, &abbrev_id, 1);
    (void)bl_bits_read_vbr_run(&bits, pos, CODE_WIDTH, &value, 1);
    *code = abbrev_id == BL_ABBREV_UNABBREV ? (uint32_t)value : UINT32_MAX;
    return abbrev_id <= BL_ABBREV_UNABBREV;
}

/* What is around the first entry. */
static bool begin_inside(struct dumper *d, const struct bl_event *event)
{
    uint32_t depth = event->depth + (event->kind == BL_EVENT_BLOCK_END);
    uint32_t first_code = UINT32_MAX;
    d->is_begun = true;
    if (depth == 0)
        return true;
    d->n_around = depth - 1;
    if (event->kind == BL_EVENT_BLOCK)
        return push_unbegun(d, event->parent_id);
    if (d->input->stream.kind == BL_STREAM_LLVM_IR &&
        event->block->block_id == (BL_TYPE_BLOCK_OLD & 0xFF))
        d->is_lost |= !read_first_code(d, event->block, &first_code);
    return push_level(d, event->block->block_id, role_of(d, event, first_code));
}

static bool put_event(struct dumper *d, const struct bl_event *event)
{
    if (!d->is_begun && !begin_inside(d, event))
        return false;
    heads_use(&d->heads, bl_walk_names(d->walk));
    if (event->kind == BL_EVENT_BLOCK)
        return begin_block(d, event, peek_first_code(d, event->block->block_id));
    if (event->kind == BL_EVENT_BLOCK_END) {
        (void)covers(d, event);
        return end_block(d, event->parent_id);
    }
    if (!innermost(d)->is_wanted || !covers(d, event))
        return true;
    if (event->kind == BL_EVENT_RECORD)
        put_event_record(d, event->record);
    else if (d->options->json)
        json_abbrev(d, event);
    else
        text_abbrev(d, event);
    return true;
}

/* One step: an event or a batch of records. As bl_walk_next(). */
static int step(struct dumper *d, struct bl_error *err)
{
    bool takes_batches = d->n_levels > 0 && !d->options->has_at;
    int rc = takes_batches ? bl_walk_read_batch(d->walk, &d->batch, err) : 0;
    bool good = rc <= 0 || put_batch(d);
    if (rc == 0) {
        struct bl_event event;
        rc = bl_walk_next(d->walk, &event, err);
        good = rc <= 0 || put_event(d, &event);
    }
    if (good)
        return rc;
    *err = (struct bl_error){.status = BL_E_NOMEM, .what = "no memory"};
    return BL_E_NOMEM;
}

int dumper_walk(struct dumper *d, struct bl_walk *walk, struct out *out, struct bl_error *err)
{
    d->out = out;
    d->walk = walk;
    d->n_levels = 0;
    d->n_around = 0;
    d->is_begun = false;
    d->is_lost = false;
    heads_begin(&d->heads, bl_walk_names(walk));
    return dumper_go_on(d, err);
}

int dumper_go_on(struct dumper *d, struct bl_error *err)
{
    int rc = 1;
    while (rc > 0 && !d->found && !d->is_lost && !out_is_full(d->out))
        rc = step(d, err);
    return rc < 0 ? rc : 0;
}

bool dumper_init(struct dumper *d, const struct dumper_options *options, const struct input *input)
{
    *d = (struct dumper){.options = options, .input = input};
    return !options->json || make_line_begin(d);
}

void dumper_release(struct dumper *d)
{
    free(d->levels);
    free(d->line_begin);
    heads_release(&d->heads);
    bl_batch_release(&d->batch);
}
