/* cmd_callees.c - what a function calls, and whose addresses it takes; what it reaches
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/catalog_values.h"
#include "analysis/pattern.h"
#include "analysis/reach.h"
#include "base/array.h"
#include "base/name_sort.h"
#include "base/out.h"
#include "base/text.h"
#include "commands.h"
#include "input/modules.h"
#include "input/paths.h"

#include <inttypes.h>
#include <stdlib.h>

const struct option_spec callees_options[] = {REACH_OPTIONS,
                                              [REACH_TO] = REACH_TO_OPTION,
                                              [REACH_UNREACHED] = REACH_UNREACHED_OPTION,
                                              {NULL, 0, NULL, NULL}};

/* A function, as the one asked for uses it. */
struct callee {
    uint32_t value;
    bool is_within; /* its address is in a constant that is made of it */
    uint64_t n_calls, n_addresses;
};

struct callees {
    struct context *context;
    struct named_function asked;
    struct name_patterns wanted; /* its name, or others like it */
    /* Of the function at hand: */
    struct bl_module *module;
    const char *path;
    uint32_t number; /* of the module in its stream */
    bool is_alone;   /* there */
    uint32_t function;
    struct callee *rows;
    uint32_t n, cap;
    uint64_t n_indirect, n_assembly;
};

/* ---- Rows ---- */

static void count(struct callees *c, const struct bl_reference *use)
{
    struct bl_global global;
    bool is_call = use->kind <= BL_REFERENCE_CALLBR && !use->is_within;
    if (use->to == BL_CALLED_POINTER || use->to == BL_CALLED_ASSEMBLY) {
        *(use->to == BL_CALLED_POINTER ? &c->n_indirect : &c->n_assembly) += use->n;
        return;
    }
    if (out_need(bl_module_global(c->module, use->to, &global, NULL)) == BL_OK &&
        global.kind == BL_GLOBAL_VARIABLE) {
        c->n_indirect += is_call ? use->n : 0;
        return;
    }
    if (c->n == 0 || c->rows[c->n - 1].value != use->to)
        array_add(&c->rows, &c->n, &c->cap, (struct callee){.value = use->to});
    struct callee *row = &c->rows[c->n - 1];
    row->n_calls += is_call ? use->n : 0;
    row->n_addresses += !is_call && !use->is_within ? use->n : 0;
    row->is_within |= use->is_within;
}

static int by_calls(const void *a, const void *b)
{
    const struct callee *x = a;
    const struct callee *y = b;
    int order = bl_order(y->n_calls, x->n_calls);
    return order ? order : bl_order(x->value, y->value);
}

static int count_all(struct callees *c, struct bl_error *err)
{
    struct bl_references *references;
    const struct bl_reference *list;
    uint32_t n;
    int status = bl_references_open(&references, c->module, err);
    if (status < 0)
        return status;
    c->n = 0;
    c->n_indirect = c->n_assembly = 0;
    status = bl_references_of(references, c->function, &list, &n, err);
    for (uint32_t i = 0; i < n; i++)
        if (list[i].kind < BL_REFERENCE_INITIALIZER) /* personality and so on are no callees */
            count(c, &list[i]);
    bl_references_close(references);
    array_sort(c->rows, c->n, sizeof *c->rows, by_calls);
    return status;
}

/* ---- Output ---- */

static void put_count(struct out *o, uint64_t n, const char *otherwise)
{
    if (n)
        out_u64_wide(o, n, 10);
    else
        out_printf(o, "%10s", otherwise);
}

static void put_name(struct callees *c, uint32_t value)
{
    put_global_name(c->context, c->module, value, out_put, &c->context->out);
}

static void put_row(struct callees *c, const struct callee *row)
{
    struct out *o = &c->context->out;
    put_count(o, row->n_calls, "-");
    put_count(o, row->n_addresses, row->is_within ? "within" : "-");
    out_text(o, "  ");
    out_colour(o, COLOUR_NAME);
    put_name(c, row->value);
    out_plain(o);
    out_char(o, '\n');
}

static void put_text(struct callees *c)
{
    struct out *o = &c->context->out;
    out_path(o, c->path);
    if (!c->is_alone)
        out_printf(o, "[module %" PRIu32 "]", c->number);
    out_text(o, ": ");
    put_name(c, c->function);
    out_printf(o, "\n%10s%10s  %s\n", "calls", "addresses", "function");
    for (uint32_t i = 0; i < c->n; i++)
        put_row(c, &c->rows[i]);
    if (c->n_indirect)
        out_printf(o, "%10" PRIu64 "%10s  (by pointer)\n", c->n_indirect, "-");
    if (c->n_assembly)
        out_printf(o, "%10" PRIu64 "%10s  (assembly)\n", c->n_assembly, "-");
}

static void json_begin_function(struct callees *c, const char *type)
{
    struct out *o = &c->context->out;
    struct bl_view name = {0};
    (void)out_need(bl_module_name(c->module, c->function, &name, NULL));
    json_begin(o, type);
    json_text(o, "file", c->path);
    json_u64(o, "module", c->number);
    json_name(o, "function", name);
}

static void json_row(struct callees *c, const struct callee *row)
{
    struct out *o = &c->context->out;
    struct bl_view name = {0};
    (void)out_need(bl_module_name(c->module, row->value, &name, NULL));
    json_begin_function(c, "callee");
    json_name(o, "name", name);
    json_demangled(c->context, o, name);
    json_u64(o, "value", row->value);
    json_u64(o, "calls", row->n_calls);
    json_u64(o, "addresses", row->n_addresses);
    json_bool(o, "within", row->is_within);
    json_end(o);
}

static void put_json(struct callees *c)
{
    struct out *o = &c->context->out;
    uint64_t n_calls = c->n_indirect + c->n_assembly;
    for (uint32_t i = 0; i < c->n; i++) {
        n_calls += c->rows[i].n_calls;
        json_row(c, &c->rows[i]);
    }
    json_begin_function(c, "calls");
    json_u64(o, "calls", n_calls);
    json_u64(o, "by_pointer", c->n_indirect);
    json_u64(o, "assembly", c->n_assembly);
    json_end(o);
}

/* What is before damage is printed, too. */
static int put_function(struct callees *c, struct bl_error *err)
{
    int status = count_all(c, err);
    if (c->context->json)
        put_json(c);
    else
        put_text(c);
    return status;
}

/* ---- In a file ---- */

static void visit_module(void *data, const struct module_input *in)
{
    struct callees *c = data;
    struct value_list values = {.n = 0};
    struct bl_error err;
    c->module = in->module;
    c->path = in->input->path;
    c->number = in->number;
    c->is_alone = in->is_alone;
    int rc = name_pattern_values(c->wanted.items, c->context, in->module, &values, &err);
    if (rc < 0)
        report_in_module(in, &err);
    for (uint32_t i = 0; i < values.n; i++) {
        c->function = values.items[i];
        rc = know_function(&c->asked, in->module, c->function, &err);
        if (rc > 0)
            rc = put_function(c, &err);
        if (rc < 0)
            report_in_module(in, &err);
    }
    free(values.items);
}

/* ---- In many ---- */

static int put_found(struct callees *c, struct query *q, struct bl_query_module *open,
                     struct bl_module_value found, uint32_t *stream_number, struct bl_error *err)
{
    struct bl_catalog_module module;
    struct bl_catalog_stream stream = {.first_module = 0};
    int rc = bl_catalog_get_module(q->catalog, found.module, &module, err);
    if (rc == BL_OK) {
        *stream_number = module.stream;
        rc = bl_catalog_get_stream(q->catalog, module.stream, &stream, err);
    }
    if (rc == BL_OK)
        rc = bl_query_module_open(open, q->catalog, found.module, err);
    if (rc == BL_OK)
        rc = know_function(&c->asked, open->module, found.value, err);
    if (rc <= 0)
        return rc;
    c->function = found.value;
    char *path = query_stream_path(q, module.stream);
    c->module = open->module;
    c->path = path;
    c->number = found.module - stream.first_module;
    c->is_alone = stream.n_modules == 1;
    rc = put_function(c, err);
    free(path);
    return rc;
}

static void ask_many(struct callees *c)
{
    const struct query_needs needs = {.parts = BL_CATALOG_MODULES | BL_CATALOG_PLACES};
    struct query q;
    struct bl_query_module open = {.module = NULL};
    struct bl_module_value *found = NULL;
    uint32_t n = 0;
    if (query_open(&q, c->context, needs, c->context->n_operands, c->context->operands))
        find_values(&q, c->asked.name, &found, &n);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_error err;
        uint32_t stream = BL_NONE;
        if (put_found(c, &q, &open, found[i], &stream, &err) < 0)
            query_report(&q, stream, &err);
    }
    bl_query_module_close(&open);
    free(found);
    query_close(&q);
}

/* ---- The call ---- */

bool cmd_callees(struct context *context)
{
    struct callees c = {.context = context};
    struct reach_options options = {.depth = 0};
    const char *argument;
    int option;
    while ((option = next_option(context, &argument)) >= 0)
        reach_set_option(&options, context->command, option, argument);
    if (context->n_operands < 2 - (context->index != NULL))
        usage_error(context->command, "the name of a function and a file are needed");
    if (is_path_first(context))
        move_last_to_front(context);
    c.asked.name = take_operand(context);
    if (reach_is_wanted(&options))
        return reach(context, c.asked.name, &options);
    name_patterns_add(&c.wanted, context, c.asked.name);
    bool is_one_file = context->n_operands == 1 && !context->index &&
                       !is_directory(context->operands[0]) &&
                       !bl_path_is_index(context->operands[0]);
    if (is_one_file)
        visit_modules(context, 0, visit_module, &c);
    else
        ask_many(&c);
    if (context->n_errors == 0)
        report_undefined(context, context->n_operands > 0 ? context->operands[0] : context->index,
                         &c.asked);
    name_patterns_release(&c.wanted);
    free(c.rows);
    return true;
}
