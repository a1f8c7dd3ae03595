/* catalog/sources.h - the files that a catalog tells of
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_CATALOG_SOURCES_H
#define BL_CATALOG_SOURCES_H

#include "catalog/catalog.h"

/* The kernel grants a process some 65,000 mappings. So only of the first sources of a catalog small
 * files stay mapped; those of the others are copied, and so is what goes beyond
 * bl_catalog_most_mapped(). */
enum {
    BL_MAPPED_SOURCES = 16 << 10,
    BL_COPIED_BYTES = 64 << 10, /* files of so many are mapped in others, too */
};

/* How many files a catalog of N_SOURCES may have mapped: the process needs mappings for its memory,
 * too, so that with none left nothing goes on. */
uint32_t bl_catalog_most_mapped(uint32_t n_sources);

/* Whether the file of source NUMBER, which has SIZE bytes, is to stay mapped where N_MAPPED are. */
static inline bool bl_catalog_may_map(uint32_t number, uint64_t size, uint32_t n_mapped,
                                      uint32_t most_mapped)
{
    return n_mapped < most_mapped && (number < BL_MAPPED_SOURCES || size >= BL_COPIED_BYTES);
}

/* Room for the file of each source of CATALOG, whose chunks are in place. BL_E_NOMEM. */
int bl_catalog_new_sources(struct bl_catalog *catalog);

/* Close them all. */
void bl_catalog_drop_sources(struct bl_catalog *catalog);

/* Give back the memory that holds what was read of them. */
void bl_catalog_rest_sources(const struct bl_catalog *catalog);

/* bl_catalog_state(), and when that which was looked at had been modified last: of what is written
 * while its bytes are read, the time from before. */
int bl_catalog_state_and_time(const struct bl_catalog *catalog, uint32_t number, bool by_content,
                              int64_t *mtime, struct bl_error *err);

/* Whether a file is found by PATH and BASE, wherever one is: standard input is not. */
bool bl_catalog_is_absolute(struct bl_view path, struct bl_view base);

#endif
