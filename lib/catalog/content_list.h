/* catalog/content_list.h - contents of a module, as an index file has them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_CATALOG_CONTENT_LIST_H
#define BL_CATALOG_CONTENT_LIST_H

#include "catalog/record_buffer.h"

struct bl_content_entry {
    uint32_t value;
    struct bl_content content;
};

/* In ascending order of values. Zero-initialise to make it empty. */
struct bl_content_list {
    struct bl_content_entry *items;
    size_t n, cap;
};

void bl_content_list_release(struct bl_content_list *list);

/* BL_E_NOMEM. */
int bl_content_list_add(struct bl_content_list *list, uint32_t value,
                        const struct bl_content *content);

/* Append the list to BUFFER as layout.h says. BL_E_NOMEM. */
int bl_content_list_put(const struct bl_content_list *list, struct bl_buffer *buffer);

#endif
