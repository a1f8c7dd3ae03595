/* dump/text_dumper.c - prints blocks, abbreviations and records, as text or JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "dump/text_dumper.h"

#include "base/options.h"
#include "base/text.h"
#include "dump/operands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct text_dumper {
    struct dumper base;
    const struct text_options *options;
    const struct input *input;
    char *line_begin; /* JSON: what is the same in the lines of all records; malloc'ed */
    size_t line_begin_size;
};

static struct text_dumper *text_dumper_of(struct dumper *d)
{
    return (struct text_dumper *)d;
}

/* A record to print. */
struct record {
    const struct bl_batch_record *rec; /* the next one begins where it ends */
    const uint64_t *ops;
    uint32_t n_ops;
    const struct bl_view *blob; /* or NULL */
};

/* The number of the operand from which on a record is text: STATED, where the format says so, or
 * where an array begins; n_ops where that is not printable. */
static uint32_t text_at(const struct record *rec, uint32_t stated)
{
    uint32_t at = stated;
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
    LINE_BYTES = PREFIX_BYTES + FEW_OPERANDS * OPERAND_BYTES
};
_Static_assert(LINE_BYTES <= (int)OUT_LEAST_BYTES, "there can be room for so much");

/* Returns where text begins, as text_at() wants it. */
static inline __attribute__((always_inline)) uint32_t put_prefix_and_operands(
    struct text_dumper *t, const struct record *rec, make_prefix_fn *make, put_operand_fn *put)
{
    struct out *o = t->base.out;
    struct line_prefixes *prefixes = &t->base.prefixes;
    const struct dump_level *level = innermost_level(&t->base);
    uint32_t code = rec->rec->code;
    uint32_t abbrev_id = rec->rec->abbrev_id;
    struct line_prefix *prefix =
        line_prefix_find(line_prefixes_of(prefixes, level->prefix_block), code, abbrev_id);
    uint32_t stated = UINT32_MAX;
    if (__builtin_expect(!prefix, 0)) {
        prefix = line_prefix_add(prefixes, level->prefix_block, code, abbrev_id, make, t);
        if (t->base.by_role)
            stated = bl_ir_record_text_at(level->role, code);
        if (prefix)
            prefix->text_at = stated;
    } else {
        stated = prefix->text_at;
    }
    if (__builtin_expect(!prefix || rec->n_ops > FEW_OPERANDS, 0)) {
        make(t, o, code, abbrev_id);
        out_operands(o, rec->ops, rec->n_ops, put);
    } else {
        char *p = line_prefix_put(prefix, out_room(o, LINE_BYTES));
        out_until(o, put_operands(p, rec->ops, rec->n_ops, put));
    }
    return stated;
}

/* ---- Text ---- */

static void put_block_label(const struct text_dumper *t, const struct bl_event *event,
                            bl_put_fn *put, void *to)
{
    bl_block_label_print(t->base.stream->kind,
                         bl_walk_block_name(t->base.walk, event->block->block_id), event->parent_id,
                         innermost_level(&t->base)->role, put, to);
}

static void put_record_label(const struct text_dumper *t, uint32_t code, bl_put_fn *put, void *to)
{
    const struct dump_level *level = innermost_level(&t->base);
    bl_record_label_print(t->base.stream->kind,
                          bl_walk_record_name(t->base.walk, level->block_id, code), level->role,
                          code, put, to);
}

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
    put_block_label(t, event, out_put, o);
    out_plain(o);
    out_printf(o, " block %" PRIu32 ", %" PRIu32 " words, ids of %" PRIu32 " bits\n",
               block->block_id, block->n_words, block->id_width);
}

static void put_abbrev_ops(struct out *o, const struct bl_event *event)
{
    for (uint32_t i = 0; i < event->n_abbrev_ops; i++) {
        const struct bl_abbrev_op *op = &event->abbrev_ops[i];
        if (i > 0)
            out_char(o, ' ');
        switch ((enum bl_encoding)op->encoding) {
        case BL_ENC_LITERAL: out_u64(o, op->literal); break;
        case BL_ENC_FIXED: out_printf(o, "fixed%u", op->width); break;
        case BL_ENC_VBR: out_printf(o, "vbr%u", op->width); break;
        case BL_ENC_ARRAY: out_text(o, "array"); break;
        case BL_ENC_CHAR6: out_text(o, "char6"); break;
        case BL_ENC_BLOB: out_text(o, "blob"); break;
        }
    }
}

static void text_abbrev(struct text_dumper *t, const struct bl_event *event)
{
    struct out *o = t->base.out;
    begin_line(t, event->bit_pos, event->depth);
    out_colour(o, COLOUR_DIM);
    /* In BLOCKINFO the id depends on the block that is described. */
    if (event->block->block_id == BL_BLOCK_BLOCKINFO)
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
    o->colour = t->base.out->colour;
    out_colour(o, COLOUR_NAME);
    put_record_label(t, code, out_put, o);
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
    uint32_t stated = put_prefix_and_operands(t, rec, make_text_prefix, put_spaced);
    uint32_t text = text_at(rec, stated);
    if (text < rec->n_ops) {
        out_colour(o, COLOUR_STRING);
        out_text(o, " \"");
        for (uint32_t i = text; i < rec->n_ops; i++)
            out_char(o, (char)rec->ops[i]);
        out_char(o, '"');
        out_plain(o);
    }
    if (rec->blob)
        put_blob(t, rec->blob);
    out_char(o, '\n');
}

/* ---- JSON ---- */

static void json_block(struct text_dumper *t, const struct bl_event *event)
{
    struct out *o = t->base.out;
    struct text name = {0};
    put_block_label(t, event, text_put, &name);
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
    if (event->block->block_id != BL_BLOCK_BLOCKINFO)
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
    struct text name = {0};
    put_record_label(t, code, text_put, &name);
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

static void json_record(struct text_dumper *t, const struct record *rec)
{
    struct out *o = t->base.out;
    out_bytes(o, t->line_begin, t->line_begin_size);
    out_u64(o, innermost_level(&t->base)->block_id);
    json_u64(o, "bit_pos", rec->rec->bit_pos);
    json_u64(o, "bits", rec->rec[1].bit_pos - rec->rec->bit_pos);
    uint32_t stated = put_prefix_and_operands(t, rec, make_json_prefix, put_listed);
    out_text(o, rec->n_ops ? "]" : "[]");
    uint32_t text = text_at(rec, stated);
    if (text < rec->n_ops) {
        json_key(o, "text");
        out_char(o, '"');
        for (uint32_t i = text; i < rec->n_ops; i++) {
            if (rec->ops[i] == '"' || rec->ops[i] == '\\')
                out_char(o, '\\');
            out_char(o, (char)rec->ops[i]);
        }
        out_char(o, '"');
    }
    if (rec->blob) {
        json_u64(o, "blob_pos", blob_pos(t, rec->blob));
        json_u64(o, "blob_bytes", rec->blob->size);
        if (t->options->blobs || is_printable(*rec->blob))
            json_view(o, "blob", *rec->blob);
    }
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

/* ---- Filters ---- */

bool block_filter_parse(const char *text, struct block_filter *filter)
{
    *filter = (struct block_filter){.name = text, .role = BL_NONE};
    if (*text < '0' || *text > '9') {
        (void)bl_ir_block_by_name(text, &filter->role);
        return true;
    }
    uint64_t id;
    bool is_id = parse_number(text, BL_NONE - 1, &id);
    *filter = (struct block_filter){.role = (uint32_t)id};
    return is_id;
}

static size_t stem_size(const char *name, size_t size)
{
    static const char end[] = "_BLOCK";
    size_t n = sizeof end - 1;
    return size > n && strncasecmp(name + size - n, end, n) == 0 ? size - n : size;
}

bool block_filter_matches(const struct block_filter *filter, enum bl_stream_kind kind,
                          struct bl_view stated, uint32_t role)
{
    bool knows_ir = kind == BL_STREAM_LLVM_IR || role < BL_BLOCK_MODULE;
    if (filter->role == role && (!filter->name || knows_ir))
        return true;
    if (!filter->name || !stated.size)
        return false;
    size_t n = stem_size(filter->name, strlen(filter->name));
    const char *name = (const char *)stated.data;
    return stem_size(name, stated.size) == n && strncasecmp(name, filter->name, n) == 0;
}

/* ---- Printer ---- */

bool dump_covers(struct dumper *d, const struct text_options *options, uint64_t bit_pos,
                 uint64_t end_pos)
{
    if (!options->has_at)
        return true;
    bool hit = bit_pos <= options->at && options->at < end_pos;
    d->is_done |= hit;
    return hit;
}

bool dump_shows(const struct dumper *d, const struct text_options *options,
                const struct dump_level *level)
{
    struct bl_view stated = bl_walk_block_name(d->walk, level->block_id);
    bool shown = options->n_filters == 0;
    for (int i = 0; i < options->n_filters && !shown; i++)
        shown = block_filter_matches(&options->filters[i], d->stream->kind, stated, level->role);
    return shown;
}

static void open_level(struct dumper *d, struct dump_level *level)
{
    const struct text_options *options = text_dumper_of(d)->options;
    level->by_events = options->has_at;
    level->shown = dump_shows(d, options, level);
}

static void begin_block(struct dumper *d, const struct bl_event *event)
{
    struct text_dumper *t = text_dumper_of(d);
    if (!innermost_level(d)->shown || !dump_covers(d, t->options, event->bit_pos, event->end_pos))
        return;
    if (t->options->json)
        json_block(t, event);
    else
        text_block(t, event);
}

static void end_text_block(struct dumper *d, const struct dump_level *ended, uint64_t bit_pos,
                           uint64_t end_pos)
{
    (void)ended;
    (void)dump_covers(d, text_dumper_of(d)->options, bit_pos, end_pos);
}

static void put_abbrev(struct dumper *d, const struct bl_event *event)
{
    struct text_dumper *t = text_dumper_of(d);
    if (!innermost_level(d)->shown || !dump_covers(d, t->options, event->bit_pos, event->end_pos))
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
    struct record record = {.blob = has_blob ? &d->event->record->blob : NULL};
    for (; rec < end && rec->abbrev_id >= BL_ABBREV_UNABBREV; rec++) {
        if (!shown || !dump_covers(d, t->options, rec->bit_pos, rec[1].bit_pos))
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

static void release_text_dumper(struct dumper *d)
{
    free(text_dumper_of(d)->line_begin);
}

struct dumper *text_dumper_open(const struct text_options *options, const struct input *input)
{
    static const struct dump_printer printer = {.open_level = open_level,
                                                .begin_block = begin_block,
                                                .end_block = end_text_block,
                                                .abbrev = put_abbrev,
                                                .records = put_records,
                                                .release = release_text_dumper};
    struct dumper *d = dumper_open(&printer, &input->stream, sizeof(struct text_dumper));
    struct text_dumper *t = text_dumper_of(d);
    d->by_role = input->stream.kind == BL_STREAM_LLVM_IR;
    t->options = options;
    t->input = input;
    if (options->json)
        make_line_begin(t);
    return d;
}
