/* print/print_double.c - numbers in decimal, where LLVM prints them so
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * LLVM treats the number as an integer S times a power of ten, drops about as many digits of S as
 * six digits do not need, rounds the rest to six, and prints that if reading it gives the number
 * back; otherwise it prints bits. As dropping does not round, 1e-06, which is
 * 9.99999999999999954e-07, is printed as bits. What follows finds the same digits.
 */
#include "print/print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WANTED = 6,       /* digits */
    WANTED_BITS = 20, /* that hold them */
    FEW_DIGITS = 27,  /* more than a double is near to a number of six digits */
    MAX_DIGITS = 767, /* of any double, exactly */
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
    if (strspn(d->digits + WANTED + 1, "0") >= FEW_DIGITS - WANTED - 1)
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
    snprintf(text, sizeof text, "%.7se%d", d->digits, d->exponent - WANTED);
    return strtod(text, NULL) == v;
}

bool bl_print_short_double(const struct bl_print *p, double v)
{
    struct decimal d = {.digits = "0", .n = 1};
    char text[32];
    bool is_negative = v < 0;
    if (v != 0) {
        int bits = decompose(is_negative ? -v : v, &d);
        if (bits > WANTED_BITS)
            d.n -= (bits - WANTED_BITS) * 59 / 196;
        if (d.n > WANTED) {
            d.n = WANTED;
            if (d.digits[WANTED] >= '5')
                round_up(&d);
        }
    } else {
        uint64_t raw;
        memcpy(&raw, &v, sizeof raw);
        is_negative = raw != 0;
    }
    for (int i = d.n; i <= WANTED; i++)
        d.digits[i] = '0';
    int n = snprintf(text, sizeof text, "%s%c.%.6se%c%02d", is_negative ? "-" : "", d.digits[0],
                     d.digits + 1, d.exponent < 0 ? '-' : '+', abs(d.exponent));
    if (!reads_as(&d, is_negative ? -v : v))
        return false;
    p->put(p->context, text, (size_t)n);
    return true;
}
