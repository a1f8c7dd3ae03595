/* fuzz_summary.c - the summaries of any module, one by one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: whatever a summary refers to can be read; read-only and write-only references are
 * among all; modules are in the list; positions ascend and lie in the block; failures report a
 * cause and stick; a second iterator reports the same. What a link of the module with itself
 * imports is in order, and the same when it is asked for again.
 */
#include "fuzz/each_module.h"
#include "fuzz/mutator.h"

static uint64_t seen; /* so that paths are read */

static uint64_t add(uint64_t sum, uint64_t value)
{
    return (sum ^ value) * UINT64_C(0x100000001B3);
}

static uint64_t add_text(uint64_t sum, struct bl_view text)
{
    for (size_t i = 0; i < text.size && i < FUZZ_MANY; i++)
        sum = add(sum, text.data[i]);
    return sum;
}

/* A hash of all that SUMMARY reports. */
static uint64_t sum_of(const struct bl_summaries *summaries, const struct bl_summary *summary)
{
    struct bl_view name;
    uint64_t guid;
    uint64_t sum = summary->value;
    for (uint32_t i = 0; i < summary->n_ops; i++)
        sum = add(sum, summary->ops[i]);
    for (uint32_t i = 0; i < summary->n_refs; i++)
        sum = add(sum, summary->refs[i]);
    for (uint32_t i = 0; i < summary->n_calls; i++)
        sum = add(sum, summary->calls[i].value + summary->calls[i].frequency);
    for (uint32_t i = 0; i < summary->n_slots; i++)
        sum = add(sum, summary->slots[i].value + summary->slots[i].offset);
    for (uint32_t i = 0; i < FUZZ_MANY && bl_summaries_name(summaries, summary, i, &name); i++)
        sum = add_text(sum, name);
    return bl_summaries_guid(summaries, summary->value, &guid) ? add(sum, guid) : sum;
}

static void check_summary(const struct bl_summary *summary, const struct bl_block *block,
                          uint32_t n_modules)
{
    REQUIRE(summary->module == BL_NONE || summary->module < n_modules);
    REQUIRE((uint64_t)summary->n_read_only + summary->n_write_only <= summary->n_refs);
    REQUIRE(summary->bit_pos >= block->body_pos);
    REQUIRE(summary->bit_pos < block->body_pos + (uint64_t)block->n_words * 32);
    REQUIRE(summary->kind <= BL_SUMMARY_ALIAS && summary->place <= BL_PLACE_BEFORE);
}

/* A hash of all that is reported. */
static uint64_t read_all(struct bl_module *module, uint32_t n_modules)
{
    struct bl_summaries *summaries;
    struct bl_summary summary;
    struct bl_error err;
    uint64_t sum = 0;
    uint64_t at = 0;
    int rc = bl_summaries_open(&summaries, module, &err);
    fuzz_require_cause(rc, &err);
    if (rc <= 0)
        return 0;
    struct bl_block block = bl_summaries_get_info(summaries).block;
    while ((rc = bl_summaries_next(summaries, &summary, &err)) > 0) {
        REQUIRE(summary.bit_pos >= at);
        at = summary.bit_pos;
        check_summary(&summary, &block, n_modules);
        sum = add(sum, sum_of(summaries, &summary));
    }
    fuzz_require_cause(rc, &err);
    REQUIRE(bl_summaries_next(summaries, &summary, NULL) == rc);
    bl_summaries_close(summaries);
    return sum;
}

/* A hash of what module NUMBER of LINK, of two, imports. */
static uint64_t sum_of_imports(struct bl_thin_link *link, uint32_t number)
{
    const struct bl_import *imports;
    uint32_t n;
    uint64_t sum = 0;
    REQUIRE(bl_thin_link_imports(link, number, &imports, &n, NULL) == BL_OK);
    for (uint32_t i = 0; i < n; i++) {
        REQUIRE(imports[i].module < 2);
        REQUIRE(i == 0 || imports[i].module >= imports[i - 1].module);
        sum = add_text(add(sum, imports[i].guid), imports[i].name);
    }
    return sum;
}

static void check_link(struct bl_module *module)
{
    struct bl_thin_link *link;
    struct bl_error err;
    uint32_t number;
    REQUIRE(bl_thin_link_open(&link, NULL) == BL_OK);
    for (uint32_t i = 0; i < 2; i++) {
        fuzz_require_cause(bl_thin_link_add(link, module, &number, &err), &err);
        REQUIRE(number == i);
    }
    uint64_t first = sum_of_imports(link, 0), second = sum_of_imports(link, 1);
    REQUIRE(sum_of_imports(link, 0) == first && sum_of_imports(link, 1) == second);
    bl_thin_link_close(link);
}

static void check_module(struct bl_module *module)
{
    const struct bl_summary_module *modules;
    struct bl_error err;
    uint32_t n_modules;
    fuzz_require_cause(bl_module_paths(module, &modules, &n_modules, &err), &err);
    for (uint32_t i = 0; i < n_modules; i++)
        seen = add_text(seen, modules[i].path);
    uint64_t first = read_all(module, n_modules);
    REQUIRE(read_all(module, n_modules) == first);
    check_link(module);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_each_module(data, size, check_module);
    return 0;
}
