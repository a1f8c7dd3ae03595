/* ir/linker_name.h - names of global values as they will be in the object file
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_LINKER_NAME_H
#define BL_IR_LINKER_NAME_H

#include "base/arena.h"
#include "bitleap_function.h"

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

/* *NAME is that of VALUE itself where nothing has to be added, otherwise in ARENA. BASE is what an
 * alias leads to, or VALUE itself; NULL: that is not known. NUMBER names what has no name. Sizes of
 * parameters, which some calling conventions append, "@12" and "@@12", are left out. BL_E_NOMEM. */
int bl_linker_name(struct bl_arena *arena, enum bl_name_style style, const struct bl_global *value,
                   const struct bl_global *base, uint32_t number, struct bl_view *name);

#endif
