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

/* What a name says of where it belongs, without arguments of templates. */
enum bl_name_part {
    /* The crate that a Rust name is defined in, "alloc". In names of the scheme v0 that is stated,
     * of functions in impl blocks that of the block; in legacy names it is the first component, and
     * of "<type as trait>::f" that of the type, or of the trait where the type has none. */
    BL_NAME_CRATE = 0,
    /* Its namespaces and classes, "std::vector", or modules and types: what precedes the name
     * itself. Tables and type infos belong to their class. What is local in a function belongs to
     * the scope of that, and "<type as trait>::f" of Rust to the type, or as for its crate. */
    BL_NAME_SCOPE = 1,
    /* Of an instance of a template or of what is in one, and of generics of Rust as far as names
     * state arguments, the name without them and without parameters: "std::vector<…>::push_back".
     */
    BL_NAME_TEMPLATE = 2
};

/* Put PART of NAME, a name as linkers see it. False, and nothing is put: it has none, or it is no
 * name that bl_demangle() knows, or there is no memory. Threads may call it at the same time. */
BL_API bool bl_demangle_part(struct bl_view name, enum bl_name_part part, bl_put_fn *put,
                             void *context);

BL_END_DECLS

#endif /* BITLEAP_DEMANGLE_H */
