/* tables/table_types.c - type tables and attributes of functions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "tables/table.h"

#include "base/view.h"

/* ---- Types ---- */

enum {
    T_NUMBER,
    T_NAME,
    T_TEXT,
    T_BODY,
    T_PARTS,
};

static const struct bl_sql_column type_columns[] = {
    BL_SQL_FILE_COLUMN,
    BL_SQL_MODULE_COLUMN,
    {"number", BL_SQL_INTEGER, "number of the type in its table", .id = T_NUMBER},
    {"kind", BL_SQL_TEXT, "kind of type, as LLVM names it", BL_SQL_FIELD(bl_type, kind),
     .names = bl_type_kind_name},
    {"code", BL_SQL_INTEGER, "number of the record code", BL_SQL_FIELD(bl_type, code)},
    {"name", BL_SQL_TEXT, "name of a struct or opaque type", .key = BL_SQL_NAME, .id = T_NAME},
    {"text", BL_SQL_TEXT, "the type in LLVM assembly", .id = T_TEXT},
    {"body", BL_SQL_TEXT, "definition of a named struct, in LLVM assembly", .id = T_BODY},
    {"parts", BL_SQL_TEXT, "numbers of the types that it is made of, as a list of JSON",
     .id = T_PARTS, .is_json = true},
    {"bit_pos", BL_SQL_INTEGER, "where the record or block begins in its stream", .unit = "bit",
     BL_SQL_FIELD(bl_type, bit_pos)},
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
    c->key = bl_index_get(c->index, c->block).block.bit_pos - 1;
    s->status = bl_module_types(c->module, &s->types, &s->err);
    *err = s->err;
    return s->status == BL_E_NOMEM ? BL_E_NOMEM : BL_OK;
}

static int next_type(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct type_state *s = c->state;
    while (s->at < s->types->n) {
        const struct bl_type *type = &s->types->types[s->at++];
        c->row = type;
        c->key++; /* types of one record, as there may be, have the same position */
        if (bl_sql_name_is_wanted(c, type->name))
            return 1;
    }
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
            bl_sql_text_u64(&c->text, part);
    }
    bl_sql_text_string(&c->text, "]");
}

static void type_column(struct bl_sql_cursor *c, uint32_t id, struct bl_sql_cell *cell)
{
    const struct type_state *s = c->state;
    const struct bl_type *type = c->row;
    struct bl_printer *printer;
    c->text.size = 0;
    switch (id) {
    case T_NUMBER: bl_sql_set_integer(cell, s->at - 1); break;
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
};

/* ---- Attributes ---- */

enum {
    A_NAME,
    A_PLACE,
    A_PARAMETER,
    A_KIND,
    A_ATTRIBUTE,
    A_ARGUMENT,
    A_TEXT,
    A_GROUP,
    A_FORM,
};

struct attribute_state {
    const struct bl_attributes *attributes;
    const struct bl_global *globals;
    uint32_t n_globals;
    uint32_t value;      /* function at hand; rows of it are left while */
    uint32_t group, end; /* in list_groups */
    uint32_t attribute;  /* of the group; the row's number plus 1 */
    int status;
    struct bl_error err;
};

static const struct bl_sql_column attribute_columns[] = {
    BL_SQL_FILE_COLUMN,
    BL_SQL_MODULE_COLUMN,
    {"value", BL_SQL_INTEGER, "number of the global value in its module", .key = BL_SQL_VALUE,
     BL_SQL_FIELD(attribute_state, value)},
    {"name", BL_SQL_TEXT, "name of the function", .key = BL_SQL_NAME, .id = A_NAME},
    {"place", BL_SQL_TEXT, "function, return or parameter", .id = A_PLACE},
    {"parameter", BL_SQL_INTEGER, "number of the parameter, from 1 on", .id = A_PARAMETER},
    {"form", BL_SQL_INTEGER, "how it is stored: as a flag, an integer, a text, a pair …",
     .id = A_FORM},
    {"kind", BL_SQL_INTEGER, "number of the kind of attribute; NULL for texts", .id = A_KIND},
    {"attribute", BL_SQL_TEXT, "name of the attribute", .key = BL_SQL_WORD, .id = A_ATTRIBUTE},
    {"argument", BL_SQL_TEXT, "its argument, an integer or a text", .id = A_ARGUMENT},
    {"text", BL_SQL_TEXT, "the attribute in LLVM assembly", .id = A_TEXT},
    {"attribute_group", BL_SQL_INTEGER, "number of its group in the module", .id = A_GROUP},
};

static int begin_attributes(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct attribute_state *s = c->state;
    const struct bl_sql_filter *f = &c->filter;
    *s = (struct attribute_state){.value = BL_NONE};
    c->key = bl_index_get(c->index, c->block).block.bit_pos;
    int rc = bl_module_attributes(c->module, &s->attributes, err);
    if (rc < 0)
        return rc;
    s->status = bl_module_globals(c->module, &s->globals, &s->n_globals, &s->err);
    if (f->has_value) {
        bool is_there = f->value >= 0 && f->value < s->n_globals;
        s->value = is_there ? (uint32_t)f->value - 1 : BL_NONE;
        s->n_globals = is_there ? (uint32_t)f->value + 1 : 0;
    }
    *err = s->err;
    return s->status == BL_E_NOMEM ? s->status : BL_OK;
}

static bool is_text(const struct bl_attribute *attribute)
{
    return attribute->form == BL_ATTRIBUTE_TEXT || attribute->form == BL_ATTRIBUTE_PAIR;
}

static struct bl_view name_of(const struct bl_attribute *attribute)
{
    return is_text(attribute) ? attribute->key : bl_sql_view(bl_attribute_name(attribute->kind));
}

static const struct bl_attribute_group *group_at(const struct attribute_state *s)
{
    return &s->attributes->groups[s->attributes->list_groups[s->group]];
}

static const struct bl_attribute *attribute_at(const struct attribute_state *s)
{
    return &s->attributes->attributes[group_at(s)->first + s->attribute - 1];
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

/* Its key, where rows of functions before it were not counted. */
static uint64_t attribute_key(const struct bl_sql_cursor *c)
{
    const struct attribute_state *s = c->state;
    const struct bl_attributes *a = s->attributes;
    uint64_t key = c->key;
    for (uint32_t value = 0; value < s->value && c->filter.has_value; value++) {
        const struct bl_global *global = &s->globals[value];
        if (global->kind == BL_GLOBAL_FUNCTION && global->attributes < a->n_lists)
            for (uint32_t i = a->lists[global->attributes]; i < a->lists[global->attributes + 1];
                 i++)
                key += a->groups[a->list_groups[i]].n;
    }
    return key;
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
            c->key++;
            if ((!f->has_word || bl_view_compare(name_of(attribute_at(s)), f->word) == 0) &&
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

/* Where it is, and its group. */
static void place_column(const struct attribute_state *s, uint32_t id, struct bl_sql_cell *cell)
{
    uint32_t place = group_at(s)->place;
    bool is_parameter = place != BL_FUNCTION_INDEX && place != BL_RETURN_INDEX;
    if (id == A_GROUP)
        bl_sql_set_integer(cell, s->attributes->list_groups[s->group]);
    else if (id == A_PLACE)
        bl_sql_set_string(cell, is_parameter                 ? "parameter"
                                : place == BL_FUNCTION_INDEX ? "function"
                                                             : "return");
    else if (is_parameter)
        bl_sql_set_integer(cell, place);
}

static void attribute_column(struct bl_sql_cursor *c, uint32_t id, struct bl_sql_cell *cell)
{
    const struct attribute_state *s = c->state;
    const struct bl_attribute *attribute = attribute_at(s);
    c->text.size = 0;
    switch (id) {
    case A_NAME: bl_sql_set_name(cell, s->globals[s->value].name); break;
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
    case A_TEXT: put_attribute(c, s, attribute, cell); break;
    default: place_column(s, id, cell); break;
    }
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
    .key = attribute_key,
    .column = attribute_column,
};
