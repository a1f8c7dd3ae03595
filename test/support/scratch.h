/* support/scratch.h - a directory for the files of one test
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_SCRATCH_H
#define BL_SUPPORT_SCRATCH_H

/* A new directory, absolute; ends the process where there can be none. Static: one at a time. */
const char *scratch_begin(void);

/* DIRECTORY/NAME. Static: until the next call. */
const char *scratch_path(const char *name);

/* How many files are in it. */
unsigned scratch_count(void);

/* Call EACH, if there is one, with the path of each file; it may remove that.
 * How many there are. */
typedef void scratch_each_fn(void *context, const char *path);
unsigned scratch_each(scratch_each_fn *each, void *context);

/* Remove its files. */
void scratch_empty(void);

/* Remove it, with its files. */
void scratch_end(void);

#endif
