/* rewrite/text_words.h - words of lines of assembly, and lines without some of them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_REWRITE_TEXT_WORDS_H
#define BL_REWRITE_TEXT_WORDS_H

#include "base/arena.h"
#include "base/view.h"
#include "bitleap_strip.h"

/* The string at *AT, which is a quote, without its escapes; *AT goes after it. BL_E_NOMEM. */
int bl_words_quoted(struct bl_arena *arena, struct bl_view line, size_t *at, struct bl_view *out);
/* The name at *AT, after its @ or $, likewise. */
int bl_words_name(struct bl_arena *arena, struct bl_view line, size_t *at, struct bl_view *out);
/* The number at *AT, after its ! or #; *AT goes after it. False: there is none. */
bool bl_words_number(struct bl_view line, size_t *at, uint32_t *number);

/* LINE without words for linkage, and COMDATs in parentheses. */
int bl_words_unlinked(struct bl_arena *arena, struct bl_view line, struct bl_view *out);

/* What is attached in a line, as ", !dbg !7". */
struct bl_words_attachment {
    size_t from, end; /* with the comma before it */
    struct bl_view kind;
    uint32_t node;
};

/* The next one from *AT on, outside of strings; *AT goes after it. */
bool bl_words_attached(struct bl_view line, size_t *at, struct bl_words_attachment *attachment);

#endif
