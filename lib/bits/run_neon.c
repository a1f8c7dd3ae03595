/* bits/run_neon.c - runs of values with NEON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bits/kernels.h"

#if defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
const struct bl_kernels bl_kernels_neon = {
    .cpu = BL_CPU_NEON,
    .read_vbr = bl_read_vbr_generic,
    .skip_vbr = bl_skip_vbr_generic,
    .read_fixed = bl_read_fixed_generic,
    .read_char6 = bl_read_char6_generic,
    .read_char6_text = bl_read_text_generic,
};
#endif
