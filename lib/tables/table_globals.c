/* tables/table_globals.c - global values, as their records have them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap_layout.h"
#include "tables/symbol_columns.h"

enum {
    VALUE,
    DEMANGLED,
    SCOPE,
    TEMPLATE,
    TYPE,
    SECTION,
    COMDAT,
    INITIALIZER,
    DEFINED,
    BYTES,
    TEXT,
};

static const struct bl_sql_column columns[] = {
    BL_SQL_FILE_COLUMN,
    BL_SQL_MODULE_COLUMN,
    {"value", BL_SQL_INTEGER, "number of the global value in its module", .key = BL_SQL_VALUE,
     .id = VALUE},
    {"name", BL_SQL_TEXT, "name of the value", .key = BL_SQL_NAME, BL_SQL_FIELD(bl_global, name)},
    BL_SQL_DEMANGLED_COLUMNS(DEMANGLED, SCOPE, TEMPLATE),
    {"kind", BL_SQL_TEXT, "function, variable, alias or ifunc", BL_SQL_FIELD(bl_global, kind),
     .names = bl_sql_global_kind},
    {"declaration", BL_SQL_BOOL, "whether it is only declared here",
     BL_SQL_FIELD(bl_global, is_declaration)},
    {"linkage", BL_SQL_TEXT, "in the spelling of LLVM; external where LLVM writes nothing",
     BL_SQL_FIELD(bl_global, linkage), .names = bl_sql_linkage_name},
    {"visibility", BL_SQL_TEXT, "default, hidden or protected", BL_SQL_FIELD(bl_global, visibility),
     .names = bl_sql_visibility_name},
    {"value_type", BL_SQL_TEXT, "type of what it is, in LLVM assembly", .id = TYPE},
    {"address_space", BL_SQL_INTEGER, "number of its address space",
     BL_SQL_FIELD(bl_global, address_space)},
    {"constant", BL_SQL_BOOL, "whether it is a variable that never changes",
     BL_SQL_FIELD(bl_global, is_constant)},
    {"alignment", BL_SQL_INTEGER, "its alignment; 0 if none is stated", .unit = "byte",
     BL_SQL_FIELD(bl_global, alignment)},
    {"section", BL_SQL_TEXT, "name of its section", .id = SECTION},
    {"comdat", BL_SQL_TEXT, "name of the comdat that it is in", .id = COMDAT},
    {"thread_local", BL_SQL_TEXT, "model of thread-local storage",
     BL_SQL_FIELD(bl_global, thread_local_model), .names = bl_thread_local_name},
    {"unnamed_addr", BL_SQL_TEXT, "unnamed_addr or local_unnamed_addr",
     BL_SQL_FIELD(bl_global, unnamed_addr), .names = bl_unnamed_addr_name},
    {"dll_storage", BL_SQL_TEXT, "dllimport or dllexport", BL_SQL_FIELD(bl_global, dll_storage),
     .names = bl_dll_storage_name},
    {"dso_local", BL_SQL_BOOL, "whether it is dso_local", BL_SQL_FIELD(bl_global, dso_local)},
    {"calling_convention", BL_SQL_INTEGER,
     "number of the calling convention, as in llvm/IR/CallingConv.h",
     BL_SQL_FIELD(bl_global, calling_convention)},
    {"initializer", BL_SQL_TEXT, "what it begins with, or leads to, in LLVM assembly",
     .id = INITIALIZER},
    {"bit_pos", BL_SQL_INTEGER, "where its record begins", .unit = "bit",
     BL_SQL_FIELD(bl_global, bit_pos)},
    {"defined", BL_SQL_BOOL, "whether it is defined here", .id = DEFINED},
    {"bytes", BL_SQL_INTEGER, "size of a variable, by the module's data layout", .unit = "byte",
     .id = BYTES},
    {"text", BL_SQL_TEXT, "its definition in LLVM assembly; NULL for functions", .id = TEXT},
};

const char *bl_sql_global_kind(unsigned kind)
{
    static const char *const kinds[] = {
        [BL_GLOBAL_VARIABLE] = "variable",
        [BL_GLOBAL_FUNCTION] = "function",
        [BL_GLOBAL_ALIAS] = "alias",
        [BL_GLOBAL_IFUNC] = "ifunc",
    };
    return kind < sizeof kinds / sizeof *kinds && kinds[kind] ? kinds[kind] : "assembly";
}

const char *bl_sql_linkage_name(unsigned linkage)
{
    return linkage == BL_LINKAGE_EXTERNAL ? "external" : bl_linkage_name(linkage);
}

const char *bl_sql_visibility_name(unsigned visibility)
{
    return visibility ? bl_visibility_name(visibility) : "default";
}

void bl_sql_set_comdat(struct bl_sql_cursor *c, const struct bl_global *global,
                       struct bl_sql_cell *cell)
{
    const struct bl_comdat *comdats;
    uint32_t n = 0;
    if (global->comdat != BL_NONE &&
        bl_module_comdats(c->module, &comdats, &n, NULL) != BL_E_NOMEM && global->comdat < n)
        bl_sql_set_name(cell, comdats[global->comdat].name);
}

struct state {
    const struct bl_global *globals;
    uint32_t n, at; /* at: the row's number plus 1 */
    int status;     /* of reading them: what is wrong comes after the rows */
    struct bl_error err;
    bool has_info;
    struct bl_module_info info;
    bool has_asked_layout;
    struct bl_layout *layout; /* NULL: nobody has asked, or it cannot be read */
};

static int begin(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    const struct bl_sql_filter *f = &c->filter;
    *s = (struct state){.globals = NULL};
    s->status = bl_module_globals(c->module, &s->globals, &s->n, &s->err);
    if (f->has_value) {
        bool is_there = f->value >= 0 && f->value < s->n;
        s->at = is_there ? (uint32_t)f->value : 0;
        s->n = is_there ? s->at + 1 : 0;
    }
    (void)err;
    return s->status == BL_E_NOMEM ? BL_E_NOMEM : BL_OK;
}

static int next(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    while (s->at < s->n) {
        const struct bl_global *global = &s->globals[s->at++];
        c->row = global;
        c->key = global->bit_pos;
        if (bl_sql_name_is_wanted(c, global->name))
            return 1;
    }
    *err = s->err;
    return s->status;
}

static void put_section(struct bl_sql_cursor *c, uint32_t number, struct bl_sql_cell *cell)
{
    struct state *s = c->state;
    struct bl_error err;
    if (number == BL_NONE)
        return;
    if (!s->has_info && bl_module_get_info(c->module, 0, &s->info, &err) < 0)
        bl_sql_cursor_note(c, &err);
    s->has_info = true;
    if (number < s->info.sections.n)
        bl_sql_set_view(cell, s->info.sections.texts[number]);
}

/* The constant that a variable begins with, with its type; of an alias, what it is of. */
static void put_initializer(struct bl_sql_cursor *c, uint32_t value, struct bl_sql_cell *cell)
{
    uint32_t n_globals = 0;
    struct bl_printer *printer = value != BL_NONE ? bl_sql_printer(c) : NULL;
    const struct bl_constant *constant = bl_module_constant(c->module, value);
    c->text.size = 0;
    (void)bl_module_count(c->module, &n_globals, NULL);
    if (!printer || (value >= n_globals && !constant))
        return;
    if (constant) {
        (void)bl_sql_seen(c,
                          bl_printer_put_type(printer, constant->type, bl_sql_text_put, &c->text));
        bl_sql_text_string(&c->text, " ");
    }
    if (bl_sql_seen(c, bl_printer_put_value(printer, value, bl_sql_text_put, &c->text)) >= 0)
        bl_sql_set_text(c, cell);
}

/* What is wrong with the layout is noted after the rows. */
static void put_bytes(struct bl_sql_cursor *c, const struct bl_global *global,
                      struct bl_sql_cell *cell)
{
    struct state *s = c->state;
    struct bl_error err;
    uint64_t n_bytes;
    if (!s->has_asked_layout) {
        int rc = bl_sql_seen(c, bl_layout_open(&s->layout, c->module, &err));
        if (rc < 0 && s->status == BL_OK) {
            s->status = rc;
            s->err = err;
        }
    }
    s->has_asked_layout = true;
    if (s->layout && global->kind == BL_GLOBAL_VARIABLE &&
        bl_layout_size(s->layout, global->value_type, &n_bytes))
        bl_sql_set_integer(cell, n_bytes);
}

/* Its line, without the end of it. */
static void put_text(struct bl_sql_cursor *c, const struct bl_global *global, uint32_t value,
                     struct bl_sql_cell *cell)
{
    struct bl_error err;
    struct bl_printer *printer;
    c->text.size = 0;
    if (global->kind == BL_GLOBAL_FUNCTION || !(printer = bl_sql_printer(c)))
        return;
    if (bl_sql_seen(c, bl_printer_print_global(printer, value, bl_sql_text_put, &c->text, &err)) <
        0)
        bl_sql_cursor_note(c, &err);
    while (c->text.size > 0 && c->text.data[c->text.size - 1] == '\n')
        c->text.size--;
    bl_sql_set_text(c, cell);
}

static void end_unit(struct bl_sql_cursor *c)
{
    struct state *s = c->state;
    bl_layout_close(s->layout);
    s->layout = NULL;
}

static void column(struct bl_sql_cursor *c, uint32_t id, struct bl_sql_cell *cell)
{
    const struct state *s = c->state;
    const struct bl_global *global = c->row;
    switch (id) {
    case VALUE: bl_sql_set_integer(cell, s->at - 1); break;
    case DEMANGLED: bl_sql_set_demangled(c, global->name, cell); break;
    case SCOPE: bl_sql_set_name_part(c, global->name, BL_NAME_SCOPE, cell); break;
    case TEMPLATE: bl_sql_set_name_part(c, global->name, BL_NAME_TEMPLATE, cell); break;
    case TYPE: bl_sql_set_type(c, bl_sql_printer(c), global->value_type, cell); break;
    case SECTION: put_section(c, global->section, cell); break;
    case COMDAT: bl_sql_set_comdat(c, global, cell); break;
    case DEFINED: bl_sql_set_integer(cell, !global->is_declaration); break;
    case BYTES: put_bytes(c, global, cell); break;
    case TEXT: put_text(c, global, s->at - 1, cell); break;
    default: put_initializer(c, global->initializer, cell); break;
    }
}

const struct bl_sql_table bl_sql_globals = {
    .name = "bitcode_globals",
    .summary = "global values: functions, variables, aliases, ifuncs",
    BL_SQL_COLUMNS(columns),
    .unit = BL_SQL_MODULES,
    .state_size = sizeof(struct state),
    .rows_per_kb = 4,
    .begin = begin,
    .next = next,
    .column = column,
    .end_unit = end_unit,
};
