/* print/expression_text.c - DIExpression: operations on locations
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * LLVM prints the operations of an expression that it takes for valid by their names, and any other
 * expression as numbers.
 */
#include "print/expression_text.h"

#include "print/print.h"

enum operation {
    OP_DEREF = 0x06,
    OP_CONSTU = 0x10,
    OP_CONSTS = 0x11,
    OP_DUP = 0x12,
    OP_OVER = 0x14,
    OP_SWAP = 0x16,
    OP_ROT = 0x17,
    OP_XDEREF = 0x18,
    OP_ABS = 0x19,
    OP_MINUS = 0x1c,
    OP_NEG = 0x1f,
    OP_PLUS = 0x22,
    OP_PLUS_UCONST = 0x23,
    OP_XOR = 0x27,
    OP_EQ = 0x29,
    OP_NE = 0x2e,
    OP_LIT0 = 0x30,
    OP_REG0 = 0x50,
    OP_BREG0 = 0x70,
    OP_BREG31 = 0x8f,
    OP_REGX = 0x90,
    OP_BREGX = 0x92,
    OP_DEREF_SIZE = 0x94,
    OP_PUSH_OBJECT_ADDRESS = 0x97,
    OP_BIT_PIECE = 0x9d,
    OP_STACK_VALUE = 0x9f,
    OP_FRAGMENT = 0x1000,
    OP_CONVERT = 0x1001,
    OP_TAG_OFFSET = 0x1002,
    OP_ENTRY_VALUE = 0x1003,
    OP_IMPLICIT_POINTER = 0x1004,
    OP_ARG = 0x1005,
    OP_EXTRACT_BITS_SEXT = 0x1006,
    OP_EXTRACT_BITS_ZEXT = 0x1007,
};

/* Those of LLVM 5 and later have this version. */
enum {
    CURRENT_VERSION = 3
};

/* Up to VERSION 2, of LLVM 5, addition and subtraction had an argument; pieces, which have two, are
 * no operations since. */
static uint32_t n_arguments(uint64_t operation, uint64_t version)
{
    switch (operation) {
    case OP_CONSTU:
    case OP_CONSTS:
    case OP_PLUS_UCONST:
    case OP_REGX:
    case OP_DEREF_SIZE:
    case OP_TAG_OFFSET:
    case OP_ENTRY_VALUE:
    case OP_ARG: return 1;
    case OP_BREGX:
    case OP_FRAGMENT:
    case OP_CONVERT:
    case OP_EXTRACT_BITS_SEXT:
    case OP_EXTRACT_BITS_ZEXT: return 2;
    case OP_BIT_PIECE: return version < CURRENT_VERSION ? 2 : 0;
    case OP_PLUS:
    case OP_MINUS: return version < CURRENT_VERSION;
    default: return operation >= OP_BREG0 && operation <= OP_BREG31;
    }
}

/* The first LLVM to allow an operation: 0, all that are of interest here; NEVER, none. */
enum {
    NEVER = 1000,
    WITH_COMPARISONS = 17,
    WITH_EXTRACT_BITS = 19,
    WITH_ROT = 20
};

static unsigned first_with(uint64_t operation)
{
    switch (operation) {
    case OP_ROT:
    case OP_ABS:
    case OP_NEG: return WITH_ROT;
    case OP_EXTRACT_BITS_SEXT:
    case OP_EXTRACT_BITS_ZEXT: return WITH_EXTRACT_BITS;
    case OP_DEREF:
    case OP_CONSTU:
    case OP_CONSTS:
    case OP_DUP:
    case OP_OVER:
    case OP_SWAP:
    case OP_LIT0:
    case OP_REGX:
    case OP_BREGX:
    case OP_DEREF_SIZE:
    case OP_PUSH_OBJECT_ADDRESS:
    case OP_STACK_VALUE:
    case OP_FRAGMENT:
    case OP_CONVERT:
    case OP_TAG_OFFSET:
    case OP_ENTRY_VALUE:
    case OP_IMPLICIT_POINTER:
    case OP_ARG: return 0;
    default: break;
    }
    if (operation >= OP_EQ && operation <= OP_NE)
        return WITH_COMPARISONS;
    bool is_known = (operation >= OP_XDEREF && operation <= OP_XOR) ||
                    (operation >= OP_REG0 && operation <= OP_BREG31);
    return is_known ? 0 : NEVER;
}

enum verdict {
    GO_ON,
    VALID, /* and so is what comes after it, whatever it is */
    INVALID
};

/* Of the operation at I, of N numbers in all. */
static enum verdict judge(const uint64_t *ops, uint32_t n, uint32_t i, unsigned llvm)
{
    uint32_t next = i + 1 + n_arguments(ops[i], CURRENT_VERSION);
    if (next > n || llvm < first_with(ops[i]))
        return INVALID;
    switch (ops[i]) {
    case OP_FRAGMENT: return next == n ? VALID : INVALID;
    case OP_STACK_VALUE: return next == n || ops[next] == OP_FRAGMENT ? GO_ON : INVALID;
    case OP_SWAP: return n > 1 ? GO_ON : INVALID;
    case OP_ENTRY_VALUE: {
        bool is_first = i == 0 || (i == 2 && ops[0] == OP_ARG && ops[1] == 0);
        return is_first && ops[i + 1] == 1 ? VALID : INVALID;
    }
    default: return ops[i] >= OP_REG0 && ops[i] <= OP_BREG31 ? VALID : GO_ON;
    }
}

static bool is_valid(const uint64_t *ops, uint32_t n, unsigned llvm)
{
    enum verdict verdict = GO_ON;
    for (uint32_t i = 0; i < n && verdict == GO_ON; i += 1 + n_arguments(ops[i], CURRENT_VERSION))
        verdict = judge(ops, n, i, llvm);
    return verdict != INVALID;
}

/* LLVM prints nothing for what it knows no name of. */
static void put_dwarf_name(struct bl_text *t, enum bl_dwarf space, uint64_t v)
{
    const char *name = bl_dwarf_name(space, v);
    if (name)
        bl_text_put(t, name);
}

void bl_put_operations(struct bl_printer *p, const uint64_t *ops, uint32_t n, uint64_t version)
{
    struct bl_text *t = &p->text;
    bool by_name = version < CURRENT_VERSION || is_valid(ops, n, p->llvm);
    uint64_t operation = 0;
    uint32_t n_left = 0; /* arguments */
    for (uint32_t i = 0; i < n && !t->is_cut; i++) {
        bool is_operation = n_left == 0;
        bool is_encoding = n_left == 1 && operation == OP_CONVERT;
        if (is_operation)
            operation = ops[i];
        n_left = is_operation ? n_arguments(operation, version) : n_left - 1;
        bl_text_comma(t, i);
        if (by_name && is_operation)
            put_dwarf_name(t, BL_DWARF_OPERATION, ops[i]);
        else if (by_name && is_encoding)
            put_dwarf_name(t, BL_DWARF_ENCODING, ops[i]);
        else
            bl_text_u64(t, ops[i]);
    }
}
