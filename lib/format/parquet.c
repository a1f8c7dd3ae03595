/* format/parquet.c - bitcode in the rows of Parquet files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *       +------+------------------------------------- - -+--------+-------------+------+
 *       | PAR1 | pages of column chunks of row groups    | footer | its size (4)| PAR1 |
 *       +------+------------------------------------- - -+--------+-------------+------+
 *
 * The footer is a FileMetaData of parquet.thrift. Columns of bytes advance together, row by row;
 * the others follow when a fact is asked for.
 */
#include "format/parquet.h"

#include "base/grow.h"
#include "base/load.h"
#include "base/view.h"
#include "format/section.h"

#include <string.h>

enum {
    MAGIC_BYTES = 4,
    TAIL_BYTES = 8, /* size and magic */
    LEAST_BYTES = MAGIC_BYTES + TAIL_BYTES,

    /* parquet.thrift, FieldRepetitionType, ConvertedType, LogicalType */
    REQUIRED = 0,
    REPEATED = 2,
    UTF8 = 0,
    ENUM = 4,
    JSON = 19,
    LOGICAL_STRING = 1,
    LOGICAL_ENUM = 4,
    LOGICAL_JSON = 12,
};

/* ---- Schema ---- */

struct element {
    struct bl_view name;
    int64_t type, type_size, repetition, n_children;
    bool is_leaf, is_text;
};

/* Which kind of a union it is. */
static int64_t read_union(struct bl_thrift *t, const struct bl_thrift_field *field)
{
    struct bl_thrift_field f = {0};
    int64_t kind = 0;
    if (bl_thrift_struct(t, field))
        while (bl_thrift_next(t, &f)) {
            kind = f.id;
            bl_thrift_skip(t, f.type);
        }
    return kind;
}

static struct element read_element(struct bl_thrift *t)
{
    struct element e = {.repetition = REQUIRED};
    struct bl_thrift_field f = {0};
    while (bl_thrift_next(t, &f)) {
        int64_t kind = -1;
        switch (f.id) {
        case 1:
            e.type = bl_thrift_integer(t, &f);
            e.is_leaf = true;
            break;
        case 2: e.type_size = bl_thrift_integer(t, &f); break;
        case 3: e.repetition = bl_thrift_integer(t, &f); break;
        case 4: e.name = bl_thrift_binary(t, &f); break;
        case 5: e.n_children = bl_thrift_integer(t, &f); break;
        case 6:
            kind = bl_thrift_integer(t, &f);
            e.is_text |= kind == UTF8 || kind == ENUM || kind == JSON;
            break;
        case 10:
            kind = read_union(t, &f);
            e.is_text |= kind == LOGICAL_STRING || kind == LOGICAL_ENUM || kind == LOGICAL_JSON;
            break;
        default: bl_thrift_skip(t, f.type); break;
        }
    }
    return e;
}

/* A group that is being read. */
struct level {
    int64_t n_left;
    uint8_t max_def;
    bool is_repeated;
};

static int add_column(struct bl_parquet *it, const struct element *e, struct level at)
{
    struct bl_parquet_column column = {
        .name = e->name.size > 0 ? e->name : bl_view_of("column"),
        .type = (enum bl_parquet_type)e->type,
        .type_size = (uint32_t)e->type_size,
        .is_text = e->is_text,
        .max_def = at.max_def,
        .is_repeated = at.is_repeated,
        .n_steps = it->bytes.size,
    };
    return bl_append(&it->columns, &it->n_columns, &it->cap_columns, column);
}

static bool is_sound(const struct element *e)
{
    return e->is_leaf
               ? e->type >= BL_PARQUET_BOOLEAN && e->type <= BL_PARQUET_FIXED_LEN_BYTE_ARRAY &&
                     e->type_size >= 0 && e->type_size <= INT32_MAX && e->n_children == 0
               : e->n_children >= 0;
}

/* The schema: the elements of a tree, each group before what is in it. */
static int read_schema(struct bl_parquet *it, struct bl_thrift *t,
                       const struct bl_thrift_field *field)
{
    struct level stack[BL_PARQUET_MAX_DEPTH];
    unsigned depth = 0;
    uint32_t n = bl_thrift_structs(t, field);
    int status = BL_OK;
    for (uint32_t i = 0; i < n && status == BL_OK; i++) {
        struct element e = read_element(t);
        while (depth > 0 && stack[depth - 1].n_left == 0)
            depth--;
        struct level at = {.n_left = e.n_children};
        if (depth > 0) {
            stack[depth - 1].n_left--;
            at.max_def = (uint8_t)(stack[depth - 1].max_def + (e.repetition != REQUIRED));
            at.is_repeated = stack[depth - 1].is_repeated || e.repetition == REPEATED;
        }
        bool is_root = i == 0;
        if (t->failed || !is_sound(&e) || (depth == 0 && !is_root) ||
            (!e.is_leaf && depth == BL_PARQUET_MAX_DEPTH))
            return BL_E_CONTAINER;
        if (e.is_leaf)
            status = add_column(it, &e, at);
        else
            stack[depth++] = at;
    }
    return t->failed ? BL_E_CONTAINER : status;
}

/* ---- Opening ---- */

bool bl_parquet_probe(struct bl_view bytes)
{
    return bl_view_begins(bytes, "PAR1");
}

/* FOOTER is a FileMetaData. */
static int read_footer(struct bl_parquet *it, struct bl_view footer)
{
    struct bl_thrift t = bl_thrift_over(footer);
    struct bl_thrift_field f = {0};
    int status = BL_OK;
    while (status == BL_OK && bl_thrift_next(&t, &f)) {
        if (f.id == 2 && it->n_columns == 0) {
            status = read_schema(it, &t, &f);
        } else if (f.id == 4) {
            it->groups = t;
            it->n_groups = bl_thrift_structs(&it->groups, &f);
            bl_thrift_skip(&t, f.type);
        } else {
            bl_thrift_skip(&t, f.type);
        }
    }
    return t.failed && status == BL_OK ? BL_E_CONTAINER : status;
}

int bl_parquet_open(struct bl_parquet *it, struct bl_view bytes, struct bl_error *err)
{
    struct bl_view footer = {.size = 0};
    *it = (struct bl_parquet){.bytes = bytes, .parts_left = bytes.size};
    if (!bl_parquet_probe(bytes))
        return bl_part_fail(err, "no magic of a Parquet file", 0);
    uint64_t end = bytes.size < LEAST_BYTES ? 0 : bytes.size - TAIL_BYTES;
    const uint8_t *tail = bytes.data + end;
    if (end > 0 && memcmp(tail + 4, "PARE", MAGIC_BYTES) == 0)
        return bl_part_fail(err, "the Parquet file is encrypted", end + 4);
    if (end == 0 || memcmp(tail + 4, "PAR1", MAGIC_BYTES) != 0)
        return bl_part_fail(
            err, "the Parquet file has no footer at its end: perhaps it was cut off", bytes.size);
    uint32_t size = bl_load_le32(tail);
    if (size > end - MAGIC_BYTES || !bl_section_slice(bytes, end - size, size, &footer))
        return bl_part_fail(err, "the footer is larger than the Parquet file", end);
    int status = read_footer(it, footer);
    if (status < 0)
        bl_parquet_close(it);
    if (status == BL_E_NOMEM)
        return bl_fail(err, BL_E_NOMEM, "no memory");
    return status < 0
               ? bl_part_fail(err, "the footer of the Parquet file cannot be read", end - size)
               : BL_OK;
}

void bl_parquet_close(struct bl_parquet *it)
{
    for (uint32_t i = 0; i < it->n_columns; i++)
        bl_parquet_column_release(&it->columns[i]);
    bl_drop(it->columns);
    it->columns = NULL;
    it->n_columns = it->cap_columns = 0;
    it->n_groups = 0;
    it->n_rows = it->row = 0;
}

/* ---- Row groups ---- */

/* Where a column's pages are, from a ColumnMetaData. */
struct chunk {
    int64_t codec, n_values, data_at, dictionary_at;
    bool is_known;
};

static struct chunk read_chunk_metadata(struct bl_thrift *t, const struct bl_thrift_field *field)
{
    struct chunk chunk = {.is_known = true};
    struct bl_thrift_field f = {0};
    if (!bl_thrift_struct(t, field))
        return chunk;
    while (bl_thrift_next(t, &f)) {
        switch (f.id) {
        case 4: chunk.codec = bl_thrift_integer(t, &f); break;
        case 5: chunk.n_values = bl_thrift_integer(t, &f); break;
        case 9: chunk.data_at = bl_thrift_integer(t, &f); break;
        case 11: chunk.dictionary_at = bl_thrift_integer(t, &f); break;
        default: bl_thrift_skip(t, f.type); break;
        }
    }
    return chunk;
}

/* A ColumnChunk. */
static void read_chunk(struct bl_parquet *it, struct bl_thrift *t, struct bl_parquet_column *column)
{
    struct chunk chunk = {.is_known = false};
    struct bl_thrift_field f = {0};
    uint64_t at = (uint64_t)(t->at - it->bytes.data);
    bool is_elsewhere = false;
    while (bl_thrift_next(t, &f)) {
        if (f.id == 3) {
            chunk = read_chunk_metadata(t, &f);
        } else {
            is_elsewhere |= f.id == 1;
            bl_thrift_skip(t, f.type);
        }
    }
    if (!column)
        return;
    int64_t first = chunk.dictionary_at > 0 && chunk.dictionary_at < chunk.data_at
                        ? chunk.dictionary_at
                        : chunk.data_at;
    bool is_sound = chunk.is_known && first >= 0 && chunk.n_values >= 0 && chunk.codec >= 0;
    bl_parquet_column_start(column, it->bytes, (uint64_t)first, (uint64_t)chunk.n_values,
                            (uint64_t)chunk.codec);
    column->is_passed = is_elsewhere;
    if (is_elsewhere)
        column->what = "the column is in another file";
    else if (!is_sound)
        column->what = "where the column is cannot be read";
    else if ((uint64_t)first > it->bytes.size)
        column->what = "the column begins beyond the file";
    column->what_at = at;
}

/* Columns of bytes that are no text. */
static bool has_parts(const struct bl_parquet_column *column)
{
    return column->type == BL_PARQUET_BYTE_ARRAY && !column->is_text;
}

/* The next RowGroup. False: it cannot be read. */
static bool read_group(struct bl_parquet *it)
{
    struct bl_thrift *t = &it->groups;
    struct bl_thrift_field f = {0};
    uint64_t at = (uint64_t)(t->at - it->bytes.data);
    int64_t n_rows = 0;
    uint32_t n = 0;
    it->first_row += it->n_rows;
    it->n_groups--;
    it->row = it->n_rows = 0;
    while (bl_thrift_next(t, &f)) {
        if (f.id == 1) {
            uint32_t n_chunks = bl_thrift_structs(t, &f);
            for (uint32_t i = 0; i < n_chunks && !t->failed; i++)
                read_chunk(it, t, i < it->n_columns ? &it->columns[i] : NULL);
            n = n_chunks;
        } else if (f.id == 3) {
            n_rows = bl_thrift_integer(t, &f);
        } else {
            bl_thrift_skip(t, f.type);
        }
    }
    for (uint32_t i = 0; i < it->n_columns; i++) {
        struct bl_parquet_column *c = &it->columns[i];
        if (i >= n) {
            bl_parquet_column_start(c, it->bytes, 0, 0, 0);
            c->what = "the row group lacks the column";
            c->what_at = at;
        } else if (c->is_repeated && !c->what) {
            c->what = "columns that repeat in a row are not read";
            c->is_passed = true;
            c->what_at = at;
        }
    }
    it->n_rows = n_rows > 0 ? (uint64_t)n_rows : 0;
    it->column = it->n_columns;
    return !t->failed && n_rows >= 0;
}

/* ---- Rows ---- */

/* Step to the next row with a value in a column of bytes. False: there is none in the group. */
static bool next_row(struct bl_parquet *it)
{
    uint64_t next = it->n_rows;
    for (uint32_t i = 0; i < it->n_columns; i++) {
        const struct bl_parquet_column *c = &it->columns[i];
        /* A failure is reported once, at the row where it is. */
        if (has_parts(c) && c->n_read < next && (!c->what || c->row != UINT64_MAX))
            next = c->n_read;
    }
    it->row = next + 1;
    it->column = 0;
    return next < it->n_rows;
}

/* Column C, which has come to the row before: 1 a value at the row, 0 none, negative: it fails. */
static int read_at_row(struct bl_parquet *it, struct bl_parquet_column *c)
{
    if (c->n_read + 1 != it->row || c->row == UINT64_MAX)
        return 0;
    int64_t n = bl_parquet_column_next(c, it->n_rows - c->n_read);
    if (n == 0) {
        c->what = "the column ends before its row group";
        c->what_at = c->at;
        n = BL_E_CONTAINER;
    }
    if (n == BL_E_CONTAINER)
        c->row = UINT64_MAX;
    return n < 0 ? (int)n : c->fact.kind == BL_FACT_BYTES && c->fact.text.size > 0;
}

/* The value of C as a part; or what is wrong with C. */
static int return_value(struct bl_parquet *it, const struct bl_parquet_column *c, int rc,
                        struct bl_part *part, struct bl_error *err)
{
    part->kind = BL_PART_ROW;
    part->name = c->name;
    part->row = it->first_row + it->row;
    if (rc == BL_E_NOMEM)
        return bl_fail(err, BL_E_NOMEM, "no memory");
    if (rc < 0)
        return c->is_passed ? bl_part_pass(err, c->what, c->what_at)
                            : bl_part_fail(err, c->what, c->what_at);
    part->bytes = c->fact.text;
    part->size = c->fact.text.size;
    part->offset = (uint64_t)(c->fact.text.data - it->bytes.data);
    return 1;
}

int bl_parquet_next(struct bl_parquet *it, struct bl_part *part, struct bl_error *err)
{
    *part = bl_section_blank(it->bytes);
    for (;;) {
        while (it->row > 0 && it->row <= it->n_rows && it->column < it->n_columns) {
            struct bl_parquet_column *c = &it->columns[it->column++];
            int rc = has_parts(c) ? read_at_row(it, c) : 0;
            if (rc == 0)
                continue;
            if (rc > 0 && it->parts_left-- == 0) {
                bl_parquet_close(it);
                return bl_fail_at(err, BL_E_LIMIT, "more rows than bytes in the Parquet file", 0);
            }
            return return_value(it, c, rc, part, err);
        }
        if (next_row(it))
            continue;
        if (it->n_groups == 0)
            return 0;
        uint64_t at = (uint64_t)(it->groups.at - it->bytes.data);
        if (!read_group(it)) {
            it->n_groups = 0;
            it->n_rows = 0;
            return bl_part_fail(err, "a row group of the Parquet file cannot be read", at);
        }
    }
}

/* ---- Facts ---- */

/* Have C's value at the row in c->fact. False: null, or it cannot be read. */
static bool read_fact(const struct bl_parquet *it, struct bl_parquet_column *c)
{
    int64_t n = 1;
    if (c->row == it->row)
        return c->fact.kind != BL_FACT_NULL;
    while (n > 0 && c->n_read < it->row)
        n = bl_parquet_column_next(c, it->row - c->n_read);
    c->row = it->row;
    if (n <= 0)
        c->fact.kind = BL_FACT_NULL;
    return n > 0 && c->fact.kind != BL_FACT_NULL;
}

int bl_parquet_fact(struct bl_parquet *it, uint32_t number, struct bl_fact *fact)
{
    for (uint32_t i = 0; i < it->n_columns; i++) {
        struct bl_parquet_column *c = &it->columns[i];
        if (has_parts(c) || c->is_repeated || number-- > 0)
            continue;
        *fact = (struct bl_fact){.name = c->name, .text = {.data = it->bytes.data, .size = 0}};
        if (read_fact(it, c))
            *fact = c->fact;
        return 1;
    }
    return 0;
}
