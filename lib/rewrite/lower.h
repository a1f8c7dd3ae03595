/* rewrite/lower.h - what the parts of a lowering share
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * First it is found out what the module gets in addition: declarations of llvm.dbg.*, types and a
 * constant (lower_additions.c). If it gets values, all numbers after them change, and each record
 * that has such a number is written again (lower.c). Each record that an older LLVM does not read
 * is changed on the way (lower_records.c, lower_attributes.c, lower_body.c).
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

/* A function whose calls become other instructions. */
struct bl_lower_callee {
    uint32_t value;
    uint32_t type;         /* of the function then; of its result, where it is that */
    bool returns_argument; /* a cast takes its place; otherwise calls get a first argument */
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
    BL_MAX_NEW_TYPES = 16,
    BL_LOWER_CODES = 128, /* no LLVM has a code above */
};

struct bl_lower {
    struct bl_rewrite *rewrite; /* NULL: only what is found is wanted */
    const struct bl_lower_options *options;
    unsigned llvm;
    struct bl_lower_report *report;
    struct bl_index *index;
    struct bl_error *err;
    bool wants[BL_BLOCK_METADATA + 1][BL_LOWER_CODES]; /* records that may have to change */
    uint64_t body;                                     /* the one at hand; 0: none */
    /* Of the module. */
    struct bl_module *module;
    uint32_t version, n_globals, n_module_values, n_metadata, n_module_constants;
    const struct bl_types *types;
    struct bl_metadata *metadata;      /* NULL: there is none */
    struct bl_metadata *body_metadata; /* with that of the body at hand, or NULL */
    struct bl_function *function;
    struct bl_map dropped_groups;  /* of attributes, by id */
    bool has_code[BL_LOWER_CODES]; /* of records in bodies */
    bool has_narrow_addresses;     /* pointers have bits that addresses lack */
    /* What it gets. */
    struct bl_new_type new_types[BL_MAX_NEW_TYPES];
    uint32_t n_new_types, n_types;
    bool needs_debug[BL_N_DBG];
    uint32_t debug_functions[BL_N_DBG], debug_types[BL_N_DBG];
    struct bl_lower_callee *callees;
    uint32_t n_callees, cap_callees;
    uint32_t constant; /* -1 of 64 bits; its new number */
    uint32_t i64;
    uint32_t n_new_functions, n_new_constants;
    struct bl_appended appended;
    /* The record at hand, as it is to be. */
    struct bl_record rec, other;
    struct bl_places places;
    uint64_t *ops;
    uint32_t code, n_ops, cap_ops;
    uint32_t next_value; /* its new number */
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
    return bl_feature_is_new(bl_feature_other(id), l->llvm);
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

/* What is begun with REC, in BLOCK_ID, becomes what the older LLVM reads (lower_records.c). */
int bl_lower_record(struct bl_lower *l, const struct bl_record *rec, uint32_t block_id);

/* Groups and lists of attributes (lower_attributes.c). */
int bl_lower_group(struct bl_lower *l, const struct bl_record *rec);
int bl_lower_list(struct bl_lower *l, const struct bl_record *rec);

/* The body of function VALUE, where numbers change or debug records become calls: all records of it
 * (lower_body.c). */
int bl_lower_body(struct bl_lower *l, uint32_t value);

/* ---- Additions (lower_additions.c) ---- */

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
/* The STRTAB with what was appended. */
int bl_lower_write_strtab(struct bl_lower *l);

#endif
