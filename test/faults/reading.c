/* reading.c - read() gives little, is interrupted, fails, meets another size than promised; and
 * directories that cannot be read to their end
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: reading
 */
#include "bitleap.h"
#include "support/faults.h"
#include "support/program_expect.h"
#include "support/scratch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    FILE_BYTES = 300001,
    PIPE_BYTES = 50 * 1000 * 1000 + 3
};

static uint8_t byte_of(size_t i)
{
    return (uint8_t)(i * 2654435761U >> 13);
}

/* ---- What read() does ---- */

/* A plan for calls of read(). */
struct plan {
    size_t most;          /* bytes that a call gives; 0: as many as are asked for */
    unsigned interrupted; /* every so many calls; 0: never */
    unsigned fails_at;    /* call, from 1; 0: none */
    int failure;          /* errno */
    int grow_to;          /* at the first call the file gets so many bytes; -1: it stays */
    const char *path;
    unsigned n_calls;
};

static ssize_t read_as_planned(void *context, int fd, void *data, size_t size)
{
    struct plan *plan = context;
    plan->n_calls++;
    if (plan->n_calls == 1 && plan->grow_to >= 0)
        EXPECT(truncate(plan->path, plan->grow_to) == 0);
    if (plan->interrupted && plan->n_calls % plan->interrupted == 0) {
        errno = EINTR;
        return -1;
    }
    if (plan->n_calls == plan->fails_at) {
        errno = plan->failure;
        return -1;
    }
    return faults_real_read(fd, data, plan->most && size > plan->most ? plan->most : size);
}

static int open_as_planned(struct plan *plan, const char *path, struct bl_file **file,
                           struct bl_error *err)
{
    plan->path = path;
    faults_read(read_as_planned, plan);
    int status = bl_file_open(file, path, BL_OPEN_COPY, err);
    faults_read(NULL, NULL);
    return status;
}

/* ---- Files ---- */

static void make(char *path)
{
    const char *folder = getenv("TMPDIR");
    snprintf(path, 4096, "%s/reading.XXXXXX", folder ? folder : "/tmp");
    int fd = mkstemp(path);
    EXPECT(fd >= 0);
    uint8_t *data = malloc(FILE_BYTES);
    EXPECT(data);
    for (size_t i = 0; i < FILE_BYTES; i++)
        data[i] = byte_of(i);
    EXPECT(write(fd, data, FILE_BYTES) == FILE_BYTES);
    free(data);
    close(fd);
}

/* The first N bytes are those of the file, all after them zero. */
static void expect_bytes(const struct bl_file *file, size_t n, size_t size)
{
    struct bl_view view = bl_file_view(file);
    EXPECT(view.size == size && !bl_file_is_mapped(file));
    for (size_t i = 0; i < size; i++)
        EXPECT(view.data[i] == (i < n ? byte_of(i) : 0));
}

static void test_little_by_little(const char *path)
{
    static const struct plan plans[] = {
        {.grow_to = -1},
        {.most = 1000, .grow_to = -1},
        {.most = 4096, .interrupted = 2, .grow_to = -1},
        {.most = 1, .interrupted = 3, .grow_to = -1},
    };
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        struct plan plan = plans[i];
        struct bl_file *file;
        EXPECT(open_as_planned(&plan, path, &file, NULL) == BL_OK);
        expect_bytes(file, FILE_BYTES, FILE_BYTES);
        EXPECT(!plan.most || plan.n_calls > FILE_BYTES / plan.most);
        bl_file_close(file);
    }
}

static void test_failures(const char *path)
{
    static const int failures[] = {EIO, EISDIR, EAGAIN, ESTALE};
    for (unsigned at = 1; at <= 5; at++)
        for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
            struct plan plan = {
                .most = 1000, .fails_at = at, .failure = failures[i], .grow_to = -1};
            struct bl_error err;
            struct bl_file *file;
            EXPECT(open_as_planned(&plan, path, &file, &err) == BL_E_SYSTEM);
            EXPECT(!file && err.sys_errno == failures[i] && plan.n_calls == at);
        }
}

/* The size is asked for before the first call of read(). */
static void test_other_sizes(void)
{
    static const int sizes[] = {0, 1, 4096, FILE_BYTES - 1, FILE_BYTES + 1, 3 * FILE_BYTES};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char path[4096];
        make(path);
        struct plan plan = {.most = 100000, .grow_to = sizes[i]};
        struct bl_file *file;
        EXPECT(open_as_planned(&plan, path, &file, NULL) == BL_OK);
        expect_bytes(file, FILE_BYTES, (size_t)sizes[i]);
        EXPECT(bl_file_check(file, NULL) == BL_OK);
        bl_file_close(file);
        unlink(path);
    }
}

/* ---- Pipes ---- */

static void fill_pipe(int fd)
{
    static uint8_t data[70000];
    for (size_t done = 0; done < PIPE_BYTES;) {
        size_t n = PIPE_BYTES - done < sizeof data ? PIPE_BYTES - done : sizeof data;
        for (size_t i = 0; i < n; i++)
            data[i] = byte_of(done + i);
        ssize_t written = write(fd, data, n);
        if (written <= 0)
            _exit(1);
        done += (size_t)written;
    }
    _exit(0);
}

/* A pipe that is closed at its other end before all has been said ends where it ends. */
static void test_pipe(void)
{
    int ends[2];
    EXPECT(pipe(ends) == 0);
    pid_t id = fork();
    EXPECT(id >= 0);
    if (id == 0) {
        close(ends[0]);
        fill_pipe(ends[1]);
    }
    close(ends[1]);
    EXPECT(dup2(ends[0], STDIN_FILENO) == STDIN_FILENO);
    close(ends[0]);
    struct bl_file *file;
    struct plan plan = {.interrupted = 7, .grow_to = -1};
    EXPECT(open_as_planned(&plan, "-", &file, NULL) == BL_OK);
    expect_bytes(file, PIPE_BYTES, PIPE_BYTES);
    printf("%u calls of read() for %d bytes of a pipe\n", plan.n_calls, PIPE_BYTES);
    bl_file_close(file);
    int status;
    EXPECT(waitpid(id, &status, 0) == id && status == 0);
}

/* ---- Directories ---- */

static struct bl_catalog *build(void)
{
    static const struct bl_catalog_options options = {.parts = BL_CATALOG_MODULES};
    const char *path = scratch_path(".");
    struct bl_catalog *catalog;
    EXPECT(bl_catalog_build(&catalog, &path, 1, &options, NULL) == BL_OK);
    EXPECT(bl_catalog_get_counts(catalog).n_sources >= 1);
    return catalog;
}

/* What is missing then is a problem, and whether anything has changed is not known. */
static void test_directory(void)
{
    struct bl_catalog_problem problem;
    scratch_begin();
    struct bl_catalog *whole = build();
    EXPECT(bl_catalog_get_counts(whole).n_problems == 0);
    faults_fail(FAULTS_READDIR, EIO);
    struct bl_catalog *cut = build();
    EXPECT(bl_catalog_state(whole, 0, false, NULL) == BL_STATE_SAME); /* its time says so */
    faults_fail(FAULTS_READDIR, 0);
    EXPECT(bl_catalog_get_counts(cut).n_problems == 1);
    EXPECT(bl_catalog_get_problem(cut, 0, &problem, NULL) == BL_OK);
    EXPECT(problem.source == 0 && problem.error.sys_errno == EIO);
    EXPECT(bl_catalog_state(cut, 0, false, NULL) == BL_STATE_CHANGED);
    bl_catalog_close(cut);
    bl_catalog_close(whole);
    scratch_end();
}

int main(void)
{
    char path[4096];
    make(path);
    test_little_by_little(path);
    test_failures(path);
    unlink(path);
    test_other_sizes();
    test_pipe();
    test_directory();
    return 0;
}
