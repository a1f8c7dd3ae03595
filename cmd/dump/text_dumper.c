/* dump/text_dumper.c - prints blocks, abbreviations and records, as text or JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "dump/text_dumper.h"

#include "base/text.h"
#include "dump/operands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    TABLED_CODES = 128
};

struct text_dumper {
    struct dumper base;
    const struct text_options *options;
    const struct input *input;
    char *line_begin; /* JSON: what is the same in the lines of all records; malloc'ed */
    size_t line_begin_size;
    uint8_t text_at[PREFIX_BLOCKS][TABLED_CODES]; /* stated_text_at()'s */
};

static struct text_dumper *text_dumper_of(struct dumper *d)
{
    return (struct text_dumper *)d;
}

/* A record to print. */
struct record {
    const struct bl_batch_record *rec; /* the next one tells where it ends */
    const uint64_t *ops;
    uint32_t n_ops;
    const uint64_t *wide_end;   /* put_operands()'s */
    const struct bl_view *blob; /* or NULL */
};

/* bl_ir_record_text_at(), kept in a table for most. */
static uint32_t stated_text_at(struct text_dumper *t, uint32_t code)
{
    const struct dump_level *level = innermost_level(&t->base);
    enum {
        UNKNOWN,
        NOWHERE,
        FROM_ZERO
    };
    if (!t->base.by_role)
        return UINT32_MAX;
    if (level->prefix_block == PREFIX_BLOCKS || code >= TABLED_CODES)
        return bl_ir_record_text_at(level->role, code);
    uint8_t *known = &t->text_at[level->prefix_block][code];
    if (*known == UNKNOWN) {
        uint32_t at = bl_ir_record_text_at(level->role, code);
        *known = at < UINT8_MAX - FROM_ZERO ? (uint8_t)(at + FROM_ZERO) : NOWHERE;
    }
    return *known == NOWHERE ? UINT32_MAX : *known - (uint32_t)FROM_ZERO;
}

/* The number of the operand from which on a record is text: where the format says so, or where an
 * array begins; n_ops where that is not printable. */
static uint32_t text_at(struct text_dumper *t, const struct record *rec)
{
    uint32_t at = stated_text_at(t, rec->rec->code);
    if (at > rec->n_ops)
        at = rec->rec->array_at < rec->n_ops ? rec->rec->array_at : rec->n_ops;
    for (uint32_t i = at; i < rec->n_ops; i++)
        if (rec->ops[i] < 0x20 || rec->ops[i] > 0x7E)
            return rec->n_ops;
    return at;
}

static uint64_t blob_pos(const struct text_dumper *t, const struct bl_view *blob)
{
    return (uint64_t)(blob->data - t->base.stream->bytes.data) * 8;
}

enum {
    LINE_BYTES = PREFIX_BYTES + (FEW_OPERANDS + OPERANDS_BEYOND) * OPERAND_BYTES
};
_Static_assert(LINE_BYTES <= (int)OUT_LEAST_BYTES, "there can be room for so much");

static inline __attribute__((always_inline)) void put_prefix_and_operands(struct text_dumper *t,
                                                                          const struct record *rec,
                                                                          make_prefix_fn *make,
                                                                          put_operand_fn *put)
{
    struct out *o = t->base.out;
    struct line_prefixes *prefixes = &t->base.prefixes;
    uint32_t block = innermost_level(&t->base)->prefix_block;
    uint32_t code = rec->rec->code;
    uint32_t abbrev_id = rec->rec->abbrev_id;
    const struct line_prefix *prefix =
        line_prefix_find(line_prefixes_of(prefixes, block), code, abbrev_id);
    if (__builtin_expect(!prefix, 0))
        prefix = line_prefix_add(prefixes, block, code, abbrev_id, make, t);
    if (__builtin_expect(!prefix || rec->n_ops > FEW_OPERANDS, 0)) {
        make(t, o, code, abbrev_id);
        out_operands(o, rec->ops, rec->n_ops, put);
        return;
    }
    char *p = line_prefix_put(prefix, out_room(o, LINE_BYTES));
    out_until(o, put_operands(p, rec->ops, rec->n_ops, rec->wide_end, put));
}

/* ---- Text ---- */

static void begin_line(struct text_dumper *t, uint64_t bit_pos, uint32_t depth)
{
    struct out *o = t->base.out;
    out_colour(o, COLOUR_POSITION);
    out_u64_wide(o, bit_pos, 12);
    out_plain(o);
    out_spaces(o, 2 + 2 * (size_t)depth);
}

static void text_block(struct text_dumper *t, const struct bl_event *event)
{
    struct out *o = t->base.out;
    const struct bl_block *block = event->block;
    begin_line(t, event->bit_pos, event->depth);
    out_colour(o, COLOUR_NAME);
    bl_block_label_print(t->base.stream->kind, bl_walk_block_name(t->base.walk, block->block_id),
                         event->parent_id, innermost_level(&t->base)->role, out_put, o);
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

static void text_abbrev(struct text_dumper *t, const struct bl_event *event)
{
    struct out *o = t->base.out;
    begin_line(t, event->bit_pos, event->depth);
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
static void make_text_prefix(void *context, struct out *o, uint32_t code, uint32_t abbrev_id)
{
    const struct text_dumper *t = context;
    const struct dump_level *level = innermost_level(&t->base);
    o->colour = t->base.out->colour;
    out_colour(o, COLOUR_NAME);
    bl_record_label_print(t->base.stream->kind,
                          bl_walk_record_name(t->base.walk, level->block_id, code), level->role,
                          code, out_put, o);
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

static void put_blob(struct text_dumper *t, const struct bl_view *blob)
{
    struct out *o = t->base.out;
    out_printf(o, " blob of %zu bytes at %" PRIu64, blob->size, blob_pos(t, blob));
    if (blob->size && (t->options->blobs || is_printable(*blob))) {
        out_text(o, ": ");
        out_colour(o, COLOUR_STRING);
        out_char(o, '"');
        out_escaped(o, *blob);
        out_char(o, '"');
        out_plain(o);
    }
}

static void text_record(struct text_dumper *t, const struct record *rec)
{
    struct out *o = t->base.out;
    begin_line(t, rec->rec->bit_pos, dumper_depth(&t->base));
    put_prefix_and_operands(t, rec, make_text_prefix, put_spaced);
    uint32_t text = text_at(t, rec);
    if (text < rec->n_ops)
        put_text(o, rec, text);
    if (rec->blob)
        put_blob(t, rec->blob);
    out_char(o, '\n');
}

/* ---- JSON ---- */

static void json_block(struct text_dumper *t, const struct bl_event *event)
{
    struct out *o = t->base.out;
    struct text name = {0};
    bl_block_label_print(t->base.stream->kind,
                         bl_walk_block_name(t->base.walk, event->block->block_id), event->parent_id,
                         innermost_level(&t->base)->role, text_put, &name);
    json_begin(o, "block");
    json_text(o, "file", t->input->path);
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

static void json_abbrev(struct text_dumper *t, const struct bl_event *event)
{
    struct out *o = t->base.out;
    json_begin(o, "abbreviation");
    json_text(o, "file", t->input->path);
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
static void make_json_prefix(void *context, struct out *o, uint32_t code, uint32_t abbrev_id)
{
    const struct text_dumper *t = context;
    const struct dump_level *level = innermost_level(&t->base);
    struct text name = {0};
    bl_record_label_print(t->base.stream->kind,
                          bl_walk_record_name(t->base.walk, level->block_id, code), level->role,
                          code, text_put, &name);
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

static void json_text_operands(struct text_dumper *t, const struct record *rec)
{
    struct out *o = t->base.out;
    uint32_t at = text_at(t, rec);
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

static void json_blob(struct text_dumper *t, const struct bl_view *blob)
{
    struct out *o = t->base.out;
    json_u64(o, "blob_pos", blob_pos(t, blob));
    json_u64(o, "blob_bytes", blob->size);
    if (t->options->blobs || is_printable(*blob)) {
        json_view(o, "blob", *blob);
    }
}

static void json_record(struct text_dumper *t, const struct record *rec)
{
    struct out *o = t->base.out;
    out_bytes(o, t->line_begin, t->line_begin_size);
    out_u64(o, innermost_level(&t->base)->block_id);
    json_u64(o, "bit_pos", rec->rec->bit_pos);
    json_u64(o, "bits", rec->rec[1].bit_pos - rec->rec->bit_pos);
    put_prefix_and_operands(t, rec, make_json_prefix, put_listed);
    out_text(o, rec->n_ops ? "]" : "[]");
    json_text_operands(t, rec);
    if (rec->blob)
        json_blob(t, rec->blob);
    json_end(o);
}

/* What is the same at the beginning of all records' lines. */
static void make_line_begin(struct text_dumper *t)
{
    struct out o;
    if (!out_init_memory(&o, OUT_LEAST_BYTES, SIZE_MAX / 2, false))
        out_no_memory();
    json_begin(&o, "record");
    json_text(&o, "file", t->input->path);
    json_key(&o, "block");
    if (o.failed)
        out_no_memory();
    t->line_begin = o.data;
    t->line_begin_size = o.n;
}

/* ---- Printer ---- */

/* Whether the entry covers the bit that --at names. A block's own bits are its header. */
static bool covers(struct text_dumper *t, uint64_t bit_pos, uint64_t end_pos)
{
    if (!t->options->has_at)
        return true;
    bool hit = bit_pos <= t->options->at && t->options->at < end_pos;
    t->base.is_done |= hit;
    return hit;
}

static void open_level(struct dumper *d, struct dump_level *level)
{
    const struct text_options *options = text_dumper_of(d)->options;
    level->by_events = options->has_at;
    level->shown = options->n_filters == 0;
    if (level->shown)
        return;
    struct bl_view stated = bl_walk_block_name(d->walk, level->block_id);
    for (int i = 0; i < options->n_filters && !level->shown; i++)
        level->shown =
            block_filter_matches(&options->filters[i], d->stream->kind, stated, level->role);
}

static void begin_block(struct dumper *d, const struct bl_event *event)
{
    struct text_dumper *t = text_dumper_of(d);
    if (!innermost_level(d)->shown || !covers(t, event->bit_pos, event->end_pos))
        return;
    if (t->options->json)
        json_block(t, event);
    else
        text_block(t, event);
}

static void end_block(struct dumper *d, const struct dump_level *ended, uint64_t bit_pos,
                      uint64_t end_pos)
{
    (void)ended;
    (void)covers(text_dumper_of(d), bit_pos, end_pos);
}

static void put_abbrev(struct dumper *d, const struct bl_event *event)
{
    struct text_dumper *t = text_dumper_of(d);
    if (!innermost_level(d)->shown || !covers(t, event->bit_pos, event->end_pos))
        return;
    if (t->options->json)
        json_abbrev(t, event);
    else
        text_abbrev(t, event);
}

static uint32_t put_records(struct dumper *d, const struct bl_batch *batch, uint32_t i)
{
    struct text_dumper *t = text_dumper_of(d);
    const struct bl_batch_record *rec = &batch->records[i];
    const struct bl_batch_record *end = &batch->records[batch->n_records];
    bool has_blob = d->event && d->event->record->has_blob;
    bool shown = innermost_level(d)->shown;
    struct record record = {.wide_end = wide_end_of(batch->ops, end->first_op),
                            .blob = has_blob ? &d->event->record->blob : NULL};
    for (; rec < end && rec->abbrev_id >= BL_ABBREV_UNABBREV; rec++) {
        if (!shown || !covers(t, rec->bit_pos, rec[1].bit_pos))
            continue;
        record.rec = rec;
        record.ops = batch->ops + rec->first_op;
        record.n_ops = rec[1].first_op - rec->first_op;
        if (t->options->json)
            json_record(t, &record);
        else
            text_record(t, &record);
    }
    return (uint32_t)(rec - batch->records);
}

static void release(struct dumper *d)
{
    free(text_dumper_of(d)->line_begin);
}

struct dumper *text_dumper_open(const struct text_options *options, const struct input *input)
{
    static const struct dump_printer printer = {.open_level = open_level,
                                                .begin_block = begin_block,
                                                .end_block = end_block,
                                                .abbrev = put_abbrev,
                                                .records = put_records,
                                                .release = release};
    struct dumper *d = dumper_open(&printer, &input->stream, sizeof(struct text_dumper));
    struct text_dumper *t = text_dumper_of(d);
    d->by_role = input->stream.kind == BL_STREAM_LLVM_IR;
    t->options = options;
    t->input = input;
    if (options->json)
        make_line_begin(t);
    return d;
}
