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

#include "base/load.h"
#include "bitleap_catalog.h"
#include "catalog/layout.h"

#include <pthread.h>
#include <stdatomic.h>

/* Of bl_catalog_part: all that there are, and those that have symbols. */
enum {
    BL_SYMBOL_PARTS = BL_CATALOG_SYMBOLS | BL_CATALOG_PLACES,
    BL_ALL_PARTS = BL_CATALOG_MODULES | BL_CATALOG_HASHES | BL_CATALOG_BLOCKS | BL_CATALOG_LINKS |
                   BL_CATALOG_BODIES | BL_SYMBOL_PARTS,
};

struct bl_chunk {
    const uint8_t *data;
    uint64_t size;       /* bytes */
    const uint8_t *sums; /* of its pages, 8 bytes each; NULL: it was made here */
    /* Two bits for each page: whether its sum was right, and whether it was wrong. Set by any
     * thread, without order: a thread that does not see them yet sums again. */
    _Atomic uint8_t *seen;
};

enum {
    BL_PAGES_A_BYTE = 4 /* of SEEN */
};

/* The file of a source, mapped when it is needed first. The first and the last user are
 * counted under the lock of bl_open_sources; all others are counted atomically. The file is set and
 * closed only under the lock. */
struct bl_source_file {
    _Atomic(struct bl_file *) file;
    _Atomic uint32_t n_users; /* UINT32_MAX: it stays open */
    uint32_t older, newer;    /* in the ring of those at rest; itself: it is in none */
    atomic_bool has_ranges;   /* those of its record were compared with others', and are right */
};

/* So many sources without users stay open: more than the least only up to so many bytes, of which
 * those of a copy count as several, as they are memory. */
enum {
    BL_LEAST_IDLE_SOURCES = 64,
    BL_MOST_IDLE_SOURCES = 4096,
    BL_MOST_IDLE_BYTES = sizeof(size_t) > 4 ? 1 << 30 : 1 << 27,
    BL_COPY_COUNTS = 16,
};

/* What the files of all sources have in common. */
struct bl_open_sources {
    pthread_mutex_t lock;
    _Atomic uint32_t n_mapped;
    /* In the ring: those that had no users any more and are open, as they may soon be needed again;
     * they may have users by now. */
    uint32_t n_idle;
    uint64_t idle_bytes;
};

/* FANO and HASH are sorted when they are needed first. */
struct bl_name_table {
    pthread_mutex_t lock; /* of the thread that sorts */
    atomic_bool is_sorted;
};

struct bl_catalog {
    unsigned parts;      /* bl_catalog_part */
    unsigned open_flags; /* bl_open_flags of sources, BL_OPEN_KEEP too */
    struct bl_chunk chunks[BL_BLX_N_CHUNKS];
    const uint8_t *start;           /* of the index file; NULL: made */
    struct bl_file *file;           /* the index file; NULL: made, or borrowed */
    void *made[BL_BLX_N_CHUNKS];    /* storage of chunks that were made; bl_drop() */
    void *spilled[BL_BLX_N_CHUNKS]; /* mappings of those that were put aside; NULL: in `made` */
    struct bl_source_file *sources; /* one for each source, and the ring's ends after them */
    uint32_t n_sources;
    struct bl_open_sources *open; /* NULL: there are no sources */
    uint32_t most_mapped;         /* others are copied */
    /* FANO and HASH are to be filled (catalog/find.c), by so many threads. NULL: they are there. */
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

/* FILE, which has just been read, is that of SOURCE: the catalog keeps it, and closes it. */
void bl_catalog_keep_mapped(struct bl_catalog *catalog, uint32_t source, struct bl_file *file);

/* SIZE bytes at OFFSET of CHUNK, with the sums of their pages right; NULL with ERR set: they are
 * not inside, or damaged. */
const uint8_t *bl_catalog_bytes(const struct bl_catalog *catalog, enum bl_blx_chunk chunk,
                                uint64_t offset, uint64_t size, struct bl_error *err);

/* Whether source NUMBER, or something in it, is packed (BL_BLX_PACKED). */
bool bl_catalog_is_packed(const struct bl_catalog *catalog, uint32_t number);
/* Whether source NUMBER is a thin archive, some of whose members are other sources. */
bool bl_catalog_names_others(const struct bl_catalog *catalog, uint32_t number);

/* Record NUMBER of CHUNK. */
const void *bl_catalog_record(const struct bl_catalog *catalog, enum bl_blx_chunk chunk,
                              uint32_t number, struct bl_error *err);

/* Whether no page that was read is damaged; BL_E_CONTAINER. */
int bl_catalog_check_seen(const struct bl_catalog *catalog, struct bl_error *err);

/* Bytes from OFFSET on of CHUNK have been read and are not needed for now: a chunk that was put
 * aside need not stay in memory. */
void bl_catalog_rest_chunk(const struct bl_catalog *catalog, enum bl_blx_chunk chunk,
                           uint64_t offset, uint64_t size);

/* How many records CHUNK has. */
uint32_t bl_catalog_n_records(const struct bl_catalog *catalog, enum bl_blx_chunk chunk);

/* By path, then base. */
int bl_compare_places(struct bl_view path, struct bl_view base, struct bl_view other_path,
                      struct bl_view other_base);

/* Text AT of STRS; BL_E_CONTAINER. */
int bl_catalog_text(const struct bl_catalog *catalog, uint32_t at, struct bl_view *text,
                    struct bl_error *err);

/* ---- Kinds of chunks, and what can be wrong with one ---- */

/* Four characters. Static. */
const char *bl_blx_name(enum bl_blx_chunk chunk);

uint32_t bl_blx_record_bytes(enum bl_blx_chunk chunk);

/* The bytes that CHUNK has at most. */
uint64_t bl_blx_most_bytes(enum bl_blx_chunk chunk);

/* How many chunks there are in a catalog of PARTS. */
uint32_t bl_blx_n_chunks(unsigned parts);

/* How many pages SIZE bytes of a chunk take. */
uint64_t bl_blx_n_pages(uint64_t size);

/* The sum of page PAGE of CHUNK. */
uint64_t bl_blx_sum_page(const struct bl_chunk *chunk, uint64_t page);

/* OFFSET, or the next place after it where a chunk may begin. */
uint64_t bl_blx_align(uint64_t offset);

/* The header's sum: of HEAD, the header and after it the table of N_CHUNKS chunks. */
uint64_t bl_blx_sum_head(const uint8_t *head, uint32_t n_chunks);

/* Whether the name of SYMBOL is in NAME. */
static inline bool bl_blx_is_in_names(const struct bl_blx_symbol *symbol)
{
    return bl_load_le64(symbol->place) >> (BL_BLX_OFFSET_BITS + BL_BLX_IN_NAMES_AT) & 1;
}

enum bl_blx_fault {
    BL_BLX_BAD_NAME,
    BL_BLX_BAD_RECORD_BYTES,
    BL_BLX_BAD_OFFSET,
    BL_BLX_BAD_SIZE,
    BL_BLX_BAD_SUMS,
    BL_BLX_BAD_PAGE,
    BL_BLX_BAD_PADDING,
    BL_BLX_BAD_COUNT,
    BL_BLX_OUTSIDE,
    BL_BLX_BAD_NUMBER,
    BL_BLX_BAD_VALUE,
    BL_BLX_BAD_PATH,
    BL_BLX_BAD_ORDER,
    BL_BLX_BAD_HASH,
    BL_BLX_CONTRADICTS,
    BL_BLX_N_FAULTS
};

/* "chunk SYMS: …". Static. */
const char *bl_blx_fault_text(enum bl_blx_chunk chunk, enum bl_blx_fault fault);

/* BL_E_CONTAINER: what is at OFFSET of CHUNK has this fault. */
int bl_catalog_damage(const struct bl_catalog *catalog, enum bl_blx_chunk chunk, uint64_t offset,
                      enum bl_blx_fault fault, struct bl_error *err);

/* The same of record NUMBER. */
int bl_catalog_bad_record(const struct bl_catalog *catalog, enum bl_blx_chunk chunk,
                          uint32_t number, enum bl_blx_fault fault, struct bl_error *err);

/* ---- The files that a catalog refers to ---- */

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

/* Give back the memory that holds what was read of them. */
void bl_catalog_rest_sources(const struct bl_catalog *catalog);

/* bl_catalog_state(), and when that which was looked at had been modified last: of what is written
 * while its bytes are read, the time from before. */
int bl_catalog_state_and_time(const struct bl_catalog *catalog, uint32_t number, bool by_content,
                              int64_t *mtime, struct bl_error *err);

/* Whether a file is found by PATH and BASE, wherever one is: standard input is not. */
bool bl_catalog_is_absolute(struct bl_view path, struct bl_view base);

/* ---- Symbols ----
 *
 * What a catalog has can be less than what it answers: of names that were not looked at only where
 * they are (BL_CATALOG_PLACES), of bodies that were not only where they should be (no
 * BL_CATALOG_HASHES). The rest is read in the source when one symbol or function is asked for.
 */

/* A number that all records of a chunk have, which ascends: the first of what each has. */
struct bl_catalog_keys {
    enum bl_blx_chunk chunk;
    size_t offset; /* of the number in the record */
};

struct bl_catalog_last {
    uint32_t number;
    uint32_t unread; /* a record that was passed over, as it cannot be read; BL_NONE: none */
};

/* The last record from FIRST on, before END, whose key is KEY or less; FIRST where there is none.
 * Of those that can be read: a page of the index file that is damaged does not hide what is on
 * others. Where a hostile file's keys do not ascend, any record comes out: the same one for one
 * key, and for two keys only if it does for all between them. BL_E_CONTAINER: there is too much
 * that cannot be read. */
int bl_catalog_find_last(const struct bl_catalog *catalog, struct bl_catalog_keys keys,
                         uint32_t first, uint32_t end, uint32_t key, struct bl_catalog_last *last,
                         struct bl_error *err);

/* Where a name is. */
struct bl_name_place {
    bool in_names;   /* chunk NAME; else the stream */
    bool is_unseen;  /* the global value's name: that of the symbol can have a byte less */
    uint64_t offset; /* bytes, of the name's first */
    uint32_t size;   /* bytes */
};

/* That of SYMBOL. BL_E_CONTAINER. */
int bl_catalog_name_place(const struct bl_catalog *catalog, uint32_t symbol,
                          struct bl_name_place *place, struct bl_error *err);

/* What the catalog has of SYMBOL, or FUNCTION; no source is touched.
 * BL_E_ARGUMENT, BL_E_CONTAINER. */
int bl_catalog_stored_symbol(const struct bl_catalog *catalog, uint32_t number,
                             struct bl_catalog_symbol *symbol, struct bl_error *err);
int bl_catalog_stored_function(const struct bl_catalog *catalog, uint32_t number,
                               struct bl_catalog_function *function, struct bl_error *err);

/* The name there, as bl_catalog_get_name(); *STREAM is the one that has been loaded for it, on
 * success, and BL_NONE if none has. */
int bl_catalog_name_at(const struct bl_catalog *catalog, uint32_t symbol,
                       const struct bl_name_place *place, struct bl_view *name, uint32_t *stream,
                       struct bl_error *err);

/* ---- Symbols by the hash of their name ---- */

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
