/* ir/metadata_attachment.c - what METADATA_ATTACHMENT blocks attach to functions and instructions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   [kind, node, …]                to the function
 *   [instruction, kind, node, …]   an odd number of operands: to an instruction
 */
#include "ir/metadata.h"

static void tell(const struct bl_record *rec, bl_attached_fn *each, void *context)
{
    uint32_t at = rec->n_ops % 2;
    struct bl_attached attached = {
        .bit_pos = rec->bit_pos,
        .instruction = at ? bl_metadata_number(rec->ops[0]) : BL_NONE,
    };
    for (; at + 1 < rec->n_ops; at += 2) {
        attached.kind = bl_metadata_number(rec->ops[at]);
        attached.node = bl_metadata_number(rec->ops[at + 1]);
        each(context, &attached);
    }
}

int bl_metadata_attached(struct bl_module *module, const struct bl_block *block,
                         bl_attached_fn *each, void *context, struct bl_error *err)
{
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    int rc = bl_module_cursor(module, block, &cursor);
    while (rc >= 0 && (rc = bl_cursor_read_next(&cursor, &rec)) > 0)
        if (rec.code == BL_MD_ATTACHMENT)
            tell(&rec, each, context);
    if (rc < 0)
        bl_module_error(module, &cursor, err);
    bl_record_release(&rec);
    bl_cursor_release(&cursor);
    return rc;
}
