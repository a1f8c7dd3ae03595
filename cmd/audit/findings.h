/* audit/findings.h - what an audit has found, as lines, JSON or SARIF
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_FINDINGS_H
#define CMD_FINDINGS_H

#include "audit/policy.h"
#include "input/modules.h"

#include "base/map.h"

enum findings_format {
    FINDINGS_TEXT,
    FINDINGS_JSON,
    FINDINGS_SARIF, /* 2.1.0, OASIS Standard: one run */
};

struct findings {
    struct context *context;
    struct policy *policy;
    enum findings_format format;
    struct bl_map seen;    /* hashes of what was found in the stream */
    uint64_t n, n_failing; /* n_failing: that are more than notes */
};

/* Something that was found. Zeroes are what is not known. */
struct finding {
    enum finding_kind kind;
    struct bl_view text;       /* what it is: a path, a name, a line */
    struct bl_view said;       /* instead of the text where people read it; empty: the same */
    const struct input *input; /* where it is */
    struct bl_module *module;  /* NULL: of the stream */
    uint32_t function;         /* a global value of MODULE; BL_NONE */
    uint64_t bit_pos;          /* in the stream */
    bool has_pos;
    const struct bl_debug_location *location; /* NULL: not known; of METADATA */
    struct bl_metadata *metadata;
};

void findings_begin(struct findings *f);
/* A stream begins: what was found before may be found again. */
void findings_enter(struct findings *f);

/* Print FINDING, unless the policy lets it pass; with IS_ONCE also unless its text was found in the
 * stream before. */
void findings_add(struct findings *f, const struct finding *finding, bool is_once);
void findings_end(struct findings *f);

#endif
