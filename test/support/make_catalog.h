/* support/make_catalog.h - catalogs made by hand, right and wrong ones
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   struct make_catalog m = {.parts = BL_CATALOG_MODULES};
 *   struct bl_blx_source *source = make_record(&m, BL_BLX_SRCS);
 *   MAKE_SET(source->path, make_text(&m, "a.bc"));
 *   struct bl_catalog *catalog = make_done(&m);
 *
 * Functions end the process where there is no memory or a file cannot be written.
 */
#ifndef BL_SUPPORT_MAKE_CATALOG_H
#define BL_SUPPORT_MAKE_CATALOG_H

#include "base/store.h"
#include "bitleap.h"
#include "catalog/layout.h"

struct make_catalog {
    unsigned parts; /* bl_catalog_part */
    uint8_t *chunks[BL_BLX_N_CHUNKS];
    uint64_t sizes[BL_BLX_N_CHUNKS];
    size_t caps[BL_BLX_N_CHUNKS];
};

/* A field of a record, of two, four or eight bytes. */
#define MAKE_SET(field, value) make_set((field), sizeof(field), (uint64_t)(value))
void make_set(uint8_t *field, size_t size, uint64_t value);

/* Append zero bytes to a chunk, one record, or one of numbers. The pointer holds
 * until the next one. */
uint8_t *make_bytes(struct make_catalog *m, enum bl_blx_chunk chunk, size_t size);
void *make_record(struct make_catalog *m, enum bl_blx_chunk chunk);

uint32_t make_count(const struct make_catalog *m, enum bl_blx_chunk chunk);

/* Where TEXT is in STRS, after it has been added; a cause with its NUL. */
uint32_t make_text(struct make_catalog *m, const char *text);
uint32_t make_cause(struct make_catalog *m, const char *text);

/* What the upper bits of a symbol's place are made of. */
struct make_symbol {
    const char *name;
    uint64_t offset; /* of the name in the stream */
    bool in_names;   /* the name is in NAME */
    unsigned flags, visibility, kind;
    uint32_t value;
    uint64_t bit_pos;
};
void make_symbol(struct make_catalog *m, const struct make_symbol *symbol);

/* FANO with 2^BITS + 1 entries, and HASH, of the symbols there are. */
void make_name_table(struct make_catalog *m, unsigned bits);

/* The catalog; M is empty then. */
struct bl_catalog *make_done(struct make_catalog *m);

/* CATALOG as an index file, malloc'ed. */
struct bl_view make_index(const struct bl_catalog *catalog);

/* Where CHUNK is in an index file that is all right so far; NULL: it has none. */
uint8_t *make_chunk_of(uint8_t *index, enum bl_blx_chunk chunk, uint64_t *size);

/* Make all sums of an index file right, whatever it holds, as far as it can be followed. */
void make_sums(uint8_t *index, size_t size);

/* ---- A sample ----
 *
 * All parts and a bit of everything:
 *
 *   source 0  "."       directory
 *   source 1  "a.bc"    file, stream 0: module 0 with symbols 0 to 3, module 1; blocks 0, 1
 *   source 2  "t.a"     thin archive with a problem inside two blocks
 *   source 3  "m.bc"    its member, streams 1: module 2 with symbols 4, 5, and block 2; and 2
 *
 *   symbol 0  "alpha"   a function with a body, function 0
 *   symbol 1  "beta"    a variable
 *   symbol 2  "f_asm"   of module assembly, in NAME
 *   symbol 3  "_gamma"  an alias, in NAME
 *   symbol 4  "alpha"   a declaration
 *   symbol 5  "delta"   a function with a body, function 1
 *
 * Modules 0 and 2 have the same three references.
 */
enum {
    SAMPLE_SYMBOLS = 6,
    SAMPLE_STREAMS = 3,
    SAMPLE_STREAM_BYTES = 256,
    SAMPLE_DEPTH = 2,            /* blocks 8 + i at 32 * i */
    SAMPLE_REFERENCE_BYTES = 15, /* of a module that has bodies */
    SAMPLE_CONTENT_BYTES = 31,   /* likewise */
    SAMPLE_SLOT_BYTES = 23,      /* likewise */
    SAMPLE_SUM_BYTES = 9,        /* of the second stream, after these */
};
extern const char *const sample_names[SAMPLE_SYMBOLS];

/* Its files are written to DIRECTORY; NULL: there are none. */
struct bl_catalog *make_sample(const char *directory);

#endif
