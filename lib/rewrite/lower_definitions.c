/* rewrite/lower_definitions.c - intrinsics that become functions of the module
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * LLVM 19 has llvm.ucmp and llvm.scmp: -1, 0 or 1, as the first number is less than the second,
 * equal, or more. LLVM 20 has llvm.minimumnum and llvm.maximumnum: the number, where one is none;
 * -0 is less than +0. The declaration becomes the definition of an internal function. Numbers stay
 * as they are: of a body with its own values nobody else knows.
 *
 * Where vectors and floats are passed depends on what processor a function is for. So one of these
 * gets the attributes that say that, where all functions with bodies have the same.
 */
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "bitleap_function.h"
#include "ir/module.h"
#include "rewrite/lower.h"

#include <string.h>

enum {
    /* As casts and operations are numbered in records. */
    ZEXT = 1,
    BIT_CAST = 11,
    ADD = 0,
    SUB = 1,
    OR = 11
};

static const struct {
    const char *prefix;
    enum bl_other_feature feature;
    bool is_of_floats;
} intrinsics[] = {
    [BL_DEFINES_UCMP] = {"llvm.ucmp.", BL_OTHER_THREE_WAY, false},
    [BL_DEFINES_SCMP] = {"llvm.scmp.", BL_OTHER_THREE_WAY, false},
    [BL_DEFINES_MINIMUM] = {"llvm.minimumnum.", BL_OTHER_MINIMUM, true},
    [BL_DEFINES_MAXIMUM] = {"llvm.maximumnum.", BL_OTHER_MINIMUM, true},
};

/* ---- What functions are for ---- */

/* What decides on where arguments are. */
static const char *const keys[BL_N_PROCESSOR_KEYS] = {"target-cpu", "target-features",
                                                      "use-soft-float", "min-legal-vector-width",
                                                      "prefer-vector-width"};

static void read_processor(const struct bl_attributes *all, uint32_t list,
                           struct bl_processor *found)
{
    uint32_t n = 0;
    const uint32_t *groups =
        list < all->n_lists ? bl_attributes_at(all, list, BL_FUNCTION_INDEX, &n) : NULL;
    *found = (struct bl_processor){0};
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < all->groups[groups[i]].n; k++) {
            const struct bl_attribute *a = &all->attributes[all->groups[groups[i]].first + k];
            for (uint32_t key = 0; key < BL_N_PROCESSOR_KEYS; key++)
                if (a->form == BL_ATTRIBUTE_PAIR && bl_view_is(a->key, keys[key]))
                    found->values[key] = a->value;
        }
}

/* That of all functions with bodies; whether it is the same. */
static int find_processor(struct bl_lower *l)
{
    const struct bl_attributes *all;
    const struct bl_global *globals;
    struct bl_processor other;
    bool has_one = false;
    uint32_t n;
    int status = bl_module_attributes(l->module, &all, l->err);
    if (status >= 0)
        status = bl_module_globals(l->module, &globals, &n, l->err);
    for (uint32_t i = 0; status >= 0 && i < n; i++) {
        if (globals[i].kind != BL_GLOBAL_FUNCTION || globals[i].is_declaration)
            continue;
        read_processor(all, globals[i].attributes, has_one ? &other : &l->processor);
        for (uint32_t key = 0; has_one && key < BL_N_PROCESSOR_KEYS; key++)
            l->has_other_processors |= !bl_view_equal(other.values[key], l->processor.values[key]);
        has_one = true;
    }
    for (uint32_t key = 0; status >= 0 && key < BL_N_PROCESSOR_KEYS; key++)
        l->has_processor |= l->processor.values[key].data != NULL;
    if (status >= 0)
        l->processor_list = all->n_lists;
    for (uint32_t i = 0; status >= 0 && i < all->n_groups; i++)
        if (all->groups[i].id >= l->processor_group)
            l->processor_group = all->groups[i].id + 1;
    return status < 0 ? status : BL_OK;
}

static uint32_t put_text(uint64_t *ops, uint32_t n, struct bl_view text)
{
    for (size_t i = 0; i < text.size; i++)
        ops[n++] = text.data[i];
    ops[n++] = 0;
    return n;
}

int bl_lower_add_processor_group(struct bl_lower *l, uint64_t bit_pos)
{
    uint32_t n = 0;
    if (!bl_lower_has_processor(l))
        return BL_OK;
    uint64_t size = 2;
    for (uint32_t key = 0; key < BL_N_PROCESSOR_KEYS; key++)
        size += l->processor.values[key].size + strlen(keys[key]) + 3;
    if (size > UINT32_MAX || bl_lower_room(l, (uint32_t)size) < 0)
        return bl_fail(l->err, BL_E_NOMEM, "no memory for attributes");
    l->ops[n++] = l->processor_group;
    l->ops[n++] = BL_FUNCTION_INDEX;
    for (uint32_t key = 0; key < BL_N_PROCESSOR_KEYS; key++) {
        if (!l->processor.values[key].data)
            continue;
        l->ops[n++] = BL_ATTRIBUTE_PAIR;
        n = put_text(l->ops, n, bl_view_of(keys[key]));
        n = put_text(l->ops, n, l->processor.values[key]);
    }
    return bl_lower_insert(l, bit_pos, BL_CODE_PARAMATTR_GROUP_ENTRY, l->ops, n);
}

int bl_lower_add_processor_list(struct bl_lower *l, uint64_t bit_pos)
{
    uint64_t group = l->processor_group;
    return bl_lower_has_processor(l)
               ? bl_lower_insert(l, bit_pos, BL_CODE_PARAMATTR_ENTRY, &group, 1)
               : BL_OK;
}

/* ---- Plans ---- */

/* Bits of the integers that are compared in place of floats of KIND; 0: there are none. */
static unsigned bits_of(uint8_t kind)
{
    return kind == BL_TYPE_PPC_FP128 ? 0 : bl_float_bits(kind); /* that is a pair */
}

/* The intrinsic that NAME is; BL_N_DEFINES: none. */
static unsigned which_is(struct bl_view name)
{
    unsigned which = 0;
    while (which < BL_N_DEFINES && !bl_view_begins(name, intrinsics[which].prefix))
        which++;
    return which;
}

static bool is_vector_or_float(const struct bl_lower *l, uint32_t type)
{
    uint8_t kind = type < l->types->n ? l->types->types[type].kind : BL_TYPE_VECTOR;
    return kind != BL_TYPE_INTEGER;
}

int bl_lower_plan_definition(struct bl_lower *l, uint32_t value, const struct bl_global *g)
{
    const struct bl_type *t = g->value_type < l->types->n ? &l->types->types[g->value_type] : NULL;
    struct bl_lower_definition d = {.value = value, .which = (uint8_t)which_is(g->name)};
    if (g->kind != BL_GLOBAL_FUNCTION || d.which == BL_N_DEFINES ||
        l->version < BL_VERSION_WITH_STRTAB || !t || t->kind != BL_TYPE_FUNCTION ||
        t->n_parts != 3 || !bl_lower_needs(l, intrinsics[d.which].feature))
        return BL_OK;
    d.result = l->types->parts[t->first_part];
    d.depends = is_vector_or_float(l, d.result) ||
                is_vector_or_float(l, l->types->parts[t->first_part + 1]);
    if (intrinsics[d.which].is_of_floats) {
        unsigned bits = d.result < l->types->n ? bits_of(l->types->types[d.result].scalar_kind) : 0;
        if (bits == 0)
            return BL_OK;
        d.integer = bl_lower_integer_like(l, d.result, bits);
        if (d.integer == BL_NONE || l->n_new_types > BL_MOST_NEW_TYPES)
            return bl_fail(l->err, BL_E_LIMIT, "more types of intrinsics than the limit");
    }
    int status = l->n_definitions == 0 ? find_processor(l) : BL_OK;
    if (status == BL_OK &&
        bl_append(&l->definitions, &l->n_definitions, &l->cap_definitions, d) < 0)
        return bl_fail(l->err, BL_E_NOMEM, "no memory for intrinsics");
    return status;
}

const struct bl_lower_definition *bl_lower_definition_of(const struct bl_lower *l, uint32_t value)
{
    for (uint32_t i = 0; i < l->n_definitions; i++)
        if (l->definitions[i].value == value)
            return &l->definitions[i];
    return NULL;
}

/* Whether it is up to a function where its arguments are: not where all is passed in memory of its
 * own, or no function is called but by its text. */
static bool has_registers(const struct bl_lower *l)
{
    return !bl_view_begins(l->triple, "nvptx") && !bl_view_begins(l->triple, "r600") &&
           !bl_view_begins(l->triple, "spir");
}

void bl_lower_note_definition(struct bl_lower *l, const struct bl_lower_definition *d,
                              uint64_t bit_pos, struct bl_view name)
{
    (void)bl_lower_note(l, bl_feature_other(intrinsics[d->which].feature), bit_pos, name);
    if (d->depends && l->has_other_processors && has_registers(l) &&
        bl_lower_needs(l, BL_OTHER_PROCESSORS))
        (void)bl_lower_note(l, bl_feature_other(BL_OTHER_PROCESSORS), bit_pos, name);
}

/* ---- Bodies ---- */

/* A record whose values are numbers of the body: parameters are 0 and 1. */
struct body_record {
    uint32_t code, n_ops;
    uint64_t ops[3];
    uint8_t n_values; /* of the operands, these are values */
};

/* Two comparisons, 1 or 0 each, and their difference. */
static size_t compare(const struct bl_lower_definition *d, struct body_record *records)
{
    bool is_signed = d->which == BL_DEFINES_SCMP;
    const struct body_record all[] = {
        {BL_CODE_FUNCTION_INST_CMP2, 3, {0, 1, is_signed ? BL_ICMP_SGT : BL_ICMP_UGT}, 2},
        {BL_CODE_FUNCTION_INST_CAST, 3, {2, d->result, ZEXT}, 1},
        {BL_CODE_FUNCTION_INST_CMP2, 3, {0, 1, is_signed ? BL_ICMP_SLT : BL_ICMP_ULT}, 2},
        {BL_CODE_FUNCTION_INST_CAST, 3, {4, d->result, ZEXT}, 1},
        {BL_CODE_FUNCTION_INST_BINOP, 3, {3, 5, SUB}, 2},
        {BL_CODE_FUNCTION_INST_RET, 1, {6}, 1},
    };
    memcpy(records, all, sizeof all);
    return sizeof all / sizeof *all;
}

/* Of two that are equal the one whose bits are more as a number, which is -0, or less; otherwise
 * the first one if it is less, or more, or the second one is no number. What is none then has
 * been added to itself, which makes it quiet. */
static size_t choose(const struct bl_lower_definition *d, struct body_record *records)
{
    bool is_least = d->which == BL_DEFINES_MINIMUM;
    const struct body_record all[] = {
        {BL_CODE_FUNCTION_INST_CAST, 3, {0, d->integer, BIT_CAST}, 1},
        {BL_CODE_FUNCTION_INST_CAST, 3, {1, d->integer, BIT_CAST}, 1},
        {BL_CODE_FUNCTION_INST_CMP2, 3, {2, 3, is_least ? BL_ICMP_UGT : BL_ICMP_ULT}, 2},
        {BL_CODE_FUNCTION_INST_CMP2, 3, {0, 1, BL_FCMP_OEQ}, 2},
        {BL_CODE_FUNCTION_INST_CMP2, 3, {0, 1, is_least ? BL_FCMP_OLT : BL_FCMP_OGT}, 2},
        {BL_CODE_FUNCTION_INST_CMP2, 3, {1, 1, BL_FCMP_UNO}, 2},
        {BL_CODE_FUNCTION_INST_BINOP, 3, {6, 7, OR}, 2},
        {BL_CODE_FUNCTION_INST_VSELECT, 3, {4, 8, 5}, 3},
        {BL_CODE_FUNCTION_INST_VSELECT, 3, {0, 1, 9}, 3},
        {BL_CODE_FUNCTION_INST_CMP2, 3, {10, 10, BL_FCMP_UNO}, 2},
        {BL_CODE_FUNCTION_INST_BINOP, 3, {10, 10, ADD}, 2},
        {BL_CODE_FUNCTION_INST_VSELECT, 3, {12, 10, 11}, 3},
        {BL_CODE_FUNCTION_INST_RET, 1, {13}, 1},
    };
    memcpy(records, all, sizeof all);
    return sizeof all / sizeof *all;
}

static int write_body(struct bl_lower *l, const struct bl_lower_definition *d, uint64_t bit_pos)
{
    enum {
        ID_WIDTH = 4,
        MOST_RECORDS = 16,
        N_PARAMETERS = 2
    };
    struct body_record records[MOST_RECORDS];
    const uint64_t n_blocks = 1;
    struct bl_writer *writer;
    if (!l->rewrite)
        return BL_OK;
    int status = bl_lower_begin_block(l, BL_BLOCK_FUNCTION, ID_WIDTH, &writer);
    if (status < 0)
        return status;
    size_t n = intrinsics[d->which].is_of_floats ? choose(d, records) : compare(d, records);
    bl_writer_record(writer, BL_CODE_FUNCTION_DECLAREBLOCKS, &n_blocks, 1);
    for (size_t i = 0; i < n; i++) {
        /* Operands are how far back a value is. */
        for (uint32_t k = 0; k < records[i].n_values; k++)
            records[i].ops[k] = N_PARAMETERS + i - records[i].ops[k];
        bl_writer_record(writer, records[i].code, records[i].ops, records[i].n_ops);
    }
    return bl_lower_end_block(l, bit_pos, BL_BLOCK_FUNCTION, ID_WIDTH, writer);
}

/* Readers take one body after the other for the functions that are defined. */
int bl_lower_add_bodies(struct bl_lower *l, uint64_t body, uint64_t bit_pos)
{
    int status = BL_OK;
    uint64_t pos = 0;
    for (; status >= 0 && body != pos && l->body_value < l->n_globals; l->body_value++)
        status = bl_module_body_pos(l->module, l->body_value, &pos, l->err);
    while (status >= 0 && l->next_definition < l->n_definitions &&
           (body == 0 || l->definitions[l->next_definition].value < l->body_value))
        status = write_body(l, &l->definitions[l->next_definition++], bit_pos);
    return status < 0 ? status : BL_OK;
}
