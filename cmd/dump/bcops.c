/* cmd/bcops.c - an operand as llvm-bcanalyzer prints it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "dump/bcops.h"

#define HEAD(i) " op" #i "="
#define TEN(n)                                                                          \
    HEAD(n##0), HEAD(n##1), HEAD(n##2), HEAD(n##3), HEAD(n##4), HEAD(n##5), HEAD(n##6), \
        HEAD(n##7), HEAD(n##8), HEAD(n##9)
#define HUNDRED(n)                                                                          \
    TEN(n##0), TEN(n##1), TEN(n##2), TEN(n##3), TEN(n##4), TEN(n##5), TEN(n##6), TEN(n##7), \
        TEN(n##8), TEN(n##9)
const char bcop_heads[BCOP_HEADS][8] = {TEN(),      TEN(1),     TEN(2),     TEN(3),     TEN(4),
                                        TEN(5),     TEN(6),     TEN(7),     TEN(8),     TEN(9),
                                        HUNDRED(1), HUNDRED(2), HUNDRED(3), HUNDRED(4), HUNDRED(5),
                                        HUNDRED(6), HUNDRED(7), HUNDRED(8), HUNDRED(9)};
