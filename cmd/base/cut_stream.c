/* cmd/base/cut_stream.c - streams that end inside a block
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/cut_stream.h"

#include <inttypes.h>
#include <stdio.h>

/* The last block at the top level. */
static bool find_last(const struct bl_stream *stream, struct bl_block *block)
{
    struct bl_index *index;
    if (out_need(bl_index_open(&index, stream, NULL)) < 0)
        return false;
    uint32_t n = bl_index_count(index);
    if (n > 0)
        *block = bl_index_get(index, n - 1).block;
    bl_index_close(index);
    return n > 0;
}

/* The first bit after BLOCK, which is at the top level, where it ends whatever its length says; 0:
 * nowhere. */
static uint64_t find_end(const struct bl_stream *stream, const struct bl_block *block)
{
    struct bl_walk *walk;
    struct bl_event event;
    uint64_t end = 0;
    if (out_need(bl_walk_open(&walk, stream, BL_WALK_LLVM | BL_WALK_SKIP, NULL, NULL)) < 0)
        return 0;
    while (end == 0 && out_need(bl_walk_next(walk, &event, NULL)) > 0)
        if (event.kind == BL_EVENT_BLOCK_END && event.depth == 0 &&
            event.block->bit_pos == block->bit_pos)
            end = event.end_pos;
    bl_walk_close(walk);
    return end;
}

bool is_stream_cut(const struct bl_stream *stream, uint64_t *bit_pos, struct text *cause)
{
    struct bl_block block;
    uint64_t size = stream->bytes.size;
    if (!find_last(stream, &block))
        return false;
    *bit_pos = block.bit_pos;
    uint64_t first = block.bit_pos / 8;
    uint64_t length = block.body_pos / 8 + 4 * (uint64_t)block.n_words - first;
    if (length <= size - first)
        return false;
    char numbers[160];
    uint64_t end = find_end(stream, &block) / 8;
    text_put(cause, end ? "length of " : "file is cut off: ", end ? 10 : 17);
    bl_block_label_print(stream->kind, (struct bl_view){0}, BL_NONE, block.block_id, text_put,
                         cause);
    int n =
        end ? snprintf(numbers, sizeof numbers,
                       " is wrong: it says %" PRIu64 " bytes, but the block ends after %" PRIu64,
                       length, end - first)
            : snprintf(numbers, sizeof numbers,
                       " needs %" PRIu64 " bytes from byte %" PRIu64 ", %" PRIu64 " are there",
                       length, stream->file_offset + first, size - first);
    text_put(cause, numbers, (size_t)n + 1);
    return true;
}
