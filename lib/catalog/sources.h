/* catalog/sources.h - the files that a catalog tells of
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_CATALOG_SOURCES_H
#define BL_CATALOG_SOURCES_H

#include "catalog/catalog.h"

/* Room for the file of each source of CATALOG, whose chunks are in place. BL_E_NOMEM. */
int bl_catalog_new_sources(struct bl_catalog *catalog);

/* Close them all. */
void bl_catalog_drop_sources(struct bl_catalog *catalog);

/* Give back the memory that holds what was read of them. */
void bl_catalog_rest_sources(const struct bl_catalog *catalog);

/* Whether a file is found by PATH and BASE, wherever one is: standard input is not. */
bool bl_catalog_is_absolute(struct bl_view path, struct bl_view base);

#endif
