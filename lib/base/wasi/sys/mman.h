/* sys/mman.h - no file is mapped, so that it is copied; advice is not taken
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_WASI_MMAN_H
#define BL_BASE_WASI_MMAN_H

#include <errno.h>
#include <stddef.h>

enum {
    PROT_NONE = 0,
    PROT_READ = 1,
    PROT_WRITE = 2,
    MAP_PRIVATE = 2,
    MAP_ANONYMOUS = 32,
    MAP_NORESERVE = 64,
    MADV_RANDOM,
    MADV_SEQUENTIAL,
    MADV_WILLNEED,
    MADV_DONTNEED,
    MADV_HUGEPAGE
};
#define MAP_FAILED ((void *)-1)
#define mmap(at, size, protection, flags, fd, offset) \
    ((void)(size), (void)(fd), (void)(offset), errno = ENODEV, MAP_FAILED)
#define munmap(data, size) ((void)(data), (void)(size), 0)
#define madvise(data, size, advice) ((void)(data), (void)(size), 0)

#endif
