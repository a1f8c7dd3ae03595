/* bits/run_avx512.c - runs of values with AVX-512 F, BW, DQ and VL
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bits/kernels.h"

#if defined(__x86_64__)
#define BL_VBMI 0
#include "bits/blocks512.h"

const struct bl_kernels bl_kernels_avx512 = {
    .cpu = BL_CPU_AVX512,
    .read_vbr = read_vbr,
    .skip_vbr = skip_vbr,
    .read_fixed = read_fixed,
    .read_char6 = read_char6,
    .read_char6_text = read_text,
};
#endif
