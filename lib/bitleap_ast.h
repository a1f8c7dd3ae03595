/* bitleap_ast.h - what precompiled headers and modules of clang and Swift say of themselves
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_AST_H
#define BITLEAP_AST_H

#include "bitleap_stream.h"

BL_BEGIN_DECLS

/* A stream of the kind BL_STREAM_CLANG_AST or BL_STREAM_SWIFT. Opaque. */
struct bl_ast;

/* What it says of itself. From the control block (clang/Serialization/ASTBitCodes.h; of Swift also
 * the input block, lib/Serialization/ModuleFormat.h there). What is missing is empty. Later
 * versions may append fields. */
struct bl_ast_info {
    uint32_t major, minor;             /* version of the format */
    uint32_t clang_major, clang_minor; /* of the compiler */
    struct bl_view generated_by;       /* its full version, as it states it */
    struct bl_view module_name;
    struct bl_view directory; /* what relative names begin in */
    struct bl_view module_map;
    struct bl_view original_file; /* of a precompiled header */
    struct bl_view triple;
    const struct bl_view *input_files; /* as they were asked for */
    uint32_t n_input_files;
    /* Of Swift only: */
    struct bl_view language; /* "5.7", the version of the language */
    struct bl_view sdk;
    const struct bl_view *imports; /* modules and parts of them, "Darwin.C" */
    uint32_t n_imports;
    const struct bl_view *libraries; /* that are linked with it */
    uint32_t n_libraries;
};

/* Read the control block of STREAM, whose bytes must stay until bl_ast_close(). Damage: *AST has
 * what was readable. Errors: BL_E_NOMEM and BL_E_ARGUMENT, where *AST is NULL; BL_E_MALFORMED, if
 * there is no control block, and what is wrong in it. Of several Swift modules in a stream the
 * first is read. */
BL_API int bl_ast_open(struct bl_ast **ast, const struct bl_stream *stream, struct bl_error *err);
/* Close AST. NULL is ignored. */
BL_API void bl_ast_close(struct bl_ast *ast);

/* What AST says of itself. Borrowed from it, as all in it. */
BL_API const struct bl_ast_info *bl_ast_get_info(const struct bl_ast *ast);

BL_END_DECLS

#endif /* BITLEAP_AST_H */
