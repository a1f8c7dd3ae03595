/* print/text_buffer.h - text that grows
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Printers append piece by piece without looking at results: where there is no memory, or the limit
 * is reached, the rest is dropped, and `is_cut` says so at the end.
 */
#ifndef BL_PRINT_TEXT_BUFFER_H
#define BL_PRINT_TEXT_BUFFER_H

#include "bitleap_base.h"

#include <string.h>

enum {
    BL_TEXT_RESERVE = 512 /* bytes that there are beyond `cap`, for what is written and dropped */
};

/* Zeroes and a limit are an empty one; bl_text_release() frees it. */
struct bl_text {
    char *data;
    size_t size, cap;
    uint64_t limit;  /* bytes it may hold; 0: any number */
    bool is_cut;     /* something was dropped: */
    bool has_lacked; /* for lack of memory */
};

/* Make room for N more bytes at least. False: there is none, and the text is cut. */
bool bl_text_grow(struct bl_text *t, size_t n);
void bl_text_release(struct bl_text *t);
/* There is no room for anything more, be it short: what is there is the beginning of a text. */
void bl_text_cut(struct bl_text *t);

/* Room for N more bytes, where the caller writes, and adds to t->size; NULL: there is none. */
static inline char *bl_text_room(struct bl_text *t, size_t n)
{
    if (__builtin_expect(t->size + n >= t->cap, 0) && !bl_text_grow(t, n))
        return NULL;
    return t->data + t->size;
}

static inline void bl_text_bytes(struct bl_text *t, const void *data, size_t n)
{
    if (n == 0)
        return; /* and DATA, or t->data, may be NULL */
    char *at = bl_text_room(t, n);
    if (!at)
        return;
    memcpy(at, data, n);
    t->size += n;
}

/* A constant text costs a store or two. */
static inline void bl_text_put(struct bl_text *t, const char *text)
{
    bl_text_bytes(t, text, __builtin_strlen(text));
}

static inline void bl_text_view(struct bl_text *t, struct bl_view view)
{
    bl_text_bytes(t, view.data, view.size);
}

static inline void bl_text_char(struct bl_text *t, char c)
{
    char *at = bl_text_room(t, 1);
    if (at)
        *at = c;
    t->size += at != NULL;
}

void bl_text_u64(struct bl_text *t, uint64_t v);
void bl_text_i64(struct bl_text *t, int64_t v);
/* The lowest N_DIGITS hexadecimal digits of V, in capitals. */
void bl_text_hex(struct bl_text *t, uint64_t v, unsigned n_digits);

/* PREFIX and N: "!7". */
static inline void bl_text_numbered(struct bl_text *t, const char *prefix, uint64_t n)
{
    bl_text_put(t, prefix);
    bl_text_u64(t, n);
}

/* ", " before item I of a list, unless that is the first, 0. */
static inline void bl_text_comma(struct bl_text *t, uint64_t i)
{
    if (i > 0)
        bl_text_put(t, ", ");
}

/* A backslash as two, what is not printable and " as \XX. */
void bl_text_escaped(struct bl_text *t, struct bl_view view);
/* The same between double quotes, quotes included. */
void bl_text_quoted(struct bl_text *t, struct bl_view view);
/* A name as LLVM writes it after @, % and $: in quotes, with escapes, if necessary. */
void bl_text_name(struct bl_text *t, struct bl_view name);

/* A bl_put_fn for a struct bl_text. */
void bl_text_append(void *text, const char *data, size_t size);

#endif
