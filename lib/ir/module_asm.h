/* ir/module_asm.h - symbols in the assembly text of a module
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What can be seen without the target's assembler, in the syntax that GNU as and LLVM share:
 * labels, assignments, and directives that define symbols, say how they are bound, or put them into
 * data. What instructions refer to is not seen.
 */
#ifndef BL_IR_MODULE_ASM_H
#define BL_IR_MODULE_ASM_H

#include "base/map.h"
#include "bitleap.h"

/* What was said of a symbol, in any order (bits). */
enum bl_asm_state {
    BL_ASM_DEFINED = 1,
    BL_ASM_GLOBAL = 2,
    BL_ASM_WEAK = 4,
    BL_ASM_USED = 8,
};

struct bl_asm_symbol {
    struct bl_view name; /* in the text */
    unsigned state;      /* bl_asm_state */
    uint32_t version_of; /* number of the symbol that this is a version of, or BL_MAP_NONE */
};

struct bl_asm_symbols {
    struct bl_asm_symbol *symbols; /* in order of appearance */
    uint32_t n, cap;
    struct bl_map by_hash; /* to the last one with that hash */
    uint32_t *same_hash;   /* the one before it, or BL_MAP_NONE */
    uint32_t cap_same_hash;
};

/* TEXT must stay. SYMBOLS is empty before. BL_E_NOMEM. */
int bl_asm_symbols_read(struct bl_asm_symbols *symbols, struct bl_view text);

void bl_asm_symbols_release(struct bl_asm_symbols *symbols);

/* bl_symbol_flag */
unsigned bl_asm_symbol_flags(const struct bl_asm_symbol *symbol);

#endif
