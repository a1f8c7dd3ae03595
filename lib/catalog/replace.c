/* catalog/replace.c - a file that is written beside the one whose place it takes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The temporary file of PATH is PATH.<16 hexadecimal digits>.tmp, and is locked as long as
 * its writer lives. A writer who was killed leaves one behind that nobody has locked: the
 * next one removes it.
 */
#include "catalog/replace.h"

#include "base/grow.h"
#include "base/status.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

enum {
    NAME_DIGITS = 16,
    MAX_ATTEMPTS = 100,
    /* Kernels keep what was written at once in one large page, and map that whole where a byte of
     * it is touched: readers of an index of megabytes touch a few bytes here and there. */
    WRITE_BYTES = 65536,
    SYNC_BYTES = 2 << 20,
};

static const char suffix[] = ".tmp";

/* ---- Names ---- */

/* The directory of PATH, up to and with its last slash: how many characters that is. */
static size_t directory_size(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

static int open_directory(const char *path)
{
    size_t size = directory_size(path);
    char *directory = bl_new(size + 2);
    if (!directory)
        return -1;
    memcpy(directory, size ? path : ".", size ? size : 1);
    int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bl_drop(directory);
    return fd;
}

static bool is_temporary_of(const char *target, const char *name)
{
    size_t size = strlen(target);
    if (strncmp(name, target, size) != 0 || name[size] != '.')
        return false;
    const char *digits = name + size + 1;
    return strspn(digits, "0123456789abcdef") == NAME_DIGITS &&
           strcmp(digits + NAME_DIGITS, suffix) == 0;
}

/* Of a temporary file's name, with a NUL. */
static size_t temporary_size(const char *target)
{
    return strlen(target) + 1 + NAME_DIGITS + sizeof suffix;
}

/* A name that is hardly there yet. */
static void make_name(struct bl_replacement *r, unsigned attempt)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t seed[] = {(uint64_t)now.tv_sec, (uint64_t)now.tv_nsec, (uint64_t)getpid(),
                       (uintptr_t)r, attempt};
    snprintf(r->temporary, temporary_size(r->target), "%s.%016" PRIx64 "%s", r->target,
             XXH3_64bits(seed, sizeof seed), suffix);
}

/* ---- What others have left ---- */

/* Nobody writes a file that can be locked. */
static void remove_if_left(int directory, const char *name)
{
    struct stat st;
    int fd = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && flock(fd, LOCK_EX | LOCK_NB) == 0)
        (void)unlinkat(directory, name, 0);
    close(fd);
}

/* Nothing depends on it: failures are passed over. */
static void remove_left(const char *target)
{
    int fd = open_directory(target);
    DIR *directory = fd < 0 ? NULL : fdopendir(fd);
    if (!directory) {
        if (fd >= 0)
            close(fd);
        return;
    }
    struct dirent *entry;
    while ((entry = readdir(directory)))
        if (is_temporary_of(target + directory_size(target), entry->d_name))
            remove_if_left(fd, entry->d_name);
    closedir(directory);
}

/* ---- Ours ---- */

/* False: somebody who removes what is left was faster than our lock. Where there are no locks,
 * nobody removes anything. */
static bool lock(int fd)
{
    struct stat st;
    if (flock(fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK)
        return false;
    return fstat(fd, &st) == 0 && st.st_nlink > 0;
}

static int create(struct bl_replacement *r, struct bl_error *err)
{
    for (unsigned attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        make_name(r, attempt);
        r->fd = open(r->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (r->fd >= 0 && lock(r->fd))
            return BL_OK;
        if (r->fd >= 0)
            close(r->fd);
        else if (errno != EEXIST)
            break;
    }
    return bl_fail_errno(err, "cannot create a temporary file");
}

/* The file at PATH or, where that is a link, behind it. A device or a pipe is
 * not to be replaced. */
static int find_target(struct bl_replacement *r, const char *path, struct stat *st, bool *exists,
                       struct bl_error *err)
{
    r->target = realpath(path, NULL);
    if (!r->target && errno != ENOMEM)
        r->target = strdup(path);
    r->temporary = r->target ? bl_new(temporary_size(r->target)) : NULL;
    if (!r->temporary)
        return bl_fail(err, BL_E_NOMEM, "no memory for the name of a temporary file");
    *exists = stat(r->target, st) == 0;
    if (*exists && !S_ISREG(st->st_mode))
        return bl_fail(err, BL_E_ARGUMENT, "there is something that is no regular file");
    return BL_OK;
}

static void drop_names(struct bl_replacement *r)
{
    bl_drop(r->target);
    bl_drop(r->temporary);
    *r = (struct bl_replacement){.fd = -1};
}

int bl_replacement_begin(struct bl_replacement *r, const char *path, uint64_t size,
                         struct bl_error *err)
{
    struct stat st;
    bool exists = false;
    *r = (struct bl_replacement){.fd = -1};
    int status = find_target(r, path, &st, &exists, err);
    if (status == BL_OK) {
        remove_left(r->target);
        status = create(r, err);
    }
    if (status != BL_OK) {
        drop_names(r);
        return status;
    }
    if (exists && fchmod(r->fd, st.st_mode & 07777) < 0)
        status = bl_fail_errno(err, "cannot set the mode of the temporary file");
    else if (ftruncate(r->fd, (off_t)size) < 0)
        status = bl_fail_errno(err, "cannot write");
    if (status < 0)
        bl_replacement_cancel(r);
    return status;
}

/* The disk is to have little left to do when the file is synced. Nothing depends on it. */
static void begin_sync(struct bl_replacement *r, uint64_t end)
{
    if (end < r->n_begun + SYNC_BYTES)
        return;
    (void)sync_file_range(r->fd, (off_t)r->n_begun, (off_t)(end - r->n_begun),
                          SYNC_FILE_RANGE_WRITE);
    r->n_begun = end;
}

int bl_replacement_write(struct bl_replacement *r, uint64_t offset, struct bl_view bytes,
                         struct bl_error *err)
{
    while (bytes.size > 0) {
        size_t size = WRITE_BYTES - offset % WRITE_BYTES;
        ssize_t n = pwrite(r->fd, bytes.data, bytes.size < size ? bytes.size : size, (off_t)offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return bl_fail_errno(err, "cannot write");
        bytes.data += n;
        bytes.size -= (size_t)n;
        offset += (size_t)n;
        begin_sync(r, offset / WRITE_BYTES * WRITE_BYTES);
    }
    return BL_OK;
}

/* The file is whole without that, too, the old one or the new one. */
static void sync_directory(const char *target)
{
    int fd = open_directory(target);
    if (fd < 0)
        return;
    (void)fsync(fd);
    close(fd);
}

int bl_replacement_commit(struct bl_replacement *r, struct bl_error *err)
{
    if (fsync(r->fd) < 0)
        return bl_fail_errno(err, "cannot write");
    if (rename(r->temporary, r->target) < 0)
        return bl_fail_errno(err, "cannot rename the temporary file");
    sync_directory(r->target);
    close(r->fd);
    drop_names(r);
    return BL_OK;
}

void bl_replacement_cancel(struct bl_replacement *r)
{
    assert(r->fd >= 0);
    (void)unlink(r->temporary);
    close(r->fd);
    drop_names(r);
}
