/* ir/function_values.h - a body, and the numbers and types of the values that it sees
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * function.c goes through the records of a body, function_values.c knows which value has which
 * number and type, instruction.c and instruction_*.c decode the records of instructions.
 *
 * Values are numbered as their records come: those of the module, arguments, constants of the body,
 * and instructions that make one. Operands count back from there (module version 0: they do not),
 * so that one value that is missed would shift all that follow: what is odd is a failure. Whether
 * a record that is not known makes a value is found out (function_unknown.c), or numbers are
 * uncertain from there on. An operand that leads ahead is noted, and is held against the value at
 * the end of the body.
 */
#ifndef BL_IR_FUNCTION_VALUES_H
#define BL_IR_FUNCTION_VALUES_H

#include "base/compiler.h"
#include "base/map.h"
#include "bitleap_function.h"
#include "ir/constants.h"
#include "ir/implied_types.h"
#include "ir/module.h"
#include "stream/walk.h"

/* An operand that leads ahead. */
struct bl_forward {
    uint64_t bit_pos;
    uint32_t value, type;
};

struct bl_arena;
struct bl_names;

enum {
    BL_GUESS_VALUE = 1 << 0, /* it makes a value */
    BL_GUESS_END = 1 << 1,   /* it ends its block */
    BL_MOST_GUESSES = 64,
    BL_MOST_RUNS = 256, /* through a body */
};

/* What an instruction that is not known is taken for. */
struct bl_guess {
    uint8_t what;  /* the bits above */
    uint32_t type; /* of its value; BL_NONE: not known */
};

/* Instructions of a body that are not known, and those that cannot be told from such: calls of what
 * has no type. */
struct bl_unknowns {
    struct bl_function *trial; /* reads the body with guesses; NULL: none was made yet */
    bool is_begun;
    uint64_t n_ends, n; /* instructions that are known to end blocks; those that are not known */
    struct bl_guess guesses[BL_MOST_GUESSES]; /* that are right; of a trial, those to be tried */
    uint32_t n_guesses, runs_left;
    /* Of a trial. */
    bool is_trial;
    uint32_t at;        /* the next guess */
    uint32_t value;     /* number of the last guess's value, if it makes one */
    uint32_t next_code; /* of the instruction after the last guess */
    bool is_at_next;    /* where it ended */
};

/* How many instructions BODY may have: one for each 8 bits of its block. LLVM uses four bits and
 * more for one, and many for most. */
static inline uint64_t bl_most_instructions(const struct bl_body *body)
{
    enum {
        MIN_INSTRUCTION_BITS = 8,
        FEW_INSTRUCTIONS = 1024
    };
    return body->block.n_words * UINT64_C(32) / MIN_INSTRUCTION_BITS + FEW_INSTRUCTIONS;
}

struct bl_function {
    struct bl_module *module;
    struct bl_implied_types types;
    struct bl_global global; /* of the function */
    struct bl_body body;
    bool is_loaded;
    bool is_relative; /* operands count back */
    bool uncertain;
    bool is_over;
    bool is_skimmed;  /* bl_function_skim() goes over it: constants are left out */
    bool is_at_front; /* records are read one by one: nobody may ask for the instructions */
    bool ends_block;  /* the last instruction that is not known */
    struct bl_error failure;

    /* Types of values by number: the module's, or BL_TYPE_NOT_ASKED, and the body's. */
    uint32_t *value_types;
    uint32_t cap_value_types, next_value;
    bool asks; /* UNCERTAIN, or arguments are too many to be in there: see bl_function_type_of() */

    const struct bl_constant *module_constants;
    uint32_t n_globals, n_module_values;
    struct bl_constant_list constants;      /* before the first instruction: body.constants */
    struct bl_constant_list late_constants; /* after it, where no LLVM writes any */
    struct bl_forward *forwards;
    uint32_t n_forwards, cap_forwards;

    /* Where we are. */
    struct bl_cursor cursor;
    struct bl_batch batch;
    const struct bl_batch_record *rec, *rec_end; /* the next one, and after the last one read */
    const uint64_t *ops;                         /* of all these */
    struct bl_record single;                     /* with a blob, for which batches have no place */
    struct bl_batch_record single_record[2];
    uint32_t block; /* number of the basic block */
    struct bl_block *blocks;
    uint32_t n_blocks, cap_blocks;
    struct bl_read_spans *spans; /* where to put those of records that are read, or NULL */
    uint64_t span_from;
    struct bl_debug_location location; /* the last one */
    bool has_location;

    struct bl_arena *keeper; /* has the operands of all instructions of the body; NULL: they are
                              * those of one at a time */
    /* Of the instruction; bundles before it is reached. */
    struct bl_operand *operands, *bundle_operands;
    struct bl_bundle *bundles;
    struct bl_debug_record *debug_records;
    uint64_t *words;
    uint32_t n_words, cap_words;
    uint32_t cap_operands, n_bundle_operands, cap_bundle_operands;
    uint32_t n_bundles, cap_bundles, cap_debug_records;

    struct bl_record constant_rec;
    struct bl_names *names;
    struct bl_unknowns *unknowns; /* NULL: there has been none */
    struct bl_metadata *metadata; /* the body's, or the module's where it has none of its own */
    bool metadata_is_read;
    struct bl_error metadata_error; /* status 0: there was none */
};

/* ---- Values (function_values.c) ---- */

/* Note a failure in the body at BIT_POS, with the way there; returns STATUS. */
BL_COLD int bl_function_fail(struct bl_function *f, int status, const char *what, uint64_t bit_pos);

/* Read which values the module has. */
int bl_function_read_module(struct bl_function *f, struct bl_error *err);

/* Global VALUE, of which only the name may be missing, where names cannot be read. */
int bl_function_read_global(struct bl_function *f, uint32_t value, struct bl_global *global,
                            struct bl_error *err);

/* In bl_function.value_types: of a global value whose record has not been looked at. */
#define BL_TYPE_NOT_ASKED (BL_NONE - 1)

/* bl_function_type_of() for a value that is there. */
static inline uint32_t bl_function_own_type(struct bl_function *f, uint32_t value)
{
    uint32_t type = f->value_types[value];
    return BL_UNLIKELY(f->asks || type == BL_TYPE_NOT_ASKED) ? bl_function_type_of(f, value) : type;
}

/* Room for N more values. BL_E_NOMEM, BL_E_LIMIT. */
int bl_function_make_room(struct bl_function *f, uint32_t n);

/* The next value is of TYPE. As bl_function_make_room(). */
static inline int bl_function_define(struct bl_function *f, uint32_t type)
{
    int status = BL_OK;
    if (BL_UNLIKELY(f->next_value >= f->cap_value_types))
        status = bl_function_make_room(f, 1);
    if (BL_LIKELY(status == BL_OK))
        f->value_types[f->next_value++] = type;
    return status;
}

/* VALUE, which leads ahead, has to be of TYPE. BL_OK, or fills the failure. */
int bl_function_note_forward(struct bl_function *f, uint32_t value, uint32_t type);

/* Whether all operands that led ahead have found a value of their type; fills the failure. */
int bl_function_check_forwards(struct bl_function *f);

/* The integer that VALUE is, where it is one. */
bool bl_function_constant_integer(struct bl_function *f, uint32_t value, uint64_t *integer);

/* The address space that alloca makes room in unless it says otherwise. */
uint64_t bl_function_allocation_space(struct bl_function *f);

/* ---- Names (function_names.c) ---- */

/* Forget those of the body before. */
void bl_function_forget_names(struct bl_function *f);
void bl_function_release_names(struct bl_function *f);

/* One more than the highest value that has a name. */
uint32_t bl_function_names_end(struct bl_function *f);

/* ---- What is not known (function_unknown.c) ---- */

/* Of the record at hand, of CODE. NULL: there is no telling, or a failure, which is filled. */
BL_COLD const struct bl_guess *bl_function_guess(struct bl_function *f, uint32_t code);

/* VALUE, whose type is not known, is used where TYPE is needed. */
BL_COLD void bl_function_infer(struct bl_function *f, uint32_t value, uint32_t type);

/* Forget those of the body before. */
void bl_function_forget_unknowns(struct bl_function *f);
void bl_function_release_unknowns(struct bl_function *f);

/* Whether records of CODE are instructions that are not known (function.c). */
bool bl_function_is_unknown(uint32_t code);
/* Whether they are debug locations or debug records. */
bool bl_function_is_debug(uint32_t code);

/* ---- Metadata (function_metadata.c) ---- */

/* Forget those of the body before. */
void bl_function_forget_metadata(struct bl_function *f);

/* ---- What is around instructions (instruction_call.c, instruction_debug.c) ---- */

/* FUNCTION's record, an operand bundle of the next call. */
int bl_bundle_decode(struct bl_function *f);

/* FUNCTION's record, a debug location or record, which belongs to INST. */
int bl_debug_decode(struct bl_function *f, struct bl_instruction *inst);

/* FUNCTION's record, a call of any kind: only INST's attributes and, of BL_CODE_FUNCTION_INST_CALL,
 * the type of the function as source_type; BL_NONE: the record does not have it. */
void bl_call_skim(struct bl_function *f, struct bl_instruction *inst);

/* ---- Reading (function.c) ---- */

/* From the next load on, operands of all instructions of a body stay where they are, in KEEPER,
 * which nobody may reset or release before the next load or the end. */
void bl_function_keep(struct bl_function *f, struct bl_arena *keeper);

/* From the next load on, append to SPANS what is read without a failure; NULL: no more. */
void bl_function_note_spans(struct bl_function *f, struct bl_read_spans *spans);

/* ---- Skimming (function.c) ---- */

/* INST is instruction NUMBER of its body. False: that is enough. */
typedef bool bl_skim_fn(void *context, const struct bl_instruction *inst, uint32_t number);

/* Goes over the records of body VALUE without decoding instructions, and calls EACH for those that
 * are calls, or have a location or debug records: INST has these, code and bit_pos, and what
 * bl_call_skim() says, but no opcode, operands, type or block, and debug records have no value that
 * is not metadata. *N_INSTRUCTIONS is how many there are up to the end, or to a failure. After it,
 * bl_function_blocks() and bl_function_metadata() are as after reading all instructions. */
int bl_function_skim(struct bl_function *f, uint32_t value, bl_skim_fn *each, void *context,
                     uint32_t *n_instructions, struct bl_error *err);

#endif
