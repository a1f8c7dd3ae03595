/* print/slots.h - what is kept while the numbers of a module are found
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Three scans, of types, attribute groups and metadata, each over the module and then over its
 * functions in order. A number is final once its scan has reached the numbered thing, so
 * a scan stops at what was asked for.
 */
#ifndef BL_PRINT_SLOTS_H
#define BL_PRINT_SLOTS_H

#include "base/map.h"
#include "ir/constants.h"
#include "print/printer.h"

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
    struct bl_printer printer; /* has the module, and the body that is scanned */
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
void bl_slots_number(struct bl_slots *slots, struct bl_printer *p, uint32_t value);

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
