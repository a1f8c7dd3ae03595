/* audit/policy.h - what an audit looks for, and what it lets pass
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_POLICY_H
#define CMD_POLICY_H

#include "analysis/pattern.h"

/* What can be found. */
enum finding_kind {
    FINDING_COMPILER, /* notes: said, and no failure */
    FINDING_FLAGS,
    FINDING_BITCODE, /* unless it is forbidden, none of what follows is a finding */
    FINDING_OLD_LLVM,
    FINDING_PATH,
    FINDING_SECRET,
    FINDING_ASSEMBLY,
    FINDING_CALL,
    N_FINDING_KINDS
};

/* "absolute-path"; "warning"; what it means. Static. */
struct finding_rule {
    const char *name, *level, *meaning;
};
extern const struct finding_rule finding_rules[N_FINDING_KINDS];

/* A pattern, and what it is for. */
struct policy_pattern {
    const char *text; /* as it is in the policy */
    struct pattern pattern;
};

struct policy_patterns {
    struct policy_pattern *items;
    uint32_t n, cap;
};

/* Zeroes forbid nothing. */
struct policy {
    struct context *context;
    bool forbids[N_FINDING_KINDS];
    bool allows_all[N_FINDING_KINDS]; /* whatever is found of the kind */
    struct policy_patterns allowed[N_FINDING_KINDS], calls, secrets;
    unsigned min_llvm; /* 0: any */
    char **texts;      /* malloc'ed, of the files that were read */
    uint32_t n_texts, cap_texts;
};

/* What is looked for where no file says it, in the words of such a file. */
extern const char default_policy[];

/* Add what the file PATH says, or, where that is NULL, the default policy. A line that is wrong is
 * wrong usage. False: the file cannot be read, which is reported. */
bool policy_read(struct policy *policy, const char *path);
void policy_release(struct policy *policy);

/* The first of PATTERNS that matches TEXT, and where, in *SPAN, unless that is NULL; NULL: none. */
const struct policy_pattern *policy_match(struct policy_patterns *patterns, struct bl_view text,
                                          struct bl_view *span);

/* Whether TEXT, which was found as KIND, is one that passes. */
bool policy_allows(struct policy *policy, enum finding_kind kind, struct bl_view text);

#endif
