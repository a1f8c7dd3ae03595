/* dump/operands.c - the operands of a record, one after the other
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "dump/operands.h"

#define ALL UINT64_MAX
#define EIGHT ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL
const uint64_t operand_masks[FEW_OPERANDS + OPERANDS_AT_ONCE] = {EIGHT, EIGHT, EIGHT, EIGHT,
                                                                 EIGHT, EIGHT, EIGHT, EIGHT};
