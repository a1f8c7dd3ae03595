/* test_catalog_sources.c - from a catalog to the files that it describes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "catalog/catalog.h"
#include "catalog/hash.h"
#include "support/make_catalog.h"
#include "support/scratch.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Files that change ---- */

/* Append TEXT to the file NAME of the scratch directory, or write it at the start; time and size
 * stay what they are where they can. */
static void change(const char *name, const char *text, bool at_start, bool keep_time)
{
    struct stat st;
    cr_assert_eq(stat(scratch_path(name), &st), 0);
    FILE *file = fopen(scratch_path(name), at_start ? "r+b" : "ab");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
    struct timespec times[2] = {st.st_atim, st.st_mtim};
    times[1].tv_nsec = keep_time ? times[1].tv_nsec : times[1].tv_nsec ^ 1;
    cr_assert_eq(utimensat(AT_FDCWD, scratch_path(name), times, 0), 0);
}

static int load_status(const struct bl_catalog *c, uint32_t stream)
{
    struct bl_stream loaded;
    return bl_catalog_load(c, stream, &loaded, NULL);
}

Test(catalog_sources, load)
{
    struct bl_catalog *c = make_sample(scratch_begin());
    struct bl_stream stream;
    struct bl_error err;
    struct bl_stream again;
    cr_assert_eq(bl_catalog_load(c, 2, &stream, &err), BL_OK, "%s", err.what);
    cr_expect(stream.bytes.size == SAMPLE_STREAM_BYTES &&
              stream.file_offset == SAMPLE_STREAM_BYTES);
    cr_expect(stream.kind == BL_STREAM_LLVM_IR && stream.wrapper.magic == 0 && stream.cpu == 0);
    cr_expect_eq(memcmp(stream.bytes.data, "BC\xC0\xDE", 4), 0);
    /* It is mapped once, and stays whatever happens to the path. */
    change("m.bc", "other", true, false);
    unlink(scratch_path("m.bc"));
    cr_assert_eq(bl_catalog_load(c, 1, &again, &err), BL_OK, "%s", err.what);
    cr_expect_eq(again.bytes.data + SAMPLE_STREAM_BYTES, stream.bytes.data);
    cr_expect_eq(bl_catalog_load(c, SAMPLE_STREAMS, &again, &err), BL_E_ARGUMENT);
    bl_catalog_close(c);
    scratch_end();
}

Test(catalog_sources, find_by_path)
{
    struct bl_catalog *c = make_sample(scratch_begin());
    uint32_t n = bl_catalog_get_counts(c).n_sources;
    char path[4096];
    for (uint32_t i = 0; i < n; i++) {
        uint32_t found = BL_NONE;
        cr_assert_gt(bl_catalog_source_path(c, i, path, sizeof path, NULL), 0);
        cr_expect_eq(bl_catalog_find_source(c, bl_view_of(path), &found, NULL), 1, "%s", path);
        cr_expect_eq(found, i, "%s", path);
        path[strlen(path) - 1] = '\0';
        cr_expect_eq(bl_catalog_find_source(c, bl_view_of(path), &found, NULL), 0, "%s", path);
    }
    cr_expect_eq(bl_catalog_find_source(c, bl_view_of(""), &n, NULL), 0);
    bl_catalog_close(c);
    scratch_end();
}

Test(catalog_sources, load_what_has_changed)
{
    static const struct {
        const char *name, *text;
        bool at_start, keep_time;
        int status;
    } rows[] = {
        {"another time", "", false, false, BL_E_STALE},
        {"another size", "x", false, true, BL_E_STALE},
        {"both", "x", false, false, BL_E_STALE},
        {"neither", "BD", true, true, BL_OK}, /* cannot be known without reading all of it */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bl_catalog *c = make_sample(scratch_begin());
        struct bl_view name;
        struct bl_error err = {0};
        change("a.bc", rows[i].text, rows[i].at_start, rows[i].keep_time);
        cr_expect_eq(load_status(c, 0), rows[i].status, "%s", rows[i].name);
        cr_expect_eq(bl_catalog_get_name(c, 0, &name, &err), rows[i].status, "%s", rows[i].name);
        cr_expect_eq(load_status(c, 1), BL_OK);
        bl_catalog_close(c);
        scratch_end();
    }
}

/* Nothing of that kind is opened: a pipe would never end. */
Test(catalog_sources, load_what_is_no_file_any_more, .timeout = 20)
{
    struct bl_catalog *c = make_sample(scratch_begin());
    struct bl_error err;
    struct bl_stream stream;
    unlink(scratch_path("a.bc"));
    cr_expect_eq(bl_catalog_load(c, 0, &stream, &err), BL_E_SYSTEM);
    cr_expect_eq(bl_catalog_state(c, 1, false, NULL), BL_STATE_GONE);
    cr_expect_eq(bl_catalog_state(c, 1, true, NULL), BL_STATE_GONE);
    cr_assert_eq(mkfifo(scratch_path("a.bc"), 0600), 0);
    cr_expect_eq(bl_catalog_load(c, 0, &stream, &err), BL_E_STALE);
    cr_expect_eq(bl_catalog_state(c, 1, false, NULL), BL_STATE_CHANGED);
    cr_expect_eq(bl_catalog_state(c, 1, true, NULL), BL_STATE_CHANGED);
    unlink(scratch_path("a.bc"));
    cr_assert_eq(symlink("a.bc", scratch_path("a.bc")), 0); /* leads nowhere */
    cr_expect_eq(bl_catalog_load(c, 0, &stream, &err), BL_E_SYSTEM);
    cr_expect_eq(bl_catalog_state(c, 1, false, NULL), BL_STATE_OUT_OF_REACH);
    cr_expect_eq(bl_catalog_state(c, 1, true, NULL), BL_STATE_OUT_OF_REACH);
    bl_catalog_close(c);
    scratch_end();
}

/* ---- State ---- */

Test(catalog_sources, state)
{
    static const struct {
        const char *name, *text;
        bool at_start, keep_time;
        int by_time, by_content;
    } rows[] = {
        {"nothing", "", false, true, BL_STATE_SAME, BL_STATE_SAME},
        {"touched", "", false, false, BL_STATE_CHANGED, BL_STATE_SAME},
        {"longer", "x", false, true, BL_STATE_CHANGED, BL_STATE_CHANGED},
        {"a byte, secretly", "BD", true, true, BL_STATE_SAME, BL_STATE_CHANGED},
        {"a byte", "BD", true, false, BL_STATE_CHANGED, BL_STATE_CHANGED},
    };
    static const char *const files[] = {"a.bc", "m.bc"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (uint32_t k = 0; k < 2; k++) {
            struct bl_catalog *c = make_sample(scratch_begin());
            uint32_t source = 1 + 2 * k;
            change(files[k], rows[i].text, rows[i].at_start, rows[i].keep_time);
            cr_expect_eq(bl_catalog_state(c, source, false, NULL), rows[i].by_time, "%s, %s",
                         files[k], rows[i].name);
            cr_expect_eq(bl_catalog_state(c, source, true, NULL), rows[i].by_content, "%s, %s",
                         files[k], rows[i].name);
            bl_catalog_close(c);
            scratch_end();
        }
}

static void make_file(const char *name)
{
    FILE *file = fopen(scratch_path(name), "w");
    cr_assert(file);
    fclose(file);
}

Test(catalog_sources, state_of_a_directory)
{
    const char *directory = scratch_begin();
    struct make_catalog m = {0};
    struct stat st;
    uint32_t path = make_text(&m, directory);
    uint32_t base = make_text(&m, "");
    struct bl_blx_source *source = make_record(&m, BL_BLX_SRCS);
    cr_assert_eq(stat(directory, &st), 0);
    MAKE_SET(source->path, path);
    MAKE_SET(source->base, base);
    MAKE_SET(source->kind, BL_SOURCE_DIRECTORY);
    MAKE_SET(source->parent, BL_NONE);
    MAKE_SET(source->mtime,
             (uint64_t)st.st_mtim.tv_sec * 1000000000 + (uint64_t)st.st_mtim.tv_nsec);
    struct bl_catalog *c = make_done(&m);
    cr_expect_eq(bl_catalog_state(c, 0, false, NULL), BL_STATE_SAME);
    cr_expect_eq(bl_catalog_state(c, 0, true, NULL), BL_E_ARGUMENT); /* no hashes */
    struct timespec later[2] = {st.st_atim, {st.st_mtim.tv_sec + 1, 0}};
    cr_assert_eq(utimensat(AT_FDCWD, directory, later, 0), 0);
    cr_expect_eq(bl_catalog_state(c, 0, false, NULL), BL_STATE_SAME); /* nothing was in it */
    make_file("all.blx");
    cr_expect_eq(bl_catalog_state(c, 0, false, NULL), BL_STATE_SAME); /* not to be indexed */
    make_file("x.bc");
    cr_expect_eq(bl_catalog_state(c, 0, false, NULL), BL_STATE_CHANGED);
    scratch_end();
    cr_expect_eq(bl_catalog_state(c, 0, false, NULL), BL_STATE_GONE);
    cr_expect_eq(bl_catalog_state(c, 1, false, NULL), BL_E_ARGUMENT);
    bl_catalog_close(c);
}

/* ---- Paths ---- */

static struct bl_catalog *one_source(const char *path, const char *base)
{
    struct make_catalog m = {.parts = BL_CATALOG_HASHES};
    uint32_t path_at = make_text(&m, path);
    uint32_t base_at = make_text(&m, base);
    struct bl_blx_source *source = make_record(&m, BL_BLX_SRCS);
    MAKE_SET(source->path, path_at);
    MAKE_SET(source->base, base_at);
    MAKE_SET(source->kind, BL_SOURCE_FILE);
    MAKE_SET(source->parent, BL_NONE);
    MAKE_SET(source->n_streams, 1);
    struct bl_blx_stream *stream = make_record(&m, BL_BLX_STRM);
    MAKE_SET(stream->path, base_at);
    return make_done(&m);
}

Test(catalog_sources, paths)
{
    static const struct {
        const char *path, *base, *joined;
    } rows[] = {
        {"x.bc", "/a/b", "/a/b/x.bc"},   {"x.bc", "/", "/x.bc"}, {"/x.bc", "", "/x.bc"},
        {"../x.bc", "/a", "/a/../x.bc"}, {"-", "", "-"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bl_catalog *c = one_source(rows[i].path, rows[i].base);
        size_t length = strlen(rows[i].joined);
        for (size_t size = 0; size <= length + 2; size++) {
            char text[32];
            memset(text, '?', sizeof text);
            cr_expect_eq(bl_catalog_source_path(c, 0, text, size, NULL), (int)length);
            size_t n = size <= length ? size : length + 1; /* with the NUL */
            cr_expect(n == 0 || memcmp(text, rows[i].joined, n - 1) == 0);
            cr_expect(n == 0 || text[n - 1] == '\0');
            cr_expect_eq(text[n], '?');
        }
        cr_expect_eq(bl_catalog_source_path(c, 1, NULL, 0, NULL), BL_E_ARGUMENT);
        bl_catalog_close(c);
    }
}

Test(catalog_sources, paths_that_cannot_be_opened)
{
    char longest[5000];
    struct bl_stream stream;
    struct bl_error err;
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    struct bl_catalog *c = one_source(longest, "/");
    cr_expect_eq(bl_catalog_load(c, 0, &stream, &err), BL_E_SYSTEM);
    cr_expect_eq(err.sys_errno, ENAMETOOLONG);
    cr_expect_eq(bl_catalog_state(c, 0, true, NULL), BL_STATE_GONE);
    bl_catalog_close(c);
    c = one_source("-", "");
    cr_expect_eq(bl_catalog_load(c, 0, &stream, &err), BL_E_STALE);
    cr_expect_eq(bl_catalog_state(c, 0, true, NULL), BL_STATE_GONE);
    bl_catalog_close(c);
}

/* ---- Many ---- */

/* Source NUMBER, of which ST is known, and its stream, which is all of it. */
static void add_source(struct make_catalog *m, uint32_t number, uint32_t path, uint32_t base,
                       const struct stat *st)
{
    struct bl_blx_source *source = make_record(m, BL_BLX_SRCS);
    MAKE_SET(source->path, path);
    MAKE_SET(source->base, base);
    MAKE_SET(source->kind, BL_SOURCE_FILE);
    MAKE_SET(source->parent, BL_NONE);
    MAKE_SET(source->size, st->st_size);
    MAKE_SET(source->mtime,
             (uint64_t)st->st_mtim.tv_sec * 1000000000 + (uint64_t)st->st_mtim.tv_nsec);
    struct bl_blx_stream *stream = make_record(m, BL_BLX_STRM);
    MAKE_SET(stream->source, number);
    MAKE_SET(stream->path, path);
    MAKE_SET(stream->size, st->st_size);
}

/* A file called NAME. */
static struct stat write_scratch(const char *name, const char *text)
{
    struct stat st;
    FILE *file = fopen(scratch_path(name), "wb");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
    cr_assert_eq(stat(scratch_path(name), &st), 0);
    return st;
}

/* N sources: first.bc, and all others of one file. */
static struct bl_catalog *make_many(uint32_t n)
{
    struct make_catalog m = {0};
    uint32_t base = make_text(&m, scratch_begin());
    const struct stat first = write_scratch("first.bc", "BC");
    const struct stat st = write_scratch("one.bc", "BC");
    add_source(&m, 0, make_text(&m, "first.bc"), base, &first);
    uint32_t path = make_text(&m, "one.bc");
    for (uint32_t i = 1; i < n; i++)
        add_source(&m, i, path, base, &st);
    return make_done(&m);
}

/* Sources stay mapped, but take no descriptors. */
Test(catalog_sources, more_than_descriptors)
{
    enum {
        N = 100
    };
    const char *directory = scratch_begin();
    struct make_catalog m = {0};
    uint32_t base = make_text(&m, directory);
    for (int i = 0; i < N; i++) {
        char name[16];
        snprintf(name, sizeof name, "%03d", i);
        const struct stat st = write_scratch(name, name);
        add_source(&m, i, make_text(&m, name), base, &st);
    }
    struct bl_catalog *c = make_done(&m);
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = 32;
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    for (uint32_t i = 0; i < N; i++) {
        struct bl_stream stream;
        struct bl_error err;
        cr_assert_eq(bl_catalog_load(c, i, &stream, &err), BL_OK, "%u: %s", i, err.what);
        cr_expect_eq(stream.bytes.data[2], '0' + i % 10);
    }
    bl_catalog_close(c);
    scratch_end();
}

/* The kernel grants some 65,000 mappings. */
Test(catalog_sources, more_than_mappings)
{
    enum {
        N = 70000
    };
    struct bl_catalog *c = make_many(N);
    for (uint32_t i = 0; i < N; i++) {
        struct bl_stream stream;
        struct bl_error err;
        cr_assert_eq(bl_catalog_load(c, i, &stream, &err), BL_OK, "%u: %s", i, err.what);
        cr_assert_eq(memcmp(stream.bytes.data, "BC", 2), 0);
    }
    bl_catalog_close(c);
    scratch_end();
}

static uint32_t n_open(const struct bl_catalog *c)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->n_sources; i++)
        n += c->sources[i].file != NULL;
    return n;
}

/* Few sources are open where each is unloaded; what is loaded stays, however often it is unloaded
 * by others. */
Test(catalog_sources, unload)
{
    enum {
        N = BL_MOST_IDLE_SOURCES + 200
    };
    struct bl_catalog *c = make_many(N);
    struct bl_stream kept;
    cr_assert_eq(bl_catalog_load(c, 7, &kept, NULL), BL_OK);
    for (uint32_t i = 0; i < 2 * N; i++) {
        struct bl_stream stream;
        cr_assert_eq(bl_catalog_load(c, i % N, &stream, NULL), BL_OK);
        cr_expect_eq(memcmp(stream.bytes.data, "BC", 2), 0);
        bl_catalog_unload(c, i % N);
        cr_expect_leq(c->open->n_mapped, BL_MOST_IDLE_SOURCES + 1);
    }
    cr_expect_eq(c->open->n_mapped, n_open(c));
    cr_expect_eq(n_open(c), BL_MOST_IDLE_SOURCES + 1);
    cr_expect_eq(memcmp(kept.bytes.data, "BC", 2), 0);
    bl_catalog_unload(c, BL_NONE);
    bl_catalog_unload(c, 7);
    bl_catalog_unload(c, 7); /* once too often */
    for (uint32_t i = 8; i < 7 + BL_MOST_IDLE_SOURCES; i++) {
        cr_expect_not_null(c->sources[7].file, "source %u", i);
        cr_assert_eq(load_status(c, i), BL_OK);
        bl_catalog_unload(c, i);
    }
    cr_assert_eq(load_status(c, 0), BL_OK);
    bl_catalog_unload(c, 0);
    cr_assert_eq(load_status(c, 1), BL_OK);
    bl_catalog_unload(c, 1);
    cr_expect_null(c->sources[7].file);
    bl_catalog_close(c);
    scratch_end();
}

/* Of large files only so many stay open as their bytes allow, but for the least; of those that are
 * to be kept all do. */
Test(catalog_sources, unload_large_ones)
{
    enum {
        N = 2 * BL_LEAST_IDLE_SOURCES,
        BYTES = BL_MOST_IDLE_BYTES / (BL_LEAST_IDLE_SOURCES + 20)
    };
    static const struct {
        off_t size;
        unsigned flags;
        uint32_t n_open;
    } sizes[] = {
        {BYTES, 0, BL_LEAST_IDLE_SOURCES + 20},
        {(off_t)4 * BYTES, 0, BL_LEAST_IDLE_SOURCES},
        {BYTES / BL_COPY_COUNTS, BL_OPEN_COPY, BL_LEAST_IDLE_SOURCES + 20},
        {BYTES, BL_OPEN_KEEP, N},
    };
    for (size_t row = 0; row < sizeof sizes / sizeof sizes[0]; row++) {
        struct make_catalog m = {0};
        struct stat st;
        uint32_t base = make_text(&m, scratch_begin());
        write_scratch("large.bc", "BC");
        cr_assert_eq(truncate(scratch_path("large.bc"), sizes[row].size), 0);
        cr_assert_eq(stat(scratch_path("large.bc"), &st), 0);
        uint32_t path = make_text(&m, "large.bc");
        for (uint32_t i = 0; i < N; i++)
            add_source(&m, i, path, base, &st);
        struct bl_catalog *c = make_done(&m);
        c->open_flags = sizes[row].flags;
        for (uint32_t i = 0; i < 2 * N; i++) {
            cr_assert_eq(load_status(c, i % N), BL_OK);
            bl_catalog_unload(c, i % N);
        }
        cr_expect_eq(n_open(c), sizes[row].n_open, "row %zu: %u", row, n_open(c));
        bl_catalog_close(c);
        scratch_end();
    }
}

/* A file that was written to while it was loaded is reported though many others were read since. */
Test(catalog_sources, unload_what_has_changed)
{
    struct bl_catalog *c = make_many(BL_MOST_IDLE_SOURCES + 10);
    uint32_t source;
    cr_assert_eq(load_status(c, 0), BL_OK);
    change("first.bc", "BD", true, false);
    bl_catalog_unload(c, 0);
    for (uint32_t i = 1; i < BL_MOST_IDLE_SOURCES + 10; i++) {
        cr_assert_eq(load_status(c, i), BL_OK);
        bl_catalog_unload(c, i);
    }
    cr_expect_eq(bl_catalog_check_files(c, &source, NULL), BL_E_SYSTEM);
    cr_expect_eq(source, 0);
    bl_catalog_close(c);
    scratch_end();
}

/* Large files are mapped as long as mappings are left for other things. */
Test(catalog_sources, more_large_files_than_mappings)
{
    enum {
        N = 5,
        MOST = 3
    };
    static char text[BL_COPIED_BYTES + 1] = "BC";
    memset(text + 2, ' ', BL_COPIED_BYTES - 2);
    struct make_catalog m = {0};
    uint32_t base = make_text(&m, scratch_begin());
    uint32_t path = make_text(&m, "large.bc");
    const struct stat st = write_scratch("large.bc", text);
    for (int i = 0; i < N; i++)
        add_source(&m, i, path, base, &st);
    struct bl_catalog *c = make_done(&m);
    cr_expect_geq(c->most_mapped, N, "a few files are always mapped");
    c->most_mapped = MOST;
    for (uint32_t i = 0; i < N; i++) {
        struct bl_stream stream;
        cr_assert_eq(bl_catalog_load(c, i, &stream, NULL), BL_OK);
        cr_expect_eq(memcmp(stream.bytes.data, text, BL_COPIED_BYTES), 0);
        cr_expect_eq(bl_file_is_mapped(c->sources[i].file), i < MOST, "source %u", i);
    }
    bl_catalog_close(c);
    scratch_end();
}

/* Source NUMBER, of one stream or none, with the hash of its bytes. */
static void add_hashed(struct make_catalog *m, uint32_t number, uint32_t path, uint32_t base,
                       const struct stat *st, struct bl_hash hash, bool has_stream)
{
    add_source(m, number, path, base, st);
    struct bl_blx_source *source = (struct bl_blx_source *)m->chunks[BL_BLX_SRCS] + number;
    struct bl_blx_stream *stream = (struct bl_blx_stream *)m->chunks[BL_BLX_STRM] + number;
    bl_store_le64(source->hash, hash.low);
    bl_store_le64(source->hash + 8, hash.high);
    memcpy(stream->hash, source->hash, sizeof stream->hash);
    MAKE_SET(source->first_stream, number);
    MAKE_SET(source->n_streams, has_stream);
}

/* Many files that have not changed take no memory each: a copy stays only where the file could not
 * be read again for its time. */
Test(catalog_sources, more_than_mappings_by_content)
{
    static const struct {
        const char *name;
        uint32_t number;
        bool has_stream, is_touched, is_kept;
    } rows[] = {
        {"mapped", 0, true, false, true},
        {"mapped, touched", 1, true, true, true},
        {"nothing in it", 2, false, true, false},
        {"copied", BL_MAPPED_SOURCES, true, false, false},
        {"copied, touched", BL_MAPPED_SOURCES + 1, true, true, true},
        {"copied, nothing in it", BL_MAPPED_SOURCES + 2, false, true, false},
    };
    static const struct bl_view bytes = {.data = (const uint8_t *)"BC", .size = 2};
    struct make_catalog m = {.parts = BL_CATALOG_HASHES};
    uint32_t base = make_text(&m, scratch_begin());
    uint32_t path = make_text(&m, "one.bc");
    const struct stat st = write_scratch("one.bc", "BC");
    for (uint32_t i = 0, k = 0; i < BL_MAPPED_SOURCES + 3; i++) {
        bool is_row = i == rows[k].number;
        struct stat then = st;
        then.st_mtim.tv_sec -= is_row && rows[k].is_touched;
        add_hashed(&m, i, path, base, &then, bl_hash_bytes(bytes), !is_row || rows[k].has_stream);
        k += is_row;
    }
    struct bl_catalog *c = make_done(&m);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint32_t number = rows[i].number;
        cr_expect_eq(bl_catalog_state(c, number, true, NULL), BL_STATE_SAME, "%s", rows[i].name);
        cr_expect_eq(c->sources[number].file != NULL, rows[i].is_kept, "%s", rows[i].name);
        if (rows[i].has_stream)
            cr_expect_eq(load_status(c, number), BL_OK, "%s", rows[i].name);
    }
    bl_catalog_close(c);
    scratch_end();
}

static void touch_it(void)
{
    change("a.bc", "", false, false);
}

static void write_over_it(void)
{
    change("a.bc", "BC", true, false);
}

static void cut_it(void)
{
    cr_assert_eq(truncate(scratch_path("a.bc"), 1), 0);
}

static void remove_it(void)
{
    cr_assert_eq(unlink(scratch_path("a.bc")), 0);
}

static void replace_it(void)
{
    remove_it();
    write_scratch("a.bc", "another");
}

/* What was read of files that have given back their descriptors is compared with what is at their
 * paths. */
Test(catalog_sources, files_that_change_while_they_are_mapped)
{
    static const struct {
        const char *name;
        void (*change)(void);
        unsigned flags;
        int status;
    } rows[] = {
        {"written over", write_over_it, 0, BL_E_SYSTEM},
        {"cut", cut_it, 0, BL_E_SYSTEM},
        {"touched", touch_it, 0, BL_E_SYSTEM},
        {"removed", remove_it, 0, BL_OK},
        {"replaced", replace_it, 0, BL_OK},
        {"written over, a copy", write_over_it, BL_OPEN_COPY, BL_OK},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bl_catalog *c = make_sample(scratch_begin());
        uint32_t source;
        c->open_flags = rows[i].flags;
        cr_assert_eq(load_status(c, 0), BL_OK);
        cr_expect_eq(bl_catalog_check_files(c, &source, NULL), BL_OK);
        rows[i].change();
        cr_expect_eq(bl_catalog_check_files(c, &source, NULL), rows[i].status, "%s", rows[i].name);
        cr_expect_eq(source, rows[i].status < 0 ? 1 : BL_NONE, "%s", rows[i].name);
        bl_catalog_close(c);
        scratch_end();
    }
}

/* Who has a file open lends it. */
Test(catalog_sources, kept_mappings)
{
    struct bl_catalog *c = make_sample(scratch_begin());
    struct bl_file *file;
    struct bl_stream stream;
    cr_assert_eq(bl_file_open(&file, scratch_path("a.bc"), 0, NULL), BL_OK);
    const uint8_t *data = bl_file_view(file).data;
    bl_catalog_keep_mapped(c, 1, file);
    unlink(scratch_path("a.bc"));
    cr_assert_eq(bl_catalog_load(c, 0, &stream, NULL), BL_OK);
    cr_expect_eq(stream.bytes.data, data);
    bl_catalog_close(c);
    scratch_end();
}

/* ---- Hashes of sources ---- */

static struct bl_hash hash_of(const char *text)
{
    return bl_hash_bytes((struct bl_view){.data = (const uint8_t *)text, .size = strlen(text)});
}

/* The bytes with the 16 bytes of each hash in place of its stream, put together by hand. */
Test(catalog_sources, hash_of_a_source)
{
    static const char text[] = "..AAAA.BBBBcc";
    struct bl_view bytes = {.data = (const uint8_t *)text, .size = sizeof text - 1};
    struct bl_hash a = hash_of("AAAA");
    struct bl_hash b = hash_of("BBBB");
    uint8_t expected[2 + 16 + 1 + 16 + 2] = "..";
    bl_store_le64(expected + 2, a.low);
    bl_store_le64(expected + 10, a.high);
    expected[18] = '.';
    bl_store_le64(expected + 19, b.low);
    bl_store_le64(expected + 27, b.high);
    memcpy(expected + 35, "cc", 2);
    struct bl_hash_part parts[2] = {{7, 4, b}, {2, 4, a}}; /* in the wrong order */
    struct bl_hash hash;
    cr_assert_eq(bl_catalog_hash_source(&hash, bytes, parts, 2), BL_OK);
    struct bl_view whole = {.data = expected, .size = sizeof expected};
    cr_expect(bl_hash_equal(hash, bl_hash_bytes(whole)));
    cr_expect_eq(parts[0].offset, 2);

    cr_assert_eq(bl_catalog_hash_source(&hash, bytes, NULL, 0), BL_OK);
    cr_expect(bl_hash_equal(hash, bl_hash_bytes(bytes)));
    parts[0] = (struct bl_hash_part){0, 13, a};
    cr_assert_eq(bl_catalog_hash_source(&hash, bytes, parts, 1), BL_OK);
    cr_expect(bl_hash_equal(hash, a));
    cr_assert_eq(bl_catalog_hash_source(&hash, (struct bl_view){(const uint8_t *)"", 0}, NULL, 0),
                 BL_OK);
    cr_expect(bl_hash_equal(hash, hash_of("")));
}

/* Streams in each other, and beyond the end: an answer, and always the same. */
Test(catalog_sources, hash_of_odd_parts)
{
    static const char text[] = "0123456789";
    struct bl_view bytes = {.data = (const uint8_t *)text, .size = sizeof text - 1};
    struct bl_hash x = hash_of("x");
    struct bl_hash y = hash_of("y");
    struct bl_hash_part one[3] = {{2, 6, x}, {2, 6, y}, {4, UINT64_MAX, x}};
    struct bl_hash_part other[3] = {{4, UINT64_MAX, x}, {2, 6, y}, {2, 6, x}};
    struct bl_hash first, second;
    cr_assert_eq(bl_catalog_hash_source(&first, bytes, one, 3), BL_OK);
    cr_assert_eq(bl_catalog_hash_source(&second, bytes, other, 3), BL_OK);
    cr_expect(bl_hash_equal(first, second));
}
