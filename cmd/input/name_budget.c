/* cmd/input/name_budget.c - how many bytes of names are gone through
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "input/name_budget.h"

enum {
    NAME_BYTES_PER_SYMBOL = 2048, /* on average: more than compilers' have */
    /* As many as the modules of a stream may have, all together. */
    NAME_BYTES_PER_BYTE = BL_MAX_NAME_BYTES_PER_BYTE + BL_MAX_SHARED_NAME_BYTES_PER_BYTE,
};

uint64_t bytes_of_names(uint64_t n, uint64_t n_bytes)
{
    return n * NAME_BYTES_PER_SYMBOL + n_bytes * NAME_BYTES_PER_BYTE;
}

struct name_budget name_budget_from(const struct bl_catalog *catalog, uint32_t stream)
{
    uint64_t n_symbols = bl_catalog_get_counts(catalog).n_symbols;
    return (struct name_budget){.catalog = catalog,
                                .bytes.left = bytes_of_names(n_symbols, 0),
                                .stream = stream,
                                .source = BL_NONE};
}

/* The bytes of STREAM, all streams of a source together no more than it has. */
static uint64_t count_stream(struct name_budget *budget, uint32_t stream)
{
    struct bl_catalog_stream s;
    struct bl_source source;
    struct bl_stream loaded;
    if (bl_catalog_get_stream(budget->catalog, stream, &s, NULL) < 0 ||
        bl_catalog_get_source(budget->catalog, s.source, &source, NULL) < 0 ||
        bl_catalog_load(budget->catalog, stream, &loaded, NULL) < 0)
        return 0;
    if (budget->source == BL_NONE || s.source > budget->source) {
        budget->source = s.source;
        budget->source_left = source.size;
    }
    uint64_t n = loaded.bytes.size;
    bl_catalog_unload(budget->catalog, stream);
    if (s.source < budget->source || n > budget->source_left)
        return 0;
    budget->source_left -= n;
    return n;
}

int name_budget_spend(struct name_budget *budget, uint32_t stream, uint64_t size,
                      struct bl_error *err)
{
    while (size > budget->bytes.left && budget->stream <= stream)
        budget->bytes.left += count_stream(budget, budget->stream++) * NAME_BYTES_PER_BYTE;
    if (!bl_budget_spend_whole(&budget->bytes, size)) {
        *err = (struct bl_error){.status = BL_E_LIMIT, .what = "names that overlap too much"};
        return err->status;
    }
    budget->spent += size;
    return BL_OK;
}
