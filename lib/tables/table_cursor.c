/* tables/table_cursor.c - the units of a table, one after the other
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "tables/table.h"

#include "base/view.h"

#include <stdlib.h>
#include <string.h>

enum {
    KEY_BITS = 40
};

int bl_sql_cursor_init(struct bl_sql_cursor *c, const struct bl_sql_table *table,
                       struct bl_sql_connection *connection, struct bl_sql_inputs *inputs)
{
    if (table->in_index && inputs && bl_sql_has_symbols(inputs))
        table = table->in_index;
    *c = (struct bl_sql_cursor){
        .table = table,
        .connection = connection,
        .inputs = inputs,
        .stream_number = BL_NONE,
        .block = BL_NONE,
        .printed_module = BL_NONE,
    };
    c->state = calloc(1, table->state_size ? table->state_size : 1);
    c->row = c->state;
    return c->state ? BL_OK : BL_E_NOMEM;
}

int bl_sql_cursor_set_place(struct bl_sql_cursor *c, const struct bl_table_place *place,
                            struct bl_error *err)
{
    static const struct bl_error other_units = {.status = BL_E_ARGUMENT,
                                                .what = "the table is not of a single module"};
    bool is_of_streams = c->table == &bl_sql_blocks || c->table == &bl_sql_records;
    bool is_of_modules = c->table->unit == BL_SQL_MODULES || c->table->unit == BL_SQL_BODIES;
    if (!is_of_streams && !(is_of_modules && place->module)) {
        *err = other_units;
        return err->status;
    }
    if (c->table->unit == BL_SQL_BODIES) {
        int rc = bl_function_open(&c->function, place->module, BL_NONE, err);
        if (rc < 0)
            return rc;
    }
    c->place = place;
    c->value = BL_NONE;
    c->stream = *place->stream;
    c->index = place->index;
    c->block = place->block;
    c->module_number = place->number;
    c->module = place->module;
    c->printer = place->printer;
    bl_sql_text_string(&c->path, place->file);
    return c->path.has_lacked ? BL_E_NOMEM : BL_OK;
}

/* Those of a stream, one after another, share one limit. */
static void open_printer(struct bl_sql_cursor *c)
{
    if (bl_sql_seen(c, bl_printer_open(&c->printer, c->module, c->slots, NULL)) < 0)
        return;
    if (c->printed_module < c->module_number)
        bl_printer_limit(c->printer, c->text_left);
    else
        c->text_left = UINT64_MAX;
    c->printed_module = c->module_number;
}

static void close_printer(struct bl_sql_cursor *c)
{
    struct bl_error err;
    bool had_room = c->text_left > 0;
    if (c->place && c->printer == c->place->printer)
        return;
    c->text_left = c->printer ? bl_printer_left(c->printer) : c->text_left;
    if (had_room && c->text_left == 0 && bl_printer_check(c->printer, &err) < 0)
        bl_sql_cursor_note(c, &err);
    bl_printer_close(c->printer);
}

struct bl_printer *bl_sql_printer(struct bl_sql_cursor *c)
{
    if (c->place && c->printer)
        return c->printer;
    if ((c->slots || bl_sql_seen(c, bl_slots_open(&c->slots, c->module, NULL)) == BL_OK) &&
        !c->printer)
        open_printer(c);
    return c->printer;
}

void bl_sql_set_type(struct bl_sql_cursor *c, struct bl_printer *printer, uint32_t type,
                     struct bl_sql_cell *cell)
{
    c->text.size = 0;
    if (printer &&
        bl_sql_seen(c, bl_printer_put_type(printer, type, bl_sql_text_put, &c->text)) >= 0)
        bl_sql_set_text(c, cell);
}

static void close_module(struct bl_sql_cursor *c)
{
    close_printer(c);
    bl_slots_close(c->slots);
    bl_function_close(c->function);
    if (!c->place)
        bl_module_close(c->module);
    c->printer = NULL;
    c->slots = NULL;
    c->function = NULL;
    c->module = NULL;
}

static void close_stream(struct bl_sql_cursor *c)
{
    close_module(c);
    if (!c->place)
        bl_index_close(c->index);
    if (c->has_stream)
        bl_sql_stream_unload(c->inputs, &c->info);
    c->has_stream = false;
    c->index = NULL;
    c->printed_module = BL_NONE;
}

static void end_unit(struct bl_sql_cursor *c)
{
    if (c->is_in_unit && c->table->end_unit)
        c->table->end_unit(c);
    c->is_in_unit = false;
}

void bl_sql_cursor_close(struct bl_sql_cursor *c)
{
    end_unit(c);
    if (c->has_begun && c->table->end)
        c->table->end(c);
    close_stream(c);
    bl_sql_text_release(&c->path);
    bl_sql_text_release(&c->text);
    free(c->state);
    if (c->inputs)
        bl_sql_inputs_leave(c->connection, c->inputs);
    *c = (struct bl_sql_cursor){.table = NULL};
}

void bl_sql_cursor_restart(struct bl_sql_cursor *c, const struct bl_sql_filter *filter)
{
    end_unit(c);
    if (c->has_begun && c->table->end)
        c->table->end(c);
    memset(c->state, 0, c->table->state_size);
    c->row = c->state;
    c->filter = *filter;
    c->stream_number = BL_NONE;
    c->block = BL_NONE;
    c->is_in_module = c->has_begun = false;
    c->source = c->part = 0;
}

static void note(struct bl_sql_cursor *c, const struct bl_error *err, bool ends_rows)
{
    if (c->place) {
        c->place->meet(c->place->context, err, ends_rows);
        return;
    }
    bl_sql_connection_note(c->connection, bl_sql_text_get(&c->path),
                           c->stream.bytes.data ? &c->stream : NULL, err);
}

void bl_sql_cursor_note(struct bl_sql_cursor *c, const struct bl_error *err)
{
    note(c, err, false);
}

/* ---- Streams ---- */

/* The rows of one stream only, where the filter names it: by its file, or by a rowid. */
static int only_stream(struct bl_sql_cursor *c, uint32_t *number)
{
    const struct bl_sql_filter *f = &c->filter;
    if (f->has_rowid) {
        uint64_t stream = (uint64_t)f->rowid >> KEY_BITS;
        *number = (uint32_t)stream;
        return stream < c->inputs->n_streams;
    }
    return bl_sql_stream_at(c->connection, c->inputs, f->file, number);
}

/* The number after stream_number that may have rows: 1, 0, BL_E_NOMEM. */
static int next_number(struct bl_sql_cursor *c)
{
    uint32_t next = c->stream_number + 1; /* 0 at first */
    if (c->filter.has_file || c->filter.has_rowid) {
        int rc = c->stream_number == BL_NONE ? only_stream(c, &next) : 0;
        if (rc <= 0)
            return rc;
    }
    c->stream_number = next;
    return next < c->inputs->n_streams;
}

static int load_stream(struct bl_sql_cursor *c, struct bl_error *err)
{
    int rc = bl_sql_stream_load(c->inputs, &c->info, &c->stream, err);
    c->has_stream = rc >= 0;
    if (rc < 0 || c->table->unit == BL_SQL_STREAMS)
        return rc;
    return bl_index_open(&c->index, &c->stream, err);
}

/* What is open stays so until something else is: the next filter mostly asks for the same again. */
static int next_stream(struct bl_sql_cursor *c)
{
    int rc;
    c->block = BL_NONE;
    c->is_in_module = false;
    while ((rc = next_number(c)) > 0) {
        struct bl_error err;
        if (c->has_stream && c->open_stream == c->stream_number)
            return 1;
        close_stream(c);
        c->open_stream = c->stream_number;
        c->stream = (struct bl_stream){.file_offset = 0};
        c->path.size = 0;
        rc = bl_sql_stream(c->inputs, c->stream_number, &c->info, &c->path, &err);
        if (rc == 0)
            continue;
        if (rc > 0)
            rc = load_stream(c, &err);
        if (rc >= 0)
            return 1;
        if (rc == BL_E_NOMEM)
            break;
        bl_sql_cursor_note(c, &err);
        close_stream(c);
    }
    return rc;
}

/* ---- Modules and bodies ---- */

/* Whether what begins at BIT_POS and has N_WORDS may have the row that is asked for. */
static bool may_have_row(const struct bl_sql_cursor *c, const struct bl_block *block)
{
    uint64_t key = (uint64_t)c->filter.rowid & ((UINT64_C(1) << KEY_BITS) - 1);
    return !c->filter.has_rowid ||
           (key >= block->bit_pos && key <= block->body_pos + (uint64_t)block->n_words * 32);
}

/* The top level may end in damage; what is before it has been read. */
static void note_end(struct bl_sql_cursor *c)
{
    struct bl_error err;
    uint64_t end;
    if (c->stream.kind == BL_STREAM_LLVM_IR && bl_index_end(c->index, &end, &err) < 0)
        bl_sql_cursor_note(c, &err);
}

/* That of c->block, unless it still is. */
static int open_module(struct bl_sql_cursor *c, struct bl_error *err)
{
    c->value = BL_NONE;
    if (c->module && c->open_block == c->block)
        return BL_OK;
    close_module(c);
    c->open_block = c->block;
    int rc = bl_module_open(&c->module, c->index, c->block, err);
    if (rc >= 0 && c->table->unit == BL_SQL_BODIES)
        rc = bl_function_open(&c->function, c->module, BL_NONE, err);
    if (rc < 0)
        close_module(c);
    return rc;
}

static int next_module(struct bl_sql_cursor *c)
{
    struct bl_error err;
    for (;;) {
        bool is_first = c->block == BL_NONE;
        c->is_in_module = false;
        bool is_in_stream = c->stream_number != BL_NONE && c->index;
        bool has_modules = is_in_stream && c->stream.kind == BL_STREAM_LLVM_IR;
        uint32_t block = has_modules ? bl_module_next(c->index, c->block) : BL_NONE;
        if (block == BL_NONE) {
            if (is_in_stream)
                note_end(c);
            int rc = next_stream(c);
            if (rc <= 0)
                return rc;
            continue;
        }
        c->module_number = is_first ? 0 : c->module_number + 1;
        c->block = block;
        struct bl_index_entry entry = bl_index_get(c->index, block);
        if ((c->filter.has_module && c->filter.module != c->module_number) ||
            !may_have_row(c, &entry.block))
            continue;
        int rc = open_module(c, &err);
        if (rc == BL_E_NOMEM)
            return rc;
        c->is_in_module = rc >= 0 && (!c->table->may_have_rows || c->table->may_have_rows(c));
        if (c->is_in_module)
            return 1;
        if (rc >= 0)
            continue;
        bl_sql_cursor_note(c, &err);
    }
}

/* The next value after c->value with a body that is wanted, loaded: 1, 0. */
static int next_value(struct bl_sql_cursor *c)
{
    struct bl_error err;
    struct bl_block block;
    uint32_t n = 0;
    int rc = bl_module_count(c->module, &n, &err);
    if (rc < 0)
        bl_sql_cursor_note(c, &err);
    uint32_t value = c->value + 1;
    if (c->filter.has_value) {
        if (c->value != BL_NONE || c->filter.value < 0 || c->filter.value >= n)
            return 0;
        value = (uint32_t)c->filter.value;
        n = value + 1;
    }
    for (; value < n; value++) {
        c->value = value;
        rc = bl_module_body(c->module, value, &block, &err);
        if (rc > 0 && !may_have_row(c, &block))
            continue;
        if (rc > 0 && (rc = bl_function_load(c->function, value, &err)) == BL_OK)
            return 1;
        if (rc == BL_E_NOMEM)
            return rc;
        if (rc < 0 && rc != BL_E_ARGUMENT) /* no function */
            bl_sql_cursor_note(c, &err);
    }
    return 0;
}

static int next_body(struct bl_sql_cursor *c)
{
    for (;;) {
        int rc = c->is_in_module ? next_value(c) : 0;
        if (rc != 0)
            return rc;
        if ((rc = next_module(c)) <= 0)
            return rc;
    }
}

/* ---- Rows ---- */

static int next_source(struct bl_sql_cursor *c)
{
    c->source = c->has_begun ? c->source + 1 : 0;
    while (c->part < c->inputs->n_parts) {
        const struct bl_catalog *catalog = c->inputs->parts[c->part].catalog;
        if (catalog && c->source < bl_catalog_get_counts(catalog).n_sources)
            return 1;
        c->source = 0;
        c->part++;
    }
    return 0;
}

static int next_unit(struct bl_sql_cursor *c)
{
    if (c->place)
        return c->table->unit == BL_SQL_BODIES ? next_value(c) : !c->has_begun;
    switch (c->table->unit) {
    case BL_SQL_ONCE: return !c->has_begun;
    case BL_SQL_SOURCES: return next_source(c);
    case BL_SQL_STREAMS: return next_stream(c);
    case BL_SQL_MODULES: return next_module(c);
    case BL_SQL_BODIES: return next_body(c);
    }
    return 0;
}

int64_t bl_sql_cursor_rowid(const struct bl_sql_cursor *c)
{
    uint64_t key = c->table->key ? c->table->key(c) : c->key;
    uint64_t unit = c->table->unit == BL_SQL_SOURCES ? c->part
                    : c->stream_number == BL_NONE    ? 0
                                                     : c->stream_number;
    return (int64_t)(unit << KEY_BITS | (key & ((UINT64_C(1) << KEY_BITS) - 1)));
}

static int next_row(struct bl_sql_cursor *c, struct bl_error *err)
{
    if (c->table->next)
        return c->table->next(c, err);
    bool is_first = !c->has_row;
    c->has_row = true;
    return is_first;
}

int bl_sql_cursor_next(struct bl_sql_cursor *c)
{
    struct bl_error err;
    for (;;) {
        int rc = 0;
        while (c->is_in_unit && (rc = next_row(c, &err)) > 0)
            if (!c->filter.has_rowid || bl_sql_cursor_rowid(c) == c->filter.rowid)
                return 1;
        if (rc == BL_E_NOMEM)
            return rc;
        if (rc < 0)
            note(c, &err, true);
        end_unit(c);
        if ((rc = next_unit(c)) <= 0)
            return rc;
        c->has_begun = true;
        c->has_row = false;
        rc = c->table->begin(c, &err);
        if (rc == BL_E_NOMEM)
            return rc;
        if (rc < 0)
            note(c, &err, true);
        c->is_in_unit = rc == BL_OK;
    }
}

static int compare_views(const void *first, const void *second)
{
    const struct bl_view *a = first, *b = second;
    return bl_view_compare(*a, *b);
}

void bl_sql_filter_set_names(struct bl_sql_filter *filter, struct bl_view *names, uint32_t n)
{
    uint32_t kept = 0;
    bl_sort(names, n, sizeof *names, compare_views);
    for (uint32_t i = 0; i < n; i++)
        if (i == 0 || compare_views(&names[i], &names[kept - 1]) != 0)
            names[kept++] = names[i];
    filter->has_names = true;
    filter->names = names;
    filter->n_names = kept;
}

bool bl_sql_name_is_wanted(const struct bl_sql_cursor *c, struct bl_view name)
{
    const struct bl_sql_filter *f = &c->filter;
    if (f->has_prefix &&
        (name.size < f->prefix.size ||
         (f->prefix.size > 0 && memcmp(name.data, f->prefix.data, f->prefix.size) != 0)))
        return false;
    return !f->has_names ||
           (f->n_names > 0 && bsearch(&name, f->names, f->n_names, sizeof name, compare_views));
}

/* ---- Columns ---- */

static void set_field(const void *field, const struct bl_sql_column *column,
                      struct bl_sql_cell *cell)
{
    if (column->type == BL_SQL_TEXT && column->size == sizeof(struct bl_view)) {
        bl_sql_set_name(cell, *(const struct bl_view *)field);
        return;
    }
    if (column->type == BL_SQL_TEXT && !column->names) {
        bl_sql_set_string(cell, *(const char *const *)field);
        return;
    }
    uint64_t v = column->size == 1   ? *(const uint8_t *)field
                 : column->size == 4 ? *(const uint32_t *)field
                                     : *(const uint64_t *)field;
    if (column->names)
        bl_sql_set_string(cell, column->names((unsigned)v));
    else if (column->mask)
        bl_sql_set_integer(cell, (v & column->mask) != 0);
    else if (column->type == BL_SQL_NUMBER)
        bl_sql_set_number(cell, (uint32_t)v);
    else
        bl_sql_set_integer(cell, v);
}

void bl_sql_cursor_value(struct bl_sql_cursor *c, const struct bl_sql_column *column,
                         struct bl_sql_cell *cell)
{
    if (column->key == BL_SQL_FILE)
        bl_sql_set_view(cell, bl_sql_text_get(&c->path));
    else if (column->key == BL_SQL_MODULE)
        bl_sql_set_integer(cell, c->module_number);
    else if (column->size == 0)
        c->table->column(c, column->id, cell);
    else {
        c->row = c->row ? c->row : c->table->row(c);
        const char *row = c->row;
        if (column->given == 0 || *(const bool *)(row + column->given))
            set_field(row + column->at, column, cell);
    }
}

void bl_sql_cell_as_text(struct bl_sql_cursor *c, struct bl_sql_cell *cell)
{
    c->text.size = 0;
    bl_sql_text_string(&c->text, "[");
    for (uint64_t i = 0; i < cell->n_numbers; i++) {
        bl_sql_text_string(&c->text, i > 0 ? "," : "");
        bl_sql_text_u64(&c->text, cell->numbers[i]);
    }
    bl_sql_text_string(&c->text, "]");
    bl_sql_set_text(c, cell);
}

void bl_sql_cursor_column(struct bl_sql_cursor *c, uint32_t number, struct bl_sql_cell *cell)
{
    struct bl_sql_column column = bl_sql_column_at(c->table, number);
    bl_sql_cursor_value(c, &column, cell);
    if (cell->kind == BL_SQL_IS_NUMBERS)
        bl_sql_cell_as_text(c, cell);
}
