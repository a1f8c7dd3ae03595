/* catalog/open.c - an index file becomes a catalog
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Validates the head: header, table, and the sums of each chunk's pages. Where chunks are follows
 * from their sizes alone, so an offset has one value that is right, and nothing can overlap. No
 * chunk is touched: opening costs the same for any number of symbols, except for eight bytes a
 * page.
 */
#include "base/grow.h"
#include "base/load.h"
#include "base/status.h"
#include "catalog/catalog.h"

#include <stddef.h>
#include <string.h>
#include <xxhash.h>

bool bl_catalog_is_index(struct bl_view bytes)
{
    return bytes.size >= sizeof BL_BLX_MAGIC &&
           memcmp(bytes.data, BL_BLX_MAGIC, sizeof BL_BLX_MAGIC) == 0;
}

/* ---- Header ---- */

static int fail_header(struct bl_error *err, const char *what, uint64_t offset)
{
    return bl_fail_at(err, BL_E_CONTAINER, what, offset * 8);
}

#define FAIL_FIELD(err, what, field) fail_header(err, what, offsetof(struct bl_blx_header, field))

static int fail_version(struct bl_error *err, uint32_t version)
{
#define READS ", this library reads version 4; bitleap index makes it anew"
    static const char *const texts[] = {
        "index file of version 0" READS,
        "index file of version 1" READS,
        "index file of version 2" READS,
        "index file of version 3" READS,
        "",
        "index file of version 5" READS,
        "index file of version 6" READS,
        "index file of version 7" READS,
        "index file of version 8" READS,
        "index file of version 9" READS,
    };
    const char *text = version < sizeof texts / sizeof texts[0]
                           ? texts[version]
                           : "index file of a version above 9" READS;
#undef READS
    return FAIL_FIELD(err, text, version);
}

/* Up to what says which bytes are the table, and whether these are as they were written. */
static int validate_sum(struct bl_view bytes, const struct bl_blx_header *header,
                        struct bl_error *err)
{
    if (!bl_catalog_is_index(bytes))
        return FAIL_FIELD(err, "not an index file", magic);
    if (bytes.size < sizeof *header)
        return fail_header(err, "header: the index file is cut off", bytes.size);
    uint32_t version = bl_load_le32(header->version);
    if (version != BL_BLX_VERSION)
        return fail_version(err, version);
    uint32_t n_chunks = bl_load_le32(header->n_chunks);
    if (n_chunks != BL_BLX_BLKS && n_chunks != BL_BLX_N_CHUNKS)
        return FAIL_FIELD(err, "header: a number of chunks that cannot be", n_chunks);
    if (bytes.size - sizeof *header < n_chunks * sizeof(struct bl_blx_entry))
        return fail_header(err, "header: the index file is cut off", bytes.size);
    if (bl_blx_sum_head(bytes.data, n_chunks) != bl_load_le64(header->sum))
        return FAIL_FIELD(err, "header: its checksum is wrong", sum);
    return BL_OK;
}

static int validate_header(struct bl_view bytes, const struct bl_blx_header *header,
                           struct bl_error *err)
{
    static const uint8_t zero[sizeof header->zero];
    int status = validate_sum(bytes, header, err);
    if (status < 0)
        return status;
    uint32_t parts = bl_load_le32(header->parts);
    if (parts & ~(unsigned)(BL_ALL_PARTS | BL_CATALOG_INCOMPLETE))
        return FAIL_FIELD(err, "header: parts that are not known", parts);
    if (bl_load_le32(header->n_chunks) != bl_blx_n_chunks(parts))
        return FAIL_FIELD(err, "header: not the chunks of its parts", n_chunks);
    if (bl_load_le32(header->page_bytes) != BL_BLX_PAGE_BYTES)
        return FAIL_FIELD(err, "header: pages of another size", page_bytes);
    if (memcmp(header->zero, zero, sizeof zero) != 0)
        return FAIL_FIELD(err, "header: what should be zero is not", zero);
    uint64_t size = bl_load_le64(header->file_size);
    if (size > bytes.size)
        return fail_header(err, "header: the index file is cut off", bytes.size);
    if (size < bytes.size)
        return fail_header(err, "header: something is after the end of the index file",
                           (size_t)size);
    return BL_OK;
}

/* ---- Chunks ---- */

/* Where in the file what comes next must be. */
struct place {
    struct bl_view bytes;
    uint64_t sums, chunk;
};

/* CHUNK as ENTRY describes it; the error's position is that of the entry. */
static int read_chunk_entry(struct bl_chunk *chunk, enum bl_blx_chunk kind,
                            const struct bl_blx_entry *entry, struct place *at,
                            enum bl_blx_fault *fault)
{
    *chunk = (struct bl_chunk){.size = bl_load_le64(entry->size)};
    uint64_t offset = bl_load_le64(entry->offset);
    *fault = BL_BLX_BAD_NAME;
    if (memcmp(entry->name, bl_blx_name(kind), sizeof entry->name) != 0)
        return BL_E_CONTAINER;
    *fault = BL_BLX_BAD_RECORD_BYTES;
    if (bl_load_le32(entry->record_bytes) != bl_blx_record_bytes(kind))
        return BL_E_CONTAINER;
    *fault = BL_BLX_BAD_SIZE;
    if (chunk->size % bl_blx_record_bytes(kind) != 0 || chunk->size > bl_blx_most_bytes(kind))
        return BL_E_CONTAINER;
    *fault = BL_BLX_BAD_OFFSET;
    if (offset != bl_blx_align(at->chunk) || offset > at->bytes.size)
        return BL_E_CONTAINER;
    *fault = BL_BLX_BAD_SIZE;
    if (chunk->size > at->bytes.size - offset)
        return BL_E_CONTAINER;
    chunk->data = at->bytes.data + offset;
    at->chunk = offset + chunk->size;
    chunk->sums = at->bytes.data + at->sums;
    size_t sums_size = (size_t)bl_blx_n_pages(chunk->size) * 8;
    at->sums += sums_size;
    *fault = BL_BLX_BAD_SUMS;
    return XXH3_64bits(chunk->sums, sums_size) == bl_load_le64(entry->sum) ? BL_OK : BL_E_CONTAINER;
}

/* The bytes of all sums; more than MOST where there cannot be as many. */
static uint64_t sums_bytes(const struct bl_blx_entry *table, uint32_t n_chunks, uint64_t most)
{
    uint64_t n_pages = 0;
    for (uint32_t i = 0; i < n_chunks; i++) {
        uint64_t size = bl_load_le64(table[i].size);
        if (size > most)
            return UINT64_MAX;
        n_pages += bl_blx_n_pages(size);
    }
    return n_pages * 8;
}

static int read_chunks(struct bl_catalog *c, struct bl_view bytes,
                       const struct bl_blx_header *header, struct bl_error *err)
{
    uint32_t n_chunks = bl_load_le32(header->n_chunks);
    const struct bl_blx_entry *table = (const struct bl_blx_entry *)(header + 1);
    struct place at = {.bytes = bytes,
                       .sums = sizeof *header + n_chunks * sizeof(struct bl_blx_entry)};
    uint64_t n_sums = sums_bytes(table, n_chunks, bytes.size);
    if (n_sums > bytes.size - at.sums)
        return fail_header(err, "header: chunks larger than the index file", sizeof *header);
    at.chunk = at.sums + n_sums;
    for (uint32_t i = 0; i < n_chunks; i++) {
        enum bl_blx_fault fault;
        if (read_chunk_entry(&c->chunks[i], (enum bl_blx_chunk)i, &table[i], &at, &fault) < 0)
            return fail_header(err, bl_blx_fault_text(i, fault),
                               sizeof *header + i * sizeof *table);
    }
    /* Empty ones have an address, too. */
    for (uint32_t i = n_chunks; i < BL_BLX_N_CHUNKS; i++)
        c->chunks[i].data = bytes.data + bytes.size;
    if (at.chunk != bytes.size)
        return fail_header(err, "header: something is after the last chunk", (size_t)at.chunk);
    return BL_OK;
}

/* How many records one chunk has may follow from another. */
static int validate_counts(const struct bl_catalog *c, struct bl_error *err)
{
    uint64_t n_symbols = bl_catalog_n_records(c, BL_BLX_SYMS);
    uint64_t n_named = c->parts & BL_CATALOG_SYMBOLS ? n_symbols : 0; /* in the table */
    if (bl_catalog_n_records(c, BL_BLX_HASH) != n_named)
        return bl_catalog_damage(c, BL_BLX_HASH, 0, BL_BLX_BAD_COUNT, err);
    /* FANO has 2^bits + 1 entries, or none where there are no symbols. */
    uint64_t n_entries = bl_catalog_n_records(c, BL_BLX_FANO);
    uint64_t n_buckets = n_entries ? n_entries - 1 : 0;
    if (n_entries ? n_buckets == 0 || (n_buckets & (n_buckets - 1)) != 0 : n_named > 0)
        return bl_catalog_damage(c, BL_BLX_FANO, 0, BL_BLX_BAD_COUNT, err);
    if (!(c->parts & BL_SYMBOL_PARTS) && n_symbols > 0)
        return bl_catalog_damage(c, BL_BLX_SYMS, 0, BL_BLX_BAD_COUNT, err);
    if (!(c->parts & BL_CATALOG_BODIES) && c->chunks[BL_BLX_BODY].size > 0)
        return bl_catalog_damage(c, BL_BLX_BODY, 0, BL_BLX_BAD_COUNT, err);
    return BL_OK;
}

/* ---- Catalogs ---- */

/* What a catalog has besides the file: little enough that the file bounds it. */
static int reserve(struct bl_catalog *c)
{
    for (int i = 0; i < BL_BLX_N_CHUNKS; i++) {
        size_t n_pages = (size_t)bl_blx_n_pages(c->chunks[i].size);
        if (n_pages > 0 && !(c->chunks[i].seen = bl_new(n_pages / BL_PAGES_A_BYTE + 1)))
            return BL_E_NOMEM;
    }
    return bl_catalog_new_sources(c);
}

static int fill(struct bl_catalog *c, struct bl_view bytes, struct bl_error *err)
{
    const struct bl_blx_header *header = (const struct bl_blx_header *)bytes.data;
    int status = validate_header(bytes, header, err);
    if (status < 0)
        return status;
    c->start = bytes.data;
    c->parts = bl_load_le32(header->parts);
    status = read_chunks(c, bytes, header, err);
    if (status == BL_OK)
        status = validate_counts(c, err);
    if (status == BL_OK && reserve(c) < 0)
        status = bl_fail(err, BL_E_NOMEM, "no memory for a catalog");
    return status;
}

int bl_catalog_open_bytes(struct bl_catalog **catalog, struct bl_view bytes, struct bl_error *err)
{
    *catalog = NULL;
    struct bl_catalog *c = bl_new(sizeof *c);
    if (!c)
        return bl_fail(err, BL_E_NOMEM, "no memory for a catalog");
    int status = fill(c, bytes, err);
    if (status < 0) {
        bl_catalog_close(c);
        return status;
    }
    *catalog = c;
    return BL_OK;
}

int bl_catalog_open(struct bl_catalog **catalog, const char *path, unsigned open_flags,
                    struct bl_error *err)
{
    struct bl_file *file;
    bool may_be_incomplete = open_flags & BL_OPEN_INCOMPLETE;
    *catalog = NULL;
    open_flags &= ~(unsigned)BL_OPEN_INCOMPLETE;
    int status = bl_file_open(&file, path, open_flags & ~(unsigned)BL_OPEN_KEEP, err);
    if (status < 0)
        return status;
    status = bl_catalog_open_bytes(catalog, bl_file_view(file), err);
    if (*catalog && (*catalog)->parts & BL_CATALOG_INCOMPLETE && !may_be_incomplete) {
        bl_catalog_close(*catalog);
        *catalog = NULL;
        status = bl_fail(err, BL_E_MISMATCH,
                         "an index file that is not complete: bitleap index --update goes on");
    }
    if (!*catalog) {
        bl_file_close(file);
        return status;
    }
    (*catalog)->file = file;
    (*catalog)->open_flags = open_flags;
    return BL_OK;
}
