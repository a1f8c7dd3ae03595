/* bits/kernels.h - runs of values, built for each CPU variant
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One table for each variant of enum bl_cpu; where a variant has nothing better it shares the function
 * of the one before it. All keep to the contract of the functions of the same names in bitleap.h and
 * give the same values and positions as the generic ones for every input.
 */
#ifndef BL_BITS_KERNELS_H
#define BL_BITS_KERNELS_H

#include "bitleap.h"

typedef uint64_t bl_read_run_fn(const struct bl_bits *bits, uint64_t pos, unsigned width,
                                uint64_t *out, size_t n);

struct bl_kernels {
    enum bl_cpu cpu;
    bl_read_run_fn *read_vbr;
    uint64_t (*skip_vbr)(const struct bl_bits *bits, uint64_t pos, unsigned width, size_t n);
    bl_read_run_fn *read_fixed;
    uint64_t (*read_char6)(const struct bl_bits *bits, uint64_t pos, uint64_t *out, size_t n);
    uint64_t (*read_char6_text)(const struct bl_bits *bits, uint64_t pos, char *out, size_t n);
};

extern const struct bl_kernels bl_kernels_generic;

/* The table of CPU; of the best one where the machine cannot run CPU. */
const struct bl_kernels *bl_kernels_for(enum bl_cpu cpu);

#endif
