/* support/program_expect.h - what has to hold in a program that is no unit test
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_PROGRAM_EXPECT_H
#define BL_SUPPORT_PROGRAM_EXPECT_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program where CONDITION does not hold. */
#define EXPECT(condition)                                                                     \
    do {                                                                                      \
        if (!(condition)) {                                                                   \
            fprintf(stderr, "%s: line %d: not %s\n", program_invocation_short_name, __LINE__, \
                    #condition);                                                              \
            exit(1);                                                                          \
        }                                                                                     \
    } while (0)

#endif
