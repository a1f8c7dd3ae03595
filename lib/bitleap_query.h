/* bitleap_query.h - what operands name: files, archives, directories, nested paths, index files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Whatever operands are given, there is one catalog of what they name: an index file as it is, if
 * it has all that was asked for and nothing has changed since; otherwise one that is built in
 * memory, with what is still right in the index. So answers do not depend on whether there is an
 * index.
 *
 *   struct bl_query *query;
 *   if (bl_query_open(&query, paths, n, NULL, &err) == BL_OK)
 *       … bl_catalog_get_counts(bl_query_catalog(query)) …
 *   while (bl_query_next_problem(query, &problem) > 0)
 *       … problem.path, problem.error …
 *   bl_query_close(query);
 */
#ifndef BITLEAP_QUERY_H
#define BITLEAP_QUERY_H

#include "bitleap_catalog.h"
#include "bitleap_search.h"

BL_BEGIN_DECLS

/* ---- Opening ---- */

/* Opaque. One thread at a time uses it; any number may use its catalog. */
struct bl_query;

/* How to open a query. Zero means default. */
struct bl_query_options {
    unsigned parts;      /* bl_catalog_part that the catalog is to have; 0: streams alone */
    unsigned n_threads;  /* 0: bl_cores() */
    unsigned open_flags; /* bl_open_flags, for all files: BL_OPEN_COPY, BL_OPEN_GUARDED */
    const char *index;   /* an index file beside those among the operands; NULL: none */
    bool by_content;     /* a file is what an index says if its hash is, whatever its time */
    bool reads_streams;  /* all streams will be loaded: they are kept mapped */
    bool reads_files;    /* the caller reads all files itself, and meets what is wrong in them */
    bool may_be_empty;   /* that a directory has no bitcode is no problem */
    BL_SLACK(6)
};

/* Find what the N PATHS name: files with all that is in them; directories; nested paths
 * (bitleap_search.h); index files. "-" is standard input. Beside index files other paths say what
 * of these is meant. OPTIONS may be NULL. What cannot be read is left out, and is a problem. On
 * failure *QUERY has the problems, unless there was no memory. Errors: BL_E_NOMEM, BL_E_ARGUMENT
 * (no path and no index file), and those of bl_catalog_open(), bl_catalog_build() and
 * bl_catalog_merge() if there is nothing to ask. */
BL_API int bl_query_open(struct bl_query **query, const char *const *paths, size_t n,
                         const struct bl_query_options *options, struct bl_error *err);

/* The same of all that is in CATALOG, which is borrowed until bl_query_close(). Error:
 * BL_E_NOMEM. */
BL_API int bl_query_of_catalog(struct bl_query **query, const struct bl_catalog *catalog,
                               struct bl_error *err);

/* Close QUERY. NULL is ignored. */
BL_API void bl_query_close(struct bl_query *query);

/* Whether the file at PATH, or standard input if that is a file, begins as an index file does.
 * Pipes are not read. */
BL_API bool bl_path_is_index(const char *path);

/* *WHY is why nothing is found at NESTED in the file at PATH, which is opened once more, with
 * OPEN_FLAGS. Error: BL_E_NOMEM. */
BL_API int bl_path_explain_nothing(const char *path, const char *nested, unsigned open_flags,
                                   struct bl_error *why);

/* ---- What there is ---- */

/* The catalog of QUERY, which may have more than was asked for: bl_query_has_stream(). NULL:
 * opening failed. Borrowed until bl_query_close(). */
BL_API const struct bl_catalog *bl_query_catalog(const struct bl_query *query);

/* Whether STREAM of the catalog was asked for. False, too, where damage of an index hides it, which
 * is a problem. */
BL_API bool bl_query_has_stream(struct bl_query *query, uint32_t stream);

/* The same of problem NUMBER of the catalog, and what it is. */
BL_API bool bl_query_has_problem(struct bl_query *query, uint32_t number,
                                 struct bl_catalog_problem *problem);

/* How many names of files were left out, as the files are read under others. */
BL_API uint32_t bl_query_count_links(struct bl_query *query);

/* "lib.a(core.o)": PUT the path of STREAM from the current directory, as it was named, unless an
 * index was made in another one. Nothing where damage hides it, which is a problem. */
BL_API void bl_query_put_path(struct bl_query *query, uint32_t stream, bl_put_fn *put,
                              void *context);

/* The same of what is at NESTED in SOURCE of the catalog, or in the archive that it belongs to. */
BL_API void bl_query_put_source(struct bl_query *query, uint32_t source, struct bl_view nested,
                                bl_put_fn *put, void *context);

/* ---- Modules ---- */

/* A module that is open. Zeroes: none. Threads have one each. All fields may be read. */
struct bl_query_module {
    const struct bl_catalog *catalog;
    uint32_t number; /* of the module in the catalog; BL_NONE: it is not known */
    uint32_t stream; /* loaded, if there is an index */
    uint32_t block;  /* of the module */
    struct bl_index *index;
    struct bl_module *module;     /* NULL: none */
    struct bl_function *function; /* for its bodies */
    BL_SLACK(4)
};

/* Open module NUMBER of CATALOG in place of the one before it, unless that is it; zeroes, or a
 * module that is open, in *MODULE. On failure none is open. Errors: those of
 * bl_catalog_get_module(), bl_catalog_load(), bl_index_open(), bl_module_open() and
 * bl_function_open(). */
BL_API int bl_query_module_open(struct bl_query_module *module, const struct bl_catalog *catalog,
                                uint32_t number, struct bl_error *err);

/* The same of the module at BLOCK of STREAM, for catalogs without BL_CATALOG_MODULES. */
BL_API int bl_query_module_open_block(struct bl_query_module *module,
                                      const struct bl_catalog *catalog, uint32_t stream,
                                      uint32_t block, struct bl_error *err);

/* From SYMBOL of CATALOG, as bl_catalog_next() finds it, to its function: open the symbol's module
 * as bl_query_module_open() does, and read its body. 1, and module->function is at its first
 * instruction; 0: the symbol has no body; negative on failure. Errors: those of
 * bl_catalog_get_symbol(), bl_query_module_open() and bl_function_load(). */
BL_API int bl_query_module_load(struct bl_query_module *module, const struct bl_catalog *catalog,
                                uint32_t symbol, struct bl_error *err);

/* Open the next module that was asked for in place of *MODULE, which is zeroes before the first:
 * of files, archives, objects, directories and index files alike, in the order of the catalog. 1,
 * 0: that was the last one, and *MODULE is zeroes; negative: module->number, of module->stream,
 * cannot be opened, and the next call goes on after it. bl_query_put_path() has the path of
 * module->stream. Errors: those above; BL_E_ARGUMENT: the catalog has no BL_CATALOG_MODULES. */
BL_API int bl_query_next_module(struct bl_query *query, struct bl_query_module *module,
                                struct bl_error *err);
/* Close MODULE, which then is none. */
BL_API void bl_query_module_close(struct bl_query_module *module);

/* ---- What was wrong ---- */

/* Where something was wrong. */
enum bl_query_problem_kind {
    BL_PROBLEM_NOTE = 0,    /* no error: how the catalog came about; error.what says it */
    BL_PROBLEM_INPUT = 1,   /* what is at the path cannot be read */
    BL_PROBLEM_INDEX = 2,   /* the index file is damaged; the path says "catalog" or "index" */
    BL_PROBLEM_CHANGED = 3, /* the file at the path changed while it was read */
};

/* What was wrong. Borrowed until the next call that takes the query. */
struct bl_query_problem {
    const char *path; /* to a file, a stream in it, or an operand; "": of none of them */
    struct bl_error error;
    const struct bl_stream *stream; /* what the position counts in; NULL: it is not known */
    uint8_t kind;                   /* bl_query_problem_kind */
    BL_SLACK(4)
};

/* The next problem that has not been returned: 1, 0: there is none so far, BL_E_NOMEM: there may be
 * some that were lost. */
BL_API int bl_query_next_problem(struct bl_query *query, struct bl_query_problem *problem);

/* Note ERR, in STREAM of the catalog; BL_NONE: of the catalog itself. */
BL_API void bl_query_note(struct bl_query *query, uint32_t stream, const struct bl_error *err);

/* At the end: note whether a file changed while it was read. */
BL_API void bl_query_check(struct bl_query *query);

BL_END_DECLS

#endif /* BITLEAP_QUERY_H */
