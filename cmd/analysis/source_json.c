/* analysis/source_json.c - where in the source an instruction comes from, as JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/source_json.h"

static void put_known(struct out *o, const char *key, struct bl_view text)
{
    if (text.data)
        json_view(o, key, text);
}

static void put_place(struct out *o, const struct bl_source_place *place)
{
    json_u64(o, "column", place->column);
    put_known(o, "source", place->file);
    put_known(o, "directory", place->directory);
    put_known(o, "subprogram", place->function);
    put_known(o, "linkage_name", place->linkage_name);
}

void json_source(struct out *o, struct bl_metadata *metadata,
                 const struct bl_debug_location *location)
{
    struct bl_source_place place;
    const char *separator = "";
    (void)out_need(bl_source_place_find(metadata, location, &place, NULL));
    json_u64(o, "line", place.line);
    put_place(o, &place);
    json_array(o, "inlined");
    while (out_need(bl_source_place_outer(metadata, &place, NULL)) > 0) {
        out_printf(o, "%s{\"line\":%u", separator, (unsigned)place.line);
        put_place(o, &place);
        out_char(o, '}');
        separator = ",";
    }
    out_char(o, ']');
}
