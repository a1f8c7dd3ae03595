/* print/relocation_text.c - what a garbage collector moves, as LLVM assembly has it in comments
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A call of llvm.experimental.gc.relocate has a statepoint, or the landingpad that a statepoint
 * unwinds to, and the places of two pointers: among the values of the statepoint's bundle "gc-live"
 * or, up to LLVM 11, among its arguments.
 */
#include "print/relocation_text.h"

static const char intrinsic[] = "llvm.experimental.gc.relocate";
static const char live_tag[] = "gc-live";

enum {
    N_ARGUMENTS = 3, /* statepoint, base pointer, derived pointer */
};

static bool is_relocation(struct bl_printer *p, const struct bl_instruction *inst)
{
    if (inst->n_operands == 0 || inst->operands[0].number >= p->tables.n_globals ||
        inst->n_arguments < N_ARGUMENTS || inst->n_operands <= N_ARGUMENTS)
        return false;
    struct bl_view name = bl_global_of(p, inst->operands[0].number)->name;
    return name.size >= sizeof intrinsic - 1 &&
           memcmp(name.data, intrinsic, sizeof intrinsic - 1) == 0;
}

/* The instruction that makes local VALUE; NULL: none does. As bl_code_at(). */
static const struct bl_instruction *maker_of(struct bl_body_text *b, uint64_t value)
{
    struct bl_body_code *code = &b->p->loaded.code;
    uint64_t place = value - b->first_local;
    if (place >= b->p->locals.n)
        return NULL;
    if (!b->makers) {
        b->makers = bl_arena_take(&code->arena, b->p->locals.n * sizeof *b->makers);
        for (uint32_t i = 0; b->makers && i < code->n_instructions; i++) {
            uint32_t made = bl_code_at(code, i)->value, own = made - b->first_local;
            if (made != BL_NONE && own < b->p->locals.n)
                b->makers[own] = i + 1;
        }
    }
    return b->makers && b->makers[place] ? bl_code_at(code, b->makers[place] - 1) : NULL;
}

/* The statepoint that TOKEN is of. NULL: there is none. */
static const struct bl_instruction *statepoint_of(struct bl_body_text *b, uint64_t token)
{
    const struct bl_body_code *code = &b->p->loaded.code;
    const struct bl_instruction *maker = maker_of(b, token);
    if (!maker || maker->opcode != BL_OP_LANDINGPAD)
        return maker;
    uint32_t begin = b->preds.first[maker->basic_block],
             end = b->preds.first[maker->basic_block + 1];
    if (begin == end)
        return NULL;
    uint32_t block = b->preds.blocks[begin];
    return bl_code_at(code, code->starts[block + 1].instruction - 1);
}

/* Pointer I of STATEPOINT; NULL: there is none. */
static const struct bl_operand *pointer_at(const struct bl_body_text *b,
                                           const struct bl_instruction *statepoint, uint64_t i)
{
    const struct bl_texts *tags = &b->p->tables.info.bundle_tags;
    for (uint32_t k = 0; k < statepoint->n_bundles; k++) {
        const struct bl_bundle *bundle = &statepoint->bundles[k];
        if (bundle->tag < tags->n && tags->texts[bundle->tag].size == sizeof live_tag - 1 &&
            memcmp(tags->texts[bundle->tag].data, live_tag, sizeof live_tag - 1) == 0)
            return i < bundle->n ? &statepoint->bundle_operands[bundle->first + i] : NULL;
    }
    return i < statepoint->n_arguments && i + 1 < statepoint->n_operands
               ? &statepoint->operands[i + 1]
               : NULL;
}

void bl_put_relocation(struct bl_body_text *b, const struct bl_instruction *inst)
{
    if (!is_relocation(b->p, inst))
        return;
    const struct bl_operand *operands = inst->operands; /* they stay when INST does not */
    const struct bl_instruction *statepoint = statepoint_of(b, operands[1].number);
    bl_text_put(b->t, " ; (");
    for (uint32_t i = 2; i <= N_ARGUMENTS; i++) {
        uint64_t place;
        const struct bl_operand *pointer = NULL;
        bool is_known = statepoint && bl_constant_bits(b->p, operands[i].number, &place);
        if (is_known)
            pointer = pointer_at(b, statepoint, place);
        bl_text_comma(b->t, i - 2);
        if (pointer)
            bl_put_bare_operand(b, pointer);
        else
            bl_text_put(b->t, "undef");
    }
    bl_text_char(b->t, ')');
}
