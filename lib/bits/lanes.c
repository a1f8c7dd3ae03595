/* bits/lanes.c - the shuffles that move selected lanes together
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bits/lanes.h"

#if defined(__x86_64__)
/* Lane I is moved to the place that is the number of selected lanes before it. LANE is what its two
 * bytes are in a shuffle, if that place is one of the four from FIRST on. */
#define PLACE(set, i) __builtin_popcount((set) & ((1u << (i)) - 1))
#define LANE(set, i, first)                                                                  \
    (((set) >> (i)&1) && PLACE(set, i) / 4 == (first) / 4                                    \
         ? (UINT64_C(0x0100) + UINT64_C(0x0202) * (i)) << (PLACE(set, i) - (first)) % 4 * 16 \
         : 0)
#define FOUR_LANES(set, first)                                                                   \
    (LANE(set, 0u, first) | LANE(set, 1u, first) | LANE(set, 2u, first) | LANE(set, 3u, first) | \
     LANE(set, 4u, first) | LANE(set, 5u, first) | LANE(set, 6u, first) | LANE(set, 7u, first))
#define ROW(set)                                 \
    {                                            \
        FOUR_LANES(set, 0u), FOUR_LANES(set, 4u) \
    }
#define ROWS_4(set) ROW(set), ROW((set) + 1u), ROW((set) + 2u), ROW((set) + 3u)
#define ROWS_16(set) ROWS_4(set), ROWS_4((set) + 4u), ROWS_4((set) + 8u), ROWS_4((set) + 12u)
#define ROWS_64(set) ROWS_16(set), ROWS_16((set) + 16u), ROWS_16((set) + 32u), ROWS_16((set) + 48u)

_Alignas(64) const uint64_t bl_compress16[256][2] = {
    ROWS_64(0u),
    ROWS_64(64u),
    ROWS_64(128u),
    ROWS_64(192u),
};

#define TIMES_4(...) __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__
#define TIMES_16(...) TIMES_4(TIMES_4(__VA_ARGS__))
#define TIMES_64(...) TIMES_4(TIMES_16(__VA_ARGS__))

#define EIGHT_FROM(i) (i), (i) + 1, (i) + 2, (i) + 3, (i) + 4, (i) + 5, (i) + 6, (i) + 7
#define EIGHT_TIMES(i) i, i, i, i, i, i, i, i
#define ALL_FROM(i)                                                                 \
    EIGHT_FROM(i), EIGHT_FROM((i) + 8), EIGHT_FROM((i) + 16), EIGHT_FROM((i) + 24), \
        EIGHT_FROM((i) + 32), EIGHT_FROM((i) + 40), EIGHT_FROM((i) + 48), EIGHT_FROM((i) + 56)
const struct bl_lane_constants bl_lanes = {
    .words = {0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12},
    .fours = {TIMES_4(0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12)},
    .low_half = {TIMES_16(0x0000FFFF)},
    .low_byte = {TIMES_16(0x00FF00FF)},
    .phase = {0, 1, 2, 3, 4, 5, 6, 7},
    .first_eight = {EIGHT_TIMES(0), EIGHT_TIMES(1), EIGHT_TIMES(2), EIGHT_TIMES(3), EIGHT_TIMES(4),
                    EIGHT_TIMES(5), EIGHT_TIMES(6), EIGHT_TIMES(7)},
    .eight = {TIMES_64(8)},
    .from_next = {ALL_FROM(1)},
    .from_second = {ALL_FROM(2)},
    .even_six = {TIMES_16(0x003F, 0x003F)},
    .odd_six = {TIMES_16(0x3F00, 0x3F00)},
    .nibble = {TIMES_64(15)},
    .ones_in_nibble = {TIMES_4(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4)},
    .six = {TIMES_64(63)},
    .n_letters = {TIMES_64(26)},
    .last_letter = {TIMES_64(51)},
    .lower_case = {TIMES_64(13)},
#define DIGIT (('0' - 52) & 0xFF)
    .to_character = {TIMES_4('A' - 26, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT,
                             DIGIT, DIGIT, ('.' - 62) & 0xFF, '_' - 63, 'a', 0, 0)},
};

/* Bits of the second chunk that are left for the high byte. */
#define HIGH_BITS(width) ((width) > 5 ? 2 * (width)-10 : 0)
#define VBR_LANES(width)                                                                      \
    {                                                                                         \
        .more = {TIMES_64(1 << ((width)-1))}, .payload = {TIMES_64((1 << ((width)-1)) - 1)},  \
        .second_low = {TIMES_64((0xFF << ((width)-1)) & 0xFF)},                               \
        .second_high = {TIMES_64((1 << HIGH_BITS(width)) - 1)},                               \
        .eights = {EIGHT_FROM(0),           EIGHT_FROM((width)),     EIGHT_FROM(2 * (width)), \
                   EIGHT_FROM(3 * (width)), EIGHT_FROM(4 * (width)), EIGHT_FROM(5 * (width)), \
                   EIGHT_FROM(6 * (width)), EIGHT_FROM(7 * (width))},                         \
    }

const struct bl_vbr_lanes bl_vbr_lanes[] = {
    VBR_LANES(4), VBR_LANES(5), VBR_LANES(6), VBR_LANES(7), VBR_LANES(8),
};

#define SIXTH(r) \
    (UINT64_C(0x1041041041041041) << (r) % 6 | UINT64_C(0x1041041041041041) >> (6 - (r) % 6))
#define THREE(r) SIXTH(r), SIXTH((r) + 2), SIXTH((r) + 4)
#define TWELVE(r)                              \
    {                                          \
        THREE(r), THREE(r), THREE(r), THREE(r) \
    }

const uint64_t bl_every_sixth[6][12] = {
    TWELVE(0), TWELVE(1), TWELVE(2), TWELVE(3), TWELVE(4), TWELVE(5),
};
#endif
