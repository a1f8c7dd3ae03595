/* sql/table_globals.c - global values, as their records have them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "sql/global_columns.h"

enum {
    FILE_,
    MODULE,
    VALUE,
    NAME,
    KIND,
    DECLARATION,
    LINKAGE,
    VISIBILITY,
    TYPE,
    ADDRESS_SPACE,
    CONSTANT,
    ALIGNMENT,
    SECTION,
    COMDAT,
    THREAD_LOCAL,
    UNNAMED_ADDR,
    DLL_STORAGE,
    DSO_LOCAL,
    CONVENTION,
    INITIALIZER,
    BIT_POS,
};

static const struct bl_sql_column columns[] = {
    [FILE_] = {"file", BL_SQL_TEXT, BL_SQL_FILE, 0, NULL},
    [MODULE] = {"module", BL_SQL_INTEGER, BL_SQL_MODULE, 0, NULL},
    [VALUE] = {"value", BL_SQL_INTEGER, BL_SQL_VALUE, 0, NULL},
    [NAME] = {"name", BL_SQL_TEXT, BL_SQL_NAME, 0, NULL},
    [KIND] = {"kind", BL_SQL_TEXT, 0, 0, NULL},
    [DECLARATION] = {"declaration", BL_SQL_BOOL, 0, 0, NULL},
    [LINKAGE] = {"linkage", BL_SQL_TEXT, 0, 0, NULL},
    [VISIBILITY] = {"visibility", BL_SQL_TEXT, 0, 0, NULL},
    [TYPE] = {"value_type", BL_SQL_TEXT, 0, 0, NULL},
    [ADDRESS_SPACE] = {"address_space", BL_SQL_INTEGER, 0, 0, NULL},
    [CONSTANT] = {"constant", BL_SQL_BOOL, 0, 0, NULL},
    [ALIGNMENT] = {"alignment", BL_SQL_INTEGER, 0, 0, NULL},
    [SECTION] = {"section", BL_SQL_TEXT, 0, 0, NULL},
    [COMDAT] = {"comdat", BL_SQL_TEXT, 0, 0, NULL},
    [THREAD_LOCAL] = {"thread_local", BL_SQL_TEXT, 0, 0, NULL},
    [UNNAMED_ADDR] = {"unnamed_addr", BL_SQL_TEXT, 0, 0, NULL},
    [DLL_STORAGE] = {"dll_storage", BL_SQL_TEXT, 0, 0, NULL},
    [DSO_LOCAL] = {"dso_local", BL_SQL_BOOL, 0, 0, NULL},
    [CONVENTION] = {"calling_convention", BL_SQL_INTEGER, 0, 0, NULL},
    [INITIALIZER] = {"initializer", BL_SQL_TEXT, 0, 0, NULL},
    [BIT_POS] = {"bit_pos", BL_SQL_INTEGER, 0, 0, NULL},
};

struct state {
    const struct bl_global *globals;
    uint32_t n, at; /* at: the row's number plus 1 */
    int status;     /* of reading them: what is wrong comes after the rows */
    struct bl_error err;
    bool has_info;
    struct bl_module_info info;
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
    while (s->at < s->n)
        if (bl_sql_name_is_wanted(c, s->globals[s->at++].name))
            return 1;
    *err = s->err;
    return s->status;
}

static void put_section(struct bl_sql_cursor *c, struct state *s, uint32_t number,
                        struct bl_sql_cell *cell)
{
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
    const struct bl_constant *constants;
    uint32_t n_globals = 0, n = 0;
    struct bl_printer *printer = value != BL_NONE ? bl_sql_printer(c) : NULL;
    c->text.size = 0;
    (void)bl_module_count(c->module, &n_globals, NULL);
    (void)bl_module_constants(c->module, &constants, &n, NULL);
    if (!printer || (value >= n_globals && value - n_globals >= n))
        return;
    if (value >= n_globals) {
        (void)bl_sql_seen(c, bl_printer_put_type(printer, constants[value - n_globals].type,
                                                 bl_sql_text_put, &c->text));
        bl_sql_text_string(&c->text, " ");
    }
    if (bl_sql_seen(c, bl_printer_put_value(printer, value, bl_sql_text_put, &c->text)) >= 0)
        bl_sql_set_text(c, cell);
}

static void text_column(struct bl_sql_cursor *c, uint32_t number, const struct bl_global *global,
                        struct bl_sql_cell *cell)
{
    struct state *s = c->state;
    switch (number) {
    case KIND: bl_sql_set_string(cell, bl_sql_global_kind(global->kind)); break;
    case LINKAGE: bl_sql_set_linkage(cell, global); break;
    case VISIBILITY: bl_sql_set_visibility(cell, global); break;
    case TYPE: bl_sql_set_type(c, bl_sql_printer(c), global->value_type, cell); break;
    case SECTION: put_section(c, s, global->section, cell); break;
    case COMDAT: bl_sql_set_comdat(c, global, cell); break;
    case THREAD_LOCAL:
        bl_sql_set_string(cell, bl_thread_local_name(global->thread_local_model));
        break;
    case UNNAMED_ADDR: bl_sql_set_string(cell, bl_unnamed_addr_name(global->unnamed_addr)); break;
    case DLL_STORAGE: bl_sql_set_string(cell, bl_dll_storage_name(global->dll_storage)); break;
    default: put_initializer(c, global->initializer, cell); break;
    }
}

static void column(struct bl_sql_cursor *c, uint32_t number, struct bl_sql_cell *cell)
{
    const struct state *s = c->state;
    const struct bl_global *global = &s->globals[s->at - 1];
    switch (number) {
    case FILE_: bl_sql_set_file(c, cell); break;
    case MODULE: bl_sql_set_integer(cell, c->module_number); break;
    case VALUE: bl_sql_set_integer(cell, s->at - 1); break;
    case NAME: bl_sql_set_view(cell, global->name); break;
    case DECLARATION: bl_sql_set_integer(cell, global->is_declaration); break;
    case ADDRESS_SPACE: bl_sql_set_integer(cell, global->address_space); break;
    case CONSTANT: bl_sql_set_integer(cell, global->is_constant); break;
    case ALIGNMENT: bl_sql_set_integer(cell, global->alignment); break;
    case DSO_LOCAL: bl_sql_set_integer(cell, global->dso_local); break;
    case CONVENTION: bl_sql_set_integer(cell, global->calling_convention); break;
    case BIT_POS: bl_sql_set_integer(cell, global->bit_pos); break;
    default: text_column(c, number, global, cell); break;
    }
}

static uint64_t key(const struct bl_sql_cursor *c)
{
    const struct state *s = c->state;
    return s->globals[s->at - 1].bit_pos;
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
    .key = key,
};
