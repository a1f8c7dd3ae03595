/* fuzz_rewriter.c - any stream written again, as it is and with changes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: without a change the bytes are the same; with changes of what a walk finds, what is
 * written can be read, and has as many records as it must have.
 */
#include "bitleap.h"
#include "fuzz/mutator.h"

#include <string.h>

enum {
    MAX_CHANGES = 8
};

/* What a walk finds. */
struct summary {
    uint64_t n_records, n_blocks;
    uint64_t records[MAX_CHANGES]; /* outside of BLOCKINFO, without blobs, some of them */
};

static bool summarize(const struct bl_stream *stream, struct summary *s)
{
    struct bl_walk *walk;
    struct bl_event event;
    struct bl_error err;
    uint64_t n_plain = 0;
    int rc;
    *s = (struct summary){0};
    if (bl_walk_open(&walk, stream, 0, NULL, &err) < 0)
        return false;
    while ((rc = bl_walk_next(walk, &event, &err)) > 0) {
        s->n_blocks += event.kind == BL_EVENT_BLOCK;
        if (event.kind != BL_EVENT_RECORD)
            continue;
        s->n_records++;
        uint32_t id = event.block->block_id;
        if (id != BL_BLOCK_BLOCKINFO && !event.record->has_blob)
            s->records[n_plain++ % MAX_CHANGES] = event.bit_pos;
    }
    bl_walk_close(walk);
    return rc == 0;
}

/* All pieces in one; *SIZE bytes. */
static uint8_t *join(struct bl_rewrite *rewrite, size_t *size)
{
    const struct bl_view *pieces;
    size_t n;
    uint64_t total;
    struct bl_error err;
    if (bl_rewrite_pieces(rewrite, &pieces, &n, &total, &err) < 0)
        return NULL;
    uint8_t *bytes = malloc((size_t)total + 1);
    REQUIRE(bytes);
    *size = 0;
    for (size_t i = 0; i < n; i++) {
        memcpy(bytes + *size, pieces[i].data, pieces[i].size);
        *size += pieces[i].size;
    }
    REQUIRE(*size == total);
    return bytes;
}

static void check_same(struct bl_rewrite *rewrite, struct bl_view file, bool is_whole)
{
    size_t size;
    uint8_t *bytes = join(rewrite, &size);
    REQUIRE(bytes || !is_whole);
    if (bytes)
        REQUIRE(size == file.size && memcmp(bytes, file.data, size) == 0);
    free(bytes);
}

/* Change what is at some of the records. */
static void check_changed(const struct bl_stream *stream, const struct summary *before)
{
    struct bl_rewrite *rewrite;
    struct bl_stream again = *stream;
    struct summary after;
    uint64_t n = before->n_records;
    const uint64_t ops[] = {1, 2, 300, 4};
    REQUIRE(bl_rewrite_open(&rewrite, stream, 0, NULL) == BL_OK);
    REQUIRE(bl_rewrite_hashes(rewrite, BL_HASH_KEEP, NULL) == BL_OK);
    for (int i = 0; i < MAX_CHANGES; i++) {
        struct bl_new_record record = {.code = (uint32_t)i, .ops = ops, .n_ops = (size_t)i % 5};
        uint64_t pos = before->records[i];
        if (!pos)
            continue;
        if (i % 3 == 0)
            REQUIRE(bl_rewrite_insert(rewrite, pos, &record, NULL) == BL_OK);
        else if (i % 3 == 1)
            REQUIRE(bl_rewrite_drop(rewrite, pos, NULL) == BL_OK);
        else
            REQUIRE(bl_rewrite_replace(rewrite, pos, &record, NULL) == BL_OK);
        n = n + (i % 3 == 0) - (i % 3 == 1);
    }
    size_t size;
    uint8_t *bytes = join(rewrite, &size);
    if (bytes) {
        again.bytes = (struct bl_view){bytes, size};
        REQUIRE(summarize(&again, &after));
        REQUIRE(after.n_records == n && after.n_blocks == before->n_blocks);
    }
    free(bytes);
    bl_rewrite_close(rewrite);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_view file = {data, size};
    struct bl_stream stream;
    struct bl_rewrite *rewrite;
    struct summary summary;
    if (bl_stream_locate(file, &stream, NULL) < 0)
        return 0;
    bool is_whole = summarize(&stream, &summary);
    REQUIRE(bl_rewrite_open(&rewrite, &stream, 0, NULL) == BL_OK);
    bl_rewrite_wrap(rewrite, file);
    check_same(rewrite, file, is_whole);
    bl_rewrite_close(rewrite);
    if (is_whole)
        check_changed(&stream, &summary);
    return 0;
}
