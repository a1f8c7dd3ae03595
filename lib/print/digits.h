/* print/digits.h - the decimal digits of small numbers
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_DIGITS_H
#define BL_PRINT_DIGITS_H

#include "base/compiler.h"
#include "base/store.h"

enum {
    BL_EIGHT_DIGITS = 100000000 /* numbers below have eight digits at most */
};

/* The eight digits of V, the first one in the lowest byte: pairs of four, of two, and of one are
 * taken apart at once, dividing by multiplication. */
static inline uint64_t bl_eight_digits(uint32_t v)
{
    uint64_t fours = v / 10000 | (uint64_t)(v % 10000) << 32;
    uint64_t upper = (fours * 10486 >> 20) & UINT64_C(0x7F0000007F);
    uint64_t twos = upper | (fours - 100 * upper) << 16;
    upper = (twos * 103 >> 10) & UINT64_C(0x000F000F000F000F);
    return upper | (twos - 10 * upper) << 8;
}

/* Those of V, below BL_EIGHT_DIGITS, with zeros before it where they are fewer than N_LEAST, at AT,
 * where there are eight bytes. Returns where they end. */
static inline char *bl_put_digits(char *at, uint32_t v, unsigned n_least)
{
    uint64_t digits = bl_eight_digits(v);
    unsigned n_zeros = digits ? (unsigned)__builtin_ctzll(digits) / 8 : 8;
    n_zeros = n_zeros < 8 - n_least ? n_zeros : 8 - n_least;
    digits |= UINT64_C(0x3030303030303030);
    bl_store_le64((uint8_t *)at, digits >> 8 * n_zeros);
    return at + 8 - n_zeros;
}

#endif
