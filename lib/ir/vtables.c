/* ir/vtables.c - where vtables begin, the functions in them, and loads that are checked by type
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/references.h"

#include "base/bound.h"
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "bitleap_layout.h"
#include "ir/metadata.h"

/* A constant, and where in the variable it is. */
struct piece {
    uint64_t offset;
    uint32_t value;
};

struct bl_vtables {
    struct bl_module *module;
    struct bl_metadata *metadata; /* the module's; NULL: it cannot be read */
    const struct bl_global *globals;
    const struct bl_constant *constants;
    uint32_t n_globals, n_constants;
    struct bl_vtable *list;
    uint32_t n, cap;
    struct bl_layout *layout; /* NULL: no slots have been asked for */
    const struct bl_types *types;
    struct piece *left; /* to be looked into */
    struct bl_vtable_slot *slots;
    struct bl_checked_load *loads;
    uint32_t n_left, cap_left, n_slots, cap_slots, n_loads, cap_loads;
    uint64_t steps_left; /* through constants, in all */
    bool has_loaders;
    uint32_t loaders[2]; /* the functions that load; BL_NONE: there is none */
    struct bl_record rec;
};

static int no_memory_for_vtables(struct bl_error *err)
{
    return bl_fail(err, BL_E_NOMEM, "no memory for vtables");
}

/* ---- Metadata ---- */

/* Node NUMBER, if it has N_OPS operands. */
static bool read_node(struct bl_vtables *v, struct bl_metadata *metadata, uint32_t number,
                      uint32_t n_ops)
{
    return bl_metadata_read_node(metadata, number, &v->rec) &&
           (v->rec.code == BL_CODE_METADATA_NODE ||
            v->rec.code == BL_CODE_METADATA_DISTINCT_NODE) &&
           v->rec.n_ops == n_ops;
}

/* The operands of nodes are numbers and one, 0 is null. */
static uint32_t operand_of(uint64_t op)
{
    return op > 0 ? bl_metadata_number(op - 1) : BL_NONE;
}

static bool read_integer(struct bl_vtables *v, const struct bl_constant *constant, uint64_t *number)
{
    const struct bl_constant_value *value;
    if (bl_module_note(v->module, bl_constant_decode(v->module, constant, &value, NULL)) != BL_OK)
        return false;
    *number = value->kind == BL_CONSTANT_INTEGER ? (uint64_t)value->integer : 0;
    return value->kind == BL_CONSTANT_INTEGER || value->kind == BL_CONSTANT_NULL;
}

/* The integer that metadata NUMBER of the module is. */
static bool integer_of(struct bl_vtables *v, uint32_t number, uint64_t *integer)
{
    if (!bl_metadata_read_node(v->metadata, number, &v->rec) ||
        v->rec.code != BL_CODE_METADATA_VALUE || v->rec.n_ops != BL_MD_VALUE_OPS)
        return false;
    uint64_t value = v->rec.ops[1];
    return value >= v->n_globals && value - v->n_globals < v->n_constants &&
           read_integer(v, &v->constants[value - v->n_globals], integer);
}

static struct bl_type_id type_id_of(struct bl_metadata *metadata, uint32_t number)
{
    struct bl_type_id type = {.node = number};
    if (bl_metadata_string(metadata, number, &type.name, NULL) > 0)
        type.node = BL_NONE;
    return type;
}

/* Of one variable, by where they begin. */
static int compare_vtables(const void *a, const void *b)
{
    const struct bl_vtable *x = a;
    const struct bl_vtable *y = b;
    return x->value != y->value ? bl_order(x->value, y->value) : bl_order(x->offset, y->offset);
}

static bool is_kind(const struct bl_vtables *v, uint32_t kind, const char *name)
{
    struct bl_view known;
    return bl_metadata_kind_name(v->module, kind, &known, NULL) > 0 && bl_view_is(known, name);
}

/* !{i64 16, !"_ZTS1A"} */
static int add_vtable(struct bl_vtables *v, const struct bl_metadata_attachment *attached)
{
    struct bl_vtable vtable = {.value = attached->value};
    if (!read_node(v, v->metadata, attached->node, 2))
        return BL_OK;
    uint32_t type = operand_of(v->rec.ops[1]);
    if (!integer_of(v, operand_of(v->rec.ops[0]), &vtable.offset))
        return BL_OK;
    vtable.type = type_id_of(v->metadata, type);
    return bl_append(&v->list, &v->n, &v->cap, vtable);
}

/* !{i64 1} */
static void set_visibility(struct bl_vtables *v, const struct bl_metadata_attachment *attached)
{
    uint64_t visibility;
    if (!read_node(v, v->metadata, attached->node, 1) ||
        !integer_of(v, operand_of(v->rec.ops[0]), &visibility) ||
        visibility > BL_VCALL_TRANSLATION_UNIT)
        return;
    uint32_t low = 0;
    uint32_t high = v->n;
    BL_LOWER_BOUND(low, high, mid, v->list[mid].value < attached->value);
    for (; low < v->n && v->list[low].value == attached->value; low++)
        v->list[low].visibility = (uint8_t)visibility;
}

static bool is_defined_variable(const struct bl_vtables *v, uint32_t value)
{
    return value < v->n_globals && v->globals[value].kind == BL_GLOBAL_VARIABLE &&
           v->globals[value].initializer != BL_NONE;
}

static int read_list(struct bl_vtables *v)
{
    struct bl_metadata_counts counts = bl_metadata_get_counts(v->metadata);
    uint32_t type = BL_NONE; /* the number of the kind, once it is known */
    uint32_t other = BL_NONE;
    int status = BL_OK;
    for (uint32_t i = 0; i < counts.n_attachments && status == BL_OK; i++) {
        const struct bl_metadata_attachment *attached = &counts.attachments[i];
        if (attached->kind == other || !is_defined_variable(v, attached->value))
            continue;
        if (attached->kind == type || is_kind(v, attached->kind, "type")) {
            type = attached->kind;
            status = add_vtable(v, attached);
        } else {
            other = attached->kind;
        }
    }
    bl_sort(v->list, v->n, sizeof *v->list, compare_vtables);
    for (uint32_t i = 0; i < counts.n_attachments && v->n > 0; i++)
        if (is_kind(v, counts.attachments[i].kind, "vcall_visibility"))
            set_visibility(v, &counts.attachments[i]);
    return status;
}

int bl_vtables_flag(struct bl_vtables *v, uint64_t *value, struct bl_error *err)
{
    struct bl_metadata_counts counts = {.n_named = 0};
    if (v->metadata)
        counts = bl_metadata_get_counts(v->metadata);
    for (uint32_t i = 0; i < counts.n_named; i++) {
        const struct bl_named_metadata *named = &counts.named[i];
        for (uint32_t k = 0; k < named->n_nodes && bl_view_is(named->name, "llvm.module.flags");
             k++) {
            /* How it is merged with those of other modules, name, value. */
            if (!read_node(v, v->metadata, named->nodes[k], 3))
                continue;
            uint32_t number = operand_of(v->rec.ops[2]);
            struct bl_type_id name = type_id_of(v->metadata, operand_of(v->rec.ops[1]));
            if (bl_view_is(name.name, "Virtual Function Elim") && integer_of(v, number, value))
                return 1;
        }
    }
    return bl_module_lacked(v->module) ? no_memory_for_vtables(err) : 0;
}

/* ---- Open, close ---- */

int bl_vtables_open(struct bl_vtables **vtables, struct bl_module *module, struct bl_error *err)
{
    *vtables = NULL;
    struct bl_vtables *v = bl_new(sizeof *v);
    if (!v)
        return no_memory_for_vtables(err);
    v->module = module;
    v->steps_left = bl_most_steps(module);
    int status = bl_module_unnamed_globals(module, &v->globals, &v->n_globals, err);
    if (status == BL_OK)
        status = bl_module_constants(module, &v->constants, &v->n_constants, err);
    if (status == BL_OK && bl_module_metadata(module, &v->metadata, NULL) == BL_E_NOMEM)
        status = no_memory_for_vtables(err);
    if (status == BL_OK && v->metadata && (read_list(v) < 0 || bl_module_lacked(module)))
        status = no_memory_for_vtables(err);
    if (status < 0) {
        bl_vtables_close(v);
        return status;
    }
    *vtables = v;
    return BL_OK;
}

void bl_vtables_close(struct bl_vtables *v)
{
    if (!v)
        return;
    bl_layout_close(v->layout);
    bl_record_release(&v->rec);
    bl_drop(v->list);
    bl_drop(v->left);
    bl_drop(v->slots);
    bl_drop(v->loads);
    bl_drop(v);
}

const struct bl_vtable *bl_vtables_list(const struct bl_vtables *v, uint32_t *n)
{
    *n = v->n;
    return v->list;
}

bool bl_vtables_has(const struct bl_vtables *v, uint32_t value)
{
    uint32_t low = 0;
    uint32_t high = v->n;
    BL_LOWER_BOUND(low, high, mid, v->list[mid].value < value);
    return low < v->n && v->list[low].value == value;
}

/* ---- Slots ---- */

static int leave_piece(struct bl_vtables *v, uint32_t value, uint64_t offset)
{
    return bl_append(&v->left, &v->n_left, &v->cap_left, (struct piece){offset, value});
}

static int add_slot(struct bl_vtables *v, const struct piece *piece)
{
    if (v->globals[piece->value].kind != BL_GLOBAL_FUNCTION)
        return BL_OK;
    return bl_append(&v->slots, &v->n_slots, &v->cap_slots,
                     (struct bl_vtable_slot){piece->offset, piece->value});
}

/* Fields of structs, and elements of arrays, up to one that has no size. */
static int enter_aggregate(struct bl_vtables *v, const struct bl_constant_value *value,
                           uint64_t offset)
{
    const struct bl_type *type = &v->types->types[value->type];
    bool is_struct = type->kind == BL_TYPE_STRUCT;
    int status = BL_OK;
    for (uint32_t i = 0; i < value->n_parts && status == BL_OK; i++) {
        uint32_t part = is_struct ? i : 0;
        uint64_t size;
        uint64_t alignment = 1;
        if (part >= type->n_parts)
            break;
        uint32_t part_type = v->types->parts[type->first_part + part];
        if (!bl_layout_size(v->layout, part_type, &size) ||
            (!type->is_packed && !bl_layout_alignment(v->layout, part_type, &alignment)))
            break;
        offset = (offset + alignment - 1) / alignment * alignment;
        status = leave_piece(v, value->parts[i], offset);
        offset += size;
    }
    return status;
}

/* Casts, and the distance of a function from the vtable, which is truncated. */
static bool leads_to_function(const struct bl_constant_value *value)
{
    if (value->n_parts == 0)
        return false;
    if (value->kind == BL_CONSTANT_DSO_LOCAL)
        return true;
    return value->kind == BL_CONSTANT_EXPRESSION &&
           (value->opcode == BL_OP_BITCAST || value->opcode == BL_OP_ADDRSPACECAST ||
            value->opcode == BL_OP_PTRTOINT || value->opcode == BL_OP_TRUNC ||
            value->opcode == BL_OP_SUB);
}

static int look_into(struct bl_vtables *v, struct piece piece)
{
    const struct bl_constant_value *value;
    if (piece.value < v->n_globals)
        return add_slot(v, &piece);
    if (piece.value - v->n_globals >= v->n_constants)
        return BL_OK;
    int status =
        bl_constant_decode(v->module, &v->constants[piece.value - v->n_globals], &value, NULL);
    if (status < 0)
        return status == BL_E_NOMEM ? status : BL_OK;
    if (value->n_parts > v->steps_left)
        return BL_E_LIMIT;
    v->steps_left -= value->n_parts;
    if (value->kind == BL_CONSTANT_AGGREGATE && value->type < v->types->n)
        return enter_aggregate(v, value, piece.offset);
    return leads_to_function(value) ? leave_piece(v, value->parts[0], piece.offset) : BL_OK;
}

static int compare_slots(const void *a, const void *b)
{
    const struct bl_vtable_slot *x = a;
    const struct bl_vtable_slot *y = b;
    return bl_order(x->offset, y->offset);
}

int bl_vtables_slots(struct bl_vtables *v, uint32_t value, const struct bl_vtable_slot **slots,
                     uint32_t *n, struct bl_error *err)
{
    *slots = NULL;
    *n = v->n_slots = v->n_left = 0;
    if (value >= v->n_globals)
        return bl_fail(err, BL_E_ARGUMENT, "no such global value");
    int status = v->layout ? BL_OK : bl_layout_open(&v->layout, v->module, err);
    if (status == BL_OK)
        status = bl_module_types(v->module, &v->types, err);
    if (status < 0)
        return status;
    if (v->globals[value].initializer != BL_NONE && v->globals[value].kind == BL_GLOBAL_VARIABLE)
        status = leave_piece(v, v->globals[value].initializer, 0);
    while (status == BL_OK && v->n_left > 0)
        status = look_into(v, v->left[--v->n_left]);
    bl_sort(v->slots, v->n_slots, sizeof *v->slots, compare_slots);
    *slots = v->slots;
    *n = v->n_slots;
    if (status == BL_E_LIMIT)
        return bl_fail_at(err, BL_E_LIMIT, "too many constants made of others",
                          v->globals[value].bit_pos);
    return status < 0 ? no_memory_for_vtables(err) : BL_OK;
}

/* ---- Loads ---- */

static int find_loaders(struct bl_vtables *v, struct bl_error *err)
{
    static const char *const names[] = {"llvm.type.checked.load",
                                        "llvm.type.checked.load.relative"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        v->loaders[i] = BL_NONE;
        if (bl_module_find(v->module, bl_view_of(names[i]), &v->loaders[i], err) == BL_E_NOMEM)
            return BL_E_NOMEM;
    }
    v->has_loaders = true;
    return BL_OK;
}

/* INST: pointer to the vtable, offset, type. */
static int add_load(struct bl_vtables *v, struct bl_function *function,
                    const struct bl_instruction *inst)
{
    enum {
        OFFSET = 2,
        TYPE = 3,
    };
    struct bl_metadata *metadata;
    struct bl_checked_load load = {.is_known = false};
    if (inst->n_operands <= TYPE || inst->operands[TYPE].kind != BL_OPERAND_METADATA ||
        inst->operands[OFFSET].kind != BL_OPERAND_VALUE)
        return BL_OK;
    if (bl_function_metadata(function, &metadata, NULL) == BL_E_NOMEM)
        return BL_E_NOMEM;
    const struct bl_constant *offset =
        bl_function_constant(function, (uint32_t)inst->operands[OFFSET].number);
    load.is_known = offset && read_integer(v, offset, &load.offset);
    load.type = type_id_of(metadata, (uint32_t)inst->operands[TYPE].number);
    return bl_append(&v->loads, &v->n_loads, &v->cap_loads, load);
}

int bl_vtables_loads(struct bl_vtables *v, struct bl_function *function,
                     const struct bl_checked_load **loads, uint32_t *n, struct bl_error *err)
{
    struct bl_instruction inst;
    int rc = v->has_loaders ? BL_OK : find_loaders(v, err);
    *loads = NULL;
    *n = v->n_loads = 0;
    if (rc < 0)
        return rc;
    while ((rc = bl_function_next(function, &inst, err)) > 0) {
        if (inst.opcode != BL_OP_CALL || inst.n_operands == 0 ||
            inst.operands[0].kind != BL_OPERAND_VALUE ||
            (inst.operands[0].number != v->loaders[0] && inst.operands[0].number != v->loaders[1]))
            continue;
        if (add_load(v, function, &inst) < 0 || bl_module_lacked(v->module))
            return no_memory_for_vtables(err);
    }
    *loads = v->loads;
    *n = v->n_loads;
    return rc;
}
