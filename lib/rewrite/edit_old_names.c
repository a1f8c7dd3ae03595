/* rewrite/edit_old_names.c - names of modules from before LLVM 5.0, which had no STRTAB
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Names of global values are in the VALUE_SYMTAB of the module, a record for each, and those of
 * COMDATs in their own records. A character is an operand.
 */
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "bitleap_codes.h"
#include "rewrite/editor.h"

/* The record of the editor with NAME from operand AT on. */
static int replace_name(struct bl_editor *e, uint32_t at, struct bl_view name)
{
    if (bl_grow(&e->ops, &e->cap_ops, (uint64_t)at + name.size + 1) < 0)
        return bl_fail(e->err, BL_E_NOMEM, "no memory for a name");
    for (uint32_t i = 0; i < at; i++)
        e->ops[i] = e->record.ops[i];
    for (size_t i = 0; i < name.size; i++)
        e->ops[at + i] = name.data[i];
    return bl_edit_replace(e, at + name.size);
}

int bl_edit_old_comdat(struct bl_editor *e, const struct bl_edited *edited)
{
    enum {
        SIZE_AT = 1,
        NAME_AT = 2,
    };
    if (bl_view_equal(edited->before, edited->after) || e->record.n_ops < NAME_AT)
        return BL_OK;
    int status = replace_name(e, NAME_AT, edited->after);
    if (status < 0)
        return status;
    e->ops[SIZE_AT] = edited->after.size;
    return bl_edit_replace(e, NAME_AT + edited->after.size);
}

/* A record of the symbol table: the value, of a function with a body where that is, the name. */
static int edit_entry(struct bl_editor *e, const struct bl_edited_names *names)
{
    bool has_place = e->record.code == BL_CODE_VALUE_SYMTAB_FNENTRY;
    uint32_t at = has_place ? 2 : 1;
    if ((!has_place && e->record.code != BL_CODE_VALUE_SYMTAB_ENTRY) || e->record.n_ops < at ||
        e->record.ops[0] >= names->n_globals)
        return BL_OK;
    const struct bl_edited *edited = &names->items[e->record.ops[0]];
    return bl_view_equal(edited->before, edited->after) ? BL_OK
                                                        : replace_name(e, at, edited->after);
}

int bl_edit_old_names(struct bl_editor *e, struct bl_module *module,
                      const struct bl_edited_names *names)
{
    struct bl_index_entry at;
    uint32_t first;
    uint32_t n;
    int rc = bl_index_children(e->index, bl_module_block(module), &first, &n, e->err);
    for (uint32_t b = first; rc >= 0 && b < first + n; b++) {
        struct bl_cursor c;
        at = bl_index_get(e->index, b);
        if (at.block.block_id != BL_BLOCK_VALUE_SYMTAB)
            continue;
        rc = bl_index_cursor(e->index, b, &c, e->err);
        if (rc < 0)
            return rc;
        int status = BL_OK;
        while (status == BL_OK && (rc = bl_cursor_read_next(&c, &e->record)) > 0)
            status = edit_entry(e, names);
        if (status == BL_OK && rc < 0)
            bl_cursor_error(&c, e->err);
        bl_cursor_release(&c);
        rc = status < 0 ? status : rc;
    }
    return rc < 0 ? rc : BL_OK;
}
