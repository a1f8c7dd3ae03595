/* rewrite/lower_table.h - the rows of ir/features.def, and what was found of each
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_REWRITE_LOWER_TABLE_H
#define BL_REWRITE_LOWER_TABLE_H

#include "base/arena.h"
#include "bitleap_lower.h"

/* Rows that code of its own finds. */
enum bl_other_feature {
#define BL_FEATURE_OTHER(id, feature, least, sure, remedy, reason) BL_OTHER_##id,
#include "ir/features.def"
    BL_N_OTHERS
};

/* A row. */
struct bl_feature {
    const char *name, *reason;
    uint32_t block, code; /* of attributes BL_MIN_VERSION_ATTRIBUTE and the kind; others: BL_NONE */
    uint8_t least, sure, remedy;
};

/* All rows, *N of them: attributes, codes, operands, others. */
const struct bl_feature *bl_feature_rows(uint32_t *n);

/* The row of a code, or of a kind of attribute; NULL: there is none. */
const struct bl_feature *bl_feature_of_code(uint32_t block, uint32_t code);
/* That of operand row I of bl_min_version_row(). */
const struct bl_feature *bl_feature_of_operand(uint32_t i);
const struct bl_feature *bl_feature_other(enum bl_other_feature id);

/* Whether FEATURE is too new for what is asked for. */
bool bl_feature_is_new(const struct bl_feature *feature, const struct bl_lower_options *options);

/* What LLVM makes of BEFORE, an intrinsic of older LLVMs: llvm/lib/IR/AutoUpgrade.cpp. */
struct bl_renamed_intrinsic {
    const char *name, *before;
    const char *triple; /* how that of the module begins, or NULL: any */
};
const struct bl_renamed_intrinsic *bl_renamed_intrinsics(uint32_t *n);

/* A finding in the making. */
struct bl_lower_finding_place {
    uint64_t body;    /* bit position of the body that the first one is in; 0: none */
    bool is_named;    /* `function` is known, or cannot be */
    uint64_t n_noted; /* in modules before */
};

struct bl_lower_report {
    struct bl_lower_finding *items; /* by row; of rows of one feature and remedy the first */
    struct bl_lower_finding_place *places;
    uint32_t *first_of;             /* of a row: the first one of the same feature and remedy */
    struct bl_lower_finding *found; /* those that were found */
    uint32_t n_found, n_refused, cap;
    struct bl_arena arena; /* names */
};

/* A report without findings; NULL: no memory. */
struct bl_lower_report *bl_lower_report_open(void);
/* That of FEATURE, which may be none yet. */
struct bl_lower_finding *bl_lower_finding_of(struct bl_lower_report *report,
                                             const struct bl_feature *feature,
                                             struct bl_lower_finding_place **place);

#endif
