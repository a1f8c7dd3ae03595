/* catalog/catalog.c - a catalog in memory, and the bytes in it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "catalog/catalog.h"

#include "base/compiler.h"
#include "base/grow.h"
#include "base/load.h"
#include "base/status.h"

#include <assert.h>
#include <stdatomic.h>

/* ---- Made of chunks ---- */

/* An address for chunks of no bytes. */
static const uint8_t nothing[1];

static void drop_chunks(void *made[BL_BLX_N_CHUNKS])
{
    for (int i = 0; i < BL_BLX_N_CHUNKS; i++)
        bl_drop(made[i]);
}

static bool fits(const uint64_t sizes[BL_BLX_N_CHUNKS])
{
    for (int i = 0; i < BL_BLX_N_CHUNKS; i++) {
        assert(sizes[i] % bl_blx_record_bytes(i) == 0);
        if (sizes[i] > bl_blx_most_bytes(i))
            return false;
    }
    return true;
}

int bl_catalog_from_chunks(struct bl_catalog **catalog, unsigned parts, void *made[BL_BLX_N_CHUNKS],
                           const uint64_t sizes[BL_BLX_N_CHUNKS], struct bl_error *err)
{
    *catalog = NULL;
    if (!fits(sizes)) {
        drop_chunks(made);
        return bl_fail(err, BL_E_LIMIT, "more than an index can hold");
    }
    struct bl_catalog *c = bl_new(sizeof *c);
    if (!c) {
        drop_chunks(made);
        return bl_fail(err, BL_E_NOMEM, "no memory for a catalog");
    }
    c->parts = parts;
    for (int i = 0; i < BL_BLX_N_CHUNKS; i++) {
        c->made[i] = made[i];
        c->chunks[i].data = made[i] ? made[i] : nothing;
        c->chunks[i].size = sizes[i];
    }
    if (bl_catalog_new_sources(c) < 0) {
        bl_catalog_close(c);
        return bl_fail(err, BL_E_NOMEM, "no memory for a catalog");
    }
    *catalog = c;
    return BL_OK;
}

void bl_catalog_close(struct bl_catalog *catalog)
{
    if (!catalog)
        return;
    bl_catalog_drop_sources(catalog);
    bl_name_table_drop(catalog->name_table);
    for (int i = 0; i < BL_BLX_N_CHUNKS; i++)
        bl_drop((void *)(uintptr_t)catalog->chunks[i].seen); /* a cast may not drop _Atomic */
    drop_chunks(catalog->made);
    bl_file_close(catalog->file);
    bl_drop(catalog);
}

/* ---- Bytes ---- */

enum {
    SUM_IS_RIGHT = 1,
    SUM_IS_WRONG = 2,
    SEEN_BITS = 2
};

/* What is known of PAGE; 0: nothing. */
static unsigned state_of(const struct bl_chunk *chunk, uint64_t page)
{
    unsigned bits =
        atomic_load_explicit(&chunk->seen[page / BL_PAGES_A_BYTE], memory_order_relaxed);
    return bits >> page % BL_PAGES_A_BYTE * SEEN_BITS & (SUM_IS_RIGHT | SUM_IS_WRONG);
}

static unsigned look_at(const struct bl_chunk *chunk, uint64_t page)
{
    bool is_right = bl_blx_sum_page(chunk, page) == bl_load_le64(chunk->sums + page * 8);
    unsigned state = is_right ? SUM_IS_RIGHT : SUM_IS_WRONG;
    atomic_fetch_or_explicit(&chunk->seen[page / BL_PAGES_A_BYTE],
                             (uint8_t)(state << page % BL_PAGES_A_BYTE * SEEN_BITS),
                             memory_order_relaxed);
    return state;
}

static int fail_page(const struct bl_catalog *catalog, enum bl_blx_chunk kind, uint64_t page,
                     struct bl_error *err)
{
    return bl_catalog_damage(catalog, kind, page * BL_BLX_PAGE_BYTES, BL_BLX_BAD_PAGE, err);
}

/* Hold the pages from FIRST to LAST against their sums, but for those that have been. */
static int validate_pages(const struct bl_catalog *catalog, enum bl_blx_chunk kind, uint64_t first,
                          uint64_t last, struct bl_error *err)
{
    const struct bl_chunk *chunk = &catalog->chunks[kind];
    for (uint64_t page = first; page <= last; page++) {
        unsigned state = state_of(chunk, page);
        if (BL_LIKELY(state == SUM_IS_RIGHT))
            continue;
        if ((state ? state : look_at(chunk, page)) & SUM_IS_WRONG)
            return fail_page(catalog, kind, page, err);
    }
    return BL_OK;
}

int bl_catalog_check_seen(const struct bl_catalog *catalog, struct bl_error *err)
{
    for (enum bl_blx_chunk kind = 0; kind < BL_BLX_N_CHUNKS; kind++) {
        const struct bl_chunk *chunk = &catalog->chunks[kind];
        uint64_t n_pages = chunk->seen ? bl_blx_n_pages(chunk->size) : 0;
        for (uint64_t page = 0; page < n_pages; page++)
            if (state_of(chunk, page) & SUM_IS_WRONG)
                return fail_page(catalog, kind, page, err);
    }
    return BL_OK;
}

const uint8_t *bl_catalog_bytes(const struct bl_catalog *catalog, enum bl_blx_chunk chunk,
                                uint64_t offset, uint64_t size, struct bl_error *err)
{
    const struct bl_chunk *bytes = &catalog->chunks[chunk];
    if (offset > bytes->size || size > bytes->size - offset) {
        bl_catalog_damage(catalog, chunk, bytes->size, BL_BLX_OUTSIDE, err);
        return NULL;
    }
    uint64_t first = offset / BL_BLX_PAGE_BYTES;
    if (bytes->sums && size > 0 &&
        validate_pages(catalog, chunk, first, (offset + size - 1) / BL_BLX_PAGE_BYTES, err) < 0)
        return NULL;
    return bytes->data + offset;
}

const void *bl_catalog_record(const struct bl_catalog *catalog, enum bl_blx_chunk chunk,
                              uint32_t number, struct bl_error *err)
{
    uint32_t size = bl_blx_record_bytes(chunk);
    return bl_catalog_bytes(catalog, chunk, (uint64_t)number * size, size, err);
}

uint32_t bl_catalog_n_records(const struct bl_catalog *catalog, enum bl_blx_chunk chunk)
{
    return (uint32_t)(catalog->chunks[chunk].size / bl_blx_record_bytes(chunk));
}

int bl_catalog_text(const struct bl_catalog *catalog, uint32_t at, struct bl_view *text,
                    struct bl_error *err)
{
    return bl_catalog_sized_text(catalog, BL_BLX_STRS, at, text, err);
}

int bl_catalog_sized_text(const struct bl_catalog *catalog, enum bl_blx_chunk chunk, uint64_t at,
                          struct bl_view *text, struct bl_error *err)
{
    *text = (struct bl_view){.data = nothing};
    const uint8_t *length = bl_catalog_bytes(catalog, chunk, at, 4, err);
    if (!length)
        return BL_E_CONTAINER;
    uint32_t size = bl_load_le32(length);
    const uint8_t *data = bl_catalog_bytes(catalog, chunk, at + 4, size, err);
    if (!data)
        return BL_E_CONTAINER;
    *text = (struct bl_view){.data = data, .size = size};
    return BL_OK;
}

struct bl_catalog_counts bl_catalog_counts(const struct bl_catalog *catalog)
{
    return (struct bl_catalog_counts){
        .parts = catalog->parts,
        .n_inputs = bl_catalog_n_records(catalog, BL_BLX_INPT),
        .n_sources = bl_catalog_n_records(catalog, BL_BLX_SRCS),
        .n_streams = bl_catalog_n_records(catalog, BL_BLX_STRM),
        .n_modules = bl_catalog_n_records(catalog, BL_BLX_MODS),
        .n_symbols = bl_catalog_n_records(catalog, BL_BLX_SYMS),
        .n_functions = bl_catalog_n_records(catalog, BL_BLX_FUNS),
        .n_blocks = bl_catalog_n_records(catalog, BL_BLX_BLKS),
        .n_problems = bl_catalog_n_records(catalog, BL_BLX_PROB),
    };
}
