/* dump/llvm_dumper.c - what llvm-bcanalyzer --dump prints
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The shape of the text is llvm-bcanalyzer 22's, quirks included: what it calls unknown stays
 * unknown here, operands are signed, and a failure may leave half a line.
 */
#include "dump/llvm_dumper.h"

#include "base/array.h"
#include "base/text.h"
#include "dump/dump_counts.h"
#include "dump/llvm_pieces.h"
#include "dump/operands.h"
#include "dump/parallel_dump.h"

#include <inttypes.h>
#include <string.h>

enum {
    HASH_WORDS = 5,
    TEXT_PER_BYTE = 8
};

struct llvm_dumper {
    struct dumper base;
    const struct llvm_options *options;
    struct llvm_pieces *pieces;       /* NULL: all of the stream is one */
    const struct dump_level *line_of; /* make_block_line()'s */
    struct dump_counts count;         /* if base.counts */
};

static struct llvm_dumper *llvm_dumper_of(struct dumper *d)
{
    return (struct llvm_dumper *)d;
}

void llvm_dump_wrapper(struct out *o, const struct bl_wrapper *w)
{
    out_printf(o,
               "<BITCODE_WRAPPER_HEADER Magic=0x%08" PRIx32 " Version=0x%08" PRIx32
               " Offset=0x%08" PRIx32 " Size=0x%08" PRIx32 " CPUType=0x%08" PRIx32 "/>\n",
               w->magic, w->version, w->offset, w->size, w->cpu_type);
}

/* KNOWN is what LLVM calls it in its own streams. A stated name is a C string to LLVM. */
static struct bl_view label_of(struct bl_view stated, bool is_stated, enum bl_stream_kind kind,
                               uint32_t block_id, const char *known)
{
    if (block_id < BL_BLOCK_MODULE || (!is_stated && kind == BL_STREAM_LLVM_IR))
        return view_of(known);
    if (!is_stated)
        return (struct bl_view){0};
    if (stated.size > 0)
        stated.size = strnlen((const char *)stated.data, stated.size);
    return stated;
}

struct bl_view llvm_block_label_of(struct bl_view stated, enum bl_stream_kind kind,
                                   uint32_t block_id)
{
    return label_of(stated, stated.size > 0, kind, block_id, bl_llvm_block_name(block_id));
}

struct bl_view llvm_record_label_of(struct bl_view stated, enum bl_stream_kind kind,
                                    uint32_t block_id, uint32_t code)
{
    return label_of(stated, stated.data != NULL, kind, block_id,
                    bl_llvm_record_name(block_id, code));
}

void llvm_put_label(struct out *o, struct bl_view label, const char *unknown, uint32_t number)
{
    if (label.data) {
        out_name(o, label);
        return;
    }
    out_text(o, unknown);
    out_u64(o, number);
}

static void indent(struct dumper *d, uint32_t depth)
{
    out_spaces(d->out, 2 * (size_t)depth);
}

/* ---- Blocks ---- */

/* In the prefixes of a block, under an abbreviation id that no record has, are the lines at its
 * beginning, up to the first number, and its end. */
enum block_line {
    BEGIN_LINE,
    END_LINE
};

static void put_block_line(const struct llvm_dumper *l, struct out *o,
                           const struct dump_level *level, enum block_line which)
{
    out_text(o, which == BEGIN_LINE ? "<" : "</");
    llvm_put_label(o, level->label, "UnknownBlock", level->block_id);
    if (which == BEGIN_LINE && l->options->non_symbolic && level->label.data) {
        out_text(o, " BlockID=");
        out_u64(o, level->block_id);
    }
    out_text(o, which == BEGIN_LINE ? " NumWords=" : ">\n");
}

/* A make_prefix_fn. */
static void make_block_line(void *context, struct out *o, uint32_t which, uint32_t abbrev_id)
{
    const struct llvm_dumper *l = context;
    (void)abbrev_id;
    put_block_line(l, o, l->line_of, (enum block_line)which);
}

/* The line of a block whose label is that of the names in force. */
static void put_cached_block_line(struct llvm_dumper *l, const struct dump_level *level,
                                  enum block_line which)
{
    enum {
        NO_RECORD = BL_ABBREV_DEFINE
    };
    struct line_prefixes *prefixes = &l->base.prefixes;
    uint32_t block = level->prefix_block;
    struct out *o = l->base.out;
    const struct line_prefix *line =
        line_prefix_find(line_prefixes_of(prefixes, block), which, NO_RECORD);
    l->line_of = level;
    if (!line)
        line = line_prefix_add(prefixes, block, which, NO_RECORD, make_block_line, l);
    if (line)
        out_until(o, line_prefix_put(line, out_room(o, PREFIX_BYTES)));
    else
        put_block_line(l, o, level, which);
}

/* By the names in force. They may be gone when the label is printed again: then a copy is kept. */
static void set_label(struct dumper *d, struct dump_level *level, bool must_last)
{
    struct bl_view stated = bl_walk_block_name(d->walk, level->block_id);
    level->label = llvm_block_label_of(stated, d->stream->kind, level->block_id);
    level->n_cleared = d->prefixes.n_cleared;
    if (!must_last || !level->label.data || level->label.data != stated.data)
        return;
    level->stated = string_of(level->label);
    level->label.data = (const uint8_t *)level->stated;
}

static void open_level(struct dumper *d, struct dump_level *level)
{
    const struct llvm_options *options = llvm_dumper_of(d)->options;
    level->shown = level->block_id != BL_BLOCK_BLOCKINFO || options->blockinfo;
    level->by_events = options->check_hash && level->block_id == BL_BLOCK_MODULE;
}

static void begin_block(struct dumper *d, const struct bl_event *event)
{
    struct out *o = d->out;
    struct llvm_dumper *l = llvm_dumper_of(d);
    struct dump_level *level = innermost_level(d);
    if (l->pieces && level->block_id == BL_BLOCK_BLOCKINFO)
        d->is_lost |= !llvm_pieces_expect_blockinfo(l->pieces, event->bit_pos);
    indent(d, dumper_depth(d) - 1);
    if (level->shown) {
        set_label(d, level, true);
        put_cached_block_line(l, level, BEGIN_LINE);
        out_u64(o, event->block->n_words);
        out_text(o, " BlockCodeSize=");
        out_u64(o, event->block->id_width);
        out_text(o, ">\n");
    } else {
        out_text(o, "<BLOCKINFO_BLOCK/>\n");
    }
    if (d->counts)
        dump_counts_begin(&l->count, level, d->n_levels > 1 ? level - 1 : NULL, event->header_pos);
}

/* The label is as when the block began, whatever holds by now. */
static void end_llvm_block(struct dumper *d, const struct dump_level *ended, uint64_t bit_pos,
                           uint64_t end_pos)
{
    struct llvm_dumper *l = llvm_dumper_of(d);
    struct dump_level level = *ended;
    (void)bit_pos;
    if (level.shown) {
        indent(d, dumper_depth(d));
        if (!level.is_begun)
            set_label(d, &level, false);
        if (level.n_cleared == d->prefixes.n_cleared)
            put_cached_block_line(l, &level, END_LINE);
        else
            put_block_line(l, d->out, &level, END_LINE);
    }
    if (d->counts)
        dump_counts_end(&l->count, ended, d->n_levels > 0 ? innermost_level(d) : NULL, end_pos);
}

static void put_abbrev(struct dumper *d, const struct bl_event *event)
{
    struct llvm_dumper *l = llvm_dumper_of(d);
    if (d->counts)
        dump_counts_abbrev(&l->count, innermost_level(d), event->end_pos - event->bit_pos);
}

/* ---- Records ---- */

/* A record to print. */
struct line {
    const struct bl_batch_record *rec; /* the next one begins where it ends */
    const uint64_t *ops;
    uint32_t n_ops;
};

static inline bool is_index_code(uint32_t code)
{
    return code == BL_CODE_METADATA_INDEX_OFFSET || code == BL_CODE_METADATA_INDEX;
}

static void put_index_check(struct dumper *d, struct dump_level *level, const struct line *line)
{
    const struct bl_batch_record *rec = line->rec;
    struct llvm_pieces *pieces = llvm_dumper_of(d)->pieces;
    d->is_lost |= level->body_pos == 0; /* an offset may precede the first event */
    if (rec->code == BL_CODE_METADATA_INDEX_OFFSET) {
        if (line->n_ops != 2)
            out_text(d->out, "(Invalid record)");
        else
            level->index_pos = rec[1].bit_pos + line->ops[0] + (line->ops[1] << 32);
        return;
    }
    /* What an earlier piece has yet to find is known when this one is printed again. */
    if (!level->is_begun && level->index_pos == 0 && pieces &&
        !llvm_pieces_find_index(pieces, level->body_pos, &level->index_pos))
        out_drop(d->out);
    if (level->index_pos == rec->bit_pos)
        out_text(d->out, " (offset match)");
    else
        out_printf(d->out, " (offset mismatch: %" PRIu64 " vs %" PRIu64 ")", level->index_pos,
                   rec->bit_pos);
}

/* Of the record that is an event. The hash is that of the salt and the module's body up to the byte
 * in which the record's abbreviation id ends; each goes on where the last one ended. */
static void put_hash_check(struct dumper *d, struct dump_level *level)
{
    const struct bl_record *rec = d->event->record;
    const char *salt = llvm_dumper_of(d)->options->check_hash;
    if (rec->n_ops != HASH_WORDS) {
        out_text(d->out, " (invalid)");
        return;
    }
    uint64_t end = (rec->bit_pos + d->event->block->id_width) / 8;
    if (level->hashed_to == 0) {
        SHA1Init(&level->sha1);
        SHA1Update(&level->sha1, (const uint8_t *)salt, strlen(salt));
        level->hashed_to = d->event->block->body_pos / 8;
    }
    SHA1Update(&level->sha1, d->stream->bytes.data + level->hashed_to,
               (size_t)(end - level->hashed_to));
    level->hashed_to = end;
    SHA1_CTX sha1 = level->sha1;
    uint8_t computed[SHA1_DIGEST_LENGTH];
    SHA1Final(computed, &sha1);
    bool match = true;
    for (int i = 0; i < SHA1_DIGEST_LENGTH; i++)
        match &= computed[i] == (uint8_t)(rec->ops[i / 4] >> (24 - 8 * (i % 4)));
    out_text(d->out, match ? " (match)" : " (!mismatch!)");
}

/* What LLVM takes for one: it looks at eight bits. */
static inline bool is_character(uint64_t element)
{
    return (uint8_t)element >= 0x20 && (uint8_t)element <= 0x7E;
}

/* Elements of an array, if all of them are printable characters. */
static void put_record_string(struct out *o, const uint64_t *elements, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (!is_character(elements[i]))
            return;
    out_text(o, " record string = '");
    for (uint32_t i = 0; i < n;) {
        uint32_t end = n - i < OUT_LEAST_BYTES ? n : i + OUT_LEAST_BYTES;
        char *p = out_room(o, end - i);
        for (; i < end; i++)
            *p++ = (char)elements[i];
        out_until(o, p);
    }
    out_char(o, '\'');
}

/* Returns what is wrong with them, or NULL. */
static const char *put_metadata_strings(struct dumper *d, const struct bl_record *rec)
{
    struct out *o = d->out;
    if (rec->blob.size == 0)
        return "METADATA_STRINGS with an empty blob";
    if (rec->n_ops != 2)
        return "METADATA_STRINGS without count and offset";
    uint32_t n = (uint32_t)rec->ops[0];
    out_text(o, " num-strings = ");
    out_u64(o, n);
    out_text(o, " {\n");
    /* LLVM counts down before it looks whether none is left. */
    const uint64_t ops[] = {n ? n : UINT64_C(1) << 32, (uint32_t)rec->ops[1]};
    struct bl_string_reader strings;
    if (!bl_string_reader_init(&strings, ops, 2, rec->blob))
        return "METADATA_STRINGS with an offset outside its blob";
    struct bl_view text;
    struct bl_error err;
    int rc;
    while ((rc = bl_string_reader_next(&strings, &text, &err)) > 0) {
        indent(d, dumper_depth(d));
        out_text(o, "  '");
        out_escaped(o, text);
        out_text(o, "'\n");
    }
    if (rc < 0)
        return err.what;
    indent(d, dumper_depth(d));
    out_char(o, '}');
    return NULL;
}

/* That of the record that is an event. */
static void put_blob(struct dumper *d)
{
    struct out *o = d->out;
    const struct bl_record *rec = d->event->record;
    if (d->event->block->block_id == BL_BLOCK_METADATA && rec->code == BL_CODE_METADATA_STRINGS) {
        const char *what = put_metadata_strings(d, rec);
        if (what)
            d->failure = (struct bl_error){
                .status = BL_E_MALFORMED, .what = what, .has_pos = true, .bit_pos = rec->bit_pos};
        return;
    }
    out_text(o, " blob data = ");
    bool escapes = llvm_dumper_of(d)->options->binary_blobs;
    if (!escapes && !is_printable(rec->blob)) {
        out_text(o, "unprintable, ");
        out_u64(o, rec->blob.size);
        out_text(o, " bytes.");
        return;
    }
    out_char(o, '\'');
    if (escapes)
        out_escaped(o, rec->blob);
    else
        out_view(o, rec->blob);
    out_char(o, '\'');
}

/* "<NAME", with --non-symbolic the code, and the abbreviation. */
static void make_prefix(void *context, struct out *o, uint32_t code, uint32_t abbrev_id)
{
    struct dumper *d = context;
    uint32_t block_id = innermost_level(d)->block_id;
    struct bl_view label = llvm_record_label_of(bl_walk_record_name(d->walk, block_id, code),
                                                d->stream->kind, block_id, code);
    out_char(o, '<');
    llvm_put_label(o, label, "UnknownCode", code);
    if (llvm_dumper_of(d)->options->non_symbolic && label.data) {
        out_text(o, " codeid=");
        out_u64(o, code);
    }
    if (abbrev_id != BL_ABBREV_UNABBREV) {
        out_text(o, " abbrevid=");
        out_u64(o, abbrev_id);
    }
}

enum {
    SHORT_INDENT = 16,
    LINE_END_BYTES = 4,
    LINE_BYTES = SHORT_INDENT + PREFIX_BYTES + FEW_OPERANDS * OPERAND_BYTES + LINE_END_BYTES
};
_Static_assert(LINE_BYTES <= (int)OUT_LEAST_BYTES, "there can be room for a line");

#define OP(i) " op" #i "="
#define TEN(n)                                                                                \
    OP(n##0), OP(n##1), OP(n##2), OP(n##3), OP(n##4), OP(n##5), OP(n##6), OP(n##7), OP(n##8), \
        OP(n##9)
#define HUNDRED(n)                                                                          \
    TEN(n##0), TEN(n##1), TEN(n##2), TEN(n##3), TEN(n##4), TEN(n##5), TEN(n##6), TEN(n##7), \
        TEN(n##8), TEN(n##9)

/* What is before the value of an operand, each to be copied in one store. */
static const char op_names[][8] = {TEN(),      TEN(1),     TEN(2),     TEN(3),     TEN(4),
                                   TEN(5),     TEN(6),     TEN(7),     TEN(8),     TEN(9),
                                   HUNDRED(1), HUNDRED(2), HUNDRED(3), HUNDRED(4), HUNDRED(5),
                                   HUNDRED(6), HUNDRED(7), HUNDRED(8), HUNDRED(9)};

/* A put_operand_fn: " op0=V", signed. */
static inline char *put_named(char *p, uint32_t number, uint64_t value)
{
    if (__builtin_expect(number < sizeof op_names / sizeof op_names[0], 1)) {
        __builtin_memcpy(p, op_names[number], sizeof op_names[0]);
        p += 5 + (number >= 10) + (number >= 100);
    } else {
        __builtin_memcpy(p, " op", 4);
        p = put_decimal(p + 3, number);
        *p++ = '=';
    }
    return put_signed(p, value);
}

/* Whether an array of which AT is the first operand, or BL_NONE, may be a string. */
static inline bool may_be_string(const uint64_t *ops, uint32_t n_ops, uint32_t at)
{
    return at != BL_NONE && (at >= n_ops || is_character(ops[at]));
}

/* What follows the operands. */
static void put_line_end(struct dumper *d, struct dump_level *level, const struct line *line)
{
    struct out *o = d->out;
    uint32_t at = line->rec->array_at;
    if (level->block_id == BL_BLOCK_METADATA && is_index_code(line->rec->code))
        put_index_check(d, level, line);
    if (level->by_events && line->rec->code == BL_CODE_MODULE_HASH)
        put_hash_check(d, level);
    out_text(o, "/>");
    if (at != BL_NONE)
        put_record_string(o, line->ops + at, line->n_ops - at);
    if (d->event && d->event->record->has_blob)
        put_blob(d);
    if (d->failure.status == BL_OK)
        out_char(o, '\n');
}

static inline void count_by_prefix(struct line_prefix *prefix, const struct bl_batch_record *rec)
{
    prefix->n++;
    prefix->bits += rec[1].bit_pos - rec->bit_pos;
}

/* A record that is long, or rare, or an event. PREFIX may be NULL. */
static void put_other_record(struct dumper *d, struct dump_level *level, struct line_prefix *prefix,
                             const struct line *line)
{
    const struct bl_batch_record *rec = line->rec;
    struct llvm_dumper *l = llvm_dumper_of(d);
    if (!prefix)
        prefix = line_prefix_add(&d->prefixes, level->prefix_block, rec->code, rec->abbrev_id,
                                 make_prefix, d);
    if (prefix)
        count_by_prefix(prefix, rec);
    else if (d->counts)
        dump_counts_record(&l->count, level, rec);
    indent(d, dumper_depth(d));
    make_prefix(d, d->out, rec->code, rec->abbrev_id);
    out_operands(d->out, line->ops, line->n_ops, put_named);
    put_line_end(d, level, line);
}

/* Only count them. */
static uint32_t skip_records(struct dumper *d, const struct bl_batch *batch, uint32_t i)
{
    struct llvm_dumper *l = llvm_dumper_of(d);
    for (; i < batch->n_records && batch->records[i].abbrev_id >= BL_ABBREV_UNABBREV; i++)
        if (d->counts)
            dump_counts_record(&l->count, innermost_level(d), &batch->records[i]);
    return i;
}

static uint32_t put_records(struct dumper *d, const struct bl_batch *batch, uint32_t i)
{
    struct dump_level *level = innermost_level(d);
    if (!level->shown || out_is_full(d->out))
        return skip_records(d, batch, i);
    const struct bl_batch_record *rec = &batch->records[i];
    const struct bl_batch_record *end = &batch->records[batch->n_records];
    struct line line = {.ops = batch->ops + rec->first_op};
    uint32_t n_spaces = 2 * dumper_depth(d);
    uint32_t end_ops = n_spaces <= SHORT_INDENT && !d->event ? FEW_OPERANDS + 1 : 0;
    bool has_indexes = level->block_id == BL_BLOCK_METADATA;
    struct block_prefixes prefixes = line_prefixes_of(&d->prefixes, level->prefix_block);
    char *p = out_room(d->out, 0);
    for (; rec < end; rec++, line.ops += line.n_ops) {
        line.n_ops = rec[1].first_op - rec->first_op;
        struct line_prefix *prefix = line_prefix_find(prefixes, rec->code, rec->abbrev_id);
        if (__builtin_expect(!prefix || line.n_ops >= end_ops, 0)) {
            if (rec->abbrev_id < BL_ABBREV_UNABBREV)
                break;
            line.rec = rec;
            out_until(d->out, p);
            put_other_record(d, level, prefix, &line);
            prefixes = line_prefixes_of(&d->prefixes, level->prefix_block);
            p = out_room(d->out, 0);
            continue;
        }
        count_by_prefix(prefix, rec);
        p = out_room_at(d->out, p, LINE_BYTES);
        memset(p, ' ', SHORT_INDENT); /* a constant size, one store */
        p = line_prefix_put(prefix, p + n_spaces);
        p = put_operands(p, line.ops, line.n_ops, put_named);
        if (__builtin_expect(!may_be_string(line.ops, line.n_ops, rec->array_at) &&
                                 !(has_indexes && is_index_code(rec->code)),
                             1)) {
            memcpy(p, "/>\n", LINE_END_BYTES);
            p += LINE_END_BYTES - 1;
        } else {
            line.rec = rec;
            out_until(d->out, p);
            put_line_end(d, level, &line);
            p = out_room(d->out, 0);
        }
    }
    out_until(d->out, p);
    return (uint32_t)(rec - batch->records);
}

/* ---- Walks ---- */

static void end_walk(struct dumper *d, const struct bl_error *err)
{
    struct llvm_dumper *l = llvm_dumper_of(d);
    /* LLVM announces a BLOCKINFO block before it reads it, so where that fails, too. */
    if (err && err->depth == d->n_levels + 1 && err->depth <= BL_ERROR_PATH_MAX &&
        err->path[err->depth - 1].block_id == BL_BLOCK_BLOCKINFO && !l->options->blockinfo) {
        indent(d, d->n_levels);
        out_text(d->out, "<BLOCKINFO_BLOCK/>\n");
    }
    for (uint32_t i = 0; l->pieces && i < d->n_levels && !d->is_lost; i++) {
        const struct dump_level *level = &d->levels[i];
        d->is_lost = level->index_pos &&
                     !llvm_pieces_keep_index(l->pieces, level->body_pos, level->index_pos);
    }
}

static void release_llvm_dumper(struct dumper *d)
{
    dump_counts_release(&llvm_dumper_of(d)->count);
}

static struct dumper *open_dumper(const struct llvm_options *options,
                                  const struct bl_stream *stream, struct llvm_pieces *pieces,
                                  bool counts)
{
    static const struct dump_printer printer = {.open_level = open_level,
                                                .begin_block = begin_block,
                                                .end_block = end_llvm_block,
                                                .abbrev = put_abbrev,
                                                .records = put_records,
                                                .end_walk = end_walk,
                                                .release = release_llvm_dumper};
    struct dumper *d = dumper_open(&printer, stream, sizeof(struct llvm_dumper));
    struct llvm_dumper *l = llvm_dumper_of(d);
    l->options = options;
    l->pieces = pieces;
    d->counts = counts;
    if (counts && !dump_counts_init(&l->count, stream->kind, &d->prefixes))
        out_no_memory();
    return d;
}

/* A check of hashes needs the records of a MODULE block as events. */
unsigned llvm_walk_flags(const struct llvm_options *options)
{
    return options->check_hash ? 0 : BL_WALK_ACROSS;
}

int llvm_dump(struct out *out, const struct llvm_options *options, const struct bl_stream *stream,
              struct bl_walk *walk, struct bl_error *err)
{
    struct dumper *d = open_dumper(options, stream, NULL, false);
    int status = dumper_walk(d, walk, out, err);
    dumper_close(d);
    return status;
}

bool llvm_dump_in_parallel(struct out *out, const struct llvm_options *options,
                           const struct bl_stream *stream, unsigned n_threads,
                           struct bl_stats *stats, bool *counted)
{
    bool has_names = false;
    struct llvm_pieces *pieces = llvm_pieces_open(stream, &has_names);
    if (!pieces)
        return false;
    struct dumper **dumpers = array_new(n_threads, sizeof(struct dumper *));
    for (unsigned i = 0; i <= n_threads; i++)
        dumpers[i] = open_dumper(options, stream, pieces, !has_names && i < n_threads);
    bool good =
        parallel_dump(out, stream, dumpers, n_threads, TEXT_PER_BYTE, llvm_walk_flags(options));
    *counted = good && !has_names;
    for (unsigned i = 0; i <= n_threads; i++) {
        if (*counted && i < n_threads &&
            !dump_counts_add_to(&llvm_dumper_of(dumpers[i])->count, stats))
            out_no_memory();
        dumper_close(dumpers[i]);
    }
    free(dumpers);
    llvm_pieces_close(pieces);
    return good;
}
