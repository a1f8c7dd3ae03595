/* print/closure.h - what a text refers to, so that it can stand alone
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * While bl_printer.closure is set, printers note each global value, struct, group of attributes,
 * COMDAT and node whose name or number they print. Each is noted once, in a list that grows while
 * its members are printed.
 */
#ifndef BL_PRINT_CLOSURE_H
#define BL_PRINT_CLOSURE_H

#include "print/closure.h"
#include "print/printer.h"

enum bl_closure_kind {
    BL_CLOSURE_DEFINITIONS, /* by value: what was asked for, and what must not be a declaration */
    BL_CLOSURE_GLOBALS,     /* by value: a declaration is enough */
    BL_CLOSURE_TYPES,       /* structs with a name or a number; others only as noted */
    BL_CLOSURE_ATTRIBUTES,  /* by slot */
    BL_CLOSURE_COMDATS,     /* by number */
    BL_CLOSURE_METADATA,    /* by slot */
    BL_N_CLOSURES
};

struct bl_closure_list {
    bool *is_noted; /* by number, the first n_noted */
    uint32_t n_noted;
    uint32_t n_numbers; /* those from here on are not noted */
    uint32_t *items;
    uint32_t n, cap;
};

struct bl_closure {
    struct bl_closure_list lists[BL_N_CLOSURES];
    bool takes_definitions; /* what is printed is a target of an alias or ifunc */
    bool has_lacked;
};

void bl_closure_note(struct bl_closure *closure, enum bl_closure_kind kind, uint32_t number);

static inline bool bl_closure_has(const struct bl_closure_list *list, uint32_t number)
{
    return number < list->n_noted && list->is_noted[number];
}

void bl_closure_note_global(struct bl_closure *closure, uint32_t value);
/* TYPE, and the types that it is made of. */
void bl_closure_note_type(struct bl_printer *p, uint32_t type);
/* Types that attributes of GROUP name. */
void bl_closure_note_group(struct bl_printer *p, const struct bl_attribute_group *group);

#endif
