/* catalog/write.c - a catalog becomes an index file
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "base/parallel.h"
#include "base/status.h"
#include "base/store.h"
#include "catalog/catalog.h"
#include "catalog/replace.h"

#include <string.h>
#include <xxhash.h>

/* Header, table and sums. */
struct head {
    uint8_t *bytes;
    size_t size;
    uint32_t n_chunks;
    struct place {
        uint64_t offset; /* of the chunk in the file */
        size_t sums;     /* of its sums in the head */
    } places[BL_BLX_N_CHUNKS];
    uint64_t file_size;
};

struct writing {
    const struct bl_catalog *c;
    struct head head;
    struct bl_replacement r;
    struct bl_error *err;
    struct bl_error job_errors[2]; /* of two jobs at the same time */
};

/* ---- The head ---- */

static struct head plan_head(const struct bl_catalog *c)
{
    struct head head = {.n_chunks = bl_blx_n_chunks(c->parts)};
    head.size = sizeof(struct bl_blx_header) + head.n_chunks * sizeof(struct bl_blx_entry);
    for (uint32_t i = 0; i < head.n_chunks; i++) {
        head.places[i].sums = head.size;
        head.size += (size_t)bl_blx_n_pages(c->chunks[i].size) * 8;
    }
    head.file_size = head.size;
    for (uint32_t i = 0; i < head.n_chunks; i++) {
        head.places[i].offset = bl_blx_align(head.file_size);
        head.file_size = head.places[i].offset + c->chunks[i].size;
    }
    return head;
}

/* Entries of all chunks, whose sums are there. */
static void put_table(struct head *head, const struct bl_catalog *c)
{
    struct bl_blx_entry *entries =
        (struct bl_blx_entry *)(head->bytes + sizeof(struct bl_blx_header));
    for (uint32_t i = 0; i < head->n_chunks; i++) {
        const struct place *place = &head->places[i];
        size_t n_sums = (size_t)bl_blx_n_pages(c->chunks[i].size) * 8;
        memcpy(entries[i].name, bl_blx_name(i), sizeof entries[i].name);
        bl_store_le32(entries[i].record_bytes, bl_blx_record_bytes(i));
        bl_store_le64(entries[i].offset, place->offset);
        bl_store_le64(entries[i].size, c->chunks[i].size);
        bl_store_le64(entries[i].sum, XXH3_64bits(head->bytes + place->sums, n_sums));
    }
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

static int write_head(struct writing *w)
{
    put_table(&w->head, w->c);
    put_header(&w->head, w->c->parts);
    struct bl_view bytes = {.data = w->head.bytes, .size = w->head.size};
    return bl_replacement_write(&w->r, 0, bytes, w->err);
}

/* ---- Chunks ---- */

enum {
    PIECE_PAGES = 64 /* they are still near when they are written, after they have been summed */
};

/* The pages of chunk KIND from FIRST to before END. Their sums are put into the head. */
static int write_pages(struct writing *w, enum bl_blx_chunk kind, uint64_t first, uint64_t end,
                       struct bl_error *err)
{
    const struct bl_chunk *chunk = &w->c->chunks[kind];
    const struct place *place = &w->head.places[kind];
    uint64_t at = first * BL_BLX_PAGE_BYTES;
    uint64_t left = chunk->size - at;
    uint64_t most = (end - first) * BL_BLX_PAGE_BYTES;
    struct bl_view bytes = {.data = chunk->data + at, .size = (size_t)(left < most ? left : most)};
    for (uint64_t page = first; page < end; page++)
        bl_store_le64(w->head.bytes + place->sums + page * 8, bl_blx_sum_page(chunk, page));
    return bl_replacement_write(&w->r, place->offset + at, bytes, err);
}

static int write_chunk(struct writing *w, enum bl_blx_chunk kind, struct bl_error *err)
{
    uint64_t n_pages = bl_blx_n_pages(w->c->chunks[kind].size);
    int status = BL_OK;
    for (uint64_t first = 0; first < n_pages && status == BL_OK; first += PIECE_PAGES) {
        uint64_t left = n_pages - first;
        status =
            write_pages(w, kind, first, left < PIECE_PAGES ? n_pages : first + PIECE_PAGES, err);
    }
    return status;
}

static bool is_name_table(enum bl_blx_chunk kind)
{
    return kind == BL_BLX_FANO || kind == BL_BLX_HASH;
}

/* The chunks of the table of names, or all others. */
static int write_chunks(struct writing *w, bool of_names, struct bl_error *err)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < w->head.n_chunks && status == BL_OK; i++)
        if (is_name_table(i) == of_names)
            status = write_chunk(w, i, err);
    return status;
}

/* ---- All of it ---- */

/* Two jobs that are done at the same time: most of the file is written while names are
 * still being sorted. */
static int write_or_sort(void *context, unsigned thread, uint64_t job)
{
    struct writing *w = context;
    struct bl_error *err = &w->job_errors[job];
    (void)thread;
    return job == 0 ? write_chunks(w, false, err) : bl_catalog_need_name_table(w->c, err);
}

static int write_file(struct writing *w)
{
    int status = bl_parallel(w->c->n_threads > 1 ? 2 : 1, 2, 2, write_or_sort, NULL, w);
    if (status < 0) {
        if (w->err)
            *w->err = w->job_errors[w->job_errors[0].status < 0 ? 0 : 1];
        return status;
    }
    status = write_chunks(w, true, w->err);
    return status < 0 ? status : write_head(w);
}

/* Two jobs, again: while the disk works, what was read is given back. */
static int commit_or_rest(void *context, unsigned thread, uint64_t job)
{
    struct writing *w = context;
    (void)thread;
    if (job == 0)
        return bl_replacement_commit(&w->r, w->err);
    bl_catalog_rest_sources(w->c);
    return BL_OK;
}

static int replace_file(struct writing *w, const char *path)
{
    int status = bl_replacement_begin(&w->r, path, w->head.file_size, w->err);
    if (status < 0)
        return status;
    status = write_file(w);
    if (status == BL_OK)
        status = bl_parallel(w->c->n_threads > 1 ? 2 : 1, 2, 2, commit_or_rest, NULL, w);
    if (status < 0)
        bl_replacement_cancel(&w->r);
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
    struct writing w = {.c = catalog, .head = plan_head(catalog), .err = err};
    w.head.bytes = bl_new(w.head.size);
    if (!w.head.bytes)
        return bl_fail(err, BL_E_NOMEM, "no memory for the head of an index file");
    status = replace_file(&w, path);
    bl_drop(w.head.bytes);
    return status;
}
