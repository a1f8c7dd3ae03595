/* analysis/equal_bodies.h - bodies of functions that are equal
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_EQUAL_BODIES_H
#define CMD_EQUAL_BODIES_H

#include "input/query.h"

struct body {
    struct bl_hash hash; /* of its bytes */
    uint64_t content;    /* of what it says, where it was read: hashes, */
    uint64_t calls;      /* and of the attributes of its calls */
    uint64_t origin;     /* a hash of its module's bytes and place */
    uint32_t symbol, module, n_words;
    bool is_weak;
    bool is_odr;    /* where its linkage was read */
    bool is_unread; /* it was to be read, but could not be */
};

/* Bodies that belong together: numbers in an order of them. */
struct body_group {
    uint32_t first, n;
    uint32_t symbol;     /* of equal ones: of the first */
    uint64_t saved;      /* of equal ones: bytes, with the largest instead of all */
    uint32_t n_contents; /* of differing ones, in the end: how many are different */
};

struct equal_bodies {
    bool by_meaning;     /* their bytes may differ, as numbers of types and values do */
    uint32_t most;       /* of sets with equal bytes: those that may save most; 0: all */
    uint32_t n_left_out; /* of these sets */
    uint32_t n_modules;  /* that were asked for */
    struct body *bodies; /* by hash if not by meaning, by content, then as in the catalog */
    uint32_t n_bodies, cap_bodies;
    struct body_group *groups; /* of bodies; what saves most first, else in their order */
    uint32_t n_groups, cap_groups;
    uint64_t n_saved, n_copies; /* by all of them; in all of them */
};

/* Find those of the functions that QUERY, whose catalog has hashes, was asked for. The bytes of a
 * body mean what its module makes of them: those of several modules are equal if they also say the
 * same, with the attributes of their calls. What cannot be read is reported, and equals nothing.
 * False: names are too long to go on, which is reported. */
/* BODY as a definition that is to be read: WANTED (bl_definition_wanted). */
struct bl_definition definition_of_body(struct body *body, uint8_t wanted);

bool equal_bodies_find(struct equal_bodies *equal, struct query *query);
void equal_bodies_release(struct equal_bodies *equal);

#endif
