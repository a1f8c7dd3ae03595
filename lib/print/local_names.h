/* print/local_names.h - what arguments, instructions and blocks of a body are called
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_LOCAL_NAMES_H
#define BL_PRINT_LOCAL_NAMES_H

#include "print/printer.h"

/* Where in bl_printer.local_texts a long one is. */
struct bl_long_name {
    uint32_t at, size;
};

/* Those of the body that is loaded: p->value_names, p->block_names. */
void bl_name_locals(struct bl_printer *p);

/* A name that is written like a number is in quotes. */
static inline bool bl_is_number(const struct bl_local_name *name)
{
    return name->text[1] >= '0' && name->text[1] <= '9' && name->size != BL_LONG_NAME;
}

static inline void bl_put_local_name(struct bl_printer *p, const struct bl_local_name *name)
{
    if (name->size == BL_LONG_NAME) {
        struct bl_long_name place;
        memcpy(&place, name->text, sizeof place);
        bl_text_bytes(&p->text, p->local_texts.data + place.at, place.size);
        return;
    }
    char *at = bl_text_room(&p->text, sizeof *name);
    if (at)
        memcpy(at, name, sizeof *name); /* more than there is: a constant number of bytes */
    p->text.size += at ? name->size : 0;
}

#endif
