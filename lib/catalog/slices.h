/* catalog/slices.h - a catalog taken apart to slices, source by source
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_CATALOG_SLICES_H
#define BL_CATALOG_SLICES_H

#include "catalog/catalog.h"
#include "catalog/fragment.h"

/* A source, with the members of a thin archive behind it, and all that is in them;
 * and where to go on. */
struct bl_slices {
    const struct bl_catalog *catalog;
    struct bl_slice slice;
    struct bl_source source; /* the first one */
    uint32_t next[BL_BLX_N_CHUNKS];
    uint64_t next_name;
};

/* Before the first one of CATALOG. */
struct bl_slices bl_slices_of(const struct bl_catalog *catalog);

/* 1 a slice, borrowed from the catalog; 0 the end; BL_E_CONTAINER: damage. */
int bl_slices_next(struct bl_slices *slices, struct bl_error *err);

/* By path, then base. */
int bl_compare_places(struct bl_view path, struct bl_view base, struct bl_view other_path,
                      struct bl_view other_base);

#endif
