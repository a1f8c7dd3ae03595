/* ir/debug_info.c - from a node of debug information to its subprogram, its file, the next call
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/status.h"
#include "bitleap_debug.h"
#include "ir/metadata.h"

static int fail_scopes(struct bl_error *err)
{
    return bl_fail(err, BL_E_LIMIT, "more scopes or calls in each other than the limit");
}

int bl_debug_subprogram(struct bl_metadata *md, uint32_t scope, uint32_t *subprogram,
                        struct bl_error *err)
{
    *subprogram = BL_NONE;
    for (uint32_t i = 0; i < BL_MAX_SCOPES; i++) {
        int rc = bl_metadata_hold(md, scope, err);
        if (rc <= 0)
            return rc;
        switch (md->held.code) {
        case BL_CODE_METADATA_SUBPROGRAM: *subprogram = scope; return 1;
        case BL_CODE_METADATA_LEXICAL_BLOCK:
        case BL_CODE_METADATA_LEXICAL_BLOCK_FILE:
        case BL_CODE_METADATA_LOCATION:
        case BL_CODE_METADATA_LOCAL_VAR:
        case BL_CODE_METADATA_LABEL: break;
        default: return 0;
        }
        rc = bl_metadata_field_ref(md, scope, BL_DI_SCOPE, &scope, err);
        if (rc <= 0)
            return rc;
    }
    return fail_scopes(err);
}

/* Field ID of the node that is held; 0: it has none. */
static uint64_t field_of(const struct bl_metadata *md, unsigned id)
{
    struct bl_metadata_field f;
    return bl_record_field(&md->held, id, &f) ? f.value : 0;
}

int bl_debug_next_inlined(struct bl_metadata *md, struct bl_debug_location *location,
                          struct bl_error *err)
{
    int rc = bl_metadata_hold(md, location->inlined_at, err);
    if (rc <= 0 || md->held.code != BL_CODE_METADATA_LOCATION)
        return rc < 0 ? rc : 0;
    if (location->n_outer >= BL_MAX_SCOPES)
        return fail_scopes(err);
    uint64_t outer = field_of(md, BL_DI_INLINED_AT);
    *location = (struct bl_debug_location){
        .atom_group = field_of(md, BL_DI_ATOM_GROUP),
        .atom_rank = (uint8_t)field_of(md, BL_DI_ATOM_RANK),
        .line = bl_metadata_number(field_of(md, BL_DI_LINE)),
        .column = bl_metadata_number(field_of(md, BL_DI_COLUMN)),
        .scope = bl_metadata_number(field_of(md, BL_DI_SCOPE)),
        .inlined_at = outer ? bl_metadata_number(outer - 1) : BL_NONE,
        .is_implicit = field_of(md, BL_DI_IS_IMPLICIT_CODE),
        .n_outer = location->n_outer + 1,
    };
    return 1;
}

int bl_debug_file(struct bl_metadata *md, uint32_t node, struct bl_view *name,
                  struct bl_view *directory, struct bl_error *err)
{
    *name = *directory = (struct bl_view){0};
    for (uint32_t i = 0; i < BL_MAX_SCOPES; i++) {
        uint32_t next;
        int rc = bl_metadata_hold(md, node, err);
        if (rc <= 0)
            return rc;
        if (md->held.code == BL_CODE_METADATA_FILE) {
            rc = bl_metadata_field_string(md, node, BL_DI_FILENAME, name, err);
            int status = bl_metadata_field_string(md, node, BL_DI_DIRECTORY, directory, err);
            return rc < 0 ? rc : status < 0 ? status : 1;
        }
        rc = bl_metadata_field_ref(md, node, BL_DI_FILE, &next, err);
        if (rc == 0)
            rc = bl_metadata_field_ref(md, node, BL_DI_SCOPE, &next, err);
        if (rc <= 0)
            return rc;
        node = next;
    }
    return fail_scopes(err);
}
