/* rewrite/lower.h - what the parts of a lowering share
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * First it is found out what the module gets in addition: declarations of llvm.dbg.*, types and a
 * constant (lower_additions.c). If it gets values, all numbers after them change, and each record
 * that has such a number is written again (lower.c). Each record that an older LLVM does not read
 * is changed on the way (lower_records.c, lower_metadata.c, lower_attributes.c,
 * lower_body.c).
 */
#ifndef BL_REWRITE_LOWER_H
#define BL_REWRITE_LOWER_H

#include "base/map.h"
#include "bitleap_codes.h"
#include "bitleap_lower.h"
#include "bitleap_metadata.h"
#include "bitleap_writer.h"
#include "ir/operand_roles.h"
#include "rewrite/lower_table.h"

/* Functions llvm.dbg.* that calls need. */
enum bl_debug_function {
    BL_DBG_DECLARE,
    BL_DBG_VALUE,
    BL_DBG_ASSIGN,
    BL_DBG_LABEL,
    BL_N_DBG
};

/* What becomes of calls of a function. */
enum bl_lower_call {
    BL_CALL_GETS_SIZE,      /* a first argument */
    BL_CALL_GETS_ALIGNMENT, /* one after the pointer, whose attribute it was */
    BL_CALL_IS_CAST,        /* of its argument */
};

struct bl_lower_callee {
    uint32_t value;
    uint32_t type;    /* of the function then; of its result, where it is that */
    uint8_t becomes;  /* bl_lower_call */
    uint8_t n_before; /* arguments before the new one */
};

/* A constant that the module gets. */
struct bl_new_constant {
    uint32_t type;
    uint64_t op; /* of its record: a signed VBR */
};

/* Intrinsics that become functions of the module. */
enum bl_defined_intrinsic {
    BL_DEFINES_UCMP,
    BL_DEFINES_SCMP,
    BL_DEFINES_MINIMUM,
    BL_DEFINES_MAXIMUM,
    BL_N_DEFINES
};

struct bl_lower_definition {
    uint32_t value;
    uint32_t result;  /* its type */
    uint32_t integer; /* of as many bits; of floats alone */
    uint8_t which;    /* bl_defined_intrinsic */
    bool depends;     /* where its arguments are depends on the processor */
};

/* Attributes of functions that say what processor they are for; data NULL: not said. */
enum {
    BL_N_PROCESSOR_KEYS = 5
};
struct bl_processor {
    struct bl_view values[BL_N_PROCESSOR_KEYS];
};

/* A string at the end of a STRTAB. */
struct bl_appended {
    uint32_t strtab; /* block */
    uint8_t *bytes;
    uint32_t n, cap;
    uint64_t base; /* bytes before */
};

/* A type that the module lacks. */
struct bl_new_type {
    uint32_t code;
    uint32_t n_ops;
    uint64_t ops[8];
};

enum {
    BL_MAX_NEW_TYPES = 64,
    BL_MOST_NEW_TYPES = BL_MAX_NEW_TYPES - 16, /* that intrinsics may need: others need few */
    BL_LOWER_CODES = 128,                      /* no LLVM has a code above */
};

/* What the table has for a code. */
enum bl_lower_rules {
    BL_LOWER_ASKED = 1,
    BL_LOWER_IS_NEW = 2,     /* too new for what is asked for */
    BL_LOWER_OPERANDS = 4,   /* rows about operands */
    BL_LOWER_IS_UNKNOWN = 8, /* no LLVM up to 22 knows it */
};

struct bl_lower {
    struct bl_rewrite *rewrite; /* NULL: only what is found is wanted */
    const struct bl_lower_options *options;
    struct bl_lower_report *report;
    struct bl_index *index;
    struct bl_error *err;
    bool wants[BL_BLOCK_METADATA + 1][BL_LOWER_CODES];    /* records that may have to change */
    uint8_t rules[BL_BLOCK_METADATA + 1][BL_LOWER_CODES]; /* bl_lower_rules, 0: not asked */
    uint64_t body;                                        /* the one at hand; 0: none */
    /* Of the module. */
    struct bl_module *module;
    uint32_t version, n_globals, n_module_values, n_module_constants;
    const struct bl_types *types;
    struct bl_metadata *metadata;      /* NULL: there is none */
    struct bl_metadata *body_metadata; /* with that of the body at hand, or NULL */
    struct bl_function *function;
    struct bl_view triple;
    struct bl_map dropped_groups;  /* of attributes, by id */
    bool has_code[BL_LOWER_CODES]; /* of records in bodies */
    bool has_processor, has_other_processors;
    bool has_narrow_addresses; /* pointers have bits that addresses lack */
    bool has_new_operations;   /* some expressions have become empty ones */
    bool has_float_atomics;    /* atomicrmw of numbers that are not integers, or of vectors */
    bool looks_at_types;       /* of values, for a record that is old with another type */
    /* What it gets. */
    struct bl_new_type new_types[BL_MAX_NEW_TYPES];
    uint32_t n_new_types;
    bool needs_debug[BL_N_DBG];
    uint32_t debug_functions[BL_N_DBG], debug_types[BL_N_DBG];
    struct bl_lower_callee *callees;
    uint32_t n_callees, cap_callees;
    struct bl_lower_definition *definitions; /* by value */
    uint32_t n_definitions, cap_definitions;
    struct bl_processor processor; /* of all functions with bodies, if there are definitions */
    uint64_t processor_group;      /* id of the group of attributes that definitions get */
    uint32_t processor_list;       /* and the list, as bl_global.attributes counts */
    uint32_t next_definition;      /* whose body is to be written */
    uint32_t body_value;           /* after the function whose body was met last */
    uint32_t constant;             /* the new number of the first new constant */
    struct bl_new_constant *constants;
    uint32_t cap_constants;
    uint32_t n_new_functions, n_new_constants;
    uint64_t metadata_end; /* of the module's block of metadata; 0: it has none */
    uint64_t after_globals;
    struct bl_appended appended;
    /* The record at hand, as it is to be. */
    struct bl_record rec, other;
    struct bl_places places;
    uint64_t *ops;
    uint32_t code, n_ops, cap_ops;
    uint32_t next_value; /* its new number */
    unsigned llvm;       /* that is asked for */
    bool goes;
};

/* ---- Findings (lower.c) ---- */

/* FEATURE is at BIT_POS. WHAT says which one it is, or is empty. Returns what is to be done, which
 * may be less than refusing it where that is allowed: bl_remedy. */
uint8_t bl_lower_note(struct bl_lower *l, const struct bl_feature *feature, uint64_t bit_pos,
                      struct bl_view what);
static inline uint8_t bl_lower_other(struct bl_lower *l, enum bl_other_feature id, uint64_t bit_pos)
{
    return bl_lower_note(l, bl_feature_other(id), bit_pos, (struct bl_view){0});
}

static inline bool bl_lower_needs(const struct bl_lower *l, enum bl_other_feature id)
{
    return bl_feature_is_new(bl_feature_other(id), l->options);
}

/* ---- Records (lower.c) ---- */

/* The new number of VALUE. */
uint32_t bl_lower_value(const struct bl_lower *l, uint32_t value);

static inline bool bl_lower_renumbers(const struct bl_lower *l)
{
    return l->n_new_functions + l->n_new_constants > 0;
}

/* Whether bodies are read by function: numbers change, or calls do. */
bool bl_lower_rewrites_bodies(const struct bl_lower *l);

/* Begin with REC: l->ops are its operands, with new numbers if AROUND is not NULL. */
int bl_lower_begin(struct bl_lower *l, const struct bl_record *rec, const struct bl_around *around);
/* Write what has become of REC. */
int bl_lower_end(struct bl_lower *l, const struct bl_record *rec);
int bl_lower_room(struct bl_lower *l, uint32_t n_ops);

int bl_lower_insert(struct bl_lower *l, uint64_t bit_pos, uint32_t code, const uint64_t *ops,
                    uint32_t n_ops);

/* A new block, whose records the caller writes with *WRITER. */
int bl_lower_begin_block(struct bl_lower *l, uint32_t block_id, unsigned id_width,
                         struct bl_writer **writer);
/* Insert what WRITER has, which is closed, at BIT_POS. */
int bl_lower_end_block(struct bl_lower *l, uint64_t bit_pos, uint32_t block_id, unsigned id_width,
                       struct bl_writer *writer);

/* ---- Remedies ---- */

/* Find l->wants (lower_records.c). */
void bl_lower_find_wanted(struct bl_lower *l);
/* What is begun with REC, in BLOCK_ID, becomes what the older LLVM reads (lower_records.c). */
int bl_lower_record(struct bl_lower *l, const struct bl_record *rec, uint32_t block_id);

/* A record of METADATA, or of METADATA_ATTACHMENT: [instruction, (kind, node)…], where what is
 * attached to the function has no instruction before it (lower_metadata.c). */
int bl_lower_metadata(struct bl_lower *l, const struct bl_record *rec, bool is_new);
int bl_lower_attached(struct bl_lower *l, const struct bl_record *rec);
/* Whether REC is an expression that an older LLVM calls invalid, so that a variable is optimized
 * out (lower_metadata.c). */
bool bl_lower_has_new_operations(const struct bl_record *rec);

/* Groups and lists of attributes (lower_attributes.c). */
int bl_lower_group(struct bl_lower *l, const struct bl_record *rec);
int bl_lower_list(struct bl_lower *l, const struct bl_record *rec);

/* Whether REC, an atomicrmw, is one of numbers that are not integers (lower_body.c). */
bool bl_lower_is_float_atomic(const struct bl_record *rec);

/* The body of function VALUE, where numbers change or debug records become calls: all records of it
 * (lower_body.c). */
int bl_lower_body(struct bl_lower *l, uint32_t value);

/* What is found where CALLEE is called. */
static inline enum bl_other_feature bl_lower_call_feature(const struct bl_lower_callee *callee)
{
    return callee->becomes == BL_CALL_IS_CAST     ? BL_OTHER_THREAD_LOCAL
           : callee->becomes == BL_CALL_GETS_SIZE ? BL_OTHER_LIFETIME
                                                  : BL_OTHER_MASKED;
}

/* ---- Callees (lower_callees.c) ---- */

/* Plan what becomes of calls of function VALUE, G, and which constants they need. */
int bl_lower_plan_callee(struct bl_lower *l, uint32_t value, const struct bl_global *g);
/* The record of CALLEE, which has been begun. */
int bl_lower_callee(struct bl_lower *l, const struct bl_record *rec,
                    const struct bl_lower_callee *callee);
/* The new number of the new constant whose record has the operand OP. */
uint32_t bl_lower_constant(const struct bl_lower *l, uint64_t op);
/* The record of an integer VALUE. */
static inline uint64_t bl_lower_signed(int64_t value)
{
    return value < 0 ? (uint64_t)-value << 1 | 1 : (uint64_t)value << 1;
}

/* ---- Definitions (lower_definitions.c) ---- */

/* Plan one, if G, global VALUE, is such an intrinsic. */
int bl_lower_plan_definition(struct bl_lower *l, uint32_t value, const struct bl_global *g);
/* That of VALUE; NULL: there is none. */
const struct bl_lower_definition *bl_lower_definition_of(const struct bl_lower *l, uint32_t value);
/* D, NAME, is at BIT_POS: what is found of it. */
void bl_lower_note_definition(struct bl_lower *l, const struct bl_lower_definition *d,
                              uint64_t bit_pos, struct bl_view name);
/* What definitions get before the ends of the tables of attributes, at BIT_POS. */
static inline bool bl_lower_has_processor(const struct bl_lower *l)
{
    return l->n_definitions > 0 && l->has_processor;
}
int bl_lower_add_processor_group(struct bl_lower *l, uint64_t bit_pos);
int bl_lower_add_processor_list(struct bl_lower *l, uint64_t bit_pos);
/* At BIT_POS, bodies of definitions that come before the one at BODY; 0: all the rest. Asked for in
 * the order of bodies. */
int bl_lower_add_bodies(struct bl_lower *l, uint64_t body, uint64_t bit_pos);

/* ---- Additions (lower_additions.c) ---- */

/* The type of KIND (an integer: of COUNT bits) with that CODE. */
uint32_t bl_lower_find_type(struct bl_lower *l, uint8_t kind, uint64_t count, uint32_t code);
/* result (parameters) */
uint32_t bl_lower_find_function(struct bl_lower *l, uint32_t result, const uint32_t *parameters,
                                uint32_t n);
/* The type of integers, BITS each, as many as TYPE has parts; BL_NONE: too many types. */
uint32_t bl_lower_integer_like(struct bl_lower *l, uint32_t type, unsigned bits);

/* Decide what l->module gets. */
int bl_lower_plan(struct bl_lower *l);
/* The record of global VALUE, which has been begun. */
int bl_lower_global(struct bl_lower *l, const struct bl_record *rec, uint32_t value);
/* What comes before the end of the table of types, after the last global value, and before the end
 * of the module's constants, or where they would be. */
int bl_lower_add_types(struct bl_lower *l, uint64_t bit_pos);
int bl_lower_add_functions(struct bl_lower *l, uint64_t bit_pos);
int bl_lower_add_constants(struct bl_lower *l, uint64_t bit_pos);
int bl_lower_add_constant_block(struct bl_lower *l, uint64_t bit_pos);
/* A note of each finding of this module, of N_ROWS rows, at the end of its metadata, or in a block
 * of their own. */
int bl_lower_add_notes(struct bl_lower *l, uint32_t n_rows);
/* The STRTAB with what was appended. */
int bl_lower_write_strtab(struct bl_lower *l);

#endif
