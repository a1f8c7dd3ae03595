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
    BL_STRIP_LOOP = 2, /* a loop's node, which loses its locations */
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
    struct bl_record rec;
};

/* Find what is kept of M->module; the rest is filled in. */
int bl_strip_find(struct bl_strip_module *m, struct bl_error *err);
void bl_strip_release(struct bl_strip_module *m);

/* Whether attachments of this KIND go; TO_INSTRUCTION: some do only there. */
bool bl_strip_drops(const struct bl_strip_options *options, struct bl_view kind,
                    bool to_instruction);
/* The same of a kind by its number. */
bool bl_strip_drops_kind(struct bl_strip_module *m, uint32_t kind, bool to_instruction);
bool bl_strip_drops_named(const struct bl_strip_module *m, struct bl_view name);
/* Whether it is metadata of loops. */
bool bl_strip_is_loop(struct bl_strip_module *m, uint32_t kind);
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

#endif
