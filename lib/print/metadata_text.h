/* print/metadata_text.h - what numbering and printing metadata share
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_METADATA_TEXT_H
#define BL_PRINT_METADATA_TEXT_H

#include "print/printer.h"

/* As a slot: a node that is printed where something refers to it. */
#define BL_NODE_INLINE (BL_NONE - 1)

/* Whether nodes with records of CODE have no numbers. */
static inline bool bl_node_is_inline(uint32_t code)
{
    return code == BL_CODE_METADATA_VALUE || code == BL_CODE_METADATA_EXPRESSION ||
           code == BL_CODE_METADATA_ARG_LIST;
}

/* The slot of metadata NUMBER as the body that is loaded counts, or the module; BL_NODE_INLINE;
 * BL_NONE: it has none. */
uint32_t bl_node_slot(const struct bl_printer *p, uint64_t number);
/* That of the next location of the body's instructions. */
uint32_t bl_location_slot(struct bl_printer *p);

enum {
    BL_MAX_NODE_OPERANDS = 16
};

/* The operands of a record that refer to other nodes, in the order in which LLVM keeps them; then
 * all from FIRST_OF_REST on. Each is a number plus 1, 0 for none, unless IS_PLAIN. */
struct bl_node_operands {
    uint8_t operands[BL_MAX_NODE_OPERANDS];
    bool is_plain[BL_MAX_NODE_OPERANDS];
    uint32_t n;
    uint32_t first_of_rest; /* UINT32_MAX: none */
};

/* (node_operands.c) */
struct bl_node_operands bl_node_operands(const struct bl_record *rec);

/* The N operations of an expression of this VERSION, with their arguments (expression_text.c). */
void bl_put_operations(struct bl_printer *p, const uint64_t *ops, uint32_t n, uint64_t version);

/* Attached to global VALUE, by kind. */
const struct bl_metadata_attachment *bl_global_attachments(struct bl_slots *slots, uint32_t value,
                                                           uint32_t *n);

#endif
