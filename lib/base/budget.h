/* base/budget.h - how much may yet be done for a file that may have been made to waste time
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_BUDGET_H
#define BL_BASE_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

struct bl_budget {
    uint64_t left;
};

/* Whether something is left, of which N, or the rest, is then spent: what has begun is finished. */
static inline bool bl_budget_spend(struct bl_budget *budget, uint64_t n)
{
    bool may = budget->left > 0;
    budget->left -= n < budget->left ? n : budget->left;
    return may;
}

#endif
