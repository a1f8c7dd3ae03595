/* search/expect_search.h - what a search must answer, one call after the other
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_UNIT_EXPECT_SEARCH_H
#define BL_UNIT_EXPECT_SEARCH_H

#include "support/archive.h"
#include "support/guard.h"
#include "support/least_stream.h"

#include <criterion/criterion.h>
#include <string.h>

/* version 0, offset 20, size 16, cpu type 7 */
#define WRAPPER "\xDE\xC0\x17\x0B\0\0\0\0\x14\0\0\0\x10\0\0\0\x07\0\0\0"
#define WRAPPED WRAPPER STREAM

/* What one call must answer. A stream: `at` and `size` are its bytes, `whole_at` and
 * `whole_size` what is there; a failure: WHAT is in its text, and where at_byte is not 0,
 * that is its place. */
struct answer {
    const char *path;
    uint64_t at, size;
    uint64_t whole_at, whole_size;
    const char *container;
    const char *command_line;
    enum bl_stream_kind kind; /* UNKNOWN: LLVM_IR is meant; is_unknown: not */
    bool is_unknown;
    int status;
    const char *what;
    uint64_t at_byte;
};

static inline void expect_stream(const char *row, const struct bl_found *found,
                                 struct bl_view bytes, const struct answer *a)
{
    const struct bl_stream *stream = &found->stream;
    enum bl_stream_kind kind = a->kind || a->is_unknown ? a->kind : BL_STREAM_LLVM_IR;
    cr_expect_null(found->member_file, "%s: %s: in a file of its own", row, a->path);
    cr_expect_eq(stream->kind, kind, "%s: %s: kind %d", row, a->path, stream->kind);
    cr_expect_eq(stream->file_offset, a->at, "%s: %s: at %u", row, a->path,
                 (unsigned)stream->file_offset);
    cr_expect_eq(stream->bytes.data, bytes.data + a->at, "%s: %s: other bytes", row, a->path);
    cr_expect_eq(stream->bytes.size, a->size, "%s: %s: %zu bytes", row, a->path,
                 stream->bytes.size);
    cr_expect_eq(found->whole.data, bytes.data + a->whole_at, "%s: %s: whole at %d", row, a->path,
                 (int)(found->whole.data - bytes.data));
    cr_expect_eq(found->whole.size, a->whole_size, "%s: %s: whole has %zu bytes", row, a->path,
                 found->whole.size);
    const char *container = found->container ? found->container : "none";
    cr_expect_str_eq(container, a->container ? a->container : "none", "%s: %s: in %s", row, a->path,
                     container);
    const char *line = a->command_line ? a->command_line : "";
    cr_expect(found->command_line.size == strlen(line) &&
                  (!*line || memcmp(found->command_line.data, line, strlen(line)) == 0),
              "%s: %s: command line of %zu bytes", row, a->path, found->command_line.size);
}

static inline void expect_failure(const char *row, int rc, const struct bl_error *err,
                                  const struct answer *a)
{
    cr_expect_eq(rc, a->status, "%s: %s: status %d", row, a->path, rc);
    cr_expect_eq(err->status, rc, "%s: %s", row, a->path);
    cr_expect(strstr(err->what, a->what), "%s: %s: %s", row, a->path, err->what);
    if (a->at_byte)
        cr_expect(err->has_pos && err->bit_pos == a->at_byte * 8, "%s: %s: at byte %u", row,
                  a->path, (unsigned)(err->bit_pos / 8));
}

/* Search BYTES, before a page that cannot be touched; they are said to be
 * those of FILE_PATH. */
static inline void expect_search_of(const char *row, struct bl_view bytes, const char *file_path,
                                    const struct answer *answers, size_t n_answers,
                                    const char *hint)
{
    struct guard g = guard_copy(bytes);
    struct bl_search *search;
    struct bl_found found;
    struct bl_error err;
    guard_freeze(&g);
    cr_assert_eq(bl_search_open(&search, g.bytes, file_path, &err), BL_OK, "%s: %s", row, err.what);
    for (size_t i = 0; i < n_answers; i++) {
        const struct answer *a = &answers[i];
        int rc = bl_search_next(search, &found, &err);
        cr_assert_neq(rc, 0, "%s: ended in front of %s", row, a->path);
        cr_expect_str_eq(found.path, a->path, "%s: %s, not %s", row, found.path, a->path);
        cr_assert_eq(rc > 0, a->status == 0, "%s: %s: %s", row, a->path,
                     rc < 0 ? err.what : "found");
        if (rc > 0)
            expect_stream(row, &found, g.bytes, a);
        else
            expect_failure(row, rc, &err, a);
    }
    for (int i = 0; i < 2; i++)
        cr_expect_eq(bl_search_next(search, &found, &err), 0, "%s: %s at the end", row, found.path);
    const char *reported = bl_search_hint(search);
    cr_expect(hint ? reported && strstr(reported, hint) : !reported, "%s: hint: %s", row, reported);
    bl_search_close(search);
    /* Nobody has to want the errors. */
    cr_assert_eq(bl_search_open(&search, g.bytes, file_path, NULL), BL_OK);
    for (size_t i = 0; i < n_answers; i++)
        cr_expect_neq(bl_search_next(search, &found, NULL), 0);
    bl_search_close(search);
    guard_release(&g);
}

#define ANSWERS(...)                      \
    (const struct answer[]){__VA_ARGS__}, \
        sizeof((const struct answer[]){__VA_ARGS__}) / sizeof(struct answer)

static inline void expect_search(const char *row, struct bl_view bytes,
                                 const struct answer *answers, size_t n_answers)
{
    expect_search_of(row, bytes, "none/x", answers, n_answers, NULL);
}

/* A whole stream that is alone. */
#define ALONE(path_, at_, container_)                                          \
    {                                                                          \
        .path = (path_), .at = (at_), .size = STREAM_BYTES, .whole_at = (at_), \
        .whole_size = STREAM_BYTES, .container = (container_)                  \
    }

/* Where the contents of member N of ARCHIVE begin. */
static inline uint64_t contents_of(const struct archive *archive, size_t n)
{
    return archive->headers[n] + ARCHIVE_HEADER;
}

#endif
