/* print/text_limit.h - how much text there may be
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_TEXT_LIMIT_H
#define BL_PRINT_TEXT_LIMIT_H

#include "print/printer.h"

/* p->text is limited by what is left. */
void bl_printer_limit_text(struct bl_printer *p);
/* N more operands were read for the text, which need not show it. At the limit it is cut. */
void bl_printer_work(struct bl_printer *p, uint64_t n);
/* TEXT, lines, goes out, and is empty then. False: at the limit; that is noted as
 * damage, and a comment says it. */
bool bl_printer_hand_over(struct bl_printer *p, struct bl_text *text, bl_put_fn *put,
                          void *context);
/* Whether SIZE bytes of whole lines may go out, beside which p->text has no others; if so, they
 * count from now on. */
bool bl_printer_spend(struct bl_printer *p, uint64_t size);
/* At the end of a line: if there is much text, it may go out. */
enum {
    BL_MUCH_TEXT = 1 << 17 /* goes out as it is made, while it is in the cache */
};
void bl_printer_flush_much(struct bl_printer *p);
static inline void bl_printer_flush(struct bl_printer *p)
{
    if (p->put && p->text.size >= BL_MUCH_TEXT)
        bl_printer_flush_much(p);
}
/* What p->text has from FROM on, a piece of a line, goes out, and stays. At the limit it ends in
 * "...", and that is noted as damage. */
void bl_printer_hand_over_piece(struct bl_printer *p, size_t from, bl_put_fn *put, void *context);

#endif
