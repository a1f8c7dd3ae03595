/* ir/source_place.c - where in the source an instruction is, and where that was inlined
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The line is one of the file of the location's scope, which for inlined code is another than that
 * of the function that has the instruction.
 */
#include "base/status.h"
#include "bitleap_function.h"
#include "ir/metadata.h"

#include <stdio.h>
#include <string.h>

enum {
    MOST_NODES = 4096,  /* that are read for all places of one location */
    MOST_OPERANDS = 64, /* of a node that is read */

    /* Operands of DILocation, */
    LOCATION_LINE = 1,
    LOCATION_COLUMN = 2,
    LOCATION_SCOPE = 3,
    LOCATION_INLINED_AT = 4,
    /* of DISubprogram and what is in it: lexical blocks have the first one, too, */
    SCOPE_OUTER = 1,
    SUBPROGRAM_NAME = 2,
    SUBPROGRAM_LINKAGE_NAME = 3,
    SUBPROGRAM_FILE = 4,
    BLOCK_FILE = 2,
    /* and of DIFile. */
    FILE_NAME = 1,
    FILE_DIRECTORY = 2,
};

/* Reads for one place. */
struct reader {
    struct bl_metadata *metadata;
    struct bl_source_place *place;
    struct bl_record rec;
    struct bl_error *err;
};

static uint64_t operand(const struct reader *r, uint32_t number)
{
    return number < r->rec.n_ops ? r->rec.ops[number] : 0;
}

/* Operand NUMBER refers to a node: its number. BL_NONE: to none. */
static uint32_t reference(const struct reader *r, uint32_t number)
{
    uint64_t plus_one = operand(r, number);
    return plus_one ? bl_metadata_number(plus_one - 1) : BL_NONE;
}

/* 1, 0: NODE is none that can be read, BL_E_NOMEM. */
static int read_node(struct reader *r, uint32_t node)
{
    struct bl_record_head head;
    if (node == BL_NONE || r->place->n_read >= MOST_NODES ||
        !bl_metadata_peek(r->metadata, node, &head) || head.n_ops > MOST_OPERANDS)
        return 0;
    r->place->n_read++;
    int status = bl_metadata_read(r->metadata, node, &r->rec, r->err);
    return status == BL_OK ? 1 : status == BL_E_NOMEM ? status : 0;
}

/* The string that operand NUMBER refers to: 0, nothing where it cannot be read, or BL_E_NOMEM. */
static int read_string(struct reader *r, uint32_t number, struct bl_view *text)
{
    uint32_t string = reference(r, number);
    *text = (struct bl_view){0};
    return string != BL_NONE && bl_metadata_string(r->metadata, string, text, r->err) == BL_E_NOMEM
               ? BL_E_NOMEM
               : BL_OK;
}

static int read_file(struct reader *r, uint32_t node)
{
    int rc = read_node(r, node);
    if (rc <= 0 || r->rec.code != BL_CODE_METADATA_FILE)
        return rc < 0 ? rc : BL_OK;
    rc = read_string(r, FILE_NAME, &r->place->file);
    return rc < 0 ? rc : read_string(r, FILE_DIRECTORY, &r->place->directory);
}

/* From SCOPE out to the function that it is in; the file is that of the innermost one. */
static int read_scopes(struct reader *r, uint32_t scope)
{
    uint32_t file = BL_NONE;
    int rc;
    while ((rc = read_node(r, scope)) > 0) {
        bool is_function = r->rec.code == BL_CODE_METADATA_SUBPROGRAM;
        if (!is_function && r->rec.code != BL_CODE_METADATA_LEXICAL_BLOCK &&
            r->rec.code != BL_CODE_METADATA_LEXICAL_BLOCK_FILE)
            break;
        if (file == BL_NONE)
            file = reference(r, is_function ? SUBPROGRAM_FILE : BLOCK_FILE);
        if (is_function) {
            rc = read_string(r, SUBPROGRAM_NAME, &r->place->function);
            if (rc == BL_OK)
                rc = read_string(r, SUBPROGRAM_LINKAGE_NAME, &r->place->linkage_name);
            break;
        }
        scope = reference(r, SCOPE_OUTER);
    }
    return rc < 0 ? rc : read_file(r, file);
}

int bl_source_place_find(struct bl_metadata *metadata, const struct bl_debug_location *location,
                         struct bl_source_place *place, struct bl_error *err)
{
    struct reader r = {.metadata = metadata, .place = place, .err = err};
    *place = (struct bl_source_place){
        .line = location->line,
        .column = location->column,
        .inlined_at = location->inlined_at,
    };
    int rc = metadata ? read_scopes(&r, location->scope) : BL_OK;
    bl_record_release(&r.rec);
    return rc < 0 ? rc : place->file.size > 0;
}

int bl_source_place_outer(struct bl_metadata *metadata, struct bl_source_place *place,
                          struct bl_error *err)
{
    struct reader r = {.metadata = metadata, .place = place, .err = err};
    int rc = metadata ? read_node(&r, place->inlined_at) : 0;
    if (rc > 0)
        rc = r.rec.code == BL_CODE_METADATA_LOCATION;
    if (rc > 0) {
        *place = (struct bl_source_place){
            .line = bl_metadata_number(operand(&r, LOCATION_LINE)),
            .column = bl_metadata_number(operand(&r, LOCATION_COLUMN)),
            .inlined_at = reference(&r, LOCATION_INLINED_AT),
            .n_read = place->n_read,
        };
        rc = read_scopes(&r, bl_metadata_number(operand(&r, LOCATION_SCOPE)));
        rc = rc < 0 ? rc : 1;
    }
    bl_record_release(&r.rec);
    return rc;
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
