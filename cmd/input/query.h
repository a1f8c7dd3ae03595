/* cmd/input/query.h - the catalog that a query is put to
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Queries take files, archives, directories, nested paths and index files, in any mix: see
 * bitleap_query.h. What is wrong with them is reported as it is met.
 */
#ifndef CMD_QUERY_H
#define CMD_QUERY_H

#include "base/bound.h"
#include "base/context.h"

/* What a query asks of its catalog. */
struct query_needs {
    unsigned parts;    /* bl_catalog_part */
    bool streams;      /* it reads all of them itself */
    bool files;        /* it reads all files itself, and reports what is wrong in them */
    bool may_be_empty; /* a directory without any bitcode is no error */
};

struct query {
    struct context *context;
    struct bl_query *inputs;
    const struct bl_catalog *catalog; /* of the inputs */
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

/* Files that are packed, and parts of objects, which nobody has looked into. */
struct packed_count {
    uint64_t n;
    const char *with; /* what the first of them is packed with; NULL: there are none */
};

void count_packed(struct packed_count *packed, uint64_t n, const char *with);

/* "; 2 packed files (xz: needs libarchive.so.13) were not looked into", unless there are none. */
void put_packed(struct out *o, const struct packed_count *packed);

/* ,"packed":2 and, unless that is 0, ,"packed_with":"xz" */
void json_packed(struct out *o, const struct packed_count *packed);

/* Those in all files of Q. */
struct packed_count query_count_packed(const struct query *q);

/* "lib.a(core.o)": the path of STREAM from the current directory; as the user named it, unless the
 * index was made in another one. */
void query_put_stream(struct query *q, struct out *o, uint32_t stream);

/* The same, malloc'ed; "" where damage hides it, which is reported. */
char *query_stream_path(struct query *q, uint32_t stream);

/* The same of what is at NESTED in source SOURCE, or in the archive that it belongs to. */
char *query_source_path(struct query *q, uint32_t source, struct bl_view nested);

/* ,"file":"lib.a(core.o)" */
void query_json_stream(struct query *q, struct out *o, uint32_t stream);

/* Report a failure in STREAM; BL_NONE: of the catalog. */
void query_report(struct query *q, uint32_t stream, const struct bl_error *err);

/* The same in MODULE of the catalog. */
void query_report_module(struct query *q, uint32_t module, const struct bl_error *err);

/* Report what was wrong with INPUTS since the last time. */
void report_inputs(struct context *c, struct bl_query *inputs);

/* Report the problems of CATALOG. */
void report_problems(struct context *c, const struct bl_catalog *catalog);

/* Read what N DEFINITIONS of the catalog say, as bl_definitions_read(). */
void query_read_definitions(struct query *q, struct bl_definition *definitions, uint32_t n);

static inline bool is_same_hash(const struct bl_hash *a, const struct bl_hash *b)
{
    return a->low == b->low && a->high == b->high;
}

/* An order of two struct bl_hash, for qsort(). */
static inline int compare_hashes(const void *a, const void *b)
{
    const struct bl_hash *s = a;
    const struct bl_hash *t = b;
    int order = bl_order(s->high, t->high);
    return order ? order : bl_order(s->low, t->low);
}

/* What a symbol is: "function"; "assembly" where KIND is 0: one of module assembly. */
const char *global_kind_name(enum bl_global_kind kind);

#endif
