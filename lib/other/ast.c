/* other/ast.c - what precompiled headers and modules say of themselves; the control block of clang
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "base/status.h"
#include "index/index.h"
#include "other/ast_reader.h"
#include "other/swift_module.h"
#include "stream/cursor.h"

/* clang/Serialization/ASTBitCodes.h: blocks, and records of each. */
enum {
    CONTROL_BLOCK = 15,
    INPUT_FILES_BLOCK = 16,
    OPTIONS_BLOCK = 17,
};

enum {
    METADATA = 1,
    ORIGINAL_FILE = 3,
    ORIGINAL_PCH_DIR = 4, /* until LLVM 15; codes after it were greater by one */
    MODULE_NAME = 6,
    MODULE_MAP_FILE = 7,
    MODULE_DIRECTORY = 8,
};

enum {
    INPUT_FILE = 1,
    TARGET_OPTIONS = 2,
};

enum {
    FIRST_WITHOUT_PCH_DIR = 25, /* before this version, of LLVM 16, code 4 is one more record */
    OP_NAME_BYTES = 7, /* of an input file, since LLVM 18: of its name as it was asked for */
};

/* A text that is its length and its characters, unless TEXT has one. */
static int read_ast_text(struct bl_ast *ast, struct bl_cursor *c, struct bl_view *text)
{
    const struct bl_record *rec = &ast->rec;
    if (text->data)
        return BL_OK;
    if (rec->n_ops == 0 || rec->ops[0] > rec->n_ops - 1)
        return bl_cursor_fail(c, BL_E_MALFORMED, "text longer than its record", rec->bit_pos);
    size_t n = (size_t)rec->ops[0];
    uint8_t *bytes = bl_arena_room(&ast->texts, n + 1);
    if (!bytes)
        return bl_cursor_fail(c, BL_E_NOMEM, "no memory for a text", rec->bit_pos);
    for (size_t i = 0; i < n; i++)
        bytes[i] = (uint8_t)rec->ops[1 + i];
    *text = (struct bl_view){.data = bytes, .size = n};
    return BL_OK;
}

static int read_metadata(struct bl_ast *ast, struct bl_cursor *c)
{
    struct bl_ast_info *info = &ast->info;
    const struct bl_record *rec = &ast->rec;
    if (rec->n_ops < 4)
        return bl_cursor_fail(c, BL_E_MALFORMED, "versions are missing", rec->bit_pos);
    info->major = (uint32_t)rec->ops[0];
    info->minor = (uint32_t)rec->ops[1];
    info->clang_major = (uint32_t)rec->ops[2];
    info->clang_minor = (uint32_t)rec->ops[3];
    info->generated_by = rec->blob;
    return BL_OK;
}

static int read_control(struct bl_ast *ast, struct bl_cursor *c)
{
    struct bl_ast_info *info = &ast->info;
    uint32_t code = ast->rec.code;
    if (code > ORIGINAL_PCH_DIR && info->major < FIRST_WITHOUT_PCH_DIR)
        code--;
    switch (code) {
    case METADATA: return read_metadata(ast, c);
    case ORIGINAL_FILE: info->original_file = ast->rec.blob; return BL_OK;
    case MODULE_NAME: info->module_name = ast->rec.blob; return BL_OK;
    case MODULE_DIRECTORY: info->directory = ast->rec.blob; return BL_OK;
    case MODULE_MAP_FILE: return read_ast_text(ast, c, &info->module_map);
    default: return BL_OK;
    }
}

static int read_options(struct bl_ast *ast, struct bl_cursor *c)
{
    return ast->rec.code == TARGET_OPTIONS ? read_ast_text(ast, c, &ast->info.triple) : BL_OK;
}

static int read_input_file(struct bl_ast *ast, struct bl_cursor *c)
{
    const struct bl_record *rec = &ast->rec;
    struct bl_view name = rec->blob;
    if (rec->code != INPUT_FILE)
        return BL_OK;
    if (!rec->has_blob)
        return bl_cursor_fail(c, BL_E_MALFORMED, "input file without a name", rec->bit_pos);
    if (rec->n_ops > OP_NAME_BYTES && rec->ops[OP_NAME_BYTES] < name.size)
        name.size = (size_t)rec->ops[OP_NAME_BYTES];
    return bl_ast_add_name(&ast->files, c, name, rec->bit_pos);
}

static int read_all(struct bl_ast *ast, struct bl_error *err)
{
    uint32_t control;
    int rc = bl_ast_find_block(ast, BL_NONE, CONTROL_BLOCK, &control, err);
    if (rc >= 0 && control == BL_NONE)
        return bl_fail(err, BL_E_MALFORMED, "no control block");
    if (rc >= 0)
        rc = bl_ast_read_block(ast, control, read_control, err);
    if (rc >= 0)
        rc = bl_ast_read_child(ast, control, OPTIONS_BLOCK, read_options, err);
    if (rc >= 0)
        rc = bl_ast_read_child(ast, control, INPUT_FILES_BLOCK, read_input_file, err);
    return rc;
}

int bl_ast_open(struct bl_ast **ast, const struct bl_stream *stream, struct bl_error *err)
{
    static const struct bl_top_kinds none;
    *ast = NULL;
    if (stream->kind != BL_STREAM_CLANG_AST && stream->kind != BL_STREAM_SWIFT)
        return bl_fail(err, BL_E_ARGUMENT, "this is no file of an AST");
    struct bl_ast *a = bl_new(sizeof *a);
    if (!a)
        return bl_fail(err, BL_E_NOMEM, "no memory for a control block");
    int rc = bl_index_open_by(&a->index, stream, &none, err);
    if (rc >= 0)
        rc = stream->kind == BL_STREAM_SWIFT ? bl_swift_read(a, err) : read_all(a, err);
    if (rc == BL_E_NOMEM || !a->index) {
        bl_ast_close(a);
        return rc;
    }
    a->info.input_files = a->files.names;
    a->info.n_input_files = a->files.n;
    a->info.imports = a->imports.names;
    a->info.n_imports = a->imports.n;
    a->info.libraries = a->libraries.names;
    a->info.n_libraries = a->libraries.n;
    *ast = a;
    return rc;
}

void bl_ast_close(struct bl_ast *ast)
{
    if (!ast)
        return;
    bl_index_close(ast->index);
    bl_record_release(&ast->rec);
    bl_arena_release(&ast->texts);
    bl_drop(ast->files.names);
    bl_drop(ast->imports.names);
    bl_drop(ast->libraries.names);
    bl_drop(ast);
}

const struct bl_ast_info *bl_ast_get_info(const struct bl_ast *ast)
{
    return &ast->info;
}
