/* catalog/catalog_builder.h - ranges put together to the chunks of a catalog
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Building, taking over what has not changed, and merging all do the same: they append ranges,
 * source by source in the order of the catalog, and the numbers in them are made those of the
 * catalog. What comes out depends on what is appended alone, not on how it was cut into ranges.
 *
 *   bl_catalog_builder_begin   sources: one, and the members of a thin archive after it
 *   bl_catalog_builder_append  their streams with all that is in them, in any number of ranges
 *   bl_catalog_builder_end     their problems; what was not known at the beginning
 */
#ifndef BL_CATALOG_CATALOG_BUILDER_H
#define BL_CATALOG_CATALOG_BUILDER_H

#include "base/map.h"
#include "base/spill.h"
#include "catalog/catalog.h"
#include "catalog/record_buffer.h"

/* A chunk that has so many bytes in memory is put aside (base/spill.h). */
#define BL_SPILL_BYTES ((size_t)16 << 20)

/* Zero-initialise to make it empty. Failures are BL_E_NOMEM, BL_E_LIMIT, and BL_E_CONTAINER (a text
 * that is outside of its range's), and end it. */
struct bl_catalog_builder {
    struct bl_record_buffer made;
    /* What comes before that, of chunks that nobody looks at again: most of a large catalog. */
    struct bl_spill spills[BL_BLX_N_CHUNKS];
    bool is_disk_full;   /* the rest stays in memory */
    struct bl_map texts; /* from hashes to where texts are in STRS */
    /* Numbers that were the next ones when the sources began that are being built. */
    uint32_t first_source, first_stream, first_problem;
};

void bl_catalog_builder_release(struct bl_catalog_builder *builder);

/* Inputs are first: call it in their order, before any source. */
int bl_catalog_builder_input(struct bl_catalog_builder *builder,
                             const struct bl_catalog_input *input);

/* The sources of RANGE, and nothing else of it. */
int bl_catalog_builder_begin(struct bl_catalog_builder *builder,
                             const struct bl_source_range *range);

/* All but sources and problems of RANGE. Numbers of sources in it count from its first one, which
 * is the first one that was begun with. */
int bl_catalog_builder_append(struct bl_catalog_builder *builder,
                              const struct bl_source_range *range);

/* The problems of RANGE. */
int bl_catalog_builder_end(struct bl_catalog_builder *builder, const struct bl_source_range *range);

/* All three, of a RANGE in which nothing is missing. */
int bl_catalog_builder_add(struct bl_catalog_builder *builder, const struct bl_source_range *range);

/* Source NUMBER of those that were begun with; valid until the next begins. */
struct bl_blx_source *bl_catalog_builder_source(struct bl_catalog_builder *builder,
                                                uint32_t number);

/* The catalog of PARTS, whose names will be sorted by N_THREADS; the builder is empty
 * then, on failure too. */
int bl_catalog_builder_finish(struct bl_catalog_builder *builder, unsigned parts,
                              unsigned n_threads, struct bl_catalog **catalog,
                              struct bl_error *err);

/* ---- A catalog, source by source ---- */

/* A source, with the members of a thin archive after it, and all that is in them; and where to go
 * on. Zero-initialise, except CATALOG, to be before the first one. */
struct bl_source_ranges {
    const struct bl_catalog *catalog;
    struct bl_source_range range;
    struct bl_source source; /* the first one */
    uint32_t next[BL_BLX_N_CHUNKS];
    uint64_t next_name, next_reference;
    int status; /* of the range that is being made: private, as ERR */
    struct bl_error *err;
};

/* 1 a range, borrowed from the catalog; 0 the end; BL_E_CONTAINER: damage. */
int bl_source_ranges_next(struct bl_source_ranges *ranges, struct bl_error *err);

#endif
