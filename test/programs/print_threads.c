/* print_threads.c - LLVM assembly printed on several threads, and by threads that share numbers
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: print_threads [FILE…]. Not a Criterion test, so that ThreadSanitizer can watch.
 */
#include "bitleap.h"
#include "support/corpus.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <xxhash.h>

enum {
    N_THREADS = 4
};

static void expect(bool holds, const char *path, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "print_threads: %s: %s\n", path, what);
    exit(1);
}

static void add(void *context, const char *text, size_t size)
{
    XXH64_update(context, text, size);
}

/* A hash of the text of MODULE, at most LIMIT bytes, on N_THREADS. */
static uint64_t print(struct bl_module *module, struct bl_slots *slots, unsigned n_threads,
                      uint64_t limit, const char *path)
{
    struct bl_printer *printer;
    XXH64_state_t *state = XXH64_createState();
    XXH64_reset(state, 0);
    expect(bl_printer_open(&printer, module, slots, NULL) == BL_OK, path, "no printer");
    bl_printer_limit(printer, limit);
    (void)bl_printer_print_module(printer, (struct bl_view){0}, n_threads, add, state, NULL);
    bl_printer_close(printer);
    uint64_t hash = XXH64_digest(state);
    XXH64_freeState(state);
    return hash;
}

struct thread {
    pthread_t id;
    const char *path;
    struct bl_index *index;
    struct bl_slots *slots;
    uint64_t hash;
};

/* On a module of its own. */
static void *run(void *context)
{
    struct thread *t = context;
    struct bl_module *module;
    uint32_t block = bl_module_next(t->index, BL_NONE);
    expect(bl_module_open(&module, t->index, block, NULL) == BL_OK, t->path, "no module");
    t->hash = print(module, t->slots, 1, UINT64_MAX, t->path);
    bl_module_close(module);
    return NULL;
}

static void check_shared(struct bl_index *index, struct bl_slots *slots, uint64_t hash,
                         const char *path)
{
    struct thread threads[N_THREADS];
    for (int i = 0; i < N_THREADS; i++) {
        threads[i] = (struct thread){.path = path, .index = index, .slots = slots};
        expect(pthread_create(&threads[i].id, NULL, run, &threads[i]) == 0, path, "no thread");
    }
    for (int i = 0; i < N_THREADS; i++) {
        pthread_join(threads[i].id, NULL);
        expect(threads[i].hash == hash, path, "threads print something else");
    }
}

static void check(const char *path)
{
    struct bl_file *file;
    struct bl_stream stream;
    struct bl_index *index;
    struct bl_module *module;
    struct bl_slots *slots;
    expect(bl_file_open(&file, path, 0, NULL) == BL_OK &&
               bl_stream_locate(bl_file_view(file), &stream, NULL) == BL_OK &&
               bl_index_open(&index, &stream, NULL) == BL_OK &&
               bl_module_open(&module, index, bl_module_next(index, BL_NONE), NULL) == BL_OK &&
               bl_slots_open(&slots, module, NULL) == BL_OK,
           path, "cannot be opened");
    uint64_t limits[] = {UINT64_MAX, stream.bytes.size};
    for (int i = 0; i < 2; i++) {
        uint64_t hash = print(module, slots, 1, limits[i], path);
        expect(print(module, slots, N_THREADS, limits[i], path) == hash, path,
               "another text on threads");
    }
    check_shared(index, slots, print(module, slots, 1, UINT64_MAX, path), path);
    bl_slots_close(slots);
    bl_module_close(module);
    bl_index_close(index);
    bl_file_close(file);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"cxx-g-O2.clang22.bc", "cxx-g-O2.clang14.bc",
                                        "thin-b.clang22.bc", "uses.llvm22.bc"};
    check_files(argc, argv, names, sizeof names / sizeof *names, check);
    return 0;
}
