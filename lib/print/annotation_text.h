/* print/annotation_text.h - where the record of a line is
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_ANNOTATION_TEXT_H
#define BL_PRINT_ANNOTATION_TEXT_H

#include "print/printer.h"

/* "  ; bit 31456, INST_CALL, 9.5 bytes": the record at BIT_POS. */
void bl_put_annotation(struct bl_printer *p, uint64_t bit_pos);
/* "; body at bit 31456, 216.0 bytes"; of NULL, that it is not known where. */
void bl_put_body_annotation(struct bl_printer *p, const struct bl_block *block);
void bl_annotator_release(struct bl_printer *p);
/* The end of a line that the record at BIT_POS is printed as. */
static inline void bl_end_line(struct bl_printer *p, uint64_t bit_pos)
{
    if (p->is_annotated)
        bl_put_annotation(p, bit_pos);
    bl_text_char(&p->text, '\n');
}

#endif
