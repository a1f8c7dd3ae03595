/* search/search_leaf.c - the streams in a range of bytes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One range of bytes may hold several streams with zeros between them: a linker merges sections.
 * Where one ends is found by leaping over its top-level blocks.
 */
#include "base/view.h"
#include "format/hint.h"
#include "format/section.h"
#include "search/search_state.h"
#include "stream/cursor.h"

#include <string.h>

/* Where the top-level blocks of STREAM end, in bytes. */
static uint64_t extent_of(const struct bl_stream *stream)
{
    struct bl_cursor cursor;
    struct bl_entry entry;
    bl_cursor_at_top(&cursor, stream, true);
    int rc;
    while ((rc = bl_cursor_next(&cursor, &entry)) > 0)
        ;
    /* A failure is at the first entry that is no block. */
    uint64_t end = rc < 0 ? cursor.entry_pos : cursor.bits.pos;
    bl_cursor_release(&cursor);
    return (end + 7) / 8;
}

uint64_t bl_search_skip_zeros(struct bl_view bytes, uint64_t at)
{
    uint64_t end = bytes.size - at < BL_MOST_ZEROS ? bytes.size : at + BL_MOST_ZEROS;
    while (at < end && bytes.data[at] == 0)
        at++;
    return at;
}

bool bl_search_is_blank(struct bl_view bytes)
{
    uint64_t first = bl_search_skip_zeros(bytes, 0);
    return first == bytes.size || first == BL_MOST_ZEROS;
}

bool bl_search_is_stream(struct bl_view bytes)
{
    struct bl_stream stream;
    int status = bl_stream_at(bytes, &stream, NULL);
    return stream.wrapper.magic != 0 || (status == BL_OK && stream.kind != BL_STREAM_UNKNOWN);
}

/* Offset of the first stream at END or after zeros there, and maybe its length, which may begin
 * with zeros; 0: there is none. */
static uint64_t next_stream(struct bl_view bytes, uint64_t end)
{
    uint64_t next = bl_search_skip_zeros(bytes, end);
    if (next < bytes.size && bl_search_is_stream(bl_view_from(bytes, next)))
        return next;
    uint64_t n_zeros = next - end < sizeof(uint64_t) ? next - end : sizeof(uint64_t) - 1;
    for (uint64_t at = next - n_zeros; at <= next; at++) {
        size_t before = bl_section_bitcode_at(bl_view_from(bytes, at));
        if (before != SIZE_MAX)
            return at + before;
    }
    return 0;
}

/* Whether the bytes after END fill a member of Darwin's archives to a multiple of eight: llvm-ar
 * counts that as the member's, in the archive and in the file that it extracts. */
static bool is_filled(struct bl_view bytes, uint64_t end)
{
    static const char line_feeds[] = "\n\n\n\n\n\n\n";
    uint64_t n = bytes.size - end;
    return end < bytes.size && n < sizeof line_feeds && bytes.size % 8 == 0 &&
           memcmp(bytes.data + end, line_feeds, (size_t)n) == 0;
}

/* Bytes of the located stream, with its wrapper, among others. */
static uint64_t size_among_others(const struct bl_stream *stream)
{
    return stream->wrapper.magic ? stream->file_offset + stream->wrapper.size : extent_of(stream);
}

/* The stream's bytes with its wrapper's header before them. */
static struct bl_view wrapped(const struct bl_stream *stream)
{
    size_t n = stream->wrapper.magic ? stream->wrapper.offset : 0;
    return (struct bl_view){.data = stream->bytes.data - n, .size = stream->bytes.size + n};
}

void bl_search_begin_leaf(struct bl_search *s, struct bl_view bytes, uint64_t file_offset,
                          uint32_t path_size)
{
    uint64_t first = next_stream(bytes, 0);
    s->leaf = (struct leaf){
        .bytes = bytes,
        .file_offset = file_offset,
        .at = first,
        .path_size = path_size,
        .active = true,
    };
}

int bl_search_read_stream(struct bl_search *s, struct bl_found *found, struct bl_error *err)
{
    struct leaf *leaf = &s->leaf;
    uint64_t begin = leaf->at;
    uint32_t path_size = leaf->path_size;
    int status = bl_stream_at(bl_view_from(leaf->bytes, begin), &found->stream, err);
    leaf->active = false;
    if (status == BL_OK) {
        uint64_t end = begin + size_among_others(&found->stream);
        leaf->at = next_stream(leaf->bytes, end);
        leaf->active = leaf->at > 0;
        bool is_last = leaf->n > 0 && !leaf->active &&
                       bl_search_skip_zeros(leaf->bytes, end) == leaf->bytes.size;
        if (!found->stream.wrapper.magic &&
            (leaf->active || is_last || is_filled(leaf->bytes, end)))
            found->stream.bytes.size = (size_t)(end - begin);
    }
    if (leaf->active || leaf->n > 0) {
        bl_search_put_number(s, &path_size, '[', ++leaf->n);
        bl_search_put(s, &path_size, "]", 1);
    }
    found->stream.file_offset += leaf->file_offset + begin;
    bool is_all = !leaf->active && leaf->n == 0 && bl_search_skip_zeros(leaf->bytes, 0) >= begin;
    found->whole = is_all ? leaf->bytes : wrapped(&found->stream);
    if (s->n_levels > 0) {
        const struct open_container *level = &s->levels[s->n_levels - 1];
        found->container = bl_container_name(level->container.kind);
        if (leaf->has_commands && leaf->n == 0)
            found->command_line = level->commands;
        found->command_line_unclear =
            leaf->has_commands && level->n_commands > 0 && !found->command_line.size;
    }
    s->path[path_size] = '\0';
    bool is_within = bl_search_is_within(s);
    s->n_found += is_within;
    s->n_known += is_within && found->stream.kind != BL_STREAM_UNKNOWN;
    return status < 0 ? bl_search_fail_in_file(err, status, leaf->file_offset + begin) : 1;
}

enum { /* blocks that IR begins with */
    MODULE = 8,
    IDENTIFICATION = 13,
};

/* Whether BYTES, which begin with the magic number of bitcode, go on with one of its blocks. */
static bool begins_module(struct bl_view bytes)
{
    struct bl_stream stream;
    struct bl_cursor cursor;
    struct bl_entry entry;
    if (bl_stream_at(bytes, &stream, NULL) < 0 || stream.kind != BL_STREAM_LLVM_IR)
        return false;
    bl_cursor_at_top(&cursor, &stream, true);
    bool fits = bl_cursor_next(&cursor, &entry) > 0 && entry.kind == BL_ENTRY_BLOCK &&
                entry.block.body_pos / 32 + entry.block.n_words <= stream.bytes.size / 4;
    bl_cursor_release(&cursor);
    return fits && (entry.block.block_id == MODULE || entry.block.block_id == IDENTIFICATION);
}

bool bl_search_strays(const struct bl_search *s, struct bl_error *err)
{
    static const char magic[] = {'B', 'C', '\xC0', '\xDE'};
    struct bl_view rest = s->at_path;
    const uint8_t *at;
    if (s->n_known > 0 || (s->hint && !s->is_container))
        return false;
    while (rest.size > 0 && (at = memmem(rest.data, rest.size, magic, sizeof magic))) {
        rest = bl_view_from(rest, (uint64_t)(at - rest.data));
        if (begins_module(rest)) {
            (void)bl_fail_at(err, BL_E_UNSUPPORTED,
                             "bytes here look like bitcode, but no part that is known begins "
                             "here: cut them out to read them",
                             (s->at_path_offset + (uint64_t)(at - s->at_path.data)) * 8);
            return true;
        }
        rest = bl_view_from(rest, 1);
    }
    return false;
}
