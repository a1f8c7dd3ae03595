/* cmd/base/name_sort.h - sorting many names quickly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_NAME_SORT_H
#define CMD_NAME_SORT_H

#include "bitleap.h"

struct name_item {
    struct bl_view name;
    uint64_t key;    /* private */
    uint32_t number; /* decides between equal names */
};

/* Below, 0 or above 0, as a comes before b, is equal, or comes after. */
static inline int in_order(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* The same for names: by bytes, a beginning before what it begins. */
int compare_names(struct bl_view a, struct bl_view b);

/* By bytes, a beginning before what it begins, then by number. */
void sort_names(struct name_item *items, size_t n);

#endif
