/* rewrite/same_records.h - whether a stripped module has the records that it should have
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Both modules are read side by side. What was to go is passed over in the one before; all else has
 * to have the same operands. Metadata is looked for where it is named: in lists of named nodes,
 * attachments, and arguments of calls, which are numbers that count back from the call's own.
 */
#ifndef BL_REWRITE_SAME_RECORDS_H
#define BL_REWRITE_SAME_RECORDS_H

#include "bitleap_types.h"
#include "rewrite/same_bodies.h"
#include "rewrite/same_metadata.h"
#include "rewrite/strip.h"

/* Whether AFTER has the records of BEFORE in the same order, and they say the same but for numbers
 * of metadata, without those that OPTIONS leave out. Then the texts are the same in the same sense,
 * and need not be printed. 1: it has; 0: not, or that cannot be seen from records alone;
 * BL_E_NOMEM. */
int bl_are_same_but_stripped(struct bl_module *before, struct bl_module *after,
                             const struct bl_strip_options *options);

/* ---- Between the files ---- */

/* Of a type of functions. */
enum bl_signature {
    BL_SIGNATURE_PLAIN,
    BL_SIGNATURE_METADATA, /* it has metadata among its parameters */
    BL_SIGNATURE_DEBUG,    /* likewise, and all functions of it are llvm.dbg.* */
};

struct bl_same_attached {
    uint32_t instruction, kind, node; /* BL_NONE: the function itself */
};

struct bl_same_attachments {
    struct bl_same_attached *items;
    uint32_t n, cap;
    bool no_memory;
};

/* As records have it: [line, column, scope + 1, inlinedAt + 1, ...]. */
struct bl_same_location {
    uint64_t ops[8];
    uint32_t n; /* 0: none */
};

/* Locations of a body, where line tables stay. */
struct bl_same_locations {
    struct bl_same_location last; /* that was read, which the next one may repeat */
    struct bl_same_location here; /* of the last instruction */
};

/* The number that the next value has at a call. */
struct bl_numbered_call {
    uint64_t bit_pos;
    uint32_t next_value;
};

struct bl_same_records {
    const struct bl_strip_options *options;
    struct bl_module *modules[2];
    const struct bl_types *types;
    uint8_t *signatures; /* bl_signature by number of a type */
    bool has_metadata_types;
    bool *is_debug; /* by number of a global value: llvm.dbg.* */
    uint32_t n_globals;
    struct bl_same_metadata metadata;
    /* The body at hand. */
    struct bl_side sides[2];
    struct bl_metadata *own[2]; /* NULL: none */
    struct bl_same_attachments attached[2];
    uint32_t value; /* that has it */
    uint32_t n_instructions;
    struct bl_same_locations locations[2];
    bool is_after_dropped; /* before: a location that comes now is of what goes */
    uint32_t *dropped;     /* instructions that go */
    uint32_t n_dropped, cap_dropped;
    struct bl_function *function;
    struct bl_numbered_call *calls; /* of the body, if has_calls */
    uint32_t n_calls, cap_calls, next_call;
    bool has_calls;
};

static inline bool bl_same_strips_debug(const struct bl_same_records *r)
{
    return bl_strips_debug(r->options);
}

/* STATUS of the library as an answer: 0 where there is damage. */
static inline int bl_same_answer(int status)
{
    return status >= 0 ? 1 : status == BL_E_NOMEM ? status : 0;
}

/* The FUNCTION blocks BEFORE and AFTER. (same_stripped_bodies.c) */
int bl_same_records_bodies(struct bl_same_records *r, const struct bl_block *before,
                           const struct bl_block *after);
/* The blocks that X and Y have announced. */
int bl_same_records_blocks(struct bl_same_records *r, const struct bl_side *x,
                           const struct bl_side *y);
/* Whether A, of global VALUE of the module before, was to go. */
int bl_same_records_attachment(struct bl_same_records *r, uint32_t value,
                               const struct bl_same_attached *a, bool *is_dropped);

#endif
