/* cmd/cmd_meta.c - metadata: strings, nodes, named nodes, attachments
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/array.h"
#include "base/text.h"
#include "commands.h"
#include "meta/meta.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    OPT_STRINGS,
    OPT_NAMED,
    OPT_FUNCTIONS,
    OPT_FROM,
    OPT_DEPTH,
    OPT_DOT
};

const struct option_spec meta_options[] = {
    [OPT_STRINGS] = {"strings", 0, NULL, "only strings"},
    [OPT_NAMED] = {"named", 0, NULL, "only named nodes and attachments of global values"},
    [OPT_FUNCTIONS] = {"functions", 'F', NULL, "also the metadata of function bodies"},
    [OPT_FROM] = {"from", 0, "NAME", "what is attached to @NAME, or !N, and what that leads to"},
    [OPT_DEPTH] = {"depth", 0, "N", "with --from: N steps, 2 without it"},
    [OPT_DOT] = {"dot", 0, NULL, "with --from: write a graph for Graphviz"},
    {NULL, 0, NULL, NULL},
};

/* ---- Strings ---- */

static void put_string(struct meta *m, const struct module_input *in, uint32_t number,
                       struct bl_view text)
{
    struct out *o = &m->context->out;
    if (m->context->json) {
        json_begin_in(o, "metadata_string", in);
        json_u64(o, "number", number);
        json_view(o, "string", text);
        json_end(o);
        return;
    }
    out_need(bl_printer_put_metadata(m->printer, number, out_put, o));
    out_char(o, '\n');
}

/* ---- Lists ---- */

/* A node for the text. */
struct listed {
    uint32_t number, slot;
};

static int by_slot(const void *a, const void *b)
{
    const struct listed *x = a, *y = b;
    return x->slot != y->slot ? bl_order(x->slot, y->slot) : bl_order(x->number, y->number);
}

/* Strings, and nodes as JSON, in the order of the file; *NODES for the text is what is left. */
static uint32_t put_in_order(struct meta *m, const struct module_input *in, struct bl_metadata *md,
                             struct listed **nodes)
{
    struct bl_metadata_counts counts = bl_metadata_get_counts(md);
    uint32_t n = 0, cap = 0;
    struct bl_record rec = {0};
    struct bl_view text;
    struct bl_error err;
    for (uint32_t i = counts.first; i < counts.end; i++) {
        uint32_t slot = BL_NONE;
        int status = out_need(bl_metadata_string(md, i, &text, &err));
        if (status < 0 && m->strings)
            report_in_module(in, &err);
        if (status > 0 && m->strings)
            put_string(m, in, i, text);
        if (status > 0 || m->strings)
            continue;
        if (!m->context->json)
            slot = bl_printer_metadata_slot(m->printer, i);
        if (slot == BL_NONE && bl_metadata_read(md, i, &rec, &err) < 0)
            report_in_module(in, &err);
        else if (m->context->json)
            meta_json_node(m, in, md, i, &rec);
        else if (slot != BL_NONE || !meta_is_inline(rec.code))
            array_add(nodes, &n, &cap, (struct listed){i, slot});
    }
    bl_record_release(&rec);
    return n;
}

/* Text has nodes in the order of their numbers, which equal locations share. */
static void put_nodes(struct meta *m, const struct module_input *in, struct bl_metadata *md)
{
    struct listed *nodes = NULL;
    uint32_t n = put_in_order(m, in, md, &nodes);
    array_sort(nodes, n, sizeof *nodes, by_slot);
    for (uint32_t i = 0; i < n; i++)
        if (i == 0 || nodes[i].slot == BL_NONE || nodes[i].slot != nodes[i - 1].slot) {
            meta_put_node(m, nodes[i].number, nodes[i].slot);
            meta_report_damage(m, in);
        }
    free(nodes);
}

static void put_heading(struct meta *m)
{
    struct out *o = &m->context->out;
    if (m->context->json)
        return;
    out_text(o, "in ");
    out_need(bl_printer_put_value(m->printer, m->function_value, out_put, o));
    out_text(o, ":\n");
}

static void put_named(struct meta *m, const struct module_input *in,
                      const struct bl_named_metadata *named)
{
    struct out *o = &m->context->out;
    if (m->context->json) {
        json_begin_in(o, "named_metadata", in);
        json_view(o, "name", named->name);
        json_u64(o, "bit_pos", named->bit_pos);
        json_array(o, "nodes");
        for (uint32_t i = 0; i < named->n_nodes; i++)
            out_printf(o, "%s%" PRIu32, i > 0 ? "," : "", named->nodes[i]);
        out_text(o, "]}\n");
        return;
    }
    out_need(bl_printer_put_named_metadata(m->printer, named, out_put, o));
    out_char(o, '\n');
}

static void put_all(struct meta *m, const struct module_input *in, struct bl_metadata *md)
{
    struct bl_metadata_counts counts = bl_metadata_get_counts(md);
    if (m->function)
        put_heading(m);
    if (!m->strings) {
        for (uint32_t i = 0; i < counts.n_named; i++)
            put_named(m, in, &counts.named[i]);
        for (uint32_t i = 0; i < counts.n_attachments; i++)
            meta_put_attachment(m, in, &counts.attachments[i]);
    }
    if (!m->named)
        put_nodes(m, in, md);
}

/* ---- Chosen nodes ---- */

/* Node NUMBER of the module or, unless FUNCTION is BL_NONE, of its body. */
static int json_chosen(struct meta *m, const struct module_input *in, struct bl_metadata *md,
                       uint32_t function, uint32_t number, struct bl_error *err)
{
    struct bl_record rec = {0};
    int status = BL_OK;
    if (function != BL_NONE)
        status = bl_printer_load(m->printer, function, err);
    if (status >= 0 && function != BL_NONE)
        status = bl_function_metadata(bl_printer_function(m->printer), &md, err);
    if (status >= 0)
        status = bl_metadata_read(md, number, &rec, err);
    if (status >= 0)
        meta_json_node(m, in, md, number, &rec);
    bl_record_release(&rec);
    return status;
}

/* !SLOT, which OPERAND names. */
static void put_one(struct meta *m, const struct module_input *in, struct bl_metadata *md,
                    uint32_t slot, const char *operand)
{
    const struct bl_global *globals;
    uint32_t function, number, n = 0;
    struct bl_error err;
    if (!bl_printer_find_metadata(m->printer, slot, &function, &number)) {
        (void)out_need(bl_printer_check(m->printer, NULL));
        report_wanted(m->context, in->input->path, operand, "no metadata node of that number");
    } else if (!m->context->json) {
        meta_put_location(m, in, slot);
    } else {
        (void)bl_module_globals(in->module, &globals, &n, NULL);
        m->function = function < n ? &globals[function] : NULL;
        if (number == BL_NONE)
            meta_put_location(m, in, slot);
        else if (out_need(json_chosen(m, in, md, function, number, &err)) < 0)
            report_in_module(in, &err);
        m->function = NULL;
    }
}

static void put_chosen(struct meta *m, const struct module_input *in, struct bl_metadata *md)
{
    if (!m->context->json && (in->input->needs_name || !in->is_alone)) {
        put_module_path(&m->context->out, in);
        out_text(&m->context->out, ":\n");
    }
    for (int i = 0; i < m->n_numbers; i++) {
        uint64_t slot;
        (void)parse_number(m->numbers[i] + 1, BL_NONE - 1, &slot);
        put_one(m, in, md, (uint32_t)slot, m->numbers[i]);
    }
}

/* ---- Functions ---- */

/* Have the printer know the body. Its local values are in no node of the text. What is damaged in
 * it is reported elsewhere. */
static void enter_body(struct meta *m)
{
    if (m->context->json)
        (void)out_need(bl_printer_load(m->printer, m->function_value, NULL));
    else if (m->body && out_need(bl_function_load(m->body, m->function_value, NULL)) == BL_OK)
        bl_printer_use(m->printer, m->body);
}

/* A body that is listed. */
struct body {
    struct meta_attached_to to;
    struct bl_metadata *md;
    bool is_loaded; /* by the printer */
};

static int put_body_block(void *data, const struct bl_block *block, struct bl_error *err)
{
    struct body *body = data;
    struct meta *m = body->to.m;
    const struct module_input *in = body->to.in;
    if (!body->is_loaded)
        enter_body(m);
    body->is_loaded = true;
    if (block->block_id == BL_BLOCK_METADATA)
        return body->md ? bl_metadata_append(body->md, block, err)
                        : bl_metadata_open(&body->md, in->module, block, err);
    if (block->block_id == BL_BLOCK_METADATA_ATTACHMENT && !m->strings)
        return bl_metadata_attached(in->module, block, meta_put_attached, &body->to, err);
    return BL_OK;
}

/* What is attached to the function and in its body, and the body's METADATA. */
static void put_function(struct meta *m, const struct module_input *in)
{
    struct body body = {.to = {m, in}};
    meta_each_block(in, m->function_value, put_body_block, &body);
    if (body.md)
        put_all(m, in, body.md);
    bl_metadata_close(body.md);
}

static void put_functions(struct meta *m, const struct module_input *in)
{
    const struct bl_global *globals;
    struct bl_error err;
    uint32_t n;
    if (bl_module_globals(in->module, &globals, &n, &err) < 0)
        report_in_module(in, &err);
    (void)out_need(bl_function_open(&m->body, in->module, BL_NONE, NULL));
    for (m->function_value = 0; m->function_value < n; m->function_value++) {
        m->function = &globals[m->function_value];
        if (m->function->kind == BL_GLOBAL_FUNCTION && !m->function->is_declaration)
            put_function(m, in);
    }
    m->function = NULL;
    bl_printer_use(m->printer, NULL);
    bl_function_close(m->body);
}

/* ---- Modules ---- */

static void list_metadata(struct meta *m, const struct module_input *in, struct bl_metadata *md,
                          bool is_damaged)
{
    struct out *o = &m->context->out;
    struct bl_metadata_counts counts = bl_metadata_get_counts(md);
    if (!m->context->json) {
        put_module_path(o, in);
        out_text(o, ": ");
        out_count(o, counts.n_strings, "string", "strings");
        out_printf(o, ", %" PRIu32 " nodes and values, %" PRIu32 " named%s\n",
                   counts.end - counts.first - counts.n_strings, counts.n_named,
                   is_damaged ? " that can be read" : "");
    }
    put_all(m, in, md);
    if (m->functions)
        put_functions(m, in);
}

static void list_module(void *data, const struct module_input *in)
{
    struct meta *m = data;
    struct bl_metadata *md;
    struct bl_error err;
    int rc = bl_module_metadata(in->module, &md, &err);
    if (rc < 0)
        report_in_module(in, &err);
    if (!md)
        return;
    struct module_printer printer = open_printer(in);
    (void)bl_printer_check(printer.printer, NULL); /* of parts that are not printed */
    m->printer = printer.printer;
    m->has_numbers = rc == BL_OK;
    if (m->n_from)
        meta_put_from(m, in, md);
    else if (m->n_numbers)
        put_chosen(m, in, md);
    else
        list_metadata(m, in, md, rc < 0);
    if (!m->strings && bl_printer_check_numbers(printer.printer, &err) < 0)
        report_in_module(in, &err);
    close_printer(&printer);
}

static void read_option(struct meta *m, int option, const char *argument)
{
    uint64_t depth;
    m->strings |= option == OPT_STRINGS;
    m->named |= option == OPT_NAMED;
    m->functions |= option == OPT_FUNCTIONS;
    m->dot |= option == OPT_DOT;
    if (option == OPT_FROM)
        array_add(&m->from, &m->n_from, &m->cap_from, argument);
    if (option != OPT_DEPTH)
        return;
    if (!parse_number(argument, BL_NONE - 1, &depth))
        usage_error(m->context->command, "no depth: '%s'", argument);
    m->most_depth = (uint32_t)depth;
    m->has_depth = true;
}

static void check_options(const struct meta *m)
{
    const struct command *command = m->context->command;
    if (m->strings && m->named)
        usage_error(command, "--strings and --named exclude each other");
    if (m->n_numbers && (m->strings || m->named || m->functions))
        usage_error(command, "--strings, --named and --functions exclude numbers as %s",
                    m->numbers[0]);
    if (m->n_from && (m->strings || m->named || m->n_numbers))
        usage_error(command, "--from excludes --strings, --named and numbers as !1");
    if ((m->dot || m->has_depth) && !m->n_from)
        usage_error(command, "--depth and --dot need --from");
    if (m->dot && m->context->json)
        usage_error(command, "--dot has a form of its own: no --json");
}

bool cmd_meta(struct context *c)
{
    enum {
        USUAL_DEPTH = 2
    };
    struct meta m = {.context = c, .most_depth = USUAL_DEPTH};
    const char *argument;
    int option;
    while ((option = next_option(c, &argument)) >= 0)
        read_option(&m, option, argument);
    for (; c->n_operands > 0; c->n_operands--, m.n_numbers++) {
        const char *operand = c->operands[c->n_operands - 1];
        uint64_t number;
        if (operand[0] != '!' || !parse_number(operand + 1, BL_NONE - 1, &number))
            break;
    }
    m.numbers = c->operands + c->n_operands;
    check_options(&m);
    visit_modules(c, 0, list_module, &m);
    bool found = !m.n_from || meta_has_reached(&m);
    free(m.from);
    free(m.text.data);
    return found;
}
