/* analysis/tally.h - properties of many modules: which values they have, and who is odd
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_TALLY_H
#define CMD_TALLY_H

#include "base/context.h"

/* What a module has; malloc'ed. */
struct tally_entry {
    const char *property; /* static, or */
    char *name;           /* the name of a flag; NULL: none */
    char *value, *place;
};

/* Zeroes are nothing counted yet. */
struct tally {
    struct tally_entry *entries;
    uint32_t n, cap;
};

/* The module at PLACE has VALUE for PROPERTY, or for the one of those that is called NAME. Long
 * values are cut. */
void tally_add(struct tally *tally, const char *property, struct bl_view name, struct bl_view value,
               struct bl_view place);
/* A table of all properties of N_MODULES: how many have which value, the most frequent one first;
 * rarer ones with the module that has them. Flags that all agree on are left out, without --all. */
void tally_put(struct context *c, struct tally *tally, uint32_t n_modules);
void tally_release(struct tally *tally);

#endif
