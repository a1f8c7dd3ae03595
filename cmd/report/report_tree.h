/* report/report_tree.h - where the bits of many streams are, as a tree
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Files have streams, those blocks, those blocks and kinds of records; of the functions of a module
 * each is by itself, of other blocks those of one kind in one place are together. Nodes below one
 * never have more bits than it has, whatever the input: every bit counts once.
 */
#ifndef CMD_REPORT_TREE_H
#define CMD_REPORT_TREE_H

#include "analysis/stream_modules.h"

/* In the order of the names in report.js. */
enum node_kind {
    NODE_ALL,
    NODE_FILE,
    NODE_STREAM,
    NODE_MODULE,
    NODE_BLOCK,
    NODE_RECORD,
    NODE_BODIES, /* of functions of one module */
    NODE_FUNCTION,
    NODE_REST,   /* what is in no other child: headers, ends, padding, what could not be read */
    NODE_OTHERS, /* children that are too small to be shown */
};

/* With --diff what was before is [0] and what is after is [1]; without, all is [1]. */
struct node {
    uint64_t bits[2], count[2];
    uint64_t bit_pos;     /* of a function's block */
    uint64_t name_hash;   /* of all of its name */
    char *name;           /* at most MOST_NAME bytes of it; NULL: it is not known yet */
    uint32_t parent;      /* BL_NONE: all */
    uint32_t first, next; /* child, sibling; 0: none */
    uint32_t id;          /* of a block; code of a record */
    uint32_t module;      /* of a function: its number in struct tree */
    enum node_kind kind;
};

enum {
    MOST_NAME = 240
};

struct tree {
    const struct streams *streams;
    struct node *nodes; /* a parent before its children; number 0 is all */
    uint32_t n, cap;
    struct stream_module *modules;
    uint32_t n_modules, cap_modules;
};

/* What STREAMS have. Errors in them are not reported: streams_count() does. */
void tree_make(struct tree *tree, const struct streams *streams);
void tree_release(struct tree *tree);

struct function_name {
    uint32_t value;  /* its number in the module, or BL_NONE */
    char *demangled; /* as people write it, shortened to MOST_NAME bytes; malloc'ed, or NULL */
};

/* Fill in the names of N functions, and what is found of each in FOUND (or NULL). */
void tree_name_functions(struct tree *tree, const uint32_t *functions, uint32_t n,
                         struct function_name *found);

/* Put what is BEFORE into TREE, which is after: what has the same names is the same. */
void tree_join(struct tree *tree, struct tree *before);

/* Bits of NODE that none of its children has: [0] before, [1] after. */
void tree_rest(const struct tree *tree, uint32_t node, uint64_t rest[2]);

#endif
