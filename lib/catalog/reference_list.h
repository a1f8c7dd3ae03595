/* catalog/reference_list.h - references of a module, as an index file has them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_CATALOG_REFERENCE_LIST_H
#define BL_CATALOG_REFERENCE_LIST_H

#include "catalog/record_buffer.h"

/* In ascending order of users. Zero-initialise to make it empty. */
struct bl_reference_list {
    struct bl_reference *items;
    size_t n, cap;
};

void bl_reference_list_release(struct bl_reference_list *list);

/* Append the N references of one user. BL_E_NOMEM. */
int bl_reference_list_add(struct bl_reference_list *list, const struct bl_reference *items,
                          uint32_t n);

/* Sort the list by what is used, and append it to BUFFER as layout.h says. BL_E_NOMEM. */
int bl_reference_list_put(struct bl_reference_list *list, struct bl_buffer *buffer);

#endif
