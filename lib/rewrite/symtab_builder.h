/* rewrite/symtab_builder.h - the symbol table of the SYMTAB block, made anew from modules
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What ir/symtab.h reads. All comes from the records of the modules, except what they do not say,
 * which comes from the table that was there: its version and producer; whether a symbol is one that
 * the code generator calls by itself; options for the linker and dependent libraries, which are
 * metadata. So a table is made anew only where there was one, and only where the same work makes
 * that one, byte by byte, out of the modules that it was of.
 */
#ifndef BL_REWRITE_SYMTAB_BUILDER_H
#define BL_REWRITE_SYMTAB_BUILDER_H

#include "ir/symtab.h"
#include "rewrite/string_table.h"

/* The modules that share a STRTAB, in their order. */
struct bl_symtab_modules {
    struct bl_module *const *modules;
    uint32_t n;
};

/* The table that MODULE shares with the modules beside it. 1; 0: there is none that can be read;
 * BL_E_NOMEM. */
int bl_symtab_of(struct bl_module *module, struct bl_symtab_view *table);

/* STRINGS, an empty table, gets what the records of MODULES name, at the places in the STRTAB where
 * that is, and no more of it than that. 1; 0: names are elsewhere, or damaged; BL_E_NOMEM,
 * BL_E_LIMIT. */
int bl_symtab_seed(struct bl_symtab_modules modules, struct bl_string_table *strings,
                   struct bl_error *err);

/* *BLOB is the table for MODULES, after OLD; its strings are added to STRINGS. The bytes are for
 * bl_drop(). 1; 0: that table cannot be made, *BLOB is empty; BL_E_NOMEM, BL_E_LIMIT. */
int bl_symtab_build(struct bl_symtab_modules modules, const struct bl_symtab_view *old,
                    struct bl_string_table *strings, struct bl_view *blob, struct bl_error *err);

/* 1: OLD and the STRTAB after it are what these functions make of MODULES; 0: they are not;
 * BL_E_NOMEM, BL_E_LIMIT. */
int bl_symtab_can_be_built(struct bl_symtab_modules modules, const struct bl_symtab_view *old,
                           struct bl_error *err);

#endif
