/* cmd/cmd_show.c - the instructions of single functions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/body_printer.h"
#include "base/array.h"
#include "commands.h"

#include <stdlib.h>

struct show {
    struct context *context;
    struct named_function *functions; /* that were asked for */
    int n_functions;
};

static int put_body(struct show *s, struct body_printer *b, struct bl_error *err)
{
    struct bl_instruction inst;
    uint32_t block = BL_NONE;
    int rc;
    if (s->context->json)
        body_json_header(b);
    else
        body_put_header(b);
    while ((rc = bl_function_next(b->function, &inst, err)) > 0) {
        if (s->context->json)
            body_json_row(b, &inst);
        else
            body_put_row(b, &inst, inst.block != block);
        block = inst.block;
    }
    return rc;
}

static void show_function(struct show *s, struct body_printer *b, uint32_t value)
{
    struct bl_error err;
    int status = b->function ? bl_function_load(b->function, value, &err)
                             : bl_function_open(&b->function, b->in->module, value, &err);
    if (status < 0) {
        report_in_module(b->in, &err);
        return;
    }
    b->has_metadata = false;
    out_need(bl_module_name(b->in->module, value, &b->name, NULL));
    if (put_body(s, b, &err) < 0)
        report_in_module(b->in, &err);
    body_check_function(b);
}

static void show_module(void *data, const struct module_input *in)
{
    struct show *s = data;
    struct body_printer printer = {.out = &s->context->out, .in = in};
    struct bl_error err;
    for (int i = 0; i < s->n_functions; i++) {
        uint32_t value;
        int rc = find_function(&s->functions[i], in->module, &value, &err);
        if (rc > 0)
            show_function(s, &printer, value);
        else if (rc < 0)
            report_in_module(in, &err);
    }
    if (printer.function)
        body_check_module(&printer);
    bl_function_close(printer.function);
    free(printer.text.data);
}

bool cmd_show(struct context *c)
{
    struct show s = {.context = c};
    (void)next_option(c, NULL);
    if (c->n_operands < 2)
        usage_error(c->command, "a file and the name of a function are needed");
    s.n_functions = c->n_operands - 1;
    s.functions = array_new((size_t)s.n_functions, sizeof *s.functions);
    for (int i = 0; i < s.n_functions; i++)
        s.functions[i].name = c->operands[1 + i];
    c->n_operands = 1;
    visit_modules(c, 0, show_module, &s);
    for (int i = 0; i < s.n_functions && c->n_errors == 0; i++)
        report_undefined(c, c->operands[0], &s.functions[i]);
    free(s.functions);
    return true;
}
