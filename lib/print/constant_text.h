/* print/constant_text.h - values, and constants in full, as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_CONSTANT_TEXT_H
#define BL_PRINT_CONSTANT_TEXT_H

#include "print/printer.h"

/* "@name" of global VALUE. */
void bl_put_global_name(struct bl_printer *p, uint32_t value);
/* Any value by number as an operand: "@name", "%name", "%7", "42", "{ i32 1, ptr @x }";
 * p->loaded.body says what local values there are. "<badref>" where there is none, as LLVM does. */
void bl_put_value(struct bl_printer *p, uint64_t value);
/* The same after its type. TYPE is used where the value itself does not say; BL_NONE: not known. */
void bl_put_typed_value(struct bl_printer *p, uint32_t type, uint64_t value);
/* The bits of VALUE as a number. False: it is no integer constant of 64 bits or fewer. */
bool bl_constant_bits(struct bl_printer *p, uint64_t value, uint64_t *bits);
/* The body that was printed is over: what is known of its constants is not valid any more. */
void bl_constants_forget_body(struct bl_printer *p);
void bl_constants_release_state(struct bl_printer *p);

#endif
