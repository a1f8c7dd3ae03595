/* rewrite/same_metadata.h - which metadata of a stripped module is which of the one before
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Numbers of nodes are others once some have gone: each node has one partner, whose record says the
 * same, and leads to partners. Numbers of a body's own metadata come after the module's.
 */
#ifndef BL_REWRITE_SAME_METADATA_H
#define BL_REWRITE_SAME_METADATA_H

#include "bitleap_function.h"
#include "bitleap_strip.h"
#include "rewrite/line_tables.h"

enum {
    BEFORE,
    AFTER
};

/* Of a number. */
struct bl_partner {
    uint32_t number; /* plus 1; 0: none yet */
    bool is_loop;    /* before: it loses its locations */
};

/* One of the two modules. */
struct bl_metadata_side {
    struct bl_metadata *module, *body; /* NULL: the body at hand has none of its own */
    uint32_t n;                        /* of the module */
    struct bl_partner *partners;       /* by number */
    uint32_t n_partners, cap;
    struct bl_record record;
};

struct bl_node_pair {
    uint32_t before, after;
};

/* Zero-initialise but for the options. */
struct bl_same_metadata {
    const struct bl_strip_options *options;
    struct bl_metadata_side sides[2];
    struct bl_node_pair *pairs; /* whose records have not been compared */
    uint32_t n_pairs, cap_pairs;
    uint64_t *ops;
    uint32_t cap_ops;
    struct bl_line_tables lines; /* of the module before, where they stay */
    uint64_t *changed;           /* operands of a record before, as they are to be */
    uint32_t cap_changed;
};

/* All of these: 1: as it should be; 0: not, or that is not known; BL_E_NOMEM. */

int bl_same_metadata_open(struct bl_same_metadata *s, struct bl_module *before,
                          struct bl_module *after);
void bl_same_metadata_release(struct bl_same_metadata *s);
/* Bodies begin, with METADATA of their own, or NULL. It is borrowed. */
int bl_same_metadata_begin(struct bl_same_metadata *s, struct bl_metadata *before,
                           struct bl_metadata *after);
/* BEFORE may be AFTER's partner, and is. */
int bl_same_metadata_pair(struct bl_same_metadata *s, uint32_t before, uint32_t after);
/* All partners so far, and what they lead to, say the same. */
int bl_same_metadata_compare(struct bl_same_metadata *s);

/* NODE, attached as a loop's, loses its locations; *IS_EMPTY: nothing is left of it. */
int bl_same_metadata_loop(struct bl_same_metadata *s, uint32_t node, bool *is_empty);

#endif
