/* analysis/groups.h - what functions and variables belong to: a crate, a namespace, a directory …
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_GROUPS_H
#define CMD_GROUPS_H

#include "base/arena.h"
#include "bitleap.h"

#include <stdbool.h>
#include <stdint.h>

enum group_by {
    GROUP_CRATE,
    GROUP_NAMESPACE,
    GROUP_TEMPLATE,
    GROUP_DIRECTORY, /* of the source, as debug information has it, or else the module */
    GROUP_SECTION,
    GROUP_SYMBOL /* by itself, with others of its name */
};

enum {
    MOST_GROUP_LEVELS = 4
};

/* By what, one inside the other. */
struct grouping {
    enum group_by by[MOST_GROUP_LEVELS];
    uint32_t depths[MOST_GROUP_LEVELS]; /* components of namespaces and directories, at most */
    uint32_t n;
};

struct group {
    struct bl_view name; /* of a group inside of another it may be empty: it has what is of none */
    uint64_t hash, bits, count;
    uint32_t level, parent;   /* the group around it; at level 0 BL_NONE */
    uint32_t first, n_inside; /* of groups_sort(): in the order that it makes */
};

/* Zeroes are empty ones. */
struct groups {
    struct group *groups; /* in no order */
    uint32_t n, cap;
    uint32_t *order; /* of groups_sort(): those inside of one after the other, largest first */
    uint32_t *table; /* a hash table of their numbers plus 1 */
    uint32_t n_slots;
    uint64_t bits_of_none;
    uint64_t bytes_left; /* of names, that may be kept */
    bool is_over;        /* some were not */
    struct bl_arena arena;
};

/* How a module's functions and variables are looked at. */
struct group_reader {
    const struct grouping *grouping;
    struct bl_module *module;
    struct bl_module_info info;
    struct bl_metadata *metadata; /* the module's, or NULL; of directories */
    struct bl_function *function; /* NULL: none was read yet */
    uint32_t *debug_nodes;        /* by global value: its node plus 1, or 0 */
    uint32_t unit_file;           /* the node, BL_NONE: none */
    struct bl_error *first_error;
};

/* Read what is needed of MODULE with N_GLOBALS; what fails is kept in *FIRST_ERROR, and the rest is
 * used. */
void group_reader_open(struct group_reader *r, struct bl_module *module, uint32_t n_globals,
                       struct bl_error *first_error);
void group_reader_close(struct group_reader *r);

/* Put the name of the group of LEVEL that global value VALUE belongs to; nothing, if to none. */
void group_put(struct group_reader *r, uint32_t level, const struct bl_global *global,
               uint32_t value, bl_put_fn *put, void *context);

/* Count BITS for the group NAME inside of PARENT, BL_NONE: outermost; there, without a name, for
 * none. Returns the group, or BL_NONE. */
uint32_t groups_add(struct groups *groups, uint32_t parent, struct bl_view name, uint64_t bits);

/* Set the order, and what is inside of each. */
void groups_sort(struct groups *groups);
void groups_release(struct groups *groups);

#endif
