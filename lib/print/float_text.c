/* print/float_text.c - floating-point numbers as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/float_text.h"
#include "print/print.h"
#include "print/printer.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* ---- Six digits ----
 *
 * LLVM prints a number in decimal where six digits identify it (print_double.c). Most either are
 * six digits exactly, or are far from any: both can be seen at once.
 */

enum {
    DIGITS = 6
};

/* 10 to the power of N, which is at most 330. */
static long double power_of_ten(unsigned n)
{
    static const long double powers[] = {1e1L,  1e2L,  1e4L,   1e8L,  1e16L,
                                         1e32L, 1e64L, 1e128L, 1e256L};
    long double power = 1;
    for (unsigned i = 0; n > 0; i++, n >>= 1)
        power *= n & 1 ? powers[i] : 1;
    return power;
}

/* V > 0 as an integer of six digits times ten to the power of *EXPONENT, as exactly as it is easily
 * computed. */
static long double scale(double v, int *exponent)
{
    int binary;
    (void)frexp(v, &binary);
    int decimal = (binary - 1) * 30103;
    *exponent = decimal / 100000 - (decimal < 0) - (DIGITS - 1);
    unsigned n = (unsigned)abs(*exponent);
    long double value = (long double)v;
    long double scaled = *exponent < 0 ? value * power_of_ten(n) : value / power_of_ten(n);
    if (scaled < 1e6L - 0.5L)
        return scaled;
    ++*exponent;
    return scaled / 10;
}

/* Whether V is DIGITS times ten to the power of EXPONENT and nothing else. */
static bool is_exact(double v, uint32_t digits, int exponent)
{
    enum {
        MOST_DOWN = 8, /* powers of five that six digits may be a multiple of */
        MOST_UP = 14   /* that fit a double with six digits */
    };
    if (exponent < -MOST_DOWN || exponent > MOST_UP)
        return false;
    uint64_t five = 1;
    for (int i = abs(exponent); i > 0; i--)
        five *= 5;
    uint64_t whole = exponent < 0 ? digits / five : digits * five;
    return (exponent >= 0 || digits % five == 0) && ldexp((double)whole, exponent) == v;
}

static void put_digits(struct bl_text *t, uint32_t digits, int exponent, bool is_negative)
{
    char text[] = "-0.000000";
    for (size_t at = DIGITS + 1; at > 0; at--) {
        if (at == 2)
            continue;
        text[at] = (char)('0' + digits % 10);
        digits /= 10;
    }
    exponent += DIGITS - 1;
    bl_text_bytes(t, text + !is_negative, sizeof text - 1 - !is_negative);
    bl_text_put(t, exponent < 0 ? "e-" : "e+");
    if (abs(exponent) < 10)
        bl_text_char(t, '0');
    bl_text_u64(t, (uint64_t)abs(exponent));
}

static void put_bits(struct bl_text *t, uint64_t bits)
{
    unsigned digits = 1;
    while (digits < 16 && bits >> 4 * digits != 0)
        digits++;
    bl_text_put(t, "0x");
    bl_text_hex(t, bits, digits);
}

static void put_double(struct bl_text *t, uint64_t bits)
{
    double v;
    memcpy(&v, &bits, sizeof v);
    struct bl_print p = {bl_text_append, t};
    double magnitude = v < 0 ? -v : v;
    if (isfinite(v) && magnitude >= DBL_MIN) {
        int exponent;
        long double scaled = scale(magnitude, &exponent);
        uint32_t digits = (uint32_t)(scaled + 0.5L);
        long double rest = scaled - digits;
        if (rest > scaled * 1e-13L || rest < scaled * -1e-13L) {
            put_bits(t, bits);
            return;
        }
        if (is_exact(magnitude, digits, exponent)) {
            put_digits(t, digits, exponent, v < 0);
            return;
        }
    }
    if (!isfinite(v) || !bl_print_short_double(&p, v))
        put_bits(t, bits);
}

/* As a double; the bits of what is no number stay. */
static void put_single(struct bl_text *t, uint32_t bits)
{
    float f;
    uint64_t wide =
        (uint64_t)(bits >> 31) << 63 | (uint64_t)0x7FF << 52 | (uint64_t)(bits & 0x7FFFFF) << 29;
    if ((bits >> 23 & 0xFF) != 0xFF) {
        memcpy(&f, &bits, sizeof f);
        double v = (double)f;
        memcpy(&wide, &v, sizeof wide);
    }
    put_double(t, wide);
}

static void put_two(struct bl_text *t, const char *prefix, uint64_t first, unsigned n_digits,
                    uint64_t second)
{
    bl_text_put(t, prefix);
    bl_text_hex(t, first, n_digits);
    bl_text_hex(t, second, 16);
}

void bl_put_float(struct bl_text *t, enum bl_type_kind kind, uint64_t first, uint64_t second)
{
    switch (kind) {
    case BL_TYPE_HALF:
    case BL_TYPE_BFLOAT:
        bl_text_put(t, kind == BL_TYPE_HALF ? "0xH" : "0xR");
        bl_text_hex(t, first, 4);
        return;
    case BL_TYPE_FLOAT: put_single(t, (uint32_t)first); return;
    case BL_TYPE_X86_FP80:
        put_two(t, "0xK", first >> 48, 4, first << 16 | (second & 0xFFFF));
        return;
    case BL_TYPE_FP128: put_two(t, "0xL", first, 16, second); return;
    case BL_TYPE_PPC_FP128: put_two(t, "0xM", first, 16, second); return;
    default: put_double(t, first); return;
    }
}
