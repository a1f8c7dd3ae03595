/* format/wasm.h - bitcode in sections of WebAssembly objects and modules
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Binary modules of version 1 (WebAssembly Core Specification, "Binary Format"); not components.
 * Parts are the custom sections named .llvmbc, .llvmcmd and __clangast, in the order of the file,
 * without the name before them. Names are static. The functions are those of format/part.h.
 */
#ifndef BL_FORMAT_WASM_H
#define BL_FORMAT_WASM_H

#include "format/part.h"

struct bl_wasm {
    struct bl_view bytes; /* borrowed */
    uint64_t at;          /* byte offset of the next section, or all bytes */
};

bool bl_wasm_probe(struct bl_view bytes);

/* Errors: BL_E_CONTAINER. */
int bl_wasm_open(struct bl_wasm *it, struct bl_view bytes, struct bl_error *err);

/* Errors: BL_E_CONTAINER. Continues after a section with a bad name; one with a bad size ends
 * the iteration, as only sizes lead from section to section. */
int bl_wasm_next(struct bl_wasm *it, struct bl_part *part, struct bl_error *err);

#endif
