/* rewrite/slicer.h - what a slice keeps of a module, and the new numbers of that
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * First it is decided which global values are defined (slice.c). Then all that these lead to is
 * marked, and numbered in its order (slice_reach.c). Then each record of what is kept is written
 * with its new numbers, and all else is dropped (slice_write.c). Both go through the same places of
 * the same records, so that nothing is written that was not marked.
 */
#ifndef BL_REWRITE_SLICER_H
#define BL_REWRITE_SLICER_H

#include "bitleap_slice.h"
#include "rewrite/body_records.h"
#include "rewrite/string_table.h"

/* What has numbers of its own in a module. */
enum bl_numbered {
    BL_NUMBERED_VALUES, /* global values, then the module's constants */
    BL_NUMBERED_TYPES,
    BL_NUMBERED_METADATA,
    BL_NUMBERED_ATTRIBUTES, /* lists */
    BL_NUMBERED_COMDATS,
    BL_NUMBERED_SECTIONS,
    BL_NUMBERED_GCS,
    BL_N_NUMBERED
};

struct bl_numbering {
    bool *is_kept;
    uint32_t *renewed;
    uint32_t n, n_new;
};

/* What becomes of a global value. */
enum bl_fate {
    BL_FATE_NEEDED, /* declared where something leads to it */
    BL_FATE_DEFINED,
    BL_FATE_IS_DECLARATION, /* as it was */
};

/* One of a numbering. */
struct bl_reached {
    uint32_t set, number;
};

/* A node that is a value. */
struct bl_weak_value {
    uint32_t node, value;
};

struct bl_slice {
    struct bl_module *module;
    struct bl_index *index;
    unsigned flags;
    uint32_t depth;   /* of what is taken along, counted from what was added */
    uint32_t version; /* of the module */
    uint32_t n_globals, n_module_values, n_metadata, n_strings;
    const struct bl_types *types;
    const struct bl_attributes *attributes;
    const struct bl_constant *constants;
    struct bl_metadata *metadata; /* NULL: there is none */
    struct bl_function *function;
    bool has_addresses; /* of basic blocks, in constants of the module */
    bool keeps_lists;   /* of compile units: types are found in them by name */
    bool *is_added;     /* by global value */
    uint8_t *fates;     /* bl_fate */
    struct bl_numbering sets[BL_N_NUMBERED];
    bool *is_group_kept; /* of attributes */
    bool *is_cut;        /* by COMDAT: it is left out */
    /* By metadata: a list of a compile unit, which leads to nothing; a value that is kept only if
     * something else keeps what it is. */
    uint8_t *nodes;
    struct bl_reached *stack;
    uint32_t n_stack, cap_stack;
    struct bl_weak_value *weak; /* such values */
    uint32_t n_weak, cap_weak;
    struct bl_record rec;
    struct bl_places places;
    uint64_t *ops;
    size_t cap_ops;
    struct bl_slice_report report;
    /* While it is written. */
    struct bl_rewrite *rewrite;
    struct bl_string_table strings;
    struct bl_error *err;
    /* What has been made, in MADE or in a caller's rewrite; and of that what has no debug
     * information. */
    struct bl_rewrite *made;
    struct bl_view bytes;
    struct bl_slice_stripped *stripped;
};

enum bl_node_mark {
    BL_NODE_CUT_LIST = 1 << 0,
    BL_NODE_WEAK_VALUE = 1 << 1,
    BL_NODE_STRONG = 1 << 2, /* an instruction leads to it */
};

/* Decide what is defined (slice_fates.c). */
int bl_slice_decide(struct bl_slice *s, struct bl_error *err);

/* Mark all that is needed, and number it. */
int bl_slice_reach(struct bl_slice *s, struct bl_error *err);

/* All stays, with its number. */
void bl_slice_keep_all(struct bl_slice *s);

/* Change s->rewrite so that it writes what has been marked. */
int bl_slice_write(struct bl_slice *s, struct bl_error *err);

/* s->bytes without debug information, and without what only that needed. */
int bl_slice_strip(struct bl_slice *s, struct bl_view *bytes, struct bl_error *err);
int bl_slice_strip_check(struct bl_slice *s, struct bl_error *err);
void bl_slice_strip_release(struct bl_slice *s);

/* ---- Shared ---- */

static inline bool bl_slice_keeps(const struct bl_slice *s, enum bl_numbered set, uint32_t number)
{
    return number < s->sets[set].n && s->sets[set].is_kept[number];
}

/* Which numbering an operand is of; BL_N_NUMBERED: none that changes. */
enum bl_numbered bl_numbering_of(const struct bl_place *place);

/* Find the places of s->rec; 1, or a failure: BL_E_MISMATCH if its operands are not known. */
int bl_slice_places(struct bl_slice *s, const struct bl_around *around,
                    const struct bl_record *rec);

/* Whether REC, of a CONSTANTS block, is the address of a block in a function that is not defined
 * any more. */
bool bl_slice_is_lost_address(const struct bl_slice *s, const struct bl_record *rec);

/* Whether what is attached to global VALUE as KIND stays. */
bool bl_slice_keeps_attachment(const struct bl_slice *s, uint32_t value, uint32_t kind);

/* What the records of bodies are read by. */
static inline struct bl_body_source bl_slice_bodies(const struct bl_slice *s)
{
    return (struct bl_body_source){s->module, s->index, s->function, s->types, s->version};
}

/* ---- Global values (slice_globals.c) ---- */

/* s->rec, the record of global value VALUE, as it is to be, in s->ops: *CODE, *N operands. */
int bl_slice_global(struct bl_slice *s, uint32_t value, uint32_t *code, uint32_t *n);

/* A place in the record of VALUE that is kept. */
bool bl_slice_keeps_operand(const struct bl_slice *s, uint32_t value, const struct bl_place *place);

#endif
