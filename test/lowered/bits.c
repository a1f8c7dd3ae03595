/* lowered/bits.c - extensions, shifts, masks, bit fields, comparisons
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdint.h>
#include <stdio.h>

struct fields {
    unsigned a : 3, b : 11;
    int c : 7;
    uint64_t d : 40;
};

static uint32_t mix(uint8_t x, int16_t y, uint64_t z)
{
    uint32_t v = (uint32_t)x << 8 | (x & 15);
    v ^= (uint32_t)(z >> 7) + (uint32_t)(y > 0 ? y : -y);
    return v << 3 | v >> 29;
}

int main(void)
{
    struct fields f = {0};
    uint32_t sum = 0;
    for (int i = -20; i < 300; i += 13) {
        f.a = (unsigned)i;
        f.b += (unsigned)i;
        f.c = i % 64;
        f.d = f.d * 31 + (uint64_t)i;
        sum = sum * 17 + mix((uint8_t)i, (int16_t)(i * 99), f.d);
        sum += (uint32_t)__builtin_popcountll(f.d) + (uint32_t)__builtin_ctz(sum | 1u << 30);
    }
    printf("%u %u %u %d %llu\n", sum, f.a, f.b, f.c, (unsigned long long)f.d);
    printf("%d\n", (int)(__builtin_bswap32(sum) % 251));
    return 0;
}
