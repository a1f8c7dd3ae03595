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

/* The same, counting the pieces, a long one as several. bl_print_counted() is a bl_put_fn for
 * it. */
struct bl_print_count {
    struct bl_print p;
    uint64_t n;
};
void bl_print_counted(void *context, const char *text, size_t size);

/* Nothing is put of an empty text. */
void bl_print_text(const struct bl_print *p, const char *text);
void bl_print_u64(const struct bl_print *p, uint64_t v);
void bl_print_i64(const struct bl_print *p, int64_t v);
/* PREFIX and the lowest N_DIGITS digits of V, up to 16. */
void bl_print_hex(const struct bl_print *p, const char *prefix, uint64_t v, unsigned n_digits);

/* ", " before item I of a list, unless that is the first, 0. */
void bl_print_comma(const struct bl_print *p, uint32_t i);

/* PREFIX and N: "!7". */
void bl_print_numbered(const struct bl_print *p, const char *prefix, uint64_t n);

/* PREFIX and NAME as bl_name_print() has it; if that is empty, N instead: "%entry", "%7". */
void bl_print_named(const struct bl_print *p, const char *prefix, struct bl_view name, uint64_t n);

/* " addrspace(N)", unless N is 0. */
void bl_print_address_space(const struct bl_print *p, uint64_t n);

/* "<WHAT N>": something that is not known, by number. */
void bl_print_unknown(const struct bl_print *p, const char *what, uint64_t n);

/* A backslash as two, what is not printable and " as \XX. */
void bl_print_escaped(const struct bl_print *p, struct bl_view view);

/* The same between double quotes, quotes included. */
void bl_print_quoted(const struct bl_print *p, struct bl_view view);

/* The same of operands that are characters, with a zero after them if ADD_ZERO. */
void bl_print_quoted_ops(const struct bl_print *p, const uint64_t *ops, uint32_t n_ops,
                         bool add_zero);

/* As bl_wide_print(), where OPS are the words as signed VBRs. */
void bl_print_wide_ops(const struct bl_print *p, const uint64_t *ops, uint32_t n_ops, uint32_t bits,
                       bool is_signed);

/* V, which is finite, as "1.500000e+00", where LLVM prints it so: where six digits after the point
 * identify it. False: they do not, and nothing is printed. */
bool bl_print_short_double(const struct bl_print *p, double v);

/* Value VALUE of the module with its type; TYPE is used where there is no such value. */
void bl_value_print(struct bl_module *module, uint32_t type, uint64_t value, bl_put_fn *put,
                    void *context);

/* VALUE without its type, a global value or a constant; LOCALS (or NULL) as for
 * bl_constant_print(). Blocks of FUNCTION are printed by their names; NULL: of none. */
void bl_value_print_local(struct bl_module *module, uint64_t value,
                          const struct bl_local_constants *locals, struct bl_function *function,
                          bl_put_fn *put, void *context);

/* The bits of VALUE as a number without a sign. False: it is no integer constant of 64 bits or
 * fewer. */
bool bl_value_unsigned(struct bl_module *module, uint64_t value, uint64_t *number);

#endif
