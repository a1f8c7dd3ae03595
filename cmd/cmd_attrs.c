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
    struct bl_printer *printer;
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
    put_attributes(a->printer, a->attributes, list, place, s->put, s->data);
}

/* ---- Functions ---- */

static void put_type(const struct attrs *a, uint32_t type, const struct sink *s)
{
    (void)out_need(bl_printer_put_type(a->printer, type, s->put, s->data));
}

/* "i32 noundef, ptr" */
static void put_parameters(const struct attrs *a, const struct bl_type *type, uint32_t list,
                           const struct sink *s)
{
    for (uint32_t i = 1; i < type->n_parts; i++) {
        if (i > 1)
            put_string(s, ", ");
        put_type(a, a->types->parts[type->first_part + i], s);
        put_place(a, list, i, s);
    }
    if (type->is_vararg)
        put_string(s, type->n_parts > 1 ? ", ..." : "...");
}

/* "define noundef i32 @f(i32 noundef) nounwind" */
static void put_signature(const struct attrs *a, uint32_t value, const struct bl_global *function,
                          const struct sink *s)
{
    static const struct bl_type no_type;
    bool has_type = function->value_type < a->types->n;
    const struct bl_type *type = has_type ? &a->types->types[function->value_type] : &no_type;
    put_string(s, function->is_declaration ? "declare" : "define");
    put_place(a, function->attributes, BL_RETURN_INDEX, s);
    put_string(s, " ");
    if (type->kind == BL_TYPE_FUNCTION)
        put_type(a, a->types->parts[type->first_part], s);
    else
        put_type(a, function->value_type, s);
    put_string(s, " ");
    (void)out_need(bl_printer_put_value(a->printer, value, s->put, s->data));
    put_string(s, "(");
    if (type->kind == BL_TYPE_FUNCTION)
        put_parameters(a, type, function->attributes, s);
    put_string(s, ")");
    put_place(a, function->attributes, BL_FUNCTION_INDEX, s);
}

/* The #N of what list LIST has for functions, or BL_NONE. */
static uint32_t slot_of(const struct attrs *a, uint32_t list)
{
    uint32_t n;
    const uint32_t *groups = bl_attributes_at(a->attributes, list, BL_FUNCTION_INDEX, &n);
    return n > 0 ? bl_printer_group_slot(a->printer, groups[0]) : BL_NONE;
}

static void put_function(struct attrs *a, const struct module_input *in, uint32_t value,
                         const struct bl_global *function)
{
    struct out *o = &a->context->out;
    uint32_t slot = slot_of(a, function->attributes);
    if (!a->context->json) {
        put_signature(a, value, function, &(struct sink){out_put, o});
        if (slot != BL_NONE)
            out_printf(o, "  ; #%" PRIu32, slot);
        out_char(o, '\n');
        return;
    }
    json_begin_in(o, "function", in);
    json_view(o, "name", function->name);
    json_u64(o, "bit_pos", function->bit_pos);
    json_bool(o, "declaration", function->is_declaration);
    put_signature(a, value, function, &(struct sink){text_put, &a->text});
    json_take_text(o, "text", &a->text);
    json_attribute_groups(o, a->attributes, function->attributes);
    json_u64_or_null(o, "slot", slot, slot != BL_NONE);
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
    out_need(bl_printer_put_attribute(a->printer, attribute, group->place == BL_FUNCTION_INDEX,
                                      text_put, &a->text));
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
    uint32_t slot = bl_printer_group_slot(a->printer, number);
    json_u64_or_null(o, "slot", slot, slot != BL_NONE);
    if (group->place == BL_FUNCTION_INDEX) {
        json_text(o, "place", "function");
    } else if (group->place == BL_RETURN_INDEX) {
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

/* One that is not for functions, or that llvm-dis does not print. */
static void put_unnumbered(struct attrs *a, const struct bl_attribute_group *group)
{
    struct out *o = &a->context->out;
    if (group->place == BL_FUNCTION_INDEX)
        out_text(o, "function:");
    else if (group->place == BL_RETURN_INDEX)
        out_text(o, "return value:");
    else
        out_printf(o, "parameter %" PRIu32 ":", group->place);
    put_attribute_group(a->printer, a->attributes, group, out_put, o);
    if (group->place == BL_FUNCTION_INDEX)
        out_text(o, "  ; no number: nothing has it");
    out_char(o, '\n');
}

/* First those with a number, in the order of the numbers. */
static void put_groups(struct attrs *a)
{
    uint32_t n = a->attributes->n_groups, n_slots = 0;
    for (uint32_t i = 0; i < n; i++)
        n_slots += bl_printer_group_slot(a->printer, i) != BL_NONE;
    for (uint32_t slot = 0; slot < n_slots; slot++)
        (void)out_need(
            bl_printer_print_attributes(a->printer, slot, out_put, &a->context->out, NULL));
    for (uint32_t i = 0; i < n; i++)
        if (bl_printer_group_slot(a->printer, i) == BL_NONE)
            put_unnumbered(a, &a->attributes->groups[i]);
}

/* ---- Modules ---- */

static void list_module(void *data, const struct module_input *in)
{
    struct attrs *a = data;
    const struct bl_global *globals;
    uint32_t n = 0;
    struct bl_error errs[3];
    struct module_printer printer = open_printer(in);
    a->printer = printer.printer;
    int status[3] = {
        bl_module_types(in->module, &a->types, &errs[0]),
        bl_module_attributes(in->module, &a->attributes, &errs[1]),
    };
    if (!a->context->json) {
        put_module_path(&a->context->out, in);
        out_text(&a->context->out, ":\n");
    }
    if (a->groups && a->context->json)
        for (uint32_t i = 0; i < a->attributes->n_groups; i++)
            json_group(a, in, i);
    else if (a->groups)
        put_groups(a);
    else
        status[2] = bl_module_globals(in->module, &globals, &n, &errs[2]);
    for (uint32_t i = 0; i < n; i++)
        if (globals[i].kind == BL_GLOBAL_FUNCTION)
            put_function(a, in, i, &globals[i]);
    close_printer(&printer);
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
