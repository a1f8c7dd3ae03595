/* numbers/packed_instructions.c - instructions of a body of very many, in few bytes each
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Of each instruction a mask says which of its words of 32 bits are not those of the instruction
 * before, and the differences of these follow, as LEB128 with the sign in the lowest bit. Mostly
 * these are its position, its block, its value and its operands, each a little further on.
 */
#include "numbers/packed_instructions.h"

#include "base/grow.h"
#include "base/leb128.h"
#include "base/status.h"

#include <string.h>

enum {
    N_WORDS = sizeof(struct bl_instruction) / sizeof(uint32_t),
    MOST_BYTES = (1 + N_WORDS) * BL_MAX_LEB_BYTES, /* of an instruction */
};
_Static_assert(N_WORDS * sizeof(uint32_t) == sizeof(struct bl_instruction), "nothing is left over");
_Static_assert(N_WORDS < 64, "a mask is a number");

int bl_packed_begin(struct bl_packed_instructions **p)
{
    if (!*p)
        *p = bl_new(sizeof **p);
    if (!*p)
        return BL_E_NOMEM;
    (*p)->unpacked = BL_NONE;
    (*p)->n_windows = 0;
    (*p)->n_bytes = 0;
    return BL_OK;
}

void bl_packed_close(struct bl_packed_instructions *p)
{
    if (!p)
        return;
    bl_drop(p->ends);
    bl_drop(p->bytes);
    bl_drop(p);
}

static uint8_t *pack(uint8_t *at, const uint32_t *before, const uint32_t *words)
{
    uint64_t mask = 0;
    for (uint32_t i = 0; i < N_WORDS; i++)
        mask |= (uint64_t)(words[i] != before[i]) << i;
    at = bl_leb_put(at, mask);
    for (uint32_t i = 0; i < N_WORDS; i++) {
        uint32_t difference = words[i] - before[i];
        if (difference)
            at = bl_leb_put(at, difference << 1 ^ (0 - (difference >> 31)));
    }
    return at;
}

int bl_packed_append(struct bl_packed_instructions *p, uint32_t n)
{
    uint32_t words[2][N_WORDS] = {{0}};
    if (bl_grow(&p->bytes, &p->cap_bytes, p->n_bytes + (uint64_t)n * MOST_BYTES) < 0 ||
        bl_grow(&p->ends, &p->cap_windows, p->n_windows + 1U) < 0)
        return BL_E_NOMEM;
    uint8_t *at = p->bytes + p->n_bytes;
    for (uint32_t i = 0; i < n; i++) {
        memcpy(words[(i + 1) % 2], &p->window[i], sizeof *words);
        at = pack(at, words[i % 2], words[(i + 1) % 2]);
    }
    p->n_bytes = (size_t)(at - p->bytes);
    p->ends[p->n_windows++] = p->n_bytes;
    return BL_OK;
}

static const uint8_t *unpack(const uint8_t *at, const uint8_t *end, uint32_t *words)
{
    uint64_t mask, difference;
    (void)bl_leb_get(&at, end, &mask);
    for (; mask; mask &= mask - 1) {
        (void)bl_leb_get(&at, end, &difference);
        words[__builtin_ctzll(mask)] += (uint32_t)(difference >> 1 ^ (0 - (difference & 1)));
    }
    return at;
}

const struct bl_instruction *bl_packed_get(struct bl_packed_instructions *p, uint32_t i)
{
    uint32_t number = i / BL_WINDOW_INSTRUCTIONS;
    if (number != p->unpacked) {
        uint32_t words[N_WORDS] = {0};
        const uint8_t *at = p->bytes + (number ? p->ends[number - 1] : 0);
        const uint8_t *end = p->bytes + p->ends[number];
        for (struct bl_instruction *to = p->window; at < end; to++) {
            at = unpack(at, end, words);
            memcpy(to, words, sizeof *to);
        }
        p->unpacked = number;
    }
    return &p->window[i % BL_WINDOW_INSTRUCTIONS];
}
