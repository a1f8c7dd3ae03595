/* numbers/new_structs.c - which bodies cannot have a struct that nothing before them has
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Few functions are the first to use a struct: the others need not be decoded to find them. A type
 * is hot if it leads to a struct that has not been met. An instruction can bring one in by a type
 * that its record names, a constant, or an attribute with a type; what is made of other values has
 * types that these have.
 */
#include "numbers/new_structs.h"

#include "ir/constant_record.h"
#include "ir/seek.h"

enum {
    FIRST_KNOWN_LLVM = 13, /* older ones left types out of records */
    MOST_ROUNDS = 8,
    MOST_WORK = 1 << 26, /* types looked at: a file may have been made to need many rounds */
};

#include <string.h>

/* ---- Hot types ---- */

static bool has_hot_part(const struct bl_types *types, const bool *hot, const struct bl_type *type)
{
    for (uint32_t i = 0; i < type->n_parts; i++) {
        uint32_t part = types->parts[type->first_part + i];
        if (part < types->n && hot[part])
            return true;
    }
    return false;
}

/* What has been met has met all it leads to. After MOST_ROUNDS the rest counts as hot. */
static void find_hot_types(struct bl_loaded_body *b, struct bl_slots_making *making,
                           uint32_t n_types)
{
    const struct bl_types *types = b->types;
    bool has_changed = true;
    for (uint32_t i = 0; i < n_types; i++)
        making->hot[i] = !making->types_met[i] && bl_type_is_identified(&types->types[i]);
    for (unsigned round = 0; has_changed; round++) {
        has_changed = false;
        for (uint32_t i = 0; i < n_types; i++) {
            if (making->types_met[i] || making->hot[i])
                continue;
            making->hot[i] =
                round == MOST_ROUNDS || has_hot_part(types, making->hot, &types->types[i]);
            has_changed |= making->hot[i];
        }
        making->hot_work += n_types;
    }
}

static bool is_hot(const struct bl_slots *slots, uint64_t type)
{
    return type < slots->n_types && slots->making->hot[type];
}

static bool has_hot(const struct bl_slots *slots, const uint64_t *ops, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (is_hot(slots, ops[i]))
            return true;
    return false;
}

/* ---- Attributes ---- */

static bool list_is_hot(const struct bl_loaded_body *b, const struct bl_slots *slots, uint32_t list)
{
    const struct bl_attributes *a = b->tables->attributes;
    for (uint32_t i = a->lists[list]; i < a->lists[list + 1]; i++) {
        const struct bl_attribute_group *group = &a->groups[a->list_groups[i]];
        for (uint32_t k = 0; k < group->n; k++) {
            const struct bl_attribute *attribute = &a->attributes[group->first + k];
            if (attribute->form == BL_ATTRIBUTE_TYPED && is_hot(slots, attribute->type))
                return true;
        }
    }
    return false;
}

static void find_hot_lists(struct bl_loaded_body *b, struct bl_slots *slots)
{
    bool *hot = slots->making->hot_lists;
    for (uint32_t i = 0; i < slots->n_lists; i++)
        hot[i] = hot[i] && list_is_hot(b, slots, i);
    slots->making->hot_work += slots->n_lists;
}

/* ---- Constants ---- */

/* Whether constant C may bring in a struct by itself; its parts are constants, too. */
static bool constant_is_hot(struct bl_loaded_body *b, struct bl_slots *slots,
                            const struct bl_constant *c)
{
    struct bl_record *rec = &slots->making->rec;
    if (is_hot(slots, c->type))
        return true;
    if (!bl_constant_is_gep(c->code))
        return false;
    if (bl_module_note(b->tables->module, bl_constant_read(b->tables->module, c, rec, NULL)) < 0)
        return true;
    struct bl_gep gep = bl_constant_gep(rec);
    return gep.has_type && is_hot(slots, gep.type);
}

static bool block_is_hot(struct bl_loaded_body *b, struct bl_slots *slots,
                         const struct bl_cursor *around, const struct bl_block *block)
{
    struct bl_constant_list *list = &slots->making->body_constants;
    struct bl_cursor *cursor = bl_constants_cursor(b->tables->module);
    if (!cursor)
        return bl_module_note(b->tables->module, BL_E_NOMEM) < 0;
    bl_module_cursor_inside(b->tables->module, around, block, cursor);
    list->n = 0;
    bool is_hot =
        bl_module_note(b->tables->module,
                       bl_constants_append(list, cursor, slots->n_types, &slots->making->rec)) < 0;
    for (uint32_t i = 0; i < list->n && !is_hot; i++)
        is_hot = constant_is_hot(b, slots, &list->items[i]);
    return is_hot;
}

/* Constants of the module that nothing before the functions has: most are of metadata. */
static bool module_constants_are_hot(struct bl_loaded_body *b, struct bl_slots *slots)
{
    for (uint32_t i = 0; i < b->tables->n_constants; i++)
        if (!slots->making->constants_met[i] && constant_is_hot(b, slots, &b->tables->constants[i]))
            return true;
    return false;
}

/* ---- Instructions ---- */

/* [list, convention, (flags,) type, callee, …]: the type is there if a bit of the convention says
 * so. */
static bool call_is_hot(const struct bl_slots *slots, const uint64_t *ops, uint32_t n)
{
    enum {
        EXPLICIT_TYPE = 15,
        FAST_MATH = 17
    };
    uint32_t at = 2 + (n > 1 && (ops[1] >> FAST_MATH & 1));
    return at >= n || !(ops[1] >> EXPLICIT_TYPE & 1) || is_hot(slots, ops[at]) ||
           (ops[0] - 1 < slots->n_lists && slots->making->hot_lists[ops[0] - 1]);
}

/* Whether one of OPS, numbers of values before this one, may be a function: LLVM does not look at
 * what it points to. All between are at least the constants of the module. */
static bool may_have_function(const struct bl_loaded_body *b, const uint64_t *ops, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (b->tables->types->has_typed_pointers && ops[i] > b->tables->n_constants)
            return true;
    return false;
}

static bool record_is_hot(const struct bl_loaded_body *b, const struct bl_slots *slots,
                          uint32_t code, const uint64_t *ops, uint32_t n)
{
    enum {
        LOAD_TYPE = 3, /* from the end */
        ATOMIC_LOAD_TYPE = 5
    };
    switch (code) {
    case BL_CODE_FUNCTION_INST_BINOP:
    case BL_CODE_FUNCTION_INST_UNOP:
    case BL_CODE_FUNCTION_INST_CMP:
    case BL_CODE_FUNCTION_INST_CMP2:
    case BL_CODE_FUNCTION_INST_RET:
    case BL_CODE_FUNCTION_INST_BR:
    case BL_CODE_FUNCTION_INST_STORE:
    case BL_CODE_FUNCTION_INST_EXTRACTVAL:
    case BL_CODE_FUNCTION_INST_INSERTVAL:
    case BL_CODE_FUNCTION_INST_EXTRACTELT:
    case BL_CODE_FUNCTION_INST_INSERTELT:
    case BL_CODE_FUNCTION_INST_SHUFFLEVEC:
    case BL_CODE_FUNCTION_INST_UNREACHABLE:
    case BL_CODE_FUNCTION_DECLAREBLOCKS:
    case BL_CODE_FUNCTION_OPERAND_BUNDLE:
    case BL_CODE_FUNCTION_DEBUG_LOC:
    case BL_CODE_FUNCTION_DEBUG_LOC_AGAIN:
    case BL_CODE_FUNCTION_DEBUG_RECORD_VALUE:
    case BL_CODE_FUNCTION_DEBUG_RECORD_VALUE_SIMPLE:
    case BL_CODE_FUNCTION_DEBUG_RECORD_DECLARE:
    case BL_CODE_FUNCTION_DEBUG_RECORD_DECLARE_VALUE:
    case BL_CODE_FUNCTION_DEBUG_RECORD_ASSIGN:
    case BL_CODE_FUNCTION_DEBUG_RECORD_LABEL: return false;
    case BL_CODE_FUNCTION_INST_SELECT:
    case BL_CODE_FUNCTION_INST_VSELECT:
    case BL_CODE_FUNCTION_INST_FREEZE:
    case BL_CODE_FUNCTION_INST_CMPXCHG:
    case BL_CODE_FUNCTION_INST_ATOMICRMW: return may_have_function(b, ops, n);
    case BL_CODE_FUNCTION_INST_PHI:
    case BL_CODE_FUNCTION_INST_ALLOCA: return n == 0 || is_hot(slots, ops[0]);
    case BL_CODE_FUNCTION_INST_GEP: return n < 2 || is_hot(slots, ops[1]);
    case BL_CODE_FUNCTION_INST_LOAD: return n < LOAD_TYPE || is_hot(slots, ops[n - LOAD_TYPE]);
    case BL_CODE_FUNCTION_INST_LOADATOMIC:
        return n < ATOMIC_LOAD_TYPE || is_hot(slots, ops[n - ATOMIC_LOAD_TYPE]);
    case BL_CODE_FUNCTION_INST_CALL_OLD:
    case BL_CODE_FUNCTION_INST_CALL: return call_is_hot(slots, ops, n);
    case BL_CODE_FUNCTION_INST_INVOKE:
    case BL_CODE_FUNCTION_INST_CALLBR:
        return n == 0 || has_hot(slots, ops, n) ||
               (ops[0] - 1 < slots->n_lists && slots->making->hot_lists[ops[0] - 1]);
    default: return has_hot(slots, ops, n) || may_have_function(b, ops, n);
    }
}

static bool batch_is_hot(const struct bl_loaded_body *b, const struct bl_slots *slots)
{
    const struct bl_batch *batch = &slots->making->batch;
    for (uint32_t i = 0; i < batch->n_records; i++) {
        const struct bl_batch_record *record = &batch->records[i];
        if (record_is_hot(b, slots, record->code, batch->ops + record->first_op,
                          record[1].first_op - record->first_op))
            return true;
    }
    return false;
}

/* CURSOR is in the body. What cannot be read is for the decoder to report. */
static bool body_is_hot(struct bl_loaded_body *b, struct bl_slots *slots, struct bl_cursor *cursor)
{
    struct bl_entry entry;
    int rc;
    for (;;) {
        while ((rc = bl_cursor_read_batch(cursor, &slots->making->batch)) > 0)
            if (batch_is_hot(b, slots))
                return true;
        if (rc == 0)
            rc = bl_cursor_next(cursor, &entry);
        if (rc <= 0)
            return bl_module_note(b->tables->module, rc) < 0;
        if (entry.kind == BL_ENTRY_RECORD) /* with a blob: none of LLVM's */
            return true;
        if (entry.kind == BL_ENTRY_BLOCK && entry.block.block_id == BL_BLOCK_CONSTANTS &&
            block_is_hot(b, slots, cursor, &entry.block))
            return true;
    }
}

/* ---- Both ---- */

/* At first, and whenever structs have been met. */
static void update(struct bl_loaded_body *b, struct bl_slots *slots)
{
    struct bl_slots_making *making = slots->making;
    bool is_first = making->hot_work == 0;
    if (!is_first && (making->has_hot_constants || making->n_structs_then == slots->n_structs ||
                      making->hot_work > MOST_WORK))
        return;
    making->n_structs_then = slots->n_structs;
    if (is_first)
        memset(making->hot_lists, true, slots->n_lists);
    find_hot_types(b, making, slots->n_types);
    find_hot_lists(b, slots);
    if (is_first)
        making->has_hot_constants = module_constants_are_hot(b, slots);
    making->hot_work++;
}

bool bl_may_have_new_structs(struct bl_loaded_body *b, struct bl_slots *slots, uint32_t value)
{
    struct bl_block block;
    struct bl_cursor cursor;
    if (b->tables->writer < FIRST_KNOWN_LLVM)
        return true;
    update(b, slots);
    if (slots->making->has_hot_constants ||
        bl_module_note(b->tables->module, bl_module_body(b->tables->module, value, &block, NULL)) <=
            0)
        return true;
    bool is_hot = bl_module_note(b->tables->module,
                                 bl_module_cursor(b->tables->module, &block, &cursor, NULL)) < 0 ||
                  body_is_hot(b, slots, &cursor);
    bl_cursor_release(&cursor);
    return is_hot;
}
