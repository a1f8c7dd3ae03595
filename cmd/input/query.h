/* cmd/query.h - the catalog that a query is put to
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Queries take files, archives, directories, nested paths and index files, in any mix. Whatever
 * they are given, they ask one catalog: an index file as it is, where it tells of all that was
 * asked for and nothing has changed since; otherwise one that is built in memory, with what the
 * index still has right. So answers do not depend on whether there is an index.
 */
#ifndef CMD_QUERY_H
#define CMD_QUERY_H

#include "base/options.h"
#include "base/out.h"
#include "bitleap.h"
#include "input/reporter.h"
#include "input/scopes.h"

/* What a query asks of its catalog. */
struct query_needs {
    unsigned parts; /* bl_catalog_part */
    bool streams;   /* it reads all of them itself */
};

struct query {
    struct reporter reporter;
    struct query_needs needs;
    struct bl_catalog *catalog;
    bool has_index_operand; /* an index file is among the operands */
    struct scopes scopes;   /* what of the catalog was asked for; none: all of it */
    bool is_built;          /* the catalog, for the scopes */
    uint8_t *wanted;        /* by stream, what is known of query_has_stream(); NULL: nothing */
    uint64_t *told;         /* what stands for each problem that was told; sorted */
    uint32_t n_told, cap_told;
    uint64_t last_told; /* the same for the failure that was told last */
};

/* Get the catalog for the N operands and the index that COMMON names. What was wrong with sources
 * is told, and makes the reporter's `good` false. False: there is no catalog, which has been told.
 * query_close() in any case; it says whether all was good. */
bool query_open(struct query *q, const struct common *common, struct out *o,
                struct query_needs needs, int n, char **operands);
bool query_close(struct query *q);

/* Whether STREAM was asked for. On one thread at a time. */
bool query_has_stream(struct query *q, uint32_t stream);

/* The same of problem NUMBER of the catalog, and what it is. */
bool query_has_problem(struct query *q, uint32_t number, struct bl_catalog_problem *problem);

/* "lib.a(core.o)": the way to STREAM from the current directory; as the user named it, but for an
 * index that was made in another one. */
void query_put_stream(struct query *q, struct out *o, uint32_t stream);

/* The same, malloc'ed; NULL: no memory. */
char *query_stream_path(struct query *q, uint32_t stream);

/* ,"file":"lib.a(core.o)" */
void query_json_stream(struct query *q, struct out *o, uint32_t stream);

/* Whether ERR, which was met in STREAM, is a problem of it that query_open() has told, or the
 * failure that was told last: what is asked again and again fails again and again. */
bool query_was_told(const struct query *q, uint32_t stream, const struct bl_error *err);

/* Tell a failure, of STREAM unless that is BL_NONE, and unless it was told. */
void query_report(struct query *q, uint32_t stream, const struct bl_error *err);

/* ---- Decoding ---- */

/* A module of the catalog, open. Zeroes are none. */
struct open_module {
    uint32_t number; /* in the catalog */
    uint32_t stream;
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
