/* fuzz/choosy.h - for targets that would take too long over one input (support/choice.h)
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * To be included by the target's one source. Where libFuzzer makes inputs, each goes through some
 * of the checks; all are made where files are named to be run, be it by libFuzzer, which also makes
 * them smaller, or by replay.c.
 */
#ifndef BL_FUZZ_CHOOSY_H
#define BL_FUZZ_CHOOSY_H

#include "support/choice.h"

#include <sys/stat.h>

static bool fuzz_chooses;

/* libFuzzer calls it first; replay.c does not. */
int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    struct stat status;
    fuzz_chooses = true;
    for (int i = 1; i < *argc; i++)
        if (stat((*argv)[i], &status) == 0 && S_ISREG(status.st_mode))
            fuzz_chooses = false;
    return 0;
}

/* CHOICE, made by BYTES; NULL: all checks are made. */
static inline struct choice *fuzz_choice(struct choice *choice, struct bl_view bytes)
{
    *choice = choice_by(bytes);
    return fuzz_chooses ? choice : NULL;
}

#endif
