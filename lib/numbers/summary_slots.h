/* numbers/summary_slots.h - the numbers of a summary, ^N
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_NUMBERS_SUMMARY_SLOTS_H
#define BL_NUMBERS_SUMMARY_SLOTS_H

#include "ir/module_tables.h"

/* What has a line of its own: a value, a type identifier. What its line says is found as the file
 * has it, and kept in parts (print/summary_text.c). */
struct bl_summary_item {
    uint64_t guid; /* of what IS_LOST any other one */
    bool is_lost;  /* its name cannot be read */
    struct bl_view name;
    uint32_t slot;                  /* until there are numbers, when it was met */
    uint32_t first_part, last_part; /* BL_NONE: none */
};

struct bl_summary_items {
    struct bl_summary_item *items;
    uint32_t n, cap;
};

struct bl_summary_path {
    struct bl_view path;
    uint64_t id;          /* the module's own is 0 */
    const uint32_t *hash; /* NULL: none */
    uint32_t module;      /* in bl_module_paths(); BL_NONE: the module itself */
    bool hash_is_lost;    /* where it would be is damaged */
};

struct bl_summary_slots {
    unsigned llvm; /* whose spelling; of an index, which does not say, what its records suggest */
    struct bl_summary_items values;   /* by GUID */
    struct bl_summary_items vtables;  /* type identifiers with compatible vtables, by name */
    struct bl_summary_items type_ids; /* by GUID */
    uint32_t *item_of_value; /* in values, as the block numbers them; BL_NONE: it has no GUID */
    uint32_t n_values;       /* of which higher ones than usual are not here */
    struct bl_summary_path *paths; /* in order: ^0 and so on */
    uint32_t n_paths, cap_paths;
    uint32_t *slot_of_module; /* of bl_module_paths() */
    uint32_t n_modules;
    uint32_t own_slot; /* of the module itself; BL_NONE: it is an index */
    uint32_t n_slots;
};

/* Find the numbers that LLVM gives, for which all records are read. PATH is what the module is
 * called. BL_OK or BL_E_NOMEM: damage ends what is found. */
int bl_summary_slots_make(struct bl_summary_slots *slots, struct bl_module_tables *t, unsigned llvm,
                          struct bl_view path);
void bl_summary_slots_release(struct bl_summary_slots *slots);

/* The first of ITEMS, which are by GUID, with this one or a greater one. */
uint32_t bl_summary_lower_bound(const struct bl_summary_items *list, uint64_t guid);
/* That of NAME; NULL: there is none. */
struct bl_summary_item *bl_summary_type_id(const struct bl_summary_slots *slots,
                                           struct bl_view name);
struct bl_summary_item *bl_summary_vtable(const struct bl_summary_slots *slots,
                                          struct bl_view name);

#endif
