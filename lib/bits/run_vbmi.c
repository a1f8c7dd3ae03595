/* bits/run_vbmi.c - runs of values with AVX-512 and its VBMI, VBMI2 and VPOPCNTDQ
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The second table of BL_CPU_AVX512: VBR6 and char6 take two thirds of the time here.
 */
#include "bits/kernels.h"

#if defined(__x86_64__)
#define BL_VBMI 1
#define BL_KERNELS bl_kernels_vbmi
#include "bits/blocks512.h"
#endif
