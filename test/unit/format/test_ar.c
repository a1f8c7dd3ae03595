/* test_ar.c - members of ar archives: every kind, every field damaged, every truncation
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/ar.h"
#include "support/archive.h"
#include "support/guard.h"

#include <criterion/criterion.h>
#include <string.h>

#define PLAIN "!<arch>\n"
#define THIN "!<thin>\n"
#define LONG_NAME "a_name_beyond_15_bytes.o"

/* A member as it is written: the name field, and contents, or the size of a file elsewhere. */
struct written {
    const char *name_field;
    const char *contents;
    size_t n_bytes;
    const char *size_elsewhere;
};
#define WRITE(name_field, contents)                      \
    {                                                    \
        name_field, contents, sizeof(contents) - 1, NULL \
    }
#define WRITE_THIN(name_field, size) \
    {                                \
        name_field, NULL, 0, size    \
    }

/* A member as it must be read. */
struct listed {
    const char *name;
    const char *contents; /* NULL: elsewhere */
    uint64_t size;
    uint64_t nested_offset;
};
#define LISTED(name, contents)                  \
    {                                           \
        name, contents, sizeof(contents) - 1, 0 \
    }
#define TELL_THIN(name, size) \
    {                         \
        name, NULL, size, 0   \
    }
#define TELL_NESTED(name, size, at) \
    {                               \
        name, NULL, size, at        \
    }

struct kind {
    const char *name;
    const char *magic;
    struct written written[8];
    struct listed listed[5];
};

static const struct kind kinds[] = {
    {"empty", PLAIN, {{0}}, {{0}}},
    {"GNU",
     PLAIN,
     {WRITE("a.o/", "AA"), WRITE("b c.o/", "")},
     {LISTED("a.o", "AA"), LISTED("b c.o", "")}},
    {"GNU with an index",
     PLAIN,
     {WRITE("/", "\0\0\0\1\0\0\0\x50main"), WRITE("a.o/", "AA")},
     {LISTED("a.o", "AA")}},
    {"GNU with an index of 64 bits",
     PLAIN,
     {WRITE("/SYM64/", "\0\0\0\0\0\0\0\0"), WRITE("a.o/", "AA")},
     {LISTED("a.o", "AA")}},
    {"GNU with long names",
     PLAIN,
     {WRITE("//", LONG_NAME "/\nanother_long_name.o/\n"), WRITE("/0", "AA"), WRITE("b.o/", "B"),
      WRITE("/26", "CC")},
     {LISTED(LONG_NAME, "AA"), LISTED("b.o", "B"), LISTED("another_long_name.o", "CC")}},
    {"GNU with both",
     PLAIN,
     {WRITE("/", "\0\0\0\0"), WRITE("//", LONG_NAME "/\n"), WRITE("/0", "AA")},
     {LISTED(LONG_NAME, "AA")}},
    {"names of 15 and 16 bytes",
     PLAIN,
     {WRITE("fifteen_bytes.o/", "A"), WRITE("sixteen_bytes__o", "B")},
     {LISTED("fifteen_bytes.o", "A"), LISTED("sixteen_bytes__o", "B")}},
    {"nothing but tables", PLAIN, {WRITE("/", "\0\0\0\0"), WRITE("//", LONG_NAME "/\n")}, {{0}}},
    {"equal names",
     PLAIN,
     {WRITE("core.o/", "A"), WRITE("core.o/", "BB"), WRITE("core.o/", "A")},
     {LISTED("core.o", "A"), LISTED("core.o", "BB"), LISTED("core.o", "A")}},
    {"odd sizes",
     PLAIN,
     {WRITE("a.o/", "A"), WRITE("b.o/", "BBB"), WRITE("c.o/", "CC"), WRITE("d.o/", "D")},
     {LISTED("a.o", "A"), LISTED("b.o", "BBB"), LISTED("c.o", "CC"), LISTED("d.o", "D")}},
    {"entries of the name table that end in newline alone",
     PLAIN,
     {WRITE("//", "one\n/\n\nx/\n"), WRITE("/0", "A"), WRITE("/4", "B"), WRITE("/6", "C"),
      WRITE("/7", "D")},
     {LISTED("one", "A"), LISTED("", "B"), LISTED("", "C"), LISTED("x", "D")}},
    {"BSD with short names",
     PLAIN,
     {WRITE("__.SYMDEF", "\0\0\0\0\0\0\0\0"), WRITE("a.o", "AA"), WRITE("b.o", "B")},
     {LISTED("a.o", "AA"), LISTED("b.o", "B")}},
    {"BSD with long names",
     PLAIN,
     {WRITE("#1/12", "__.SYMDEF\0\0\0\0\0\0\0\0\0\0\0"), WRITE("#1/8", "a.o\0\0\0\0\0AA"),
      WRITE("#1/24", LONG_NAME "B"), WRITE("#1/3", "c.o"), WRITE("#1/0", "D")},
     {LISTED("a.o", "AA"), LISTED(LONG_NAME, "B"), LISTED("c.o", ""), LISTED("", "D")}},
    {"BSD without an index", PLAIN, {WRITE("#1/4", "a.o\0AA")}, {LISTED("a.o", "AA")}},
    {"Darwin, sorted",
     PLAIN,
     {WRITE("#1/20", "__.SYMDEF SORTED\0\0\0\0\0\0\0\0"), WRITE("#1/4", "a.o\0A\n\n\n\n\n\n\n")},
     {LISTED("a.o", "A\n\n\n\n\n\n\n")}},
    {"Darwin, sorted, the name in the header",
     PLAIN,
     {WRITE("__.SYMDEF SORTED", "\0\0\0\0"), WRITE("a.o", "AA")},
     {LISTED("a.o", "AA")}},
    {"Darwin, 64 bits",
     PLAIN,
     {WRITE("#1/12", "__.SYMDEF_64\0\0\0\0"), WRITE("#1/4", "a.o\0AA")},
     {LISTED("a.o", "AA")}},
    {"Darwin, 64 bits, sorted",
     PLAIN,
     {WRITE("#1/20", "__.SYMDEF_64 SORTED\0\0\0\0\0"), WRITE("#1/4", "a.o\0AA")},
     {LISTED("a.o", "AA")}},
    {"a file with the name of an index",
     PLAIN,
     {WRITE("a.o/", "AA"), WRITE("__.SYMDEF/", "B"), WRITE("#1/9", "__.SYMDEFC")},
     {LISTED("a.o", "AA"), LISTED("__.SYMDEF", "B"), LISTED("__.SYMDEF", "C")}},
    {"files with names that nearly are special",
     PLAIN,
     {WRITE("#1/", "A"), WRITE("#1/x", "B"), WRITE("#2/4", "C")},
     {LISTED("#1", "A"), LISTED("#1", "B"), LISTED("#2", "C")}},
    {"COFF",
     PLAIN,
     {WRITE("/", "\0\0\0\0"), WRITE("/", "\1\0\0\0\x98\0\0\0\0\0\0\0"),
      WRITE("//", "dir/" LONG_NAME "\0second.obj\0"), WRITE("/0", "AA"), WRITE("/29", "B"),
      WRITE("c.obj/", "C")},
     {LISTED("dir/" LONG_NAME, "AA"), LISTED("second.obj", "B"), LISTED("c.obj", "C")}},
    {"COFF without long names",
     PLAIN,
     {WRITE("/", "\0\0\0\0"), WRITE("/", "\0\0\0\0\0\0\0\0"), WRITE("a.obj/", "AA")},
     {LISTED("a.obj", "AA")}},
    {"COFF for ARM64EC",
     PLAIN,
     {WRITE("/", "\0\0\0\0"), WRITE("/", "\0\0\0\0\0\0\0\0"), WRITE("//", LONG_NAME "\0"),
      WRITE("/<ECSYMBOLS>/", "\0\0\0\0"), WRITE("/<XFGHASHMAP>/", "XX"), WRITE("/0", "AA")},
     {LISTED(LONG_NAME, "AA")}},
    {"thin, empty", THIN, {{0}}, {{0}}},
    {"thin",
     THIN,
     {WRITE("/", "\0\0\0\0"), WRITE("//", "sub/a.o/\n/abs/b.o/\n"), WRITE_THIN("/0", "1000000"),
      WRITE_THIN("/9", "7"), WRITE_THIN("c.o/", "0")},
     {TELL_THIN("sub/a.o", 1000000), TELL_THIN("/abs/b.o", 7), TELL_THIN("c.o", 0)}},
    {"thin, with an archive inside",
     THIN,
     {WRITE("//", "c.o/\nsub/n.a/\n"), WRITE_THIN("/0", "5"), WRITE_THIN("/5:8", "3"),
      WRITE_THIN("/5:72", "4"), WRITE_THIN("/5", "136")},
     {TELL_THIN("c.o", 5), TELL_NESTED("sub/n.a", 3, 8), TELL_NESTED("sub/n.a", 4, 72),
      TELL_THIN("sub/n.a", 136)}},
    {"thin, as GNU ar leaves names of 15 bytes",
     THIN,
     {WRITE("//", "fifteen_bytes.o/\n"), WRITE_THIN("/0             /", "9"),
      WRITE_THIN("/0:8           /", "7")},
     {TELL_THIN("fifteen_bytes.o", 9), TELL_NESTED("fifteen_bytes.o", 7, 8)}},
    {"thin, with an index of 64 bits",
     THIN,
     {WRITE("/SYM64/", "\0\0\0\0\0\0\0\0"), WRITE("//", "a.o/\n"), WRITE_THIN("/0", "9")},
     {TELL_THIN("a.o", 9)}},
    {"thin COFF",
     THIN,
     {WRITE("/", "\0\0\0\0"), WRITE("/", "\0\0\0\0\0\0\0\0"), WRITE("//", "a.obj\0b\\c.obj\0"),
      WRITE("/<ECSYMBOLS>/", "\0\0\0\0"), WRITE_THIN("/0", "9"), WRITE_THIN("/6", "10")},
     {TELL_THIN("a.obj", 9), TELL_THIN("b\\c.obj", 10)}},
    {"thin, a file with the name of an index",
     THIN,
     {WRITE_THIN("__.SYMDEF/", "9")},
     {TELL_THIN("__.SYMDEF", 9)}},
};

enum {
    N_KINDS = sizeof kinds / sizeof kinds[0]
};

static const struct kind *find_kind(const char *name)
{
    for (size_t i = 0; i < N_KINDS; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    cr_assert(false, "no kind %s", name);
    return NULL;
}

static void write_kind(struct archive *archive, const struct kind *kind)
{
    archive_begin(archive, kind->magic);
    for (const struct written *w = kind->written; w->name_field; w++) {
        if (w->size_elsewhere)
            archive_header(archive, w->name_field, w->size_elsewhere);
        else
            archive_member(archive, w->name_field, w->contents, w->n_bytes);
    }
}

static bool is_name(struct bl_view name, const char *text)
{
    return name.size == strlen(text) && memcmp(name.data, text, name.size) == 0;
}

static void expect_member(const struct bl_ar *ar, const struct bl_part *part,
                          const struct listed *listed, const char *row)
{
    cr_expect(is_name(part->name, listed->name), "%s: %.*s, not %s", row, (int)part->name.size,
              (const char *)part->name.data, listed->name);
    cr_expect_eq(part->kind, listed->contents ? BL_PART_MEMBER : BL_PART_THIN_MEMBER, "%s", row);
    cr_expect_eq(part->size, listed->size, "%s, %s: %d bytes", row, listed->name, (int)part->size);
    cr_expect_eq(part->bytes.size, listed->contents ? listed->size : 0, "%s, %s", row,
                 listed->name);
    cr_expect_eq(part->bytes.data, ar->bytes.data + part->offset, "%s, %s", row, listed->name);
    cr_expect(!listed->contents ||
                  memcmp(part->bytes.data, listed->contents, part->bytes.size) == 0,
              "%s, %s: other contents", row, listed->name);
    cr_expect_eq(ar->nested_offset, listed->nested_offset, "%s, %s", row, listed->name);
}

static void expect_members(struct bl_view bytes, const struct listed *listed, const char *row)
{
    struct guard g = guard_copy(bytes);
    struct bl_ar ar;
    struct bl_part part;
    struct bl_error err = {.what = ""};
    cr_assert(bl_ar_probe(g.bytes), "%s", row);
    cr_assert_eq(bl_ar_open(&ar, g.bytes, &err), BL_OK, "%s: %s", row, err.what);
    for (; listed->name; listed++) {
        cr_assert_eq(bl_ar_next(&ar, &part, &err), 1, "%s, %s: %s", row, listed->name, err.what);
        expect_member(&ar, &part, listed, row);
    }
    cr_expect_eq(bl_ar_next(&ar, &part, &err), 0, "%s: more members", row);
    cr_expect_eq(bl_ar_next(&ar, &part, &err), 0, "%s: more members", row);
    const char *problem = archive_check(g.bytes);
    cr_expect_null(problem, "%s: %s", row, problem);
    guard_release(&g);
}

Test(ar, kinds)
{
    static struct archive archive;
    for (size_t i = 0; i < N_KINDS; i++) {
        write_kind(&archive, &kinds[i]);
        expect_members(archive_view(&archive), kinds[i].listed, kinds[i].name);
    }
}

Test(ar, final_filling_byte_is_missing)
{
    static struct archive archive;
    const struct kind *kind = find_kind("odd sizes");
    write_kind(&archive, kind);
    archive.size--;
    expect_members(archive_view(&archive), kind->listed, kind->name);
}

/* Some writers leave it out: no LLVM reads what they write. */
Test(ar, filling_byte_is_missing_everywhere)
{
    static struct archive archive;
    const struct kind *kind = find_kind("odd sizes");
    write_kind(&archive, kind);
    for (size_t i = archive.n_members; i-- > 0;)
        if (archive.ends[i] % 2) {
            uint8_t *filling = archive.bytes + archive.ends[i];
            memmove(filling, filling + 1, (size_t)(archive.bytes + archive.size - filling) - 1);
            archive.size--;
        }
    struct bl_ar ar;
    struct bl_part part;
    struct bl_error err = {.what = ""};
    cr_assert_eq(bl_ar_open(&ar, archive_view(&archive), &err), BL_OK);
    for (const struct listed *listed = kind->listed; listed->name; listed++) {
        cr_assert_eq(bl_ar_next(&ar, &part, &err), 1, "%s: %s", listed->name, err.what);
        expect_member(&ar, &part, listed, listed->name);
    }
    cr_expect_eq(bl_ar_next(&ar, &part, &err), 0);
}

Test(ar, filling_byte_is_anything)
{
    static struct archive archive;
    const struct kind *kind = find_kind("odd sizes");
    write_kind(&archive, kind);
    for (size_t i = 0; i < archive.n_members; i++)
        if (archive.ends[i] % 2)
            archive.bytes[archive.ends[i]] = '\0';
    expect_members(archive_view(&archive), kind->listed, kind->name);
}

/* Which header fields may look how: names and sizes as other writers leave them. */
Test(ar, spellings_of_fields)
{
    static const struct {
        const char *row;
        size_t at; /* in the header */
        const char *text;
        size_t n_bytes;
    } rows[] = {
        {"nothing in date, owner, mode", 16, "                                ", 32},
        {"nonsense in date, owner, mode", 16, "a date      uid   gid   mode    ", 32},
        {"size with zeros in front", 48, "0000000002", 10},
        {"size with spaces in front", 48, "         2", 10},
        {"size with spaces around", 48, "  2       ", 10},
        {"name filled with NUL", 0, "a.o\0\0\0\0\0\0\0\0\0\0\0\0\0", 16},
        {"name filled with spaces", 0, "a.o             ", 16},
        {"something behind the name", 0, "a.o/ /b.o/      ", 16},
    };
    static const struct listed listed[] = {LISTED("a.o", "AA"), LISTED("b.o", "BB"), {0}};
    static struct archive archive;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        archive_begin(&archive, PLAIN);
        archive_member(&archive, "a.o/", "AA", 2);
        archive_member(&archive, "b.o/", "BB", 2);
        memcpy(archive.bytes + archive.headers[0] + rows[i].at, rows[i].text, rows[i].n_bytes);
        expect_members(archive_view(&archive), listed, rows[i].row);
    }
}

/* ---- Damage ---- */

enum {
    NAME = 0,
    SIZE = 48,
    TERMINATOR = 58
};

/* The second of three members is damaged: a field of its header written over. */
struct damage {
    const char *row;
    size_t field;     /* in the header; also what the error must point at */
    const char *text; /* what is written there */
    const char *what; /* a part of the error's cause */
    const char *name; /* what is reported the member */
    size_t n_bytes;
    uint64_t size;
    bool is_end; /* the third member cannot be found any more */
};

/* Expects AR, which has one good member, a damaged one, and a third unless D says otherwise. */
static void expect_damage(const struct archive *archive, size_t damaged, const struct damage *d)
{
    struct guard g = guard_copy(archive_view(archive));
    struct bl_ar ar;
    struct bl_part part;
    struct bl_error err = {0};
    cr_assert_eq(bl_ar_open(&ar, g.bytes, &err), BL_OK, "%s", d->row);
    cr_assert_eq(bl_ar_next(&ar, &part, &err), 1, "%s", d->row);
    cr_expect(is_name(part.name, "first.o"), "%s", d->row);
    cr_assert_eq(bl_ar_next(&ar, &part, &err), BL_E_CONTAINER, "%s", d->row);
    cr_expect_eq(err.status, BL_E_CONTAINER, "%s", d->row);
    cr_expect(strstr(err.what, d->what), "%s: %s", d->row, err.what);
    cr_expect(err.has_pos, "%s", d->row);
    cr_expect_eq(err.bit_pos, (archive->headers[damaged] + d->field) * 8, "%s: at byte %d", d->row,
                 (int)(err.bit_pos / 8));
    cr_expect(is_name(part.name, d->name), "%s: %.*s", d->row, (int)part.name.size,
              (const char *)part.name.data);
    cr_expect_eq(part.bytes.size, d->n_bytes, "%s: %zu bytes", d->row, part.bytes.size);
    cr_expect_eq(part.size, d->size, "%s: size %d", d->row, (int)part.size);
    if (!d->is_end) {
        cr_assert_eq(bl_ar_next(&ar, &part, &err), 1, "%s", d->row);
        cr_expect(is_name(part.name, "third.o") && part.size == 3, "%s", d->row);
    }
    cr_expect_eq(bl_ar_next(&ar, &part, &err), 0, "%s", d->row);
    const char *problem = archive_check(g.bytes);
    cr_expect_null(problem, "%s: %s", d->row, problem);
    guard_release(&g);
}

static void damage_header(struct archive *archive, size_t member, const struct damage *d)
{
    memcpy(archive->bytes + archive->headers[member] + d->field, d->text, strlen(d->text));
}

static void expect_each_damage(const struct damage *rows, size_t n_rows)
{
    static struct archive archive;
    for (size_t i = 0; i < n_rows; i++) {
        archive_begin(&archive, PLAIN);
        archive_member(&archive, "//", LONG_NAME "/\nno_end", 32);
        archive_member(&archive, "first.o/", "1", 1);
        archive_member(&archive, "second.o/", "22222", 5);
        archive_member(&archive, "third.o/", "333", 3);
        damage_header(&archive, 2, &rows[i]);
        expect_damage(&archive, 2, &rows[i]);
    }
}
#define EXPECT_EACH(rows) expect_each_damage(rows, sizeof(rows) / sizeof *(rows))

Test(ar, corrupt_terminator)
{
    static const struct damage rows[] = {
        {"no backquote", TERMINATOR, "'\n", "does not end in", "second.o", 5, 5, false},
        {"no newline", TERMINATOR, "`\r", "does not end in", "second.o", 5, 5, false},
        {"turned around", TERMINATOR, "\n`", "does not end in", "second.o", 5, 5, false},
    };
    EXPECT_EACH(rows);
}

/* Where the size cannot be read, there is nothing after the member. */
Test(ar, corrupt_size)
{
    static const struct damage rows[] = {
        {"empty", SIZE, "          ", "not a number", "second.o", 0, 0, true},
        {"negative", SIZE, "-5        ", "not a number", "second.o", 0, 0, true},
        {"hexadecimal", SIZE, "0x5       ", "not a number", "second.o", 0, 0, true},
        {"a space inside", SIZE, "0 5       ", "not a number", "second.o", 0, 0, true},
        {"a letter behind", SIZE, "5k        ", "not a number", "second.o", 0, 0, true},
        {"one too far", SIZE, "71        ", "beyond", "second.o", 70, 71, true},
        {"all digits", SIZE, "9999999999", "beyond", "second.o", 70, 9999999999, true},
    };
    EXPECT_EACH(rows);
}

Test(ar, corrupt_name)
{
    static const struct damage rows[] = {
        {"no number", NAME, "/x       ", "no offset", "/x", 5, 5, false},
        {"negative", NAME, "/-1      ", "no offset", "/-1", 5, 5, false},
        {"number and letter", NAME, "/0x      ", "no offset", "/0x", 5, 5, false},
        {"member of a member", NAME, "/0:8     ", "no offset", "/0:8", 5, 5, false},
        {"behind the table", NAME, "/32      ", "outside", "", 5, 5, false},
        {"far behind the table", NAME, "/999999999999999", "outside", "", 5, 5, false},
        {"without end", NAME, "/26      ", "does not end", "no_end", 5, 5, false},
        {"length is no number", NAME, "#1/4x    ", "not a number", "", 5, 5, false},
        {"longer than the member", NAME, "#1/6     ", "longer than", "", 5, 5, false},
        {"far longer", NAME, "#1/9999999999999", "longer than", "", 5, 5, false},
    };
    EXPECT_EACH(rows);
}

/* A fault in front hides those after it. */
Test(ar, corrupt_several)
{
    static const struct damage rows[] = {
        {"size and terminator", SIZE, "x         '\n", "does not end in", "second.o", 0, 0, true},
        {"reach and terminator", SIZE, "71        '\n", "does not end in", "second.o", 70, 71,
         true},
        {"all", NAME, "/x                                              x         '\n", "", "/x", 0,
         0, true},
    };
    static struct archive archive;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        archive_begin(&archive, PLAIN);
        archive_member(&archive, "first.o/", "1", 1);
        archive_member(&archive, "second.o/", "22222", 5);
        archive_member(&archive, "third.o/", "333", 3);
        damage_header(&archive, 1, &rows[i]);
        struct damage d = rows[i];
        d.field = TERMINATOR;
        expect_damage(&archive, 1, &d);
    }
}

Test(ar, corrupt_thin_member)
{
    static const struct damage rows[] = {
        {"no offset of a member", NAME, "/0:", "no offset", "/0:", 0, 5, false},
        {"no number of a member", NAME, "/0:x", "no offset", "/0:x", 0, 5, false},
        {"two numbers", NAME, "/0:1:2", "no offset", "/0:1:2", 0, 5, false},
        {"no file", NAME, "/:8", "no offset", "/:8", 0, 5, false},
        {"behind the table", NAME, "/9:8", "outside", "", 0, 5, false},
        {"a name in front of nothing", NAME, "#1/4", "thin", "", 0, 5, false},
        {"size", SIZE, "x", "not a number", "second.o", 0, 0, true},
    };
    static struct archive archive;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        archive_begin(&archive, THIN);
        archive_member(&archive, "//", "first.o/\n", 9);
        archive_header(&archive, "/0", "1");
        archive_header(&archive, rows[i].field == NAME ? "" : "second.o/", "5");
        archive_header(&archive, "third.o/", "3");
        damage_header(&archive, 2, &rows[i]);
        expect_damage(&archive, 2, &rows[i]);
    }
}

/* Tables are passed over, but not in silence when they are damaged. */
Test(ar, corrupt_table)
{
    static const struct damage rows[] = {
        {"symbols", NAME, "/", "does not end in", "/", 4, 4, false},
        {"names", NAME, "//", "does not end in", "//", 4, 4, false},
        {"symbols of BSD", NAME, "#1/4", "does not end in", "x.o", 0, 0, false},
    };
    static struct archive archive;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        archive_begin(&archive, PLAIN);
        archive_member(&archive, "first.o/", "1", 1);
        archive_member(&archive, rows[i].text, "x.o", 4);
        archive_member(&archive, "third.o/", "333", 3);
        memcpy(archive.bytes + archive.headers[1] + TERMINATOR, "??", 2);
        struct damage d = rows[i];
        d.field = TERMINATOR;
        expect_damage(&archive, 1, &d);
    }
}

/* The table is there although its header is damaged: names after it can still be reported. */
Test(ar, names_from_a_damaged_table)
{
    static struct archive archive;
    struct bl_ar ar;
    struct bl_part part;
    archive_begin(&archive, PLAIN);
    archive_member(&archive, "//", LONG_NAME "/\n", sizeof LONG_NAME + 1);
    archive_member(&archive, "/0", "AA", 2);
    archive.bytes[archive.headers[0] + TERMINATOR] = '?';
    cr_assert_eq(bl_ar_open(&ar, archive_view(&archive), NULL), BL_OK);
    cr_expect_eq(bl_ar_next(&ar, &part, NULL), BL_E_CONTAINER);
    cr_expect_eq(bl_ar_next(&ar, &part, NULL), 1);
    cr_expect(is_name(part.name, LONG_NAME));
    cr_expect_eq(bl_ar_next(&ar, &part, NULL), 0);
}

Test(ar, names_as_long_as_may_be)
{
    static char table[BL_AR_MAX_NAME + 8];
    static struct archive archive;
    struct bl_ar ar;
    struct bl_part part;
    struct bl_error err;
    for (int more = 0; more < 2; more++) {
        size_t n = (size_t)BL_AR_MAX_NAME + (size_t)more;
        memset(table, 'x', n);
        memcpy(table + n, "/\n", 2);
        archive_begin(&archive, PLAIN);
        archive_member(&archive, "//", table, n + 2);
        archive_member(&archive, "/0", "AA", 2);
        struct guard g = guard_copy(archive_view(&archive));
        cr_assert_eq(bl_ar_open(&ar, g.bytes, NULL), BL_OK);
        cr_expect_eq(bl_ar_next(&ar, &part, &err), more ? BL_E_CONTAINER : 1);
        cr_expect_eq(part.bytes.size, 2);
        cr_expect(more || part.name.size == n);
        cr_expect_eq(bl_ar_next(&ar, &part, &err), 0);
        guard_release(&g);
    }
}

Test(ar, corrupt_magic)
{
    static const struct {
        const char *bytes;
        bool is_archive;
        const char *what;
    } rows[] = {
        {"<bigaf>\n0                   ", true, "AIX"},
        {"<aiaff>\n0           ", true, "AIX"},
        {"", false, "not an archive"},
        {"!<arch>", false, "not an archive"},
        {"!<arch>\r", false, "not an archive"},
        {"!<thin>", false, "not an archive"},
        {"!<ARCH>\n", false, "not an archive"},
        {"BC\xC0\xDE    ", false, "not an archive"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct guard g = guard_copy((struct bl_view){.data = (const uint8_t *)rows[i].bytes,
                                                     .size = strlen(rows[i].bytes)});
        struct bl_ar ar;
        struct bl_error err = {0};
        cr_expect_eq(bl_ar_probe(g.bytes), rows[i].is_archive, "%s", rows[i].bytes);
        cr_expect_eq(bl_ar_open(&ar, g.bytes, &err),
                     strcmp(rows[i].what, "AIX") == 0 ? BL_E_UNSUPPORTED : BL_E_CONTAINER, "%s",
                     rows[i].bytes);
        cr_expect(strstr(err.what, rows[i].what), "%s: %s", rows[i].bytes, err.what);
        cr_expect(err.has_pos && err.bit_pos == 0, "%s", rows[i].bytes);
        cr_expect_null(archive_check(g.bytes), "%s", rows[i].bytes);
        guard_release(&g);
    }
}

/* ---- Truncation and flips ---- */

/* Where an archive may end: before a header, after contents with and without filling. */
static bool is_boundary(const struct archive *archive, size_t size)
{
    bool is = size == archive->size || size == strlen(PLAIN);
    for (size_t i = 0; i < archive->n_members; i++)
        is = is || size == archive->headers[i] || size == archive->ends[i];
    return is;
}

/* What is reported the first SIZE bytes is what is reported all, up to one fault at the end. */
static void expect_truncated(const struct archive *archive, size_t size, const char *row)
{
    struct guard g = guard_copy((struct bl_view){.data = archive->bytes, .size = size});
    struct bl_ar whole;
    struct bl_ar cut;
    struct bl_part part;
    struct bl_part cut_part;
    struct bl_error err;
    int rc;
    const char *problem = archive_check(g.bytes);
    cr_expect_null(problem, "%s, %zu bytes: %s", row, size, problem);
    if (bl_ar_open(&cut, g.bytes, &err) < 0) {
        cr_expect_lt(size, strlen(PLAIN), "%s, %zu bytes", row, size);
        guard_release(&g);
        return;
    }
    cr_assert_eq(bl_ar_open(&whole, archive_view(archive), NULL), BL_OK, "%s", row);
    while ((rc = bl_ar_next(&cut, &cut_part, &err)) > 0) {
        cr_assert_eq(bl_ar_next(&whole, &part, NULL), 1, "%s", row);
        cr_expect(part.offset == cut_part.offset && part.size == cut_part.size &&
                      part.bytes.size == cut_part.bytes.size &&
                      part.name.size == cut_part.name.size && part.kind == cut_part.kind,
                  "%s, %zu bytes: another member", row, size);
    }
    cr_expect_eq(rc, is_boundary(archive, size) ? 0 : BL_E_CONTAINER, "%s, %zu bytes: %d", row,
                 size, rc);
    cr_expect(rc == 0 || cut_part.offset + cut_part.bytes.size <= size, "%s, %zu bytes", row, size);
    cr_expect_eq(bl_ar_next(&cut, &cut_part, NULL), 0, "%s, %zu bytes", row, size);
    guard_release(&g);
}

Test(ar, every_truncation)
{
    static struct archive archive;
    for (size_t i = 0; i < N_KINDS; i++) {
        write_kind(&archive, &kinds[i]);
        for (size_t size = 0; size <= archive.size; size++)
            expect_truncated(&archive, size, kinds[i].name);
    }
}

/* The last member is there as far as it goes; the name before it, too. */
Test(ar, truncated_last_member)
{
    static const struct {
        const char *name_field, *contents;
        size_t n_bytes, n_cut;
        const char *name;
        size_t n_left;
        uint64_t size;
    } rows[] = {
        {"a.o/", "12345678", 8, 3, "a.o", 5, 8},
        {"a.o/", "12345678", 8, 8, "a.o", 0, 8},
        {"#1/4",
         "a.o\0"
         "5678",
         8, 3, "a.o", 1, 4},
        {"#1/4",
         "a.o\0"
         "5678",
         8, 4, "a.o", 0, 4},
        {"#1/4",
         "a.o\0"
         "5678",
         8, 6, "a.", 0, 4},
        {"#1/4",
         "a.o\0"
         "5678",
         8, 8, "", 0, 4},
    };
    static struct archive archive;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        archive_begin(&archive, PLAIN);
        archive_member(&archive, rows[i].name_field, rows[i].contents, rows[i].n_bytes);
        archive.size -= rows[i].n_cut;
        struct guard g = guard_copy(archive_view(&archive));
        struct bl_ar ar;
        struct bl_part part;
        struct bl_error err;
        cr_assert_eq(bl_ar_open(&ar, g.bytes, NULL), BL_OK);
        cr_expect_eq(bl_ar_next(&ar, &part, &err), BL_E_CONTAINER, "row %zu", i);
        cr_expect_str_eq(err.what, "member reaches beyond the archive");
        cr_expect_eq(err.bit_pos, (8 + SIZE) * 8, "row %zu", i);
        cr_expect(is_name(part.name, rows[i].name), "row %zu", i);
        cr_expect_eq(part.bytes.size, rows[i].n_left, "row %zu: %zu", i, part.bytes.size);
        cr_expect_eq(part.size, rows[i].size, "row %zu", i);
        cr_expect_eq(bl_ar_next(&ar, &part, &err), 0, "row %zu", i);
        guard_release(&g);
    }
}

Test(ar, every_flip)
{
    static struct archive archive;
    for (size_t i = 0; i < N_KINDS; i++) {
        write_kind(&archive, &kinds[i]);
        struct guard g = guard_copy(archive_view(&archive));
        for (size_t bit = 0; bit < archive.size * 8; bit++) {
            guard_flip(&g, bit);
            const char *problem = archive_check(g.bytes);
            cr_expect_null(problem, "%s, bit %zu: %s", kinds[i].name, bit, problem);
            guard_flip(&g, bit);
        }
        guard_release(&g);
    }
}
