/* catalog/symbol.h - the fields of a symbol's record
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_CATALOG_SYMBOL_H
#define BL_CATALOG_SYMBOL_H

#include "catalog/catalog.h"

/* Where a name is. */
struct bl_name_place {
    bool in_names;   /* chunk NAME; else the stream */
    uint64_t offset; /* bytes, of the name's first */
    uint32_t size;   /* bytes */
};

/* That of SYMBOL. BL_E_CONTAINER. */
int bl_catalog_name_place(const struct bl_catalog *catalog, uint32_t symbol,
                          struct bl_name_place *place, struct bl_error *err);

/* The bytes there, as bl_catalog_name(). */
int bl_catalog_name_at(const struct bl_catalog *catalog, uint32_t symbol,
                       const struct bl_name_place *place, struct bl_view *name,
                       struct bl_error *err);

/* The module that SYMBOL is in. BL_E_CONTAINER. */
int bl_catalog_module_of(const struct bl_catalog *catalog, uint32_t symbol, uint32_t *module,
                         struct bl_error *err);

#endif
