/* analysis/value_users.h - which values of a module are a certain global value, or hold it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A constant holds what it is made of: an aggregate its elements, an expression its operands, and
 * what those hold. A cast of a value is that value still: with typed pointers calls go through
 * bitcasts. What a global variable is initialized with is not in the variable's address, so nothing
 * is held through one.
 */
#ifndef CMD_VALUE_USERS_H
#define CMD_VALUE_USERS_H

#include "bitleap.h"

enum user_kind {
    NO_USER,
    USES_VALUE, /* is made of it */
    IS_VALUE,   /* is it, or a cast of it */
};

/* Constant WHOLE has value PART. Private. */
struct user_edge {
    uint32_t part, whole;
    bool is_cast;
};

/* Private. */
struct value_users {
    struct bl_module *module;
    uint8_t *kinds;      /* of module-level values and, behind them, of those of the body at hand */
    uint32_t *n_before;  /* how many module-level values below one hold it; one more at the end */
    uint32_t first, end; /* all module-level values that hold it are within */
    uint32_t n_globals, n_module_values, n_values, cap_values;
    bool is_relative; /* operands in bodies count back */
    struct user_edge *edges;
    uint32_t n_edges, cap_edges;
    struct bl_record rec;
    struct bl_batch batch;
};

/* For global value TARGET of MODULE, which must stay. BLOCK is the module's in INDEX. On failure H
 * can be released. */
int value_users_init(struct value_users *u, struct bl_index *index, uint32_t block,
                     struct bl_module *module, uint32_t target, struct bl_error *err);
/* Zeroes are ignored. */
void value_users_release(struct value_users *u);

/* Of a value of the module, or of the body that was loaded last. */
static inline enum user_kind user_kind_of(const struct value_users *u, uint64_t value)
{
    return value < u->n_values ? u->kinds[value] : NO_USER;
}

/* FUNCTION was loaded: take in the constants of its body. 1: the body may have such a value
 * somewhere, seen by the operands of its records alone; 0: it has none; negative on failure. */
int value_users_may_be_in(struct value_users *u, struct bl_function *function,
                          struct bl_error *err);

#endif
