/* analysis/value_users.h - which values of a module are a certain global value, or use it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A constant uses what it is made of: an aggregate its elements, an expression its operands, and
 * what those use. A cast of a value counts as the value: with typed pointers calls go through
 * bitcasts. The address of a global variable does not use what the variable is initialized with.
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
    uint8_t *kinds;     /* of module-level values, then of those of the current body */
    uint32_t *n_before; /* how many module-level values before one are users; one more at the end */
    uint32_t first, end; /* all module-level users are in this range */
    uint32_t n_globals, n_module_values, n_values, cap_values;
    bool is_relative; /* operands in bodies count back */
    struct user_edge *edges;
    uint32_t n_edges, cap_edges;
    struct bl_record rec;
    struct bl_batch batch;
};

/* For global value TARGET of MODULE, which must stay open. BLOCK is the module's in INDEX. On
 * failure U can be released. */
int value_users_init(struct value_users *u, struct bl_index *index, uint32_t block,
                     struct bl_module *module, uint32_t target, struct bl_error *err);
/* Zeroes are ignored. */
void value_users_release(struct value_users *u);

/* VALUE is one of the module, or of the body that was loaded last. */
static inline enum user_kind user_kind_of(const struct value_users *u, uint64_t value)
{
    return value < u->n_values ? u->kinds[value] : NO_USER;
}

/* FUNCTION was loaded: add the constants of its body. 1: judging by the operands of its records
 * alone, the body may use such a value; 0: it does not; negative on failure. */
int value_users_may_be_in(struct value_users *u, struct bl_function *function,
                          struct bl_error *err);

#endif
