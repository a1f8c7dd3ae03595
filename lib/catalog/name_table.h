/* catalog/name_table.h - symbols by the hash of their name
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Of a catalog that was made, the table is sorted by who needs it first: many catalogs are asked
 * other questions, and one that is written can be on its way to the disk meanwhile.
 */
#ifndef BL_CATALOG_NAME_TABLE_H
#define BL_CATALOG_NAME_TABLE_H

#include "catalog/catalog.h"

/* How many entries FANO has for N_SYMBOLS; HASH has one for each. */
uint64_t bl_name_table_fanout(uint32_t n_symbols);

/* That of a catalog which is to be sorted. NULL: no memory. */
struct bl_name_table *bl_name_table_new(void);

/* NULL is ignored. */
void bl_name_table_drop(struct bl_name_table *table);

/* FANO and HASH of CATALOG are there when it returns BL_OK. Threads may call it at the same
 * time. BL_E_NOMEM. */
int bl_catalog_need_name_table(const struct bl_catalog *catalog, struct bl_error *err);

#endif
