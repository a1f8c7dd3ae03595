/* base/nearest.c - which of many words somebody may have meant
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/nearest.h"

enum {
    LONGEST = 64, /* bytes of a word: longer ones are not compared */
    /* What is wrong costs so much: letters that are there in another order are likelier. */
    SWAPPED = 2,
    MISSING = 2,
    REPLACED = 3
};

struct nearest nearest_to(struct bl_view word)
{
    return (struct nearest){.word = word, .distance = MISSING * ((unsigned)word.size / 3 + 1)};
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Of two words of at most LONGEST bytes. Row I of the table has the distances of the first I bytes
 * of A from all beginnings of B; three rows are kept. */
static unsigned distance_of(struct bl_view a, struct bl_view b)
{
    unsigned rows[3][LONGEST + 1];
    for (unsigned k = 0; k <= b.size; k++)
        rows[0][k] = k * MISSING;
    for (unsigned i = 1; i <= a.size; i++) {
        const unsigned *before = rows[(i - 1) % 3];
        unsigned *row = rows[i % 3];
        row[0] = i * MISSING;
        for (unsigned k = 1; k <= b.size; k++) {
            bool is_same = a.data[i - 1] == b.data[k - 1];
            row[k] = least(before[k - 1] + (is_same ? 0 : REPLACED),
                           least(before[k], row[k - 1]) + MISSING);
            if (i > 1 && k > 1 && a.data[i - 1] == b.data[k - 2] && a.data[i - 2] == b.data[k - 1])
                row[k] = least(row[k], rows[(i - 2) % 3][k - 2] + SWAPPED);
        }
    }
    return rows[a.size % 3][b.size];
}

void nearest_try(struct nearest *nearest, struct bl_view word)
{
    size_t n = nearest->word.size;
    size_t apart = word.size > n ? word.size - n : n - word.size;
    if (n > LONGEST || word.size > LONGEST || apart * MISSING >= nearest->distance)
        return;
    unsigned distance = distance_of(nearest->word, word);
    if (distance < nearest->distance) {
        nearest->distance = distance;
        nearest->found = word;
    }
}
