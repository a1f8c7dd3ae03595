/* bitleap_references.h - which global values of a module use which
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The edges of the call graph, and all other uses that functions, variables, aliases and ifuncs
 * make of each other: in instructions, in initializers, and within constants that are made of
 * others. A cast of a value counts as the value: with typed pointers calls go through bitcasts. The
 * address of a variable does not use what the variable is initialized with. Metadata uses nothing.
 */
#ifndef BITLEAP_REFERENCES_H
#define BITLEAP_REFERENCES_H

#include "bitleap_function.h"

BL_BEGIN_DECLS

/* As what a value is used. Numbers are stored in index files. */
enum bl_reference_kind {
    BL_REFERENCE_CALL = 0, /* call, neither tail nor musttail */
    BL_REFERENCE_TAIL_CALL = 1,
    BL_REFERENCE_MUSTTAIL_CALL = 2,
    BL_REFERENCE_INVOKE = 3,
    BL_REFERENCE_CALLBR = 4, /* kinds up to this one call the value, if they are not within */
    BL_REFERENCE_ARGUMENT = 5,
    BL_REFERENCE_BUNDLE = 6,      /* in an operand bundle */
    BL_REFERENCE_STORED = 7,      /* as the value of a store */
    BL_REFERENCE_OPERAND = 8,     /* any other of an instruction */
    BL_REFERENCE_INITIALIZER = 9, /* of a variable */
    BL_REFERENCE_ALIASEE = 10,
    BL_REFERENCE_RESOLVER = 11, /* of an ifunc */
    BL_REFERENCE_PERSONALITY = 12,
    BL_REFERENCE_PREFIX = 13,
    BL_REFERENCE_PROLOGUE = 14,
    BL_REFERENCE_END = 15, /* of this version: one more than the last */
};

/* "tail call", "initializer". NULL: no such kind. Static. */
BL_API const char *bl_reference_kind_name(unsigned kind);

/* As what INSTRUCTION uses its operand NUMBER, from 0, if that is a value: bl_reference_kind. Not
 * for those of bundles. */
BL_API unsigned bl_reference_kind_of(const struct bl_instruction *instruction, uint32_t number);

/* What is called that is no global value: such calls count as references, too. */
#define BL_CALLED_ASSEMBLY (UINT32_MAX - 2) /* inline assembly */
#define BL_CALLED_POINTER (UINT32_MAX - 1)  /* whatever a pointer leads to */

/* All uses of one kind that one global value makes of another. */
struct bl_reference {
    uint32_t from;  /* the global value that uses */
    uint32_t to;    /* the one that is used, BL_CALLED_ASSEMBLY or BL_CALLED_POINTER */
    uint8_t kind;   /* bl_reference_kind */
    bool is_within; /* in a constant that is made of it, as the address of a field is */
    uint64_t n;     /* how many such uses there are */
};

/* Reads the references of one module. Opaque; one thread at a time, as with its module. */
struct bl_references;

/* The references of MODULE, which must stay until bl_references_close(). Errors: those of
 * bl_module_globals(), but of names, and of bl_module_constants(), BL_E_NOMEM. */
BL_API int bl_references_open(struct bl_references **references, struct bl_module *module,
                              struct bl_error *err);
/* Close REFERENCES. NULL is ignored. */
BL_API void bl_references_close(struct bl_references *references);

/* All that global value VALUE uses, in its record and its body, sorted by to, kind and is_within.
 * Borrowed until the next call. On failure those before the damage. Errors: BL_E_ARGUMENT (no such
 * value), those of bl_function_load() and bl_function_next(), BL_E_LIMIT (constants that are made
 * of so many others that going through them would take a module this size too long). */
BL_API int bl_references_of(struct bl_references *references, uint32_t value,
                            const struct bl_reference **list, uint32_t *n, struct bl_error *err);

BL_END_DECLS

#endif /* BITLEAP_REFERENCES_H */
