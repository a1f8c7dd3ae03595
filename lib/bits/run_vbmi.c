/* bits/run_vbmi.c - runs of values with AVX-512 and its VBMI, VBMI2 and VPOPCNTDQ
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The second table of BL_CPU_AVX512: VBR6 and char6 take two thirds of the time here.
 */
#include "bits/kernels.h"

#if defined(__x86_64__)
#define BL_VBMI 1
#include "bits/blocks512.h"

const struct bl_kernels bl_kernels_vbmi = {
    .cpu = BL_CPU_AVX512,
    .read_vbr = read_vbr,
    .skip_vbr = skip_vbr,
    .read_fixed = read_fixed,
    .read_char6 = read_char6,
    .read_char6_text = read_text,
};
#endif
