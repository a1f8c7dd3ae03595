/* print/type_text.h - types as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_TYPE_TEXT_H
#define BL_PRINT_TYPE_TEXT_H

#include "print/printer.h"

/* "i32", "%struct.a", "{ i32, ptr }"; at most a bounded text. */
void bl_put_type(struct bl_printer *p, uint32_t type);
/* "%struct.a = type { i32 }": the body, "{ i32 }" or "opaque". */
void bl_put_struct_body(struct bl_printer *p, uint32_t type);
/* The type of a pointer to global value G: "ptr addrspace(1)", "i32*". */
void bl_put_global_type(struct bl_printer *p, const struct bl_global *g);

#endif
