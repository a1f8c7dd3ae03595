/* support/corpus.c - the files of corpora/small
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/corpus.h"

#include <stdio.h>
#include <stdlib.h>

char *corpus_path(const char *name)
{
    const char *source = getenv("BITLEAP_SRC");
    char *path;
    if (asprintf(&path, "%s/corpora/small/%s", source ? source : ".", name) < 0)
        abort();
    return path;
}

void check_files(int argc, char **argv, const char *const *names, size_t n_names,
                 void check(const char *path))
{
    for (int i = 1; i < argc; i++)
        check(argv[i]);
    for (size_t i = 0; argc == 1 && i < n_names; i++) {
        char *path = corpus_path(names[i]);
        check(path);
        free(path);
    }
}
