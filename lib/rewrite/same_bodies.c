/* rewrite/same_bodies.c - whether all of a module but its global values has been copied
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/same_bodies.h"

#include "base/status.h"
#include "base/view.h"
#include "bitleap_codes.h"
#include "bitleap_print.h"
#include "index/index.h"
#include "ir/module.h"
#include "print/function_text.h"

/* Blocks that may differ, and be on one side only. */
static bool is_passed_block(uint32_t block_id)
{
    return block_id == BL_BLOCK_GLOBALVAL_SUMMARY ||
           block_id == BL_BLOCK_FULL_LTO_GLOBALVAL_SUMMARY || block_id == BL_BLOCK_VALUE_SYMTAB;
}

/* Records likewise: what they say is compared by other means, or names positions. */
static bool is_passed_record(uint32_t code, unsigned passes)
{
    switch (code) {
    case BL_CODE_MODULE_GLOBALVAR:
    case BL_CODE_MODULE_FUNCTION:
    case BL_CODE_MODULE_ALIAS:
    case BL_CODE_MODULE_ALIAS_OLD:
    case BL_CODE_MODULE_IFUNC:
    case BL_CODE_MODULE_COMDAT: return passes & BL_PASS_GLOBALS;
    case BL_CODE_MODULE_VSTOFFSET:
    case BL_CODE_MODULE_HASH: return true;
    case BL_CODE_MODULE_SOURCE_FILENAME: return passes & BL_PASS_SOURCE;
    default: return false;
    }
}

int bl_side_next(struct bl_side *s, unsigned passes)
{
    int rc;
    while ((rc = bl_cursor_next(&s->cursor, &s->entry)) > 0) {
        bool is_record = s->entry.kind == BL_ENTRY_RECORD;
        if (is_record)
            rc = bl_cursor_read(&s->cursor, &s->record);
        if (rc < 0)
            return rc;
        if (is_record
                ? !is_passed_record(s->record.code, passes)
                : s->entry.kind == BL_ENTRY_BLOCK && !is_passed_block(s->entry.block.block_id))
            return 1;
    }
    return rc;
}

static struct bl_view body_of(const struct bl_side *s)
{
    uint64_t at = s->entry.block.body_pos / 8;
    uint64_t size = (uint64_t)s->entry.block.n_words * 4;
    if (at > s->bytes.size || size > s->bytes.size - at)
        return (struct bl_view){0};
    return (struct bl_view){s->bytes.data + at, (size_t)size};
}

bool bl_are_same_records(const struct bl_record *a, const struct bl_record *b)
{
    return a->code == b->code && a->n_ops == b->n_ops && a->has_blob == b->has_blob &&
           (a->n_ops == 0 || memcmp(a->ops, b->ops, a->n_ops * sizeof *a->ops) == 0) &&
           (!a->has_blob || bl_view_equal(a->blob, b->blob));
}

bool bl_are_same_entries(const struct bl_side *a, const struct bl_side *b)
{
    const struct bl_block *x = &a->entry.block;
    const struct bl_block *y = &b->entry.block;
    if (a->entry.kind != b->entry.kind)
        return false;
    if (a->entry.kind == BL_ENTRY_RECORD)
        return bl_are_same_records(&a->record, &b->record);
    return x->block_id == y->block_id && x->id_width == y->id_width && x->n_words == y->n_words &&
           bl_view_equal(body_of(a), body_of(b));
}

int bl_side_open(struct bl_side *s, struct bl_module *module, struct bl_error *err)
{
    s->bytes = bl_index_stream(module->index)->bytes;
    return bl_index_cursor(module->index, module->block, &s->cursor, err);
}

void bl_side_release(struct bl_side *s)
{
    bl_record_release(&s->record);
    bl_cursor_release(&s->cursor);
}

int bl_are_same_bodies(struct bl_module *before, struct bl_module *after, bool passes_source,
                       struct bl_error *err)
{
    struct bl_side x = {0};
    struct bl_side y = {0};
    int status = bl_side_open(&x, before, err);
    if (status < 0)
        return status;
    status = bl_side_open(&y, after, err);
    bool same = true;
    unsigned passes = BL_PASS_GLOBALS | (passes_source ? BL_PASS_SOURCE : 0);
    while (status >= 0 && same) {
        int has_x = bl_side_next(&x, passes);
        int has_y = bl_side_next(&y, passes);
        if (has_x < 0 || has_y < 0) {
            bl_cursor_error(has_x < 0 ? &x.cursor : &y.cursor, err);
            status = has_x < 0 ? has_x : has_y;
        } else if (has_x == 0 || has_y == 0) {
            same = has_x == has_y;
            break;
        } else {
            same = bl_are_same_entries(&x, &y);
        }
    }
    bl_side_release(&x);
    bl_side_release(&y);
    return status < 0 ? status : same;
}

int bl_print_stated(struct bl_module *module, bl_put_fn *put, void *context, struct bl_error *err)
{
    struct bl_printer *p = NULL;
    uint32_t n;
    int status = bl_module_count(module, &n, err);
    if (status == BL_OK)
        status = bl_printer_open(&p, module, NULL, err);
    if (status < 0)
        return status;
    for (uint32_t value = 0; value < n && status == BL_OK; value++)
        status = bl_printer_print_stated(p, value, put, context, err);
    bl_printer_close(p);
    return status;
}
