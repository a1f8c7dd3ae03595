/* base/view.h - views compared with each other and with text
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_VIEW_H
#define BL_BASE_VIEW_H

#include "base/bound.h"
#include "bitleap_base.h"

#include <string.h>

/* VIEW from byte AT on, which is within it or at its end. */
static inline struct bl_view bl_view_from(struct bl_view view, uint64_t at)
{
    return (struct bl_view){.data = view.data + at, .size = (size_t)(view.size - at)};
}

/* Whether the bytes are the same, wherever they are. */
static inline bool bl_view_equal(struct bl_view a, struct bl_view b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* As memcmp(), byte by byte; the beginning of a view comes before it. */
static inline int bl_view_compare(struct bl_view a, struct bl_view b)
{
    size_t n = a.size < b.size ? a.size : b.size;
    int order = n > 0 ? memcmp(a.data, b.data, n) : 0;
    return order != 0 ? order : bl_order(a.size, b.size);
}

static inline bool bl_view_begins(struct bl_view view, const char *text)
{
    size_t n = strlen(text);
    return view.size >= n && (n == 0 || memcmp(view.data, text, n) == 0);
}

/* Where TEXT is first in VIEW; SIZE_MAX: nowhere. */
static inline size_t bl_view_find(struct bl_view view, const char *text)
{
    const uint8_t *at = view.size ? memmem(view.data, view.size, text, strlen(text)) : NULL;
    return at ? (size_t)(at - view.data) : SIZE_MAX;
}

static inline bool bl_view_has(struct bl_view view, const char *text)
{
    return bl_view_find(view, text) != SIZE_MAX;
}

static inline bool bl_view_is(struct bl_view view, const char *text)
{
    return view.size == strlen(text) && bl_view_begins(view, text);
}

#endif
