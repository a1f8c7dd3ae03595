/* base/regex.h - how large an extended regular expression becomes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_REGEX_H
#define BL_BASE_REGEX_H

#include <stdbool.h>

enum {
    /* Characters, sets and the like when repetitions as {3,5} are written out, each of which may
     * cost time at each byte of a text, and memory: of 65,025 TRE would overrun the stack. */
    BL_MOST_REGEX_PLACES = 1024
};

/* Whether TEXT has more of them, or groups that are deeper. */
bool bl_regex_is_large(const char *text);

#endif
