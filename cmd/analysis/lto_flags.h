/* analysis/lto_flags.h - module flags merged as LLVM's IR linker merges them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_LTO_FLAGS_H
#define CMD_LTO_FLAGS_H

#include "analysis/build_facts.h"

/* What the linker refuses, or warns of. Texts stay as long as the flags. */
struct lto_conflict {
    bool is_refused; /* false: a warning */
    const char *name;
    const char *what;           /* "values", "behaviors", "overrides", "a required value" */
    const char *first, *second; /* what is there already, and what comes */
    const char *first_place, *second_place;
};

/* A flag of what is linked so far. */
struct lto_flag {
    char *name, *value, *required, *place;
    uint64_t behavior, integer;
    bool is_integer, has_met; /* had by the module at hand, with FLAG_MIN */
};

/* Zeroes are nothing linked yet. */
struct lto_flags {
    struct lto_flag *flags;
    uint32_t n, cap;
    void (*report)(void *data, const struct lto_conflict *conflict);
    void *data;
};

/* Link one more module, at PLACE. REPORT is called for each conflict; all goes on after it. */
void lto_flags_add(struct lto_flags *linked, const struct build_facts *facts, const char *place);
void lto_flags_release(struct lto_flags *linked);

#endif
