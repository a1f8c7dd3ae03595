/* cmd/bcops.c - an operand as llvm-bcanalyzer prints it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bcops.h"

#define HEAD(i) " op" #i "=\0\0"
#define HEADS(tens)                                                                           \
    HEAD(tens##0), HEAD(tens##1), HEAD(tens##2), HEAD(tens##3), HEAD(tens##4), HEAD(tens##5), \
        HEAD(tens##6), HEAD(tens##7), HEAD(tens##8), HEAD(tens##9)
const char bcop_heads[BCOP_HEADS][9] = {HEADS(),  HEADS(1), HEADS(2), HEADS(3), HEADS(4),
                                        HEADS(5), HEADS(6), HEADS(7), HEADS(8), HEADS(9)};
