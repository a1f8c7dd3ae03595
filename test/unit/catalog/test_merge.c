/* test_merge.c - catalogs put together
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/archive.h"
#include "unit/catalog/folder.h"

static struct bl_catalog *merge(struct bl_catalog *const *parts, size_t n)
{
    struct bl_catalog *merged;
    struct bl_error err;
    cr_assert_eq(bl_catalog_merge(&merged, parts, n, &err), BL_OK, "%s", err.what);
    return merged;
}

static struct bl_catalog *merge_two(struct bl_catalog *a, struct bl_catalog *b)
{
    return merge((struct bl_catalog *const[]){a, b}, 2);
}

/* A copy of CATALOG that was written to a file and opened again, which is closed with it. */
static struct bl_catalog *reopened(struct bl_catalog *catalog, const char *path)
{
    struct bl_catalog *opened;
    struct bl_error err;
    cr_assert_eq(bl_catalog_write(catalog, path, &err), BL_OK, "%s", err.what);
    cr_assert_eq(bl_catalog_open(&opened, path, 0, &err), BL_OK, "%s", err.what);
    bl_catalog_close(catalog);
    return opened;
}

/* ---- Shards ---- */

Test(catalog_merge, shards_are_the_whole)
{
    const char *root = folder_corpus("");
    struct folder folder = folder_enter();
    for (uint32_t n_shards = 1; n_shards <= 4; n_shards++) {
        struct bl_catalog_options options = {.parts = ALL_PARTS, .n_shards = n_shards};
        struct bl_catalog *shards[4];
        uint32_t n_files = 0;
        for (uint32_t i = 0; i < n_shards; i++) {
            options.shard = n_shards - i;
            shards[i] = build_with(&options, PATHS(root, "none", root));
            expect_whole(shards[i]);
            char path[32];
            snprintf(path, sizeof path, "%u.blx", i);
            shards[i] = reopened(shards[i], path);
            n_files += bl_catalog_get_counts(shards[i]).n_sources - 1; /* the directory is in all */
        }
        struct bl_catalog *whole = BUILD(root, "none");
        cr_expect_eq(n_files, bl_catalog_get_counts(whole).n_sources - 1,
                     "a file is in two shards");
        struct bl_catalog *merged = merge(shards, n_shards);
        expect_same("shards", whole, merged);
        expect_whole(merged);
        for (uint32_t i = 0; i < n_shards; i++)
            bl_catalog_close(shards[i]);
        bl_catalog_close(whole);
        bl_catalog_close(merged);
    }
    folder_leave(&folder);
}

/* Where one is missing the others say which they are. */
Test(catalog_merge, missing_shard)
{
    struct folder folder = folder_enter();
    struct bl_catalog_options options = {.parts = ALL_PARTS, .n_shards = 3};
    struct bl_catalog *parts[3];
    for (uint32_t i = 0; i < 3; i++) {
        options.shard = i + 1;
        parts[i] = build_with(&options, PATHS("none"));
    }
    struct bl_catalog *two = merge_two(parts[2], parts[0]);
    cr_assert_eq(bl_catalog_get_counts(two).n_inputs, 2);
    for (uint32_t i = 0; i < 2; i++) {
        struct bl_catalog_input input;
        cr_assert_eq(bl_catalog_get_input(two, i, &input, NULL), BL_OK);
        cr_expect_eq(input.shard, i ? 3 : 1);
        cr_expect_eq(input.n_shards, 3);
    }
    struct bl_catalog *three = merge_two(two, parts[1]);
    struct bl_catalog *whole = BUILD("none");
    expect_same("all", whole, three);
    /* What is there as a whole is not there in shards, too. */
    struct bl_catalog *both = merge_two(parts[0], whole);
    expect_same("whole", whole, both);
    struct bl_catalog *all[] = {two, three, whole, both, parts[0], parts[1], parts[2]};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        bl_catalog_close(all[i]);
    folder_leave(&folder);
}

/* ---- Order ---- */

static const uint8_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                     {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

/* Merging PARTS gives the same in all orders, two at first or one, or all at once. */
static struct bl_catalog *expect_any_order(struct bl_catalog *const parts[3])
{
    struct bl_catalog *first = merge(parts, 3);
    for (size_t i = 0; i < 6; i++) {
        struct bl_catalog *const in_order[] = {parts[orders[i][0]], parts[orders[i][1]],
                                               parts[orders[i][2]]};
        struct bl_catalog *left = merge(in_order, 2);
        struct bl_catalog *right = merge(in_order + 1, 2);
        struct bl_catalog *results[] = {merge_two(left, in_order[2]), merge_two(in_order[0], right),
                                        merge(in_order, 3)};
        for (size_t k = 0; k < 3; k++) {
            expect_same("order", first, results[k]);
            bl_catalog_close(results[k]);
        }
        bl_catalog_close(left);
        bl_catalog_close(right);
    }
    expect_whole(first);
    return first;
}

/* Many at once give what they give one after the other; some of them have the same sources. */
Test(catalog_merge, many)
{
    enum {
        N_PARTS = 60,
        N_PATHS = 7
    };
    static const char *const paths[N_PATHS] = {"e", "b", "g", "a", "c", "f", "d"};
    struct folder folder = folder_enter();
    struct bl_catalog *parts[N_PARTS];
    struct bl_catalog *merged = NULL;
    for (unsigned i = 0; i < N_PARTS; i++) {
        char base[32];
        struct bl_catalog_options options = {.parts = ALL_PARTS, .directory = base};
        snprintf(base, sizeof base, "/none/%u", i * 11 % 23);
        const char *const mine[] = {paths[i % N_PATHS], paths[i / 2 % N_PATHS]};
        parts[i] = build_with(&options, mine, 2);
        struct bl_catalog *before = merged;
        merged = i ? merge_two(before, parts[i]) : merge(parts, 1);
        bl_catalog_close(before);
    }
    struct bl_catalog *at_once = merge(parts, N_PARTS);
    expect_same("many", merged, at_once);
    expect_whole(at_once);
    bl_catalog_close(at_once);
    bl_catalog_close(merged);
    for (unsigned i = 0; i < N_PARTS; i++)
        bl_catalog_close(parts[i]);
    folder_leave(&folder);
}

Test(catalog_merge, any_order)
{
    struct folder folder = folder_enter();
    struct bl_catalog *parts[3];
    cr_assert_eq(mkdir("d", 0700), 0);
    folder_copy("ar-gnu.llvm22.a", "a.a");
    folder_copy("c-O0.clang13.bc", "d/b.bc");
    folder_copy("c-O0.clang22.bc", "d/c.bc");
    folder_set_time("d/c.bc", 1000);
    folder_set_time("d", 1000);
    parts[0] = BUILD("d", "a.a");
    folder_copy("c-O2.clang13.bc", "d/c.bc"); /* newer, */
    folder_set_time("d/c.bc", 2000);
    folder_copy("c-O2.clang22.bc", "d/e.bc"); /* new, */
    folder_set_time("d", 2000);
    parts[1] = BUILD("d");
    folder_copy("c-O2.clang14.bc", "d/e.bc"); /* another one of the same time */
    struct stat st;
    cr_assert_eq(stat("d/b.bc", &st), 0);
    folder_set_time("d/e.bc", 1500);
    parts[2] = BUILD("d/e.bc", "d/c.bc", "none");
    struct bl_catalog *all = expect_any_order(parts);
    cr_expect_eq(bl_catalog_get_counts(all).n_sources, 6);
    cr_expect_eq(bl_catalog_get_counts(all).n_inputs, 5);
    cr_expect_eq(source_of(all, find_source(all, "d/c.bc")).mtime, 2000 * INT64_C(1000000000));
    bl_catalog_close(all);
    for (size_t i = 0; i < 3; i++)
        bl_catalog_close(parts[i]);
    folder_leave(&folder);
}

/* A thin archive stays as it is when the file of a member changes. */
Test(catalog_merge, newer_member_of_a_thin_archive)
{
    static const char *const names[] = {"c-O0.clang22.bc", "c-O2.clang13.bc"};
    static struct archive ar;
    struct folder folder = folder_enter();
    archive_begin(&ar, "!<thin>\n");
    archive_header(&ar, "m.bc/", "16");
    folder_write("t.a", archive_view(&ar));
    for (size_t newer = 0; newer < 2; newer++) {
        struct bl_catalog *parts[2];
        for (size_t i = 0; i < 2; i++) {
            folder_copy(names[i], "m.bc");
            folder_set_time("m.bc", i == newer ? 2000 : 1000);
            parts[i] = BUILD("t.a");
        }
        struct bl_catalog *merged = merge(parts, 2);
        expect_same(names[newer], parts[newer], merged);
        bl_catalog_close(merged);
        merged = merge_two(parts[1], parts[0]);
        expect_same(names[newer], parts[newer], merged);
        bl_catalog_close(merged);
        bl_catalog_close(parts[0]);
        bl_catalog_close(parts[1]);
    }
    folder_leave(&folder);
}

static struct bl_catalog *build_directory(long seconds)
{
    folder_set_time("d", seconds);
    return BUILD("d");
}

/* Of a directory the newer state counts, whether there are links in it that lead nowhere or not. */
Test(catalog_merge, newer_directory_with_loose_links)
{
    static const struct {
        const char *name;
        bool was_loose, is_loose;
    } rows[] = {{"never", false, false},
                {"at first", true, false},
                {"in the end", false, true},
                {"always", true, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct folder folder = folder_enter();
        struct bl_catalog *parts[2];
        cr_assert_eq(mkdir("d", 0700), 0);
        if (rows[i].was_loose)
            cr_assert_eq(symlink("nowhere", "d/link"), 0);
        parts[0] = build_directory(1000);
        folder_stream("d/new.bc");
        if (rows[i].was_loose && !rows[i].is_loose)
            cr_assert_eq(unlink("d/link"), 0);
        if (!rows[i].was_loose && rows[i].is_loose)
            cr_assert_eq(symlink("nowhere", "d/link"), 0);
        parts[1] = build_directory(2000);
        struct bl_catalog *merged = merge_two(parts[0], parts[1]);
        expect_same(rows[i].name, parts[1], merged);
        cr_expect_eq(bl_catalog_state(merged, 0, false, NULL), BL_STATE_SAME, "%s", rows[i].name);
        bl_catalog_close(merged);
        merged = merge_two(parts[1], parts[0]);
        expect_same(rows[i].name, parts[1], merged);
        bl_catalog_close(merged);
        bl_catalog_close(parts[0]);
        bl_catalog_close(parts[1]);
        folder_leave(&folder);
    }
}

/* A link that leads nowhere any more gives its directory no other time. In a shard that has no
 * source for it, only the directory's names show that it has come to lead somewhere again. */
Test(catalog_merge, link_of_another_shard_that_led_nowhere)
{
    struct folder folder = folder_enter();
    cr_assert_eq(mkdir("d", 0700), 0);
    folder_stream("late.bc");
    cr_assert_eq(symlink("../late.bc", "d/link.bc"), 0);
    struct bl_catalog_options options = {.parts = ALL_PARTS, .n_shards = 2};
    struct bl_catalog *parts[2] = {NULL, NULL};
    for (options.shard = 1; options.shard <= 2; options.shard++) {
        struct bl_catalog *c = build_with(&options, PATHS("d"));
        if (bl_catalog_get_counts(c).n_sources == 1 && !parts[0])
            parts[0] = c;
        else
            bl_catalog_close(c);
    }
    cr_assert(parts[0]);
    cr_assert_eq(rename("late.bc", "gone.bc"), 0);
    parts[1] = BUILD("d");
    struct bl_catalog *merged = merge_two(parts[0], parts[1]);
    cr_expect_eq(bl_catalog_state(merged, 0, false, NULL), BL_STATE_SAME);
    cr_assert_eq(rename("gone.bc", "late.bc"), 0);
    cr_expect_eq(bl_catalog_state(merged, 0, false, NULL), BL_STATE_CHANGED);
    bl_catalog_close(merged);
    bl_catalog_close(parts[0]);
    bl_catalog_close(parts[1]);
    folder_leave(&folder);
}

/* Of one path and time, but different. */
Test(catalog_merge, contradictions)
{
    static const char *const names[] = {"c-O0.clang22.bc", "c-O2.clang13.bc", "ar-gnu.llvm22.a"};
    struct folder folder = folder_enter();
    struct bl_catalog *parts[3];
    for (size_t i = 0; i < 3; i++) {
        folder_copy(names[i], "x");
        folder_set_time("x", 1000);
        parts[i] = BUILD("x");
    }
    struct bl_catalog *all = expect_any_order(parts);
    cr_expect_eq(bl_catalog_get_counts(all).n_sources, 1);
    bl_catalog_close(all);
    for (size_t i = 0; i < 3; i++)
        bl_catalog_close(parts[i]);
    folder_leave(&folder);
}

/* A catalog merged with itself, or alone, is itself. */
Test(catalog_merge, idempotent)
{
    const char *root = folder_corpus("");
    struct bl_catalog *c = BUILD(root);
    struct bl_catalog *twice = merge_two(c, c);
    struct bl_catalog *once = merge(&c, 1);
    expect_same("with itself", c, twice);
    expect_same("alone", c, once);
    bl_catalog_close(once);
    bl_catalog_close(twice);
    bl_catalog_close(c);
}

Test(catalog_merge, wrong_arguments)
{
    struct bl_catalog *merged;
    struct bl_catalog *a =
        build_with(&(struct bl_catalog_options){.parts = BL_CATALOG_MODULES}, NULL, 0);
    struct bl_catalog *b =
        build_with(&(struct bl_catalog_options){.parts = BL_CATALOG_HASHES}, NULL, 0);
    struct bl_catalog *const both[] = {a, b};
    cr_expect_eq(bl_catalog_merge(&merged, both, 2, NULL), BL_E_ARGUMENT);
    cr_expect_null(merged);
    cr_expect_eq(bl_catalog_merge(&merged, NULL, 0, NULL), BL_E_ARGUMENT);
    bl_catalog_close(a);
    bl_catalog_close(b);
}

/* Each byte of an index file wrong: refused, or merged without anything worse. */
Test(catalog_merge, damage)
{
    struct bl_file *file;
    struct folder folder = folder_enter();
    folder_copy("c-O0.clang13.bc", "a.bc");
    bl_catalog_close(reopened(BUILD("a.bc"), "x.blx"));
    cr_assert_eq(bl_file_open(&file, "x.blx", BL_OPEN_COPY, NULL), BL_OK);
    struct bl_view bytes = bl_file_view(file);
    uint8_t *damaged = malloc(bytes.size);
    for (size_t at = 0; at < bytes.size; at++) {
        struct bl_catalog *c;
        struct bl_catalog *merged;
        memcpy(damaged, bytes.data, bytes.size);
        damaged[at] ^= 0x55;
        struct bl_view view = {.data = damaged, .size = bytes.size};
        if (bl_catalog_open_bytes(&c, view, NULL) < 0)
            continue;
        int status = bl_catalog_merge(&merged, &c, 1, NULL);
        cr_expect(status == BL_OK || status == BL_E_CONTAINER, "byte %zu: %d", at, status);
        bl_catalog_close(merged);
        bl_catalog_close(c);
    }
    free(damaged);
    bl_file_close(file);
    folder_leave(&folder);
}
