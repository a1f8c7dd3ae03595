/* support/build.c - shorthand for writing test streams
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(bool condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "test stream: %s\n", what);
    abort();
}

struct bl_writer *build_begin(void)
{
    struct bl_writer *w;
    must(bl_writer_open(&w, NULL) == BL_OK, "no memory");
    bl_writer_magic(w, "BC\xC0\xDE");
    return w;
}

struct bl_view build_bytes(struct bl_writer *w)
{
    struct bl_view bytes;
    struct bl_error err = {0};
    must(bl_writer_finish(w, &bytes, &err) == BL_OK, err.what);
    return bytes;
}

struct bl_stream build_locate(struct bl_view bytes)
{
    struct bl_stream stream;
    struct bl_error err;
    must(bl_stream_locate(bytes, &stream, &err) == BL_OK, "no stream");
    return stream;
}

struct bl_stream build_stream(struct bl_writer *w)
{
    return build_locate(build_bytes(w));
}

uint64_t build_header(struct bl_writer *w, unsigned around, uint64_t block_id, uint64_t id_width,
                      uint32_t n_words)
{
    bl_writer_fixed(w, BUILD_ENTER_SUBBLOCK, around);
    bl_writer_vbr(w, block_id, 8);
    bl_writer_vbr(w, id_width, 4);
    bl_writer_align32(w);
    uint64_t length_pos = bl_writer_pos(w);
    bl_writer_fixed(w, n_words, 32);
    return length_pos;
}

void build_long_vbr(struct bl_writer *w, uint64_t value, unsigned width, unsigned n_chunks)
{
    uint64_t more = (uint64_t)1 << (width - 1);
    for (unsigned i = 1; i < n_chunks; i++) {
        bl_writer_fixed(w, (value & (more - 1)) | more, width);
        value >>= width - 1;
    }
    bl_writer_fixed(w, value & (more - 1), width);
}

void build_text_record(struct bl_writer *w, uint32_t code, const char *text)
{
    size_t n = strlen(text);
    uint64_t *ops = calloc(n + 1, sizeof *ops);
    must(ops != NULL, "no memory");
    for (size_t i = 0; i < n; i++)
        ops[i] = (uint8_t)text[i];
    bl_writer_record(w, code, ops, n);
    free(ops);
}

void build_alike(struct bl_writer *w, uint32_t code, uint64_t first, uint64_t fill, uint32_t n)
{
    struct bl_abbrev_op literals[1 + BUILD_ALIKE_OPS] = {LIT(code)};
    uint64_t ops[BUILD_ALIKE_OPS];
    for (size_t i = 0; i < BUILD_ALIKE_OPS; i++) {
        ops[i] = i == 0 ? first : fill;
        literals[1 + i] = (struct bl_abbrev_op)LIT(ops[i]);
    }
    uint32_t id = bl_writer_define(w, literals, 1 + BUILD_ALIKE_OPS);
    for (uint32_t i = 0; i < n; i++)
        bl_writer_abbreviated(w, id, code, ops, BUILD_ALIKE_OPS, NULL);
}
