/* numbers/kept_slots.h - numbers of a module that were found before, and are not found again
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What all numbers follow from: of each node of the module its own, how many each function adds to
 * those before it, and in which order attribute groups and structs without a name are numbered.
 * What a body has besides, its locations and its own nodes, is numbered from the body alone, from
 * its first number on; what among them has a number from before the body is kept.
 *
 * Where numbers come from an index file, they may be wrong: then what is printed is wrong, too, and
 * nothing else. Each function gives as many numbers as it is said to, and no more.
 */
#ifndef BL_NUMBERS_KEPT_SLOTS_H
#define BL_NUMBERS_KEPT_SLOTS_H

#include "numbers/slots.h"

/* A function that gives numbers, or has exceptions: */
struct bl_kept_function {
    uint32_t function; /* value */
    uint32_t first_slot, n_slots;
    uint32_t first_exception, n_exceptions;
};

/* what a body has and was numbered before it. */
struct bl_kept_exception {
    uint32_t slot; /* below the function's first one */
    uint32_t at;   /* location, of those that instructions have; or node, of the body's own */
    bool is_location;
};

struct bl_kept_slots {
    uint32_t *groups, *structs; /* by number: attribute groups; types */
    uint32_t n_groups, n_structs;
    uint32_t n_module_slots;            /* !N that are given before all functions */
    uint32_t n_slots;                   /* !N in all */
    struct bl_kept_function *functions; /* by value */
    uint32_t n_functions, cap_functions;
    struct bl_kept_exception *exceptions;
    uint32_t n_exceptions, cap_exceptions;
    /* !N of each node of the module, borrowed from the slots; BL_NONE: none */
    uint32_t *node_slots;
    uint32_t *shared; /* nodes that have a number with something that was met before them */
    uint32_t n_nodes, n_shared, cap_shared;
    bool is_damaged; /* something of the module: numbers may depend on how far it is read */
};

void bl_kept_slots_release(struct bl_kept_slots *kept);

/* What is left to be added to what SLOTS have kept, of which all functions have been numbered. What
 * is not needed for printing has not been made. BL_E_NOMEM. */
int bl_slots_end(struct bl_slots *slots, struct bl_error *err);

/* An empty set for SLOTS to restore from; only its array of node numbers exists. */
struct bl_kept_slots bl_slots_to_restore(struct bl_slots *slots);
/* Give SLOTS that, which is theirs from then on; unless it cannot be of the module, or is NULL:
 * then all is going to be numbered. */
void bl_slots_restore(struct bl_slots *slots, struct bl_kept_slots *kept);

/* ---- For slots.c and metadata_slots.c ---- */

/* Function VALUE has just been numbered; NODE of the module, with something else's number. */
void bl_keep_function(struct bl_slots *slots, uint32_t value);
void bl_keep_shared(struct bl_slots *slots, uint32_t node);

struct bl_restored_slots {
    struct bl_kept_slots kept;
    uint32_t *slot_nodes; /* the node that is !N, BL_NONE: none of the module; NULL: not made yet */
    uint32_t first_place, end_place; /* of the function that is numbered: !N that it gives */
};

void bl_restored_close(struct bl_restored_slots *restored);
/* As if SLOTS had just been opened: all is going to be numbered. */
void bl_forget_restored(struct bl_slots *slots);
/* Number what function VALUE has, once. */
void bl_restore_function(struct bl_slots *slots, uint32_t value);
/* Of function VALUE, with N locations, what was numbered before. */
void bl_restore_exceptions(struct bl_slots *slots, uint32_t value, uint32_t n_locations);
/* Whether !SLOT is something, and where it is. */
bool bl_restored_has(const struct bl_slots *slots, uint32_t slot);
struct bl_node_place bl_restored_place(struct bl_slots *slots, uint32_t slot);

#endif
