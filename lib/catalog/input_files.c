/* catalog/input_files.c - the files and directories at and below what is to be indexed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Directories are read one by one as they stand in the list; what is in them is appended to
 * it. The list is sorted at the end, so that the order in which directories have their entries
 * does not matter.
 */
#include "catalog/input_files.h"

#include "base/file.h"
#include "base/grow.h"
#include "base/status.h"
#include "base/tick.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

static int no_memory(struct bl_error *err)
{
    return bl_fail(err, BL_E_NOMEM, "no memory for the list of files");
}

/* ---- Single files ---- */

static void take_stat(struct bl_input_file *file, const struct stat *st)
{
    file->kind = S_ISDIR(st->st_mode) ? BL_SOURCE_DIRECTORY : BL_SOURCE_FILE;
    file->is_mappable = S_ISREG(st->st_mode);
    file->size = file->is_mappable ? (uint64_t)st->st_size : 0;
    file->mtime = bl_stat_mtime(st);
}

bool bl_input_examine(const char *path, const char *place, struct bl_input_file *file)
{
    struct stat st;
    *file = (struct bl_input_file){.path = path, .place = place, .kind = BL_SOURCE_FILE};
    if (strcmp(path, "-") == 0)
        return true;
    if (stat(place, &st) < 0)
        return false;
    take_stat(file, &st);
    bl_tick_wait(file->mtime);
    return true;
}

static int add_file(struct bl_inputs *in, const struct bl_input_file *file)
{
    if (in->n_files >= BL_NONE - 1)
        return BL_E_LIMIT;
    if (bl_grow(&in->files, &in->cap_files, (size_t)in->n_files + 1) < 0)
        return BL_E_NOMEM;
    in->files[in->n_files++] = *file;
    return BL_OK;
}

static char *join(struct bl_inputs *in, const char *folder, const char *name)
{
    size_t n_folder = strlen(folder);
    bool has_slash = n_folder == 0 || folder[n_folder - 1] == '/';
    size_t size = n_folder + strlen(name) + 2;
    char *path = bl_arena_take(&in->arena, size);
    if (path)
        (void)snprintf(path, size, "%s%s%s", folder, has_slash ? "" : "/", name);
    return path;
}

static int add_input(struct bl_inputs *in, const char *path)
{
    bool is_below = in->is_elsewhere && bl_inputs_base(in, path).size > 0;
    size_t size = strlen(path);
    char *place = join(in, is_below ? in->folder : "", path);
    struct bl_input_file file;
    if (!place || bl_grow(&in->named, &in->cap_named, (size_t)in->n_named + 1) < 0)
        return BL_E_NOMEM;
    const char *kept = place + strlen(place) - size;
    in->named[in->n_named++] = kept;
    if (!bl_input_examine(kept, place, &file))
        file.failed = errno;
    file.is_named = true;
    file.may_be_any = !in->are_old;
    return add_file(in, &file);
}

/* ---- Directories ---- */

/* Files that hold indexes are no sources: an index may lie among the files that it tells of. */
static bool is_passed_over(const char *name)
{
    static const char index[] = ".blx";
    size_t size = strlen(name);
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
           (size >= sizeof index - 1 && strcmp(name + size - (sizeof index - 1), index) == 0);
}

/* A directory that is read. */
struct entries {
    DIR *stream;
    int failed;          /* errno: it could not be read to its end; 0 */
    bool has_loose_link; /* that leads to no file, but may come to do so, which no time tells */
};

/* Entry NAME: whether it is to be indexed, and what it is. */
static bool examine_entry(struct entries *entries, const char *name, struct bl_input_file *file)
{
    int fd = dirfd(entries->stream);
    struct stat st;
    *file = (struct bl_input_file){.kind = BL_SOURCE_FILE};
    if (fstatat(fd, name, &st, AT_SYMLINK_NOFOLLOW) < 0) {
        file->failed = errno;
        return errno != ENOENT;
    }
    bool is_link = S_ISLNK(st.st_mode);
    if (!is_link || fstatat(fd, name, &st, 0) == 0)
        take_stat(file, &st);
    entries->has_loose_link |= is_link && !file->is_mappable;
    return file->is_mappable || (file->kind == BL_SOURCE_DIRECTORY && !is_link);
}

/* The next entry of the directory, or NULL at the end. */
static const struct dirent *read_entry(struct entries *entries)
{
    errno = 0;
    const struct dirent *entry = readdir(entries->stream);
    if (!entry)
        entries->failed = errno;
    return entry;
}

/* The next entry that is to be indexed: its name, or NULL at the end. */
static const char *next_entry(struct entries *entries, struct bl_input_file *file)
{
    const struct dirent *entry;
    while ((entry = read_entry(entries)) != NULL)
        if (!is_passed_over(entry->d_name) && examine_entry(entries, entry->d_name, file))
            return entry->d_name;
    return NULL;
}

static void add_name(struct bl_hash *names, const char *name)
{
    XXH128_hash_t hash = XXH3_128bits(name, strlen(name));
    names->low += hash.low64;
    names->high += hash.high64;
}

bool bl_input_names(const char *place, struct bl_hash *names)
{
    struct bl_input_file file;
    struct entries entries = {.stream = opendir(place)};
    const char *name;
    *names = (struct bl_hash){0};
    if (!entries.stream)
        return false;
    while ((name = next_entry(&entries, &file)))
        add_name(names, name);
    closedir(entries.stream);
    errno = entries.failed;
    return entries.failed == 0;
}

static int read_entries(struct bl_inputs *in, const struct bl_input_file *folder,
                        struct entries *entries, struct bl_hash *names)
{
    size_t n_before = (size_t)(folder->path - folder->place);
    struct bl_input_file file;
    const char *name;
    int status = BL_OK;
    while (status == BL_OK && (name = next_entry(entries, &file))) {
        add_name(names, name);
        bl_tick_wait(file.mtime);
        file.place = join(in, folder->place, name);
        file.path = file.place ? file.place + n_before : NULL;
        status = file.place ? add_file(in, &file) : BL_E_NOMEM;
    }
    return status;
}

/* Append what is in directory number I. A time that does not tell all is told by its complement:
 * only merging asks for that, and the directory is held against its names. */
static int read_directory(struct bl_inputs *in, uint32_t i)
{
    struct bl_input_file folder = in->files[i];
    struct entries entries = {.stream = opendir(folder.place)};
    if (!entries.stream && errno == ENOMEM)
        return BL_E_NOMEM;
    if (!entries.stream) {
        in->files[i].failed = errno;
        return BL_OK;
    }
    int status = read_entries(in, &folder, &entries, &folder.names);
    closedir(entries.stream);
    in->files[i].names = folder.names;
    in->files[i].failed = entries.failed;
    if (entries.has_loose_link && folder.mtime >= 0)
        in->files[i].mtime = ~folder.mtime;
    return status;
}

/* ---- All of them ---- */

static int compare_files(const void *a, const void *b)
{
    const struct bl_input_file *left = a;
    const struct bl_input_file *right = b;
    int order = strcmp(left->path, right->path);
    return order != 0 ? order : right->is_named - left->is_named;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_in_shard(const char *path, uint32_t shard, uint32_t n_shards)
{
    return n_shards == 0 || XXH3_64bits(path, strlen(path)) % n_shards == shard - 1;
}

/* Sort; of equal paths the one that was named stays. */
static void settle(struct bl_inputs *in, uint32_t shard, uint32_t n_shards)
{
    uint32_t n = 0;
    if (in->n_files > 0)
        qsort(in->files, in->n_files, sizeof *in->files, compare_files);
    for (uint32_t i = 0; i < in->n_files; i++) {
        const struct bl_input_file *file = &in->files[i];
        bool is_new = n == 0 || strcmp(in->files[n - 1].path, file->path) != 0;
        if (!is_new || (file->kind == BL_SOURCE_FILE && !is_in_shard(file->path, shard, n_shards)))
            continue;
        in->n_bytes += file->kind == BL_SOURCE_FILE ? file->size : 0;
        in->files[n++] = *file;
    }
    in->n_files = n;
    if (in->n_named > 0)
        qsort(in->named, in->n_named, sizeof *in->named, compare_paths);
    n = 0;
    for (uint32_t i = 0; i < in->n_named; i++)
        if (n == 0 || strcmp(in->named[n - 1], in->named[i]) != 0)
            in->named[n++] = in->named[i];
    in->n_named = n;
}

static bool is_anywhere(const char *path)
{
    return path[0] == '/' || strcmp(path, "-") == 0;
}

/* The folder that PATHS are relative to. Where it is gone, those that are not do without. */
static int find_folder(struct bl_inputs *in, const char *const *paths, size_t n, const char *wanted,
                       struct bl_error *err)
{
    char *current = getcwd(NULL, 0);
    if (!current && errno == ENOMEM)
        return no_memory(err);
    for (size_t i = 0; i < n && !current && !wanted; i++)
        if (!is_anywhere(paths[i]))
            return bl_fail_errno(err, "cannot tell the current directory");
    in->is_elsewhere = wanted && (!current || strcmp(wanted, current) != 0);
    in->folder = join(in, "", wanted ? wanted : current ? current : "");
    bl_drop(current);
    return in->folder ? BL_OK : no_memory(err);
}

int bl_inputs_find(struct bl_inputs *in, const char *const *paths, size_t n,
                   const struct bl_catalog_options *options, struct bl_error *err)
{
    int status = find_folder(in, paths, n, options->directory, err);
    if (status < 0)
        return status;
    for (size_t i = 0; i < n && status == BL_OK; i++)
        status = add_input(in, paths[i]);
    for (uint32_t i = 0; i < in->n_files && status == BL_OK; i++)
        if (in->files[i].kind == BL_SOURCE_DIRECTORY)
            status = read_directory(in, i);
    if (status < 0)
        return status == BL_E_LIMIT ? bl_fail(err, status, "more files than a catalog can tell of")
                                    : no_memory(err);
    settle(in, options->shard, options->n_shards);
    return BL_OK;
}

void bl_inputs_release(struct bl_inputs *in)
{
    bl_drop(in->named);
    bl_drop(in->files);
    bl_arena_release(&in->arena);
    *in = (struct bl_inputs){0};
}

struct bl_view bl_inputs_base(const struct bl_inputs *in, const char *path)
{
    const char *base = is_anywhere(path) ? "" : in->folder;
    return (struct bl_view){.data = (const uint8_t *)base, .size = strlen(base)};
}
