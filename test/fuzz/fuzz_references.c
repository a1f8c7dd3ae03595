/* fuzz_references.c - which global values of any module use which
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: uses are sorted, each once; they are of values that there are, of a kind that has a
 * name; the same the second time, except what is too much then; failures have a cause. Vtables are
 * those of variables, in order, as their slots are; a slot is a use of that kind.
 */
#include "fuzz/each_module.h"
#include "fuzz/mutator.h"

static bool is_before(const struct bl_reference *a, const struct bl_reference *b)
{
    if (a->to != b->to)
        return a->to < b->to;
    if (a->kind != b->kind)
        return a->kind < b->kind;
    return a->is_within < b->is_within;
}

static uint64_t sum_list(const struct bl_reference *list, uint32_t n)
{
    uint64_t sum = n;
    for (uint32_t i = 0; i < n; i++)
        sum = sum * 31 + list[i].to + list[i].n * 7 + list[i].kind;
    return sum;
}

static void check_value(struct bl_references *references, uint32_t value, uint32_t n_values)
{
    const struct bl_reference *list;
    uint32_t n;
    struct bl_error err;
    int status = bl_references_of(references, value, &list, &n, &err);
    fuzz_require_cause(status, &err);
    for (uint32_t i = 0; i < n; i++) {
        REQUIRE(list[i].from == value && list[i].n > 0 && bl_reference_kind_name(list[i].kind));
        REQUIRE(list[i].to < n_values || list[i].to == BL_CALLED_POINTER ||
                list[i].to == BL_CALLED_ASSEMBLY);
        REQUIRE(i == 0 || is_before(&list[i - 1], &list[i]));
    }
    uint64_t sum = sum_list(list, n);
    int again = bl_references_of(references, value, &list, &n, NULL);
    REQUIRE(again == BL_E_LIMIT || (again == status && sum_list(list, n) == sum));
}

static bool is_slot(struct bl_references *references, const struct bl_vtable *vtable,
                    const struct bl_vtable_slot *slot)
{
    const struct bl_reference *list;
    uint32_t n;
    if (bl_references_of(references, vtable->value, &list, &n, NULL) < 0)
        return true;
    for (uint32_t i = 0; i < n; i++)
        if (list[i].to == slot->function && list[i].kind == BL_REFERENCE_VTABLE_SLOT)
            return true;
    return false;
}

static void check_slots(struct bl_references *references, struct bl_vtables *vtables,
                        const struct bl_vtable *vtable)
{
    const struct bl_vtable_slot *slots;
    uint32_t n;
    struct bl_error err;
    fuzz_require_cause(bl_vtables_slots(vtables, vtable->value, &slots, &n, &err), &err);
    REQUIRE(bl_vtables_has(vtables, vtable->value));
    for (uint32_t i = 0; i < n && i < FUZZ_MANY; i++)
        REQUIRE((i == 0 || slots[i - 1].offset <= slots[i].offset) &&
                is_slot(references, vtable, &slots[i]));
}

static void check_loads(struct bl_module *module, struct bl_vtables *vtables, uint32_t n_values)
{
    struct bl_function *function;
    const struct bl_checked_load *loads;
    uint32_t n;
    struct bl_error err;
    if (bl_function_open(&function, module, BL_NONE, NULL) < 0)
        return;
    for (uint32_t value = 0; value < n_values && value < FUZZ_MANY; value++)
        if (bl_function_load(function, value, NULL) == BL_OK)
            fuzz_require_cause(bl_vtables_loads(vtables, function, &loads, &n, &err), &err);
    bl_function_close(function);
}

static void check_vtables(struct bl_module *module, struct bl_references *references,
                          uint32_t n_values)
{
    struct bl_vtables *vtables;
    struct bl_error err;
    uint64_t flag;
    uint32_t n;
    int status = bl_vtables_open(&vtables, module, &err);
    fuzz_require_cause(status, &err);
    if (status < 0)
        return;
    const struct bl_vtable *list = bl_vtables_list(vtables, &n);
    for (uint32_t i = 0; i < n && i < FUZZ_MANY; i++) {
        REQUIRE(list[i].value < n_values && list[i].visibility <= BL_VCALL_TRANSLATION_UNIT);
        REQUIRE(i == 0 || list[i - 1].value <= list[i].value);
        check_slots(references, vtables, &list[i]);
    }
    REQUIRE(bl_vtables_flag(vtables, &flag, &err) >= 0);
    check_loads(module, vtables, n_values);
    bl_vtables_close(vtables);
}

static void check_module(struct bl_module *module)
{
    struct bl_references *references;
    struct bl_error err;
    uint32_t n;
    int status = bl_references_open(&references, module, &err);
    fuzz_require_cause(status, &err);
    if (status < 0 || bl_module_count(module, &n, NULL) < 0)
        n = 0;
    for (uint32_t value = 0; value < n && value < FUZZ_MANY; value++)
        check_value(references, value, n);
    if (status == BL_OK)
        check_vtables(module, references, n);
    bl_references_close(references);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_each_module(data, size, check_module);
    return 0;
}
