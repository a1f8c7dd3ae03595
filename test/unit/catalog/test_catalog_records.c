/* test_catalog_records.c - records of a catalog, right and wrong ones
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/load.h"
#include "catalog/catalog.h"
#include "support/catalog_check.h"
#include "support/guard.h"
#include "support/make_catalog.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static bool is_text(struct bl_view view, const char *text)
{
    return view.size == strlen(text) && memcmp(view.data, text, view.size) == 0;
}

/* ---- Right ones, made and opened ---- */

static void expect_sources(const struct bl_catalog *c)
{
    struct bl_catalog_input input;
    struct bl_source source;
    struct bl_catalog_problem problem;
    struct bl_error err;
    cr_assert_eq(bl_catalog_get_input(c, 0, &input, &err), BL_OK, "%s", err.what);
    cr_expect(is_text(input.path, ".") && is_text(input.base, "/none"));
    cr_expect(input.shard == 1 && input.n_shards == 2);

    cr_assert_eq(bl_catalog_get_source(c, 0, &source, &err), BL_OK, "%s", err.what);
    cr_expect(source.kind == BL_SOURCE_DIRECTORY && source.n_streams == 0);
    cr_assert_eq(bl_catalog_get_source(c, 3, &source, &err), BL_OK, "%s", err.what);
    cr_expect(is_text(source.path, "m.bc") && is_text(source.base, "/none"));
    cr_expect(source.kind == BL_SOURCE_MEMBER && source.parent == 2);
    cr_expect(source.size == 2 * SAMPLE_STREAM_BYTES && source.mtime == 1000000007);
    cr_expect(source.first_stream == 1 && source.n_streams == 2);
    cr_expect(source.first_problem == 1 && source.n_problems == 0);
    cr_expect(source.hash.low != 0 && source.hash.high != 0);

    cr_assert_eq(bl_catalog_get_problem(c, 0, &problem, &err), BL_OK, "%s", err.what);
    cr_expect(problem.source == 2 && is_text(problem.path, "(gone.bc)"));
    cr_expect(problem.error.status == BL_E_SYSTEM && problem.error.sys_errno == 2);
    cr_expect(problem.error.has_pos && problem.error.bit_pos == 88);
    cr_expect_str_eq(problem.error.what, "cannot open");
    cr_expect_eq(problem.error.depth, SAMPLE_DEPTH);
    for (uint32_t i = 0; i < SAMPLE_DEPTH; i++)
        cr_expect(problem.error.path[i].block_id == 8 + i &&
                  problem.error.path[i].bit_pos == 32 * i);
}

static void expect_streams(const struct bl_catalog *c)
{
    struct bl_catalog_stream stream;
    struct bl_catalog_module module;
    struct bl_catalog_block block;
    struct bl_error err;
    cr_assert_eq(bl_catalog_get_stream(c, 2, &stream, &err), BL_OK, "%s", err.what);
    cr_expect(stream.source == 3 && is_text(stream.path, "(m.bc)[2]"));
    cr_expect(stream.file_offset == SAMPLE_STREAM_BYTES && stream.size == SAMPLE_STREAM_BYTES);
    cr_expect(stream.kind == BL_STREAM_LLVM_IR && stream.first_module == 3 &&
              stream.n_modules == 0 && stream.first_block == 3 && stream.n_blocks == 0);

    cr_assert_eq(bl_catalog_get_module(c, 2, &module, &err), BL_OK, "%s", err.what);
    cr_expect(module.stream == 1 && module.block == 1 && module.bit_pos == 64);
    cr_expect(is_text(module.producer, "LLVM19.1.7") && is_text(module.source_file, "a.c"));
    cr_expect(is_text(module.triple, "x86_64-pc-linux-gnu"));
    cr_expect(module.epoch == 7 && module.version == 2);
    cr_expect_eq(module.flags, BL_MODULE_SYMTAB | BL_MODULE_OPAQUE_POINTERS);
    cr_expect(module.n_variables == 11 && module.n_functions == 12 && module.n_defined == 1 &&
              module.n_aliases == 13 && module.n_ifuncs == 14 && module.n_comdats == 15);
    cr_expect(module.first_symbol == 4 && module.n_symbols == 2 && module.first_function == 1 &&
              module.n_bodies == 1);

    cr_assert_eq(bl_catalog_get_block(c, 1, &block, &err), BL_OK, "%s", err.what);
    cr_expect(block.block.bit_pos == 128 && block.block.body_pos == 192 &&
              block.block.block_id == 8 && block.block.id_width == 4 && block.block.n_words == 3 &&
              block.parent == 0);
}

static void expect_symbols(const struct bl_catalog *c)
{
    static const struct bl_catalog_symbol symbols[SAMPLE_SYMBOLS] = {
        {.module = 0,
         .flags = BL_SYMBOL_GLOBAL | BL_SYMBOL_EXECUTABLE,
         .visibility = 0,
         .kind = BL_GLOBAL_FUNCTION,
         .value = 5,
         .bit_pos = 128,
         .function = 0,
         .name_size = 5},
        {.module = 0,
         .flags = BL_SYMBOL_WEAK | BL_SYMBOL_TLS,
         .visibility = 2,
         .kind = BL_GLOBAL_VARIABLE,
         .value = 0,
         .bit_pos = 96,
         .function = BL_NONE,
         .name_size = 4},
        {.module = 0,
         .flags = BL_SYMBOL_EXECUTABLE,
         .visibility = 0,
         .kind = 0,
         .value = BL_NONE,
         .bit_pos = 0,
         .function = BL_NONE,
         .name_size = 5},
        {.module = 0,
         .flags = BL_SYMBOL_INDIRECT,
         .visibility = 1,
         .kind = BL_GLOBAL_ALIAS,
         .value = 9,
         .bit_pos = 100,
         .function = BL_NONE,
         .name_size = 6},
        {.module = 2,
         .flags = BL_SYMBOL_UNDEFINED | BL_SYMBOL_GLOBAL,
         .visibility = 0,
         .kind = BL_GLOBAL_FUNCTION,
         .value = 0,
         .bit_pos = 96,
         .function = BL_NONE,
         .name_size = 5},
        {.module = 2,
         .flags = BL_SYMBOL_FLAGS & ~BL_SYMBOL_UNDEFINED,
         .visibility = 0,
         .kind = BL_GLOBAL_FUNCTION,
         .value = 1,
         .bit_pos = 160,
         .function = 1,
         .name_size = 5},
    };
    for (uint32_t i = 0; i < SAMPLE_SYMBOLS; i++) {
        const struct bl_catalog_symbol *e = &symbols[i];
        struct bl_catalog_symbol s;
        struct bl_error err;
        cr_assert_eq(bl_catalog_get_symbol(c, i, &s, &err), BL_OK, "%s", err.what);
        cr_expect(s.module == e->module && s.flags == e->flags && s.visibility == e->visibility &&
                      s.kind == e->kind && s.value == e->value && s.bit_pos == e->bit_pos &&
                      s.function == e->function && s.name_size == e->name_size,
                  "symbol %u", i);
    }
    struct bl_catalog_function function;
    cr_assert_eq(bl_catalog_get_function(c, 1, &function, NULL), BL_OK);
    cr_expect(function.symbol == 5 && function.module == 2 && function.n_words == 2);
    cr_expect(function.hash.low == 5 && function.hash.high == 2);
}

static void with_both(void (*expect)(const struct bl_catalog *))
{
    struct bl_catalog *made = make_sample(NULL);
    struct bl_view index = make_index(made);
    struct bl_catalog *opened;
    cr_assert_eq(bl_catalog_open_bytes(&opened, index, NULL), BL_OK);
    expect(made);
    expect(opened);
    bl_catalog_close(made);
    bl_catalog_close(opened);
    free((void *)(uintptr_t)index.data);
}

Test(catalog_records, sources)
{
    with_both(expect_sources);
}

Test(catalog_records, streams)
{
    with_both(expect_streams);
}

Test(catalog_records, symbols)
{
    with_both(expect_symbols);
}

static void expect_all(const struct bl_catalog *c)
{
    struct bl_error err = {0};
    cr_expect_eq(bl_catalog_check(c, &err), BL_OK, "%s", err.what);
    const char *problem = catalog_check(c, true);
    cr_expect_null(problem, "%s", problem);
}

Test(catalog_records, everything)
{
    with_both(expect_all);
}

/* ---- Wrong ones ---- */

#define FIELD(chunk, type, number, field)                                   \
    (chunk), (number) * sizeof(struct type) + offsetof(struct type, field), \
        sizeof(((struct type *)NULL)->field)
#define INPUT(field) FIELD(BL_BLX_INPT, bl_blx_input, 0, field)
#define SOURCE(number, field) FIELD(BL_BLX_SRCS, bl_blx_source, number, field)
#define PROBLEM(field) FIELD(BL_BLX_PROB, bl_blx_problem, 0, field)
#define STREAM(number, field) FIELD(BL_BLX_STRM, bl_blx_stream, number, field)
#define MODULE(number, field) FIELD(BL_BLX_MODS, bl_blx_module, number, field)
#define SYMBOL(number, field) FIELD(BL_BLX_SYMS, bl_blx_symbol, number, field)
#define FUNCTION(number, field) FIELD(BL_BLX_FUNS, bl_blx_function, number, field)
#define BLOCK(number, field) FIELD(BL_BLX_BLKS, bl_blx_block, number, field)
#define REFERENCE(byte) BL_BLX_BODY, (byte), 1
#define SLOT(byte) BL_BLX_BODY, SAMPLE_REFERENCE_BYTES + SAMPLE_CONTENT_BYTES + (byte), 1
#define SUM(byte) \
    BL_BLX_BODY, SAMPLE_REFERENCE_BYTES + SAMPLE_CONTENT_BYTES + SAMPLE_SLOT_BYTES + (byte), 1
#define CONTENT(byte) BL_BLX_BODY, SAMPLE_REFERENCE_BYTES + (byte), 1
#define UPPER(bits) ((uint64_t)(bits) << BL_BLX_OFFSET_BITS)
#define MINUS(n) (UINT64_MAX - (n) + 1)

/* A number is added to a field; what asking for everything says then (NULL: nothing), and
 * what the check says. */
struct row {
    const char *name;
    enum bl_blx_chunk chunk;
    size_t at, size;
    uint64_t add;
    const char *get, *check;
};

static const struct row rows[] = {
    {"input_path", INPUT(path), 1 << 20, "STRS: something is said", "STRS: something is said"},
    {"input_base_none", INPUT(base), MINUS(5), "INPT: a path that", "INPT: a path that"},
    {"input_shard", INPUT(shard), 2, "INPT: the number", "INPT: the number"},
    {"input_shard_0", INPUT(shard), MINUS(1), "INPT: the number", "INPT: the number"},
    {"input_n_shards", INPUT(n_shards), MINUS(2), "INPT: the number", "INPT: the number"},
    {"source_path", SOURCE(1, path), 1 << 20, "STRS: something is said", "STRS: something is said"},
    {"source_order", SOURCE(1, path), MINUS(14), NULL, "SRCS: out of order"},
    {"source_base", SOURCE(1, base), MINUS(1) << 8, "STRS: something is said",
     "STRS: something is said"},
    {"source_parent", SOURCE(1, parent), 1, "SRCS: the number", "SRCS: the number"},
    {"source_parent_itself", SOURCE(3, parent), 1, "SRCS: the number", "SRCS: the number"},
    {"source_parent_other", SOURCE(3, parent), MINUS(1), NULL, "SRCS: out of order"},
    {"source_kind_0", SOURCE(1, kind), MINUS(1), "SRCS: a value", "SRCS: a value"},
    {"source_kind_5", SOURCE(3, kind), 2, "SRCS: a value", "SRCS: a value"},
    {"source_kind_256_more", SOURCE(3, kind), 256, "SRCS: a value", "SRCS: a value"},
    {"source_link_with_streams", SOURCE(1, kind), 3, "SRCS: contradicts", "SRCS: contradicts"},
    {"source_size", SOURCE(1, size), MINUS(1), NULL, "STRM: contradicts"},
    {"source_first_stream", SOURCE(3, first_stream), 2, "SRCS: the number", "SRCS: the number"},
    {"source_first_stream_wrong", SOURCE(1, first_stream), 1, "SRCS: out of order",
     "SRCS: out of order"},
    {"source_n_streams", SOURCE(3, n_streams), 1, "SRCS: the number", "SRCS: the number"},
    {"source_n_streams_less", SOURCE(3, n_streams), MINUS(1), NULL, "STRM: its size does not fit"},
    {"source_first_problem", SOURCE(2, first_problem), 1, "SRCS: the number", "SRCS: the number"},
    {"source_n_problems", SOURCE(2, n_problems), MINUS(1), "SRCS: out of order",
     "SRCS: out of order"},
    {"problem_source", PROBLEM(source), 2, "PROB: the number", "PROB: the number"},
    {"problem_source_other", PROBLEM(source), 1, NULL, "PROB: contradicts"},
    {"problem_path", PROBLEM(path), 1 << 20, "STRS: something is said", "STRS: something is said"},
    {"problem_what_without_nul", PROBLEM(what), MINUS(13), "PROB: a value", "PROB: a value"},
    {"problem_status_0", PROBLEM(status), 2, "PROB: a value", "PROB: a value"},
    {"problem_status_unknown", PROBLEM(status), MINUS(10), "PROB: a value", "PROB: a value"},
    {"problem_depth", PROBLEM(depth), MINUS(1), "PROB: a value", "PROB: a value"},
    {"problem_depth_beyond_the_path", PROBLEM(depth), 100, "PROB: a value", "PROB: a value"},
    {"problem_steps", PROBLEM(steps), 1 << 20, "STRS: something is said",
     "STRS: something is said"},
    {"problem_has_pos", PROBLEM(has_pos), 1, "PROB: a value", "PROB: a value"},
    {"stream_source", STREAM(1, source), 1, "STRM: the number", "STRM: the number"},
    {"stream_source_other", STREAM(1, source), MINUS(1), NULL, "STRM: contradicts"},
    {"stream_path", STREAM(1, path), 1 << 20, "STRS: something is said", "STRS: something is said"},
    {"stream_file_offset", STREAM(2, file_offset), 1, NULL, "STRM: contradicts"},
    {"stream_file_offset_wraps", STREAM(2, file_offset), MINUS(SAMPLE_STREAM_BYTES + 1),
     "STRM: the number", "STRM: the number"},
    {"stream_size", STREAM(1, size), 65, NULL, "STRM: contradicts"},
    {"stream_size_of_all", STREAM(1, size), 1, NULL, "STRM: contradicts"},
    {"stream_size_of_a_name", STREAM(0, size), MINUS(24), NULL, "SYMS: contradicts"},
    {"stream_size_limit", STREAM(2, size), BL_MAX_CATALOG_STREAM, "STRM: the number",
     "STRM: the number"},
    {"stream_kind", STREAM(0, kind), BL_STREAM_SWIFT_SOURCE_INFO, "STRM: a value", "STRM: a value"},
    {"stream_kind_256_more", STREAM(0, kind), 256, "STRM: a value", "STRM: a value"},
    {"stream_first_module", STREAM(1, first_module), MINUS(1), "STRM: out of order",
     "STRM: out of order"},
    {"stream_first_module_beyond", STREAM(1, first_module), 2, "STRM: the number",
     "STRM: the number"},
    {"stream_n_modules", STREAM(1, n_modules), 1, "STRM: the number", "STRM: the number"},
    {"stream_n_modules_less", STREAM(1, n_modules), MINUS(1), "STRM: out of order",
     "STRM: the number"},
    {"stream_first_block", STREAM(1, first_block), 2, "STRM: the number", "STRM: the number"},
    {"stream_n_blocks", STREAM(0, n_blocks), 1, "STRM: out of order", "STRM: out of order"},
    {"stream_n_sum_bytes", STREAM(1, n_sum_bytes), 1, NULL, "BODY: the number"},
    {"stream_n_sum_bytes_less", STREAM(1, n_sum_bytes), MINUS(1), NULL, "BODY: the number"},
    {"stream_n_sum_bytes_of_first", STREAM(0, n_sum_bytes), 1, NULL, "STRM: the number"},
    {"stream_n_sum_bytes_of_none", STREAM(2, n_sum_bytes), 1, NULL, "STRM: the number"},
    {"sum_cut", SUM(8), 0x80, NULL, "BODY: the number"},
    {"module_stream", MODULE(0, stream), 3, "MODS: the number", "MODS: the number"},
    {"module_stream_other", MODULE(0, stream), 1, NULL, "MODS: contradicts"},
    {"module_n_functions", MODULE(0, n_functions), 15, "MODS: a value", "MODS: a value"},
    {"module_bit_pos", MODULE(0, bit_pos), SAMPLE_STREAM_BYTES * 8 - 64, NULL, "MODS: contradicts"},
    {"module_bit_pos_limit", MODULE(0, bit_pos), UINT64_C(1) << 40, "MODS: the number",
     "MODS: the number"},
    {"module_producer", MODULE(0, producer), 1 << 20, "STRS: something is said",
     "STRS: something is said"},
    {"module_triple", MODULE(1, triple), 1 << 20, "STRS: something is said",
     "STRS: something is said"},
    {"module_source_file", MODULE(2, source_file), 1 << 20, "STRS: something is said",
     "STRS: something is said"},
    {"module_first_symbol", MODULE(2, first_symbol), 3, "MODS: the number", "MODS: the number"},
    {"module_first_symbol_of_none", MODULE(1, first_symbol), MINUS(4), "MODS: out of order",
     "MODS: out of order"},
    {"module_n_symbols", MODULE(0, n_symbols), MINUS(1), "MODS: out of order",
     "MODS: out of order"},
    {"module_n_symbols_more", MODULE(2, n_symbols), 1, "MODS: the number", "MODS: the number"},
    {"module_first_function", MODULE(2, first_function), 1, "MODS: the number", "MODS: the number"},
    {"module_first_function_other", MODULE(2, first_function), MINUS(1), "MODS: out of order",
     "MODS: out of order"},
    {"module_n_bodies", MODULE(2, n_bodies), 1, "MODS: the number", "MODS: the number"},
    {"module_n_bodies_less", MODULE(2, n_bodies), MINUS(1), "FUNS: contradicts",
     "FUNS: its size does not fit"},
    {"module_references", MODULE(0, references), 1, NULL, "MODS: out of order"},
    {"module_references_gap", MODULE(2, references), 1, NULL, "MODS: out of order"},
    {"module_n_reference_bytes", MODULE(2, n_reference_bytes), 1, NULL, "BODY: its size cannot be"},
    {"module_n_reference_bytes_less", MODULE(2, n_reference_bytes), MINUS(1), NULL,
     "BODY: its size cannot be"},
    {"module_n_reference_bytes_lists_less", MODULE(2, n_reference_bytes), MINUS(7), NULL,
     "BODY: its size cannot be"},
    {"module_n_content_bytes", MODULE(2, n_content_bytes), 1, NULL, "BODY: its size cannot be"},
    {"module_n_content_bytes_less", MODULE(2, n_content_bytes), MINUS(1), NULL,
     "BODY: its size cannot be"},
    {"module_n_content_bytes_an_entry_less", MODULE(2, n_content_bytes), MINUS(11), NULL,
     "BODY: its size cannot be"},
    {"module_n_content_bytes_of_none", MODULE(1, n_content_bytes), 1, NULL, "BODY: "},
    {"content_no_hashes", CONTENT(0), MINUS(2), NULL, "BODY: its size cannot be"},
    {"content_n_hashes", CONTENT(0), 100, NULL, "BODY: its size cannot be"},
    {"content_hashes_order", CONTENT(8), 200, NULL, "BODY: out of order"},
    {"content_hashes_equal", CONTENT(16), MINUS(9), NULL, "BODY: out of order"},
    {"content_value", CONTENT(18), 50, NULL, "BODY: the number"},
    {"content_hash", CONTENT(19), 1, NULL, "BODY: the number"},
    {"content_calls_without_body", CONTENT(17), 16, NULL, "BODY: a value"},
    {"content_hash_of_calls", CONTENT(22), 1, NULL, "BODY: the number"},
    {"reference_to", REFERENCE(0), 50, NULL, "BODY: the number"},
    {"reference_to_none", REFERENCE(8), 1, NULL, "BODY: the number"},
    {"reference_to_wraps", REFERENCE(8), 2, NULL, "BODY: the number"},
    {"reference_size", REFERENCE(1), MINUS(1), NULL, "BODY: its size cannot be"},
    {"reference_size_beyond", REFERENCE(1), 100, NULL, "BODY: its size cannot be"},
    {"reference_cut", REFERENCE(2), 2, NULL, "BODY: its size cannot be"},
    {"reference_kind", REFERENCE(6), 20, NULL, "BODY: a value"},
    {"reference_count", REFERENCE(7), MINUS(2), NULL, "BODY: a value"},
    {"reference_order", REFERENCE(4), MINUS(1), NULL, "BODY: "},
    {"module_n_slot_bytes_less", MODULE(2, n_slot_bytes), MINUS(1), NULL,
     "BODY: its size does not fit"},
    {"module_n_slot_bytes_a_node_less", MODULE(2, n_slot_bytes), MINUS(4), NULL,
     "BODY: its size cannot be"},
    {"module_n_slot_bytes", MODULE(2, n_slot_bytes), 1, NULL, "BODY: something is said"},
    {"slot_n_groups", SLOT(0), 100, NULL, "BODY: its size cannot be"},
    {"slot_group_below_0", SLOT(1), 1, NULL, "BODY: the number"},
    {"slot_struct_below_0", SLOT(4), MINUS(1), NULL, "BODY: the number"},
    {"slot_n_module_slots", SLOT(5), 0x7D, NULL, "BODY: "},
    {"slot_n_functions", SLOT(6), 100, NULL, "BODY: its size cannot be"},
    {"slot_function", SLOT(7), 80, NULL, "BODY: the number"},
    {"slot_function_second", SLOT(9), 78, NULL, "BODY: the number"},
    {"slot_n_exceptions_0", SLOT(11), MINUS(1), NULL, "BODY: its size cannot be"},
    {"slot_n_exceptions", SLOT(11), 50, NULL, "BODY: its size cannot be"},
    {"slot_exception_of_the_function", SLOT(13), 1, NULL, "BODY: the number"},
    {"slot_run_of_none", SLOT(15), MINUS(2), NULL, "BODY: the number"},
    {"slot_below_0", SLOT(16), 1, NULL, "BODY: the number"},
    {"slot_beyond", SLOT(20), 4, NULL, "BODY: the number"},
    {"slot_shared_beyond", SLOT(19), 10, NULL, "BODY: the number"},
    {"symbol_name_offset", SYMBOL(0, name), SAMPLE_STREAM_BYTES, NULL, "SYMS: contradicts"},
    {"symbol_name_offset_far", SYMBOL(0, name), UPPER(1) - SAMPLE_STREAM_BYTES, NULL,
     "SYMS: contradicts"},
    {"symbol_name_size", SYMBOL(0, name), UPPER(28), NULL, "SYMS: contradicts"},
    {"symbol_name_long", SYMBOL(0, name), UPPER(BL_BLX_LONG_NAME - 5), "SYMS: a value",
     "SYMS: a value"},
    {"symbol_stored_name_offset", SYMBOL(2, name), 1, NULL, "SYMS: out of order"},
    {"symbol_stored_name_size", SYMBOL(3, name), UPPER(1), NULL, "NAME: something is said"},
    {"symbol_stored_name_long", SYMBOL(2, name), UPPER(BL_BLX_LONG_NAME - 5), NULL,
     "NAME: something is said"},
    {"symbol_stored_name_long_beyond", SYMBOL(2, name), UPPER(BL_BLX_LONG_NAME - 5) + 8,
     "NAME: something is said", "NAME: something is said"},
    {"symbol_stored_name_less", SYMBOL(3, name), MINUS(UPPER(1)), NULL, "SYMS: a hash"},
    {"symbol_bit_pos", SYMBOL(1, place), SAMPLE_STREAM_BYTES * 8, NULL, "SYMS: contradicts"},
    {"symbol_bit_pos_of_assembly", SYMBOL(2, place), 1, NULL, "SYMS: a value"},
    {"symbol_bit_pos_of_body", SYMBOL(0, place), SAMPLE_STREAM_BYTES * 8 - 212, NULL,
     "FUNS: contradicts"},
    {"symbol_flags", SYMBOL(0, place), UPPER(1 << BL_BLX_PLACE_END), "SYMS: a value",
     "SYMS: a value"},
    {"symbol_unseen_in_table", SYMBOL(0, place), UPPER(1 << BL_BLX_UNSEEN_AT), "SYMS: a value",
     "SYMS: a value"},
    {"symbol_visibility", SYMBOL(0, place), UPPER(3 << BL_BLX_VISIBILITY_AT), "SYMS: a value",
     "SYMS: a value"},
    {"symbol_kind", SYMBOL(0, place), UPPER(3 << BL_BLX_KIND_AT), "SYMS: a value", "SYMS: a value"},
    {"symbol_kind_without_body", SYMBOL(0, place), MINUS(UPPER(1 << BL_BLX_KIND_AT)), NULL,
     "FUNS: contradicts"},
    {"symbol_kind_none", SYMBOL(1, place), MINUS(UPPER(1 << BL_BLX_KIND_AT)), NULL,
     "SYMS: a value"},
    {"symbol_in_names", SYMBOL(0, place), UPPER(1 << BL_BLX_IN_NAMES_AT), NULL,
     "SYMS: out of order"},
    {"symbol_hash", SYMBOL(2, hash), 1, NULL, "SYMS: a hash"},
    {"symbol_hash_in_stream", SYMBOL(0, hash), UINT64_C(0x80000000), NULL, "HASH: out of order"},
    {"symbol_value", SYMBOL(2, value), 1, NULL, "SYMS: a value"},
    {"function_symbol", FUNCTION(1, symbol), 1, "FUNS: the number", "FUNS: the number"},
    {"function_symbol_other", FUNCTION(0, symbol), 1, NULL, "FUNS: contradicts"},
    {"function_symbol_of_other_module", FUNCTION(1, symbol), MINUS(4), "FUNS: contradicts",
     "FUNS: contradicts"},
    {"function_n_words", FUNCTION(0, n_words), 100, NULL, "FUNS: contradicts"},
    {"fanout_first", BL_BLX_FANO, 0, 4, 1, NULL, "FANO: contradicts"},
    {"fanout_last", BL_BLX_FANO, 16, 4, 1, NULL, "FANO: contradicts"},
    {"hash_number", BL_BLX_HASH, 0, 4, 6, NULL, "HASH: the number"},
    {"hash_twice", BL_BLX_HASH, 20, 4, MINUS(1), NULL, "HASH: out of order"},
    {"block_bit_pos", BLOCK(1, bit_pos), MINUS(64), NULL, "BLKS: out of order"},
    {"block_bit_pos_limit", BLOCK(2, bit_pos), UINT64_C(1) << 40, "BLKS: the number",
     "BLKS: the number"},
    {"block_body_at", BLOCK(2, body_at), 2000, NULL, "BLKS: contradicts"},
    {"block_id_width", BLOCK(2, id_width), 29, "BLKS: a value", "BLKS: a value"},
    {"block_parent", BLOCK(1, parent), 1, "BLKS: the number", "BLKS: the number"},
    {"block_parent_of_other_stream", BLOCK(2, parent), 1, NULL, "BLKS: contradicts"},
};

static void expect_failure(const char *name, int status, const struct bl_error *err,
                           const char *what)
{
    if (!what) {
        cr_expect_eq(status, BL_OK, "%s: %s", name, err->what);
        return;
    }
    cr_assert_eq(status, BL_E_CONTAINER, "%s: %d, not %s", name, status, what);
    cr_expect(strncmp(err->what, "chunk ", 6) == 0 &&
                  strncmp(err->what + 6, what, strlen(what)) == 0,
              "%s: %s", name, err->what);
    cr_expect(err->has_pos, "%s", name);
}

static void try_row(const struct row *row, struct bl_view index)
{
    struct guard guard = guard_copy(index);
    struct bl_catalog *catalog;
    struct bl_error err = {0};
    uint64_t size;
    uint8_t *field = make_chunk_of(guard.data, row->chunk, &size) + row->at;
    uint64_t value = row->size < 8 ? bl_load_le_partial(field, row->size) : bl_load_le64(field);
    cr_assert_leq(row->at + row->size, size, "%s", row->name);
    make_set(field, row->size, value + row->add);
    make_sums(guard.data, guard.bytes.size);
    cr_assert_eq(bl_catalog_open_bytes(&catalog, guard.bytes, &err), BL_OK, "%s: %s", row->name,
                 err.what);
    int status = catalog_first_failure(catalog, &err);
    expect_failure(row->name, status, &err, row->get);
    status = bl_catalog_check(catalog, &err);
    expect_failure(row->name, status, &err, row->check);
    const char *problem = catalog_check(catalog, true);
    cr_expect_null(problem, "%s: %s", row->name, problem);
    bl_catalog_close(catalog);
    guard_release(&guard);
}

Test(catalog_records, corrupt_fields)
{
    struct bl_catalog *made = make_sample(NULL);
    struct bl_view index = make_index(made);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        try_row(&rows[i], index);
    bl_catalog_close(made);
    free((void *)(uintptr_t)index.data);
}

/* ---- Ranges that overlap ---- */

/* N modules of one stream, of which those of even numbers have all N symbols and the others, bad
 * ones, none: each begins where what the one before it has ends, except the bad ones. */
static struct bl_catalog *make_overlaps(uint32_t n)
{
    struct make_catalog m = {.parts = BL_CATALOG_MODULES | BL_CATALOG_PLACES};
    uint32_t text = make_text(&m, "");
    struct bl_blx_stream *stream = make_record(&m, BL_BLX_STRM);
    MAKE_SET(stream->path, text);
    MAKE_SET(stream->size, SAMPLE_STREAM_BYTES);
    MAKE_SET(stream->n_modules, n);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_blx_module *module = make_record(&m, BL_BLX_MODS);
        MAKE_SET(module->producer, text);
        MAKE_SET(module->triple, text);
        MAKE_SET(module->source_file, text);
        MAKE_SET(module->n_symbols, i % 2 == 0 ? n : 0);
        make_symbol(&m, &(struct make_symbol){.name = "a", .in_names = true, .kind = 1});
    }
    return make_done(&m);
}

/* Who passes over the bad ones meets each symbol once at most. */
Test(catalog_records, overlaps_behind_bad_ones)
{
    enum {
        N = 64
    };
    struct bl_catalog *c = make_overlaps(N);
    uint32_t n_symbols = 0;
    for (uint32_t i = 0; i < N; i++) {
        struct bl_catalog_module module;
        struct bl_error err;
        int status = bl_catalog_get_module(c, i, &module, &err);
        cr_expect(status == BL_OK || status == BL_E_CONTAINER, "%u", i);
        n_symbols += status == BL_OK ? module.n_symbols : 0;
    }
    cr_expect_leq(n_symbols, N);
    bl_catalog_close(c);
}

/* A page of the file's own that is damaged is no way out. */
Test(catalog_records, overlaps_around_a_bad_page)
{
    enum {
        N = 400
    };
    struct bl_catalog *made = make_overlaps(N);
    struct bl_view index = make_index(made);
    struct bl_catalog *c;
    uint64_t size;
    uint32_t n_symbols = 0;
    uint8_t *modules = make_chunk_of((uint8_t *)(uintptr_t)index.data, BL_BLX_MODS, &size);
    modules[size / 2] ^= 1;
    cr_assert_eq(bl_catalog_open_bytes(&c, index, NULL), BL_OK);
    for (uint32_t i = 0; i < N; i++) {
        struct bl_catalog_module module;
        n_symbols += bl_catalog_get_module(c, i, &module, NULL) == BL_OK ? module.n_symbols : 0;
    }
    cr_expect_leq(n_symbols, N);
    bl_catalog_close(c);
    bl_catalog_close(made);
    free((void *)(uintptr_t)index.data);
}

/* ---- A page that is damaged ---- */

/* N streams in one source, and as many symbols, which are functions, in the first N_MODULES. */
static struct bl_catalog *make_many(uint32_t n, uint32_t n_modules)
{
    struct make_catalog m = {.parts = BL_CATALOG_MODULES | BL_CATALOG_PLACES};
    uint32_t text = make_text(&m, "");
    struct bl_blx_source *source = make_record(&m, BL_BLX_SRCS);
    MAKE_SET(source->path, make_text(&m, "/x"));
    MAKE_SET(source->base, text);
    MAKE_SET(source->parent, BL_NONE);
    MAKE_SET(source->kind, BL_SOURCE_FILE);
    MAKE_SET(source->n_streams, n);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_blx_stream *stream = make_record(&m, BL_BLX_STRM);
        MAKE_SET(stream->path, text);
        MAKE_SET(stream->size, SAMPLE_STREAM_BYTES);
        MAKE_SET(stream->first_module, i < n_modules ? i : n_modules);
        MAKE_SET(stream->n_modules, i < n_modules);
        make_symbol(
            &m, &(struct make_symbol){.name = "a", .in_names = true, .kind = BL_GLOBAL_FUNCTION});
        struct bl_blx_function *function = make_record(&m, BL_BLX_FUNS);
        MAKE_SET(function->symbol, i);
    }
    for (uint32_t i = 0; i < n_modules; i++) {
        struct bl_blx_module *module = make_record(&m, BL_BLX_MODS);
        MAKE_SET(module->stream, i);
        MAKE_SET(module->producer, text);
        MAKE_SET(module->triple, text);
        MAKE_SET(module->source_file, text);
        MAKE_SET(module->first_symbol, i * (n / n_modules));
        MAKE_SET(module->n_symbols, n / n_modules);
        MAKE_SET(module->first_function, i * (n / n_modules));
        MAKE_SET(module->n_bodies, n / n_modules);
    }
    return make_done(&m);
}

static int ask_stream(const struct bl_catalog *c, uint32_t number, struct bl_error *err)
{
    struct bl_catalog_stream stream;
    return bl_catalog_get_stream(c, number, &stream, err);
}

static int ask_module(const struct bl_catalog *c, uint32_t number, struct bl_error *err)
{
    struct bl_catalog_module module;
    return bl_catalog_get_module(c, number, &module, err);
}

static int ask_symbol(const struct bl_catalog *c, uint32_t number, struct bl_error *err)
{
    struct bl_catalog_symbol symbol;
    int status = bl_catalog_get_symbol(c, number, &symbol, err);
    cr_expect(status < 0 || symbol.function == number, "%u", number);
    return status;
}

/* Hides what is on it, and nothing else, though searches come to it. */
Test(catalog_records, a_bad_page)
{
    enum {
        N = 400
    };
    static const struct {
        enum bl_blx_chunk chunk;
        uint32_t n_modules;
        int (*ask)(const struct bl_catalog *, uint32_t, struct bl_error *);
    } asked[] = {{BL_BLX_STRM, N, ask_stream},
                 {BL_BLX_MODS, N, ask_module},
                 {BL_BLX_MODS, N, ask_symbol},
                 {BL_BLX_FUNS, N, ask_symbol},
                 {BL_BLX_FUNS, 1, ask_symbol}};
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        struct bl_catalog *made = make_many(N, asked[i].n_modules);
        struct bl_view index = make_index(made);
        struct bl_catalog *c;
        struct bl_error err = {0};
        uint32_t source;
        uint64_t size;
        uint8_t *chunk = make_chunk_of((uint8_t *)(uintptr_t)index.data, asked[i].chunk, &size);
        uint64_t bad = size / 2 / BL_BLX_PAGE_BYTES;
        const char *what = bl_blx_fault_text(asked[i].chunk, BL_BLX_BAD_PAGE);
        cr_assert_gt(size, 2 * (uint64_t)BL_BLX_PAGE_BYTES);
        chunk[size / 2] ^= 1;
        cr_assert_eq(bl_catalog_open_bytes(&c, index, NULL), BL_OK);
        cr_expect_eq(bl_catalog_check_files(c, &source, &err), BL_OK, "%s", err.what);
        for (uint32_t k = 0; k < N; k++) {
            uint64_t record_bytes = bl_blx_record_bytes(asked[i].chunk);
            bool is_good = k * record_bytes / BL_BLX_PAGE_BYTES > bad ||
                           ((k + 1) * record_bytes - 1) / BL_BLX_PAGE_BYTES < bad;
            int status = asked[i].ask(c, k, &err);
            cr_expect_eq(status, is_good ? BL_OK : BL_E_CONTAINER, "%zu: %u: %s", i, k, err.what);
            cr_expect(is_good || strcmp(err.what, what) == 0, "%zu: %u: %s", i, k, err.what);
        }
        cr_expect_eq(bl_catalog_check_files(c, &source, &err), BL_E_CONTAINER);
        cr_expect(source == BL_NONE && strcmp(err.what, what) == 0, "%s", err.what);
        bl_catalog_close(c);
        bl_catalog_close(made);
        free((void *)(uintptr_t)index.data);
    }
}

/* ---- Texts ---- */

Test(catalog_records, paths_that_cannot_be)
{
    static const struct {
        const char *name, *path, *base;
        size_t path_size;
        bool is_right;
    } paths[] = {
        {"relative to a base", "x", "/b", 1, true},
        {"absolute", "/x", "", 2, true},
        {"relative to nothing", "x", "", 1, false},
        {"relative to a relative base", "x", "b", 1, false},
        {"standard input", "-", "", 1, false},
        {"NUL inside", "x\0y", "/b", 3, false},
        {"nothing", "", "", 0, false},
    };
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        struct make_catalog m = {0};
        uint32_t base = make_text(&m, paths[i].base);
        uint32_t path = make_count(&m, BL_BLX_STRS);
        bl_store_le32(make_bytes(&m, BL_BLX_STRS, 4), (uint32_t)paths[i].path_size);
        memcpy(make_bytes(&m, BL_BLX_STRS, paths[i].path_size), paths[i].path, paths[i].path_size);
        struct bl_blx_input *input = make_record(&m, BL_BLX_INPT);
        MAKE_SET(input->path, path);
        MAKE_SET(input->base, base);
        struct bl_catalog *made = make_done(&m);
        struct bl_view index = make_index(made);
        struct bl_catalog *opened;
        struct bl_catalog_input answer;
        struct bl_error err = {0};
        cr_assert_eq(bl_catalog_open_bytes(&opened, index, NULL), BL_OK);
        int status = bl_catalog_get_input(opened, 0, &answer, &err);
        cr_expect_eq(status, paths[i].is_right ? BL_OK : BL_E_CONTAINER, "%s", paths[i].name);
        cr_expect(status == BL_OK || strcmp(err.what, "chunk INPT: a path that cannot be") == 0,
                  "%s", paths[i].name);
        bl_catalog_close(opened);
        bl_catalog_close(made);
        free((void *)(uintptr_t)index.data);
    }
}

/* Lengths that lead out of the chunk, and offsets at its very end. */
Test(catalog_records, texts_beyond_the_end)
{
    struct make_catalog m = {0};
    bl_store_le32(make_bytes(&m, BL_BLX_STRS, 4), UINT32_MAX);
    bl_store_le32(make_bytes(&m, BL_BLX_STRS, 4), 0);
    struct bl_catalog *c = make_done(&m);
    struct bl_view text;
    struct bl_error err;
    cr_expect_eq(bl_catalog_text(c, 4, &text, &err), BL_OK);
    cr_expect_eq(text.size, 0);
    static const uint32_t bad[] = {0, 5, 7, 8, 9, UINT32_MAX - 3, UINT32_MAX};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_expect_eq(bl_catalog_text(c, bad[i], &text, &err), BL_E_CONTAINER, "%u", bad[i]);
        cr_expect_str_eq(err.what, "chunk STRS: something is said to be after its end");
    }
    bl_catalog_close(c);
}
