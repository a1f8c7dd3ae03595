/* ir/linker_name.h - names of global values as they will be in the object file
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_LINKER_NAME_H
#define BL_IR_LINKER_NAME_H

#include "base/arena.h"
#include "base/budget.h"
#include "bitleap_function.h"
#include "bitleap_layout.h"
#include "ir/module.h"

/* "m:" in the data layout (LLVM Language Reference, "Data Layout"). */
enum bl_name_style {
    BL_NAMES_PLAIN, /* not stated */
    BL_NAMES_ELF,
    BL_NAMES_GOFF,
    BL_NAMES_MIPS,
    BL_NAMES_MACHO,
    BL_NAMES_COFF,
    BL_NAMES_COFF_X86,
    BL_NAMES_XCOFF,
};

enum bl_name_style bl_name_style(struct bl_view data_layout);

/* Whether names of functions with the calling convention of FUNCTION may end with the bytes of
 * their arguments. */
bool bl_linker_name_has_bytes(enum bl_name_style style, const struct bl_global *function);

/* 1 the bytes of the arguments of FUNCTION, as they are in its name; 0: that does not have them.
 * LAYOUT is that of MODULE, BUDGET how many parameters may be looked at. Types and attributes that
 * cannot be read count as none. BL_E_NOMEM, BL_E_LIMIT. */
int bl_argument_bytes(struct bl_module *module, struct bl_layout *layout, struct bl_budget *budget,
                      const struct bl_global *function, uint64_t *n_bytes);

/* *NAME is that of VALUE itself where nothing has to be added, otherwise in ARENA. BASE is what an
 * alias leads to, or VALUE itself; NULL: that is not known. N_ARGUMENT_BYTES, which some calling
 * conventions append, "@12" and "@@12"; NULL: none, and "@" for the latter. NUMBER names what has
 * no name. BL_E_NOMEM. */
int bl_linker_name(struct bl_arena *arena, enum bl_name_style style, const struct bl_global *value,
                   const struct bl_global *base, const uint64_t *n_argument_bytes, uint32_t number,
                   struct bl_view *name);

#endif
