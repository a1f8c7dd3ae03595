/* cmd/cmd_callees.c - what a function calls, and whose addresses it takes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/array.h"
#include "base/text.h"
#include "commands.h"
#include "input/modules.h"
#include "input/paths.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A global value, as the function uses it. */
struct callee {
    uint32_t value;
    bool is_function; /* or an alias or ifunc */
    bool is_within;   /* its address is in a constant that is made of it */
    uint64_t n_calls, n_addresses;
};

struct callees {
    struct context *context;
    struct named_function asked;
    /* Of the function at hand. */
    const struct module_input *in;
    struct bl_function *function;
    struct bl_view name; /* that its module has for it */
    struct callee *rows; /* by global value */
    uint32_t n_globals, n_constants;
    const struct bl_constant *constants; /* of the module */
    bool *seen;                          /* by value: constants that have been looked into */
    uint32_t *stripped;                  /* by constant: without its casts; BL_NONE */
    uint32_t *left;                      /* constants to look into, or under way */
    struct bl_record rec;
    uint64_t n_indirect, n_assembly;
};

/* ---- What an operand is ---- */

/* NULL: it is no constant. */
static const struct bl_constant *find_constant(const struct callees *c, uint64_t value)
{
    const struct bl_body *body = bl_function_body(c->function);
    if (value >= c->n_globals && value - c->n_globals < c->n_constants)
        return &c->constants[value - c->n_globals];
    if (value >= body->first_constant && value - body->first_constant < body->n_constants)
        return &body->constants[value - body->first_constant];
    return NULL;
}

/* The value without casts; in a circle of them any of it. Each constant is read once: until more is
 * known, it is its own, which ends a circle. */
static uint64_t strip_casts(struct callees *c, uint64_t value)
{
    uint32_t end = bl_function_body(c->function)->first_instruction;
    uint32_t n = 0;
    const struct bl_constant *constant;
    while ((constant = find_constant(c, value)) && c->stripped[value] == BL_NONE) {
        uint64_t part;
        c->left[n++] = c->stripped[value] = (uint32_t)value;
        if (bl_constant_has_parts(constant->code) &&
            out_need(bl_constant_read(c->in->module, constant, &c->rec, NULL)) == BL_OK &&
            bl_constant_is_cast(&c->rec) && bl_constant_part(&c->rec, 0, &part) && part < end)
            value = part;
    }
    if (constant)
        value = c->stripped[value];
    while (n > 0)
        c->stripped[c->left[--n]] = (uint32_t)value;
    return value;
}

static void see(struct callees *c, uint64_t value, uint32_t *n)
{
    if (value < c->n_globals)
        c->rows[value].is_within = true;
    else if (find_constant(c, value) && !c->seen[value]) {
        c->seen[value] = true;
        c->left[(*n)++] = (uint32_t)value;
    }
}

/* Global values that constant VALUE is made of. Each constant is looked into once. */
static void look_into(struct callees *c, uint64_t value)
{
    uint32_t n = 0;
    see(c, value, &n);
    while (n > 0) {
        const struct bl_constant *constant = find_constant(c, c->left[--n]);
        uint64_t part;
        if (!bl_constant_has_parts(constant->code) ||
            out_need(bl_constant_read(c->in->module, constant, &c->rec, NULL)) < 0)
            continue;
        for (uint32_t i = 0; bl_constant_part(&c->rec, i, &part); i++)
            see(c, part, &n);
    }
}

static void count_call(struct callees *c, uint64_t value)
{
    value = strip_casts(c, value);
    const struct bl_constant *constant = find_constant(c, value);
    if (value < c->n_globals && c->rows[value].is_function) {
        c->rows[value].n_calls++;
    } else if (constant && bl_constant_is_assembly(constant->code)) {
        c->n_assembly++;
    } else {
        c->n_indirect++;
        look_into(c, value);
    }
}

static void count_address(struct callees *c, const struct bl_operand *operand)
{
    if (operand->kind != BL_OPERAND_VALUE)
        return;
    uint64_t value = strip_casts(c, operand->number);
    if (value < c->n_globals)
        c->rows[value].n_addresses++;
    else
        look_into(c, value);
}

/* ---- A body ---- */

static void count_instruction(struct callees *c, const struct bl_instruction *inst)
{
    uint32_t first = is_call(inst) && inst->n_operands > 0;
    if (first)
        count_call(c, inst->operands[0].number);
    for (uint32_t i = first; i < inst->n_operands; i++)
        count_address(c, &inst->operands[i]);
    for (uint32_t i = 0; i < inst->n_bundles; i++)
        for (uint32_t k = 0; k < inst->bundles[i].n; k++)
            count_address(c, &inst->bundle_operands[inst->bundles[i].first + k]);
}

static int make_rows(struct callees *c, struct bl_error *err)
{
    struct bl_module *module = c->in->module;
    const struct bl_global *globals;
    uint32_t first_free = bl_function_body(c->function)->first_instruction;
    int status = bl_module_globals(module, &globals, &c->n_globals, err);
    if (status == BL_OK)
        status = bl_module_constants(module, &c->constants, &c->n_constants, err);
    if (status < 0)
        return status;
    c->rows = calloc((size_t)c->n_globals + 1, sizeof *c->rows);
    c->seen = calloc((size_t)first_free + 1, sizeof *c->seen);
    c->stripped = malloc(((size_t)first_free + 1) * sizeof *c->stripped);
    c->left = malloc(((size_t)first_free + 1) * sizeof *c->left);
    if (!c->rows || !c->seen || !c->stripped || !c->left) {
        *err = (struct bl_error){.status = BL_E_NOMEM, .what = "no memory for values"};
        return BL_E_NOMEM;
    }
    memset(c->stripped, 0xFF, ((size_t)first_free + 1) * sizeof *c->stripped); /* BL_NONE */
    for (uint32_t i = 0; i < c->n_globals; i++) {
        c->rows[i].value = i;
        c->rows[i].is_function = globals[i].kind != BL_GLOBAL_VARIABLE;
    }
    return BL_OK;
}

/* ---- Rows ---- */

static int by_calls(const void *a, const void *b)
{
    const struct callee *x = a;
    const struct callee *y = b;
    if (x->n_calls != y->n_calls)
        return x->n_calls < y->n_calls ? 1 : -1;
    return (x->value > y->value) - (x->value < y->value);
}

static bool is_row(const struct callee *row)
{
    return row->is_function && (row->n_calls || row->n_addresses || row->is_within);
}

static void put_count(struct out *o, uint64_t n, const char *otherwise)
{
    if (n)
        out_u64_wide(o, n, 10);
    else
        out_printf(o, "%10s", otherwise);
}

static void put_row(struct callees *c, const struct callee *row)
{
    struct out *o = &c->context->out;
    put_count(o, row->n_calls, "-");
    put_count(o, row->n_addresses, row->is_within ? "within" : "-");
    out_text(o, "  ");
    out_colour(o, COLOUR_NAME);
    (void)out_need(bl_global_print_name(c->in->module, row->value, out_put, o));
    out_plain(o);
    out_char(o, '\n');
}

static void put_text(struct callees *c)
{
    struct out *o = &c->context->out;
    put_module_path(o, c->in);
    out_text(o, ": ");
    uint32_t function = bl_function_body(c->function)->function;
    (void)out_need(bl_global_print_name(c->in->module, function, out_put, o));
    out_printf(o, "\n%10s%10s  %s\n", "calls", "addresses", "function");
    for (uint32_t i = 0; i < c->n_globals; i++)
        if (is_row(&c->rows[i]))
            put_row(c, &c->rows[i]);
    if (c->n_indirect)
        out_printf(o, "%10" PRIu64 "%10s  (by pointer)\n", c->n_indirect, "-");
    if (c->n_assembly)
        out_printf(o, "%10" PRIu64 "%10s  (assembly)\n", c->n_assembly, "-");
}

static void json_row(struct callees *c, const struct callee *row)
{
    struct out *o = &c->context->out;
    struct bl_view name = {0};
    (void)out_need(bl_module_name(c->in->module, row->value, &name, NULL));
    json_begin_in(o, "callee", c->in);
    json_view(o, "function", c->name);
    json_view(o, "name", name);
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
    for (uint32_t i = 0; i < c->n_globals; i++) {
        n_calls += c->rows[i].n_calls;
        if (is_row(&c->rows[i]))
            json_row(c, &c->rows[i]);
    }
    json_begin_in(o, "calls", c->in);
    json_view(o, "function", c->name);
    json_u64(o, "calls", n_calls);
    json_u64(o, "by_pointer", c->n_indirect);
    json_u64(o, "assembly", c->n_assembly);
    json_end(o);
}

/* ---- Modules ---- */

static void put_function(struct callees *c, uint32_t value)
{
    struct bl_instruction inst;
    struct bl_error err;
    if (bl_function_open(&c->function, c->in->module, value, &err) < 0) {
        report_in_module(c->in, &err);
        return;
    }
    out_need(bl_module_name(c->in->module, value, &c->name, NULL));
    c->n_indirect = c->n_assembly = 0;
    c->rows = NULL;
    int rc = make_rows(c, &err);
    if (rc == BL_OK)
        while ((rc = bl_function_next(c->function, &inst, &err)) > 0)
            count_instruction(c, &inst);
    if (!c->rows)
        c->n_globals = 0;
    array_sort(c->rows, c->n_globals, sizeof *c->rows, by_calls);
    if (c->context->json)
        put_json(c);
    else
        put_text(c);
    free(c->rows);
    free(c->seen);
    free(c->stripped);
    free(c->left);
    bl_function_close(c->function);
    if (rc < 0)
        report_in_module(c->in, &err);
}

static void visit_module(void *data, const struct module_input *in)
{
    struct callees *c = data;
    struct bl_error err;
    uint32_t value;
    c->in = in;
    int rc = find_function(&c->asked, in->module, &value, &err);
    if (rc > 0)
        put_function(c, value);
    else if (rc < 0)
        report_in_module(in, &err);
}

bool cmd_callees(struct context *context)
{
    struct callees c = {.context = context};
    (void)next_option(context, NULL);
    if (context->n_operands != 2)
        usage_error(context->command, "the name of a function and a file are needed");
    if (!is_path_first(context))
        move_last_to_front(context);
    c.asked.name = context->operands[1];
    context->n_operands = 1;
    visit_modules(context, 0, visit_module, &c);
    if (context->n_errors == 0)
        report_undefined(context, context->operands[0], &c.asked);
    bl_record_release(&c.rec);
    return true;
}
