/* base/library_loaded.c - functions of shared libraries, loaded when they are asked for
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/library.h"

#include <dlfcn.h>
#include <stddef.h>

void *bl_library_symbol(const char *name, const char *symbol)
{
    void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    return library ? dlsym(library, symbol) : NULL;
}
