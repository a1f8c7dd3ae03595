/* other/ast_reader.c - the blocks and names of files with an AST
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "other/ast_reader.h"

#include "base/grow.h"
#include "stream/limit.h"

int bl_ast_add_name(struct bl_name_list *list, struct bl_cursor *c, struct bl_view name,
                    uint64_t bit_pos)
{
    if (bl_limit_records(c, list->n, BL_AST_MIN_NAME_BYTES, "more names than the limit") < 0)
        return c->status;
    if (bl_append(&list->names, &list->n, &list->cap, name) < 0)
        return bl_cursor_fail(c, BL_E_NOMEM, "no memory for names", bit_pos);
    return BL_OK;
}

int bl_ast_read_block(struct bl_ast *ast, uint32_t block,
                      int (*read)(struct bl_ast *ast, struct bl_cursor *c), struct bl_error *err)
{
    struct bl_cursor cursor;
    int rc = bl_index_cursor(ast->index, block, &cursor, NULL);
    while (rc >= 0 && (rc = bl_cursor_read_next(&cursor, &ast->rec)) > 0)
        rc = read(ast, &cursor);
    if (rc < 0 && err)
        bl_cursor_error(&cursor, err);
    bl_cursor_release(&cursor);
    return rc;
}

int bl_ast_find_block(struct bl_ast *ast, uint32_t parent, uint32_t id, uint32_t *block,
                      struct bl_error *err)
{
    uint32_t first, n;
    int rc = bl_index_children(ast->index, parent, &first, &n, err);
    *block = BL_NONE;
    for (uint32_t i = 0; rc != BL_E_NOMEM && i < n && *block == BL_NONE; i++)
        if (bl_index_get(ast->index, first + i).block.block_id == id)
            *block = first + i;
    return *block == BL_NONE ? rc : BL_OK;
}

int bl_ast_read_child(struct bl_ast *ast, uint32_t parent, uint32_t id,
                      int (*read)(struct bl_ast *ast, struct bl_cursor *c), struct bl_error *err)
{
    uint32_t block;
    int rc = bl_ast_find_block(ast, parent, id, &block, err);
    return rc < 0 || block == BL_NONE ? rc : bl_ast_read_block(ast, block, read, err);
}
