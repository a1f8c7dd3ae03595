/* print/print.h - text in LLVM's syntax, piece by piece
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_H
#define BL_PRINT_H

#include "bitleap.h"

/* Where text goes. */
struct bl_print {
    bl_put_fn *put;
    void *context;
};

/* The same, with the pieces counted, long ones as several: bl_print_counted() is a bl_put_fn whose
 * context it is. */
struct bl_print_count {
    struct bl_print p;
    uint64_t n;
};
void bl_print_counted(void *context, const char *text, size_t size);

void bl_print_view(const struct bl_print *p, struct bl_view view);
void bl_print_text(const struct bl_print *p, const char *text);
void bl_print_u64(const struct bl_print *p, uint64_t v);
void bl_print_i64(const struct bl_print *p, int64_t v);

/* "<WHAT N>": something that is not known, by number. */
void bl_print_unknown(const struct bl_print *p, const char *what, uint64_t n);

/* A backslash as two, what is not printable and " as \XX. */
void bl_print_escaped(const struct bl_print *p, struct bl_view view);

/* The same between double quotes, quotes included. */
void bl_print_quoted(const struct bl_print *p, struct bl_view view);

/* The same of operands that are characters, with a zero behind them if ZERO_BEHIND. */
void bl_print_quoted_ops(const struct bl_print *p, const uint64_t *ops, uint32_t n_ops,
                         bool zero_behind);

/* As bl_wide_print(). */
void bl_print_wide(const struct bl_print *p, const uint64_t *words, uint32_t n_words, uint32_t bits,
                   bool is_signed);

/* The same, where OPS are the words as signed VBRs. */
void bl_print_wide_ops(const struct bl_print *p, const uint64_t *ops, uint32_t n_ops, uint32_t bits,
                       bool is_signed);

/* V, which is finite, as "1.500000e+00", where LLVM prints it so: where the six digits that it gets
 * are enough to tell it. False: they are not, and nothing is printed. */
bool bl_print_short_double(const struct bl_print *p, double v);

#endif
