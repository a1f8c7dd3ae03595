/* ir/module_tables.c - what all of a module refers to
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/module_tables.h"

#include "base/map.h"
#include "base/status.h"
#include "ir/globals.h"

#include <string.h>

/* Of two failures the first one, except that lack of memory is the one to report. */
static int first_failure(int status, int next)
{
    return status >= 0 || next == BL_E_NOMEM ? next : status;
}

int bl_module_tables_read(struct bl_module_tables *t, struct bl_module *m, struct bl_error *err)
{
    *t = (struct bl_module_tables){.module = m};
    struct bl_error failure;
    bl_module_expect_attributes(m);
    int status = bl_module_get_texts(m, &t->info, &failure);
    if (status >= 0)
        status = bl_module_types(m, &t->types, &failure);
    else
        status = first_failure(status, bl_module_types(m, &t->types, NULL));
    int next = bl_module_sound_globals(m, &t->n_listed, status < 0 ? NULL : &failure);
    status = first_failure(status, next);
    (void)bl_module_count(m, &t->n_globals, NULL); /* its failure is that, too */
    next = bl_module_constants(m, &t->constants, &t->n_constants, status < 0 ? NULL : &failure);
    status = first_failure(status, next);
    next =
        bl_module_upgraded_attributes(m, &t->attributes, &t->n_lists, status < 0 ? NULL : &failure);
    status = first_failure(status, next);
    t->has_upgraded_calls = t->attributes->n_lists > t->n_lists;
    if (m->is_as_llvm)
        status = first_failure(status,
                               bl_module_add_intrinsics(m, t->types, status < 0 ? NULL : &failure));
    next = bl_module_comdats(m, &t->comdats, &t->n_comdats, status < 0 ? NULL : &failure);
    status = first_failure(status, next);
    next = bl_module_metadata(m, &t->metadata, status < 0 ? NULL : &failure);
    t->lacks_metadata = next < 0;
    status = first_failure(status, next);
    t->writer = bl_module_llvm(m);
    if (t->metadata)
        t->n_metadata = bl_metadata_get_counts(t->metadata).end;
    if (status == BL_E_NOMEM || bl_module_lacked(m))
        return bl_fail(err, BL_E_NOMEM, "no memory for a module");
    if (status < 0)
        t->failure = failure;
    return BL_OK;
}

/* ---- Shape ---- */

static uint64_t hash_of_kinds(const struct bl_module_tables *t)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < t->types->n; i++) {
        const struct bl_type *type = &t->types->types[i];
        bool is_unnamed = type->name.size == 0;
        hash = bl_map_mix(hash, (uint64_t)type->n_parts << 16 | type->kind << 2 |
                                    type->is_literal << 1 | is_unnamed);
    }
    for (uint32_t i = 0; i < t->n_globals; i++)
        hash = bl_map_mix(hash, bl_kind_of(t, i));
    return hash;
}

struct bl_module_shape bl_module_shape_of(const struct bl_module_tables *t)
{
    return (struct bl_module_shape){
        .n_types = t->types->n,
        .n_globals = t->n_globals,
        .n_constants = t->n_constants,
        .n_comdats = t->n_comdats,
        .n_metadata = t->n_metadata,
        .n_groups = t->attributes->n_groups,
        .n_lists = t->attributes->n_lists,
        .kinds = hash_of_kinds(t),
    };
}

bool bl_module_shapes_equal(const struct bl_module_shape *a, const struct bl_module_shape *b)
{
    return a->n_types == b->n_types && a->n_globals == b->n_globals &&
           a->n_constants == b->n_constants && a->n_comdats == b->n_comdats &&
           a->n_metadata == b->n_metadata && a->n_groups == b->n_groups &&
           a->n_lists == b->n_lists && a->kinds == b->kinds;
}

/* ---- Attributes of calls ---- */

static bool is_constrained(const struct bl_module_tables *t, uint32_t value)
{
    static const char prefix[] = "llvm.experimental.constrained.";
    struct bl_view name;
    (void)bl_module_note(t->module, bl_module_name(t->module, value, &name, NULL));
    return name.size >= strlen(prefix) && memcmp(name.data, prefix, strlen(prefix)) == 0;
}

static bool is_strict_function(const struct bl_module_tables *t, uint32_t value)
{
    return bl_kind_of(t, value) == BL_GLOBAL_FUNCTION &&
           bl_attributes_are_strict(t->attributes, bl_module_attributes_at(t->module, value));
}

uint32_t bl_upgraded_call_attributes(const struct bl_module_tables *t, uint32_t function,
                                     const struct bl_instruction *inst)
{
    uint32_t list = inst->attributes;
    if (!bl_opcode_calls(inst->opcode) || inst->n_operands == 0 || is_strict_function(t, function))
        return list;
    const struct bl_operand *callee = &inst->operands[0];
    bool is_global = callee->kind == BL_OPERAND_VALUE && callee->number < t->n_globals;
    uint32_t value = is_global ? (uint32_t)callee->number : BL_NONE;
    bool is_strict = bl_attributes_are_strict(t->attributes, list) ||
                     (is_global && is_strict_function(t, value));
    if (!is_strict || (is_global && is_constrained(t, value)))
        return list;
    return t->n_lists + (list < t->n_lists ? list : t->n_lists);
}
