/* catalog/slot_list.h - numbers !N, #N and %N of a module, as an index file has them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_CATALOG_SLOT_LIST_H
#define BL_CATALOG_SLOT_LIST_H

#include "catalog/catalog.h"
#include "catalog/record_buffer.h"
#include "numbers/kept_slots.h"

/* Append KEPT, those of all of a module, to BUFFER; nothing where something is damaged.
 * BL_E_NOMEM. */
int bl_slot_list_put(const struct bl_kept_slots *kept, struct bl_buffer *buffer);

/* The numbers that BYTES are, of a module with N_VALUES global values, in a stream of STREAM_BYTES.
 * KEPT as below. BL_E_NOMEM; BL_E_CONTAINER: at the byte *AT there is *FAULT. */
int bl_slot_list_parse(struct bl_view bytes, uint32_t n_values, uint64_t stream_bytes,
                       struct bl_kept_slots *kept, size_t *at, enum bl_blx_fault *fault);

/* Those of MODULE: KEPT, which has nothing yet but the place of numbers of so many nodes, is the
 * caller's in any case. It may be NULL: what is there is only compared with what it counts. 1, 0:
 * there are none, BL_E_NOMEM, BL_E_CONTAINER. */
int bl_slot_list_read(const struct bl_catalog *catalog, uint32_t module, struct bl_kept_slots *kept,
                      struct bl_error *err);

#endif
