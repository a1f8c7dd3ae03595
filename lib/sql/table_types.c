/* sql/table_types.c - type tables and attributes of functions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "sql/table.h"

/* ---- Types ---- */

enum {
    T_FILE,
    T_MODULE,
    T_NUMBER,
    T_KIND,
    T_CODE,
    T_NAME,
    T_TEXT,
    T_BODY,
    T_PARTS,
    T_BIT_POS,
};

static const struct bl_sql_column type_columns[] = {
    [T_FILE] = {"file", BL_SQL_TEXT, BL_SQL_FILE, 0, NULL},
    [T_MODULE] = {"module", BL_SQL_INTEGER, BL_SQL_MODULE, 0, NULL},
    [T_NUMBER] = {"number", BL_SQL_INTEGER, 0, 0, NULL},
    [T_KIND] = {"kind", BL_SQL_TEXT, 0, 0, NULL},
    [T_CODE] = {"code", BL_SQL_INTEGER, 0, 0, NULL},
    [T_NAME] = {"name", BL_SQL_TEXT, BL_SQL_NAME, 0, NULL},
    [T_TEXT] = {"text", BL_SQL_TEXT, 0, 0, NULL},
    [T_BODY] = {"body", BL_SQL_TEXT, 0, 0, NULL},
    [T_PARTS] = {"parts", BL_SQL_TEXT, 0, 0, NULL},
    [T_BIT_POS] = {"bit_pos", BL_SQL_INTEGER, 0, 0, NULL},
};

struct type_state {
    const struct bl_types *types;
    uint32_t at; /* the row's number plus 1 */
    int status;
    struct bl_error err;
};

static int begin_types(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct type_state *s = c->state;
    s->at = 0;
    s->status = bl_module_types(c->module, &s->types, &s->err);
    *err = s->err;
    return s->status == BL_E_NOMEM ? BL_E_NOMEM : BL_OK;
}

static int next_type(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct type_state *s = c->state;
    while (s->at < s->types->n)
        if (bl_sql_name_is_wanted(c, s->types->types[s->at++].name))
            return 1;
    *err = s->err;
    return s->status;
}

/* A JSON array of their numbers. */
static void put_parts(struct bl_sql_cursor *c, const struct bl_types *types,
                      const struct bl_type *type)
{
    bl_sql_text_string(&c->text, "[");
    for (uint32_t i = 0; i < type->n_parts; i++) {
        uint32_t part = types->parts[type->first_part + i];
        bl_sql_text_string(&c->text, i > 0 ? "," : "");
        if (part == BL_NONE)
            bl_sql_text_string(&c->text, "null");
        else
            bl_sql_text_printf(&c->text, "%u", (unsigned)part);
    }
    bl_sql_text_string(&c->text, "]");
}

static void type_column(struct bl_sql_cursor *c, uint32_t column, struct bl_sql_cell *cell)
{
    const struct type_state *s = c->state;
    const struct bl_type *type = &s->types->types[s->at - 1];
    struct bl_printer *printer;
    c->text.size = 0;
    switch (column) {
    case T_FILE: bl_sql_set_file(c, cell); break;
    case T_MODULE: bl_sql_set_integer(cell, c->module_number); break;
    case T_NUMBER: bl_sql_set_integer(cell, s->at - 1); break;
    case T_KIND: bl_sql_set_string(cell, bl_type_kind_name(type->kind)); break;
    case T_CODE: bl_sql_set_integer(cell, type->code); break;
    case T_BIT_POS: bl_sql_set_integer(cell, type->bit_pos); break;
    case T_NAME:
        if (type->name.size)
            bl_sql_set_view(cell, type->name);
        break;
    case T_TEXT: bl_sql_set_type(c, bl_sql_printer(c), s->at - 1, cell); break;
    case T_BODY:
        if (type->kind == BL_TYPE_STRUCT && !type->is_literal && (printer = bl_sql_printer(c)) &&
            bl_sql_seen(
                c, bl_printer_put_struct_body(printer, s->at - 1, bl_sql_text_put, &c->text)) >= 0)
            bl_sql_set_text(c, cell);
        break;
    default:
        put_parts(c, s->types, type);
        bl_sql_set_text(c, cell);
        break;
    }
}

/* Types of one record, as there may be, have the same position. */
static uint64_t type_key(const struct bl_sql_cursor *c)
{
    const struct type_state *s = c->state;
    return bl_index_get(c->index, c->block).block.bit_pos + s->at - 1;
}

const struct bl_sql_table bl_sql_types = {
    .name = "bitcode_types",
    .summary = "types of each module's table",
    BL_SQL_COLUMNS(type_columns),
    .unit = BL_SQL_MODULES,
    .state_size = sizeof(struct type_state),
    .rows_per_kb = 1,
    .begin = begin_types,
    .next = next_type,
    .column = type_column,
    .key = type_key,
};

/* ---- Attributes ---- */

enum {
    A_FILE,
    A_MODULE,
    A_VALUE,
    A_NAME,
    A_PLACE,
    A_PARAMETER,
    A_FORM,
    A_KIND,
    A_ATTRIBUTE,
    A_ARGUMENT,
    A_TEXT,
    A_GROUP,
};

static const struct bl_sql_column attribute_columns[] = {
    [A_FILE] = {"file", BL_SQL_TEXT, BL_SQL_FILE, 0, NULL},
    [A_MODULE] = {"module", BL_SQL_INTEGER, BL_SQL_MODULE, 0, NULL},
    [A_VALUE] = {"value", BL_SQL_INTEGER, BL_SQL_VALUE, 0, NULL},
    [A_NAME] = {"name", BL_SQL_TEXT, BL_SQL_NAME, 0, NULL},
    [A_PLACE] = {"place", BL_SQL_TEXT, 0, 0, NULL},
    [A_PARAMETER] = {"parameter", BL_SQL_INTEGER, 0, 0, NULL},
    [A_FORM] = {"form", BL_SQL_INTEGER, 0, 0, NULL},
    [A_KIND] = {"kind", BL_SQL_INTEGER, 0, 0, NULL},
    [A_ATTRIBUTE] = {"attribute", BL_SQL_TEXT, 0, 0, NULL},
    [A_ARGUMENT] = {"argument", BL_SQL_TEXT, 0, 0, NULL},
    [A_TEXT] = {"text", BL_SQL_TEXT, 0, 0, NULL},
    [A_GROUP] = {"attribute_group", BL_SQL_INTEGER, 0, 0, NULL},
};

struct attribute_state {
    const struct bl_attributes *attributes;
    const struct bl_global *globals;
    uint32_t n_globals;
    uint32_t value;      /* function at hand; rows of it are left while */
    uint32_t group, end; /* in list_groups */
    uint32_t attribute;  /* of the group; the row's number plus 1 */
    uint32_t n_rows;     /* of the module so far */
    int status;
    struct bl_error err;
};

static int begin_attributes(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct attribute_state *s = c->state;
    *s = (struct attribute_state){.value = BL_NONE};
    int rc = bl_module_attributes(c->module, &s->attributes, err);
    if (rc < 0)
        return rc;
    s->status = bl_module_globals(c->module, &s->globals, &s->n_globals, &s->err);
    *err = s->err;
    return s->status == BL_E_NOMEM ? s->status : BL_OK;
}

static const struct bl_attribute_group *group_at(const struct attribute_state *s)
{
    return &s->attributes->groups[s->attributes->list_groups[s->group]];
}

/* The next function with a list of groups. */
static bool next_function(struct attribute_state *s)
{
    while (++s->value < s->n_globals) {
        const struct bl_global *global = &s->globals[s->value];
        if (global->kind != BL_GLOBAL_FUNCTION || global->attributes >= s->attributes->n_lists)
            continue;
        s->group = s->attributes->lists[global->attributes];
        s->end = s->attributes->lists[global->attributes + 1];
        s->attribute = 0;
        return true;
    }
    s->value = s->n_globals; /* for good */
    return false;
}

static int next_attribute(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct attribute_state *s = c->state;
    const struct bl_sql_filter *f = &c->filter;
    for (;;) {
        while (s->group < s->end && s->attribute >= group_at(s)->n) {
            s->group++;
            s->attribute = 0;
        }
        if (s->group < s->end) {
            s->attribute++;
            s->n_rows++;
            if ((!f->has_value || f->value == s->value) &&
                bl_sql_name_is_wanted(c, s->globals[s->value].name))
                return 1;
        } else if (s->value != BL_NONE && s->value >= s->n_globals) {
            return 0;
        } else if (!next_function(s)) {
            *err = s->err;
            return s->status;
        }
    }
}

static bool is_text(const struct bl_attribute *attribute)
{
    return attribute->form == BL_ATTRIBUTE_TEXT || attribute->form == BL_ATTRIBUTE_PAIR;
}

static void put_argument(struct bl_sql_cursor *c, const struct bl_attribute *attribute,
                         struct bl_sql_cell *cell)
{
    if (attribute->form == BL_ATTRIBUTE_PAIR) {
        bl_sql_set_view(cell, attribute->value);
    } else if (attribute->form == BL_ATTRIBUTE_INTEGER) {
        bl_sql_text_printf(&c->text, "%llu", (unsigned long long)attribute->integer);
        bl_sql_set_text(c, cell);
    }
}

static void put_attribute(struct bl_sql_cursor *c, const struct attribute_state *s,
                          const struct bl_attribute *attribute, struct bl_sql_cell *cell)
{
    struct bl_printer *printer = bl_sql_printer(c);
    bool in_group = group_at(s)->place == BL_FUNCTION_INDEX;
    if (printer && bl_sql_seen(c, bl_printer_put_attribute(printer, attribute, in_group,
                                                           bl_sql_text_put, &c->text)) >= 0)
        bl_sql_set_text(c, cell);
}

static void detail_column(struct bl_sql_cursor *c, uint32_t column, struct bl_sql_cell *cell)
{
    const struct attribute_state *s = c->state;
    const struct bl_attribute *attribute =
        &s->attributes->attributes[group_at(s)->first + s->attribute - 1];
    c->text.size = 0;
    switch (column) {
    case A_FORM: bl_sql_set_integer(cell, attribute->form); break;
    case A_KIND:
        if (!is_text(attribute))
            bl_sql_set_number(cell, attribute->kind);
        break;
    case A_ATTRIBUTE:
        if (is_text(attribute))
            bl_sql_set_view(cell, attribute->key);
        else
            bl_sql_set_string(cell, bl_attribute_name(attribute->kind));
        break;
    case A_ARGUMENT: put_argument(c, attribute, cell); break;
    default: put_attribute(c, s, attribute, cell); break;
    }
}

static void attribute_column(struct bl_sql_cursor *c, uint32_t column, struct bl_sql_cell *cell)
{
    const struct attribute_state *s = c->state;
    uint32_t place = group_at(s)->place;
    switch (column) {
    case A_FILE: bl_sql_set_file(c, cell); break;
    case A_MODULE: bl_sql_set_integer(cell, c->module_number); break;
    case A_VALUE: bl_sql_set_integer(cell, s->value); break;
    case A_NAME: bl_sql_set_view(cell, s->globals[s->value].name); break;
    case A_PLACE:
        bl_sql_set_string(cell, place == BL_FUNCTION_INDEX ? "function"
                                : place == BL_RETURN_INDEX ? "return"
                                                           : "parameter");
        break;
    case A_PARAMETER:
        if (place != BL_FUNCTION_INDEX && place != BL_RETURN_INDEX)
            bl_sql_set_integer(cell, place);
        break;
    case A_GROUP: bl_sql_set_integer(cell, s->attributes->list_groups[s->group]); break;
    default: detail_column(c, column, cell); break;
    }
}

static uint64_t attribute_key(const struct bl_sql_cursor *c)
{
    const struct attribute_state *s = c->state;
    return bl_index_get(c->index, c->block).block.bit_pos + s->n_rows;
}

const struct bl_sql_table bl_sql_attributes = {
    .name = "bitcode_attributes",
    .summary = "attributes of functions, of what they return, and of parameters",
    BL_SQL_COLUMNS(attribute_columns),
    .unit = BL_SQL_MODULES,
    .state_size = sizeof(struct attribute_state),
    .rows_per_kb = 10,
    .begin = begin_attributes,
    .next = next_attribute,
    .column = attribute_column,
    .key = attribute_key,
};
