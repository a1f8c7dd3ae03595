/* ir/function_metadata.c - the metadata of a body, and what METADATA_ATTACHMENT blocks attach
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/status.h"
#include "base/view.h"
#include "ir/function_values.h"
#include "ir/metadata.h"

/* ---- The metadata of a body ---- */

void bl_function_forget_metadata(struct bl_function *f)
{
    if (f->metadata && f->metadata->outer) {
        f->metadata->is_lent = false;
        bl_metadata_close(f->metadata);
    }
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
        if (block->block_id != BL_BLOCK_METADATA)
            continue;
        int status = f->metadata ? bl_metadata_append(f->metadata, block, err)
                                 : bl_metadata_open(&f->metadata, f->module, block, err);
        if (f->metadata)
            f->metadata->is_lent = true;
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
    return bl_fail_again(err, &f->metadata_error);
}

/* ---- Attachments ---- */

/*   [kind, node, …]                to the function
 *   [instruction, kind, node, …]   an odd number of operands: to an instruction
 */
struct attached {
    bl_attached_fn *each;
    void *context;
};

static int read_attachment(void *context, struct bl_cursor *cursor, const struct bl_record *rec)
{
    const struct attached *to = context;
    uint32_t at = rec->n_ops % 2;
    struct bl_attached attached = {
        .bit_pos = rec->bit_pos,
        .instruction = at ? bl_metadata_number(rec->ops[0]) : BL_NONE,
    };
    (void)cursor;
    if (rec->code != BL_CODE_METADATA_ATTACHMENT_ATTACHMENT)
        return BL_OK;
    for (; at + 1 < rec->n_ops; at += 2) {
        attached.kind = bl_metadata_number(rec->ops[at]);
        attached.node = bl_metadata_number(rec->ops[at + 1]);
        to->each(to->context, &attached);
    }
    return BL_OK;
}

int bl_metadata_attached(struct bl_module *module, const struct bl_block *block,
                         bl_attached_fn *each, void *context, struct bl_error *err)
{
    return bl_module_read_block(module, block, read_attachment, &(struct attached){each, context},
                                err);
}

/* The first attachment of a kind. */
struct wanted {
    struct bl_module *module;
    struct bl_view kind;
    uint32_t node; /* BL_NONE: not found so far */
    int status;
};

static bool is_kind(struct wanted *w, uint32_t kind)
{
    struct bl_view name;
    int rc = bl_metadata_kind_name(w->module, kind, &name, NULL);
    w->status = rc < 0 ? rc : w->status;
    return rc > 0 && bl_view_compare(name, w->kind) == 0;
}

static void see_attached(void *context, const struct bl_attached *attached)
{
    struct wanted *w = context;
    if (attached->instruction == BL_NONE && w->node == BL_NONE && is_kind(w, attached->kind))
        w->node = attached->node;
}

/* The METADATA_ATTACHMENT blocks in BODY. */
static int search_body(struct wanted *w, const struct bl_block *body, struct bl_error *err)
{
    struct bl_cursor cursor;
    struct bl_entry entry;
    int rc, status = bl_module_cursor(w->module, body, &cursor, err);
    if (status < 0)
        return status;
    while (status == BL_OK && w->node == BL_NONE && (rc = bl_cursor_next(&cursor, &entry)) != 0) {
        if (rc < 0)
            bl_cursor_error(&cursor, err);
        status = rc < 0 ? rc : BL_OK;
        if (rc > 0 && entry.kind == BL_ENTRY_BLOCK &&
            entry.block.block_id == BL_BLOCK_METADATA_ATTACHMENT)
            status = bl_metadata_attached(w->module, &entry.block, see_attached, w, err);
    }
    bl_cursor_release(&cursor);
    return status;
}

static int search_globals(struct wanted *w, uint32_t value, struct bl_error *err)
{
    struct bl_metadata *metadata;
    int status = bl_module_metadata(w->module, &metadata, err);
    if (!metadata)
        return status;
    struct bl_metadata_counts counts = bl_metadata_get_counts(metadata);
    for (uint32_t i = 0; i < counts.n_attachments && w->node == BL_NONE; i++)
        if (counts.attachments[i].value == value && is_kind(w, counts.attachments[i].kind))
            w->node = counts.attachments[i].node;
    return w->node == BL_NONE ? status : BL_OK;
}

int bl_metadata_find_attached(struct bl_module *module, uint32_t value, struct bl_view kind,
                              uint32_t *node, struct bl_error *err)
{
    struct wanted w = {.module = module, .kind = kind, .node = BL_NONE};
    struct bl_block body;
    int rc = bl_module_body(module, value, &body, err);
    int status = rc < 0   ? rc
                 : rc > 0 ? search_body(&w, &body, err)
                          : search_globals(&w, value, err);
    if (status == BL_OK && w.status < 0)
        status = bl_fail(err, w.status, "no memory for the kinds of attachments");
    *node = w.node;
    return w.node != BL_NONE ? 1 : status;
}
