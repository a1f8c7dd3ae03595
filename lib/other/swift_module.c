/* other/swift_module.c - the control and input blocks of Swift's modules
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lib/Serialization/ModuleFormat.h of Swift: the control block is the same in all versions, as
 * readers of other ones look at it first.
 */
#include "other/swift_module.h"

#include "base/status.h"
#include "stream/cursor.h"

#include <string.h>

/* Blocks, and records of each. */
enum {
    MODULE_BLOCK = 8,
    CONTROL_BLOCK = 9,
    INPUT_BLOCK = 10,
};

enum {
    METADATA = 1,
    MODULE_NAME = 2,
    TARGET = 3,
    SDK_NAME = 4,
};

enum {
    IMPORTED_MODULE = 1,
    LINK_LIBRARY = 2,
    FILE_DEPENDENCY = 7,
};

/* The blob is "5.7(5)/Swift version 5.7.2 …"; operands say how long the first two versions are. */
static int read_metadata(struct bl_ast *ast, struct bl_cursor *c)
{
    struct bl_ast_info *info = &ast->info;
    const struct bl_record *rec = &ast->rec;
    const uint8_t *slash = rec->blob.size ? memchr(rec->blob.data, '/', rec->blob.size) : NULL;
    if (rec->n_ops < 3)
        return bl_cursor_fail(c, BL_E_MALFORMED, "versions are missing", rec->bit_pos);
    if (rec->ops[2] > rec->blob.size)
        return bl_cursor_fail(c, BL_E_MALFORMED, "text longer than its record", rec->bit_pos);
    info->major = (uint32_t)rec->ops[0];
    info->minor = (uint32_t)rec->ops[1];
    info->language = (struct bl_view){.data = rec->blob.data, .size = (size_t)rec->ops[2]};
    info->generated_by = rec->blob;
    if (slash) {
        info->generated_by.data = slash + 1;
        info->generated_by.size = (size_t)(rec->blob.data + rec->blob.size - (slash + 1));
    }
    return BL_OK;
}

static int read_control(struct bl_ast *ast, struct bl_cursor *c)
{
    struct bl_ast_info *info = &ast->info;
    switch (ast->rec.code) {
    case METADATA: return read_metadata(ast, c);
    case MODULE_NAME: info->module_name = ast->rec.blob; return BL_OK;
    case TARGET: info->triple = ast->rec.blob; return BL_OK;
    case SDK_NAME: info->sdk = ast->rec.blob; return BL_OK;
    default: return BL_OK;
    }
}

/* Parts of a module have NULs between them. */
static int read_import(struct bl_ast *ast, struct bl_cursor *c)
{
    const struct bl_record *rec = &ast->rec;
    struct bl_view name = rec->blob;
    uint8_t *bytes = bl_arena_room(&ast->texts, name.size + 1);
    if (!bytes)
        return bl_cursor_fail(c, BL_E_NOMEM, "no memory for a text", rec->bit_pos);
    for (size_t i = 0; i < name.size; i++)
        bytes[i] = name.data[i] ? name.data[i] : '.';
    name.data = bytes;
    return bl_ast_add_name(&ast->imports, c, name, rec->bit_pos);
}

static int read_input(struct bl_ast *ast, struct bl_cursor *c)
{
    const struct bl_record *rec = &ast->rec;
    switch (rec->code) {
    case IMPORTED_MODULE: return read_import(ast, c);
    case LINK_LIBRARY: return bl_ast_add_name(&ast->libraries, c, rec->blob, rec->bit_pos);
    case FILE_DEPENDENCY: return bl_ast_add_name(&ast->files, c, rec->blob, rec->bit_pos);
    default: return BL_OK;
    }
}

int bl_swift_read(struct bl_ast *ast, struct bl_error *err)
{
    uint32_t module, control = BL_NONE;
    int rc = bl_ast_find_block(ast, BL_NONE, MODULE_BLOCK, &module, err);
    if (rc >= 0 && module != BL_NONE)
        rc = bl_ast_find_block(ast, module, CONTROL_BLOCK, &control, err);
    if (rc >= 0 && control == BL_NONE)
        return bl_fail(err, BL_E_MALFORMED, "no control block");
    if (rc >= 0)
        rc = bl_ast_read_block(ast, control, read_control, err);
    if (rc >= 0)
        rc = bl_ast_read_child(ast, module, INPUT_BLOCK, read_input, err);
    return rc;
}
