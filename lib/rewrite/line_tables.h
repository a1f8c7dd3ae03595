/* rewrite/line_tables.h - debug information of which only line tables stay
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * As LLVM's stripNonLineTableDebugInfo() has it: what a node's record becomes, with the numbers
 * that all metadata had before. What nothing leads to then is the caller's affair. All types of
 * functions become one without parameters, for which a type that is there gives its record, and its
 * list too where there is no empty one.
 */
#ifndef BL_REWRITE_LINE_TABLES_H
#define BL_REWRITE_LINE_TABLES_H

#include "base/map.h"
#include "ir/metadata.h"

/* The type for all functions. */
struct bl_line_type {
    uint32_t type, list; /* nodes; BL_NONE: none that can be used */
    bool empties_list;   /* it has operands, which go */
};

/* Zero-initialise. */
struct bl_line_tables {
    struct bl_metadata *module, *body; /* BODY: NULL, or that of the body at hand */
    uint32_t n_module;                 /* metadata of the module */
    struct bl_line_type of_module, of_body;
    uint32_t *scopes; /* by number: that of locations plus 1; 0: not looked for */
    uint32_t n_scopes, cap_scopes;
    uint32_t *path; /* of blocks, from the inside */
    uint32_t n_path, cap_path;
    struct bl_map declared; /* subprograms that are not distinct, by what they say */
    struct bl_record rec;
};

/* Begin with the metadata of a module. Errors: those of reading it, BL_E_NOMEM. */
int bl_line_tables_open(struct bl_line_tables *t, struct bl_metadata *module, struct bl_error *err);
/* A body begins that has METADATA, with the module's; borrowed. */
int bl_line_tables_begin(struct bl_line_tables *t, struct bl_metadata *metadata,
                         struct bl_error *err);
void bl_line_tables_release(struct bl_line_tables *t);

/* The scope of a location in what was SCOPE: its subprogram. Errors: BL_E_MISMATCH (there is
 * none), those of reading, BL_E_NOMEM. */
int bl_line_tables_scope(struct bl_line_tables *t, uint32_t *scope, struct bl_error *err);

/* What the node with NUMBER, whose record has CODE and *N operands, becomes: changes OPS. Errors:
 * BL_E_MISMATCH (it cannot be changed), those of bl_line_tables_scope(). */
int bl_line_tables_change(struct bl_line_tables *t, uint32_t number, const struct bl_record *rec,
                          uint64_t *ops, uint32_t *n, struct bl_error *err);

/* Whether NUMBER is a list that becomes empty, and so may be of nothing else. */
bool bl_line_tables_empties(const struct bl_line_tables *t, uint32_t number);

/* The operands of a location of an instruction: [line, column, scope + 1, inlinedAt + 1, ...]. */
int bl_line_tables_location(struct bl_line_tables *t, uint64_t *ops, uint32_t n,
                            struct bl_error *err);

/* 1: the subprogram with NUMBER, whose record becomes OPS, must be distinct, as another one that is
 * not says the same, with another name for linkers; 0: not. Errors: as bl_metadata_read(). */
int bl_line_tables_must_be_distinct(struct bl_line_tables *t, uint32_t number,
                                    const struct bl_record *rec, const uint64_t *ops,
                                    struct bl_error *err);

#endif
