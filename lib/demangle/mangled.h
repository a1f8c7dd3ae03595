/* demangle/mangled.h - what precedes mangled names
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_DEMANGLE_MANGLED_H
#define BL_DEMANGLE_MANGLED_H

#include "bitleap_base.h"

#include <string.h>

/* NAME from _Z or _R on: without the byte that says it is to be taken as it is, and without the
 * underscore that Mach-O has. */
static inline struct bl_view bl_mangled(struct bl_view name)
{
    if (name.size > 0 && name.data[0] == 1)
        name = (struct bl_view){.data = name.data + 1, .size = name.size - 1};
    if (name.size > 2 && (memcmp(name.data, "__Z", 3) == 0 || memcmp(name.data, "__R", 3) == 0))
        name = (struct bl_view){.data = name.data + 1, .size = name.size - 1};
    return name;
}

#endif
