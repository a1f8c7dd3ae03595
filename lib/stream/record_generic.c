/* stream/record_generic.c - the record loop in plain C
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "stream/record_body.h"

BL_DECODER(bl_decoder_generic);
