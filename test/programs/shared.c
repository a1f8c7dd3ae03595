/* shared.c - what threads may share: a file, a stream, a split, an index of which all is known
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: shared [FILE…]. Not a Criterion test, so that ThreadSanitizer can watch. All threads read
 * the same objects at the same time, each with cursors, walks and modules of its own, and must come
 * to the same sum.
 */
#include "support/corpus.h"
#include "support/everything.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    N_THREADS = 6,
    N_ROUNDS = 3
};

static void expect(bool holds, const char *path, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "shared: %s: %s\n", path, what);
    exit(1);
}

struct thread {
    pthread_t id;
    const struct everything *shared;
    uint64_t sum;
    bool is_same;
};

static void *run(void *context)
{
    struct thread *t = context;
    t->sum = everything_read(t->shared);
    t->is_same = true;
    for (int round = 1; round < N_ROUNDS; round++)
        t->is_same &= everything_read(t->shared) == t->sum;
    return NULL;
}

static void check(const char *path)
{
    struct everything s;
    struct thread threads[N_THREADS];
    expect(everything_open(&s, path, BL_OPEN_GUARDED), path, "no index");
    for (int i = 0; i < N_THREADS; i++) {
        threads[i] = (struct thread){.shared = &s};
        expect(pthread_create(&threads[i].id, NULL, run, &threads[i]) == 0, path, "no thread");
    }
    uint64_t alone = everything_read(&s);
    for (int i = 0; i < N_THREADS; i++) {
        pthread_join(threads[i].id, NULL);
        expect(threads[i].is_same && threads[i].sum == alone, path, "threads read something else");
    }
    everything_close(&s);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"c-g-O2.clang22.bc",  "multi.llvm14.bc",
                                        "thin-a.clang19.bc",  "modern.llvm22.bc",
                                        "header.clang22.pch", "concat.bin"};
    check_files(argc, argv, names, sizeof names / sizeof *names, check);
    return 0;
}
