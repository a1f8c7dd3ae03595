/* rewrite/lower_words.h - lines of assembly without what an older LLVM says otherwise or not at all
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_REWRITE_LOWER_WORDS_H
#define BL_REWRITE_LOWER_WORDS_H

#include "base/arena.h"
#include "base/view.h"
#include "bitleap_lower.h"
#include "bitleap_types.h"

/* How names of notes begin. */
#define BL_LOWER_NOTES "bitleap.lowered."

enum {
    BL_MAX_LOWERED_WORDS = 128,
    BL_MAX_ATTRIBUTE_ROWS = 64, /* of the table of features */
    BL_MAX_SPELLINGS = 16
};

/* Where a word goes. */
enum bl_word_place {
    BL_GOES_AS_WORD,        /* wherever it is one by itself, with what is in parentheses after it */
    BL_GOES_AFTER_CAST,     /* as a flag */
    BL_GOES_AFTER_GEP,      /* likewise */
    BL_GOES_AS_PROPERTY,    /* of a global variable: ", code_model \"large\"" */
    BL_GOES_AS_FIELD,       /* of a node, with its value */
    BL_GOES_AS_NODE_FIELD,  /* whose value is a node */
    BL_GOES_AS_LABEL_FIELD, /* of a DILabel */
    BL_GOES_AS_IMPORT_FIELD /* of a DIImportedEntity */
};

struct bl_lowered_word {
    struct bl_view word;
    uint8_t where; /* bl_word_place */
};

struct bl_spelling {
    const char *from, *to;
};

/* Which words go, or are said otherwise, because of what was found in a stream: of no other feature
 * is a word passed over. */
struct bl_lowered_words {
    struct bl_lowered_word items[BL_MAX_LOWERED_WORDS];
    uint32_t n;
    struct bl_spelling spellings[BL_MAX_SPELLINGS];
    uint32_t n_spellings;
    bool begins[256]; /* by first byte: there is a word */
    bool spelling_begins[256];
    bool has_debug_records, has_declared_values, has_assignments, has_debug_types, has_lifetimes,
        has_thread_locals, has_local_imports, has_renamed, has_comparisons, has_definitions,
        has_notes, has_masked;
};

/* For what OPTIONS ask (lower_word_list.c). */
void bl_lowered_words_init(struct bl_lowered_words *words, const struct bl_lower_report *report,
                           const struct bl_lower_options *options);

/* Groups of attributes of a text in which nothing is left. */
struct bl_vacant_groups {
    const bool *is_vacant;
    uint32_t n;
};

/* Whether nothing in LINE is compared. */
bool bl_words_are_passed(const struct bl_lowered_words *words, struct bl_view line);

/* If LINE declares or defines an intrinsic that becomes a function: how the function's name begins,
 * and *TYPES, its rest; otherwise NULL. Static. */
const char *bl_words_definition(struct bl_view line, struct bl_view *types);
/* If LINE begins a function that an intrinsic has become, go past its body, which *REST begins
 * with. */
void bl_words_pass_body(const struct bl_lowered_words *words, struct bl_view line,
                        struct bl_view *rest);

/* LINE, or the text of a definition, in words that are the same before and after lowering.
 * BL_E_NOMEM. */
int bl_words_lowered(struct bl_arena *arena, const struct bl_lowered_words *words,
                     struct bl_vacant_groups vacant, struct bl_view line, struct bl_view *out);

#endif
