/* test_search.c - streams in files, and the paths that lead to them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/apple.h"
#include "support/archive.h"
#include "support/build_sections.h"
#include "support/guard.h"
#include "support/least_stream.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* ---- Bytes ---- */

#define DIAGNOSTICS "DIAG" BLOCK
#define WORD "\0\0\0\0"
/* version 0, offset 20, size 16, cpu type 7 */
#define WRAPPER "\xDE\xC0\x17\x0B\0\0\0\0\x14\0\0\0\x10\0\0\0\x07\0\0\0"
#define WRAPPED WRAPPER STREAM
/* the same with a size of 256 */
#define BAD_WRAPPER "\xDE\xC0\x17\x0B\0\0\0\0\x14\0\0\0\0\x01\0\0\x07\0\0\0"
enum {
    WRAPPER_BYTES = 20,
};

/* ---- Answers ---- */

/* What one call must answer. A stream: `at` and `size` tell its bytes, `whole_at` and
 * `whole_size` what stands there; a failure: WHAT is in its text, and where at_byte is not 0,
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

#define MAX_ANSWERS 24

static void expect_stream(const char *row, const struct bl_found *found, struct bl_view bytes,
                          const struct answer *a)
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

static void expect_failure(const char *row, int rc, const struct bl_error *err,
                           const struct answer *a)
{
    cr_expect_eq(rc, a->status, "%s: %s: status %d", row, a->path, rc);
    cr_expect_eq(err->status, rc, "%s: %s", row, a->path);
    cr_expect(strstr(err->what, a->what), "%s: %s: %s", row, a->path, err->what);
    if (a->at_byte)
        cr_expect(err->has_pos && err->bit_pos == a->at_byte * 8, "%s: %s: at byte %u", row,
                  a->path, (unsigned)(err->bit_pos / 8));
}

/* Search BYTES, in front of a page that cannot be touched; they are said to be
 * those of FILE_PATH. */
static void expect_search_of(const char *row, struct bl_view bytes, const char *file_path,
                             const struct answer *answers, size_t n_answers, const char *hint)
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
    const char *told = bl_search_hint(search);
    cr_expect(hint ? told && strstr(told, hint) : !told, "%s: hint: %s", row, told);
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

static void expect_search(const char *row, struct bl_view bytes, const struct answer *answers,
                          size_t n_answers)
{
    expect_search_of(row, bytes, "none/x", answers, n_answers, NULL);
}

/* A whole stream that stands alone. */
#define ALONE(path_, at_, container_)                                          \
    {                                                                          \
        .path = (path_), .at = (at_), .size = STREAM_BYTES, .whole_at = (at_), \
        .whole_size = STREAM_BYTES, .container = (container_)                  \
    }

/* ---- Plain files ---- */

/* What stands there is SIZE bytes at AT, the stream and its padding. */
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

/* Where the contents of member N of ARCHIVE begin. */
static uint64_t contents_of(const struct archive *archive, size_t n)
{
    return archive->headers[n] + ARCHIVE_HEADER;
}

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
        {"\xF4\x90\x80\x80/", "(\"\xF4\\x90\\x80\\x80\")"}, /* behind U+10FFFF */
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

/* Members of one name, which stands there once; malloc'ed. */
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

/* ---- Objects ---- */

/* The builders of ELF take text, so streams in it are put in place of as many letters. */
#define ROOM_16 "aaaaaaaaaaaaaaaa"
#define ROOM_20 ROOM_16 "aaaa"

static void elf_of(struct image *image, const struct build_section *sections, unsigned n)
{
    build_elf(image, BUILD_ELF64_LE, sections, n);
}

static void put_stream(struct image *image, unsigned section, size_t at)
{
    memcpy(image->data + image->contents[section] + at, STREAM, STREAM_BYTES);
}

static void put_zeros(struct image *image, unsigned section, size_t at, size_t n)
{
    memset(image->data + image->contents[section] + at, 0, n);
}

Test(search, elf)
{
    static const struct build_section sections[] = {
        {.name = ".text", .text = "code"},
        {.name = ".llvmbc", .text = ROOM_16},
        {.name = ".llvmcmd", .text = "-O2"},
    };
    struct image image;
    elf_of(&image, sections, 3);
    put_stream(&image, 1, 0);
    struct answer a = ALONE("!.llvmbc", image.contents[1], "ELF file");
    a.command_line = "-O2";
    expect_search("object", image_bytes(&image), &a, 1);

    static struct archive ar;
    archive_begin(&ar, "!<arch>\n");
    archive_member(&ar, "x.o/", image.data, image.size);
    archive_member(&ar, "x.o/", image.data, image.size);
    struct answer b = a;
    b.path = "(x.o#2)!.llvmbc";
    b.at = b.whole_at = contents_of(&ar, 1) + a.at;
    a.path = "(x.o)!.llvmbc";
    a.at = a.whole_at = contents_of(&ar, 0) + a.at;
    expect_search("archive of objects", archive_view(&ar), ANSWERS(a, b));
}

Test(search, merged_sections)
{
    static const struct build_section sections[] = {
        {.name = ".llvmbc", .text = ROOM_20 ROOM_16 ROOM_20},
        {.name = ".llvmcmd", .text = "-O1-O2-O3"},
    };
    struct image image;
    elf_of(&image, sections, 2);
    put_stream(&image, 0, 0);
    put_zeros(&image, 0, 16, 4);
    put_stream(&image, 0, 20);
    put_stream(&image, 0, 36);
    put_zeros(&image, 0, 52, 4);
    uint64_t at = image.contents[0];
    expect_search("merged", image_bytes(&image),
                  ANSWERS(ALONE("!.llvmbc[1]", at, "ELF file"),
                          ALONE("!.llvmbc[2]", at + 20, "ELF file"),
                          ALONE("!.llvmbc[3]", at + 36, "ELF file")));
    /* One and its padding: no number, and all of the section. */
    put_zeros(&image, 0, 16, 40);
    expect_search("padded", image_bytes(&image),
                  ANSWERS({.path = "!.llvmbc",
                           .at = at,
                           .size = 56,
                           .whole_at = at,
                           .whole_size = 56,
                           .container = "ELF file",
                           .command_line = "-O1-O2-O3"}));
}

/* A command line is told where there is one of it, and one section of bitcode that it can be of. */
Test(search, command_lines)
{
    static const struct {
        const char *name;
        struct build_section sections[3];
        bool is_told, is_unclear;
    } rows[] = {
        {"one and one",
         {{.name = ".llvmcmd", .text = "-c"},
          {.name = ".llvmbc", .text = ROOM_16},
          {.name = ".text", .text = "x"}},
         true,
         false},
        {"two sections of bitcode",
         {{.name = ".llvmcmd", .text = "-c"},
          {.name = ".llvmbc", .text = ROOM_16},
          {.name = ".llvmbc", .text = "\1"}},
         false,
         true},
        {"two command lines",
         {{.name = ".llvmcmd", .text = "-c"},
          {.name = ".llvmbc", .text = ROOM_16},
          {.name = ".llvmcmd", .text = "-c"}},
         false,
         true},
        {"of no AST",
         {{.name = ".llvmcmd", .text = "-c"},
          {.name = "__clangast", .text = ROOM_16},
          {.name = ".llvmbc", .text = "\1"}},
         false,
         false},
        {"a bad section of bitcode",
         {{.name = ".llvmcmd", .text = "-c"},
          {.name = ".llvmbc", .text = ROOM_16},
          {.name = ".llvmbc", .text = "x", .flags = 0x800}},
         false,
         true},
        {"a bad command line",
         {{.name = ".text", .text = "x"},
          {.name = ".llvmbc", .text = ROOM_16},
          {.name = ".llvmcmd", .text = "-c", .flags = 0x800}},
         false,
         true},
        {"an empty one, as rustc has it",
         {{.name = ".llvmcmd", .text = ""},
          {.name = ".llvmbc", .text = ROOM_16},
          {.name = ".text", .text = "x"}},
         false,
         false},
        {"an empty one and one",
         {{.name = ".llvmcmd", .text = ""},
          {.name = ".llvmbc", .text = ROOM_16},
          {.name = ".llvmcmd", .text = "-c"}},
         true,
         false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct image image;
        struct bl_search *search;
        struct bl_found found;
        elf_of(&image, rows[i].sections, 3);
        put_stream(&image, 1, 0);
        cr_assert_eq(bl_search_open(&search, image_bytes(&image), "x", NULL), BL_OK);
        cr_assert_eq(bl_search_next(search, &found, NULL), 1, "%s", rows[i].name);
        cr_expect_eq(found.command_line.size, rows[i].is_told ? 2 : 0, "%s", rows[i].name);
        cr_expect_eq(found.command_line_unclear, rows[i].is_unclear, "%s", rows[i].name);
        bl_search_close(search);
    }
}

Test(search, wasm)
{
    static const struct build_section sections[] = {
        {.name = ".debug_info", .text = "x"},
        {.name = ".llvmbc", .text = ROOM_16},
        {.name = ".llvmcmd", .text = "-O2"},
    };
    struct image image;
    build_wasm(&image, sections, 3);
    put_stream(&image, 1, 0);
    struct answer a = ALONE("!.llvmbc", image.contents[1], "WebAssembly file");
    a.command_line = "-O2";
    expect_search("object", image_bytes(&image), &a, 1);
    build_wasm(&image, sections, 1);
    expect_search_of("module", image_bytes(&image), "x", NULL, 0,
                     "WebAssembly file without bitcode");
}

Test(search, markers)
{
    /* -fembed-bitcode-marker leaves a section of one zero byte, or an empty one. */
    static const struct build_section sections[] = {
        {.name = ".llvmbc", .text = ""},
        {.name = ".llvmbc", .text = "a"},
        {.name = ".llvmcmd", .text = ""},
    };
    struct image image;
    elf_of(&image, sections, 3);
    put_zeros(&image, 1, 0, 1);
    expect_search_of("markers", image_bytes(&image), "x", NULL, 0, "ELF file without bitcode");
}

Test(search, sections_of_the_same_bytes)
{
    static const struct build_section sections[] = {
        {.name = ".llvmbc", .text = ROOM_16 ROOM_16 ROOM_16 ROOM_16},
        {.name = ".llvmbc", .text = ROOM_16},
    };
    struct image image;
    elf_of(&image, sections, 2);
    /* Both tell of the whole file. */
    for (unsigned i = 1; i <= 2; i++) {
        image_patch(&image, image_elf_section(&image, i, "sh_offset"), 0);
        image_patch(&image, image_elf_section(&image, i, "sh_size"), image.size);
    }
    expect_search("overlap", image_bytes(&image),
                  ANSWERS({.path = "!.llvmbc",
                           .size = image.size,
                           .whole_size = image.size,
                           .container = "ELF file",
                           .is_unknown = true},
                          {.path = "!.llvmbc#2", .status = BL_E_LIMIT, .what = "overlap"}));
}

/* ---- Universal files ---- */

Test(search, universal)
{
    static const struct apple_section sections[] = {
        {"__LLVM", "__bitcode", TEXT(WRAPPED)},
        {"__LLVM", "__cmdline", TEXT("-O2")},
        {"__TEXT", "__text", TEXT("code")},
    };
    static struct apple_file object;
    static struct apple_file fat;
    object.is_64 = true;
    apple_macho(&object, APPLE_OBJECT, sections, 3);
    const struct apple_slice slices[] = {
        {12 | 1 << 24, 0, apple_view(&object)}, /* arm64 */
        {7 | 1 << 24, 3, TEXT(STREAM)},         /* x86_64 */
        {12 | 1 << 24, 0, TEXT("text")},        {99, 1, TEXT(STREAM)},
        {7 | 1 << 24, 3, TEXT(STREAM)},
    };
    apple_fat(&fat, slices, 5);
    uint64_t at = 112; /* 8 + 5 * 20, to a multiple of 16 */
    size_t section = 0;
    while (memcmp(object.data + section, WRAPPED, 36) != 0)
        section++;
    uint64_t second = (at + object.size + 15) / 16 * 16;
    expect_search("slices", apple_view(&fat),
                  ANSWERS({.path = ":arm64!__LLVM,__bitcode",
                           .at = at + section + 20,
                           .size = 16,
                           .whole_at = at + section,
                           .whole_size = 36,
                           .container = "Mach-O file",
                           .command_line = "-O2"},
                          ALONE(":x86_64", second, "universal file"),
                          ALONE(":cpu-99.1", second + 32, "universal file"),
                          ALONE(":x86_64#2", second + 48, "universal file")));
}

/* Each of N universal files has two slices that are all of the next one: 2 to the N ways in. */
Test(search, slices_in_each_other)
{
    enum {
        N = BL_MAX_CONTAINER_DEPTH,
        BYTES = 8 + 2 * 20
    };
    static struct apple_file f;
    for (uint32_t i = 0; i < N; i++) {
        apple_u32(&f, 0xCAFEBABE);
        apple_u32(&f, 2);
        for (uint32_t slice = 0; slice < 2; slice++) {
            apple_u32(&f, 7);
            apple_u32(&f, 3);
            apple_u32(&f, BYTES);
            apple_u32(&f, (N - i - 1) * BYTES + STREAM_BYTES);
            apple_u32(&f, 0);
        }
    }
    apple_bytes(&f, VIEW(STREAM));
    struct bl_search *search;
    struct bl_found found;
    struct bl_error err;
    unsigned n_found = 0;
    unsigned n_refused = 0;
    int rc;
    cr_assert_eq(bl_search_open(&search, apple_view(&f), "x", &err), BL_OK, "%s", err.what);
    while ((rc = bl_search_next(search, &found, &err)) != 0) {
        n_found += rc > 0;
        n_refused += rc == BL_E_LIMIT;
    }
    bl_search_close(search);
    /* Small slices, whose headers weigh more than they do, may be there twice. */
    cr_expect(n_found >= 1 && n_found <= 2, "%u found", n_found);
    cr_expect(n_refused >= N - 2 && n_refused <= N, "%u refused", n_refused);
}

/* ---- What cannot be opened ---- */

Test(search, bad_file)
{
    static const struct {
        struct bl_view bytes;
        const char *what;
    } rows[] = {
        {TEXT("<bigaf>\n"), "AIX"},
        {TEXT("\x7F"
              "ELF"),
         "ends inside the ELF header"},
        {TEXT("\xCA\xFE\xBA\xBE\0\0\0\x02"), "reaches beyond the file"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bl_search *search;
        struct bl_error err;
        cr_expect_eq(bl_search_open(&search, rows[i].bytes, "x", &err), BL_E_CONTAINER);
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
