/* search/wrapper.c - from a file's bytes to the stream in it: wrapper header and magic
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   byte  0       4        8       12     16
 *        +-------+--------+-------+------+---------+ - - +------------- - - +
 *        | magic | version| offset| size | cpu_type|     | stream, size bytes|
 *        +-------+--------+-------+------+---------+ - - +------------- - - +
 *                                                        ^ offset
 */
#include "base/load.h"
#include "bitleap_stream.h"
#include "format/container.h"
#include "format/hint.h"
#include "format/part.h"
#include "search/search.h"

#define WRAPPER_MAGIC 0x0B17C0DEu
#define WRAPPER_BYTES 20
#define MAGIC_BYTES 4

static const struct {
    uint8_t magic[MAGIC_BYTES];
    enum bl_stream_kind kind;
} magics[] = {
    {{'B', 'C', 0xC0, 0xDE}, BL_STREAM_LLVM_IR},
    {{'C', 'P', 'C', 'H'}, BL_STREAM_CLANG_AST},
    {{'D', 'I', 'A', 'G'}, BL_STREAM_DIAGNOSTICS},
    {{'R', 'M', 'R', 'K'}, BL_STREAM_REMARKS},
    {{0xE2, 0x9C, 0xA8, 0x0E}, BL_STREAM_SWIFT},
    {{0xE2, 0x9C, 0xA8, 0x07}, BL_STREAM_SWIFT_DOC},
    {{0xF0, 0x9F, 0x8F, 0x8E}, BL_STREAM_SWIFT_SOURCE_INFO},
};

const char *bl_stream_kind_name(unsigned kind)
{
    switch (kind) {
    case BL_STREAM_UNKNOWN: break;
    case BL_STREAM_LLVM_IR: return "LLVM IR";
    case BL_STREAM_CLANG_AST: return "Clang serialized AST";
    case BL_STREAM_DIAGNOSTICS: return "Clang serialized diagnostics";
    case BL_STREAM_REMARKS: return "LLVM remarks";
    case BL_STREAM_SWIFT: return "Swift module";
    case BL_STREAM_SWIFT_DOC: return "Swift documentation";
    case BL_STREAM_SWIFT_SOURCE_INFO: return "Swift source information";
    }
    return "unknown";
}

static enum bl_stream_kind kind_of_magic(const uint8_t *magic)
{
    for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++)
        if (memcmp(magic, magics[i].magic, MAGIC_BYTES) == 0)
            return magics[i].kind;
    return BL_STREAM_UNKNOWN;
}

static int unwrap(struct bl_view bytes, struct bl_stream *stream, struct bl_error *err)
{
    if (bytes.size < WRAPPER_BYTES)
        return bl_part_fail(err, "the file ends inside the wrapper header", bytes.size);
    struct bl_wrapper *w = &stream->wrapper;
    *w = (struct bl_wrapper){
        .magic = bl_load_le32(bytes.data),
        .version = bl_load_le32(bytes.data + 4),
        .offset = bl_load_le32(bytes.data + 8),
        .size = bl_load_le32(bytes.data + 12),
        .cpu_type = bl_load_le32(bytes.data + 16),
    };
    if (w->offset > bytes.size)
        return bl_part_fail(err, "the wrapper's offset lies outside the file", 8);
    if (w->size > bytes.size - w->offset)
        return bl_part_fail(err, "the wrapper's size reaches beyond the file", 12);
    stream->bytes = (struct bl_view){.data = bytes.data + w->offset, .size = w->size};
    stream->file_offset = w->offset;
    return BL_OK;
}

int bl_stream_at(struct bl_view bytes, struct bl_stream *stream, struct bl_error *err)
{
    *stream = (struct bl_stream){.bytes = bytes};
    if (bytes.size >= 4 && bl_load_le32(bytes.data) == WRAPPER_MAGIC) {
        int status = unwrap(bytes, stream, err);
        if (status < 0)
            return status;
    }
    if (stream->bytes.size < MAGIC_BYTES)
        return bl_fail_at(err, BL_E_TRUNCATED, "too short for a magic number", 0);
    stream->kind = kind_of_magic(stream->bytes.data);
    return BL_OK;
}

int bl_stream_locate(struct bl_view bytes, struct bl_stream *stream, struct bl_error *err)
{
    int status = bl_stream_at(bytes, stream, err);
    if (status < 0 || stream->kind != BL_STREAM_UNKNOWN || stream->wrapper.magic)
        return status;
    enum bl_container_kind container = bl_container_probe(bytes);
    const char *what = container ? bl_container_advice(container) : bl_format_hint(bytes);
    return what ? bl_fail(err, BL_E_CONTAINER, what) : BL_OK;
}
