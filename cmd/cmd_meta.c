/* cmd/cmd_meta.c - metadata: strings, nodes, named nodes, attachments
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/array.h"
#include "base/name_sort.h"
#include "base/text.h"
#include "commands.h"
#include "input/modules.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    OPT_STRINGS,
    OPT_NAMED,
    OPT_FUNCTIONS
};

const struct option_spec meta_options[] = {
    [OPT_STRINGS] = {"strings", 0, NULL, "only strings"},
    [OPT_NAMED] = {"named", 0, NULL, "only named nodes and attachments of global values"},
    [OPT_FUNCTIONS] = {"functions", 'F', NULL, "also the metadata of function bodies"},
    {NULL, 0, NULL, NULL},
};

struct meta {
    struct context *context;
    struct text text;
    bool strings, named, functions;
    char **numbers; /* operands like !12 */
    int n_numbers;
    struct bl_printer *printer;       /* of the module that is listed */
    struct bl_function *body;         /* for it */
    const struct bl_global *function; /* whose metadata is listed; NULL: the module's */
    uint32_t function_value;
    bool has_numbers; /* nodes of bodies have some: those of the module before them can be read */
};

/* ---- Nodes ---- */

static void json_field(struct meta *m, struct bl_metadata *md, const struct bl_record *rec,
                       const struct bl_metadata_field *f)
{
    struct out *o = &m->context->out;
    struct bl_view text;
    out_text(o, "{\"name\":");
    json_string(o, view_of(f->name ? f->name : "elements"));
    bool is_one = f->name && (f->n_ops == 1 || f->kind == BL_FIELD_WIDE);
    if (is_one && f->kind == BL_FIELD_STRING && f->value != 0 && f->value <= UINT32_MAX &&
        bl_metadata_string(md, (uint32_t)f->value - 1, &text, NULL) > 0) {
        json_view(o, "string", text);
    } else if (is_one && (f->kind == BL_FIELD_REF || f->kind == BL_FIELD_BOUND ||
                          f->kind == BL_FIELD_SIZE || f->kind == BL_FIELD_STRING)) {
        json_u64_or_null(o, "ref", f->value - 1, f->value != 0);
    } else if (is_one && f->kind == BL_FIELD_NUMBER) {
        json_u64(o, "ref", f->value);
    } else if (is_one) {
        /* In quotes where it has more bits than readers of JSON take for a number. */
        bool is_quoted = f->kind == BL_FIELD_WIDE && (f->bits == 0 || f->bits > 64);
        out_text(o, is_quoted ? ",\"value\":\"" : ",\"value\":");
        bl_metadata_print_number(rec, f, out_put, o);
        out_text(o, is_quoted ? "\"" : "");
    } else {
        json_array(o, "operands");
        for (uint32_t i = 0; i < f->n_ops; i++)
            out_printf(o, "%s%" PRIu64, i > 0 ? "," : "", rec->ops[f->op + i]);
        out_char(o, ']');
    }
    out_char(o, '}');
}

static void json_slot(struct out *o, uint32_t slot)
{
    json_u64_or_null(o, "slot", slot, slot != BL_NONE);
}

static void json_node(struct meta *m, const struct module_input *in, struct bl_metadata *md,
                      uint32_t number, const struct bl_record *rec)
{
    struct out *o = &m->context->out;
    struct bl_metadata_node node;
    bl_metadata_fields(rec, &node);
    json_begin_in(o, "metadata", in);
    if (m->function)
        json_name(o, "function", m->function->name);
    json_u64_or_null(o, "number", number, !m->function || m->has_numbers);
    json_slot(o, bl_printer_metadata_slot(m->printer, number));
    json_u64(o, "bit_pos", rec->bit_pos);
    json_u64(o, "code", rec->code);
    if (node.name)
        json_text(o, "name", node.name);
    json_bool(o, "distinct", node.is_distinct);
    json_array(o, "fields");
    for (uint32_t i = 0; i < node.n_fields; i++) {
        out_text(o, i > 0 ? "," : "");
        json_field(m, md, rec, &node.fields[i]);
    }
    out_char(o, ']');
    out_need(bl_printer_put_node(m->printer, number, text_put, &m->text));
    json_take_text(o, "text", &m->text);
    json_end(o);
}

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

/* "!12 = " */
static void put_slot(struct out *o, uint32_t slot)
{
    out_colour(o, COLOUR_NAME);
    out_printf(o, "!%" PRIu32, slot);
    out_plain(o);
    out_text(o, " = ");
}

/* Node NUMBER on a line, as llvm-dis has it; where it does not, as a comment. */
static void put_node(struct meta *m, uint32_t number, uint32_t slot)
{
    struct out *o = &m->context->out;
    if (slot == BL_NONE && m->function && !m->has_numbers)
        out_text(o, "; record <badref>, which nothing that can be read leads to: ");
    else if (slot == BL_NONE)
        out_printf(o, "; record %" PRIu32 ", which nothing%s leads to: ", number,
                   bl_printer_check_numbers(m->printer, NULL) < 0 ? " that can be read" : "");
    else
        put_slot(o, slot);
    out_need(bl_printer_put_node(m->printer, number, out_put, o));
    out_char(o, '\n');
}

/* LLVM's syntax has these in the place of a reference only. */
static bool is_inline(uint32_t code)
{
    return code == BL_CODE_METADATA_VALUE || code == BL_CODE_METADATA_OLD_FN_NODE ||
           code == BL_CODE_METADATA_EXPRESSION || code == BL_CODE_METADATA_ARG_LIST;
}

/* ---- Lists ---- */

/* Report what is damaged in a node that has been printed. */
static void report_damage(const struct meta *m, const struct module_input *in)
{
    struct bl_error err;
    if (out_need(bl_printer_check(m->printer, &err)) < 0)
        report_in_module(in, &err);
}

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
            json_node(m, in, md, i, &rec);
        else if (slot != BL_NONE || !is_inline(rec.code))
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
            put_node(m, nodes[i].number, nodes[i].slot);
            report_damage(m, in);
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

static void put_attachment(struct meta *m, const struct module_input *in,
                           const struct bl_metadata_attachment *a)
{
    struct out *o = &m->context->out;
    struct bl_view name;
    struct bl_view kind;
    out_need(bl_metadata_kind_name(in->module, a->kind, &kind, NULL));
    if (out_need(bl_module_name(in->module, a->value, &name, NULL)) < 0)
        name = (struct bl_view){0};
    if (m->context->json) {
        json_begin_in(o, "metadata_attachment", in);
        json_u64(o, "value", a->value);
        json_name(o, "name", name);
        json_u64(o, "kind", a->kind);
        json_name(o, "kind_name", kind);
        json_u64(o, "node", a->node);
        json_end(o);
        return;
    }
    out_need(bl_printer_put_value(m->printer, a->value, out_put, o));
    out_need(bl_printer_put_attachment(m->printer, a->kind, a->node, out_put, o));
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
            put_attachment(m, in, &counts.attachments[i]);
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
        json_node(m, in, md, number, &rec);
    bl_record_release(&rec);
    return status;
}

/* A location that an instruction has, without a record of its own. */
static void json_location(struct meta *m, const struct module_input *in, uint32_t slot)
{
    struct out *o = &m->context->out;
    json_begin_in(o, "metadata", in);
    if (m->function)
        json_name(o, "function", m->function->name);
    json_slot(o, slot);
    out_need(bl_printer_put_slot(m->printer, slot, text_put, &m->text));
    json_take_text(o, "text", &m->text);
    json_end(o);
}

/* !SLOT, which OPERAND names. */
static void put_one(struct meta *m, const struct module_input *in, struct bl_metadata *md,
                    uint32_t slot, const char *operand)
{
    struct out *o = &m->context->out;
    const struct bl_global *globals;
    uint32_t function, number, n = 0;
    struct bl_error err;
    if (!bl_printer_find_metadata(m->printer, slot, &function, &number)) {
        (void)out_need(bl_printer_check(m->printer, NULL));
        report_wanted(m->context, in->input->path, operand, "no metadata node of that number");
    } else if (!m->context->json) {
        put_slot(o, slot);
        out_need(bl_printer_put_slot(m->printer, slot, out_put, o));
        out_char(o, '\n');
        report_damage(m, in);
    } else {
        (void)bl_module_globals(in->module, &globals, &n, NULL);
        m->function = function < n ? &globals[function] : NULL;
        if (number == BL_NONE)
            json_location(m, in, slot);
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

struct attached_to {
    struct meta *m;
    const struct module_input *in;
};

static void put_attached(void *data, const struct bl_attached *a)
{
    const struct attached_to *to = data;
    struct meta *m = to->m;
    struct out *o = &m->context->out;
    struct bl_view kind;
    out_need(bl_metadata_kind_name(to->in->module, a->kind, &kind, NULL));
    if (m->context->json) {
        json_begin_in(o, "metadata_attachment", to->in);
        json_name(o, "function", m->function->name);
        if (a->instruction != BL_NONE)
            json_u64(o, "instruction", a->instruction);
        json_u64(o, "bit_pos", a->bit_pos);
        json_u64(o, "kind", a->kind);
        json_name(o, "kind_name", kind);
        json_u64(o, "node", a->node);
        json_end(o);
        return;
    }
    out_need(bl_printer_put_value(m->printer, m->function_value, out_put, o));
    if (a->instruction != BL_NONE)
        out_printf(o, " instruction %" PRIu32, a->instruction);
    out_need(bl_printer_put_attachment(m->printer, a->kind, a->node, out_put, o));
    out_char(o, '\n');
}

/* Have the printer know the body. Its local values are in no node of the text. What is damaged in
 * it is reported elsewhere. */
static void enter_body(struct meta *m)
{
    if (m->context->json)
        (void)out_need(bl_printer_load(m->printer, m->function_value, NULL));
    else if (m->body && out_need(bl_function_load(m->body, m->function_value, NULL)) == BL_OK)
        bl_printer_use(m->printer, m->body);
}

/* What is attached to the function and in its body, and the body's METADATA. */
static void put_function(struct meta *m, const struct module_input *in)
{
    struct attached_to to = {m, in};
    struct bl_block body;
    struct bl_cursor cursor;
    struct bl_entry entry;
    struct bl_error err;
    struct bl_metadata *md = NULL;
    bool is_loaded = false; /* by the printer */
    int rc = bl_module_body(in->module, m->function_value, &body, &err);
    if (rc < 0)
        report_in_module(in, &err);
    if (rc <= 0 || bl_module_cursor(in->module, &body, &cursor, NULL) < 0)
        return;
    while ((rc = bl_cursor_next(&cursor, &entry)) > 0) {
        int status = BL_OK;
        if (entry.kind != BL_ENTRY_BLOCK)
            continue;
        if (!is_loaded)
            enter_body(m);
        is_loaded = true;
        if (entry.block.block_id == BL_BLOCK_METADATA)
            status = md ? bl_metadata_append(md, &entry.block, &err)
                        : bl_metadata_open(&md, in->module, &entry.block, &err);
        else if (entry.block.block_id == BL_BLOCK_METADATA_ATTACHMENT && !m->strings)
            status = bl_metadata_attached(in->module, &entry.block, put_attached, &to, &err);
        if (status < 0)
            report_in_module(in, &err);
    }
    if (rc < 0) {
        bl_cursor_error(&cursor, &err);
        report_in_module(in, &err);
    }
    bl_cursor_release(&cursor);
    if (md)
        put_all(m, in, md);
    bl_metadata_close(md);
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
    if (m->n_numbers)
        put_chosen(m, in, md);
    else
        list_metadata(m, in, md, rc < 0);
    if (!m->strings && bl_printer_check_numbers(printer.printer, &err) < 0)
        report_in_module(in, &err);
    close_printer(&printer);
}

bool cmd_meta(struct context *c)
{
    struct meta m = {.context = c};
    int option;
    while ((option = next_option(c, NULL)) >= 0) {
        m.strings |= option == OPT_STRINGS;
        m.named |= option == OPT_NAMED;
        m.functions |= option == OPT_FUNCTIONS;
    }
    for (; c->n_operands > 0; c->n_operands--, m.n_numbers++) {
        const char *operand = c->operands[c->n_operands - 1];
        uint64_t number;
        if (operand[0] != '!' || !parse_number(operand + 1, BL_NONE - 1, &number))
            break;
    }
    m.numbers = c->operands + c->n_operands;
    if (m.strings && m.named)
        usage_error(c->command, "--strings and --named exclude each other");
    if (m.n_numbers && (m.strings || m.named || m.functions))
        usage_error(c->command, "--strings, --named and --functions exclude numbers as %s",
                    m.numbers[0]);
    visit_modules(c, 0, list_module, &m);
    free(m.text.data);
    return true;
}
