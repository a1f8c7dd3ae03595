/* overwritten.c - a file whose bytes change while they are read: any answer, but no harm
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: overwritten. One thread writes to a file, now and then also cutting it, while another
 * reads it: what was checked may not be what is used.
 */
#include "support/bus_error.h"
#include "support/corpus.h"
#include "support/everything.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    N_ROUNDS = 150
};

static atomic_bool is_over;

struct victim {
    char path[4096];
    int fd;
    struct bl_view bytes; /* as they were */
};

static void must(bool holds, const char *what)
{
    if (holds)
        return;
    perror(what);
    exit(1);
}

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

static void restore(const struct victim *v)
{
    must(pwrite(v->fd, v->bytes.data, v->bytes.size, 0) == (ssize_t)v->bytes.size, "restore");
}

/* Changes of a bit each, most of them taken back soon, so that the file stays
 * near to a good one. */
static void *scribble(void *context)
{
    const struct victim *v = context;
    uint64_t state = 1;
    for (unsigned i = 1; !is_over; i++) {
        size_t at = next_random(&state) % v->bytes.size;
        uint8_t byte = (uint8_t)(v->bytes.data[at] ^ 1U << next_random(&state) % 8);
        must(pwrite(v->fd, &byte, 1, (off_t)at) == 1, "write");
        if (i % 4 != 0)
            must(pwrite(v->fd, &v->bytes.data[at], 1, (off_t)at) == 1, "write");
        if (i % 20 == 0)
            restore(v);
        if (i % 1000 == 0) {
            must(ftruncate(v->fd, (off_t)at) == 0, "truncate");
            restore(v);
        }
    }
    return NULL;
}

static void take_problem(void *n, const struct bl_error *problem)
{
    ++*(uint64_t *)n;
    must(problem->what && *problem->what, "a problem without a cause");
}

static void read_while_written(struct victim *v)
{
    pthread_t writer;
    uint64_t sum = 0;
    unsigned n_changed = 0;
    is_over = false;
    must(pthread_create(&writer, NULL, scribble, v) == 0, "thread");
    for (int round = 0; round < N_ROUNDS; round++) {
        struct everything s;
        if (!everything_open(&s, v->path, BL_OPEN_GUARDED))
            continue;
        sum += everything_read(&s);
        (void)bl_verify(&s.stream, take_problem, &sum, NULL, NULL);
        n_changed += bl_file_check(s.file, NULL) < 0;
        everything_close(&s);
    }
    is_over = true;
    pthread_join(writer, NULL);
    printf("%u of %d times the change was told (%08x)\n", n_changed, N_ROUNDS, (unsigned)sum);
}

static void check(const char *name)
{
    struct victim v;
    struct bl_file *file;
    char *path = corpus_path(name);
    const char *folder = getenv("TMPDIR");
    must(bl_file_open(&file, path, BL_OPEN_COPY, NULL) == BL_OK, path);
    snprintf(v.path, sizeof v.path, "%s/overwritten.XXXXXX", folder ? folder : "/tmp");
    v.fd = mkstemp(v.path);
    must(v.fd >= 0, v.path);
    v.bytes = bl_file_view(file);
    restore(&v);
    read_while_written(&v);
    unlink(v.path);
    close(v.fd);
    bl_file_close(file);
    free(path);
}

int main(void)
{
    bus_error_needs_address();
    check("c-g-O2.clang22.bc");
    check("modern.llvm22.bc");
    check("thin-a.clang14.bc");
    check("warn.clang22.dia");
    return 0;
}
