/* rewrite/positions.h - records of LLVM IR that hold positions, renewed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Of a module: VSTOFFSET and FNENTRY count words from a base, which is one word before its
 * IDENTIFICATION block; in files of the first LLVMs that had them, the beginning of the stream or
 * of the wrapper. VSTOFFSET leads to the symbol table, and so shows which one it is. Of a block of
 * METADATA: INDEX_OFFSET counts bits from its own end to INDEX, whose operands are the distances of
 * records from that end on.
 *
 * What precedes what it leads to has a fixed width and is patched; what follows is written with the
 * new value.
 */
#ifndef BL_REWRITE_POSITIONS_H
#define BL_REWRITE_POSITIONS_H

#include "bitleap_stream.h"

/* Where something was, and where it is now. */
struct bl_moved {
    uint64_t from, to;
};

/* An operand to be patched. */
struct bl_patch {
    bool is_known;
    unsigned width;   /* 0: it has no fixed width */
    uint64_t own_pos; /* in the writer */
    uint64_t value;   /* that of the stream */
    uint64_t bit_pos; /* of the record in the stream */
};

enum {
    BL_MAX_BASES = 4
};

/* Zero-initialise for each module. */
struct bl_positions {
    struct bl_moved bases[BL_MAX_BASES]; /* those that are possible, the usual one first */
    uint32_t n_bases;
    struct bl_moved *functions; /* blocks, in order */
    uint32_t n_functions, cap_functions;
    struct bl_patch vst_offset;
    struct bl_moved vst;
    bool has_vst;
    /* Of the METADATA block that is being written. */
    struct bl_patch index_offset;
    struct bl_moved index_base; /* the end of INDEX_OFFSET */
    struct bl_moved *records;   /* since then; `to` is BL_DROPPED for those that are gone */
    uint32_t n_records, cap_records;
    struct bl_moved *dropped; /* likewise, several in a row: `to` is where they end */
    uint32_t n_dropped, cap_dropped;
    uint64_t *renewed; /* operands to be written */
    uint32_t cap_renewed;
};

#define BL_DROPPED UINT64_MAX

/* Whether operands of records with CODE in blocks with BLOCK_ID are positions. */
bool bl_holds_positions(uint32_t block_id, uint32_t code);

void bl_positions_release(struct bl_positions *positions);

/* A base that the module may have. */
void bl_positions_add_base(struct bl_positions *positions, uint64_t from, uint64_t to);

/* Whether a function is elsewhere, as seen from the base. */
bool bl_positions_have_moved(const struct bl_positions *positions);

/* The new offset in words of the function that OFFSET led to. False: it led to none. */
bool bl_positions_function(const struct bl_positions *positions, uint64_t offset, uint64_t *out);

/* What VSTOFFSET has to be; it has been read. False: it does not lead to the symbol table. */
bool bl_positions_vst(const struct bl_positions *positions, uint64_t *out);

/* The operands of INDEX, of which the stream has N OPS, in positions->renewed, *N_OUT of them. 0:
 * one of them leads to no record; 1: done; or BL_E_NOMEM. */
int bl_positions_index(struct bl_positions *positions, const uint64_t *ops, uint32_t n,
                       uint32_t *n_out);

#endif
