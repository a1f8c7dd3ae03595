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
    BL_REFERENCE_VTABLE_SLOT = 15, /* a function in a variable that has vtables */
    BL_REFERENCE_END = 16,         /* of this version: one more than the last */
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
    bool is_within; /* in a constant that is made of it, as the address of a field is; not a slot */
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

/* ---- Vtables ----
 *
 * LLVM Language Reference and "Type Metadata": !type says at which bytes of a variable vtables of a
 * type begin, !vcall_visibility where the calls through them may be. With the module flag "Virtual
 * Function Elim" all such calls are loads of a type and an offset, llvm.type.checked.load, and LLVM
 * drops functions that no load can find (GlobalDCE).
 */

/* Where calls through a vtable may be. Numbers are those of !vcall_visibility. */
enum bl_vcall_visibility {
    BL_VCALL_PUBLIC = 0,           /* anywhere */
    BL_VCALL_LINKAGE_UNIT = 1,     /* in what is linked with the module */
    BL_VCALL_TRANSLATION_UNIT = 2, /* in the module */
};

/* A type that vtables are of. */
struct bl_type_id {
    struct bl_view name; /* "_ZTS1A", for all modules; NULL: none */
    uint32_t node;       /* without a name: metadata, a type that only this module knows */
};

/* A place in a variable where a vtable begins. */
struct bl_vtable {
    uint32_t value;     /* the variable, which is defined */
    uint8_t visibility; /* bl_vcall_visibility of it */
    uint64_t offset;    /* bytes */
    struct bl_type_id type;
    BL_SLACK(2)
};

/* A function in such a variable. */
struct bl_vtable_slot {
    uint64_t offset; /* bytes, from the beginning of the variable */
    uint32_t function;
};

/* A call of llvm.type.checked.load, or of llvm.type.checked.load.relative. */
struct bl_checked_load {
    struct bl_type_id type;
    uint64_t offset; /* bytes from where the vtable begins */
    bool is_known;   /* the offset is; otherwise any slot may be loaded */
    BL_SLACK(2)
};

/* Reads the vtables of one module. Opaque; one thread at a time, as with its module. */
struct bl_vtables;

/* The vtables of MODULE, which must stay until bl_vtables_close(). Metadata that cannot be read
 * says nothing. Errors: those of bl_module_globals(), but of names, and of bl_module_constants(),
 * BL_E_NOMEM. */
BL_API int bl_vtables_open(struct bl_vtables **vtables, struct bl_module *module,
                           struct bl_error *err);
/* Close VTABLES. NULL is ignored. */
BL_API void bl_vtables_close(struct bl_vtables *vtables);

/* All of them, in ascending order of variables. Borrowed until bl_vtables_close(). */
BL_API const struct bl_vtable *bl_vtables_list(const struct bl_vtables *vtables, uint32_t *n);

/* Whether variable VALUE has one. */
BL_API bool bl_vtables_has(const struct bl_vtables *vtables, uint32_t value);

/* What the module flag "Virtual Function Elim" is: 1, and there is VALUE; 0: there is none. */
BL_API int bl_vtables_flag(struct bl_vtables *vtables, uint64_t *value, struct bl_error *err);

/* The functions in variable VALUE, in ascending order of offsets, borrowed until the next call.
 * Errors: BL_E_ARGUMENT (no such value), BL_E_NOMEM, BL_E_LIMIT (more of them than a module of this
 * size has room for). */
BL_API int bl_vtables_slots(struct bl_vtables *vtables, uint32_t value,
                            const struct bl_vtable_slot **slots, uint32_t *n, struct bl_error *err);

/* The loads in FUNCTION, which has loaded a body of the module: its instructions are read. Borrowed
 * until the next call, or until FUNCTION loads another body. Errors: those of
 * bl_function_next(). */
BL_API int bl_vtables_loads(struct bl_vtables *vtables, struct bl_function *function,
                            const struct bl_checked_load **loads, uint32_t *n,
                            struct bl_error *err);

BL_END_DECLS

#endif /* BITLEAP_REFERENCES_H */
