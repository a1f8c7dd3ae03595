/* cmd/cmd_meta.c - metadata: strings, nodes, named nodes, attachments
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/text.h"
#include "commands.h"
#include "input/modules.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>

enum {
    OPT_STRINGS,
    OPT_NAMED,
    OPT_FUNCTIONS
};

const struct option_spec meta_options[] = {
    [OPT_STRINGS] = {"strings", 's', NULL, "only strings"},
    [OPT_NAMED] = {"named", 'n', NULL, "only named nodes and what is attached to global values"},
    [OPT_FUNCTIONS] = {"functions", 'F', NULL, "also what function bodies hold"},
    {NULL, 0, NULL, NULL},
};

enum {
    VALUE = 2,
    EXPRESSION = 29,
    ARG_LIST = 46,
};

struct meta {
    struct parser parser;
    struct out out;
    struct text text;
    bool strings, named, functions;
    char **numbers; /* operands like !12 */
    int n_numbers;
    const struct bl_global *function; /* whose metadata is listed; NULL: the module's */
    uint32_t function_value;
};

/* ---- Nodes ---- */

static void json_number_or_null(struct out *o, const char *key, uint64_t v)
{
    if (v == 0)
        json_null(o, key);
    else
        json_u64(o, key, v - 1);
}

/* In quotes where it has more bits than readers of JSON take for a number. */
static void json_number(struct out *o, const struct bl_record *rec,
                        const struct bl_metadata_field *f)
{
    bool is_quoted = f->kind == BL_FIELD_WIDE && (f->bits == 0 || f->bits > 64);
    json_key(o, "value");
    out_text(o, is_quoted ? "\"" : "");
    bl_metadata_print_number(rec, f, out_put, o);
    out_text(o, is_quoted ? "\"" : "");
}

static void json_field(struct meta *m, struct bl_metadata *md, const struct bl_record *rec,
                       const struct bl_metadata_field *f)
{
    struct out *o = &m->out;
    struct bl_view text;
    out_text(o, "{\"name\":");
    json_string(o, view_of(f->name ? f->name : "elements"));
    bool is_one = f->name && (f->n_ops == 1 || f->kind == BL_FIELD_WIDE);
    if (is_one && f->kind == BL_FIELD_STRING && f->value != 0 && f->value <= UINT32_MAX &&
        bl_metadata_string(md, (uint32_t)f->value - 1, &text) > 0) {
        json_view(o, "string", text);
    } else if (is_one && (f->kind == BL_FIELD_REF || f->kind == BL_FIELD_BOUND ||
                          f->kind == BL_FIELD_SIZE || f->kind == BL_FIELD_STRING)) {
        json_number_or_null(o, "ref", f->value);
    } else if (is_one && f->kind == BL_FIELD_NUMBER) {
        json_u64(o, "ref", f->value);
    } else if (is_one) {
        json_number(o, rec, f);
    } else {
        json_key(o, "operands");
        out_char(o, '[');
        for (uint32_t i = 0; i < f->n_ops; i++) {
            if (i > 0)
                out_char(o, ',');
            out_u64(o, rec->ops[f->op + i]);
        }
        out_char(o, ']');
    }
    out_char(o, '}');
}

static void json_node(struct meta *m, const struct module_input *in, struct bl_metadata *md,
                      uint32_t number, const struct bl_record *rec)
{
    struct out *o = &m->out;
    struct bl_metadata_node node;
    bl_metadata_fields(rec, bl_metadata_counts(md).llvm, &node);
    json_begin_in(o, "metadata", in);
    if (m->function) {
        json_view(o, "function", m->function->name);
    }
    json_u64(o, "number", number);
    json_u64(o, "bit_pos", rec->bit_pos);
    json_u64(o, "code", rec->code);
    if (node.name)
        json_text(o, "name", node.name);
    json_bool(o, "distinct", node.is_distinct);
    json_key(o, "fields");
    out_char(o, '[');
    for (uint32_t i = 0; i < node.n_fields; i++) {
        if (i > 0)
            out_char(o, ',');
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
    struct out *o = &m->out;
    if (m->parser.common.json) {
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

/* Nodes that LLVM's syntax has in the place of a reference only. */
static bool is_inline(const struct bl_record *rec)
{
    return rec->code == VALUE || rec->code == EXPRESSION || rec->code == ARG_LIST;
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
    if (status < 0) {
        bl_record_release(&rec);
        return status;
    }
    if (m->parser.common.json) {
        json_node(m, in, md, number, &rec);
    } else if (all || !is_inline(&rec)) {
        put_number(&m->out, number);
        out_text(&m->out, " = ");
        status = bl_metadata_print(md, number, out_put, &m->out, err);
        out_char(&m->out, '\n');
    }
    bl_record_release(&rec);
    return status;
}

static bool report(struct meta *m, const struct module_input *in, const struct bl_error *err)
{
    return report_in_module(&m->out, &m->parser.common, in, err);
}

/* ---- Lists ---- */

static bool is_plain(uint8_t c, bool is_first)
{
    bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return is_letter || (c >= '0' && c <= '9' && !is_first) || c == '-' || c == '$' || c == '.' ||
           c == '_';
}

/* As LLVM writes what stands behind an exclamation mark: not in quotes, but with escapes. */
static void put_identifier(struct out *o, struct bl_view name)
{
    if (name.size == 0)
        out_text(o, "<empty name>");
    for (size_t i = 0; i < name.size; i++) {
        if (is_plain(name.data[i], i == 0))
            out_char(o, (char)name.data[i]);
        else
            out_printf(o, "\\%02X", (unsigned)name.data[i]);
    }
}

static void put_named(struct meta *m, const struct module_input *in, struct bl_metadata *md,
                      const struct bl_named_metadata *named)
{
    struct out *o = &m->out;
    bool json = m->parser.common.json;
    if (json) {
        json_begin_in(o, "named_metadata", in);
        json_view(o, "name", named->name);
        json_u64(o, "bit_pos", named->bit_pos);
        json_key(o, "nodes");
    } else {
        out_char(o, '!');
        put_identifier(o, named->name);
        out_text(o, " = !");
    }
    out_char(o, json ? '[' : '{');
    for (uint32_t i = 0; i < named->n_nodes; i++) {
        if (i > 0)
            out_text(o, json ? "," : ", ");
        if (json)
            out_u64(o, named->nodes[i]);
        else
            out_need(bl_metadata_print_ref(md, named->nodes[i], out_put, o));
    }
    out_char(o, json ? ']' : '}');
    if (json)
        json_end(o);
    else
        out_char(o, '\n');
}

static void put_attachment(struct meta *m, const struct module_input *in,
                           const struct bl_metadata_attachment *a)
{
    struct out *o = &m->out;
    struct bl_view name;
    struct bl_view kind;
    out_need(bl_metadata_kind_name(in->module, a->kind, &kind));
    if (out_need(bl_module_name(in->module, a->value, &name, NULL)) < 0)
        name = (struct bl_view){0};
    if (m->parser.common.json) {
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

static bool put_all(struct meta *m, const struct module_input *in, struct bl_metadata *md)
{
    struct bl_metadata_counts counts = bl_metadata_counts(md);
    struct bl_error err;
    bool good = true;
    if (m->function && !m->parser.common.json) {
        out_text(&m->out, "in ");
        out_need(bl_global_print_name(in->module, m->function_value, out_put, &m->out));
        out_text(&m->out, ":\n");
    }
    if (!m->strings) {
        for (uint32_t i = 0; i < counts.n_named; i++)
            put_named(m, in, md, &counts.named[i]);
        for (uint32_t i = 0; i < counts.n_attachments; i++)
            put_attachment(m, in, &counts.attachments[i]);
    }
    for (uint32_t i = counts.first; i < counts.end && !m->named; i++)
        if (put_one(m, in, md, i, false, &err) < 0)
            good = report(m, in, &err);
    return good;
}

/* Of a node that is not there nothing but its NUMBER tells which one was meant. */
static bool report_number(struct meta *m, const struct module_input *in, const char *number,
                          const struct bl_error *err)
{
    if (err->status != BL_E_ARGUMENT)
        return report(m, in, err);
    report_wanted(&m->out, &m->parser.common, in->input->path, number, err->what);
    return false;
}

static bool put_chosen(struct meta *m, const struct module_input *in, struct bl_metadata *md)
{
    struct bl_error err;
    bool good = true;
    if (!m->parser.common.json && (in->input->needs_name || !in->is_alone)) {
        put_module_path(&m->out, in);
        out_text(&m->out, ":\n");
    }
    for (int i = 0; i < m->n_numbers; i++) {
        uint64_t number;
        (void)parse_number(m->numbers[i] + 1, BL_NONE - 1, &number);
        if (put_one(m, in, md, (uint32_t)number, true, &err) < 0)
            good = report_number(m, in, m->numbers[i], &err);
    }
    return good;
}

/* ---- Functions ---- */

/* Add BLOCK, of a body, to *MD. */
static bool add_block(struct meta *m, const struct module_input *in, const struct bl_block *block,
                      struct bl_metadata **md)
{
    struct bl_error err;
    int status =
        *md ? bl_metadata_append(*md, block, &err) : bl_metadata_open(md, in->module, block, &err);
    return status == BL_OK || report(m, in, &err);
}

struct attached_to {
    struct meta *m;
    const struct module_input *in;
};

static void put_attached(void *context, const struct bl_attached *a)
{
    const struct attached_to *to = context;
    struct meta *m = to->m;
    struct out *o = &m->out;
    struct bl_view kind;
    out_need(bl_metadata_kind_name(to->in->module, a->kind, &kind));
    if (m->parser.common.json) {
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

static bool put_attachments(struct meta *m, const struct module_input *in,
                            const struct bl_block *block)
{
    struct bl_error err;
    struct attached_to to = {m, in};
    return m->strings ||
           bl_metadata_attached(in->module, block, put_attached, &to, &err) == BL_OK ||
           report(m, in, &err);
}

/* What is attached to function VALUE and in its body, and the body's METADATA. */
static bool put_function(struct meta *m, const struct module_input *in, uint32_t value)
{
    struct bl_block body;
    struct bl_cursor cursor;
    struct bl_entry entry;
    struct bl_error err;
    struct bl_metadata *md = NULL;
    bool good = true;
    int rc = bl_module_body(in->module, value, &body, &err);
    if (rc <= 0)
        return rc == 0 || report(m, in, &err);
    if (bl_module_cursor(in->module, &body, &cursor) < 0)
        return false;
    while ((rc = bl_cursor_next(&cursor, &entry)) > 0) {
        if (entry.kind != BL_ENTRY_BLOCK)
            continue;
        if (entry.block.block_id == BL_METADATA_BLOCK)
            good &= add_block(m, in, &entry.block, &md);
        else if (entry.block.block_id == BL_METADATA_ATTACHMENT_BLOCK)
            good &= put_attachments(m, in, &entry.block);
    }
    if (rc < 0) {
        bl_cursor_error(&cursor, &err);
        good = report(m, in, &err);
    }
    bl_cursor_release(&cursor);
    if (md)
        good &= put_all(m, in, md);
    bl_metadata_close(md);
    return good;
}

static bool put_functions(struct meta *m, const struct module_input *in)
{
    const struct bl_global *globals;
    struct bl_error err;
    uint32_t n;
    bool good = bl_module_globals(in->module, &globals, &n, &err) == BL_OK || report(m, in, &err);
    for (uint32_t i = 0; i < n; i++) {
        if (globals[i].kind != BL_GLOBAL_FUNCTION || globals[i].is_declaration)
            continue;
        m->function = &globals[i];
        m->function_value = i;
        good &= put_function(m, in, i);
    }
    m->function = NULL;
    return good;
}

/* ---- Modules ---- */

static bool list_module(void *context, const struct module_input *in)
{
    struct meta *m = context;
    struct bl_metadata *md;
    struct bl_error err;
    bool good = bl_module_metadata(in->module, &md, &err) == BL_OK || report(m, in, &err);
    if (!md)
        return false;
    if (m->n_numbers)
        return put_chosen(m, in, md) && good;
    struct bl_metadata_counts counts = bl_metadata_counts(md);
    if (!m->parser.common.json) {
        put_module_path(&m->out, in);
        out_text(&m->out, ": ");
        out_count(&m->out, counts.n_strings, "string", "strings");
        out_printf(&m->out, ", %" PRIu32 " nodes and values, %" PRIu32 " named\n",
                   counts.end - counts.first - counts.n_strings, counts.n_named);
    }
    good &= put_all(m, in, md);
    if (m->functions)
        good &= put_functions(m, in);
    return good;
}

static bool list(void *context, const struct input *input)
{
    struct meta *m = context;
    return for_each_module(&m->out, &m->parser.common, input, list_module, m);
}

static bool is_number(const char *operand)
{
    uint64_t number;
    return operand[0] == '!' && parse_number(operand + 1, BL_NONE - 1, &number);
}

int cmd_meta(int argc, char **argv)
{
    struct meta m = {.parser.command = find_command("meta")};
    const char *argument;
    int option;
    while ((option = parser_next(&m.parser, argc, argv, &argument)) >= 0) {
        m.strings |= option == OPT_STRINGS;
        m.named |= option == OPT_NAMED;
        m.functions |= option == OPT_FUNCTIONS;
    }
    if (option == PARSE_EXIT)
        return m.parser.exit_status;
    int end = argc;
    while (end > optind && is_number(argv[end - 1]))
        end--;
    m.numbers = argv + end;
    m.n_numbers = argc - end;
    if (m.strings && m.named)
        return usage_error(m.parser.command, "--strings and --named exclude each other");
    if (m.n_numbers && (m.strings || m.named || m.functions))
        return usage_error(m.parser.command,
                           "--strings, --named and --functions exclude numbers as %s",
                           m.numbers[0]);
    out_init(&m.out, m.parser.common.colour);
    int status = for_each_input(m.parser.command, &m.parser.common, 0, &m.out, end - optind,
                                argv + optind, list, &m);
    free(m.text.data);
    return out_close(&m.out) ? status : EXIT_BAD_INPUT;
}
