/* bitleap_analysis.h - what takes more than one record to find: who reaches whom, users, lines
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The conventions are those of bitleap_module.h.
 */
#ifndef BITLEAP_ANALYSIS_H
#define BITLEAP_ANALYSIS_H

#include "bitleap_contents.h"
#include "bitleap_function.h"
#include "bitleap_query.h"
#include "bitleap_symbols.h"

BL_BEGIN_DECLS

/* ---- Users of a value ----
 *
 * A constant uses what it is made of: an aggregate its elements, an expression its operands, and
 * what those use. A cast of a value counts as the value: with typed pointers calls go through
 * bitcasts. The address of a global variable does not use what the variable is initialized with.
 */

/* What a value has to do with the target. */
enum bl_user_kind {
    BL_USER_NONE = 0,
    BL_USER_HOLDS = 1, /* is made of it */
    BL_USER_IS = 2,    /* is it, or a cast of it */
};

/* The values of one module that are a certain global value, or are made of it. Opaque; one thread
 * at a time, as with its module. */
struct bl_value_users;

/* For global value TARGET of MODULE, which must stay until bl_value_users_close(). On failure
 * *USERS is NULL. Errors: BL_E_ARGUMENT (no such value), BL_E_NOMEM, those of
 * bl_module_constants() and bl_constant_read(). */
BL_API int bl_value_users_open(struct bl_value_users **users, struct bl_module *module,
                               uint32_t target, struct bl_error *err);
/* Close USERS. NULL is ignored. */
BL_API void bl_value_users_close(struct bl_value_users *users);

/* What VALUE of the module, or of the body that was added last, is: bl_user_kind. Of a number that
 * is no such value, BL_USER_NONE. */
BL_API unsigned bl_value_users_kind(const struct bl_value_users *users, uint64_t value);

/* FUNCTION has loaded a body: add the constants of that. 1: judging by the operands of its records
 * alone, the body may use the target; 0: it does not. Most bodies are decided without their types.
 * Errors: BL_E_NOMEM, those of bl_constant_read() and bl_module_cursor(). */
BL_API int bl_value_users_may_be_in(struct bl_value_users *users, struct bl_function *function,
                                    struct bl_error *err);

/* ---- Lines that differ ----
 *
 * Of two texts of LLVM assembly. Numbers of values and blocks (%7) follow from what is before them:
 * one instruction more changes all that come after it. Lines are matched without these numbers;
 * then a line counts as changed only where its numbers are not those that the matching gives to
 * each other.
 */

/* A line of a text. */
struct bl_line {
    struct bl_view text; /* without its end */
    uint64_t key;        /* of the text without numbers */
    uint32_t other;      /* the line of the other text that is the same; BL_NONE: it is changed */
};

/* All of them. Zeroes are none. */
struct bl_lines {
    struct bl_line *lines;
    uint32_t n;
    uint32_t cap, n_numbers; /* private */
    uint32_t *numbers;       /* private: the other text's, by this one's; BL_NONE: it has none */
};

/* Append the lines of TEXT, which is borrowed as long as they are used. Errors: BL_E_NOMEM. */
BL_API int bl_lines_split(struct bl_lines *lines, struct bl_view text);
/* Release what bl_lines_split() made. */
BL_API void bl_lines_release(struct bl_lines *lines);

/* Match the lines of BEFORE and AFTER. *N_COMPARED, 0 at first, sums up the work for several pairs
 * of texts, and bounds it: after some hundred million lines compared there is less for each. 1: by
 * as few changes as there are; 0: that would be too much work, and only lines at both ends are
 * matched; or BL_E_NOMEM. */
BL_API int bl_lines_match(struct bl_lines *before, struct bl_lines *after, uint64_t *n_compared);

/* Print TEXT, a line of BEFORE, which bl_lines_match() has matched, with the numbers that mean the
 * same in the other text: %12 becomes %14, or %old.12 where that has no such value. */
BL_API void bl_line_print(const struct bl_lines *before, struct bl_view text, bl_put_fn *put,
                          void *context);

/* ---- Who reaches whom ----
 *
 * Nodes are global values as a linker would have them: values of one name that linkers see are one
 * node, whose definition is the first strong one or else the first weak one; a local value is a
 * node of its own. Edges are the references of that definition; those of others are dropped, as
 * their bodies are. Functions in vtables are used by these, or by the calls that find them there.
 *
 *   struct bl_query_options options = {.parts = BL_CATALOG_SYMBOLS | BL_CATALOG_BODIES};
 *   if (bl_query_open(&query, paths, n, &options, &err) == BL_OK &&
 *       bl_call_graph_open(&graph, query, &err) == BL_OK)
 *       nodes = bl_call_graph_nodes(graph, &n_nodes);
 *   bl_call_graph_close(graph);
 */

/* Opaque. One thread at a time uses it. */
struct bl_call_graph;

/* A global value of a module of a catalog. */
struct bl_module_value {
    uint32_t module, value;
};

/* Who refers to others, or is referred to. */
struct bl_graph_node {
    /* the definition or, if there is none, the first that refers to it */
    struct bl_module_value at;
    uint32_t first_edge, n_edges; /* bl_call_graph_edges() */
    bool is_defined;
    bool is_function; /* or an alias or ifunc, which leads to one */
    bool is_root; /* kept whatever uses it: llvm.used and its like, and symbols marked as used */
    BL_SLACK(2)
};

/* One node refers to another. */
struct bl_graph_edge {
    uint32_t to;  /* node */
    bool is_call; /* direct; or what an alias stands for */
    uint8_t kind; /* bl_reference_kind: the first of those that there are */
};

/* How a node is reached. */
struct bl_graph_step {
    uint32_t node;
    uint32_t before; /* the step that led here; BL_NONE: it was begun with */
    uint32_t depth;
    bool by_calls;                    /* alone */
    const struct bl_graph_edge *edge; /* that led here; NULL */
    BL_SLACK(2)
};

/* The graph of what was asked for of QUERY, whose catalog has BL_CATALOG_SYMBOLS and
 * BL_CATALOG_BODIES. What is damaged is left out, and is a problem of QUERY, which is borrowed for
 * the call alone. Errors: BL_E_NOMEM, BL_E_ARGUMENT (the catalog has no bodies). */
BL_API int bl_call_graph_open(struct bl_call_graph **graph, struct bl_query *query,
                              struct bl_error *err);

/* Close GRAPH. NULL is ignored. */
BL_API void bl_call_graph_close(struct bl_call_graph *graph);

/* All *N nodes, borrowed until bl_call_graph_close(). */
BL_API const struct bl_graph_node *bl_call_graph_nodes(const struct bl_call_graph *graph,
                                                       uint32_t *n);

/* All edges, node by node, with one from each node to each other; borrowed until
 * bl_call_graph_reverse() or bl_call_graph_close(). */
BL_API const struct bl_graph_edge *bl_call_graph_edges(const struct bl_call_graph *graph);

/* The node of VALUE; BL_NONE: it is in no module that was asked for. */
BL_API uint32_t bl_call_graph_node(const struct bl_call_graph *graph, struct bl_module_value value);

/* Turn all edges round. Error: BL_E_NOMEM; there are no edges then. */
BL_API int bl_call_graph_reverse(struct bl_call_graph *graph, struct bl_error *err);

/* Nodes that are reached from the N nodes of FROM, nearest first, to DEPTH edges away; with
 * CALLS_ONLY by calls alone. *STEPS are borrowed until the next of these calls. Error:
 * BL_E_NOMEM. */
BL_API int bl_call_graph_reach(struct bl_call_graph *graph, const uint32_t *from, uint32_t n,
                               uint32_t depth, bool calls_only, const struct bl_graph_step **steps,
                               uint32_t *n_steps, struct bl_error *err);

/* Number the groups of nodes that reach each other by calls: *GROUPS has that of each node, or
 * BL_NONE: it does not reach itself. Borrowed until the next call of this. Error: BL_E_NOMEM. */
BL_API int bl_call_graph_groups(struct bl_call_graph *graph, const uint32_t **groups,
                                struct bl_error *err);

/* ---- What ThinLTO would import ----
 *
 * LLVM's thin link reads the summaries of all modules (bitleap_symbols.h) and decides which
 * functions and variables each module gets copies of, by the defaults of its options: functions of
 * up to 100 instructions (-import-instr-limit), 7/10 of that for what those call in turn, more for
 * hot calls, none for cold ones; and variables that they refer to. What is dead is not imported.
 * Profiles of memory and calls through vtables are left out.
 */

/* Opaque. One thread at a time uses it. */
struct bl_thin_link;

/* What a module imports. */
struct bl_import {
    struct bl_view name; /* borrowed until bl_thin_link_close(); empty: it has none */
    uint64_t guid;
    uint32_t module; /* that it comes from, by the number that bl_thin_link_add() gave */
    uint8_t kind;    /* BL_SUMMARY_FUNCTION or BL_SUMMARY_VARIABLE; of an alias what it leads to */
    BL_SLACK(2)
};

/* A link of no modules. Error: BL_E_NOMEM. */
BL_API int bl_thin_link_open(struct bl_thin_link **link, struct bl_error *err);
/* Close LINK. NULL is ignored. */
BL_API void bl_thin_link_close(struct bl_thin_link *link);

/* Add MODULE, which is borrowed for the call alone, in the order of the linker's command line; its
 * number is in *NUMBER, from 0. 1: it has a summary of ThinLTO; 0: it has not, and is linked as a
 * whole, so that what it names stays. On failure what could be read of it is added. Errors:
 * BL_E_MISMATCH (a summary refers to no value), BL_E_LIMIT (more calls and references than one
 * record may have operands: BL_MAX_OPERANDS_PER_BYTE), BL_E_NOMEM, BL_E_ARGUMENT (imports have been
 * asked for), those of bl_module_globals(), bl_summaries_next() and bl_symbols_next(). */
BL_API int bl_thin_link_add(struct bl_thin_link *link, struct bl_module *module, uint32_t *number,
                            struct bl_error *err);

/* Others see NAME, as main; without any such call they see all that is not local to its module. It
 * stays, and so does what it uses; what is not used so is not imported. Errors: BL_E_NOMEM,
 * BL_E_ARGUMENT (imports have been asked for). */
BL_API int bl_thin_link_keep(struct bl_thin_link *link, struct bl_view name, struct bl_error *err);

/* What module NUMBER imports, by the module that it comes from, then by name: *N of them, borrowed
 * until the next call. Errors: BL_E_NOMEM, BL_E_ARGUMENT (no such module), BL_E_LIMIT
 * (BL_MAX_IMPORT_STEPS_FLOOR). */
BL_API int bl_thin_link_imports(struct bl_thin_link *link, uint32_t number,
                                const struct bl_import **imports, uint32_t *n,
                                struct bl_error *err);

/* ---- What definitions say ---- */

/* What is wanted of a definition. */
enum bl_definition_wanted {
    BL_DEFINITION_STATED = 1, /* bl_contents_stated() */
    BL_DEFINITION_BODY = 2,   /* bl_contents_body() */
    BL_DEFINITION_IF_ODR = 4, /* content.is_odr, and the rest only where that is true */
};

/* A definition in a catalog, and what it says. */
struct bl_definition {
    uint32_t symbol, module; /* of the catalog */
    uint32_t n_words;        /* of its body: how much there is to read */
    uint8_t wanted;          /* bl_definition_wanted */
    bool is_read;            /* set by the call; false: CONTENT is not known */
    uint64_t bytes;          /* a hash of what it is in, and */
    uint64_t body_bytes;     /* of its body, as bl_contents takes them */
    struct bl_content content;
    void *data; /* the caller's */
    BL_SLACK(2)
};

/* Read N DEFINITIONS of the catalog of QUERY, module by module, on its threads, and sort them by
 * module and symbol. What the catalog has (BL_CATALOG_BODIES) is not read again. What cannot be
 * read is a problem of QUERY, once for each part of a module. Error: BL_E_NOMEM. */
BL_API int bl_definitions_read(struct bl_query *query, struct bl_definition *definitions,
                               uint32_t n);

BL_END_DECLS

#endif /* BITLEAP_ANALYSIS_H */
