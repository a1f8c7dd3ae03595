/* support/catalog_check.h - what must hold for any catalog whatever
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_CATALOG_CHECK_H
#define BL_SUPPORT_CATALOG_CHECK_H

#include "bitleap.h"

/* Ask for everything in CATALOG, up to one beyond its end, and look up names; hold the answers
 * against each other:
 *
 *  - every number below a count is answered or refused with a cause that names a chunk, every other
 *    one is a wrong argument;
 *  - looking for a name ends, after no more answers than there are symbols, which ascend;
 *  - where bl_catalog_check() finds nothing, all of it is answered, names that are not in a source
 *    among it, and looking for a name finds the symbols that have it.
 *
 * Sources are asked for only where WITH_SOURCES. NULL: all hold. Otherwise the one that
 * does not. Static. */
const char *catalog_check(const struct bl_catalog *catalog, bool with_sources);

/* The first failure of asking for everything but sources, in ERR: 0 there is none. */
int catalog_first_failure(const struct bl_catalog *catalog, struct bl_error *err);

#endif
