/* support/extreme_files.h - streams that claim, or are, far more than any compiler writes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_EXTREME_FILES_H
#define BL_SUPPORT_EXTREME_FILES_H

#include "bitleap.h"

struct extreme_file {
    const char *name;
    struct bl_view bytes;
    int status; /* of a walk under strict rules: how it must end */
};

/* Called for each. FILE is valid during the call. */
typedef void extreme_fn(void *context, const struct extreme_file *file);

void extreme_files(extreme_fn *emit, void *context);

#endif
