/* bitleap_function.h - LLVM IR in blocks: the bodies of functions, loaded one at a time
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The conventions are those of bitleap_module.h.
 */
#ifndef BITLEAP_FUNCTION_H
#define BITLEAP_FUNCTION_H

#include "bitleap_constants.h"
#include "bitleap_metadata.h"
#include "bitleap_types.h"

BL_BEGIN_DECLS

/* ---- Functions ---- */

/* The body of one function, and a position among its instructions. Opaque; open it once and load
 * one body after the other. One thread at a time, as with its module. */
struct bl_function;

/* LLVM's instructions; any other is BL_OP_UNKNOWN. */
enum bl_opcode {
    BL_OP_UNKNOWN = 0,
    BL_OP_RET = 1,
    BL_OP_BR = 2,
    BL_OP_SWITCH = 3,
    BL_OP_INDIRECTBR = 4,
    BL_OP_INVOKE = 5,
    BL_OP_RESUME = 6,
    BL_OP_UNREACHABLE = 7,
    BL_OP_CLEANUPRET = 8,
    BL_OP_CATCHRET = 9,
    BL_OP_CATCHSWITCH = 10,
    BL_OP_CALLBR = 11,
    BL_OP_UNWIND = 12, /* up to LLVM 3.0; BL_OP_RET to this one end a basic block */
    BL_OP_FNEG = 13,
    BL_OP_ADD = 14,
    BL_OP_FADD = 15,
    BL_OP_SUB = 16,
    BL_OP_FSUB = 17,
    BL_OP_MUL = 18,
    BL_OP_FMUL = 19,
    BL_OP_UDIV = 20,
    BL_OP_SDIV = 21,
    BL_OP_FDIV = 22,
    BL_OP_UREM = 23,
    BL_OP_SREM = 24,
    BL_OP_FREM = 25,
    BL_OP_SHL = 26,
    BL_OP_LSHR = 27,
    BL_OP_ASHR = 28,
    BL_OP_AND = 29,
    BL_OP_OR = 30,
    BL_OP_XOR = 31,
    BL_OP_ALLOCA = 32,
    BL_OP_LOAD = 33,
    BL_OP_STORE = 34,
    BL_OP_GETELEMENTPTR = 35,
    BL_OP_FENCE = 36,
    BL_OP_CMPXCHG = 37,
    BL_OP_ATOMICRMW = 38,
    BL_OP_TRUNC = 39,
    BL_OP_ZEXT = 40,
    BL_OP_SEXT = 41,
    BL_OP_FPTOUI = 42,
    BL_OP_FPTOSI = 43,
    BL_OP_UITOFP = 44,
    BL_OP_SITOFP = 45,
    BL_OP_FPTRUNC = 46,
    BL_OP_FPEXT = 47,
    BL_OP_PTRTOINT = 48,
    BL_OP_INTTOPTR = 49,
    BL_OP_BITCAST = 50,
    BL_OP_ADDRSPACECAST = 51,
    BL_OP_PTRTOADDR = 52,
    BL_OP_CLEANUPPAD = 53,
    BL_OP_CATCHPAD = 54,
    BL_OP_ICMP = 55,
    BL_OP_FCMP = 56,
    BL_OP_PHI = 57,
    BL_OP_CALL = 58,
    BL_OP_SELECT = 59,
    BL_OP_VA_ARG = 60,
    BL_OP_EXTRACTELEMENT = 61,
    BL_OP_INSERTELEMENT = 62,
    BL_OP_SHUFFLEVECTOR = 63,
    BL_OP_EXTRACTVALUE = 64,
    BL_OP_INSERTVALUE = 65,
    BL_OP_LANDINGPAD = 66,
    BL_OP_FREEZE = 67,
    BL_OP_END = 68,
    BL_OP_MAX = 256, /* none will ever be greater: for tables of clients */
};

/* What an instruction is marked with. */
enum bl_instruction_flag {
    BL_INST_NUW = 1 << 0, /* no unsigned wrap: add, sub, mul, shl, trunc, getelementptr */
    BL_INST_NSW = 1 << 1,
    BL_INST_EXACT = 1 << 2,
    BL_INST_DISJOINT = 1 << 3,
    BL_INST_NNEG = 1 << 4,
    BL_INST_SAMESIGN = 1 << 5,
    BL_INST_INBOUNDS = 1 << 6, /* getelementptr; nusw goes with it */
    BL_INST_NUSW = 1 << 7,
    BL_INST_REASSOC = 1 << 8, /* fast-math flags; "fast" is all of them */
    BL_INST_NNAN = 1 << 9,
    BL_INST_NINF = 1 << 10,
    BL_INST_NSZ = 1 << 11,
    BL_INST_ARCP = 1 << 12,
    BL_INST_CONTRACT = 1 << 13,
    BL_INST_AFN = 1 << 14,
    BL_INST_FAST = 0x7F << 8,
    BL_INST_VOLATILE = 1 << 15,
    BL_INST_WEAK = 1 << 16,
    BL_INST_TAIL = 1 << 17,
    BL_INST_MUSTTAIL = 1 << 18,
    BL_INST_NOTAIL = 1 << 19,
    BL_INST_INALLOCA = 1 << 20,
    BL_INST_SWIFTERROR = 1 << 21,
    BL_INST_CLEANUP = 1 << 22,     /* landingpad */
    BL_INST_PERSONALITY = 1 << 23, /* landingpad up to LLVM 3.6: its first operand */
    BL_INST_UNWINDS = 1 << 24, /* cleanupret, catchswitch: the last block is where it unwinds to */
    BL_INST_WIDE = 1 << 25,    /* integers of cases have more than 64 bits: see words */
};

/* Of icmp and fcmp. Numbers of this and the next two are those of the record. */
enum bl_predicate {
    BL_FCMP_FALSE = 0,
    BL_FCMP_OEQ = 1,
    BL_FCMP_OGT = 2,
    BL_FCMP_OGE = 3,
    BL_FCMP_OLT = 4,
    BL_FCMP_OLE = 5,
    BL_FCMP_ONE = 6,
    BL_FCMP_ORD = 7,
    BL_FCMP_UNO = 8,
    BL_FCMP_UEQ = 9,
    BL_FCMP_UGT = 10,
    BL_FCMP_UGE = 11,
    BL_FCMP_ULT = 12,
    BL_FCMP_ULE = 13,
    BL_FCMP_UNE = 14,
    BL_FCMP_TRUE = 15,
    BL_ICMP_EQ = 32,
    BL_ICMP_NE = 33,
    BL_ICMP_UGT = 34,
    BL_ICMP_UGE = 35,
    BL_ICMP_ULT = 36,
    BL_ICMP_ULE = 37,
    BL_ICMP_SGT = 38,
    BL_ICMP_SGE = 39,
    BL_ICMP_SLT = 40,
    BL_ICMP_SLE = 41,
};

/* Of atomic instructions. */
enum bl_ordering {
    BL_ORDERING_NOT_ATOMIC = 0,
    BL_ORDERING_UNORDERED = 1,
    BL_ORDERING_MONOTONIC = 2,
    BL_ORDERING_ACQUIRE = 3,
    BL_ORDERING_RELEASE = 4,
    BL_ORDERING_ACQ_REL = 5,
    BL_ORDERING_SEQ_CST = 6,
};

/* Of atomicrmw. */
enum bl_rmw {
    BL_RMW_XCHG = 0,
    BL_RMW_ADD = 1,
    BL_RMW_SUB = 2,
    BL_RMW_AND = 3,
    BL_RMW_NAND = 4,
    BL_RMW_OR = 5,
    BL_RMW_XOR = 6,
    BL_RMW_MAX = 7,
    BL_RMW_MIN = 8,
    BL_RMW_UMAX = 9,
    BL_RMW_UMIN = 10,
    BL_RMW_FADD = 11,
    BL_RMW_FSUB = 12,
    BL_RMW_FMAX = 13,
    BL_RMW_FMIN = 14,
    BL_RMW_UINC_WRAP = 15,
    BL_RMW_UDEC_WRAP = 16,
    BL_RMW_USUB_COND = 17,
    BL_RMW_USUB_SAT = 18,
    BL_RMW_FMAXIMUM = 19,
    BL_RMW_FMINIMUM = 20,
};

/* What an operand is. */
enum bl_operand_kind {
    BL_OPERAND_VALUE = 0, /* number of a value, and its type */
    BL_OPERAND_BLOCK = 1, /* number of a basic block */
    /* number of a piece of metadata: an argument or, in a bundle, a value */
    BL_OPERAND_METADATA = 2,
    /* index of extractvalue; kind of a landingpad's clause: 0 catch, 1 filter; case of a switch of
     * LLVM 3.2 */
    BL_OPERAND_INTEGER = 3,
    BL_OPERAND_RANGE = 4, /* such a case again: the last one of those that began before it */
    BL_OPERAND_RAW = 5,   /* operand of a record that is not known */
};

/* An operand of an instruction. */
struct bl_operand {
    uint64_t number;
    uint32_t type; /* of a value; BL_NONE: not known */
    uint8_t kind;  /* bl_operand_kind */
};

/* Where an instruction comes from (LLVM's DILocation). */
struct bl_debug_location {
    uint64_t atom_group;
    uint32_t line, column;
    uint32_t scope, inlined_at; /* metadata; BL_NONE: none */
    uint8_t atom_rank;
    bool is_implicit;
    uint16_t n_outer; /* how often bl_debug_next_inlined() has gone out from an instruction's */
};

/* A debug record, code FUNC_CODE_DEBUG_RECORD_… */
struct bl_debug_record {
    uint64_t bit_pos;
    uint32_t code; /* BL_CODE_FUNCTION_DEBUG_RECORD_VALUE and the others */
    uint32_t location, variable, expression; /* metadata; a label is its variable */
    struct bl_operand value;                 /* metadata, or the value itself (VALUE_SIMPLE) */
    uint32_t assign_id, address_expression;  /* assign: metadata; otherwise BL_NONE */
    uint32_t address;
    BL_SLACK(2)
};

/* An operand bundle of a call. */
struct bl_bundle {
    uint32_t tag;      /* number of a tag (bl_module_info.bundle_tags) */
    uint32_t first, n; /* in bl_instruction.bundle_operands */
};

/* One instruction. Operands are in the order in which LLVM writes them down:
 *
 *   br             [condition,] blocks            switch      condition, default, case, block …
 *   select         condition, two values          phi         value, block, …
 *   store          value, pointer                 cmpxchg     pointer, expected, new
 *   call           callee, arguments              invoke      callee, arguments, normal, unwind
 *   callbr         callee, arguments, fallthrough block, others
 *   extractvalue   aggregate, indices             insertvalue aggregate, value, indices
 *   landingpad     kind of clause, value, …       catchswitch pad around, handlers, [unwind]
 *   catchpad, cleanuppad: pad around, arguments   catchret, cleanupret: pad, [block]
 *
 * Pointers are borrowed from the function until the next call. */
struct bl_instruction {
    uint64_t bit_pos; /* of the record */
    uint32_t code;    /* of the record */
    uint8_t opcode;   /* bl_opcode */
    /* Whether an unknown record makes a value is found out from what follows it. Where that leaves
     * it open, it is unknown how all later values are numbered: from that record on, this is set,
     * and all instructions are BL_OP_UNKNOWN, with the operands of their records. */
    bool numbers_uncertain;
    bool has_location;
    bool is_atomic;
    uint32_t type;        /* of its result; BL_NONE: not known */
    uint32_t value;       /* its number; BL_NONE: it makes none */
    uint32_t basic_block; /* its number */
    uint64_t flags;       /* bl_instruction_flag */
    /* alloca: allocated type; getelementptr: indexed type; calls: type of the function; otherwise
     * BL_NONE */
    uint32_t source_type;
    uint32_t attributes; /* calls: number of an attribute list; BL_NONE */
    uint32_t calling_convention;
    uint32_t sync_scope;      /* atomics: 0 singlethread, 1 system, then as the module names them */
    uint64_t alignment;       /* bytes; 0: unknown */
    uint8_t predicate;        /* icmp, fcmp: bl_predicate */
    uint8_t operation;        /* atomicrmw: bl_rmw */
    uint8_t ordering;         /* atomics: bl_ordering */
    uint8_t failure_ordering; /* cmpxchg */
    uint32_t n_arguments;     /* calls, catchpad, cleanuppad: arguments; catchswitch: handlers;
                                 landingpad: clauses */
    uint32_t n_operands;
    const struct bl_operand *operands;
    uint32_t n_bundles;
    const struct bl_bundle *bundles;
    const struct bl_operand *bundle_operands;
    /* With BL_INST_WIDE the number of an integer operand is an offset in here: to the number of its
     * words, followed by the words, least significant first. The type of the first operand says how
     * many bits count. For bl_wide_print(). Otherwise NULL. */
    const uint64_t *words;
    struct bl_debug_location location;
    /* those before the instruction, as LLVM prints them */
    uint32_t n_debug_records;
    const struct bl_debug_record *debug_records;
    BL_SLACK(6)
};

/* What is known of a body before its first instruction is read. Later versions may append
 * fields. */
struct bl_body {
    uint32_t function; /* value */
    struct bl_block block;
    uint32_t type;           /* of the function */
    uint32_t n_basic_blocks; /* from DECLAREBLOCKS */
    /* Values of the module come first, then arguments, constants of the body, and instructions. */
    uint32_t first_argument, n_arguments;
    uint32_t first_constant, n_constants;
    uint32_t first_instruction;
    const struct bl_constant *constants; /* for bl_constant_read() */
};

/* FUNCTION for the body of function VALUE of MODULE, which must stay until bl_function_close(), or
 * for none yet (BL_NONE). Errors: those of bl_function_load(). */
BL_API int bl_function_open(struct bl_function **function, struct bl_module *module, uint32_t value,
                            struct bl_error *err);
/* The body of the function called NAME: 1 found, and *FUNCTION is to be closed; 0 not, as MODULE
 * has no function of that name, or declares it only; negative on failure. Unless it is found,
 * *FUNCTION is NULL. Errors: those of bl_module_find() and bl_function_load(). */
BL_API int bl_module_find_function(struct bl_module *module, struct bl_view name,
                                   struct bl_function **function, struct bl_error *err);
/* Another body of the same module; storage is used again. Errors: BL_E_ARGUMENT (no function, or a
 * declaration), those of reading the head of the module, the FUNCTION block and its constants. */
BL_API int bl_function_load(struct bl_function *function, uint32_t value, struct bl_error *err);
/* Close FUNCTION. NULL is ignored. */
BL_API void bl_function_close(struct bl_function *function);

/* The body that is loaded. Borrowed until the next load. */
BL_API const struct bl_body *bl_function_body(const struct bl_function *function);

/* The module's types under their numbers, followed by types of values that its table lacks: i1 of a
 * comparison, the pair of a cmpxchg. Borrowed until the next call. */
BL_API const struct bl_types *bl_function_types(const struct bl_function *function);

/* 1 an instruction, 0 the end, negative on failure: those of bl_cursor_read(), BL_E_MALFORMED (an
 * operand is missing or refers to nothing), BL_E_MISMATCH (an instruction cannot have this type; at
 * the end: a forward reference was never defined, or the numbers of terminators and blocks differ),
 * BL_E_LIMIT (an instruction's bundles have more operands, or a body has more forward references,
 * than one record may have operands: BL_MAX_OPERANDS_PER_BYTE). Failures stick. */
BL_API int bl_function_next(struct bl_function *function, struct bl_instruction *instruction,
                            struct bl_error *err);

/* What VALUE is in the body, bl_value_kind: of the module, an argument, a constant of the body, or
 * an instruction, also one that has not been read yet. BL_VALUE_NONE: it cannot be any. */
BL_API unsigned bl_function_value_kind(const struct bl_function *function, uint32_t value);
/* The constant that VALUE is, of the module or of the body, for bl_constant_decode(). NULL: it is
 * none. Borrowed until the next load. */
BL_API const struct bl_constant *bl_function_constant(const struct bl_function *function,
                                                      uint32_t value);

/* The type of VALUE; BL_NONE: not known (yet). */
BL_API uint32_t bl_function_type_of(struct bl_function *function, uint32_t value);

/* Sub-blocks skipped so far: METADATA, METADATA_ATTACHMENT, VALUE_SYMTAB, USELIST. Borrowed until
 * the next call. */
BL_API uint32_t bl_function_blocks(const struct bl_function *function,
                                   const struct bl_block **blocks);

/* The name of VALUE, an argument or instruction, or of basic block BLOCK; empty: it has none. Reads
 * the body's VALUE_SYMTAB the first time; BL_E_LIMIT: its names have more bytes than one record may
 * have operands. Borrowed until the next load. */
BL_API int bl_function_value_name(struct bl_function *function, uint32_t value,
                                  struct bl_view *name, struct bl_error *err);
BL_API int bl_function_basic_block_name(struct bl_function *function, uint32_t block,
                                        struct bl_view *name, struct bl_error *err);

/* The metadata that numbers refer to in the body: scopes of debug locations, variables of debug
 * records, operands. *METADATA holds the module's and the body's; for a body without any it is the
 * module's. Borrowed until the next load. On failure it is what precedes the damage, or NULL.
 * Errors: those of bl_metadata_open(). */
BL_API int bl_function_metadata(struct bl_function *function, struct bl_metadata **metadata,
                                struct bl_error *err);

/* What the codes of its records show about a body. */
struct bl_body_counts {
    struct bl_block block;
    uint32_t n_basic_blocks; /* from DECLAREBLOCKS */
    uint32_t n_instructions; /* records that are known not to be any do not count */
    uint32_t n_unknown;      /* among them: of codes that are not known */
    BL_SLACK(2)
};

/* The counts of function VALUE, with nothing decoded. 1, or 0: a declaration. */
BL_API int bl_function_count(struct bl_module *module, uint32_t value,
                             struct bl_body_counts *counts, struct bl_error *err);

/* ---- Properties ----
 *
 * The numbers of LLVM's FunctionPropertiesInfo (FunctionPropertiesAnalysis.h), as opt prints them
 * with -passes='print<func-properties>' -enable-detailed-function-properties, except MaxLoopDepth,
 * TopLevelLoopCount and Uses, which a body alone does not show. Only basic blocks count that can be
 * reached from the first one. Debug intrinsics, and blocks called by their size in LLVM, are
 * counted as there. BranchInstructionCount and others came with LLVM 20.
 */
enum bl_property {
    BL_PROPERTY_BLOCKS = 0,                     /* BasicBlockCount */
    BL_PROPERTY_CONDITIONAL_BLOCKS = 1,         /* BlocksReachedFromConditionalInstruction */
    BL_PROPERTY_DEFINED_CALLS = 2,              /* DirectCallsToDefinedFunctions */
    BL_PROPERTY_LOADS = 3,                      /* LoadInstCount */
    BL_PROPERTY_STORES = 4,                     /* StoreInstCount */
    BL_PROPERTY_INSTRUCTIONS = 5,               /* TotalInstructionCount */
    BL_PROPERTY_ONE_SUCCESSOR = 6,              /* BasicBlocksWithSingleSuccessor */
    BL_PROPERTY_TWO_SUCCESSORS = 7,             /* BasicBlocksWithTwoSuccessors */
    BL_PROPERTY_MORE_SUCCESSORS = 8,            /* BasicBlocksWithMoreThanTwoSuccessors */
    BL_PROPERTY_ONE_PREDECESSOR = 9,            /* BasicBlocksWithSinglePredecessor */
    BL_PROPERTY_TWO_PREDECESSORS = 10,          /* BasicBlocksWithTwoPredecessors */
    BL_PROPERTY_MORE_PREDECESSORS = 11,         /* BasicBlocksWithMoreThanTwoPredecessors */
    BL_PROPERTY_BIG_BLOCKS = 12,                /* BigBasicBlocks */
    BL_PROPERTY_MEDIUM_BLOCKS = 13,             /* MediumBasicBlocks */
    BL_PROPERTY_SMALL_BLOCKS = 14,              /* SmallBasicBlocks */
    BL_PROPERTY_CASTS = 15,                     /* CastInstructionCount */
    BL_PROPERTY_FLOATS = 16,                    /* FloatingPointInstructionCount */
    BL_PROPERTY_INTEGERS = 17,                  /* IntegerInstructionCount */
    BL_PROPERTY_INTEGER_OPERANDS = 18,          /* ConstantIntOperandCount */
    BL_PROPERTY_FLOAT_OPERANDS = 19,            /* ConstantFPOperandCount */
    BL_PROPERTY_CONSTANT_OPERANDS = 20,         /* ConstantOperandCount */
    BL_PROPERTY_INSTRUCTION_OPERANDS = 21,      /* InstructionOperandCount */
    BL_PROPERTY_BLOCK_OPERANDS = 22,            /* BasicBlockOperandCount */
    BL_PROPERTY_GLOBAL_OPERANDS = 23,           /* GlobalValueOperandCount */
    BL_PROPERTY_ASSEMBLY_OPERANDS = 24,         /* InlineAsmOperandCount */
    BL_PROPERTY_ARGUMENT_OPERANDS = 25,         /* ArgumentOperandCount */
    BL_PROPERTY_UNKNOWN_OPERANDS = 26,          /* UnknownOperandCount */
    BL_PROPERTY_CRITICAL_EDGES = 27,            /* CriticalEdgeCount */
    BL_PROPERTY_EDGES = 28,                     /* ControlFlowEdgeCount */
    BL_PROPERTY_UNCONDITIONAL_BRANCHES = 29,    /* UnconditionalBranchCount */
    BL_PROPERTY_CONDITIONAL_BRANCHES = 30,      /* ConditionalBranchCount */
    BL_PROPERTY_BRANCHES = 31,                  /* BranchInstructionCount */
    BL_PROPERTY_BRANCH_SUCCESSORS = 32,         /* BranchSuccessorCount */
    BL_PROPERTY_SWITCHES = 33,                  /* SwitchInstructionCount */
    BL_PROPERTY_SWITCH_SUCCESSORS = 34,         /* SwitchSuccessorCount */
    BL_PROPERTY_INTRINSICS = 35,                /* IntrinsicCount */
    BL_PROPERTY_DIRECT_CALLS = 36,              /* DirectCallCount */
    BL_PROPERTY_INDIRECT_CALLS = 37,            /* IndirectCallCount */
    BL_PROPERTY_INTEGER_CALLS = 38,             /* CallReturnsIntegerCount */
    BL_PROPERTY_FLOAT_CALLS = 39,               /* CallReturnsFloatCount */
    BL_PROPERTY_POINTER_CALLS = 40,             /* CallReturnsPointerCount */
    BL_PROPERTY_INTEGER_VECTOR_CALLS = 41,      /* CallReturnsVectorIntCount */
    BL_PROPERTY_FLOAT_VECTOR_CALLS = 42,        /* CallReturnsVectorFloatCount */
    BL_PROPERTY_POINTER_VECTOR_CALLS = 43,      /* CallReturnsVectorPointerCount */
    BL_PROPERTY_CALLS_WITH_MANY_ARGUMENTS = 44, /* CallWithManyArgumentsCount */
    BL_PROPERTY_CALLS_WITH_POINTERS = 45,       /* CallWithPointerArgumentCount */
    BL_PROPERTY_END = 46,
    BL_PROPERTY_MAX = 128, /* none will ever be greater */
};

/* "BasicBlockCount"; NULL: there is none. Static. */
BL_API const char *bl_property_name(unsigned property);

/* Whether opt prints it only with -enable-detailed-function-properties, which LLVM 17 and newer
 * have. */
BL_API bool bl_property_is_detail(unsigned property);

/* The properties of one function, and how many instructions of each kind it has. */
struct bl_function_properties {
    uint64_t n[BL_PROPERTY_MAX]; /* by bl_property */
    uint64_t opcodes[BL_OP_MAX]; /* of all instructions of the body, by bl_opcode */
    BL_SLACK(4)
};

/* The properties of the body that FUNCTION was loaded with last, of which nothing has been read
 * since. Errors: those of bl_function_next(), with the opcodes that precede the damage, and of
 * reading the module's global values and constants; BL_E_LIMIT (more edges between basic blocks
 * than one record may have operands: BL_MAX_OPERANDS_PER_BYTE); BL_E_NOMEM. */
BL_API int bl_function_get_properties(struct bl_function *function,
                                      struct bl_function_properties *properties,
                                      struct bl_error *err);

/* In LLVM's spelling: "getelementptr", "ult", "seq_cst", "xchg"; NULL: not known. Static. */
BL_API const char *bl_opcode_name(unsigned opcode);
BL_API const char *bl_predicate_name(unsigned predicate);
BL_API const char *bl_ordering_name(unsigned ordering);
BL_API const char *bl_rmw_name(unsigned operation);

/* Whether OPCODE is one of the three instructions that call: their first operand is the callee. */
BL_API bool bl_opcode_calls(unsigned opcode);

BL_END_DECLS

#endif /* BITLEAP_FUNCTION_H */
