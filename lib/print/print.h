/* print/print.h - text in LLVM's syntax, piece by piece
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_H
#define BL_PRINT_H

#include "bitleap_print.h"

/* Where text goes. */
struct bl_print {
    bl_put_fn *put;
    void *context;
};

/* Nothing is put of an empty text. */
void bl_print_text(const struct bl_print *p, const char *text);
void bl_print_u64(const struct bl_print *p, uint64_t v);
void bl_print_i64(const struct bl_print *p, int64_t v);
/* PREFIX and N: "!7". */
void bl_print_numbered(const struct bl_print *p, const char *prefix, uint64_t n);

/* Whether NAME is in quotes after @, % and $. */
bool bl_print_needs_quotes(struct bl_view name);
/* Whether VIEW is written between quotes as it is. */
bool bl_print_is_plain(struct bl_view view);

/* A backslash as two, what is not printable and " as \XX. */
void bl_print_escaped(const struct bl_print *p, struct bl_view view);

/* As bl_wide_print(), where OPS are the words as signed VBRs. */
void bl_print_wide_ops(const struct bl_print *p, const uint64_t *ops, uint32_t n_ops, uint32_t bits,
                       bool is_signed);

#endif
