/* support/mutate.h - damaged files: good and bad ones, changed; the same for the same number
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   struct mutant mutant = mutate(seeds, n_seeds, 1234);
 *   … mutant.data, mutant.size …
 *   free(mutant.data);
 *
 * Changes know the format: beside bits, bytes, truncations and splices there are lies in block
 * headers, numbers of operands, operands, lengths of blobs, abbreviations, and headers of
 * containers, and records that are changed, left out or repeated in a stream that is otherwise
 * well. Their places are found by walking the file as it is after the change before.
 */
#ifndef BL_SUPPORT_MUTATE_H
#define BL_SUPPORT_MUTATE_H

#include "bitleap.h"

struct mutate_seed {
    const char *name;
    struct bl_view bytes;
};

enum {
    MUTATE_MAX_CHANGES = 4
};

struct mutant {
    uint8_t *data; /* the caller's, to be given to free() */
    size_t size;
    uint32_t seed; /* number of its seed */
    unsigned n_changes;
    const char *changes[MUTATE_MAX_CHANGES]; /* what was done, in order; static */
};

/* Mutant NUMBER of SEEDS. Ends the process where there is no memory. */
struct mutant mutate(const struct mutate_seed *seeds, uint32_t n_seeds, uint64_t number);

/* The next of the numbers that follow *RANDOM. */
uint64_t mutate_chance(uint64_t *random);

/* One change to the SIZE bytes of DATA, which has room for MAX_SIZE: the new size. A splice takes
 * them themselves. */
size_t mutate_in_place(uint8_t *data, size_t size, size_t max_size, uint64_t number);

#endif
