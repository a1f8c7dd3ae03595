/* bitleap_catalog.h - what is in many files: an index that outlives the process
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A catalog describes sources (files), the streams in them, their modules, symbols and functions.
 * It is built in memory, written to an index file (.blx), and opened again by mapping that; all
 * three answer the same questions in the same way, so that a query does not ask where its catalog
 * comes from.
 *
 *   sources ─ streams ─ modules ─ symbols       each numbered from 0; those of one source, stream
 *                              └─ functions     or module follow each other
 *
 * Sources are ordered by path, so a catalog does not depend on the order of its inputs, on the
 * number of threads, or on the parts it was merged from. Names of symbols stay in the sources where
 * they are views; asking for one maps the source, if it still is what was indexed.
 *
 * A catalog does not change: threads may share one without locks. What it hands out is borrowed
 * until bl_catalog_close().
 *
 * Nothing in an index file is trusted: its head is validated when it is opened, each page of it
 * against its checksum when it is first read, and each number against what it counts. Functions
 * that read it return BL_E_CONTAINER, with the chunk's name in the cause, when it is damaged.
 */
#ifndef BITLEAP_CATALOG_H
#define BITLEAP_CATALOG_H

#include "bitleap_ir.h"

#ifdef __cplusplus
extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* functions that are called as structs are */
#endif

/* ---- Limits ---- */

/* Bytes of one stream: positions have 40 bits. Larger ones are reported as a problem
 * of their source. */
#define BL_MAX_CATALOG_STREAM ((uint64_t)1 << 37)

/* Sources, streams, modules, symbols and functions are at most BL_NONE of each; texts other than
 * names of symbols at most 4 GiB. Beyond them building and merging end in BL_E_LIMIT. */

/* ---- Building ---- */

/* Opaque. */
struct bl_catalog;

/* What is gathered beside sources and streams. */
enum bl_catalog_part {
    BL_CATALOG_MODULES = 1, /* what modules say of themselves */
    BL_CATALOG_SYMBOLS = 2, /* symbols, functions, and the table that finds names; and modules */
    BL_CATALOG_HASHES = 4,  /* of sources, streams and functions */
    BL_CATALOG_BLOCKS = 8,  /* every block of every stream */
    /* Symbols and functions, but no table: of a file that is not in memory about a tenth has to be
     * read. No name is looked at that need not be, no symbol table, so that what only those say is
     * missing (BL_SYMBOL_USED, BL_SYMBOL_MAY_OMIT), and, without BL_CATALOG_HASHES, no body: where
     * they begin is taken from the VALUE_SYMTAB. What is asked for is read then. BL_CATALOG_SYMBOLS
     * has all of this. */
    BL_CATALOG_PLACES = 16,
};

/* How far the work has come. */
struct bl_catalog_progress {
    uint64_t n_bytes, all_bytes; /* of sources: done, known so far */
    uint64_t n_sources, all_sources;
};

/* Called now and then on the thread that called bl_catalog_build(). False: stop. */
typedef bool bl_catalog_progress_fn(void *context, const struct bl_catalog_progress *progress);

/* Zero means default. */
struct bl_catalog_options {
    unsigned parts;     /* bl_catalog_part; 0: none, but of bl_catalog_update() */
    unsigned n_threads; /* 0: bl_cores() */
    uint32_t shard,
        n_shards; /* only sources whose path falls to shard SHARD, from 1, of N_SHARDS */
    /* Sources that have not changed since are taken from there; it must have the same PARTS, or
     * nothing is taken. */
    const struct bl_catalog *reuse;
    bool by_content;       /* a source has changed when its hash has, whatever its time says */
    bool keep_mapped;      /* small files, too, for bl_catalog_load() */
    unsigned open_flags;   /* bl_open_flags, for sources: BL_OPEN_COPY, BL_OPEN_GUARDED */
    const char *directory; /* absolute; relative paths start there. NULL: the current one */
    bl_catalog_progress_fn *progress;
    void *context;
};

/* Catalog of the files at PATHS and, below directories, of all regular files that have bitcode
 * inside; links are followed to files but not to directories. What cannot be read is no failure but
 * a problem (bl_catalog_problem()). A path that was given twice counts once. "-" is standard input.
 * Large files stay mapped until bl_catalog_close(), as do those that bl_catalog_load() maps and,
 * with keep_mapped, up to 16,384 small ones. A process may have few mappings: of sources after the
 * first 16,384, bl_catalog_load() copies files below 64 KiB, and larger ones where three quarters
 * of the mappings that a process may have (vm.max_map_count) are taken. Errors: BL_E_NOMEM,
 * BL_E_LIMIT, BL_E_ARGUMENT (no parts, flags or shard of that kind, a directory that is not
 * absolute), BL_E_STOPPED. */
BL_API int bl_catalog_build(struct bl_catalog **catalog, const char *const *paths, size_t n_paths,
                            const struct bl_catalog_options *options, struct bl_error *err);

/* What OLD would be if it was built now, from its own inputs. Of OPTIONS no parts are the parts of
 * OLD here; shard, n_shards, directory and reuse are not looked at: sources that have not changed
 * are taken from OLD, which may be closed then. Of an input that is neither a regular file nor a
 * directory nothing is read: that is a problem. Errors are those of bl_catalog_build(). */
BL_API int bl_catalog_update(struct bl_catalog **catalog, const struct bl_catalog *old,
                             const struct bl_catalog_options *options, struct bl_error *err);

/* The same of N SOURCES of OLD and what is below them alone, as if they had been its inputs:
 * nothing else is looked at. */
BL_API int bl_catalog_update_sources(struct bl_catalog **catalog, const struct bl_catalog *old,
                                     const uint32_t *sources, size_t n,
                                     const struct bl_catalog_options *options,
                                     struct bl_error *err);

/* All that PARTS have, which may be closed then. Merging is associative and commutative: of a
 * source that is in several, the one with the newest time counts; of thin archives of one time, the
 * one with the newest member. All must have the same parts. Sources are not looked at. Errors:
 * BL_E_NOMEM, BL_E_LIMIT, BL_E_ARGUMENT (parts differ), damage. */
BL_API int bl_catalog_merge(struct bl_catalog **catalog, struct bl_catalog *const *parts,
                            size_t n_parts, struct bl_error *err);

/* NULL is ignored. */
BL_API void bl_catalog_close(struct bl_catalog *catalog);

/* ---- Index files ---- */

/* Write CATALOG to PATH: into a temporary file beside it that is synced and renamed, so that a
 * reader that opens PATH sees the old file or the new one. A failure leaves PATH as it was, and no
 * temporary file. What was read of sources does not stay in memory: it is mapped again where it is
 * read again. Errors: BL_E_SYSTEM, BL_E_NOMEM, BL_E_ARGUMENT (it holds standard input, or what is
 * at PATH is no regular file). */
BL_API int bl_catalog_write(const struct bl_catalog *catalog, const char *path,
                            struct bl_error *err);

/* Whether BYTES begin as an index file does, of any version. */
BL_API bool bl_catalog_is_index(struct bl_view bytes);

/* Map the index file at PATH. Reads its head alone. OPEN_FLAGS (bl_open_flags) are for it and
 * for sources. Errors: BL_E_SYSTEM, BL_E_NOMEM, BL_E_CONTAINER (no index file, another version,
 * cut off, damaged). */
BL_API int bl_catalog_open(struct bl_catalog **catalog, const char *path, unsigned open_flags,
                           struct bl_error *err);

/* The same over BYTES, which are borrowed until bl_catalog_close(). */
BL_API int bl_catalog_open_bytes(struct bl_catalog **catalog, struct bl_view bytes,
                                 struct bl_error *err);

/* Compare all of an index file with its checksums, and each number in it with what it counts. 0,
 * or what is wrong first. */
BL_API int bl_catalog_check(const struct bl_catalog *catalog, struct bl_error *err);

/* ---- Contents ---- */

/* XXH3-128. */
struct bl_hash {
    uint64_t low, high;
};

struct bl_catalog_counts {
    unsigned parts; /* bl_catalog_part */
    uint32_t n_inputs, n_sources, n_streams, n_modules, n_symbols, n_functions, n_blocks,
        n_problems;
};

BL_API struct bl_catalog_counts bl_catalog_counts(const struct bl_catalog *catalog);

/* Functions below that take a number fail with BL_E_ARGUMENT where there is no such one, and with
 * BL_E_CONTAINER where the index file is damaged. */

/* What was asked to be indexed. */
struct bl_catalog_input {
    struct bl_view path;      /* as it was given */
    struct bl_view base;      /* absolute directory that it is relative to; empty: it is absolute */
    uint32_t shard, n_shards; /* 0: all of it */
};
BL_API int bl_catalog_input(const struct bl_catalog *catalog, uint32_t number,
                            struct bl_catalog_input *input, struct bl_error *err);

enum bl_source_kind {
    BL_SOURCE_FILE = 1,
    BL_SOURCE_DIRECTORY, /* that was searched; its time and hash show when entries come and go */
    BL_SOURCE_MEMBER,    /* file of a member of the thin archive that is its parent */
};

struct bl_source {
    struct bl_view path, base; /* as an input's, with the way below the input */
    enum bl_source_kind kind;
    uint32_t parent; /* source; BL_NONE */
    uint64_t size;   /* bytes */
    int64_t mtime;   /* nanoseconds since 1970; 0 of a directory with links that led to no file */
    /* Of the file's bytes, with each stream replaced by its hash; of a file that is one stream,
     * that stream's. Zero without BL_CATALOG_HASHES. Of a directory, in any catalog: of the names
     * of what was indexed in it. */
    struct bl_hash hash;
    uint32_t first_stream, n_streams;
    uint32_t first_problem, n_problems;
};
BL_API int bl_catalog_source(const struct bl_catalog *catalog, uint32_t number,
                             struct bl_source *source, struct bl_error *err);

struct bl_catalog_stream {
    uint32_t source;      /* whose bytes it is in */
    struct bl_view path;  /* nested path after that of the source, or of the source's parent */
    uint64_t file_offset; /* of the magic */
    uint64_t size;        /* bytes */
    enum bl_stream_kind kind;
    struct bl_hash hash; /* of its bytes */
    uint32_t first_module, n_modules;
    uint32_t first_block, n_blocks;
};
BL_API int bl_catalog_stream(const struct bl_catalog *catalog, uint32_t number,
                             struct bl_catalog_stream *stream, struct bl_error *err);

struct bl_catalog_module {
    uint32_t stream;
    uint32_t block;   /* number in a bl_index of the stream: bl_module_open() takes it */
    uint64_t bit_pos; /* of the block */
    struct bl_view producer, triple, source_file;
    uint32_t epoch, version;
    unsigned flags; /* bl_module_flag, except those that only its metadata has */
    uint32_t n_variables, n_functions, n_defined, n_aliases, n_ifuncs, n_comdats;
    uint32_t first_symbol, n_symbols;
    uint32_t first_function, n_bodies; /* functions that have one */
};
BL_API int bl_catalog_module(const struct bl_catalog *catalog, uint32_t number,
                             struct bl_catalog_module *module, struct bl_error *err);

struct bl_catalog_symbol {
    uint32_t module;
    unsigned flags;           /* bl_symbol_flag */
    uint8_t visibility;       /* as bl_global's */
    enum bl_global_kind kind; /* 0: of module assembly */
    uint32_t value;           /* global value of the module; BL_NONE: of module assembly */
    uint64_t bit_pos;   /* in the stream: of its body, where it is a function that has one; else of
                                 its record; of module assembly 0 */
    uint32_t function;  /* BL_NONE: no body */
    uint32_t name_size; /* bytes */
};
/* With BL_CATALOG_PLACES errors are also those of bl_catalog_load(). On failure symbol->module is
 * set all the same, or BL_NONE where the index file is damaged. */
BL_API int bl_catalog_symbol(const struct bl_catalog *catalog, uint32_t number,
                             struct bl_catalog_symbol *symbol, struct bl_error *err);

/* The name that linkers see. Maps the source, where the name is a view into that: errors are those
 * of bl_catalog_load(). */
BL_API int bl_catalog_name(const struct bl_catalog *catalog, uint32_t symbol, struct bl_view *name,
                           struct bl_error *err);

struct bl_catalog_function {
    uint32_t symbol;
    uint32_t module;
    uint32_t n_words; /* of its body */
    struct bl_hash
        hash; /* of these words, as they are in the stream; zero without BL_CATALOG_HASHES */
};
/* Without BL_CATALOG_HASHES the source is looked at: errors are also those of bl_catalog_load(),
 * and BL_E_MISMATCH (no body is there). */
BL_API int bl_catalog_function(const struct bl_catalog *catalog, uint32_t number,
                               struct bl_catalog_function *function, struct bl_error *err);

struct bl_catalog_block {
    struct bl_block block;
    uint32_t parent; /* number in the catalog; BL_NONE: top level */
};
/* Blocks of a stream are in stream order. */
BL_API int bl_catalog_block(const struct bl_catalog *catalog, uint32_t number,
                            struct bl_catalog_block *block, struct bl_error *err);

/* What could not be read when the source was indexed. */
struct bl_catalog_problem {
    uint32_t source;
    struct bl_view path;   /* nested path after that of the source, or of its parent */
    unsigned parts;        /* bl_catalog_part: catalogs with any of them find it; 0: all do */
    struct bl_error error; /* as it was reported then; the words of its cause are the catalog's */
};
BL_API int bl_catalog_problem(const struct bl_catalog *catalog, uint32_t number,
                              struct bl_catalog_problem *problem, struct bl_error *err);

/* ---- Look-up ---- */

/* Symbols of one name, in ascending order of number. A plain struct on the caller's stack. */
struct bl_catalog_hits {
    const struct bl_catalog *catalog; /* private, as all that follows */
    struct bl_view name;
    uint32_t hash, at, end;
};

/* Begin to look for NAME, which is borrowed until the last hit. Of a catalog that was made, the
 * first one to ask waits until names are sorted. Errors: BL_E_ARGUMENT (no symbols were
 * gathered), BL_E_NOMEM. */
BL_API int bl_catalog_find(const struct bl_catalog *catalog, struct bl_view name,
                           struct bl_catalog_hits *hits, struct bl_error *err);

/* 1 a symbol, 0 the end. Negative: a symbol of the same hash, or without a table of the same size,
 * is in a source that cannot be read, and *SYMBOL is that; or the index file is damaged, and
 * *SYMBOL is BL_NONE. The next call goes on after it. */
BL_API int bl_catalog_next(struct bl_catalog_hits *hits, uint32_t *symbol, struct bl_error *err);

/* ---- From the catalog to the sources ---- */

/* The path to open for SOURCE: base and path. Not ended by a NUL within SIZE bytes where it is
 * longer; returns its length, as snprintf() does; negative where the source cannot be described. */
BL_API int bl_catalog_source_path(const struct bl_catalog *catalog, uint32_t source, char *text,
                                  size_t size, struct bl_error *err);

/* STREAM as it is in its source, which is mapped, the first time, and compared with what was
 * indexed. The bytes are borrowed until bl_catalog_close(). Errors: BL_E_SYSTEM (it cannot be
 * opened), BL_E_STALE (size or time are not those of when it was indexed). */
BL_API int bl_catalog_load(const struct bl_catalog *catalog, uint32_t stream,
                           struct bl_stream *loaded, struct bl_error *err);

enum bl_source_state {
    BL_SOURCE_SAME,
    BL_SOURCE_CHANGED,
    BL_SOURCE_GONE,
    BL_SOURCE_OUT_OF_REACH, /* it may be there, but we must not look, or cannot */
};

/* The state of SOURCE now, by size and time or, where BY_CONTENT, by its hash: if that is the same,
 * bl_catalog_load() takes it whatever its time; it is mapped, if it has streams, unless it would be
 * copied and has its time. A directory whose time is another is the same as long as what is to be
 * indexed in it has the same names, and BY_CONTENT the time is not asked. What the system did not
 * let be read has changed when it lets it be opened; a file until then only when its size or time
 * have. Negative on failure. */
BL_API int bl_catalog_state(const struct bl_catalog *catalog, uint32_t source, bool by_content,
                            struct bl_error *err);

/* bl_file_check() for the index file and for sources that are mapped, and whether all that was read
 * of the index file is as it was written: what is damaged may have been passed over. Sources have
 * given back their descriptors: that they have been written to, or shrunk, is noticed where they
 * are still at their paths. 0, or what is wrong first: *SOURCE says where, BL_NONE the index file.
 */
BL_API int bl_catalog_check_files(const struct bl_catalog *catalog, uint32_t *source,
                                  struct bl_error *err);

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif /* BITLEAP_CATALOG_H */
