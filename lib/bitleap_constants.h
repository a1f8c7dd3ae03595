/* bitleap_constants.h - constants of a module, and what numbers of values stand for
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The conventions are those of bitleap_module.h.
 */
#ifndef BITLEAP_CONSTANTS_H
#define BITLEAP_CONSTANTS_H

#include "bitleap_module.h"

BL_BEGIN_DECLS

/* A record of a CONSTANTS block that makes a value. */
struct bl_constant {
    uint64_t bit_pos;
    uint32_t type;
    uint32_t code; /* CONSTANTS record code */
};

/* All constants at module level: number I is value n_globals + I. On failure those before the
 * damage. Operands are not kept: read them with bl_constant_read(). */
BL_API int bl_module_constants(struct bl_module *module, const struct bl_constant **constants,
                               uint32_t *n, struct bl_error *err);

/* The constant at module level that VALUE is, of those that bl_module_constants() returns. NULL: it
 * is none, or comes after damage, which that reports. */
BL_API const struct bl_constant *bl_module_constant(struct bl_module *module, uint32_t value);

/* The operands of a constant of the module or of one of its functions, as in the file (a
 * signed VBR is not undone, value numbers are absolute). Strings of bytes: a view where they
 * are bytes in the file. Errors: BL_E_ARGUMENT (no constant is there), BL_E_LIMIT
 * (BL_MAX_FIXED_OPERANDS), those of bl_cursor_read(). */
BL_API int bl_constant_read(struct bl_module *module, const struct bl_constant *constant,
                            struct bl_record *rec, struct bl_error *err);

/* Whether constants of that record code are made of others: aggregates, expressions. */
BL_API bool bl_constant_has_parts(uint32_t code);

/* Whether constants of that record code are inline assembly. */
BL_API bool bl_constant_is_assembly(uint32_t code);

/* Value NUMBER, from 0, of those that the constant in record REC is made of. False:
 * there are no more. */
BL_API bool bl_constant_part(const struct bl_record *rec, uint32_t number, uint64_t *value);

/* Whether it has the same value as its one part: a bitcast or addrspacecast, dso_local_equivalent,
 * no_cfi. */
BL_API bool bl_constant_is_cast(const struct bl_record *rec);

/* What a constant is. */
enum bl_constant_kind {
    BL_CONSTANT_UNKNOWN = 0, /* a code that is not known */
    BL_CONSTANT_NULL = 1,    /* zero, of any type */
    BL_CONSTANT_UNDEF = 2,
    BL_CONSTANT_POISON = 3,
    BL_CONSTANT_INTEGER = 4, /* words, integer; of a vector type: of each element */
    BL_CONSTANT_FLOAT = 5,   /* words, real; likewise */
    BL_CONSTANT_STRING = 6,  /* text: an array of bytes */
    BL_CONSTANT_DATA = 7,    /* words: the bits of each element of an array or a vector */
    BL_CONSTANT_AGGREGATE = 8,
    BL_CONSTANT_EXPRESSION = 9,      /* opcode, flags, predicate, source_type, parts */
    BL_CONSTANT_BLOCK_ADDRESS = 10,  /* parts: the function; basic_block */
    BL_CONSTANT_DSO_LOCAL = 11,      /* parts: the function (dso_local_equivalent) */
    BL_CONSTANT_NO_CFI = 12,         /* parts: the function (no_cfi) */
    BL_CONSTANT_SIGNED_POINTER = 13, /* parts: pointer, key, discriminators (ptrauth) */
    BL_CONSTANT_ASSEMBLY = 14,       /* text, constraints; flags: bl_assembly_flag */
};

/* Of inline assembly. Numbers are those of the record. */
enum bl_assembly_flag {
    BL_ASSEMBLY_SIDE_EFFECT = 1 << 0,
    BL_ASSEMBLY_ALIGN_STACK = 1 << 1,
    BL_ASSEMBLY_INTEL_DIALECT = 1 << 2,
    BL_ASSEMBLY_UNWIND = 1 << 3,
};

/* A constant, decoded. Fields that its kind does not name are 0 or BL_NONE. Later versions may
 * append fields. */
struct bl_constant_value {
    uint8_t kind;      /* bl_constant_kind */
    uint8_t opcode;    /* bl_opcode, of an expression */
    uint8_t predicate; /* bl_predicate, of icmp and fcmp */
    uint32_t type;     /* of the constant */
    uint64_t flags;    /* bl_instruction_flag of an expression, as of the instruction */
    /* Integers: two's complement, least significant word first; missing words are zero, but a
     * single one is extended by its sign. Floats: one word, or two of more than 64 bits; the bits
     * as in memory. Data: a word for each element, of which its type's bits count. */
    const uint64_t *words;
    uint32_t n_words;
    uint32_t n_parts;
    const uint32_t *parts; /* numbers of values: elements, fields, operands */
    int64_t integer;       /* of a single word */
    double real;           /* half, bfloat, float, double */
    struct bl_view text, constraints;
    uint32_t source_type; /* getelementptr: of what is indexed; BL_NONE: up to LLVM 3.6 */
    uint32_t basic_block;
};

/* Decode CONSTANT of MODULE or of one of its functions. *VALUE and what it leads to are borrowed
 * until the next call for this module, or its close. Errors: those of bl_constant_read(). */
BL_API int bl_constant_decode(struct bl_module *module, const struct bl_constant *constant,
                              const struct bl_constant_value **value, struct bl_error *err);

/* What a number of a value stands for. */
enum bl_value_kind {
    BL_VALUE_NONE = 0, /* there is no such value */
    BL_VALUE_GLOBAL = 1,
    BL_VALUE_CONSTANT = 2,
    BL_VALUE_ARGUMENT = 3,
    BL_VALUE_INSTRUCTION = 4,
};

/* What VALUE of the module is, bl_value_kind, or negative: the part of the module that would say it
 * cannot be read. In a body ask bl_function_value_kind(). */
BL_API int bl_module_value_kind(struct bl_module *module, uint32_t value, struct bl_error *err);

BL_END_DECLS

#endif /* BITLEAP_CONSTANTS_H */
