/* rewrite/edit_symtab.c - the symbol table of what is rewritten, made anew or dropped
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The table is of all modules of the stream. It is made of what is written without it: so that is
 * put together once, and read.
 */
#include "base/grow.h"
#include "base/status.h"
#include "ir/globals.h"
#include "ir/module.h"
#include "rewrite/editor.h"

#include <string.h>

/* All modules of what is written. */
struct all_modules {
    struct bl_index *index;
    struct bl_module **items;
    uint32_t n, cap;
};

static void close_all(struct all_modules *all)
{
    for (uint32_t i = 0; i < all->n; i++)
        bl_module_close(all->items[i]);
    bl_drop(all->items);
    bl_index_close(all->index);
}

static int open_all(struct all_modules *all, const struct bl_stream *stream, struct bl_error *err)
{
    int status = bl_index_open(&all->index, stream, err);
    if (status < 0)
        return status;
    for (uint32_t b = bl_module_next(all->index, BL_NONE); b != BL_NONE && status == BL_OK;
         b = bl_module_next(all->index, b)) {
        struct bl_module *module;
        status = bl_module_open(&module, all->index, b, err);
        if (status < 0)
            break;
        if (bl_append(&all->items, &all->n, &all->cap, module) < 0) {
            bl_module_close(module);
            status = bl_fail(err, BL_E_NOMEM, "no memory for modules");
        }
    }
    return status;
}

/* The record with the blob of top-level BLOCK of INDEX is written with BLOB. */
static int replace_blob(struct bl_editor *e, uint32_t block, struct bl_view blob)
{
    struct bl_cursor c;
    int rc = bl_index_cursor(e->index, block, &c, e->err);
    if (rc < 0)
        return rc;
    while ((rc = bl_cursor_read_next(&c, &e->record)) > 0 && !e->record.has_blob)
        ;
    if (rc < 0)
        bl_cursor_error(&c, e->err);
    bl_cursor_release(&c);
    if (rc <= 0)
        return rc;
    struct bl_new_record record = {.code = e->record.code, .has_blob = true, .blob = blob};
    return bl_rewrite_replace(e->rewrite, e->record.bit_pos, &record, e->err);
}

/* 1: the table of BEFORE is made anew for AFTER; 0: it cannot be. */
static int renew(struct bl_editor *e, struct bl_symtab_modules before,
                 struct bl_symtab_modules after)
{
    struct bl_symtab_view old;
    struct bl_string_table strings = {0};
    struct bl_view blob = {0};
    int rc = before.n > 0 && before.n == after.n ? bl_symtab_of(before.modules[0], &old) : 0;
    if (rc > 0)
        rc = old.modules.n == before.n;
    if (rc > 0)
        rc = bl_symtab_can_be_built(before, &old, e->err);
    if (rc > 0)
        rc = bl_symtab_seed(after, &strings, e->err);
    if (rc > 0)
        rc = bl_symtab_build(after, &old, &strings, &blob, e->err);
    if (rc > 0) {
        struct bl_module *first = before.modules[0];
        rc = replace_blob(e, bl_module_group(first).symtab, blob);
        if (rc >= 0)
            rc = replace_blob(e, bl_edit_strtab_of(e->index, bl_module_block(first)),
                              (struct bl_view){strings.bytes, strings.n_bytes});
        rc = rc < 0 ? rc : 1;
    }
    bl_drop((void *)(uintptr_t)blob.data);
    bl_string_table_release(&strings);
    return rc;
}

static int drop_tables(struct bl_editor *e)
{
    uint32_t first;
    uint32_t n;
    int status = bl_index_children(e->index, BL_NONE, &first, &n, e->err);
    for (uint32_t b = first; status >= 0 && b < first + n; b++) {
        struct bl_block block = bl_index_get(e->index, b).block;
        if (block.block_id == BL_BLOCK_SYMTAB)
            status = bl_rewrite_drop(e->rewrite, block.bit_pos, e->err);
    }
    return status;
}

static bool has_table(struct bl_editor *e)
{
    uint32_t first;
    uint32_t n;
    (void)bl_index_children(e->index, BL_NONE, &first, &n, NULL);
    for (uint32_t b = first; b < first + n; b++)
        if (bl_index_get(e->index, b).block.block_id == BL_BLOCK_SYMTAB)
            return true;
    return false;
}

int bl_edit_symtab(struct bl_editor *e, struct bl_symtab_modules before)
{
    struct all_modules after = {0};
    struct bl_view bytes;
    if (!has_table(e))
        return BL_OK;
    /* Without the file around the stream. */
    struct bl_rewrite *r = e->rewrite;
    const struct bl_view around[2] = {r->before, r->after};
    r->before = r->after = (struct bl_view){0};
    int rc = bl_rewrite_join(r, &bytes, e->err);
    r->before = around[0];
    r->after = around[1];
    struct bl_stream stream = r->stream;
    stream.bytes = bytes;
    if (rc == BL_OK)
        rc = open_all(&after, &stream, e->err);
    if (rc == BL_OK)
        rc = renew(e, before, (struct bl_symtab_modules){.modules = after.items, .n = after.n});
    close_all(&after);
    if (rc == 0)
        rc = drop_tables(e);
    else if (rc > 0)
        e->report->symtab = BL_EDIT_RENEWED;
    if (rc == 0)
        e->report->symtab = BL_EDIT_DROPPED;
    return rc < 0 ? rc : BL_OK;
}
