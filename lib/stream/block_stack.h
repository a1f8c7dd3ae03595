/* stream/block_stack.h - the open blocks of a walk
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A stack of cursors, one for each open block, that keep their storage when a block ends. Level 0
 * is the top level. Nothing recurses, so depth costs memory only, and that has a limit.
 */
#ifndef BL_STREAM_BLOCK_STACK_H
#define BL_STREAM_BLOCK_STACK_H

#include "bitleap_stream.h"
#include "stream/cursor.h"

struct bl_open_block {
    struct bl_cursor cursor;
    const struct bl_blockinfo *info_before; /* in force when the block began */
    uint32_t parent_id;
};

struct bl_block_stack {
    struct bl_open_block *at;
    struct bl_open_block *top; /* &at[depth] */
    uint32_t depth;            /* at[0 … depth] are open */
    uint32_t base;             /* the walk ends when this level would be read; 0: at its end */
    uint32_t n_used, cap;      /* those below n_used have been initialised */
    const struct bl_blockinfo *info; /* in force */
    uint64_t stop_pos;               /* the walk ends before the entry that begins here */
    bool crosses;                    /* batches go into blocks and out of them */
};

/* One level, the top one, where a cursor is yet to be put. BL_E_NOMEM. */
int bl_block_stack_init(struct bl_block_stack *stack);
void bl_block_stack_release(struct bl_block_stack *stack);

/* One more level, to be entered. BL_E_LIMIT, BL_E_NOMEM. */
int bl_block_stack_push(struct bl_block_stack *stack);

/* Into the block that is next at the innermost cursor, or out of the innermost block, whose end is
 * next, if everything is as it mostly is. False: nothing was done. */
bool bl_block_stack_enter(struct bl_block_stack *stack);
bool bl_block_stack_leave(struct bl_block_stack *stack);

/* bl_walk_read_batch() at the innermost cursor, where nothing is pending; READ: with operands. */
int bl_block_stack_read_batch(struct bl_block_stack *stack, struct bl_batch *batch, bool read);

#endif
