/* test_search.c - streams in files, and the paths that lead to them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "expect_search.h"
#include "support/apple.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- Bytes ---- */

#define DIAGNOSTICS "DIAG" BLOCK
#define WORD "\0\0\0\0"
/* WRAPPER with a size of 256 */
#define BAD_WRAPPER "\xDE\xC0\x17\x0B\0\0\0\0\x14\0\0\0\0\x01\0\0\x07\0\0\0"

/* ---- Plain files ---- */

/* What is there is SIZE bytes at AT, the stream and its padding. */
#define RUN(path_, at_, size_)                                                                  \
    {                                                                                           \
        .path = (path_), .at = (at_), .size = (size_), .whole_at = (at_), .whole_size = (size_) \
    }

static const struct plain_row {
    const char *name;
    struct bl_view bytes;
    struct answer answers[4];
    const char *hint;
} plain_rows[] = {
    {"alone", TEXT(STREAM), {RUN("", 0, 16)}, NULL},
    {"other kind",
     TEXT(DIAGNOSTICS),
     {{.path = "", .size = 16, .whole_size = 16, .kind = BL_STREAM_DIAGNOSTICS}},
     NULL},
    {"wrapped", TEXT(WRAPPED), {{.path = "", .at = 20, .size = 16, .whole_size = 36}}, NULL},
    {"wrapped, padding",
     TEXT(WRAPPED WORD),
     {{.path = "", .at = 20, .size = 16, .whole_size = 40}},
     NULL},
    {"only a magic", TEXT(MAGIC), {RUN("", 0, 4)}, NULL},
    {"two",
     TEXT(STREAM DIAGNOSTICS),
     {RUN("[1]", 0, 16),
      {.path = "[2]",
       .at = 16,
       .size = 16,
       .whole_at = 16,
       .whole_size = 16,
       .kind = BL_STREAM_DIAGNOSTICS}},
     NULL},
    {"two, zeros between",
     TEXT(STREAM WORD WORD STREAM),
     {RUN("[1]", 0, 16), RUN("[2]", 24, 16)},
     NULL},
    {"two, an odd number of zeros between",
     TEXT(STREAM "\0" STREAM),
     {RUN("[1]", 0, 16), RUN("[2]", 17, 16)},
     NULL},
    {"three, zeros behind",
     TEXT(STREAM STREAM STREAM WORD "\0"),
     {RUN("[1]", 0, 16), RUN("[2]", 16, 16), RUN("[3]", 32, 16)},
     NULL},
    {"two, the first has two blocks",
     TEXT(STREAM BLOCK STREAM),
     {RUN("[1]", 0, 28), RUN("[2]", 28, 16)},
     NULL},
    {"trailing zeros", TEXT(STREAM WORD WORD), {RUN("", 0, 24)}, NULL},
    {"trailing junk", TEXT(STREAM "junk"), {RUN("", 0, 20)}, NULL},
    {"two, trailing junk",
     TEXT(STREAM STREAM "junk"),
     {RUN("[1]", 0, 16), RUN("[2]", 16, 20)},
     NULL},
    {"junk between", TEXT(STREAM "junk" STREAM), {RUN("", 0, 36)}, NULL},
    {"zeros in front",
     TEXT(WORD STREAM),
     {{.path = "", .at = 4, .size = 16, .whole_size = 20}},
     NULL},
    {"wrapped and not",
     TEXT(WRAPPED WORD STREAM),
     {{.path = "[1]", .at = 20, .size = 16, .whole_size = 36}, RUN("[2]", 40, 16)},
     NULL},
    {"not and wrapped",
     TEXT(STREAM WRAPPED "junk"),
     {RUN("[1]", 0, 16), {.path = "[2]", .at = 36, .size = 16, .whole_at = 16, .whole_size = 36}},
     NULL},
    {"a bad wrapper behind",
     TEXT(STREAM BAD_WRAPPER),
     {RUN("[1]", 0, 16),
      {.path = "[2]", .status = BL_E_CONTAINER, .what = "the wrapper's size", .at_byte = 16 + 12}},
     NULL},
    {"a bad wrapper",
     TEXT(BAD_WRAPPER),
     {{.path = "", .status = BL_E_CONTAINER, .what = "the wrapper's size", .at_byte = 12}},
     NULL},
    {"unknown magic",
     TEXT("\xFE\x01\x02\x03" BLOCK),
     {{.path = "", .size = 16, .whole_size = 16, .is_unknown = true}},
     NULL},
    {"unknown magic behind zeros",
     TEXT("\0\xFE\x01\x02\x03"),
     {{.path = "", .size = 5, .whole_size = 5, .is_unknown = true}},
     NULL},
    {"too short",
     TEXT("\xFE\x01"),
     {{.path = "", .status = BL_E_TRUNCATED, .what = "too short"}},
     NULL},
    {"empty", TEXT(""), {{0}}, "an empty file"},
    {"zeros", TEXT(WORD WORD), {{0}}, "only zero bytes"},
    {"text", TEXT("target triple = \"x\"\n"), {{0}}, "llvm-as"},
};

Test(search, plain_files)
{
    for (size_t i = 0; i < sizeof plain_rows / sizeof plain_rows[0]; i++) {
        const struct plain_row *row = &plain_rows[i];
        size_t n = 0;
        while (n < 4 && row->answers[n].path)
            n++;
        expect_search_of(row->name, row->bytes, "none/x", row->answers, n, row->hint);
    }
}

/* What is one stream in a file is one in a member, and what is several is several there. */
Test(search, plain_files_in_a_member)
{
    for (size_t i = 0; i < sizeof plain_rows / sizeof plain_rows[0]; i++) {
        const struct plain_row *row = &plain_rows[i];
        struct archive ar;
        struct answer answers[4];
        char paths[4][16];
        size_t n = 0;
        archive_begin(&ar, "!<arch>\n");
        archive_member(&ar, "m/", row->bytes.data, row->bytes.size);
        for (; n < 4 && row->answers[n].path; n++) {
            struct answer *a = &answers[n];
            *a = row->answers[n];
            snprintf(paths[n], sizeof paths[n], "(m)%s", a->path);
            a->path = paths[n];
            a->at += 68;
            a->whole_at += 68;
            a->at_byte += a->at_byte ? 68 : 0;
            a->container = "ar archive";
        }
        /* A member may be anything, so nothing is said about what is not known. */
        if (n > 0 && (answers[0].is_unknown || answers[0].status == BL_E_TRUNCATED))
            n = 0;
        expect_search_of(row->name, archive_view(&ar), "none/x", answers, n,
                         n == 0 ? "ar archive without bitcode" : NULL);
    }
}

/* ---- Archives ---- */

#define STREAM_MEMBER(archive, name) archive_member(archive, name, STREAM, STREAM_BYTES)

Test(search, members)
{
    struct archive ar;
    archive_begin(&ar, "!<arch>\n");
    archive_member(&ar, "/", "\0\0\0\0", 4);
    STREAM_MEMBER(&ar, "a.o/");
    STREAM_MEMBER(&ar, "b.o/");
    STREAM_MEMBER(&ar, "a.o/");
    archive_member(&ar, "readme/", "text", 4);
    STREAM_MEMBER(&ar, "a.o/");
    expect_search("members", archive_view(&ar),
                  ANSWERS(ALONE("(a.o)", contents_of(&ar, 1), "ar archive"),
                          ALONE("(b.o)", contents_of(&ar, 2), "ar archive"),
                          ALONE("(a.o#2)", contents_of(&ar, 3), "ar archive"),
                          ALONE("(a.o#3)", contents_of(&ar, 5), "ar archive")));
}

Test(search, names_in_quotes)
{
    static const struct {
        const char *field, *path;
    } rows[] = {
        {"a b/", "(\"a b\")"},
        {"a(b/", "(\"a(b\")"},
        {"a)/", "(\"a)\")"},
        {"[1]/", "(\"[1]\")"},
        {"a!b/", "(\"a!b\")"},
        {"a.o#2/", "(\"a.o#2\")"},
        {"c:d/", "(\"c:d\")"},
        {"q\"q/", "(\"q\\\"q\")"},
        {"b\\b/", "(\"b\\\\b\")"},
        {"t\tt/", "(\"t\\x09t\")"},
        {"x\x1Fx/", "(\"x\\x1Fx\")"},
        {"d\x7F/", "(\"d\\x7F\")"},
        {"\xC3\xA4/", "(\"\xC3\xA4\")"},
        {"\xE2\x80\x93/", "(\"\xE2\x80\x93\")"}, /* a dash */
        {"\xE4/", "(\"\xE4\")"},                 /* of no sequence */
        {"\x9B/", "(\"\\x9B\")"},
        {"\xC2\x9B/", "(\"\\xC2\\x9B\")"},
        {"\xC2\xA0/", "(\"\xC2\xA0\")"},
        {"\xE0\x82\x9B/", "(\"\xE0\\x82\\x9B\")"},          /* overlong */
        {"\xED\xA0\x80/", "(\"\xED\xA0\\x80\")"},           /* a surrogate */
        {"\xF4\x90\x80\x80/", "(\"\xF4\\x90\\x80\\x80\")"}, /* after U+10FFFF */
        {"\xF4\x8F\x80\xA0/", "(\"\xF4\x8F\x80\xA0\")"},
        {"", "(\"\")"},
        {"", "(\"\"#2)"},
        {"a,b~$/", "(a,b~$)"},
    };
    enum {
        N = sizeof rows / sizeof rows[0]
    };
    struct archive ar;
    struct answer answers[N];
    archive_begin(&ar, "!<arch>\n");
    for (size_t i = 0; i < N; i++) {
        STREAM_MEMBER(&ar, rows[i].field);
        answers[i] = (struct answer)ALONE(rows[i].path, contents_of(&ar, i), "ar archive");
    }
    expect_search("names", archive_view(&ar), answers, N);
}

Test(search, archive_in_archive)
{
    struct archive inner;
    struct archive outer;
    archive_begin(&inner, "!<arch>\n");
    STREAM_MEMBER(&inner, "a.o/");
    STREAM_MEMBER(&inner, "a.o/");
    archive_begin(&outer, "!<arch>\n");
    archive_member(&outer, "in.a/", inner.bytes, inner.size);
    STREAM_MEMBER(&outer, "a.o/");
    archive_member(&outer, "in.a/", inner.bytes, inner.size);
    uint64_t first = contents_of(&outer, 0);
    uint64_t third = contents_of(&outer, 2);
    expect_search("nested", archive_view(&outer),
                  ANSWERS(ALONE("(in.a)(a.o)", first + contents_of(&inner, 0), "ar archive"),
                          ALONE("(in.a)(a.o#2)", first + contents_of(&inner, 1), "ar archive"),
                          ALONE("(a.o)", contents_of(&outer, 1), "ar archive"),
                          ALONE("(in.a#2)(a.o)", third + contents_of(&inner, 0), "ar archive"),
                          ALONE("(in.a#2)(a.o#2)", third + contents_of(&inner, 1), "ar archive")));
}

/* A member that is bad in itself, in an archive that is not: said once, and the rest goes on. */
Test(search, bad_members)
{
    struct archive ar;
    archive_begin(&ar, "!<arch>\n");
    STREAM_MEMBER(&ar, "a.o/");
    archive_member(&ar, "elf.o/",
                   "\x7F"
                   "ELF",
                   4);
    STREAM_MEMBER(&ar, "b.o/");
    STREAM_MEMBER(&ar, "c.o/");
    ar.bytes[ar.headers[2] + 58] = 'X';
    STREAM_MEMBER(&ar, "d.o/");
    archive_header(&ar, "e.o/", "99");
    archive_contents(&ar, STREAM, STREAM_BYTES);
    expect_search("bad members", archive_view(&ar),
                  ANSWERS(ALONE("(a.o)", contents_of(&ar, 0), "ar archive"),
                          {.path = "(elf.o)",
                           .status = BL_E_CONTAINER,
                           .what = "ends inside the ELF header",
                           .at_byte = contents_of(&ar, 1) + 4},
                          {.path = "(b.o)",
                           .status = BL_E_CONTAINER,
                           .what = "does not end in",
                           .at_byte = ar.headers[2] + 58},
                          ALONE("(c.o)", contents_of(&ar, 3), "ar archive"),
                          ALONE("(d.o)", contents_of(&ar, 4), "ar archive"),
                          {.path = "(e.o)",
                           .status = BL_E_CONTAINER,
                           .what = "reaches beyond the archive",
                           .at_byte = ar.headers[5] + 48}));
}

/* The size of one member reaches over the next one's header: what is in it goes unseen. */
Test(search, overlapping_members)
{
    struct archive ar;
    archive_begin(&ar, "!<arch>\n");
    archive_header(&ar, "a.o/", "92");
    archive_contents(&ar, STREAM, STREAM_BYTES);
    STREAM_MEMBER(&ar, "b.o/");
    STREAM_MEMBER(&ar, "c.o/");
    expect_search("overlap", archive_view(&ar),
                  ANSWERS({.path = "(a.o)",
                           .at = 68,
                           .size = 92,
                           .whole_at = 68,
                           .whole_size = 92,
                           .container = "ar archive"},
                          ALONE("(c.o)", contents_of(&ar, 2), "ar archive")));
}

/* BYTES in N archives around it, each member named "d". */
static void nest(struct archive *ar, struct bl_view bytes, unsigned n)
{
    static struct archive other;
    archive_begin(ar, "!<arch>\n");
    archive_member(ar, "d/", bytes.data, bytes.size);
    while (--n > 0) {
        other = *ar;
        archive_begin(ar, "!<arch>\n");
        archive_member(ar, "d/", other.bytes, other.size);
    }
}

Test(search, depth)
{
    static struct archive ar;
    char path[4 * BL_MAX_CONTAINER_DEPTH + 1] = "";
    for (unsigned i = 0; i < BL_MAX_CONTAINER_DEPTH; i++)
        strcat(path, "(d)");
    uint64_t at = UINT64_C(68) * BL_MAX_CONTAINER_DEPTH;
    nest(&ar, VIEW(STREAM), BL_MAX_CONTAINER_DEPTH);
    STREAM_MEMBER(&ar, "e/");
    uint64_t behind = contents_of(&ar, 1);
    expect_search("as deep as can be", archive_view(&ar),
                  ANSWERS(ALONE(path, at, "ar archive"), ALONE("(e)", behind, "ar archive")));
    nest(&ar, VIEW(STREAM), BL_MAX_CONTAINER_DEPTH + 1);
    STREAM_MEMBER(&ar, "e/");
    behind = contents_of(&ar, 1);
    expect_search("too deep", archive_view(&ar),
                  ANSWERS({.path = path, .status = BL_E_LIMIT, .what = "nested deeper"},
                          ALONE("(e)", behind, "ar archive")));
}

enum {
    N_MEMBERS = 2000,
    NAME_BYTES = 4000,
};

/* Members of one name, which is there once; malloc'ed. */
static struct bl_view members_of_long_name(void)
{
    static struct archive head;
    static struct archive member;
    static char name[NAME_BYTES + 2];
    memset(name, 'n', NAME_BYTES);
    memcpy(name + NAME_BYTES, "/\n", 2);
    archive_begin(&head, "!<arch>\n");
    archive_member(&head, "//", name, sizeof name);
    archive_begin(&member, "");
    STREAM_MEMBER(&member, "/0");
    size_t size = head.size + N_MEMBERS * member.size;
    uint8_t *data = malloc(size);
    cr_assert(data);
    memcpy(data, head.bytes, head.size);
    for (size_t i = 0; i < N_MEMBERS; i++)
        memcpy(data + head.size + i * member.size, member.bytes, member.size);
    return (struct bl_view){.data = data, .size = size};
}

/* Who keeps all paths needs no more memory than is in proportion to the file. What is asked for by
 * its path is found all the same. */
Test(search, paths_too_long_together)
{
    struct bl_view bytes = members_of_long_name();
    struct bl_search *search;
    struct bl_found found;
    struct bl_error err;
    size_t limit = bytes.size * BL_MAX_PATH_BYTES_PER_BYTE;
    size_t n_bytes = 0;
    static char last[NAME_BYTES + 16];
    cr_assert(limit > BL_MAX_PATH_BYTES_FLOOR && limit < (size_t)N_MEMBERS * NAME_BYTES);
    cr_assert_eq(bl_search_open(&search, bytes, "none/x", &err), BL_OK);
    while (bl_search_next(search, &found, &err) > 0)
        n_bytes += strlen(found.path);
    cr_expect_eq(err.status, BL_E_LIMIT);
    cr_expect(strstr(err.what, "paths"), "%s", err.what);
    cr_expect(n_bytes <= limit && n_bytes + sizeof last > limit);
    cr_expect_eq(bl_search_next(search, &found, &err), 0);
    bl_search_close(search);

    snprintf(last, sizeof last, "(%0*d#%d)", NAME_BYTES, 0, N_MEMBERS);
    memset(last + 1, 'n', NAME_BYTES);
    cr_assert_eq(bl_search_open(&search, bytes, "none/x", &err), BL_OK);
    bl_search_within(search, last);
    cr_expect_eq(bl_search_next(search, &found, &err), 1);
    cr_expect_str_eq(found.path, last);
    cr_expect_eq(bl_search_next(search, &found, &err), 0);
    bl_search_close(search);
    free((void *)(uintptr_t)bytes.data);
}

/* Nothing but magic numbers: as many streams are found as the limit allows, and then nothing. */
Test(search, too_many_streams)
{
    enum {
        SIZE = 1 << 20,
        MOST = BL_MAX_STREAMS_FLOOR + SIZE / BL_LEAST_BYTES_PER_STREAM
    };
    uint8_t *data = malloc(SIZE);
    struct bl_search *search;
    struct bl_found found;
    struct bl_error err;
    uint32_t n = 0;
    cr_assert(data);
    for (size_t i = 0; i < SIZE; i += 4)
        memcpy(data + i, "BC\xC0\xDE", 4);
    struct bl_view bytes = {.data = data, .size = SIZE};
    cr_assert_eq(bl_search_open(&search, bytes, NULL, &err), BL_OK);
    while (bl_search_next(search, &found, &err) > 0)
        n++;
    cr_expect_eq(n, MOST);
    cr_expect_eq(err.status, BL_E_LIMIT);
    cr_expect(strstr(err.what, "streams"), "%s", err.what);
    cr_expect_eq(bl_search_next(search, &found, &err), 0);
    bl_search_close(search);
    free(data);
}

/* ---- What cannot be opened ---- */

Test(search, bad_file)
{
    static const struct {
        struct bl_view bytes;
        const char *what;
        int status;
    } rows[] = {
        {TEXT("<bigaf>\n"), "AIX", BL_E_UNSUPPORTED},
        {TEXT("\x7F"
              "ELF"),
         "ends inside the ELF header", BL_E_CONTAINER},
        {TEXT("\xCA\xFE\xBA\xBE\0\0\0\x02"), "reaches beyond the file", BL_E_CONTAINER},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bl_search *search;
        struct bl_error err;
        cr_expect_eq(bl_search_open(&search, rows[i].bytes, "x", &err), rows[i].status);
        cr_expect_null(search);
        cr_expect(strstr(err.what, rows[i].what), "%s", err.what);
    }
    bl_search_close(NULL);
}

Test(search, nothing_found)
{
    static struct archive ar;
    archive_begin(&ar, "!<arch>\n");
    archive_member(&ar, "readme/", "text", 4);
    expect_search_of("archive", archive_view(&ar), "x", NULL, 0, "ar archive without bitcode");
    static struct apple_file f;
    apple_macho(&f, APPLE_OBJECT, NULL, 0);
    expect_search_of("Mach-O", apple_view(&f), "x", NULL, 0, "Mach-O file without bitcode");
}

/* IR that begins where no part does; and what only begins as it, which is none. */
Test(search, strays)
{
#define IDENTIFICATION "\x35\x14\0\0\1\0\0\0\0\0\0\0"
    static const struct {
        const char *name;
        struct bl_view bytes;
        int at; /* -1: there is none */
    } rows[] = {
        {"after something", TEXT("\1 junk BC\xC0\xDE" IDENTIFICATION), 7},
        {"after magic numbers",
         TEXT("\1BC\xC0\xDE"
              "BC\xC0\xDE" IDENTIFICATION),
         5},
        {"in a wrapper", TEXT("\1\2\3" WRAPPER "BC\xC0\xDE" IDENTIFICATION), 23},
        {"only the magic number", TEXT("\1 junk BC\xC0\xDE"), -1},
        {"a block of another number", TEXT("\1 BC\xC0\xDE\x39\x14\0\0\1\0\0\0\0\0\0\0"), -1},
        {"longer than the bytes", TEXT("\1 BC\xC0\xDE\x35\x14\0\0\2\0\0\0\0\0\0\0"), -1},
        {"text", TEXT("text BC"), -1},
    };
#undef IDENTIFICATION
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bl_search *search;
        struct bl_found found;
        struct bl_error err = {0};
        struct guard g = guard_copy(rows[i].bytes);
        guard_freeze(&g);
        cr_assert_eq(bl_search_open(&search, g.bytes, "x", &err), BL_OK);
        while (bl_search_next(search, &found, NULL) > 0)
            ;
        int status = bl_search_explain(search, &err);
        cr_expect_eq(status == BL_E_UNSUPPORTED, rows[i].at >= 0, "%s", rows[i].name);
        if (rows[i].at >= 0)
            cr_expect_eq(err.bit_pos, (uint64_t)rows[i].at * 8, "%s", rows[i].name);
        bl_search_close(search);
        guard_release(&g);
    }
}
