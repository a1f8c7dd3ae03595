/* every_flip.c - every truncation and every single-bit flip of files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: every_flip [FILE…]; without files, three of corpora/small.
 *
 * The bytes end at a page that cannot be touched. Each variant is walked in strict, LLVM's and
 * recovering mode, indexed in full and verified, and its modules are read; this must end, without a
 * crash, in steps bounded by the number of bits. Prints how many variants there were and how they
 * ended. Meant for files of a few kilobytes, also under sanitizers.
 */
#include "support/guard.h"
#include "support/module_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct counts {
    unsigned long variants, located, walked_to_the_end, events, blocks, problems;
};

static void fail(const char *what)
{
    fprintf(stderr, "every_flip: %s\n", what);
    exit(1);
}

/* True where the walk came to the end of the stream without any failure. */
static bool walk(const struct bl_stream *stream, unsigned flags, struct counts *counts)
{
    struct bl_walk *walk;
    struct bl_event event;
    struct bl_error err;
    if (bl_walk_open(&walk, stream, flags, NULL, &err) < 0)
        fail(err.what);
    unsigned long n_left = stream->bytes.size * 8 * 3 + 16;
    bool good = true;
    int rc;
    while ((rc = bl_walk_next(walk, &event, &err)) != 0) {
        good = good && rc > 0;
        counts->events += rc > 0;
        if (rc < 0 && (!err.what || !err.what[0]))
            fail("a failure without a cause");
        if (rc < 0 && !(flags & BL_WALK_RECOVER))
            break;
        if (n_left-- == 0)
            fail("more events than bits");
    }
    bl_walk_close(walk);
    return good;
}

static void build_index(const struct bl_stream *stream, struct counts *counts)
{
    struct bl_index *index;
    struct bl_error err;
    if (bl_index_open(&index, stream, &err) < 0)
        fail(err.what);
    (void)bl_index_expand(index, BL_NONE, UINT32_MAX, &err);
    if (bl_index_count(index) > stream->bytes.size / 8)
        fail("more blocks than headers");
    counts->blocks += bl_index_count(index);
    bl_index_close(index);
}

static void count_problem(void *context, const struct bl_error *problem)
{
    struct counts *counts = context;
    (void)problem;
    counts->problems++;
}

static void try_bytes(struct bl_view bytes, struct counts *counts)
{
    struct bl_stream stream;
    struct bl_error err;
    counts->variants++;
    if (bl_stream_locate(bytes, &stream, &err) < 0)
        return;
    counts->located++;
    counts->walked_to_the_end += walk(&stream, 0, counts);
    (void)walk(&stream, BL_WALK_LLVM, counts);
    (void)walk(&stream, BL_WALK_RECOVER, counts);
    build_index(&stream, counts);
    const char *problem = module_check(bytes);
    if (problem)
        fail(problem);
    struct bl_verify_summary summary;
    if (bl_verify(&stream, count_problem, counts, &summary, NULL) < 0)
        fail("verifying failed");
}

static void try_all(struct bl_view good, struct counts *counts)
{
    for (size_t size = 0; size <= good.size; size++) {
        struct guard guard = guard_copy((struct bl_view){.data = good.data, .size = size});
        try_bytes(guard.bytes, counts);
        guard_release(&guard);
    }
    struct guard guard = guard_copy(good);
    for (size_t bit = 0; bit < good.size * 8; bit++) {
        uint8_t mask = (uint8_t)(1 << bit % 8);
        guard.data[bit / 8] ^= mask;
        try_bytes(guard.bytes, counts);
        guard.data[bit / 8] ^= mask;
    }
    guard_release(&guard);
}

static bool try_file(const char *path)
{
    struct bl_file *file;
    struct bl_error err;
    struct counts counts = {0};
    if (bl_file_open(&file, path, BL_OPEN_COPY, &err) < 0) {
        fprintf(stderr, "%s: %s\n", path, err.what);
        return false;
    }
    clock_t start = clock();
    try_all(bl_file_view(file), &counts);
    printf("%s: %zu bytes, %lu variants, %lu with a stream, %lu read to the end, %lu events, "
           "%lu blocks, %lu problems, %.1f s\n",
           path, bl_file_view(file).size, counts.variants, counts.located, counts.walked_to_the_end,
           counts.events, counts.blocks, counts.problems,
           (double)(clock() - start) / CLOCKS_PER_SEC);
    fflush(stdout);
    bl_file_close(file);
    return true;
}

int main(int argc, char **argv)
{
    /* IR of an old and a new version, and a stream that is no IR. */
    static const char *const usual[] = {"corpora/small/bundles.llvm13.bc",
                                        "corpora/small/index.llvm22.bc",
                                        "corpora/small/errors.clang19.dia"};
    int n = argc > 1 ? argc - 1 : (int)(sizeof usual / sizeof usual[0]);
    for (int i = 0; i < n; i++)
        if (!try_file(argc > 1 ? argv[i + 1] : usual[i]))
            return 1;
    return 0;
}
