/* fuzz/target.h - what fuzz targets share
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_FUZZ_TARGET_H
#define BL_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Also in builds where assert() is off. */
#define REQUIRE(condition)                                             \
    do {                                                               \
        if (!(condition)) {                                            \
            fprintf(stderr, "property violated: %s\n", "" #condition); \
            abort();                                                   \
        }                                                              \
    } while (0)

/* PROBLEM is NULL, or says what does not hold. */
static inline void require_none(const char *problem)
{
    if (problem) {
        fprintf(stderr, "property violated: %s\n", problem);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
