/* cmd/tree.h - the files below a directory that have bitcode inside
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_TREE_H
#define CMD_TREE_H

#include "base/options.h"
#include "base/out.h"

struct tree {
    char **files; /* paths, in order */
    uint32_t n, cap;
};

/* Whether there is a directory at PATH. */
bool is_directory(const char *path);

/* Find the files below DIRECTORY, those that are damaged among them. A directory in there that
 * cannot be read is told; then, or where nothing is found, it returns false. The tree is to be
 * released in any case. */
bool tree_find(struct tree *tree, const char *directory, unsigned open_flags,
               const struct common *common, struct out *o);
void tree_release(struct tree *tree);

#endif
