/* bits/run_avx512.c - runs of values with AVX-512 F, BW, DQ and VL
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bits/kernels.h"

#if defined(__x86_64__)
#define BL_VBMI 0
#define BL_KERNELS bl_kernels_avx512
#include "bits/blocks512.h"
#endif
