/* cmd_globals.c - variables, aliases and ifuncs, as LLVM assembly, with their sizes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/text.h"
#include "base/view.h"
#include "commands.h"
#include "list.h"

#include <stdlib.h>
#include <string.h>

enum {
    OPT_WHOLE
};

const struct option_spec globals_options[] = {
    [OPT_WHOLE] = {"whole", 0, NULL, "print all of long definitions"},
    {NULL, 0, NULL, NULL},
};

enum {
    MOST_ROWS = 40,
    MOST_COLUMNS = 160 /* of a definition, if it is not to be whole */
};

/* Keys of the listing, in their order. */
enum {
    NAME,
    DEMANGLED,
    VALUE,
    KIND,
    LINKAGE,
    DEFINED,
    CONSTANT,
    BYTES,
    ALIGNMENT,
    SECTION,
    BIT_POS,
    TEXT
};

struct globals {
    struct list list;
    bool is_whole;
    bool has_heading; /* the module at hand, or all */
    uint64_t n_modules, n_bytes;
    struct bl_printer *printer; /* of the module at hand */
    bool is_partial;            /* not all could be read */
};

/* Those of a module come to an end where it has no more text. */
static bool is_wanted(struct list *l)
{
    struct globals *g = l->data;
    bool is_function = bl_view_equal(list_cell(l, KIND).text, view_of("function"));
    if (is_function || bl_printer_left(g->printer) == 0)
        return false;
    g->n_bytes += l->context->json ? 0 : (uint64_t)list_cell(l, BYTES).integer;
    return true;
}

static void put_heading(struct globals *g)
{
    struct list *l = &g->list;
    struct out *o = &l->context->out;
    if (g->has_heading)
        return;
    g->has_heading = true;
    if (!list_has_paths(l)) {
        put_module_path(o, l->in);
        out_char(o, '\n');
    }
    out_printf(o, "%10s  definition\n", "bytes");
}

/* With -C: what people write for NAME, in place of the @name that *TEXT begins with. */
static void put_name(struct list *l, struct bl_view name, struct bl_view *text)
{
    struct text written = {0};
    if (!l->context->demangles)
        return;
    text_put(&written, "@", 1);
    bl_name_print(name, text_put, &written);
    if (text->size > written.n && memcmp(text->data, written.data, written.n) == 0 &&
        put_demangled(l->context, name, out_put, &l->context->out))
        *text = bl_view_from(*text, written.n);
    free(written.data);
}

static void put_text(struct list *l)
{
    struct globals *g = l->data;
    struct out *o = &l->context->out;
    struct bl_cell bytes = list_cell(l, BYTES);
    if (!l->is_sorted)
        put_heading(g);
    if (!bytes.is_null)
        out_u64_wide(o, (uint64_t)bytes.integer, 10);
    else
        out_printf(o, "%10s", "-");
    out_text(o, "  ");
    list_put_path(l);
    struct bl_view text = list_cell(l, TEXT).text;
    put_name(l, list_cell(l, NAME).text, &text);
    bool is_cut = !g->is_whole && text.size > MOST_COLUMNS;
    if (is_cut) {
        text.size = MOST_COLUMNS;
        while (text.size > 0 && (text.data[text.size] & 0xC0) == 0x80)
            text.size--; /* not within a character */
    }
    out_view(o, text);
    out_text(o, is_cut ? " …\n" : "\n");
}

static const struct listing listing = {
    .table = "globals",
    .type = "global",
    .keys = "name,demangled+,value,kind,linkage,defined,constant,bytes,alignment*,section?,bit_pos,"
            "text",
    .one = "global value",
    .many = "global values",
    .most_rows = MOST_ROWS,
    .wants = is_wanted,
    .put_text = put_text,
};

static void list_module(void *data, const struct module_input *in)
{
    struct globals *g = data;
    struct list *l = &g->list;
    const struct bl_global *globals;
    struct bl_error err;
    uint32_t n;
    struct module_printer printer = open_printer(in);
    g->printer = printer.printer;
    g->n_modules++;
    l->in = in;
    g->has_heading &= list_has_paths(l);
    list_module_rows(l, in, printer.printer);
    if (l->is_sorted && l->n_found > 0 && l->most_kept > 0 && !l->context->json &&
        !l->context->columns)
        put_heading(g);
    int status = out_need(bl_module_globals(in->module, &globals, &n, NULL));
    g->is_partial |= status < 0;
    if (status == BL_OK && bl_printer_check_numbers(printer.printer, &err) < 0)
        report_in_module(in, &err);
    close_printer(&printer);
}

bool cmd_globals(struct context *c)
{
    struct globals g = {.is_whole = false};
    while (next_option(c, NULL) >= 0)
        g.is_whole = true;
    list_open(&g.list, c, &listing, &g);
    visit_modules(c, BL_OPEN_SEQUENTIAL, list_module, &g);
    list_close(&g.list);
    if (!c->json && !c->columns && g.n_modules > 1) {
        out_count(&c->out, g.list.n_found, "global value", "global values");
        out_text(&c->out, " of ");
        out_count(&c->out, g.n_modules, "module, ", "modules, ");
        out_count(&c->out, g.n_bytes, "byte", "bytes");
        out_text(&c->out, g.is_partial ? " that can be read\n" : "\n");
    }
    return g.list.n_found > 0;
}
