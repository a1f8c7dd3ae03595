/* rewrite/editor.h - what the parts of an edit share
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_REWRITE_EDITOR_H
#define BL_REWRITE_EDITOR_H

#include "base/arena.h"
#include "bitleap_edit.h"
#include "rewrite/rewriter.h"
#include "rewrite/string_table.h"
#include "rewrite/symtab_builder.h"

/* A global value or COMDAT of one module. */
struct bl_edited {
    struct bl_view before, after;
    uint8_t linkage; /* bl_linkage_edit, where it applies */
};

struct bl_edited_names {
    struct bl_edited *items; /* global values by number, then COMDATs */
    uint32_t n, cap, n_globals;
};

/* Where records of a code with N_OPS operands have the place of their partition's name. */
struct bl_partition_place {
    uint32_t n_ops, at; /* at: plus 1; 0: it has not been looked for */
};

enum {
    BL_N_PLACES = 32 /* codes of records of modules that have one are below */
};

struct bl_editor {
    struct bl_rewrite *rewrite;
    const struct bl_edits *edits;
    struct bl_edit_report *report;
    struct bl_index *index;
    struct bl_record record;
    uint64_t version; /* of the module at hand */
    struct bl_partition_place partitions[BL_N_PLACES];
    struct bl_arena arena; /* new names and texts */
    uint64_t *ops;         /* of a new record */
    size_t cap_ops;
    struct bl_error *err;
};

/* What EDITS says of all names of MODULE; new ones are in ARENA. Errors: as bl_edit(). */
int bl_edit_ask(const struct bl_edits *edits, struct bl_arena *arena, struct bl_module *module,
                struct bl_edited_names *names, struct bl_error *err);

/* TEXT by the prefix maps. 1: changed, *OUT is in ARENA; 0: no; BL_E_NOMEM. */
int bl_edit_path(const struct bl_edits *edits, struct bl_arena *arena, struct bl_view text,
                 struct bl_view *out);

/* Paths in the metadata of MODULE, and reports of NAMES that stay there or in assembly. */
int bl_edit_metadata(struct bl_editor *editor, struct bl_module *module,
                     const struct bl_edited_names *names);

/* Names of a module from before LLVM 5.0: the record of a COMDAT, which the editor has read; all
 * global values. */
int bl_edit_old_comdat(struct bl_editor *editor, const struct bl_edited *edited);
int bl_edit_old_names(struct bl_editor *editor, struct bl_module *module,
                      const struct bl_edited_names *names);

/* Reports of names in the summary that AROUND, a cursor of the module, has announced. */
int bl_edit_summary(struct bl_editor *editor, const struct bl_cursor *around);

/* Whether the new data layout fits MODULE, whose own is BEFORE. */
int bl_edit_check_layout(struct bl_editor *editor, struct bl_module *module, struct bl_view before);

/* After all other changes: the symbol table of BEFORE, the modules of the stream as they were, made
 * anew or dropped. */
int bl_edit_symtab(struct bl_editor *editor, struct bl_symtab_modules before);

/* The STRTAB that serves the module in BLOCK: the first one after it; BL_NONE. */
uint32_t bl_edit_strtab_of(struct bl_index *index, uint32_t block);

/* The record of the editor, with the first N of its operands changed in editor->ops. */
int bl_edit_replace(struct bl_editor *editor, size_t n);

#endif
