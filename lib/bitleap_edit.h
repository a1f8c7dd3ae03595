/* bitleap_edit.h - names, linkage, target and paths of modules, changed in place
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_EDIT_H
#define BITLEAP_EDIT_H

#include "bitleap_module.h"
#include "bitleap_rewrite.h"

BL_BEGIN_DECLS

/* ---- Edit ----
 *
 * The changes of a rewrite that rename global values, change their linkage, and replace what a
 * module says of its target and of paths. All else stays, the version of the format included: the
 * LLVM that read the stream before reads what is written.
 *
 *   bl_rewrite_open(&rewrite, &stream, 0, &err);
 *   bl_edit(rewrite, &edits, &report, &err);
 *   bl_edit_check(rewrite, &edits, &err);
 *   bl_rewrite_write(rewrite, put_bytes, file, &err);
 */

/* What becomes of a symbol's linkage, as llvm-objcopy does it. */
enum bl_linkage_edit {
    BL_RELINK_KEEP = 0,
    /* Defined: internal, with default visibility, in no COMDAT. Declarations, and what is local
     * already, stay as they are. */
    BL_RELINK_LOCALIZE = 1,
    BL_RELINK_GLOBALIZE = 2, /* defined and local: external */
    /* External or common: weak if it is defined, otherwise extern_weak. Others stay. Refused for
     * an alias that another alias is made of, which LLVM does not take. */
    BL_RELINK_WEAKEN = 3,
};

/* The answer for a symbol. */
struct bl_symbol_edit {
    struct bl_view name; /* at first that of the symbol; copied */
    uint8_t linkage;     /* bl_linkage_edit */
    BL_SLACK(2)
};

/* Called for each global value that has a name, and for each COMDAT without a global value of its
 * name (of kind BL_GLOBAL_NONE, and with nothing but a name). Negative: a failure, which ends the
 * edit. Names that begin with "llvm." mean something to LLVM: they are not asked for. */
typedef int bl_symbol_edit_fn(void *context, const struct bl_global *global,
                              struct bl_symbol_edit *edit);

/* Paths that begin with FROM begin with TO. */
struct bl_prefix_map {
    struct bl_view from, to;
};

/* What is to be changed. Zero-initialise: nothing. All is borrowed for the call. */
struct bl_edits {
    bl_symbol_edit_fn *symbol; /* or NULL */
    void *context;
    /* data NULL: as it is. Of the module, and PRODUCER of IDENTIFICATION: "LLVM19.1.7". */
    struct bl_view triple, data_layout, source_filename, producer;
    /* Of paths in metadata: strings that begin so, and words of those that are command lines; and
     * of the name of the source file, unless that is given. The first one that fits counts. */
    const struct bl_prefix_map *prefixes;
    size_t n_prefixes;
    /* Called for each old name that is left somewhere, where WHERE says: "in the module's
     * assembly", "in assembly of functions", "in debug information, as linkageName", "in the
     * summary, as the hash of a name of another module" (the hash). NULL: not wanted. */
    void (*untouched)(void *context, struct bl_view name, const char *where);
    BL_SLACK(8)
};

/* What has become of a part that follows from the rest. */
enum bl_edit_part {
    BL_EDIT_NONE = 0, /* there is none */
    BL_EDIT_KEPT = 1, /* as it was */
    BL_EDIT_RENEWED = 2,
    BL_EDIT_DROPPED = 3,
};

/* What was changed. */
struct bl_edit_report {
    uint64_t n_renamed;   /* global values and COMDATs */
    uint64_t n_linkages;  /* global values */
    uint64_t n_texts;     /* triples, data layouts, names of source files, producers */
    uint64_t n_strings;   /* of metadata */
    uint64_t n_untouched; /* old names that are left in assembly and metadata */
    uint8_t symtab;       /* bl_edit_part; one that is dropped is made anew by linkers */
    /* Of ThinLTO. It has numbers of values, of whose names LLVM makes GUIDs: so it follows names.
     * Dropped where linkage has changed: what may be imported, promoted or hidden, and what is only
     * read or written, depends on linkage, on bodies, assembly and llvm.used, and is LLVM's to find
     * (opt -module-summary). A module without one is linked as by full LTO. */
    uint8_t summary;
    BL_SLACK(4)
};

/* Add the changes to REWRITE, of a stream of LLVM IR. Errors: those of reading the modules, for
 * damage; BL_E_ARGUMENT, with the place: what cannot be done right, as two global values of one
 * name, a data layout in which address spaces of functions and allocas do not fit, weak linkage in
 * modules before version 2 (LLVM 5.0); BL_E_NOMEM. After a failure REWRITE is to be closed. */
BL_API int bl_edit(struct bl_rewrite *rewrite, const struct bl_edits *edits,
                   struct bl_edit_report *report, struct bl_error *err);

/* Read what REWRITE writes: verify it, and compare its text with that of the stream, in which the
 * same changes are made. Reads and prints all modules of both. Errors: BL_E_MISMATCH (the text of
 * something else differs), and those of bl_rewrite_pieces() and bl_verify(). */
BL_API int bl_edit_check(struct bl_rewrite *rewrite, const struct bl_edits *edits,
                         struct bl_error *err);

BL_END_DECLS

#endif
