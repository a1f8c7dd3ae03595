/* print/printed_body.h - the body that a printer is at
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_PRINTED_BODY_H
#define BL_PRINT_PRINTED_BODY_H

#include "print/printer.h"

/* Load body VALUE and all of its code into p->loaded. Negative: there is no body. What is damaged
 * inside of it is in p->loaded.code.failure. */
int bl_load_body(struct bl_printer *p, uint32_t value, struct bl_error *err);
/* Outside of bodies again: what was printed of them stays valid, nothing else. */
void bl_unload_body(struct bl_printer *p);

#endif
