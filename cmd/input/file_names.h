/* cmd/input/file_names.h - names for files that are made from nested paths, in one folder
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_FILE_NAMES_H
#define CMD_FILE_NAMES_H

#include "base/map.h"

/* The names given so far; zero at first. */
struct file_names {
    struct bl_map wanted; /* by a name: how many paths wanted it */
};

/* A name for what PATH leads to: its last component, then what leads on, without ".bc" if there is
 * a SUFFIX, and that. A '/' becomes '_', and no name begins with a dot, so none leaves the folder.
 * What is too long for a name is cut. Paths may want the same name: later ones get a number.
 * Malloc'ed; NULL: no name is free. */
char *file_names_next(struct file_names *names, const char *path, const char *suffix);
void file_names_release(struct file_names *names);

#endif
