/* cmd/diff/attribute_changes.h - the attributes of two functions, one by one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_DIFF_ATTRIBUTE_CHANGES_H
#define CMD_DIFF_ATTRIBUTE_CHANGES_H

#include "base/text.h"

/* Those of a function, each as LLVM writes it, in order of their bytes. Zeroes are none. */
struct attribute_words {
    struct text text;
    struct bl_view *words; /* borrow from it */
    uint32_t n, cap;
};

/* Take them out of TEXT, the assembly of a function: the comment before it, "; Function Attrs: …",
 * and "#{ … }" in the line after. A text of anything else stays as it is. */
void attributes_take(struct attribute_words *words, struct text *text);
void attributes_release(struct attribute_words *words);

/* One that only the function before ('-') or only the one after ('+') has. Begins as zeroes. */
struct attribute_change {
    char mark;
    struct bl_view word;
    uint32_t next[2];
};

/* The next one, in order; false: there are no more. */
bool attributes_next_change(const struct attribute_words words[2], struct attribute_change *change);

#endif
