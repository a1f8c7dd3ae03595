/* tables/table_functions.c - functions with a body, and LLVM's numbers about them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What is counted is counted for some functions at once, on all cores: few at first, as a query may
 * end after some rows. Each thread has an index and a module of its own.
 */

#include "bitleap_contents.h"
#include "bitleap_parallel.h"
#include "tables/symbol_columns.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
    NAME,
    DEMANGLED,
    SCOPE,
    TEMPLATE,
    LINKAGE,
    VISIBILITY,
    COMDAT,
    TYPE,
    BYTES,
    BLOCKS,
    INSTRUCTIONS,
    UNKNOWN,
    ASSEMBLY,
    TEXT_HASH,
    BODY_HASH,
    CALLED,
    N_IDS,
};

enum {
    FIRST_ROWS = 16, /* that are counted at once, at first */
    MOST_ROWS = 1024,
    WORDS_FOR_THREADS = 1 << 16, /* bodies below that many are counted on one thread */
};

struct row {
    uint32_t value;
    struct bl_block block;
    struct bl_body_counts counts;
    struct bl_function_properties *properties; /* NULL: could not be counted */
    int status;                                /* of counting */
    bool is_noted;
    struct bl_error err;
};

static const struct bl_sql_column columns[] = {
    BL_SQL_FILE_COLUMN,
    BL_SQL_MODULE_COLUMN,
    {"value", BL_SQL_INTEGER, "number of the global value in its module", .key = BL_SQL_VALUE,
     BL_SQL_FIELD(row, value)},
    {"name", BL_SQL_TEXT, "name of the function", .key = BL_SQL_NAME, .id = NAME},
    BL_SQL_DEMANGLED_COLUMNS(DEMANGLED, SCOPE, TEMPLATE),
    {"linkage", BL_SQL_TEXT, "in the spelling of LLVM; external where LLVM writes nothing",
     .id = LINKAGE},
    {"visibility", BL_SQL_TEXT, "default, hidden or protected", .id = VISIBILITY},
    {"comdat", BL_SQL_TEXT, "name of the comdat that it is in", .id = COMDAT},
    {"function_type", BL_SQL_TEXT, "its type, in LLVM assembly", .id = TYPE},
    {"bit_pos", BL_SQL_INTEGER, "where the block of its body begins", .unit = "bit",
     BL_SQL_FIELD(row, block.bit_pos)},
    {"body_pos", BL_SQL_INTEGER, "where that block's content begins", .unit = "bit",
     BL_SQL_FIELD(row, block.body_pos)},
    {"bytes", BL_SQL_INTEGER, "what its body takes of the file, with the header of the block",
     .unit = "byte", .id = BYTES},
    {"blocks", BL_SQL_INTEGER, "number of basic blocks", .need = BL_SQL_NEED_COUNTS, .id = BLOCKS},
    {"instructions", BL_SQL_INTEGER, "number of instructions", .need = BL_SQL_NEED_COUNTS,
     .id = INSTRUCTIONS},
    {"unknown", BL_SQL_INTEGER, "number of records that are not known", .need = BL_SQL_NEED_COUNTS,
     .id = UNKNOWN},
    {"assembly", BL_SQL_TEXT, "its text in LLVM assembly", .is_hidden = true, .id = ASSEMBLY},
    {"text_hash", BL_SQL_TEXT,
     "hash of that text without numbers of its module, as 16 hexadecimal digits", .id = TEXT_HASH},
    {"body_hash", BL_SQL_TEXT,
     "hash of what its body says, whatever its name, attributes and numbers, likewise",
     .id = BODY_HASH},
    {"called", BL_SQL_INTEGER, "number of calls of it in its module", .id = CALLED},
};

/* What a thread reads the module with. */
struct reader {
    struct bl_index *index;
    struct bl_module *module;
    struct bl_function *function;
};

struct state {
    const struct bl_global *globals;
    uint32_t n_globals, next_value, end_value;
    int status; /* of global values, reported after the rows */
    struct bl_error err;
    struct row *rows;                          /* MOST_ROWS */
    struct bl_function_properties *properties; /* likewise, if they are needed */
    uint32_t n_rows, at;                       /* at: the row's number plus 1 */
    uint32_t n_wanted;                         /* that will be counted at once next */
    struct reader *readers;
    unsigned n_readers;
    struct bl_printer *plain_printer; /* NULL: nobody has asked for hashes of texts; */
    struct bl_contents *contents;     /* of bodies */
    uint32_t *called;                 /* of each global value; NULL: nobody has asked */
};

/* ---- Counting ---- */

/* The first thread has the cursor's module, which waits for it. */
static int open_module(struct reader *r, const struct bl_sql_cursor *c, struct bl_error *err)
{
    if (r->module)
        return BL_OK;
    int rc = r->index ? BL_OK : bl_index_open(&r->index, &c->stream, err);
    return rc == BL_OK ? bl_module_open(&r->module, r->index, c->block, err) : rc;
}

static void close_readers(struct state *s)
{
    for (unsigned i = 0; i < s->n_readers; i++) {
        bl_function_close(s->readers[i].function);
        if (i > 0)
            bl_module_close(s->readers[i].module);
        bl_index_close(s->readers[i].index);
        s->readers[i] = (struct reader){.index = NULL};
    }
}

static int read_properties(struct reader *r, struct row *row,
                           struct bl_function_properties *properties)
{
    int rc = r->function ? BL_OK : bl_function_open(&r->function, r->module, BL_NONE, &row->err);
    if (rc == BL_OK)
        rc = bl_function_load(r->function, row->value, &row->err);
    if (rc == BL_OK)
        rc = bl_function_get_properties(r->function, properties, &row->err);
    if (rc >= 0)
        row->properties = properties;
    return rc;
}

static int count_row(void *context, unsigned thread, uint64_t job)
{
    struct bl_sql_cursor *c = context;
    struct state *s = c->state;
    struct row *row = &s->rows[job];
    struct reader *r = &s->readers[thread];
    row->status = open_module(r, c, &row->err);
    if (row->status == BL_OK && c->filter.needs & BL_SQL_NEED_COUNTS &&
        bl_function_count(r->module, row->value, &row->counts, &row->err) < 0) {
        row->status = row->err.status;
        row->counts.block.n_words = 0; /* none is known */
    }
    if (row->status == BL_OK && c->filter.needs & BL_SQL_NEED_PROPERTIES)
        row->status = read_properties(r, row, &s->properties[job]);
    return BL_OK;
}

static int make_room(struct bl_sql_cursor *c, struct state *s)
{
    const struct bl_sql_filter *f = &c->filter;
    size_t cap = f->has_value ? 1 : MOST_ROWS;
    if (!s->rows)
        s->rows = malloc(cap * sizeof *s->rows);
    if (!s->properties && f->needs & BL_SQL_NEED_PROPERTIES)
        s->properties = malloc(cap * sizeof *s->properties);
    if (!s->readers) {
        s->n_readers = f->has_value ? 1 : f->n_threads ? f->n_threads : bl_cores();
        s->readers = calloc(s->n_readers, sizeof *s->readers);
    }
    return s->rows && s->readers && (s->properties || !(f->needs & BL_SQL_NEED_PROPERTIES))
               ? BL_OK
               : BL_E_NOMEM;
}

/* Gather functions, and count what is needed. */
static int fill(struct bl_sql_cursor *c, struct state *s, struct bl_error *err)
{
    uint64_t n_words = 0;
    s->n_rows = s->at = 0;
    for (; s->n_rows < s->n_wanted && s->next_value < s->end_value; s->next_value++) {
        const struct bl_global *global = &s->globals[s->next_value];
        struct row *row = &s->rows[s->n_rows];
        if (global->kind != BL_GLOBAL_FUNCTION || global->is_declaration ||
            !bl_sql_name_is_wanted(c, global->name))
            continue;
        *row = (struct row){.value = s->next_value};
        int rc = bl_module_body(c->module, s->next_value, &row->block, err);
        if (rc == BL_E_NOMEM)
            return rc;
        if (rc < 0)
            bl_sql_cursor_note(c, err);
        n_words += row->block.n_words;
        s->n_rows += rc > 0;
    }
    s->n_wanted = s->n_wanted * 2 < MOST_ROWS ? s->n_wanted * 2 : MOST_ROWS;
    if (!(c->filter.needs & (BL_SQL_NEED_COUNTS | BL_SQL_NEED_PROPERTIES)))
        return BL_OK;
    unsigned n_threads = n_words < WORDS_FOR_THREADS ? 1 : s->n_readers;
    return bl_parallel(n_threads, s->n_rows, s->n_rows, count_row, NULL, c);
}

/* ---- Rows ---- */

static int begin(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    const struct bl_sql_filter *f = &c->filter;
    s->status = bl_module_globals(c->module, &s->globals, &s->n_globals, &s->err);
    s->next_value = 0;
    s->end_value = s->n_globals;
    if (f->has_value) {
        bool is_there = f->value >= 0 && f->value < s->n_globals;
        s->next_value = is_there ? (uint32_t)f->value : 0;
        s->end_value = is_there ? s->next_value + 1 : 0;
    }
    s->n_rows = s->at = 0;
    s->n_wanted = s->n_wanted ? s->n_wanted : FIRST_ROWS;
    (void)err;
    int rc = s->status == BL_E_NOMEM ? s->status : make_room(c, s);
    if (rc == BL_OK)
        s->readers[0].module = c->module;
    return rc;
}

static int next(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    if (s->at == s->n_rows && s->next_value < s->end_value) {
        int rc = fill(c, s, err);
        if (rc < 0)
            return rc;
    }
    if (s->at == s->n_rows) {
        *err = s->err;
        return s->status;
    }
    const struct row *row = &s->rows[s->at++];
    c->row = row;
    c->key = row->block.bit_pos;
    return row->status == BL_E_NOMEM ? BL_E_NOMEM : 1;
}

static void end_unit(struct bl_sql_cursor *c)
{
    struct state *s = c->state;
    bl_printer_close(s->plain_printer);
    s->plain_printer = NULL;
    bl_contents_close(s->contents);
    s->contents = NULL;
    free(s->called);
    s->called = NULL;
    close_readers(s);
}

static void end(struct bl_sql_cursor *c)
{
    struct state *s = c->state;
    free(s->rows);
    free(s->properties);
    free(s->readers);
}

/* ---- Columns ---- */

static void put_assembly(struct bl_sql_cursor *c, struct state *s, struct bl_sql_cell *cell)
{
    struct bl_error err;
    struct bl_printer *printer = bl_sql_printer(c);
    if (!printer)
        return;
    int rc = bl_sql_seen(c, bl_printer_print_global(printer, s->rows[s->at - 1].value,
                                                    bl_sql_text_put, &c->text, &err));
    if (rc < 0)
        bl_sql_cursor_note(c, &err);
    bl_sql_set_text(c, cell);
}

static void put_hash(struct bl_sql_cursor *c, const void *bytes, size_t size,
                     struct bl_sql_cell *cell)
{
    uint64_t hash = XXH3_64bits(bytes, size);
    c->text.size = 0;
    bl_sql_text_printf(&c->text, "%016llx", (unsigned long long)hash);
    bl_sql_set_text(c, cell);
}

/* A hash of its text without numbers of its module, so that equal functions have an equal one. */
static void put_text_hash(struct bl_sql_cursor *c, struct state *s, struct bl_sql_cell *cell)
{
    struct bl_error err;
    if (!s->plain_printer &&
        bl_sql_seen(c, bl_printer_open(&s->plain_printer, c->module, NULL, &err)) < 0)
        return;
    /* A text with gaps is another one. */
    int status = bl_sql_seen(c, bl_printer_print_global(s->plain_printer, s->rows[s->at - 1].value,
                                                        bl_sql_text_put, &c->text, &err));
    if (status == BL_OK)
        status = bl_sql_seen(c, bl_module_check_names(c->module, &err));
    if (status == BL_OK)
        status = bl_sql_seen(c, bl_printer_check_numbers(s->plain_printer, &err));
    if (status < 0)
        bl_sql_cursor_note(c, &err);
    else if (!c->text.has_lacked)
        put_hash(c, c->text.data, c->text.size, cell);
}

/* What `dups -m` compares. NULL: the body cannot be read. */
static void put_body_hash(struct bl_sql_cursor *c, struct state *s, struct bl_sql_cell *cell)
{
    struct bl_error err;
    struct bl_content content = {.has_body = false};
    const struct row *row = &s->rows[s->at - 1];
    const uint8_t *bytes = c->stream.bytes.data + row->block.body_pos / 8;
    int rc = s->contents ? BL_OK : bl_contents_open(&s->contents, c->module, &err);
    if (rc == BL_OK)
        rc = bl_contents_body(s->contents, row->value,
                              XXH3_64bits(bytes, (size_t)row->block.n_words * 4), &content, &err);
    if (bl_sql_seen(c, rc) < 0)
        bl_sql_cursor_note(c, &err);
    else
        put_hash(c, &content.parts[BL_CONTENT_CALLS], 2 * sizeof *content.parts, cell);
}

static void meet(void *context, const struct bl_error *err, bool ends_rows)
{
    (void)ends_rows;
    bl_sql_cursor_note(context, err);
}

/* Go through the calls of the module, by the table that has them. */
static int count_calls(struct bl_sql_cursor *c, struct state *s)
{
    const struct bl_table_place place = {.file = "",
                                         .stream = &c->stream,
                                         .index = c->index,
                                         .module = c->module,
                                         .block = c->block,
                                         .meet = meet,
                                         .context = c};
    const struct bl_sql_column *callee = bl_sql_calls.columns;
    struct bl_sql_cursor calls;
    struct bl_error err;
    while (strcmp(callee->name, "callee_value") != 0)
        callee++;
    s->called = calloc(s->n_globals + (size_t)1, sizeof *s->called);
    if (!s->called || bl_sql_cursor_init(&calls, &bl_sql_calls, c->connection, NULL) < 0)
        return BL_E_NOMEM;
    int rc = bl_sql_cursor_set_place(&calls, &place, &err);
    while (rc >= 0 && (rc = bl_sql_cursor_next(&calls)) > 0) {
        struct bl_sql_cell cell = {.kind = BL_SQL_IS_NULL};
        bl_sql_cursor_value(&calls, callee, &cell);
        if (cell.kind == BL_SQL_IS_INTEGER && (uint64_t)cell.integer < s->n_globals)
            s->called[cell.integer]++;
    }
    rc = calls.text.has_lacked ? BL_E_NOMEM : rc;
    bl_sql_cursor_close(&calls);
    return rc;
}

static void put_called(struct bl_sql_cursor *c, struct state *s, struct bl_sql_cell *cell)
{
    if (!s->called && bl_sql_seen(c, count_calls(c, s)) < 0)
        return;
    bl_sql_set_integer(cell, s->called[s->rows[s->at - 1].value]);
}

/* What could not be counted is noted where somebody asks for it. */
static void count_column(struct bl_sql_cursor *c, struct row *row, uint32_t id,
                         struct bl_sql_cell *cell)
{
    uint32_t number = id - N_IDS;
    if (row->status < 0 && !row->is_noted)
        bl_sql_cursor_note(c, &row->err);
    row->is_noted = true;
    if (id < N_IDS && row->counts.block.n_words > 0)
        bl_sql_set_integer(cell, id == BLOCKS         ? row->counts.n_basic_blocks
                                 : id == INSTRUCTIONS ? row->counts.n_instructions
                                                      : row->counts.n_unknown);
    else if (id >= N_IDS && row->properties)
        bl_sql_set_integer(cell, number < BL_PROPERTY_END
                                     ? row->properties->n[number]
                                     : row->properties->opcodes[number - BL_PROPERTY_END]);
}

static void column(struct bl_sql_cursor *c, uint32_t id, struct bl_sql_cell *cell)
{
    struct state *s = c->state;
    const struct row *row = c->row;
    const struct bl_global *global = &s->globals[row->value];
    c->text.size = 0;
    switch (id) {
    case NAME: bl_sql_set_name(cell, global->name); break;
    case DEMANGLED: bl_sql_set_demangled(c, global->name, cell); break;
    case SCOPE: bl_sql_set_name_part(c, global->name, BL_NAME_SCOPE, cell); break;
    case TEMPLATE: bl_sql_set_name_part(c, global->name, BL_NAME_TEMPLATE, cell); break;
    case LINKAGE: bl_sql_set_string(cell, bl_sql_linkage_name(global->linkage)); break;
    case VISIBILITY: bl_sql_set_string(cell, bl_sql_visibility_name(global->visibility)); break;
    case COMDAT: bl_sql_set_comdat(c, global, cell); break;
    case TYPE: bl_sql_set_type(c, bl_sql_printer(c), global->value_type, cell); break;
    case BYTES: bl_sql_set_integer(cell, bl_block_bytes(row->block.n_words)); break;
    case ASSEMBLY: put_assembly(c, s, cell); break;
    case TEXT_HASH: put_text_hash(c, s, cell); break;
    case BODY_HASH: put_body_hash(c, s, cell); break;
    case CALLED: put_called(c, s, cell); break;
    default: count_column(c, &s->rows[s->at - 1], id, cell); break;
    }
}

static struct bl_sql_column more_columns(uint32_t number)
{
    struct bl_sql_column column = {.type = BL_SQL_INTEGER, .need = BL_SQL_NEED_PROPERTIES};
    column.id = (uint16_t)(N_IDS + number);
    if (number < BL_PROPERTY_END) {
        column.name = bl_property_name(number);
        column.doc = "as LLVM's FunctionPropertiesInfo counts it";
        return column;
    }
    column.name = bl_opcode_name(number - BL_PROPERTY_END);
    column.name = column.name ? column.name : "unknown";
    column.prefix = "op_";
    column.doc = "number of instructions with this opcode";
    return column;
}

const struct bl_sql_table bl_sql_functions = {
    .name = "bitcode_functions",
    .summary = "functions with a body, with LLVM's numbers about them",
    BL_SQL_COLUMNS(columns),
    .more_columns = more_columns,
    .n_more_columns = BL_PROPERTY_END + BL_OP_END,
    .unit = BL_SQL_MODULES,
    .state_size = sizeof(struct state),
    .rows_per_kb = 1,
    .begin = begin,
    .next = next,
    .column = column,
    .end_unit = end_unit,
    .end = end,
};
