/* base/file.h - what the library asks of its own files beyond their bytes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_FILE_H
#define BL_BASE_FILE_H

#include "bitleap_base.h"

#include <sys/stat.h>

enum {
    BL_ALL_OPEN_FLAGS = BL_OPEN_COPY | BL_OPEN_SEQUENTIAL | BL_OPEN_GUARDED | BL_OPEN_ENDLESS
};

/* When it was modified last, in nanoseconds since 1970. */
int64_t bl_stat_mtime(const struct stat *st);

/* The same of FILE, as it was when it was opened. */
int64_t bl_file_mtime(const struct bl_file *file);

/* Which file it is, of those that are there: its device, and its number on that. However it is
 * called, it is the same. */
struct bl_file_id {
    uint64_t device, number;
};
struct bl_file_id bl_file_id(const struct bl_file *file);

/* bl_file_open() of a file that only the input, or an index file, names. Reading a pipe, a
 * device, or what the kernel makes up in files of no size (/proc/PID/pagemap) might never end:
 * anything but a regular file is BL_E_CONTAINER, one of no bytes is not opened, and of others no
 * more is read than they say they have. */
int bl_file_open_regular(struct bl_file **file, const char *path, unsigned flags,
                         struct bl_error *err);

/* Give back the descriptor of a mapped FILE: a process may have far fewer of them than mappings.
 * What bl_file_check() answers is no news any more, except for pages that could not be read
 * (BL_OPEN_GUARDED). */
void bl_file_detach(struct bl_file *file);

/* bl_file_check() of a FILE that has been detached, as far as it is still what is at PATH. */
int bl_file_check_at(const struct bl_file *file, const char *path, struct bl_error *err);

/* DATA, SIZE bytes that FILE owns from now on, stand for those of the file: in a mapping, or from
 * bl_new(). What bl_file_view() returned before is gone. */
void bl_file_replace(struct bl_file *file, uint8_t *data, size_t size, bool is_mapped);

/* Give back the memory that holds what was read of a mapped FILE. What is read again
 * is mapped again. */
void bl_file_rest(const struct bl_file *file);

/* The SIZE bytes at DATA, of the heap, are going to be written whole: in large pages,
 * where there are such. */
void bl_advise_large(void *data, size_t size);

#endif
