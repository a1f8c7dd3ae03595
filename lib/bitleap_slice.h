/* bitleap_slice.h - some definitions of a module as a module of their own
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_SLICE_H
#define BITLEAP_SLICE_H

#include "bitleap_rewrite.h"
#include "bitleap_types.h"

BL_BEGIN_DECLS

/* ---- Slice ----
 *
 * A module for the LLVM that wrote the one it is taken from: the definitions that were added, and
 * of all else only what they need, in its order, with new numbers. Other functions, variables,
 * aliases and ifuncs that they refer to are declared.
 *
 *   bl_slice_open(&slice, module, 0, &err);
 *   bl_slice_add(slice, value, &err);           as often as you like
 *   bl_slice_make(slice, &bytes, &report, &err);
 *   bl_slice_close(slice);
 *
 * As llvm-extract has it: what is local becomes external and hidden, linkonce becomes weak, so that
 * parts of one module can be linked again; assembly of the module, summaries and symbol tables are
 * left out. A COMDAT that is not taken whole is left out. A variable without a name
 * that is local is taken along, as nobody else could define it. The address of a basic block of
 * another function becomes undef. Metadata is what is reached: the lists of a compile unit
 * (globals, enums, retained types, imported entities) keep what something else leads to; named
 * metadata stays.
 */
struct bl_slice;

/* How slices are made. */
enum bl_slice_flags {
    /* Linkage stays. What is local and not defined has to be external all the same. */
    BL_SLICE_KEEP_LINKAGE = 1 << 0,
    /* What is added is left out, and all else taken: the rest of the module. */
    BL_SLICE_DELETE = 1 << 1,
    /* Variables that what is taken refers to are taken, too. */
    BL_SLICE_WITH_GLOBALS = 1 << 2,
    /* Functions, aliases and ifuncs likewise. */
    BL_SLICE_RECURSIVE = 1 << 3,
    /* Without debug information, as bl_strip() leaves it. */
    BL_SLICE_NO_DEBUG = 1 << 4,
    /* The module's assembly stays. */
    BL_SLICE_KEEP_ASSEMBLY = 1 << 5,
    /* What is added is left out if nothing else leads to it; all else is taken as it is. Of a
     * COMDAT all members are taken, or none. The module keeps its hash, and its symbol table is
     * made anew where that can be done. Where nothing is left out nothing changes; otherwise
     * summaries and orders of uses of global values go. Alone, or with the two flags for what
     * stays. */
    BL_SLICE_UNNEEDED = 1 << 6,
    /* Of debug information line tables stay, as bl_strip() leaves them with BL_STRIP_ALL_BUT_LINES.
     * With BL_SLICE_NO_DEBUG this is of no effect. */
    BL_SLICE_LINES = 1 << 7,
    /* Slices with bl_slice_clear() between them are parts of the module: a class, union or
     * enumeration with an identifier, which a part before defines in its debug information, is
     * declared; the first part has the module's assembly. */
    BL_SLICE_PARTS = 1 << 8,
};

/* What has become of the module. */
struct bl_slice_report {
    uint32_t n_definitions, n_declarations;
    uint32_t n_relinked;        /* values whose linkage or visibility is another one */
    uint32_t n_comdats_cut;     /* left out, as not all of their members were taken */
    uint32_t n_block_addresses; /* that have become undef */
    uint32_t n_lists_cut;       /* lists of compile units that lost some of what they had */
    bool assembly_left_out, summary_left_out, symtab_left_out;
    uint32_t n_left_out; /* with BL_SLICE_UNNEEDED: values */
    BL_SLACK(4)
};

/* Slices of MODULE, which must stay until bl_slice_close(), and which nobody else may use
 * meanwhile. Errors: BL_E_ARGUMENT (unknown flags), those of reading the module's tables,
 * BL_E_NOMEM. */
BL_API int bl_slice_open(struct bl_slice **slice, struct bl_module *module, unsigned flags,
                         struct bl_error *err);
/* Close SLICE. NULL is ignored. */
BL_API void bl_slice_close(struct bl_slice *slice);

/* Take global value VALUE, which has to be defined unless it is to be left out; with an alias or
 * ifunc, what it leads to. Errors: BL_E_ARGUMENT. */
BL_API int bl_slice_add(struct bl_slice *slice, uint32_t value, struct bl_error *err);
/* With BL_SLICE_UNNEEDED: add all that LLVM's globaldce may leave out: declarations, and what is
 * local, linkonce or available_externally. Errors: those of reading the module's tables. */
BL_API int bl_slice_add_discardable(struct bl_slice *slice, struct bl_error *err);

/* With BL_SLICE_RECURSIVE: take what is at most DEPTH references away from what was added. At first
 * there is no limit. */
BL_API void bl_slice_set_depth(struct bl_slice *slice, uint32_t depth);

/* Nothing has been added: for another slice of the same module. */
BL_API void bl_slice_clear(struct bl_slice *slice);

/* Make the module. *BYTES are borrowed until the next call or bl_slice_close(). REPORT may be NULL.
 * Errors: those of reading what is taken; BL_E_MISMATCH (there is a record whose operands are not
 * known, so that it might hold a number that is another one now, or a block that is not known;
 * one between two bodies is seen with the one before it), BL_E_NOMEM. */
BL_API int bl_slice_make(struct bl_slice *slice, struct bl_view *bytes,
                         struct bl_slice_report *report, struct bl_error *err);

/* The same as changes of REWRITE, which is one of the module's stream, with no other module in it,
 * and without a change. It stays until bl_slice_check(). Errors: those of bl_slice_make(), and
 * BL_E_ARGUMENT (there are other modules, or debug information is to go). */
BL_API int bl_slice_change(struct bl_slice *slice, struct bl_rewrite *rewrite,
                           struct bl_slice_report *report, struct bl_error *err);

/* Whether what was made last has global value VALUE of the module. */
BL_API bool bl_slice_has(const struct bl_slice *slice, uint32_t value);

/* Read what bl_slice_make() or bl_slice_change() made last: verify it, and compare each definition
 * with that in the module, except for numbers, linkage, COMDATs and what was left out. Errors:
 * BL_E_MISMATCH, and those of bl_verify() and of reading modules. */
BL_API int bl_slice_check(struct bl_slice *slice, struct bl_error *err);

/* Give each definition of MODULE a part, from 0 to N_PARTS - 1, so that slices of the parts are of
 * about the same size and refer to each other little; BL_NONE for declarations. What has to be
 * together is in one part: members of a COMDAT, aliases with what they lead to. PARTS has room for
 * all global values; parts may be empty. Errors: BL_E_ARGUMENT (no parts), those of
 * bl_references_of(). */
BL_API int bl_slice_parts(struct bl_module *module, uint32_t n_parts, uint32_t *parts,
                          struct bl_error *err);

BL_END_DECLS

#endif
