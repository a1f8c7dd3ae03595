/* rewrite/record_samples.h - some of the records of a module, by block and code
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Each second, fourth, eighth … record with a code is kept where there are many: memory does not
 * grow with the module. Which ones depends on nothing but the records and their order.
 */
#ifndef BL_REWRITE_RECORD_SAMPLES_H
#define BL_REWRITE_RECORD_SAMPLES_H

#include "base/arena.h"
#include "base/map.h"
#include "bitleap_stream.h"

enum {
    BL_MAX_SAMPLES = 4096,    /* of a code in blocks of a kind; at least half of them are kept */
    BL_MAX_SAMPLED_OPS = 64,  /* the first ones of a record */
    BL_MAX_SAMPLED = 1 << 21, /* of all samples of a module; 500,000 are kept of 10 MB */
};

struct bl_sample {
    uint32_t first, n_kept; /* in the ops of its code */
    uint64_t n_ops;         /* of the record */
};

/* Records with one code in blocks of one kind. */
struct bl_code_samples {
    uint32_t code;
    uint64_t n;      /* all of them */
    uint64_t stride; /* between those that are kept */
    struct bl_sample *items;
    uint32_t n_items, cap_items;
    uint64_t *ops;
    uint32_t n_ops, cap_ops;
};

/* The definition of an abbreviation. */
struct bl_new_abbrev {
    uint32_t code; /* a literal, the first operand */
    uint32_t n_ops;
    const struct bl_abbrev_op *ops;
    bool is_required;    /* for a record whose operands are patched later */
    uint32_t least_bits; /* after the id: with VBRs of one chunk, without array and blob */
    uint32_t n_scalars;  /* operands after the code, without array and blob */
    bool has_more;       /* an array or a blob */
};

/* Blocks of one kind. */
struct bl_block_samples {
    uint32_t block_id;
    uint64_t n_entries; /* without definitions */
    struct bl_code_samples *codes;
    uint32_t n_codes, cap_codes;
    struct bl_map numbers; /* of codes */
    /* Those of records with blobs. */
    struct bl_new_abbrev *with_blobs;
    uint32_t n_with_blobs, cap_with_blobs;
};

/* A module. Zero-initialise to make an empty one. */
struct bl_module_samples {
    struct bl_block_samples *blocks;
    uint32_t n, cap;
    struct bl_map numbers; /* of block ids */
    struct bl_arena arena;
    uint64_t n_ops; /* that are kept */
};

/* The blocks with BLOCK_ID, *BLOCK; borrowed until another kind is asked for. BL_E_LIMIT: there are
 * too many kinds; BL_E_NOMEM. */
int bl_samples_block(struct bl_module_samples *samples, uint32_t block_id,
                     struct bl_block_samples **block);

/* Count RECORD, and keep it if it is its turn. BL_E_LIMIT: there are too many codes, or operands;
 * BL_E_NOMEM. */
int bl_samples_add(struct bl_module_samples *samples, struct bl_block_samples *block,
                   const struct bl_record *record);

/* A record with a blob was written by the abbreviation of N_OPS operands. Errors: as above. */
int bl_samples_add_definition(struct bl_module_samples *samples, struct bl_block_samples *block,
                              const struct bl_abbrev_op *ops, uint32_t n_ops);

void bl_samples_release(struct bl_module_samples *samples);

#endif
