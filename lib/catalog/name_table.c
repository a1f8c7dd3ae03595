/* catalog/name_table.c - symbols by the hash of their name
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Sorted digit by digit, from the lowest: time does not depend on what the hashes are, and symbols of one
 * hash stay in the order of their numbers.
 */
#include "base/grow.h"
#include "base/load.h"
#include "base/store.h"
#include "catalog/assemble.h"

#include <string.h>

enum {
    DIGIT_BITS = 11,
    N_DIGITS = 3, /* 33 bits: a hash has 32 */
    N_BUCKETS = 1 << DIGIT_BITS,
    SYMBOLS_AN_ENTRY = 4, /* of FANO, about */
};

/* Hash above, number below. */
static unsigned digit_of(uint64_t item, unsigned digit)
{
    return item >> (32 + digit * DIGIT_BITS) & (N_BUCKETS - 1);
}

/* COUNTS[D]: how many items have a digit D; make it where the first of them goes. */
static void sum_up(uint32_t counts[N_BUCKETS])
{
    uint32_t sum = 0;
    for (uint32_t d = 0; d < N_BUCKETS; d++) {
        uint32_t n = counts[d];
        counts[d] = sum;
        sum += n;
    }
}

/* Take the hashes out of SYMBOLS and sort. ITEMS and OTHER have room for N; where they are is returned. */
static uint64_t *sort(const struct bl_blx_symbol *symbols, uint32_t n, uint64_t *items,
                      uint64_t *other)
{
    uint32_t at[N_DIGITS][N_BUCKETS] = {0};
    for (uint32_t i = 0; i < n; i++) {
        items[i] = (uint64_t)bl_load_le32(symbols[i].hash) << 32 | i;
        for (unsigned digit = 0; digit < N_DIGITS; digit++)
            at[digit][digit_of(items[i], digit)]++;
    }
    for (unsigned digit = 0; digit < N_DIGITS; digit++) {
        sum_up(at[digit]);
        for (uint32_t i = 0; i < n; i++)
            other[at[digit][digit_of(items[i], digit)]++] = items[i];
        uint64_t *sorted = other;
        other = items;
        items = sorted;
    }
    return items;
}

/* Bits of a hash that FANO looks at. */
static unsigned fanout_bits(uint32_t n)
{
    unsigned bits = 0;
    while (((uint64_t)SYMBOLS_AN_ENTRY << bits) < n)
        bits++;
    return bits;
}

static void put_tables(const uint64_t *items, uint32_t n, unsigned bits, uint8_t *fanout,
                       uint8_t *numbers)
{
    uint64_t entry = 0;
    for (uint32_t i = 0; i < n; i++) {
        bl_store_le32(numbers + (size_t)i * 4, (uint32_t)items[i]);
        for (; bits > 0 && entry <= items[i] >> (64 - bits); entry++)
            bl_store_le32(fanout + entry * 4, i);
    }
    if (bits == 0)
        bl_store_le32(fanout + 4 * entry++, 0);
    for (; entry <= (uint64_t)1 << bits; entry++)
        bl_store_le32(fanout + entry * 4, n);
}

int bl_assembly_name_table(struct bl_fragment *made)
{
    const struct bl_blx_symbol *symbols = (const void *)made->chunks[BL_BLX_SYMS].data;
    uint32_t n = bl_fragment_count(made, BL_BLX_SYMS);
    unsigned bits = fanout_bits(n);
    uint64_t *items = NULL;
    size_t cap = 0;
    if (n == 0)
        return BL_OK;
    uint8_t *fanout = bl_buffer_add(&made->chunks[BL_BLX_FANO], (((size_t)1 << bits) + 1) * 4);
    uint8_t *numbers = bl_buffer_add(&made->chunks[BL_BLX_HASH], (size_t)n * 4);
    if (!fanout || !numbers || bl_grow(&items, &cap, (size_t)n * 2) < 0)
        return BL_E_NOMEM;
    put_tables(sort(symbols, n, items, items + n), n, bits, fanout, numbers);
    bl_drop(items);
    return BL_OK;
}
