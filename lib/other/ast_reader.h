/* other/ast_reader.h - what the readers of clang's and of Swift's files share
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_OTHER_AST_READER_H
#define BL_OTHER_AST_READER_H

#include "base/arena.h"
#include "bitleap_ast.h"
#include "bitleap_index.h"

enum {
    BL_AST_MIN_NAME_BYTES = 8 /* of the record of an input file, or of an import */
};

/* Views into the stream, or texts of the same struct bl_ast. */
struct bl_name_list {
    struct bl_view *names;
    uint32_t n;
    size_t cap;
};

struct bl_ast {
    struct bl_ast_info info;
    struct bl_index *index;
    struct bl_record rec;
    struct bl_name_list files, imports, libraries;
    struct bl_arena texts;
};

/* BL_E_NOMEM and BL_E_LIMIT, at BIT_POS. */
int bl_ast_add_name(struct bl_name_list *list, struct bl_cursor *c, struct bl_view name,
                    uint64_t bit_pos);

/* The first block with ID among the children of PARENT; BL_NONE: there is none. */
int bl_ast_find_block(struct bl_ast *ast, uint32_t parent, uint32_t id, uint32_t *block,
                      struct bl_error *err);

/* READ each record of BLOCK, which is ast->rec then. */
int bl_ast_read_block(struct bl_ast *ast, uint32_t block,
                      int (*read)(struct bl_ast *ast, struct bl_cursor *c), struct bl_error *err);

/* The same of the first block with ID in PARENT, if there is one. */
int bl_ast_read_child(struct bl_ast *ast, uint32_t parent, uint32_t id,
                      int (*read)(struct bl_ast *ast, struct bl_cursor *c), struct bl_error *err);

#endif
