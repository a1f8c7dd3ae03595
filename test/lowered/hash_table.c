/* lowered/hash_table.c - a hash table with open addressing, unsigned arithmetic that wraps
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdint.h>
#include <stdio.h>

static struct {
    uint64_t key;
    uint32_t n;
} table[256];

static uint32_t spread(uint64_t key)
{
    key = (key ^ key >> 31) * UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(key >> 56);
}

int main(void)
{
    uint64_t x = 88172645463325252u;
    uint32_t most = 0, probes = 0;
    for (int i = 0; i < 1000; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        uint64_t key = x % 97 + 1;
        uint32_t at = spread(key);
        while (table[at].key && table[at].key != key) {
            at = (at + 1) & 255;
            probes++;
        }
        table[at].key = key;
        if (++table[at].n > most)
            most = table[at].n;
    }
    printf("%u %u\n", most, probes);
    return (int)most;
}
