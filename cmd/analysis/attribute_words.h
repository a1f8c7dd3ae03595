/* analysis/attribute_words.h - lists of attributes as text and as JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_ATTRIBUTE_WORDS_H
#define CMD_ATTRIBUTE_WORDS_H

#include "base/out.h"

/* The attributes of GROUP as LLVM writes them, each after a space. */
void put_attribute_group(struct bl_printer *printer, const struct bl_attributes *attributes,
                         const struct bl_attribute_group *group, bl_put_fn *put, void *context);

/* Likewise those that list LIST, or none (BL_NONE), has for PLACE. */
void put_attributes(struct bl_printer *printer, const struct bl_attributes *attributes,
                    uint32_t list, uint32_t place, bl_put_fn *put, void *context);

/* ,"groups":[…] of the list: their numbers. */
void json_attribute_groups(struct out *o, const struct bl_attributes *attributes, uint32_t list);

#endif
