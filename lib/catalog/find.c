/* catalog/find.c - symbols by name
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Numbers of symbols are in HASH in order of the names' hashes. FANO has where those begin that
 * have the same upper bits; the rest of the way is halved. Names are compared at last: a source is
 * mapped for those that have the right hash and the right size, hardly ever in vain. Without a
 * table the names of all symbols are compared that have the right size.
 *
 * The table of a catalog that was made is sorted when it is needed first. By the highest byte of
 * their hash symbols are put into buckets, each part of them by a thread; then each bucket is
 * sorted byte by byte, from the lowest. So time does not depend on what the hashes are, and symbols
 * of one hash stay in the order of their numbers.
 */
#include "base/bound.h"
#include "base/file.h"
#include "base/grow.h"
#include "base/load.h"
#include "base/parallel.h"
#include "base/status.h"
#include "base/store.h"
#include "catalog/catalog.h"
#include "catalog/hash.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum {
    DIGIT_BITS = 8,
    N_BUCKETS = 1 << DIGIT_BITS,
    TOP_DIGIT = 3,
    MOST_PARTS = 16,
    SYMBOLS_AN_ENTRY = 4, /* of FANO, about */
};

struct sorting {
    const struct bl_catalog *catalog;
    const struct bl_blx_symbol *symbols;
    uint32_t n;
    unsigned n_parts, fanout_bits;
    uint64_t *items; /* hash above, number below; by bucket */
    uint64_t *other; /* room for the largest bucket, for each thread */
    uint32_t largest;
    uint8_t *numbers, *fanout;
    uint32_t begins[N_BUCKETS + 1];     /* of buckets */
    uint32_t at[MOST_PARTS][N_BUCKETS]; /* how many of a part go into a bucket, then where */
};

static uint64_t item_of(const struct sorting *s, uint32_t symbol)
{
    return (uint64_t)bl_load_le32(s->symbols[symbol].hash) << 32 | symbol;
}

static unsigned digit_of(uint64_t item, unsigned digit)
{
    return item >> (32 + digit * DIGIT_BITS) & (N_BUCKETS - 1);
}

static uint32_t part_begin(const struct sorting *s, uint64_t part)
{
    return (uint32_t)(s->n * part / s->n_parts);
}

/* ---- Into buckets ---- */

/* The symbols of PART have been looked at. */
static void rest_part(const struct sorting *s, uint64_t part)
{
    uint64_t begin = part_begin(s, part);
    bl_catalog_rest_chunk(s->catalog, BL_BLX_SYMS, begin * sizeof *s->symbols,
                          (part_begin(s, part + 1) - begin) * sizeof *s->symbols);
}

static int count_part(void *context, unsigned thread, uint64_t part)
{
    struct sorting *s = context;
    (void)thread;
    memset(s->at[part], 0, sizeof s->at[part]);
    for (uint32_t i = part_begin(s, part); i < part_begin(s, part + 1); i++)
        s->at[part][digit_of(item_of(s, i), TOP_DIGIT)]++;
    rest_part(s, part);
    return BL_OK;
}

static void sum_up(struct sorting *s)
{
    uint32_t sum = 0;
    for (unsigned bucket = 0; bucket < N_BUCKETS; bucket++) {
        s->begins[bucket] = sum;
        for (unsigned part = 0; part < s->n_parts; part++) {
            uint32_t n = s->at[part][bucket];
            s->at[part][bucket] = sum;
            sum += n;
        }
        uint32_t size = sum - s->begins[bucket];
        s->largest = s->largest > size ? s->largest : size;
    }
    s->begins[N_BUCKETS] = sum;
}

static int move_part(void *context, unsigned thread, uint64_t part)
{
    struct sorting *s = context;
    (void)thread;
    for (uint32_t i = part_begin(s, part); i < part_begin(s, part + 1); i++) {
        uint64_t item = item_of(s, i);
        s->items[s->at[part][digit_of(item, TOP_DIGIT)]++] = item;
    }
    rest_part(s, part);
    return BL_OK;
}

/* ---- Buckets ---- */

/* By one digit, from the N of FROM to TO. */
static void sort_by(unsigned digit, const uint64_t *from, uint64_t *to, uint32_t n)
{
    uint32_t at[N_BUCKETS] = {0};
    for (uint32_t i = 0; i < n; i++)
        at[digit_of(from[i], digit)]++;
    for (uint32_t d = 0, sum = 0; d < N_BUCKETS; d++) {
        uint32_t count = at[d];
        at[d] = sum;
        sum += count;
    }
    for (uint32_t i = 0; i < n; i++)
        to[at[digit_of(from[i], digit)]++] = from[i];
}

/* The entries of FANO for hashes that begin as those of BUCKET do. */
static void put_fanout(struct sorting *s, uint32_t bucket)
{
    unsigned bits = s->fanout_bits;
    if (bits <= DIGIT_BITS) {
        unsigned shift = DIGIT_BITS - bits;
        if (bucket % (1U << shift) == 0)
            bl_store_le32(s->fanout + (size_t)(bucket >> shift) * 4, s->begins[bucket]);
        return;
    }
    uint32_t i = s->begins[bucket];
    uint32_t n_entries = 1U << (bits - DIGIT_BITS);
    for (uint32_t entry = bucket * n_entries; entry < (bucket + 1) * n_entries; entry++) {
        while (i < s->begins[bucket + 1] && s->items[i] >> (64 - bits) < entry)
            i++;
        bl_store_le32(s->fanout + (size_t)entry * 4, i);
    }
}

static int sort_bucket(void *context, unsigned thread, uint64_t bucket)
{
    struct sorting *s = context;
    uint32_t begin = s->begins[bucket];
    uint32_t n = s->begins[bucket + 1] - begin;
    uint64_t *items = s->items + begin;
    uint64_t *other = s->other + (size_t)thread * s->largest;
    sort_by(0, items, other, n);
    sort_by(1, other, items, n);
    sort_by(2, items, other, n);
    memcpy(items, other, n * sizeof *items);
    for (uint32_t i = 0; i < n; i++)
        bl_store_le32(s->numbers + (size_t)(begin + i) * 4, (uint32_t)items[i]);
    put_fanout(s, (uint32_t)bucket);
    return BL_OK;
}

/* ---- The whole table ---- */

/* Bits of a hash that FANO looks at. */
static unsigned fanout_bits(uint32_t n)
{
    unsigned bits = 0;
    while (((uint64_t)SYMBOLS_AN_ENTRY << bits) < n)
        bits++;
    return bits;
}

static int sort(struct sorting *s, unsigned n_threads)
{
    size_t cap = 0;
    s->n_parts = s->n < N_BUCKETS ? 1 : MOST_PARTS;
    /* Jobs cannot fail, and those that no thread can be had for are done here. */
    (void)bl_parallel(n_threads, s->n_parts, s->n_parts, count_part, NULL, s);
    sum_up(s);
    int status =
        bl_grow(&s->other, &cap, (uint64_t)s->largest * bl_threads_for(n_threads, N_BUCKETS));
    if (status < 0)
        return status;
    (void)bl_parallel(n_threads, s->n_parts, s->n_parts, move_part, NULL, s);
    (void)bl_parallel(n_threads, N_BUCKETS, N_BUCKETS, sort_bucket, NULL, s);
    bl_store_le32(s->fanout + ((size_t)4 << s->fanout_bits), s->n);
    return BL_OK;
}

uint64_t bl_name_table_fanout(uint32_t n_symbols)
{
    return n_symbols > 0 ? ((uint64_t)1 << fanout_bits(n_symbols)) + 1 : 0;
}

/* Fill the chunks of CATALOG, which are of the right size. */
static int fill(const struct bl_catalog *c)
{
    size_t cap = 0;
    uint32_t n = bl_catalog_n_records(c, BL_BLX_SYMS);
    struct sorting *s = n > 0 ? bl_new(sizeof *s) : NULL;
    if (!s)
        return n > 0 ? BL_E_NOMEM : BL_OK;
    assert(bl_catalog_n_records(c, BL_BLX_FANO) == bl_name_table_fanout(n));
    s->catalog = c;
    s->symbols = (const void *)c->chunks[BL_BLX_SYMS].data;
    s->n = n;
    s->fanout_bits = fanout_bits(n);
    s->fanout = c->made[BL_BLX_FANO];
    s->numbers = c->made[BL_BLX_HASH];
    int status = bl_grow(&s->items, &cap, n);
    if (status == BL_OK) {
        bl_advise_large(s->items, cap * sizeof *s->items);
        status = sort(s, n < N_BUCKETS ? 1 : c->n_threads);
    }
    bl_drop(s->items);
    bl_drop(s->other);
    bl_drop(s);
    return status;
}

/* ---- When it is needed ---- */

int bl_catalog_need_name_table(const struct bl_catalog *catalog, struct bl_error *err)
{
    struct bl_name_table *table = catalog->name_table;
    int status = BL_OK;
    if (!table || atomic_load_explicit(&table->is_sorted, memory_order_acquire))
        return BL_OK;
    pthread_mutex_lock(&table->lock);
    if (!atomic_load_explicit(&table->is_sorted, memory_order_relaxed))
        status = fill(catalog);
    if (status == BL_OK)
        atomic_store_explicit(&table->is_sorted, true, memory_order_release);
    pthread_mutex_unlock(&table->lock);
    return status < 0 ? bl_fail(err, status, "no memory for the table of names") : BL_OK;
}

/* ---- Look-up ---- */

static bool has_table(const struct bl_catalog *c)
{
    return c->parts & BL_CATALOG_SYMBOLS;
}

/* The symbol at AT in HASH, and its hash. */
static int load_entry(const struct bl_catalog *c, uint32_t at, uint32_t *symbol, uint32_t *hash,
                      struct bl_error *err)
{
    *symbol = BL_NONE;
    *hash = 0;
    const uint8_t *entry = bl_catalog_record(c, BL_BLX_HASH, at, err);
    if (!entry)
        return BL_E_CONTAINER;
    *symbol = bl_load_le32(entry);
    if (*symbol >= bl_catalog_n_records(c, BL_BLX_SYMS))
        return bl_catalog_bad_record(c, BL_BLX_HASH, at, BL_BLX_BAD_NUMBER, err);
    const struct bl_blx_symbol *r = bl_catalog_record(c, BL_BLX_SYMS, *symbol, err);
    if (!r)
        return BL_E_CONTAINER;
    *hash = bl_load_le32(r->hash);
    return BL_OK;
}

/* Where in HASH symbols are whose hash has the same upper bits. */
static int find_bucket(const struct bl_catalog *c, uint32_t hash, uint32_t *first, uint32_t *end,
                       struct bl_error *err)
{
    *first = *end = 0;
    uint32_t n_entries = bl_catalog_n_records(c, BL_BLX_FANO);
    if (n_entries == 0)
        return BL_OK;
    /* There is a power of two of buckets: the product's upper half is the hash's upper bits. */
    uint32_t bucket = (uint32_t)((uint64_t)hash * (n_entries - 1) >> 32);
    const uint8_t *begin = bl_catalog_bytes(c, BL_BLX_FANO, (uint64_t)bucket * 4, 8, err);
    if (!begin)
        return BL_E_CONTAINER;
    *first = bl_load_le32(begin);
    *end = bl_load_le32(begin + 4);
    if (*first > *end || *end > bl_catalog_n_records(c, BL_BLX_HASH))
        return bl_catalog_bad_record(c, BL_BLX_FANO, bucket, BL_BLX_BAD_NUMBER, err);
    return BL_OK;
}

/* Whether entry AT has less than HASH; without more reading after *STATUS is a failure. */
static bool has_less(const struct bl_catalog *c, uint32_t at, uint32_t hash, int *status,
                     struct bl_error *err)
{
    uint32_t symbol;
    uint32_t found = 0;
    if (*status == BL_OK)
        *status = load_entry(c, at, &symbol, &found, err);
    return *status == BL_OK && found < hash;
}

int bl_catalog_find(const struct bl_catalog *catalog, struct bl_view name,
                    struct bl_catalog_hits *hits, struct bl_error *err)
{
    *hits = (struct bl_catalog_hits){.catalog = catalog, .name = name};
    if (!(catalog->parts & BL_SYMBOL_PARTS))
        return bl_fail(err, BL_E_ARGUMENT, "the catalog has no symbols");
    if (!has_table(catalog)) {
        hits->end = bl_catalog_n_records(catalog, BL_BLX_SYMS);
        return BL_OK;
    }
    uint32_t first = 0;
    uint32_t end = 0;
    uint32_t hash = bl_catalog_name_hash(name);
    int status = bl_catalog_need_name_table(catalog, err);
    if (status == BL_OK)
        status = find_bucket(catalog, hash, &first, &end, err);
    uint32_t bound = end;
    BL_LOWER_BOUND(first, bound, at, has_less(catalog, at, hash, &status, err));
    if (status < 0)
        return status;
    hits->hash = hash;
    hits->at = first;
    hits->end = end;
    return BL_OK;
}

/* Whether SYMBOL has the name: 1 or 0, negative on failure. Its size is known without its source,
 * except for one byte. */
static int has_name(const struct bl_catalog *c, uint32_t symbol, struct bl_view wanted,
                    struct bl_error *err)
{
    struct bl_name_place place;
    struct bl_view name;
    uint32_t stream;
    int status = bl_catalog_name_place(c, symbol, &place, err);
    if (status < 0)
        return status;
    if (place.size != wanted.size && !(place.is_unseen && place.size == wanted.size + 1))
        return 0;
    status = bl_catalog_name_at(c, symbol, &place, &name, &stream, err);
    if (status < 0)
        return status;
    bool is_wanted = name.size == wanted.size &&
                     (name.size == 0 || memcmp(name.data, wanted.data, name.size) == 0);
    bl_catalog_unload(c, stream);
    return is_wanted;
}

/* The symbol that HITS has come to: 1, or 0: it is not of the hash any more. */
static int next_candidate(const struct bl_catalog_hits *hits, uint32_t *symbol,
                          struct bl_error *err)
{
    uint32_t hash;
    if (!has_table(hits->catalog)) {
        *symbol = hits->at;
        return 1;
    }
    int status = load_entry(hits->catalog, hits->at, symbol, &hash, err);
    return status < 0 ? status : hash == hits->hash;
}

int bl_catalog_next(struct bl_catalog_hits *hits, uint32_t *symbol, struct bl_error *err)
{
    int rc = 0;
    while (hits->at < hits->end && rc == 0) {
        rc = next_candidate(hits, symbol, err);
        if (rc == 0)
            break;
        if (rc > 0)
            rc = has_name(hits->catalog, *symbol, hits->name, err);
        hits->at++;
    }
    if (rc == 0)
        hits->at = hits->end;
    if (rc == 0 || rc == BL_E_CONTAINER)
        *symbol = BL_NONE;
    return rc;
}
