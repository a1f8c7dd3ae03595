/* catalog/find.c - symbols by name
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Numbers of symbols stand in HASH in order of the names' hashes. FANO tells where those begin that
 * have the same upper bits; the rest of the way is halved. Names are compared at last: a source is
 * mapped for those that have the right hash and the right size, hardly ever in vain. Without a
 * table the names of all symbols are compared that have the right size.
 */
#include "base/load.h"
#include "base/status.h"
#include "catalog/catalog.h"
#include "catalog/hash.h"

#include <string.h>

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

/* Move *FIRST to the first entry before END that has HASH or more. */
static int skip_less(const struct bl_catalog *c, uint32_t hash, uint32_t *first, uint32_t end,
                     struct bl_error *err)
{
    while (*first < end) {
        uint32_t middle = *first + (end - *first) / 2;
        uint32_t symbol, found;
        int status = load_entry(c, middle, &symbol, &found, err);
        if (status < 0)
            return status;
        if (found < hash)
            *first = middle + 1;
        else
            end = middle;
    }
    return BL_OK;
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
    if (status == BL_OK)
        status = skip_less(catalog, hash, &first, end, err);
    if (status < 0)
        return status;
    hits->hash = hash;
    hits->at = first;
    hits->end = end;
    return BL_OK;
}

/* Whether SYMBOL has the name: 1 or 0, negative on failure. Its size is known without its source,
 * but for one byte. */
static int has_name(const struct bl_catalog *c, uint32_t symbol, struct bl_view wanted,
                    struct bl_error *err)
{
    struct bl_name_place place;
    struct bl_view name;
    int status = bl_catalog_name_place(c, symbol, &place, err);
    if (status < 0)
        return status;
    if (place.size != wanted.size && !(place.is_unseen && place.size == wanted.size + 1))
        return 0;
    status = bl_catalog_name_at(c, symbol, &place, &name, err);
    if (status < 0)
        return status;
    if (name.size != wanted.size)
        return 0;
    return name.size == 0 || memcmp(name.data, wanted.data, name.size) == 0;
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
