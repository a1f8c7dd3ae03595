/* analysis/value_users.c - which values of a module are a certain global value, or hold it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Bodies name a value by its distance back from the next one to be numbered. Which number that is
 * depends on all calls before, whose results have one unless they are void: only types show that.
 * Without types it lies between two bounds, so each operand may mean a range of values. A body that
 * does not use the wanted values hardly ever has one of them in these ranges; so most bodies are
 * decided by the numbers in their records alone.
 */
#include "base/bound.h"
#include "base/grow.h"
#include "base/status.h"
#include "bitleap_analysis.h"

#include <stdlib.h>
#include <string.h>

/* Constant WHOLE has value PART. */
struct user_edge {
    uint32_t part, whole;
    bool is_cast;
};

struct bl_value_users {
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

/* ---- Constants ---- */

/* The edges of one constant, which is value WHOLE. Parts that are no values are skipped. */
static int add_edges(struct bl_value_users *u, const struct bl_constant *constant, uint32_t whole,
                     struct bl_error *err)
{
    uint64_t part;
    int status = bl_constant_read(u->module, constant, &u->rec, err);
    bool is_cast = status == BL_OK && bl_constant_is_cast(&u->rec);
    for (uint32_t i = 0; status == BL_OK && bl_constant_part(&u->rec, i, &part); i++) {
        if (part < u->n_values && bl_append(&u->edges, &u->n_edges, &u->cap_edges,
                                            (struct user_edge){(uint32_t)part, whole, is_cast}) < 0)
            status = bl_fail(err, BL_E_NOMEM, NULL);
    }
    return status;
}

static int by_part(const void *a, const void *b)
{
    const struct user_edge *x = a;
    const struct user_edge *y = b;
    return bl_order(x->part, y->part);
}

/* What is known of a value spreads to the constants that have it as a part, and on from them. LEFT
 * has room: a value is in it once at the beginning, and then each time its kind rises, which is
 * twice at most. */
static void spread_from(struct bl_value_users *u, uint32_t *left, uint32_t n)
{
    while (n > 0) {
        uint32_t part = left[--n];
        uint8_t held = u->kinds[part];
        uint32_t first = 0;
        uint32_t end = u->n_edges;
        BL_LOWER_BOUND(first, end, k, part > u->edges[k].part);
        for (uint32_t i = first; i < u->n_edges && u->edges[i].part == part; i++) {
            const struct user_edge *e = &u->edges[i];
            uint8_t kind = e->is_cast ? held : BL_USER_HOLDS;
            if (u->kinds[e->whole] >= kind)
                continue;
            u->kinds[e->whole] = kind;
            left[n++] = e->whole;
        }
    }
}

/* Find users of the value among CONSTANTS, which are values from FIRST on. */
static int mark(struct bl_value_users *u, const struct bl_constant *constants, uint32_t n,
                uint32_t first, struct bl_error *err)
{
    int status = BL_OK;
    u->n_edges = 0;
    for (uint32_t i = 0; i < n && status == BL_OK; i++)
        if (bl_constant_has_parts(constants[i].code))
            status = add_edges(u, &constants[i], first + i, err);
    if (status < 0 || u->n_edges == 0)
        return status;
    bl_sort(u->edges, u->n_edges, sizeof *u->edges, by_part);
    uint32_t n_left = 0;
    uint32_t *left = calloc(3 * (size_t)u->n_edges, sizeof *left);
    if (!left)
        return bl_fail(err, BL_E_NOMEM, NULL);
    for (uint32_t i = 0; i < u->n_edges; i++)
        if (u->kinds[u->edges[i].part] && (i == 0 || u->edges[i - 1].part != u->edges[i].part))
            left[n_left++] = u->edges[i].part;
    spread_from(u, left, n_left);
    free(left);
    return BL_OK;
}

/* ---- Of the module ---- */

static void count_users(struct bl_value_users *u)
{
    u->first = u->n_values;
    for (uint32_t i = 0; i < u->n_values; i++) {
        u->n_before[i + 1] = u->n_before[i] + (u->kinds[i] != BL_USER_NONE);
        if (u->kinds[i] == BL_USER_NONE)
            continue;
        u->end = i + 1;
        if (u->first == u->n_values)
            u->first = i;
    }
}

static int mark_module(struct bl_value_users *u, uint32_t target, struct bl_error *err)
{
    const struct bl_constant *constants;
    uint32_t n;
    int status = bl_module_constants(u->module, &constants, &n, err);
    if (status == BL_OK)
        status = bl_module_count(u->module, &u->n_globals, err);
    if (status < 0)
        return status;
    u->n_module_values = u->n_values = u->cap_values = u->n_globals + n;
    if (target >= u->n_globals)
        return bl_fail(err, BL_E_ARGUMENT, "no such global value");
    u->kinds = calloc(u->n_values, sizeof *u->kinds);
    u->n_before = calloc((size_t)u->n_values + 1, sizeof *u->n_before);
    if (!u->kinds || !u->n_before)
        return bl_fail(err, BL_E_NOMEM, NULL);
    u->kinds[target] = BL_USER_IS;
    status = mark(u, constants, n, u->n_globals, err);
    count_users(u);
    return status;
}

/* The VERSION record comes first in a module; without it numbers are absolute. */
static int read_version(struct bl_value_users *u, struct bl_error *err)
{
    struct bl_cursor cursor;
    int status =
        bl_index_cursor(bl_module_index(u->module), bl_module_block(u->module), &cursor, NULL);
    if (status == BL_OK)
        status = bl_cursor_read_next(&cursor, &u->rec);
    u->is_relative = status > 0 && u->rec.code == BL_CODE_MODULE_VERSION && u->rec.n_ops > 0 &&
                     u->rec.ops[0] >= 1;
    bl_cursor_release(&cursor);
    return status == BL_E_NOMEM ? bl_fail(err, status, NULL) : BL_OK;
}

int bl_value_users_open(struct bl_value_users **users, struct bl_module *module, uint32_t target,
                        struct bl_error *err)
{
    struct bl_value_users *u = *users = bl_new(sizeof *u);
    if (!u)
        return bl_fail(err, BL_E_NOMEM, NULL);
    u->module = module;
    int status = read_version(u, err);
    if (status == BL_OK)
        status = mark_module(u, target, err);
    if (status < 0) {
        bl_value_users_close(u);
        *users = NULL;
    }
    return status;
}

void bl_value_users_close(struct bl_value_users *users)
{
    if (!users)
        return;
    bl_drop(users->kinds);
    free(users->n_before);
    bl_drop(users->edges);
    bl_record_release(&users->rec);
    bl_batch_release(&users->batch);
    bl_drop(users);
}

unsigned bl_value_users_kind(const struct bl_value_users *users, uint64_t value)
{
    return value < users->n_values ? users->kinds[value] : BL_USER_NONE;
}

/* ---- Of a body ---- */

static int mark_body(struct bl_value_users *u, const struct bl_body *body, struct bl_error *err)
{
    uint32_t n = body->first_instruction;
    if (bl_grow(&u->kinds, &u->cap_values, n) < 0)
        return bl_fail(err, BL_E_NOMEM, NULL);
    u->n_values = n;
    memset(u->kinds + u->n_module_values, BL_USER_NONE, n - u->n_module_values);
    return mark(u, body->constants, body->n_constants, body->first_constant, err);
}

/* What a record of a body has to do with values, by its code. */
enum role {
    MAY_NUMBER, /* has operands; whether it makes a value is not known without types */
    ASIDE,      /* neither has operands nor makes a value */
    NUMBERS_NONE,
    NUMBERS_ONE,
};

static const uint8_t roles[] = {
    [BL_CODE_FUNCTION_DECLAREBLOCKS] = ASIDE,
    [BL_CODE_FUNCTION_INST_BINOP] = NUMBERS_ONE,
    [BL_CODE_FUNCTION_INST_CAST] = NUMBERS_ONE,
    [BL_CODE_FUNCTION_INST_RET] = NUMBERS_NONE,
    [BL_CODE_FUNCTION_INST_BR] = NUMBERS_NONE,
    [BL_CODE_FUNCTION_INST_SWITCH] = NUMBERS_NONE,
    [BL_CODE_FUNCTION_INST_UNREACHABLE] = NUMBERS_NONE,
    [BL_CODE_FUNCTION_INST_PHI] = NUMBERS_ONE,
    [BL_CODE_FUNCTION_INST_ALLOCA] = NUMBERS_ONE,
    [BL_CODE_FUNCTION_INST_LOAD] = NUMBERS_ONE,
    [BL_CODE_FUNCTION_INST_EXTRACTVAL] = NUMBERS_ONE,
    [BL_CODE_FUNCTION_INST_CMP2] = NUMBERS_ONE,
    [BL_CODE_FUNCTION_INST_VSELECT] = NUMBERS_ONE,
    [BL_CODE_FUNCTION_DEBUG_LOC_AGAIN] = ASIDE,
    [BL_CODE_FUNCTION_DEBUG_LOC] = ASIDE,
    [BL_CODE_FUNCTION_INST_FENCE] = NUMBERS_NONE,
    [BL_CODE_FUNCTION_INST_GEP] = NUMBERS_ONE,
    [BL_CODE_FUNCTION_INST_STORE] = NUMBERS_NONE,
    [BL_CODE_FUNCTION_OPERAND_BUNDLE] = NUMBERS_NONE,
    [BL_CODE_FUNCTION_BLOCKADDR_USERS] = ASIDE,
    [BL_CODE_FUNCTION_DEBUG_RECORD_VALUE] = ASIDE,
    [BL_CODE_FUNCTION_DEBUG_RECORD_DECLARE] = ASIDE,
    [BL_CODE_FUNCTION_DEBUG_RECORD_ASSIGN] = ASIDE,
    [BL_CODE_FUNCTION_DEBUG_RECORD_VALUE_SIMPLE] = ASIDE,
    [BL_CODE_FUNCTION_DEBUG_RECORD_LABEL] = ASIDE,
    [BL_CODE_FUNCTION_DEBUG_RECORD_DECLARE_VALUE] = ASIDE,
};

enum {
    ALLOCA_COUNT = 2 /* operand */
};

/* Between which numbers the next value's is. */
struct bounds {
    uint64_t least, most;
};

/* Whether the value that OP means may be a wanted one. */
static bool may_be_meant(const struct bl_value_users *u, const struct bounds *next, uint64_t op)
{
    uint64_t low = u->is_relative ? next->least - op : op;
    uint64_t high = u->is_relative ? next->most - op : op;
    if (high > next->most && u->is_relative)
        return false; /* comes later */
    if (low > high)
        low = 0;
    if (low >= u->end || high < u->first)
        return false;
    high = high < u->end ? high : u->end - 1;
    return u->n_before[high + 1] > u->n_before[low];
}

static bool may_be_in_record(const struct bl_value_users *u, struct bounds *next, uint32_t code,
                             const uint64_t *ops, uint32_t n)
{
    uint8_t role = code < sizeof roles ? roles[code] : MAY_NUMBER;
    if (role == ASIDE)
        return false;
    /* Operands below this mean values after the last wanted one. */
    uint64_t nearest = u->is_relative && next->least >= u->end ? next->least - u->end + 1 : 0;
    unsigned shift = code == BL_CODE_FUNCTION_INST_PHI && u->is_relative; /* signed VBRs */
    for (uint32_t i = 0; i < n; i++)
        if (ops[i] >> shift >= nearest && may_be_meant(u, next, ops[i] >> shift))
            return true;
    /* The count of an alloca is a value's number even where all other operands count back. No
     * constant of the body is a wanted value here. */
    if (code == BL_CODE_FUNCTION_INST_ALLOCA && n > ALLOCA_COUNT &&
        ops[ALLOCA_COUNT] < u->n_module_values && u->kinds[ops[ALLOCA_COUNT]] != BL_USER_NONE)
        return true;
    next->least += role == NUMBERS_ONE;
    next->most += role == NUMBERS_ONE || role == MAY_NUMBER;
    return false;
}

static bool may_be_in_batch(const struct bl_value_users *u, struct bounds *next)
{
    const struct bl_batch *batch = &u->batch;
    for (uint32_t i = 0; i < batch->n_records; i++) {
        const struct bl_batch_record *rec = &batch->records[i];
        if (may_be_in_record(u, next, rec->code, batch->ops + rec->first_op,
                             rec[1].first_op - rec->first_op))
            return true;
    }
    return false;
}

/* What is damaged may have anything in it. */
static bool may_be_in_records(struct bl_value_users *u, struct bl_cursor *cursor,
                              struct bounds next)
{
    struct bl_entry entry;
    int rc = 1;
    while (rc > 0) {
        rc = bl_cursor_read_batch(cursor, &u->batch);
        if (rc > 0 && may_be_in_batch(u, &next))
            return true;
        if (rc == 0 && (rc = bl_cursor_next(cursor, &entry)) > 0 && entry.kind == BL_ENTRY_RECORD) {
            rc = bl_cursor_read(cursor, &u->rec) < 0 ? -1 : 1;
            if (rc > 0 && may_be_in_record(u, &next, u->rec.code, u->rec.ops, u->rec.n_ops))
                return true;
        }
    }
    return rc < 0;
}

int bl_value_users_may_be_in(struct bl_value_users *users, struct bl_function *function,
                             struct bl_error *err)
{
    const struct bl_body *body = bl_function_body(function);
    struct bl_cursor cursor;
    int status = mark_body(users, body, err);
    if (status < 0)
        return status;
    for (uint32_t i = 0; i < body->n_constants; i++)
        if (users->kinds[body->first_constant + i] != BL_USER_NONE)
            return 1;
    status = bl_module_cursor(users->module, &body->block, &cursor, NULL);
    bool may = status == BL_OK &&
               may_be_in_records(users, &cursor,
                                 (struct bounds){body->first_instruction, body->first_instruction});
    if (status < 0)
        bl_cursor_error(&cursor, err);
    bl_cursor_release(&cursor);
    return status < 0 ? status : may;
}
