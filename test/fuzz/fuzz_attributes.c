/* fuzz_attributes.c - the attributes of any module, printed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: lists ascend and lie in that of groups; ends of ranges end where they say; every
 * attribute is printed, in both forms, and the same when asked again; so is the list itself;
 * groups with a number have those from 0 on.
 */
#include "fuzz/each_module.h"
#include "fuzz/mutator.h"

static void check_attribute(struct bl_printer *printer, const struct bl_attributes *all,
                            const struct bl_attribute *a)
{
    for (uint32_t at = 0; at < a->n_words;) {
        uint64_t n = all->words[a->first_word + at];
        REQUIRE(n < a->n_words - at);
        at += 1 + (uint32_t)n;
    }
    for (int in_group = 0; in_group < 2; in_group++) {
        struct fuzz_text once = {0};
        struct fuzz_text twice = {0};
        int printed = bl_printer_put_attribute(printer, a, in_group, fuzz_put, &once);
        REQUIRE(bl_printer_put_attribute(printer, a, in_group, fuzz_put, &twice) >= 0);
        fuzz_require_text(printed, &once, &twice);
    }
}

/* Each group of LIST is found by its place; FROM is one of them. */
static void check_place(const struct bl_attributes *all, uint32_t list, uint32_t from)
{
    uint32_t place = all->groups[all->list_groups[from]].place;
    uint32_t n, n_found = 0;
    const uint32_t *groups = bl_attributes_at(all, list, place, &n);
    for (uint32_t k = all->lists[list]; k < all->lists[list + 1]; k++)
        if (all->groups[all->list_groups[k]].place == place) {
            REQUIRE(n_found < n && groups[n_found] == all->list_groups[k]);
            n_found++;
        }
    REQUIRE(n_found == n);
}

static void check_module(struct bl_module *module)
{
    const struct bl_attributes *all;
    const struct bl_attributes *again;
    struct fuzz_printer p;
    struct bl_error err;
    int status = bl_module_attributes(module, &all, &err);
    fuzz_require_cause(status, &err);
    REQUIRE(bl_module_attributes(module, &again, NULL) == status && again == all);
    uint32_t n_printed = 0, n_slots = 0;
    fuzz_open_printer(&p, module);
    for (uint32_t i = 0; i < all->n_groups; i++)
        for (uint32_t k = 0; k < all->groups[i].n && n_printed < FUZZ_MANY; k++, n_printed++)
            check_attribute(p.printer, all, &all->attributes[all->groups[i].first + k]);
    for (uint32_t i = 0; i < all->n_groups; i++)
        n_slots += bl_printer_group_slot(p.printer, i) != BL_NONE;
    for (uint32_t slot = 0; slot <= n_slots; slot++) {
        struct fuzz_text text = {0};
        status = bl_printer_print_attributes(p.printer, slot, fuzz_put, &text, NULL);
        REQUIRE((status == BL_E_ARGUMENT) == (slot == n_slots));
    }
    fuzz_close_printer(&p);
    for (uint32_t i = 0; i < all->n_lists; i++) {
        REQUIRE(all->lists[i] <= all->lists[i + 1]);
        for (uint32_t k = all->lists[i]; k < all->lists[i + 1]; k++)
            REQUIRE(all->list_groups[k] < all->n_groups);
        if (all->lists[i] < all->lists[i + 1])
            check_place(all, i, all->lists[i + 1] - 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_each_module(data, size, check_module);
    return 0;
}
