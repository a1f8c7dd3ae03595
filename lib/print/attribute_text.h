/* print/attribute_text.h - attributes and calling conventions as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_PRINT_ATTRIBUTE_TEXT_H
#define BL_PRINT_ATTRIBUTE_TEXT_H

#include "print/printer.h"

/* Those of GROUP, which may be NULL, each after a space, and ADDED, which has a type: after all
 * that are only a kind, wherever it is in GROUP. */
void bl_put_group_with(struct bl_printer *p, const struct bl_attribute_group *group,
                       const struct bl_attribute *added);
/* Those of attribute list LIST (BL_NONE: none) for PLACE, each after a space:
 * " noundef nonnull". */
void bl_put_attributes_at(struct bl_printer *p, uint32_t list, uint32_t place);
/* The same for an argument of TYPE: byval, sret and inalloca, which had no type up to LLVM 12, get
 * that of what it points to. */
void bl_put_attributes_of_argument(struct bl_printer *p, uint32_t list, uint32_t place,
                                   uint32_t type);
/* A set of the places that LIST has some for. The result, functions and the first parameters have a
 * bit of their own; others share them. */
uint32_t bl_attribute_places(struct bl_printer *p, uint32_t list);
static inline uint32_t bl_attribute_place(uint32_t place)
{
    return UINT32_C(1) << place % 32;
}
/* The same before what follows: "noundef nonnull ". */
void bl_put_attributes_before(struct bl_printer *p, uint32_t list, uint32_t place);
/* " #3" for what list LIST has for functions, if it has something. */
void bl_put_attribute_slot(struct bl_printer *p, uint32_t list);
/* What follows "; Function Attrs: " in the line before a function: attributes of list LIST that are
 * no strings. False, and nothing is printed: there are none for functions at all. */
bool bl_put_function_attributes_comment(struct bl_printer *p, uint32_t list);
/* "attributes #0 = { … }", and for all. */
void bl_put_attribute_group(struct bl_printer *p, uint32_t slot);
void bl_put_attribute_groups(struct bl_printer *p);
/* "fastcc", "cc 99"; nothing for the C convention. */
void bl_put_calling_convention(struct bl_printer *p, uint32_t convention);
void bl_attributes_release_cache(struct bl_printer *p);

#endif
