/* base/library_none.c - no shared libraries, in a static command
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/library.h"

#include <stddef.h>

void *bl_library_symbol(const char *name, const char *symbol)
{
    (void)name;
    (void)symbol;
    return NULL;
}
