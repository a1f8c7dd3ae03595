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

/* Whether N more are left, which then are spent; otherwise nothing is left. */
static inline bool bl_budget_spend_whole(struct bl_budget *budget, uint64_t n)
{
    bool may = n <= budget->left;
    budget->left = may ? budget->left - n : 0;
    return may;
}

#endif
