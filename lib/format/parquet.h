/* format/parquet.h - bitcode in the rows of Parquet files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Parts are BL_PART_ROW: values of columns of bytes that are no text, row by row, under the
 * column's name; part.row counts from 1. The other columns of the row are facts, those that repeat
 * within a row excepted. Values are read where they are, so pages must not be compressed; otherwise
 * the error names the codec. Memory is that of the columns, and of offsets in dictionaries.
 */
#ifndef BL_FORMAT_PARQUET_H
#define BL_FORMAT_PARQUET_H

#include "format/parquet_column.h"
#include "format/part.h"
#include "format/thrift.h"

/* Structs in each other in the schema. */
#define BL_PARQUET_MAX_DEPTH 16

struct bl_parquet {
    struct bl_view bytes;              /* borrowed */
    struct bl_thrift groups;           /* the row groups that have not been read */
    uint32_t n_groups;                 /* left there */
    struct bl_parquet_column *columns; /* leaves of the schema, in order */
    uint32_t n_columns, cap_columns;
    uint32_t column;     /* of the last part */
    uint64_t first_row;  /* of the row group, from 0 */
    uint64_t row;        /* in it: 0 before its first one */
    uint64_t n_rows;     /* of it */
    uint64_t parts_left; /* no more than there are bytes, whatever dictionaries repeat */
};

/* Whether BYTES begin as a Parquet file does. */
bool bl_parquet_probe(struct bl_view bytes);

/* Errors: BL_E_CONTAINER, BL_E_NOMEM. */
int bl_parquet_open(struct bl_parquet *it, struct bl_view bytes, struct bl_error *err);

/* Errors: BL_E_CONTAINER, for a column of a row group, after which the next row group follows;
 * BL_E_LIMIT, which ends everything; BL_E_NOMEM. */
int bl_parquet_next(struct bl_parquet *it, struct bl_part *part, struct bl_error *err);

/* The other columns of the last part's row, in the order of the schema. What cannot be read is
 * null. */
int bl_parquet_fact(struct bl_parquet *it, uint32_t number, struct bl_fact *fact);

/* May be called twice. */
void bl_parquet_close(struct bl_parquet *it);

#endif
