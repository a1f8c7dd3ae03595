/* rewrite/lower_body.c - bodies whose numbers change, and debug records that become calls
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A debug record comes after its instruction, and is before it by what it means: its call is
 * inserted there, before bundles of operands, too. The call has a location of its own, so that an
 * instruction that has its own "again" gets it in full. A value that a record names directly has to
 * be metadata of the body for a call.
 */
#include "base/bound.h"
#include "base/grow.h"
#include "base/status.h"
#include "bitleap_codes.h"
#include "ir/function_values.h"
#include "ir/module.h"
#include "rewrite/body_records.h"
#include "rewrite/lower.h"

#include <string.h>

enum {
    CALL_EXPLICIT_TYPE = 1 << 15,
    CALL_FAST_MATH = 1 << 17,
    N_LOCATION_OPS = 5,
    METADATA_ID_WIDTH = 3,
    MAX_LOCATION_OPS = 8,
};

/* A value as metadata. */
struct value_node {
    uint32_t type, value; /* its new number; type BL_NONE: a node without operands */
};

/* Calls before an instruction, by its number before. */
struct inserted {
    uint32_t instruction, n_calls; /* up to it */
};

struct lowered_body {
    struct bl_lower *l;
    /* The instruction at hand. */
    uint64_t start;      /* of it, or of its bundles */
    uint32_t next_value; /* the number of the value that comes next there */
    bool has_bundles;    /* and it comes after them */
    uint64_t again;      /* its DEBUG_LOC_AGAIN, or 0 */
    bool has_location;
    uint32_t n_instructions;
    /* The last location that is written, as an instruction's. */
    uint64_t location[MAX_LOCATION_OPS];
    uint32_t n_location;
    bool is_other; /* the last one was that of a call */
    struct inserted *inserted;
    uint32_t n_inserted, cap_inserted, n_calls;
    /* Metadata of the body. */
    struct bl_metadata *metadata;
    bool has_read_metadata;
    uint32_t n_metadata; /* with that of the module, before */
    struct value_node *nodes;
    uint32_t n_nodes, cap_nodes;
    struct bl_map by_value;
    uint32_t nothing;      /* the node without operands among them, plus 1; 0: there is none */
    uint64_t metadata_end; /* of the block that it has, or 0 */
    uint64_t front;        /* the first record that is an instruction */
};

/* ---- Where things are ---- */

static int find_end(struct lowered_body *b, struct bl_cursor *cursor, const struct bl_block *block)
{
    struct bl_cursor inner;
    struct bl_entry entry;
    int rc;
    bl_module_cursor_inside(b->l->module, cursor, block, &inner);
    while ((rc = bl_cursor_next(&inner, &entry)) > 0)
        ;
    b->metadata_end = inner.entry_pos;
    if (rc < 0)
        bl_module_error(b->l->module, &inner, b->l->err);
    bl_cursor_release(&inner);
    return rc;
}

/* The block of metadata, and the first instruction. */
static int find_front(struct lowered_body *b, const struct bl_block *block)
{
    struct bl_cursor cursor;
    struct bl_entry entry;
    int rc = bl_module_cursor(b->l->module, block, &cursor, b->l->err);
    while (rc >= 0 && b->front == 0 && (rc = bl_cursor_next(&cursor, &entry)) > 0) {
        uint32_t code = 0;
        if (entry.kind == BL_ENTRY_BLOCK && entry.block.block_id == BL_BLOCK_METADATA)
            rc = find_end(b, &cursor, &entry.block);
        if (rc < 0 || entry.kind != BL_ENTRY_RECORD)
            continue;
        rc = bl_cursor_read(&cursor, &b->l->rec);
        code = b->l->rec.code;
        if (code != BL_CODE_FUNCTION_DECLAREBLOCKS && code != BL_CODE_FUNCTION_BLOCKADDR_USERS)
            b->front = entry.bit_pos;
    }
    if (rc < 0)
        bl_module_error(b->l->module, &cursor, b->l->err);
    bl_cursor_release(&cursor);
    return rc < 0 ? rc : BL_OK;
}

/* ---- Metadata ---- */

/* The number of VALUE, which is of TYPE, as metadata. */
static int node_of_value(struct lowered_body *b, uint32_t type, uint32_t value, uint32_t *number)
{
    struct bl_lower *l = b->l;
    uint32_t found = bl_map_find(&b->by_value, value);
    if (found == BL_MAP_NONE) {
        struct value_node node = {type, bl_lower_value(l, value)};
        found = b->n_nodes;
        if (bl_append(&b->nodes, &b->n_nodes, &b->cap_nodes, node) < 0 ||
            bl_map_add(&b->by_value, value, found) < 0)
            return bl_fail(l->err, BL_E_NOMEM, "no memory for metadata of a body");
    }
    *number = b->n_metadata + found;
    return BL_OK;
}

/* The number of a node that says of a variable that it is optimized out. */
static int node_of_nothing(struct lowered_body *b, uint64_t *number)
{
    struct value_node node = {BL_NONE, 0};
    if (b->nothing == 0) {
        if (bl_append(&b->nodes, &b->n_nodes, &b->cap_nodes, node) < 0)
            return bl_fail(b->l->err, BL_E_NOMEM, "no memory for metadata of a body");
        b->nothing = b->n_nodes;
    }
    *number = b->n_metadata + b->nothing - 1;
    return BL_OK;
}

static int add_nodes(struct lowered_body *b)
{
    struct bl_lower *l = b->l;
    int status = BL_OK;
    for (uint32_t i = 0; i < b->n_nodes && status == BL_OK; i++) {
        uint64_t ops[] = {b->nodes[i].type, b->nodes[i].value};
        bool is_value = b->nodes[i].type != BL_NONE;
        uint32_t code = is_value ? BL_CODE_METADATA_VALUE : BL_CODE_METADATA_NODE;
        status = bl_lower_insert(l, b->metadata_end, code, ops, is_value ? 2 : 0);
    }
    return status;
}

/* In a block of their own. */
static int add_node_block(struct lowered_body *b)
{
    struct bl_lower *l = b->l;
    struct bl_writer *writer;
    if (!l->rewrite)
        return BL_OK;
    int status = bl_lower_begin_block(l, BL_BLOCK_METADATA, METADATA_ID_WIDTH, &writer);
    if (status < 0)
        return status;
    for (uint32_t i = 0; i < b->n_nodes; i++) {
        uint64_t ops[] = {b->nodes[i].type, b->nodes[i].value};
        bool is_value = b->nodes[i].type != BL_NONE;
        uint32_t code = is_value ? BL_CODE_METADATA_VALUE : BL_CODE_METADATA_NODE;
        bl_writer_record(writer, code, ops, is_value ? 2 : 0);
    }
    return bl_lower_end_block(l, b->front, BL_BLOCK_METADATA, METADATA_ID_WIDTH, writer);
}

/* ---- Calls ---- */

static int fail_record(const struct bl_lower *l, const struct bl_record *rec)
{
    return bl_fail_at(l->err, BL_E_MISMATCH, "debug record that is not whole", rec->bit_pos);
}

/* DEBUG_LOC of the node NUMBER, before the instruction. */
static int insert_location(struct lowered_body *b, const struct bl_record *rec, uint64_t number)
{
    struct bl_lower *l = b->l;
    struct bl_record *node = &l->other;
    if (!b->metadata || number >= BL_NONE)
        return fail_record(l, rec);
    int status = bl_metadata_read(b->metadata, (uint32_t)number, node, l->err);
    if (status < 0)
        return status;
    if (node->code != BL_CODE_METADATA_LOCATION || node->n_ops < 5)
        return fail_record(l, rec);
    uint64_t ops[N_LOCATION_OPS] = {node->ops[1], node->ops[2], node->ops[3] + 1, node->ops[4],
                                    node->n_ops > 5 ? node->ops[5] : 0};
    return bl_lower_insert(l, b->start, BL_CODE_FUNCTION_DEBUG_LOC, ops, N_LOCATION_OPS);
}

/* The metadata that REC calls its value. */
static int value_of(struct lowered_body *b, const struct bl_record *rec,
                    const struct bl_around *around, uint32_t *number)
{
    struct bl_lower *l = b->l;
    if (rec->code != BL_CODE_FUNCTION_DEBUG_RECORD_VALUE_SIMPLE) {
        *number = (uint32_t)rec->ops[3];
        return BL_OK;
    }
    uint32_t value = around->next_value - (uint32_t)rec->ops[3];
    bool leads_ahead = value >= around->next_value;
    if (leads_ahead && rec->n_ops < 5)
        return fail_record(l, rec);
    uint32_t type = leads_ahead ? (uint32_t)rec->ops[4] : bl_function_type_of(l->function, value);
    if (type >= l->types->n)
        return fail_record(l, rec);
    return node_of_value(b, type, value, number);
}

/* Which function is called, and its arguments. */
static uint32_t arguments_of(const struct bl_lower *l, const struct bl_record *rec, uint32_t value,
                             uint32_t *n, uint64_t *arguments)
{
    *n = 3;
    arguments[0] = value;
    arguments[1] = rec->ops[1];
    arguments[2] = rec->n_ops > 2 ? rec->ops[2] : 0;
    switch (rec->code) {
    case BL_CODE_FUNCTION_DEBUG_RECORD_DECLARE: return BL_DBG_DECLARE;
    case BL_CODE_FUNCTION_DEBUG_RECORD_LABEL:
        *n = 1;
        arguments[0] = rec->ops[1];
        return BL_DBG_LABEL;
    case BL_CODE_FUNCTION_DEBUG_RECORD_ASSIGN:
        if (!l->needs_debug[BL_DBG_ASSIGN])
            return BL_DBG_VALUE;
        *n = 6;
        arguments[3] = rec->ops[4];
        arguments[4] = rec->ops[6];
        arguments[5] = rec->ops[5];
        return BL_DBG_ASSIGN;
    default: return BL_DBG_VALUE;
    }
}

/* Where an expression of a call has become an empty one, its value is nothing. */
static int leave_out_values(struct lowered_body *b, uint32_t n, uint64_t *arguments)
{
    struct bl_lower *l = b->l;
    int status = BL_OK;
    for (uint32_t i = 2; i < n && l->has_new_operations && status >= 0; i += 3) {
        uint64_t expression = arguments[i];
        if (!b->metadata || expression >= BL_NONE)
            return bl_fail(l->err, BL_E_MISMATCH, "debug record whose expression is not known");
        status = bl_metadata_read(b->metadata, (uint32_t)expression, &l->other, l->err);
        if (status >= 0 && bl_lower_has_new_operations(&l->other))
            status = node_of_nothing(b, &arguments[i == 2 ? 0 : 4]);
    }
    return status < 0 ? status : BL_OK;
}

static bool is_whole(const struct bl_record *rec)
{
    bool is_label = rec->code == BL_CODE_FUNCTION_DEBUG_RECORD_LABEL;
    bool is_assign = rec->code == BL_CODE_FUNCTION_DEBUG_RECORD_ASSIGN;
    return rec->n_ops >= (is_label ? 2 : is_assign ? 7 : 4);
}

/* Before the first call the instruction's own location is written out. */
static int begin_calls(struct lowered_body *b)
{
    struct bl_lower *l = b->l;
    struct inserted inserted = {b->n_instructions - 1, b->n_calls};
    if (b->n_inserted == 0 || b->inserted[b->n_inserted - 1].instruction != inserted.instruction) {
        if (bl_append(&b->inserted, &b->n_inserted, &b->cap_inserted, inserted) < 0)
            return bl_fail(l->err, BL_E_NOMEM, "no memory for calls");
    }
    b->inserted[b->n_inserted - 1].n_calls = ++b->n_calls;
    b->is_other = !b->has_location;
    if (!b->again || !l->rewrite)
        return BL_OK;
    struct bl_new_record location = {
        .code = BL_CODE_FUNCTION_DEBUG_LOC, .ops = b->location, .n_ops = b->n_location};
    uint64_t at = b->again;
    b->again = 0;
    return bl_rewrite_replace(l->rewrite, at, &location, l->err);
}

static int call_instead(struct lowered_body *b, const struct bl_record *rec,
                        const struct bl_around *around)
{
    struct bl_lower *l = b->l;
    uint64_t arguments[6];
    uint64_t ops[4 + 6] = {0, CALL_EXPLICIT_TYPE};
    uint32_t value = 0;
    uint32_t n;
    if (!is_whole(rec) || b->start == 0)
        return fail_record(l, rec);
    int status =
        rec->code == BL_CODE_FUNCTION_DEBUG_RECORD_LABEL ? BL_OK : value_of(b, rec, around, &value);
    if (status < 0)
        return status;
    uint32_t function = arguments_of(l, rec, value, &n, arguments);
    status = leave_out_values(b, n, arguments);
    if (status < 0)
        return status;
    ops[2] = l->debug_types[function];
    ops[3] = (uint32_t)(b->next_value - l->debug_functions[function]);
    for (uint32_t i = 0; i < n; i++)
        ops[4 + i] = (uint32_t)(b->next_value - (uint32_t)arguments[i]);
    status = begin_calls(b);
    if (status == BL_OK)
        status = bl_lower_insert(l, b->start, BL_CODE_FUNCTION_INST_CALL, ops, 4 + n);
    return status < 0 ? status : insert_location(b, rec, rec->ops[0]);
}

static int lower_debug_record(struct lowered_body *b, const struct bl_record *rec,
                              const struct bl_around *around)
{
    struct bl_lower *l = b->l;
    const struct bl_feature *feature = bl_feature_of_code(BL_BLOCK_FUNCTION, rec->code);
    if (!feature || !bl_feature_is_new(feature, l->options))
        return bl_lower_record(l, rec, BL_BLOCK_FUNCTION);
    l->goes = true;
    if (bl_lower_note(l, feature, rec->bit_pos, (struct bl_view){0}) != BL_REMEDY_REWRITE)
        return BL_OK;
    if (rec->code == BL_CODE_FUNCTION_DEBUG_RECORD_ASSIGN && !l->needs_debug[BL_DBG_ASSIGN])
        (void)bl_lower_other(l, BL_OTHER_ASSIGN, rec->bit_pos);
    return call_instead(b, rec, around);
}

/* ---- Locations ---- */

static int lower_location(struct lowered_body *b, const struct bl_record *rec)
{
    struct bl_lower *l = b->l;
    b->has_location = true;
    if (rec->code == BL_CODE_FUNCTION_DEBUG_LOC) {
        b->is_other = false;
        int status = bl_lower_record(l, rec, BL_BLOCK_FUNCTION);
        b->n_location = l->n_ops < MAX_LOCATION_OPS ? l->n_ops : MAX_LOCATION_OPS;
        memcpy(b->location, l->ops, b->n_location * sizeof *b->location);
        return status;
    }
    if (!b->is_other) {
        b->again = rec->bit_pos;
        return BL_OK;
    }
    if (b->n_location == 0)
        return fail_record(l, rec);
    b->is_other = false;
    if (bl_lower_room(l, MAX_LOCATION_OPS) < 0)
        return BL_E_NOMEM;
    memcpy(l->ops, b->location, b->n_location * sizeof *b->location);
    l->n_ops = b->n_location;
    l->code = BL_CODE_FUNCTION_DEBUG_LOC;
    return BL_OK;
}

/* ---- Instructions ---- */

static void begin_instruction(struct lowered_body *b, const struct bl_record *rec, bool is_bundle)
{
    if (!b->has_bundles) {
        b->start = rec->bit_pos;
        b->again = 0;
        b->has_location = false;
    }
    b->has_bundles = is_bundle;
    b->next_value = b->l->next_value;
    b->n_instructions += !is_bundle;
}

/* A cast of the first argument, which is at AT, takes the place of the call. */
static int cast_instead(struct bl_lower *l, const struct bl_record *rec, uint32_t at, uint32_t type)
{
    enum {
        BIT_CAST = 11,
        N_OPS = 3
    };
    if (at + 1 != rec->n_ops || bl_lower_room(l, N_OPS) < 0)
        return bl_fail_at(l->err, BL_E_MISMATCH, "call with other arguments", rec->bit_pos);
    l->ops[0] = l->ops[at];
    l->ops[1] = type;
    l->ops[2] = BIT_CAST;
    l->n_ops = N_OPS;
    l->code = BL_CODE_FUNCTION_INST_CAST;
    return BL_OK;
}

/* The constant that the call REC gets. */
static int new_argument(struct bl_lower *l, const struct bl_record *rec,
                        const struct bl_lower_callee *callee, uint32_t *number)
{
    const struct bl_attributes *all;
    uint64_t align = 1;
    uint32_t n = 0;
    *number = bl_lower_constant(l, bl_lower_signed(-1));
    if (callee->becomes == BL_CALL_GETS_SIZE)
        return BL_OK;
    int status = bl_module_attributes(l->module, &all, l->err);
    if (status < 0)
        return status;
    const uint32_t *groups =
        rec->ops[0] > 0 && rec->ops[0] <= all->n_lists
            ? bl_attributes_at(all, (uint32_t)rec->ops[0] - 1, callee->n_before, &n)
            : NULL;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < all->groups[groups[i]].n; k++) {
            const struct bl_attribute *a = &all->attributes[all->groups[groups[i]].first + k];
            align = a->kind == BL_ATTR_KIND_ALIGNMENT ? a->integer : align;
        }
    *number = align <= INT32_MAX ? bl_lower_constant(l, bl_lower_signed((int64_t)align)) : BL_NONE;
    return *number == BL_NONE
               ? bl_fail_at(l->err, BL_E_MISMATCH, "alignment of too many bits", rec->bit_pos)
               : BL_OK;
}

/* A call gets the size of an object, or the alignment, as an argument. */
static int lower_call(struct lowered_body *b, const struct bl_record *rec,
                      const struct bl_around *around)
{
    struct bl_lower *l = b->l;
    uint64_t flags = rec->n_ops > 1 ? rec->ops[1] : 0;
    uint32_t at = 2 + !!(flags & CALL_FAST_MATH) + !!(flags & CALL_EXPLICIT_TYPE);
    const struct bl_lower_callee *callee = NULL;
    if (rec->code != BL_CODE_FUNCTION_INST_CALL || at >= rec->n_ops ||
        !(flags & CALL_EXPLICIT_TYPE))
        return BL_OK;
    uint32_t value = around->next_value - (uint32_t)rec->ops[at];
    for (uint32_t i = 0; i < l->n_callees; i++)
        if (l->callees[i].value == value)
            callee = &l->callees[i];
    for (int i = 0; i < BL_N_DBG && l->has_new_operations; i++)
        if (l->debug_functions[i] == value && value < l->n_globals)
            (void)bl_lower_other(l, BL_OTHER_COMPARISON_ELSEWHERE, rec->bit_pos);
    if (!callee)
        return BL_OK;
    (void)bl_lower_other(l, bl_lower_call_feature(callee), rec->bit_pos);
    if (callee->becomes == BL_CALL_IS_CAST)
        return cast_instead(l, rec, at + 1, callee->type);
    uint32_t place = at + 1 + callee->n_before;
    uint32_t number;
    int status = new_argument(l, rec, callee, &number);
    if (status < 0 || bl_lower_room(l, l->n_ops + 1) < 0)
        return status < 0 ? status : BL_E_NOMEM;
    if (place > l->n_ops)
        return bl_fail_at(l->err, BL_E_MISMATCH, "call with other arguments", rec->bit_pos);
    memmove(l->ops + place + 1, l->ops + place, (l->n_ops - place) * sizeof *l->ops);
    l->ops[0] = 0; /* places of arguments are others */
    l->ops[at - 1] = callee->type;
    l->ops[place] = (uint32_t)(l->next_value - number);
    l->n_ops++;
    return BL_OK;
}

/* Where the value at AT begins another operand: it has its type with it if it leads ahead. */
static uint32_t after_value(const struct bl_record *rec, uint32_t at)
{
    return at + (at < rec->n_ops && (uint32_t)rec->ops[at] - 1U < INT32_MAX ? 1 : 2);
}

bool bl_lower_is_float_atomic(const struct bl_record *rec)
{
    enum {
        FADD = 11,
        FMIN = 14
    };
    uint32_t at = after_value(rec, after_value(rec, 0));
    return at < rec->n_ops && rec->ops[at] >= FADD && rec->ops[at] <= FMIN;
}

/* Vectors are new to atomicrmw. */
static void look_at_atomic(struct bl_lower *l, const struct bl_record *rec,
                           const struct bl_around *around)
{
    uint32_t at = after_value(rec, 0);
    uint32_t end = after_value(rec, at);
    if (end > rec->n_ops || !bl_lower_needs(l, BL_OTHER_ATOMIC_VECTOR))
        return;
    uint32_t value = around->next_value - (uint32_t)rec->ops[at];
    uint32_t type =
        end - at == 2 ? (uint32_t)rec->ops[at + 1] : bl_function_type_of(l->function, value);
    if (type < l->types->n && l->types->types[type].kind == BL_TYPE_VECTOR)
        (void)bl_lower_note(l, bl_feature_other(BL_OTHER_ATOMIC_VECTOR), rec->bit_pos,
                            bl_view_of("of vectors"));
}

static int lower_body_record(struct lowered_body *b, const struct bl_record *rec,
                             const struct bl_around *around)
{
    int status;
    switch (rec->code) {
    case BL_CODE_FUNCTION_DECLAREBLOCKS: return BL_OK;
    case BL_CODE_FUNCTION_DEBUG_LOC:
    case BL_CODE_FUNCTION_DEBUG_LOC_AGAIN: return lower_location(b, rec);
    default: break;
    }
    if (bl_function_is_debug(rec->code))
        return lower_debug_record(b, rec, around);
    if (rec->code == BL_CODE_FUNCTION_INST_ATOMICRMW)
        look_at_atomic(b->l, rec, around);
    if (rec->code != BL_CODE_FUNCTION_BLOCKADDR_USERS)
        begin_instruction(b, rec, rec->code == BL_CODE_FUNCTION_OPERAND_BUNDLE);
    status = bl_lower_record(b->l, rec, BL_BLOCK_FUNCTION);
    return status < 0 ? status : lower_call(b, rec, around);
}

/* Attached to an instruction, whose number is higher by the calls before it. */
static void lower_attachment(struct lowered_body *b, const struct bl_record *rec)
{
    uint32_t lo = 0;
    uint32_t hi = b->n_inserted;
    if (rec->n_ops % 2 == 0)
        return;
    BL_LOWER_BOUND(lo, hi, mid, b->inserted[mid].instruction <= rec->ops[0]);
    b->l->ops[0] += lo > 0 ? b->inserted[lo - 1].n_calls : 0;
}

/* What there is before calls need more, when the body has been read. */
static int read_metadata(struct lowered_body *b)
{
    struct bl_lower *l = b->l;
    if (b->has_read_metadata || !l->metadata)
        return BL_OK;
    b->has_read_metadata = true;
    int rc = bl_function_metadata(l->function, &b->metadata, l->err);
    if (rc >= 0 && b->metadata)
        b->n_metadata = bl_metadata_get_counts(b->metadata).end;
    l->body_metadata = b->metadata;
    return rc < 0 ? rc : BL_OK;
}

/* A bl_body_record_fn. */
static int lower_one(void *context, const struct bl_record *rec, const struct bl_around *around)
{
    struct lowered_body *b = context;
    struct bl_lower *l = b->l;
    bool is_strings =
        around->block_id == BL_BLOCK_METADATA && rec->code == BL_CODE_METADATA_STRINGS;
    if (is_strings)
        return BL_OK;
    int status = read_metadata(b);
    if (status == BL_OK)
        status = bl_lower_begin(l, rec, around);
    if (status < 0)
        return status;
    if (around->block_id == BL_BLOCK_FUNCTION)
        status = lower_body_record(b, rec, around);
    else
        status = bl_lower_record(l, rec, around->block_id);
    if (around->block_id == BL_BLOCK_METADATA_ATTACHMENT)
        lower_attachment(b, rec);
    return status < 0 ? status : bl_lower_end(l, rec);
}

int bl_lower_body(struct bl_lower *l, uint32_t value)
{
    struct lowered_body b = {.l = l};
    struct bl_body_source source = {l->module, l->index, l->function, l->types, l->version};
    struct bl_block block;
    int rc = bl_module_body(l->module, value, &block, l->err);
    if (rc <= 0)
        return rc;
    l->body = block.bit_pos;
    rc = find_front(&b, &block);
    if (rc == BL_OK)
        rc = bl_body_records(&source, value, lower_one, &b, l->err);
    if (rc == BL_OK && b.n_nodes > 0)
        rc = b.metadata_end ? add_nodes(&b) : add_node_block(&b);
    bl_drop(b.inserted);
    bl_drop(b.nodes);
    bl_map_release(&b.by_value);
    l->body = 0;
    l->body_metadata = NULL;
    return rc;
}
