/* catalog/assemble.h - slices put together to the chunks of a catalog
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Building, taking over what has not changed, and merging all do the same: they append slices,
 * source by source in the order of the catalog, and the numbers in them are made those of the
 * catalog. What comes out depends on what is appended alone, not on how it was cut into slices.
 *
 *   bl_assembly_begin   sources: one, and the members of a thin archive behind it
 *   bl_assembly_append  their streams with all that is in them, in any number of slices
 *   bl_assembly_end     their problems; what was not known at the beginning
 */
#ifndef BL_CATALOG_ASSEMBLE_H
#define BL_CATALOG_ASSEMBLE_H

#include "base/map.h"
#include "catalog/catalog.h"
#include "catalog/fragment.h"

/* Zero-initialise to make it empty. Failures are BL_E_NOMEM and BL_E_LIMIT, and end it. */
struct bl_assembly {
    struct bl_fragment made;
    struct bl_map texts; /* from hashes to where texts are in STRS */
    /* Numbers that were the next ones when the sources began that are being assembled. */
    uint32_t first_source, first_stream, first_problem;
};

void bl_assembly_release(struct bl_assembly *assembly);

/* Inputs are first: call it in their order, before any source. */
int bl_assembly_input(struct bl_assembly *assembly, struct bl_view path, struct bl_view base,
                      uint32_t shard, uint32_t n_shards);

/* The sources of SLICE, and nothing else of it. */
int bl_assembly_begin(struct bl_assembly *assembly, const struct bl_slice *slice);

/* All but sources and problems of SLICE. Numbers of sources in it count from its first one, which
 * stands for the first one that was begun with. */
int bl_assembly_append(struct bl_assembly *assembly, const struct bl_slice *slice);

/* The problems of SLICE. */
int bl_assembly_end(struct bl_assembly *assembly, const struct bl_slice *slice);

/* All three, of a SLICE in which nothing is missing. */
int bl_assembly_add(struct bl_assembly *assembly, const struct bl_slice *slice);

/* Source NUMBER of those that were begun with; valid until the next begins. */
struct bl_blx_source *bl_assembly_source(struct bl_assembly *assembly, uint32_t number);

/* The catalog of PARTS, whose names will be sorted by N_THREADS; the assembly is empty
 * then, on failure too. */
int bl_assembly_finish(struct bl_assembly *assembly, unsigned parts, unsigned n_threads,
                       struct bl_catalog **catalog, struct bl_error *err);

#endif
