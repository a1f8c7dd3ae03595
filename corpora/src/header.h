/*
 * header.h - a C header to precompile
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_CORPORA_HEADER_H
#define BITLEAP_CORPORA_HEADER_H

#include "detail.h"

#define HEADER_VERSION 3
#define HEADER_MAX(a, b) ((a) > (b) ? (a) : (b))

/** A rectangle in pixels. */
struct rectangle {
    struct corner from, to;
    unsigned flags : 5;
    const char *label;
};

enum rectangle_kind { KIND_PLAIN, KIND_ROUND = 4, KIND_LAST = -1 };

extern const struct rectangle unit_rectangle;
int rectangle_draw(const struct rectangle *r, enum rectangle_kind kind, ...) __attribute__((nonnull(1)));

static inline int rectangle_width(const struct rectangle *r)
{
    int w = r->to.x - r->from.x;
    for (int i = 0; i < HEADER_VERSION; i++)
        w = HEADER_MAX(w, i);
    return w;
}

#endif
