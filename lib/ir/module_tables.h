/* ir/module_tables.h - what all of a module refers to: types, globals, constants, attributes, …
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_MODULE_TABLES_H
#define BL_IR_MODULE_TABLES_H

#include "ir/module.h"

/* Without what is damaged. */
struct bl_module_tables {
    struct bl_module *module;
    unsigned writer; /* the LLVM that wrote it; 0: it does not say */
    struct bl_module_info info;
    const struct bl_types *types;
    uint32_t n_globals; /* constants have the numbers after them */
    uint32_t n_listed;  /* of them, up to one that is damaged: bl_module_globals() */
    const struct bl_constant *constants;
    uint32_t n_constants;
    const struct bl_attributes *attributes; /* bl_module_upgraded_attributes() */
    uint32_t n_lists;                       /* of them that are the file's */
    bool has_upgraded_calls;                /* there are others */
    const struct bl_comdat *comdats;
    uint32_t n_comdats;
    struct bl_metadata *metadata; /* NULL: there is none */
    uint32_t n_metadata;
    bool lacks_metadata;     /* some of it is damaged */
    struct bl_error failure; /* the first; status 0: none */
};

/* Read those of M, which must stay. BL_OK, also after damage; BL_E_NOMEM. */
int bl_module_tables_read(struct bl_module_tables *t, struct bl_module *m, struct bl_error *err);

/* What numbers in the tables of a module may be: two on the same block have the same shape, unless
 * the file has changed in between. Then numbers from one must not be looked up in the other. */
struct bl_module_shape {
    uint32_t n_types, n_globals, n_constants, n_comdats, n_metadata;
    uint32_t n_groups, n_lists; /* of attributes */
    uint64_t kinds;             /* a hash: of types, with how many parts they have, and globals */
};
struct bl_module_shape bl_module_shape_of(const struct bl_module_tables *t);
bool bl_module_shapes_equal(const struct bl_module_shape *a, const struct bl_module_shape *b);

/* The kind of global VALUE, less than n_globals, for which it need not be decoded. */
static inline unsigned bl_kind_of(const struct bl_module_tables *t, uint64_t value)
{
    return t->module->header.places[value].kind;
}

uint32_t bl_upgraded_call_attributes(const struct bl_module_tables *t, uint32_t function,
                                     const struct bl_instruction *inst);

/* The list of INST, which is in FUNCTION, among the attributes, as LLVM's reader leaves it. */
static inline uint32_t bl_call_attributes(const struct bl_module_tables *t, uint32_t function,
                                          const struct bl_instruction *inst)
{
    return BL_LIKELY(!t->has_upgraded_calls) ? inst->attributes
                                             : bl_upgraded_call_attributes(t, function, inst);
}

#endif
