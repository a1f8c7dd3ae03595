/* every_flip.c - every truncation and every single-bit flip of files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: every_flip [FILE…]; without one, the odd files of support/synthetic.h
 *
 * The bytes end at a page that cannot be touched. Each variant is walked in strict, LLVM's and
 * recovering mode and indexed in full; this must end, without a crash, in steps bounded by the number
 * of bits. Prints how many variants there were and how they ended. Meant for files of a few
 * kilobytes, also under sanitizers.
 */
#include "support/guard.h"
#include "support/synthetic.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Work grows with the square of the size. */
enum {
    MAX_ODD_FILE = 1024
};

struct counts {
    unsigned long variants, located, walked_to_the_end, events, blocks;
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
    (void)bl_index_expand(index, BL_NO_BLOCK, UINT32_MAX, &err);
    if (bl_index_count(index) > stream->bytes.size / 8)
        fail("more blocks than headers");
    counts->blocks += bl_index_count(index);
    bl_index_close(index);
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

static void print(const char *name, size_t size, const struct counts *counts, clock_t start)
{
    printf("%s: %zu bytes, %lu variants, %lu with a stream, %lu read to the end, %lu events, "
           "%lu blocks, %.1f s\n",
           name, size, counts->variants, counts->located, counts->walked_to_the_end, counts->events,
           counts->blocks, (double)(clock() - start) / CLOCKS_PER_SEC);
    fflush(stdout);
}

static void try_odd_file(void *context, const char *name, struct bl_view bytes)
{
    struct counts counts = {0};
    clock_t start = clock();
    (void)context;
    if (bytes.size > MAX_ODD_FILE)
        return;
    try_all(bytes, &counts);
    print(name, bytes.size, &counts, start);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        synthetic_files(try_odd_file, NULL);
    for (int i = 1; i < argc; i++) {
        struct bl_file *file;
        struct bl_error err;
        struct counts counts = {0};
        if (bl_file_open(&file, argv[i], BL_OPEN_COPY, &err) < 0) {
            fprintf(stderr, "%s: %s\n", argv[i], err.what);
            return 1;
        }
        clock_t start = clock();
        try_all(bl_file_view(file), &counts);
        print(argv[i], bl_file_view(file).size, &counts, start);
        bl_file_close(file);
    }
    return 0;
}
