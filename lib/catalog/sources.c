/* catalog/sources.c - from a catalog to the files that it describes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A source is mapped when it is needed first: threads may race, and the losers close
 * their mapping. Its descriptor is given back, for there may be many sources; where there are
 * more than mappings, some are copied. After its last user has gone it rests, and is
 * closed when there are many that were used later (BL_OPEN_KEEP: never).
 */
#include "catalog/catalog.h"

#include "base/file.h"
#include "base/grow.h"
#include "base/status.h"
#include "base/tick.h"
#include "bitleap_search.h"
#include "catalog/hash.h"
#include "catalog/scan.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

/* ---- Open files ---- */

enum {
    NO_USERS = 0,
    ONE_USER = 1
};
static const uint32_t for_ever = UINT32_MAX; /* users */

static void lock(const struct bl_catalog *c)
{
    pthread_mutex_lock(&c->open->lock);
}

static void unlock(const struct bl_catalog *c)
{
    pthread_mutex_unlock(&c->open->lock);
}

void bl_catalog_rest_sources(const struct bl_catalog *catalog)
{
    for (uint32_t i = 0; i < catalog->n_sources; i++) {
        if (!atomic_load_explicit(&catalog->sources[i].file, memory_order_relaxed))
            continue;
        lock(catalog);
        const struct bl_file *file =
            atomic_load_explicit(&catalog->sources[i].file, memory_order_relaxed);
        if (file)
            bl_file_rest(file);
        unlock(catalog);
    }
}

/* N more users of SOURCE, if it has so many at LEAST; its file, or NULL. */
static struct bl_file *add_users(struct bl_source_file *source, uint32_t n, uint32_t least)
{
    uint32_t users = atomic_load_explicit(&source->n_users, memory_order_acquire);
    do {
        if (users < least)
            return NULL;
    } while (!atomic_compare_exchange_weak_explicit(&source->n_users, &users,
                                                    users < for_ever - n ? users + n : for_ever,
                                                    memory_order_acq_rel, memory_order_acquire));
    return atomic_load_explicit(&source->file, memory_order_acquire);
}

/* The file of SOURCE, if it is open, with one user more. */
static struct bl_file *use_open(const struct bl_catalog *c, uint32_t source)
{
    struct bl_source_file *s = &c->sources[source];
    struct bl_file *file = add_users(s, 1, ONE_USER);
    if (file || !atomic_load_explicit(&s->file, memory_order_relaxed))
        return file;
    lock(c);
    if (atomic_load_explicit(&s->file, memory_order_relaxed))
        file = add_users(s, 1, NO_USERS);
    unlock(c);
    return file;
}

/* Make FILE, which is taken over, that of SOURCE, unless there is one, with N users more; the one
 * that is. */
static struct bl_file *settle(const struct bl_catalog *c, uint32_t source, struct bl_file *file,
                              uint32_t n)
{
    struct bl_source_file *s = &c->sources[source];
    bl_file_detach(file);
    lock(c);
    if (!atomic_load_explicit(&s->file, memory_order_relaxed)) {
        if (bl_file_is_mapped(file))
            atomic_fetch_add_explicit(&c->open->n_mapped, 1, memory_order_relaxed);
        atomic_store_explicit(&s->file, file, memory_order_release);
        file = NULL;
    }
    struct bl_file *settled = add_users(s, n, NO_USERS);
    unlock(c);
    bl_file_close(file);
    return settled;
}

/* ---- Paths ---- */

/* Append PIECE to the LENGTH bytes before it, as far as there is room. */
static size_t append_piece(char *text, size_t size, size_t length, struct bl_view piece)
{
    if (length < size && piece.size > 0)
        memcpy(text + length, piece.data, piece.size < size - length ? piece.size : size - length);
    return length + piece.size;
}

/* As snprintf(), in a size_t. */
static size_t join(const struct bl_source *source, char *text, size_t size)
{
    static const struct bl_view slash = {.data = (const uint8_t *)"/", .size = 1};
    struct bl_view base = source->base;
    size_t length = append_piece(text, size, 0, base);
    if (base.size > 0 && base.data[base.size - 1] != '/')
        length = append_piece(text, size, length, slash);
    length = append_piece(text, size, length, source->path);
    if (size > 0)
        text[length < size ? length : size - 1] = '\0';
    return length;
}

int bl_catalog_source_path(const struct bl_catalog *catalog, uint32_t number, char *text,
                           size_t size, struct bl_error *err)
{
    struct bl_source source;
    int status = bl_catalog_get_source(catalog, number, &source, err);
    if (status < 0)
        return status;
    size_t length = join(&source, text, size);
    return length <= INT_MAX ? (int)length : bl_fail(err, BL_E_LIMIT, "the path is too long");
}

int bl_catalog_find_source(const struct bl_catalog *catalog, struct bl_view path, uint32_t *number,
                           struct bl_error *err)
{
    char text[PATH_MAX];
    for (uint32_t i = 0; i < catalog->n_sources; i++) {
        int n = bl_catalog_source_path(catalog, i, text, sizeof text, err);
        if (n < 0)
            return n;
        if ((size_t)n == path.size && n < PATH_MAX && memcmp(text, path.data, path.size) == 0) {
            *number = i;
            return 1;
        }
    }
    return 0;
}

/* The path of SOURCE to be opened. */
static int path_of(const struct bl_source *source, char path[PATH_MAX], struct bl_error *err)
{
    if (!bl_catalog_is_absolute(source->path, source->base))
        return bl_fail(err, BL_E_STALE, "standard input cannot be read again");
    if (join(source, path, PATH_MAX) < PATH_MAX)
        return BL_OK;
    errno = ENAMETOOLONG;
    return bl_fail_errno(err, "cannot open");
}

/* ---- As they were indexed ---- */

static int fail_stale(struct bl_error *err)
{
    return bl_fail(err, BL_E_STALE, "the file is not what it was when it was indexed");
}

/* To open source NUMBER with. */
static unsigned flags_for(const struct bl_catalog *c, uint32_t number,
                          const struct bl_source *source)
{
    uint32_t n_mapped = atomic_load_explicit(&c->open->n_mapped, memory_order_relaxed);
    bool may_map = bl_catalog_may_map(number, source->size, n_mapped, c->most_mapped);
    return (c->open_flags & ~(unsigned)BL_OPEN_KEEP) | (may_map ? 0 : BL_OPEN_COPY);
}

/* The file at PATH, if it is as SOURCE describes it. Asks before it opens: reading a pipe might
 * never end. Asks what was opened, too: that may be another file already. */
static int open_same(struct bl_file **file, const struct bl_source *source, bool is_packed,
                     const char *path, unsigned flags, struct bl_error *err)
{
    struct stat st;
    if (stat(path, &st) < 0)
        return bl_fail_errno(err, "cannot open");
    if (!S_ISREG(st.st_mode) || (uintmax_t)st.st_size != source->size ||
        bl_stat_mtime(&st) != source->mtime)
        return fail_stale(err);
    int status = bl_file_open_regular(file, path, flags, err);
    if (status < 0)
        return status == BL_E_CONTAINER ? fail_stale(err) : status;
    if (bl_file_view(*file).size != source->size || bl_file_mtime(*file) != source->mtime)
        status = fail_stale(err);
    else if (is_packed)
        status = bl_file_unpack(*file, err);
    if (status >= 0)
        return BL_OK;
    bl_file_close(*file);
    *file = NULL;
    return status;
}

void bl_catalog_keep_mapped(struct bl_catalog *catalog, uint32_t source, struct bl_file *file)
{
    struct bl_source s;
    bool can_be_opened_again = bl_catalog_get_source(catalog, source, &s, NULL) == BL_OK &&
                               bl_catalog_is_absolute(s.path, s.base);
    (void)settle(catalog, source, file, can_be_opened_again ? NO_USERS : for_ever);
}

/* The file of source NUMBER, with one user more. */
static int open_source(const struct bl_catalog *c, uint32_t number, struct bl_file **file,
                       struct bl_error *err)
{
    struct bl_source source;
    char path[PATH_MAX];
    *file = use_open(c, number);
    if (*file)
        return BL_OK;
    int status = bl_catalog_get_source(c, number, &source, err);
    if (status == BL_OK)
        status = path_of(&source, path, err);
    if (status == BL_OK)
        status = open_same(file, &source, bl_catalog_is_packed(c, number), path,
                           flags_for(c, number, &source), err);
    if (status == BL_OK)
        *file = settle(c, number, *file, ONE_USER);
    return status;
}

/* Close SOURCE, which is open, and has no users. What changed while it was read is to be found by
 * bl_catalog_check_files(): it stays. */
static void close_source(const struct bl_catalog *c, uint32_t number)
{
    struct bl_source_file *s = &c->sources[number];
    struct bl_file *file = atomic_load_explicit(&s->file, memory_order_relaxed);
    struct bl_source source;
    char path[PATH_MAX];
    if (bl_catalog_get_source(c, number, &source, NULL) < 0 || path_of(&source, path, NULL) < 0 ||
        bl_file_check_at(file, path, NULL) < 0) {
        (void)add_users(s, for_ever, NO_USERS);
        return;
    }
    if (bl_file_is_mapped(file))
        atomic_fetch_sub_explicit(&c->open->n_mapped, 1, memory_order_relaxed);
    atomic_store_explicit(&s->file, NULL, memory_order_relaxed);
    bl_file_close(file);
}

/* What SOURCE, which is open, takes in the ring. */
static uint64_t idle_bytes(const struct bl_source_file *source)
{
    const struct bl_file *file = atomic_load_explicit(&source->file, memory_order_relaxed);
    return (uint64_t)bl_file_view(file).size * (bl_file_is_mapped(file) ? 1 : BL_COPY_COUNTS);
}

/* Source NUMBER, which is open, leaves the ring, if it is there. */
static void leave_ring(const struct bl_catalog *c, uint32_t number)
{
    struct bl_source_file *s = &c->sources[number];
    if (s->older == number)
        return;
    c->sources[s->older].newer = s->newer;
    c->sources[s->newer].older = s->older;
    s->older = s->newer = number;
    c->open->n_idle--;
    c->open->idle_bytes -= idle_bytes(s);
}

/* Source NUMBER, which is open, becomes the newest of the ring. */
static void enter_ring(const struct bl_catalog *c, uint32_t number)
{
    struct bl_source_file *s = &c->sources[number];
    struct bl_source_file *ends = &c->sources[c->n_sources];
    s->older = ends->older;
    s->newer = c->n_sources;
    c->sources[ends->older].newer = number;
    ends->older = number;
    c->open->n_idle++;
    c->open->idle_bytes += idle_bytes(s);
}

/* Source NUMBER has lost its last user. */
static void rest_source(const struct bl_catalog *c, uint32_t number)
{
    const struct bl_open_sources *open = c->open;
    if (c->open_flags & BL_OPEN_KEEP)
        return;
    leave_ring(c, number);
    enter_ring(c, number);
    while (open->n_idle > BL_MOST_IDLE_SOURCES ||
           (open->n_idle > BL_LEAST_IDLE_SOURCES && open->idle_bytes > BL_MOST_IDLE_BYTES)) {
        uint32_t oldest = c->sources[c->n_sources].newer;
        leave_ring(c, oldest);
        if (atomic_load_explicit(&c->sources[oldest].n_users, memory_order_relaxed) == NO_USERS)
            close_source(c, oldest);
    }
}

/* One user less of SOURCE, if so many are left at LEAST, and no more are than MOST. */
static bool drop_user(struct bl_source_file *source, uint32_t least, uint32_t most)
{
    uint32_t users = atomic_load_explicit(&source->n_users, memory_order_relaxed);
    do {
        if (users <= least || users - 1 > most)
            return false;
    } while (!atomic_compare_exchange_weak_explicit(&source->n_users, &users, users - 1,
                                                    memory_order_acq_rel, memory_order_relaxed));
    return true;
}

void bl_catalog_unload(const struct bl_catalog *catalog, uint32_t number)
{
    struct bl_catalog_stream stream;
    if (number == BL_NONE || bl_catalog_get_stream(catalog, number, &stream, NULL) < 0)
        return;
    struct bl_source_file *source = &catalog->sources[stream.source];
    if (drop_user(source, ONE_USER, for_ever - 2))
        return;
    lock(catalog);
    if (drop_user(source, NO_USERS, NO_USERS))
        rest_source(catalog, stream.source);
    else
        (void)drop_user(source, ONE_USER, for_ever - 2); /* others came meanwhile */
    unlock(catalog);
}

int bl_catalog_load(const struct bl_catalog *catalog, uint32_t number, struct bl_stream *loaded,
                    struct bl_error *err)
{
    struct bl_catalog_stream stream;
    struct bl_file *file = NULL;
    *loaded = (struct bl_stream){0};
    int status = bl_catalog_get_stream(catalog, number, &stream, err);
    if (status == BL_OK)
        status = open_source(catalog, stream.source, &file, err);
    if (status < 0)
        return status;
    struct bl_view bytes = bl_file_view(file);
    if (stream.file_offset > bytes.size || stream.size > bytes.size - stream.file_offset) {
        bl_catalog_unload(catalog, number);
        return bl_catalog_bad_record(catalog, BL_BLX_STRM, number, BL_BLX_CONTRADICTS, err);
    }
    loaded->bytes =
        (struct bl_view){.data = bytes.data + stream.file_offset, .size = (size_t)stream.size};
    loaded->file_offset = stream.file_offset;
    loaded->kind = stream.kind;
    return BL_OK;
}

/* ---- As they are now ---- */

/* Source NUMBER, and what is at its path. */
struct place {
    uint32_t number;
    struct bl_source source;
    char path[PATH_MAX];
    struct stat st;
};

/* The streams of SOURCE, whose file has these BYTES, with their hashes. */
static int hash_streams(const struct bl_catalog *c, const struct bl_source *source,
                        struct bl_view bytes, struct bl_hash_part *parts, struct bl_error *err)
{
    uint64_t left = bytes.size;
    for (uint32_t i = 0; i < source->n_streams; i++) {
        struct bl_catalog_stream stream;
        uint32_t number = source->first_stream + i;
        int status = bl_catalog_get_stream(c, number, &stream, err);
        if (status < 0)
            return status;
        /* Streams have no more bytes together than the file, so that this ends in its time. */
        if (stream.size > left || stream.file_offset > bytes.size - stream.size)
            return bl_catalog_bad_record(c, BL_BLX_STRM, number, BL_BLX_CONTRADICTS, err);
        left -= stream.size;
        struct bl_view part = {.data = bytes.data + stream.file_offset,
                               .size = (size_t)stream.size};
        parts[i] = (struct bl_hash_part){
            .offset = stream.file_offset, .size = stream.size, .hash = bl_hash_bytes(part)};
    }
    return BL_OK;
}

static int state_of_bytes(const struct bl_catalog *c, const struct bl_source *source,
                          struct bl_view bytes, struct bl_error *err)
{
    struct bl_hash_part *parts = NULL;
    struct bl_hash hash = {0};
    size_t cap = 0;
    int status = bl_grow(&parts, &cap, source->n_streams);
    if (status == BL_OK)
        status = hash_streams(c, source, bytes, parts, err);
    if (status == BL_OK)
        status = bl_catalog_hash_source(&hash, bytes, parts, source->n_streams);
    bl_drop(parts);
    if (status == BL_E_NOMEM)
        return bl_fail(err, BL_E_NOMEM, "no memory for the streams of a file");
    if (status < 0)
        return status;
    return bl_hash_equal(hash, source->hash) ? BL_STATE_SAME : BL_STATE_CHANGED;
}

/* Of a source whose file could not be looked at, for reason CODE. */
static int state_without_file(int code)
{
    bool is_gone = code == ENOENT || code == ENOTDIR || code == ENAMETOOLONG;
    return is_gone ? BL_STATE_GONE : BL_STATE_OUT_OF_REACH;
}

/* Of a regular file of the right size. What has been read is what will be, where it is kept: it
 * stays open, and its time, *MTIME, is not compared. */
static int state_by_content(const struct bl_catalog *c, const struct place *place, int64_t *mtime,
                            struct bl_error *err)
{
    const struct bl_source *source = &place->source;
    struct bl_file *file;
    struct bl_error failure;
    if (source->size == 0)
        return BL_STATE_SAME;
    unsigned flags = flags_for(c, place->number, source) | BL_OPEN_SEQUENTIAL;
    int status = bl_file_open_regular(&file, place->path, flags, &failure);
    if (status == BL_E_SYSTEM)
        return state_without_file(failure.sys_errno);
    if (status == BL_E_CONTAINER)
        return BL_STATE_CHANGED;
    if (status < 0)
        return bl_fail(err, status, failure.what);
    *mtime = bl_file_mtime(file);
    bl_tick_wait(*mtime);
    struct bl_view bytes = bl_file_view(file);
    bool is_same = bytes.size == source->size &&
                   (!bl_catalog_is_packed(c, place->number) || bl_file_unpack(file, NULL) >= 0);
    status = is_same ? state_of_bytes(c, source, bl_file_view(file), err) : BL_STATE_CHANGED;
    /* It is kept if there are streams in it, and it is no copy, of which there might be many, or
     * would be refused for its time. */
    bool is_refused = bl_file_mtime(file) != source->mtime;
    bool is_kept = source->n_streams > 0 && (bl_file_is_mapped(file) || is_refused);
    if (status == BL_STATE_SAME && is_kept)
        (void)settle(c, place->number, file, is_refused ? for_ever : NO_USERS);
    else
        bl_file_close(file);
    return status;
}

/* Whether the system, not the file, was what SOURCE could not be read for: a right or a descriptor
 * may have been missing. */
static bool was_refused(const struct bl_catalog *c, const struct bl_source *source)
{
    struct bl_catalog_problem problem;
    for (uint32_t i = 0; i < source->n_problems; i++)
        if (bl_catalog_get_problem(c, source->first_problem + i, &problem, NULL) == BL_OK &&
            problem.error.sys_errno != 0)
            return true;
    return false;
}

static bool can_be_opened(const char *path)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static int state_of_directory(const struct bl_catalog *c, const struct place *place,
                              bool by_content)
{
    const struct bl_source *source = &place->source;
    if (!S_ISDIR(place->st.st_mode))
        return BL_STATE_CHANGED;
    if (was_refused(c, source))
        return can_be_opened(place->path) ? BL_STATE_CHANGED : BL_STATE_SAME;
    bool has_time = bl_stat_mtime(&place->st) == source->mtime;
    if (has_time && !by_content)
        return BL_STATE_SAME;
    struct bl_hash names; /* files come and go that are not indexed; the index may be one */
    if (!bl_input_names(place->path, &names))
        return state_without_file(errno);
    return bl_hash_equal(names, source->hash) ? BL_STATE_SAME : BL_STATE_CHANGED;
}

static int state_of_file(const struct bl_catalog *c, const struct place *place, bool by_content,
                         int64_t *mtime, struct bl_error *err)
{
    const struct bl_source *source = &place->source;
    bool has_time = bl_stat_mtime(&place->st) == source->mtime;
    bool is_refused = was_refused(c, source);
    /* A thin archive names it; it was there, but no regular file. */
    bool was_no_file =
        source->kind == BL_SOURCE_MEMBER && source->size == 0 && source->n_problems > 0;
    if (!S_ISREG(place->st.st_mode))
        return was_no_file && has_time ? BL_STATE_SAME : BL_STATE_CHANGED;
    if ((uintmax_t)place->st.st_size != source->size)
        return BL_STATE_CHANGED;
    if (is_refused && can_be_opened(place->path))
        return BL_STATE_CHANGED;
    if (has_time && (is_refused || !by_content))
        return BL_STATE_SAME;
    return by_content ? state_by_content(c, place, mtime, err) : BL_STATE_CHANGED;
}

/* What it is a name of is compared by itself: by content it has changed if it is one of another
 * file now. */
static int state_of_link(const struct place *place, bool by_content)
{
    const struct bl_source *source = &place->source;
    bool is_same = S_ISREG(place->st.st_mode) && (uintmax_t)place->st.st_size == source->size &&
                   (by_content ? source->hash.low == (uint64_t)place->st.st_ino &&
                                     source->hash.high == (uint64_t)place->st.st_dev
                               : bl_stat_mtime(&place->st) == source->mtime);
    return is_same ? BL_STATE_SAME : BL_STATE_CHANGED;
}

int bl_catalog_state_and_time(const struct bl_catalog *catalog, uint32_t number, bool by_content,
                              int64_t *mtime, struct bl_error *err)
{
    struct place place;
    const struct bl_source *source = &place.source;
    place.number = number;
    if (by_content && !(catalog->parts & BL_CATALOG_HASHES))
        return bl_fail(err, BL_E_ARGUMENT, "the catalog has no hashes");
    int status = bl_catalog_get_source(catalog, number, &place.source, err);
    if (status < 0)
        return status;
    *mtime = source->mtime;
    bool has_path = path_of(source, place.path, NULL) == BL_OK;
    if (!has_path || stat(place.path, &place.st) < 0) {
        bool was_gone = source->n_problems > 0 && source->mtime == 0 && source->size == 0;
        if (was_gone)
            return BL_STATE_SAME;
        return has_path ? state_without_file(errno) : BL_STATE_GONE;
    }
    *mtime = bl_stat_mtime(&place.st);
    if (source->kind == BL_SOURCE_LINK)
        return state_of_link(&place, by_content);
    return source->kind == BL_SOURCE_DIRECTORY
               ? state_of_directory(catalog, &place, by_content)
               : state_of_file(catalog, &place, by_content, mtime, err);
}

int bl_catalog_state(const struct bl_catalog *catalog, uint32_t number, bool by_content,
                     struct bl_error *err)
{
    int64_t mtime;
    return bl_catalog_state_and_time(catalog, number, by_content, &mtime, err);
}

int bl_catalog_check_files(const struct bl_catalog *catalog, uint32_t *source, struct bl_error *err)
{
    int status = catalog->file ? bl_file_check(catalog->file, err) : BL_OK;
    if (status == BL_OK)
        status = bl_catalog_check_seen(catalog, err);
    *source = BL_NONE;
    for (uint32_t i = 0; i < catalog->n_sources && status == BL_OK; i++) {
        struct bl_source of_file;
        char path[PATH_MAX];
        if (!atomic_load_explicit(&catalog->sources[i].file, memory_order_relaxed))
            continue;
        lock(catalog);
        const struct bl_file *file =
            atomic_load_explicit(&catalog->sources[i].file, memory_order_relaxed);
        bool has_path = bl_catalog_get_source(catalog, i, &of_file, NULL) == BL_OK &&
                        path_of(&of_file, path, NULL) == BL_OK;
        if (file)
            status = has_path ? bl_file_check_at(file, path, err) : bl_file_check(file, err);
        unlock(catalog);
        *source = status < 0 ? i : BL_NONE;
    }
    return status;
}
