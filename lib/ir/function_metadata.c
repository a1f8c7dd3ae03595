/* ir/function_metadata.c - the metadata of a body, read when it is first needed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/function.h"
#include "ir/metadata.h"

void bl_function_forget_metadata(struct bl_function *f)
{
    if (f->metadata && f->metadata->outer)
        bl_metadata_close(f->metadata);
    f->metadata = NULL;
    f->metadata_is_read = false;
}

/* METADATA blocks come before the instructions. Where the module's are damaged, numbers in the
 * body's cannot be right. */
static void read_metadata(struct bl_function *f)
{
    struct bl_metadata *of_module;
    struct bl_error *err = &f->metadata_error;
    *err = (struct bl_error){0};
    f->metadata_is_read = true;
    if (bl_module_note(f->module, bl_module_metadata(f->module, &of_module, err)) < 0)
        return;
    for (uint32_t i = 0; i < f->n_blocks; i++) {
        const struct bl_block *block = &f->blocks[i];
        if (block->block_id != BL_METADATA_BLOCK)
            continue;
        int status = f->metadata ? bl_metadata_append(f->metadata, block, err)
                                 : bl_metadata_open(&f->metadata, f->module, block, err);
        if (bl_module_note(f->module, status) == BL_E_NOMEM)
            bl_function_forget_metadata(f); /* and try again */
        if (status < 0)
            return;
    }
    if (!f->metadata)
        f->metadata = of_module;
}

int bl_function_metadata(struct bl_function *f, struct bl_metadata **metadata, struct bl_error *err)
{
    if (!f->metadata_is_read)
        read_metadata(f);
    *metadata = f->metadata;
    if (f->metadata_error.status < 0 && err)
        *err = f->metadata_error;
    return f->metadata_error.status;
}
