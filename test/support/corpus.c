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
