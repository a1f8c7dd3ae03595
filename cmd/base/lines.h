/* cmd/base/lines.h - files of settings, line by line
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_LINES_H
#define CMD_LINES_H

#include "base/context.h"

/* The contents of the file PATH, with a NUL, malloc'ed; NULL: it could not be read, which is
 * reported. */
char *read_settings(struct context *c, const char *path);

/* The next line of *REST, without its comment, which # begins, and spaces around it. NULL: there is
 * none. */
char *next_line(char **rest);

#endif
