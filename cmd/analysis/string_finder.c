/* analysis/string_finder.c - texts in streams, wherever they are
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/string_finder.h"

#include "base/array.h"
#include "base/name_sort.h"
#include "base/out.h"
#include "input/name_budget.h"

#include <stdlib.h>

enum {
    LEAST_RUN = 4, /* characters in a row that are text where nothing says so, as of strings(1) */
    CHAR6_WIDTH = 6,
    CHAR_WIDTH = 8,
};

const char *string_kind_name(enum string_kind kind)
{
    static const char *const names[] = {
        [STRING_SYMBOL] = "symbol name",
        [STRING_METADATA] = "metadata string",
        [STRING_CONSTANT] = "constant string",
        [STRING_ASSEMBLY] = "assembly",
        [STRING_LOCAL] = "value name",
        [STRING_STATED] = "text",
        [STRING_ATTRIBUTE] = "attribute",
        [STRING_BLOB] = "blob",
        [STRING_RECORD] = "record",
    };
    return names[kind];
}

/* ---- Matches ---- */

static void try_text(struct string_finder *t, enum string_kind kind, struct bl_view text,
                     bool is_view)
{
    struct found_string *f = &t->at;
    int rc = pattern_matches(t->pattern, text, &f->span);
    if (rc < 0 && t->unread.status == BL_OK)
        t->unread = (struct bl_error){
            .status = rc, .what = PATTERN_TOO_LONG, .has_pos = true, .bit_pos = f->bit_pos};
    if (rc <= 0)
        return;
    f->kind = kind;
    f->text = text;
    f->is_view = is_view;
    f->text_pos = is_view ? (uint64_t)(text.data - t->stream->bytes.data) * 8 : f->bit_pos;
    t->found(t->context, f);
}

/* Bytes of the character at P, which has N bytes after it; 0: text has no such character. */
static size_t text_character(const uint8_t *p, size_t n)
{
    bool is_printable = (*p >= 0x20 && *p < 0x7F) || *p == '\t' || *p == '\n';
    return is_printable ? 1
           : *p < 0x80  ? 0
                        : bl_utf8_length((struct bl_view){.data = p, .size = n});
}

/* Runs of text, of LEAST bytes and more. */
static void try_runs(struct string_finder *t, enum string_kind kind, struct bl_view bytes,
                     size_t least, bool is_view)
{
    for (size_t first = 0, end = 0; first < bytes.size; first = end + 1) {
        size_t n;
        end = first;
        while (end < bytes.size && (n = text_character(bytes.data + end, bytes.size - end)) > 0)
            end += n;
        if (end - first >= least)
            try_text(t, kind, (struct bl_view){bytes.data + first, end - first}, is_view);
    }
}

/* Whether a text within BYTES may match; what matches need not be a whole text. */
static bool may_match_within(const struct string_finder *t, struct bl_view bytes)
{
    return t->pattern->kind != PATTERN_SUBSTRING || pattern_matches(t->pattern, bytes, NULL) > 0;
}

/* ---- Blobs ---- */

void string_finder_begin(struct string_finder *t, const struct bl_stream *stream)
{
    if (t->stream == stream)
        return;
    bl_index_close(t->index);
    t->index = NULL;
    t->names_of = BL_NONE;
    t->stream = stream;
}

struct bl_index *string_finder_index(struct string_finder *t)
{
    if (!t->index)
        (void)out_need(bl_index_open(&t->index, t->stream, NULL));
    return t->index;
}

/* If NAME is in the stream: those of old modules are not. */
static void add_name(struct string_finder *t, struct bl_view name)
{
    struct bl_view bytes = t->stream->bytes;
    uintptr_t at = (uintptr_t)name.data - (uintptr_t)bytes.data;
    if (name.size && at < bytes.size)
        array_add(&t->names, &t->n_names, &t->cap_names, name);
}

static void add_names(struct string_finder *t, struct bl_module *module)
{
    const struct bl_global *globals;
    const struct bl_comdat *comdats;
    uint32_t n;
    t->has_overlaps |= out_need(bl_module_globals(module, &globals, &n, NULL)) == BL_E_LIMIT;
    for (uint32_t i = 0; i < n; i++) {
        add_name(t, globals[i].name);
        add_name(t, globals[i].partition);
    }
    (void)out_need(bl_module_comdats(module, &comdats, &n, NULL));
    for (uint32_t i = 0; i < n; i++)
        add_name(t, comdats[i].name);
}

static void add_summary_names(struct string_finder *t, struct bl_module *module)
{
    struct bl_summaries *summaries;
    struct bl_summary summary;
    struct bl_view name;
    if (out_need(bl_summaries_open(&summaries, module, NULL)) <= 0)
        return;
    while (out_need(bl_summaries_next(summaries, &summary, NULL)) > 0)
        for (uint32_t i = 0; bl_summaries_name(summaries, &summary, i, &name); i++)
            add_name(t, name);
    bl_summaries_close(summaries);
}

static int by_place(const void *a, const void *b)
{
    const struct bl_view *x = a;
    const struct bl_view *y = b;
    int order = bl_order((uintptr_t)x->data, (uintptr_t)y->data);
    return order ? order : bl_order(x->size, y->size);
}

/* The names in the current STRTAB, which may have other blobs, too: those of the modules between
 * the STRTAB before and this one. */
static void gather_names(struct string_finder *t)
{
    struct bl_module *module;
    struct bl_index *index = string_finder_index(t);
    uint32_t block = BL_NONE;
    if (index)
        (void)out_need(bl_index_find(index, t->at.bit_pos, &block, NULL));
    if (block == t->names_of && block != BL_NONE)
        return;
    t->names_of = block;
    t->n_names = 0;
    if (block == BL_NONE || bl_index_get(index, block).parent != BL_NONE)
        return;
    while (block-- > 0 && bl_index_get(index, block).block.block_id != BL_BLOCK_STRTAB)
        if (out_need(bl_module_open(&module, index, block, NULL)) == BL_OK) {
            add_names(t, module);
            add_summary_names(t, module);
            bl_module_close(module);
        }
    array_sort(t->names, t->n_names, sizeof *t->names, by_place);
}

/* Nothing in the blob marks where names end; what is between them belongs to symbol tables. */
static void try_strtab(struct string_finder *t, struct bl_view blob)
{
    if (!may_match_within(t, blob))
        return;
    gather_names(t);
    const uint8_t *at = blob.data;
    const uint8_t *end = blob.data + blob.size;
    struct bl_budget budget = {(uint64_t)blob.size * BL_MAX_NAME_BYTES_PER_BYTE};
    uint32_t first = 0;
    uint32_t n_before = t->n_names;
    BL_LOWER_BOUND(first, n_before, k, t->names[k].data < blob.data);
    for (uint32_t i = first; i < t->n_names && t->names[i].data < end; i++) {
        struct bl_view name = t->names[i];
        if (name.size > (size_t)(end - name.data) ||
            (i > 0 && by_place(&name, &t->names[i - 1]) == 0))
            continue;
        if (!bl_budget_spend_whole(&budget, name.size)) {
            t->has_overlaps = true;
            break;
        }
        if (name.data > at)
            try_runs(t, STRING_BLOB, (struct bl_view){at, (size_t)(name.data - at)}, 1, true);
        try_text(t, STRING_SYMBOL, name, true);
        if (name.data + name.size > at)
            at = name.data + name.size;
    }
    try_runs(t, STRING_BLOB, (struct bl_view){at, (size_t)(end - at)}, 1, true);
}

static void try_blob(struct string_finder *t, const struct bl_record *rec)
{
    bool is_ir = t->stream->kind == BL_STREAM_LLVM_IR;
    if (is_ir && t->block_id == BL_BLOCK_METADATA && rec->code == BL_CODE_METADATA_STRINGS) {
        struct bl_string_reader strings;
        struct bl_view text;
        if (!bl_string_reader_init(&strings, rec->ops, rec->n_ops, rec->blob) ||
            !may_match_within(t, strings.text))
            return;
        while (bl_string_reader_next(&strings, &text, NULL) > 0)
            try_text(t, STRING_METADATA, text, true);
    } else if (is_ir && t->block_id == BL_BLOCK_STRTAB) {
        try_strtab(t, rec->blob);
    } else if (may_match_within(t, rec->blob)) {
        try_runs(t, STRING_BLOB, rec->blob, LEAST_RUN, true);
    }
}

/* ---- Operands ---- */

/* Operands as characters, until the next call; NUL for what is none. Where char is signed, LLVM and
 * Clang write characters beyond ASCII as numbers of 32 or 64 bits, with the sign in all bits above
 * the byte. */
static struct bl_view characters_of(struct string_finder *t, const uint64_t *ops, uint32_t n)
{
    if (n > t->cap_bytes) {
        free(t->bytes);
        t->cap_bytes = (size_t)n * 2;
        t->bytes = array_new(t->cap_bytes, 1);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint64_t sign = ops[i] >> 7;
        bool is_signed = sign == UINT32_MAX >> 7 || sign == UINT64_MAX >> 7;
        t->bytes[i] = is_signed || ops[i] <= UINT8_MAX ? (uint8_t)ops[i] : 0;
    }
    return (struct bl_view){t->bytes, n};
}

static enum string_kind kind_of(uint32_t block_id, uint32_t code)
{
    switch (block_id) {
    case BL_BLOCK_PARAMATTR_GROUP: return STRING_ATTRIBUTE;
    case BL_BLOCK_MODULE: return code == BL_CODE_MODULE_COMDAT ? STRING_SYMBOL : STRING_STATED;
    case BL_BLOCK_CONSTANTS:
        return bl_constant_is_assembly(code) ? STRING_ASSEMBLY : STRING_CONSTANT;
    case BL_BLOCK_VALUE_SYMTAB: return STRING_LOCAL;
    case BL_BLOCK_METADATA:
        return code == BL_CODE_METADATA_STRING_OLD ? STRING_METADATA : STRING_STATED;
    default: return STRING_STATED;
    }
}

/* Operands that are characters, all of them one text. */
static void try_characters(struct string_finder *t, const uint64_t *ops, uint32_t n)
{
    if (n > 0)
        try_text(t, kind_of(t->block_id, t->at.code), characters_of(t, ops, n), false);
}

static void try_ir(struct string_finder *t, const uint64_t *ops, uint32_t n)
{
    bool is_old = t->block_id == BL_BLOCK_IDENTIFICATION && t->parent_id != BL_NONE;
    uint32_t role = is_old ? BL_BLOCK_TYPE_SYMTAB_OLD : t->block_id;
    uint32_t first = bl_ir_record_text_at(role, t->at.code);
    if (first < n)
        try_characters(t, ops + first, n - first);
    if (first != UINT32_MAX)
        return;
    struct bl_text_ops texts[2]; /* between other operands */
    uint32_t at = 0;
    unsigned n_texts;
    while ((n_texts = bl_ir_record_texts(t->block_id, t->at.code, ops, n, &at, texts)) > 0)
        for (unsigned i = 0; i < n_texts; i++)
            try_characters(t, ops + texts[i].first, texts[i].n);
    /* Operands may be text where nothing says so: wide characters, and in blocks that LLVM does not
     * know. */
    bool is_constant = t->block_id == BL_BLOCK_CONSTANTS;
    if (is_constant ? t->at.code == BL_CODE_CONSTANTS_DATA
                    : !bl_ir_block_name(t->parent_id, t->block_id))
        try_runs(t, is_constant ? STRING_CONSTANT : STRING_RECORD, characters_of(t, ops, n),
                 LEAST_RUN, false);
}

/* Whether the abbreviation ends in an array of characters. */
static bool has_characters(const struct string_finder *t, uint32_t abbrev_id)
{
    uint32_t n;
    const struct bl_abbrev_op *ops =
        abbrev_id == BL_ABBREV_UNABBREV ? NULL : bl_walk_abbrev(t->walk, abbrev_id, &n);
    if (!ops || n < 2 || ops[n - 2].encoding != BL_ENC_ARRAY)
        return false;
    const struct bl_abbrev_op *element = &ops[n - 1];
    return element->encoding == BL_ENC_CHAR6 ||
           (element->encoding == BL_ENC_FIXED && element->width > CHAR6_WIDTH &&
            element->width <= CHAR_WIDTH);
}

/* ---- Walking ---- */

/* has_characters() asks for abbreviations of the block that a record is in. */
unsigned string_finder_walk_flags(const struct bl_stream *stream)
{
    return BL_WALK_RECOVER | (stream->kind == BL_STREAM_LLVM_IR ? BL_WALK_ACROSS : 0);
}

static void try_record(struct string_finder *t, uint32_t abbrev_id, const uint64_t *ops, uint32_t n,
                       uint32_t array_at)
{
    if (t->stream->kind == BL_STREAM_LLVM_IR) {
        try_ir(t, ops, n);
        return;
    }
    bool is_certain = has_characters(t, abbrev_id);
    uint32_t first = is_certain ? array_at : 0;
    uint32_t least = is_certain ? 1 : LEAST_RUN;
    if (n - first >= least)
        try_runs(t, STRING_RECORD, characters_of(t, ops + first, n - first), least, false);
}

static void begin_record(struct string_finder *t, uint64_t bit_pos, uint32_t code)
{
    t->at.bit_pos = bit_pos;
    t->at.block_id = t->block_id;
    t->at.code = code;
}

/* Instructions have no text. */
static bool is_without_text(const struct string_finder *t)
{
    return t->stream->kind == BL_STREAM_LLVM_IR && t->block_id == BL_BLOCK_FUNCTION;
}

static void try_batch(struct string_finder *t)
{
    for (uint32_t i = 0; i < t->batch.n_records; i++) {
        const struct bl_batch_record *rec = &t->batch.records[i];
        const uint64_t *ops = t->batch.ops + rec->first_op;
        uint32_t n_ops = rec[1].first_op - rec->first_op;
        if (rec->abbrev_id == BL_ABBREV_ENTER_SUBBLOCK) {
            t->parent_id = t->block_id;
            t->block_id = rec->code;
        } else if (rec->abbrev_id == BL_ABBREV_END_BLOCK) {
            t->parent_id = BL_NONE;
            t->block_id = (uint32_t)ops[0];
        } else if (!is_without_text(t)) {
            begin_record(t, rec->bit_pos, rec->code);
            try_record(t, rec->abbrev_id, ops, n_ops,
                       rec->array_at < n_ops ? rec->array_at : n_ops);
        }
    }
}

static void try_event(struct string_finder *t, const struct bl_event *event)
{
    const struct bl_record *rec = event->record;
    bool has_ended = event->kind == BL_EVENT_BLOCK_END;
    t->block_id = has_ended ? event->parent_id : event->block ? event->block->block_id : BL_NONE;
    t->parent_id = has_ended ? BL_NONE : event->parent_id;
    if (event->kind != BL_EVENT_RECORD || is_without_text(t))
        return;
    begin_record(t, rec->bit_pos, rec->code);
    if (rec->has_blob)
        try_blob(t, rec);
    try_record(t, rec->abbrev_id, rec->ops, rec->n_ops, rec->array_at);
}

void string_finder_walk(struct string_finder *t, struct bl_walk *walk)
{
    struct bl_error overlaps = {.status = BL_E_LIMIT, .what = "names that overlap too much"};
    struct bl_event event;
    struct bl_error err;
    int rc;
    t->walk = walk;
    t->has_overlaps = false;
    t->unread.status = BL_OK;
    while ((rc = out_need(bl_walk_next(walk, &event, &err))) != 0) {
        if (rc > 0)
            try_event(t, &event);
        while (rc > 0 && (rc = out_need(bl_walk_read_batch(walk, &t->batch, &err))) > 0)
            try_batch(t);
        if (rc < 0)
            t->fail(t->context, &err);
    }
    if (t->has_overlaps)
        t->fail(t->context, &overlaps);
    if (t->unread.status < 0)
        t->fail(t->context, &t->unread);
}

void string_finder_release(struct string_finder *t)
{
    string_finder_begin(t, NULL);
    bl_batch_release(&t->batch);
    free(t->bytes);
    free(t->names);
}
