/* cmd/cmd_show.c - the instructions of single functions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/body_printer.h"
#include "commands.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

const struct option_spec show_options[] = {{NULL, 0, NULL, NULL}};

struct show {
    struct parser parser;
    struct out out;
    struct named_function *functions; /* that were asked for */
    int n_functions;
};

static bool fail(struct show *s, const struct module_input *in, const struct bl_error *err)
{
    return report_in_module(&s->out, &s->parser.common, in, err);
}

static int put_body(struct show *s, struct body_printer *b, struct bl_error *err)
{
    struct bl_instruction inst;
    uint32_t block = BL_NONE;
    int rc;
    if (s->parser.common.json)
        body_json_header(b);
    else
        body_put_header(b);
    while ((rc = bl_function_next(b->function, &inst, err)) > 0) {
        if (s->parser.common.json)
            body_json_row(b, &inst);
        else
            body_put_row(b, &inst, inst.block != block);
        block = inst.block;
    }
    return rc;
}

static bool show_function(struct show *s, struct body_printer *b, uint32_t value)
{
    struct bl_error err;
    int status = b->function ? bl_function_load(b->function, value, &err)
                             : bl_function_open(&b->function, b->in->module, value, &err);
    if (status < 0)
        return fail(s, b->in, &err);
    b->has_metadata = false;
    out_need(bl_module_name(b->in->module, value, &b->name, NULL));
    status = put_body(s, b, &err);
    if (status < 0)
        fail(s, b->in, &err);
    return body_check_function(b, &s->parser.common) && status >= 0;
}

static bool show_module(void *context, const struct module_input *in)
{
    struct show *s = context;
    struct body_printer printer = {.out = &s->out, .in = in};
    struct bl_error err;
    bool good = true;
    for (int i = 0; i < s->n_functions; i++) {
        uint32_t value;
        int rc = find_function(&s->functions[i], in->module, &value, &err);
        if (rc > 0)
            good &= show_function(s, &printer, value);
        else if (rc < 0)
            good = fail(s, in, &err);
    }
    if (printer.function)
        good &= body_check_module(&printer, &s->parser.common);
    bl_function_close(printer.function);
    free(printer.text.data);
    return good;
}

static bool show(void *context, const struct input *input)
{
    struct show *s = context;
    return for_each_module(&s->out, &s->parser.common, input, show_module, s);
}

static int report_missing(struct show *s, const char *path)
{
    int status = EXIT_OK;
    for (int i = 0; i < s->n_functions; i++)
        if (!report_undefined(&s->out, &s->parser.common, path, &s->functions[i]))
            status = EXIT_BAD_INPUT;
    return status;
}

int cmd_show(int argc, char **argv)
{
    struct show s = {.parser.command = find_command("show")};
    const char *argument;
    int option;
    while ((option = parser_next(&s.parser, argc, argv, &argument)) >= 0)
        ;
    if (option == PARSE_EXIT)
        return s.parser.exit_status;
    if (argc - optind < 2)
        return usage_error(s.parser.command, "a file and the name of a function are needed");
    out_init(&s.out, s.parser.common.colour);
    s.n_functions = argc - optind - 1;
    s.functions = calloc((size_t)s.n_functions, sizeof *s.functions);
    if (!s.functions) {
        fputs("bitleap: no memory\n", stderr);
        return EXIT_BAD_INPUT;
    }
    for (int i = 0; i < s.n_functions; i++)
        s.functions[i].name = argv[optind + 1 + i];
    int status =
        for_each_input(s.parser.command, &s.parser.common, 0, &s.out, 1, argv + optind, show, &s);
    if (status == EXIT_OK)
        status = report_missing(&s, argv[optind]);
    free(s.functions);
    return out_close(&s.out) ? status : EXIT_BAD_INPUT;
}
