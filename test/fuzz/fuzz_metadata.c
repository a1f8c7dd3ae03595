/* fuzz_metadata.c - metadata and constants of any module, read and printed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: strings lie in the stream; a number is a string, or a node, or neither, and stays so;
 * the fields of a node lie in its record; whatever can be read can be printed, the same when asked
 * again, and asked for in any order; constants are read where their list says.
 */
#include "bitleap_debug.h"
#include "fuzz/choosy.h"
#include "fuzz/each_module.h"
#include "fuzz/mutator.h"
#include "ir/metadata.h"

/* Of the input at hand. */
static const uint8_t *stream_start, *stream_end;
static struct choice *choice;
static struct fuzz_printer printing;

/* From any node outwards: it comes to an end, at what it should. */
static void check_scopes(struct bl_metadata *md, uint32_t number)
{
    struct bl_view name, directory;
    struct bl_record rec = {0};
    struct bl_error err;
    struct bl_debug_location at = {.inlined_at = number};
    uint32_t subprogram, n = 0;
    int rc = bl_debug_subprogram(md, number, &subprogram, &err);
    fuzz_require_cause(rc < 0 ? rc : BL_OK, &err);
    REQUIRE((rc == 1) == (subprogram != BL_NONE));
    if (rc > 0) {
        REQUIRE(bl_metadata_read(md, subprogram, &rec, NULL) == BL_OK);
        REQUIRE(rec.code == BL_CODE_METADATA_SUBPROGRAM);
    }
    bl_record_release(&rec);
    rc = bl_debug_file(md, number, &name, &directory, &err);
    fuzz_require_cause(rc < 0 ? rc : BL_OK, &err);
    REQUIRE(rc != 0 || name.size + directory.size == 0);
    struct fuzz_text text = {0};
    fuzz_require_cause(bl_debug_type_print(md, number, fuzz_put, &text, &err), &err);
    while ((rc = bl_debug_next_inlined(md, &at, &err)) > 0)
        REQUIRE(at.n_outer == ++n);
    fuzz_require_cause(rc, &err);
}

static void check_node(struct bl_metadata *md, uint32_t number, struct bl_record *rec)
{
    struct bl_metadata_node node;
    struct fuzz_text once = {0};
    struct fuzz_text twice = {0};
    if (bl_metadata_read(md, number, rec, NULL) < 0)
        return;
    bl_metadata_fields(rec, &node);
    REQUIRE(node.n_fields <= BL_METADATA_MAX_FIELDS);
    for (uint32_t i = 0; i < node.n_fields; i++)
        REQUIRE(node.fields[i].op <= rec->n_ops &&
                node.fields[i].n_ops <= rec->n_ops - node.fields[i].op);
    for (unsigned id = 0; id < BL_DI_END; id++) {
        struct bl_metadata_field f;
        const struct bl_metadata_field *found = bl_metadata_find_field(&node, id);
        REQUIRE(bl_record_field(rec, id, &f) == (found != NULL));
        REQUIRE(!found || (f.value == found->value && f.op == found->op));
    }
    check_scopes(md, number);
    int status = bl_printer_put_node(printing.printer, number, fuzz_put, &once);
    REQUIRE(bl_printer_put_node(printing.printer, number, fuzz_put, &twice) >= 0);
    fuzz_require_text(status, &once, &twice);
}

static void check_numbers(struct bl_metadata *md)
{
    struct bl_metadata_counts counts = bl_metadata_get_counts(md);
    struct bl_record rec = {0};
    struct bl_view view;
    REQUIRE(counts.first <= counts.end && counts.n_strings <= counts.end - counts.first);
    struct chosen c = choice_of(choice, fuzz_most(counts.end - counts.first), 2 * FUZZ_FEW);
    for (; c.i < c.end; c.i++) {
        uint32_t number = counts.end - 1 - c.i;
        int rc = bl_metadata_string(md, number, &view, NULL);
        /* STRING_OLD records are copied. */
        if (rc > 0 && view.size && bl_metadata_read(md, number, &rec, NULL) == BL_E_ARGUMENT)
            REQUIRE(view.data >= stream_start && view.data + view.size <= stream_end);
        if (rc == 0)
            check_node(md, number, &rec);
    }
    REQUIRE(bl_metadata_string(md, counts.end, &view, NULL) == 0);
    bl_record_release(&rec);
}

/* Values that a constant is made of are operands of its record. */
static void check_parts(const struct bl_record *rec)
{
    uint64_t part;
    uint32_t n = 0;
    while (bl_constant_part(rec, n, &part)) {
        bool found = false;
        for (uint32_t i = 0; i < rec->n_ops && !found; i++)
            found = rec->ops[i] == part;
        REQUIRE(found);
        if (++n == FUZZ_MANY / 8)
            break;
    }
    REQUIRE(n <= rec->n_ops);
    REQUIRE(n == 0 || bl_constant_has_parts(rec->code));
}

/* CONSTANT is VALUE. */
static void check_constant(struct bl_module *module, const struct bl_constant *constant,
                           uint32_t value, struct bl_record *rec)
{
    struct fuzz_text once = {0};
    struct fuzz_text twice = {0};
    int rc = bl_constant_read(module, constant, rec, NULL);
    REQUIRE(rc == BL_OK || rc == BL_E_LIMIT);
    REQUIRE(rc < 0 || (rec->code == constant->code && rec->bit_pos == constant->bit_pos));
    int status = bl_printer_put_value(printing.printer, value, fuzz_put, &once);
    REQUIRE(bl_printer_put_value(printing.printer, value, fuzz_put, &twice) >= 0);
    fuzz_require_text(status, &once, &twice);
    if (rc == BL_OK)
        check_parts(rec);
}

static void check_constants(struct bl_module *module)
{
    const struct bl_constant *constants;
    uint32_t n, n_globals;
    struct bl_record rec = {0};
    (void)bl_module_count(module, &n_globals, NULL);
    (void)bl_module_constants(module, &constants, &n, NULL);
    struct chosen c = choice_of(choice, n < FUZZ_MANY / 8 ? n : FUZZ_MANY / 8, 1);
    for (; c.i < c.end; c.i++)
        check_constant(module, &constants[n - 1 - c.i], n_globals + n - 1 - c.i, &rec);
    bl_record_release(&rec);
}

static void check_module(struct bl_module *module)
{
    struct bl_metadata *md;
    (void)bl_module_metadata(module, &md, NULL);
    fuzz_open_printer(&printing, module);
    if (md)
        check_numbers(md);
    check_constants(module);
    fuzz_close_printer(&printing);
    struct bl_view name;
    REQUIRE(bl_metadata_kind_name(module, 0, &name, NULL) >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stream_start = data;
    stream_end = data + size;
    struct choice by_input;
    choice = fuzz_choice(&by_input, (struct bl_view){.data = data, .size = size});
    fuzz_each_module(data, size, check_module);
    return 0;
}
