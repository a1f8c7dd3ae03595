/* macos.h - what macOS calls otherwise, or lacks; included before each source by the Makefile
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Beside it are headers that macOS has under other names or not at all: sys/auxv.h, md5.h, sha1.h
 * and sha2.h (CommonCrypto), tre/tre.h (regexec() of macOS is TRE). macos.c has the functions.
 */
#ifndef BL_BASE_MACOS_H
#define BL_BASE_MACOS_H

#include <stddef.h>
#include <stdlib.h>
#include <sys/types.h>
#include <time.h>

/* When a file was last changed, and read (struct stat). */
#define st_mtim st_mtimespec
#define st_atim st_atimespec

/* Constants in an object, for cmd/base/embed.h. */
#define EMBED_SECTION ".const"

/* Libraries that are loaded when they are asked for. */
#define SQLITE_LIBRARY "libsqlite3.dylib"
#define DEMANGLER_LIBRARY "libc++abi.dylib"

/* Advice to the kernel, which does without. */
#define MADV_HUGEPAGE MADV_NORMAL
#define SYNC_FILE_RANGE_WRITE 0
#define sync_file_range(fd, offset, size, flags) \
    ((void)(fd), (void)(offset), (void)(size), (void)(flags), 0)

/* Files get their times from the only clock there is. */
#define CLOCK_REALTIME_COARSE CLOCK_REALTIME

/* Which cores a process may use is not said: bl_cores() goes on to count all. */
typedef struct {
    int none;
} cpu_set_t;
#define CPU_COUNT(set) ((void)(set), 0)
static inline int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set)
{
    (void)pid, (void)size, (void)set;
    return -1;
}

/* As those of glibc. macOS's qsort_r() has its arguments in another order. */
void *bl_memrchr(const void *bytes, int c, size_t size);
#define memrchr bl_memrchr
void bl_qsort_r(void *items, size_t n, size_t size,
                int (*compare)(const void *a, const void *b, void *context), void *context);
#define qsort_r bl_qsort_r

#endif
