/* catalog/source_range.c - a catalog taken apart to ranges, source by source
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What belongs to a source follows what belongs to the one before it; where it does not, the
 * catalog is damaged. So going through all ranges goes through every record once.
 */
#include "catalog/catalog_builder.h"

#include "base/load.h"

#include <string.h>

static int out_of_order(const struct bl_source_ranges *s, enum bl_blx_chunk chunk, uint32_t number,
                        struct bl_error *err)
{
    return bl_catalog_bad_record(s->catalog, chunk, number, BL_BLX_BAD_ORDER, err);
}

/* The next N records of CHUNK, which FIRST says that they are, go into the range. */
static int add_records(struct bl_source_ranges *s, enum bl_blx_chunk chunk, uint32_t first,
                       uint32_t n, struct bl_error *err)
{
    uint32_t size = bl_blx_record_bytes(chunk);
    struct bl_record_range *run = &s->range.chunks[chunk];
    if (first != s->next[chunk])
        return out_of_order(s, chunk, s->next[chunk], err);
    const uint8_t *data =
        bl_catalog_bytes(s->catalog, chunk, (uint64_t)first * size, (uint64_t)n * size, err);
    if (!data)
        return BL_E_CONTAINER;
    if (run->n == 0)
        *run = (struct bl_record_range){.data = data, .first = first};
    run->n += n;
    s->next[chunk] += n;
    return BL_OK;
}

/* Names that are in no source: they follow each other as their symbols do. */
static int add_names(struct bl_source_ranges *s, struct bl_error *err)
{
    const struct bl_record_range *symbols = &s->range.chunks[BL_BLX_SYMS];
    const struct bl_blx_symbol *symbol = (const void *)symbols->data;
    struct bl_record_range *names = &s->range.chunks[BL_BLX_NAME];
    uint64_t at = s->next_name;
    names->first = at;
    if (s->catalog->chunks[BL_BLX_NAME].size == 0)
        return BL_OK;
    for (uint64_t i = 0; i < symbols->n; i++) {
        uint64_t name = bl_load_le64(symbol[i].name);
        uint64_t offset = name & (((uint64_t)1 << BL_BLX_OFFSET_BITS) - 1);
        uint64_t size = name >> BL_BLX_OFFSET_BITS;
        if (!bl_blx_is_in_names(&symbol[i]))
            continue;
        if (offset != at)
            return out_of_order(s, BL_BLX_SYMS, (uint32_t)(symbols->first + i), err);
        if (size == BL_BLX_LONG_NAME) {
            const uint8_t *length = bl_catalog_bytes(s->catalog, BL_BLX_NAME, at, 4, err);
            if (!length)
                return BL_E_CONTAINER;
            size = 4 + (uint64_t)bl_load_le32(length);
        }
        at += size;
    }
    names->data = bl_catalog_bytes(s->catalog, BL_BLX_NAME, names->first, at - names->first, err);
    names->n = at - names->first;
    s->next_name = at;
    return names->data ? BL_OK : BL_E_CONTAINER;
}

static int add_modules(struct bl_source_ranges *s, const struct bl_blx_stream *stream,
                       struct bl_error *err)
{
    uint32_t first = bl_load_le32(stream->first_module);
    uint32_t n = bl_load_le32(stream->n_modules);
    int status = add_records(s, BL_BLX_MODS, first, n, err);
    for (uint32_t i = first; i - first < n && status == BL_OK; i++) {
        const struct bl_blx_module *module = bl_catalog_record(s->catalog, BL_BLX_MODS, i, err);
        if (!module)
            return BL_E_CONTAINER;
        status = add_records(s, BL_BLX_SYMS, bl_load_le32(module->first_symbol),
                             bl_load_le32(module->n_symbols), err);
        if (status == BL_OK)
            status = add_records(s, BL_BLX_FUNS, bl_load_le32(module->first_function),
                                 bl_load_le32(module->n_bodies), err);
    }
    return status;
}

/* What the next source has. */
static int add_source(struct bl_source_ranges *s, const struct bl_blx_source *source,
                      struct bl_error *err)
{
    uint32_t first = bl_load_le32(source->first_stream);
    uint32_t n = bl_load_le32(source->n_streams);
    int status = add_records(s, BL_BLX_SRCS, s->next[BL_BLX_SRCS], 1, err);
    if (status == BL_OK)
        status = add_records(s, BL_BLX_PROB, bl_load_le32(source->first_problem),
                             bl_load_le32(source->n_problems), err);
    if (status == BL_OK)
        status = add_records(s, BL_BLX_STRM, first, n, err);
    for (uint32_t i = first; i - first < n && status == BL_OK; i++) {
        const struct bl_blx_stream *stream = bl_catalog_record(s->catalog, BL_BLX_STRM, i, err);
        if (!stream)
            return BL_E_CONTAINER;
        status = add_modules(s, stream, err);
        if (status == BL_OK)
            status = add_records(s, BL_BLX_BLKS, bl_load_le32(stream->first_block),
                                 bl_load_le32(stream->n_blocks), err);
    }
    return status;
}

/* Nothing yet, at the next numbers; but all texts. */
static int begin_range(struct bl_source_ranges *s, struct bl_error *err)
{
    struct bl_record_range texts = s->range.chunks[BL_BLX_STRS];
    if (!texts.data) {
        texts.n = s->catalog->chunks[BL_BLX_STRS].size;
        texts.data = bl_catalog_bytes(s->catalog, BL_BLX_STRS, 0, texts.n, err);
    }
    for (uint32_t i = 0; i < BL_BLX_N_CHUNKS; i++)
        s->range.chunks[i] = (struct bl_record_range){.first = s->next[i]};
    s->range.chunks[BL_BLX_STRS] = texts;
    return texts.data ? BL_OK : BL_E_CONTAINER;
}

int bl_source_ranges_next(struct bl_source_ranges *s, struct bl_error *err)
{
    uint32_t first = s->next[BL_BLX_SRCS];
    uint32_t n = bl_catalog_n_records(s->catalog, BL_BLX_SRCS);
    if (first >= n)
        return 0;
    int status = begin_range(s, err);
    if (status == BL_OK)
        status = bl_catalog_source(s->catalog, first, &s->source, err);
    if (status == BL_OK && s->source.parent != BL_NONE)
        return out_of_order(s, BL_BLX_SRCS, first, err);
    for (uint32_t i = first; i < n && status == BL_OK; i++) {
        const struct bl_blx_source *source = bl_catalog_record(s->catalog, BL_BLX_SRCS, i, err);
        if (!source)
            return BL_E_CONTAINER;
        if (i > first && bl_load_le32(source->parent) != first)
            break;
        status = add_source(s, source, err);
    }
    if (status == BL_OK)
        status = add_names(s, err);
    return status < 0 ? status : 1;
}
