/* cmd/bcdump.c - what llvm-bcanalyzer --dump prints, event by event
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The shape of the text is llvm-bcanalyzer 22's, quirks included: what it calls unknown stays
 * unknown here, operands are signed, and a failure may leave half a line.
 */
#include "bcdump.h"

#include "array.h"

#include <sha1.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCKINFO_BLOCK = 0,
    FIRST_APPLICATION_BLOCK = 8,
    MODULE_BLOCK = 8,
    MODULE_HASH = 17,
    METADATA_BLOCK = 15,
    METADATA_STRINGS = 35,
    METADATA_INDEX_OFFSET = 38,
    METADATA_INDEX = 39,
    HASH_WORDS = 5,
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
    d->heads = calloc(HEAD_BLOCKS, sizeof *d->heads);
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
    if (block_id >= FIRST_APPLICATION_BLOCK) {
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
    if (block_id >= FIRST_APPLICATION_BLOCK) {
        if (stated.data)
            return until_nul(stated);
        if (kind != BL_STREAM_LLVM_IR)
            return (struct bl_view){0};
    }
    return view_of(bl_llvm_record_name(block_id, code));
}

struct bl_view llvm_block_label(const struct bl_walk *walk, enum bl_stream_kind kind,
                                uint32_t block_id)
{
    return llvm_block_label_of(bl_walk_block_name(walk, block_id), kind, block_id);
}

struct bl_view llvm_record_label(const struct bl_walk *walk, enum bl_stream_kind kind,
                                 uint32_t block_id, uint32_t code)
{
    return llvm_record_label_of(bl_walk_record_name(walk, block_id, code), kind, block_id, code);
}

static void indent(const struct bcdump *d, uint32_t depth)
{
    enum {
        SHORT = 16
    };
    if (depth * 2 > SHORT) {
        out_fill(d->out, ' ', (size_t)depth * 2);
        return;
    }
    char *p = out_room(d->out, SHORT);
    memset(p, ' ', SHORT); /* a constant size, one store */
    out_until(d->out, p + (size_t)depth * 2);
}

static struct bcdump_level *add_level(struct bcdump *d)
{
    if (!array_room(&d->levels, &d->cap_levels, d->n_levels))
        return NULL;
    d->levels[d->n_levels] = (struct bcdump_level){0};
    return &d->levels[d->n_levels++];
}

static int no_memory(struct bl_error *err)
{
    *err = (struct bl_error){.status = BL_E_NOMEM, .what = "no memory"};
    return BL_E_NOMEM;
}

static int begin_block(struct bcdump *d, const struct bl_walk *walk, const struct bl_event *event,
                       struct bl_error *err)
{
    struct out *o = d->out;
    const struct bl_block *block = event->block;
    struct bcdump_level *level = add_level(d);
    /* Names from BLOCKINFO come with each such block, and go. */
    if (d->heads && block->block_id == BLOCKINFO_BLOCK)
        memset(d->heads, 0, HEAD_BLOCKS * sizeof *d->heads);
    if (!level)
        return no_memory(err);
    level->shown = block->block_id != BLOCKINFO_BLOCK || d->options->blockinfo;
    indent(d, event->depth);
    if (!level->shown) {
        out_text(o, "<BLOCKINFO_BLOCK/>\n");
        return 0;
    }
    struct bl_view label = llvm_block_label(walk, d->stream->kind, block->block_id);
    if (label.data && !(level->name = strndup((const char *)label.data, label.size)))
        return no_memory(err);
    out_char(o, '<');
    if (label.data) {
        out_view(o, label);
    } else {
        out_text(o, "UnknownBlock");
        out_u64(o, block->block_id);
    }
    if (d->options->non_symbolic && label.data) {
        out_text(o, " BlockID=");
        out_u64(o, block->block_id);
    }
    out_text(o, " NumWords=");
    out_u64(o, block->n_words);
    out_text(o, " BlockCodeSize=");
    out_u64(o, block->id_width);
    out_text(o, ">\n");
    return 0;
}

static void end_block(struct bcdump *d, const struct bl_event *event)
{
    struct out *o = d->out;
    struct bcdump_level *level = &d->levels[--d->n_levels];
    if (level->shown) {
        indent(d, event->depth);
        out_text(o, "</");
        if (level->name) {
            out_text(o, level->name);
        } else {
            out_text(o, "UnknownBlock");
            out_u64(o, event->block->block_id);
        }
        out_text(o, ">\n");
    }
    free(level->name);
}

void bcdump_failed_entry(struct bcdump *d, const struct bl_error *err)
{
    if (err->depth == d->n_levels + 1 && err->depth <= BL_ERROR_PATH_MAX &&
        err->path[err->depth - 1].block_id == BLOCKINFO_BLOCK && !d->options->blockinfo) {
        indent(d, d->n_levels);
        out_text(d->out, "<BLOCKINFO_BLOCK/>\n");
    }
}

static void put_index_check(struct bcdump *d, struct bcdump_level *level,
                            const struct bl_record *rec)
{
    if (rec->code == METADATA_INDEX_OFFSET) {
        if (rec->n_ops != 2)
            out_text(d->out, "(Invalid record)");
        else
            level->index_pos = rec->end_pos + rec->ops[0] + (rec->ops[1] << 32);
    } else if (rec->code == METADATA_INDEX) {
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
}

static void put_hash_check(struct bcdump *d, const struct bl_event *event)
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
    /* From the body's first byte to the one in which the id of the HASH record ends. */
    uint64_t begin = event->block->body_pos / 8;
    uint64_t end = (rec->bit_pos + event->block->id_width) / 8;
    uint8_t computed[SHA1_DIGEST_LENGTH];
    SHA1_CTX sha1;
    SHA1Init(&sha1);
    SHA1Update(&sha1, (const uint8_t *)d->options->check_hash, strlen(d->options->check_hash));
    SHA1Update(&sha1, d->stream->bytes.data + begin, (size_t)(end - begin));
    SHA1Final(computed, &sha1);
    bool match = memcmp(computed, stated, sizeof computed) == 0;
    out_text(d->out, match ? " (match)" : " (!mismatch!)");
}

/* The array's elements, if all of them are printable characters. */
static void put_record_string(struct out *o, const struct bl_record *rec)
{
    for (uint32_t i = rec->array_at; i < rec->n_ops; i++) {
        uint8_t c = (uint8_t)rec->ops[i];
        if (c < 0x20 || c > 0x7E)
            return;
    }
    out_text(o, " record string = '");
    for (uint32_t i = rec->array_at; i < rec->n_ops; i++)
        out_char(o, (char)rec->ops[i]);
    out_char(o, '\'');
}

/* VBR6 of the lengths in a METADATA_STRINGS blob, bit by bit: rarely asked for, and under a limit of
 * its own. False when there is none. */
static bool read_length(struct bl_view lengths, uint64_t *pos, uint32_t *length)
{
    *length = 0;
    for (unsigned shift = 0; shift < 32; shift += 5) {
        uint32_t chunk = 0;
        for (unsigned i = 0; i < 6; i++, ++*pos) {
            if (*pos >= (uint64_t)lengths.size * 8)
                return false;
            chunk |= (uint32_t)(lengths.data[*pos / 8] >> (*pos % 8) & 1) << i;
        }
        *length |= (chunk & 31) << shift;
        if (!(chunk & 32))
            return true;
    }
    return false;
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
    uint32_t offset = (uint32_t)rec->ops[1];
    out_text(o, " num-strings = ");
    out_u64(o, n);
    out_text(o, " {\n");
    if (offset > rec->blob.size)
        return bad_strings(rec, "METADATA_STRINGS with an offset outside its blob", err);
    struct bl_view lengths = {.data = rec->blob.data, .size = offset};
    struct bl_view chars = {.data = rec->blob.data + offset, .size = rec->blob.size - offset};
    uint64_t pos = 0;
    do {
        uint32_t length;
        if (!read_length(lengths, &pos, &length))
            return bad_strings(rec, "METADATA_STRINGS with fewer lengths than strings", err);
        if (length > chars.size)
            return bad_strings(rec, "METADATA_STRINGS with fewer characters than lengths", err);
        indent(d, event->depth);
        out_text(o, "  '");
        out_escaped(o, (struct bl_view){.data = chars.data, .size = length});
        out_text(o, "'\n");
        chars.data += length;
        chars.size -= length;
    } while (--n);
    indent(d, event->depth);
    out_char(o, '}');
    return 0;
}

static int put_blob(struct bcdump *d, const struct bl_event *event, struct bl_error *err)
{
    struct out *o = d->out;
    const struct bl_record *rec = event->record;
    if (event->block->block_id == METADATA_BLOCK && rec->code == METADATA_STRINGS)
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

static void make_head(struct out *o, const struct bcdump *d, const struct bl_walk *walk,
                      uint32_t block_id, uint32_t code)
{
    struct bl_view label = llvm_record_label(walk, d->stream->kind, block_id, code);
    out_char(o, '<');
    if (label.data) {
        out_view(o, label);
    } else {
        out_text(o, "UnknownCode");
        out_u64(o, code);
    }
    if (d->options->non_symbolic && label.data) {
        out_text(o, " codeid=");
        out_u64(o, code);
    }
}

/* The kept head, made if there is none yet; NULL: this one is not kept. */
static const struct bcdump_head *find_head(struct bcdump *d, const struct bl_walk *walk,
                                           uint32_t block_id, uint32_t code)
{
    if (!d->heads || block_id >= HEAD_BLOCKS || code >= HEAD_CODES)
        return NULL;
    struct bcdump_head *head = &d->heads[block_id][code];
    if (head->size == 0) {
        struct bl_view label = llvm_record_label(walk, d->stream->kind, block_id, code);
        struct out text = {.data = head->text, .cap = HEAD_BYTES};
        if (label.size > HEAD_BYTES - sizeof "< codeid=NN" - NUMBER_BYTES)
            return NULL;
        make_head(&text, d, walk, block_id, code);
        head->size = (uint8_t)text.n;
    }
    return head;
}

static void put_head(struct bcdump *d, const struct bl_walk *walk, const struct bl_event *event)
{
    struct out *o = d->out;
    const struct bl_record *rec = event->record;
    const struct bcdump_head *head = find_head(d, walk, event->block->block_id, rec->code);
    indent(d, event->depth);
    if (head) {
        char *p = out_room(o, HEAD_BYTES);
        memcpy(p, head->text, HEAD_BYTES); /* a constant size; what is too much gets overwritten */
        out_until(o, p + head->size);
    } else {
        make_head(o, d, walk, event->block->block_id, rec->code);
    }
    if (rec->abbrev_id != BL_ABBREV_UNABBREV) {
        out_text(o, " abbrevid=");
        out_u64(o, rec->abbrev_id);
    }
    out_ops(o, rec->ops, rec->n_ops);
}

static int put_record(struct bcdump *d, const struct bl_walk *walk, const struct bl_event *event,
                      struct bl_error *err)
{
    struct out *o = d->out;
    struct bcdump_level *level = &d->levels[d->n_levels - 1];
    const struct bl_record *rec = event->record;
    if (!level->shown)
        return 0;
    put_head(d, walk, event);
    if (event->block->block_id == METADATA_BLOCK)
        put_index_check(d, level, rec);
    if (event->block->block_id == MODULE_BLOCK && rec->code == MODULE_HASH &&
        d->options->check_hash)
        put_hash_check(d, event);
    out_text(o, "/>");
    if (rec->has_array)
        put_record_string(o, rec);
    int status = rec->has_blob ? put_blob(d, event, err) : 0;
    if (status == 0)
        out_char(o, '\n');
    return status;
}

int bcdump_event(struct bcdump *d, const struct bl_walk *walk, const struct bl_event *event,
                 struct bl_error *err)
{
    switch (event->kind) {
    case BL_EVENT_BLOCK: return begin_block(d, walk, event, err);
    case BL_EVENT_BLOCK_END: end_block(d, event); return 0;
    case BL_EVENT_RECORD: return put_record(d, walk, event, err);
    case BL_EVENT_ABBREV: break;
    }
    return 0;
}

void bcdump_release(struct bcdump *d)
{
    while (d->n_levels > 0)
        free(d->levels[--d->n_levels].name);
    free(d->levels);
    free(d->heads);
}
