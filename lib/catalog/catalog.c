/* catalog/catalog.c - a catalog in memory: its chunks, and the bytes in them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "catalog/catalog.h"

#include "base/compiler.h"
#include "base/grow.h"
#include "base/load.h"
#include "base/spill.h"
#include "base/status.h"
#include "catalog/hash.h"

#include <assert.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

/* ---- Kinds of chunks ---- */

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
    [BL_BLX_BODY] = {"BODY", 1},
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
    case BL_BLX_NAME:
    case BL_BLX_BODY: return (uint64_t)1 << BL_BLX_OFFSET_BITS;
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
            "chunk NAME: " text, "chunk FANO: " text, "chunk HASH: " text, "chunk BODY: " text, \
            "chunk BLKS: " text,                                                                \
    }

static const char *const texts[BL_BLX_N_FAULTS][BL_BLX_N_CHUNKS] = {
    [BL_BLX_BAD_NAME] = OF_EACH_CHUNK("not in its place in the table"),
    [BL_BLX_BAD_RECORD_BYTES] = OF_EACH_CHUNK("records of another size"),
    [BL_BLX_BAD_OFFSET] = OF_EACH_CHUNK("does not begin after the one before it"),
    [BL_BLX_BAD_SIZE] = OF_EACH_CHUNK("its size cannot be"),
    [BL_BLX_BAD_SUMS] = OF_EACH_CHUNK("the checksum of its checksums is wrong"),
    [BL_BLX_BAD_PAGE] = OF_EACH_CHUNK("the checksum of a page is wrong"),
    [BL_BLX_BAD_PADDING] = OF_EACH_CHUNK("what is before it is not zero"),
    [BL_BLX_BAD_COUNT] = OF_EACH_CHUNK("its size does not fit that of other chunks"),
    [BL_BLX_OUTSIDE] = OF_EACH_CHUNK("something is said to be after its end"),
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

/* ---- The files of sources ---- */

/* How many a process may have. */
static uint32_t mappings_of_process(void)
{
    enum {
        USUAL = 65530
    };
    unsigned long n = USUAL;
    char text[32] = "";
    int fd = open("/proc/sys/vm/max_map_count", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return USUAL;
    if (read(fd, text, sizeof text - 1) > 0)
        n = strtoul(text, NULL, 10);
    close(fd);
    return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

uint32_t bl_catalog_most_mapped(uint32_t n_sources)
{
    return n_sources <= BL_MAPPED_SOURCES ? BL_MAPPED_SOURCES : mappings_of_process() / 4 * 3;
}

int bl_catalog_new_sources(struct bl_catalog *catalog)
{
    uint32_t n = bl_catalog_n_records(catalog, BL_BLX_SRCS);
    size_t size;
    if (n == 0)
        return BL_OK;
    if (__builtin_mul_overflow((size_t)n + 1, sizeof *catalog->sources, &size) ||
        !(catalog->sources = bl_new(size)) || !(catalog->open = bl_new(sizeof *catalog->open)))
        return BL_E_NOMEM;
    pthread_mutex_init(&catalog->open->lock, NULL); /* cannot fail without attributes */
    for (uint32_t i = 0; i <= n; i++)
        catalog->sources[i].older = catalog->sources[i].newer = i;
    catalog->n_sources = n;
    catalog->most_mapped = bl_catalog_most_mapped(n);
    return BL_OK;
}

/* ---- The table of names ---- */

struct bl_name_table *bl_name_table_new(void)
{
    struct bl_name_table *table = bl_new(sizeof *table);
    if (table)
        pthread_mutex_init(&table->lock, NULL); /* cannot fail without attributes */
    return table;
}

void bl_name_table_drop(struct bl_name_table *table)
{
    if (table)
        pthread_mutex_destroy(&table->lock);
    bl_drop(table);
}

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
    for (uint32_t i = 0; i < catalog->n_sources; i++)
        bl_file_close(atomic_load_explicit(&catalog->sources[i].file, memory_order_relaxed));
    bl_drop(catalog->sources);
    if (catalog->open)
        pthread_mutex_destroy(&catalog->open->lock);
    bl_drop(catalog->open);
    bl_name_table_drop(catalog->name_table);
    for (int i = 0; i < BL_BLX_N_CHUNKS; i++)
        bl_drop((void *)(uintptr_t)catalog->chunks[i].seen); /* a cast may not drop _Atomic */
    for (int i = 0; i < BL_BLX_N_CHUNKS; i++)
        bl_spill_unmap(catalog->spilled[i], catalog->chunks[i].size);
    drop_chunks(catalog->made);
    bl_file_close(catalog->file);
    bl_drop(catalog);
}

/* ---- Bytes ---- */

void bl_catalog_rest_chunk(const struct bl_catalog *catalog, enum bl_blx_chunk chunk,
                           uint64_t offset, uint64_t size)
{
    if (catalog->spilled[chunk])
        bl_spill_rest(catalog->chunks[chunk].data + offset, size);
}

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

/* Compare the pages from FIRST to LAST with their sums, except those that have been. */
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
    *text = (struct bl_view){.data = nothing};
    const uint8_t *length = bl_catalog_bytes(catalog, BL_BLX_STRS, at, 4, err);
    if (!length)
        return BL_E_CONTAINER;
    uint32_t size = bl_load_le32(length);
    const uint8_t *data = bl_catalog_bytes(catalog, BL_BLX_STRS, (uint64_t)at + 4, size, err);
    if (!data)
        return BL_E_CONTAINER;
    *text = (struct bl_view){.data = data, .size = size};
    return BL_OK;
}

struct bl_catalog_counts bl_catalog_get_counts(const struct bl_catalog *catalog)
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

/* ---- Records by a number that ascends ---- */

enum {
    MOST_UNREAD = 64 /* places that one search comes to in vain: what it costs does not grow */
};

/* Which record is asked next follows from FIRST and END alone, and which way to go from its key: so
 * for each key there is one way, and those that end at one record are all between two keys. */
int bl_catalog_find_last(const struct bl_catalog *catalog, struct bl_catalog_keys keys,
                         uint32_t first, uint32_t end, uint32_t key, struct bl_catalog_last *last,
                         struct bl_error *err)
{
    uint64_t size = bl_blx_record_bytes(keys.chunk);
    uint32_t n_unread = 0;
    *last = (struct bl_catalog_last){.number = first, .unread = BL_NONE};
    while (end - first > 1) {
        uint32_t middle = first + (end - first) / 2;
        uint32_t at = middle;
        const uint8_t *record = NULL;
        while (at < end && !(record = bl_catalog_record(catalog, keys.chunk, at, NULL))) {
            last->unread = at;
            if (++n_unread > MOST_UNREAD) {
                (void)bl_catalog_record(catalog, keys.chunk, at, err); /* what is wrong with it */
                return BL_E_CONTAINER;
            }
            uint64_t page = at * size / BL_BLX_PAGE_BYTES;
            at = (uint32_t)(((page + 1) * BL_BLX_PAGE_BYTES + size - 1) / size);
        }
        if (record && bl_load_le32(record + keys.offset) <= key)
            first = at;
        else
            end = middle; /* from there to AT none can be read */
    }
    last->number = first;
    return BL_OK;
}
