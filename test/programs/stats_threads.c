/* stats_threads.c - one thread and several count the same in a large stream
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: stats_threads. Not a Criterion test, so that ThreadSanitizer can watch. The stream is two
 * modules with many blocks of random contents, and one large block of records alone.
 */
#include "support/build.h"
#include "support/stats_check.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    MODULE = 8,
    CONSTANTS = 11,
    FUNCTION = 12,
    N_FUNCTIONS = 700
};

static uint64_t state = 1;

/* Below LIMIT. */
static uint64_t any(uint64_t limit)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (state >> 33) % limit;
}

/* Mostly small, sometimes of up to 64 bits. */
static uint64_t any_value(void)
{
    uint64_t bits = any(8) ? any(12) : any(64);
    return (any(UINT64_C(1) << 31) << 33 | any(UINT64_C(1) << 31)) >> (63 - bits);
}

static void write_record(struct bl_writer *w)
{
    uint64_t ops[40];
    size_t n = any(8) ? any(9) : any(40);
    for (size_t i = 0; i < n; i++)
        ops[i] = any_value();
    bl_writer_record(w, (uint32_t)(any(50) ? any(64) : any(3000)), ops, n);
}

static void write_abbreviated(struct bl_writer *w)
{
    switch (any(6)) {
    case 0: bl_writer_abbreviated(w, 4, 20, BUILD_OPS(any_value(), any(256), any(50)), NULL); break;
    case 1: bl_writer_abbreviated(w, 5, 10, NULL, 0, NULL); break;
    case 2:
        bl_writer_abbreviated(w, 6, 43, BUILD_OPS(any(2), any_value(), any(90), any(90)), NULL);
        break;
    case 3:
        bl_writer_abbreviated(w, 8, 2, BUILD_OPS(any_value(), any_value(), any(16)), NULL);
        break;
    case 4:
        bl_writer_abbreviated(
            w, 9, 7, BUILD_OPS(any(2), any_value(), any(300), any_value(), any_value(), any(2)),
            NULL);
        break;
    default: bl_writer_abbreviated(w, 7, 8, BUILD_OPS(any(128), any(128), any(128)), NULL); break;
    }
}

static void write_info(struct bl_writer *w)
{
    bl_writer_enter(w, BUILD_BLOCKINFO, 2);
    bl_writer_set_block(w, FUNCTION);
    BUILD_DEFINE(w, LIT(20), VBR(6), FIXED(8), VBR(4));
    BUILD_DEFINE(w, LIT(10));
    BUILD_DEFINE(w, LIT(43), FIXED(1), ARRAY, VBR(6));
    BUILD_DEFINE(w, LIT(8), ARRAY, FIXED(7));
    BUILD_DEFINE(w, LIT(2), VBR(6), VBR(6), FIXED(4));
    BUILD_DEFINE(w, LIT(7), FIXED(1), VBR(6), VBR(8), VBR(6), VBR(6), FIXED(1));
    bl_writer_exit(w);
}

static void write_constants(struct bl_writer *w)
{
    bl_writer_enter(w, CONSTANTS, 4);
    uint32_t id = BUILD_DEFINE(w, LIT(4), VBR(8));
    for (uint64_t n = any(20); n > 0; n--)
        bl_writer_abbreviated(w, id, 4, BUILD_OPS(any_value()), NULL);
    write_record(w);
    bl_writer_exit(w);
}

static void write_function(struct bl_writer *w, unsigned depth)
{
    bl_writer_enter(w, FUNCTION, 4);
    write_record(w);
    if (any(2))
        write_constants(w);
    for (uint64_t n = any(60); n > 0; n--)
        if (any(2))
            write_record(w);
        else
            write_abbreviated(w);
    if (depth < 3 && any(3) == 0)
        write_function(w, depth + 1);
    bl_writer_exit(w);
}

static void write_module(struct bl_writer *w)
{
    bl_writer_enter(w, MODULE, 3);
    write_record(w);
    write_info(w);
    for (unsigned i = 0; i < N_FUNCTIONS; i++) {
        write_function(w, 0);
        if (any(4) == 0)
            write_record(w);
    }
    bl_writer_enter(w, CONSTANTS, 5);
    for (unsigned i = 0; i < 20000; i++)
        write_record(w);
    bl_writer_exit(w);
    bl_writer_exit(w);
}

int main(void)
{
    struct bl_writer *w = build_begin();
    write_module(w);
    write_module(w);
    struct bl_stream stream = build_stream(w);
    const char *problem = stats_check(&stream, NULL);
    printf("%zu bytes\n", stream.bytes.size);
    bl_writer_close(w);
    if (!problem)
        return 0;
    fprintf(stderr, "stats_threads: %s\n", problem);
    return 1;
}
