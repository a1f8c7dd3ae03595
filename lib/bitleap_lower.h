/* bitleap_lower.h - the same program as an older LLVM reads it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_LOWER_H
#define BITLEAP_LOWER_H

#include "bitleap_rewrite.h"

BL_BEGIN_DECLS

/* ---- Lower ----
 *
 * Finds what of a stream of LLVM IR an older LLVM does not read, and changes a bl_rewrite of it
 * accordingly: hints are left out, other things are said in the older LLVM's words, and what can
 * not be said is refused. The table of all that is lib/ir/features.def.
 *
 *   bl_rewrite_open(&rewrite, &stream, 0, &err);
 *   bl_lower(rewrite, &stream, &options, &report, &err);
 *   bl_lower_check(rewrite, &options, report, &err);
 *   bl_rewrite_write(rewrite, put_bytes, file, &err);
 *   bl_lower_report_close(report);
 */

/* The versions that can be asked for. */
#define BL_LOWER_OLDEST 13u
#define BL_LOWER_NEWEST 22u

/* What becomes of a feature. */
enum bl_remedy {
    BL_REMEDY_DROP = 1,    /* left out: the program means the same */
    BL_REMEDY_REWRITE = 2, /* said otherwise */
    BL_REMEDY_REFUSE = 3,  /* the older LLVM has no words for it */
};

/* What else is wanted. */
enum bl_lower_flags {
    /* Named metadata without operands says in each module what was left out of it and rewritten,
     * and how often: "bitleap.lowered.16.drop.range.42". Nothing else gets another number. */
    BL_LOWER_NOTE = 1,
};

/* What is wanted. */
struct bl_lower_options {
    unsigned llvm; /* that has to read it, BL_LOWER_OLDEST to BL_LOWER_NEWEST */
    /* Features, as bl_lower_finding.feature has them, that are left out although the program then
     * means something else: attributes and properties of global values. Others are refused
     * nevertheless. */
    const char *const *allowed;
    size_t n_allowed;
    /* Features that stay as they are, since what has to read the result knows them although that
     * LLVM is not known to: a vendor's may have got them earlier. */
    const char *const *kept;
    size_t n_kept;
    unsigned flags; /* bl_lower_flags */
    BL_SLACK(1)
};

/* A feature that was found. Later versions may append fields. */
struct bl_lower_finding {
    const char *feature; /* "captures", "debug-records". Static */
    const char *reason;  /* why that is done with it. Static */
    uint8_t remedy;      /* bl_remedy */
    uint8_t least, sure; /* no LLVM before LEAST reads it, SURE does; 0: none is known to */
    uint64_t n;          /* how often it was found */
    /* Where it was first: the record, the function that it is in (data NULL: it is in none, or has
     * no name), and what it is, where the feature does not say it: "llvm.sincos.f32". */
    uint64_t bit_pos;
    struct bl_view function, what;
};

/* What was found, in all modules. Opaque. */
struct bl_lower_report;

/* Change REWRITE, which is one of STREAM, so that what OPTIONS say reads it; with NULL only report.
 * *REPORT, which may be NULL, is to be closed, also after a failure. Errors: BL_E_ARGUMENT: a
 * version or a flag that cannot be asked for, or, with a REWRITE, something that has to be refused,
 * with its place; those of reading modules and bodies; BL_E_MISMATCH: records whose operands are
 * not known. After a failure REWRITE is of no use. */
BL_API int bl_lower(struct bl_rewrite *rewrite, const struct bl_stream *stream,
                    const struct bl_lower_options *options, struct bl_lower_report **report,
                    struct bl_error *err);

/* What REPORT has, in the order of the table, *N of them; *N_REFUSED of these are refused. Borrowed
 * from it. */
BL_API const struct bl_lower_finding *bl_lower_findings(const struct bl_lower_report *report,
                                                        uint32_t *n, uint32_t *n_refused);

/* Close REPORT. NULL is ignored. */
BL_API void bl_lower_report_close(struct bl_lower_report *report);

/* Whether some bl_lower_finding.feature can be NAME. */
BL_API bool bl_lower_has_feature(const char *name);

/* "drop", "rewrite", "refuse"; NULL: no such remedy. Static. */
BL_API const char *bl_remedy_name(unsigned remedy);

/* Read what REWRITE writes after bl_lower() with OPTIONS, whose REPORT that is (NULL: it is made
 * anew): verify it, find nothing in it that the older LLVM does not read, and compare its text with
 * that of the stream, except for what was found. Reads and prints all modules of both. Errors:
 * BL_E_MISMATCH (something is left, or the text of something else differs), and those of
 * bl_rewrite_pieces(), bl_verify() and bl_printer_print_module(). */
BL_API int bl_lower_check(struct bl_rewrite *rewrite, const struct bl_lower_options *options,
                          const struct bl_lower_report *report, struct bl_error *err);

BL_END_DECLS

#endif
