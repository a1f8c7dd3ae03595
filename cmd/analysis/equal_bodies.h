/* analysis/equal_bodies.h - bodies of functions that are equal, byte for byte
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_EQUAL_BODIES_H
#define CMD_EQUAL_BODIES_H

#include "analysis/structural_hash.h"

struct body {
    struct bl_hash hash;    /* of its bytes */
    struct bl_hash content; /* of what it says, where it was read */
    uint64_t origin;        /* a hash of its module's bytes and place */
    uint32_t symbol, module, n_words;
    bool is_weak;
    bool is_odr; /* where its linkage was read */
};

/* Bodies that belong together: numbers in an order of them. */
struct body_group {
    uint32_t first, n;
    uint64_t saved;      /* of equal ones: bytes, with one copy instead of all */
    uint32_t n_contents; /* of differing ones, in the end: how many are different */
};

struct equal_bodies {
    uint32_t n_modules;  /* that were asked for */
    struct body *bodies; /* by hash, then as in the catalog */
    uint32_t n_bodies, cap_bodies;
    struct body_group *groups; /* of bodies; what saves most first */
    uint32_t n_groups, cap_groups;
    uint64_t n_saved, n_copies; /* by all of them; in all of them */
};

/* Find those of the functions that QUERY, whose catalog has hashes, was asked for. What cannot be
 * read is reported. False: names are too long to go on, which is reported. */
bool equal_bodies_find(struct equal_bodies *equal, struct query *query);
void equal_bodies_release(struct equal_bodies *equal);

/* Report a failure in MODULE of the catalog. */
void fail_in_module(struct query *query, uint32_t module, const struct bl_error *err);

#endif
