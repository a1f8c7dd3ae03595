/* catalog/replace.h - a file that is written beside the one whose place it takes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_CATALOG_REPLACE_H
#define BL_CATALOG_REPLACE_H

#include "bitleap_catalog.h"

/* A new file that is not yet in its place. */
struct bl_replacement {
    char *target; /* what is to be replaced: where links lead */
    char *temporary;
    int fd;
    uint64_t n_begun; /* bytes that the disk has been told to write */
};

/* A temporary file of SIZE zeros beside PATH. Removes those that writers of PATH have left there
 * who came to no end. Errors: BL_E_SYSTEM, BL_E_NOMEM, BL_E_ARGUMENT (PATH is something else than a
 * file). On failure there is nothing to be done. */
int bl_replacement_begin(struct bl_replacement *r, const char *path, uint64_t size,
                         struct bl_error *err);

/* Write BYTES at OFFSET. As the end moves on, the disk is set to work; what is in front of it
 * waits for the commit. */
int bl_replacement_write(struct bl_replacement *r, uint64_t offset, struct bl_view bytes,
                         struct bl_error *err);

/* Sync and rename. A failure leaves what was in the place as it was. */
int bl_replacement_commit(struct bl_replacement *r, struct bl_error *err);

/* Remove the temporary file. After a commit that failed, or instead of one. */
void bl_replacement_cancel(struct bl_replacement *r);

#endif
