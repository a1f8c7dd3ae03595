/* demangle/demangle_rust.h - names of Rust, of the scheme v0, as people write them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_DEMANGLE_DEMANGLE_RUST_H
#define BL_DEMANGLE_DEMANGLE_RUST_H

#include "bitleap_demangle.h"

/* What NAME, which begins with _R, means, or the crate alone that it is defined in, of a function
 * of an impl block that of the block. False, and nothing is put: it is no such name, or nests too
 * deep, or its text is longer than MOST bytes. */
bool bl_demangle_rust(struct bl_view name, bool wants_crate, size_t most, bl_put_fn *put,
                      void *context);

#endif
