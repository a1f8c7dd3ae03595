/* cmd/bcdump.c - what llvm-bcanalyzer --dump prints, event by event
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The shape of the text is llvm-bcanalyzer 22's, quirks included: what it calls unknown stays
 * unknown here, operands are signed, and a failure may leave half a line.
 */
#include "dump/bcdump.h"

#include "base/array.h"
#include "base/text.h"
#include "dump/bcops.h"

#include <sha1.h>
#include <stdlib.h>
#include <string.h>

enum {
    METADATA_STRINGS = 35,
    METADATA_INDEX_OFFSET = 38,
    METADATA_INDEX = 39,
    HASH_WORDS = 5,
    BLOCK_LINE_BYTES = 32 + 2 * DECIMAL_BYTES /* from its first number on */
};

void bcdump_wrapper(struct out *o, const struct bl_wrapper *w)
{
    const struct {
        const char *key;
        uint32_t value;
    } fields[] = {{" Magic=", w->magic},
                  {" Version=", w->version},
                  {" Offset=", w->offset},
                  {" Size=", w->size},
                  {" CPUType=", w->cpu_type}};
    out_text(o, "<BITCODE_WRAPPER_HEADER");
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        out_text(o, fields[i].key);
        out_hex8(o, fields[i].value);
    }
    out_text(o, "/>\n");
}

void bcdump_init(struct bcdump *d, struct out *out, const struct bcdump_options *options,
                 const struct bl_stream *stream)
{
    *d = (struct bcdump){.out = out, .options = options, .stream = stream};
}

/* A stated name is a C string to LLVM. */
static struct bl_view until_nul(struct bl_view view)
{
    const void *nul = view.size ? memchr(view.data, 0, view.size) : NULL;
    if (nul)
        view.size = (size_t)((const uint8_t *)nul - view.data);
    return view;
}

struct bl_view llvm_block_label_of(struct bl_view stated, enum bl_stream_kind kind,
                                   uint32_t block_id)
{
    if (block_id >= BL_MODULE_BLOCK) {
        if (stated.size)
            return until_nul(stated);
        if (kind != BL_STREAM_LLVM_IR)
            return (struct bl_view){0};
    }
    return view_of(bl_llvm_block_name(block_id));
}

struct bl_view llvm_record_label_of(struct bl_view stated, enum bl_stream_kind kind,
                                    uint32_t block_id, uint32_t code)
{
    if (block_id >= BL_MODULE_BLOCK) {
        if (stated.data)
            return until_nul(stated);
        if (kind != BL_STREAM_LLVM_IR)
            return (struct bl_view){0};
    }
    return view_of(bl_llvm_record_name(block_id, code));
}

/* Words that are known here, in few stores. */
static inline char *put_word(char *p, const char *word)
{
    size_t n = __builtin_strlen(word);
    __builtin_memcpy(p, word, n);
    return p + n;
}

static void indent(const struct bcdump *d, uint32_t depth)
{
    out_spaces(d->out, 2 * (size_t)depth);
}

static struct bcdump_level *add_level(struct bcdump *d, uint32_t block_id, uint64_t body_pos,
                                      bool is_begun)
{
    if (!array_room(&d->levels, &d->cap_levels, d->n_levels))
        return NULL;
    d->levels[d->n_levels] = (struct bcdump_level){
        .place = {.block_id = block_id, .heads_block = heads_block(&d->heads, block_id)},
        .is_begun = is_begun,
        .body_pos = body_pos,
        .shown = block_id != BL_BLOCKINFO_BLOCK || d->options->blockinfo,
    };
    return &d->levels[d->n_levels++];
}

static int no_memory(struct bl_error *err)
{
    *err = (struct bl_error){.status = BL_E_NOMEM, .what = "no memory"};
    return BL_E_NOMEM;
}

static void put_block_label(struct out *o, struct bl_view label, uint32_t block_id)
{
    if (label.data) {
        out_name(o, label);
    } else {
        out_text(o, "UnknownBlock");
        out_u64(o, block_id);
    }
}

/* A block's line up to its first number. */
static void put_block_begin(const struct bcdump *d, struct out *o, struct bl_view label,
                            uint32_t block_id)
{
    out_char(o, '<');
    put_block_label(o, label, block_id);
    if (d->options->non_symbolic && label.data) {
        out_text(o, " BlockID=");
        out_u64(o, block_id);
    }
    out_text(o, " NumWords=");
}

static void put_block_end(const struct bcdump *d, struct out *o, struct bl_view label,
                          uint32_t block_id)
{
    (void)d;
    out_text(o, "</");
    put_block_label(o, label, block_id);
    out_text(o, ">\n");
}

typedef void put_block_fn(const struct bcdump *d, struct out *o, struct bl_view label,
                          uint32_t block_id);

/* What PUT prints, if it is not too long. */
static void keep_line(struct kept_text *kept, put_block_fn *put, const struct bcdump *d,
                      struct bl_view label, uint32_t block_id)
{
    struct out o = {.data = kept->text, .cap = sizeof kept->text};
    put(d, &o, label, block_id);
    kept->size = o.failed ? 0 : (uint32_t)o.n;
}

/* KEPT, or where there is none what PUT prints. */
static void put_kept_line(struct bcdump *d, const struct kept_text *kept, put_block_fn *put,
                          struct bl_view label, uint32_t block_id)
{
    if (kept->size)
        out_until(d->out, kept_put(kept, out_room(d->out, HEAD_BYTES)));
    else
        put(d, d->out, label, block_id);
}

static void make_label(const struct bcdump *d, uint32_t block_id, struct bcdump_label *label)
{
    struct bl_view stated = bl_walk_block_name(d->walk, block_id);
    label->text = llvm_block_label_of(stated, d->stream->kind, block_id);
    label->n_forgotten = d->heads.n_forgotten;
    label->is_known = true;
    label->is_stated = label->text.data && label->text.data == stated.data;
    keep_line(&label->begin, put_block_begin, d, label->text, block_id);
    keep_line(&label->end, put_block_end, d, label->text, block_id);
}

/* By the names in force. */
static const struct bcdump_label *label_of(struct bcdump *d, struct bccount_place place)
{
    struct bcdump_label *label = &d->labels[place.heads_block];
    if (!label->is_known || label->n_forgotten != d->heads.n_forgotten ||
        place.heads_block == HEADS_BLOCKS)
        make_label(d, place.block_id, label);
    return label;
}

/* LABEL is said again at the end of the block. One that the stream states may be gone by then. */
static bool keep_label(struct bcdump_level *level, const struct bcdump_label *label)
{
    level->label = label->text;
    if (!label->is_stated)
        return true;
    level->stated = strndup((const char *)label->text.data, label->text.size);
    level->label = view_of(level->stated);
    return level->stated != NULL;
}

static int begin_block(struct bcdump *d, const struct bl_block *block, struct bl_error *err)
{
    struct out *o = d->out;
    indent(d, d->n_around + d->n_levels);
    struct bcdump_level *level = add_level(d, block->block_id, block->body_pos, true);
    if (!level)
        return no_memory(err);
    if (!level->shown) {
        out_text(o, "<BLOCKINFO_BLOCK/>\n");
        return 0;
    }
    const struct bcdump_label *label = label_of(d, level->place);
    if (!keep_label(level, label))
        return no_memory(err);
    put_kept_line(d, &label->begin, put_block_begin, level->label, block->block_id);
    char *p = put_decimal(out_room(o, BLOCK_LINE_BYTES), block->n_words);
    p = put_decimal(put_word(p, " BlockCodeSize="), block->id_width);
    out_until(o, put_word(p, ">\n"));
    return 0;
}

/* The line that ends a block. Its label is as when it began, whatever holds by now. */
static void put_end_line(struct bcdump *d, const struct bcdump_level *level)
{
    struct bccount_place place = level->place;
    const struct bcdump_label *label = &d->labels[place.heads_block];
    struct bl_view text = level->label;
    if (!level->is_begun) {
        label = label_of(d, place);
        text = label->text;
    }
    if (label->text.data == text.data && place.heads_block < HEADS_BLOCKS)
        put_kept_line(d, &label->end, put_block_end, text, place.block_id);
    else
        put_block_end(d, d->out, text, place.block_id);
}

static int end_block(struct bcdump *d, uint32_t parent_id, struct bl_error *err)
{
    struct bcdump_level *level = &d->levels[--d->n_levels];
    if (level->shown) {
        indent(d, d->n_around + d->n_levels);
        put_end_line(d, level);
    }
    free(level->stated);
    if (d->n_levels > 0 || d->n_around == 0)
        return 0;
    d->n_around--;
    return add_level(d, parent_id, 0, false) ? 0 : no_memory(err);
}

/* After a failure: a BLOCKINFO block is announced before it is read. */
static void put_failed_entry(struct bcdump *d, const struct bl_error *err)
{
    if (err->depth == d->n_levels + 1 && err->depth <= BL_ERROR_PATH_MAX &&
        err->path[err->depth - 1].block_id == BL_BLOCKINFO_BLOCK && !d->options->blockinfo) {
        indent(d, d->n_levels);
        out_text(d->out, "<BLOCKINFO_BLOCK/>\n");
    }
}

/* A record to print. */
struct line {
    const struct bl_batch_record *rec; /* another follows and tells where this one ends */
    const uint64_t *ops;
    uint32_t n_ops;
};

static inline bool is_index_code(uint32_t code)
{
    return code == METADATA_INDEX_OFFSET || code == METADATA_INDEX;
}

static bool is_index_record(const struct bcdump_level *level, uint32_t code)
{
    return level->place.block_id == BL_METADATA_BLOCK && is_index_code(code);
}

static void put_index_check(struct bcdump *d, struct bcdump_level *level, const struct line *line)
{
    const struct bl_batch_record *rec = line->rec;
    d->is_lost |= level->body_pos == 0; /* an offset may stand before the first event */
    if (rec->code == METADATA_INDEX_OFFSET) {
        if (line->n_ops != 2)
            out_text(d->out, "(Invalid record)");
        else
            level->index_pos = rec[1].bit_pos + line->ops[0] + (line->ops[1] << 32);
        return;
    }
    if (!level->is_begun && level->index_pos == 0 && d->recalls)
        level->index_pos = d->recalls(d->context, level->body_pos, d->out);
    out_text(d->out, " (offset ");
    if (level->index_pos == rec->bit_pos) {
        out_text(d->out, "match)");
    } else {
        out_text(d->out, "mismatch: ");
        out_u64(d->out, level->index_pos);
        out_text(d->out, " vs ");
        out_u64(d->out, rec->bit_pos);
        out_char(d->out, ')');
    }
}

/* Of BLOCK from its body's first byte to END, which goes on where the last one ended. */
static void compute_hash(const struct bcdump *d, struct bcdump_level *level,
                         const struct bl_block *block, uint64_t end, uint8_t *computed)
{
    const char *salt = d->options->check_hash;
    if (level->hashed_to == 0) {
        SHA1Init(&level->sha1);
        SHA1Update(&level->sha1, (const uint8_t *)salt, strlen(salt));
        level->hashed_to = block->body_pos / 8;
    }
    SHA1Update(&level->sha1, d->stream->bytes.data + level->hashed_to,
               (size_t)(end - level->hashed_to));
    level->hashed_to = end;
    SHA1_CTX sha1 = level->sha1;
    SHA1Final(computed, &sha1);
}

static void put_hash_check(struct bcdump *d, struct bcdump_level *level,
                           const struct bl_event *event)
{
    const struct bl_record *rec = event->record;
    if (rec->n_ops != HASH_WORDS) {
        out_text(d->out, " (invalid)");
        return;
    }
    uint8_t stated[SHA1_DIGEST_LENGTH];
    for (int i = 0; i < HASH_WORDS; i++)
        for (int byte = 0; byte < 4; byte++)
            stated[4 * i + byte] = (uint8_t)(rec->ops[i] >> (24 - 8 * byte));
    /* To the byte in which the id of the HASH record ends. */
    uint64_t end = (rec->bit_pos + event->block->id_width) / 8;
    uint8_t computed[SHA1_DIGEST_LENGTH];
    compute_hash(d, level, event->block, end, computed);
    bool match = memcmp(computed, stated, sizeof computed) == 0;
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

static int bad_strings(const struct bl_record *rec, const char *what, struct bl_error *err)
{
    *err = (struct bl_error){
        .status = BL_E_MALFORMED, .what = what, .has_pos = true, .bit_pos = rec->bit_pos};
    return BL_E_MALFORMED;
}

static int put_metadata_strings(struct bcdump *d, const struct bl_event *event,
                                struct bl_error *err)
{
    struct out *o = d->out;
    const struct bl_record *rec = event->record;
    if (rec->blob.size == 0)
        return bad_strings(rec, "METADATA_STRINGS with an empty blob", err);
    if (rec->n_ops != 2)
        return bad_strings(rec, "METADATA_STRINGS without count and offset", err);
    uint32_t n = (uint32_t)rec->ops[0];
    out_text(o, " num-strings = ");
    out_u64(o, n);
    out_text(o, " {\n");
    const uint64_t ops[] = {n ? n : UINT64_C(1) << 32, (uint32_t)rec->ops[1]};
    struct bl_string_reader strings;
    if (!bl_string_reader_init(&strings, ops, 2, rec->blob))
        return bad_strings(rec, "METADATA_STRINGS with an offset outside its blob", err);
    struct bl_view text;
    const char *what;
    int rc;
    while ((rc = bl_string_reader_next(&strings, &text, &what)) > 0) {
        indent(d, event->depth);
        out_text(o, "  '");
        out_escaped(o, text);
        out_text(o, "'\n");
    }
    if (rc < 0)
        return bad_strings(rec, what, err);
    indent(d, event->depth);
    out_char(o, '}');
    return 0;
}

static int put_blob(struct bcdump *d, const struct bl_event *event, struct bl_error *err)
{
    struct out *o = d->out;
    const struct bl_record *rec = event->record;
    if (event->block->block_id == BL_METADATA_BLOCK && rec->code == METADATA_STRINGS)
        return put_metadata_strings(d, event, err);
    out_text(o, " blob data = ");
    if (d->options->binary_blobs) {
        out_char(o, '\'');
        out_escaped(o, rec->blob);
        out_char(o, '\'');
    } else if (is_printable(rec->blob)) {
        out_char(o, '\'');
        out_view(o, rec->blob);
        out_char(o, '\'');
    } else {
        out_text(o, "unprintable, ");
        out_u64(o, rec->blob.size);
        out_text(o, " bytes.");
    }
    return 0;
}

/* "<NAME", with --non-symbolic the code, and the abbreviation. */
static void make_head(void *context, struct out *o, uint32_t code, uint32_t abbrev_id)
{
    const struct bcdump *d = context;
    uint32_t block_id = d->levels[d->n_levels - 1].place.block_id;
    struct bl_view label = llvm_record_label_of(bl_walk_record_name(d->walk, block_id, code),
                                                d->stream->kind, block_id, code);
    out_char(o, '<');
    if (label.data) {
        out_name(o, label);
    } else {
        out_text(o, "UnknownCode");
        out_u64(o, code);
    }
    if (d->options->non_symbolic && label.data) {
        out_text(o, " codeid=");
        out_u64(o, code);
    }
    if (abbrev_id != BL_ABBREV_UNABBREV) {
        out_text(o, " abbrevid=");
        out_u64(o, abbrev_id);
    }
}

static void count_record(struct bcdump *d, const struct bcdump_level *level,
                         const struct bl_batch_record *rec)
{
    bccount_record(d->count, level->place.block_id, rec->code, rec->abbrev_id,
                   rec[1].bit_pos - rec->bit_pos);
}

/* After the beginning of the innermost block was printed. */
static void count_begin(struct bcdump *d, uint64_t header_pos)
{
    const struct bcdump_level *level = &d->levels[d->n_levels - 1];
    if (d->count)
        bccount_begin(d->count, level->place, d->n_levels > 1 ? &level[-1].place : NULL,
                      header_pos);
}

/* After the end of a block was printed: the one around it is the innermost. */
static void count_end(struct bcdump *d, uint32_t block_id, uint64_t end_pos)
{
    if (!d->count)
        return;
    struct bccount_place ended = {block_id, heads_block(&d->heads, block_id)};
    bccount_end(d->count, ended, d->n_levels ? &d->levels[d->n_levels - 1].place : NULL, end_pos);
}

enum {
    SHORT_INDENT = 16,
    LINE_END_BYTES = 4,
    LINE_BYTES = SHORT_INDENT + HEAD_BYTES + (FEW_OPERANDS + OPERANDS_BEYOND) * OPERAND_BYTES +
                 LINE_END_BYTES
};
_Static_assert(LINE_BYTES <= (int)OUT_LEAST_BYTES, "there can be room for a line");

/* A line up to its last operand, however long. */
static void put_long_line(struct bcdump *d, const struct line *line)
{
    indent(d, d->n_around + d->n_levels);
    make_head(d, d->out, line->rec->code, line->rec->abbrev_id);
    out_operands(d->out, line->ops, line->n_ops, put_bcop);
}

/* The same for a short one, to P. WIDE_END is put_operands()'s. */
static inline __attribute__((always_inline)) char *put_line(char *p, uint32_t n_spaces,
                                                            const struct head *head,
                                                            const uint64_t *ops, uint32_t n_ops,
                                                            const uint64_t *wide_end)
{
    memset(p, ' ', SHORT_INDENT); /* a constant size, one store */
    p = kept_put(&head->kept, p + n_spaces);
    return put_operands(p, ops, n_ops, wide_end, put_bcop);
}

/* Whether an array of which AT is the first operand, or BL_NO_ARRAY, may be a string. */
static inline bool may_be_string(const uint64_t *ops, uint32_t n_ops, uint32_t at)
{
    return at != BL_NO_ARRAY && (at >= n_ops || is_character(ops[at]));
}

/* What follows the operands. */
static void put_line_end(struct bcdump *d, struct bcdump_level *level, const struct line *line)
{
    struct out *o = d->out;
    uint32_t at = line->rec->array_at;
    if (is_index_record(level, line->rec->code))
        put_index_check(d, level, line);
    out_text(o, "/>");
    if (at != BL_NO_ARRAY)
        put_record_string(o, line->ops + at, line->n_ops - at);
    out_char(o, '\n');
}

/* A record that came as an event. */
static int put_record(struct bcdump *d, struct bcdump_level *level, const struct bl_event *event,
                      struct bl_error *err)
{
    struct out *o = d->out;
    const struct bl_record *rec = event->record;
    const struct bl_batch_record ends[] = {{.bit_pos = rec->bit_pos,
                                            .code = rec->code,
                                            .abbrev_id = rec->abbrev_id,
                                            .array_at = BL_NO_ARRAY},
                                           {.bit_pos = rec->end_pos, .first_op = rec->n_ops}};
    const struct line line = {.rec = ends, .ops = rec->ops, .n_ops = rec->n_ops};
    put_long_line(d, &line);
    if (is_index_record(level, rec->code))
        put_index_check(d, level, &line);
    if (level->place.block_id == BL_MODULE_BLOCK && rec->code == BL_MODULE_HASH &&
        d->options->check_hash)
        put_hash_check(d, level, event);
    out_text(o, "/>");
    if (rec->has_array)
        put_record_string(o, rec->ops + rec->array_at, rec->n_ops - rec->array_at);
    int status = rec->has_blob ? put_blob(d, event, err) : 0;
    if (status == 0)
        out_char(o, '\n');
    return status;
}

/* A check of hashes needs the records of a MODULE block as events. */
unsigned bcdump_walk_flags(const struct bcdump_options *options)
{
    return options->check_hash ? 0 : BL_WALK_ACROSS;
}

/* Whether it is enough to know records of the innermost block as batches tell them. */
static bool takes_batches(const struct bcdump *d)
{
    return d->n_levels > 0 && !(d->options->check_hash &&
                                d->levels[d->n_levels - 1].place.block_id == BL_MODULE_BLOCK);
}

/* Count the records of BATCH from number I on that stand in the innermost block; returns the number
 * of what is none. */
static uint32_t skip_records(struct bcdump *d, const struct bl_batch *batch, uint32_t i)
{
    const struct bcdump_level *level = &d->levels[d->n_levels - 1];
    for (; i < batch->n_records && batch->records[i].abbrev_id >= BL_ABBREV_UNABBREV; i++)
        if (d->count)
            count_record(d, level, &batch->records[i]);
    return i;
}

/* Count a record, and print it by itself. HEAD may be NULL. */
static void put_other_record(struct bcdump *d, struct bcdump_level *level, struct head *head,
                             const struct line *line)
{
    const struct bl_batch_record *rec = line->rec;
    uint32_t block = level->place.heads_block;
    if (!head)
        head = heads_add(&d->heads, block, rec->code, rec->abbrev_id, make_head, d);
    if (head)
        head_count(head, rec[1].bit_pos - rec->bit_pos);
    else if (d->count)
        count_record(d, level, rec);
    put_long_line(d, line);
    put_line_end(d, level, line);
}

/* Count and print them. */
static uint32_t put_records(struct bcdump *d, const struct bl_batch *batch, uint32_t i)
{
    struct bcdump_level *level = &d->levels[d->n_levels - 1];
    const struct bl_batch_record *rec = &batch->records[i];
    const struct bl_batch_record *end = &batch->records[batch->n_records];
    const uint64_t *wide_end = wide_end_of(batch->ops, end->first_op);
    struct line line = {.ops = batch->ops + rec->first_op};
    uint32_t n_spaces = 2 * (d->n_around + d->n_levels);
    uint32_t end_ops = n_spaces <= SHORT_INDENT ? FEW_OPERANDS + 1 : 0;
    bool has_indexes = level->place.block_id == BL_METADATA_BLOCK;
    struct block_heads heads = heads_of(&d->heads, level->place.heads_block);
    char *p = out_room(d->out, 0);
    for (; rec < end; rec++, line.ops += line.n_ops) {
        line.n_ops = rec[1].first_op - rec->first_op;
        struct head *head = heads_find(heads, rec->code, rec->abbrev_id);
        if (__builtin_expect(!head || line.n_ops >= end_ops, 0)) {
            if (rec->abbrev_id < BL_ABBREV_UNABBREV)
                break;
            line.rec = rec;
            out_until(d->out, p);
            put_other_record(d, level, head, &line);
            heads = heads_of(&d->heads, level->place.heads_block);
            p = out_room(d->out, 0);
            continue;
        }
        head_count(head, rec[1].bit_pos - rec->bit_pos);
        p = out_room_at(d->out, p, LINE_BYTES);
        p = put_line(p, n_spaces, head, line.ops, line.n_ops, wide_end);
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

static int put_batch(struct bcdump *d, const struct bl_batch *batch, struct bl_error *err)
{
    int status = 0;
    for (uint32_t i = 0; status == 0; i++) {
        bool is_shown = d->levels[d->n_levels - 1].shown && !out_is_full(d->out);
        i = is_shown ? put_records(d, batch, i) : skip_records(d, batch, i);
        if (i == batch->n_records)
            break;
        const struct bl_batch_record *rec = &batch->records[i];
        const uint64_t *ops = batch->ops + rec->first_op;
        if (rec->abbrev_id == BL_ABBREV_ENTER_SUBBLOCK) {
            status = begin_block(d,
                                 &(struct bl_block){.block_id = rec->code,
                                                    .id_width = (uint32_t)ops[0],
                                                    .n_words = (uint32_t)ops[1],
                                                    .body_pos = rec[1].bit_pos},
                                 err);
            count_begin(d, ops[2]);
        } else {
            status = end_block(d, (uint32_t)ops[0], err);
            count_end(d, rec->code, rec[1].bit_pos);
        }
    }
    return status;
}

/* What is around the first entry, where that stands in a block whose beginning is not
 * among the events. */
static bool begin_inside(struct bcdump *d, const struct bl_event *event)
{
    bool is_block = event->kind == BL_EVENT_BLOCK;
    uint32_t depth = event->depth + (event->kind == BL_EVENT_BLOCK_END);
    d->is_begun = true;
    if (depth == 0)
        return true;
    d->n_around = depth - 1;
    return add_level(d, is_block ? event->parent_id : event->block->block_id,
                     is_block ? 0 : event->block->body_pos, false) != NULL;
}

static int put_event(struct bcdump *d, const struct bl_event *event, struct bl_error *err)
{
    if (!d->is_begun && !begin_inside(d, event))
        return no_memory(err);
    if (event->kind == BL_EVENT_BLOCK && event->block->block_id == BL_BLOCKINFO_BLOCK)
        d->is_lost |= d->foresees && !d->foresees(d->context, event->bit_pos);
    heads_use(&d->heads, bl_walk_names(d->walk));
    switch (event->kind) {
    case BL_EVENT_BLOCK: return begin_block(d, event->block, err);
    case BL_EVENT_BLOCK_END: return end_block(d, event->parent_id, err);
    case BL_EVENT_RECORD: {
        struct bcdump_level *level = &d->levels[d->n_levels - 1];
        return level->shown ? put_record(d, level, event, err) : 0;
    }
    case BL_EVENT_ABBREV: break;
    }
    return 0;
}

/* After EVENT was printed. */
static void count_event(struct bcdump *d, const struct bl_event *event)
{
    uint32_t block_id = event->block->block_id;
    switch (event->kind) {
    case BL_EVENT_BLOCK: count_begin(d, event->header_pos); break;
    case BL_EVENT_BLOCK_END: count_end(d, block_id, event->end_pos); break;
    case BL_EVENT_ABBREV:
        bccount_abbrev(d->count, d->levels[d->n_levels - 1].place, event->end_pos - event->bit_pos);
        break;
    case BL_EVENT_RECORD:
        bccount_record(d->count, block_id, event->code, event->abbrev_id,
                       event->end_pos - event->bit_pos);
        break;
    }
}

/* One step: an event or a batch of records. As bl_walk_next(). */
static int step(struct bcdump *d, struct bl_walk *walk, struct bl_error *err)
{
    int rc = takes_batches(d) ? bl_walk_read_batch(walk, &d->batch, err) : 0;
    int status = rc > 0 ? put_batch(d, &d->batch, err) : 0;
    if (rc != 0)
        return status < 0 ? status : rc;
    struct bl_event event;
    rc = bl_walk_next(walk, &event, err);
    status = rc > 0 ? put_event(d, &event, err) : 0;
    if (rc > 0 && status == 0 && d->count)
        count_event(d, &event);
    return status < 0 ? status : rc;
}

int bcdump_walk(struct bcdump *d, struct bl_walk *walk, struct bl_error *err)
{
    int rc = 1;
    d->walk = walk;
    heads_begin(&d->heads, bl_walk_names(walk));
    while (rc > 0 && !d->is_lost && (d->count || !out_is_full(d->out)))
        rc = step(d, walk, err);
    if (rc < 0)
        put_failed_entry(d, err);
    return rc < 0 ? rc : 0;
}

void bcdump_restart(struct bcdump *d, struct out *out)
{
    while (d->n_levels > 0)
        free(d->levels[--d->n_levels].stated);
    d->n_around = 0;
    d->is_begun = false;
    d->is_lost = false;
    d->out = out;
}

void bcdump_release(struct bcdump *d)
{
    bcdump_restart(d, NULL);
    free(d->levels);
    heads_release(&d->heads);
    bl_batch_release(&d->batch);
}
