/* support/catalog_contents.h - a catalog holds what reading the files themselves finds
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_CATALOG_CONTENTS_H
#define BL_SUPPORT_CATALOG_CONTENTS_H

#include "bitleap.h"

/* Hold what CATALOG, which has all parts, says of source NUMBER, and of those that it is the parent
 * of, against the file at PATH:
 *
 *  - streams are those of a bl_search, with their paths, places and hashes;
 *  - modules say what bl_module_get_info() does;
 *  - symbols are those of bl_symbols, and one for each body that none of them names; each is found
 *    by name;
 *  - functions are those that bl_module_body() finds;
 *  - blocks are those of a bl_index.
 *
 * NULL: all hold. Otherwise the one that does not. Static. */
const char *catalog_contents_check(const struct bl_catalog *catalog, uint32_t number,
                                   const char *path);

#endif
