/* cmd_globals.c - variables, aliases and ifuncs, as LLVM assembly, with their sizes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/pattern.h"
#include "base/array.h"
#include "base/name_sort.h"
#include "base/text.h"
#include "commands.h"
#include "input/modules.h"
#include "input/query.h"

#include <stdlib.h>

enum {
    OPT_SORT,
    OPT_ONLY,
    OPT_WHOLE
};

const struct option_spec globals_options[] = {
    [OPT_SORT] = {"sort", 's', "place|bytes|name", "most first, or by name (default: place)"},
    [OPT_ONLY] = {"only", 0, "NAME|GLOB|/REGEX/", "only those of these names"},
    [OPT_WHOLE] = {"whole", 0, NULL, "print all of long definitions"},
    {NULL, 0, NULL, NULL},
};

enum {
    MOST_ROWS = 40,
    MOST_COLUMNS = 160 /* of a definition, if it is not to be whole */
};

struct row {
    const struct bl_global *global;
    uint32_t value;
    uint64_t bytes;
    bool has_bytes;
};

struct globals {
    struct context *context;
    struct pattern pattern; /* zeroes: all names */
    bool has_pattern, is_whole;
    struct row_limit all;   /* rows of a file that was named, and is a module */
    struct row_limit limit; /* of all other modules together */
    uint64_t n_modules, n_globals, n_bytes;
    struct row *rows; /* of one module */
    uint32_t n_rows, cap_rows;
    struct text text;
    uint64_t left; /* of the text that the modules of a stream may make */
};

/* ---- Rows ---- */

static int by_bytes(const void *a, const void *b)
{
    const struct row *x = a;
    const struct row *y = b;
    int order = bl_order(y->bytes, x->bytes);
    return order ? order : bl_order(x->value, y->value);
}

static int by_name(const void *a, const void *b)
{
    const struct row *x = a;
    const struct row *y = b;
    int order = bl_view_compare(x->global->name, y->global->name);
    return order ? order : bl_order(x->value, y->value);
}

static bool is_wanted(struct globals *g, const struct bl_global *global)
{
    return global->kind != BL_GLOBAL_FUNCTION &&
           (!g->has_pattern || pattern_matches(&g->pattern, global->name, NULL) > 0);
}

static int collect(struct globals *g, struct bl_module *module, struct bl_error *err)
{
    /* In the order of the option's words; rows come by their places. */
    static int (*const orders[])(const void *a, const void *b) = {NULL, by_bytes, by_name};
    const struct bl_global *globals;
    struct bl_layout *layout;
    uint32_t n;
    struct bl_error of_layout;
    int status = bl_module_globals(module, &globals, &n, err);
    bool has_layout = out_need(bl_layout_open(&layout, module, &of_layout)) == BL_OK;
    if (!has_layout && status == BL_OK) {
        status = of_layout.status;
        *err = of_layout;
    }
    for (uint32_t i = 0; i < n; i++) {
        struct row row = {.global = &globals[i], .value = i};
        if (!is_wanted(g, row.global))
            continue;
        row.has_bytes = has_layout && row.global->kind == BL_GLOBAL_VARIABLE &&
                        bl_layout_size(layout, row.global->value_type, &row.bytes);
        array_add(&g->rows, &g->n_rows, &g->cap_rows, row);
    }
    bl_layout_close(layout);
    if (orders[g->context->sort])
        array_sort(g->rows, g->n_rows, sizeof *g->rows, orders[g->context->sort]);
    if (g->context->reverse)
        array_reverse(g->rows, g->n_rows);
    return status;
}

/* ---- Output ---- */

/* The definition as one line of LLVM assembly, without the end of line. */
static int make_text(struct globals *g, struct bl_printer *printer, uint32_t value,
                     struct bl_error *err)
{
    g->text.n = 0;
    int status = out_need(bl_printer_print_global(printer, value, text_put, &g->text, err));
    while (g->text.n > 0 && g->text.data[g->text.n - 1] == '\n')
        g->text.n--;
    return status;
}

static void put_row(struct globals *g, const struct row *row)
{
    struct out *o = &g->context->out;
    struct bl_view text = text_view(&g->text);
    bool is_cut = !g->is_whole && text.size > MOST_COLUMNS;
    if (row->has_bytes)
        out_u64_wide(o, row->bytes, 10);
    else
        out_printf(o, "%10s", "-");
    out_text(o, "  ");
    if (is_cut) {
        text.size = MOST_COLUMNS;
        while (text.size > 0 && (text.data[text.size] & 0xC0) == 0x80)
            text.size--; /* not within a character */
    }
    out_view(o, text);
    out_text(o, is_cut ? " …\n" : "\n");
}

static void put_json(struct globals *g, const struct module_input *in, const struct row *row,
                     const struct bl_module_info *info)
{
    struct out *o = &g->context->out;
    const struct bl_global *global = row->global;
    const char *linkage = bl_linkage_name(global->linkage);
    bool has_section = global->section < info->sections.n;
    json_begin_in(o, "global", in);
    json_view(o, "name", global->name);
    json_u64(o, "value", row->value);
    json_text(o, "kind", global_kind_name(global->kind));
    json_text(o, "linkage", linkage && *linkage ? linkage : "external");
    json_bool(o, "defined", !global->is_declaration);
    json_bool(o, "constant", global->is_constant);
    json_u64_or_null(o, "bytes", row->bytes, row->has_bytes);
    json_u64_or_null(o, "alignment", global->alignment, global->alignment > 0);
    if (has_section)
        json_view(o, "section", info->sections.texts[global->section]);
    json_u64(o, "bit_pos", global->bit_pos);
    json_view(o, "text", text_view(&g->text));
    json_end(o);
}

/* IS_SOUND: no damage is known so far. */
static void put_rows(struct globals *g, const struct module_input *in, struct row_limit *limit,
                     bool is_sound)
{
    struct module_printer printer = open_printer(in);
    struct bl_module_info info = {.has_hash = false};
    struct bl_error err;
    if (g->context->json)
        (void)out_need(bl_module_get_info(in->module, 0, &info, NULL));
    if (in->number > 0) /* those of a stream share one limit */
        bl_printer_limit(printer.printer, g->left);
    for (uint32_t i = 0; i < g->n_rows; i++) {
        const struct row *row = &g->rows[i];
        g->n_bytes += row->bytes;
        if (!take_row(limit))
            continue;
        int status = make_text(g, printer.printer, row->value, &err);
        if (g->context->json)
            put_json(g, in, row, &info);
        else
            put_row(g, row);
        if (status < 0)
            report_in_module(in, &err);
        if (status == BL_E_LIMIT)
            break;
    }
    g->left = bl_printer_left(printer.printer);
    if (is_sound && bl_printer_check_numbers(printer.printer, &err) < 0)
        report_in_module(in, &err);
    close_printer(&printer);
}

static void list_module(void *data, const struct module_input *in)
{
    struct globals *g = data;
    struct out *o = &g->context->out;
    struct bl_error err;
    g->n_rows = 0;
    int status = collect(g, in->module, &err);
    struct row_limit *limit = in->input->is_alone && in->is_alone ? &g->all : &g->limit;
    g->n_modules++;
    g->n_globals += g->n_rows;
    if (g->n_rows > 0 && !g->context->json && limit->n_left > 0) {
        put_module_path(o, in);
        out_printf(o, "\n%10s  definition\n", "bytes");
    }
    put_rows(g, in, limit, status == BL_OK);
    if (status < 0)
        report_in_module(in, &err);
}

bool cmd_globals(struct context *c)
{
    struct globals g = {.context = c};
    const char *argument;
    char message[256];
    for (int option; (option = next_option(c, &argument)) >= 0;) {
        if (option == OPT_WHOLE)
            g.is_whole = true;
        if (option != OPT_ONLY)
            continue;
        if (g.has_pattern)
            usage_error(c->command, "--only is given twice");
        if (!pattern_open(&g.pattern, argument, PATTERN_EXACT, false, message, sizeof message))
            usage_error(c->command, "'%s': %s", argument, message);
        g.has_pattern = true;
    }
    g.all = limit_rows(c, UINT64_MAX);
    g.limit = limit_rows(c, MOST_ROWS);
    visit_modules(c, BL_OPEN_SEQUENTIAL, list_module, &g);
    g.limit.n_more += g.all.n_more;
    put_more_rows(c, &g.limit, "global value", "global values");
    if (!c->json && g.n_modules > 1) {
        out_count(&c->out, g.n_globals, "global value", "global values");
        out_text(&c->out, " of ");
        out_count(&c->out, g.n_modules, "module, ", "modules, ");
        out_count(&c->out, g.n_bytes, "byte\n", "bytes\n");
    }
    pattern_close(&g.pattern);
    free(g.rows);
    free(g.text.data);
    return g.n_globals > 0;
}
