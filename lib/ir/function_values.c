/* ir/function_values.c - numbers and types of the values that a body sees
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/function_values.h"

#include "base/grow.h"
#include "base/status.h"
#include "ir/vbr.h"
#include "stream/limit.h"

int bl_function_fail(struct bl_function *f, int status, const char *what, uint64_t bit_pos)
{
    bl_module_fail(f->module, status, what, bit_pos, &f->failure);
    bl_error_push(&f->failure, f->body.block.block_id, f->body.block.bit_pos);
    return status;
}

/* ---- Of the module ---- */

int bl_function_read_module(struct bl_function *f, struct bl_error *err)
{
    const struct bl_types *types;
    uint32_t n_constants = 0;
    int status = bl_module_types(f->module, &types, err);
    bl_implied_types_init(&f->types, types);
    if (status == BL_OK)
        status = bl_module_constants(f->module, &f->module_constants, &n_constants, err);
    if (status < 0)
        return status;
    f->n_globals = f->module->header.n_places;
    if (n_constants > BL_NONE - f->n_globals)
        return bl_fail(err, BL_E_LIMIT, "more values than can be numbered");
    f->n_module_values = f->n_globals + n_constants;
    f->is_relative = f->module->header.version >= 1;
    if (bl_function_make_room(f, f->n_module_values) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for a function");
    for (uint32_t i = 0; i < f->n_globals; i++)
        f->value_types[i] = BL_TYPE_NOT_ASKED;
    for (uint32_t i = 0; i < n_constants; i++)
        f->value_types[f->n_globals + i] = f->module_constants[i].type;
    return BL_OK;
}

int bl_function_read_global(struct bl_function *f, uint32_t value, struct bl_global *global,
                            struct bl_error *err)
{
    *global = (struct bl_global){.value_type = BL_NONE, .type = BL_NONE};
    int status = bl_module_global(f->module, value, global, err);
    bool has_type = global->value_type != BL_NONE || global->type != BL_NONE;
    return has_type && status != BL_E_NOMEM ? BL_OK : status;
}

/* A global value is a pointer to what it is; old records tell that pointer. */
static uint32_t read_global_type(struct bl_function *f, uint32_t value)
{
    struct bl_global global;
    if (bl_module_note(f->module, bl_function_read_global(f, value, &global, NULL)) < 0)
        return BL_NONE;
    if (global.type != BL_NONE)
        return global.type < f->types.n_listed ? global.type : BL_NONE;
    if (global.value_type >= f->types.n_listed)
        return BL_NONE;
    if (bl_type_kind_of(&f->types, global.value_type) == BL_TYPE_POINTER &&
        global.kind == BL_GLOBAL_FUNCTION)
        return global.value_type;
    return bl_derive_pointer(&f->types, global.value_type, global.address_space);
}

/* ---- Of the body ---- */

uint32_t bl_function_type_of(struct bl_function *f, uint32_t value)
{
    if (f->uncertain || value >= f->next_value)
        return BL_NONE;
    if (value >= f->body.first_argument && value - f->body.first_argument < f->body.n_arguments)
        return bl_type_part(&f->types, f->body.type, value - f->body.first_argument + UINT64_C(1));
    if (f->value_types[value] == BL_TYPE_NOT_ASKED)
        f->value_types[value] = read_global_type(f, value);
    return f->value_types[value];
}

int bl_function_make_room(struct bl_function *f, uint32_t n)
{
    if (n >= BL_NONE - f->next_value)
        return BL_E_LIMIT;
    return bl_grow(&f->value_types, &f->cap_value_types, (size_t)f->next_value + n + 1);
}

int bl_function_note_forward(struct bl_function *f, uint32_t value, uint32_t type)
{
    if (f->uncertain || f->failure.status < 0)
        return f->failure.status;
    if (bl_limit_operands(&f->cursor, (uint64_t)f->n_forwards + 1,
                          "more operands that lead ahead than the limit") < 0)
        return bl_function_fail(f, BL_E_LIMIT, f->cursor.what, f->rec->bit_pos);
    if (bl_grow(&f->forwards, &f->cap_forwards, (size_t)f->n_forwards + 1) < 0)
        return bl_function_fail(f, BL_E_NOMEM, "no memory for a function", f->rec->bit_pos);
    f->forwards[f->n_forwards++] =
        (struct bl_forward){.bit_pos = f->rec->bit_pos, .value = value, .type = type};
    return BL_OK;
}

int bl_function_check_forwards(struct bl_function *f)
{
    for (uint32_t i = 0; i < f->n_forwards && !f->uncertain; i++) {
        const struct bl_forward *ahead = &f->forwards[i];
        if (ahead->value >= f->next_value)
            return bl_function_fail(f, BL_E_MISMATCH, "operand that leads to no value",
                                    ahead->bit_pos);
        if (!bl_types_agree(&f->types, bl_function_type_of(f, ahead->value), ahead->type))
            return bl_function_fail(f, BL_E_MISMATCH,
                                    "operand of another type than the value it leads ahead to",
                                    ahead->bit_pos);
    }
    return BL_OK;
}

/* ---- Constants ---- */

/* NULL: VALUE is none. */
static const struct bl_constant *find_constant(const struct bl_function *f, uint32_t value)
{
    if (value < f->n_globals || f->uncertain)
        return NULL;
    if (value < f->n_module_values)
        return &f->module_constants[value - f->n_globals];
    uint32_t own = value - f->body.first_constant;
    return value >= f->body.first_constant && own < f->body.n_constants ? &f->constants.items[own]
                                                                        : NULL;
}

/* Operand 0 of CONSTANT's record. */
static bool read_first(struct bl_function *f, const struct bl_constant *constant, uint64_t *operand)
{
    struct bl_record *rec = &f->constant_rec;
    if (bl_module_note(f->module, bl_constant_read(f->module, constant, rec, NULL)) < 0 ||
        rec->n_ops < 1)
        return false;
    *operand = rec->ops[0];
    return true;
}

bool bl_function_constant_integer(struct bl_function *f, uint32_t value, uint64_t *integer)
{
    const struct bl_constant *constant = find_constant(f, value);
    uint64_t operand;
    *integer = 0;
    if (constant && constant->code == BL_CODE_CONSTANTS_AGGREGATE) {
        if (!read_first(f, constant, &operand) || operand >= BL_NONE)
            return false;
        constant = find_constant(f, (uint32_t)operand);
    }
    if (!constant || constant->code == BL_CODE_CONSTANTS_NULL)
        return constant != NULL;
    if (constant->code == BL_CODE_CONSTANTS_DATA)
        return read_first(f, constant, integer);
    if (constant->code != BL_CODE_CONSTANTS_INTEGER || !read_first(f, constant, &operand))
        return false;
    *integer = (uint64_t)bl_signed_vbr(operand);
    return true;
}

/* ---- The data layout ---- */

/* "A5" among its parts: alloca makes room in address space 5. */
static uint64_t parse_allocation_space(const struct bl_record *rec)
{
    for (uint32_t i = 0; i + 1 < rec->n_ops; i++) {
        bool is_start = i == 0 || rec->ops[i - 1] == '-';
        if (!is_start || rec->ops[i] != 'A')
            continue;
        uint64_t space = 0;
        while (++i < rec->n_ops && rec->ops[i] >= '0' && rec->ops[i] <= '9' && space < 1 << 24)
            space = space * 10 + (rec->ops[i] - '0');
        return space;
    }
    return 0;
}

uint64_t bl_function_allocation_space(struct bl_function *f)
{
    struct bl_module *m = f->module;
    const struct bl_module_header *header = &m->header;
    struct bl_record rec = {0};
    if (m->has_allocation_space)
        return m->allocation_space;
    for (uint32_t i = 0; i < header->n_texts; i++)
        if (header->texts[i].code == BL_CODE_MODULE_DATALAYOUT &&
            bl_module_note(m, bl_module_read_at(m, header->texts[i].bit_pos, &rec, NULL)) >= 0)
            m->allocation_space = parse_allocation_space(&rec);
    m->has_allocation_space = !m->lacked_memory;
    bl_record_release(&rec);
    return m->allocation_space;
}
