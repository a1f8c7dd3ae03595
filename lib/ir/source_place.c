/* ir/source_place.c - where in the source an instruction is, and where that was inlined
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The line is one of the file of the location's scope, which for inlined code is another than that
 * of the function that has the instruction.
 */
#include "base/status.h"
#include "bitleap_debug.h"
#include "ir/metadata.h"

#include <stdio.h>
#include <string.h>

enum {
    MOST_NODES = 4096 /* that are read for all places of one location */
};

/* Hold NODE for PLACE. 1, 0: there is none that can be read, or BL_E_NOMEM. */
static int hold(struct bl_metadata *md, struct bl_source_place *place, uint32_t node,
                struct bl_error *err)
{
    int rc = place->n_read++ < MOST_NODES ? bl_metadata_hold(md, node, err) : 0;
    return rc < 0 && rc != BL_E_NOMEM ? 0 : rc;
}

/* Field ID of NODE: BL_OK, with nothing where it cannot be read, or BL_E_NOMEM. */
static int read_string(struct bl_metadata *md, uint32_t node, unsigned id, struct bl_view *text,
                       struct bl_error *err)
{
    return bl_metadata_field_string(md, node, id, text, err) == BL_E_NOMEM ? BL_E_NOMEM : BL_OK;
}

static int read_file(struct bl_metadata *md, struct bl_source_place *place, uint32_t node,
                     struct bl_error *err)
{
    int rc = hold(md, place, node, err);
    if (rc <= 0 || md->held.code != BL_CODE_METADATA_FILE)
        return rc < 0 ? rc : BL_OK;
    rc = read_string(md, node, BL_DI_FILENAME, &place->file, err);
    return rc < 0 ? rc : read_string(md, node, BL_DI_DIRECTORY, &place->directory, err);
}

/* From SCOPE out to the function that it is in; the file is that of the innermost one. */
static int read_scopes(struct bl_metadata *md, struct bl_source_place *place, uint32_t scope,
                       struct bl_error *err)
{
    uint32_t file = BL_NONE;
    int rc;
    while ((rc = hold(md, place, scope, err)) > 0) {
        bool is_function = md->held.code == BL_CODE_METADATA_SUBPROGRAM;
        if (!is_function && md->held.code != BL_CODE_METADATA_LEXICAL_BLOCK &&
            md->held.code != BL_CODE_METADATA_LEXICAL_BLOCK_FILE)
            break;
        if (file == BL_NONE)
            (void)bl_metadata_field_ref(md, scope, BL_DI_FILE, &file, err);
        if (is_function) {
            rc = read_string(md, scope, BL_DI_NAME, &place->function, err);
            if (rc == BL_OK)
                rc = read_string(md, scope, BL_DI_LINKAGE_NAME, &place->linkage_name, err);
            break;
        }
        (void)bl_metadata_field_ref(md, scope, BL_DI_SCOPE, &scope, err);
    }
    return rc < 0 ? rc : read_file(md, place, file, err);
}

int bl_source_place_find(struct bl_metadata *metadata, const struct bl_debug_location *location,
                         struct bl_source_place *place, struct bl_error *err)
{
    *place = (struct bl_source_place){
        .line = location->line,
        .column = location->column,
        .inlined_at = location->inlined_at,
    };
    int rc = metadata ? read_scopes(metadata, place, location->scope, err) : BL_OK;
    return rc < 0 ? rc : place->file.size > 0;
}

int bl_source_place_outer(struct bl_metadata *metadata, struct bl_source_place *place,
                          struct bl_error *err)
{
    struct bl_debug_location outer = {.inlined_at = place->inlined_at};
    int rc = metadata ? hold(metadata, place, place->inlined_at, err) : 0;
    rc = rc > 0 ? bl_debug_next_inlined(metadata, &outer, err) : rc;
    if (rc <= 0)
        return rc;
    *place = (struct bl_source_place){
        .line = outer.line,
        .column = outer.column,
        .inlined_at = outer.inlined_at,
        .n_read = place->n_read,
    };
    rc = read_scopes(metadata, place, outer.scope, err);
    return rc < 0 ? rc : 1;
}

static void print_place(const struct bl_source_place *place, bool has_function, bl_put_fn *put,
                        void *context)
{
    char numbers[32];
    int n = snprintf(numbers, sizeof numbers, place->file.size ? ":%u:%u" : "line %u:%u",
                     (unsigned)place->line, (unsigned)place->column);
    bl_visible_print(place->file, put, context);
    put(context, numbers, (size_t)n);
    if (has_function && place->function.size) {
        put(context, " in ", strlen(" in "));
        bl_visible_print(place->function, put, context);
    }
}

int bl_source_print(struct bl_metadata *metadata, const struct bl_debug_location *location,
                    bl_put_fn *put, void *context, struct bl_error *err)
{
    static const char inlined[] = ", inlined at ";
    struct bl_source_place place;
    int rc = bl_source_place_find(metadata, location, &place, err);
    bool is_inlined = place.inlined_at != BL_NONE;
    if (rc >= 0)
        print_place(&place, is_inlined, put, context);
    while (rc >= 0 && (rc = bl_source_place_outer(metadata, &place, err)) > 0) {
        put(context, inlined, sizeof inlined - 1);
        print_place(&place, is_inlined, put, context);
    }
    return rc < 0 ? rc : BL_OK;
}
