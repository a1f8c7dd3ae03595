/* catalog/scan.c - files that are to be indexed, and where the streams of each are
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Directories are read one by one in the order of the list; what is in them is appended to it. The
 * list is sorted at the end, so that the order in which directories have their entries does not
 * matter.
 */
#include "catalog/scan.h"

#include "base/bound.h"
#include "base/file.h"
#include "base/grow.h"
#include "base/load.h"
#include "base/status.h"
#include "base/store.h"
#include "base/tick.h"
#include "catalog/hash.h"
#include "format/hint.h"
#include "search/search.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

static int no_memory_to_scan(struct bl_error *err)
{
    return bl_fail(err, BL_E_NOMEM, "no memory for the list of files");
}

/* ---- Single files ---- */

static void set_stat(struct bl_input_file *file, const struct stat *st)
{
    file->kind = S_ISDIR(st->st_mode) ? BL_SOURCE_DIRECTORY : BL_SOURCE_FILE;
    file->is_mappable = S_ISREG(st->st_mode);
    file->size = file->is_mappable ? (uint64_t)st->st_size : 0;
    file->mtime = bl_stat_mtime(st);
    file->device = (uint64_t)st->st_dev;
    file->inode = (uint64_t)st->st_ino;
}

bool bl_input_examine(const char *path, const char *place, struct bl_input_file *file)
{
    struct stat st;
    *file = (struct bl_input_file){.path = path, .place = place, .kind = BL_SOURCE_FILE};
    if (strcmp(path, "-") == 0)
        return true;
    if (stat(place, &st) < 0)
        return false;
    set_stat(file, &st);
    bl_tick_wait(file->mtime);
    return true;
}

static int add_input_file(struct bl_inputs *in, const struct bl_input_file *file)
{
    if (in->n_files >= BL_NONE - 1)
        return BL_E_LIMIT;
    return bl_append(&in->files, &in->n_files, &in->cap_files, *file);
}

static char *join_path(struct bl_inputs *in, const char *folder, const char *name)
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
    char *place = join_path(in, is_below ? in->folder : "", path);
    struct bl_input_file file;
    if (!place || bl_grow(&in->named, &in->cap_named, (size_t)in->n_named + 1) < 0)
        return BL_E_NOMEM;
    const char *kept = place + strlen(place) - size;
    in->named[in->n_named++] = kept;
    if (!bl_input_examine(kept, place, &file))
        file.failed = errno;
    file.is_named = true;
    file.may_be_any = !in->are_old;
    return add_input_file(in, &file);
}

/* ---- Directories ---- */

/* Files that hold indexes are no sources: an index may be among the files that it describes. */
static bool is_index_name(const char *name)
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
    bool has_loose_link; /* that leads to no file, but may come to do so, which no time shows */
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
        set_stat(file, &st);
    file->is_symlink = is_link;
    entries->has_loose_link |= is_link && !file->is_mappable;
    return file->is_mappable || (file->kind == BL_SOURCE_DIRECTORY && !is_link);
}

/* The next entry that is to be indexed: its name, or NULL at the end. */
static const char *next_entry(struct entries *entries, struct bl_input_file *file)
{
    const struct dirent *entry;
    errno = 0;
    while ((entry = readdir(entries->stream)) != NULL) {
        if (!is_index_name(entry->d_name) && examine_entry(entries, entry->d_name, file))
            return entry->d_name;
        errno = 0;
    }
    entries->failed = errno;
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

/* Append what is in directory number I. A time that does not mean that all is the same is stored as
 * its complement: only merging asks for that; the names of the directory are compared. */
static int read_directory(struct bl_inputs *in, uint32_t i)
{
    struct bl_input_file folder = in->files[i];
    struct entries entries = {.stream = opendir(folder.place)};
    if (!entries.stream) {
        in->files[i].failed = errno;
        return errno == ENOMEM ? BL_E_NOMEM : BL_OK;
    }
    size_t n_before = (size_t)(folder.path - folder.place);
    struct bl_input_file file;
    const char *name;
    int status = BL_OK;
    while (status == BL_OK && (name = next_entry(&entries, &file))) {
        add_name(&folder.names, name);
        bl_tick_wait(file.mtime);
        file.place = join_path(in, folder.place, name);
        file.path = file.place ? file.place + n_before : NULL;
        status = file.place ? add_input_file(in, &file) : BL_E_NOMEM;
    }
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

/* Sort; of equal paths the one that was named stays. */
static void sort_files(struct bl_inputs *in)
{
    uint32_t n = 0;
    bl_sort(in->files, in->n_files, sizeof *in->files, compare_files);
    for (uint32_t i = 0; i < in->n_files; i++)
        if (n == 0 || strcmp(in->files[n - 1].path, in->files[i].path) != 0)
            in->files[n++] = in->files[i];
    in->n_files = n;
}

/* The names of one file follow each other, first the one that it is read under. */
static int compare_inodes(const void *a, const void *b)
{
    const struct bl_input_file *left = *(struct bl_input_file *const *)a;
    const struct bl_input_file *right = *(struct bl_input_file *const *)b;
    if (left->device != right->device)
        return left->device < right->device ? -1 : 1;
    if (left->inode != right->inode)
        return left->inode < right->inode ? -1 : 1;
    if (left->is_named != right->is_named)
        return left->is_named ? -1 : 1;
    if (left->is_symlink != right->is_symlink)
        return left->is_symlink ? 1 : -1;
    return left < right ? -1 : left > right; /* by path */
}

static bool is_same_file(const struct bl_input_file *a, const struct bl_input_file *b)
{
    return a->device == b->device && a->inode == b->inode;
}

/* Make links of all names of a file except the first, unless they are inputs themselves. */
static int find_links(struct bl_inputs *in)
{
    struct bl_input_file **files = NULL;
    size_t cap = 0;
    uint32_t n = 0;
    if (bl_grow(&files, &cap, in->n_files) < 0)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < in->n_files; i++)
        if (in->files[i].is_mappable)
            files[n++] = &in->files[i];
    bl_sort(files, n, sizeof(void *), compare_inodes);
    for (uint32_t i = 1; i < n; i++) {
        if (!is_same_file(files[i - 1], files[i]) || files[i]->is_named)
            continue;
        files[i]->kind = BL_SOURCE_LINK;
        files[i]->names = (struct bl_hash){.low = files[i]->inode, .high = files[i]->device};
    }
    bl_drop(files);
    return BL_OK;
}

/* The key of a file, or of what has its header at byte AT of it. */
static uint64_t owner_key(const struct bl_input_file *file, uint64_t at)
{
    const uint64_t id[] = {file->device, file->inode, at};
    return XXH3_64bits(id, sizeof id);
}

/* A thin archive that is looked at for what it names. */
struct naming {
    struct bl_inputs *inputs;
    struct bl_input_file *file;
    int status;
};

/* A bl_member_fn: the first thin archive that names a file has it, unless that is an input. */
static bool note_owner(void *context, const char *place, uint64_t at)
{
    struct naming *naming = context;
    struct bl_map *owners = &naming->inputs->owners;
    struct bl_input_file file;
    if (!bl_input_examine("", place, &file) || !file.is_mappable)
        return false;
    uint32_t owner = bl_map_find(owners, owner_key(&file, 0));
    if (owner == BL_MAP_NONE)
        owner = bl_map_find(owners, owner_key(&file, at));
    if (owner == BL_MAP_NONE && bl_map_add(owners, owner_key(&file, at), naming->file->thin) < 0)
        naming->status = BL_E_NOMEM;
    naming->file->names_others |= owner != BL_MAP_NONE && owner != naming->file->thin;
    return false;
}

static int note_names(struct bl_inputs *in, struct bl_input_file *file)
{
    struct naming naming = {in, file, BL_OK};
    struct bl_file *opened;
    struct bl_search *search;
    struct bl_found found;
    if (bl_file_open_regular(&opened, file->place, BL_OPEN_GUARDED, NULL) < 0)
        return BL_OK;
    if (bl_search_open(&search, bl_file_view(opened), file->place, NULL) == BL_OK) {
        bl_search_tell_members(search, note_owner, &naming);
        while (bl_search_next(search, &found, NULL) != 0)
            continue;
        bl_search_close(search);
    }
    bl_file_close(opened);
    return naming.status;
}

static bool is_thin(const struct bl_input_file *file)
{
    static const char magic[] = "!<thin>\n";
    char head[sizeof magic - 1];
    size_t n = strlen(file->path);
    bool may_be = file->is_named || (n > 2 && strcmp(file->path + n - 2, ".a") == 0);
    if (!may_be || !file->is_mappable || file->kind != BL_SOURCE_FILE)
        return false;
    int fd = open(file->place, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool is = fd >= 0 && read(fd, head, sizeof head) == (ssize_t)sizeof head &&
              memcmp(head, magic, sizeof head) == 0;
    if (fd >= 0)
        close(fd);
    return is;
}

/* Members of thin archives are names of files: each belongs to one input. */
static int find_owners(struct bl_inputs *in)
{
    uint32_t n = 0;
    int status = BL_OK;
    for (uint32_t i = 0; i < in->n_files; i++)
        if (is_thin(&in->files[i]))
            in->files[i].thin = ++n;
    for (uint32_t i = 0; i < in->n_files && n > 0 && status == BL_OK; i++)
        if (in->files[i].is_mappable)
            status = bl_map_set(&in->owners, owner_key(&in->files[i], 0), 0);
    for (uint32_t i = 0; i < in->n_files && status == BL_OK; i++)
        if (in->files[i].thin > 0)
            status = note_names(in, &in->files[i]);
    return status;
}

/* Leave the files of other shards out. */
static void choose_shard(struct bl_inputs *in, uint32_t shard, uint32_t n_shards)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < in->n_files; i++) {
        const struct bl_input_file *file = &in->files[i];
        bool is_elsewhere = n_shards > 0 && file->kind != BL_SOURCE_DIRECTORY &&
                            XXH3_64bits(file->path, strlen(file->path)) % n_shards != shard - 1;
        if (is_elsewhere)
            continue;
        in->n_bytes += file->kind == BL_SOURCE_FILE ? file->size : 0;
        in->files[n++] = *file;
    }
    in->n_files = n;
}

static int settle(struct bl_inputs *in, const struct bl_catalog_options *options)
{
    uint32_t n = 0;
    sort_files(in);
    if (!(options->parts & BL_CATALOG_LINKS) && (find_links(in) < 0 || find_owners(in) < 0))
        return BL_E_NOMEM;
    choose_shard(in, options->shard, options->n_shards);
    bl_sort(in->named, in->n_named, sizeof *in->named, compare_paths);
    n = 0;
    for (uint32_t i = 0; i < in->n_named; i++)
        if (n == 0 || strcmp(in->named[n - 1], in->named[i]) != 0)
            in->named[n++] = in->named[i];
    in->n_named = n;
    return BL_OK;
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
        return no_memory_to_scan(err);
    for (size_t i = 0; i < n && !current && !wanted; i++)
        if (!is_anywhere(paths[i]))
            return bl_fail_errno(err, "cannot find the current directory");
    in->is_elsewhere = wanted && (!current || strcmp(wanted, current) != 0);
    in->folder = join_path(in, "", wanted ? wanted : current ? current : "");
    bl_drop(current);
    return in->folder ? BL_OK : no_memory_to_scan(err);
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
    if (status == BL_OK)
        status = settle(in, options);
    if (status < 0)
        return status == BL_E_LIMIT ? bl_fail(err, status, "more files than a catalog can hold")
                                    : no_memory_to_scan(err);
    return BL_OK;
}

void bl_inputs_release(struct bl_inputs *in)
{
    bl_drop(in->named);
    bl_drop(in->files);
    bl_map_release(&in->owners);
    bl_arena_release(&in->arena);
    *in = (struct bl_inputs){0};
}

struct bl_view bl_inputs_base(const struct bl_inputs *in, const char *path)
{
    const char *base = is_anywhere(path) ? "" : in->folder;
    return (struct bl_view){.data = (const uint8_t *)base, .size = strlen(base)};
}

/* ---- One of them ---- */

void bl_scan_release(struct bl_scan *scan)
{
    bl_file_close(scan->file);
    bl_drop(scan->sources);
    bl_drop(scan->pieces);
    bl_arena_release(&scan->arena);
    bl_record_buffer_release(&scan->problems);
    *scan = (struct bl_scan){0};
}

static void add_problem(struct bl_scan *scan, uint32_t source, const char *path,
                        const struct bl_error *err)
{
    bl_record_buffer_add_problem(&scan->problems, source, bl_view_of(path), 0, err);
}

/* ---- Sources ---- */

static void add_source(struct bl_scan *scan, const struct bl_input_file *file)
{
    const struct bl_scanned_source source = {.file = *file, .hash = file->names};
    (void)bl_record_buffer_note(
        &scan->problems, bl_append(&scan->sources, &scan->n_sources, &scan->cap_sources, source));
}

/* Whether what a thin archive names is another input's. */
static bool is_elsewhere(const struct bl_scan *scan, const char *place, uint64_t at)
{
    const struct bl_map *owners = &scan->inputs->owners;
    struct bl_input_file file;
    if (owners->n == 0 || !bl_input_examine("", place, &file) || !file.is_mappable)
        return false;
    uint32_t owner = bl_map_find(owners, owner_key(&file, 0));
    if (owner == BL_MAP_NONE)
        owner = bl_map_find(owners, owner_key(&file, at));
    return owner != BL_MAP_NONE && owner != scan->sources[0].file.thin;
}

/* A thin archive names the file at PLACE. Keep its place, and its path: relative to what the
 * archive's is, if it is in or below its folder. "./" keeps "-" from being standard input, as in a
 * search from there. That it cannot be examined will be a problem when it is opened. */
static bool add_member(void *context, const char *place, uint64_t at)
{
    struct bl_scan *scan = context;
    if (is_elsewhere(scan, place, at)) {
        scan->names_others = true;
        return false;
    }
    const struct bl_input_file *archive = &scan->sources[0].file;
    const char *slash = strrchr(archive->place, '/');
    size_t n_folder = slash ? (size_t)(slash - archive->place) + 1 : 0;
    size_t n_before = (size_t)(archive->path - archive->place);
    if (n_before > 0 && strncmp(place, archive->place, n_folder) != 0)
        n_before = 0;
    const char *dot = n_before > 0 && n_before == n_folder ? "./" : "";
    size_t size = strlen(place) + strlen(dot) + 1;
    char *kept = bl_arena_take(&scan->arena, size);
    if (!bl_record_buffer_note(&scan->problems, kept ? BL_OK : BL_E_NOMEM) || !kept)
        return false;
    (void)snprintf(kept, size, "%.*s%s%s", (int)n_before, place, dot, place + n_before);
    struct bl_input_file file;
    (void)bl_input_examine(kept + n_before, kept, &file);
    file.kind = BL_SOURCE_MEMBER;
    add_source(scan, &file);
    return true;
}

void bl_scan_put_sources(const struct bl_scan *scan, const struct bl_inputs *inputs,
                         struct bl_record_buffer *records)
{
    uint32_t n_packed = scan->n_packed < UINT16_MAX ? (uint32_t)scan->n_packed : UINT16_MAX;
    uint32_t flags = (scan->is_packed || n_packed ? BL_BLX_PACKED : 0U) |
                     (scan->names_others ? BL_BLX_NAMES_OTHERS : 0U) |
                     n_packed << BL_BLX_N_PACKED_AT |
                     bl_packing_number(scan->packed) << BL_BLX_PACKING_AT;
    for (uint32_t i = 0; i < scan->n_sources; i++) {
        const struct bl_input_file *file = &scan->sources[i].file;
        struct bl_blx_source *record = bl_record_buffer_add(records, BL_BLX_SRCS, sizeof *record);
        memset(record, 0, sizeof *record);
        bl_store_le32(record->parent, i > 0 ? 0 : BL_NONE);
        bl_store_le32(record->kind, file->kind | (i == 0 ? flags : 0U));
        bl_store_le64(record->size, file->size);
        bl_store_le64(record->mtime, (uint64_t)file->mtime);
        bl_record_buffer_add_text(records, bl_view_of(file->path), record->path);
        bl_record_buffer_add_text(records, bl_inputs_base(inputs, file->path), record->base);
    }
}

int bl_scan_open_source(const struct bl_scan *scan, uint32_t number, struct bl_file **member,
                        struct bl_view *bytes, struct bl_error *err)
{
    const struct bl_input_file *file = &scan->sources[number].file;
    *member = NULL;
    if (number == 0) {
        *bytes = bl_file_view(scan->file);
        return BL_OK;
    }
    int status = bl_file_open_regular(member, file->place, scan->open_flags, err);
    if (status < 0)
        return status;
    *bytes = bl_file_view(*member);
    return bytes->size == file->size
               ? BL_OK
               : bl_fail(err, BL_E_STALE, "the file changed while it was indexed");
}

int bl_scan_hash_source(struct bl_scan *scan, uint32_t number, struct bl_view bytes,
                        const struct bl_blx_stream *streams, uint32_t n)
{
    struct bl_hash_part *parts = NULL;
    size_t cap = 0;
    if (bl_grow(&parts, &cap, n) < 0)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < n; i++)
        parts[i] = (struct bl_hash_part){
            .offset = bl_load_le64(streams[i].file_offset),
            .size = bl_load_le64(streams[i].size),
            .hash = {.low = bl_load_le64(streams[i].hash),
                     .high = bl_load_le64(streams[i].hash + 8)},
        };
    int status = bl_catalog_hash_source(&scan->sources[number].hash, bytes, parts, n);
    bl_drop(parts);
    return status;
}

/* What cannot be read now has no hash: by content it has changed then. */
int bl_scan_hash_empty(struct bl_scan *scan, uint32_t number)
{
    const struct bl_input_file *file = &scan->sources[number].file;
    struct bl_file *member;
    struct bl_view bytes;
    if (!file->is_mappable || file->size == 0)
        return BL_OK;
    int status = bl_scan_open_source(scan, number, &member, &bytes, NULL);
    if (status == BL_OK)
        status = bl_scan_hash_source(scan, number, bytes, NULL, 0);
    bl_file_close(member);
    return status == BL_E_NOMEM ? status : BL_OK;
}

/* ---- Streams ---- */

/* A file that nobody named, and that is no bitcode. */
static bool is_passed_over(const struct bl_scan *scan, const struct bl_found *found, int rc)
{
    bool is_bitcode = found->container || found->stream.wrapper.magic != 0 ||
                      (rc > 0 && found->stream.kind != BL_STREAM_UNKNOWN);
    return !scan->sources[0].file.is_named && *found->path == '\0' && !is_bitcode;
}

static void add_stream(struct bl_scan *scan, const struct bl_found *found, uint32_t source)
{
    size_t size = strlen(found->path);
    char *path = bl_arena_take(&scan->arena, size + 1);
    int status =
        path ? bl_grow(&scan->pieces, &scan->cap_pieces, (size_t)scan->n_pieces + 1) : BL_E_NOMEM;
    if (!bl_record_buffer_note(&scan->problems, status) || !path)
        return;
    memcpy(path, found->path, size + 1);
    scan->sources[source].n_streams++;
    struct bl_scan_piece *stream = &scan->pieces[scan->n_pieces++];
    *stream = (struct bl_scan_piece){
        .source = source,
        .path = bl_view_of_text(path, size),
        .stream = found->stream,
    };
    if (source > 0)
        stream->stream.bytes.data = NULL;
}

/* Of a thin archive, what is in the archive itself may be between its members, whose streams are in
 * order. */
static int sort_streams(struct bl_scan *scan)
{
    struct bl_scan_piece *members = NULL;
    size_t cap = 0;
    uint32_t n_own = 0;
    uint32_t n_members = 0;
    if (scan->n_sources == 1)
        return BL_OK;
    if (bl_grow(&members, &cap, scan->n_pieces) < 0)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < scan->n_pieces; i++) {
        if (scan->pieces[i].source > 0)
            members[n_members++] = scan->pieces[i];
        else
            scan->pieces[n_own++] = scan->pieces[i];
    }
    if (n_members > 0)
        memcpy(&scan->pieces[n_own], members, n_members * sizeof *members);
    bl_drop(members);
    return BL_OK;
}

/* A member in which there is no stream is a piece, too: to be hashed. */
static int add_empty(struct bl_scan *scan)
{
    for (uint32_t i = 1; i < scan->n_sources; i++) {
        if (scan->sources[i].n_streams > 0)
            continue;
        if (bl_append(&scan->pieces, &scan->n_pieces, &scan->cap_pieces,
                      (struct bl_scan_piece){.source = i,
                                             .is_empty = true,
                                             .stream.bytes.size = scan->sources[i].file.size}) < 0)
            return BL_E_NOMEM;
    }
    return BL_OK;
}

static void find_streams(struct bl_scan *scan, struct bl_search *search)
{
    struct bl_found found;
    struct bl_error err;
    bool found_any = false;
    int rc;
    bl_search_tell_members(search, add_member, scan);
    if (scan->hashes)
        bl_search_check_sums(search);
    while (scan->problems.status == BL_OK && (rc = bl_search_next(search, &found, &err)) != 0) {
        uint32_t source = found.member_file ? scan->n_sources - 1 : 0;
        found_any = true;
        if (scan->problems.status < 0 || is_passed_over(scan, &found, rc))
            continue;
        if (rc > 0)
            add_stream(scan, &found, source);
        else
            add_problem(scan, source, found.path, &err);
    }
    scan->n_packed = bl_search_packed(search, &scan->packed);
    if (scan->problems.status == BL_OK && scan->sources[0].file.is_named &&
        (scan->n_packed > 0 || (!found_any && !scan->names_others)) &&
        bl_search_explain(search, &err) < 0)
        add_problem(scan, 0, "", &err);
}

static int read_file(struct bl_scan *scan, struct bl_error *err)
{
    struct bl_input_file *file = &scan->sources[0].file;
    struct bl_search *search = NULL;
    int status = file->may_be_any
                     ? bl_file_open(&scan->file, file->place, scan->open_flags, err)
                     : bl_file_open_regular(&scan->file, file->place, scan->open_flags, err);
    if (status < 0)
        return status;
    /* Otherwise its streams would not be where the catalog says. */
    if (file->is_mappable && bl_file_view(scan->file).size != file->size)
        return bl_fail(err, BL_E_STALE, "the file changed while it was indexed");
    file->size = bl_file_view(scan->file).size;
    scan->is_packed = bl_format_packed(bl_file_view(scan->file)) != NULL;
    status = bl_file_unpack(scan->file, err);
    /* That nobody could look into it is all there is to be said of one that nobody named. */
    if (status < 0 && (file->is_named || !bl_is_of_container(status)))
        return status;
    scan->is_packed |= bl_file_is_unpacked(scan->file);
    status = bl_search_open(&search, bl_file_view(scan->file), file->place, err);
    if (status < 0)
        return status;
    bl_search_open_members(search, scan->open_flags);
    find_streams(scan, search);
    bl_search_close(search);
    if (bl_record_buffer_note(&scan->problems, sort_streams(scan)) && scan->hashes)
        (void)bl_record_buffer_note(&scan->problems, add_empty(scan));
    return BL_OK;
}

int bl_scan_file(struct bl_scan *scan, const struct bl_input_file *file,
                 const struct bl_inputs *inputs, unsigned flags, bool hashes)
{
    struct bl_error err;
    /* A file that nobody named is empty, or the kernel makes up what is in it, some of it without
     * end (/proc/PID/pagemap). */
    bool is_left_alone = file->is_mappable && file->size == 0 && !file->is_named;
    int status = BL_OK;
    scan->open_flags = flags;
    scan->hashes = hashes;
    scan->inputs = inputs;
    add_source(scan, file);
    if (scan->problems.status < 0)
        return scan->problems.status;
    if (file->failed) {
        errno = file->failed;
        status = bl_fail_errno(&err, "cannot examine");
    } else if (file->kind == BL_SOURCE_FILE && !is_left_alone) {
        status = read_file(scan, &err);
    }
    if (status < 0)
        add_problem(scan, 0, "", &err);
    return scan->problems.status;
}
