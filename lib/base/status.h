/* base/status.h - filling a caller's bl_error
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_STATUS_H
#define BL_BASE_STATUS_H

#include "bitleap_base.h"

/* Each fills *ERR (which may be NULL) and returns STATUS, so that a caller can return the call. */
int bl_fail(struct bl_error *err, int status, const char *what);
int bl_fail_at(struct bl_error *err, int status, const char *what, uint64_t bit_pos);
/* What failed before, reported again: fills *ERR and returns the status of FAILURE if that failed;
 * otherwise BL_OK, and *ERR is not filled. */
int bl_fail_again(struct bl_error *err, const struct bl_error *failure);
/* BL_E_SYSTEM with the current errno. */
int bl_fail_errno(struct bl_error *err, const char *what);

/* BL_E_ARGUMENT if FLAGS has others than those ALLOWED; otherwise BL_OK, and *ERR is not filled. */
int bl_check_flags(unsigned flags, unsigned allowed, struct bl_error *err);

/* Whether an error of STATUS is one of a container: its position counts from the file, not from a
 * stream. */
static inline bool bl_is_of_container(int status)
{
    return status == BL_E_CONTAINER || status == BL_E_UNSUPPORTED;
}

/* Append a block to the path of *ERR, which may be NULL. Goes from the outermost inwards. */
void bl_error_push(struct bl_error *err, uint32_t block_id, uint64_t bit_pos);

/* How many of DEPTH blocks a path holds. */
static inline uint32_t bl_error_n_steps(uint32_t depth)
{
    return depth < BL_ERROR_PATH_MAX ? depth : BL_ERROR_PATH_MAX;
}

#endif
