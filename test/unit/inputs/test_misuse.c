/* test_misuse.c - what no client should do: wrong numbers, names, flags and files are errors
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap.h"
#include "support/corpus.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static struct bl_error err;
static int n_cases;

/* CALL fails, and says why. */
#define REFUSES(call)                                                                 \
    do {                                                                              \
        err = (struct bl_error){.status = 1};                                         \
        int got_ = (call);                                                            \
        cr_expect(got_ < 0 && err.status == got_ && err.what, "%s: %d", #call, got_); \
        n_cases++;                                                                    \
    } while (0)
/* CALL is false, 0 or NULL: there is no such thing. */
#define HAS_NONE(call)                             \
    do {                                           \
        cr_expect(!(call), "there is: %s", #call); \
        n_cases++;                                 \
    } while (0)
/* For all numbers that nothing here has. */
#define EACH_WRONG(n) \
    for (uint32_t n = 0xFFFF, i_##n = 0; i_##n < 3; i_##n++, n = i_##n == 1 ? BL_NONE - 1 : BL_NONE)

static void put(void *context, const char *text, size_t size)
{
    (void)context, (void)text, (void)size;
}

/* What is open of one file. */
struct open {
    char *path;
    struct bl_file *file;
    struct bl_search *search;
    struct bl_found found;
    struct bl_index *index;
    struct bl_module *module;
    struct bl_metadata *metadata;
    struct bl_function *function;
    struct bl_slots *slots;
    struct bl_printer *printer;
    uint32_t body, declaration;
};

static struct open open_all(const char *name)
{
    struct open o = {.path = corpus_path(name), .body = BL_NONE, .declaration = BL_NONE};
    const struct bl_global *globals;
    uint32_t n;
    cr_assert_eq(bl_file_open(&o.file, o.path, 0, &err), BL_OK);
    cr_assert_eq(bl_search_open(&o.search, bl_file_view(o.file), o.path, &err), BL_OK);
    cr_assert_eq(bl_search_next(o.search, &o.found, &err), 1);
    cr_assert_eq(bl_index_open(&o.index, &o.found.stream, &err), BL_OK);
    cr_assert_eq(bl_module_open(&o.module, o.index, bl_module_next(o.index, BL_NONE), &err), BL_OK);
    cr_assert_eq(bl_module_metadata(o.module, &o.metadata, &err), BL_OK);
    cr_assert_eq(bl_module_globals(o.module, &globals, &n, &err), BL_OK);
    for (uint32_t i = 0; i < n; i++)
        if (globals[i].kind == BL_GLOBAL_FUNCTION)
            *(globals[i].is_declaration ? &o.declaration : &o.body) = i;
    cr_assert(o.body != BL_NONE && o.declaration != BL_NONE);
    cr_assert_eq(bl_function_open(&o.function, o.module, o.body, &err), BL_OK);
    cr_assert_eq(bl_slots_open(&o.slots, o.module, &err), BL_OK);
    cr_assert_eq(bl_printer_open(&o.printer, o.module, o.slots, &err), BL_OK);
    return o;
}

static void close_all(struct open *o)
{
    bl_printer_close(o->printer);
    bl_slots_close(o->slots);
    bl_function_close(o->function);
    bl_module_close(o->module);
    bl_index_close(o->index);
    bl_search_close(o->search);
    bl_file_close(o->file);
    free(o->path);
}

/* What is NULL is closed, and what is closed is none. */
Test(misuse, closes_nothing)
{
    struct bl_record record = {0};
    struct bl_query_module module = {0};
    bl_archive_close(NULL);
    bl_ast_close(NULL);
    bl_body_graph_close(NULL);
    bl_call_graph_close(NULL);
    bl_catalog_close(NULL);
    bl_contents_close(NULL);
    bl_file_close(NULL);
    bl_function_close(NULL);
    bl_ideal_close(NULL);
    bl_index_close(NULL);
    bl_inputs_close(NULL);
    bl_layout_close(NULL);
    bl_lower_report_close(NULL);
    bl_metadata_close(NULL);
    bl_module_close(NULL);
    bl_printer_close(NULL);
    bl_query_close(NULL);
    bl_references_close(NULL);
    bl_remarks_close(NULL);
    bl_rewrite_close(NULL);
    bl_search_close(NULL);
    bl_slice_close(NULL);
    bl_slots_close(NULL);
    bl_split_close(NULL);
    bl_stats_close(NULL);
    bl_summaries_close(NULL);
    bl_symbols_close(NULL);
    bl_table_close(NULL);
    bl_thin_link_close(NULL);
    bl_value_users_close(NULL);
    bl_vtables_close(NULL);
    bl_walk_close(NULL);
    bl_writer_close(NULL);
    for (int twice = 0; twice < 2; twice++) {
        bl_record_release(&record);
        bl_query_module_close(&module);
    }
}

/* Numbers of enums that nobody has given out. */
Test(misuse, names_of_nothing)
{
    n_cases = 0;
    EACH_WRONG(n)
    {
        HAS_NONE(bl_attribute_name(n));
        HAS_NONE(bl_calling_convention_name(n));
        HAS_NONE(bl_comdat_selection_name(n));
        HAS_NONE(bl_cpu_name(n));
        HAS_NONE(bl_cpu_usable(n));
        HAS_NONE(bl_di_field_name(n));
        HAS_NONE(bl_dll_storage_name(n));
        HAS_NONE(bl_dwarf_name(n, n));
        HAS_NONE(bl_ir_block_name(n, n));
        HAS_NONE(bl_ir_record_name(n, n));
        HAS_NONE(bl_linkage_name(n));
        HAS_NONE(bl_llvm_block_name(n));
        HAS_NONE(bl_llvm_record_name(n, n));
        HAS_NONE(bl_opcode_name(n));
        HAS_NONE(bl_opcode_calls(n));
        HAS_NONE(bl_ordering_name(n));
        HAS_NONE(bl_predicate_name(n));
        HAS_NONE(bl_property_name(n));
        HAS_NONE(bl_property_is_detail(n));
        HAS_NONE(bl_reference_kind_name(n));
        HAS_NONE(bl_remedy_name(n));
        HAS_NONE(bl_rmw_name(n));
        HAS_NONE(bl_thread_local_name(n));
        HAS_NONE(bl_type_kind_name(n));
        HAS_NONE(bl_unnamed_addr_name(n));
        HAS_NONE(bl_visibility_name(n));
        cr_expect(*bl_status_text((int)n) && *bl_stream_kind_name(n) && *bl_remark_kind_name(n));
    }
    HAS_NONE(bl_sizeof("bl_nothing"));
    cr_expect_eq(n_cases, 3 * 26 + 1);
}

Test(misuse, wrong_numbers)
{
    struct open o = open_all("cxx-g-O2.clang22.bc");
    struct bl_function *function;
    struct bl_block block;
    struct bl_cursor cursor;
    struct bl_body_counts counts;
    struct bl_global global;
    struct bl_record record = {0};
    struct bl_view text;
    struct bl_fact fact;
    struct bl_walk *walk;
    struct bl_module *module;
    struct bl_value_users *users;
    struct bl_references *references;
    struct bl_vtables *vtables;
    struct bl_symbols *symbols;
    struct bl_slice *slice;
    const struct bl_reference *list;
    const struct bl_vtable_slot *slots;
    uint64_t number64;
    uint32_t number, other;
    cr_assert_eq(bl_references_open(&references, o.module, &err), BL_OK);
    cr_assert_eq(bl_vtables_open(&vtables, o.module, &err), BL_OK);
    cr_assert_eq(bl_symbols_open(&symbols, o.module, 0, &err), BL_OK);
    cr_assert_eq(bl_symbols_count(symbols, &number, &err), BL_OK);
    cr_assert_eq(bl_slice_open(&slice, o.module, 0, &err), BL_OK);
    n_cases = 0;
    EACH_WRONG(n)
    {
        REFUSES(bl_module_open(&module, o.index, n, &err));
        REFUSES(bl_module_global(o.module, n, &global, &err));
        REFUSES(bl_module_name(o.module, n, &text, &err));
        REFUSES(bl_module_guid(o.module, n, &number64, &err));
        REFUSES(bl_module_body(o.module, n, &block, &err));
        REFUSES(bl_module_body_pos(o.module, n, &number64, &err));
        REFUSES(bl_function_count(o.module, n, &counts, &err));
        REFUSES(bl_function_load(o.function, n, &err));
        REFUSES(bl_metadata_read(o.metadata, n, &record, &err));
        HAS_NONE(bl_metadata_field_ref(o.metadata, n, BL_DI_SCOPE, &number, &err));
        REFUSES(bl_printer_print_type(o.printer, n, put, NULL, &err));
        REFUSES(bl_printer_print_global(o.printer, n, put, NULL, &err));
        REFUSES(bl_printer_print_metadata(o.printer, n, put, NULL, &err));
        REFUSES(bl_printer_print_attributes(o.printer, n, put, NULL, &err));
        REFUSES(bl_printer_load(o.printer, n, &err));
        REFUSES(bl_references_of(references, n, &list, &number, &err));
        REFUSES(bl_vtables_slots(vtables, n, &slots, &number, &err));
        REFUSES(bl_value_users_open(&users, o.module, n, &err));
        REFUSES(bl_slice_add(slice, n, &err));
        HAS_NONE(bl_slice_has(slice, n));
        HAS_NONE(bl_vtables_has(vtables, n));
        HAS_NONE(bl_symbols_at(symbols, n));
        HAS_NONE(bl_module_constant(o.module, n));
        HAS_NONE(bl_function_constant(o.function, n));
        HAS_NONE(bl_search_fact(o.search, n, &fact));
        HAS_NONE(bl_printer_find_metadata(o.printer, n, &number, &other));
        HAS_NONE(bl_function_value_kind(o.function, n) != BL_VALUE_NONE && n == BL_NONE);
        cr_expect_eq(bl_function_type_of(o.function, n), BL_NONE);
        cr_expect_eq(bl_printer_group_slot(o.printer, n), BL_NONE);
    }
    for (uint32_t n = 0xFFFF, i = 0; i < 2; i++, n = BL_NONE - 1) { /* BL_NONE is the top level */
        REFUSES(bl_index_children(o.index, n, &number, &other, &err));
        REFUSES(bl_index_expand(o.index, n, 1, &err));
        REFUSES(bl_index_cursor(o.index, n, &cursor, &err));
        REFUSES(bl_index_walk(o.index, n, 0, &walk, &err));
        REFUSES(bl_function_open(&function, o.module, n, &err)); /* BL_NONE is no body so far */
    }
    REFUSES(bl_function_load(o.function, o.declaration, &err));
    REFUSES(bl_function_open(&function, o.module, o.declaration, &err));
    REFUSES(bl_printer_load(o.printer, o.declaration, &err));
    REFUSES(bl_slice_parts(o.module, 0, &number, &err));
    cr_expect_eq(n_cases, 95);
    bl_record_release(&record);
    bl_slice_close(slice);
    bl_symbols_close(symbols);
    bl_vtables_close(vtables);
    bl_references_close(references);
    close_all(&o);
}

Test(misuse, wrong_flags_and_names)
{
    struct open o = open_all("thin-b.clang22.bc");
    const struct bl_stream *stream = &o.found.stream;
    const char *const paths[] = {o.path}, *const empty[] = {""};
    struct bl_catalog_options options = {.parts = 1U << 30};
    struct bl_file *file;
    struct bl_module *module;
    struct bl_catalog *catalog;
    struct bl_query *query;
    struct bl_inputs *inputs;
    struct bl_table *table;
    struct bl_walk *walk;
    struct bl_rewrite *rewrite;
    struct bl_slice *slice;
    struct bl_symbols *symbols;
    struct bl_module_info info;
    struct bl_cell cell;
    struct bl_table_info table_info;
    struct bl_column column;
    struct bl_table_problem problem;
    const unsigned flag = 1U << 30;
    const uint32_t no_column = 99999;
    struct bl_table_query by_column = {.columns = &no_column, .n_columns = 1};
    struct bl_table_query by_word = {.word = "x"};
    n_cases = 0;
    REFUSES(bl_file_open(&file, o.path, flag, &err));
    REFUSES(bl_file_open(&file, "no/such/file", 0, &err));
    REFUSES(bl_file_open(&file, "/", 0, &err));
    REFUSES(bl_file_open_fd(&file, -1, 0, 0, 0, &err));
    REFUSES(bl_module_open_file(&module, o.path, NULL, flag, &err));
    REFUSES(bl_module_open_file(&module, o.path, "no such module", 0, &err));
    REFUSES(bl_module_open_file(&module, "/", NULL, 0, &err));
    REFUSES(bl_module_get_info(o.module, flag, &info, &err));
    REFUSES(bl_walk_open(&walk, stream, flag, NULL, &err));
    REFUSES(bl_index_walk(o.index, 0, flag, &walk, &err));
    REFUSES(bl_rewrite_open(&rewrite, stream, flag, &err));
    REFUSES(bl_slice_open(&slice, o.module, flag, &err));
    REFUSES(bl_symbols_open(&symbols, o.module, flag, &err));
    REFUSES(bl_catalog_open(&catalog, o.path, 0, &err));
    REFUSES(bl_catalog_open(&catalog, "no/such/file", 0, &err));
    REFUSES(bl_catalog_build(&catalog, paths, 1, &options, &err));
    REFUSES(bl_query_open(&query, paths, 0, NULL, &err));
    bl_query_close(query);
    REFUSES(bl_inputs_open(&inputs, paths, 0, &err));
    REFUSES(bl_inputs_open(&inputs, empty, 1, &err));
    cr_assert_eq(bl_inputs_open(&inputs, paths, 1, &err), BL_OK);
    REFUSES(bl_table_open(&table, "nothing", inputs, NULL, &err));
    REFUSES(bl_table_open(&table, "", inputs, NULL, &err));
    REFUSES(bl_table_open(&table, "symbols", inputs, &by_column, &err));
    REFUSES(bl_table_open(&table, "symbols", inputs, &by_word, &err));
    cr_assert_eq(bl_table_open(&table, "symbols", inputs, NULL, &err), BL_OK);
    cr_assert_eq(bl_table_next(table, &err), 1);
    EACH_WRONG(n)
    {
        REFUSES(bl_table_cell(table, n, &cell, &err));
        HAS_NONE(bl_table_print(table, n, put, NULL) >= 0);
        HAS_NONE(bl_table_get(n, &table_info));
        HAS_NONE(bl_table_column("symbols", n, &column));
        HAS_NONE(bl_inputs_problem(inputs, n, &problem));
    }
    HAS_NONE(bl_table_find("nothing", &table_info));
    HAS_NONE(bl_table_column("nothing", 0, &column));
    cr_expect_eq(n_cases, 40);
    bl_table_close(table);
    bl_inputs_close(inputs);
    close_all(&o);
}

/* Numbers that a catalog does not have. */
Test(misuse, catalogs)
{
    char *path = corpus_path("thin-b.clang22.bc");
    const char *const paths[] = {path};
    struct bl_catalog_options options = {.parts = BL_CATALOG_SYMBOLS};
    struct bl_catalog *catalog;
    struct bl_catalog_input input;
    struct bl_catalog_module module;
    struct bl_catalog_stream stream;
    struct bl_catalog_symbol symbol;
    struct bl_catalog_problem problem;
    struct bl_catalog_symbols symbols;
    struct bl_catalog_references references;
    struct bl_catalog_contents contents;
    struct bl_source source;
    struct bl_stream loaded;
    struct bl_view name;
    struct bl_query_module opened = {0};
    char text[64];
    cr_assert_eq(bl_catalog_build(&catalog, paths, 1, &options, &err), BL_OK);
    n_cases = 0;
    EACH_WRONG(n)
    {
        REFUSES(bl_catalog_get_input(catalog, n, &input, &err));
        REFUSES(bl_catalog_get_source(catalog, n, &source, &err));
        REFUSES(bl_catalog_get_stream(catalog, n, &stream, &err));
        REFUSES(bl_catalog_get_module(catalog, n, &module, &err));
        REFUSES(bl_catalog_get_symbol(catalog, n, &symbol, &err));
        REFUSES(bl_catalog_get_name(catalog, n, &name, &err));
        REFUSES(bl_catalog_get_problem(catalog, n, &problem, &err));
        REFUSES(bl_catalog_source_path(catalog, n, text, sizeof text, &err));
        REFUSES(bl_catalog_state(catalog, n, false, &err));
        REFUSES(bl_catalog_load(catalog, n, &loaded, &err));
        REFUSES(bl_catalog_symbols_init(&symbols, catalog, n, &err));
        REFUSES(bl_query_module_open(&opened, catalog, n, &err));
        REFUSES(bl_query_module_load(&opened, catalog, n, &err));
        REFUSES(bl_query_module_open_block(&opened, catalog, n, 0, &err));
    }
    REFUSES(bl_catalog_references_init(&references, catalog, 0, BL_NONE, &err));
    REFUSES(bl_catalog_contents_init(&contents, catalog, 0, &err));
    cr_expect_gt(bl_catalog_source_path(catalog, 0, text, 1, &err), 1);
    cr_expect_eq(n_cases, 44);
    bl_catalog_close(catalog);
    free(path);
}
