/* test_module_info.c - what modules say of themselves, and which LLVM knows their records
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/build_module.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OVER_32_BITS (UINT64_C(1) << 32)

static void expect_text(struct bl_view text, const char *expected)
{
    cr_expect(text.size == strlen(expected) &&
                  (text.size == 0 || memcmp(text.data, expected, text.size) == 0),
              "'%.*s', not '%s'", (int)text.size, (const char *)text.data, expected);
}

static void expect_end(const char *text, const char *expected, ptrdiff_t row)
{
    size_t n = text ? strlen(text) : 0;
    size_t n_end = strlen(expected);
    cr_expect(n >= n_end && strcmp(text + n - n_end, expected) == 0, "row %td: %s", row, text);
}

static int read_facts(struct bl_writer *w, unsigned flags,
                      void (*check)(const struct bl_module_info *), struct bl_error *err)
{
    struct bl_stream stream = build_stream(w);
    struct bl_index *index;
    struct bl_module *module;
    struct bl_module_info facts;
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    cr_assert_eq(bl_module_open(&module, index, bl_module_next(index, BL_NONE), NULL), BL_OK);
    int status = bl_module_get_info(module, flags, &facts, err);
    check(&facts);
    bl_module_close(module);
    bl_index_close(index);
    return status;
}

/* ---- Facts ---- */

static void check_everything(const struct bl_module_info *f)
{
    expect_text(f->producer, "LLVM99");
    expect_text(f->triple, "x86_64-linux");
    expect_text(f->data_layout, "e-m:e");
    expect_text(f->assembly, "nop");
    expect_text(f->source_file, "a.c");
    cr_assert(f->sections.n == 2 && f->gcs.n == 1 && f->libraries.n == 1);
    expect_text(f->sections.texts[1], "two");
    expect_text(f->gcs.texts[0], "gc");
    expect_text(f->libraries.texts[0], "m");
    cr_assert(f->sync_scopes.n == 2 && f->bundle_tags.n == 1 && f->metadata_kinds.n == 1);
    expect_text(f->sync_scopes.texts[0], "one");
    expect_text(f->sync_scopes.texts[1], "");
    expect_text(f->bundle_tags.texts[0], "tag");
    expect_text(f->metadata_kinds.texts[0], "dbg");
    cr_expect(f->version == 2 && f->epoch == 0);
    cr_expect(f->n_variables == 1 && f->n_functions == 2 && f->n_defined == 1);
    cr_expect_eq(f->flags, BL_MODULE_OPAQUE_POINTERS | BL_MODULE_DEBUG_INFO | BL_MODULE_THIN_LTO);
    cr_expect(f->has_hash && f->hash[0] == 1 && f->hash[4] == 5);
    cr_expect(f->needs_llvm == 20 && f->known_llvm == 22);
    cr_expect_str_eq(f->needs_what, "summary version 12");
}

/* What no LLVM up to 22 reads, whatever its codes are. */
static void check_epoch(const struct bl_module_info *f)
{
    cr_expect(f->needs_llvm == 23 && f->known_llvm == 0);
    cr_expect_str_eq(f->needs_what, "epoch 1");
}

static void check_version(const struct bl_module_info *f)
{
    cr_expect(f->needs_llvm == 23 && f->known_llvm == 0);
    cr_expect_str_eq(f->needs_what, "module version 3");
}

static void check_usual(const struct bl_module_info *f)
{
    cr_expect_eq(f->needs_llvm, 0);
}

Test(facts, tell_of_epochs_and_versions_of_no_known_llvm)
{
    enum {
        IDENTIFICATION = 13,
        MODULE = 8,
        WIDTH = 4
    };
    static const struct {
        uint64_t epoch, version;
        void (*check)(const struct bl_module_info *);
    } rows[] = {{0, 2, check_usual},
                {1, 2, check_epoch},
                {0, 3, check_version},
                {OVER_32_BITS, 2, check_usual},
                {OVER_32_BITS | 1, 2, check_epoch}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = build_begin();
        bl_writer_enter(w, IDENTIFICATION, WIDTH);
        bl_writer_record(w, 2, BUILD_OPS(rows[i].epoch));
        bl_writer_exit(w);
        bl_writer_enter(w, MODULE, WIDTH);
        bl_writer_record(w, 1, BUILD_OPS(rows[i].version));
        bl_writer_exit(w);
        cr_expect_eq(read_facts(w, 0, rows[i].check, NULL), BL_OK);
        bl_writer_close(w);
    }
}

static void check_no_hash(const struct bl_module_info *f)
{
    cr_expect(!f->has_hash && f->hash[0] == 0);
    cr_expect_str_eq(f->needs_what, "summary version 4294967305");
}

Test(facts, are_not_cut_to_32_bits)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    module_begin(&b, w, 2);
    bl_writer_enter(w, 20, 4);
    bl_writer_record(w, 10, BUILD_OPS(OVER_32_BITS | 9));
    bl_writer_exit(w);
    bl_writer_record(w, 17, BUILD_OPS(1, 2, 3, 4, OVER_32_BITS | 5));
    module_end(&b);
    cr_expect_eq(read_facts(w, 0, check_no_hash, NULL), BL_OK);
    bl_writer_close(w);
}

static void write_names(struct bl_writer *w, uint32_t block_id, const char *name)
{
    bl_writer_enter(w, block_id, 4);
    build_text_record(w, 1, name);
    if (block_id == 26)
        build_text_record(w, 1, "");
    bl_writer_exit(w);
}

Test(facts, of_everything)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    module_begin(&b, w, 2);
    bl_writer_enter(w, 17, 4);
    bl_writer_record(w, 25, BUILD_OPS(0)); /* OPAQUE_POINTER */
    bl_writer_exit(w);
    build_text_record(w, 2, "x86_64-linux");
    build_text_record(w, 3, "e-m:e");
    build_text_record(w, 4, "nop");
    build_text_record(w, 5, "one");
    build_text_record(w, 5, "two");
    build_text_record(w, 6, "m");
    build_text_record(w, 11, "gc");
    build_text_record(w, 16, "a.c");
    module_value(&b, "v", 7, BUILD_OPS(0, 2, 1, 0));
    module_value(&b, "f", 8, BUILD_OPS(0, 0, 0, 0));
    module_value(&b, "g", 8, BUILD_OPS(0, 0, 1, 0));
    bl_writer_enter(w, 22, 4);
    bl_writer_record(w, 6, BUILD_OPS(0, 'd', 'b', 'g'));
    bl_writer_exit(w);
    bl_writer_enter(w, 15, 4);
    bl_writer_record(w, 20, BUILD_OPS(1)); /* COMPILE_UNIT */
    bl_writer_exit(w);
    write_names(w, 21, "tag");
    write_names(w, 26, "one");
    module_body(&b, 1);
    bl_writer_enter(w, 20, 4);
    bl_writer_record(w, 10, BUILD_OPS(12));
    bl_writer_exit(w);
    bl_writer_record(w, 17, BUILD_OPS(1, 2, 3, 4, 5));
    module_end(&b);
    module_strtab(&b);
    cr_expect_eq(read_facts(w, 0, check_everything, NULL), BL_OK);
    bl_writer_close(w);
}

static void check_before_damage(const struct bl_module_info *f)
{
    expect_text(f->triple, "t");
    cr_expect_eq(f->n_variables, 0);
}

/* As snprintf(): the whole length, however little room there is. */
Test(facts, cut_a_producer_to_the_room_there_is)
{
    static const struct {
        size_t size;
        const char *text;
    } rows[] = {{0, "xxxxxxxx"}, {1, ""}, {2, "L"}, {6, "LLVM9"}, {7, "LLVM99"}, {8, "LLVM99"}};
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 13, 5);
    build_text_record(w, 1, "LLVM99");
    bl_writer_record(w, 2, BUILD_OPS(0));
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[] = "xxxxxxxx";
        cr_expect_eq(bl_stream_producer(&stream, text, rows[i].size, NULL), 6, "row %zu", i);
        cr_expect_str_eq(text, rows[i].text, "row %zu", i);
    }
    bl_writer_close(w);
}

Test(facts, before_damage)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    struct bl_error err;
    module_begin(&b, w, 2);
    build_text_record(w, 2, "t");
    uint64_t at = bl_writer_pos(w);
    bl_writer_fixed(w, 9, 4); /* an abbreviation that is not defined */
    bl_writer_align32(w);
    module_end(&b);
    cr_expect_eq(read_facts(w, 0, check_before_damage, &err), BL_E_MALFORMED);
    cr_expect_eq(err.bit_pos, at);
    bl_writer_close(w);
}

/* An abbreviation that is not defined, in a block ID. Returns where. */
static uint64_t write_damaged(struct bl_writer *w, uint32_t id)
{
    bl_writer_enter(w, id, 4);
    uint64_t at = bl_writer_pos(w);
    bl_writer_fixed(w, 9, 4);
    bl_writer_align32(w);
    bl_writer_exit(w);
    return at;
}

static void check_any(const struct bl_module_info *f)
{
    cr_expect_eq(f->version, 2);
}

/* Of two damaged blocks, the first one is reported. */
Test(facts, of_the_first_damage)
{
    static const struct {
        uint32_t first, second;
    } rows[] = {{17, 11}, {26, 21}, {12, 20}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct module_build b;
        struct bl_writer *w = build_begin();
        struct bl_error err;
        module_begin(&b, w, 2);
        module_value(&b, "f", 8, BUILD_OPS(0, 0, 0, 0));
        uint64_t at = write_damaged(w, rows[i].first);
        (void)write_damaged(w, rows[i].second);
        module_end(&b);
        module_strtab(&b);
        cr_expect_eq(read_facts(w, BL_INFO_DEEP, check_any, &err), BL_E_MALFORMED);
        cr_expect_eq(err.bit_pos, at, "row %zu", i);
        bl_writer_close(w);
    }
}

/* ---- Which LLVM ---- */

static void check_nothing_new(const struct bl_module_info *f)
{
    cr_expect_eq(f->needs_llvm, 0);
    cr_expect_null(f->needs_what);
}

static void check_body(const struct bl_module_info *f)
{
    cr_expect(f->needs_llvm == 17 && f->known_llvm == 19);
    cr_expect_str_eq(f->needs_what, "FUNCTION_BLOCK code 61 (DEBUG_RECORD_VALUE)");
}

static void check_attribute(const struct bl_module_info *f)
{
    cr_expect(f->needs_llvm == 20 && f->known_llvm == 22);
    cr_expect_str_eq(f->needs_what, "attribute kind 102 (captures)");
}

static void check_attribute_of_no_reader(const struct bl_module_info *f)
{
    cr_expect(f->needs_llvm == 23 && f->known_llvm == 0);
    cr_expect_str_eq(f->needs_what, "attribute kind 95 (hybrid_patchable)");
}

static void check_future(const struct bl_module_info *f)
{
    cr_expect(f->needs_llvm == 23 && f->known_llvm == 0);
    cr_expect_str_eq(f->needs_what, "TYPE_BLOCK code 40");
}

Test(facts, what_is_needed)
{
    static const struct {
        uint64_t attribute, type;
        unsigned flags;
        void (*check)(const struct bl_module_info *);
    } rows[] = {
        {1, 2, 0, check_nothing_new},
        {1, 2, BL_INFO_DEEP, check_body},
        {102, 2, BL_INFO_DEEP, check_attribute},
        {95, 2, BL_INFO_DEEP, check_attribute_of_no_reader},
        {102, 40, BL_INFO_DEEP, check_future},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct module_build b;
        struct bl_writer *w = build_begin();
        module_begin(&b, w, 2);
        bl_writer_enter(w, 10, 4);
        bl_writer_record(w, 3, BUILD_OPS(1, 1, 0, rows[i].attribute));
        bl_writer_exit(w);
        bl_writer_enter(w, 17, 4);
        bl_writer_record(w, (uint32_t)rows[i].type, NULL, 0);
        bl_writer_exit(w);
        module_value(&b, "f", 8, BUILD_OPS(0, 0, 0, 0));
        bl_writer_enter(w, 12, 4);
        bl_writer_record(w, 61, BUILD_OPS(1));
        bl_writer_exit(w);
        module_end(&b);
        module_strtab(&b);
        (void)read_facts(w, rows[i].flags, rows[i].check, NULL);
        bl_writer_close(w);
    }
}

/* After blocks inside a body, too. */
Test(facts, what_is_needed_behind_a_block)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    module_begin(&b, w, 2);
    module_value(&b, "f", 8, BUILD_OPS(0, 0, 0, 0));
    bl_writer_enter(w, 12, 4);
    bl_writer_record(w, 1, BUILD_OPS(1));
    bl_writer_enter(w, 11, 4);
    bl_writer_exit(w);
    bl_writer_record(w, 10, NULL, 0);
    bl_writer_record(w, 61, BUILD_OPS(1));
    bl_writer_exit(w);
    module_end(&b);
    module_strtab(&b);
    (void)read_facts(w, BL_INFO_DEEP, check_body, NULL);
    bl_writer_close(w);
}

/* What attribute memory reports kinds of memory that LLVM 20 does not know. */
static const struct memory_row {
    uint64_t integer;
    unsigned least;
    const char *what;
} memory_rows[] = {
    {0x15, 16, "attribute kind 86 (memory)"},                      /* read */
    {UINT64_C(1) << 56 | 0x055, 16, "attribute kind 86 (memory)"}, /* read, by LLVM 21 */
    {UINT64_C(1) << 56 | 0x555, 16, "attribute kind 86 (memory)"}, /* read */
    {UINT64_C(1) << 56 | 0x001, 16, "attribute kind 86 (memory)"}, /* argmem: read */
    {UINT64_C(1) << 56 | 0x020, 16, "attribute kind 86 (memory)"}, /* errnomem: write */
    {UINT64_C(1) << 56 | 0x545, 21, "86 (memory), errnomem"},      /* read, errnomem: none */
    {UINT64_C(1) << 56 | 0xFDF, 21, "86 (memory), errnomem"},      /* readwrite, errnomem: read */
    {UINT64_C(1) << 56 | 0x100, 22, "86 (memory), target_mem"},    /* target_mem0: read */
    {UINT64_C(1) << 56 | 0x800, 22, "86 (memory), target_mem"},    /* target_mem1: write */
};

static const struct memory_row *memory_row;

static void check_memory_row(const struct bl_module_info *f)
{
    const struct memory_row *row = memory_row;
    cr_expect_eq(f->needs_llvm, row->least, "row %td: LLVM %u", row - memory_rows, f->needs_llvm);
    expect_end(f->needs_what, row->what, row - memory_rows);
}

Test(facts, what_memory_needs)
{
    for (size_t i = 0; i < sizeof memory_rows / sizeof *memory_rows; i++) {
        struct module_build b;
        struct bl_writer *w = build_begin();
        memory_row = &memory_rows[i];
        module_begin(&b, w, 2);
        bl_writer_enter(w, 10, 4);
        bl_writer_record(w, 3, BUILD_OPS(1, UINT32_MAX, 1, 86, memory_row->integer));
        bl_writer_exit(w);
        module_end(&b);
        module_strtab(&b);
        cr_expect_eq(read_facts(w, 0, check_memory_row, NULL), BL_OK);
        bl_writer_close(w);
    }
}

/* What records of block BLOCK must have to need LEAST. */
struct operand_row {
    uint32_t block, code;
    uint64_t ops[24];
    uint32_t n_ops;
    unsigned least;
    const char *what; /* the end of it */
};

static const struct operand_row operand_rows[] = {
    {12, 3, {1, 0, 12}, 3, 0, NULL},
    {12, 3, {1, 0, 13}, 3, 20, "CAST), ptrtoaddr"},
    {12, 3, {0, 13, 13, 12}, 4, 0, NULL}, /* leads ahead: a type follows */
    {12, 3, {UINT32_MAX, 0, 0, 13}, 4, 20, "ptrtoaddr"},
    {12, 3, {1, 0, 14}, 3, 23, "cast newer than LLVM 22"},
    {12, 3, {1, 0, 1, 1}, 4, 17, "CAST), flags"},
    {12, 19, {0, 0, 0, 0}, 4, 0, NULL},
    {12, 19, {0, 0, 0, 0, 5}, 5, 15, "ALLOCA), address space"},
    {12, 28, {1, 2, 32}, 3, 0, NULL},
    {12, 28, {1, 2, 32, 1}, 4, 20, "CMP2), flags of icmp"},
    {12, 28, {1, 2, 1, 1}, 4, 0, NULL}, /* of fcmp */
    {12, 43, {1, 0, 1}, 3, 0, NULL},
    {12, 43, {4, 0, 1}, 3, 17, "GEP), nuw"},
    {12, 43, {7, 0, 1}, 3, 0, NULL}, /* with inbounds */
    {12, 55, {0, 1, 2}, 3, 0, NULL},
    {12, 55, {0, 1, 0x80000000, 2}, 4, 20, "BUNDLE), metadata"},
    {12, 59, {2, 1, 12, 0, 2, 1, 1}, 7, 0, NULL},
    {12, 59, {2, 1, 13, 0, 2, 1, 1}, 7, 15, "RMW), fmax or fmin"},
    {12, 59, {2, 0, 13, 12, 0, 2, 1, 1}, 8, 0, NULL},
    {12, 59, {2, 0, 1, 16, 0, 2, 1, 1}, 8, 16, "uinc_wrap or udec_wrap"},
    {12, 59, {2, 1, 17, 0, 2, 1, 1}, 7, 20, "usub_cond or usub_sat"},
    {12, 59, {2, 1, 19, 0, 2, 1, 1}, 7, 20, "fmaximum or fminimum"},
    {12, 59, {2, 1, 21, 0, 2, 1, 1}, 7, 23, "operation newer than LLVM 22"},
    {11, 11, {12, 0, 1}, 3, 0, NULL},
    {11, 11, {13, 0, 1}, 3, 20, "CE_CAST), ptrtoaddr"},
    {15, 7, {0, 1, 2, 3, 0, 0}, 6, 0, NULL},
    {15, 7, {0, 1, 2, 3, 0, 0, 0, 0}, 8, 20, "LOCATION) of more than 6 operands"},
    {15, 17, {0}, 13, 0, NULL},
    {15, 17, {0}, 14, 14, "DERIVED_TYPE) of more than 13 operands"},
    {15, 17, {0}, 15, 17, "DERIVED_TYPE) of more than 14 operands"},
    {15, 17, {1}, 13, 0, NULL}, /* distinct */
    {15, 17, {2}, 15, 20, "DERIVED_TYPE), size as metadata"},
    {15, 17, {3}, 15, 20, "DERIVED_TYPE), size as metadata"},
    {15, 18, {0}, 21, 0, NULL},
    {15, 18, {0}, 22, 14, "COMPOSITE_TYPE) of more than 21 operands"},
    {15, 31, {0}, 7, 0, NULL},
    {15, 31, {0}, 8, 14, "IMPORTED_ENTITY) of more than 7 operands"},
    {15, 41, {0}, 8, 0, NULL},
    {15, 41, {0}, 9, 14, "STRING_TYPE) of more than 8 operands"},
    {15, 41, {1}, 9, 14, "STRING_TYPE) of more than 8 operands"},
    {15, 41, {2}, 9, 20, "STRING_TYPE), size as metadata"},
    {15, 40, {0, 1, 2, 3, 4}, 5, 0, NULL},
    {15, 40, {0, 1, 2, 3, 4, 5}, 6, 20, "LABEL) of more than 5 operands"},
};

/* The row that is being looked at. */
static const struct operand_row *operand_row;

static void check_operand_row(const struct bl_module_info *f)
{
    const struct operand_row *row = operand_row;
    cr_expect_eq(f->needs_llvm, row->least, "row %td: LLVM %u", row - operand_rows, f->needs_llvm);
    if (row->what)
        expect_end(f->needs_what, row->what, row - operand_rows);
}

Test(facts, what_operands_need)
{
    for (size_t i = 0; i < sizeof operand_rows / sizeof *operand_rows; i++) {
        struct module_build b;
        struct bl_writer *w = build_begin();
        operand_row = &operand_rows[i];
        module_begin(&b, w, 2);
        if (operand_row->block == 12)
            module_value(&b, "f", 8, BUILD_OPS(0, 0, 0, 0));
        bl_writer_enter(w, operand_row->block, 4);
        bl_writer_record(w, operand_row->code, operand_row->ops, operand_row->n_ops);
        bl_writer_exit(w);
        module_end(&b);
        module_strtab(&b);
        (void)read_facts(w, BL_INFO_DEEP, check_operand_row, NULL);
        bl_writer_close(w);
    }
}

Test(facts, flags_that_are_none)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_index *index;
    struct bl_module *module;
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    cr_assert_eq(bl_module_open(&module, index, bl_module_next(index, BL_NONE), NULL), BL_OK);
    for (unsigned flags = BL_INFO_DEEP | 2; flags > 1; flags <<= 1) {
        struct bl_module_info facts;
        struct bl_symbols *symbols;
        struct bl_error err;
        cr_expect_eq(bl_module_get_info(module, flags, &facts, &err), BL_E_ARGUMENT);
        cr_expect_str_eq(err.what, "flags that are not possible here");
        cr_expect_eq(bl_symbols_open(&symbols, module, flags, &err), BL_E_ARGUMENT);
        cr_expect_null(symbols);
    }
    bl_module_close(module);
    bl_index_close(index);
    bl_writer_close(w);
}
