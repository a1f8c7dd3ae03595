/* cmd/list.c - rows of one table of the library, as listing commands print them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "list.h"

#include "base/array.h"
#include "base/name_sort.h"
#include "base/nearest.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A row that is printed at the end. */
struct list_row {
    const struct list *list;
    uint64_t number; /* in the order in which rows were found */
    const char *text;
    size_t size;
    struct bl_cell keys[]; /* n_keys; then their texts, and TEXT */
};

/* ---- Options ---- */

/* No column has the name: say which one may be meant. */
static _Noreturn void refuse_column(const struct list *l, const char *name)
{
    struct bl_column column;
    struct bl_table_info info;
    struct nearest nearest = nearest_to(view_of(name));
    char found[sizeof column.name] = "";
    (void)bl_table_find(l->listing->table, &info);
    for (uint32_t i = 0; bl_table_column(info.name, i, &column); i++) {
        unsigned distance = nearest.distance;
        nearest_try(&nearest, view_of(column.name));
        if (nearest.distance < distance)
            memcpy(found, column.name, sizeof found);
    }
    if (*found)
        say("Did you mean '%s'?", found);
    usage_error(l->context->command, "no column '%s': 'bitleap sql' has them as bitcode_%s", name,
                info.name);
}

/* One more column, in its place among those of the query. */
static uint32_t add_column(struct list *l, const char *name, size_t size)
{
    struct bl_column column;
    bool is_key = name >= l->listing->keys && name < l->listing->keys + strlen(l->listing->keys);
    char mark = is_key ? name[size - 1] : 0;
    struct list_column made = {
        .is_optional = mark == '?', .is_null_for_0 = mark == '*', .is_for_names = mark == '+'};
    uint32_t number = 0, n = l->n_columns;
    size -= made.is_optional || made.is_null_for_0 || made.is_for_names;
    made.name = string_of((struct bl_view){(const uint8_t *)name, size});
    while (bl_table_column(l->listing->table, number, &column) &&
           strcmp(column.name, made.name) != 0)
        number++;
    if (!bl_table_column(l->listing->table, number, &column))
        refuse_column(l, made.name);
    made.type = column.type;
    made.is_json = column.is_json;
    made.is_in_all = strcmp(column.name, "file") == 0 || strcmp(column.name, "module") == 0;
    array_add(&l->numbers, &n, &l->cap_numbers, number);
    array_add(&l->columns, &l->n_columns, &l->cap_columns, made);
    return l->n_columns - 1;
}

uint32_t list_add_column(struct list *l, const char *name)
{
    return add_column(l, name, strlen(name));
}

/* Those in NAMES, separated by commas. */
static void add_columns(struct list *l, const char *names)
{
    l->first_shown = l->n_columns;
    for (size_t n; *names; names += n + (names[n] == ',')) {
        n = strcspn(names, ",");
        uint32_t added = add_column(l, names, n);
        l->shows_file |= strcmp(l->columns[added].name, "file") == 0;
    }
    l->n_shown = l->n_columns - l->first_shown;
}

/* Numbers have the most first, texts are in order; a minus turns that round. */
static void add_keys(struct list *l, const char *names)
{
    for (size_t n; *names; names += n + (names[n] == ',')) {
        struct list_key key = {.sign = *names == '-' ? -1 : 1};
        names += *names == '-';
        n = strcspn(names, ",");
        if (n == 5 && memcmp(names, "place", n) == 0)
            continue; /* as they come */
        key.column = add_column(l, names, n);
        if (l->columns[key.column].type == BL_COLUMN_NUMBERS)
            usage_error(l->context->command, "column '%s' has lists, which have no order",
                        l->columns[key.column].name);
        key.sign *= l->columns[key.column].type == BL_COLUMN_TEXT ? 1 : -1;
        array_add(&l->keys, &l->n_keys, &l->cap_keys, key);
    }
}

bool list_has_options(const struct context *c)
{
    return c->columns || c->where || c->sort_by || c->n_only;
}

void list_open(struct list *l, struct context *c, const struct listing *listing, void *data)
{
    *l = (struct list){.context = c, .listing = listing, .data = data};
    add_columns(l, listing->keys);
    if (c->columns)
        add_columns(l, c->columns);
    if (c->columns && l->n_shown == 0)
        usage_error(c->command, "--columns names none");
    conditions_parse(&l->conditions, c, c->where ? c->where : "");
    for (uint32_t i = 0; i < l->conditions.n; i++) {
        struct condition *condition = &l->conditions.items[i];
        condition->column = add_column(l, condition->name, strlen(condition->name));
        condition_settle(condition, c, l->columns[condition->column].type);
    }
    for (uint32_t i = 0; i < c->n_only; i++)
        name_patterns_add(&l->only, c, c->only[i]);
    l->name = c->n_only ? list_add_column(l, "name") : 0;
    add_keys(l, c->sort_by ? c->sort_by : "");
    l->is_sorted = l->n_keys > 0 || c->reverse;
    l->alone = limit_rows(c, UINT64_MAX);
    l->limit = limit_rows(c, listing->most_rows && !c->columns ? listing->most_rows : UINT64_MAX);
    l->most_kept = c->has_number ? c->n_rows : UINT64_MAX;
    l->has_headings = listing->put_heading && !c->json && !c->columns;
    if ((l->is_sorted || l->has_headings) &&
        !out_init_memory(&l->text, OUT_LEAST_BYTES, SIZE_MAX / 2, c->out.colour))
        out_no_memory();
}

/* ---- Printing a row ---- */

struct bl_cell list_cell(struct list *l, unsigned key)
{
    struct bl_cell cell;
    (void)out_need(bl_table_cell(l->table, key, &cell, NULL));
    return cell;
}

void list_put(struct list *l, unsigned key)
{
    (void)out_need(bl_table_print(l->table, key, out_put, &l->context->out));
}

bool list_has_paths(const struct list *l)
{
    return (l->is_sorted || l->is_filtered || list_has_options(l->context)) &&
           (l->in->input->needs_name || !l->in->is_alone);
}

void list_put_path(struct list *l)
{
    if (!list_has_paths(l))
        return;
    put_module_path(&l->context->out, l->in);
    out_text(&l->context->out, ": ");
}

static void json_value(struct out *o, const struct bl_cell *cell, bool is_json)
{
    switch (cell->type) {
    case BL_COLUMN_BOOL: out_text(o, cell->integer ? "true" : "false"); break;
    case BL_COLUMN_INTEGER:
        if (cell->integer >= 0)
            out_u64(o, (uint64_t)cell->integer);
        else
            out_printf(o, "%" PRId64, cell->integer);
        break;
    case BL_COLUMN_TEXT:
        if (is_json)
            out_view(o, cell->text);
        else
            json_string(o, cell->text);
        break;
    default:
        for (uint64_t i = 0; i < cell->n_numbers; i++) {
            out_char(o, i > 0 ? ',' : '[');
            out_u64(o, cell->numbers[i]);
        }
        out_text(o, cell->n_numbers > 0 ? "]" : "[]");
    }
}

static const char *type_of(const struct list *l)
{
    return l->context->columns ? "row" : l->listing->type;
}

static void put_json(struct list *l)
{
    struct out *o = &l->context->out;
    json_begin_in(o, type_of(l), l->in);
    for (uint32_t i = l->first_shown; i < l->first_shown + l->n_shown; i++) {
        const struct list_column *column = &l->columns[i];
        if (column->is_in_all || (column->is_for_names && !l->context->demangles))
            continue;
        struct bl_cell cell = list_cell(l, i);
        bool is_null = cell.is_null || (column->is_null_for_0 && cell.integer == 0);
        if (is_null && column->is_optional)
            continue;
        if (is_null) {
            json_null(o, column->name);
            continue;
        }
        json_key(o, column->name);
        json_value(o, &cell, column->is_json);
    }
    if (!l->context->columns && l->listing->put_more_json)
        l->listing->put_more_json(l);
    json_end(o);
}

/* What would end a field or a row is written as \t \n \r \\. */
static void put_field(struct out *o, const struct bl_cell *cell)
{
    if (cell->type != BL_COLUMN_TEXT) {
        json_value(o, cell, false);
        return;
    }
    for (size_t i = 0; i < cell->text.size; i++) {
        char c = (char)cell->text.data[i];
        const char *escaped = c == '\t'   ? "\\t"
                              : c == '\n' ? "\\n"
                              : c == '\r' ? "\\r"
                              : c == '\\' ? "\\\\"
                                          : NULL;
        if (escaped)
            out_text(o, escaped);
        else
            out_char(o, c);
    }
}

static void put_fields(struct list *l)
{
    struct out *o = &l->context->out;
    if (list_has_paths(l) && !l->shows_file) {
        put_module_path(o, l->in);
        out_char(o, '\t');
    }
    for (uint32_t i = 0; i < l->n_shown; i++) {
        struct bl_cell cell = list_cell(l, l->first_shown + i);
        out_text(o, i > 0 ? "\t" : "");
        if (!cell.is_null)
            put_field(o, &cell);
    }
    out_char(o, '\n');
}

static void put_row(struct list *l)
{
    if (l->context->json)
        put_json(l);
    else if (l->context->columns)
        put_fields(l);
    else
        l->listing->put_text(l);
}

/* ---- Order ---- */

static int compare_cells(const struct bl_cell *a, const struct bl_cell *b)
{
    if (a->type == BL_COLUMN_TEXT)
        return bl_view_compare(a->text, b->text);
    return (a->integer > b->integer) - (a->integer < b->integer);
}

/* Rows without a value are last. */
static int compare_rows(const struct list_row *a, const struct list_row *b)
{
    const struct list *l = a->list;
    int order = 0;
    for (uint32_t i = 0; i < l->n_keys && order == 0; i++) {
        const struct bl_cell *x = &a->keys[i], *y = &b->keys[i];
        if (x->is_null || y->is_null)
            order = x->is_null - y->is_null;
        else
            order = l->keys[i].sign * compare_cells(x, y);
    }
    order = order ? order : bl_order(a->number, b->number);
    return l->context->reverse ? -order : order;
}

static int by_keys(const void *a, const void *b)
{
    return compare_rows(*(struct list_row *const *)a, *(struct list_row *const *)b);
}

/* Sort what is kept, and forget what is after the first MOST rows. */
static void sort_rows(struct list *l, uint64_t most)
{
    array_sort(l->rows, l->n_rows, sizeof(struct list_row *), by_keys);
    for (; l->n_rows > most; l->n_rows--)
        free(l->rows[l->n_rows - 1]);
    l->last = l->n_rows == most && most > 0 ? l->rows[l->n_rows - 1] : NULL;
}

/* The row with its keys, whose texts follow them, and room for SIZE bytes after those. */
static struct list_row *new_row(struct list *l, size_t size)
{
    size_t at = sizeof(struct list_row) + l->n_keys * sizeof(struct bl_cell);
    size_t n_texts = 0;
    for (uint32_t i = 0; i < l->n_keys; i++)
        n_texts += list_cell(l, l->keys[i].column).text.size;
    struct list_row *row = array_new(at + n_texts + size, 1);
    *row = (struct list_row){.list = l, .number = l->n_found, .size = size};
    char *text = (char *)row + at;
    for (uint32_t i = 0; i < l->n_keys; i++) {
        struct bl_cell cell = list_cell(l, l->keys[i].column);
        if (cell.text.size > 0)
            memcpy(text, cell.text.data, cell.text.size);
        cell.text.data = (const uint8_t *)text;
        text += cell.text.size;
        row->keys[i] = cell;
    }
    row->text = text;
    return row;
}

/* Print the row into memory, after what is there. */
static void print_row(struct list *l)
{
    struct out *o = &l->context->out;
    struct out whole = *o;
    *o = l->text;
    put_row(l);
    l->text = *o;
    *o = whole;
    if (l->text.failed)
        out_no_memory();
}

/* Keep the row, unless others are before it that are as many as are wanted. */
static void keep_row(struct list *l)
{
    enum {
        SOME = 1024
    };
    struct list_row *row = l->last ? new_row(l, 0) : NULL;
    bool is_late = row && compare_rows(row, l->last) > 0;
    free(row);
    if (is_late || l->most_kept == 0)
        return;
    out_reset(&l->text);
    print_row(l);
    row = new_row(l, l->text.n);
    memcpy((char *)(uintptr_t)row->text, l->text.data, l->text.n);
    array_add(&l->rows, &l->n_rows, &l->cap_rows, row);
    if (l->n_rows / 2 >= l->most_kept && l->n_rows >= l->most_kept + SOME)
        sort_rows(l, l->most_kept);
}

/* ---- Rows ---- */

/* What is met in a row is reported after it. */
static void meet(void *context, const struct bl_error *err, bool ends_rows)
{
    struct list *l = context;
    if (ends_rows)
        l->end = *err;
    else
        array_add(&l->errors, &l->n_errors, &l->cap_errors, *err);
}

static void report_met(struct list *l)
{
    for (uint32_t i = 0; i < l->n_errors; i++)
        report_in_module(l->in, &l->errors[i]);
    l->n_errors = 0;
}

static bool is_wanted(struct list *l)
{
    for (uint32_t i = 0; i < l->conditions.n; i++) {
        struct condition *condition = &l->conditions.items[i];
        struct bl_cell cell = list_cell(l, condition->column);
        if (!condition_holds(condition, &cell))
            return false;
    }
    if (l->only.n > 0 && !name_patterns_match(&l->only, l->context, list_cell(l, l->name).text))
        return false;
    return !l->listing->wants || l->listing->wants(l);
}

/* Of what is met between rows, or in rows that are left out, the first error is enough, at the end
 * of the module: errors from N_BEFORE on. */
static void leave_out(struct list *l, uint32_t n_before)
{
    if (l->n_errors > n_before && l->left_out.status == BL_OK)
        l->left_out = l->errors[n_before];
    l->n_errors = n_before;
}

static void find_rows(struct list *l)
{
    bool is_alone = l->in->input->is_alone && l->in->is_alone;
    struct row_limit *limit = is_alone ? &l->alone : &l->limit;
    uint32_t n_before = 0;
    for (; out_need(bl_table_next(l->table, NULL)) > 0; n_before = l->n_errors) {
        leave_out(l, n_before);
        if (!is_wanted(l)) {
            leave_out(l, n_before);
            continue;
        }
        l->n_found++;
        l->has_others |= !is_alone;
        if (l->is_sorted)
            keep_row(l);
        else if (take_row(limit))
            (l->has_headings ? print_row : put_row)(l);
        if (!l->has_headings)
            report_met(l);
    }
    leave_out(l, n_before);
    if (l->end.status == BL_OK)
        l->end = l->left_out;
}

void list_module_rows(struct list *l, const struct module_input *in, struct bl_printer *printer)
{
    struct bl_table_place place = {
        .file = in->input->path,
        .stream = &in->input->stream,
        .index = in->index,
        .module = in->module,
        .block = in->block,
        .number = in->number,
        .printer = printer,
        .meet = meet,
        .context = l,
    };
    struct bl_table_query query = {
        .columns = l->numbers,
        .n_columns = l->n_columns,
        .n_threads = l->context->n_threads,
    };
    struct bl_error err;
    l->in = in;
    if (out_need(bl_table_open_at(&l->table, l->listing->table, &place, &query, &err)) < 0) {
        report_in_module(in, &err);
        return;
    }
    uint64_t n_before = l->n_found;
    bool is_alone = in->input->is_alone && in->is_alone;
    bool has_room = (is_alone ? l->alone : l->limit).n_left > 0;
    l->left_out.status = l->end.status = BL_OK;
    if (l->has_headings)
        out_reset(&l->text);
    find_rows(l);
    if (l->has_headings && has_room)
        l->listing->put_heading(l, l->n_found - n_before, l->end.status != BL_OK);
    if (l->has_headings && !l->is_sorted)
        out_append(&l->context->out, &l->text);
    report_met(l);
    if (l->end.status != BL_OK)
        report_in_module(in, &l->end);
    bl_table_close(l->table);
    l->table = NULL;
}

/* The first object states the number of the schema, wherever its row was. */
static void put_kept(struct list *l, const struct list_row *row)
{
    struct out *o = &l->context->out;
    size_t begin = 0;
    if (l->context->json) {
        const char *type = type_of(l);
        json_begin(o, type);
        begin = strlen("{\"type\":\"\"") + strlen(type);
    }
    out_bytes(o, row->text + begin, row->size - begin);
}

/* Print what was kept. */
static void put_rows(struct list *l)
{
    struct row_limit *limit = l->has_others ? &l->limit : &l->alone;
    sort_rows(l, l->most_kept);
    limit->n_more += l->n_found - l->n_rows;
    for (uint64_t i = 0; i < l->n_rows; i++) {
        if (take_row(limit))
            put_kept(l, l->rows[i]);
        free(l->rows[i]);
    }
    free(l->rows);
}

void list_close(struct list *l)
{
    if (l->is_sorted)
        put_rows(l);
    if (l->text.data)
        out_close(&l->text);
    l->limit.n_more += l->alone.n_more;
    if (!l->context->columns)
        put_more_rows(l->context, &l->limit, l->listing->one, l->listing->many);
    for (uint32_t i = 0; i < l->n_columns; i++)
        free(l->columns[i].name);
    free(l->columns);
    free(l->numbers);
    free(l->keys);
    free(l->errors);
    conditions_close(&l->conditions);
    if (l->context->n_errors == 0)
        name_patterns_report(&l->only, l->context, "nothing matches");
    name_patterns_release(&l->only);
}
