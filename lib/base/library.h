/* base/library.h - functions of shared libraries that are loaded only when they are asked for
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   library_loaded.c   as a rule
 *   library_none.c     in a static command, where libraries of another libc must not be loaded
 */
#ifndef BL_BASE_LIBRARY_H
#define BL_BASE_LIBRARY_H

/* The address of SYMBOL in the shared library of that NAME, which stays. NULL: there is none. */
void *bl_library_symbol(const char *name, const char *symbol);

#endif
