/* inputs/query_catalog.h - the catalog of what operands name, and what was wrong with it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_INPUTS_QUERY_CATALOG_H
#define BL_INPUTS_QUERY_CATALOG_H

#include "bitleap_query.h"
#include "inputs/scopes.h"

/* A problem that is kept until it is asked for. */
struct bl_noted {
    char *path, *text; /* malloc'ed; NULL: error.what is static */
    struct bl_error error;
    struct bl_stream stream;
    bool has_stream;
    uint8_t kind; /* bl_query_problem_kind */
};

struct bl_query {
    struct bl_query_options options;
    char *directory; /* the current one; NULL: it is gone, and */
    int directory_errno;
    struct bl_catalog *own; /* NULL: the catalog is the caller's, or there is none */
    const struct bl_catalog *catalog;
    struct bl_scopes scopes; /* what of the catalog was asked for, */
    bool asks_all;           /* unless it is all of it */
    bool has_index_operand;  /* an index file is among the operands */
    bool is_built;           /* the catalog, for the scopes */
    uint32_t n_links;        /* that an index file has of what was asked for */
    uint8_t *wanted;         /* by stream, what is known of bl_query_has_stream(); NULL: nothing */
    /* What was wrong: first what was noted while the catalog was opened, then its own problems,
     * then what was noted since. */
    struct bl_noted *noted;
    uint32_t n_noted, cap_noted, next_noted;
    uint32_t n_noted_before, next_of_catalog;
    bool has_returned_those_of_catalog, takes_all_problems;
    bool is_damaged; /* the index file */
    bool has_lacked; /* memory */
    /* Where the stream of the last problem is: those of streams come in order. */
    uint32_t stream_of_problem, n_searched;
    char *problem_path;
    struct bl_stream problem_stream;
};

/* STATUS; where that says so, memory has lacked. */
int bl_query_need(struct bl_query *in, int status);

/* The file that was named: source NUMBER, or the archive that it belongs to. False: damage, which
 * is noted. */
bool bl_query_named(struct bl_query *in, uint32_t number, struct bl_source *named);

/* Note a problem at PATH, which is copied. TEXT, malloc'ed or NULL, is the cause instead of that of
 * ERR. */
void bl_query_note_at(struct bl_query *in, unsigned kind, const char *path,
                      const struct bl_error *err, char *text);
/* The same at NESTED in NAMED. */
void bl_query_note_source(struct bl_query *in, unsigned kind, const struct bl_source *named,
                          struct bl_view nested, const struct bl_error *err);
/* Note that the catalog itself is damaged. */
void bl_query_note_catalog(struct bl_query *in, const struct bl_error *err);

/* Note ERR, in MODULE of the catalog. */
void bl_query_note_module(struct bl_query *in, uint32_t module, const struct bl_error *err);

/* Whether NESTED, a path in SOURCE, was asked for; NULL: anything in it. */
bool bl_query_want(struct bl_query *in, const struct bl_source *source,
                   const struct bl_view *nested);

/* Whether what is asked for reads what has the problem: an index may have others. */
bool bl_query_meet_problem(struct bl_query *in, const struct bl_catalog_problem *problem,
                           const struct bl_source *named);

/* Note the scopes in which there is nothing. */
void bl_query_note_unmet(struct bl_query *in);

#endif
