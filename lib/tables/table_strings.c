/* tables/table_strings.c - texts in LLVM IR, with their positions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Of the records of a stream, then the names of its global values, which are in the STRTAB.
 */
#include "tables/table.h"

#include "base/grow.h"

struct state {
    struct bl_walk *walk; /* NULL: it is over */
    uint32_t block_id;
    /* Texts of the record at hand that are left: */
    struct bl_record rec; /* ops are those of the event */
    struct bl_string_reader strings;
    bool has_strings;
    uint32_t at; /* for bl_ir_record_texts() */
    struct bl_text_ops pieces[2];
    unsigned n_pieces, piece;
    bool has_texts;
    /* Names: */
    struct bl_index *index;
    struct bl_module *module;
    uint32_t module_block;
    const struct bl_global *globals;
    uint32_t n_globals, global;
    /* The row: */
    const char *kind;
    struct bl_view text;
    uint64_t bit_pos, text_pos, number; /* number: of the text in its record */
    uint32_t code;
    uint8_t *bytes;
    size_t cap_bytes;
};

static const struct bl_sql_column columns[] = {
    BL_SQL_FILE_COLUMN,
    {"kind", BL_SQL_TEXT, "where the text is: a name, a constant, metadata …",
     BL_SQL_FIELD(state, kind)},
    {"text", BL_SQL_TEXT, "the text", BL_SQL_FIELD(state, text)},
    {"bytes", BL_SQL_INTEGER, "its length", .unit = "byte", BL_SQL_FIELD(state, text.size)},
    {"bit_pos", BL_SQL_INTEGER, "where its record begins", .unit = "bit",
     BL_SQL_FIELD(state, bit_pos)},
    {"text_pos", BL_SQL_INTEGER, "where the text itself begins in the stream", .unit = "bit",
     BL_SQL_FIELD(state, text_pos)},
    {"block", BL_SQL_NUMBER, "block id of the block that it is in", BL_SQL_FIELD(state, block_id)},
    {"code", BL_SQL_INTEGER, "number of the record code", BL_SQL_FIELD(state, code)},
};

static int begin(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    s->block_id = BL_NONE;
    s->has_strings = s->has_texts = false;
    s->n_pieces = s->piece = 0;
    if (c->stream.kind != BL_STREAM_LLVM_IR)
        return 1;
    return bl_walk_open(&s->walk, &c->stream, BL_WALK_RECOVER, NULL, err);
}

static void end_unit(struct bl_sql_cursor *c)
{
    struct state *s = c->state;
    bl_walk_close(s->walk);
    bl_module_close(s->module);
    bl_index_close(s->index);
    s->walk = NULL;
    s->module = NULL;
    s->index = NULL;
}

static void end(struct bl_sql_cursor *c)
{
    struct state *s = c->state;
    bl_drop(s->bytes);
}

/* The position of the text, if it is in the stream; otherwise that of its record. */
static void set_text(struct bl_sql_cursor *c, struct state *s, struct bl_view text)
{
    uintptr_t at = (uintptr_t)text.data - (uintptr_t)c->stream.bytes.data;
    s->text = text;
    s->text_pos = text.data && at < c->stream.bytes.size ? (uint64_t)at * 8 : s->bit_pos;
}

/* ---- Records ---- */

static const char *kind_of(uint32_t block_id, uint32_t code)
{
    switch (block_id) {
    case BL_BLOCK_CONSTANTS:
        return code == BL_CODE_CONSTANTS_STRING || code == BL_CODE_CONSTANTS_CSTRING
                   ? "constant string"
                   : "assembly";
    case BL_BLOCK_VALUE_SYMTAB: return "value name";
    case BL_BLOCK_PARAMATTR_GROUP: return "attribute";
    case BL_BLOCK_METADATA: return "metadata string";
    default: return "text";
    }
}

/* N operands from FIRST on as bytes. */
static int put_characters(struct bl_sql_cursor *c, struct state *s, struct bl_text_ops range,
                          struct bl_error *err)
{
    uint32_t n = range.first <= s->rec.n_ops ? s->rec.n_ops - range.first : 0;
    n = range.n < n ? range.n : n;
    if (n > s->cap_bytes && bl_grow(&s->bytes, &s->cap_bytes, n) < 0) {
        *err = (struct bl_error){.status = BL_E_NOMEM, .what = "no memory for a text"};
        return BL_E_NOMEM;
    }
    for (uint32_t i = 0; i < n; i++)
        s->bytes[i] = (uint8_t)s->rec.ops[range.first + i];
    s->kind = kind_of(s->block_id, s->rec.code);
    set_text(c, s, (struct bl_view){.data = s->bytes, .size = n});
    return 1;
}

/* The next text of the record at hand: 1, 0, or BL_E_NOMEM. */
static int next_text(struct bl_sql_cursor *c, struct state *s, struct bl_error *err)
{
    struct bl_view text;
    if (s->has_strings) {
        s->has_strings = bl_string_reader_next(&s->strings, &text, NULL) > 0;
        if (s->has_strings) {
            s->kind = "metadata string";
            set_text(c, s, text);
            s->number++;
            return 1;
        }
    }
    while (s->has_texts) {
        if (s->piece < s->n_pieces) {
            struct bl_text_ops range = s->pieces[s->piece++];
            s->number++;
            if (range.n > 0)
                return put_characters(c, s, range, err);
            continue;
        }
        s->piece = 0;
        s->n_pieces = bl_ir_record_texts(s->block_id, s->rec.code, s->rec.ops, s->rec.n_ops, &s->at,
                                         s->pieces);
        s->has_texts = s->n_pieces > 0;
    }
    return 0;
}

static void begin_record(struct state *s, const struct bl_record *rec)
{
    uint32_t text_at = bl_ir_record_text_at(s->block_id, rec->code);
    s->rec = *rec; /* borrowed until the next event */
    s->bit_pos = rec->bit_pos;
    s->code = rec->code;
    s->number = 0;
    s->at = 0;
    s->piece = s->n_pieces = 0;
    s->has_strings = s->block_id == BL_BLOCK_METADATA && rec->code == BL_CODE_METADATA_STRINGS &&
                     rec->has_blob &&
                     bl_string_reader_init(&s->strings, rec->ops, rec->n_ops, rec->blob);
    s->has_texts = true;
    if (text_at == UINT32_MAX)
        return;
    s->pieces[0] = (struct bl_text_ops){.first = text_at, .n = UINT32_MAX};
    s->n_pieces = text_at < rec->n_ops;
}

/* ---- Names ---- */

static int next_module(struct bl_sql_cursor *c, struct state *s, struct bl_error *err)
{
    int rc = s->index ? BL_OK : bl_index_open(&s->index, &c->stream, err);
    if (rc < 0)
        return rc;
    bl_module_close(s->module);
    s->module = NULL;
    s->module_block = bl_module_next(s->index, s->module_block);
    s->n_globals = s->global = 0;
    if (s->module_block == BL_NONE)
        return 0;
    rc = bl_module_open(&s->module, s->index, s->module_block, err);
    if (rc < 0)
        return rc;
    rc = bl_module_globals(s->module, &s->globals, &s->n_globals, err);
    if (rc < 0 && rc != BL_E_NOMEM)
        bl_sql_cursor_note(c, err);
    return rc == BL_E_NOMEM ? rc : 1;
}

static int next_name(struct bl_sql_cursor *c, struct state *s, struct bl_error *err)
{
    for (;;) {
        while (s->global < s->n_globals) {
            const struct bl_global *global = &s->globals[s->global++];
            s->bit_pos = global->bit_pos;
            set_text(c, s, global->name);
            s->kind = "symbol name";
            s->block_id = BL_BLOCK_MODULE;
            s->code = 0;
            s->number = 0;
            if (global->name.size > 0 && s->text_pos != s->bit_pos)
                return 1;
        }
        int rc = next_module(c, s, err);
        if (rc <= 0)
            return rc;
    }
}

static int next(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    struct bl_event event;
    int rc;
    while (s->walk) {
        if ((rc = next_text(c, s, err)) != 0) {
            c->key = s->bit_pos + s->number;
            return rc;
        }
        rc = bl_walk_next(s->walk, &event, err);
        if (rc == BL_E_NOMEM)
            return rc;
        if (rc < 0)
            bl_sql_cursor_note(c, err);
        if (rc == 0) {
            bl_walk_close(s->walk);
            s->walk = NULL;
            s->module_block = BL_NONE;
            s->n_globals = s->global = 0;
        }
        if (rc <= 0)
            continue;
        bool has_ended = event.kind == BL_EVENT_BLOCK_END;
        s->block_id = has_ended ? event.parent_id : event.block ? event.block->block_id : BL_NONE;
        if (event.kind == BL_EVENT_RECORD && s->block_id != BL_BLOCK_FUNCTION)
            begin_record(s, event.record);
    }
    rc = next_name(c, s, err);
    c->key = s->bit_pos; /* of a name: it is the only text of its record */
    return rc;
}

const struct bl_sql_table bl_sql_strings = {
    .name = "bitcode_strings",
    .summary = "texts in LLVM IR, with their positions",
    BL_SQL_COLUMNS(columns),
    .unit = BL_SQL_STREAMS,
    .state_size = sizeof(struct state),
    .rows_per_kb = 20,
    .begin = begin,
    .next = next,
    .end_unit = end_unit,
    .end = end,
};
