/* ir/globals.h - what is kept of a module's global values
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_GLOBALS_H
#define BL_IR_GLOBALS_H

#include "base/map.h"
#include "ir/module.h"

/* The FNENTRY records in the VALUE_SYMTAB of a module. */
struct bl_body_entries {
    uint64_t *positions; /* by value; 0: there is none */
    uint64_t end;        /* after the last one of them */
    bool are_all;        /* nothing else is there, except abbreviations before them; they ascend */
    uint32_t n_before;   /* values before those that the next one may be of */
};

/* The part BL_PART_GLOBALS. */
struct bl_globals {
    struct bl_record rec;
    /* Before version 2: the VALUE_SYMTAB's names, by value. */
    bool names_are_read;
    struct bl_error names_failure;
    struct bl_view *names;
    uint64_t n_name_bytes;
    uint32_t *body_numbers; /* bodies of the values before this one, by value */
    bool are_counted, all_are_read;
    bool names_are_checked; /* unread_name is known */
    uint32_t n_sound;       /* of those before one that cannot be decoded, or is over the limit */
    uint32_t n_all;
    struct bl_global *all;
    struct bl_error all_failure;
    /* By value, where not all are: those that printers have asked for, and those whose records take
     * long to read; NULL: others. */
    struct bl_global **known;
    struct bl_arena known_arena;
    struct bl_error unread_name;
    bool comdats_are_read;
    struct bl_error comdats_failure;
    struct bl_comdat *comdats;
    uint32_t n_comdats, cap_comdats;
    uint64_t n_comdat_bytes; /* of their names */
    /* Bodies by value: as the VALUE_SYMTAB has them, 0: it does not say; and by order of
     * definition, numbers of blocks. */
    uint64_t *bodies;
    uint32_t *body_blocks;
    struct bl_body_entries entries;
    struct bl_error body_blocks_failure; /* after which there are no others */
    bool owners_are_noted;
    struct bl_map owner_of; /* the value, by the position of its body in `bodies` */
    uint32_t *numbers;      /* of those without a name, by value */
};

/* The number that LLVM gives global value VALUE, which has no name: "@3". BL_NONE: it has one, or
 * names cannot be read. Looks at all names the first time. BL_E_NOMEM is noted. */
uint32_t bl_module_unnamed_number(struct bl_module *module, uint32_t value);

/* What bl_module_body_pos() returns, of all values at once; 0: nothing. NULL: there is no list.
 * Borrowed from the module, whose head has been read. BL_E_NOMEM. */
int bl_module_body_table(struct bl_module *module, const uint64_t **positions);

/* The records that say so. NULL: there is no such list, or it is not all of the VALUE_SYMTAB. Of a
 * module whose bl_module_body_table() has been asked for. */
const struct bl_body_entries *bl_module_body_entries(struct bl_module *module);

/* By value, the number of its FUNCTION block, as their order has it; BL_NONE: it has none.
 * Borrowed from the module, whose head has been read. BL_E_NOMEM. */
int bl_module_body_blocks(struct bl_module *module, const uint32_t **blocks, struct bl_error *err);

/* ---- How much names may take ---- */

enum {
    /* As many may have all of what they share: the file's size counts so often. */
    BL_N_SHARING = BL_MAX_NAME_BYTES_PER_BYTE
};

/* The modules that share a module's STRTAB, and the SYMTAB before it. */
struct bl_module_group {
    uint32_t n_modules;
    uint32_t number; /* of the module among them */
    uint32_t symtab; /* block, or BL_NONE */
};

struct bl_module_group bl_module_group(const struct bl_module *module);

/* Bytes that the names of MODULE's symbols may have: BL_MAX_NAME_BYTES_PER_BYTE. Notes that there
 * is no memory. */
uint64_t bl_module_name_bytes(struct bl_module *module);

/* Take those of NAME off *BYTES_LEFT. BL_E_LIMIT: there are not so many left. */
int bl_module_spend_name(const struct bl_module *module, struct bl_view name, uint64_t *bytes_left,
                         struct bl_error *err);

#endif
