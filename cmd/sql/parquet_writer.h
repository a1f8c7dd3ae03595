/* sql/parquet_writer.h - rows as a Parquet file: plain pages, nothing compressed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_PARQUET_WRITER_H
#define CMD_PARQUET_WRITER_H

#include "base/out.h"

/* The types of values, with Parquet's numbers for them. */
enum parquet_type {
    PARQUET_INT64 = 2,
    PARQUET_DOUBLE = 5,
    PARQUET_UTF8 = 6
};

struct parquet_column {
    const char *name; /* the caller's */
    enum parquet_type type;
};

/* A column of a row group: where its page begins, and how long that is. */
struct parquet_chunk {
    uint64_t at, bytes;
};

struct parquet_group {
    uint64_t n_rows, bytes;
};

/* Zeroes, with OUT and the columns, are a file that was not begun. */
struct parquet {
    struct out *out;
    const struct parquet_column *columns;
    uint32_t n_columns;
    uint64_t start; /* bytes in OUT before the file */
    struct parquet_chunk *chunks;
    uint32_t n_chunks, cap_chunks;
    struct parquet_group *groups;
    uint32_t n_groups, cap_groups;
    uint64_t n_rows;
};

void parquet_begin(struct parquet *p);

/* Append the next column of the row group at hand. NULLS has a byte for each row, 1: it is NULL;
 * VALUES are the others: 8 bytes, little-endian, or a text after its size in 4 bytes. Fewer than
 * 2^31 bytes. */
void parquet_put_column(struct parquet *p, const struct out *nulls, const struct out *values);

/* All columns of the row group were appended. */
void parquet_end_group(struct parquet *p, uint32_t n_rows);

/* Write what is at the end of the file, without which it is none. */
void parquet_end(struct parquet *p);
void parquet_release(struct parquet *p);

#endif
