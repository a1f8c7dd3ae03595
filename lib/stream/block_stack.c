/* stream/block_stack.c - the open blocks of a walk
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "stream/block_stack.h"

#include "base/grow.h"

enum {
    FIRST_LEVELS = 8
};

int bl_block_stack_init(struct bl_block_stack *stack)
{
    *stack = (struct bl_block_stack){.stop_pos = UINT64_MAX};
    if (bl_grow(&stack->at, &stack->cap, FIRST_LEVELS) < 0)
        return BL_E_NOMEM;
    stack->at[stack->n_used++] = (struct bl_open_block){.parent_id = BL_NONE};
    stack->top = stack->at;
    return BL_OK;
}

void bl_block_stack_release(struct bl_block_stack *stack)
{
    for (uint32_t i = 0; i < stack->n_used; i++)
        bl_abbrev_set_release(&stack->at[i].cursor.own);
    bl_drop(stack->at);
    *stack = (struct bl_block_stack){0};
}

int bl_block_stack_push(struct bl_block_stack *stack)
{
    if (stack->depth >= BL_MAX_DEPTH)
        return BL_E_LIMIT;
    size_t n_wanted = (size_t)stack->depth + 2;
    if (n_wanted > stack->cap && bl_grow(&stack->at, &stack->cap, n_wanted) < 0)
        return BL_E_NOMEM;
    stack->depth++;
    if (stack->depth == stack->n_used)
        stack->at[stack->n_used++] = (struct bl_open_block){0};
    stack->top = &stack->at[stack->depth];
    return BL_OK;
}

/* ---- In and out of blocks at speed ---- */

/* An entry after what BATCH has; returns where its operands go. */
static uint64_t *add_entry(struct bl_batch *batch, uint32_t abbrev_id, uint32_t block_id,
                           uint64_t bit_pos, uint32_t n_ops)
{
    struct bl_batch_record *record = &batch->record_storage[batch->n_records++];
    record->bit_pos = bit_pos;
    record->code = block_id;
    record->abbrev_id = abbrev_id;
    record->array_at = BL_NONE;
    record[1].first_op = record->first_op + n_ops;
    return batch->op_storage + record->first_op;
}

static BL_ALWAYS_INLINE bool enter_level(struct bl_block_stack *stack)
{
    struct bl_open_block *level = stack->top + 1;
    struct bl_cursor *parent = &stack->top->cursor;
    struct bl_block block;
    if (stack->depth + 1 >= stack->n_used || !bl_cursor_peek_block(parent, &block) ||
        block.block_id == BL_BLOCK_BLOCKINFO)
        return false;
    parent->entry_pos = block.bit_pos;
    bl_cursor_enter(&level->cursor, parent, &block, stack->info);
    level->info_before = stack->info;
    level->parent_id = parent->block.block_id;
    stack->depth++;
    stack->top = level;
    return true;
}

static BL_ALWAYS_INLINE bool leave_level(struct bl_block_stack *stack)
{
    const struct bl_open_block *level = stack->top;
    const struct bl_cursor *c = &level->cursor;
    uint64_t end = bl_align32(c->bits.pos + c->block.id_width);
    if (end != bl_block_end(&c->block) || end > c->bits.end || stack->depth <= 1 ||
        stack->depth <= stack->base || level->info_before != stack->info ||
        c->block.block_id == BL_BLOCK_BLOCKINFO)
        return false;
    stack->depth--;
    stack->top--;
    stack->top->cursor.bits.pos = end;
    stack->top->cursor.pending = 0;
    return true;
}

bool bl_block_stack_enter(struct bl_block_stack *stack)
{
    return enter_level(stack);
}

bool bl_block_stack_leave(struct bl_block_stack *stack)
{
    return leave_level(stack);
}

/* Into or out of a block, returned in BATCH. False: nothing was done. */
static BL_ALWAYS_INLINE bool cross(struct bl_block_stack *stack, struct bl_batch *batch)
{
    const struct bl_open_block *level = stack->top;
    if (!stack->crosses)
        return false;
    if (bl_cursor_peek_id(&level->cursor) == BL_ABBREV_END_BLOCK) {
        const struct bl_cursor *c = &level->cursor;
        if (!leave_level(stack))
            return false;
        uint64_t *ops =
            add_entry(batch, BL_ABBREV_END_BLOCK, c->block.block_id, c->bits.pos, BL_END_OPS);
        ops[0] = level->parent_id;
        return true;
    }
    if (!enter_level(stack))
        return false;
    const struct bl_block *block = &stack->top->cursor.block;
    uint64_t *ops =
        add_entry(batch, BL_ABBREV_ENTER_SUBBLOCK, block->block_id, block->bit_pos, BL_ENTER_OPS);
    ops[0] = block->id_width;
    ops[1] = block->n_words;
    ops[2] = block->bit_pos + level->cursor.block.id_width + BL_BLOCK_ID_WIDTH;
    return true;
}

int bl_block_stack_read_batch(struct bl_block_stack *stack, struct bl_batch *batch, bool read)
{
    const struct bl_decoder *decoder = stack->top->cursor.decoder;
    int rc = bl_batch_begin(batch, &stack->top->cursor, read);
    if (rc < 0)
        return rc;
    do
        rc = bl_batch_append(batch, &stack->top->cursor, decoder, stack->stop_pos, read);
    while (rc > 0 && cross(stack, batch));
    return bl_batch_end(batch, &stack->top->cursor, rc);
}
