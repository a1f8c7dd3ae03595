/* print/float_text.c - floating-point numbers as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/float_text.h"
#include "print/printer.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIGITS = 6 /* of a number in decimal */
};

/* ---- As LLVM does it ----
 *
 * LLVM treats the number as an integer S times a power of ten, drops about as many digits of S as
 * six digits do not need, rounds the rest to six, and prints that if reading it gives the number
 * back; otherwise it prints bits. As dropping does not round, 1e-06, which is
 * 9.99999999999999954e-07, is printed as bits. What follows finds the same digits.
 */

enum {
    BITS_OF_DIGITS = 20, /* that hold six */
    FEW_DIGITS = 27,     /* more than a double is near to a number of six digits */
    MAX_DIGITS = 767,    /* of any double, exactly */
    FRACTION_BITS = 52,
    EXPONENT_BIAS = 1075, /* of the significand as an integer */
};

struct decimal {
    char digits[MAX_DIGITS + 1]; /* of S */
    int n;                       /* of them that count */
    int exponent;                /* of the first one: d.ddd e EXPONENT */
};

/* The bits of S, which is ODD times 5 to the power of N. */
static int bits_of_product(uint64_t odd, int n)
{
    long double v = (long double)odd;
    int bits = 0;
    for (int i = 0; i < n; i++) {
        v *= 5;
        if (v >= 0x1p62L) {
            v /= 0x1p32L;
            bits += 32;
        }
    }
    for (; v >= 1; bits++)
        v /= 2;
    return bits;
}

/* The first N digits of V > 0, rounded. */
static void find_digits(double v, int n, struct decimal *d)
{
    char text[MAX_DIGITS + 16];
    snprintf(text, sizeof text, "%.*e", n - 1, v);
    d->digits[0] = text[0];
    memcpy(d->digits + 1, text + 2, (size_t)n - 1);
    d->exponent = (int)strtol(strchr(text, 'e') + 1, NULL, 10);
}

/* As many of S as matter, of V > 0; and how many bits it has. */
static int decompose(double v, struct decimal *d)
{
    uint64_t raw;
    memcpy(&raw, &v, sizeof raw);
    int exponent = (int)(raw >> FRACTION_BITS);
    uint64_t odd = raw & ((UINT64_C(1) << FRACTION_BITS) - 1);
    odd |= exponent ? UINT64_C(1) << FRACTION_BITS : 0;
    exponent = (exponent ? exponent : 1) - EXPONENT_BIAS;
    for (; odd % 2 == 0; odd /= 2)
        exponent++;
    find_digits(v, FEW_DIGITS, d);
    if (strspn(d->digits + DIGITS + 1, "0") >= FEW_DIGITS - DIGITS - 1)
        find_digits(v, MAX_DIGITS, d); /* they might have been rounded up */
    d->n = d->exponent + 1 + (exponent < 0 ? -exponent : 0);
    return exponent < 0 ? bits_of_product(odd, -exponent) : bits_of_product(odd, 0) + exponent;
}

/* Round up the digits before digit N; a carry out of the first one leaves 1. */
static void round_up(struct decimal *d)
{
    int i = d->n;
    while (i > 0 && d->digits[i - 1] == '9')
        d->digits[--i] = '0';
    if (i > 0) {
        d->digits[i - 1]++;
        return;
    }
    d->digits[0] = '1';
    d->exponent++;
}

/* Whether the digits are V > 0. What is read has no decimal point, so any locale will do. */
static bool reads_as(const struct decimal *d, double v)
{
    char text[32];
    snprintf(text, sizeof text, "%.7se%d", d->digits, d->exponent - DIGITS);
    return strtod(text, NULL) == v;
}

/* "1.500000e+00" of V, which is finite, where six digits identify it. False: they do not, and
 * nothing is put. */
static bool put_decimal(struct bl_text *t, double v)
{
    struct decimal d = {.digits = "0", .n = 1};
    char text[32];
    bool is_negative = v < 0;
    if (v != 0) {
        int bits = decompose(is_negative ? -v : v, &d);
        if (bits > BITS_OF_DIGITS)
            d.n -= (bits - BITS_OF_DIGITS) * 59 / 196;
        if (d.n > DIGITS) {
            d.n = DIGITS;
            if (d.digits[DIGITS] >= '5')
                round_up(&d);
        }
    } else {
        uint64_t raw;
        memcpy(&raw, &v, sizeof raw);
        is_negative = raw != 0;
    }
    for (int i = d.n; i <= DIGITS; i++)
        d.digits[i] = '0';
    int n = snprintf(text, sizeof text, "%s%c.%.6se%c%02d", is_negative ? "-" : "", d.digits[0],
                     d.digits + 1, d.exponent < 0 ? '-' : '+', abs(d.exponent));
    if (!reads_as(&d, is_negative ? -v : v))
        return false;
    bl_text_bytes(t, text, (size_t)n);
    return true;
}

/* ---- Fast ----
 *
 * Most numbers either are six digits exactly, or are far from any: both can be seen at once.
 */

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
    if (!isfinite(v) || !put_decimal(t, v))
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
