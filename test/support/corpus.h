/* support/corpus.h - the files of corpora/small
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_CORPUS_H
#define BL_SUPPORT_CORPUS_H

#include <stddef.h>

/* The path of file NAME, in the tree that BITLEAP_SRC names, or else in the current directory.
 * Malloc'ed; ends the program where there is no memory. */
char *corpus_path(const char *name);

/* CHECK each of the files that ARGV, of main(), names; without any the N_NAMES of corpora/small. */
void check_files(int argc, char **argv, const char *const *names, size_t n_names,
                 void check(const char *path));

#endif
