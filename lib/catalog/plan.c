/* catalog/plan.c - where the streams of one file are
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "catalog/plan.h"

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

void bl_plan_release(struct bl_plan *plan)
{
    bl_file_close(plan->file);
    bl_drop(plan->sources);
    bl_drop(plan->streams);
    bl_drop(plan->idle);
    bl_arena_release(&plan->arena);
    bl_fragment_release(&plan->problems);
    *plan = (struct bl_plan){0};
}

static struct bl_view view_of(const char *text)
{
    return bl_text_view(text, strlen(text));
}

static int add_problem(struct bl_plan *plan, uint32_t source, const char *path,
                       const struct bl_error *err)
{
    return bl_fragment_problem(&plan->problems, source, view_of(path), 0, err);
}

/* ---- Sources ---- */

static int add_source(struct bl_plan *plan, const struct bl_input_file *file)
{
    if (bl_grow(&plan->sources, &plan->cap_sources, (size_t)plan->n_sources + 1) < 0)
        return BL_E_NOMEM;
    plan->sources[plan->n_sources++] =
        (struct bl_planned_source){.file = *file, .hash = file->names};
    return BL_OK;
}

/* Keep the PLACE of a member's file, and what it is told as: relative to what the archive is, if it
 * is in or below its folder. "./" keeps "-" from being standard input, as in a search from there.
 * NULL: no memory. */
static const char *keep_place(struct bl_plan *plan, const char *place, const char **path)
{
    const struct bl_input_file *archive = &plan->sources[0].file;
    const char *slash = strrchr(archive->place, '/');
    size_t n_folder = slash ? (size_t)(slash - archive->place) + 1 : 0;
    size_t n_before = (size_t)(archive->path - archive->place);
    if (n_before > 0 && strncmp(place, archive->place, n_folder) != 0)
        n_before = 0;
    const char *dot = n_before > 0 && n_before == n_folder ? "./" : "";
    size_t size = strlen(place) + strlen(dot) + 1;
    char *kept = bl_arena_take(&plan->arena, size);
    if (!kept)
        return NULL;
    (void)snprintf(kept, size, "%.*s%s%s", (int)n_before, place, dot, place + n_before);
    *path = kept + n_before;
    return kept;
}

/* A thin archive names the file at PLACE. That it cannot be examined will be a problem
 * when it is opened. */
static void add_member(void *context, const char *place)
{
    struct bl_plan *plan = context;
    struct bl_input_file file;
    const char *path;
    const char *kept = keep_place(plan, place, &path);
    if (kept) {
        (void)bl_input_examine(path, kept, &file);
        file.kind = BL_SOURCE_MEMBER;
    }
    if (plan->status == BL_OK)
        plan->status = kept ? add_source(plan, &file) : BL_E_NOMEM;
}

int bl_plan_put_sources(const struct bl_plan *plan, const struct bl_inputs *inputs,
                        struct bl_fragment *fragment)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < plan->n_sources && status == BL_OK; i++) {
        const struct bl_input_file *file = &plan->sources[i].file;
        struct bl_blx_source *record = bl_fragment_add(fragment, BL_BLX_SRCS);
        if (!record)
            return BL_E_NOMEM;
        memset(record, 0, sizeof *record);
        bl_store_le32(record->parent, i > 0 ? 0 : BL_NONE);
        bl_store_le32(record->kind, file->kind);
        bl_store_le64(record->size, file->size);
        bl_store_le64(record->mtime, (uint64_t)file->mtime);
        status = bl_fragment_text(fragment, view_of(file->path), record->path);
        if (status == BL_OK)
            status = bl_fragment_text(fragment, bl_inputs_base(inputs, file->path), record->base);
    }
    return status;
}

int bl_plan_open_source(const struct bl_plan *plan, uint32_t number, struct bl_file **member,
                        struct bl_view *bytes, struct bl_error *err)
{
    const struct bl_input_file *file = &plan->sources[number].file;
    *member = NULL;
    if (number == 0) {
        *bytes = bl_file_view(plan->file);
        return BL_OK;
    }
    int status = bl_file_open_regular(member, file->place, plan->open_flags, err);
    if (status < 0)
        return status;
    *bytes = bl_file_view(*member);
    return bytes->size == file->size
               ? BL_OK
               : bl_fail(err, BL_E_STALE, "the file changed while it was indexed");
}

int bl_plan_hash_source(struct bl_plan *plan, uint32_t number, struct bl_view bytes,
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
    int status = bl_catalog_hash_source(&plan->sources[number].hash, bytes, parts, n);
    bl_drop(parts);
    return status;
}

/* What cannot be read now has no hash: by content it has changed then. */
int bl_plan_hash_idle(struct bl_plan *plan, uint32_t number)
{
    const struct bl_input_file *file = &plan->sources[number].file;
    struct bl_file *member;
    struct bl_view bytes;
    if (!file->is_mappable || file->size == 0)
        return BL_OK;
    int status = bl_plan_open_source(plan, number, &member, &bytes, NULL);
    if (status == BL_OK)
        status = bl_plan_hash_source(plan, number, bytes, NULL, 0);
    bl_file_close(member);
    return status == BL_E_NOMEM ? status : BL_OK;
}

/* ---- Streams ---- */

/* A file that nobody named, and that is no bitcode. */
static bool is_passed_over(const struct bl_plan *plan, const struct bl_found *found, int rc)
{
    bool is_bitcode = found->container || found->stream.wrapper.magic != 0 ||
                      (rc > 0 && found->stream.kind != BL_STREAM_UNKNOWN);
    return !plan->sources[0].file.is_named && *found->path == '\0' && !is_bitcode;
}

static int add_stream(struct bl_plan *plan, const struct bl_found *found, uint32_t source)
{
    size_t size = strlen(found->path);
    char *path = bl_arena_take(&plan->arena, size + 1);
    if (!path || bl_grow(&plan->streams, &plan->cap_streams, (size_t)plan->n_streams + 1) < 0)
        return BL_E_NOMEM;
    memcpy(path, found->path, size + 1);
    plan->sources[source].n_streams++;
    struct bl_planned_stream *stream = &plan->streams[plan->n_streams++];
    *stream = (struct bl_planned_stream){
        .source = source,
        .path = bl_text_view(path, size),
        .stream = found->stream,
    };
    if (source > 0)
        stream->stream.bytes.data = NULL;
    return BL_OK;
}

/* Of a thin archive, what is in the archive itself may stand between its members, whose streams
 * are in order. BL_E_NOMEM. */
static int sort_streams(struct bl_plan *plan)
{
    struct bl_planned_stream *members = NULL;
    size_t cap = 0;
    uint32_t n_own = 0;
    uint32_t n_members = 0;
    if (plan->n_sources == 1)
        return BL_OK;
    if (bl_grow(&members, &cap, plan->n_streams) < 0)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < plan->n_streams; i++) {
        if (plan->streams[i].source > 0)
            members[n_members++] = plan->streams[i];
        else
            plan->streams[n_own++] = plan->streams[i];
    }
    if (n_members > 0)
        memcpy(&plan->streams[n_own], members, n_members * sizeof *members);
    bl_drop(members);
    return BL_OK;
}

static int find_idle(struct bl_plan *plan)
{
    for (uint32_t i = 1; i < plan->n_sources; i++) {
        if (plan->sources[i].n_streams > 0)
            continue;
        if (bl_grow(&plan->idle, &plan->cap_idle, (size_t)plan->n_idle + 1) < 0)
            return BL_E_NOMEM;
        plan->idle[plan->n_idle++] = i;
    }
    return BL_OK;
}

static int find_streams(struct bl_plan *plan, struct bl_search *search)
{
    struct bl_found found;
    struct bl_error err;
    uint32_t n = 0;
    int status = BL_OK;
    int rc;
    bl_search_tell_members(search, add_member, plan);
    while (status == BL_OK && (rc = bl_search_next(search, &found, &err)) != 0) {
        uint32_t source = found.member_file ? plan->n_sources - 1 : 0;
        n++;
        status = plan->status;
        if (status == BL_OK && !is_passed_over(plan, &found, rc))
            status = rc > 0 ? add_stream(plan, &found, source)
                            : add_problem(plan, source, found.path, &err);
    }
    if (status == BL_OK)
        status = plan->status;
    if (status == BL_OK && n == 0 && plan->sources[0].file.is_named) {
        const char *hint = bl_search_hint(search);
        bl_fail(&err, BL_E_CONTAINER, hint ? hint : "no stream");
        status = add_problem(plan, 0, "", &err);
    }
    return status;
}

/* The file as it was examined; otherwise its streams would not be where the catalog says. */
static int check_size(const struct bl_plan *plan, struct bl_error *err)
{
    const struct bl_input_file *file = &plan->sources[0].file;
    if (!file->is_mappable || bl_file_view(plan->file).size == file->size)
        return BL_OK;
    return bl_fail(err, BL_E_STALE, "the file changed while it was indexed");
}

static int read_file(struct bl_plan *plan, struct bl_error *err)
{
    struct bl_input_file *file = &plan->sources[0].file;
    int status = file->may_be_any
                     ? bl_file_open(&plan->file, file->place, plan->open_flags, err)
                     : bl_file_open_regular(&plan->file, file->place, plan->open_flags, err);
    if (status == BL_OK)
        status = check_size(plan, err);
    if (status < 0)
        return status;
    file->size = bl_file_view(plan->file).size;
    struct bl_search *search;
    status = bl_search_open(&search, bl_file_view(plan->file), file->place, err);
    if (status < 0)
        return status;
    bl_search_open_members(search, plan->open_flags);
    status = find_streams(plan, search);
    bl_search_close(search);
    if (status == BL_OK)
        status = sort_streams(plan);
    if (status == BL_OK)
        status = find_idle(plan);
    if (status < 0)
        bl_fail(err, BL_E_NOMEM, "no memory for the streams of a file");
    return status;
}

/* A file that nobody named is empty, or the kernel makes up what is in it, some of it without end
 * (/proc/PID/pagemap). */
static bool is_left_alone(const struct bl_input_file *file)
{
    return file->is_mappable && file->size == 0 && !file->is_named;
}

int bl_plan_make(struct bl_plan *plan, const struct bl_input_file *file, unsigned flags)
{
    struct bl_error err;
    plan->open_flags = flags;
    int status = add_source(plan, file);
    if (status < 0)
        return status;
    if (file->failed) {
        errno = file->failed;
        status = bl_fail_errno(&err, "cannot examine");
    } else if (file->kind == BL_SOURCE_FILE && !is_left_alone(file)) {
        status = read_file(plan, &err);
    }
    return status < 0 ? add_problem(plan, 0, "", &err) : BL_OK;
}
