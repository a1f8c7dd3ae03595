/* inputs/operand_paths.h - operands: paths of files, nested paths that lead on into them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_INPUTS_OPERAND_PATHS_H
#define BL_INPUTS_OPERAND_PATHS_H

#include "bitleap_search.h"

/* Whether PATH is that of standard input. */
bool bl_is_stdin(const char *path);

/* PATH, which is relative to DIRECTORY or from the root, without ".", "..", and doubled slashes;
 * malloc'ed. NULL: no memory. "-" stays as it is. */
char *bl_absolute_path(struct bl_view directory, struct bl_view path);

/* Whether PATH is AROUND or below it; both are absolute. */
bool bl_path_is_below(const char *path, const char *around);

/* A copy of VIEW with a NUL after it; malloc'ed. NULL: no memory. */
char *bl_copy_text(struct bl_view view);

/* Whether there is a stream in the file at PATH, or something bad: 1, 0, or BL_E_NOMEM. */
int bl_has_bitcode(const char *path, unsigned flags);

#endif
