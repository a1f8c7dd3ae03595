/* bits/kernels.h - runs of values, built for each CPU variant
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One table for each variant of enum bl_cpu; where a variant has nothing better it shares the
 * function of the one before it. All keep to the contract of the functions of the same names in
 * bitleap.h and give the same values and positions as the generic ones for every input.
 */
#ifndef BL_BITS_KERNELS_H
#define BL_BITS_KERNELS_H

#include "bitleap_bits.h"

typedef uint64_t bl_read_run_fn(const struct bl_bits *bits, uint64_t pos, unsigned width,
                                uint64_t *out, size_t n);
typedef uint64_t bl_skip_run_fn(const struct bl_bits *bits, uint64_t pos, unsigned width, size_t n);
typedef uint64_t bl_read_char6_fn(const struct bl_bits *bits, uint64_t pos, uint64_t *out,
                                  size_t n);
typedef uint64_t bl_read_text_fn(const struct bl_bits *bits, uint64_t pos, char *out, size_t n);

struct bl_kernels {
    enum bl_cpu cpu;
    bl_read_run_fn *read_vbr;
    bl_skip_run_fn *skip_vbr;
    bl_read_run_fn *read_fixed;
    bl_read_char6_fn *read_char6;
    bl_read_text_fn *read_char6_text;
};

/* Of these, only those of the machine's kind are there; callers have asked for them in cpu.c. */
extern const struct bl_kernels bl_kernels_generic;
extern const struct bl_kernels bl_kernels_bmi2;
extern const struct bl_kernels bl_kernels_avx2;
extern const struct bl_kernels bl_kernels_avx512;
extern const struct bl_kernels
    bl_kernels_vbmi; /* in place of the latter where the machine has it */

/* Kernels that other variants share, and those that read what is left of a run when a wider one has
 * come close to the end of the values or of the bytes. */
bl_read_run_fn bl_read_vbr_generic, bl_read_fixed_generic;
bl_skip_run_fn bl_skip_vbr_generic;
bl_read_char6_fn bl_read_char6_generic;
bl_read_text_fn bl_read_text_generic;
bl_read_run_fn bl_read_vbr_bmi2, bl_read_vbr_avx2;
bl_skip_run_fn bl_skip_vbr_bmi2;

/* The table of CPU; of the best one where the machine cannot run CPU. */
const struct bl_kernels *bl_kernels_for(enum bl_cpu cpu);

#endif
