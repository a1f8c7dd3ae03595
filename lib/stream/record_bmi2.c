/* stream/record_bmi2.c - the record loop with BMI1, BMI2, LZCNT and POPCNT
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "stream/decoder.h"

#if defined(__x86_64__)

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#else
#pragma GCC target("bmi,bmi2,lzcnt,popcnt")
#endif

#define BL_HAS_BMI2
#include "stream/record_body.h"

BL_DECODER(bl_decoder_bmi2);

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
