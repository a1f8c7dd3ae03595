/* print/kept_texts.h - texts by number that are made once and copied from then on
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Most of what assembly consists of is short: "%12", "i32", "float". Up to BL_SHORT_TEXT characters
 * are in the table itself, so that a copy takes one store whatever their size.
 */
#ifndef BL_PRINT_KEPT_TEXTS_H
#define BL_PRINT_KEPT_TEXTS_H

#include "print/text_buffer.h"

enum {
    BL_SHORT_TEXT = 15,  /* characters */
    BL_LONG_TEXT = 255,  /* in place of a size: a bl_long_text is in place of the characters */
    BL_TEXT_STRIDE = 32, /* a long one is copied by so many bytes */
};

struct bl_kept_text {
    char text[BL_SHORT_TEXT];
    uint8_t size; /* 0: nothing is kept */
};

struct bl_long_text {
    uint32_t at, size; /* in bl_kept_texts.longer */
};

/* Zeroes are an empty one; bl_kept_release() frees it. */
struct bl_kept_texts {
    struct bl_kept_text *items;
    uint32_t n, cap;
    struct bl_text longer; /* with BL_TEXT_STRIDE bytes after its end */
};

/* Room for N texts, none of which is kept. False: there is no memory, and room for none. */
bool bl_kept_begin(struct bl_kept_texts *kept, uint32_t n);
/* Keep SIZE bytes at DATA as text I, which is less than kept->n. Nothing happens where SIZE is 0,
 * or there is no memory. */
void bl_kept_set(struct bl_kept_texts *kept, uint64_t i, const char *data, size_t size);
void bl_kept_release(struct bl_kept_texts *kept);

static inline void bl_text_long(struct bl_text *t, const struct bl_kept_texts *kept,
                                const struct bl_kept_text *item)
{
    struct bl_long_text place;
    memcpy(&place, item->text, sizeof place);
    char *at = bl_text_room(t, place.size + (size_t)BL_TEXT_STRIDE);
    const char *from = kept->longer.data + place.at;
    for (size_t i = 0; at && i < place.size; i += BL_TEXT_STRIDE)
        memcpy(at + i, from + i, BL_TEXT_STRIDE);
    t->size += at ? place.size : 0;
}

/* Append text I. False: it is not kept. */
static inline bool bl_text_kept(struct bl_text *t, const struct bl_kept_texts *kept, uint64_t i)
{
    if (i >= kept->n || kept->items[i].size == 0)
        return false;
    const struct bl_kept_text *item = &kept->items[i];
    char *at = bl_text_room(t, sizeof *item);
    if (__builtin_expect(item->size == BL_LONG_TEXT, 0)) {
        bl_text_long(t, kept, item);
    } else if (at) {
        memcpy(at, item, sizeof *item); /* more than there is: a constant number of bytes */
        t->size += item->size;
    }
    return true;
}

#endif
