/* rewrite/strip_walk.h - the walk that says of each entry of a stream what becomes of it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_REWRITE_STRIP_WALK_H
#define BL_REWRITE_STRIP_WALK_H

#include "rewrite/strip.h"

struct bl_strip_walk {
    struct bl_rewrite *rewrite;
    struct bl_walk *walk; /* which decodes only what is asked for */
    struct bl_event event;
    uint64_t dropped, dropped_end; /* records in a row that go; dropped_end 0: none */
    const struct bl_strip_options *options;
    struct bl_strip_counts counts;
    struct bl_strip_module *modules;
    uint32_t n_modules, cap_modules;
    /* Where the walk is. */
    uint32_t next_module;
    struct bl_strip_module *module; /* NULL: in none */
    struct bl_strip_body *body;     /* NULL: in none */
    uint32_t next_body, call, argument;
    bool is_left_out;  /* what is walked through is in a block that goes, */
    uint32_t left_out; /* of this depth */
    uint32_t number;   /* of the next metadata */
    bool drops_named, has_metadata;
    bool has_struct_name;
    uint64_t struct_name; /* the record before a type */
    uint32_t *renewed;    /* numbers of the body's own metadata */
    uint32_t cap_renewed;
    uint64_t *ops; /* of the record that is made */
    uint32_t n_ops, cap_ops;
    struct bl_metadata *own; /* of the body, where line tables stay */
    bool is_after_call;      /* that goes: a location that comes now is its own */
    uint64_t *location; /* of such a call, which is that of the next "again"; n_location 0: none */
    uint32_t n_location, cap_location;
    struct bl_error *err;
};

static inline bool bl_strip_lines_stay(const struct bl_strip_walk *s)
{
    return bl_strip_keeps_lines(s->options);
}

/* Fail for lack of memory. */
int bl_strip_no_memory(struct bl_strip_walk *s);
/* The record at hand. */
int bl_strip_read_record(struct bl_strip_walk *s, const struct bl_record **rec);
int bl_strip_drop(struct bl_strip_walk *s, uint64_t bit_pos);

/* The operands of REC, to be changed, in s->ops. */
int bl_strip_copy_ops(struct bl_strip_walk *s, const struct bl_record *rec);
/* Write a record with CODE and the operands that have been made in place of the one at BIT_POS. */
int bl_strip_write_made(struct bl_strip_walk *s, uint64_t bit_pos, uint32_t code);
/* Write REC with the operands that have been made, if they are others. */
int bl_strip_replace(struct bl_strip_walk *s, const struct bl_record *rec);

/* The new number of metadata. What leads nowhere before leads nowhere after. */
uint32_t bl_strip_renew(const struct bl_strip_walk *s, uint32_t number);
/* Pairs of kind and node from operand AT of REC on, those that are kept, in s->ops; *N of them. */
int bl_strip_renew_pairs(struct bl_strip_walk *s, const struct bl_record *rec, uint32_t at,
                         enum bl_strip_target target, uint32_t *n);

/* ---- Bodies (strip_bodies.c) ---- */

int bl_strip_see_attachment(struct bl_strip_walk *s, const struct bl_record *rec);
int bl_strip_see_body_record(struct bl_strip_walk *s);

#endif
