/* cmd/cmd_meta.c - metadata: strings, nodes, named nodes, attachments
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
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
    [OPT_STRINGS] = {"strings", 's', NULL, "only strings"},
    [OPT_NAMED] = {"named", 'n', NULL, "only named nodes and attachments of global values"},
    [OPT_FUNCTIONS] = {"functions", 'F', NULL, "also the metadata of function bodies"},
    {NULL, 0, NULL, NULL},
};

struct meta {
    struct context *context;
    struct text text;
    bool strings, named, functions;
    char **numbers; /* operands like !12 */
    int n_numbers;
    const struct bl_global *function; /* whose metadata is listed; NULL: the module's */
    uint32_t function_value;
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
        bl_metadata_string(md, (uint32_t)f->value - 1, &text) > 0) {
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

static void json_node(struct meta *m, const struct module_input *in, struct bl_metadata *md,
                      uint32_t number, const struct bl_record *rec)
{
    struct out *o = &m->context->out;
    struct bl_metadata_node node;
    bl_metadata_fields(rec, bl_metadata_get_counts(md).llvm, &node);
    json_begin_in(o, "metadata", in);
    if (m->function)
        json_view(o, "function", m->function->name);
    json_u64(o, "number", number);
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
    out_need(bl_metadata_print(md, number, text_put, &m->text, NULL));
    json_take_text(o, "text", &m->text);
    json_end(o);
}

static void put_number(struct out *o, uint32_t number)
{
    out_colour(o, COLOUR_NAME);
    out_char(o, '!');
    out_u64(o, number);
    out_plain(o);
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
    put_number(o, number);
    out_text(o, " = !\"");
    out_escaped(o, text);
    out_text(o, "\"\n");
}

/* String or node NUMBER. ALL: also those that are printed where others refer to them. */
static int put_one(struct meta *m, const struct module_input *in, struct bl_metadata *md,
                   uint32_t number, bool all, struct bl_error *err)
{
    struct bl_view text;
    struct bl_record rec = {0};
    int status = out_need(bl_metadata_string(md, number, &text));
    if (status > 0 && (all || m->strings))
        put_string(m, in, number, text);
    if (status > 0 || (status == 0 && m->strings))
        return BL_OK;
    status = bl_metadata_read(md, number, &rec, err);
    /* LLVM's syntax has these in the place of a reference only. */
    bool is_inline = rec.code == BL_CODE_METADATA_VALUE ||
                     rec.code == BL_CODE_METADATA_EXPRESSION ||
                     rec.code == BL_CODE_METADATA_ARG_LIST;
    if (status >= 0 && m->context->json) {
        json_node(m, in, md, number, &rec);
    } else if (status >= 0 && (all || !is_inline)) {
        put_number(&m->context->out, number);
        out_text(&m->context->out, " = ");
        status = bl_metadata_print(md, number, out_put, &m->context->out, err);
        out_char(&m->context->out, '\n');
    }
    bl_record_release(&rec);
    return status;
}

/* ---- Lists ---- */

/* As LLVM writes what follows an exclamation mark: not in quotes, but with escapes. */
static void put_identifier(struct out *o, struct bl_view name)
{
    if (name.size == 0)
        out_text(o, "<empty name>");
    for (size_t i = 0; i < name.size; i++) {
        uint8_t c = name.data[i];
        bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (is_letter || (c >= '0' && c <= '9' && i > 0) || c == '-' || c == '$' || c == '.' ||
            c == '_')
            out_char(o, (char)c);
        else
            out_printf(o, "\\%02X", (unsigned)c);
    }
}

static void put_named(struct meta *m, const struct module_input *in, struct bl_metadata *md,
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
    out_char(o, '!');
    put_identifier(o, named->name);
    out_text(o, " = !{");
    for (uint32_t i = 0; i < named->n_nodes; i++) {
        out_text(o, i > 0 ? ", " : "");
        out_need(bl_metadata_print_ref(md, named->nodes[i], out_put, o));
    }
    out_text(o, "}\n");
}

static void put_attachment(struct meta *m, const struct module_input *in,
                           const struct bl_metadata_attachment *a)
{
    struct out *o = &m->context->out;
    struct bl_view name;
    struct bl_view kind;
    out_need(bl_metadata_kind_name(in->module, a->kind, &kind));
    if (out_need(bl_module_name(in->module, a->value, &name, NULL)) < 0)
        name = (struct bl_view){0};
    if (m->context->json) {
        json_begin_in(o, "metadata_attachment", in);
        json_u64(o, "value", a->value);
        json_view(o, "name", name);
        json_u64(o, "kind", a->kind);
        json_view(o, "kind_name", kind);
        json_u64(o, "node", a->node);
        json_end(o);
        return;
    }
    out_need(bl_global_print_name(in->module, a->value, out_put, o));
    out_text(o, " !");
    put_identifier(o, kind);
    out_text(o, " !");
    out_u64(o, a->node);
    out_char(o, '\n');
}

static void put_all(struct meta *m, const struct module_input *in, struct bl_metadata *md)
{
    struct bl_metadata_counts counts = bl_metadata_get_counts(md);
    struct bl_error err;
    if (m->function && !m->context->json) {
        out_text(&m->context->out, "in ");
        out_need(bl_global_print_name(in->module, m->function_value, out_put, &m->context->out));
        out_text(&m->context->out, ":\n");
    }
    if (!m->strings) {
        for (uint32_t i = 0; i < counts.n_named; i++)
            put_named(m, in, md, &counts.named[i]);
        for (uint32_t i = 0; i < counts.n_attachments; i++)
            put_attachment(m, in, &counts.attachments[i]);
    }
    for (uint32_t i = counts.first; i < counts.end && !m->named; i++)
        if (put_one(m, in, md, i, false, &err) < 0)
            report_in_module(in, &err);
}

static void put_chosen(struct meta *m, const struct module_input *in, struct bl_metadata *md)
{
    struct bl_error err;
    if (!m->context->json && (in->input->needs_name || !in->is_alone)) {
        put_module_path(&m->context->out, in);
        out_text(&m->context->out, ":\n");
    }
    for (int i = 0; i < m->n_numbers; i++) {
        uint64_t number;
        (void)parse_number(m->numbers[i] + 1, BL_NONE - 1, &number);
        if (put_one(m, in, md, (uint32_t)number, true, &err) == BL_OK)
            continue;
        if (err.status == BL_E_ARGUMENT) /* which has no position to say which one was meant */
            report_wanted(m->context, in->input->path, m->numbers[i], err.what);
        else
            report_in_module(in, &err);
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
    out_need(bl_metadata_kind_name(to->in->module, a->kind, &kind));
    if (m->context->json) {
        json_begin_in(o, "metadata_attachment", to->in);
        json_view(o, "function", m->function->name);
        if (a->instruction != BL_NONE)
            json_u64(o, "instruction", a->instruction);
        json_u64(o, "bit_pos", a->bit_pos);
        json_u64(o, "kind", a->kind);
        json_view(o, "kind_name", kind);
        json_u64(o, "node", a->node);
        json_end(o);
        return;
    }
    out_need(bl_global_print_name(to->in->module, m->function_value, out_put, o));
    if (a->instruction != BL_NONE)
        out_printf(o, " instruction %" PRIu32, a->instruction);
    out_text(o, " !");
    put_identifier(o, kind);
    out_printf(o, " !%" PRIu32 "\n", a->node);
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
    int rc = bl_module_body(in->module, m->function_value, &body, &err);
    if (rc < 0)
        report_in_module(in, &err);
    if (rc <= 0 || bl_module_cursor(in->module, &body, &cursor) < 0)
        return;
    while ((rc = bl_cursor_next(&cursor, &entry)) > 0) {
        int status = BL_OK;
        if (entry.kind != BL_ENTRY_BLOCK)
            continue;
        if (entry.block.block_id == BL_METADATA_BLOCK)
            status = md ? bl_metadata_append(md, &entry.block, &err)
                        : bl_metadata_open(&md, in->module, &entry.block, &err);
        else if (entry.block.block_id == BL_METADATA_ATTACHMENT_BLOCK && !m->strings)
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
    for (m->function_value = 0; m->function_value < n; m->function_value++) {
        m->function = &globals[m->function_value];
        if (m->function->kind == BL_GLOBAL_FUNCTION && !m->function->is_declaration)
            put_function(m, in);
    }
    m->function = NULL;
}

/* ---- Modules ---- */

static void list_module(void *data, const struct module_input *in)
{
    struct meta *m = data;
    struct out *o = &m->context->out;
    struct bl_metadata *md;
    struct bl_error err;
    if (bl_module_metadata(in->module, &md, &err) < 0)
        report_in_module(in, &err);
    if (!md)
        return;
    if (m->n_numbers) {
        put_chosen(m, in, md);
        return;
    }
    struct bl_metadata_counts counts = bl_metadata_get_counts(md);
    if (!m->context->json) {
        put_module_path(o, in);
        out_text(o, ": ");
        out_count(o, counts.n_strings, "string", "strings");
        out_printf(o, ", %" PRIu32 " nodes and values, %" PRIu32 " named\n",
                   counts.end - counts.first - counts.n_strings, counts.n_named);
    }
    put_all(m, in, md);
    if (m->functions)
        put_functions(m, in);
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
