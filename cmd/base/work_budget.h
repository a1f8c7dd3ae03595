/* base/work_budget.h - how much may yet be done for a file that may have been made to waste time
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_WORK_BUDGET_H
#define CMD_WORK_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

struct budget {
    uint64_t left;
};

/* Whether N more are left, which then are spent; otherwise nothing is left. */
static inline bool budget_spend(struct budget *budget, uint64_t n)
{
    bool may = n <= budget->left;
    budget->left = may ? budget->left - n : 0;
    return may;
}

#endif
