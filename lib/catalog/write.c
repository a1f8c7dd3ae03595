/* catalog/write.c - a catalog becomes an index file
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "base/status.h"
#include "base/store.h"
#include "catalog/chunk.h"
#include "catalog/replace.h"
#include "catalog/sources.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>
#include <xxhash.h>

/* ---- The head ---- */

/* Header, table and sums. */
struct head {
    uint8_t *bytes;
    size_t size;
    uint32_t n_chunks;
    uint64_t file_size;
};

static struct head plan_head(const struct bl_catalog *c)
{
    struct head head = {.n_chunks = bl_blx_n_chunks(c->parts)};
    uint64_t n_pages = 0;
    for (uint32_t i = 0; i < head.n_chunks; i++)
        n_pages += bl_blx_n_pages(c->chunks[i].size);
    head.size = sizeof(struct bl_blx_header) + head.n_chunks * sizeof(struct bl_blx_entry) +
                (size_t)n_pages * 8;
    head.file_size = head.size;
    for (uint32_t i = 0; i < head.n_chunks; i++)
        head.file_size = bl_blx_align(head.file_size) + c->chunks[i].size;
    return head;
}

/* The sums of a chunk's pages to SUMS; how many bytes that is. */
static size_t put_sums(uint8_t *sums, const struct bl_chunk *chunk)
{
    size_t n_pages = (size_t)bl_blx_n_pages(chunk->size);
    for (size_t page = 0; page < n_pages; page++) {
        uint64_t at = (uint64_t)page * BL_BLX_PAGE_BYTES;
        uint64_t left = chunk->size - at;
        size_t size = left < BL_BLX_PAGE_BYTES ? (size_t)left : BL_BLX_PAGE_BYTES;
        bl_store_le64(sums + page * 8, XXH3_64bits(chunk->data + at, size));
    }
    return n_pages * 8;
}

/* Entries and sums of all chunks. */
static void put_table(struct head *head, const struct bl_catalog *c)
{
    struct bl_blx_entry *entries =
        (struct bl_blx_entry *)(head->bytes + sizeof(struct bl_blx_header));
    uint8_t *sums = (uint8_t *)(entries + head->n_chunks);
    uint64_t offset = head->size;
    for (uint32_t i = 0; i < head->n_chunks; i++) {
        const struct bl_chunk *chunk = &c->chunks[i];
        size_t n_sums = put_sums(sums, chunk);
        offset = bl_blx_align(offset);
        memcpy(entries[i].name, bl_blx_name(i), sizeof entries[i].name);
        bl_store_le32(entries[i].record_bytes, bl_blx_record_bytes(i));
        bl_store_le64(entries[i].offset, offset);
        bl_store_le64(entries[i].size, chunk->size);
        bl_store_le64(entries[i].sum, XXH3_64bits(sums, n_sums));
        sums += n_sums;
        offset += chunk->size;
    }
    assert(sums == head->bytes + head->size && offset == head->file_size);
}

static void put_header(struct head *head, unsigned parts)
{
    struct bl_blx_header *header = (struct bl_blx_header *)head->bytes;
    memcpy(header->magic, BL_BLX_MAGIC, sizeof header->magic);
    bl_store_le32(header->version, BL_BLX_VERSION);
    bl_store_le32(header->parts, parts);
    bl_store_le32(header->n_chunks, head->n_chunks);
    bl_store_le32(header->page_bytes, BL_BLX_PAGE_BYTES);
    bl_store_le64(header->file_size, head->file_size);
    bl_store_le64(header->sum, bl_blx_sum_head(head->bytes, head->n_chunks));
}

/* ---- Chunks ---- */

static int write_chunks(struct bl_replacement *r, const struct bl_catalog *c,
                        const struct head *head, struct bl_error *err)
{
    static const uint8_t zeros[BL_BLX_CHUNK_ALIGN];
    uint64_t offset = head->size;
    for (uint32_t i = 0; i < head->n_chunks; i++) {
        const struct bl_chunk *chunk = &c->chunks[i];
        struct bl_view gap = {.data = zeros, .size = (size_t)(bl_blx_align(offset) - offset)};
        struct bl_view bytes = {.data = chunk->data, .size = (size_t)chunk->size};
        int status = bl_replacement_write(r, gap, err);
        if (status == BL_OK)
            status = bl_replacement_write(r, bytes, err);
        if (status < 0)
            return status;
        offset += gap.size + chunk->size;
    }
    return BL_OK;
}

static int write_file(const struct bl_catalog *c, const struct head *head, const char *path,
                      struct bl_error *err)
{
    struct bl_replacement r;
    struct bl_view bytes = {.data = head->bytes, .size = head->size};
    int status = bl_replacement_begin(&r, path, err);
    if (status < 0)
        return status;
    status = bl_replacement_write(&r, bytes, err);
    if (status == BL_OK)
        status = write_chunks(&r, c, head, err);
    if (status == BL_OK)
        status = bl_replacement_commit(&r, err);
    if (status < 0)
        bl_replacement_cancel(&r);
    return status;
}

/* ---- What can be written ---- */

/* No damage is to get new sums: pages of a catalog that was opened must be right. */
static int validate_chunks(const struct bl_catalog *c, struct bl_error *err)
{
    for (int i = 0; i < BL_BLX_N_CHUNKS; i++)
        if (!bl_catalog_bytes(c, (enum bl_blx_chunk)i, 0, c->chunks[i].size, err))
            return BL_E_CONTAINER;
    return BL_OK;
}

static int refuse_standard_input(const struct bl_catalog *c, struct bl_error *err)
{
    uint32_t n = bl_catalog_n_records(c, BL_BLX_SRCS);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_source source;
        int status = bl_catalog_source(c, i, &source, err);
        if (status < 0)
            return status;
        if (!bl_catalog_is_absolute(source.path, source.base))
            return bl_fail(err, BL_E_ARGUMENT,
                           "standard input cannot be read again: no index file can tell of it");
    }
    return BL_OK;
}

int bl_catalog_write(const struct bl_catalog *catalog, const char *path, struct bl_error *err)
{
    int status = validate_chunks(catalog, err);
    if (status == BL_OK)
        status = refuse_standard_input(catalog, err);
    if (status < 0)
        return status;
    struct head head = plan_head(catalog);
    head.bytes = bl_new(head.size);
    if (!head.bytes)
        return bl_fail(err, BL_E_NOMEM, "no memory");
    put_table(&head, catalog);
    put_header(&head, catalog->parts);
    status = write_file(catalog, &head, path, err);
    bl_drop(head.bytes);
    return status;
}
