/* ir/opcodes.c - instructions: what they are called, and what of each is asked for
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Spelling: LLVM Language Reference. Numbers: llvm/IR/InstrTypes.h (predicates), LLVMBitCodes.h.
 */
#include "ir/opcodes.h"

#define NAME_OF(names, number) ((number) < sizeof(names) / sizeof *(names) ? (names)[number] : NULL)

/* llvm/IR/Instruction.def: what ends a basic block, what calls, what converts. */
const struct bl_opcode_row bl_opcodes[BL_OP_END] = {
    [BL_OP_RET] = {"ret", BL_IS_TERMINATOR},
    [BL_OP_BR] = {"br", BL_IS_TERMINATOR},
    [BL_OP_SWITCH] = {"switch", BL_IS_TERMINATOR},
    [BL_OP_INDIRECTBR] = {"indirectbr", BL_IS_TERMINATOR},
    [BL_OP_INVOKE] = {"invoke", BL_IS_TERMINATOR | BL_IS_CALL},
    [BL_OP_RESUME] = {"resume", BL_IS_TERMINATOR},
    [BL_OP_UNREACHABLE] = {"unreachable", BL_IS_TERMINATOR},
    [BL_OP_CLEANUPRET] = {"cleanupret", BL_IS_TERMINATOR},
    [BL_OP_CATCHRET] = {"catchret", BL_IS_TERMINATOR},
    [BL_OP_CATCHSWITCH] = {"catchswitch", BL_IS_TERMINATOR},
    [BL_OP_CALLBR] = {"callbr", BL_IS_TERMINATOR | BL_IS_CALL},
    [BL_OP_UNWIND] = {"unwind", BL_IS_TERMINATOR},
    [BL_OP_FNEG] = {"fneg", 0},
    [BL_OP_ADD] = {"add", 0},
    [BL_OP_FADD] = {"fadd", 0},
    [BL_OP_SUB] = {"sub", 0},
    [BL_OP_FSUB] = {"fsub", 0},
    [BL_OP_MUL] = {"mul", 0},
    [BL_OP_FMUL] = {"fmul", 0},
    [BL_OP_UDIV] = {"udiv", 0},
    [BL_OP_SDIV] = {"sdiv", 0},
    [BL_OP_FDIV] = {"fdiv", 0},
    [BL_OP_UREM] = {"urem", 0},
    [BL_OP_SREM] = {"srem", 0},
    [BL_OP_FREM] = {"frem", 0},
    [BL_OP_SHL] = {"shl", 0},
    [BL_OP_LSHR] = {"lshr", 0},
    [BL_OP_ASHR] = {"ashr", 0},
    [BL_OP_AND] = {"and", 0},
    [BL_OP_OR] = {"or", 0},
    [BL_OP_XOR] = {"xor", 0},
    [BL_OP_ALLOCA] = {"alloca", 0},
    [BL_OP_LOAD] = {"load", 0},
    [BL_OP_STORE] = {"store", 0},
    [BL_OP_GETELEMENTPTR] = {"getelementptr", 0},
    [BL_OP_FENCE] = {"fence", 0},
    [BL_OP_CMPXCHG] = {"cmpxchg", 0},
    [BL_OP_ATOMICRMW] = {"atomicrmw", 0},
    [BL_OP_TRUNC] = {"trunc", BL_IS_CAST},
    [BL_OP_ZEXT] = {"zext", BL_IS_CAST},
    [BL_OP_SEXT] = {"sext", BL_IS_CAST},
    [BL_OP_FPTOUI] = {"fptoui", BL_IS_CAST},
    [BL_OP_FPTOSI] = {"fptosi", BL_IS_CAST},
    [BL_OP_UITOFP] = {"uitofp", BL_IS_CAST},
    [BL_OP_SITOFP] = {"sitofp", BL_IS_CAST},
    [BL_OP_FPTRUNC] = {"fptrunc", BL_IS_CAST},
    [BL_OP_FPEXT] = {"fpext", BL_IS_CAST},
    [BL_OP_PTRTOINT] = {"ptrtoint", BL_IS_CAST},
    [BL_OP_INTTOPTR] = {"inttoptr", BL_IS_CAST},
    [BL_OP_BITCAST] = {"bitcast", BL_IS_CAST},
    [BL_OP_ADDRSPACECAST] = {"addrspacecast", BL_IS_CAST},
    [BL_OP_PTRTOADDR] = {"ptrtoaddr", BL_IS_CAST},
    [BL_OP_CLEANUPPAD] = {"cleanuppad", 0},
    [BL_OP_CATCHPAD] = {"catchpad", 0},
    [BL_OP_ICMP] = {"icmp", 0},
    [BL_OP_FCMP] = {"fcmp", 0},
    [BL_OP_PHI] = {"phi", 0},
    [BL_OP_CALL] = {"call", BL_IS_CALL},
    [BL_OP_SELECT] = {"select", 0},
    [BL_OP_VA_ARG] = {"va_arg", 0},
    [BL_OP_EXTRACTELEMENT] = {"extractelement", 0},
    [BL_OP_INSERTELEMENT] = {"insertelement", 0},
    [BL_OP_SHUFFLEVECTOR] = {"shufflevector", 0},
    [BL_OP_EXTRACTVALUE] = {"extractvalue", 0},
    [BL_OP_INSERTVALUE] = {"insertvalue", 0},
    [BL_OP_LANDINGPAD] = {"landingpad", 0},
    [BL_OP_FREEZE] = {"freeze", 0},
};

bool bl_opcode_calls(unsigned opcode)
{
    return bl_opcode_is(opcode, BL_IS_CALL);
}

const char *bl_opcode_name(unsigned opcode)
{
    return opcode < BL_OP_END ? bl_opcodes[opcode].name : NULL;
}

const char *bl_predicate_name(unsigned predicate)
{
    static const char *const names[] = {
        [0] = "false", [1] = "oeq",  [2] = "ogt",  [3] = "oge",   [4] = "olt",  [5] = "ole",
        [6] = "one",   [7] = "ord",  [8] = "uno",  [9] = "ueq",   [10] = "ugt", [11] = "uge",
        [12] = "ult",  [13] = "ule", [14] = "une", [15] = "true", [32] = "eq",  [33] = "ne",
        [34] = "ugt",  [35] = "uge", [36] = "ult", [37] = "ule",  [38] = "sgt", [39] = "sge",
        [40] = "slt",  [41] = "sle",
    };
    return NAME_OF(names, predicate);
}

const char *bl_ordering_name(unsigned ordering)
{
    static const char *const names[] = {"notatomic", "unordered", "monotonic", "acquire",
                                        "release",   "acq_rel",   "seq_cst"};
    return NAME_OF(names, ordering);
}

const char *bl_rmw_name(unsigned operation)
{
    static const char *const names[] = {
        "xchg", "add",       "sub",       "and",       "nand",     "or",       "xor",
        "max",  "min",       "umax",      "umin",      "fadd",     "fsub",     "fmax",
        "fmin", "uinc_wrap", "udec_wrap", "usub_cond", "usub_sat", "fmaximum", "fminimum"};
    return NAME_OF(names, operation);
}

const char *bl_type_kind_name(unsigned kind)
{
    static const char *const names[] = {
        [BL_TYPE_UNKNOWN] = "unknown",     [BL_TYPE_VOID] = "void",
        [BL_TYPE_HALF] = "half",           [BL_TYPE_BFLOAT] = "bfloat",
        [BL_TYPE_FLOAT] = "float",         [BL_TYPE_DOUBLE] = "double",
        [BL_TYPE_X86_FP80] = "x86_fp80",   [BL_TYPE_FP128] = "fp128",
        [BL_TYPE_PPC_FP128] = "ppc_fp128", [BL_TYPE_LABEL] = "label",
        [BL_TYPE_METADATA] = "metadata",   [BL_TYPE_X86_MMX] = "x86_mmx",
        [BL_TYPE_X86_AMX] = "x86_amx",     [BL_TYPE_TOKEN] = "token",
        [BL_TYPE_INTEGER] = "integer",     [BL_TYPE_POINTER] = "pointer",
        [BL_TYPE_ARRAY] = "array",         [BL_TYPE_VECTOR] = "vector",
        [BL_TYPE_STRUCT] = "struct",       [BL_TYPE_FUNCTION] = "function",
        [BL_TYPE_TARGET] = "target",
    };
    return NAME_OF(names, kind);
}
