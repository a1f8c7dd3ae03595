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
    GROUP_SECTION
};

struct group {
    struct bl_view name;
    uint64_t hash, bits, count;
};

/* Zeroes are empty ones. */
struct groups {
    struct group *groups; /* in no order */
    uint32_t n, cap;
    uint32_t *table; /* a hash table of their numbers plus 1 */
    uint32_t n_slots;
    uint64_t bits_of_none;
    uint64_t bytes_left; /* of names, that may be kept */
    bool is_over;        /* some were not */
    struct bl_arena arena;
};

/* How a module's functions and variables are looked at. */
struct group_reader {
    enum group_by by;
    uint32_t depth; /* components of namespaces and directories, at most */
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

/* Put the name of the group that global value VALUE belongs to; nothing, if to none. */
void group_put(struct group_reader *r, const struct bl_global *global, uint32_t value,
               bl_put_fn *put, void *context);

/* Count BITS for the group NAME, or without a name for none. */
void groups_add(struct groups *groups, struct bl_view name, uint64_t bits);
void groups_release(struct groups *groups);

#endif
