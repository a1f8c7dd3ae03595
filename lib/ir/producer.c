/* ir/producer.c - who wrote a stream
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * LLVMBitCodes.h: IDENTIFICATION_BLOCK_ID, IDENTIFICATION_CODE_STRING.
 */
#include "bitleap.h"

enum {
    IDENTIFICATION_BLOCK = 13,
    IDENTIFICATION_STRING = 1
};

static size_t copy_text(const struct bl_record *rec, char *text, size_t size)
{
    size_t n = 0;
    for (; n < rec->n_ops && n + 1 < size; n++)
        text[n] = (char)(uint8_t)rec->ops[n];
    if (size)
        text[n] = '\0';
    return n;
}

size_t bl_stream_producer(const struct bl_stream *stream, char *text, size_t size)
{
    struct bl_walk *walk;
    struct bl_event event;
    size_t n = 0;
    if (size)
        text[0] = '\0';
    if (stream->kind != BL_STREAM_LLVM_IR || bl_walk_open(&walk, stream, 0, NULL, NULL) < 0)
        return 0;
    while (n == 0 && bl_walk_next(walk, &event, NULL) > 0 &&
           event.block->block_id == IDENTIFICATION_BLOCK && event.kind != BL_EVENT_BLOCK_END)
        if (event.kind == BL_EVENT_RECORD && event.code == IDENTIFICATION_STRING)
            n = copy_text(event.record, text, size);
    bl_walk_close(walk);
    return n;
}
