/* rewrite/strip.h - what of a module goes, before it is written
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * First all bodies and the metadata are looked at, in the order of the file, and what is still
 * reached is marked (strip_marks.c). Then numbers are known, and one walk of the stream says of
 * each entry what becomes of it (strip.c).
 */
#ifndef BL_REWRITE_STRIP_H
#define BL_REWRITE_STRIP_H

#include "bitleap_function.h"
#include "bitleap_strip.h"
#include "rewrite/line_tables.h"

/* An argument of a call that is metadata, or an operand of its bundles. */
struct bl_strip_argument {
    uint64_t bit_pos; /* of the call */
    uint32_t op;      /* of the instruction; 0: of a bundle, which has a record before the call */
    uint32_t node;
    uint32_t from; /* the number that it counts back from */
};

/* A call that goes. */
struct bl_strip_call {
    uint64_t bit_pos;
    uint32_t instruction; /* its number in the body */
};

/* What is known of a body; ranges in the lists of its module. */
struct bl_strip_body {
    uint64_t bit_pos; /* of the block */
    uint32_t first_call, n_calls;
    uint32_t first_argument, n_arguments;
    uint32_t first_mark, n_marks; /* of its own metadata */
    bool keeps_attachments;
};

/* Of a string, node or value. */
enum bl_strip_mark {
    BL_STRIP_REACHED = 1,
    BL_STRIP_LOOP = 2,     /* a loop's node, which loses its locations */
    BL_STRIP_DISTINCT = 4, /* a subprogram that becomes distinct */
};

struct bl_strip_module {
    const struct bl_strip_options *options;
    struct bl_strip_counts *counts;
    struct bl_module *module;
    uint64_t bit_pos, end_pos;
    bool renumbers; /* metadata is looked at */
    struct bl_metadata *metadata;
    uint32_t n_metadata, n_strings;
    uint8_t *marks;    /* bl_strip_mark, of the module's metadata and then of the bodies' */
    uint32_t *renewed; /* by number: the new one */
    uint32_t n_renewed, n_new_strings;
    uint32_t n_marks, cap_marks, cap_renewed;
    bool *is_debug; /* by global value: a function llvm.dbg.* */
    uint32_t n_globals;
    struct bl_strip_body *bodies;
    uint32_t n_bodies, cap_bodies;
    struct bl_strip_call *calls;
    uint32_t n_calls, cap_calls;
    struct bl_strip_argument *arguments;
    uint32_t n_arguments, cap_arguments;
    uint32_t *stack; /* of what is reached, and not looked into yet */
    uint32_t n_stack, cap_stack;
    struct bl_line_tables lines; /* where they stay, while all else of debug information goes */
    struct bl_record rec;
    uint64_t *ops; /* of a record that is changed */
    uint32_t cap_ops;
};

/* Whether debug records, and metadata that nothing leads to, go. */
static inline bool bl_strips_debug(const struct bl_strip_options *options)
{
    return options->flags & (BL_STRIP_DEBUG | BL_STRIP_ALL_BUT_LINES);
}

/* Whether line tables stay then. */
static inline bool bl_strip_keeps_lines(const struct bl_strip_options *options)
{
    return bl_strips_debug(options) && !(options->flags & BL_STRIP_DEBUG);
}

/* Find what is kept of M->module; the rest is filled in. */
int bl_strip_find(struct bl_strip_module *m, struct bl_error *err);
void bl_strip_release(struct bl_strip_module *m);

/* What metadata is attached to. */
enum bl_strip_target {
    BL_STRIP_FROM_INSTRUCTION,
    BL_STRIP_FROM_FUNCTION,
    BL_STRIP_FROM_VARIABLE,
};

/* That of global VALUE of MODULE. */
enum bl_strip_target bl_strip_target_of(struct bl_module *module, uint32_t value);
/* Whether attachments of this KIND to TARGET go. */
bool bl_strip_drops(const struct bl_strip_options *options, struct bl_view kind,
                    enum bl_strip_target target);
/* The same of a kind by its number. */
bool bl_strip_drops_kind(struct bl_strip_module *m, uint32_t kind, enum bl_strip_target target);
bool bl_strip_drops_named(const struct bl_strip_module *m, struct bl_view name);
/* A number that a node's record has in it. */
struct bl_strip_reference {
    uint32_t op;
    uint32_t number; /* of what it leads to */
    uint32_t plus;   /* what is added to it in the record */
};

/* The references in a node's record, one after the other. */
struct bl_strip_references {
    const struct bl_record *rec;
    struct bl_metadata_node node;
    uint32_t field, i;
};

/* False: the operands of REC are not known. */
bool bl_strip_references_begin(struct bl_strip_references *references, const struct bl_record *rec);
bool bl_strip_references_next(struct bl_strip_references *references,
                              struct bl_strip_reference *reference);

/* ---- Loops (strip_loops.c) ---- */

/* 1: NODE is a location; 0: it is something else, or cannot be read. Errors: BL_E_NOMEM. */
int bl_strip_is_location(struct bl_metadata *md, uint32_t node, struct bl_error *err);

/* *IS_EMPTY: NODE, of a loop, has nothing left but itself. */
int bl_strip_is_empty_loop(struct bl_metadata *md, uint32_t node, bool *is_empty,
                           struct bl_error *err);

/* Options of a loop are nodes that begin with a string. One that has a location in it would have to
 * be made anew, and so would those that lead to it: BL_E_MISMATCH. */
int bl_strip_check_options(struct bl_metadata *md, uint32_t node, struct bl_error *err);

#endif
