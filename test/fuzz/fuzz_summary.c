/* fuzz_summary.c - the summaries of any module, one by one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: whatever a summary refers to can be read; read-only and write-only references are among all;
 * modules are in the list; failures stick; a second iterator tells the same number of records.
 */
#include "fuzz/each_module.h"

static uint64_t sum; /* so that what is read is used */

static void check_summary(const struct bl_summaries *summaries, const struct bl_summary *summary,
                          uint32_t n_modules)
{
    struct bl_view name;
    REQUIRE(summary->module == BL_NONE || summary->module < n_modules);
    REQUIRE((uint64_t)summary->n_read_only + summary->n_write_only <= summary->n_refs);
    for (uint32_t i = 0; i < summary->n_ops; i++)
        sum += summary->ops[i];
    for (uint32_t i = 0; i < summary->n_refs; i++)
        sum += summary->refs[i];
    for (uint32_t i = 0; i < summary->n_calls; i++)
        sum += summary->calls[i].value + summary->calls[i].frequency;
    for (uint32_t i = 0; i < summary->n_slots; i++)
        sum += summary->slots[i].value + summary->slots[i].offset;
    for (uint32_t i = 0; bl_summaries_name(summaries, summary, i, &name); i++)
        for (size_t at = 0; at < name.size && at < FUZZ_MANY; at++)
            sum += name.data[at];
}

static uint64_t count(struct bl_module *module, uint32_t n_modules)
{
    struct bl_summaries *summaries;
    struct bl_summary summary;
    uint64_t n = 0;
    int rc;
    if (bl_summaries_open(&summaries, module, NULL) <= 0)
        return 0;
    while ((rc = bl_summaries_next(summaries, &summary, NULL)) > 0) {
        check_summary(summaries, &summary, n_modules);
        n++;
    }
    REQUIRE(bl_summaries_next(summaries, &summary, NULL) == rc);
    bl_summaries_close(summaries);
    return n;
}

static void check_module(struct bl_module *module)
{
    const struct bl_summary_module *modules;
    uint32_t n_modules;
    (void)bl_module_paths(module, &modules, &n_modules, NULL);
    for (uint32_t i = 0; i < n_modules; i++)
        for (size_t at = 0; at < modules[i].path.size; at++)
            sum += modules[i].path.data[at];
    REQUIRE(count(module, n_modules) == count(module, n_modules));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_each_module(data, size, check_module);
    return 0;
}
