/* print/float_text.h - floating-point numbers as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_FLOAT_TEXT_H
#define BL_PRINT_FLOAT_TEXT_H

#include "ir/module.h"
#include "print/text_buffer.h"

/* An APFloat as LLVM writes it: "1.000000e+00", "0x7FF8000000000000", "0xH3C00". FIRST
 * and SECOND are the operands of a FLOAT record. */
void bl_put_float(struct bl_text *t, enum bl_type_kind kind, uint64_t first, uint64_t second);

#endif
