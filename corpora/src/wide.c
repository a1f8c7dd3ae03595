/*
 * wide.c - wide and odd-sized values: i128, vectors, long double, inline assembly, long strings
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

typedef unsigned __int128 u128;
typedef int v4i __attribute__((vector_size(16)));
typedef float v8f __attribute__((vector_size(32)));
typedef double v2d __attribute__((vector_size(16)));
typedef signed char v16c __attribute__((vector_size(16)));
typedef float e3f __attribute__((ext_vector_type(3)));
typedef _Bool (*predicate)(u128);

const u128 big = ((u128)0xfedcba9876543210ull << 64) | 0x0123456789abcdefull;
const u128 power = (u128)1 << 127;
const __int128 minus_one = -1, minimum = (__int128)((u128)1 << 127);
const long double pi = 3.14159265358979323846264338327950288L;
const v4i steps = {1, -2, 3, -4};
const v8f same = {1.5f, 1.5f, 1.5f, 1.5f, 1.5f, 1.5f, 1.5f, 1.5f};
const unsigned char bytes[] = {0, 1, 2, 127, 128, 254, 255};
const unsigned short halves[] = {0, 1, 0x7fff, 0x8000, 0xffff};
const unsigned long long longs[] = {0, 1, 0x7fffffffffffffffull, 0x8000000000000000ull, 0xffffffffffffffffull};

#define REPEAT4(s) s s s s
#define REPEAT16(s) REPEAT4(REPEAT4(s))
#define REPEAT64(s) REPEAT4(REPEAT16(s))
const char long_text[] = REPEAT64("The quick brown fox jumps over the lazy dog; 0123456789. ");
const char long_word[] = REPEAT64("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._");
const char long_binary[] = REPEAT64("\x00\xff\x80\x7f\x1b\xfe");

__asm__(".globl from_module_asm\n"
        "from_module_asm:\n"
        "\tret\n");
__asm__("# a second line of module level assembly");

u128 mul(u128 a, u128 b)
{
    return a * b + big;
}

u128 divide(u128 a, u128 b, predicate ok)
{
    return ok(a) ? a / b : a % (b | power);
}

int shift(__int128 a)
{
    return (int)(a >> 100) + (a == minimum) + (a < minus_one);
}

v4i lanes(v4i a, v4i b, int n)
{
    v4i mask = a > b;
    a[n & 3] = b[2];
    return __builtin_shufflevector(a & mask, b, 0, 5, -1, 7) + steps;
}

v8f blend(const v8f *p, unsigned long n)
{
    v8f sum = same;
    for (unsigned long i = 0; i < n; i++)
        sum = sum * p[i] - same;
    return sum;
}

v2d convert(v4i x)
{
    return __builtin_convertvector(__builtin_shufflevector(x, x, 0, 1), v2d);
}

float swizzle(e3f v)
{
    return v.x + v.zyx.y;
}

v16c narrow(v16c a)
{
    return a << 3 | a >> 1;
}

long double extended(long double a, float b)
{
    return a * pi + (long double)b;
}

unsigned long long timestamp(void)
{
    unsigned lo, hi;
    __asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi) : : "memory");
    return (unsigned long long)hi << 32 | lo;
}

int asm_operands(int a, int *p)
{
    int r, s;
    __asm__("addl %2, %0\n\tmovl %0, %1" : "=&r"(r), "=m"(*p) : "ri"(a), "0"(a) : "cc");
    __asm__("mov %[value], %k[result] # {%%a|%%b} $$" : [result] "=r"(s) : [value] "r"(r));
    return s;
}

int asm_goto(int a)
{
    __asm__ goto("testl %0, %0\n\tjz %l[zero]" : : "r"(a) : "cc" : zero, other);
    return 1;
other:
    return 2;
zero:
    return 0;
}
