/* slice_threads.c - slices of the definitions of a module, made on several threads
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: slice_threads [FILE…]. Not a Criterion test, so that ThreadSanitizer can watch.
 */
#include "bitleap.h"
#include "support/corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <xxhash.h>

enum {
    N_THREADS = 4,
    MOST_SLICES = 64
};

struct slicing {
    const char *path;
    const struct bl_stream *stream; /* which all share */
    uint64_t hashes[MOST_SLICES];   /* by value */
};

static void expect(bool holds, const char *path, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "slice_threads: %s: %s\n", path, what);
    exit(1);
}

/* A bl_job_fn, with a module of its own. */
static int slice(void *context, unsigned thread, uint64_t value)
{
    struct slicing *s = context;
    struct bl_index *index = NULL;
    struct bl_module *module = NULL;
    struct bl_slice *slice = NULL;
    struct bl_global global;
    struct bl_view bytes = {0};
    uint32_t n = 0;
    (void)thread;
    expect(bl_index_open(&index, s->stream, NULL) == BL_OK &&
               bl_module_open(&module, index, bl_module_next(index, BL_NONE), NULL) == BL_OK &&
               bl_module_count(module, &n, NULL) == BL_OK,
           s->path, "no module");
    s->hashes[value] = 0;
    if (value < n && bl_module_global(module, (uint32_t)value, &global, NULL) == BL_OK &&
        !global.is_declaration) {
        expect(bl_slice_open(&slice, module, 0, NULL) == BL_OK &&
                   bl_slice_add(slice, (uint32_t)value, NULL) == BL_OK &&
                   bl_slice_make(slice, &bytes, NULL, NULL) == BL_OK &&
                   bl_slice_check(slice, NULL) == BL_OK,
               s->path, "no slice");
        s->hashes[value] = XXH64(bytes.data, bytes.size, 0);
        bl_slice_close(slice);
    }
    bl_module_close(module);
    bl_index_close(index);
    return BL_OK;
}

static void check(const char *path)
{
    struct bl_file *file;
    struct bl_stream stream;
    struct slicing alone = {.path = path, .stream = &stream};
    struct slicing together = {.path = path, .stream = &stream};
    bool is_any = false;
    expect(bl_file_open(&file, path, 0, NULL) == BL_OK &&
               bl_stream_locate(bl_file_view(file), &stream, NULL) == BL_OK,
           path, "cannot be opened");
    expect(bl_parallel(1, MOST_SLICES, 0, slice, NULL, &alone) == BL_OK &&
               bl_parallel(N_THREADS, MOST_SLICES, 0, slice, NULL, &together) == BL_OK,
           path, "jobs fail");
    for (int i = 0; i < MOST_SLICES; i++) {
        expect(alone.hashes[i] == together.hashes[i], path, "another slice on threads");
        is_any |= alone.hashes[i] != 0;
    }
    expect(is_any, path, "nothing has been sliced");
    bl_file_close(file);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"cxx-g-O2.clang22.bc", "cxx-g-O2.clang14.bc",
                                        "thin-b.clang22.bc", "uses.llvm22.bc"};
    check_files(argc, argv, names, sizeof names / sizeof *names, check);
    return 0;
}
