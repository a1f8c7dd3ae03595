/* catalog/get.c - records of a catalog, with each number compared with what it counts
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/bound.h"
#include "base/load.h"
#include "base/status.h"
#include "base/view.h"
#include "bitleap_limits.h"
#include "bitleap_module.h"
#include "catalog/catalog.h"
#include "format/hint.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

/* Record NUMBER of CHUNK, which the user asks for; NULL with *STATUS and ERR set. */
static const void *asked(const struct bl_catalog *c, enum bl_blx_chunk chunk, uint32_t number,
                         int *status, struct bl_error *err)
{
    *status = BL_OK;
    if (number >= bl_catalog_n_records(c, chunk)) {
        *status = bl_fail(err, BL_E_ARGUMENT, "the catalog has nothing of that number");
        return NULL;
    }
    const void *record = bl_catalog_record(c, chunk, number, err);
    if (!record)
        *status = BL_E_CONTAINER;
    return record;
}

int bl_compare_places(struct bl_view path, struct bl_view base, struct bl_view other_path,
                      struct bl_view other_base)
{
    int order = bl_view_compare(path, other_path);
    return order != 0 ? order : bl_view_compare(base, other_base);
}

/* Whether there are N records of CHUNK from FIRST on. */
static bool has(const struct bl_catalog *c, enum bl_blx_chunk chunk, uint32_t first, uint32_t n)
{
    uint32_t all = bl_catalog_n_records(c, chunk);
    return first <= all && n <= all - first;
}

/* Whether FIRST is where the range of the record before NUMBER ends, as far as that can be read:
 * damage there is not damage here. */
static bool follows(const struct bl_catalog *c, struct bl_catalog_keys keys, uint32_t number,
                    uint32_t first)
{
    if (number == 0)
        return first == 0;
    const uint8_t *before = bl_catalog_record(c, keys.chunk, number - 1, NULL);
    if (!before)
        return true;
    before += keys.offset;
    return first == (uint64_t)bl_load_le32(before) + bl_load_le32(before + 4);
}

/* Compare what record NUMBER has, a first number among KEYS and after it how many there are, with
 * what others have. The one before it may be bad, and be passed over; so the search for the owner
 * of any of them must come to this record, which no two can have in common. All records could have
 * all otherwise, and going through them would take the square of the file's time. */
static int check_range(const struct bl_catalog *c, struct bl_catalog_keys keys, uint32_t number,
                       struct bl_error *err)
{
    const uint8_t *range = bl_catalog_record(c, keys.chunk, number, err);
    if (!range)
        return BL_E_CONTAINER;
    range += keys.offset;
    uint32_t first = bl_load_le32(range);
    uint32_t n = bl_load_le32(range + 4);
    uint32_t end = bl_catalog_n_records(c, keys.chunk);
    struct bl_catalog_last of_first = {.number = number};
    struct bl_catalog_last of_last = {.number = number};
    bool is_right = follows(c, keys, number, first);
    if (is_right && n > 0 && bl_catalog_find_last(c, keys, 0, end, first, &of_first, err) < 0)
        return BL_E_CONTAINER;
    if (is_right && n > 1 &&
        bl_catalog_find_last(c, keys, 0, end, first + n - 1, &of_last, err) < 0)
        return BL_E_CONTAINER;
    if (!is_right || of_first.number != number || of_last.number != number)
        return bl_catalog_bad_record(c, keys.chunk, number, BL_BLX_BAD_ORDER, err);
    return BL_OK;
}

/* The same of the two ranges that each record of CHUNK has at these offsets. */
static int check_ranges(const struct bl_catalog *c, enum bl_blx_chunk chunk, size_t one,
                        size_t other, uint32_t number, struct bl_error *err)
{
    int status = check_range(c, (struct bl_catalog_keys){chunk, one}, number, err);
    if (status == BL_OK)
        status = check_range(c, (struct bl_catalog_keys){chunk, other}, number, err);
    return status;
}

static int load_text(const struct bl_catalog *c, const uint8_t *field, struct bl_view *text,
                     struct bl_error *err)
{
    return bl_catalog_text(c, bl_load_le32(field), text, err);
}

static struct bl_hash load_hash(const uint8_t *field)
{
    return (struct bl_hash){.low = bl_load_le64(field), .high = bl_load_le64(field + 8)};
}

/* ---- Inputs and sources ---- */

bool bl_catalog_is_absolute(struct bl_view path, struct bl_view base)
{
    struct bl_view first = base.size > 0 ? base : path;
    return first.size > 0 && first.data[0] == '/';
}

/* No system takes longer paths. */
enum {
    MAX_PATH_BYTES = 65536,
};

static bool is_path(struct bl_view text)
{
    return text.size == 0 || (text.size <= MAX_PATH_BYTES && !memchr(text.data, '\0', text.size));
}

/* A path that leads somewhere, whatever directory we are in. */
static int paths_of(const struct bl_catalog *c, const uint8_t *path_field,
                    const uint8_t *base_field, struct bl_view *path, struct bl_view *base,
                    enum bl_blx_fault *fault, struct bl_error *err)
{
    if (load_text(c, path_field, path, err) < 0 || load_text(c, base_field, base, err) < 0)
        return BL_E_CONTAINER;
    bool is_right =
        is_path(*path) && is_path(*base) && (bl_catalog_is_absolute(*path, *base) || !c->start);
    *fault = is_right ? BL_BLX_N_FAULTS : BL_BLX_BAD_PATH;
    return BL_OK;
}

int bl_catalog_get_input(const struct bl_catalog *catalog, uint32_t number,
                         struct bl_catalog_input *input, struct bl_error *err)
{
    int status;
    enum bl_blx_fault fault;
    *input = (struct bl_catalog_input){0};
    const struct bl_blx_input *r = asked(catalog, BL_BLX_INPT, number, &status, err);
    if (!r)
        return status;
    status = paths_of(catalog, r->path, r->base, &input->path, &input->base, &fault, err);
    if (status < 0)
        return status;
    input->shard = bl_load_le32(r->shard);
    input->n_shards = bl_load_le32(r->n_shards);
    if (input->shard > input->n_shards || (input->shard == 0) != (input->n_shards == 0))
        fault = BL_BLX_BAD_NUMBER;
    if (fault != BL_BLX_N_FAULTS)
        return bl_catalog_bad_record(catalog, BL_BLX_INPT, number, fault, err);
    return BL_OK;
}

/* A value of an enum; of one that is too large, UINT8_MAX, which none has. */
static uint8_t load_enum(const uint8_t bytes[4])
{
    uint32_t value = bl_load_le32(bytes);
    return value < UINT8_MAX ? (uint8_t)value : UINT8_MAX;
}

static enum bl_blx_fault source_fault(const struct bl_catalog *c, const struct bl_source *source,
                                      uint32_t number)
{
    if (source->kind < BL_SOURCE_FILE || source->kind > BL_SOURCE_LINK)
        return BL_BLX_BAD_VALUE;
    /* The member of an archive comes after it, all others have no parent. */
    bool has_parent =
        source->kind == BL_SOURCE_MEMBER ? source->parent < number : source->parent == BL_NONE;
    if (!has_parent || !has(c, BL_BLX_STRM, source->first_stream, source->n_streams) ||
        !has(c, BL_BLX_PROB, source->first_problem, source->n_problems))
        return BL_BLX_BAD_NUMBER;
    if (source->kind == BL_SOURCE_LINK && source->n_streams > 0)
        return BL_BLX_CONTRADICTS;
    return BL_BLX_N_FAULTS;
}

bool bl_catalog_is_packed(const struct bl_catalog *catalog, uint32_t number)
{
    const struct bl_blx_source *r = bl_catalog_record(catalog, BL_BLX_SRCS, number, NULL);
    return r && bl_load_le32(r->kind) & BL_BLX_PACKED;
}

bool bl_catalog_names_others(const struct bl_catalog *catalog, uint32_t number)
{
    const struct bl_blx_source *r = bl_catalog_record(catalog, BL_BLX_SRCS, number, NULL);
    return r && bl_load_le32(r->kind) & BL_BLX_NAMES_OTHERS;
}

int bl_catalog_get_source(const struct bl_catalog *catalog, uint32_t number,
                          struct bl_source *source, struct bl_error *err)
{
    int status;
    enum bl_blx_fault fault;
    *source = (struct bl_source){0};
    const struct bl_blx_source *r = asked(catalog, BL_BLX_SRCS, number, &status, err);
    if (!r)
        return status;
    status = paths_of(catalog, r->path, r->base, &source->path, &source->base, &fault, err);
    if (status < 0)
        return status;
    bool has_marks = (bl_load_le32(r->kind) & (BL_BLX_PACKED | BL_BLX_NAMES_OTHERS)) != 0;
    source->kind = has_marks ? r->kind[0] : load_enum(r->kind);
    if (has_marks) {
        source->n_packed = bl_load_le16(r->kind + BL_BLX_N_PACKED_AT / 8);
        source->packed = bl_packing_name(r->kind[BL_BLX_PACKING_AT / 8] & BL_BLX_PACKING_MASK);
    }
    source->parent = bl_load_le32(r->parent);
    source->size = bl_load_le64(r->size);
    source->mtime = (int64_t)bl_load_le64(r->mtime);
    if (source->kind == BL_SOURCE_DIRECTORY && source->mtime < 0)
        source->mtime = 0; /* it has links that led to no file */
    source->hash = load_hash(r->hash);
    source->first_stream = bl_load_le32(r->first_stream);
    source->n_streams = bl_load_le32(r->n_streams);
    source->first_problem = bl_load_le32(r->first_problem);
    source->n_problems = bl_load_le32(r->n_problems);
    if (fault == BL_BLX_N_FAULTS)
        fault = source_fault(catalog, source, number);
    if (fault != BL_BLX_N_FAULTS)
        return bl_catalog_bad_record(catalog, BL_BLX_SRCS, number, fault, err);
    atomic_bool *has_ranges = &catalog->sources[number].has_ranges;
    if (atomic_load_explicit(has_ranges, memory_order_relaxed))
        return BL_OK;
    status = check_ranges(catalog, BL_BLX_SRCS, offsetof(struct bl_blx_source, first_stream),
                          offsetof(struct bl_blx_source, first_problem), number, err);
    atomic_store_explicit(has_ranges, status == BL_OK, memory_order_relaxed);
    return status;
}

/* A cause and a place as some function has returned them. */
static bool is_error(const struct bl_blx_problem *r, struct bl_view what, struct bl_view steps)
{
    uint32_t status = bl_load_le32(r->status);
    uint32_t n_steps = bl_error_n_steps(bl_load_le32(r->depth));
    return status >= (uint32_t)BL_E_UNSUPPORTED && bl_load_le16(r->has_pos) <= 1 && what.size > 0 &&
           what.data[what.size - 1] == '\0' && steps.size == n_steps * sizeof(struct bl_blx_step);
}

int bl_catalog_get_problem(const struct bl_catalog *catalog, uint32_t number,
                           struct bl_catalog_problem *problem, struct bl_error *err)
{
    int status;
    struct bl_view what = {0};
    struct bl_view steps = {0};
    *problem = (struct bl_catalog_problem){0};
    const struct bl_blx_problem *r = asked(catalog, BL_BLX_PROB, number, &status, err);
    if (!r)
        return status;
    if (load_text(catalog, r->path, &problem->path, err) < 0 ||
        load_text(catalog, r->what, &what, err) < 0 ||
        load_text(catalog, r->steps, &steps, err) < 0)
        return BL_E_CONTAINER;
    problem->source = bl_load_le32(r->source);
    if (problem->source >= bl_catalog_n_records(catalog, BL_BLX_SRCS))
        return bl_catalog_bad_record(catalog, BL_BLX_PROB, number, BL_BLX_BAD_NUMBER, err);
    if (!is_error(r, what, steps))
        return bl_catalog_bad_record(catalog, BL_BLX_PROB, number, BL_BLX_BAD_VALUE, err);
    problem->parts = bl_load_le16(r->parts);
    problem->error = (struct bl_error){
        .status = (int)bl_load_le32(r->status),
        .sys_errno = (int)bl_load_le32(r->sys_errno),
        .what = (const char *)what.data,
        .has_pos = bl_load_le16(r->has_pos),
        .bit_pos = bl_load_le64(r->bit_pos),
        .depth = bl_load_le32(r->depth),
    };
    const struct bl_blx_step *step = (const void *)steps.data;
    for (size_t i = 0; i < steps.size / sizeof *step; i++)
        problem->error.path[i] = (struct bl_path_step){.block_id = bl_load_le32(step[i].block_id),
                                                       .bit_pos = bl_load_le64(step[i].bit_pos)};
    return BL_OK;
}

/* ---- Streams, modules, functions and blocks ---- */

int bl_catalog_get_stream(const struct bl_catalog *catalog, uint32_t number,
                          struct bl_catalog_stream *stream, struct bl_error *err)
{
    int status;
    *stream = (struct bl_catalog_stream){0};
    const struct bl_blx_stream *r = asked(catalog, BL_BLX_STRM, number, &status, err);
    if (!r)
        return status;
    if (load_text(catalog, r->path, &stream->path, err) < 0)
        return BL_E_CONTAINER;
    stream->source = bl_load_le32(r->source);
    stream->file_offset = bl_load_le64(r->file_offset);
    stream->size = bl_load_le64(r->size);
    stream->kind = load_enum(r->kind);
    stream->hash = load_hash(r->hash);
    stream->first_module = bl_load_le32(r->first_module);
    stream->n_modules = bl_load_le32(r->n_modules);
    stream->first_block = bl_load_le32(r->first_block);
    stream->n_blocks = bl_load_le32(r->n_blocks);
    if (stream->source >= bl_catalog_n_records(catalog, BL_BLX_SRCS) ||
        !has(catalog, BL_BLX_MODS, stream->first_module, stream->n_modules) ||
        !has(catalog, BL_BLX_BLKS, stream->first_block, stream->n_blocks) ||
        stream->size > BL_MAX_CATALOG_STREAM || stream->file_offset > UINT64_MAX - stream->size)
        return bl_catalog_bad_record(catalog, BL_BLX_STRM, number, BL_BLX_BAD_NUMBER, err);
    if (stream->kind > BL_STREAM_SWIFT_SOURCE_INFO)
        return bl_catalog_bad_record(catalog, BL_BLX_STRM, number, BL_BLX_BAD_VALUE, err);
    return check_ranges(catalog, BL_BLX_STRM, offsetof(struct bl_blx_stream, first_module),
                        offsetof(struct bl_blx_stream, first_block), number, err);
}

static void load_module(struct bl_catalog_module *module, const struct bl_blx_module *r)
{
    module->stream = bl_load_le32(r->stream);
    module->block = bl_load_le32(r->block);
    module->bit_pos = bl_load_le64(r->bit_pos);
    module->epoch = bl_load_le32(r->epoch);
    module->version = bl_load_le32(r->version);
    module->flags = bl_load_le32(r->flags);
    module->n_variables = bl_load_le32(r->n_variables);
    module->n_functions = bl_load_le32(r->n_functions);
    module->n_defined = bl_load_le32(r->n_defined);
    module->n_aliases = bl_load_le32(r->n_aliases);
    module->n_ifuncs = bl_load_le32(r->n_ifuncs);
    module->n_comdats = bl_load_le32(r->n_comdats);
    module->first_symbol = bl_load_le32(r->first_symbol);
    module->n_symbols = bl_load_le32(r->n_symbols);
    module->first_function = bl_load_le32(r->first_function);
    module->n_bodies = bl_load_le32(r->n_bodies);
}

/* Whether the stream of MODULE is large enough for the global values that it claims. */
static bool has_room(const struct bl_catalog *c, const struct bl_catalog_module *m)
{
    const struct bl_blx_stream *stream = bl_catalog_record(c, BL_BLX_STRM, m->stream, NULL);
    uint64_t n = (uint64_t)m->n_variables + m->n_functions + m->n_aliases + m->n_ifuncs;
    return !stream || n <= bl_load_le64(stream->size) / BL_MIN_GLOBAL_BYTES;
}

int bl_catalog_get_module(const struct bl_catalog *catalog, uint32_t number,
                          struct bl_catalog_module *module, struct bl_error *err)
{
    int status;
    *module = (struct bl_catalog_module){0};
    const struct bl_blx_module *r = asked(catalog, BL_BLX_MODS, number, &status, err);
    if (!r)
        return status;
    if (load_text(catalog, r->producer, &module->producer, err) < 0 ||
        load_text(catalog, r->triple, &module->triple, err) < 0 ||
        load_text(catalog, r->source_file, &module->source_file, err) < 0)
        return BL_E_CONTAINER;
    load_module(module, r);
    if (module->stream >= bl_catalog_n_records(catalog, BL_BLX_STRM) ||
        module->bit_pos >= BL_MAX_CATALOG_STREAM * 8 ||
        !has(catalog, BL_BLX_SYMS, module->first_symbol, module->n_symbols) ||
        !has(catalog, BL_BLX_FUNS, module->first_function, module->n_bodies))
        return bl_catalog_bad_record(catalog, BL_BLX_MODS, number, BL_BLX_BAD_NUMBER, err);
    if (!has_room(catalog, module))
        return bl_catalog_bad_record(catalog, BL_BLX_MODS, number, BL_BLX_BAD_VALUE, err);
    return check_ranges(catalog, BL_BLX_MODS, offsetof(struct bl_blx_module, first_symbol),
                        offsetof(struct bl_blx_module, first_function), number, err);
}

int bl_catalog_get_block(const struct bl_catalog *catalog, uint32_t number,
                         struct bl_catalog_block *block, struct bl_error *err)
{
    int status;
    *block = (struct bl_catalog_block){0};
    const struct bl_blx_block *r = asked(catalog, BL_BLX_BLKS, number, &status, err);
    if (!r)
        return status;
    block->block.bit_pos = bl_load_le64(r->bit_pos);
    block->block.body_pos = block->block.bit_pos + bl_load_le16(r->body_at);
    block->block.block_id = bl_load_le32(r->block_id);
    block->block.id_width = bl_load_le16(r->id_width);
    block->block.n_words = bl_load_le32(r->n_words);
    block->parent = bl_load_le32(r->parent);
    if (block->block.bit_pos >= BL_MAX_CATALOG_STREAM * 8 ||
        (block->parent != BL_NONE && block->parent >= number))
        return bl_catalog_bad_record(catalog, BL_BLX_BLKS, number, BL_BLX_BAD_NUMBER, err);
    if (block->block.id_width > BL_MAX_WIDTH)
        return bl_catalog_bad_record(catalog, BL_BLX_BLKS, number, BL_BLX_BAD_VALUE, err);
    return BL_OK;
}
