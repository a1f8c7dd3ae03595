/* print/nested_text.h - what is nested deep, printed without a deep stack
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Where calls have come BL_MAX_NESTING deep they leave a hole in the text and return. Then holes
 * are filled, in order, and in the same way: memory grows with the text, the stack does not.
 */
#ifndef BL_PRINT_NESTED_TEXT_H
#define BL_PRINT_NESTED_TEXT_H

#include "print/text_buffer.h"

enum {
    BL_MAX_NESTING = 200, /* of calls */
};

struct bl_hole {
    size_t at; /* in the text */
    uint64_t number;
    bool has_no_splat; /* of a constant: bl_printer's */
};

/* Zeroes, until a hole is left, and again after they are filled. */
struct bl_nested_text {
    struct bl_hole *holes; /* in what was printed last */
    uint32_t n_holes, cap_holes;
    struct bl_unfilled *unfilled; /* what follows, the next one last */
    uint32_t n_unfilled, cap_unfilled;
    struct bl_text rest; /* what is between those, likewise */
};

/* Something else is to be put where the text T ends now. Without memory T is cut. */
void bl_nested_leave(struct bl_nested_text *nested, struct bl_text *t, struct bl_hole hole);

typedef void bl_fill_fn(void *context, const struct bl_hole *hole);
/* FILL appends to T what belongs into a hole, and may leave others. */
void bl_nested_fill(struct bl_nested_text *nested, struct bl_text *t, bl_fill_fn *fill,
                    void *context);

#endif
