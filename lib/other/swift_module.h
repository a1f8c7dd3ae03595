/* other/swift_module.h - what Swift's modules say of themselves
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_OTHER_SWIFT_MODULE_H
#define BL_OTHER_SWIFT_MODULE_H

#include "other/ast_reader.h"

/* All of its control and input blocks, in AST. */
int bl_swift_read(struct bl_ast *ast, struct bl_error *err);

#endif
