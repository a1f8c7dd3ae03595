/* ir/constants.c - the values that a CONSTANTS block makes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Every record except SETTYPE makes one value, known or not, so that numbers stay right. What the
 * value is is read only when asked for.
 */
#include "ir/constants.h"

#include "base/bound.h"
#include "base/grow.h"
#include "base/map.h"
#include "base/status.h"
#include "ir/constant_record.h"
#include "ir/module.h"
#include "ir/seek.h"
#include "stream/cursor.h"

static int append_constant(struct bl_constant_list *list, struct bl_cursor *cursor,
                           struct bl_constant constant)
{
    if (list->n == BL_NONE)
        return bl_cursor_fail(cursor, BL_E_LIMIT, "more constants than can be numbered",
                              constant.bit_pos);
    if (bl_append(&list->items, &list->n, &list->cap, constant) < 0)
        return bl_cursor_fail(cursor, BL_E_NOMEM, "no memory for the constants", constant.bit_pos);
    return BL_OK;
}

int bl_constants_append(struct bl_constant_list *list, struct bl_cursor *cursor, uint32_t n_types,
                        struct bl_record *rec)
{
    uint32_t type = BL_NONE;
    uint32_t code;
    uint64_t bit_pos;
    int rc;
    while ((rc = bl_seek_skip(cursor, &code, &bit_pos)) > 0) {
        if (code != BL_CODE_CONSTANTS_SETTYPE) {
            rc = append_constant(list, cursor, (struct bl_constant){bit_pos, type, code});
        } else {
            cursor->bits.pos = bit_pos; /* it was skipped: go back and read it */
            rc = bl_record_next(cursor, rec);
            if (rc > 0)
                type = rec->n_ops && rec->ops[0] < n_types ? (uint32_t)rec->ops[0] : BL_NONE;
        }
        if (rc < 0)
            break;
    }
    return rc;
}

void bl_constants_release(struct bl_constant_list *list)
{
    bl_drop(list->items);
    *list = (struct bl_constant_list){0};
}

/* ---- Of a module ---- */

/* To begin in a block of this size or more again and again, for single constants, would take too
 * long. */
enum {
    LARGE_BLOCK_BYTES = 512
};

/* Reads single constants of a block. */
struct reader {
    struct bl_cursor cursor; /* knows the abbreviations of the block it is in */
    bool has_cursor;
};

/* What a module keeps of its constants. */
struct part {
    struct bl_constant_list list;
    bool is_read;
    struct bl_error failure;
    struct reader local;   /* in a block of the body at hand */
    struct reader small;   /* in a small block, the last one */
    struct reader **large; /* in all others so far; BY_BODY: by where they begin */
    uint32_t n_large, cap_large;
    struct bl_map by_body;
    struct reader *last; /* that was used; NULL: none */
};

static void close_cursor(struct reader *reader)
{
    if (reader->has_cursor)
        bl_cursor_release(&reader->cursor);
    reader->has_cursor = false;
}

static void release_constants(void *data)
{
    struct part *part = data;
    close_cursor(&part->local);
    close_cursor(&part->small);
    for (uint32_t i = 0; i < part->n_large; i++) {
        close_cursor(part->large[i]);
        bl_drop(part->large[i]);
    }
    bl_drop(part->large);
    bl_map_release(&part->by_body);
    bl_constants_release(&part->list);
}

static struct part *part_of(struct bl_module *module, struct bl_error *err)
{
    struct part *part = bl_module_part(module, BL_PART_CONSTANTS, sizeof *part, release_constants);
    if (!part)
        bl_fail(err, BL_E_NOMEM, "no memory for the constants");
    return part;
}

static int read_constants_block(struct bl_module *module, struct part *part,
                                const struct bl_block *block, struct bl_error *err)
{
    const struct bl_types *types;
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    if (bl_module_types(module, &types, NULL) == BL_E_NOMEM)
        return bl_fail(err, BL_E_NOMEM, "no memory for the types");
    int rc = bl_module_cursor(module, block, &cursor, NULL);
    if (rc == BL_OK)
        rc = bl_constants_append(&part->list, &cursor, types->n, &rec);
    if (rc < 0)
        bl_module_error(module, &cursor, err);
    bl_record_release(&rec);
    bl_cursor_release(&cursor);
    return rc;
}

/* A module has one block of them, and LLVM would read several. */
static void read_all_constants(struct bl_module *module, struct part *part)
{
    part->is_read = true;
    int status = bl_module_read_header(module, &part->failure);
    for (uint32_t i = 0; i < module->header.n_blocks; i++) {
        struct bl_block block = module->header.blocks[i];
        if (block.block_id != BL_BLOCK_CONSTANTS)
            continue;
        /* What is after damage has no number that is right. */
        if (read_constants_block(module, part, &block, status < 0 ? NULL : &part->failure) < 0)
            return;
    }
}

int bl_module_constants(struct bl_module *module, const struct bl_constant **constants, uint32_t *n,
                        struct bl_error *err)
{
    *constants = NULL;
    *n = 0;
    struct part *part = part_of(module, err);
    if (!part)
        return BL_E_NOMEM;
    if (!part->is_read)
        read_all_constants(module, part);
    *constants = part->list.items;
    *n = part->list.n;
    return bl_fail_again(err, &part->failure);
}

const struct bl_constant *bl_module_constant(struct bl_module *module, uint32_t value)
{
    const struct bl_constant *constants;
    uint32_t n;
    (void)bl_module_constants(module, &constants, &n, NULL);
    uint32_t n_globals = module->header.n_places;
    return value >= n_globals && value - n_globals < n ? &constants[value - n_globals] : NULL;
}

/* ---- One constant ---- */

static bool is_inside(const struct bl_block *block, uint64_t bit_pos)
{
    return bit_pos >= block->body_pos && bit_pos < bl_block_end(block);
}

struct bl_cursor *bl_constants_cursor(struct bl_module *module)
{
    struct part *part = part_of(module, NULL);
    if (!part)
        return NULL;
    close_cursor(&part->local);
    part->local.cursor = (struct bl_cursor){0};
    part->local.has_cursor = true;
    return &part->local.cursor;
}

/* Of the sub-blocks of MODULE, which are in order, the last that begins before BIT_POS. */
static bool find_in_module(const struct bl_module *module, uint64_t bit_pos, struct bl_block *block)
{
    uint32_t low = 0;
    uint32_t high = module->header.n_blocks;
    BL_LOWER_BOUND(low, high, mid, module->header.blocks[mid].body_pos <= bit_pos);
    if (low == 0)
        return false;
    *block = module->header.blocks[low - 1];
    return block->block_id == BL_BLOCK_CONSTANTS && is_inside(block, bit_pos);
}

/* The CONSTANTS block around BIT_POS: 1, 0: there is none, or BL_E_NOMEM. */
static int find_block(struct bl_module *module, uint64_t bit_pos, struct bl_block *block)
{
    (void)bl_module_read_header(module, NULL);
    if (find_in_module(module, bit_pos, block))
        return 1;
    uint32_t found;
    int status = bl_index_find(module->index, bit_pos, &found, NULL);
    if (status == BL_E_NOMEM)
        return status;
    if (found == BL_NONE)
        return 0;
    *block = bl_index_get(module->index, found).block;
    return block->block_id == BL_BLOCK_CONSTANTS;
}

/* The reader for BLOCK, which may be in another one still. NULL: no memory. */
static struct reader *reader_for(struct part *part, const struct bl_block *block)
{
    if ((bl_block_end(block) - block->body_pos) / 8 < LARGE_BLOCK_BYTES)
        return &part->small;
    uint32_t known = bl_map_find(&part->by_body, block->body_pos);
    if (known != BL_MAP_NONE)
        return part->large[known];
    struct reader *reader = NULL;
    if (bl_grow(&part->large, &part->cap_large, (size_t)part->n_large + 1) < 0 ||
        !(reader = bl_new(sizeof *reader)) ||
        bl_map_add(&part->by_body, block->body_pos, part->n_large) < 0) {
        bl_drop(reader);
        return NULL;
    }
    part->large[part->n_large++] = reader;
    return reader;
}

/* Have READER's cursor in BLOCK, with all of its abbreviations known. */
static int open_cursor(struct bl_module *module, struct reader *reader,
                       const struct bl_block *block, struct bl_error *err)
{
    uint32_t code;
    uint64_t place;
    if (reader->has_cursor && reader->cursor.block.body_pos == block->body_pos)
        return BL_OK;
    close_cursor(reader);
    int rc = bl_module_cursor(module, block, &reader->cursor, NULL);
    if (rc < 0) {
        bl_module_error(module, &reader->cursor, err);
        return rc;
    }
    reader->has_cursor = true;
    while (bl_seek_skip(&reader->cursor, &code, &place) > 0)
        ;
    if (reader->cursor.status != BL_E_NOMEM)
        return BL_OK; /* damage is no matter for what is before it */
    close_cursor(reader);
    return bl_fail(err, BL_E_NOMEM, "no memory for the constants");
}

static bool is_in(const struct reader *reader, uint64_t bit_pos)
{
    return reader && reader->has_cursor && is_inside(&reader->cursor.block, bit_pos);
}

/* *READER has a cursor in the block around BIT_POS. */
static int find_reader(struct bl_module *module, struct part *part, uint64_t bit_pos,
                       struct reader **reader, struct bl_error *err)
{
    struct bl_block block;
    *reader = is_in(&part->local, bit_pos) ? &part->local : part->last;
    if (is_in(*reader, bit_pos))
        return BL_OK;
    int rc = find_block(module, bit_pos, &block);
    if (rc == 0)
        return bl_fail_at(err, BL_E_ARGUMENT, "no constant at this place", bit_pos);
    *reader = rc < 0 ? NULL : reader_for(part, &block);
    if (!*reader)
        return bl_fail(err, BL_E_NOMEM, "no memory for the constants");
    part->last = *reader;
    return open_cursor(module, *reader, &block, err);
}

/* Whether the record of CONSTANT has no more operands than its code may have, and as many bits as
 * these take: others would be decoded for each reference to them, for nothing. */
static bool has_fitting_size(const struct bl_cursor *cursor, const struct bl_constant *constant)
{
    struct bl_record_head head;
    return !bl_constant_is_short(constant->code) ||
           (bl_record_peek(cursor, constant->bit_pos, &head) &&
            head.n_ops <= BL_MAX_FIXED_OPERANDS);
}

int bl_constant_read(struct bl_module *module, const struct bl_constant *constant,
                     struct bl_record *rec, struct bl_error *err)
{
    struct part *part = part_of(module, err);
    if (!part)
        return BL_E_NOMEM;
    struct reader *reader;
    int rc = find_reader(module, part, constant->bit_pos, &reader, err);
    if (rc == BL_OK && !has_fitting_size(&reader->cursor, constant))
        rc = bl_fail_at(err, BL_E_LIMIT, "constant that is longer than its kind needs",
                        constant->bit_pos);
    if (rc == BL_OK)
        rc = bl_seek_read(&reader->cursor, constant->bit_pos, rec, err);
    return rc < 0 ? rc : BL_OK;
}
