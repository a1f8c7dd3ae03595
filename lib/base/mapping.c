/* base/mapping.c - a file's bytes in memory: mapped, or copied where that cannot be
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A mapping is read-only and private to us, but it is not ours: when the file shrinks, the pages
 * after its new end raise SIGBUS. A caller that cannot rule that out asks for a guard
 * (base/sigbus.h) or a copy.
 */
#include "base/file.h"
#include "base/grow.h"
#include "base/sigbus.h"
#include "base/status.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct bl_file {
    uint8_t *data;
    size_t size;
    uint64_t offset; /* of data in the file; what is before it on its page is mapped, too */
    int fd;          /* of a mapped file that has not been detached; otherwise -1 */
    bool is_stdin;   /* the descriptor is not ours to close */
    bool is_mapped;
    bool is_unpacked; /* the bytes are not those of the file: bl_file_replace() */
    uint64_t end;     /* of the bytes in the file, as it was */
    int64_t mtime;
    dev_t device; /* and the number on it: which file it is */
    ino_t number;
    struct bl_guard *guard; /* NULL: none */
};

enum {
    /* Beside bl_open_flags: a regular file, of which no more is read than it says it has. */
    ONLY_REGULAR = 1 << 16
};

/* An address for files of no bytes: views never hold NULL. */
static uint8_t nothing[1];

int64_t bl_stat_mtime(const struct stat *st)
{
    /* Some file systems reach beyond the year 2262; there it goes round. */
    return (int64_t)((uint64_t)st->st_mtim.tv_sec * 1000000000 + (uint64_t)st->st_mtim.tv_nsec);
}

/* How much is mapped before the bytes of FILE. */
static size_t lead_of(const struct bl_file *file)
{
    return (size_t)(file->offset % (uint64_t)sysconf(_SC_PAGESIZE));
}

/* SIZE bytes from file->offset on. */
static int map_fd(struct bl_file *file, int fd, size_t size, unsigned flags)
{
    size_t lead = lead_of(file);
    size += lead;
    uint8_t *data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, (off_t)(file->offset - lead));
    if (data == MAP_FAILED)
        return BL_E_SYSTEM;
    /* Advice may be refused; nothing depends on it. */
    (void)madvise(data, size, flags & BL_OPEN_SEQUENTIAL ? MADV_SEQUENTIAL : MADV_RANDOM);
    if (flags & BL_OPEN_SEQUENTIAL)
        (void)madvise(data, size, MADV_WILLNEED);
    struct bl_guard *guard = NULL;
    if (flags & BL_OPEN_GUARDED && !(guard = bl_guard_take(data, size, file->offset ? -1 : fd))) {
        munmap(data, size);
        return BL_E_NOMEM;
    }
    file->data = data + lead;
    file->size = size - lead;
    file->fd = fd;
    file->is_mapped = true;
    file->guard = guard;
    return BL_OK;
}

/* Where SIZE bytes are many, it is the file that is too large: there may be memory for others. */
static int fail_copy(size_t size, struct bl_error *err)
{
    enum {
        MANY = 1 << 20
    };
    static const char what[] = "no memory for a copy of the file";
    if (size < MANY)
        return bl_fail(err, BL_E_NOMEM, what);
    errno = ENOMEM;
    return bl_fail_errno(err, what);
}

/* As many bytes as there are, but no more than MOST. */
static int copy_fd(struct bl_file *file, int fd, size_t size_hint, size_t most,
                   struct bl_error *err)
{
    uint8_t *data = NULL;
    size_t size = 0;
    size_t cap = 0;
    while (size < most) {
        /* One byte beyond the hint, so that a file of that size ends without another growth. */
        size_t needed = size < size_hint ? size_hint + 1 : size + 1;
        if (bl_grow(&data, &cap, needed) < 0) {
            bl_drop(data);
            return fail_copy(needed, err);
        }
        size_t room = cap < most ? cap - size : most - size;
        ssize_t n = read(fd, data + size, room);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            int status = bl_fail_errno(err, "cannot read");
            bl_drop(data);
            return status;
        }
        if (n == 0)
            break;
        size += (size_t)n;
    }
    file->data = data;
    file->size = size;
    return BL_OK;
}

static int fail_irregular(struct bl_error *err)
{
    return bl_fail(err, BL_E_CONTAINER, "no regular file");
}

/* Of what has no size, and may have no end. One byte beyond the limit shows that it is longer. */
static int copy_unsized(struct bl_file *file, int fd, const struct stat *st, unsigned flags,
                        struct bl_error *err)
{
    bool is_pipe = S_ISFIFO(st->st_mode) || S_ISSOCK(st->st_mode);
    uint64_t limit = is_pipe ? BL_MAX_PIPE_BYTES : BL_MAX_DEVICE_BYTES;
    if (flags & ONLY_REGULAR)
        return copy_fd(file, fd, 0, 0, err);
    if (flags & BL_OPEN_ENDLESS || limit >= SIZE_MAX)
        return copy_fd(file, fd, 0, SIZE_MAX, err);
    int status = copy_fd(file, fd, 0, (size_t)limit + 1, err);
    if (status < 0 || file->size <= limit)
        return status;
    bl_drop(file->data);
    file->data = NULL;
    file->size = 0;
    return bl_fail(err, BL_E_LIMIT,
                   is_pipe ? "a pipe with more than 4 GiB, which may have no end"
                           : "a device with more than 64 MiB, which may have no end");
}

static int load_fd(struct bl_file *file, int fd, unsigned flags, struct bl_error *err)
{
    struct stat st;
    file->fd = -1;
    if (fstat(fd, &st) < 0)
        return bl_fail_errno(err, "cannot examine");
    file->mtime = bl_stat_mtime(&st);
    file->device = st.st_dev;
    file->number = st.st_ino;
    if (S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return bl_fail_errno(err, "cannot read");
    }
    if (flags & ONLY_REGULAR && !S_ISREG(st.st_mode))
        return fail_irregular(err);
    bool regular = S_ISREG(st.st_mode) && st.st_size > 0;
    if (regular && (uintmax_t)st.st_size > SIZE_MAX / 2)
        return bl_fail(err, BL_E_LIMIT, "the file is larger than the address space");
    size_t size = regular ? (size_t)st.st_size : 0;
    /* Standard input may be in the middle of a file: only a copy starts there. */
    bool at_start = lseek(fd, 0, SEEK_CUR) == 0;
    if (regular && at_start && !(flags & BL_OPEN_COPY) && map_fd(file, fd, size, flags) == BL_OK)
        return BL_OK;
    if (regular)
        return copy_fd(file, fd, size, flags & ONLY_REGULAR ? size : SIZE_MAX, err);
    return copy_unsized(file, fd, &st, flags, err);
}

static int open_path(struct bl_file **file, const char *path, unsigned flags, struct bl_error *err)
{
    *file = NULL;
    struct bl_file *opened = bl_new(sizeof *opened);
    if (!opened)
        return bl_fail(err, BL_E_NOMEM, "no memory");
    opened->is_stdin = strcmp(path, "-") == 0;
    /* What is a regular file may be a pipe by now, and nothing may ever be written to it. */
    int how = O_RDONLY | O_CLOEXEC | (flags & ONLY_REGULAR ? O_NONBLOCK : 0);
    int fd = opened->is_stdin ? STDIN_FILENO : open(path, how);
    if (fd < 0) {
        int status = bl_fail_errno(err, "cannot open");
        bl_drop(opened);
        return status;
    }
    int status = load_fd(opened, fd, flags, err);
    if (!opened->is_stdin && (status < 0 || opened->fd < 0))
        close(fd);
    if (status < 0) {
        bl_drop(opened);
        return status;
    }
    *file = opened;
    return BL_OK;
}

int bl_file_open(struct bl_file **file, const char *path, unsigned flags, struct bl_error *err)
{
    *file = NULL;
    int status = bl_check_flags(flags, BL_ALL_OPEN_FLAGS, err);
    return status < 0 ? status : open_path(file, path, flags, err);
}

/* SIZE bytes of a regular file, from file->offset on; 0: all that follow. */
static int load_part(struct bl_file *file, int fd, uint64_t size, unsigned flags,
                     struct bl_error *err)
{
    struct stat st;
    if (fstat(fd, &st) < 0)
        return bl_fail_errno(err, "cannot examine");
    uint64_t end = S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
    if (file->offset > end || size > end - file->offset)
        return bl_fail(err, BL_E_ARGUMENT, "the file has no such bytes");
    size = size ? size : end - file->offset;
    if (size > SIZE_MAX / 2)
        return bl_fail(err, BL_E_LIMIT, "the file is larger than the address space");
    file->mtime = bl_stat_mtime(&st);
    file->device = st.st_dev;
    file->number = st.st_ino;
    if (size == 0 || (!(flags & BL_OPEN_COPY) && map_fd(file, fd, (size_t)size, flags) == BL_OK))
        return BL_OK;
    size_t cap = 0;
    if (bl_grow(&file->data, &cap, size) < 0)
        return fail_copy((size_t)size, err);
    while (file->size < size) {
        ssize_t n = pread(fd, file->data + file->size, (size_t)size - file->size,
                          (off_t)(file->offset + file->size));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            if (n == 0)
                errno = EIO; /* it has shrunk meanwhile */
            int status = bl_fail_errno(err, "cannot read");
            bl_drop(file->data);
            return status;
        }
        file->size += (size_t)n;
    }
    return BL_OK;
}

int bl_file_open_fd(struct bl_file **file, int fd, uint64_t offset, uint64_t size, unsigned flags,
                    struct bl_error *err)
{
    struct stat st;
    *file = NULL;
    int status = bl_check_flags(flags, BL_ALL_OPEN_FLAGS, err);
    if (status < 0)
        return status;
    struct bl_file *opened = bl_new(sizeof *opened);
    if (!opened)
        return bl_fail(err, BL_E_NOMEM, "no memory");
    int own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    bool is_whole = offset == 0 && size == 0 && own >= 0 && fstat(own, &st) == 0 &&
                    (!S_ISREG(st.st_mode) || st.st_size == 0);
    opened->fd = -1;
    opened->offset = offset;
    if (own < 0)
        status = bl_fail_errno(err, "cannot open");
    else if (is_whole)
        status = load_fd(opened, own, flags, err);
    else
        status = load_part(opened, own, size, flags, err);
    if (own >= 0 && opened->fd < 0)
        close(own);
    if (status < 0) {
        bl_drop(opened);
        return status;
    }
    *file = opened;
    return BL_OK;
}

static int open_nothing(struct bl_file **file, const struct stat *st, struct bl_error *err)
{
    if (!(*file = bl_new(sizeof **file)))
        return bl_fail(err, BL_E_NOMEM, "no memory");
    **file = (struct bl_file){
        .fd = -1, .mtime = bl_stat_mtime(st), .device = st->st_dev, .number = st->st_ino};
    return BL_OK;
}

int bl_file_open_regular(struct bl_file **file, const char *path, unsigned flags,
                         struct bl_error *err)
{
    struct stat st;
    *file = NULL;
    int status = bl_check_flags(flags, BL_ALL_OPEN_FLAGS, err);
    if (status < 0)
        return status;
    if (stat(path, &st) < 0)
        return bl_fail_errno(err, "cannot open");
    if (!S_ISREG(st.st_mode))
        return fail_irregular(err);
    return st.st_size == 0 ? open_nothing(file, &st, err)
                           : open_path(file, path, flags | ONLY_REGULAR, err);
}

void bl_file_close(struct bl_file *file)
{
    if (!file)
        return;
    bl_guard_release(file->guard);
    file->guard = NULL;
    bl_file_detach(file);
    if (file->is_mapped)
        munmap(file->data - lead_of(file), file->size + lead_of(file));
    else
        bl_drop(file->data);
    bl_drop(file);
}

void bl_file_detach(struct bl_file *file)
{
    if (file->guard)
        bl_guard_detach(file->guard);
    if (file->fd >= 0 && !file->is_stdin)
        close(file->fd);
    file->fd = -1;
}

void bl_file_replace(struct bl_file *file, uint8_t *data, size_t size, bool is_mapped)
{
    file->end = file->offset + file->size;
    bl_guard_release(file->guard);
    file->guard = NULL;
    if (file->is_mapped)
        munmap(file->data - lead_of(file), file->size + lead_of(file));
    else
        bl_drop(file->data);
    file->data = data;
    file->size = size;
    file->offset = 0;
    file->is_mapped = is_mapped;
    file->is_unpacked = true;
}

bool bl_file_is_unpacked(const struct bl_file *file)
{
    return file->is_unpacked;
}

void bl_file_rest(const struct bl_file *file)
{
    if (file->is_mapped)
        (void)madvise(file->data - lead_of(file), file->size + lead_of(file), MADV_DONTNEED);
}

struct bl_view bl_file_view(const struct bl_file *file)
{
    return (struct bl_view){.data = file->size ? file->data : nothing, .size = file->size};
}

void bl_advise_large(void *data, size_t size)
{
    const uintptr_t page = (uintptr_t)2 << 20;
    uintptr_t begin = ((uintptr_t)data + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)data + size) / page * page;
    if (begin < end)
        (void)madvise((void *)begin, end - begin, MADV_HUGEPAGE);
}

bool bl_file_is_mapped(const struct bl_file *file)
{
    return file->is_mapped;
}

int64_t bl_file_mtime(const struct bl_file *file)
{
    return file->mtime;
}

struct bl_file_id bl_file_id(const struct bl_file *file)
{
    return (struct bl_file_id){.device = file->device, .number = file->number};
}

/* ST is the state of FILE now; NULL: unknown. */
static int check_mapped(const struct bl_file *file, const struct stat *st, struct bl_error *err)
{
    const char *what = NULL;
    if (st && (uintmax_t)st->st_size < (file->is_unpacked ? file->end : file->offset + file->size))
        what = "the file has shrunk since it was opened";
    else if (file->guard && bl_guard_is_torn(file->guard))
        what = "a part of the file cannot be read";
    else if (st && bl_stat_mtime(st) != file->mtime)
        what = "the file has been changed since it was opened";
    return what ? bl_fail(err, BL_E_SYSTEM, what) : BL_OK;
}

int bl_file_check(const struct bl_file *file, struct bl_error *err)
{
    struct stat st;
    if (file->fd >= 0 && fstat(file->fd, &st) < 0)
        return bl_fail_errno(err, "cannot examine");
    return check_mapped(file, file->fd >= 0 ? &st : NULL, err);
}

int bl_file_check_at(const struct bl_file *file, const char *path, struct bl_error *err)
{
    struct stat st;
    bool is_there = file->is_mapped && stat(path, &st) == 0 && st.st_dev == file->device &&
                    st.st_ino == file->number;
    return check_mapped(file, is_there ? &st : NULL, err);
}
