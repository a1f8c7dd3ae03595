/* numbers/loaded_body.h - the body at hand, all of it: instructions, attachments, orders of uses
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_NUMBERS_LOADED_BODY_H
#define BL_NUMBERS_LOADED_BODY_H

#include "base/arena.h"
#include "ir/module_tables.h"
#include "numbers/packed_instructions.h"

enum {
    /* Instructions of a body from this one on are packed: nearly all bodies have fewer. */
    BL_FIRST_PACKED = 1 << 14,
};

/* The order of a basic block's uses, a USELIST_CODE_BB record: use I of those in the order that
 * reading makes is use positions[I] of the result. */
struct bl_block_uses {
    uint32_t block, n;
    const uint32_t *positions;
};

struct bl_block_start {
    uint32_t instruction, value;
};

struct bl_body_code {
    uint32_t function;                     /* value */
    struct bl_instruction *instructions;   /* the first ones: bl_code_at() has all of them */
    struct bl_packed_instructions *packed; /* NULL: there have been none */
    uint32_t n_instructions, cap_instructions;
    uint64_t n_kept; /* operands, and what counts as such: bl_cursor.max_operands at most */
    /* Of each basic block, and one more: its first instruction, the first value it makes. */
    struct bl_block_start *starts;
    uint32_t n_blocks, cap_blocks;
    /* Those that numbers may depend on: calls, and what has a location or debug records. */
    uint32_t *noted;
    uint32_t n_noted, cap_noted;
    /* Attached to the function itself, then to instructions, in the order of the file. */
    struct bl_attached *attached;
    uint32_t n_attached, cap_attached, n_attached_to_function;
    struct bl_block_uses *uses;
    uint32_t n_uses, cap_uses;
    struct bl_arena arena;   /* operands and lists */
    struct bl_error failure; /* status 0: all was read; otherwise the instructions before it */
    bool is_uncertain;       /* from some instruction on, numbers are */
    bool lacks_ends;         /* so that not all predecessors of blocks are known */
};

/* Instruction I of CODE. Valid until another one is asked for. */
static inline const struct bl_instruction *bl_code_at(const struct bl_body_code *code, uint32_t i)
{
    return BL_LIKELY(i < BL_FIRST_PACKED) ? &code->instructions[i]
                                          : bl_packed_get(code->packed, i - BL_FIRST_PACKED);
}

struct bl_loaded_body {
    const struct bl_module_tables *tables;
    struct bl_function *function; /* NULL: none was yet */
    struct bl_function *reading;  /* whose body it is: that, or one of the caller's */
    const struct bl_body *body;   /* NULL: outside of bodies */
    const struct bl_types *types; /* in a body with those it implies: bl_function_types() */
    struct bl_metadata *metadata; /* the body's with the module's; outside the module's; NULL */
    struct bl_body_code code;
    bool is_in_code;        /* the code of a body is printed, not its metadata */
    uint32_t next_location; /* of bl_function_slots.n_locations, as instructions pass */
};

/* No body of TABLES, which must stay. */
void bl_loaded_begin(struct bl_loaded_body *b, const struct bl_module_tables *tables);
/* Load body VALUE and all of its code. Negative: there is no body. What is damaged inside of it is
 * in b->code.failure. */
int bl_loaded_read(struct bl_loaded_body *b, uint32_t value, struct bl_error *err);
/* Of the body that b->function has gone over, only what is attached, in b->code: all that is before
 * damage, whose status it returns. */
int bl_loaded_read_attached(struct bl_loaded_body *b);
/* Outside of bodies again. */
void bl_loaded_forget(struct bl_loaded_body *b);
void bl_loaded_release(struct bl_loaded_body *b);

#endif
