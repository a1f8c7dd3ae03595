/* base/spill.c - bytes that are put aside on disk while more are made
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/spill.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* A new file in FOLDER, whose name is gone already. Negative: there cannot be one. */
static int create_in(const char *folder)
{
    char path[PATH_MAX];
    int n = snprintf(path, sizeof path, "%s/bitleap.XXXXXX", folder);
    if (n < 0 || (size_t)n >= sizeof path)
        return -1;
    int fd = mkstemp(path);
    if (fd < 0)
        return -1;
    (void)unlink(path);
    (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    return fd;
}

static int create(void)
{
    const char *folder = getenv("TMPDIR");
    if (folder && *folder)
        return create_in(folder);
    int fd = create_in("/var/tmp");
    return fd < 0 ? create_in("/tmp") : fd;
}

static bool write_all(int fd, const uint8_t *data, size_t size, uint64_t at)
{
    while (size > 0) {
        ssize_t n = pwrite(fd, data, size, (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        data += n;
        size -= (size_t)n;
        at += (uint64_t)n;
    }
    return true;
}

bool bl_spill_open(struct bl_spill *spill)
{
    int fd = create();
    if (fd < 0)
        return false;
    *spill = (struct bl_spill){.fd = fd, .is_open = true};
    return true;
}

bool bl_spill_added(struct bl_spill *spill)
{
    off_t end = lseek(spill->fd, 0, SEEK_END);
    if (end >= 0)
        spill->size = (uint64_t)end;
    return end >= 0;
}

bool bl_spill_add(struct bl_spill *spill, const void *data, size_t size)
{
    if (size == 0)
        return true;
    bool is_new = spill->size == 0 && !spill->is_open;
    int fd = is_new ? create() : spill->fd;
    if (fd < 0)
        return false;
    if (!write_all(fd, data, size, spill->size)) {
        if (is_new)
            close(fd);
        return false;
    }
    spill->fd = fd;
    spill->size += size;
    return true;
}

void *bl_spill_map(const struct bl_spill *spill)
{
    if (spill->size > SIZE_MAX)
        return NULL;
    void *data = mmap(NULL, (size_t)spill->size, PROT_READ, MAP_PRIVATE, spill->fd, 0);
    return data == MAP_FAILED ? NULL : data;
}

void bl_spill_unmap(void *data, uint64_t size)
{
    if (data)
        (void)munmap(data, (size_t)size);
}

void bl_spill_rest(const void *data, uint64_t size)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = (uintptr_t)data / page * page;
    (void)madvise((void *)begin, (size_t)((uintptr_t)data + size - begin), MADV_DONTNEED);
}

bool bl_spill_read(const struct bl_spill *spill, uint8_t *data)
{
    for (uint64_t at = 0; at < spill->size;) {
        ssize_t n = pread(spill->fd, data + at, (size_t)(spill->size - at), (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += (uint64_t)n;
    }
    return true;
}

void bl_spill_release(struct bl_spill *spill)
{
    if (spill->size > 0 || spill->is_open)
        close(spill->fd);
    *spill = (struct bl_spill){0};
}
