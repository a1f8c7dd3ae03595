/* print/local_names.h - what arguments, instructions and blocks of a body are called
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_LOCAL_NAMES_H
#define BL_PRINT_LOCAL_NAMES_H

#include "print/printer.h"

/* Those of the body that is loaded: p->locals, p->blocks. */
void bl_name_locals(struct bl_printer *p);

/* What has no name in a body that is damaged may have lost it: then no number of the body is right.
 */
bool bl_may_lack_names(struct bl_printer *p);

/* A name that is written like a number is in quotes. */
static inline bool bl_is_number(const struct bl_kept_text *name)
{
    return name->text[1] >= '0' && name->text[1] <= '9' && name->size != BL_LONG_TEXT;
}

/* "%7" or "%name" of basic block BLOCK of p->loaded.body. */
void bl_put_block_name(struct bl_printer *p, uint64_t block);

#endif
