/* cmd/diff/side.h - the two sides of a comparison: what a path defines, and where its bits go
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_DIFF_SIDE_H
#define CMD_DIFF_SIDE_H

#include "base/name_sort.h"
#include "input/name_budget.h"
#include "input/query.h"

/* A definition on one side. */
struct definition {
    struct bl_catalog_symbol symbol;
    uint32_t number; /* of the symbol */
    uint32_t stream;
    uint64_t place;           /* a hash of the stream's relative path */
    struct definition *other; /* that it is paired with; NULL: none */
    uint32_t n_words;         /* of its body */
    struct bl_hash hash;      /* of its body's bytes, or of its stream's where it has none */
    struct bl_hash stream_hash;
    struct bl_content content;
    bool has_content;
};

/* A path relative to the input that it is in: of a file, and the nested one in there. Two trees
 * have the same relative paths; that of an input which is a file is empty. */
struct relative_path {
    struct bl_view file, nested;
};

struct diff_side {
    struct query query;
    struct definition *definitions;
    uint32_t n_definitions, cap_definitions;
    struct bl_name_item *names; /* of definitions, in order */
    uint32_t cap_names;
    struct bl_stats *stats;
    uint64_t n_streams, n_bytes;
    struct name_budget budget;
    struct bl_catalog_input *inputs; /* in order */
    uint32_t n_inputs;
    struct relative_path *damaged; /* what cannot be read in full, in order */
    uint32_t n_damaged, cap_damaged;
    bool *may_be_there; /* by stream: what it has may be in what is damaged on the other side */
};

/* Read what OPERAND defines, and count its blocks, RECORDS: and records, which no index file has.
 * False: there is nothing to compare, as what was named cannot be read. diff_side_close() in any
 * case. */
bool diff_side_open(struct diff_side *side, struct context *c, char *operand, bool records);

void diff_side_close(struct diff_side *side);

/* False: it is not known. */
bool diff_side_find_path(const struct diff_side *side, uint32_t stream, struct relative_path *path);

/* Find out which streams of SIDE damage on the OTHER one may hide there. */
void diff_side_look_across(struct diff_side *side, const struct diff_side *other);

/* Hashes of the streams, sorted; malloc'ed. */
struct bl_hash *diff_side_stream_hashes(struct diff_side *side, uint32_t *n);

#endif
