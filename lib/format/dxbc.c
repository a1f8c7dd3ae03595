/* format/dxbc.c - bitcode in DirectX shader containers
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Written here because Debian has no library that reads them without all of LLVM. All
 * numbers are little-endian (llvm/BinaryFormat/DXContainer.h; document "DirectX Container").
 *
 *   byte 0      4       20        24          28         32
 *       +------+-------+---------+-----------+----------+----------------+ - -
 *       | DXBC | hash  | version | file size | n chunks | offset of each | …
 *       +------+-------+---------+-----------+----------+----------------+ - -
 *   a chunk:    name (4), size of what follows (4), …
 *   a program:  version and kind (4), size in words (4), DXIL (4), version (4), offset of the
 *               bitcode, counted from "DXIL" (4), its size (4), …
 */
#include "format/dxbc.h"

#include "base/load.h"
#include "base/view.h"
#include "format/section.h"

#include <string.h>

enum {
    HEADER_BYTES = 32,
    HEADER_FILE_SIZE = 24,
    HEADER_N_CHUNKS = 28,
    OFFSET_BYTES = 4,

    CHUNK_BYTES = 8,
    CHUNK_NAME = 4, /* bytes */
    CHUNK_SIZE = 4, /* offset */

    MOST_ZEROS = 4096, /* between containers */

    PROGRAM_BYTES = 24,
    PROGRAM_N_WORDS = 4,
    PROGRAM_MAGIC = 8,
    PROGRAM_OFFSET = 16,
    PROGRAM_SIZE = 20,
};

static const struct bl_section_name names[] = {
    {"DXIL", BL_PART_BITCODE},
    {"ILDB", BL_PART_BITCODE},
    {NULL, 0},
};

bool bl_dxbc_probe(struct bl_view bytes)
{
    return bytes.size >= 4 && memcmp(bytes.data, "DXBC", 4) == 0;
}

int bl_dxbc_open(struct bl_dxbc *it, struct bl_view bytes, struct bl_error *err)
{
    *it = (struct bl_dxbc){0};
    if (!bl_dxbc_probe(bytes))
        return bl_part_fail(err, "no DXBC magic", 0);
    if (bytes.size < HEADER_BYTES)
        return bl_part_fail(err, "the file ends inside the DXBC header", bytes.size);
    uint32_t size = bl_load_le32(bytes.data + HEADER_FILE_SIZE);
    uint32_t n_chunks = bl_load_le32(bytes.data + HEADER_N_CHUNKS);
    if (size < HEADER_BYTES || size > bytes.size)
        return bl_part_fail(err, "the container's size is not the file's", HEADER_FILE_SIZE);
    if (n_chunks > (size - HEADER_BYTES) / OFFSET_BYTES)
        return bl_part_fail(err, "the table of chunks reaches beyond the file", HEADER_N_CHUNKS);
    *it = (struct bl_dxbc){
        .bytes = {.data = bytes.data, .size = size}, .whole = bytes, .n_chunks = n_chunks};
    return BL_OK;
}

static bool is_program(struct bl_view content)
{
    return content.size >= PROGRAM_BYTES && memcmp(content.data + PROGRAM_MAGIC, "DXIL", 4) == 0;
}

/* From a chunk's content to the bitcode in it. CONTENT begins at byte POS of the container. */
static int read_program(struct bl_view content, uint64_t pos, struct bl_part *part,
                        struct bl_error *err)
{
    if (content.size < PROGRAM_BYTES)
        return bl_part_fail(err, "the chunk ends inside its program header", pos + content.size);
    if (!is_program(content))
        return bl_part_fail(err, "no DXIL magic in the program header", pos + PROGRAM_MAGIC);
    uint64_t n_bytes = (uint64_t)bl_load_le32(content.data + PROGRAM_N_WORDS) * 4;
    struct bl_view program;
    if (n_bytes < PROGRAM_BYTES || !bl_section_slice(content, 0, n_bytes, &program))
        return bl_part_fail(err, "the program's size is not the chunk's", pos + PROGRAM_N_WORDS);
    uint64_t offset = (uint64_t)bl_load_le32(content.data + PROGRAM_OFFSET) + PROGRAM_MAGIC;
    part->offset = pos + offset;
    part->size = bl_load_le32(content.data + PROGRAM_SIZE);
    if (offset > program.size)
        return bl_part_fail(err, "the bitcode's offset lies outside the program",
                            pos + PROGRAM_OFFSET);
    if (!bl_section_slice(program, offset, part->size, &part->bytes))
        return bl_part_fail(err, "the bitcode's size reaches beyond the program",
                            pos + PROGRAM_SIZE);
    return 1;
}

/* 1: chunk INDEX is a part, 0: it is none. */
static int read_chunk(const struct bl_dxbc *it, uint32_t index, struct bl_part *part,
                      struct bl_error *err)
{
    uint64_t entry = HEADER_BYTES + (uint64_t)index * OFFSET_BYTES;
    struct bl_view chunk;
    struct bl_view content;
    part->offset = bl_load_le32(it->bytes.data + entry);
    if (!bl_section_slice(it->bytes, part->offset, CHUNK_BYTES, &chunk))
        return bl_part_fail(err, "the chunk's offset lies outside the file", entry);
    part->size = bl_load_le32(chunk.data + CHUNK_SIZE);
    struct bl_view name = {.data = chunk.data, .size = CHUNK_NAME};
    bool is_known = bl_section_find(names, name, part);
    uint64_t size_pos = part->offset + CHUNK_SIZE;
    part->offset += CHUNK_BYTES;
    bool is_inside = bl_section_slice(it->bytes, part->offset, part->size, &content);
    if (!is_known && !(is_inside && is_program(content)))
        return is_inside && bl_section_sniff(content, name, part);
    if (!is_known) { /* STAT, and whatever comes */
        part->kind = BL_PART_BITCODE;
        part->name = name;
    }
    if (!is_inside)
        return bl_part_fail(err, "the chunk's size reaches beyond the file", size_pos);
    return read_program(content, part->offset, part, err);
}

/* Errors are counted from where BASE is. */
static int fail_after(struct bl_error *err, uint64_t base, int status)
{
    if (err && status < 0)
        err->bit_pos += base * 8;
    return status;
}

/* The container after this one. 1: it is open, 0: there is none. */
static int open_after(struct bl_dxbc *it, struct bl_error *err)
{
    struct bl_view whole = it->whole;
    uint64_t end = it->base + it->bytes.size;
    uint64_t base = end;
    while (base < whole.size && base - end < MOST_ZEROS && whole.data[base] == 0)
        base++;
    if (base == whole.size || !bl_dxbc_probe(bl_view_from(whole, base)))
        return 0;
    int status = bl_dxbc_open(it, bl_view_from(whole, base), err);
    if (status < 0) {
        *it = (struct bl_dxbc){0}; /* and nothing after it */
        return fail_after(err, base, status);
    }
    it->whole = whole;
    it->base = base;
    return 1;
}

/* The next chunk of this container. */
static int next_chunk(struct bl_dxbc *it, struct bl_part *part, struct bl_error *err)
{
    int rc = 0;
    while (rc == 0 && it->at < it->n_chunks) {
        *part = bl_section_blank(it->bytes);
        rc = read_chunk(it, it->at++, part, err);
    }
    return rc;
}

int bl_dxbc_next(struct bl_dxbc *it, struct bl_part *part, struct bl_error *err)
{
    int rc;
    while ((rc = next_chunk(it, part, err)) == 0) {
        *part = bl_section_blank(it->whole);
        rc = open_after(it, err);
        if (rc <= 0)
            return rc;
    }
    part->offset += it->base;
    return fail_after(err, it->base, rc);
}
