/* base/name_sort.h - sorting many names quickly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_NAME_SORT_H
#define BL_BASE_NAME_SORT_H

#include "base/view.h"

struct bl_name_item {
    struct bl_view name;
    uint64_t key;    /* private */
    uint32_t number; /* decides between equal names */
};

/* By bytes, a beginning before what it begins, then by number. */
void bl_sort_names(struct bl_name_item *items, size_t n);

#endif
