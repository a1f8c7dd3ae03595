/* unit/tables/test_tables.c - tables for clients: what there is, conditions, rows, batches
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap_print.h"
#include "bitleap_search.h"
#include "bitleap_tables.h"

#include <criterion/criterion.h>
#include <string.h>

static const char thin[] = "corpora/small/thin-b.clang22.bc";

static struct bl_inputs *open_inputs(const char *path)
{
    struct bl_inputs *inputs;
    struct bl_error err;
    cr_assert_eq(bl_inputs_open(&inputs, &path, 1, &err), BL_OK, "%s", path);
    return inputs;
}

static struct bl_table *open_table(struct bl_inputs *inputs, const char *name,
                                   const struct bl_table_query *query)
{
    struct bl_table *table;
    struct bl_error err;
    cr_assert_eq(bl_table_open(&table, name, inputs, query, &err), BL_OK, "%s", name);
    return table;
}

static uint64_t count(struct bl_inputs *inputs, const char *name,
                      const struct bl_table_query *query)
{
    struct bl_table *table = open_table(inputs, name, query);
    uint64_t n = 0;
    while (bl_table_next(table, NULL) > 0)
        n++;
    cr_expect_eq(bl_table_next(table, NULL), 0, "the end stays the end");
    bl_table_close(table);
    return n;
}

static uint32_t column_of(const char *table, const char *name)
{
    struct bl_column column;
    for (uint32_t i = 0; bl_table_column(table, i, &column); i++)
        if (strcmp(column.name, name) == 0)
            return i;
    cr_assert_fail("%s has no %s", table, name);
    return 0;
}

Test(tables, describes_themselves)
{
    struct bl_table_info info, again;
    struct bl_column column;
    uint32_t n = 0;
    for (; bl_table_get(n, &info); n++) {
        cr_expect(info.summary && info.summary[0], "%s", info.name);
        cr_expect(bl_table_find(info.name, &again) && strcmp(again.name, info.name) == 0);
        for (uint32_t i = 0; i < info.n_columns; i++) {
            cr_assert(bl_table_column(info.name, i, &column));
            cr_expect(column.name[0] && column.summary && column.summary[0], "%s.%s", info.name,
                      column.name);
            cr_expect(strlen(column.name) < sizeof column.name - 1, "%s", column.name);
        }
        cr_expect_not(bl_table_column(info.name, info.n_columns, &column));
    }
    cr_expect_eq(n, 17);
    cr_expect(bl_table_find("bitcode_symbols", &info) && strcmp(info.name, "symbols") == 0);
    cr_expect_not(bl_table_find("bitcode_", &info));
    cr_expect_not(bl_table_find("symbol", &info));
    cr_expect_not(bl_table_column("nonsense", 0, &column));
    cr_assert(bl_table_column("functions", column_of("functions", "op_add"), &column));
    cr_expect_eq(column.type, BL_COLUMN_INTEGER);
    cr_assert(bl_table_column("records", column_of("records", "bits"), &column));
    cr_expect_str_eq(column.unit, "bit");
}

Test(tables, have_the_rows_that_are_asked_for)
{
    struct bl_inputs *inputs = open_inputs(thin);
    cr_expect_eq(count(inputs, "symbols", NULL), 7);
    static const struct {
        struct bl_table_query query;
        uint64_t n;
    } rows[] = {
        {{.name = "from_b"}, 1},
        {{.name = "from_*"}, 2},
        {{.name = "*_a"}, 2},
        {{.name = "nonsense"}, 0},
        {{.file = thin}, 7},
        {{.file = "nonsense"}, 0},
        {{.has_module = true}, 7},
        {{.has_module = true, .module = 1}, 0},
        {{.most_rows = 3}, 3},
        {{.first_row = 5}, 2},
        {{.first_row = 6, .most_rows = 3}, 1},
        {{.first_row = 100}, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_eq(count(inputs, "symbols", &rows[i].query), rows[i].n, "row %zu", i);
    const struct bl_table_query third = {.has_value = true, .value = 3};
    cr_expect_eq(count(inputs, "functions", &third), 1);
    const struct bl_table_query of_callee = {.word = "remember"};
    cr_expect_eq(count(inputs, "calls", &of_callee), 1);
    const struct bl_table_query of_nobody = {.word = "nonsense"};
    cr_expect_eq(count(inputs, "calls", &of_nobody), 0);
    cr_expect_eq(count(inputs, "attributes", &of_nobody), 0);
    bl_inputs_close(inputs);
}

Test(tables, refuse_what_they_lack)
{
    struct bl_inputs *inputs = open_inputs(thin);
    struct bl_table *table;
    struct bl_error err;
    const uint32_t beyond = 1000;
    const struct bl_table_query of_column = {.columns = &beyond, .n_columns = 1};
    const struct bl_table_query of_value = {.has_value = true};
    const struct bl_table_query of_name = {.name = "f"};
    cr_expect_eq(bl_table_open(&table, "nonsense", inputs, NULL, &err), BL_E_ARGUMENT);
    cr_expect_null(table);
    cr_expect_eq(bl_table_open(&table, "symbols", inputs, &of_column, &err), BL_E_ARGUMENT);
    cr_expect_eq(bl_table_open(&table, "types", inputs, &of_value, &err), BL_E_ARGUMENT);
    cr_expect_eq(bl_table_open(&table, "records", inputs, &of_name, &err), BL_E_ARGUMENT);
    cr_expect_eq(bl_table_open(&table, "records", inputs, &of_name, NULL), BL_E_ARGUMENT);
    const struct bl_table_query of_word = {.word = "nounwind"};
    cr_expect_eq(bl_table_open(&table, "functions", inputs, &of_word, &err), BL_E_ARGUMENT);
    bl_inputs_close(inputs);
    bl_inputs_close(NULL);
    bl_table_close(NULL);
    const char *path = "corpora/small/no-such-file";
    cr_expect_eq(bl_inputs_open(&inputs, &path, 1, &err), BL_E_SYSTEM);
    cr_expect_null(inputs);
    cr_expect_eq(bl_inputs_open(&inputs, &path, 0, &err), BL_E_ARGUMENT);
}

/* A cell of a row and the same in a batch. */
static void compare(const struct bl_cell *cell, const struct bl_vector *v, uint64_t row)
{
    bool is_null = v->validity && !(v->validity[row / 8] >> row % 8 & 1);
    cr_assert_eq(cell->type, v->type);
    cr_assert_eq(cell->is_null, is_null);
    if (is_null)
        return;
    if (v->type == BL_COLUMN_INTEGER || v->type == BL_COLUMN_BOOL) {
        cr_assert_eq(cell->integer, v->integers[row]);
        return;
    }
    uint64_t n = (uint64_t)(v->offsets[row + 1] - v->offsets[row]);
    if (v->type == BL_COLUMN_TEXT) {
        cr_assert_eq(cell->text.size, n);
        cr_assert(n == 0 || memcmp(cell->text.data, v->bytes + v->offsets[row], n) == 0);
    } else {
        cr_assert_eq(cell->n_numbers, n);
        cr_assert(n == 0 || memcmp(cell->numbers, v->numbers + v->offsets[row], n * 8) == 0);
    }
}

static void compare_table(struct bl_inputs *inputs, const char *name, uint32_t most)
{
    struct bl_table *rows = open_table(inputs, name, NULL);
    struct bl_table *batches = open_table(inputs, name, NULL);
    struct bl_table_batch batch;
    struct bl_cell cell;
    while (bl_table_next_batch(batches, most, &batch, NULL) > 0)
        for (uint64_t row = 0; row < batch.n_rows; row++) {
            cr_assert_eq(bl_table_next(rows, NULL), 1);
            for (uint32_t i = 0; i < batch.n_columns; i++) {
                cr_assert_eq(bl_table_cell(rows, i, &cell, NULL), BL_OK);
                compare(&cell, &batch.vectors[i], row);
            }
        }
    cr_expect_eq(batch.n_rows, 0);
    cr_expect_eq(bl_table_next(rows, NULL), 0, "%s", name);
    bl_table_close(rows);
    bl_table_close(batches);
}

Test(tables, have_the_same_rows_in_batches)
{
    static const char *const paths[] = {"corpora/small/cxx-g-O2.clang19.bc",
                                        "corpora/small/ar-mixed.llvm22.a"};
    struct bl_table_info info;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct bl_inputs *inputs = open_inputs(paths[i]);
        for (uint32_t n = 0; bl_table_get(n, &info); n++) {
            compare_table(inputs, info.name, 0);
            compare_table(inputs, info.name, 3);
        }
        bl_inputs_close(inputs);
    }
}

Test(tables, compute_only_columns_that_are_wanted)
{
    struct bl_inputs *inputs = open_inputs(thin);
    const uint32_t columns[] = {column_of("functions", "instructions"),
                                column_of("functions", "name")};
    const struct bl_table_query query = {.columns = columns, .n_columns = 2, .name = "remember"};
    struct bl_table *table = open_table(inputs, "functions", &query);
    struct bl_cell cell;
    cr_assert_eq(bl_table_next(table, NULL), 1);
    cr_assert_eq(bl_table_cell(table, 0, &cell, NULL), BL_OK);
    cr_expect_eq(cell.integer, 8);
    cr_assert_eq(bl_table_cell(table, 1, &cell, NULL), BL_OK);
    cr_expect(cell.text.size == 8 && memcmp(cell.text.data, "remember", 8) == 0);
    cr_expect_eq(bl_table_cell(table, 2, &cell, NULL), BL_E_ARGUMENT);
    bl_table_close(table);
    bl_inputs_close(inputs);
}

/* Rows of the one module at PLACE in table NAME. */
static uint64_t count_at(const char *name, const struct bl_table_place *place,
                         const struct bl_table_query *query)
{
    struct bl_table *table;
    struct bl_cell cell;
    struct bl_error err;
    uint64_t n = 0;
    cr_assert_eq(bl_table_open_at(&table, name, place, query, &err), BL_OK, "%s", name);
    while (bl_table_next(table, NULL) > 0) {
        cr_assert_eq(bl_table_cell(table, 0, &cell, NULL), BL_OK);
        cr_expect(cell.text.size == 4 && memcmp(cell.text.data, "here", 4) == 0, "its file");
        n++;
    }
    bl_table_close(table);
    return n;
}

static void count_error(void *context, const struct bl_error *err, bool ends_rows)
{
    cr_expect(err->status != BL_OK || ends_rows);
    ++*(unsigned *)context;
}

/* The tables of a module are the same over what a client has open, with its printer or none. */
Test(tables, are_of_a_module_that_is_open)
{
    static const char *const names[] = {"types",        "globals", "functions", "attributes",
                                        "instructions", "calls",   "metadata",  "blocks",
                                        "records",      "symbols", "modules",   "summaries"};
    struct bl_inputs *inputs = open_inputs(thin);
    struct bl_file *file;
    struct bl_stream stream;
    struct bl_slots *slots;
    struct bl_table *table;
    struct bl_error err;
    unsigned n_errors = 0;
    struct bl_table_place place = {.file = "here", .meet = count_error, .context = &n_errors};
    cr_assert_eq(bl_file_open(&file, thin, 0, &err), BL_OK);
    cr_assert_eq(bl_stream_locate(bl_file_view(file), &stream, &err), BL_OK);
    place.stream = &stream;
    cr_assert_eq(bl_index_open(&place.index, &stream, &err), BL_OK);
    place.block = bl_module_next(place.index, BL_NONE);
    cr_assert_eq(bl_module_open(&place.module, place.index, place.block, &err), BL_OK);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cr_expect_eq(count_at(names[i], &place, NULL), count(inputs, names[i], NULL), "%s",
                     names[i]);
    cr_assert_eq(bl_slots_open(&slots, place.module, &err), BL_OK);
    cr_assert_eq(bl_printer_open(&place.printer, place.module, slots, &err), BL_OK);
    cr_expect_eq(count_at("globals", &place, NULL), count(inputs, "globals", NULL));
    const struct bl_table_query remember = {.name = "remember"};
    cr_expect_eq(count_at("functions", &place, &remember), 1);
    cr_expect_eq(n_errors, 0);
    static const char *const others[] = {"files",   "streams", "strings",
                                         "remarks", "errors",  "none"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cr_expect_eq(bl_table_open_at(&table, others[i], &place, NULL, &err), BL_E_ARGUMENT, "%s",
                     others[i]);
    bl_printer_close(place.printer);
    bl_slots_close(slots);
    bl_module_close(place.module);
    bl_index_close(place.index);
    bl_file_close(file);
    bl_inputs_close(inputs);
}

Test(tables, keep_what_was_wrong)
{
    struct bl_inputs *inputs = open_inputs("README.md");
    struct bl_table_problem problem;
    cr_assert(bl_inputs_problem(inputs, 0, &problem));
    cr_expect_str_eq(problem.file, "README.md");
    cr_expect_str_eq(problem.kind, "no bitcode");
    cr_expect_not(bl_inputs_problem(inputs, 1, &problem));
    cr_expect_eq(count(inputs, "symbols", NULL), 0);
    bl_inputs_close(inputs);
}
