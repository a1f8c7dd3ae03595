/* ir/producer.c - who wrote a stream
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/status.h"
#include "bitleap_walk.h"
#include "ir/module.h"

#include <limits.h>
#include <string.h>

/* As snprintf(). */
static int copy_text(const struct bl_record *rec, char *text, size_t size)
{
    size_t n = 0;
    for (; n < rec->n_ops && n + 1 < size; n++)
        text[n] = (char)(uint8_t)rec->ops[n];
    if (size)
        text[n] = '\0';
    return rec->n_ops < INT_MAX ? (int)rec->n_ops : INT_MAX;
}

int bl_stream_producer(const struct bl_stream *stream, char *text, size_t size,
                       struct bl_error *err)
{
    struct bl_walk *walk;
    struct bl_event event;
    int n = 0;
    if (size)
        text[0] = '\0';
    if (stream->kind != BL_STREAM_LLVM_IR)
        return 0;
    int rc = bl_walk_open(&walk, stream, 0, NULL, NULL);
    while (n == 0 && rc >= 0 && (rc = bl_walk_next(walk, &event, NULL)) > 0 &&
           event.block->block_id == BL_BLOCK_IDENTIFICATION && event.kind != BL_EVENT_BLOCK_END)
        if (event.kind == BL_EVENT_RECORD && event.code == BL_CODE_IDENTIFICATION_STRING)
            n = copy_text(event.record, text, size);
    bl_walk_close(walk);
    return rc == BL_E_NOMEM ? bl_fail(err, rc, "no memory for the producer") : n;
}

/* "LLVM19.1.7" */
static unsigned version_of(const struct bl_record *rec)
{
    static const char prefix[] = "LLVM";
    char text[16];
    unsigned version = 0;
    size_t at = sizeof prefix - 1;
    if (copy_text(rec, text, sizeof text) < (int)at || memcmp(text, prefix, at) != 0)
        return 0;
    for (; text[at] >= '0' && text[at] <= '9' && version < 1000; at++)
        version = version * 10 + (unsigned)(text[at] - '0');
    return version;
}

/* 0: not known. Without memory that is noted. */
static unsigned read_version(struct bl_module *m)
{
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    unsigned version = 0;
    uint32_t before = m->block - 1;
    if (m->block == 0 || bl_index_get(m->index, before).block.block_id != BL_BLOCK_IDENTIFICATION ||
        bl_module_note(m, bl_index_cursor(m->index, before, &cursor, NULL)) < 0)
        return 0;
    while (version == 0 && bl_cursor_read_next(&cursor, &rec) > 0)
        if (rec.code == BL_CODE_IDENTIFICATION_STRING)
            version = version_of(&rec);
    (void)bl_module_note(m, cursor.status);
    m->llvm_is_read = cursor.status != BL_E_NOMEM;
    bl_record_release(&rec);
    bl_cursor_release(&cursor);
    return version;
}

unsigned bl_module_llvm(struct bl_module *module)
{
    if (!module->llvm_is_read)
        module->llvm = read_version(module);
    return module->llvm;
}
