/* stream/record_generic.c - the record loop in plain C
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "stream/record_body.h"

const struct bl_decoder bl_decoder_generic = {
    .next = next,
    .skip_next = skip_next,
    .skip_all = skip_all,
    .read_batch = read_batch,
};
