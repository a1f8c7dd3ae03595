/* fuzz_kept_slots.c - numbers of any module, kept and used again, right and wrong ones
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: what is kept reads as it was put; with it parts of the module are the same text as
 * without, in any order; where bytes of it have been changed, it is refused, or text comes out.
 */
#include "base/grow.h"
#include "catalog/slot_list.h"
#include "fuzz/each_module.h"
#include "fuzz/mutator.h"
#include "index/index.h"
#include "support/choice.h"

#include <stdlib.h>
#include <string.h>

enum {
    PIECE_BYTES = 1 << 16,
    N_CHANGED = 6
};

/* What a module has, to be asked for by number. */
struct counts {
    uint32_t n_globals, n_nodes, n_groups, n_types;
    uint64_t stream_bytes;
};

/* ---- Collect ---- */

static void read_body(struct bl_slots *slots, struct bl_function *function, uint32_t value)
{
    struct bl_instruction inst;
    uint32_t n = 0;
    int rc = bl_function_load(function, value, NULL);
    if (rc == BL_OK) {
        bl_slots_begin_body(slots, value);
        while ((rc = bl_function_next(function, &inst, NULL)) > 0)
            bl_slots_add(slots, n++, &inst);
    }
    if (rc == BL_OK)
        bl_slots_end_body(slots, function, n, value);
    else
        bl_slots_number_alone(slots, value);
}

/* False: something is damaged, or no body can be read. */
static bool collect(struct bl_module *module, uint32_t n_globals, struct bl_buffer *buffer)
{
    struct bl_slots *slots;
    struct bl_function *function;
    struct bl_kept_slots kept = {0};
    if (bl_function_open(&function, module, BL_NONE, NULL) < 0)
        return false;
    REQUIRE(bl_slots_open(&slots, module, NULL) == BL_OK);
    bl_slots_begin(slots, &kept);
    for (uint32_t value = 0; value < n_globals; value++)
        read_body(slots, function, value);
    REQUIRE(bl_slots_end(slots, NULL) == BL_OK);
    REQUIRE(bl_slot_list_put(&kept, buffer) == BL_OK);
    bl_slots_close(slots);
    bl_kept_slots_release(&kept);
    bl_function_close(function);
    return buffer->size > 0;
}

/* ---- Print ---- */

static void print_one(struct bl_printer *p, unsigned kind, uint32_t i, struct fuzz_text *text)
{
    int status;
    struct bl_error err;
    bl_printer_limit(p, PIECE_BYTES);
    switch (kind) {
    case 0: status = bl_printer_print_global(p, i, fuzz_put, text, &err); break;
    case 1: status = bl_printer_print_metadata(p, i, fuzz_put, text, &err); break;
    case 2: status = bl_printer_print_attributes(p, i, fuzz_put, text, &err); break;
    case 3: status = bl_printer_print_type(p, i, fuzz_put, text, &err); break;
    default: status = bl_printer_print_closed(p, &i, 1, fuzz_put, text, &err); break;
    }
    REQUIRE(status != BL_E_NOMEM);
    fuzz_require_cause(status, &err);
}

/* Some of each kind: the last first. */
static struct fuzz_text print_some(struct bl_printer *p, const struct counts *counts)
{
    const uint32_t n[] = {counts->n_globals, counts->n_nodes, counts->n_groups, counts->n_types,
                          counts->n_globals};
    struct fuzz_text text = {0};
    for (unsigned kind = 0; kind < sizeof n / sizeof *n; kind++)
        for (uint32_t i = 0; i < FUZZ_FEW && i < n[kind]; i++)
            print_one(p, kind, n[kind] - 1 - (uint32_t)((uint64_t)i * n[kind] / FUZZ_FEW), &text);
    return text;
}

/* Without KEPT_BYTES all is numbered. False: they have been refused. */
static bool print(struct bl_module *module, const struct counts *counts, struct bl_view kept_bytes,
                  struct fuzz_text *text)
{
    struct fuzz_printer p;
    struct bl_slots *slots;
    size_t at;
    enum bl_blx_fault fault;
    int status = BL_OK;
    REQUIRE(bl_slots_open(&slots, module, NULL) == BL_OK);
    if (kept_bytes.data) {
        struct bl_kept_slots kept = bl_slots_to_restore(slots);
        status = bl_slot_list_parse(kept_bytes, counts->n_globals, counts->stream_bytes, &kept, &at,
                                    &fault);
        REQUIRE(status == BL_OK ||
                (status == BL_E_CONTAINER && at <= kept_bytes.size && fault < BL_BLX_N_FAULTS));
        bl_slots_restore(slots, status == BL_OK ? &kept : NULL);
        bl_kept_slots_release(&kept);
    }
    p.slots = slots;
    REQUIRE(bl_printer_open(&p.printer, module, slots, NULL) == BL_OK);
    bl_printer_annotate(p.printer);
    *text = print_some(p.printer, counts);
    if (kept_bytes.data) {
        REQUIRE(bl_slots_complete(slots, NULL) == BL_OK);
        (void)print_some(p.printer, counts);
    }
    fuzz_close_printer(&p);
    return status == BL_OK;
}

/* ---- Wrong ones ---- */

static void change(struct bl_buffer *buffer, struct choice *choice)
{
    for (int i = 0; i < N_CHANGED && buffer->size > 0; i++) {
        uint32_t at = choice_of(choice, (uint32_t)buffer->size, 1).i;
        buffer->data[at] ^= (uint8_t)(1U << choice_of(choice, 8, 1).i);
    }
}

static struct counts count(struct bl_module *module)
{
    struct counts counts = {.stream_bytes = bl_index_stream(module->index)->bytes.size};
    const struct bl_attributes *attributes;
    const struct bl_types *types;
    struct bl_metadata *metadata;
    (void)bl_module_count(module, &counts.n_globals, NULL);
    if (bl_module_attributes(module, &attributes, NULL) >= 0 && attributes)
        counts.n_groups = attributes->n_groups;
    if (bl_module_types(module, &types, NULL) >= 0 && types)
        counts.n_types = types->n;
    (void)bl_module_metadata(module, &metadata, NULL);
    counts.n_nodes = metadata ? bl_metadata_get_counts(metadata).end : 0;
    return counts;
}

static void check(struct bl_module *module)
{
    struct bl_buffer buffer = {0};
    struct fuzz_text plain;
    struct fuzz_text restored;
    struct counts counts = count(module);
    if (!collect(module, counts.n_globals, &buffer))
        return;
    struct bl_view bytes = {.data = buffer.data, .size = buffer.size};
    struct choice choice = choice_by(bytes);
    (void)print(module, &counts, (struct bl_view){0}, &plain);
    REQUIRE(print(module, &counts, bytes, &restored));
    REQUIRE(plain.size == restored.size && plain.hash == restored.hash);
    change(&buffer, &choice);
    (void)print(module, &counts, bytes, &restored);
    bl_drop(buffer.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_each_module(data, size, check);
    return 0;
}
