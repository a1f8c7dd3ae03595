/* analysis/attribute_words.c - lists of attributes as text and as JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/attribute_words.h"

void put_attribute_group(struct bl_printer *printer, const struct bl_attributes *attributes,
                         const struct bl_attribute_group *group, bl_put_fn *put, void *context)
{
    for (uint32_t i = 0; i < group->n; i++) {
        put(context, " ", 1);
        (void)out_need(bl_printer_put_attribute(printer, &attributes->attributes[group->first + i],
                                                group->place == BL_FUNCTION_INDEX, put, context));
    }
}

void put_attributes(struct bl_printer *printer, const struct bl_attributes *attributes,
                    uint32_t list, uint32_t place, bl_put_fn *put, void *context)
{
    uint32_t n;
    const uint32_t *groups = bl_attributes_at(attributes, list, place, &n);
    for (uint32_t i = 0; i < n; i++)
        put_attribute_group(printer, attributes, &attributes->groups[groups[i]], put, context);
}

void json_attribute_groups(struct out *o, const struct bl_attributes *attributes, uint32_t list)
{
    const char *comma = "";
    json_array(o, "groups");
    if (list < attributes->n_lists)
        for (uint32_t i = attributes->lists[list]; i < attributes->lists[list + 1]; i++) {
            out_printf(o, "%s%u", comma, (unsigned)attributes->list_groups[i]);
            comma = ",";
        }
    out_char(o, ']');
}
