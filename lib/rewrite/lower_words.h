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

/* Groups of attributes of a text in which nothing is left. */
struct bl_vacant_groups {
    const bool *is_vacant;
    uint32_t n;
};

/* Whether nothing in LINE is compared. */
bool bl_words_are_passed(struct bl_view line);

/* LINE, or the text of a definition, in words that are the same before and after lowering: without
 * what the table of features leaves out or rewrites. BL_E_NOMEM. */
int bl_words_lowered(struct bl_arena *arena, const struct bl_lower_options *options,
                     struct bl_vacant_groups vacant, struct bl_view line, struct bl_view *out);

#endif
