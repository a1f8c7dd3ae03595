/* ir/module_asm.h - symbols in the assembly text of a module
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What can be seen without the target's assembler, in the syntax that GNU as and LLVM share:
 * labels, assignments, and directives that define symbols, say how they are bound, or put them into
 * data. What instructions refer to is not seen, macros are not expanded, and of conditions all
 * branches are taken.
 */
#ifndef BL_IR_MODULE_ASM_H
#define BL_IR_MODULE_ASM_H

#include "base/arena.h"
#include "base/map.h"
#include "bitleap_symbols.h"

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
    unsigned ir_state;   /* the same of the global value of that name */
};

/* Of .symver: another name of a symbol. */
struct bl_asm_version {
    struct bl_view name; /* "f@V1"; with "@@@" still to be decided on */
    uint32_t of;         /* number of the symbol */
};

struct bl_asm_symbols {
    struct bl_asm_symbol *symbols; /* in order of appearance */
    uint32_t n, cap;
    struct bl_map by_hash; /* to the last one with that hash */
    uint32_t *same_hash;   /* the one before it, or BL_MAP_NONE */
    uint32_t cap_same_hash;
    struct bl_asm_version *versions;
    uint32_t n_versions, cap_versions;
};

/* TEXT must stay; TRIPLE, of the target, may be empty. SYMBOLS is empty before; versions are not
 * yet among them. BL_E_NOMEM. */
int bl_asm_symbols_read(struct bl_asm_symbols *symbols, struct bl_view text, struct bl_view triple);

/* The module has global value NAME, of STATE (bl_asm_state). */
void bl_asm_symbols_note_ir(struct bl_asm_symbols *symbols, struct bl_view name, unsigned state);

/* Versions become symbols, bound and defined as assembly, or else IR, says of what they are
 * versions of; where neither does, they are none. New names are in ARENA. BL_E_NOMEM. */
int bl_asm_symbols_add_versions(struct bl_asm_symbols *symbols, struct bl_arena *arena);

void bl_asm_symbols_release(struct bl_asm_symbols *symbols);

/* bl_symbol_flag */
unsigned bl_asm_symbol_flags(const struct bl_asm_symbol *symbol);

#endif
