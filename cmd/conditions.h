/* cmd/conditions.h - what --where asks of rows
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Conditions are separated by commas, and all of them must hold:
 *   name=GLOB  name!=/REGEX/   a text, as a pattern (analysis/pattern.h); with < <= > >= by bytes
 *   bytes>=100                 a number: = != < <= > >=
 *   section  !section          there is a value, and it is not false; there is none, or false
 * Nothing is equal to what has no value, and nothing differs from it. \, is a comma.
 */
#ifndef CMD_CONDITIONS_H
#define CMD_CONDITIONS_H

#include "analysis/pattern.h"
#include "base/context.h"

enum condition_kind {
    CONDITION_EQUAL,
    CONDITION_DIFFERS,
    CONDITION_BELOW,
    CONDITION_UP_TO,
    CONDITION_ABOVE,
    CONDITION_FROM,
    CONDITION_IS_THERE,
    CONDITION_IS_NOT
};

struct condition {
    enum condition_kind kind;
    char *name;      /* of the column */
    char *value;     /* what it is compared with, as given; NULL: nothing */
    uint32_t column; /* for the caller */
    uint8_t type;    /* bl_column_type of the column */
    int64_t number;
    struct pattern pattern; /* of a text, if it is to be equal or to differ */
};

struct conditions {
    struct condition *items;
    uint32_t n, cap;
};

/* Add those in TEXT, whose columns and types are not known yet. What is no condition is wrong
 * usage. */
void conditions_parse(struct conditions *conditions, const struct context *c, const char *text);
/* CONDITION is one of a column of TYPE: a value that is none of its kind is wrong usage. */
void condition_settle(struct condition *condition, const struct context *c, uint8_t type);
bool condition_holds(struct condition *condition, const struct bl_cell *cell);
void conditions_close(struct conditions *conditions);

#endif
