/* cmd/operands.c - the operands of a record, one behind the other
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "operands.h"

#define ALL UINT64_MAX
const uint64_t operand_masks[2 * MANY_OPERANDS] = {ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL};
