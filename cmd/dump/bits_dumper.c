/* dump/bits_dumper.c - prints every primitive of a stream on a line of its own
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Positions count from the magic number, as everywhere; a wrapper before it has negative ones.
 * Lines are made for 80 columns: what is too long for its column continues below itself.
 */
#include "dump/bits_dumper.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_COLUMNS = 80,
    POSITION_COLUMNS = 11,
    ENCODING_COLUMNS = 7,
    RAW_COLUMN = POSITION_COLUMNS + 2 + ENCODING_COLUMNS + 1, /* where the bits begin */
    BOTH_COLUMNS = 26,                                        /* the bits, a space, the value */
    MEANING_COLUMN = RAW_COLUMN + BOTH_COLUMNS + 2,
    MOST_INDENT = 12,
    SHOWN_BYTES = 16, /* of a blob, without --blobs */
    NEWEST_MODULE_VERSION = 2,
};

struct bits_dumper {
    struct dumper base;
    const struct text_options *options;
    const struct input *input;
    struct bl_bits bits;
    int64_t pos;     /* bits before this one have been printed, or are not wanted */
    bool is_damaged; /* what was not printed could not be read */
    uint64_t module_version;
};

static struct bits_dumper *bits_dumper_of(struct dumper *d)
{
    return (struct bits_dumper *)d;
}

/* Only some blocks, or what is at a bit. */
static bool is_partial(const struct bits_dumper *b)
{
    return b->options->n_filters || b->options->has_at;
}

/* ---- A line ---- */

struct line {
    int64_t bit_pos, n_bits;
    const char *encoding; /* "" if the bits are not taken apart */
    const char *section;  /* of the format document, or "" */
    struct text raw, meaning;
    uint64_t value;
    uint32_t depth;
};

__attribute__((format(printf, 2, 3))) static void text_printf(struct text *t, const char *format,
                                                              ...)
{
    va_list args;
    va_start(args, format);
    char *made = text_formatted(format, args);
    va_end(args);
    text_put(t, made, strlen(made));
    free(made);
}

/* Print as much of TEXT as fits into N columns, up to a space if there is one, and remove it. */
static void put_fitting(struct out *o, struct bl_view *text, size_t n)
{
    size_t taken = text->size;
    if (taken > n) {
        taken = n;
        while (taken > 0 && text->data[taken] != ' ')
            taken--;
        if (taken == 0) /* nor within a character */
            for (taken = n; (text->data[taken] & 0xC0) == 0x80; taken--)
                ;
    }
    out_bytes(o, text->data, taken);
    bool is_at_space = taken < text->size && text->data[taken] == ' ';
    text->data += taken + is_at_space;
    text->size -= taken + is_at_space;
}

static void continue_below(struct out *o, size_t column)
{
    out_char(o, '\n');
    out_spaces(o, column);
}

/* The bits, and the value at the right end of their columns. */
static void put_raw_and_value(struct out *o, const struct line *line)
{
    char value[24] = "";
    struct bl_view raw = text_view(&line->raw);
    if (*line->encoding)
        snprintf(value, sizeof value, "%" PRIu64, line->value);
    for (; raw.size > LINE_COLUMNS - RAW_COLUMN; continue_below(o, RAW_COLUMN))
        put_fitting(o, &raw, LINE_COLUMNS - RAW_COLUMN);
    size_t n = raw.size;
    out_view(o, raw);
    if (n + 1 + strlen(value) > BOTH_COLUMNS) {
        continue_below(o, RAW_COLUMN);
        n = 0;
    }
    out_spaces(o, BOTH_COLUMNS - n - strlen(value));
    out_text(o, value);
}

/* From COLUMN on; a word that is too long for the rest of a line begins further to the left. */
static void put_meaning_lines(struct out *o, struct bl_view text, size_t column)
{
    for (;;) {
        put_fitting(o, &text, LINE_COLUMNS - column);
        if (text.size == 0)
            return;
        const uint8_t *space = memchr(text.data, ' ', text.size);
        size_t word = space ? (size_t)(space - text.data) : text.size;
        if (word > LINE_COLUMNS - column)
            column = word < LINE_COLUMNS - RAW_COLUMN ? LINE_COLUMNS - word : RAW_COLUMN;
        continue_below(o, column);
    }
}

static void put_text_line(struct bits_dumper *b, const struct line *line)
{
    struct out *o = b->base.out;
    char position[24];
    snprintf(position, sizeof position, "%*" PRId64, POSITION_COLUMNS, line->bit_pos);
    out_colour(o, COLOUR_POSITION);
    out_text(o, position);
    out_plain(o);
    out_printf(o, "  %-*s ", ENCODING_COLUMNS, line->encoding);
    put_raw_and_value(o, line);
    size_t indent = line->depth < MOST_INDENT / 2 ? 2 * (size_t)line->depth : MOST_INDENT;
    out_spaces(o, 2 + indent);
    put_meaning_lines(o, text_view(&line->meaning), MEANING_COLUMN + indent);
    out_char(o, '\n');
}

static void put_json_line(struct bits_dumper *b, struct line *line)
{
    struct out *o = b->base.out;
    json_begin(o, "bits");
    json_text(o, "file", b->input->path);
    json_key(o, "bit_pos");
    out_printf(o, "%" PRId64, line->bit_pos);
    json_u64(o, "bits", (uint64_t)line->n_bits);
    json_u64(o, "depth", line->depth);
    json_text_or_null(o, "encoding", *line->encoding ? line->encoding : NULL);
    if (*line->encoding) {
        json_take_text(o, "raw", &line->raw);
        json_u64(o, "value", line->value);
    }
    json_take_text(o, "meaning", &line->meaning);
    json_text_or_null(o, "section", *line->section ? line->section : NULL);
    json_end(o);
}

/* LINE, whose texts are freed. */
static void put_bits_line(struct bits_dumper *b, struct line *line)
{
    if (b->options->json)
        put_json_line(b, line);
    else
        put_text_line(b, line);
    free(line->raw.data);
    free(line->meaning.data);
}

/* The bits from b->pos to END_POS, which are in no entry. */
static void put_others(struct bits_dumper *b, int64_t end_pos, uint32_t depth, const char *what)
{
    struct line line = {.bit_pos = b->pos,
                        .n_bits = end_pos - b->pos,
                        .encoding = "",
                        .section = "",
                        .depth = depth};
    if (end_pos <= b->pos)
        return;
    text_printf(&line.meaning, "%" PRId64 " bits %s", line.n_bits, what);
    put_bits_line(b, &line);
    b->pos = end_pos;
}

/* ---- What a primitive stands for ---- */

static const char *const encodings[] = {
    [BL_ENC_LITERAL] = "a literal", [BL_ENC_FIXED] = "Fixed", [BL_ENC_VBR] = "VBR",
    [BL_ENC_ARRAY] = "Array",       [BL_ENC_CHAR6] = "Char6", [BL_ENC_BLOB] = "Blob"};

/* Each value in N_BITS, the highest one first, as the format's document writes them. */
static void put_raw(struct bits_dumper *b, struct text *raw, uint64_t bit_pos, unsigned n_bits)
{
    char digits[64];
    uint64_t value = 0;
    (void)bl_bits_read_fixed_run(&b->bits, bit_pos, n_bits, &value, 1);
    for (unsigned i = 0; i < n_bits; i++)
        digits[i] = (char)('0' + (value >> (n_bits - 1 - i) & 1));
    text_put(raw, " ", raw->n > 0);
    text_put(raw, digits, n_bits);
}

static void put_raw_bytes(const struct bits_dumper *b, struct text *raw, struct bl_view bytes)
{
    size_t n = b->options->blobs || bytes.size < SHOWN_BYTES ? bytes.size : SHOWN_BYTES;
    for (size_t i = 0; i < n; i++)
        text_printf(raw, "%s%02x", i ? " " : "", bytes.data[i]);
    if (n < bytes.size)
        text_put(raw, " ...", 4);
}

static void name_encoding(const struct bl_primitive *p, char *text, size_t size)
{
    switch ((enum bl_encoding)p->encoding) {
    case BL_ENC_LITERAL: snprintf(text, size, "literal"); break;
    case BL_ENC_VBR: snprintf(text, size, "vbr%u", p->width); break;
    case BL_ENC_CHAR6: snprintf(text, size, "char6"); break;
    case BL_ENC_BLOB: snprintf(text, size, "bytes"); break;
    default:
        if (p->role == BL_ROLE_ALIGNMENT)
            snprintf(text, size, "align32");
        else
            snprintf(text, size, "fixed%u", p->width);
    }
}

/* The role of EVENT's block, or of that around it. */
static void put_block_label(struct bits_dumper *b, const struct bl_event *event, uint32_t role,
                            struct text *text)
{
    struct bl_view stated = bl_walk_block_name(b->base.walk, event->block->block_id);
    bl_block_label_print(b->base.stream->kind, stated, event->parent_id, role, text_put, text);
}

static void put_id_meaning(struct bits_dumper *b, const struct bl_event *event, uint32_t role,
                           struct text *text)
{
    switch (event->kind) {
    case BL_EVENT_BLOCK: text_printf(text, "ENTER_SUBBLOCK"); break;
    case BL_EVENT_BLOCK_END:
        text_printf(text, "END_BLOCK of ");
        put_block_label(b, event, role, text);
        break;
    case BL_EVENT_ABBREV:
        text_printf(text, "DEFINE_ABBREV");
        if (event->abbrev_id)
            text_printf(text, ", id %" PRIu32, event->abbrev_id);
        break;
    case BL_EVENT_RECORD:
        if (event->abbrev_id == BL_ABBREV_UNABBREV)
            text_printf(text, "UNABBREV_RECORD");
        else
            text_printf(text, "abbreviated record, id %" PRIu32, event->abbrev_id);
        break;
    }
}

static void put_operand_meaning(struct bits_dumper *b, const struct bl_event *event, uint32_t role,
                                const struct bl_primitive *p, struct text *text)
{
    bool is_ir = b->base.by_role || role < BL_BLOCK_MODULE;
    text_printf(text, "op%" PRIu32, p->number);
    if (is_ir) {
        struct bl_view name = bl_ir_operand_name(role, event->record, p->number, b->module_version);
        text_put(text, " ", name.size > 0);
        text_put(text, (const char *)name.data, name.size);
    }
    if (role == BL_BLOCK_BLOCKINFO && event->code == BL_CODE_BLOCKINFO_SETBID) {
        text_put(text, ": ", 2);
        bl_block_label_print(b->base.stream->kind,
                             bl_walk_block_name(b->base.walk, (uint32_t)p->value), BL_BLOCK_MODULE,
                             (uint32_t)p->value, text_put, text);
    }
    bool is_text = p->encoding == BL_ENC_CHAR6 ||
                   (is_ir && p->number >= bl_ir_record_text_at(role, event->code));
    if (is_text && p->value >= 0x20 && p->value < 0x7F)
        text_printf(text, " '%c'", (char)p->value);
}

/* ROLE is that of the block that begins or ends, or that the entry is in. */
static void put_meaning(struct bits_dumper *b, const struct bl_event *event, uint32_t role,
                        const struct bl_primitive *p, struct text *text)
{
    switch (p->role) {
    case BL_ROLE_ABBREV_ID: put_id_meaning(b, event, role, text); break;
    case BL_ROLE_BLOCK_ID:
        text_printf(text, "block id: ");
        put_block_label(b, event, role, text);
        break;
    case BL_ROLE_ID_WIDTH: text_printf(text, "newabbrevlen: bits of ids"); break;
    case BL_ROLE_ALIGNMENT: text_printf(text, "alignment to 32 bits"); break;
    case BL_ROLE_BLOCKLEN: text_printf(text, "blocklen: 32-bit words"); break;
    case BL_ROLE_N_ABBREV_OPS: text_printf(text, "numabbrevops: operands"); break;
    case BL_ROLE_IS_LITERAL:
        text_printf(text, "operand %" PRIu32 "%s: %s", p->number, p->number ? "" : " (code)",
                    p->value ? "literal" : "encoding");
        break;
    case BL_ROLE_LITERAL: text_printf(text, "its value"); break;
    case BL_ROLE_ENCODING: text_printf(text, "%s", encodings[p->value]); break;
    case BL_ROLE_WIDTH: text_printf(text, "its width"); break;
    case BL_ROLE_CODE:
        text_printf(text, "code: ");
        bl_record_label_print(
            b->base.stream->kind,
            bl_walk_record_name(b->base.walk, event->block->block_id, event->code), role,
            event->code, text_put, text);
        break;
    case BL_ROLE_N_OPS: text_printf(text, "numops: operands"); break;
    case BL_ROLE_OPERAND: put_operand_meaning(b, event, role, p, text); break;
    case BL_ROLE_ARRAY_LENGTH:
        text_printf(text, "array length, from op%" PRIu32 " on", p->number);
        break;
    case BL_ROLE_BLOB_LENGTH: text_printf(text, "blob length in bytes"); break;
    case BL_ROLE_BLOB: text_printf(text, "blob"); break;
    }
}

static void put_primitive(struct bits_dumper *b, const struct bl_event *event, uint32_t role,
                          const struct bl_primitive *p)
{
    char encoding[16];
    struct line line = {.bit_pos = (int64_t)p->bit_pos,
                        .n_bits = (int64_t)(p->end_pos - p->bit_pos),
                        .encoding = encoding,
                        .section = p->section,
                        .value = p->value,
                        .depth = event->depth + (event->kind == BL_EVENT_BLOCK_END)};
    name_encoding(p, encoding, sizeof encoding);
    if (p->role == BL_ROLE_BLOB)
        put_raw_bytes(b, &line.raw, p->bytes);
    else
        for (uint64_t at = p->bit_pos; at < p->end_pos; at += p->width)
            put_raw(b, &line.raw, at, p->width);
    put_meaning(b, event, role, p, &line.meaning);
    put_bits_line(b, &line);
}

/* The primitives of EVENT, if it is wanted, and what is between the last one and it. */
static void put_event(struct dumper *d, const struct bl_event *event, uint32_t role, bool shown)
{
    struct bits_dumper *b = bits_dumper_of(d);
    struct bl_primitives primitives;
    struct bl_primitive primitive;
    int64_t begin = (int64_t)(event->damaged ? event->end_pos : event->bit_pos);
    if (!shown || !dump_covers(d, b->options, event->bit_pos, event->end_pos))
        return;
    if (!b->options->has_at)
        put_others(b, begin, event->depth + event->damaged,
                   b->is_damaged || event->damaged ? "not read, for damage" : "of sub-blocks");
    b->pos = (int64_t)event->end_pos;
    bl_primitives_begin(&primitives, d->walk, event);
    while (bl_primitives_next(&primitives, &primitive) > 0)
        put_primitive(b, event, role, &primitive);
    b->is_damaged = event->damaged;
}

/* ---- Before and after the entries ---- */

/* A number of 32 bits that is in no entry. */
static void put_hash_word(struct bits_dumper *b, const uint8_t *bytes, const char *section,
                          const char *meaning)
{
    struct line line = {.bit_pos = b->pos,
                        .n_bits = 32,
                        .encoding = "fixed32",
                        .section = section,
                        .value = bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 |
                                 (uint64_t)bytes[3] << 24};
    for (unsigned i = 32; i-- > 0;)
        text_put(&line.raw, line.value >> i & 1 ? "1" : "0", 1);
    text_put(&line.meaning, meaning, strlen(meaning));
    put_bits_line(b, &line);
    b->pos += 32;
}

/* What is before the entries: a wrapper, and the magic number. */
static void begin_walk(struct dumper *d)
{
    enum {
        MAGIC_BITS = 32
    };
    struct bits_dumper *b = bits_dumper_of(d);
    static const char *const fields[] = {"wrapper's magic number", "version",
                                         "offset of the stream in bytes",
                                         "size of the stream in bytes", "CPU type"};
    const struct bl_stream *stream = d->stream;
    const struct bl_view *whole = &b->input->found.whole;
    b->pos = 0;
    b->is_damaged = false;
    if (b->options->n_filters || !dump_covers(d, b->options, 0, MAGIC_BITS))
        return;
    if (stream->wrapper.magic && !b->options->has_at) {
        b->pos = (whole->data - stream->bytes.data) * 8;
        for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
            put_hash_word(b, whole->data + 4 * i, "Bitcode Wrapper Format", fields[i]);
        put_others(b, 0, 0, "before the stream");
    }
    char *magic = string_printf("magic number: %s", bl_stream_kind_name(stream->kind));
    put_hash_word(b, stream->bytes.data, "Magic Numbers", magic);
    free(magic);
}

static void end_walk(struct dumper *d, const struct bl_error *err)
{
    struct bits_dumper *b = bits_dumper_of(d);
    const struct bl_view *whole = &b->input->found.whole;
    b->is_damaged |= err != NULL;
    if (err || is_partial(b) || d->is_done)
        return;
    put_others(b, (int64_t)d->stream->bytes.size * 8, 0,
               b->is_damaged ? "not read, for damage" : "of zeros after the last block");
    put_others(b, (whole->data + whole->size - d->stream->bytes.data) * 8, 0, "after the stream");
}

/* ---- Printer ---- */

static void open_level(struct dumper *d, struct dump_level *level)
{
    level->by_events = true;
    level->shown = dump_shows(d, bits_dumper_of(d)->options, level);
}

static void begin_block(struct dumper *d, const struct bl_event *event)
{
    struct bits_dumper *b = bits_dumper_of(d);
    if (is_partial(b) && d->n_levels == 1) /* a walk of it alone */
        b->pos = (int64_t)event->bit_pos;
    put_event(d, event, innermost_level(d)->role, innermost_level(d)->shown);
}

static void end_bits_block(struct dumper *d, const struct dump_level *ended, uint64_t bit_pos,
                           uint64_t end_pos)
{
    (void)bit_pos;
    (void)end_pos;
    put_event(d, d->event, ended->role, ended->shown);
}

static void put_abbrev(struct dumper *d, const struct bl_event *event)
{
    put_event(d, event, innermost_level(d)->role, innermost_level(d)->shown);
}

static uint32_t put_record(struct dumper *d, const struct bl_batch *batch, uint32_t i)
{
    const struct bl_record *rec = d->event->record;
    bool is_version =
        innermost_level(d)->role == BL_BLOCK_MODULE && rec->code == BL_CODE_MODULE_VERSION;
    if (is_version && rec->n_ops > 0)
        bits_dumper_of(d)->module_version = rec->ops[0];
    put_abbrev(d, d->event);
    return i + batch->n_records;
}

struct dumper *bits_dumper_open(const struct text_options *options, const struct input *input)
{
    static const struct dump_printer printer = {.open_level = open_level,
                                                .begin_walk = begin_walk,
                                                .begin_block = begin_block,
                                                .end_block = end_bits_block,
                                                .abbrev = put_abbrev,
                                                .records = put_record,
                                                .end_walk = end_walk};
    struct dumper *d = dumper_open(&printer, &input->stream, sizeof(struct bits_dumper));
    struct bits_dumper *b = bits_dumper_of(d);
    d->by_role = input->stream.kind == BL_STREAM_LLVM_IR;
    b->options = options;
    b->input = input;
    b->module_version = NEWEST_MODULE_VERSION;
    b->bits = bl_bits_over(input->stream.bytes, BL_CPU_BEST);
    return d;
}
