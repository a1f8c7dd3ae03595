/* catalog/slot_list.h - numbers !N, #N and %N of a module, as an index file has them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_CATALOG_SLOT_LIST_H
#define BL_CATALOG_SLOT_LIST_H

#include "catalog/catalog.h"
#include "catalog/record_buffer.h"
#include "print/kept_slots.h"

/* Append KEPT, those of all of a module, to BUFFER. BL_E_NOMEM. */
int bl_slot_list_put(const struct bl_kept_slots *kept, struct bl_buffer *buffer);

/* Those of MODULE: KEPT, of N_NODES nodes, is the caller's, unless there are none: then it is as it
 * was, and 0 is returned. KEPT may be NULL: it is only compared with what it counts. 1, BL_E_NOMEM,
 * BL_E_CONTAINER. */
int bl_slot_list_read(const struct bl_catalog *catalog, uint32_t module, uint32_t n_nodes,
                      struct bl_kept_slots *kept, struct bl_error *err);

#endif
