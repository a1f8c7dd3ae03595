/* fuzz_references.c - which global values of any module use which
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: uses are sorted, each once; they are of values that there are, of a kind that has a
 * name; the same the second time, but for what is too much then; failures have a cause.
 */
#include "fuzz/each_module.h"

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
    bl_references_close(references);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_each_module(data, size, check_module);
    return 0;
}
