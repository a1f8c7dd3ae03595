/* ir/symbols.h - symbols whose names are not looked at
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Names, and a symbol table beside the records that say the same, are more than half of what
 * has to be read to list the symbols of a file. Who wants to know no more than where they
 * are can do without.
 */
#ifndef BL_IR_SYMBOLS_H
#define BL_IR_SYMBOLS_H

#include "bitleap_symbols.h"

/* As bl_symbols_open(), but where that can be, symbols come from the module's records, so that what
 * only symbol tables have is missing, and their names are not looked at. */
int bl_symbols_open_unseen(struct bl_symbols **symbols, struct bl_module *module,
                           struct bl_error *err);

/* Whether the name of the symbol that bl_symbols_next() has returned is such a one, as its global
 * value has it: a byte 1 in front is not part of the symbol's name, and bl_symbol_is_intrinsic()
 * is not in its flags. */
bool bl_symbols_left_name(const struct bl_symbols *symbols);

/* Whether that makes a symbol BL_SYMBOL_FORMAT_SPECIFIC. */
bool bl_symbol_is_intrinsic(struct bl_view ir_name);

#endif
