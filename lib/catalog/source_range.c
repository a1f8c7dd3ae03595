/* catalog/source_range.c - a catalog taken apart to ranges, source by source
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What belongs to a source follows what belongs to the one before it; where it does not, the
 * catalog is damaged. So going through all ranges goes through every record once.
 */
#include "catalog/catalog_builder.h"

#include "base/load.h"
#include "base/store.h"

static void fail_range(struct bl_source_ranges *s, enum bl_blx_chunk chunk, uint32_t number)
{
    s->status = bl_catalog_bad_record(s->catalog, chunk, number, BL_BLX_BAD_ORDER, s->err);
}

/* Record NUMBER of CHUNK; NULL: it cannot be read, or something before could not. */
static const void *read_source_record(struct bl_source_ranges *s, enum bl_blx_chunk chunk,
                                      uint32_t number)
{
    const void *record =
        s->status < 0 ? NULL : bl_catalog_record(s->catalog, chunk, number, s->err);
    s->status = record ? s->status : BL_E_CONTAINER;
    return record;
}

/* The next N records of CHUNK, which are from FIRST on as far as their owner says, are added to the
 * range. */
static void add_records(struct bl_source_ranges *s, enum bl_blx_chunk chunk, const uint8_t first[4],
                        uint32_t n)
{
    uint32_t size = bl_blx_record_bytes(chunk);
    uint32_t next = s->next[chunk];
    struct bl_record_range *records = &s->range.chunks[chunk];
    if (s->status < 0)
        return;
    if (bl_load_le32(first) != next) {
        fail_range(s, chunk, next);
        return;
    }
    const uint8_t *data =
        bl_catalog_bytes(s->catalog, chunk, (uint64_t)next * size, (uint64_t)n * size, s->err);
    if (records->n == 0)
        *records = (struct bl_record_range){.data = data, .first = next};
    records->n += n;
    s->next[chunk] += n;
    s->status = data ? BL_OK : BL_E_CONTAINER;
}

/* Names that are in no source: they follow each other as their symbols do. */
static void add_names(struct bl_source_ranges *s)
{
    const struct bl_record_range *symbols = &s->range.chunks[BL_BLX_SYMS];
    const struct bl_blx_symbol *symbol = (const void *)symbols->data;
    struct bl_record_range *names = &s->range.chunks[BL_BLX_NAME];
    uint64_t at = s->next_name;
    names->first = at;
    if (s->status < 0 || s->catalog->chunks[BL_BLX_NAME].size == 0)
        return;
    for (uint64_t i = 0; i < symbols->n; i++) {
        uint64_t name = bl_load_le64(symbol[i].name);
        uint64_t size = name >> BL_BLX_OFFSET_BITS;
        if (!bl_blx_is_in_names(&symbol[i]))
            continue;
        if ((name & (((uint64_t)1 << BL_BLX_OFFSET_BITS) - 1)) != at) {
            fail_range(s, BL_BLX_SYMS, (uint32_t)(symbols->first + i));
            return;
        }
        const uint8_t *length = size == BL_BLX_LONG_NAME
                                    ? bl_catalog_bytes(s->catalog, BL_BLX_NAME, at, 4, s->err)
                                    : NULL;
        if (size == BL_BLX_LONG_NAME && !length) {
            s->status = BL_E_CONTAINER;
            return;
        }
        at += length ? 4 + (uint64_t)bl_load_le32(length) : size;
    }
    names->n = at - names->first;
    names->data = bl_catalog_bytes(s->catalog, BL_BLX_NAME, names->first, names->n, s->err);
    s->next_name = at;
    s->status = names->data ? BL_OK : BL_E_CONTAINER;
}

/* What bodies show follows each other as streams and modules do: the next N bytes of it. */
static void add_bodies(struct bl_source_ranges *s, uint64_t n)
{
    struct bl_record_range *records = &s->range.chunks[BL_BLX_BODY];
    if (s->status < 0)
        return;
    const uint8_t *data = bl_catalog_bytes(s->catalog, BL_BLX_BODY, s->next_reference, n, s->err);
    if (records->n == 0)
        records->data = data;
    records->n += n;
    s->next_reference += n;
    s->status = data ? BL_OK : BL_E_CONTAINER;
}

static void add_modules(struct bl_source_ranges *s, const struct bl_blx_stream *stream)
{
    const struct bl_blx_module *module;
    uint32_t first = s->next[BL_BLX_MODS];
    add_records(s, BL_BLX_MODS, stream->first_module, bl_load_le32(stream->n_modules));
    for (uint32_t i = first;
         i < s->next[BL_BLX_MODS] && (module = read_source_record(s, BL_BLX_MODS, i)) != NULL;
         i++) {
        add_records(s, BL_BLX_SYMS, module->first_symbol, bl_load_le32(module->n_symbols));
        add_records(s, BL_BLX_FUNS, module->first_function, bl_load_le32(module->n_bodies));
        if (bl_load_le64(module->references) != s->next_reference)
            fail_range(s, BL_BLX_MODS, i);
        add_bodies(s, (uint64_t)bl_load_le32(module->n_reference_bytes) +
                          bl_load_le32(module->n_content_bytes) +
                          bl_load_le32(module->n_slot_bytes));
    }
}

/* What source NUMBER has. */
static void add_source(struct bl_source_ranges *s, uint32_t number,
                       const struct bl_blx_source *source)
{
    const struct bl_blx_stream *stream;
    uint32_t first = s->next[BL_BLX_STRM];
    uint8_t field[4];
    bl_store_le32(field, number);
    add_records(s, BL_BLX_SRCS, field, 1);
    add_records(s, BL_BLX_PROB, source->first_problem, bl_load_le32(source->n_problems));
    add_records(s, BL_BLX_STRM, source->first_stream, bl_load_le32(source->n_streams));
    for (uint32_t i = first;
         i < s->next[BL_BLX_STRM] && (stream = read_source_record(s, BL_BLX_STRM, i)) != NULL;
         i++) {
        add_bodies(s, bl_load_le32(stream->n_sum_bytes));
        add_modules(s, stream);
        add_records(s, BL_BLX_BLKS, stream->first_block, bl_load_le32(stream->n_blocks));
    }
}

/* Nothing yet, at the next numbers; but all texts. */
static void begin_range(struct bl_source_ranges *s)
{
    struct bl_record_range texts = s->range.chunks[BL_BLX_STRS];
    if (!texts.data) {
        texts.n = s->catalog->chunks[BL_BLX_STRS].size;
        texts.data = bl_catalog_bytes(s->catalog, BL_BLX_STRS, 0, texts.n, s->err);
    }
    for (uint32_t i = 0; i < BL_BLX_N_CHUNKS; i++)
        s->range.chunks[i] = (struct bl_record_range){.first = s->next[i]};
    s->range.chunks[BL_BLX_STRS] = texts;
    s->range.chunks[BL_BLX_BODY].first = s->next_reference;
    s->status = texts.data ? BL_OK : BL_E_CONTAINER;
}

int bl_source_ranges_next(struct bl_source_ranges *s, struct bl_error *err)
{
    const struct bl_blx_source *source;
    uint32_t first = s->next[BL_BLX_SRCS];
    uint32_t n = bl_catalog_n_records(s->catalog, BL_BLX_SRCS);
    if (first >= n)
        return 0;
    s->err = err;
    begin_range(s);
    if (s->status == BL_OK)
        s->status = bl_catalog_get_source(s->catalog, first, &s->source, err);
    if (s->status == BL_OK && s->source.parent != BL_NONE)
        fail_range(s, BL_BLX_SRCS, first);
    for (uint32_t i = first; i < n && (source = read_source_record(s, BL_BLX_SRCS, i)) != NULL;
         i++) {
        if (i > first && bl_load_le32(source->parent) != first)
            break;
        add_source(s, i, source);
    }
    add_names(s);
    return s->status < 0 ? s->status : 1;
}
