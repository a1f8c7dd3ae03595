/* catalog/chunk.c - the kinds of chunks, and what can be wrong with one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "catalog/catalog.h"

#include "base/status.h"
#include "catalog/hash.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>
#include <xxhash.h>

static const struct {
    const char *name;
    uint32_t record_bytes;
} kinds[BL_BLX_N_CHUNKS] = {
    [BL_BLX_STRS] = {"STRS", 1},
    [BL_BLX_INPT] = {"INPT", sizeof(struct bl_blx_input)},
    [BL_BLX_SRCS] = {"SRCS", sizeof(struct bl_blx_source)},
    [BL_BLX_PROB] = {"PROB", sizeof(struct bl_blx_problem)},
    [BL_BLX_STRM] = {"STRM", sizeof(struct bl_blx_stream)},
    [BL_BLX_MODS] = {"MODS", sizeof(struct bl_blx_module)},
    [BL_BLX_SYMS] = {"SYMS", sizeof(struct bl_blx_symbol)},
    [BL_BLX_FUNS] = {"FUNS", sizeof(struct bl_blx_function)},
    [BL_BLX_NAME] = {"NAME", 1},
    [BL_BLX_FANO] = {"FANO", 4},
    [BL_BLX_HASH] = {"HASH", 4},
    [BL_BLX_BLKS] = {"BLKS", sizeof(struct bl_blx_block)},
};

const char *bl_blx_name(enum bl_blx_chunk chunk)
{
    return kinds[chunk].name;
}

uint32_t bl_blx_record_bytes(enum bl_blx_chunk chunk)
{
    return kinds[chunk].record_bytes;
}

uint64_t bl_blx_most_bytes(enum bl_blx_chunk chunk)
{
    switch (chunk) {
    case BL_BLX_STRS: return (uint64_t)UINT32_MAX + 1;
    case BL_BLX_NAME: return (uint64_t)1 << BL_BLX_OFFSET_BITS;
    default: return (uint64_t)BL_NONE * kinds[chunk].record_bytes;
    }
}

uint32_t bl_blx_n_chunks(unsigned parts)
{
    return parts & BL_CATALOG_BLOCKS ? BL_BLX_N_CHUNKS : BL_BLX_BLKS;
}

uint64_t bl_blx_n_pages(uint64_t size)
{
    return size / BL_BLX_PAGE_BYTES + (size % BL_BLX_PAGE_BYTES != 0);
}

uint64_t bl_blx_sum_page(const struct bl_chunk *chunk, uint64_t page)
{
    uint64_t at = page * BL_BLX_PAGE_BYTES;
    uint64_t left = chunk->size - at;
    struct bl_view bytes = {.data = chunk->data + at,
                            .size = left < BL_BLX_PAGE_BYTES ? (size_t)left : BL_BLX_PAGE_BYTES};
    return bl_hash_best()->sum(bytes);
}

uint64_t bl_blx_align(uint64_t offset)
{
    return (offset + BL_BLX_CHUNK_ALIGN - 1) / BL_BLX_CHUNK_ALIGN * BL_BLX_CHUNK_ALIGN;
}

bool bl_blx_is_fanout(uint64_t n_entries, uint64_t n_symbols)
{
    if (n_entries == 0)
        return n_symbols == 0;
    uint64_t n_buckets = n_entries - 1;
    return n_buckets > 0 && (n_buckets & (n_buckets - 1)) == 0;
}

uint64_t bl_blx_sum_head(const uint8_t *head, uint32_t n_chunks)
{
    enum {
        BEFORE = offsetof(struct bl_blx_header, sum),
        ENTRY = sizeof(struct bl_blx_entry),
    };
    uint8_t bytes[BEFORE + BL_BLX_N_CHUNKS * ENTRY];
    size_t table = (size_t)n_chunks * ENTRY;
    assert(n_chunks <= BL_BLX_N_CHUNKS);
    memcpy(bytes, head, BEFORE);
    memcpy(bytes + BEFORE, head + sizeof(struct bl_blx_header), table);
    return XXH3_64bits(bytes, BEFORE + table);
}

/* A cause is one constant phrase, so there is one for each chunk. */
#define OF_EACH_CHUNK(text)                                                                     \
    {                                                                                           \
        "chunk STRS: " text, "chunk INPT: " text, "chunk SRCS: " text, "chunk PROB: " text,     \
            "chunk STRM: " text, "chunk MODS: " text, "chunk SYMS: " text, "chunk FUNS: " text, \
            "chunk NAME: " text, "chunk FANO: " text, "chunk HASH: " text, "chunk BLKS: " text, \
    }

static const char *const texts[BL_BLX_N_FAULTS][BL_BLX_N_CHUNKS] = {
    [BL_BLX_BAD_NAME] = OF_EACH_CHUNK("not in its place in the table"),
    [BL_BLX_BAD_RECORD_BYTES] = OF_EACH_CHUNK("records of another size"),
    [BL_BLX_BAD_OFFSET] = OF_EACH_CHUNK("does not begin behind the one before it"),
    [BL_BLX_BAD_SIZE] = OF_EACH_CHUNK("its size cannot be"),
    [BL_BLX_BAD_SUMS] = OF_EACH_CHUNK("the checksum of its checksums is wrong"),
    [BL_BLX_BAD_PAGE] = OF_EACH_CHUNK("the checksum of a page is wrong"),
    [BL_BLX_BAD_PADDING] = OF_EACH_CHUNK("what is in front of it is not zero"),
    [BL_BLX_BAD_COUNT] = OF_EACH_CHUNK("its size does not fit that of other chunks"),
    [BL_BLX_OUTSIDE] = OF_EACH_CHUNK("something is said to be behind its end"),
    [BL_BLX_BAD_NUMBER] = OF_EACH_CHUNK("the number of something that is not there"),
    [BL_BLX_BAD_VALUE] = OF_EACH_CHUNK("a value that is not known"),
    [BL_BLX_BAD_PATH] = OF_EACH_CHUNK("a path that cannot be"),
    [BL_BLX_BAD_ORDER] = OF_EACH_CHUNK("out of order"),
    [BL_BLX_BAD_HASH] = OF_EACH_CHUNK("a hash that is not that of its name"),
    [BL_BLX_CONTRADICTS] = OF_EACH_CHUNK("contradicts what it belongs to"),
};

const char *bl_blx_fault_text(enum bl_blx_chunk chunk, enum bl_blx_fault fault)
{
    return texts[fault][chunk];
}

int bl_catalog_damage(const struct bl_catalog *catalog, enum bl_blx_chunk chunk, uint64_t offset,
                      enum bl_blx_fault fault, struct bl_error *err)
{
    const char *what = bl_blx_fault_text(chunk, fault);
    const uint8_t *data = catalog->chunks[chunk].data;
    if (!catalog->start)
        return bl_fail(err, BL_E_CONTAINER, what);
    return bl_fail_at(err, BL_E_CONTAINER, what, ((uint64_t)(data - catalog->start) + offset) * 8);
}

int bl_catalog_bad_record(const struct bl_catalog *catalog, enum bl_blx_chunk chunk,
                          uint32_t number, enum bl_blx_fault fault, struct bl_error *err)
{
    uint64_t offset = (uint64_t)number * bl_blx_record_bytes(chunk);
    return bl_catalog_damage(catalog, chunk, offset, fault, err);
}
