/* cmd/conditions.c - what --where asks of rows
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "conditions.h"

#include "base/array.h"
#include "base/name_sort.h"
#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading ---- */

/* What precedes the next comma of *TEXT, which then is after it; \, is a comma. Malloc'ed. */
static char *next_part(const char **text)
{
    struct text part = {0};
    const char *at = *text;
    for (; *at && *at != ','; at++) {
        at += at[0] == '\\' && at[1] == ',';
        text_put(&part, at, 1);
    }
    text_put(&part, "", 1);
    *text = *at ? at + 1 : at;
    return part.data;
}

static size_t read_operator(const char *text, enum condition_kind *kind)
{
    static const struct {
        const char *text;
        enum condition_kind kind;
    } operators[] = {
        {"!=", CONDITION_DIFFERS}, {"<=", CONDITION_UP_TO}, {">=", CONDITION_FROM},
        {"=", CONDITION_EQUAL},    {"<", CONDITION_BELOW},  {">", CONDITION_ABOVE},
    };
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        size_t n = strlen(operators[i].text);
        *kind = operators[i].kind;
        if (strncmp(text, operators[i].text, n) == 0)
            return n;
    }
    return 0;
}

static struct condition parse(const struct context *c, const char *text)
{
    struct condition condition = {.kind = CONDITION_IS_THERE};
    bool is_negated = *text == '!';
    const char *name = text + is_negated;
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    size_t n_operator = name[n] ? read_operator(name + n, &condition.kind) : 0;
    if (n == 0 || (name[n] && (n_operator == 0 || is_negated)))
        usage_error(c->command, "--where takes COLUMN=VALUE, COLUMN or !COLUMN, not '%s'", text);
    if (n_operator > 0)
        condition.value = string_of(view_of(name + n + n_operator));
    else if (is_negated)
        condition.kind = CONDITION_IS_NOT;
    condition.name = string_of((struct bl_view){(const uint8_t *)name, n});
    return condition;
}

void conditions_parse(struct conditions *conditions, const struct context *c, const char *text)
{
    while (*text) {
        char *part = next_part(&text);
        array_add(&conditions->items, &conditions->n, &conditions->cap, parse(c, part));
        free(part);
    }
}

static bool parse_integer(const char *text, int64_t *number)
{
    uint64_t n;
    bool is_negative = *text == '-';
    if (!parse_number(text + is_negative, INT64_MAX, &n))
        return false;
    *number = is_negative ? -(int64_t)n : (int64_t)n;
    return true;
}

/* A number, or a word for one. */
static bool parse_value(struct condition *condition)
{
    int word = find_word("false|true", condition->value);
    if (condition->type != BL_COLUMN_BOOL || word < 0)
        return parse_integer(condition->value, &condition->number);
    condition->number = word;
    return true;
}

void condition_settle(struct condition *condition, const struct context *c, uint8_t type)
{
    char message[256];
    condition->type = type;
    if (!condition->value)
        return;
    if (type == BL_COLUMN_NUMBERS)
        usage_error(c->command, "column '%s' has lists, which are not compared", condition->name);
    if (type != BL_COLUMN_TEXT) {
        if (!parse_value(condition))
            usage_error(c->command, "column '%s' has %s, and '%s' is none", condition->name,
                        type == BL_COLUMN_BOOL ? "true or false" : "numbers", condition->value);
    } else if (condition->kind <= CONDITION_DIFFERS &&
               !pattern_open(&condition->pattern, condition->value, PATTERN_EXACT, false, message,
                             sizeof message)) {
        usage_error(c->command, "'%s': %s", condition->value, message);
    }
}

void conditions_close(struct conditions *conditions)
{
    for (uint32_t i = 0; i < conditions->n; i++) {
        pattern_close(&conditions->items[i].pattern);
        free(conditions->items[i].name);
        free(conditions->items[i].value);
    }
    free(conditions->items);
    *conditions = (struct conditions){.items = NULL};
}

/* ---- Rows ---- */

/* How the cell, which has a value, compares with the condition's: below, equal, above. */
static int compare(struct condition *condition, const struct bl_cell *cell)
{
    if (condition->type != BL_COLUMN_TEXT)
        return (cell->integer > condition->number) - (cell->integer < condition->number);
    if (condition->kind <= CONDITION_DIFFERS)
        return pattern_matches(&condition->pattern, cell->text, NULL) > 0 ? 0 : 1;
    return bl_view_compare(cell->text, view_of(condition->value));
}

bool condition_holds(struct condition *condition, const struct bl_cell *cell)
{
    bool is_there = !cell->is_null && (cell->type != BL_COLUMN_BOOL || cell->integer);
    if (condition->kind >= CONDITION_IS_THERE)
        return is_there == (condition->kind == CONDITION_IS_THERE);
    if (cell->is_null)
        return false;
    int order = compare(condition, cell);
    switch (condition->kind) {
    case CONDITION_EQUAL: return order == 0;
    case CONDITION_DIFFERS: return order != 0;
    case CONDITION_BELOW: return order < 0;
    case CONDITION_UP_TO: return order <= 0;
    case CONDITION_ABOVE: return order > 0;
    default: return order >= 0;
    }
}
