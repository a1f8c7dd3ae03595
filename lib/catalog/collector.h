/* catalog/collector.h - from a stream to records of a catalog
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_CATALOG_COLLECTOR_H
#define BL_CATALOG_COLLECTOR_H

#include "catalog/hash.h"
#include "catalog/record_buffer.h"
#include "ir/module.h"
#include "stream/walk.h"

/* A FUNCTION block. */
struct bl_collected_body {
    uint64_t bit_pos;
    uint32_t n_words; /* without hashes: at most */
    uint16_t body_at; /* bits from there to its words */
    bool is_named;    /* a symbol has been made for it */
    struct bl_hash hash;
};

/* What one thread collects with. Zero-initialise, except parts and records. */
struct bl_collector {
    unsigned parts; /* bl_catalog_part */
    struct bl_record_buffer *records;
    /* Where it is now. */
    const struct bl_stream *stream;
    uint8_t path_at[4];      /* the path, as a field of a record refers to it */
    uint32_t source, number; /* of source and stream in the records */
    uint32_t first_problem;
    const struct bl_hash_variant *hash;
    struct bl_hasher hasher; /* of the stream, */
    size_t n_hashed;         /* so many bytes of it */
    /* Of the module: */
    struct bl_collected_body *bodies; /* in order of definition */
    uint32_t n_bodies, cap_bodies;
    uint32_t n_hashed_bodies;
    struct bl_read_spans spans; /* of bodies, in the stream */
    uint32_t *numbers;          /* of blocks of the index, in stream order */
    uint32_t cap_numbers;
};

void bl_collector_release(struct bl_collector *col);

/* Add STREAM, at nested PATH of SOURCE, to the records, and what cannot be read of it as problems.
 * BL_E_NOMEM, BL_E_LIMIT. */
int bl_collect_stream(struct bl_collector *col, const struct bl_stream *stream, struct bl_view path,
                      uint32_t source);

#endif
