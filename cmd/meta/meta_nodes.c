/* meta/meta_nodes.c - how nodes and attachments are printed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "meta/meta.h"

#include <inttypes.h>
#include <stdlib.h>

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

void meta_json_slot(struct out *o, uint32_t slot)
{
    json_u64_or_null(o, "slot", slot, slot != BL_NONE);
}

void meta_json_node(struct meta *m, const struct module_input *in, struct bl_metadata *md,
                    uint32_t number, const struct bl_record *rec)
{
    struct out *o = &m->context->out;
    struct bl_metadata_node node;
    bl_metadata_fields(rec, &node);
    json_begin_in(o, "metadata", in);
    if (m->function)
        json_name(o, "function", m->function->name);
    json_u64_or_null(o, "number", number, !m->function || m->has_numbers);
    meta_json_slot(o, bl_printer_metadata_slot(m->printer, number));
    if (m->n_from)
        json_u64(o, "depth", m->depth);
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

void meta_put_slot(struct out *o, uint32_t slot)
{
    out_colour(o, COLOUR_NAME);
    out_printf(o, "!%" PRIu32, slot);
    out_plain(o);
    out_text(o, " = ");
}

void meta_put_node(struct meta *m, uint32_t number, uint32_t slot)
{
    struct out *o = &m->context->out;
    if (slot == BL_NONE && m->function && !m->has_numbers)
        out_text(o, "; record <badref>, which nothing that can be read leads to: ");
    else if (slot == BL_NONE)
        out_printf(o, "; record %" PRIu32 ", which nothing%s leads to: ", number,
                   bl_printer_check_numbers(m->printer, NULL) < 0 ? " that can be read" : "");
    else
        meta_put_slot(o, slot);
    out_need(bl_printer_put_node(m->printer, number, out_put, o));
    out_char(o, '\n');
}

bool meta_is_inline(uint32_t code)
{
    return code == BL_CODE_METADATA_VALUE || code == BL_CODE_METADATA_OLD_FN_NODE ||
           code == BL_CODE_METADATA_EXPRESSION || code == BL_CODE_METADATA_ARG_LIST;
}

void meta_report_damage(const struct meta *m, const struct module_input *in)
{
    struct bl_error err;
    if (out_need(bl_printer_check(m->printer, &err)) < 0)
        report_in_module(in, &err);
}

void meta_put_location(struct meta *m, const struct module_input *in, uint32_t slot)
{
    struct out *o = &m->context->out;
    if (!m->context->json) {
        meta_put_slot(o, slot);
        out_need(bl_printer_put_slot(m->printer, slot, out_put, o));
        out_char(o, '\n');
        meta_report_damage(m, in);
        return;
    }
    json_begin_in(o, "metadata", in);
    if (m->function)
        json_name(o, "function", m->function->name);
    meta_json_slot(o, slot);
    out_need(bl_printer_put_slot(m->printer, slot, text_put, &m->text));
    json_take_text(o, "text", &m->text);
    json_end(o);
}

/* ---- Attachments ---- */

static void json_end_attachment(struct meta *m, const struct module_input *in, uint32_t kind,
                                uint32_t node)
{
    struct out *o = &m->context->out;
    struct bl_view name;
    out_need(bl_metadata_kind_name(in->module, kind, &name, NULL));
    json_u64(o, "kind", kind);
    json_name(o, "kind_name", name);
    json_u64(o, "node", node);
    json_end(o);
}

void meta_put_attachment(struct meta *m, const struct module_input *in,
                         const struct bl_metadata_attachment *a)
{
    struct out *o = &m->context->out;
    struct bl_view name;
    if (out_need(bl_module_name(in->module, a->value, &name, NULL)) < 0)
        name = (struct bl_view){0};
    if (m->context->json) {
        json_begin_in(o, "metadata_attachment", in);
        json_u64(o, "value", a->value);
        json_name(o, "name", name);
        json_end_attachment(m, in, a->kind, a->node);
        return;
    }
    out_need(bl_printer_put_value(m->printer, a->value, out_put, o));
    out_need(bl_printer_put_attachment(m->printer, a->kind, a->node, out_put, o));
    out_char(o, '\n');
}

void meta_put_attached(void *data, const struct bl_attached *a)
{
    const struct meta_attached_to *to = data;
    struct meta *m = to->m;
    struct out *o = &m->context->out;
    if (m->context->json) {
        json_begin_in(o, "metadata_attachment", to->in);
        json_name(o, "function", m->function->name);
        if (a->instruction != BL_NONE)
            json_u64(o, "instruction", a->instruction);
        json_u64(o, "bit_pos", a->bit_pos);
        json_end_attachment(m, to->in, a->kind, a->node);
        return;
    }
    out_need(bl_printer_put_value(m->printer, m->function_value, out_put, o));
    if (a->instruction != BL_NONE)
        out_printf(o, " instruction %" PRIu32, a->instruction);
    out_need(bl_printer_put_attachment(m->printer, a->kind, a->node, out_put, o));
    out_char(o, '\n');
}

/* ---- Bodies ---- */

void meta_each_block(const struct module_input *in, uint32_t value, meta_block_fn *each, void *data)
{
    struct bl_block body;
    struct bl_cursor cursor;
    struct bl_entry entry;
    struct bl_error err;
    int rc = bl_module_body(in->module, value, &body, &err);
    if (rc < 0)
        report_in_module(in, &err);
    if (rc <= 0 || bl_module_cursor(in->module, &body, &cursor, NULL) < 0)
        return;
    while ((rc = bl_cursor_next(&cursor, &entry)) > 0)
        if (entry.kind == BL_ENTRY_BLOCK && each(data, &entry.block, &err) < 0)
            report_in_module(in, &err);
    if (rc < 0) {
        bl_cursor_error(&cursor, &err);
        report_in_module(in, &err);
    }
    bl_cursor_release(&cursor);
}
