/* bitleap_verify.h - everything that can be checked about a stream
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_VERIFY_H
#define BITLEAP_VERIFY_H

#include "bitleap_stream.h"

BL_BEGIN_DECLS

/* ---- Verify ---- */

/* What bl_verify() looked at. */
struct bl_verify_summary {
    uint64_t n_problems;
    uint64_t n_blocks;
    uint64_t n_records;
    uint64_t n_modules;
    uint64_t n_bodies;        /* of functions, whose records were read */
    uint64_t n_strtab_ranges; /* names in records, checked against the STRTAB */
    /* tables of METADATA_INDEX blocks, checked against their records */
    uint64_t n_metadata_indexes;
    /* VSTOFFSET and FNENTRY, checked against the blocks they refer to */
    uint64_t n_offsets;
    uint64_t n_hashes; /* module HASH records recomputed */
    BL_SLACK(8)
};

/* Called for each problem; PROBLEM is valid during the call. */
typedef void bl_problem_fn(void *context, const struct bl_error *problem);

/* Walk all of STREAM and check all its redundant parts against each other: grammar and limits as
 * bl_walk does, lengths of blocks against their END_BLOCK, zero padding, abbreviations that records
 * use, and in LLVM IR that there is a module, METADATA_INDEX_OFFSET and METADATA_INDEX, FUNCTION
 * blocks against the defined functions, VSTOFFSET and FNENTRY, ranges in the STRTAB, the symbol
 * table in the SYMTAB, the module HASH.
 *
 * The functions of bitleap_module.h and bitleap_function.h then read the other records of a module:
 * types, attributes, global values, COMDATs, constants, metadata, summaries, and each body. The
 * first failure of each is a problem, including their limits, unless it is in a damaged block.
 * Bodies are read only if types and constants can be read and the function of each body is known.
 * LLVM's verifier demands more: a stream without problems need not make sense.
 *
 * Continues after damaged blocks by their length. Returns 0: no problem; 1: problems were reported;
 * negative: the work could not be done (BL_E_NOMEM). */
BL_API int bl_verify(const struct bl_stream *stream, bl_problem_fn *report, void *context,
                     struct bl_verify_summary *summary, struct bl_error *err);

BL_END_DECLS

#endif /* BITLEAP_VERIFY_H */
