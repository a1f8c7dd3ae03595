/* stream/record_generic.c - the record loop in plain C
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#define BL_VARIANT bl_decoder_generic
#define BL_HAS_BMI2 0
#include "stream/record_body.h"
