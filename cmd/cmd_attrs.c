/* cmd/cmd_attrs.c - the types and attributes of functions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/attribute_words.h"
#include "base/text.h"
#include "commands.h"
#include "input/modules.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    OPT_GROUPS
};

const struct option_spec attrs_options[] = {
    [OPT_GROUPS] = {"groups", 'g', NULL, "list the attribute groups, not the functions"},
    {NULL, 0, NULL, NULL},
};

struct attrs {
    struct context *context;
    struct text text;
    bool groups;
    /* Of the module that is listed. */
    const struct bl_types *types;
    const struct bl_attributes *attributes;
};

/* Where text goes. */
struct sink {
    bl_put_fn *put;
    void *data;
};

static void put_string(const struct sink *s, const char *text)
{
    s->put(s->data, text, __builtin_strlen(text));
}

/* Those that list LIST has for PLACE. */
static void put_place(const struct attrs *a, uint32_t list, uint32_t place, const struct sink *s)
{
    put_attributes(a->attributes, a->types, list, place, s->put, s->data);
}

/* ---- Functions ---- */

/* "i32 noundef, ptr" */
static void put_parameters(const struct attrs *a, const struct bl_type *type, uint32_t list,
                           const struct sink *s)
{
    for (uint32_t i = 1; i < type->n_parts; i++) {
        if (i > 1)
            put_string(s, ", ");
        bl_type_print(a->types, a->types->parts[type->first_part + i], s->put, s->data);
        put_place(a, list, i, s);
    }
    if (type->is_vararg)
        put_string(s, type->n_parts > 1 ? ", ..." : "...");
}

/* "define noundef i32 @f(i32 noundef) nounwind" */
static void put_signature(const struct attrs *a, const struct module_input *in, uint32_t value,
                          const struct bl_global *function, const struct sink *s)
{
    static const struct bl_type no_type;
    bool has_type = function->value_type < a->types->n;
    const struct bl_type *type = has_type ? &a->types->types[function->value_type] : &no_type;
    put_string(s, function->is_declaration ? "declare" : "define");
    put_place(a, function->attributes, BL_ATTRIBUTE_RETURN, s);
    put_string(s, " ");
    if (type->kind == BL_TYPE_FUNCTION)
        bl_type_print(a->types, a->types->parts[type->first_part], s->put, s->data);
    else
        bl_type_print(a->types, function->value_type, s->put, s->data);
    put_string(s, " ");
    out_need(bl_global_print_name(in->module, value, s->put, s->data));
    put_string(s, "(");
    if (type->kind == BL_TYPE_FUNCTION)
        put_parameters(a, type, function->attributes, s);
    put_string(s, ")");
    put_place(a, function->attributes, BL_ATTRIBUTE_FUNCTION, s);
}

static void put_function(struct attrs *a, const struct module_input *in, uint32_t value,
                         const struct bl_global *function)
{
    struct out *o = &a->context->out;
    if (!a->context->json) {
        put_signature(a, in, value, function, &(struct sink){out_put, o});
        out_char(o, '\n');
        return;
    }
    json_begin_in(o, "function", in);
    json_view(o, "name", function->name);
    json_u64(o, "bit_pos", function->bit_pos);
    json_bool(o, "declaration", function->is_declaration);
    put_signature(a, in, value, function, &(struct sink){text_put, &a->text});
    json_take_text(o, "text", &a->text);
    json_attribute_groups(o, a->attributes, function->attributes);
    json_end(o);
}

/* ---- Groups ---- */

static void json_attribute(struct attrs *a, const struct bl_attribute_group *group, uint32_t i)
{
    struct out *o = &a->context->out;
    const struct bl_attribute *attribute = &a->attributes->attributes[group->first + i];
    out_text(o, i > 0 ? ",{\"form\":" : "{\"form\":");
    out_u64(o, attribute->form);
    if (attribute->form == BL_ATTRIBUTE_TEXT || attribute->form == BL_ATTRIBUTE_PAIR) {
        json_view(o, "key", attribute->key);
        json_view(o, "value", attribute->value);
    } else {
        json_u64(o, "kind", attribute->kind);
        if (bl_attribute_name(attribute->kind))
            json_text(o, "name", bl_attribute_name(attribute->kind));
    }
    bl_attribute_print(a->attributes, attribute, a->types, group->place == BL_ATTRIBUTE_FUNCTION,
                       text_put, &a->text);
    json_take_text(o, "text", &a->text);
    out_char(o, '}');
}

static void json_group(struct attrs *a, const struct module_input *in, uint32_t number)
{
    struct out *o = &a->context->out;
    const struct bl_attribute_group *group = &a->attributes->groups[number];
    json_begin_in(o, "attribute_group", in);
    json_u64(o, "number", number);
    json_u64(o, "id", group->id);
    if (group->place == BL_ATTRIBUTE_FUNCTION) {
        json_text(o, "place", "function");
    } else if (group->place == BL_ATTRIBUTE_RETURN) {
        json_text(o, "place", "return");
    } else {
        json_text(o, "place", "parameter");
        json_u64(o, "parameter", group->place);
    }
    json_array(o, "attributes");
    for (uint32_t i = 0; i < group->n; i++)
        json_attribute(a, group, i);
    out_char(o, ']');
    json_end(o);
}

static void put_groups(struct attrs *a, const struct module_input *in)
{
    struct out *o = &a->context->out;
    for (uint32_t i = 0; i < a->attributes->n_groups; i++) {
        const struct bl_attribute_group *group = &a->attributes->groups[i];
        if (a->context->json) {
            json_group(a, in, i);
            continue;
        }
        out_u64_wide(o, i, 7);
        if (group->place == BL_ATTRIBUTE_FUNCTION)
            out_text(o, "  function:");
        else if (group->place == BL_ATTRIBUTE_RETURN)
            out_text(o, "  return value:");
        else
            out_printf(o, "  parameter %" PRIu32 ":", group->place);
        put_attribute_group(a->attributes, a->types, group, out_put, o);
        out_char(o, '\n');
    }
}

/* ---- Modules ---- */

static void list_module(void *data, const struct module_input *in)
{
    struct attrs *a = data;
    const struct bl_global *globals;
    uint32_t n = 0;
    struct bl_error errs[3];
    int status[3] = {
        bl_module_types(in->module, &a->types, &errs[0]),
        bl_module_attributes(in->module, &a->attributes, &errs[1]),
    };
    if (!a->context->json) {
        put_module_path(&a->context->out, in);
        out_text(&a->context->out, ":\n");
    }
    if (a->groups)
        put_groups(a, in);
    else
        status[2] = bl_module_globals(in->module, &globals, &n, &errs[2]);
    for (uint32_t i = 0; i < n; i++)
        if (globals[i].kind == BL_GLOBAL_FUNCTION)
            put_function(a, in, i, &globals[i]);
    for (int i = 0; i < 3; i++)
        if (status[i] < 0) {
            report_in_module(in, &errs[i]);
            return;
        }
}

bool cmd_attrs(struct context *c)
{
    struct attrs a = {.context = c};
    while (next_option(c, NULL) >= 0)
        a.groups = true;
    visit_modules(c, 0, list_module, &a);
    free(a.text.data);
    return true;
}
