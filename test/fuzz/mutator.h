/* fuzz/mutator.h - for targets whose inputs are files: libFuzzer's changes, and ours
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Ours know the format. To be included by the target's one source.
 */
#ifndef BL_FUZZ_MUTATOR_H
#define BL_FUZZ_MUTATOR_H

#include "fuzz/target.h"
#include "support/mutate.h"

/* libFuzzer's own; absent where replay.c stands in for it. */
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    if (seed % 2 == 0 && LLVMFuzzerMutate)
        return LLVMFuzzerMutate(data, size, max_size);
    return mutate_in_place(data, size, max_size, seed);
}

#endif
