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
#include "rewrite/slice_entries.h"
#include "rewrite/string_table.h"

#include <string.h>

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

enum {
    BL_SLICE_CODES = 16,
    BL_SLICE_OPERANDS = 20,
};

struct bl_numbering {
    bool *is_kept;
    uint32_t *renewed; /* of what is kept */
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
    uint32_t n_new_strings; /* of those that are kept */
    const struct bl_types *types;
    const struct bl_attributes *attributes;
    const struct bl_constant *constants;
    struct bl_metadata *metadata; /* NULL: there is none */
    struct bl_function *function;
    bool has_addresses; /* of basic blocks, in constants of the module */
    bool keeps_lists;   /* of compile units: types are found in them by name */
    bool *is_added;     /* by global value */
    uint8_t *fates;     /* bl_fate */
    /* Of all global values, once for all slices: what may be declared has BL_FATE_NEEDED. */
    uint8_t *first_fates;
    uint32_t *comdats;
    bool has_unnamed; /* a local one has no name */
    struct bl_numbering sets[BL_N_NUMBERED];
    /* Operands of records of global values, by the last bits of their codes and by what they are:
     * plus 1, BL_NONE: there is none; 0: not looked for. */
    uint32_t operands[BL_SLICE_CODES][BL_SLICE_OPERANDS];
    bool *is_group_kept; /* of attributes */
    bool *is_cut;        /* by COMDAT: it is left out */
    /* By metadata: a list of a compile unit, which leads to nothing; a value that is kept only if
     * something else keeps what it is. */
    uint8_t *nodes;
    bool *was_defined; /* with BL_SLICE_PARTS: types, by metadata, in parts before */
    bool is_later;     /* than the first part */
    struct bl_reached *stack;
    uint32_t n_stack, cap_stack;
    struct bl_weak_value *weak; /* such values */
    uint32_t n_weak, cap_weak;
    struct bl_record rec;
    struct bl_places places;
    uint64_t *ops;
    size_t cap_ops;
    struct bl_slice_report report;
    struct bl_slice_entries entries; /* of the module */
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
    BL_NODE_STRONG = 1 << 2, /* an instruction leads to it, or what is attached to a global value */
    BL_NODE_ATTACHED = 1 << 3, /* to a global value */
    BL_NODE_TYPE = 1 << 4,     /* one that other parts may declare */
    BL_NODE_DECLARED = 1 << 5, /* such a type, which a part before has */
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

/* The first of N BYTES from *I on that is BYTE; *I is where. Slices keep few of many. */
static inline bool bl_next_byte(const void *bytes, int byte, uint32_t n, uint32_t *i)
{
    const uint8_t *first = bytes;
    const uint8_t *found = *i < n ? memchr(first + *i, byte, n - *i) : NULL;
    *i = found ? (uint32_t)(found - first) : n;
    return found;
}

/* The first that is kept from *I on. */
static inline bool bl_slice_next(const struct bl_numbering *numbering, uint32_t *i)
{
    return bl_next_byte(numbering->is_kept, true, numbering->n, i);
}

enum {
    BL_TYPE_FLAGS_AT = 10, /* operand of COMPOSITE_TYPE */
    BL_TYPE_DECLARED = 1 << 2,
};

/* Whether operand OP of a COMPOSITE_TYPE is 0 in a declaration. */
static inline bool bl_slice_is_of_definition(uint32_t op)
{
    enum {
        BASE_TYPE = 6,
        ELEMENTS = 11,
        VTABLE_HOLDER = 13,
        TEMPLATE_PARAMS = 14,
        AFTER_IDENTIFIER = 16
    };
    return op == BASE_TYPE || op == ELEMENTS || op == VTABLE_HOLDER || op == TEMPLATE_PARAMS ||
           op >= AFTER_IDENTIFIER;
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
