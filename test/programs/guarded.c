/* guarded.c - guarded files that shrink, beside a host's own handler of SIGBUS
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: guarded. Not a Criterion test, as it has a handler of its own, and so that
 * ThreadSanitizer can watch.
 */
#include "base/file.h"
#include "base/tick.h"
#include "bitleap.h"
#include "support/bus_error.h"
#include "support/program_expect.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    N_PAGES = 16,
    N_THREADS = 4,
    N_ROUNDS = 200
};

static size_t page;

/* ---- Files ---- */

struct victim {
    char path[4096];
    int fd;
};

/* N_PAGES of ones. */
static void make(struct victim *v)
{
    const char *folder = getenv("TMPDIR");
    snprintf(v->path, sizeof v->path, "%s/guarded.XXXXXX", folder ? folder : "/tmp");
    v->fd = mkstemp(v->path);
    EXPECT(v->fd >= 0);
    uint8_t *ones = malloc(page);
    EXPECT(ones);
    memset(ones, 1, page);
    for (int i = 0; i < N_PAGES; i++)
        EXPECT(write(v->fd, ones, page) == (ssize_t)page);
    free(ones);
}

static void drop(struct victim *v)
{
    unlink(v->path);
    close(v->fd);
}

static void shrink(const struct victim *v, size_t size)
{
    EXPECT(ftruncate(v->fd, (off_t)size) == 0);
}

static struct bl_file *open_guarded(const struct victim *v)
{
    struct bl_file *file;
    EXPECT(bl_file_open(&file, v->path, BL_OPEN_GUARDED, NULL) == BL_OK);
    EXPECT(bl_file_is_mapped(file) && bl_file_view(file).size == N_PAGES * page);
    EXPECT(bl_file_check(file, NULL) == BL_OK);
    return file;
}

static uint8_t byte_at(const struct bl_file *file, size_t at)
{
    return ((const volatile uint8_t *)bl_file_view(file).data)[at];
}

static size_t sum_of(const struct bl_file *file)
{
    size_t sum = 0;
    for (size_t i = 0; i < bl_file_view(file).size; i++)
        sum += byte_at(file, i);
    return sum;
}

/* A mapping that the library knows nothing of, all of whose pages are missing. */
static volatile uint8_t *foreign_mapping(void)
{
    FILE *file = tmpfile();
    EXPECT(file && ftruncate(fileno(file), (off_t)page) == 0);
    void *data = mmap(NULL, page, PROT_READ, MAP_SHARED, fileno(file), 0);
    EXPECT(data != MAP_FAILED && ftruncate(fileno(file), 0) == 0);
    fclose(file);
    return data;
}

/* ---- The host ---- */

static _Thread_local sigjmp_buf host_jump;
static _Thread_local volatile sig_atomic_t n_host_calls;
static struct sigaction host_before;

static void host_alone(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    n_host_calls++;
    if (info->si_code > 0)
        siglongjmp(host_jump, 1);
}

static void host_asks(int number, siginfo_t *info, void *context)
{
    if (info->si_code <= 0 || !bl_guard_fault(info->si_addr))
        host_alone(number, info, context);
}

static void host_chains(int number, siginfo_t *info, void *context)
{
    (void)number;
    EXPECT(host_before.sa_flags & SA_SIGINFO);
    n_host_calls++;
    host_before.sa_sigaction(number, info, context);
}

static void install_host(void (*handler)(int, siginfo_t *, void *))
{
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    EXPECT(sigaction(SIGBUS, &action, &host_before) == 0);
}

static void expect_default(void)
{
    struct sigaction now;
    sigaction(SIGBUS, NULL, &now);
    EXPECT(!(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL);
}

/* Whether a fault outside of all guarded files comes to the host, and one that a process sends. */
static void expect_host_is_called(void)
{
    volatile uint8_t *foreign = foreign_mapping();
    n_host_calls = 0;
    if (sigsetjmp(host_jump, 1) == 0) {
        (void)foreign[0];
        EXPECT(!"reached");
    }
    EXPECT(n_host_calls == 1);
    raise(SIGBUS);
    EXPECT(n_host_calls == 2);
    munmap((void *)(uintptr_t)foreign, page);
}

/* ---- Tests ---- */

static void test_zeros(void)
{
    struct victim v;
    struct bl_error err;
    make(&v);
    struct bl_file *file = open_guarded(&v);
    EXPECT(sum_of(file) == N_PAGES * page);
    shrink(&v, 3 * page + 10);
    EXPECT(bl_file_check(file, &err) == BL_E_SYSTEM && strstr(err.what, "shrunk"));
    EXPECT(sum_of(file) == 3 * page + 10);
    EXPECT(byte_at(file, 3 * page + 9) == 1 && byte_at(file, 3 * page + 10) == 0);
    /* That it has its old size again makes it no better. */
    shrink(&v, N_PAGES * page);
    EXPECT(bl_file_check(file, &err) == BL_E_SYSTEM && strstr(err.what, "cannot be read"));
    bl_file_close(file);
    expect_default();
    drop(&v);
}

static unsigned count_mappings(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    unsigned n = 0;
    EXPECT(maps);
    for (int c; (c = getc(maps)) != EOF;)
        n += c == '\n';
    fclose(maps);
    return n;
}

/* Where nobody can say any more how long the file is, zeros come page by page, but not in as many
 * parts as there are pages: a process may have only so many mappings. */
static void test_many_parts(void)
{
    enum {
        N_PARTS = 5000
    };
    struct victim v;
    struct bl_file *file;
    make(&v);
    shrink(&v, (size_t)2 * N_PARTS * page); /* that is, make it as long */
    EXPECT(bl_file_open(&file, v.path, BL_OPEN_GUARDED, NULL) == BL_OK && bl_file_is_mapped(file));
    bl_file_detach(file);
    shrink(&v, 0);
    for (size_t i = 0; i < N_PARTS; i++)
        EXPECT(byte_at(file, 2 * i * page) == 0);
    EXPECT(count_mappings() < N_PARTS);
    EXPECT(bl_file_check(file, NULL) == BL_E_SYSTEM);
    bl_file_close(file);
    drop(&v);
}

/* What is written from now on has a time of its own. */
static void wait_for_tick(const struct victim *v)
{
    struct stat st;
    EXPECT(fstat(v->fd, &st) == 0);
    bl_tick_wait(bl_stat_mtime(&st));
}

/* Overwritten, removed, replaced. */
static void test_changes(void)
{
    struct victim v;
    struct victim other;
    struct bl_error err;
    make(&v);
    struct bl_file *file = open_guarded(&v);
    wait_for_tick(&v);
    EXPECT(pwrite(v.fd, "x", 1, 0) == 1);
    EXPECT(bl_file_check(file, &err) == BL_E_SYSTEM && strstr(err.what, "changed"));
    bl_file_close(file);
    file = open_guarded(&v);
    make(&other);
    EXPECT(rename(other.path, v.path) == 0);
    EXPECT(bl_file_check(file, NULL) == BL_OK && byte_at(file, 0) == 'x');
    EXPECT(unlink(v.path) == 0);
    EXPECT(bl_file_check(file, NULL) == BL_OK && byte_at(file, 0) == 'x');
    bl_file_close(file);
    drop(&v);
    drop(&other);
}

/* A handler that was there before ours. */
static void test_host_before(void)
{
    struct victim v;
    make(&v);
    install_host(host_alone);
    struct bl_file *file = open_guarded(&v);
    shrink(&v, page);
    n_host_calls = 0;
    EXPECT(sum_of(file) == page && n_host_calls == 0);
    expect_host_is_called();
    bl_file_close(file);
    expect_host_is_called();
    signal(SIGBUS, SIG_DFL);
    drop(&v);
}

/* A handler on top of ours, that asks us or calls the one it replaced. */
static void test_host_after(void (*handler)(int, siginfo_t *, void *))
{
    struct victim v;
    make(&v);
    install_host(host_alone);
    struct bl_file *file = open_guarded(&v);
    install_host(handler);
    struct bl_file *second = open_guarded(&v);
    shrink(&v, page);
    EXPECT(sum_of(file) == page && sum_of(second) == page);
    if (handler == host_asks)
        expect_host_is_called();
    bl_file_close(file);
    bl_file_close(second);
    /* Ours is still below, for it may be called. */
    shrink(&v, N_PAGES * page);
    file = open_guarded(&v);
    shrink(&v, page);
    EXPECT(sum_of(file) == page);
    /* The host takes its handler away again, and is left with ours, which outlives the file. */
    EXPECT(sigaction(SIGBUS, &host_before, NULL) == 0);
    bl_file_close(file);
    expect_host_is_called();
    signal(SIGBUS, SIG_DFL);
    drop(&v);
}

/* A handler that the host puts back after ours had gone. */
static void test_stale_handler(void)
{
    struct victim v;
    make(&v);
    install_host(host_alone);
    struct bl_file *file = open_guarded(&v);
    struct sigaction ours;
    sigaction(SIGBUS, NULL, &ours);
    bl_file_close(file);
    EXPECT(sigaction(SIGBUS, &ours, NULL) == 0);
    file = open_guarded(&v);
    shrink(&v, page);
    EXPECT(sum_of(file) == page);
    expect_host_is_called();
    bl_file_close(file);
    signal(SIGBUS, SIG_DFL);
    drop(&v);
}

/* The host gives faults back to the system while a file is guarded: the next one
 * brings ours back. */
static void test_reset_handler(void)
{
    struct victim v;
    make(&v);
    struct bl_file *file = open_guarded(&v);
    signal(SIGBUS, SIG_DFL);
    struct bl_file *second = open_guarded(&v);
    shrink(&v, page);
    EXPECT(sum_of(file) == page && sum_of(second) == page);
    bl_file_close(second);
    bl_file_close(file);
    expect_default();
    drop(&v);
}

/* Without a handler of the host's, what is not ours ends the process. */
static void test_no_host(bool is_ignored)
{
    pid_t id = fork();
    EXPECT(id >= 0);
    if (id == 0) {
        struct victim v;
        make(&v);
        unlink(v.path);
        signal(SIGBUS, is_ignored ? SIG_IGN : SIG_DFL);
        struct bl_file *file;
        char path[64];
        snprintf(path, sizeof path, "/proc/self/fd/%d", v.fd);
        if (bl_file_open(&file, path, BL_OPEN_GUARDED, NULL) < 0)
            _exit(3);
        if (is_ignored)
            raise(SIGBUS);
        (void)foreign_mapping()[0];
        _exit(4);
    }
    int status;
    EXPECT(waitpid(id, &status, 0) == id);
    EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS);
}

/* Each thread opens, shrinks, reads and closes a file of its own, again and again. */
static void *tear_files(void *context)
{
    struct victim *v = context;
    for (unsigned round = 0; round < N_ROUNDS; round++) {
        size_t left = round % N_PAGES * page + round;
        shrink(v, 0);
        shrink(v, N_PAGES * page);
        struct bl_file *file = open_guarded(v);
        EXPECT(pwrite(v->fd, "\1", 1, (off_t)left) == 1);
        shrink(v, left + 1);
        EXPECT(sum_of(file) == 1 && byte_at(file, left) == 1);
        EXPECT(bl_file_check(file, NULL) == BL_E_SYSTEM);
        bl_file_close(file);
    }
    return NULL;
}

static void test_threads(void)
{
    struct victim victims[N_THREADS];
    pthread_t threads[N_THREADS];
    install_host(host_alone);
    for (int i = 0; i < N_THREADS; i++) {
        make(&victims[i]);
        EXPECT(pthread_create(&threads[i], NULL, tear_files, &victims[i]) == 0);
    }
    for (int i = 0; i < 20; i++)
        expect_host_is_called();
    for (int i = 0; i < N_THREADS; i++) {
        pthread_join(threads[i], NULL);
        drop(&victims[i]);
    }
    signal(SIGBUS, SIG_DFL);
}

int main(void)
{
    page = (size_t)sysconf(_SC_PAGESIZE);
    bus_error_needs_address();
    signal(SIGBUS, SIG_DFL); /* sanitizers have handlers */
    test_zeros();
    test_many_parts();
    test_changes();
    test_host_before();
    test_host_after(host_asks);
    test_host_after(host_chains);
    test_stale_handler();
    test_reset_handler();
    test_no_host(false);
    test_no_host(true);
    test_threads();
    return 0;
}
