/* cmd/cmd_show.c - the instructions of single functions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/listing.h"
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

static int put_body(struct show *s, struct listing *l, struct bl_error *err)
{
    struct bl_instruction inst;
    uint32_t block = BL_NONE;
    int rc;
    if (s->parser.common.json)
        listing_json_header(l);
    else
        listing_put_header(l);
    while ((rc = bl_function_next(l->function, &inst, err)) > 0) {
        if (s->parser.common.json)
            listing_json_row(l, &inst);
        else
            listing_put_row(l, &inst, inst.block != block);
        block = inst.block;
    }
    return rc;
}

static bool show_function(struct show *s, struct listing *l, uint32_t value)
{
    struct bl_error err;
    int status = l->function ? bl_function_load(l->function, value, &err)
                             : bl_function_open(&l->function, l->in->module, value, &err);
    if (status < 0)
        return fail(s, l->in, &err);
    l->has_metadata = false;
    out_need(bl_module_name(l->in->module, value, &l->name, NULL));
    status = put_body(s, l, &err);
    if (status < 0)
        fail(s, l->in, &err);
    return listing_check_function(l, &s->parser.common) && status >= 0;
}

static bool show_module(void *context, const struct module_input *in)
{
    struct show *s = context;
    struct listing l = {.out = &s->out, .in = in};
    struct bl_error err;
    bool good = true;
    for (int i = 0; i < s->n_functions; i++) {
        uint32_t value;
        int rc = find_function(&s->functions[i], in->module, &value, &err);
        if (rc > 0)
            good &= show_function(s, &l, value);
        else if (rc < 0)
            good = fail(s, in, &err);
    }
    if (l.function)
        good &= listing_check_module(&l, &s->parser.common);
    bl_function_close(l.function);
    free(l.text.data);
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
