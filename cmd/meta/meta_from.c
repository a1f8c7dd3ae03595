/* meta/meta_from.c - the metadata around a value or a node, nearest first, as lines or a graph
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Strings, values and expressions are in the text of the nodes that refer to them, as in LLVM's
 * syntax, and are no nodes of the graph.
 */
#include "base/array.h"
#include "base/map.h"
#include "meta/meta.h"

#include <inttypes.h>
#include <string.h>

enum {
    SHOWN = 64,              /* bytes of a node's text in a graph */
    MOST_EDGES_FLOOR = 65536 /* and one more for each byte of the stream */
};

struct item {
    uint32_t number, depth;
    bool is_left_out; /* in the place of references, or it cannot be read */
};

struct edge {
    uint32_t from, to; /* items; FROM is BL_NONE: the value that it is attached to */
    const char *name;  /* of the field; NULL: an element */
    uint32_t kind;     /* of an attachment; BL_NONE: it is none */
};

struct walk {
    struct meta *m;
    const struct module_input *in;
    struct bl_metadata *md; /* of the body, with the module's, or the module's */
    uint32_t value;         /* what it begins with; BL_NONE: a node */
    struct item *items;
    struct edge *edges;
    uint32_t n_items, cap_items, n_edges, cap_edges;
    struct bl_map item_of;  /* by number */
    struct bl_map attached; /* kinds and numbers, each of which is one edge */
    bool has_heading;
    bool is_over; /* there are more edges than are kept */
    struct bl_record rec;
};

/* ---- The graph ---- */

/* That of node NUMBER, DEPTH away if it is new; BL_NONE: it is farther than was asked for, or a
 * string. */
static uint32_t item_of(struct walk *w, uint32_t number, uint32_t depth)
{
    struct bl_view text;
    uint32_t item = bl_map_find(&w->item_of, number);
    if (item != BL_MAP_NONE)
        return item;
    if (depth > w->m->most_depth || out_need(bl_metadata_string(w->md, number, &text, NULL)) != 0)
        return BL_NONE;
    (void)out_need(bl_map_add(&w->item_of, number, w->n_items));
    array_add(&w->items, &w->n_items, &w->cap_items, (struct item){number, depth, false});
    return w->n_items - 1;
}

static void add_edge(struct walk *w, uint32_t from, uint64_t number, const char *name,
                     uint32_t kind)
{
    uint32_t depth = from == BL_NONE ? 0 : w->items[from].depth + 1;
    uint32_t to = number < BL_NONE ? item_of(w, (uint32_t)number, depth) : BL_NONE;
    if (to == BL_NONE || !w->m->dot)
        return;
    if (w->n_edges >= MOST_EDGES_FLOOR + w->in->input->stream.bytes.size)
        w->is_over = true;
    else
        array_add(&w->edges, &w->n_edges, &w->cap_edges, (struct edge){from, to, name, kind});
}

/* What field F of item FROM, whose record has been read, refers to. */
static void follow_field(struct walk *w, uint32_t from, const struct bl_metadata_field *f)
{
    bool has_null = f->kind == BL_FIELD_REF || f->kind == BL_FIELD_BOUND ||
                    f->kind == BL_FIELD_SIZE || f->kind == BL_FIELD_REFS;
    if (!has_null && f->kind != BL_FIELD_NUMBER && f->kind != BL_FIELD_NUMBERS)
        return;
    for (uint32_t i = 0; i < f->n_ops; i++) {
        uint64_t number = f->n_ops == 1 && f->name ? f->value : w->rec.ops[f->op + i];
        if (number > 0 || !has_null)
            add_edge(w, from, number - has_null, f->name, BL_NONE);
    }
}

/* All that is near enough to what is there, in the order of its distance. */
static void follow(struct walk *w)
{
    struct bl_metadata_node node;
    struct bl_error err;
    for (uint32_t i = 0; i < w->n_items; i++) {
        if (out_need(bl_metadata_read(w->md, w->items[i].number, &w->rec, &err)) < 0) {
            report_in_module(w->in, &err);
            w->items[i].is_left_out = true;
            continue;
        }
        w->items[i].is_left_out = meta_is_inline(w->rec.code);
        if (w->items[i].is_left_out)
            continue;
        bl_metadata_fields(&w->rec, &node);
        for (uint32_t k = 0; k < node.n_fields; k++)
            follow_field(w, i, &node.fields[k]);
    }
}

/* ---- Printing ---- */

/* Before the first line of a module that may not be the only one. */
static void put_heading(struct walk *w)
{
    if (w->has_heading || w->m->context->json || (!w->in->input->needs_name && w->in->is_alone))
        return;
    put_module_path(&w->m->context->out, w->in);
    out_text(&w->m->context->out, ":\n");
    w->has_heading = true;
}

static void put_items(struct walk *w)
{
    struct meta *m = w->m;
    const struct bl_global *function = m->function;
    uint32_t first = bl_metadata_get_counts(w->md).first; /* of the body */
    struct bl_error err;
    if (w->n_items > 0)
        put_heading(w);
    for (uint32_t i = 0; i < w->n_items; i++) {
        uint32_t number = w->items[i].number;
        if (w->items[i].is_left_out)
            continue;
        m->depth = w->items[i].depth;
        m->function = number < first ? NULL : function;
        if (!m->context->json)
            meta_put_node(m, number, bl_printer_metadata_slot(m->printer, number));
        else if (out_need(bl_metadata_read(w->md, number, &w->rec, &err)) >= 0)
            meta_json_node(m, w->in, w->md, number, &w->rec);
        meta_report_damage(m, w->in);
        m->n_reached++;
    }
    m->function = function;
}

/* The text of node NUMBER, up to SHOWN bytes of it. */
static void put_label(struct walk *w, uint32_t number)
{
    struct out *o = &w->m->context->out;
    struct text *text = &w->m->text;
    uint32_t slot = bl_printer_metadata_slot(w->m->printer, number);
    text->n = 0;
    if (slot != BL_NONE)
        out_printf(o, "!%" PRIu32 " = ", slot);
    (void)out_need(bl_printer_put_node(w->m->printer, number, text_put, text));
    size_t n = text->n < SHOWN ? text->n : SHOWN;
    while (n > 0 && n < text->n && ((uint8_t)text->data[n] & 0xC0) == 0x80)
        n--; /* no character is cut */
    out_dot_put(o, text->data, n);
    out_text(o, n < text->n ? "…" : "");
}

static void put_edges(struct walk *w)
{
    struct out *o = &w->m->context->out;
    for (uint32_t i = 0; i < w->n_edges; i++) {
        const struct edge *edge = &w->edges[i];
        struct bl_view kind = {0};
        if (w->items[edge->to].is_left_out)
            continue;
        if (edge->from == BL_NONE) {
            (void)out_need(bl_metadata_kind_name(w->in->module, edge->kind, &kind, NULL));
            out_printf(o, "    value -> n%" PRIu32 " [label=\"!", w->items[edge->to].number);
            out_dot_put(o, (const char *)kind.data, kind.size);
            out_text(o, "\"];\n");
            continue;
        }
        out_printf(o, "    n%" PRIu32 " -> n%" PRIu32, w->items[edge->from].number,
                   w->items[edge->to].number);
        if (edge->name)
            out_printf(o, " [label=\"%s\"]", edge->name);
        out_text(o, ";\n");
    }
}

static void put_dot(struct walk *w)
{
    struct out *o = &w->m->context->out;
    out_text(o, "digraph metadata {\n    node [shape=box];\n");
    if (w->value != BL_NONE) {
        out_text(o, "    value [label=\"");
        (void)out_need(bl_printer_put_value(w->m->printer, w->value, out_dot_put, o));
        out_text(o, "\", shape=ellipse];\n");
    }
    for (uint32_t i = 0; i < w->n_items; i++) {
        if (w->items[i].is_left_out)
            continue;
        out_printf(o, "    n%" PRIu32 " [label=\"", w->items[i].number);
        put_label(w, w->items[i].number);
        out_text(o, "\"];\n");
        meta_report_damage(w->m, w->in);
        w->m->n_reached++;
    }
    put_edges(w);
    out_text(o, "}\n");
    if (w->is_over)
        report_text(w->m->context, w->in->input->path, BL_E_LIMIT,
                    "more edges than the limit: the graph lacks some");
}

/* ---- What it begins with ---- */

/* Have the printer and W know the body of FUNCTION, if it is one with a body. */
static void enter_body(struct walk *w, uint32_t function)
{
    const struct bl_global *globals;
    struct bl_block body;
    struct bl_error err;
    uint32_t n;
    if (out_need(bl_module_body(w->in->module, function, &body, NULL)) <= 0)
        return;
    (void)out_need(bl_module_globals(w->in->module, &globals, &n, NULL));
    w->m->function = function < n ? &globals[function] : NULL;
    w->m->function_value = function;
    int status = out_need(bl_printer_load(w->m->printer, function, &err));
    struct bl_metadata *md = NULL;
    if (status >= 0)
        status = out_need(bl_function_metadata(bl_printer_function(w->m->printer), &md, &err));
    if (status < 0)
        report_in_module(w->in, &err);
    w->md = md ? md : w->md;
}

static void add_attachment(struct walk *w, uint32_t kind, uint32_t node)
{
    uint64_t key = (uint64_t)kind << 32 | node;
    if (bl_map_find(&w->attached, key) != BL_MAP_NONE)
        return;
    (void)out_need(bl_map_add(&w->attached, key, 0));
    add_edge(w, BL_NONE, node, NULL, kind);
}

static void add_attached(void *data, const struct bl_attached *a)
{
    struct walk *w = data;
    struct meta_attached_to to = {w->m, w->in};
    if (a->instruction != BL_NONE && !w->m->functions)
        return;
    if (!w->m->dot) {
        put_heading(w);
        meta_put_attached(&to, a);
    }
    add_attachment(w, a->kind, a->node);
}

static int add_attached_block(void *data, const struct bl_block *block, struct bl_error *err)
{
    const struct walk *w = data;
    return block->block_id == BL_BLOCK_METADATA_ATTACHMENT
               ? bl_metadata_attached(w->in->module, block, add_attached, data, err)
               : BL_OK;
}

/* Begin with what is attached to global value VALUE. */
static void begin_with_value(struct walk *w, uint32_t value)
{
    struct bl_metadata_counts counts = bl_metadata_get_counts(w->md); /* the module's */
    w->value = value;
    for (uint32_t i = 0; i < counts.n_attachments; i++) {
        const struct bl_metadata_attachment *a = &counts.attachments[i];
        if (a->value != value)
            continue;
        if (!w->m->dot) {
            put_heading(w);
            meta_put_attachment(w->m, w->in, a);
        }
        add_attachment(w, a->kind, a->node);
    }
    enter_body(w, value);
    meta_each_block(w->in, value, add_attached_block, w);
}

/* Begin with !SLOT. False: the module has none of that number. */
static bool begin_with_node(struct walk *w, uint32_t slot)
{
    uint32_t function, number;
    if (!bl_printer_find_metadata(w->m->printer, slot, &function, &number)) {
        (void)out_need(bl_printer_check(w->m->printer, NULL));
        return false;
    }
    if (function != BL_NONE)
        enter_body(w, function);
    if (number != BL_NONE) {
        (void)item_of(w, number, 0);
    } else if (!w->m->dot) {
        put_heading(w);
        meta_put_location(w->m, w->in, slot);
        w->m->n_reached++;
    }
    return true;
}

/* Begin with NAME. False: the module does not know it. */
static bool begin(struct walk *w, const char *name)
{
    uint64_t slot;
    uint32_t value;
    struct bl_error err;
    if (name[0] == '!' && parse_number(name + 1, BL_NONE - 1, &slot))
        return begin_with_node(w, (uint32_t)slot);
    int rc = out_need(
        find_global(w->in->module, view_of(name[0] == '@' ? name + 1 : name), &value, &err));
    if (rc == 0 && name[0] == '@') /* "@0", of a value without a name */
        rc = out_need(find_global(w->in->module, view_of(name), &value, &err));
    if (rc < 0)
        report_in_module(w->in, &err);
    if (rc > 0)
        begin_with_value(w, value);
    return rc > 0;
}

void meta_put_from(struct meta *m, const struct module_input *in, struct bl_metadata *md)
{
    for (uint32_t i = 0; i < m->n_from; i++) {
        struct walk w = {.m = m, .in = in, .md = md, .value = BL_NONE};
        if (begin(&w, m->from[i])) {
            m->is_known = true;
            follow(&w);
            if (m->dot)
                put_dot(&w);
            else
                put_items(&w);
        }
        m->function = NULL;
        bl_printer_use(m->printer, NULL);
        bl_map_release(&w.item_of);
        bl_map_release(&w.attached);
        bl_record_release(&w.rec);
        free(w.items);
        free(w.edges);
    }
}

bool meta_has_reached(const struct meta *m)
{
    struct context *c = m->context;
    if (c->n_errors == 0 && !m->is_known)
        report_wanted(c, c->command->name, m->from[0], "no global value or node of this name");
    else if (c->n_errors == 0 && m->n_reached == 0)
        put_note(c, "no metadata is attached to '%s'", m->from[0]);
    return m->n_reached > 0;
}
