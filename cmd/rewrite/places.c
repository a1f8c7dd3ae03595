/* cmd/rewrite/places.c - where in a file modules are that are written again, and the file with them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/places.h"

#include "base/array.h"

#include <errno.h>
#include <string.h>

static const char in_another_file[] =
    "inside of another file: extract it, change that, and put it back";

/* ---- Where they are ---- */

/* After the name at PATH, which ends at one of ENDS, or in quotes. */
static const char *after_name(const char *path, const char *ends)
{
    bool is_quoted = false;
    for (; *path && (is_quoted || !strchr(ends, *path)); path++) {
        is_quoted ^= *path == '"';
        path += *path == '\\' && path[1];
    }
    return path;
}

/* Whether PATH leads to a stream of the file itself, or of a member of the archive, or to one in a
 * section of these. */
static bool is_direct(const char *path, bool *in_section)
{
    if (*path == '(') {
        path = after_name(path + 1, ")");
        path += *path == ')';
    }
    *in_section = *path == '!';
    if (*in_section)
        path = after_name(path + 1, BL_PATH_PARTS);
    return *path == '\0' || *path == '[';
}

static bool has_bytes(const struct bl_archive_member *member, struct bl_view bytes)
{
    return member && !member->is_file && bytes.data >= member->bytes.data &&
           bytes.data < member->bytes.data + member->bytes.size;
}

/* The header of the member that BYTES are in; UINT64_MAX: there is none. Calls ask for ascending
 * BYTES. */
static uint64_t find_member(struct places *p, struct bl_view bytes)
{
    int rc = 1;
    if (!p->archive && out_need(bl_archive_open(&p->archive, p->file, NULL)) < 0)
        return UINT64_MAX;
    while (rc != 0 && !has_bytes(p->member, bytes)) {
        rc = bl_archive_next(p->archive, &p->member, NULL);
        if (rc <= 0)
            p->member = NULL;
    }
    return rc == 0 ? UINT64_MAX : p->member->header_offset;
}

/* Bytes of FOUND, with its wrapper, and in an archive without line feeds that fill it up. */
static struct bl_view bytes_of(const struct bl_found *found, bool in_archive)
{
    struct bl_view whole = found->whole;
    size_t end = (size_t)(found->stream.bytes.data - whole.data) + found->stream.bytes.size;
    for (size_t i = end; i < whole.size && in_archive; i++)
        if (whole.data[i] != '\n')
            return whole;
    if (in_archive)
        whole.size = end;
    return whole;
}

static bool is_object(const char *container)
{
    return strcmp(container, "ELF file") == 0 || strcmp(container, "COFF file") == 0 ||
           strcmp(container, "Mach-O file") == 0;
}

const char *places_add(struct places *p, const struct bl_found *found, struct place **place)
{
    bool in_archive = bl_is_archive(p->file);
    struct place made = {.member = UINT64_MAX};
    *place = NULL;
    if (!is_direct(found->path, &made.in_section) ||
        (made.in_section && !is_object(found->container)))
        return in_another_file;
    made.before = made.in_section ? found->whole : bytes_of(found, in_archive);
    if (in_archive) {
        made.member = find_member(p, made.before);
        if (made.member == UINT64_MAX)
            return in_another_file;
    }
    array_add(&p->items, &p->n, &p->cap, made);
    *place = &p->items[p->n - 1];
    return NULL;
}

bool is_thin_archive(struct bl_view bytes)
{
    static const char magic[] = "!<thin>";
    return bytes.size >= sizeof magic - 1 && memcmp(bytes.data, magic, sizeof magic - 1) == 0;
}

/* ---- The file with them ---- */

/* WHOLE with the places FIRST to END - 1, which are in it. */
static int put_with_places(const struct bl_view whole, const struct place *first,
                           const struct place *end, bl_rewrite_put_fn *put, void *context,
                           struct bl_error *err)
{
    const uint8_t *at = whole.data;
    int status = BL_OK;
    for (const struct place *p = first; p < end && status == BL_OK; p++) {
        struct bl_view between = {at, (size_t)(p->before.data - at)};
        if (between.size && put(context, between) < 0)
            return err->status = BL_E_STOPPED;
        status = bl_rewrite_write(p->rewrite, put, context, err);
        at = p->before.data + p->before.size;
    }
    struct bl_view rest = {at, (size_t)(whole.data + whole.size - at)};
    if (status == BL_OK && rest.size && put(context, rest) < 0)
        return err->status = BL_E_STOPPED;
    return status;
}

/* An object with the places FIRST to END - 1, which are in its sections. */
static int put_object(struct bl_view object, const struct place *first, const struct place *end,
                      bl_rewrite_put_fn *put, void *context, struct bl_error *err)
{
    struct bl_bytes_change *changes = NULL;
    uint32_t n = 0;
    uint32_t cap = 0;
    int status = BL_OK;
    for (const struct place *p = first; p < end && status == BL_OK; p++) {
        struct bl_bytes_change change = {.before = p->before};
        status = bl_rewrite_join(p->rewrite, &change.after, err);
        array_add(&changes, &n, &cap, change);
    }
    if (status == BL_OK)
        status = bl_object_write(object, changes, n, put, context, err);
    free(changes);
    return status;
}

/* Bytes in memory. */
struct made {
    uint8_t *data;
    size_t n, cap;
};

static int append(void *context, struct bl_view bytes)
{
    struct made *m = context;
    if (bl_grow(&m->data, &m->cap, (uint64_t)m->n + bytes.size) < 0)
        out_no_memory();
    memcpy(m->data + m->n, bytes.data, bytes.size);
    m->n += bytes.size;
    return 0;
}

/* What is after the last place of a member, without line feeds of Darwin's tools. */
static size_t size_without_fill(struct bl_view member, const struct place *last)
{
    size_t end = (size_t)(last->before.data - member.data) + last->before.size;
    for (size_t i = end; i < member.size; i++)
        if (member.data[i] != '\n')
            return member.size;
    return end;
}

/* CONTENTS, which go with a member that is done, put aside, or else kept in memory. */
static void keep(struct places *p, struct bl_archive_change *change, struct bl_view contents)
{
    struct made made = {0};
    change->contents = (struct bl_view){NULL, contents.size};
    if (bl_spill_add(&p->aside, contents.data, contents.size))
        return;
    (void)append(&made, contents);
    array_add(&p->made, &p->n_made, &p->cap_made, made.data);
    change->contents.data = made.data;
}

static void close_place(const struct place *place)
{
    bl_rewrite_close(place->rewrite);
    bl_rewrite_close(place->first);
}

static void close_rewrites(struct places *p)
{
    for (uint32_t i = 0; i < p->n; i++)
        close_place(&p->items[i]);
    p->n = 0;
}

/* The new contents of the member that the places are in. */
static int change_member(struct places *p, struct bl_error *err)
{
    struct made made = {0};
    struct bl_view contents = {0};
    const struct place *first = p->items;
    const struct place *end = first + p->n;
    const struct bl_archive_member *member = p->member;
    struct bl_archive_change change = {.header_offset = member->header_offset};
    struct bl_view whole = {member->bytes.data, size_without_fill(member->bytes, end - 1)};
    bool is_one = p->n == 1 && first->before.size == whole.size;
    int status = is_one              ? bl_rewrite_join(first->rewrite, &contents, err)
                 : first->in_section ? put_object(member->bytes, first, end, append, &made, err)
                                     : put_with_places(whole, first, end, append, &made, err);
    if (status == BL_OK) {
        keep(p, &change, is_one ? contents : (struct bl_view){made.data, made.n});
        array_add(&p->changes, &p->n_changes, &p->cap_changes, change);
    }
    bl_drop(made.data);
    close_rewrites(p);
    return status;
}

static bool finish_member(struct places *p)
{
    struct bl_error err = {0};
    int status = p->n > 0 ? change_member(p, &err) : BL_OK;
    if (out_need(status) < 0)
        report_error(p->context, p->path, NULL, &err);
    return status == BL_OK;
}

bool places_leave_member(struct places *p, const struct bl_found *found)
{
    bool is_another = p->member && !has_bytes(p->member, found->whole);
    return !is_another || finish_member(p);
}

/* ---- Parts of an archive ---- */

/* A change, as it is handed over; after the last one comes SUM, and the number of changes. */
struct handed_over {
    uint64_t header_offset, size;
};

bool places_hand_over(struct places *p, struct bl_view sum)
{
    bool good = finish_member(p) && p->n_made == 0;
    for (uint32_t i = 0; i < p->n_changes && good; i++) {
        struct handed_over change = {p->changes[i].header_offset, p->changes[i].contents.size};
        good = bl_spill_add(&p->aside, &change, sizeof change);
    }
    uint64_t n = p->n_changes;
    return good && bl_spill_add(&p->aside, sum.data, sum.size) &&
           bl_spill_add(&p->aside, &n, sizeof n);
}

bool places_receive(struct places *p, struct bl_spill *aside, void *sum, size_t n_sum)
{
    struct places_part part = {.aside = *aside};
    uint64_t n;
    uint64_t at = 0;
    *aside = (struct bl_spill){0};
    bool good = bl_spill_added(&part.aside) && part.aside.size >= n_sum + sizeof n;
    part.mapped = good ? bl_spill_map(&part.aside) : NULL;
    array_add(&p->parts, &p->n_parts, &p->cap_parts, part);
    if (!part.mapped)
        return false;
    const uint8_t *end = part.mapped + part.aside.size - sizeof n;
    memcpy(&n, end, sizeof n);
    end -= n_sum;
    memcpy(sum, end, n_sum);
    end -= n * sizeof(struct handed_over);
    for (uint64_t i = 0; i < n; i++) {
        struct handed_over change;
        memcpy(&change, end + i * sizeof change, sizeof change);
        array_add(&p->changes, &p->n_changes, &p->cap_changes,
                  (struct bl_archive_change){
                      .header_offset = change.header_offset,
                      .contents = {part.mapped + at, (size_t)change.size},
                  });
        at += change.size;
    }
    return true;
}

/* What has been put aside is there to be read. */
static int map_aside(struct places *p, struct bl_error *err)
{
    uint64_t at = 0;
    if (p->aside.size == 0)
        return BL_OK;
    p->mapped = bl_spill_map(&p->aside);
    if (!p->mapped) {
        err->what = "what was put aside cannot be read";
        err->sys_errno = errno;
        return err->status = BL_E_SYSTEM;
    }
    for (uint32_t i = 0; i < p->n_changes; i++) {
        struct bl_view *contents = &p->changes[i].contents;
        if (!contents->data && contents->size > 0) {
            contents->data = p->mapped + at;
            at += contents->size;
        }
    }
    return BL_OK;
}

/* The object that the whole file is, in memory. */
static int change_object(struct places *p, struct bl_error *err)
{
    struct made made = {0};
    int status = put_object(p->file, p->items, p->items + p->n, append, &made, err);
    array_add(&p->made, &p->n_made, &p->cap_made, made.data);
    p->object = (struct bl_view){made.data, made.n};
    return status;
}

bool places_prepare(struct places *p)
{
    struct bl_error err = {0};
    int status = BL_OK;
    if (bl_is_archive(p->file)) {
        if (!finish_member(p))
            return false;
        status = map_aside(p, &err);
    } else if (p->n > 0 && p->items[0].in_section) {
        status = change_object(p, &err);
    }
    if (out_need(status) < 0)
        report_error(p->context, p->path, NULL, &err);
    return status == BL_OK;
}

struct writing {
    struct places *places;
    bl_rewrite_put_fn *put;
    void *context;
};

static bool is_in(const struct bl_spill *aside, const uint8_t *mapped, struct bl_view bytes)
{
    return mapped && bytes.data >= mapped && bytes.data < mapped + aside->size;
}

/* Of what was put aside no more is in memory than is being written. */
static int put_and_rest(void *context, struct bl_view bytes)
{
    struct writing *w = context;
    const struct places *p = w->places;
    int status = w->put(w->context, bytes);
    bool is_aside = is_in(&p->aside, p->mapped, bytes);
    for (uint32_t i = 0; i < p->n_parts && !is_aside; i++)
        is_aside = is_in(&p->parts[i].aside, p->parts[i].mapped, bytes);
    if (is_aside)
        bl_spill_rest(bytes.data, bytes.size);
    return status;
}

int places_write(struct places *p, bl_rewrite_put_fn *put, void *context, struct bl_error *err)
{
    struct writing w = {p, put, context};
    if (bl_is_archive(p->file))
        return bl_archive_write(p->file, p->changes, p->n_changes, put_and_rest, &w, err);
    if (!p->object.data)
        return put_with_places(p->file, p->items, p->items + p->n, put, context, err);
    return put(context, p->object) < 0 ? BL_E_STOPPED : BL_OK;
}

void places_release(struct places *p)
{
    close_rewrites(p);
    for (uint32_t i = 0; i < p->n_made; i++)
        bl_drop(p->made[i]);
    if (p->mapped)
        bl_spill_unmap(p->mapped, p->aside.size);
    bl_spill_release(&p->aside);
    for (uint32_t i = 0; i < p->n_parts; i++) {
        bl_spill_unmap(p->parts[i].mapped, p->parts[i].aside.size);
        bl_spill_release(&p->parts[i].aside);
    }
    bl_archive_close(p->archive);
    free(p->parts);
    free(p->made);
    free(p->items);
    free(p->changes);
}
