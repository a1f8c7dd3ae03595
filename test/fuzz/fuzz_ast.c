/* fuzz_ast.c - what clang's and Swift's files say of themselves, in any stream
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: names lie in the stream, and every byte of every text can be read.
 */
#include "bitleap.h"
#include "fuzz/mutator.h"

static struct bl_view input;
static volatile unsigned sum;

static void check_inside(struct bl_view text)
{
    if (text.size == 0)
        return;
    REQUIRE(text.data >= input.data && text.size <= input.size);
    REQUIRE((size_t)(text.data - input.data) <= input.size - text.size);
}

static void check_copy(struct bl_view text)
{
    for (size_t i = 0; i < text.size; i++)
        sum += text.data[i];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_stream stream;
    struct bl_ast *ast;
    struct bl_error err = {.status = BL_OK};
    input = (struct bl_view){.data = data, .size = size};
    if (bl_stream_locate(input, &stream, NULL) < 0)
        return 0;
    if (stream.kind != BL_STREAM_SWIFT)
        stream.kind = BL_STREAM_CLANG_AST;
    int rc = bl_ast_open(&ast, &stream, &err);
    REQUIRE(rc == BL_OK || (err.status == rc && err.what));
    if (!ast)
        return 0;
    const struct bl_ast_info *info = bl_ast_get_info(ast);
    check_inside(info->generated_by);
    check_inside(info->module_name);
    check_inside(info->directory);
    check_inside(info->original_file);
    check_copy(info->module_map);
    check_copy(info->triple);
    check_inside(info->language);
    check_inside(info->sdk);
    for (uint32_t i = 0; i < info->n_input_files; i++)
        check_inside(info->input_files[i]);
    for (uint32_t i = 0; i < info->n_imports; i++)
        check_copy(info->imports[i]);
    for (uint32_t i = 0; i < info->n_libraries; i++)
        check_inside(info->libraries[i]);
    bl_ast_close(ast);
    return 0;
}
