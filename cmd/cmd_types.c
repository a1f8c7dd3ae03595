/* cmd/cmd_types.c - the type table of a module
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/text.h"
#include "commands.h"
#include "input/modules.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    OPT_NAMED
};

const struct option_spec types_options[] = {
    [OPT_NAMED] = {"named", 0, NULL, "only structs with a name, as LLVM lists them"},
    {NULL, 0, NULL, NULL},
};

struct types {
    struct context *context;
    struct text text;
    bool named;
    struct bl_printer *printer; /* of the module that is listed */
};

static bool is_identified(const struct bl_type *type)
{
    return type->kind == BL_TYPE_STRUCT && !type->is_literal;
}

static void put_text(struct types *t, const struct bl_types *types, uint32_t number)
{
    struct out *o = &t->context->out;
    if (!t->named) {
        out_colour(o, COLOUR_POSITION);
        out_u64_wide(o, number, 7);
        out_plain(o);
        out_text(o, "  ");
    }
    out_colour(o, COLOUR_NAME);
    out_need(bl_printer_put_type(t->printer, number, out_put, o));
    out_plain(o);
    if (is_identified(&types->types[number])) {
        out_text(o, " = type ");
        out_need(bl_printer_put_struct_body(t->printer, number, out_put, o));
    }
    if (types->types[number].kind == BL_TYPE_UNKNOWN)
        out_printf(o, " of code %" PRIu32, types->types[number].code);
    out_char(o, '\n');
}

static void put_json(struct types *t, const struct module_input *in, const struct bl_types *types,
                     uint32_t number)
{
    struct out *o = &t->context->out;
    const struct bl_type *type = &types->types[number];
    json_begin_in(o, "type", in);
    json_u64(o, "number", number);
    json_text(o, "kind", bl_type_kind_name(type->kind));
    json_u64(o, "code", type->code);
    json_u64(o, "bit_pos", type->bit_pos);
    if (type->name.size)
        json_view(o, "name", type->name);
    out_need(bl_printer_put_type(t->printer, number, text_put, &t->text));
    json_take_text(o, "text", &t->text);
    if (is_identified(type)) {
        out_need(bl_printer_put_struct_body(t->printer, number, text_put, &t->text));
        json_take_text(o, "body", &t->text);
    }
    json_array(o, "parts");
    for (uint32_t i = 0; i < type->n_parts; i++) {
        uint32_t part = types->parts[type->first_part + i];
        out_text(o, i > 0 ? "," : "");
        if (part == BL_NONE)
            out_text(o, "null");
        else
            out_u64(o, part);
    }
    out_char(o, ']');
    json_end(o);
}

static void list_module(void *data, const struct module_input *in)
{
    struct types *t = data;
    struct out *o = &t->context->out;
    const struct bl_types *types;
    struct bl_error err;
    int status = bl_module_types(in->module, &types, &err);
    struct module_printer printer = open_printer(in);
    t->printer = printer.printer;
    if (!t->context->json) {
        put_module_path(o, in);
        out_text(o, ": ");
        out_count(o, types->n, "type", "types");
        out_text(o, status < 0 ? " that can be read\n" : "\n");
    }
    for (uint32_t i = 0; i < types->n; i++) {
        if (t->named && !is_identified(&types->types[i]))
            continue;
        if (t->context->json)
            put_json(t, in, types, i);
        else
            put_text(t, types, i);
    }
    close_printer(&printer);
    if (status < 0)
        report_in_module(in, &err);
}

bool cmd_types(struct context *c)
{
    struct types t = {.context = c};
    while (next_option(c, NULL) >= 0)
        t.named = true;
    visit_modules(c, 0, list_module, &t);
    free(t.text.data);
    return true;
}
