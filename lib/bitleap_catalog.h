/* bitleap_catalog.h - an index of many files, on disk
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A catalog lists sources (files), the streams in them, their modules, symbols and functions. It is
 * built in memory, written to an index file (.blx), and opened again by mapping that. All functions
 * work on either.
 *
 *   sources - streams - modules - symbols       each numbered from 0; those of one source, stream
 *                              `- functions     or module are consecutive
 *
 * Sources are ordered by path, so a catalog does not depend on the order of its inputs, on the
 * number of threads, or on the parts it was merged from. Names of symbols stay in the sources where
 * they are views; asking for one maps the source, if it has not changed since it was indexed.
 *
 * A catalog does not change: threads may share one without locks. Everything it returns is borrowed
 * until bl_catalog_close().
 *
 * The library trusts nothing in an index file: it validates the header when it opens the file, each
 * page against its checksum when it first reads it, and each number against its range. Functions
 * that find damage return BL_E_CONTAINER, with the chunk's name in the cause.
 */
#ifndef BITLEAP_CATALOG_H
#define BITLEAP_CATALOG_H

#include "bitleap_contents.h"
#include "bitleap_references.h"
#include "bitleap_stats.h"

BL_BEGIN_DECLS

/* ---- Limits ---- */

/* Bytes of one stream, 2^37: positions have 40 bits. A larger stream is a problem of its source. */
#define BL_MAX_CATALOG_STREAM 0x2000000000u

/* Sources, streams, modules, symbols and functions are at most BL_NONE of each; texts other than
 * names of symbols at most 4 GiB. Beyond them building and merging end in BL_E_LIMIT. */

/* ---- Building ---- */

/* What is known of many files, in memory or in an index file. Opaque. */
struct bl_catalog;

/* What a catalog holds besides sources and streams. */
enum bl_catalog_part {
    BL_CATALOG_MODULES = 1, /* bl_catalog_module */
    BL_CATALOG_SYMBOLS = 2, /* symbols, functions, and the table that finds names; and modules */
    BL_CATALOG_HASHES = 4,  /* of sources, streams and functions */
    BL_CATALOG_BLOCKS = 8,  /* every block of every stream */
    /* Symbols and functions, but no table of names. Building reads about a tenth of a file that is
     * not in memory: it reads no names that it does not need, no symbol tables (so BL_SYMBOL_USED
     * and BL_SYMBOL_MAY_OMIT are unknown) and, without BL_CATALOG_HASHES, no bodies, whose
     * positions come from the VALUE_SYMTAB. Queries read the rest when they need it.
     * BL_CATALOG_SYMBOLS includes all of this. */
    BL_CATALOG_PLACES = 16,
    /* A file below the inputs that has several names, by symbolic or hard links, is read under each
     * of them. Without this it is read once: its other names are BL_SOURCE_LINK, and members
     * of thin archives that are inputs, too, or members of one before, are left out. */
    BL_CATALOG_LINKS = 32,
    /* What bodies show, for which they are decoded: which global values use which, hashes of what
     * they say, and how many numbers each has in the module's text. */
    BL_CATALOG_BODIES = 64,
    /* Building was stopped (keep_stopped): there are sources that have not been read. No part that
     * can be asked for; bl_catalog_update() completes such a catalog. */
    BL_CATALOG_INCOMPLETE = 128,
};

/* How far the work has come. Later versions may append fields. */
struct bl_catalog_progress {
    uint64_t n_bytes, all_bytes; /* of sources: done, known so far */
    uint64_t n_sources, all_sources;
};

/* Called from time to time on the thread that called bl_catalog_build(). False: stop. */
typedef bool bl_catalog_progress_fn(void *context, const struct bl_catalog_progress *progress);

/* How to build a catalog. Zero means default. */
struct bl_catalog_options {
    unsigned parts;     /* bl_catalog_part; 0: none, but of bl_catalog_update() */
    unsigned n_threads; /* 0: bl_cores() */
    /* only sources whose path falls to shard SHARD, from 1, of N_SHARDS */
    uint32_t shard, n_shards;
    /* A catalog from which sources that have not changed are copied. It must have the same PARTS;
     * otherwise nothing is copied. */
    const struct bl_catalog *reuse;
    bool by_content;  /* a source has changed if its hash has, whatever its time */
    bool keep_mapped; /* small files, too, until bl_catalog_unload() or for ever (BL_OPEN_KEEP) */
    /* Where PROGRESS stops the work there is a catalog of the sources that are done then,
     * BL_CATALOG_INCOMPLETE, unless there are none, or no more */
    bool keep_stopped;
    unsigned open_flags;   /* bl_open_flags, for sources: _COPY, _GUARDED, _KEEP */
    const char *directory; /* absolute; relative paths start there. NULL: the current one */
    bl_catalog_progress_fn *progress;
    void *context;
    BL_SLACK(8)
};

/* Make a catalog of the files at PATHS and, below directories, of all regular files that contain
 * bitcode; links to files are followed, links to directories are not. A file that cannot be read is
 * a problem (bl_catalog_get_problem()), not a failure. A path that occurs twice counts once, as
 * does a file with several names below directories: an input or else no symbolic link or else the
 * first path is the one that is read (see BL_CATALOG_LINKS). "-" is standard input. Large files
 * stay mapped until bl_catalog_unload() or bl_catalog_close(), as do those that bl_catalog_load()
 * maps and, with keep_mapped, up to 16,384 small ones. Since a process may have few mappings, for
 * sources after the first 16,384 bl_catalog_load() copies files below 64 KiB, and larger ones once
 * three quarters of the mappings that a process may have (vm.max_map_count) are in use. OPTIONS of
 * NULL are zeroes. Errors: BL_E_NOMEM, BL_E_LIMIT, BL_E_ARGUMENT (an unknown part or flag, a shard
 * out of range, a directory that is not absolute), BL_E_STOPPED. */
BL_API int bl_catalog_build(struct bl_catalog **catalog, const char *const *paths, size_t n_paths,
                            const struct bl_catalog_options *options, struct bl_error *err);

/* The catalog that OLD would be if it were built now, from its own inputs. In OPTIONS, NULL
 * for the usual ones, parts of 0 mean the parts of OLD; shard, n_shards, directory and reuse are
 * ignored. Sources that have not changed are copied from OLD, which may be closed afterwards. An
 * input that is neither a regular file nor a directory is not read: it becomes a problem. What was
 * merged of several directories or shards is not kept if it is stopped. Errors: as
 * bl_catalog_build(). */
BL_API int bl_catalog_update(struct bl_catalog **catalog, const struct bl_catalog *old,
                             const struct bl_catalog_options *options, struct bl_error *err);

/* As bl_catalog_update(), for N SOURCES of OLD and everything below them only, as if they had been
 * its inputs. The others are not in *CATALOG: bl_catalog_merge() of it and OLD has them, and those
 * of SOURCES, too, that are not there any more. */
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

/* Close CATALOG. NULL is ignored. */
BL_API void bl_catalog_close(struct bl_catalog *catalog);

/* ---- Index files ---- */

/* Write CATALOG to PATH: into a temporary file in the same directory, which is synced and renamed,
 * so that a process that opens PATH sees either the old file or the new one. On failure PATH is
 * unchanged and no temporary file remains. Memory that holds pages of sources is released; they are
 * mapped again when they are read again. Errors: BL_E_SYSTEM, BL_E_NOMEM, BL_E_ARGUMENT (the
 * catalog includes standard input, or PATH is not a regular file). */
BL_API int bl_catalog_write(const struct bl_catalog *catalog, const char *path,
                            struct bl_error *err);

/* Whether BYTES begin as an index file does, of any version. */
BL_API bool bl_catalog_is_index(struct bl_view bytes);

/* Map the index file at PATH. Reads only its header. OPEN_FLAGS (bl_open_flags) apply to it and to
 * sources; BL_OPEN_INCOMPLETE to it alone, BL_OPEN_KEEP to sources alone. Errors: BL_E_SYSTEM,
 * BL_E_NOMEM, BL_E_CONTAINER (not an index file, another version, truncated, damaged),
 * BL_E_MISMATCH (BL_CATALOG_INCOMPLETE). */
BL_API int bl_catalog_open(struct bl_catalog **catalog, const char *path, unsigned open_flags,
                           struct bl_error *err);

/* As bl_catalog_open(), over BYTES, which are borrowed until bl_catalog_close(). They may be
 * incomplete. */
BL_API int bl_catalog_open_bytes(struct bl_catalog **catalog, struct bl_view bytes,
                                 struct bl_error *err);

/* Check a whole index file against its checksums, and each number in it against its range. Returns
 * 0, or the first failure. */
BL_API int bl_catalog_check(const struct bl_catalog *catalog, struct bl_error *err);

/* ---- What a catalog holds ---- */

/* A hash: XXH3-128. */
struct bl_hash {
    uint64_t low, high;
};

/* How much a catalog holds. */
struct bl_catalog_counts {
    unsigned parts; /* bl_catalog_part */
    uint32_t n_inputs, n_sources, n_streams, n_modules, n_symbols, n_functions, n_blocks,
        n_problems;
    BL_SLACK(4)
};

/* How much CATALOG holds. */
BL_API struct bl_catalog_counts bl_catalog_get_counts(const struct bl_catalog *catalog);

/* The functions below that take a number fail with BL_E_ARGUMENT if there is no such item, and with
 * BL_E_CONTAINER if the index file is damaged. */

/* A path that the caller asked to index. */
struct bl_catalog_input {
    struct bl_view path;      /* as the caller passed it */
    struct bl_view base;      /* absolute directory that it is relative to; empty: it is absolute */
    uint32_t shard, n_shards; /* 0: all of it */
    BL_SLACK(2)
};
/* Input NUMBER. */
BL_API int bl_catalog_get_input(const struct bl_catalog *catalog, uint32_t number,
                                struct bl_catalog_input *input, struct bl_error *err);

/* What a source is. */
enum bl_source_kind {
    BL_SOURCE_FILE = 1,
    /* that was searched; its time and hash change when entries come and go */
    BL_SOURCE_DIRECTORY = 2,
    BL_SOURCE_MEMBER = 3, /* file of a member of the thin archive that is its parent */
    BL_SOURCE_LINK = 4,   /* another name of a file that is a source, too; it has no streams */
};

/* A file or a directory that was indexed. */
struct bl_source {
    struct bl_view path, base; /* as an input's, with the way below the input */
    uint8_t kind;              /* bl_source_kind */
    uint32_t parent;           /* source; BL_NONE */
    uint64_t size;             /* bytes */
    int64_t mtime; /* nanoseconds since 1970; 0 of a directory with links that led to no file */
    /* Of the file's bytes, with each stream replaced by its hash; if the file is one stream, that
     * stream's. Zero without BL_CATALOG_HASHES. Of a directory, in any catalog: of the names of
     * what was indexed in it. Of a link, in any catalog: its inode and device. */
    struct bl_hash hash;
    uint32_t first_stream, n_streams;
    uint32_t first_problem, n_problems;
    uint32_t n_packed;  /* files and parts in it, or itself, that are packed, and not opened */
    const char *packed; /* what the first of them is packed with, "xz"; NULL: there are none */
    BL_SLACK(2)
};
/* Source NUMBER. */
BL_API int bl_catalog_get_source(const struct bl_catalog *catalog, uint32_t number,
                                 struct bl_source *source, struct bl_error *err);

/* A stream of a source. */
struct bl_catalog_stream {
    uint32_t source;      /* whose bytes it is in */
    struct bl_view path;  /* nested path after that of the source, or of the source's parent */
    uint64_t file_offset; /* of the magic */
    uint64_t size;        /* bytes */
    uint8_t kind;         /* bl_stream_kind */
    struct bl_hash hash;  /* of its bytes */
    uint32_t first_module, n_modules;
    uint32_t first_block, n_blocks;
    BL_SLACK(4)
};
/* Stream NUMBER. */
BL_API int bl_catalog_get_stream(const struct bl_catalog *catalog, uint32_t number,
                                 struct bl_catalog_stream *stream, struct bl_error *err);

/* A module of a stream. */
struct bl_catalog_module {
    uint32_t stream;
    uint32_t block;   /* number in a bl_index of the stream, for bl_module_open() */
    uint64_t bit_pos; /* of the block */
    struct bl_view producer, triple, source_file;
    uint32_t epoch, version;
    unsigned flags; /* bl_module_flag, except those that only the module's metadata shows */
    uint32_t n_variables, n_functions, n_defined, n_aliases, n_ifuncs, n_comdats;
    uint32_t first_symbol, n_symbols;
    uint32_t first_function, n_bodies; /* functions that have one */
    BL_SLACK(4)
};
/* Module NUMBER. */
BL_API int bl_catalog_get_module(const struct bl_catalog *catalog, uint32_t number,
                                 struct bl_catalog_module *module, struct bl_error *err);

/* A symbol of a module, as linkers see it. */
struct bl_catalog_symbol {
    uint32_t module;
    unsigned flags;     /* bl_symbol_flag */
    uint8_t visibility; /* as bl_global's */
    uint8_t kind;       /* bl_global_kind; BL_GLOBAL_NONE: of module assembly */
    uint32_t value;     /* global value of the module; BL_NONE: of module assembly */
    uint64_t bit_pos;   /* in the stream: of its body, where it is a function that has one; else of
                                 its record; of module assembly 0 */
    uint32_t function;  /* BL_NONE: no body */
    uint32_t name_size; /* bytes */
    BL_SLACK(3)
};
/* Symbol NUMBER. With BL_CATALOG_PLACES errors are also those of bl_catalog_load(). On failure
 * symbol->module is set all the same, or BL_NONE if the index file is damaged. */
BL_API int bl_catalog_get_symbol(const struct bl_catalog *catalog, uint32_t number,
                                 struct bl_catalog_symbol *symbol, struct bl_error *err);

/* The name of SYMBOL, as linkers see it. Loads the stream, where the name is a view into that, and
 * leaves it loaded until bl_catalog_close(): errors are those of bl_catalog_load(). */
BL_API int bl_catalog_get_name(const struct bl_catalog *catalog, uint32_t symbol,
                               struct bl_view *name, struct bl_error *err);

/* Symbols of one module, without the search for the module that each of the calls above makes. All
 * fields are its own. */
struct bl_catalog_symbols {
    const struct bl_catalog *catalog;
    struct bl_catalog_module module;
    uint32_t number;   /* of the module */
    uint32_t function; /* near the one that is asked for next */
    bool has_stream;
    struct bl_view bytes; /* of the module's stream */
    BL_SLACK(4)
};
/* Begin with MODULE. Errors: those of bl_catalog_get_module(). */
BL_API int bl_catalog_symbols_init(struct bl_catalog_symbols *symbols,
                                   const struct bl_catalog *catalog, uint32_t module,
                                   struct bl_error *err);
/* As bl_catalog_get_symbol() and bl_catalog_get_name() do. Errors: BL_E_ARGUMENT, too: NUMBER is
 * none of the module's symbols. */
BL_API int bl_catalog_symbols_get(struct bl_catalog_symbols *symbols, uint32_t number,
                                  struct bl_catalog_symbol *symbol, struct bl_error *err);
BL_API int bl_catalog_symbols_name(struct bl_catalog_symbols *symbols, uint32_t number,
                                   struct bl_view *name, struct bl_error *err);
/* Unload the stream, into which names are views. Without this it is loaded until
 * bl_catalog_close(). */
BL_API void bl_catalog_symbols_release(struct bl_catalog_symbols *symbols);

/* The number of the symbol of global value VALUE: 1 found, 0 it has none, or damage. */
BL_API int bl_catalog_symbols_find(struct bl_catalog_symbols *symbols, uint32_t value,
                                   uint32_t *number, struct bl_error *err);

/* A function that has a body. */
struct bl_catalog_function {
    uint32_t symbol;
    uint32_t module;
    uint32_t n_words; /* of its body */
    /* of these words in the stream; zero without BL_CATALOG_HASHES */
    struct bl_hash hash;
    BL_SLACK(2)
};
/* Function NUMBER. Without BL_CATALOG_HASHES the source is looked at: errors are also those of
 * bl_catalog_load(), and BL_E_MISMATCH (no body is there). */
BL_API int bl_catalog_get_function(const struct bl_catalog *catalog, uint32_t number,
                                   struct bl_catalog_function *function, struct bl_error *err);

/* A block of a stream. */
struct bl_catalog_block {
    struct bl_block block;
    uint32_t parent; /* number in the catalog; BL_NONE: top level */
    BL_SLACK(2)
};
/* Block NUMBER. Those of a stream are in stream order. */
BL_API int bl_catalog_get_block(const struct bl_catalog *catalog, uint32_t number,
                                struct bl_catalog_block *block, struct bl_error *err);

/* What could not be read when the source was indexed. */
struct bl_catalog_problem {
    uint32_t source;
    struct bl_view path;   /* nested path after that of the source, or of its parent */
    unsigned parts;        /* bl_catalog_part: catalogs with any of them find it; 0: all do */
    struct bl_error error; /* as reported then; the text of its cause belongs to the catalog */
    BL_SLACK(2)
};
/* Problem NUMBER. */
BL_API int bl_catalog_get_problem(const struct bl_catalog *catalog, uint32_t number,
                                  struct bl_catalog_problem *problem, struct bl_error *err);

/* ---- Look-up ---- */

/* Symbols of one name, in ascending order of number. A plain struct on the caller's stack. */
struct bl_catalog_hits {
    const struct bl_catalog *catalog; /* private, as all that follows */
    struct bl_view name;
    uint32_t hash, at, end;
    BL_SLACK(4)
};

/* Begin to look for NAME, which is borrowed until the last hit. Of a catalog that was made, the
 * first one to ask waits until names are sorted. A source is loaded, and unloaded, only for a
 * symbol whose name has the same hash and size: with a table, hardly ever for another one. Errors:
 * BL_E_ARGUMENT (no symbols were gathered), BL_E_NOMEM. */
BL_API int bl_catalog_find(const struct bl_catalog *catalog, struct bl_view name,
                           struct bl_catalog_hits *hits, struct bl_error *err);

/* 1 a symbol, 0 the end. Negative: a symbol with the same hash (without a table: the same size) is
 * in a source that cannot be read, and *SYMBOL is its number; or the index file is damaged, and
 * *SYMBOL is BL_NONE. The next call continues after it. */
BL_API int bl_catalog_next(struct bl_catalog_hits *hits, uint32_t *symbol, struct bl_error *err);

/* ---- References ---- */

/* What the global values of a module use, or what uses one of them. A plain struct on the caller's
 * stack. */
struct bl_catalog_references {
    const struct bl_catalog *catalog; /* private, as all that follows */
    const uint8_t *start, *at, *end;
    const uint8_t *list_end;
    uint64_t offset;   /* of START in its chunk */
    uint32_t wanted;   /* value; BL_NONE: all */
    uint32_t n_values; /* of the module */
    struct bl_reference last;
    bool is_ordered; /* LAST is of the list at hand */
    BL_SLACK(4)
};

/* Begin with references of MODULE to value TO, which may be BL_CALLED_POINTER or
 * BL_CALLED_ASSEMBLY; BL_NONE: to all. Errors: those of bl_catalog_get_module(), BL_E_ARGUMENT (no
 * bodies were read). */
BL_API int bl_catalog_references_init(struct bl_catalog_references *references,
                                      const struct bl_catalog *catalog, uint32_t module,
                                      uint32_t to, struct bl_error *err);

/* 1 a reference, 0 the end, or damage. They are sorted by to, from, kind and is_within. */
BL_API int bl_catalog_references_next(struct bl_catalog_references *references,
                                      struct bl_reference *reference, struct bl_error *err);

/* ---- Hashes of contents ---- */

/* What the global values of a module say. A plain struct on the caller's stack. */
struct bl_catalog_contents {
    const struct bl_catalog *catalog; /* private, as all that follows */
    const uint8_t *start, *at, *end;
    const uint8_t *hashes;
    uint64_t offset; /* of START in its chunk */
    uint64_t n_hashes;
    uint32_t next;                     /* value, at least */
    uint32_t n_values;                 /* of the module */
    uint64_t numbers[BL_CONTENT_BODY]; /* of hashes, in the entry before */
    BL_SLACK(4)
};

/* Begin with MODULE. Errors: those of bl_catalog_get_module(), BL_E_ARGUMENT (no bodies were
 * read). */
BL_API int bl_catalog_contents_init(struct bl_catalog_contents *contents,
                                    const struct bl_catalog *catalog, uint32_t module,
                                    struct bl_error *err);

/* 1 the CONTENT of *VALUE, 0 the end, or damage. Values ascend. Those that are declared only have
 * none, nor have those that cannot be read, or not hashed in full. */
BL_API int bl_catalog_contents_next(struct bl_catalog_contents *contents, uint32_t *value,
                                    struct bl_content *content, struct bl_error *err);

/* ---- Numbers ---- */

struct bl_slots;
struct bl_module;

/* As bl_slots_open(), of OPENED, which is MODULE of the catalog, opened from the same bytes: where
 * bodies were read (BL_CATALOG_BODIES), numbers are taken from the catalog, and to print a function
 * nothing is read of those before it. Where the catalog has none, or none that can be right, they
 * are found as they are without; bl_slots_complete() finds all of them so. Errors: BL_E_NOMEM. */
BL_API int bl_catalog_open_slots(const struct bl_catalog *catalog, uint32_t module,
                                 struct bl_module *opened, struct bl_slots **slots,
                                 struct bl_error *err);

/* Add where the bits of STREAM go to STATS, which has the flag BL_STATS_ROLES, or is NULL: 1; of
 * each kind of block n and bits. 0: its sums are not there, as no bodies were read, or not all of
 * the stream can be. Errors: those of bl_catalog_get_stream(), damage, BL_E_NOMEM. */
BL_API int bl_catalog_add_sums(const struct bl_catalog *catalog, uint32_t stream,
                               struct bl_stats *stats, struct bl_error *err);

/* ---- From the catalog to the sources ---- */

/* Write the path of SOURCE, base and path, to TEXT: cut to SIZE - 1 bytes and a NUL. Returns the
 * length of all of it, as snprintf() does. Negative if the source cannot be read from the index
 * file. */
BL_API int bl_catalog_source_path(const struct bl_catalog *catalog, uint32_t source, char *text,
                                  size_t size, struct bl_error *err);

/* The source of this path, as bl_catalog_source_path() gives it: from a notification that a file
 * has changed to the number for bl_catalog_update_sources(). Looks at the paths of all sources. 1
 * found, and *SOURCE is the first; 0 there is none; negative if one cannot be read from the index
 * file. */
BL_API int bl_catalog_find_source(const struct bl_catalog *catalog, struct bl_view path,
                                  uint32_t *source, struct bl_error *err);

/* STREAM in its source, which is mapped the first time and compared with what was indexed. The
 * bytes are borrowed until bl_catalog_unload() or bl_catalog_close(). Errors: BL_E_SYSTEM (the file
 * cannot be opened), BL_E_STALE (its size or time has changed since it was indexed). */
BL_API int bl_catalog_load(const struct bl_catalog *catalog, uint32_t stream,
                           struct bl_stream *loaded, struct bl_error *err);

/* End one bl_catalog_load() of STREAM that succeeded; BL_NONE is ignored. A source of which nothing
 * is loaded any more stays open as one of those that were used last: 64, or more, up to 4,096, or 1
 * GiB mapped or 64 MiB copied (128 and 8 MiB on 32-bit machines). With BL_OPEN_KEEP all stay open,
 * as do standard input and files that changed meanwhile: those are for bl_catalog_check_files(). So
 * reading many sources, one after another, takes the memory of a few, and looking up names in them
 * opens each once. */
BL_API void bl_catalog_unload(const struct bl_catalog *catalog, uint32_t stream);

/* How a source is now, against what was indexed. */
enum bl_source_state {
    BL_STATE_SAME = 0,
    BL_STATE_CHANGED = 1,
    BL_STATE_GONE = 2,
    BL_STATE_OUT_OF_REACH = 3, /* it may exist, but we must not look, or cannot */
};

/* The state of SOURCE now, by its size and time or, with BY_CONTENT, by its hash. With an equal
 * hash bl_catalog_load() accepts the file whatever its time; the file is mapped, if it has streams,
 * unless it would be copied and its time is unchanged. A directory with another time is the same as
 * long as the names to be indexed in it are the same; with BY_CONTENT its time is ignored. A source
 * that the system did not let us read has changed when it can be opened; a file, until then, only
 * when its size or time changes. Negative on failure. */
BL_API int bl_catalog_state(const struct bl_catalog *catalog, uint32_t source, bool by_content,
                            struct bl_error *err);

/* bl_file_check() for the index file and for the mapped sources, and whether all that was read of
 * the index file is intact, since a damaged part may have been skipped. Sources have closed their
 * descriptors: the check notices that they were written to, or shrank, only at their paths. Returns
 * 0, or the first failure: *SOURCE is its source, BL_NONE for the index file. */
BL_API int bl_catalog_check_files(const struct bl_catalog *catalog, uint32_t *source,
                                  struct bl_error *err);

BL_END_DECLS

#endif /* BITLEAP_CATALOG_H */
