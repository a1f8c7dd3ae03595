/* rewrite/text_comparison.h - two texts of modules, line by line, with what was asked of the second
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What was to go is passed over in the text from before. Names have to be what an edit makes of
 * them, paths likewise; of a global value whose linkage was changed, the words for it are left out.
 * Numbers of nodes and of groups of attributes may be others: each has to have one partner, whose
 * definition says the same.
 */
#ifndef BL_REWRITE_TEXT_COMPARISON_H
#define BL_REWRITE_TEXT_COMPARISON_H

#include "base/arena.h"
#include "rewrite/editor.h"
#include "rewrite/lower_words.h"
#include "rewrite/strip.h"

/* Definitions by number. */
struct bl_definitions {
    struct bl_view *texts; /* after " = "; data NULL: there is none */
    uint32_t n, cap;
};

enum {
    BL_TEXT_NODES,
    BL_TEXT_GROUPS,
    BL_TEXT_SORTS
};

/* A text in the making, and its definitions. */
struct bl_printed_text {
    char *text;
    size_t n, cap;
    bool no_memory;
    struct bl_definitions definitions[BL_TEXT_SORTS];
};

/* Which definition of one text is which of the other; numbers plus 1, 0: none yet. */
struct bl_partners {
    uint32_t *after, *before;
};

struct bl_definition_pair {
    uint32_t before, after;
    uint8_t sort;
};

/* A module of each stream, and what its names become. */
struct bl_text_comparison {
    const struct bl_edits *edits;          /* or NULL */
    const struct bl_strip_options *strips; /* or NULL */
    const struct bl_lowered_words *lowers; /* or NULL */
    struct bl_arena arena;
    struct bl_edited_names names;
    struct bl_string_table before; /* names before; entry I is items[numbers[I]] */
    uint32_t *numbers;
    uint32_t cap;
    bool has_relinked;
    struct bl_printed_text texts[2];
    struct bl_partners partners[BL_TEXT_SORTS];
    /* Of a lowering, by group of attributes: nothing that is compared is in it. */
    bool *is_vacant[2];
    bool *is_loop; /* by number of the node before: it has lost its locations */
    struct bl_definition_pair *pairs;
    uint32_t n_pairs, cap_pairs;
};

/* Appends TEXT to CONTEXT, a bl_printed_text. */
void bl_printed_text_put(void *context, const char *text, size_t size);

/* What names of MODULE, the one before, become. Texts of names are in ARENA. */
int bl_text_comparison_learn(struct bl_text_comparison *c, struct bl_arena *arena,
                             struct bl_module *module, struct bl_error *err);
/* Compare the texts. BL_E_MISMATCH: they differ where that was not asked. */
int bl_text_comparison_run(struct bl_text_comparison *c, struct bl_error *err);
void bl_text_comparison_release(struct bl_text_comparison *c);

#endif
