/* cmd/input/query.h - the catalog that a query is put to
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Queries take files, archives, directories, nested paths and index files, in any mix. Whatever
 * they are given, they ask one catalog: an index file as it is, if it has all that was asked for
 * and nothing has changed since; otherwise one that is built in memory, with what is still right in
 * the index. So answers do not depend on whether there is an index.
 */
#ifndef CMD_QUERY_H
#define CMD_QUERY_H

#include "input/scopes.h"

/* What a query asks of its catalog. */
struct query_needs {
    unsigned parts;    /* bl_catalog_part */
    bool streams;      /* it reads all of them itself */
    bool files;        /* it reads all files itself, and reports what is wrong in them */
    bool may_be_empty; /* a directory without any bitcode is no error */
};

struct query {
    struct context *context;
    struct query_needs needs;
    struct bl_catalog *catalog;
    bool has_index_operand; /* an index file is among the operands */
    struct scopes scopes;   /* what of the catalog was asked for; none: all of it */
    bool is_built;          /* the catalog, for the scopes */
    uint32_t n_links;       /* that an index file has of what was asked for: private */
    uint8_t *wanted;        /* by stream, what is known of query_has_stream(); NULL: nothing */
};

/* Open the catalog of the N operands and of C's index; to give neither is wrong usage. What
 * is wrong with sources is reported. False: there is no catalog, which has been reported.
 * query_close() in any case. */
bool query_open(struct query *q, struct context *c, struct query_needs needs, int n,
                char **operands);
void query_close(struct query *q);

/* The parts (bl_catalog_part) that all index files have which C names, as operands or otherwise; 0:
 * it names none. */
unsigned index_parts(const struct context *c);

/* Whether STREAM was asked for. On one thread at a time. */
bool query_has_stream(struct query *q, uint32_t stream);

/* The same of problem NUMBER of the catalog, and what it is. */
bool query_has_problem(struct query *q, uint32_t number, struct bl_catalog_problem *problem);

/* How many names of files were left out, as the files are read under others. */
uint32_t query_count_links(struct query *q);

/* " (2 links not counted again)", unless N is 0. */
void put_links(struct out *o, uint32_t n);

/* "lib.a(core.o)": the path of STREAM from the current directory; as the user named it, unless the
 * index was made in another one. */
void query_put_stream(struct query *q, struct out *o, uint32_t stream);

/* The same, malloc'ed. */
char *query_stream_path(struct query *q, uint32_t stream);

/* ,"file":"lib.a(core.o)" */
void query_json_stream(struct query *q, struct out *o, uint32_t stream);

/* Report a failure in STREAM; BL_NONE: of the catalog. */
void query_report(struct query *q, uint32_t stream, const struct bl_error *err);

/* ---- Decoding ---- */

/* A module of the catalog, open. Zeroes are none. */
struct open_module {
    uint32_t number; /* in the catalog */
    const struct bl_catalog *catalog;
    uint32_t stream; /* loaded, if there is an index */
    struct bl_index *index;
    struct bl_module *module;     /* NULL: none */
    struct bl_function *function; /* for its bodies */
};

/* Open module NUMBER in place of the one before it, unless that is it. Threads have one each. */
int query_open_module(const struct query *q, struct open_module *m, uint32_t number,
                      struct bl_error *err);
void query_close_module(struct open_module *m);

/* What a symbol is: "function"; "assembly" where KIND is 0: one of module assembly. */
const char *global_kind_name(enum bl_global_kind kind);

#endif
