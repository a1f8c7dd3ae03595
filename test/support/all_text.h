/* support/all_text.h - what was printed, all of it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_ALL_TEXT_H
#define BL_SUPPORT_ALL_TEXT_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Zeroes are none yet; then with a NUL after it. DATA is to be freed. */
struct all_text {
    char *data;
    size_t size;
};

/* A bl_put_fn. */
static inline void append(void *context, const char *text, size_t size)
{
    struct all_text *t = context;
    t->data = realloc(t->data, t->size + size + 1);
    cr_assert(t->data);
    memcpy(t->data + t->size, text, size);
    t->size += size;
    t->data[t->size] = '\0';
}

#endif
