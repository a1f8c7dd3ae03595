/* format/parquet_column.h - the values of one column of a Parquet file, in order
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A column chunk is a run of pages: perhaps a dictionary, then values. Data pages of versions 1 and
 * 2 are read where they are, if they are not compressed, in these encodings: PLAIN, dictionary, RLE
 * (bools), DELTA_BINARY_PACKED (integers), DELTA_LENGTH_BYTE_ARRAY, BYTE_STREAM_SPLIT (numbers).
 * Texts are views into the bytes.
 * Columns that repeat within a row have no reader here.
 */
#ifndef BL_FORMAT_PARQUET_COLUMN_H
#define BL_FORMAT_PARQUET_COLUMN_H

#include "bitleap_base.h"

enum bl_parquet_type { /* parquet.thrift, Type */
    BL_PARQUET_BOOLEAN = 0,
    BL_PARQUET_INT32,
    BL_PARQUET_INT64,
    BL_PARQUET_INT96,
    BL_PARQUET_FLOAT,
    BL_PARQUET_DOUBLE,
    BL_PARQUET_BYTE_ARRAY,
    BL_PARQUET_FIXED_LEN_BYTE_ARRAY,
};

/* Runs of equal numbers, and of numbers packed side by side. */
struct bl_parquet_runs {
    struct bl_view bytes; /* that have not been looked at */
    uint64_t n_left;      /* of the run */
    uint64_t value;       /* of all of them, or */
    struct bl_view packed;
    uint64_t bit_pos; /* of the next one there */
    unsigned width;   /* bits */
    bool is_packed;
};

/* Differences, packed in blocks of miniblocks. */
struct bl_parquet_deltas {
    struct bl_view bytes; /* that have not been looked at */
    uint64_t n_left;
    uint64_t value; /* of the next one */
    uint64_t least; /* difference in the block */
    const uint8_t *widths;
    uint32_t n_minis, mini; /* of a block; the next one */
    uint32_t mini_values;   /* in each */
    uint32_t n_mini_left;
    struct bl_view packed; /* the miniblock */
    uint64_t bit_pos;
    unsigned width;
};

struct bl_parquet_column {
    /* From the schema. */
    struct bl_view name;
    enum bl_parquet_type type;
    uint32_t type_size; /* bytes of BL_PARQUET_FIXED_LEN_BYTE_ARRAY */
    bool is_text;       /* UTF-8 */
    bool is_repeated;   /* has no reader */
    uint8_t max_def;    /* definition level of a value that is there */

    /* The chunk. */
    struct bl_view file;
    uint64_t at;      /* byte of the file where the next page begins */
    uint64_t n_left;  /* values in pages from there on */
    uint64_t codec;   /* parquet.thrift, CompressionCodec */
    uint64_t n_read;  /* rows */
    uint64_t row;     /* that `fact` is the value of; 0: none, as rows count from 1 */
    const char *what; /* what is wrong with the chunk; NULL: nothing so far */
    uint64_t what_at; /* byte of the file */
    bool is_passed;   /* it is only that nobody reads it here */
    uint64_t n_steps; /* values that may still be read of all chunks of the file */
    struct bl_fact fact;

    /* The page. */
    uint64_t n_page; /* values left */
    uint64_t encoding;
    struct bl_view values; /* PLAIN, or texts */
    unsigned n_bits;       /* bools read of the first byte there */
    uint64_t n_split;      /* values read of BYTE_STREAM_SPLIT */
    struct bl_parquet_runs defs, indexes;
    struct bl_parquet_deltas deltas;

    struct bl_view dictionary;
    uint32_t *entries; /* of a dictionary of texts: offsets */
    uint32_t n_entries, cap_entries;
};

/* Begin with N_VALUES in pages of FILE from byte AT on. What the column has from the schema, and
 * its memory, stay. */
void bl_parquet_column_start(struct bl_parquet_column *column, struct bl_view file, uint64_t at,
                             uint64_t n_values, uint64_t codec);

/* Read the value of the next row into column->fact, or pass over nulls, at most MOST of them. The
 * number of rows; 0: the chunk has ended; BL_E_CONTAINER: column->what says why, and the chunk
 * cannot be read on; BL_E_NOMEM. */
int64_t bl_parquet_column_next(struct bl_parquet_column *column, uint64_t most);

void bl_parquet_column_release(struct bl_parquet_column *column);

#endif
