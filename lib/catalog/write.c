/* catalog/write.c - a catalog becomes an index file
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The file is written beside the one that it replaces. The temporary file of PATH is PATH.<16
 * hexadecimal digits>.tmp, and is locked as long as its writer lives. A writer that was killed
 * leaves one that nobody has locked: the next writer removes it.
 */
#include "base/grow.h"
#include "base/parallel.h"
#include "base/status.h"
#include "base/store.h"
#include "catalog/catalog.h"

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

/* ---- A temporary file that replaces another ---- */

/* A new file that is not yet in its place. */
struct replacement {
    char *target; /* what is to be replaced: where links lead */
    char *temporary;
    int fd;
    uint64_t n_begun; /* bytes that the disk has begun to write */
};

enum {
    NAME_DIGITS = 16,
    MAX_ATTEMPTS = 100,
    /* Kernels keep what was written at once in one large page, and map that whole where a byte of
     * it is touched: readers of an index of megabytes touch a few bytes here and there. */
    WRITE_BYTES = 65536,
    SYNC_BYTES = 2 << 20,
};

static const char suffix[] = ".tmp";

/* ---- Names of temporary files ---- */

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
static void make_name(struct replacement *r, unsigned attempt)
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

/* False: a process that removes what is left was faster than our lock. Where there are no locks,
 * nobody removes anything. */
static bool lock(int fd)
{
    struct stat st;
    if (flock(fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK)
        return false;
    return fstat(fd, &st) == 0 && st.st_nlink > 0;
}

static int create(struct replacement *r, struct bl_error *err)
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

/* The file at PATH or, where that is a link, where it leads. A device or a pipe is
 * not to be replaced. */
static int find_target(struct replacement *r, const char *path, struct stat *st, bool *exists,
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

static void drop_names(struct replacement *r)
{
    bl_drop(r->target);
    bl_drop(r->temporary);
    *r = (struct replacement){.fd = -1};
}

/* Remove the temporary file: after a commit that failed, or instead of one. */
static void cancel(struct replacement *r)
{
    assert(r->fd >= 0);
    (void)unlink(r->temporary);
    close(r->fd);
    drop_names(r);
}

/* A temporary file of SIZE zeros beside PATH. Removes those that writers of PATH have left there
 * which did not finish. On failure there is nothing to be done. */
static int begin_replacement(struct replacement *r, const char *path, uint64_t size,
                             struct bl_error *err)
{
    struct stat st;
    bool exists = false;
    *r = (struct replacement){.fd = -1};
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
        cancel(r);
    return status;
}

/* Write BYTES at OFFSET. As the end moves on, the disk is set to work; what is before it waits for
 * the commit. */
static int write_at(struct replacement *r, uint64_t offset, struct bl_view bytes,
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
        uint64_t end = offset / WRITE_BYTES * WRITE_BYTES;
        if (end < r->n_begun + SYNC_BYTES)
            continue;
        /* The disk is to have little left to do when the file is synced. Nothing depends on it. */
        (void)sync_file_range(r->fd, (off_t)r->n_begun, (off_t)(end - r->n_begun),
                              SYNC_FILE_RANGE_WRITE);
        r->n_begun = end;
    }
    return BL_OK;
}

/* Sync and rename. A failure leaves what was in the place as it was. */
static int commit(struct replacement *r, struct bl_error *err)
{
    if (fsync(r->fd) < 0)
        return bl_fail_errno(err, "cannot write");
    if (rename(r->temporary, r->target) < 0)
        return bl_fail_errno(err, "cannot rename the temporary file");
    int directory = open_directory(r->target);
    if (directory >= 0) {
        (void)fsync(
            directory); /* the file is whole without that, too, the old one or the new one */
        close(directory);
    }
    close(r->fd);
    drop_names(r);
    return BL_OK;
}

/* ---- The file ---- */

/* Header, table and sums. */
struct head {
    uint8_t *bytes;
    size_t size;
    uint32_t n_chunks;
    struct place {
        uint64_t offset; /* of the chunk in the file */
        size_t sums;     /* of its sums in the head */
    } places[BL_BLX_N_CHUNKS];
    uint64_t file_size;
};

struct writing {
    const struct bl_catalog *c;
    struct head head;
    struct replacement r;
    struct bl_error *err;
    struct bl_error job_errors[2]; /* of two jobs at the same time */
};

/* ---- The head ---- */

static struct head lay_out_head(const struct bl_catalog *c)
{
    struct head head = {.n_chunks = bl_blx_n_chunks(c->parts)};
    head.size = sizeof(struct bl_blx_header) + head.n_chunks * sizeof(struct bl_blx_entry);
    for (uint32_t i = 0; i < head.n_chunks; i++) {
        head.places[i].sums = head.size;
        head.size += (size_t)bl_blx_n_pages(c->chunks[i].size) * 8;
    }
    head.file_size = head.size;
    for (uint32_t i = 0; i < head.n_chunks; i++) {
        head.places[i].offset = bl_blx_align(head.file_size);
        head.file_size = head.places[i].offset + c->chunks[i].size;
    }
    return head;
}

/* Entries of all chunks, whose sums are there. */
static void put_table(struct head *head, const struct bl_catalog *c)
{
    struct bl_blx_entry *entries =
        (struct bl_blx_entry *)(head->bytes + sizeof(struct bl_blx_header));
    for (uint32_t i = 0; i < head->n_chunks; i++) {
        const struct place *place = &head->places[i];
        size_t n_sums = (size_t)bl_blx_n_pages(c->chunks[i].size) * 8;
        memcpy(entries[i].name, bl_blx_name(i), sizeof entries[i].name);
        bl_store_le32(entries[i].record_bytes, bl_blx_record_bytes(i));
        bl_store_le64(entries[i].offset, place->offset);
        bl_store_le64(entries[i].size, c->chunks[i].size);
        bl_store_le64(entries[i].sum, XXH3_64bits(head->bytes + place->sums, n_sums));
    }
}

static int write_head(struct writing *w)
{
    struct head *head = &w->head;
    struct bl_blx_header *header = (struct bl_blx_header *)head->bytes;
    put_table(head, w->c);
    memcpy(header->magic, BL_BLX_MAGIC, sizeof header->magic);
    bl_store_le32(header->version, BL_BLX_VERSION);
    bl_store_le32(header->parts, w->c->parts);
    bl_store_le32(header->n_chunks, head->n_chunks);
    bl_store_le32(header->page_bytes, BL_BLX_PAGE_BYTES);
    bl_store_le64(header->file_size, head->file_size);
    bl_store_le64(header->sum, bl_blx_sum_head(head->bytes, head->n_chunks));
    return write_at(&w->r, 0, (struct bl_view){.data = head->bytes, .size = head->size}, w->err);
}

/* ---- Chunks ---- */

enum {
    PIECE_PAGES = 64 /* they are still near when they are written, after they have been summed */
};

/* The pages of chunk KIND. Their sums are put into the head. */
static int write_chunk(struct writing *w, enum bl_blx_chunk kind, struct bl_error *err)
{
    const struct bl_chunk *chunk = &w->c->chunks[kind];
    const struct place *place = &w->head.places[kind];
    uint64_t n_pages = bl_blx_n_pages(chunk->size);
    int status = BL_OK;
    for (uint64_t page = 0; page < n_pages && status == BL_OK;) {
        uint64_t at = page * BL_BLX_PAGE_BYTES;
        uint64_t end = n_pages - page < PIECE_PAGES ? n_pages : page + PIECE_PAGES;
        uint64_t size = (end < n_pages ? end * BL_BLX_PAGE_BYTES : chunk->size) - at;
        for (; page < end; page++)
            bl_store_le64(w->head.bytes + place->sums + page * 8, bl_blx_sum_page(chunk, page));
        status = write_at(&w->r, place->offset + at,
                          (struct bl_view){.data = chunk->data + at, .size = (size_t)size}, err);
        bl_catalog_rest_chunk(w->c, kind, at, size);
    }
    return status;
}

/* The chunks of the table of names, or all others. */
static int write_chunks(struct writing *w, bool of_names, struct bl_error *err)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < w->head.n_chunks && status == BL_OK; i++)
        if ((i == BL_BLX_FANO || i == BL_BLX_HASH) == of_names)
            status = write_chunk(w, i, err);
    return status;
}

/* ---- All of it ---- */

/* Two jobs that are done at the same time: most of the file is written while names are
 * still being sorted. */
static int write_or_sort(void *context, unsigned thread, uint64_t job)
{
    struct writing *w = context;
    struct bl_error *err = &w->job_errors[job];
    (void)thread;
    return job == 0 ? write_chunks(w, false, err) : bl_catalog_need_name_table(w->c, err);
}

static int write_file(struct writing *w)
{
    int status = bl_parallel(w->c->n_threads > 1 ? 2 : 1, 2, 2, write_or_sort, NULL, w);
    if (status < 0) {
        if (w->err)
            *w->err = w->job_errors[w->job_errors[0].status < 0 ? 0 : 1];
        return status;
    }
    status = write_chunks(w, true, w->err);
    return status < 0 ? status : write_head(w);
}

/* Two jobs, again: while the disk works, what was read is given back. */
static int commit_or_rest(void *context, unsigned thread, uint64_t job)
{
    struct writing *w = context;
    (void)thread;
    if (job == 0)
        return commit(&w->r, w->err);
    bl_catalog_rest_sources(w->c);
    return BL_OK;
}

static int replace_file(struct writing *w, const char *path)
{
    int status = begin_replacement(&w->r, path, w->head.file_size, w->err);
    if (status < 0)
        return status;
    status = write_file(w);
    if (status == BL_OK)
        status = bl_parallel(w->c->n_threads > 1 ? 2 : 1, 2, 2, commit_or_rest, NULL, w);
    if (status < 0)
        cancel(&w->r);
    return status;
}

/* ---- What can be written ---- */

static int refuse_standard_input(const struct bl_catalog *c, struct bl_error *err)
{
    uint32_t n = bl_catalog_n_records(c, BL_BLX_SRCS);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_source source;
        int status = bl_catalog_get_source(c, i, &source, err);
        if (status < 0)
            return status;
        if (!bl_catalog_is_absolute(source.path, source.base))
            return bl_fail(err, BL_E_ARGUMENT,
                           "standard input cannot be read again: no index file can describe it");
    }
    return BL_OK;
}

int bl_catalog_write(const struct bl_catalog *catalog, const char *path, struct bl_error *err)
{
    /* No damage is to get new sums: pages of a catalog that was opened must be right. */
    for (int i = 0; i < BL_BLX_N_CHUNKS; i++)
        if (!bl_catalog_bytes(catalog, (enum bl_blx_chunk)i, 0, catalog->chunks[i].size, err))
            return BL_E_CONTAINER;
    int status = refuse_standard_input(catalog, err);
    if (status < 0)
        return status;
    struct writing w = {.c = catalog, .head = lay_out_head(catalog), .err = err};
    w.head.bytes = bl_new(w.head.size);
    if (!w.head.bytes)
        return bl_fail(err, BL_E_NOMEM, "no memory for the head of an index file");
    status = replace_file(&w, path);
    bl_drop(w.head.bytes);
    return status;
}
