/* print/instruction_text.h - what the text of a body's parts shares
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   block_text.c         labels, debug records, the lines of a block
 *   predecessors.c       the blocks that lead to a block, in LLVM's order
 *   instruction_text.c   instructions, each of its kind (body_line.h)
 *   call_text.c          call, invoke, callbr; shufflevector
 *   relocation_text.c    the comments after calls of a garbage collector's intrinsic
 */
#ifndef BL_PRINT_INSTRUCTION_TEXT_H
#define BL_PRINT_INSTRUCTION_TEXT_H

#include "print/constant_text.h"
#include "print/local_names.h"
#include "print/metadata_text.h"

/* The predecessors of block I are blocks[first[I]] to blocks[first[I + 1]], in order. */
struct bl_predecessors {
    uint32_t *first, *blocks;
};

/* A body, and what all of its instructions ask for. */
struct bl_body_text {
    struct bl_printer *p;
    struct bl_text *t; /* of P */
    uint32_t first_local;
    /* Of P, or none of them where each use has to be noted (closure.h). */
    const struct bl_kept_text *locals, *types;
    uint32_t n_locals, n_types;
    struct bl_known_slots known;
    struct bl_predecessors preds;
    uint32_t *makers;       /* instruction by local value; NULL until it is asked for */
    uint32_t next_attached; /* in p->loaded.code.attached: of this instruction, or later ones */
    uint32_t count_of_one;  /* a value that is known to be 1: what most allocas are for */
    bool is_vararg;         /* the function takes more arguments than it names */
};

/* Those of the body that is loaded, in its arena. False: there is no memory. */
bool bl_find_predecessors(struct bl_printer *p, struct bl_predecessors *preds);

/* What is common to all lines of the body that is loaded and named, without predecessors. */
struct bl_body_text bl_body_text(struct bl_printer *p);
/* "  %2 = add i32 %0, 1, !dbg !7": instruction INDEX of the body, which is known, without its debug
 * records and the end of the line. The next one is printed next. */
void bl_put_instruction_line(struct bl_body_text *b, uint32_t index);
/* INST, without what is attached to it. */
void bl_put_instruction(struct bl_body_text *b, const struct bl_instruction *inst);
/* A call, an invoke or a callbr after its opcode and flags. */
void bl_put_call(struct bl_body_text *b, const struct bl_instruction *inst);
/* A shufflevector after its opcode. */
void bl_put_shufflevector(struct bl_body_text *b, const struct bl_instruction *inst);
/* " ; (%base, %derived)" after a call of llvm.experimental.gc.relocate; nothing after others. */
void bl_put_relocation(struct bl_body_text *b, const struct bl_instruction *inst);

static inline void bl_put_operand_value(struct bl_body_text *b, uint64_t value)
{
    if (b->p->closure || !bl_text_kept(b->t, &b->p->locals, value - b->first_local))
        bl_put_value(b->p, value);
}

/* An operand without its type: a value, a block, metadata. */
void bl_put_bare_operand(struct bl_body_text *b, const struct bl_operand *operand);
/* "i32 %7", "label %3", "metadata !7" */
void bl_put_operand(struct bl_body_text *b, const struct bl_operand *operand);

#endif
