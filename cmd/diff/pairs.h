/* cmd/diff/pairs.h - which definitions of two sides belong together, and whether they say the same
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Functions and other global values are paired by name and, where there are several of a name, by
 * the path of their stream below what is compared, then by the stream's bytes, then by their own.
 * What they say decides whether they are the same: numbers of types and values are the module's
 * own, so bodies of equal bytes may differ, and bodies of different bytes may not.
 */
#ifndef CMD_DIFF_PAIRS_H
#define CMD_DIFF_PAIRS_H

#include "analysis/pattern.h"
#include "diff/side.h"

enum verdict {
    SAME,
    SAYS_THE_SAME,
    CHANGED,
    ADDED,
    REMOVED,
    NOT_COMPARED /* what one of them says, or whether it is there, could not be read */
};
#define N_VERDICTS (NOT_COMPARED + 1)

struct pair {
    struct definition *before, *after; /* NULL: not there */
    struct bl_view name;
    uint64_t place; /* a hash of where its stream is */
    int64_t change; /* of bytes of its body */
    enum verdict verdict;
};

struct pairs {
    struct diff_side *sides; /* before and after */
    struct pair *pairs;      /* in order of names */
    uint32_t n_pairs, cap_pairs;
    uint64_t n_of[N_VERDICTS];
    struct definition **sorted; /* for match(): room for all */
};

/* Pair the definitions of P->sides whose names match ONLY, and judge them. */
void pairs_find(struct pairs *p, struct name_patterns *only);
void pairs_release(struct pairs *p);

/* Of the function's body; 0: DEFINITION is NULL or has none. */
uint64_t bytes_of_definition(const struct definition *definition);

/* Whether a function changed, but not its body. */
bool has_same_body(const struct pair *pair);

enum {
    MOST_REASONS = BL_CONTENT_STATED + 1
};

/* How many words there are for what changed; nothing is known of what only one side has. */
int reasons_of(const struct pair *pair, const char *reasons[MOST_REASONS]);

#endif
