/* support/archive.c - writing test archives, and what must hold for any archive
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/archive.h"

#include "format/ar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void append(struct archive *archive, const void *data, size_t size)
{
    if (size > sizeof archive->bytes - archive->size) {
        fprintf(stderr, "test archive: no room\n");
        abort();
    }
    memcpy(archive->bytes + archive->size, data, size);
    archive->size += size;
}

void archive_begin(struct archive *archive, const char *magic)
{
    archive->size = 0;
    archive->n_members = 0;
    append(archive, magic, strlen(magic));
}

void archive_header(struct archive *archive, const char *name, const char *size)
{
    char header[ARCHIVE_HEADER + 1];
    /* name, date, uid, gid, mode, size */
    int n = snprintf(header, sizeof header, "%-16s%-12s%-6s%-6s%-8s%-10s`\n", name, "0", "0", "0",
                     "644", size);
    if (n != ARCHIVE_HEADER || archive->n_members == ARCHIVE_MEMBERS) {
        fprintf(stderr, "test archive: a field is too long, or there are too many members\n");
        abort();
    }
    archive->headers[archive->n_members] = archive->size;
    append(archive, header, ARCHIVE_HEADER);
    archive->ends[archive->n_members++] = archive->size;
}

void archive_contents(struct archive *archive, const void *data, size_t size)
{
    append(archive, data, size);
    archive->ends[archive->n_members - 1] = archive->size;
    if (size % 2)
        append(archive, "\n", 1);
}

void archive_member(struct archive *archive, const char *name, const void *data, size_t size)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%zu", size);
    archive_header(archive, name, digits);
    archive_contents(archive, data, size);
}

struct bl_view archive_view(const struct archive *archive)
{
    return (struct bl_view){.data = archive->bytes, .size = archive->size};
}

/* An empty view may are anywhere, but not nowhere. */
static bool is_inside(struct bl_view inner, struct bl_view outer)
{
    return inner.data >= outer.data && inner.size <= outer.size &&
           (size_t)(inner.data - outer.data) <= outer.size - inner.size;
}

static const char *check_part(const struct bl_part *part, int rc, struct bl_view bytes)
{
    if (!is_inside(part->name, bytes) || !is_inside(part->bytes, bytes))
        return "a view leaves the archive";
    if (part->bytes.data != bytes.data + part->offset)
        return "the offset is not that of the view";
    if (part->bytes.size > part->size)
        return "more bytes than the header tells";
    if (rc > 0 && part->kind == BL_PART_MEMBER && part->bytes.size != part->size)
        return "a whole member lacks bytes";
    if (part->kind == BL_PART_THIN_MEMBER && part->bytes.size != 0)
        return "a thin member has bytes";
    return NULL;
}

static const char *check_error(const struct bl_error *err, int rc, struct bl_view bytes)
{
    if (rc >= 0)
        return NULL;
    if (err->status != rc || (rc != BL_E_CONTAINER && rc != BL_E_UNSUPPORTED) || !err->what ||
        !err->what[0])
        return "a fault without a cause";
    if (!err->has_pos || err->bit_pos > (uint64_t)bytes.size * 8)
        return "a fault that is nowhere";
    return NULL;
}

static const char *check_steps(struct bl_ar *ar, struct bl_view bytes)
{
    struct bl_ar second = *ar;
    struct bl_part part;
    struct bl_part again;
    struct bl_error err;
    uint64_t offset = 0;
    size_t n = 0;
    int rc;
    while ((rc = bl_ar_next(ar, &part, &err)) != 0) {
        const char *problem = check_part(&part, rc, bytes);
        if (!problem)
            problem = check_error(&err, rc, bytes);
        if (problem)
            return problem;
        if (part.offset < offset)
            return "an offset goes back";
        offset = part.offset;
        if (++n > bytes.size / ARCHIVE_HEADER + 1)
            return "more steps than headers have room";
        if (bl_ar_next(&second, &again, NULL) != rc || again.kind != part.kind ||
            again.offset != part.offset || again.size != part.size ||
            again.name.data != part.name.data || again.name.size != part.name.size ||
            second.nested_offset != ar->nested_offset)
            return "a second reading tells something else";
    }
    if (bl_ar_next(ar, &part, &err) != 0 || bl_ar_next(&second, &again, NULL) != 0)
        return "something behind the end";
    return NULL;
}

/* Names of symbols and members lie inside, and there are no more than the table has room for. */
static const char *check_map(struct bl_view bytes)
{
    struct bl_archive_map map;
    struct bl_view symbol, member;
    struct bl_error err;
    uint64_t n = 0;
    int rc = bl_archive_map_open(&map, bytes, &err);
    if (rc < 0)
        return check_error(&err, rc, bytes);
    while ((rc = bl_archive_map_next(&map, &symbol, &member, &err)) != 0) {
        if (rc < 0 && err.status != rc)
            return "a symbol fails without a reason";
        if (rc > 0 && (!is_inside(symbol, bytes) || !is_inside(member, bytes)))
            return "a symbol or its member is outside of the archive";
        if (++n > bytes.size)
            return "more symbols than bytes";
    }
    return NULL;
}

const char *archive_check(struct bl_view bytes)
{
    struct bl_ar ar;
    struct bl_error err;
    int rc = bl_ar_open(&ar, bytes, &err);
    if (rc < 0)
        return check_error(&err, rc, bytes);
    if (rc > 0 || !bl_ar_probe(bytes))
        return "opened what is no archive";
    const char *problem = check_map(bytes);
    return problem ? problem : check_steps(&ar, bytes);
}
