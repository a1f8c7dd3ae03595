/* cmd/input/paths.h - operands: paths of files, nested paths that lead on into them, opening both
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Without memory for a path the process ends: on the main thread.
 */
#ifndef CMD_PATHS_H
#define CMD_PATHS_H

#include "base/context.h"

/* Whether PATH is that of standard input. */
bool is_stdin(const char *path);

/* Whether there is a directory at PATH. */
bool is_directory(const char *path);

/* The file of OPERAND, which may be standard input: all of it or, where there is no such file, the
 * longest beginning that is one and is followed by a nested path, which *NESTED then points at (""
 * otherwise). Malloc'ed. */
char *split_operand(const char *operand, const char **nested);

/* Operands are what is looked for, then where. Whether a path is first all the same: it leads to
 * something that is there, and the last operand does not. */
bool is_path_first(const struct context *c);

/* Make the last operand the first. */
void move_last_to_front(struct context *c);

/* PATH, of a file, and NESTED, which leads on into it or is empty; malloc'ed. */
char *join_path(const char *path, const char *nested);

/* Open OPERAND, guarded (BL_OPEN_GUARDED). *PATH is the file's path, malloc'ed. Errors are those of
 * bl_file_open(). */
int open_operand(const char *operand, unsigned flags, struct bl_file **file, char **path,
                 const char **nested, struct bl_error *err);

/* Open a search of FILE, which is at PATH, for what is at NESTED; files of a thin archive are
 * opened with FLAGS, guarded. */
int open_search(const struct bl_file *file, const char *path, const char *nested, unsigned flags,
                struct bl_search **search, struct bl_error *err);

/* Leap over the blocks of STREAM to the end of its top level, which of a file that was cut is not
 * whole: BL_OK, or the status of ERR. Ends the process where there is no memory. */
int check_top_level(const struct bl_stream *stream, struct bl_error *err);

#endif
