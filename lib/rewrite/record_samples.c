/* rewrite/record_samples.c - some of the records of a module, by block and code
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/record_samples.h"

#include "base/grow.h"

#include <string.h>

enum {
    /* LLVM has 26 kinds of blocks, and at most 64 codes in one. */
    MAX_BLOCK_KINDS = 64,
    MAX_CODES = 256,
    MAX_WITH_BLOBS = 8,
};

int bl_samples_block(struct bl_module_samples *s, uint32_t block_id,
                     struct bl_block_samples **block)
{
    uint32_t number = bl_map_find(&s->numbers, block_id);
    if (number == BL_MAP_NONE) {
        number = s->n;
        if (number == MAX_BLOCK_KINDS)
            return BL_E_LIMIT;
        if (bl_append(&s->blocks, &s->n, &s->cap, (struct bl_block_samples){.block_id = block_id}) <
                0 ||
            bl_map_add(&s->numbers, block_id, number) < 0)
            return BL_E_NOMEM;
    }
    *block = &s->blocks[number];
    return BL_OK;
}

static int code_of(struct bl_block_samples *block, uint32_t code, struct bl_code_samples **out)
{
    uint32_t number = bl_map_find(&block->numbers, code);
    if (number == BL_MAP_NONE) {
        number = block->n_codes;
        if (number == MAX_CODES)
            return BL_E_LIMIT;
        if (bl_append(&block->codes, &block->n_codes, &block->cap_codes,
                      (struct bl_code_samples){.code = code, .stride = 1}) < 0 ||
            bl_map_add(&block->numbers, code, number) < 0)
            return BL_E_NOMEM;
    }
    *out = &block->codes[number];
    return BL_OK;
}

/* Keep each second one of those that are kept. */
static void thin_out(struct bl_code_samples *c)
{
    uint32_t n_ops = 0;
    for (uint32_t i = 0; i < c->n_items; i += 2) {
        struct bl_sample sample = c->items[i];
        if (sample.n_kept > 0)
            memmove(c->ops + n_ops, c->ops + sample.first, sample.n_kept * sizeof *c->ops);
        sample.first = n_ops;
        c->items[i / 2] = sample;
        n_ops += sample.n_kept;
    }
    c->n_ops = n_ops;
    c->n_items = (c->n_items + 1) / 2;
    c->stride *= 2;
}

int bl_samples_add(struct bl_module_samples *s, struct bl_block_samples *block,
                   const struct bl_record *record)
{
    struct bl_code_samples *c;
    int status = code_of(block, record->code, &c);
    if (status < 0)
        return status;
    if (c->n++ % c->stride != 0)
        return BL_OK;
    struct bl_sample sample = {.first = c->n_ops, .n_ops = record->n_ops};
    for (; sample.n_kept < record->n_ops && sample.n_kept < BL_MAX_SAMPLED_OPS; sample.n_kept++)
        if (bl_append(&c->ops, &c->n_ops, &c->cap_ops, record->ops[sample.n_kept]) < 0)
            return BL_E_NOMEM;
    if (bl_append(&c->items, &c->n_items, &c->cap_items, sample) < 0)
        return BL_E_NOMEM;
    s->n_ops += sample.n_kept;
    if (c->n_items < BL_MAX_SAMPLES)
        return s->n_ops > BL_MAX_SAMPLED ? BL_E_LIMIT : BL_OK;
    s->n_ops -= c->n_ops;
    thin_out(c);
    s->n_ops += c->n_ops;
    return BL_OK;
}

static bool is_equal(const struct bl_abbrev_op *a, const struct bl_abbrev_op *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a[i].encoding != b[i].encoding || a[i].width != b[i].width ||
            (a[i].encoding == BL_ENC_LITERAL && a[i].literal != b[i].literal))
            return false;
    return true;
}

int bl_samples_add_definition(struct bl_module_samples *s, struct bl_block_samples *block,
                              const struct bl_abbrev_op *ops, uint32_t n_ops)
{
    for (uint32_t i = 0; i < block->n_with_blobs; i++)
        if (block->with_blobs[i].n_ops == n_ops && is_equal(block->with_blobs[i].ops, ops, n_ops))
            return BL_OK;
    if (ops[0].encoding != BL_ENC_LITERAL || block->n_with_blobs == MAX_WITH_BLOBS)
        return BL_E_LIMIT;
    struct bl_abbrev_op *copy = bl_arena_room(&s->arena, n_ops * sizeof *copy);
    if (!copy)
        return BL_E_NOMEM;
    memcpy(copy, ops, n_ops * sizeof *copy);
    struct bl_new_abbrev d = {.code = (uint32_t)ops[0].literal, .n_ops = n_ops, .ops = copy};
    return bl_append(&block->with_blobs, &block->n_with_blobs, &block->cap_with_blobs, d);
}

void bl_samples_release(struct bl_module_samples *s)
{
    for (uint32_t i = 0; i < s->n; i++) {
        struct bl_block_samples *block = &s->blocks[i];
        for (uint32_t k = 0; k < block->n_codes; k++) {
            bl_drop(block->codes[k].items);
            bl_drop(block->codes[k].ops);
        }
        bl_drop(block->codes);
        bl_drop(block->with_blobs);
        bl_map_release(&block->numbers);
    }
    bl_drop(s->blocks);
    bl_map_release(&s->numbers);
    bl_arena_release(&s->arena);
    *s = (struct bl_module_samples){0};
}
