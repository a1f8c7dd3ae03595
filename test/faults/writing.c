/* writing.c - an index file is written while one thing or another fails
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: writing
 *
 * write() takes little, is interrupted, fails; there is no space, no memory, no way to sync or
 * rename, no right to make files. Whatever fails, what was in the place before is there still,
 * alone, and the error says why.
 */
#include "bitleap.h"
#include "support/corpus.h"
#include "support/faults.h"
#include "support/program_expect.h"
#include "support/scratch.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static struct bl_catalog *catalog;
static struct bl_file *wanted; /* its index file, a copy */
static const char old_content[] = "what was here before";

/* ---- Files ---- */

/* Its table of names is sorted when it is written first. */
static struct bl_catalog *build_catalog(unsigned n_threads)
{
    static const char *const names[] = {"c-g-O2.clang22.bc", "cxx-msvc.clang22.bc",
                                        "ar-gnu.llvm22.a"};
    const struct bl_catalog_options options = {.parts = BL_CATALOG_SYMBOLS | BL_CATALOG_HASHES |
                                                        BL_CATALOG_BLOCKS,
                                               .n_threads = n_threads};
    struct bl_catalog *built;
    char *paths[3];
    for (int i = 0; i < 3; i++)
        paths[i] = corpus_path(names[i]);
    EXPECT(bl_catalog_build(&built, (const char *const *)paths, 3, &options, NULL) == BL_OK);
    for (int i = 0; i < 3; i++)
        free(paths[i]);
    return built;
}

static void make_catalog(void)
{
    catalog = build_catalog(1);
    EXPECT(bl_catalog_write(catalog, scratch_path("x.blx"), NULL) == BL_OK);
    EXPECT(bl_file_open(&wanted, scratch_path("x.blx"), BL_OPEN_COPY, NULL) == BL_OK);
    EXPECT(bl_file_view(wanted).size > 10000);
}

static void begin(bool has_old)
{
    scratch_empty();
    if (!has_old)
        return;
    FILE *file = fopen(scratch_path("x.blx"), "wb");
    EXPECT(file && fputs(old_content, file) >= 0 && fclose(file) == 0);
}

static int write_index(struct bl_error *err)
{
    return bl_catalog_write(catalog, scratch_path("x.blx"), err);
}

static void expect_content(const void *data, size_t size)
{
    struct bl_file *file;
    EXPECT(scratch_count() == 1);
    EXPECT(bl_file_open(&file, scratch_path("x.blx"), BL_OPEN_COPY, NULL) == BL_OK);
    struct bl_view view = bl_file_view(file);
    EXPECT(view.size == size && memcmp(view.data, data, size) == 0);
    bl_file_close(file);
}

static void expect_new(void)
{
    expect_content(bl_file_view(wanted).data, bl_file_view(wanted).size);
}

static void expect_old(bool has_old)
{
    if (has_old)
        expect_content(old_content, strlen(old_content));
    else
        EXPECT(scratch_count() == 0);
}

/* ---- What write() does ---- */

/* A plan for calls of write(). */
struct plan {
    size_t most;          /* bytes that a call takes; 0: as many as it is given */
    unsigned interrupted; /* every so many calls; 0: never */
    unsigned fails_at;    /* call, from 1; 0: none */
    uint64_t space;       /* bytes until there is no space; 0: enough */
    int failure;          /* errno */
    unsigned n_calls;
    uint64_t n_bytes;
};

static ssize_t write_as_planned(void *context, int fd, const void *data, size_t size, off_t offset)
{
    struct plan *plan = context;
    plan->n_calls++;
    if (plan->interrupted && plan->n_calls % plan->interrupted == 0) {
        errno = EINTR;
        return -1;
    }
    size = plan->most && size > plan->most ? plan->most : size;
    if (plan->n_calls == plan->fails_at || (plan->space && plan->n_bytes == plan->space)) {
        errno = plan->failure;
        return -1;
    }
    if (plan->space && size > plan->space - plan->n_bytes)
        size = (size_t)(plan->space - plan->n_bytes);
    plan->n_bytes += size;
    return faults_real_write(fd, data, size, offset);
}

static int write_as(struct plan *plan, struct bl_error *err)
{
    faults_write(write_as_planned, plan);
    int status = write_index(err);
    faults_write(NULL, NULL);
    return status;
}

static void test_little_by_little(void)
{
    static const struct plan plans[] = {
        {.most = 1}, {.most = 1000, .interrupted = 2}, {.interrupted = 3}};
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        struct plan plan = plans[i];
        begin(i % 2);
        EXPECT(write_as(&plan, NULL) == BL_OK);
        EXPECT(!plan.most || plan.n_calls >= plan.n_bytes / plan.most);
        expect_new();
    }
}

/* Each call of many fails. How many there were. */
static unsigned test_failures(void)
{
    static const int failures[] = {ENOSPC, EIO, EDQUOT, EFBIG};
    unsigned n = 0;
    for (unsigned at = 1;; at++) {
        bool has_old = at % 2;
        struct plan plan = {.most = 512, .fails_at = at, .failure = failures[at / 2 % 4]};
        struct bl_error err;
        begin(has_old);
        if (write_as(&plan, &err) == BL_OK)
            break;
        EXPECT(err.status == BL_E_SYSTEM && err.sys_errno == plan.failure && plan.n_calls == at);
        expect_old(has_old);
        n++;
    }
    expect_new();
    EXPECT(n > 20);
    return n;
}

/* The disk takes a part of what it is given, then nothing. */
static void test_no_space(void)
{
    struct plan all = {.most = 0};
    begin(false);
    EXPECT(write_as(&all, NULL) == BL_OK && all.n_bytes > bl_file_view(wanted).size / 2);
    for (uint64_t space = 1; space < all.n_bytes; space += all.n_bytes / 61) {
        struct plan plan = {.space = space, .failure = ENOSPC};
        struct bl_error err;
        begin(space % 2);
        EXPECT(write_as(&plan, &err) == BL_E_SYSTEM && err.sys_errno == ENOSPC);
        expect_old(space % 2);
    }
}

/* ---- What else fails ---- */

static void test_calls(void)
{
    static const enum faults_call calls[] = {FAULTS_FSYNC, FAULTS_RENAME};
    static const int failures[] = {EIO, ENOSPC, EACCES, EINTR};
    for (size_t call = 0; call < sizeof calls / sizeof *calls; call++)
        for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
            struct bl_error err;
            begin(i % 2);
            faults_fail(calls[call], failures[i]);
            EXPECT(write_index(&err) == BL_E_SYSTEM && err.sys_errno == failures[i]);
            faults_fail(calls[call], 0);
            expect_old(i % 2);
            EXPECT(write_index(NULL) == BL_OK);
            expect_new();
        }
}

/* Each call that takes memory fails: what there was none for is reported, in the order in
 * which it is needed. */
static void test_memory(unsigned n_threads)
{
    static const char *const causes[] = {"no memory for the head of an index file",
                                         "no memory for the name of a temporary file",
                                         "no memory for the table of names"};
    enum {
        N_CAUSES = sizeof causes / sizeof *causes
    };
    uint64_t n_calls;
    size_t n_causes = 0; /* so far */
    uint64_t failing = 0;
    do {
        struct bl_catalog *unwritten = build_catalog(n_threads);
        struct bl_error err;
        begin(++failing % 2);
        faults_begin(failing, false);
        int status = bl_catalog_write(unwritten, scratch_path("x.blx"), &err);
        n_calls = faults_end();
        bl_catalog_close(unwritten);
        if (status == BL_OK) {
            expect_new();
            continue;
        }
        EXPECT(status == BL_E_NOMEM && err.status == BL_E_NOMEM);
        expect_old(failing % 2);
        if (n_causes == 0 || strcmp(err.what, causes[n_causes - 1]) != 0)
            EXPECT(n_causes < N_CAUSES && strcmp(err.what, causes[n_causes++]) == 0);
    } while (n_calls >= failing); /* that call was there to fail */
    EXPECT(n_causes == N_CAUSES);
}

/* The system's own limit. */
static void test_file_size(void)
{
    struct rlimit limit, small = {.rlim_cur = 5000};
    struct bl_error err;
    EXPECT(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    small.rlim_max = limit.rlim_max;
    begin(true);
    signal(SIGXFSZ, SIG_IGN);
    EXPECT(setrlimit(RLIMIT_FSIZE, &small) == 0);
    EXPECT(write_index(&err) == BL_E_SYSTEM && err.sys_errno == EFBIG);
    EXPECT(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    expect_old(true);
}

/* A directory that nobody may write to; root is nobody for the while. */
static void test_read_only(const char *directory)
{
    enum {
        NOBODY = 65534
    };
    struct bl_error err;
    bool is_root = geteuid() == 0;
    begin(true);
    EXPECT(chmod(directory, 0555) == 0);
    if (!is_root || seteuid(NOBODY) == 0) {
        EXPECT(write_index(&err) == BL_E_SYSTEM && err.sys_errno == EACCES);
        EXPECT(!is_root || seteuid(0) == 0);
    }
    EXPECT(chmod(directory, 0755) == 0);
    expect_old(true);
    EXPECT(write_index(NULL) == BL_OK);
    expect_new();
}

int main(void)
{
    const char *directory = scratch_begin();
    make_catalog();
    test_little_by_little();
    unsigned n = test_failures();
    test_no_space();
    test_calls();
    test_memory(1);
    test_memory(2);
    test_file_size();
    test_read_only(directory);
    printf("%u calls of write() for %zu bytes failed, each in turn\n", n,
           bl_file_view(wanted).size);
    bl_file_close(wanted);
    bl_catalog_close(catalog);
    scratch_end();
    return 0;
}
