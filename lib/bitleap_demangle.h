/* bitleap_demangle.h - names of C++ and Rust as people write them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_DEMANGLE_H
#define BITLEAP_DEMANGLE_H

#include "bitleap_base.h"

BL_BEGIN_DECLS

/* What people write for NAME, a name as linkers see it: of C++ (Itanium ABI) "a::b()" for
 * "_ZN1a1bEv", of Rust's legacy names the path without the hash, of its names of the scheme v0 what
 * llvm-cxxfilt prints. False, and nothing is put: it is no such name, its text would be long beyond
 * reason, or, for all but the last, libstdc++, which is loaded the first time, is not there.
 * Threads may call it at the same time. */
BL_API bool bl_demangle(struct bl_view name, bl_put_fn *put, void *context);

BL_END_DECLS

#endif /* BITLEAP_DEMANGLE_H */
