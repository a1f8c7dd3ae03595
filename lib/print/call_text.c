/* print/call_text.c - calls, and shuffles with their masks, as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/call_text.h"

#include "base/status.h"
#include "print/attribute_argument_text.h"
#include "print/attribute_text.h"
#include "print/constant_text.h"
#include "print/text_limit.h"
#include "print/type_text.h"

/* ---- Calls ---- */

enum {
    LAST_WITH_CALLEES_TYPES = 14,
    FIRST_WITHOUT_STRAY_COMMA = 16
};

static const struct bl_type *type_of(const struct bl_body_text *b, uint32_t type)
{
    return type < b->p->loaded.types->n ? &b->p->loaded.types->types[type] : NULL;
}

/* Invokes and calls have the address space of the callee, unless it is 0 as that of all code. */
static void put_address_space(struct bl_body_text *b, const struct bl_instruction *inst)
{
    const struct bl_type *pointer = type_of(b, inst->operands[0].type);
    uint64_t space = pointer && pointer->kind == BL_TYPE_POINTER ? pointer->count : 0;
    if (inst->opcode == BL_OP_CALLBR || (!space && !b->p->code_space))
        return;
    bl_text_numbered(b->t, " addrspace(", space);
    bl_text_char(b->t, ')');
}

/* The type of the result is enough, unless there may be more arguments than the type names. */
static void put_callee_type(struct bl_body_text *b, const struct bl_instruction *inst)
{
    const struct bl_type *function = type_of(b, inst->source_type);
    struct bl_line line = bl_line_begin(b->t);
    bl_line_put(&line, " ");
    bl_line_type(b, &line, function && function->is_vararg ? inst->source_type : inst->type);
    bl_line_put(&line, " ");
    bl_line_end(&line);
}

/* The group of LIST for PLACE, of which LLVM writes one at most; NULL: there is not one, but N. */
static const struct bl_attribute_group *group_at(const struct bl_printer *p, uint32_t list,
                                                 uint32_t place, uint32_t *n)
{
    const uint32_t *groups = NULL;
    *n = 0;
    if (list < p->tables.attributes->n_lists)
        groups = bl_attributes_at(p->tables.attributes, list, place, n);
    return *n == 1 ? &p->tables.attributes->groups[groups[0]] : NULL;
}

/* The number of the attribute byval(T) or the like in GROUP, which may be NULL; BL_NONE: none. */
static uint32_t type_of_memory(struct bl_printer *p, const struct bl_attribute_group *group)
{
    for (uint32_t i = 0; group && i < group->n; i++) {
        bl_printer_work(p, 1);
        if (bl_attribute_is_of_memory(p->tables.attributes->attributes[group->first + i].kind))
            return group->first + i;
    }
    return BL_NONE;
}

/* Up to LLVM 14 calls that lack byval(T) or the like of the function that they name get it. */
static void put_attributes_of_argument(struct bl_printer *p, const struct bl_instruction *inst,
                                       uint32_t of_callee, uint32_t place)
{
    uint32_t n = 0, added = BL_NONE;
    const struct bl_attribute_group *group = NULL;
    if (bl_attribute_places(p, of_callee) & bl_attribute_place(place))
        added = type_of_memory(p, group_at(p, of_callee, place, &n));
    if (added != BL_NONE)
        group = group_at(p, inst->attributes, place, &n);
    if (added != BL_NONE && n <= 1 && type_of_memory(p, group) == BL_NONE)
        bl_put_group_with(p, group, &p->tables.attributes->attributes[added]);
    else if (inst->attributes != BL_NONE)
        bl_put_attributes_of_argument(p, inst->attributes, place, inst->operands[place].type);
}

/* The list of attributes of the function that INST names, if its calls have some of them. */
static uint32_t list_of_callee(const struct bl_printer *p, const struct bl_instruction *inst)
{
    uint64_t callee = inst->operands[0].number;
    bool is_function = p->llvm <= LAST_WITH_CALLEES_TYPES && callee < p->tables.n_globals &&
                       bl_kind_of(&p->tables, callee) == BL_GLOBAL_FUNCTION;
    uint32_t list =
        is_function ? bl_module_attributes_at(p->tables.module, (uint32_t)callee) : BL_NONE;
    return list < p->tables.attributes->n_lists ? list : BL_NONE;
}

static BL_ALWAYS_INLINE void put_call_argument(struct bl_body_text *b, struct bl_line *line,
                                               const struct bl_instruction *inst, uint32_t i,
                                               uint32_t places, uint32_t of_callee)
{
    const struct bl_operand *operand = &inst->operands[i];
    if (BL_UNLIKELY(operand->kind == BL_OPERAND_METADATA))
        bl_line_put(line, "metadata");
    else if (BL_UNLIKELY(operand->kind == BL_OPERAND_BLOCK))
        bl_line_put(line, "label");
    else
        bl_line_type(b, line, operand->type);
    if (places & bl_attribute_place(i)) {
        bl_line_end(line);
        if (of_callee != BL_NONE)
            put_attributes_of_argument(b->p, inst, of_callee, i);
        else
            bl_put_attributes_of_argument(b->p, inst->attributes, i, operand->type);
        *line = bl_line_begin(b->t);
    }
    bl_line_put(line, " ");
    bl_line_bare(b, line, operand);
}

static void put_arguments(struct bl_body_text *b, const struct bl_instruction *inst)
{
    uint32_t places = inst->attributes == BL_NONE ? 0 : bl_attribute_places(b->p, inst->attributes);
    uint32_t of_callee = list_of_callee(b->p, inst);
    if (of_callee != BL_NONE)
        places |= bl_attribute_places(b->p, of_callee);
    struct bl_line line = bl_line_begin(b->t);
    bl_line_put(&line, "(");
    for (uint32_t i = 1; i <= inst->n_arguments && !b->t->is_cut; i++) {
        bl_line_more(&line);
        if (i > 1)
            bl_line_put(&line, ", ");
        put_call_argument(b, &line, inst, i, places, of_callee);
    }
    if (b->is_vararg && (inst->flags & BL_INST_MUSTTAIL)) {
        if (inst->n_arguments || b->p->llvm < FIRST_WITHOUT_STRAY_COMMA)
            bl_line_put(&line, ", ");
        bl_line_put(&line, "...");
    }
    bl_line_put(&line, ")");
    bl_line_end(&line);
}

static void put_bundle(struct bl_body_text *b, const struct bl_instruction *inst,
                       const struct bl_bundle *bundle)
{
    const struct bl_texts *tags = &b->p->tables.info.bundle_tags;
    bl_text_quoted(b->t, bundle->tag < tags->n ? tags->texts[bundle->tag] : (struct bl_view){0});
    bl_text_char(b->t, '(');
    for (uint32_t i = 0; i < bundle->n && !b->t->is_cut; i++) {
        bl_text_comma(b->t, i);
        bl_put_operand(b, &inst->bundle_operands[bundle->first + i]);
    }
    bl_text_char(b->t, ')');
}

static void put_bundles(struct bl_body_text *b, const struct bl_instruction *inst)
{
    if (inst->n_bundles == 0)
        return;
    bl_text_put(b->t, " [ ");
    for (uint32_t i = 0; i < inst->n_bundles && !b->t->is_cut; i++) {
        bl_text_comma(b->t, i);
        put_bundle(b, inst, &inst->bundles[i]);
    }
    bl_text_put(b->t, " ]");
}

static void put_destinations(struct bl_body_text *b, const struct bl_instruction *inst)
{
    const struct bl_operand *blocks = inst->operands + inst->n_arguments + 1;
    uint32_t n = inst->n_operands - inst->n_arguments - 1;
    if (n == 0)
        return;
    bl_text_put(b->t, "\n          to ");
    bl_put_operand(b, &blocks[0]);
    bool is_invoke = inst->opcode == BL_OP_INVOKE;
    bl_text_put(b->t, is_invoke ? " unwind " : " [");
    for (uint32_t i = 1; i < n && !b->t->is_cut; i++) {
        bl_text_comma(b->t, i - 1);
        bl_put_operand(b, &blocks[i]);
    }
    if (!is_invoke)
        bl_text_char(b->t, ']');
}

void bl_put_call(struct bl_body_text *b, const struct bl_instruction *inst)
{
    if (inst->n_operands <= inst->n_arguments)
        return; /* damaged */
    if (inst->calling_convention) {
        bl_text_char(b->t, ' ');
        bl_put_calling_convention(b->p, inst->calling_convention);
    }
    if (inst->attributes != BL_NONE)
        bl_put_attributes_at(b->p, inst->attributes, BL_RETURN_INDEX);
    put_address_space(b, inst);
    put_callee_type(b, inst);
    bl_put_operand_value(b, inst->operands[0].number);
    put_arguments(b, inst);
    if (inst->attributes != BL_NONE)
        bl_put_attribute_slot(b->p, inst->attributes);
    put_bundles(b, inst);
    put_destinations(b, inst);
}

/* ---- Shuffles ---- */

/* Constant VALUE of the module or the body; NULL: it is none. */
static const struct bl_constant *find_constant(const struct bl_printer *p, uint64_t value)
{
    uint64_t i = value - p->tables.n_globals;
    if (i < p->tables.n_constants)
        return &p->tables.constants[i];
    i = value - p->loaded.body->first_constant;
    return i < p->loaded.body->n_constants ? &p->loaded.body->constants[i] : NULL;
}

static bool is_undefined(uint32_t code)
{
    return code == BL_CODE_CONSTANTS_UNDEF || code == BL_CODE_CONSTANTS_POISON;
}

enum {
    MOST_LANES = 1 << 16,
    NO_LANE = -1,
};

/* Lanes that a mask takes, NO_LANE for any. */
struct mask {
    int64_t *lanes;
    uint32_t n;
};

static int64_t lane_of(struct bl_printer *p, uint64_t value)
{
    const struct bl_constant *constant = find_constant(p, value);
    uint64_t bits;
    if (constant && is_undefined(constant->code))
        return NO_LANE;
    return bl_constant_bits(p, value, &bits) ? (int64_t)(uint32_t)bits : NO_LANE;
}

/* From a constant's record; lanes of a NULL are 0, as they are. */
static void read_mask(struct bl_printer *p, const struct bl_constant *constant, struct mask *mask)
{
    struct bl_record rec = {0};
    if (is_undefined(constant->code)) {
        for (uint32_t i = 0; i < mask->n; i++)
            mask->lanes[i] = NO_LANE;
    } else if (constant->code != BL_CODE_CONSTANTS_NULL &&
               bl_module_note(p->tables.module,
                              bl_constant_read(p->tables.module, constant, &rec, NULL)) >= 0) {
        for (uint32_t i = 0; i < mask->n && i < rec.n_ops; i++)
            mask->lanes[i] = constant->code == BL_CODE_CONSTANTS_AGGREGATE
                                 ? lane_of(p, rec.ops[i])
                                 : (int64_t)(uint32_t)rec.ops[i];
    }
    bl_record_release(&rec);
}

static bool are_all(const struct mask *mask, int64_t lane)
{
    for (uint32_t i = 0; i < mask->n; i++)
        if (mask->lanes[i] != lane)
            return false;
    return true;
}

static void put_lanes(struct bl_body_text *b, const struct mask *mask)
{
    const char *any = b->p->llvm >= 17 ? "poison" : "undef";
    if (are_all(mask, 0)) {
        bl_text_put(b->t, "zeroinitializer");
        return;
    }
    if (are_all(mask, NO_LANE)) {
        bl_text_bytes(b->t, any, strlen(any));
        return;
    }
    for (uint32_t i = 0; i < mask->n && !b->t->is_cut; i++) {
        bl_text_put(b->t, i ? ", i32 " : "<i32 ");
        if (mask->lanes[i] == NO_LANE)
            bl_text_bytes(b->t, any, strlen(any));
        else
            bl_text_i64(b->t, mask->lanes[i]);
    }
    bl_text_char(b->t, '>');
}

void bl_put_shufflevector(struct bl_body_text *b, const struct bl_instruction *inst)
{
    const struct bl_operand *operand = &inst->operands[2];
    const struct bl_type *type = type_of(b, operand->type);
    const struct bl_constant *constant = find_constant(b->p, operand->number);
    bl_text_char(b->t, ' ');
    bl_put_operand(b, &inst->operands[0]);
    bl_text_put(b->t, ", ");
    bl_put_operand(b, &inst->operands[1]);
    bl_text_put(b->t, ", ");
    struct mask mask = {.n = type && type->count <= MOST_LANES ? (uint32_t)type->count : 0};
    if (mask.n && constant)
        mask.lanes = bl_arena_take(&b->p->loaded.code.arena, mask.n * sizeof *mask.lanes);
    if (!mask.lanes) {
        bl_put_operand(b, operand);
        return;
    }
    read_mask(b->p, constant, &mask);
    bl_put_type(b->p, operand->type);
    bl_text_char(b->t, ' ');
    put_lanes(b, &mask);
}
