/* catalog/scan.c - where the streams of one file are
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "catalog/scan.h"

#include "base/file.h"
#include "base/grow.h"
#include "base/load.h"
#include "base/status.h"
#include "base/store.h"
#include "catalog/hash.h"
#include "search/search.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

void bl_scan_release(struct bl_scan *scan)
{
    bl_file_close(scan->file);
    bl_drop(scan->sources);
    bl_drop(scan->streams);
    bl_drop(scan->empty);
    bl_arena_release(&scan->arena);
    bl_record_buffer_release(&scan->problems);
    *scan = (struct bl_scan){0};
}

static struct bl_view view_of(const char *text)
{
    return bl_text_view(text, strlen(text));
}

static void add_problem(struct bl_scan *scan, uint32_t source, const char *path,
                        const struct bl_error *err)
{
    bl_record_buffer_add_problem(&scan->problems, source, view_of(path), 0, err);
}

/* ---- Sources ---- */

static void add_source(struct bl_scan *scan, const struct bl_input_file *file)
{
    if (bl_record_buffer_note(&scan->problems, bl_grow(&scan->sources, &scan->cap_sources,
                                                       (size_t)scan->n_sources + 1)))
        scan->sources[scan->n_sources++] =
            (struct bl_scanned_source){.file = *file, .hash = file->names};
}

/* A thin archive names the file at PLACE. Keep its place, and its path: relative to what the
 * archive's is, if it is in or below its folder. "./" keeps "-" from being standard input, as in a
 * search from there. That it cannot be examined will be a problem when it is opened. */
static void add_member(void *context, const char *place)
{
    struct bl_scan *scan = context;
    const struct bl_input_file *archive = &scan->sources[0].file;
    const char *slash = strrchr(archive->place, '/');
    size_t n_folder = slash ? (size_t)(slash - archive->place) + 1 : 0;
    size_t n_before = (size_t)(archive->path - archive->place);
    if (n_before > 0 && strncmp(place, archive->place, n_folder) != 0)
        n_before = 0;
    const char *dot = n_before > 0 && n_before == n_folder ? "./" : "";
    size_t size = strlen(place) + strlen(dot) + 1;
    char *kept = bl_arena_take(&scan->arena, size);
    if (!bl_record_buffer_note(&scan->problems, kept ? BL_OK : BL_E_NOMEM))
        return;
    (void)snprintf(kept, size, "%.*s%s%s", (int)n_before, place, dot, place + n_before);
    struct bl_input_file file;
    (void)bl_input_examine(kept + n_before, kept, &file);
    file.kind = BL_SOURCE_MEMBER;
    add_source(scan, &file);
}

void bl_scan_put_sources(const struct bl_scan *scan, const struct bl_inputs *inputs,
                         struct bl_record_buffer *records)
{
    for (uint32_t i = 0; i < scan->n_sources; i++) {
        const struct bl_input_file *file = &scan->sources[i].file;
        struct bl_blx_source *record = bl_record_buffer_add(records, BL_BLX_SRCS, sizeof *record);
        memset(record, 0, sizeof *record);
        bl_store_le32(record->parent, i > 0 ? 0 : BL_NONE);
        bl_store_le32(record->kind, file->kind);
        bl_store_le64(record->size, file->size);
        bl_store_le64(record->mtime, (uint64_t)file->mtime);
        bl_record_buffer_add_text(records, view_of(file->path), record->path);
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
    int status = path ? bl_grow(&scan->streams, &scan->cap_streams, (size_t)scan->n_streams + 1)
                      : BL_E_NOMEM;
    if (!bl_record_buffer_note(&scan->problems, status))
        return;
    memcpy(path, found->path, size + 1);
    scan->sources[source].n_streams++;
    struct bl_scanned_stream *stream = &scan->streams[scan->n_streams++];
    *stream = (struct bl_scanned_stream){
        .source = source,
        .path = bl_text_view(path, size),
        .stream = found->stream,
    };
    if (source > 0)
        stream->stream.bytes.data = NULL;
}

/* Of a thin archive, what is in the archive itself may be between its members, whose streams are in
 * order. */
static int sort_streams(struct bl_scan *scan)
{
    struct bl_scanned_stream *members = NULL;
    size_t cap = 0;
    uint32_t n_own = 0;
    uint32_t n_members = 0;
    if (scan->n_sources == 1)
        return BL_OK;
    if (bl_grow(&members, &cap, scan->n_streams) < 0)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < scan->n_streams; i++) {
        if (scan->streams[i].source > 0)
            members[n_members++] = scan->streams[i];
        else
            scan->streams[n_own++] = scan->streams[i];
    }
    if (n_members > 0)
        memcpy(&scan->streams[n_own], members, n_members * sizeof *members);
    bl_drop(members);
    return BL_OK;
}

static int find_empty(struct bl_scan *scan)
{
    for (uint32_t i = 1; i < scan->n_sources; i++) {
        if (scan->sources[i].n_streams > 0)
            continue;
        if (bl_grow(&scan->empty, &scan->cap_empty, (size_t)scan->n_empty + 1) < 0)
            return BL_E_NOMEM;
        scan->empty[scan->n_empty++] = i;
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
    if (scan->problems.status == BL_OK && !found_any && scan->sources[0].file.is_named) {
        const char *hint = bl_search_hint(search);
        bl_fail(&err, BL_E_CONTAINER, hint ? hint : "no stream");
        add_problem(scan, 0, "", &err);
    }
}

/* The file as it was examined; otherwise its streams would not be where the catalog says. */
static int check_size(const struct bl_input_file *file, struct bl_view bytes, struct bl_error *err)
{
    return !file->is_mappable || bytes.size == file->size
               ? BL_OK
               : bl_fail(err, BL_E_STALE, "the file changed while it was indexed");
}

static int read_file(struct bl_scan *scan, struct bl_error *err)
{
    struct bl_input_file *file = &scan->sources[0].file;
    struct bl_search *search = NULL;
    int status = file->may_be_any
                     ? bl_file_open(&scan->file, file->place, scan->open_flags, err)
                     : bl_file_open_regular(&scan->file, file->place, scan->open_flags, err);
    if (status == BL_OK)
        status = check_size(file, bl_file_view(scan->file), err);
    if (status < 0)
        return status;
    file->size = bl_file_view(scan->file).size;
    status = bl_search_open(&search, bl_file_view(scan->file), file->place, err);
    if (status < 0)
        return status;
    bl_search_open_members(search, scan->open_flags);
    find_streams(scan, search);
    bl_search_close(search);
    (void)(bl_record_buffer_note(&scan->problems, sort_streams(scan)) &&
           bl_record_buffer_note(&scan->problems, find_empty(scan)));
    return BL_OK;
}

int bl_scan_file(struct bl_scan *scan, const struct bl_input_file *file, unsigned flags)
{
    struct bl_error err;
    /* A file that nobody named is empty, or the kernel makes up what is in it, some of it without
     * end (/proc/PID/pagemap). */
    bool is_left_alone = file->is_mappable && file->size == 0 && !file->is_named;
    int status = BL_OK;
    scan->open_flags = flags;
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
