/* numbers/slots.h - what is kept while the numbers of a module are found
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Three scans, of types, attribute groups and metadata, each over the module and then over its
 * functions in order. A number is final once its scan has reached the numbered thing, so
 * a scan stops at what was asked for.
 */
#ifndef BL_NUMBERS_SLOTS_H
#define BL_NUMBERS_SLOTS_H

#include "base/chunks.h"
#include "base/map.h"
#include "bitleap_numbers.h"
#include "ir/constants.h"
#include "numbers/loaded_body.h"

/* While they are being made, BL_NONE may mean that something has not been met yet: bl_type_slot(),
 * bl_list_slot(), bl_node_slot() and bl_location_slot() look for it.
 */

/* What a body numbers, and what is numbered for it. */
struct bl_function_slots {
    uint32_t first_slot, n_slots; /* !N that are met here first */
    uint32_t n_local, n_locations;
    uint32_t *local;       /* !N of each of the body's own nodes */
    uint32_t *location_of; /* of each instruction that has a location; debug records do not count */
    bool is_restored; /* (kept_slots.h) it has been numbered, and what is met here first is at */
    struct bl_node_place *places; /* NULL: nothing */
};

/* Where !N is: a node of the module, of a body, or a location. */
struct bl_node_place {
    uint32_t function;        /* BL_NONE: of the module */
    uint32_t node : 31;       /* number of the metadata as that counts; or of a location, */
    uint32_t is_location : 1; /* if it is one of those */
};

/* A location without a record of its own. */
struct bl_kept_location {
    uint32_t line, scope, inlined_at;
    uint16_t column;
    bool is_long; /* all of it is in bl_slots.long_locations, at `line` */
};

struct bl_slots {
    struct bl_module_shape shape; /* of the module whose numbers these are */
    /* Types: identified structs in the order in which LLVM prints them; the number of one without a
     * name, by type (BL_NONE: it has one, or is no such struct). */
    uint32_t *structs;
    uint32_t n_structs, cap_structs;
    uint32_t *type_slots;
    uint32_t n_types;
    /* Attribute groups: #N of attribute list I and of group I, BL_NONE: it has none; the group that
     * is #N. */
    uint32_t *list_slots, *group_slots, *slot_groups;
    uint32_t n_lists, n_attribute_slots;
    /* Metadata: !N of the module's node I, BL_NONE: it has none. */
    uint32_t *node_slots;
    uint32_t n_nodes;
    struct bl_function_slots *functions; /* by value */
    uint32_t n_values;
    struct bl_arena arena;              /* what is in there */
    struct bl_chunks places, locations; /* bl_node_place of !N: bl_place_of(); bl_kept_location */
    uint32_t n_places, n_locations;
    struct bl_debug_location *long_locations; /* those with what few have */
    uint32_t n_long_locations, cap_long_locations;
    struct bl_metadata_attachment *attachments; /* by value */
    uint32_t n_attachments;
    struct bl_error damage;         /* of the first body or node that could not be read; status 0 */
    bool has_lacked;                /* there was no memory for all of it */
    struct bl_slots_making *making; /* (slots.h); NULL: they are complete */
};

/* Place I of those that are kept. */
static inline struct bl_node_place *bl_kept_place(const struct bl_slots *slots, uint32_t i)
{
    return bl_chunks_at(&slots->places, sizeof(struct bl_node_place), i);
}

enum bl_scan {
    BL_SCAN_TYPES,
    BL_SCAN_ATTRIBUTES,
    BL_SCAN_METADATA,
    BL_N_SCANS
};

/* A node, or, where that is BL_NONE, the next location. */
struct bl_metadata_use {
    uint32_t instruction, node;
};

struct bl_used_location {
    struct bl_debug_location location;
    uint64_t key; /* in the map of its like */
};

/* Where a scan is. */
struct bl_scan_place {
    bool has_begun; /* what is before the functions is done */
    bool is_over;
    uint32_t next; /* global value; all functions before it are done */
};

struct bl_slots_making {
    struct bl_module_tables tables;
    struct bl_loaded_body loaded; /* the body that is scanned */
    struct bl_scan_place scans[BL_N_SCANS];
    bool is_shared; /* between bl_slots_share() and bl_slots_complete() */
    /* Of type_slots.c: what has been met, by number. */
    bool *types_met, *constants_met, *body_constants_met, *nodes_met, *local_nodes_met;
    uint32_t n_body_constants_met, cap_body_constants_met, n_nodes_met;
    uint32_t n_local_nodes_met, cap_local_nodes_met;
    uint32_t *stack;       /* types whose parts are to be looked at */
    uint32_t n_unnamed;    /* structs met so far */
    uint32_t n_identified; /* structs in the table */
    /* Of new_structs.c: what may lead to structs that have not been met. */
    bool *hot, *hot_lists; /* types; lists of attributes */
    bool has_hot_constants;
    uint32_t n_structs_then; /* that had been met when these were found */
    uint64_t hot_work;       /* to find them; 0: they have not been */
    struct bl_constant_list body_constants;
    struct bl_batch batch;
    /* Of metadata_slots.c. */
    uint32_t body;      /* the one that somebody else reads */
    uint32_t n_strings; /* the first of the module's metadata: they have no numbers */
    uint32_t *pending;  /* nodes to be numbered, the next one last */
    uint32_t n_pending, cap_pending;
    struct bl_metadata_use *uses; /* of the body's instructions, in order */
    uint32_t n_uses, cap_uses;
    struct bl_used_location *used_locations;
    uint32_t n_used_locations, cap_used_locations;
    struct bl_record rec;
    /* By what the location says: of nodes of the module alone, and of those of the body at hand. */
    struct bl_map location_slots, local_location_slots;
    uint64_t factor; /* of keys there; odd, and a secret */
    /* (kept_slots.h) */
    struct bl_restored_slots *restored; /* NULL: nothing was known beforehand */
    struct bl_kept_slots *kept;         /* to which what is numbered is added; NULL: it is not */
};

/* BL_OK: the numbers are those of the module with the tables T, or of one with the same shape.
 * BL_E_MISMATCH: it is another one, and nothing of SLOTS may be asked for it. */
int bl_slots_check(const struct bl_slots *slots, const struct bl_module_tables *t,
                   struct bl_error *err);
/* SCAN goes on by a function or so. False: it is over, or shared, or there is no memory; or all
 * numbers have been restored. */
bool bl_slots_advance(struct bl_slots *slots, enum bl_scan scan);
/* Whether !SLOT is something, for which scans go on. */
bool bl_slots_reach(struct bl_slots *slots, uint32_t slot);
/* Where !SLOT, which is something, is. */
struct bl_node_place bl_place_of(struct bl_slots *slots, uint32_t slot);

/* Printers of several threads number functions as they print them: what is before all functions is
 * done here, each is passed to bl_slots_number() in order, one at a time, and bl_slots_complete()
 * comes last. What a function refers to has its number then, and stays where it is while others are
 * numbered. BL_E_NOMEM. */
int bl_slots_share(struct bl_slots *slots, struct bl_error *err);
/* Function VALUE, whose code P has loaded, unless it is damaged, or a declaration; after damage P
 * has loaded none. */
void bl_slots_number(struct bl_slots *slots, struct bl_loaded_body *b, uint32_t value);

/* Only metadata, and only that of function VALUE. */
void bl_slots_number_metadata(struct bl_slots *slots, uint32_t value);

/* The same where somebody else reads the bodies, for KEPT alone, which must stay: structs without a
 * name are found, and what is before all functions is done; */
void bl_slots_begin(struct bl_slots *slots, struct bl_kept_slots *kept);
/* the instructions of the body of VALUE, in order; */
void bl_slots_begin_body(struct bl_slots *slots, uint32_t value);
void bl_slots_add(struct bl_slots *slots, uint32_t number, const struct bl_instruction *inst);
/* and how many there are. FUNCTION has gone over all of them, which are those of VALUE; */
void bl_slots_end_body(struct bl_slots *slots, struct bl_function *function, uint32_t n,
                       uint32_t value);
/* or any other VALUE, also a function of which not all could be read. */
void bl_slots_number_alone(struct bl_slots *slots, uint32_t value);

#endif
