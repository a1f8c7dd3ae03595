/* stream/record_bmi2.c - the record loop with BMI1, BMI2, LZCNT and POPCNT
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/compiler.h"
#include "stream/decoder.h"

#if defined(__x86_64__)

BL_TARGET_BEGIN("bmi,bmi2,lzcnt,popcnt")

#define BL_HAS_BMI2
#include "stream/record_body.h"

BL_DECODER(bl_decoder_bmi2);

BL_TARGET_END

#endif
