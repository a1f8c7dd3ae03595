/* catalog/gather.h - from a stream to records of a catalog
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_CATALOG_GATHER_H
#define BL_CATALOG_GATHER_H

#include "catalog/fragment.h"
#include "catalog/hash.h"
#include "ir/module.h"

/* A FUNCTION block. */
struct bl_gathered_body {
    uint64_t bit_pos;
    uint32_t n_words; /* without hashes: at most */
    uint16_t body_at; /* bits from there to its words */
    bool is_named;    /* a symbol has been made for it */
    struct bl_hash hash;
};

/* What one thread gathers with. Zero-initialise, but for parts and fragment. */
struct bl_gather {
    unsigned parts; /* bl_catalog_part */
    struct bl_fragment *fragment;
    /* Where it is now. */
    const struct bl_stream *stream;
    struct bl_view path;
    uint8_t path_at[4];      /* where the path is in the fragment, as a record tells it */
    uint32_t source, number; /* of source and stream in the fragment */
    uint32_t first_problem;
    const struct bl_hash_variant *hash;
    struct bl_hasher hasher; /* of the stream, */
    size_t n_hashed;         /* so many bytes of it */
    int status;              /* BL_E_NOMEM or BL_E_LIMIT: the fragment is not whole. Sticky */
    /* Of the module: */
    struct bl_gathered_body *bodies; /* in order of definition */
    uint32_t n_bodies, cap_bodies;
    uint32_t n_hashed_bodies;
    uint32_t *numbers; /* of blocks of the index, in stream order */
    uint32_t cap_numbers;
};

void bl_gather_release(struct bl_gather *gather);

/* Add STREAM, at nested PATH of SOURCE, to the fragment, and what cannot be read of it as problems.
 * BL_E_NOMEM, BL_E_LIMIT. */
int bl_gather_stream(struct bl_gather *gather, const struct bl_stream *stream, struct bl_view path,
                     uint32_t source);

/* Note that the stream has PROBLEM, once, which gathering any of PARTS finds (0: whatever is
 * gathered). */
void bl_gather_problem(struct bl_gather *gather, unsigned parts, const struct bl_error *problem);

/* There is no memory for the fragment. */
void bl_gather_no_memory(struct bl_gather *gather);

/* Keep STATUS where it is the end of the work. True: go on. */
bool bl_gather_goes_on(struct bl_gather *gather, int status);

/* Symbols and functions of MODULE, whose bodies are known, for the module's RECORD. */
void bl_gather_symbols(struct bl_gather *gather, struct bl_module *module,
                       struct bl_blx_module *record);

/* The blocks of INDEX, and what is wrong with them. */
void bl_gather_blocks(struct bl_gather *gather, struct bl_index *index);

#endif
