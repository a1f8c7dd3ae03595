/* format/msf.c - streams of PDB files, in which debug information of Microsoft's is kept
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The file is of blocks of one size ("The MSF File Format" in LLVM's manual). All numbers are
 * little-endian, of four bytes.
 *
 *   byte 0       32           36             40         44                  48       52
 *       +-------+------------+--------------+----------+-------------------+--------+-----------+
 *       | magic | block size | free blocks  | n blocks | directory's bytes | unused | its map   |
 *       +-------+------------+--------------+----------+-------------------+--------+-----------+
 *
 *   the map:        the number of each block of the directory, in one block
 *   the directory:  n streams, the size of each, and the numbers of their blocks, stream by stream
 */
#include "format/msf.h"

#include "base/load.h"
#include "base/view.h"
#include "format/section.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MAGIC                          \
    "Microsoft C/C++ MSF 7.00\r\n\x1A" \
    "DS\0\0"

enum {
    MAGIC_BYTES = 32, /* with the last zero */
    HEADER_BYTES = 56,
    BLOCK_BYTES_AT = 32,
    DIRECTORY_BYTES_AT = 44,
    MAP_AT = 52,
    LEAST_BLOCK = 512,
    MOST_BLOCK = 1 << 16,
    NO_BYTES = -1, /* the size of a stream that was deleted */
    WORD = 4,
};

_Static_assert(sizeof MAGIC == MAGIC_BYTES, "the magic with the zero that ends the text");

bool bl_msf_probe(struct bl_view bytes)
{
    return bytes.size >= MAGIC_BYTES && memcmp(bytes.data, MAGIC, MAGIC_BYTES) == 0;
}

/* The bytes of block NUMBER from byte AT of it on, as far as they are in the file. */
static struct bl_view in_block(const struct bl_msf *it, uint32_t number, uint32_t at)
{
    uint64_t from = (uint64_t)number * it->block_bytes + at;
    return from < it->bytes.size ? bl_view_from(it->bytes, from) : (struct bl_view){0};
}

/* Word NUMBER of the directory, which is below n_words. False: its block is not in the file. *AT is
 * where it is. */
static bool read_word(const struct bl_msf *it, uint32_t number, uint32_t *word, uint64_t *at)
{
    uint32_t byte = number * WORD;
    struct bl_view map = in_block(it, it->map_block, byte / it->block_bytes * WORD);
    *at = MAP_AT;
    if (map.size < WORD)
        return false;
    struct bl_view block = in_block(it, bl_load_le32(map.data), byte % it->block_bytes);
    *at = (uint64_t)(map.data - it->bytes.data);
    if (block.size < WORD)
        return false;
    *at = (uint64_t)(block.data - it->bytes.data);
    *word = bl_load_le32(block.data);
    return true;
}

int bl_msf_open(struct bl_msf *it, struct bl_view bytes, struct bl_error *err)
{
    uint64_t at;
    *it = (struct bl_msf){.bytes = bytes};
    if (!bl_msf_probe(bytes))
        return bl_part_fail(err, "no magic of a PDB file", 0);
    if (bytes.size < HEADER_BYTES)
        return bl_part_fail(err, "the file ends inside the header of a PDB file", bytes.size);
    it->block_bytes = bl_load_le32(bytes.data + BLOCK_BYTES_AT);
    it->map_block = bl_load_le32(bytes.data + MAP_AT);
    uint32_t n_bytes = bl_load_le32(bytes.data + DIRECTORY_BYTES_AT);
    if (it->block_bytes < LEAST_BLOCK || it->block_bytes > MOST_BLOCK ||
        (it->block_bytes & (it->block_bytes - 1)) != 0)
        return bl_part_fail(err, "the size of the PDB file's blocks is impossible", BLOCK_BYTES_AT);
    /* One block has the map. */
    uint64_t most = (uint64_t)(it->block_bytes / WORD) * it->block_bytes;
    if (n_bytes < WORD || n_bytes > bytes.size || n_bytes > most)
        return bl_part_fail(err, "the size of the PDB file's directory is impossible",
                            DIRECTORY_BYTES_AT);
    it->n_words = n_bytes / WORD;
    if (!read_word(it, 0, &it->n_streams, &at))
        return bl_part_fail(err, "the PDB file's directory lies outside the file", at);
    if (it->n_streams >= it->n_words)
        return bl_part_fail(err, "the PDB file's directory has no room for its streams", at);
    it->at = 1 + it->n_streams;
    return BL_OK;
}

/* No part comes after this failure. */
static int fail_for_good(struct bl_msf *it, const char *what, uint64_t at, struct bl_error *err)
{
    it->next = it->n_streams;
    return bl_part_fail(err, what, at);
}

/* Whether the N blocks of a stream, whose numbers begin at word AT, are in a row. */
static bool is_in_a_row(const struct bl_msf *it, uint32_t at, uint32_t n, uint32_t first)
{
    uint32_t number;
    uint64_t place;
    for (uint32_t i = 1; i < n; i++)
        if (!read_word(it, at + i, &number, &place) || number != first + i)
            return false;
    return true;
}

/* The next stream: 1 it is a part, 0 it is none. */
static int read_stream(struct bl_msf *it, struct bl_part *part, struct bl_error *err)
{
    uint32_t number = it->next++;
    uint32_t size, first;
    uint64_t at;
    if (!read_word(it, 1 + number, &size, &at))
        return fail_for_good(it, "the PDB file's directory lies outside the file", at, err);
    if (size == 0 || size == (uint32_t)NO_BYTES)
        return 0;
    uint32_t n_blocks = size / it->block_bytes + (size % it->block_bytes != 0);
    uint32_t list = it->at;
    if (n_blocks > it->n_words - list)
        return fail_for_good(it, "the PDB file's directory has not all blocks of a stream", at,
                             err);
    it->at += n_blocks;
    if (!read_word(it, list, &first, &at))
        return fail_for_good(it, "the PDB file's directory lies outside the file", at, err);
    struct bl_view contents = in_block(it, first, 0);
    (void)snprintf(it->name, sizeof it->name, "%" PRIu32, number);
    /* What is after the first block is not looked at. */
    if (contents.size > size)
        contents.size = size;
    if (!bl_section_sniff(contents, bl_view_of(it->name), part))
        return 0;
    part->name = bl_view_of(it->name);
    part->offset = (uint64_t)first * it->block_bytes;
    part->size = size;
    bool is_whole = contents.size == size && is_in_a_row(it, list, n_blocks, first);
    if (!is_whole)
        *part = bl_section_blank(it->bytes);
    return is_whole ? 1 : bl_part_pass(err, "a stream of the PDB file is not in one piece", at);
}

int bl_msf_next(struct bl_msf *it, struct bl_part *part, struct bl_error *err)
{
    int rc = 0;
    while (rc == 0 && it->next < it->n_streams) {
        *part = bl_section_blank(it->bytes);
        rc = read_stream(it, part, err);
    }
    return rc;
}
