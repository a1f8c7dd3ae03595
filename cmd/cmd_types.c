/* cmd/cmd_types.c - the type table of a module
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/text.h"
#include "base/view.h"
#include "commands.h"
#include "list.h"

#include <string.h>

enum {
    OPT_NAMED
};

const struct option_spec types_options[] = {
    [OPT_NAMED] = {"named", 0, NULL, "only structs with a name, as LLVM lists them"},
    {NULL, 0, NULL, NULL},
};

/* Keys of the listing, in their order. */
enum {
    NUMBER,
    KIND,
    CODE,
    BIT_POS,
    NAME,
    TEXT,
    BODY
};

struct types {
    struct list list;
    bool named;
};

static bool is_wanted(struct list *l)
{
    const struct types *t = l->data;
    return !t->named || !list_cell(l, BODY).is_null;
}

static void put_text(struct list *l)
{
    const struct types *t = l->data;
    struct out *o = &l->context->out;
    list_put_path(l);
    if (!t->named) {
        out_colour(o, COLOUR_POSITION);
        out_u64_wide(o, (uint64_t)list_cell(l, NUMBER).integer, 7);
        out_plain(o);
        out_text(o, "  ");
    }
    out_colour(o, COLOUR_NAME);
    list_put(l, TEXT);
    out_plain(o);
    struct bl_cell body = list_cell(l, BODY);
    if (!body.is_null) {
        out_text(o, " = type ");
        out_view(o, body.text);
    }
    if (bl_view_equal(list_cell(l, KIND).text, view_of(bl_type_kind_name(BL_TYPE_UNKNOWN)))) {
        out_text(o, " of code ");
        list_put(l, CODE);
    }
    out_char(o, '\n');
}

static const struct listing listing = {
    .table = "types",
    .type = "type",
    .keys = "number,kind,code,bit_pos,name?,text,body?,parts",
    .one = "type",
    .many = "types",
    .wants = is_wanted,
    .put_text = put_text,
};

static void list_module(void *data, const struct module_input *in)
{
    struct types *t = data;
    struct context *c = t->list.context;
    const struct bl_types *types;
    int status = out_need(bl_module_types(in->module, &types, NULL));
    struct module_printer printer = open_printer(in);
    if (!c->json && !list_has_options(c)) {
        put_module_path(&c->out, in);
        out_text(&c->out, ": ");
        out_count(&c->out, types->n, "type", "types");
        out_text(&c->out, status < 0 ? " that can be read\n" : "\n");
    }
    list_module_rows(&t->list, in, printer.printer);
    close_printer(&printer);
}

bool cmd_types(struct context *c)
{
    struct types t = {.named = false};
    while (next_option(c, NULL) >= 0)
        t.named = true;
    list_open(&t.list, c, &listing, &t);
    visit_modules(c, 0, list_module, &t);
    list_close(&t.list);
    return !list_has_options(c) || t.list.n_found > 0;
}
