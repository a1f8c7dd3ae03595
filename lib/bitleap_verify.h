/* bitleap_verify.h - everything that can be checked about a stream
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_VERIFY_H
#define BITLEAP_VERIFY_H

#include "bitleap_stream.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Verify ---- */

/* What bl_verify() looked at. */
struct bl_verify_summary {
    uint64_t n_problems;
    uint64_t n_blocks;
    uint64_t n_records;
    uint64_t n_modules;
    uint64_t n_bodies;           /* of functions, whose records were read */
    uint64_t n_strtab_ranges;    /* names in records held against the STRTAB */
    uint64_t n_metadata_indexes; /* METADATA_INDEX blocks' tables held against their records */
    uint64_t n_offsets;          /* VSTOFFSET and FNENTRY held against the blocks they lead to */
    uint64_t n_hashes;           /* module HASH records recomputed */
};

/* Called for each problem; PROBLEM is valid during the call. */
typedef void bl_problem_fn(void *context, const struct bl_error *problem);

/* Walk all of STREAM and hold everything against everything: grammar and limits as bl_walk does,
 * lengths of blocks against their END_BLOCK, zero padding, abbreviations that records use, and in
 * LLVM IR that there is a module, METADATA_INDEX_OFFSET and METADATA_INDEX, FUNCTION blocks against
 * the functions that are defined, VSTOFFSET and FNENTRY, ranges in the STRTAB, the symbol table in
 * the SYMTAB, the module HASH.
 *
 * What is left of a module's records is read by all that bitleap_ir.h and bitleap_function.h have
 * for it: types, attributes, global values, COMDATs, constants, metadata, summaries, and each body.
 * The first failure of each is a problem, their limits among them, unless it lies in a block that
 * is damaged. Bodies are read only where types and constants can be, and it is known which function
 * each belongs to. LLVM's verifier asks for more: what is read here need not make sense.
 *
 * Goes on behind damaged blocks by their length. Returns 0: no problem; 1: problems were reported;
 * negative: the work could not be done (BL_E_NOMEM). */
BL_API int bl_verify(const struct bl_stream *stream, bl_problem_fn *report, void *context,
                     struct bl_verify_summary *summary, struct bl_error *err);

#ifdef __cplusplus
}
#endif

#endif /* BITLEAP_VERIFY_H */
