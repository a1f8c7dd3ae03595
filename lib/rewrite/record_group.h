/* rewrite/record_group.h - records of one code that are written alike, and how they are parted
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Bits are those of all records, estimated from samples, without ids.
 */
#ifndef BL_REWRITE_RECORD_GROUP_H
#define BL_REWRITE_RECORD_GROUP_H

#include "rewrite/sample_table.h"

enum {
    BL_MAX_DEFINED = 1 + BL_MAX_COLUMNS + 2 /* operands of a definition */
};

/* How an operand is written. */
struct bl_field {
    uint64_t literal;
    uint8_t encoding, width;
};

/* What records of a group look like: N_FIXED operands, and the rest in an array if there is one. */
struct bl_shape {
    uint32_t n_fixed;
    bool has_array;
};

enum bl_split_kind {
    BL_SPLIT_NONE,
    BL_SPLIT_VALUE, /* operand has the value with this number */
    BL_SPLIT_WIDTH, /* operand has at most VALUE bits */
    BL_SPLIT_COUNT, /* VALUE operands */
};

struct bl_split {
    enum bl_split_kind kind;
    uint32_t operand;
    uint32_t value;
    double gain; /* bits; of the records */
};

struct bl_group {
    const struct bl_sample_table *table;
    uint16_t *rows; /* in its table */
    uint32_t n;
    struct bl_shape shape;
    struct bl_field fields[BL_MAX_COLUMNS + 1];
    double packed; /* bits, with its abbreviation */
    double plain;  /* and without one; set by whoever begins the group */
    double definition;
    bool is_on;
    bool was_looked_at; /* split is known */
    struct bl_split split;
};

/* Find fields, packed and definition. */
void bl_group_evaluate(struct bl_group *g);

/* Bits of its records without an abbreviation. */
double bl_group_plain_bits(const struct bl_group *g);

/* The operands of G's definition; returns how many. */
uint32_t bl_group_define(const struct bl_group *g, struct bl_abbrev_op ops[BL_MAX_DEFINED]);

/* Find the split by which most bits are saved, more than a definition has. SCRATCH has room for the
 * rows. */
void bl_group_find_split(struct bl_group *g, uint16_t *scratch);

/* Part G by its split: IN, which has room for the rows, are those that are in it; G the rest. Both
 * are evaluated. */
void bl_group_part(struct bl_group *g, struct bl_group *in, uint16_t *scratch);

#endif
