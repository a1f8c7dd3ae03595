/* bitleap_repack.h - the same records in fewer bits
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_REPACK_H
#define BITLEAP_REPACK_H

#include "bitleap_rewrite.h"

BL_BEGIN_DECLS

/* ---- Repack ----
 *
 * LLVM writes most records by a few abbreviations that were chosen once for all modules, or by
 * none. Each module can have its own, and all versions of LLVM read them. The records stay what
 * they are, in their order, blobs and blocks too; only how their operands are encoded changes, the
 * BLOCKINFO block, the width of abbreviation ids, and the positions that follow from these.
 *
 *   bl_rewrite_open(&rewrite, &stream, 0, &err);
 *   bl_repack(rewrite, 0, &report, &err);
 *   bl_repack_check(rewrite, &err);
 *   bl_rewrite_write(rewrite, put_bytes, file, &err);
 *
 * Other changes may be made to the same rewrite, before or after it.
 */

/* What was found. */
struct bl_repack_report {
    uint32_t n_modules;
    /* Modules that stay as they are: their BLOCKINFO does not come first, or names something, or
     * they have more kinds of blocks and records than LLVM knows, or more operands than
     * BL_MAX_RECODED_OPERANDS_PER_BYTE; or the stream would be no smaller. */
    uint32_t n_kept;
    uint64_t n_records;       /* in modules */
    uint32_t n_abbreviations; /* chosen */
    BL_SLACK(4)
};

/* Choose abbreviations for the modules of REWRITE, on N_THREADS threads (0: bl_cores()). Each
 * module is read once, and some thousand records of each kind are kept meanwhile. REPORT may be
 * NULL. Errors: BL_E_ARGUMENT (no LLVM IR), those of a walk for damage, BL_E_NOMEM. After a failure
 * REWRITE is to be closed. */
BL_API int bl_repack(struct bl_rewrite *rewrite, unsigned n_threads,
                     struct bl_repack_report *report, struct bl_error *err);

/* Read what REWRITE writes, which has no other changes, and compare all blocks and records with
 * those of the stream, except for positions; then as bl_edit_check() without edits. Errors:
 * BL_E_MISMATCH, at the place in the stream where records differ; those of bl_edit_check(). */
BL_API int bl_repack_check(struct bl_rewrite *rewrite, struct bl_error *err);

BL_END_DECLS

#endif
