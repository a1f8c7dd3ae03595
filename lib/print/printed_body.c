/* print/printed_body.c - the body that a printer is at
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/printed_body.h"
#include "print/constant_text.h"

void bl_unload_body(struct bl_printer *p)
{
    bl_constants_forget_body(p);
    p->blocks.n = 0;
    p->lines = NULL;
    bl_loaded_forget(&p->loaded);
}

int bl_load_body(struct bl_printer *p, uint32_t value, struct bl_error *err)
{
    bl_unload_body(p);
    return bl_loaded_read(&p->loaded, value, err);
}
