/* cmd/name_sort.h - sorting many names quickly
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

/* By bytes, a beginning before what it begins, then by number. */
void sort_names(struct name_item *items, size_t n);

#endif
