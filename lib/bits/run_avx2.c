/* bits/run_avx2.c - runs of values with AVX2
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bits/kernels.h"

#if defined(__x86_64__)
const struct bl_kernels bl_kernels_avx2 = {
    .cpu = BL_CPU_AVX2,
    .read_vbr = bl_read_vbr_bmi2,
    .skip_vbr = bl_skip_vbr_bmi2,
    .read_fixed = bl_read_fixed_generic,
    .read_char6 = bl_read_char6_generic,
    .read_char6_text = bl_read_text_generic,
};
#endif
