/* numbers/metadata_slots.h - the numbers !N of metadata
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_NUMBERS_METADATA_SLOTS_H
#define BL_NUMBERS_METADATA_SLOTS_H

#include "ir/metadata.h"
#include "numbers/slots.h"

/* As a slot: a node that is printed where something refers to it. */
#define BL_NODE_INLINE (BL_NONE - 1)

/* Whether nodes with records of CODE have no numbers. */
static inline bool bl_node_is_inline(uint32_t code)
{
    return bl_node_is_value(code) || code == BL_CODE_METADATA_EXPRESSION ||
           code == BL_CODE_METADATA_ARG_LIST;
}

/* The slot of metadata NUMBER as the body that is loaded counts, or the module; BL_NODE_INLINE;
 * BL_NONE: it has none. */
uint32_t bl_node_slot(struct bl_slots *slots, const struct bl_loaded_body *b, uint64_t number);
/* That of the next location of the body's instructions. */
uint32_t bl_location_slot(struct bl_slots *slots, struct bl_loaded_body *b);
/* Of those without a record of their own. */
struct bl_debug_location bl_location_at(const struct bl_slots *slots, uint32_t number);

/* What is met next in the order of numbers: attachments of the globals and named nodes; those of a
 * declaration; all of body VALUE and, with WITH_ATTRIBUTES, unless the body is loaded, the lists of
 * its calls. */
void bl_slot_module_metadata(struct bl_loaded_body *b, struct bl_slots *slots);
void bl_slot_declaration_metadata(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t value);
void bl_slot_body_metadata(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t value,
                           bool with_attributes);

/* Attached to global VALUE, by kind. */
const struct bl_metadata_attachment *bl_global_attachments(struct bl_slots *slots, uint32_t value,
                                                           uint32_t *n);

#endif
