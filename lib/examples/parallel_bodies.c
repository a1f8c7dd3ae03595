/* parallel_bodies.c - the instructions of all bodies of a module, counted on several threads
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Each thread opens the file for itself: an index of its own costs less than one that is complete
 * (bl_index_expand), which threads may share.
 *
 * Usage: parallel_bodies FILE [THREADS]
 */
#include <bitleap.h>
#include <stdio.h>
#include <stdlib.h>

struct work {
    const char *path;
    unsigned n_threads;
    unsigned long n[64];
    struct bl_error err[64];
};

/* Every n-th body, from that of the job on. */
static int count(void *context, unsigned thread, uint64_t job)
{
    struct work *work = (struct work *)context;
    struct bl_error *err = &work->err[job];
    struct bl_module *module = NULL;
    struct bl_function *function = NULL;
    struct bl_instruction instruction;
    struct bl_block block;
    uint32_t n = 0;
    int rc = bl_module_open_file(&module, work->path, NULL, 0, err);
    (void)thread;
    if (rc == 0 && (rc = bl_module_count(module, &n, err)) == 0)
        rc = bl_function_open(&function, module, BL_NONE, err);
    for (uint32_t value = (uint32_t)job; rc >= 0 && value < n; value += work->n_threads) {
        if ((rc = bl_module_body(module, value, &block, err)) <= 0)
            continue;
        rc = bl_function_load(function, value, err);
        while (rc >= 0 && (rc = bl_function_next(function, &instruction, err)) > 0)
            work->n[job]++;
    }
    bl_function_close(function);
    bl_module_close(module);
    return rc < 0 ? rc : 0;
}

int main(int argc, char **argv)
{
    static struct work work;
    unsigned long n = 0;
    work.path = argc > 1 ? argv[1] : "-";
    work.n_threads = argc > 2 ? (unsigned)atoi(argv[2]) % 64 : bl_cores() % 64;
    int rc = bl_parallel(work.n_threads, work.n_threads, 0, count, NULL, &work);
    for (unsigned i = 0; i < work.n_threads; n += work.n[i++])
        if (rc < 0 && work.err[i].what)
            fprintf(stderr, "%s: %s\n", work.path, work.err[i].what);
    printf("%lu instructions\n", n);
    return rc < 0;
}
