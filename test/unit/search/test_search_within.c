/* test_search_within.c - streams at a nested path, and what is there instead
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/archive.h"
#include "support/least_stream.h"

#include <criterion/criterion.h>
#include <string.h>

#define STREAM_MEMBER(archive, name) archive_member(archive, name, STREAM, STREAM_BYTES)

/* Some of everything. The bytes of OUTER are those of the archive. */
static struct bl_view build(struct archive *outer)
{
    struct archive inner;
    archive_begin(&inner, "!<arch>\n");
    STREAM_MEMBER(&inner, "a.o/");
    archive_member(&inner, "text/", "text", 4);
    archive_begin(outer, "!<arch>\n");
    STREAM_MEMBER(outer, "a.o/");
    STREAM_MEMBER(outer, "a.o/");
    STREAM_MEMBER(outer, "\xE0\x82\x9B/"); /* an overlong form */
    archive_member(outer, "in.a/", inner.bytes, inner.size);
    archive_member(outer, "text/", "text", 4);
    archive_member(outer, "empty/", "", 0);
    archive_member(outer, "odd/", "\1\2\3\4", 4);
    archive_member(outer, "none.a/", "!<arch>\n", 8);
    archive_member(outer, "bad.o/", "\177ELF", 4);
    archive_member(outer, "two/", STREAM STREAM, 2 * (size_t)STREAM_BYTES);
    return archive_view(outer);
}

static const struct row {
    const char *path;
    unsigned n_found, n_bad;
    bool is_met;
    const char *hint;
} rows[] = {
    {"", 6, 1, true, NULL},
    {"(\"\xE0\\x82\\x9B\")", 1, 0, true, NULL},
    {"(\"\xE0\x82\x9B\")", 0, 0, false, NULL},
    {"(a.o)", 1, 0, true, NULL},
    {"(a.o#2)", 1, 0, true, NULL},
    {"(in.a)", 1, 0, true, NULL},
    {"(in.a)(a.o)", 1, 0, true, NULL},
    {"(in.a)(text)", 0, 0, true, "text, no bitcode"},
    {"(two)", 2, 0, true, NULL},
    {"(two)[2]", 1, 0, true, NULL},
    {"(two)[3]", 0, 0, false, NULL},
    {"(text)", 0, 0, true, "text, no bitcode"},
    {"(empty)", 0, 0, true, "an empty file"},
    {"(odd)", 0, 0, true, NULL},
    {"(none.a)", 0, 0, true, "ar archive without bitcode inside"},
    {"(bad.o)", 0, 1, true, "ELF file without bitcode inside"},
    {"(bad.o)!.llvmbc", 0, 0, false, NULL},
    {"(a.o)(a.o)", 0, 0, false, NULL},
    {"(a.o#3)", 0, 0, false, NULL},
    {"(a", 0, 0, false, NULL},
    {"!a", 0, 0, false, NULL},
};

static void expect_row(struct bl_view bytes, const struct row *row)
{
    struct bl_search *search;
    struct bl_found found;
    unsigned n_found = 0;
    unsigned n_bad = 0;
    int rc;
    cr_assert_eq(bl_search_open(&search, bytes, "none/x", NULL), BL_OK);
    bl_search_within(search, row->path);
    while ((rc = bl_search_next(search, &found, NULL)) != 0) {
        cr_expect(strncmp(found.path, row->path, strlen(row->path)) == 0, "%s: %s", row->path,
                  found.path);
        n_found += rc > 0;
        n_bad += rc < 0;
    }
    cr_expect_eq(n_found, row->n_found, "%s: %u found", row->path, n_found);
    cr_expect_eq(n_bad, row->n_bad, "%s: %u bad", row->path, n_bad);
    cr_expect_eq(bl_search_met(search), row->is_met, "%s", row->path);
    const char *hint = bl_search_hint(search);
    cr_expect_str_eq(hint ? hint : "", row->hint ? row->hint : "", "%s", row->path);
    bl_search_close(search);
}

Test(search_within, paths)
{
    static struct archive ar;
    struct bl_view bytes = build(&ar);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_row(bytes, &rows[i]);
}

/* A file that is no container has nothing but itself inside. */
Test(search_within, plain_files)
{
    static const struct bl_view text = {(const uint8_t *)"text", 4};
    static const struct bl_view stream = {(const uint8_t *)STREAM, STREAM_BYTES};
    expect_row(text, &(struct row){"(a.o)", 0, 0, false, NULL});
    expect_row(text, &(struct row){"", 0, 0, true, "text, no bitcode"});
    expect_row(stream, &(struct row){"[1]", 0, 0, false, NULL});
    expect_row(stream, &(struct row){"", 1, 0, true, NULL});
}
