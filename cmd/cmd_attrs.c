/* cmd/cmd_attrs.c - the types and attributes of functions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/attribute_words.h"
#include "base/text.h"
#include "base/view.h"
#include "commands.h"
#include "list.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    OPT_GROUPS,
    OPT_WITH,
    OPT_WITHOUT
};

const struct option_spec attrs_options[] = {
    [OPT_GROUPS] = {"groups", 'g', NULL, "list the attribute groups, not the functions"},
    [OPT_WITH] = {"with", 0, "ATTRIBUTE", "only functions that have it: a name, GLOB or /REGEX/"},
    [OPT_WITHOUT] = {"without", 0, "ATTRIBUTE", "only functions that do not have it"},
    {NULL, 0, NULL, NULL},
};

struct attrs {
    struct context *context;
    struct list list;
    uint32_t value; /* its column */
    struct name_patterns with, without;
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

/* That of the row, read already. */
static uint32_t function_of(struct list *l, struct bl_global *function)
{
    uint32_t value = (uint32_t)list_cell(l, ((struct attrs *)l->data)->value).integer;
    (void)out_need(bl_module_global(l->in->module, value, function, NULL));
    return value;
}

static void put_text(struct list *l)
{
    struct attrs *a = l->data;
    struct out *o = &a->context->out;
    struct bl_global function;
    uint32_t value = function_of(l, &function);
    uint32_t slot = slot_of(a, function.attributes);
    list_put_path(l);
    put_signature(a, value, &function, &(struct sink){out_put, o});
    if (slot != BL_NONE)
        out_printf(o, "  ; #%" PRIu32, slot);
    out_char(o, '\n');
}

static void put_more_json(struct list *l)
{
    struct attrs *a = l->data;
    struct out *o = &a->context->out;
    struct bl_global function;
    uint32_t value = function_of(l, &function);
    uint32_t slot = slot_of(a, function.attributes);
    put_signature(a, value, &function, &(struct sink){text_put, &a->text});
    json_take_text(o, "text", &a->text);
    json_attribute_groups(o, a->attributes, function.attributes);
    json_u64_or_null(o, "slot", slot, slot != BL_NONE);
}

/* ---- Which functions ---- */

/* Whether ITEM is ATTRIBUTE: its name, the key of a text, or "key=value". */
static bool is_attribute(struct name_pattern *item, const struct bl_attribute *attribute)
{
    bool is_text = attribute->form == BL_ATTRIBUTE_TEXT || attribute->form == BL_ATTRIBUTE_PAIR;
    const char *name = is_text ? NULL : bl_attribute_name(attribute->kind);
    bool found = pattern_matches(&item->pattern,
                                 is_text ? attribute->key : view_of(name ? name : ""), NULL) > 0;
    if (!found && attribute->form == BL_ATTRIBUTE_PAIR) {
        struct text pair = {.n = 0};
        text_put(&pair, (const char *)attribute->key.data, attribute->key.size);
        text_put(&pair, "=", 1);
        text_put(&pair, (const char *)attribute->value.data, attribute->value.size);
        found = pattern_matches(&item->pattern, text_view(&pair), NULL) > 0;
        free(pair.data);
    }
    return found;
}

/* Whether the attributes of list LIST have one for ITEM, in whatever place. */
static bool has_attribute(const struct attrs *a, uint32_t list, struct name_pattern *item)
{
    const struct bl_attributes *all = a->attributes;
    for (uint32_t i = all->lists[list]; i < all->lists[list + 1]; i++) {
        const struct bl_attribute_group *group = &all->groups[all->list_groups[i]];
        for (uint32_t k = 0; k < group->n; k++)
            if (is_attribute(item, &all->attributes[group->first + k]))
                return true;
    }
    return false;
}

/* Of a list that cannot be read neither can be said. */
static bool is_wanted(struct list *l)
{
    struct attrs *a = l->data;
    struct bl_global function;
    (void)function_of(l, &function);
    uint32_t list = function.attributes;
    bool is_known = list < a->attributes->n_lists;
    bool holds = function.kind == BL_GLOBAL_FUNCTION &&
                 (list == BL_NONE || is_known || a->with.n + a->without.n == 0);
    for (uint32_t i = 0; i < a->with.n && holds; i++)
        holds = is_known && has_attribute(a, list, &a->with.items[i]);
    for (uint32_t i = 0; i < a->without.n && holds; i++)
        holds = !is_known || !has_attribute(a, list, &a->without.items[i]);
    return holds;
}

static const struct listing listing = {
    .table = "globals",
    .type = "function",
    .keys = "name,bit_pos,declaration",
    .one = "function",
    .many = "functions",
    .wants = is_wanted,
    .put_text = put_text,
    .put_more_json = put_more_json,
};

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
        out_printf(o, "  ; no number: nothing%s has it",
                   bl_printer_check_numbers(a->printer, NULL) < 0 ? " that can be read" : "");
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

/* Whether not all functions of the modules are wanted as they come. */
static bool is_filtered(const struct attrs *a)
{
    return list_has_options(a->context) || a->with.n + a->without.n > 0;
}

static void list_module(void *data, const struct module_input *in)
{
    struct attrs *a = data;
    struct bl_error errs[3];
    struct module_printer printer = open_printer(in);
    a->printer = printer.printer;
    bl_printer_limit(a->printer, UINT64_MAX); /* all of it is printed, which has a limit */
    int status[3] = {
        bl_module_types(in->module, &a->types, &errs[0]),
        bl_module_attributes(in->module, &a->attributes, &errs[1]),
    };
    if (!a->context->json && !is_filtered(a)) {
        put_module_path(&a->context->out, in);
        out_text(&a->context->out, ":\n");
    }
    if (a->groups && a->context->json)
        for (uint32_t i = 0; i < a->attributes->n_groups; i++)
            json_group(a, in, i);
    else if (a->groups)
        put_groups(a);
    else
        list_module_rows(&a->list, in, a->printer);
    status[2] = bl_printer_check_numbers(a->printer, &errs[2]);
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
    const char *argument;
    for (int option; (option = next_option(c, &argument)) >= 0;) {
        if (option == OPT_GROUPS)
            a.groups = true;
        else
            name_patterns_add(option == OPT_WITH ? &a.with : &a.without, c, argument);
    }
    if (a.groups && is_filtered(&a))
        usage_error(c->command, "--groups excludes options for functions");
    list_open(&a.list, c, &listing, &a);
    a.value = list_add_column(&a.list, "value");
    a.list.is_filtered = is_filtered(&a);
    visit_modules(c, 0, list_module, &a);
    list_close(&a.list);
    name_patterns_release(&a.with);
    name_patterns_release(&a.without);
    free(a.text.data);
    return !a.list.is_filtered || a.list.n_found > 0;
}
