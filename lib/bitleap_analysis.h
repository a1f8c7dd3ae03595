/* bitleap_analysis.h - what takes more than one record to find: users of a value, lines that differ
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The conventions are those of bitleap_module.h.
 */
#ifndef BITLEAP_ANALYSIS_H
#define BITLEAP_ANALYSIS_H

#include "bitleap_function.h"

BL_BEGIN_DECLS

/* ---- Users of a value ----
 *
 * A constant uses what it is made of: an aggregate its elements, an expression its operands, and
 * what those use. A cast of a value counts as the value: with typed pointers calls go through
 * bitcasts. The address of a global variable does not use what the variable is initialized with.
 */

/* What a value has to do with the target. */
enum bl_user_kind {
    BL_USER_NONE = 0,
    BL_USER_HOLDS = 1, /* is made of it */
    BL_USER_IS = 2,    /* is it, or a cast of it */
};

/* The values of one module that are a certain global value, or are made of it. Opaque; one thread
 * at a time, as with its module. */
struct bl_value_users;

/* For global value TARGET of MODULE, which must stay until bl_value_users_close(). On failure
 * *USERS is NULL. Errors: BL_E_ARGUMENT (no such value), BL_E_NOMEM, those of
 * bl_module_constants() and bl_constant_read(). */
BL_API int bl_value_users_open(struct bl_value_users **users, struct bl_module *module,
                               uint32_t target, struct bl_error *err);
/* Close USERS. NULL is ignored. */
BL_API void bl_value_users_close(struct bl_value_users *users);

/* What VALUE of the module, or of the body that was added last, is: bl_user_kind. Of a number that
 * is no such value, BL_USER_NONE. */
BL_API unsigned bl_value_users_kind(const struct bl_value_users *users, uint64_t value);

/* FUNCTION has loaded a body: add the constants of that. 1: judging by the operands of its records
 * alone, the body may use the target; 0: it does not. Most bodies are decided without their types.
 * Errors: BL_E_NOMEM, those of bl_constant_read() and bl_module_cursor(). */
BL_API int bl_value_users_may_be_in(struct bl_value_users *users, struct bl_function *function,
                                    struct bl_error *err);

/* ---- Lines that differ ----
 *
 * Of two texts of LLVM assembly. Numbers of values and blocks (%7) follow from what is before them:
 * one instruction more changes all that come after it. Lines are matched without these numbers;
 * then a line counts as changed only where its numbers are not those that the matching gives to
 * each other.
 */

/* A line of a text. */
struct bl_line {
    struct bl_view text; /* without its end */
    uint64_t key;        /* of the text without numbers */
    uint32_t other;      /* the line of the other text that is the same; BL_NONE: it is changed */
};

/* All of them. Zeroes are none. */
struct bl_lines {
    struct bl_line *lines;
    uint32_t n;
    uint32_t cap; /* private */
};

/* Append the lines of TEXT, which is borrowed as long as they are used. Errors: BL_E_NOMEM. */
BL_API int bl_lines_split(struct bl_lines *lines, struct bl_view text);
/* Release what bl_lines_split() made. */
BL_API void bl_lines_release(struct bl_lines *lines);

/* Match the lines of BEFORE and AFTER. *N_COMPARED, 0 at first, sums up the work for several pairs
 * of texts, and bounds it: after some hundred million lines compared there is less for each. 1: by
 * as few changes as there are; 0: that would be too much work, and only lines at both ends are
 * matched; or BL_E_NOMEM. */
BL_API int bl_lines_match(struct bl_lines *before, struct bl_lines *after, uint64_t *n_compared);

BL_END_DECLS

#endif /* BITLEAP_ANALYSIS_H */
