/* print/predecessors.c - the predecessors of basic blocks, in LLVM's order
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * LLVM prints the predecessors of a block in the order of its list of uses. Reading adds each use
 * at the head of that list, and a USELIST record permutes what has come of it. The address of a
 * block, a constant, is a use, too, but no predecessor: where it is in the list depends on when the
 * constant was made. LLVM 14 and older do that before they read instructions, newer ones where an
 * instruction first needs it, all of them before bodies if a global value needs it.
 */
#include "print/predecessors.h"

#include "base/bound.h"
#include "base/grow.h"
#include "ir/opcodes.h"

#include <stdlib.h>

enum {
    NO_BLOCK = -1,                  /* the use that is a block's address */
    FIRST_WITH_LAZY_CONSTANTS = 15, /* LLVM */
};

/* ---- As reading leaves them ---- */

/* The instruction that ends BLOCK; NULL: none does. */
static const struct bl_instruction *terminator_of(const struct bl_body_code *code, uint32_t block)
{
    uint32_t end = code->starts[block + 1].instruction;
    if (end == code->starts[block].instruction)
        return NULL;
    const struct bl_instruction *last = bl_code_at(code, end - 1);
    return bl_opcode_is(last->opcode, BL_IS_TERMINATOR) ? last : NULL;
}

/* Operand I of INST in the order in which LLVM makes uses of them. */
static const struct bl_operand *operand_in_order(const struct bl_instruction *inst, uint32_t i)
{
    uint32_t n = inst->n_operands;
    if (inst->opcode == BL_OP_BR && n == 3)
        return &inst->operands[n - 1 - i];
    if (inst->opcode == BL_OP_CATCHSWITCH && (inst->flags & BL_INST_UNWINDS))
        return &inst->operands[(i + n - 1) % n];
    return &inst->operands[i];
}

/* Count the uses of each block in first[block + 1]; returns how many there are in all. */
static uint32_t count_uses(const struct bl_body_code *code, uint32_t *first)
{
    uint32_t n = 0;
    for (uint32_t block = 0; block < code->n_blocks; block++) {
        const struct bl_instruction *end = terminator_of(code, block);
        for (uint32_t i = 0; end && i < end->n_operands; i++) {
            const struct bl_operand *operand = &end->operands[i];
            if (operand->kind == BL_OPERAND_BLOCK && operand->number < code->n_blocks) {
                first[operand->number + 1]++;
                n++;
            }
        }
    }
    return n;
}

/* As reading leaves them: the last use first. */
static void fill_uses(const struct bl_body_code *code, const struct bl_predecessors *preds,
                      uint32_t *next)
{
    memcpy(next, preds->first + 1, code->n_blocks * sizeof *next);
    for (uint32_t block = 0; block < code->n_blocks; block++) {
        const struct bl_instruction *end = terminator_of(code, block);
        for (uint32_t i = 0; end && i < end->n_operands; i++) {
            const struct bl_operand *operand = operand_in_order(end, i);
            if (operand->kind == BL_OPERAND_BLOCK && operand->number < code->n_blocks)
                preds->blocks[--next[operand->number]] = block;
        }
    }
}

/* ---- Addresses of blocks ---- */

/* Of the body's blocks, the instruction that is the first to use its address; BL_NONE: none, or it
 * was used before. */
struct address_uses {
    uint32_t *instructions;
    bool *are_done; /* by constant of the body */
    uint32_t *stack;
    struct bl_record rec;
};

/* [type of the function, function, block] */
static bool read_address(struct bl_printer *p, const struct bl_constant *constant,
                         struct bl_record *rec, struct bl_block_address *address)
{
    if (constant->code != BL_CODE_CONSTANTS_BLOCKADDRESS ||
        bl_module_note(p->tables.module, bl_constant_read(p->tables.module, constant, rec, NULL)) <
            0 ||
        rec->n_ops < 3 || rec->ops[1] >= BL_NONE || rec->ops[2] >= BL_NONE)
        return false;
    *address = (struct bl_block_address){(uint32_t)rec->ops[1], (uint32_t)rec->ops[2]};
    return true;
}

/* Constant I of the body, and those that it is made of, are needed by INSTRUCTION. */
static void note_constant(struct bl_printer *p, struct address_uses *to, uint32_t i,
                          uint32_t instruction)
{
    uint32_t n = 0;
    to->stack[n++] = i;
    to->are_done[i] = true;
    while (n > 0) {
        const struct bl_constant *constant = &p->loaded.body->constants[to->stack[--n]];
        struct bl_block_address address;
        uint64_t part;
        if (read_address(p, constant, &to->rec, &address)) {
            if (address.function == p->loaded.code.function &&
                address.block < p->loaded.code.n_blocks &&
                to->instructions[address.block] == BL_NONE)
                to->instructions[address.block] = instruction;
            continue;
        }
        if (!bl_constant_has_parts(constant->code) ||
            bl_module_note(p->tables.module,
                           bl_constant_read(p->tables.module, constant, &to->rec, NULL)) < 0)
            continue;
        for (uint32_t k = 0; bl_constant_part(&to->rec, k, &part); k++) {
            uint64_t own = part - p->loaded.body->first_constant;
            if (own < p->loaded.body->n_constants && !to->are_done[own]) {
                to->are_done[own] = true;
                to->stack[n++] = (uint32_t)own;
            }
        }
    }
}

static int compare_addresses(const void *a, const void *b)
{
    const struct bl_block_address *x = a, *y = b;
    return x->function != y->function ? (x->function < y->function ? -1 : 1) : 0;
}

/* Those among the module's constants, by function. */
static bool read_addresses_of_module(struct bl_printer *p)
{
    struct bl_record rec = {0};
    uint32_t cap = 0;
    bool has_memory = true;
    p->addresses_are_read = true;
    for (uint32_t i = 0; i < p->tables.n_constants && has_memory; i++) {
        struct bl_block_address address;
        if (!read_address(p, &p->tables.constants[i], &rec, &address))
            continue;
        has_memory = bl_grow(&p->addresses, &cap, p->n_addresses + 1U) >= 0;
        if (has_memory)
            p->addresses[p->n_addresses++] = address;
    }
    bl_record_release(&rec);
    bl_sort(p->addresses, p->n_addresses, sizeof *p->addresses, compare_addresses);
    return has_memory;
}

/* What global values need was there before. */
static void forget_used_by_module(struct bl_printer *p, struct address_uses *to)
{
    uint32_t low = 0, high = p->n_addresses;
    BL_LOWER_BOUND(low, high, mid, p->addresses[mid].function < p->loaded.code.function);
    for (; low < p->n_addresses && p->addresses[low].function == p->loaded.code.function; low++)
        if (p->addresses[low].block < p->loaded.code.n_blocks)
            to->instructions[p->addresses[low].block] = BL_NONE;
}

static bool find_address_uses(struct bl_printer *p, struct address_uses *to)
{
    struct bl_body_code *code = &p->loaded.code;
    uint32_t n = p->loaded.body->n_constants;
    to->instructions =
        bl_arena_take(&code->arena, (code->n_blocks + (size_t)1) * sizeof *to->instructions);
    to->are_done = bl_arena_take(&code->arena, (n + (size_t)1) * sizeof *to->are_done);
    to->stack = bl_arena_take(&code->arena, (n + (size_t)1) * sizeof *to->stack);
    if (!to->instructions || !to->are_done || !to->stack ||
        (!p->addresses_are_read && !read_addresses_of_module(p)))
        return false;
    memset(to->instructions, 0xFF, code->n_blocks * sizeof *to->instructions);
    for (uint32_t i = 0; i < code->n_instructions; i++) {
        const struct bl_instruction *inst = bl_code_at(code, i);
        for (uint32_t k = 0; k < inst->n_operands; k++) {
            uint64_t own = inst->operands[k].number - p->loaded.body->first_constant;
            if (inst->operands[k].kind == BL_OPERAND_VALUE && own < n && !to->are_done[own])
                note_constant(p, to, (uint32_t)own, i);
        }
    }
    forget_used_by_module(p, to);
    return true;
}

/* ---- As USELIST records have them ---- */

/* How many of the N uses in BLOCKS, the last one first, come after that of an address. */
static uint32_t count_after(const struct bl_body_code *code, const uint32_t *blocks, uint32_t n,
                            uint32_t instruction)
{
    uint32_t n_after = 0;
    while (n_after < n && instruction != BL_NONE &&
           code->starts[blocks[n_after] + 1].instruction - 1 >= instruction)
        n_after++;
    return instruction == BL_NONE ? n : n_after;
}

/* Use I of those of a block goes to place positions[I]; use AT is that of the block's address. */
static void permute(const struct bl_block_uses *uses, uint32_t *blocks, uint32_t n, uint32_t at,
                    int64_t *sorted)
{
    for (uint32_t i = 0; i < uses->n; i++)
        sorted[i] = NO_BLOCK;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t position = uses->positions[i < at ? i : i + 1];
        if (position < uses->n)
            sorted[position] = blocks[i];
    }
    uint32_t n_sorted = 0;
    for (uint32_t i = 0; i < uses->n; i++)
        if (sorted[i] != NO_BLOCK)
            blocks[n_sorted++] = (uint32_t)sorted[i];
}

static bool permute_all(struct bl_printer *p, struct bl_predecessors *preds, int64_t *sorted)
{
    struct bl_body_code *code = &p->loaded.code;
    struct address_uses addresses = {0};
    bool has_memory = true;
    for (uint32_t i = 0; i < code->n_uses && has_memory; i++) {
        const struct bl_block_uses *uses = &code->uses[i];
        if (uses->block >= code->n_blocks)
            continue;
        uint32_t *blocks = preds->blocks + preds->first[uses->block];
        uint32_t n = preds->first[uses->block + 1] - preds->first[uses->block], at = n;
        if (uses->n != n && uses->n != n + 1)
            continue; /* LLVM ignores it, too */
        if (uses->n > n && p->llvm >= FIRST_WITH_LAZY_CONSTANTS) {
            has_memory = addresses.instructions || find_address_uses(p, &addresses);
            if (has_memory)
                at = count_after(code, blocks, n, addresses.instructions[uses->block]);
        }
        permute(uses, blocks, n, at, sorted);
    }
    bl_record_release(&addresses.rec);
    return has_memory;
}

bool bl_find_predecessors(struct bl_printer *p, struct bl_predecessors *preds)
{
    struct bl_body_code *code = &p->loaded.code;
    size_t n_blocks = code->n_blocks;
    preds->first = bl_arena_take(&code->arena, (2 * n_blocks + 1) * sizeof *preds->first);
    if (!preds->first)
        return false;
    uint32_t n = count_uses(code, preds->first);
    for (size_t i = 0; i < n_blocks; i++)
        preds->first[i + 1] += preds->first[i];
    preds->blocks = bl_arena_take(&code->arena, (n + (size_t)1) * sizeof *preds->blocks);
    int64_t *sorted = bl_arena_take(&code->arena, (n + (size_t)2) * sizeof *sorted);
    if (!preds->blocks || !sorted)
        return false;
    fill_uses(code, preds, preds->first + n_blocks + 1);
    return permute_all(p, preds, sorted);
}
