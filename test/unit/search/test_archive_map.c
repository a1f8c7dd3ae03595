/* test_archive_map.c - symbol tables of archives, of each kind, and damaged ones
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/archive.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum {
    ROOM = 256
};

/* Bytes of a table in the making. */
struct table {
    uint8_t bytes[ROOM];
    size_t n;
};

static void put(struct table *t, uint64_t value, unsigned n_bytes, bool is_big)
{
    for (unsigned i = 0; i < n_bytes; i++)
        t->bytes[t->n++] = (uint8_t)(value >> 8 * (is_big ? n_bytes - 1 - i : i));
}

static void put_text(struct table *t, const char *text, size_t n)
{
    memcpy(t->bytes + t->n, text, n);
    t->n += n;
}

/* "SYMBOL in MEMBER, …", or a failure's cause. */
static const char *list(const struct archive *archive)
{
    static char text[ROOM];
    struct bl_archive_map map;
    struct bl_view symbol, member;
    struct bl_error err;
    size_t n = 0;
    text[0] = '\0';
    if (bl_archive_map_open(&map, archive_view(archive), &err) < 0)
        return err.what;
    int rc;
    while ((rc = bl_archive_map_next(&map, &symbol, &member, &err)) != 0)
        n += (size_t)(rc < 0 ? snprintf(text + n, sizeof text - n, "%s, ", err.what)
                             : snprintf(text + n, sizeof text - n, "%.*s in %.*s, ",
                                        (int)symbol.size, (const char *)symbol.data,
                                        (int)member.size, (const char *)member.data));
    cr_expect_null(archive_check(archive_view(archive)));
    return text;
}

/* An archive with TABLE as its first member of NAME, and two members; their headers are at
 * 8 + 60 + TABLE's bytes and 62 after. */
static const char *list_with(const char *name, const struct table *table)
{
    static struct archive archive;
    archive = (struct archive){0};
    archive_begin(&archive, "!<arch>\n");
    archive_member(&archive, name, table->bytes, table->n);
    archive_member(&archive, "a.o/", "A\n", 2);
    archive_member(&archive, "b.o/", "B\n", 2);
    return list(&archive);
}

enum {
    TABLE_AT = 8 + 60
};

/* Of GNU in words of WORD bytes, N symbols: one in a.o, two in b.o, three in BAD. */
static struct table gnu(unsigned word, uint64_t n, uint64_t bad)
{
    struct table t = {.n = 0};
    uint64_t first = TABLE_AT + (n > 2 ? 4 : 3) * word + sizeof "one\0two\0three";
    put(&t, n, word, true);
    put(&t, first, word, true);
    put(&t, first + 62, word, true);
    if (n > 2)
        put(&t, bad, word, true);
    put_text(&t, "one\0two\0three", sizeof "one\0two\0three");
    return t;
}

Test(archive_map, gnu)
{
    struct table t = gnu(4, 2, 0);
    cr_expect_str_eq(list_with("/", &t), "one in a.o, two in b.o, ");
    t = gnu(8, 2, 0);
    cr_expect_str_eq(list_with("/SYM64/", &t), "one in a.o, two in b.o, ");
}

Test(archive_map, coff_second_table)
{
    static struct archive archive;
    struct table first = {.n = 0};
    struct table t = {.n = 0};
    put(&first, 0, 4, true);
    uint64_t member = TABLE_AT + 4 + 60 + 4 + 8 + 4 + 4 + sizeof "one\0two";
    put(&t, 2, 4, false);
    put(&t, member, 4, false);
    put(&t, member + 62, 4, false);
    put(&t, 2, 4, false);
    put(&t, 2, 2, false); /* one is in the second member, */
    put(&t, 1, 2, false); /* two in the first */
    put_text(&t, "one\0two", sizeof "one\0two");
    archive_begin(&archive, "!<arch>\n");
    archive_member(&archive, "/", first.bytes, first.n);
    archive_member(&archive, "/", t.bytes, t.n);
    archive_member(&archive, "a.o/", "A\n", 2);
    archive_member(&archive, "b.o/", "B\n", 2);
    cr_expect_str_eq(list(&archive), "one in b.o, two in a.o, ");
}

Test(archive_map, bsd)
{
    for (unsigned word = 4; word <= 8; word += 4) {
        struct table t = {.n = 0};
        uint64_t member = TABLE_AT + 6 * word + sizeof "one\0two";
        put(&t, 4 * (uint64_t)word, word, false);
        put(&t, 4, word, false); /* two */
        put(&t, member + 62, word, false);
        put(&t, 0, word, false); /* one */
        put(&t, member, word, false);
        put(&t, sizeof "one\0two", word, false);
        put_text(&t, "one\0two", sizeof "one\0two");
        cr_expect_str_eq(list_with(word == 4 ? "__.SYMDEF" : "__.SYMDEF_64", &t),
                         "two in b.o, one in a.o, ");
    }
}

Test(archive_map, none)
{
    static struct archive archive;
    archive_begin(&archive, "!<arch>\n");
    archive_member(&archive, "a.o/", "A\n", 2);
    cr_expect_str_eq(list(&archive), "");
}

Test(archive_map, corrupt)
{
    struct table t = gnu(4, 3, 7);
    cr_expect_str_eq(list_with("/", &t),
                     "one in a.o, two in b.o, a symbol is in no member of the archive, ");
    t = gnu(4, UINT32_MAX, 0);
    cr_expect_str_eq(list_with("/", &t), "the symbol table is shorter than it says");
    t.n = 3;
    cr_expect_str_eq(list_with("/", &t), "the symbol table is shorter than it says");
    t = gnu(4, 2, 0);
    t.n = 3 * 4 + sizeof "one\0tw" - 1;
    cr_expect(strstr(list_with("/", &t), "a name of the symbol table does not end in it"));
    t = (struct table){.n = 0};
    put(&t, 1000, 4, false);
    cr_expect_str_eq(list_with("__.SYMDEF", &t), "the symbol table is shorter than it says");
}
