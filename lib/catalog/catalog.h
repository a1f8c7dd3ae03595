/* catalog/catalog.h - a catalog in memory: the chunks of an index file, mapped or made
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A catalog that was built or merged has the same chunks as one that was opened, so that there
 * is one way of reading them. What was made is trusted; pages of what was opened are held
 * against their sums.
 */
#ifndef BL_CATALOG_CATALOG_H
#define BL_CATALOG_CATALOG_H

#include "bitleap.h"
#include "catalog/layout.h"

/* Of bl_catalog_part: all that there are, and those that have symbols. */
enum {
    BL_SYMBOL_PARTS = BL_CATALOG_SYMBOLS | BL_CATALOG_PLACES,
    BL_ALL_PARTS = BL_CATALOG_MODULES | BL_CATALOG_HASHES | BL_CATALOG_BLOCKS | BL_SYMBOL_PARTS,
};

struct bl_chunk {
    const uint8_t *data;
    uint64_t size;       /* bytes */
    const uint8_t *sums; /* of its pages, 8 bytes each; NULL: it was made here */
    /* Two bits for each page: whether its sum was right, and whether it was wrong. Set by any
     * thread, without order: whoever does not see them yet sums again. */
    _Atomic uint8_t *seen;
};

enum {
    BL_PAGES_A_BYTE = 4 /* of SEEN */
};

/* The file of a source, mapped by whoever needs it first. */
struct bl_source_file {
    _Atomic(struct bl_file *) file;
};

struct bl_catalog {
    unsigned parts;      /* bl_catalog_part */
    unsigned open_flags; /* bl_open_flags of sources */
    struct bl_chunk chunks[BL_BLX_N_CHUNKS];
    const uint8_t *start;           /* of the index file; NULL: made */
    struct bl_file *file;           /* the index file; NULL: made, or lent */
    void *made[BL_BLX_N_CHUNKS];    /* storage of chunks that were made; bl_drop() */
    struct bl_source_file *sources; /* one for each source */
    uint32_t n_sources;
    _Atomic uint32_t *n_mapped; /* of their files; NULL: there are no sources */
    uint32_t most_mapped;       /* others are copied */
    /* FANO and HASH are to be filled (name_table.h), by so many threads. NULL: they are there. */
    struct bl_name_table *name_table;
    unsigned n_threads;
};

/* A catalog of chunks that were made: MADE are malloc'ed arrays of SIZES bytes, which it takes
 * over, in success and failure. Its sources are not open. BL_E_NOMEM, BL_E_LIMIT. */
int bl_catalog_from_chunks(struct bl_catalog **catalog, unsigned parts, void *made[BL_BLX_N_CHUNKS],
                           const uint64_t sizes[BL_BLX_N_CHUNKS], struct bl_error *err);

/* bl_catalog_build() of PATHS that an index file names, and nobody else now: nothing is read but
 * regular files and directories. */
int bl_catalog_build_again(struct bl_catalog **catalog, const char *const *paths, size_t n_paths,
                           const struct bl_catalog_options *options, struct bl_error *err);

/* FILE is that of SOURCE, taken over. For who has just read it. */
void bl_catalog_lend_source(struct bl_catalog *catalog, uint32_t source, struct bl_file *file);

/* SIZE bytes at OFFSET of CHUNK, with the sums of their pages right; NULL with ERR told: they are
 * not inside, or damaged. */
const uint8_t *bl_catalog_bytes(const struct bl_catalog *catalog, enum bl_blx_chunk chunk,
                                uint64_t offset, uint64_t size, struct bl_error *err);

/* Record NUMBER of CHUNK. */
const void *bl_catalog_record(const struct bl_catalog *catalog, enum bl_blx_chunk chunk,
                              uint32_t number, struct bl_error *err);

/* Whether no page that was read is damaged; BL_E_CONTAINER. */
int bl_catalog_check_seen(const struct bl_catalog *catalog, struct bl_error *err);

/* How many records CHUNK has. */
uint32_t bl_catalog_n_records(const struct bl_catalog *catalog, enum bl_blx_chunk chunk);

/* Text AT of STRS; BL_E_CONTAINER. */
int bl_catalog_text(const struct bl_catalog *catalog, uint32_t at, struct bl_view *text,
                    struct bl_error *err);

/* The hash under which a name stands in HASH: the upper half of XXH3-64. */
uint32_t bl_catalog_name_hash(struct bl_view name);

#endif
