/* sql/parquet_writer.c - rows as a Parquet file: plain pages, nothing compressed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * "PAR1", for each row group a page of each column, the metadata of the file, its size in 4 bytes,
 * "PAR1". A page has a header, a bit for each row that says whether it has a value, and the values.
 * Metadata and headers are structs in Thrift's compact protocol: a field is a byte with the
 * distance from the field before and the type, and the value; integers are zigzag LEB128.
 */
#include "sql/parquet_writer.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

enum thrift_type {
    THRIFT_I32 = 5,
    THRIFT_I64 = 6,
    THRIFT_BINARY = 8,
    THRIFT_LIST = 9,
    THRIFT_STRUCT = 12
};

static const char magic[] = "PAR1";

/* A struct that is being written: the number of its last field. */
struct thrift {
    struct out *out;
    unsigned last;
};

static void put_leb128(struct out *o, uint64_t v)
{
    for (; v >= 0x80; v >>= 7)
        out_char(o, (char)(0x80 | (v & 0x7F)));
    out_char(o, (char)v);
}

static void put_32(struct out *o, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        out_char(o, (char)(v >> (8 * i)));
}

/* Numbers here are never negative. */
static void put_zigzag(struct out *o, uint64_t v)
{
    put_leb128(o, v << 1);
}

static void put_field(struct thrift *t, unsigned number, enum thrift_type type)
{
    out_char(t->out, (char)((number - t->last) << 4 | type));
    t->last = number;
}

static void put_i32(struct thrift *t, unsigned number, uint32_t v)
{
    put_field(t, number, THRIFT_I32);
    put_zigzag(t->out, v);
}

static void put_i64(struct thrift *t, unsigned number, uint64_t v)
{
    put_field(t, number, THRIFT_I64);
    put_zigzag(t->out, v);
}

static void put_binary(struct out *o, const char *text)
{
    put_leb128(o, strlen(text));
    out_text(o, text);
}

static void put_text_field(struct thrift *t, unsigned number, const char *text)
{
    put_field(t, number, THRIFT_BINARY);
    put_binary(t->out, text);
}

/* The elements follow. */
static void put_list(struct thrift *t, unsigned number, enum thrift_type type, uint32_t n)
{
    put_field(t, number, THRIFT_LIST);
    out_char(t->out, (char)((n < 15 ? n : 15) << 4 | type));
    if (n >= 15)
        put_leb128(t->out, n);
}

/* A struct inside of T, or with NUMBER 0 an element of a list. */
static struct thrift begin_struct(struct thrift *t, unsigned number)
{
    if (number > 0)
        put_field(t, number, THRIFT_STRUCT);
    return (struct thrift){.out = t->out};
}

static void end_struct(struct thrift *t)
{
    out_char(t->out, 0);
}

/* ---- Pages ---- */

enum {
    ENCODING_PLAIN = 0,
    ENCODING_RLE = 3
};

/* A bit for each row, in groups of eight, after the size of all. */
static void put_levels(struct out *o, const struct out *nulls)
{
    uint32_t n_groups = (uint32_t)((nulls->n + 7) / 8);
    char data[8];
    struct out head = {.data = data, .cap = sizeof data};
    put_leb128(&head, (uint64_t)n_groups << 1 | 1);
    put_32(o, (uint32_t)head.n + n_groups);
    out_bytes(o, head.data, head.n);
    for (size_t i = 0; i < nulls->n; i += 8) {
        unsigned bits = 0;
        for (size_t k = 0; k < 8 && i + k < nulls->n; k++)
            bits |= (unsigned)!nulls->data[i + k] << k;
        out_char(o, (char)bits);
    }
}

static void put_page_header(struct out *o, uint32_t n_rows, uint32_t n_bytes)
{
    enum {
        DATA_PAGE = 0
    };
    struct thrift header = {.out = o};
    put_i32(&header, 1, DATA_PAGE);
    put_i32(&header, 2, n_bytes);
    put_i32(&header, 3, n_bytes);
    struct thrift page = begin_struct(&header, 5);
    put_i32(&page, 1, n_rows);
    put_i32(&page, 2, ENCODING_PLAIN);
    put_i32(&page, 3, ENCODING_RLE); /* of definition levels, */
    put_i32(&page, 4, ENCODING_RLE); /* and of repetition levels, of which there are none */
    end_struct(&page);
    end_struct(&header);
}

static uint64_t bytes_so_far(const struct parquet *p)
{
    return out_total(p->out) - p->start;
}

void parquet_begin(struct parquet *p)
{
    p->start = out_total(p->out);
    out_text(p->out, magic);
}

void parquet_put_column(struct parquet *p, const struct out *nulls, const struct out *values)
{
    struct parquet_chunk chunk = {.at = bytes_so_far(p)};
    struct out levels;
    if (!out_init_memory(&levels, OUT_LEAST_BYTES, SIZE_MAX / 2, false))
        out_no_memory();
    put_levels(&levels, nulls);
    put_page_header(p->out, (uint32_t)nulls->n, (uint32_t)(levels.n + values->n));
    out_append(p->out, &levels);
    out_append(p->out, values);
    free(levels.data);
    chunk.bytes = bytes_so_far(p) - chunk.at;
    array_add(&p->chunks, &p->n_chunks, &p->cap_chunks, chunk);
}

void parquet_end_group(struct parquet *p, uint32_t n_rows)
{
    struct parquet_group group = {.n_rows = n_rows};
    for (uint32_t i = p->n_chunks - p->n_columns; i < p->n_chunks; i++)
        group.bytes += p->chunks[i].bytes;
    array_add(&p->groups, &p->n_groups, &p->cap_groups, group);
    p->n_rows += n_rows;
}

/* ---- The metadata of the file ---- */

static void put_schema(struct parquet *p, struct thrift *file)
{
    enum {
        OPTIONAL = 1,
        CONVERTED_UTF8 = 0
    };
    put_list(file, 2, THRIFT_STRUCT, p->n_columns + 1);
    struct thrift root = begin_struct(file, 0);
    put_text_field(&root, 4, "rows");
    put_i32(&root, 5, p->n_columns);
    end_struct(&root);
    for (uint32_t i = 0; i < p->n_columns; i++) {
        struct thrift column = begin_struct(file, 0);
        put_i32(&column, 1, p->columns[i].type);
        put_i32(&column, 3, OPTIONAL);
        put_text_field(&column, 4, p->columns[i].name);
        if (p->columns[i].type == PARQUET_UTF8)
            put_i32(&column, 6, CONVERTED_UTF8);
        end_struct(&column);
    }
}

static void put_chunk(struct thrift *group, const struct parquet_column *column,
                      const struct parquet_chunk *at, uint64_t n_rows)
{
    enum {
        UNCOMPRESSED = 0
    };
    struct thrift chunk = begin_struct(group, 0);
    put_i64(&chunk, 2, at->at);
    struct thrift meta = begin_struct(&chunk, 3);
    put_i32(&meta, 1, column->type);
    put_list(&meta, 2, THRIFT_I32, 2);
    put_zigzag(meta.out, ENCODING_PLAIN);
    put_zigzag(meta.out, ENCODING_RLE);
    put_list(&meta, 3, THRIFT_BINARY, 1);
    put_binary(meta.out, column->name);
    put_i32(&meta, 4, UNCOMPRESSED);
    put_i64(&meta, 5, n_rows);
    put_i64(&meta, 6, at->bytes);
    put_i64(&meta, 7, at->bytes);
    put_i64(&meta, 9, at->at);
    end_struct(&meta);
    end_struct(&chunk);
}

static void put_groups(struct parquet *p, struct thrift *file)
{
    put_list(file, 4, THRIFT_STRUCT, p->n_groups);
    for (uint32_t i = 0; i < p->n_groups; i++) {
        struct thrift group = begin_struct(file, 0);
        put_list(&group, 1, THRIFT_STRUCT, p->n_columns);
        for (uint32_t k = 0; k < p->n_columns; k++)
            put_chunk(&group, &p->columns[k], &p->chunks[i * p->n_columns + k],
                      p->groups[i].n_rows);
        put_i64(&group, 2, p->groups[i].bytes);
        put_i64(&group, 3, p->groups[i].n_rows);
        end_struct(&group);
    }
}

void parquet_end(struct parquet *p)
{
    uint64_t at = bytes_so_far(p);
    struct thrift file = {.out = p->out};
    put_i32(&file, 1, 1); /* the version */
    put_schema(p, &file);
    put_i64(&file, 3, p->n_rows);
    put_groups(p, &file);
    put_text_field(&file, 6, "bitleap");
    end_struct(&file);
    put_32(p->out, (uint32_t)(bytes_so_far(p) - at));
    out_text(p->out, magic);
}

void parquet_release(struct parquet *p)
{
    free(p->chunks);
    free(p->groups);
}
