/* fuzz_verify.c - verify any bytes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: a problem lies in the stream and in the blocks of its path, and can be said in words;
 * problems are counted; the answer does not depend on who listens; and what has no problem, a
 * strict walk reads to its end.
 */
#include "bitleap.h"
#include "fuzz/mutator.h"

struct listener {
    const struct bl_stream *stream;
    uint64_t n;
};

enum {
    MOST_IN_WORDS = 2 /* problems: for each an index is made */
};

static void count(void *context, const char *text, size_t size)
{
    (void)text;
    *(size_t *)context += size;
}

static void listen(void *context, const struct bl_error *problem)
{
    struct listener *listener = context;
    listener->n++;
    REQUIRE(problem->status < 0 && problem->status != BL_E_NOMEM);
    REQUIRE(problem->what && problem->what[0]);
    REQUIRE(problem->has_pos && problem->bit_pos <= (uint64_t)listener->stream->bytes.size * 8);
    uint64_t around = 0;
    for (uint32_t i = 0; i < problem->depth && i < BL_ERROR_PATH_MAX; i++) {
        REQUIRE(problem->path[i].bit_pos >= around && problem->path[i].bit_pos <= problem->bit_pos);
        around = problem->path[i].bit_pos;
    }
    size_t length = 0;
    if (listener->n <= MOST_IN_WORDS)
        REQUIRE(bl_error_print(problem, listener->stream, count, &length) == BL_OK);
    REQUIRE(length <= BL_ERROR_TEXT_MAX);
}

static void require_strict_walk(const struct bl_stream *stream, const struct bl_verify_summary *sum)
{
    struct bl_walk *walk;
    struct bl_event event;
    uint64_t n_blocks = 0;
    uint64_t n_records = 0;
    int rc;
    REQUIRE(bl_walk_open(&walk, stream, 0, NULL, NULL) == BL_OK);
    while ((rc = bl_walk_next(walk, &event, NULL)) > 0) {
        n_blocks += event.kind == BL_EVENT_BLOCK;
        n_records += event.kind == BL_EVENT_RECORD;
    }
    REQUIRE(rc == 0);
    REQUIRE(n_blocks == sum->n_blocks && n_records == sum->n_records);
    bl_walk_close(walk);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_stream stream;
    if (bl_stream_locate((struct bl_view){.data = data, .size = size}, &stream, NULL) < 0)
        return 0;
    struct listener listener = {.stream = &stream};
    struct bl_verify_summary sum;
    struct bl_verify_summary again;
    int rc = bl_verify(&stream, listen, &listener, &sum, NULL);
    REQUIRE(rc == (listener.n > 0) && sum.n_problems == listener.n);
    REQUIRE(bl_verify(&stream, NULL, NULL, &again, NULL) == rc && again.n_problems == listener.n);
    if (rc == 0)
        require_strict_walk(&stream, &sum);
    return 0;
}
