/* fuzz_attributes.c - the attributes of any module, printed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: groups lie in the list of attributes, lists in that of groups, ends of ranges in that of
 * words; lists ascend; everything can be printed in both forms.
 */
#include "fuzz/each_module.h"

static uint32_t n_attributes; /* behind the last one of any group */

static void check_group(const struct bl_attributes *all, const struct bl_types *types,
                        const struct bl_attribute_group *group)
{
    struct fuzz_text text = {0};
    for (uint32_t i = 0; i < group->n; i++) {
        const struct bl_attribute *a = &all->attributes[group->first + i];
        for (uint32_t at = 0; at < a->n_words;) {
            uint64_t n = all->words[a->first_word + at];
            REQUIRE(n < a->n_words - at);
            at += 1 + (uint32_t)n;
        }
        bl_attribute_print(all, a, types, false, fuzz_put, &text);
        bl_attribute_print(all, a, types, true, fuzz_put, &text);
    }
    if (group->first + group->n > n_attributes)
        n_attributes = group->first + group->n;
}

static void check_module(struct bl_module *module)
{
    const struct bl_attributes *all;
    const struct bl_types *types;
    (void)bl_module_types(module, &types, NULL);
    (void)bl_module_attributes(module, &all, NULL);
    for (uint32_t i = 0; i < all->n_groups && i < FUZZ_MANY; i++)
        check_group(all, types, &all->groups[i]);
    for (uint32_t i = 0; i < all->n_lists; i++) {
        REQUIRE(all->lists[i] <= all->lists[i + 1]);
        for (uint32_t k = all->lists[i]; k < all->lists[i + 1]; k++)
            REQUIRE(all->list_groups[k] < all->n_groups);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_each_module(data, size, check_module);
    return 0;
}
