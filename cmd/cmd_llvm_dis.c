/* cmd/cmd_llvm_dis.c - llvm-dis's options, its output, its names of files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/llvm_options.h"
#include "base/text.h"
#include "commands.h"
#include "input/modules.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct llvm_dis {
    struct context *context;
    const char *output; /* NULL: as the input is called */
    bool no_output, only_summary, shows_uses, help, version;
    unsigned n_threads;
};

/* Where the text of a module goes. */
struct destination {
    FILE *file; /* NULL: to standard output, */
    struct out *out;
    bool is_dropped; /* or nowhere */
    bool has_failed;
};

static bool parse(struct llvm_dis *d, char ***operands, int *n_operands)
{
    struct context *c = d->context;
    const char *threads = NULL;
    bool unused;
    bool orders_uses = false;
    struct llvm_flag flags[] = {
        {"o", NULL, &d->output},
        {"f", &unused, NULL},
        {"disable-output", &d->no_output, NULL},
        {"materialize-metadata", &unused, NULL},
        {"print-thinlto-index-only", &d->only_summary, NULL},
        {"set-importing", &unused, NULL},
        {"show-annotations", &d->shows_uses, NULL},
        {"preserve-ll-uselistorder", &orders_uses, NULL},
        {"opaque-pointers", &unused, NULL},
        {"color", &unused, NULL},
        {"threads", NULL, &threads},
        {"help", &d->help, NULL},
        {"h", &d->help, NULL},
        {"version", &d->version, NULL},
        {NULL, NULL, NULL},
    };
    bool good = parse_llvm_options(c->argc, c->argv, flags, operands, n_operands);
    if (good && threads && !parse_threads(threads, &d->n_threads)) {
        say("%s: not a number of threads: '%s'", c->argv[0], threads);
        good = false;
    }
    if (good && orders_uses) {
        say("%s: -preserve-ll-uselistorder is not supported: the order is that in LLVM's memory",
            c->argv[0]);
        good = false;
    }
    return good;
}

/* ---- Names of files ---- */

/* "x.bc" becomes "x.ll", and with several modules in it "x.0.ll"; what was named, "name.0". */
static char *output_name(const struct llvm_dis *d, const struct module_input *in)
{
    struct text name = {0};
    const char *base = d->output ? d->output : in->input->path;
    size_t n = strlen(base);
    if (!d->output && n >= 3 && strcmp(base + n - 3, ".bc") == 0)
        n -= 3;
    text_put(&name, base, n);
    if (!in->is_alone) {
        char number[DECIMAL_BYTES + 1] = ".";
        text_put(&name, number, (size_t)(put_decimal(number + 1, in->number) - number));
    }
    if (!d->output)
        text_put(&name, ".ll", 3);
    text_put(&name, "", 1);
    return name.data;
}

/* ---- Text ---- */

static void put_to(void *data, const char *text, size_t size)
{
    struct destination *to = data;
    if (to->is_dropped || to->has_failed)
        return;
    if (to->file)
        to->has_failed = fwrite(text, 1, size, to->file) != size;
    else
        out_many_bytes(to->out, text, size);
}

/* After an empty line, if there is one. */
static int print_summary(struct bl_printer *printer, struct bl_view id, struct destination *to,
                         struct bl_error *err)
{
    struct text text = {0};
    int status = bl_printer_print_summary(printer, id, text_put, &text, err);
    if (text.n > 0)
        put_to(to, "\n", 1);
    put_to(to, text.data, text.n);
    free(text.data);
    return status == BL_E_ARGUMENT ? BL_OK : status;
}

static void print_to(const struct llvm_dis *d, const struct module_input *in,
                     struct destination *to)
{
    struct bl_error err;
    struct bl_view id = view_of(strcmp(in->input->path, "-") == 0 ? "<stdin>" : in->input->path);
    bl_module_read_as_llvm(in->module);
    struct module_printer printer = open_printer(in);
    if (d->shows_uses && !d->only_summary)
        out_need(bl_printer_show_uses(printer.printer, &err));
    int status;
    if (d->only_summary)
        status = print_summary(printer.printer, id, to, &err);
    else
        status = bl_printer_print_module(printer.printer, id, d->n_threads, put_to, to, &err);
    if (out_need(status) < 0)
        report_in_module(in, &err);
    close_printer(&printer);
}

static void print_module(void *data, const struct module_input *in)
{
    const struct llvm_dis *d = data;
    struct destination to = {.out = &d->context->out, .is_dropped = d->no_output};
    char *name = output_name(d, in);
    bool to_file = !d->no_output && strcmp(d->output ? d->output : in->input->path, "-") != 0;
    if (to_file && !(to.file = fopen(name, "we"))) {
        report_text(d->context, name, BL_E_SYSTEM, strerror(errno));
    } else {
        print_to(d, in, &to);
        if (to.file && (fclose(to.file) != 0 || to.has_failed))
            report_text(d->context, name, BL_E_SYSTEM, strerror(errno));
    }
    free(name);
}

bool cmd_llvm_dis(struct context *c)
{
    struct llvm_dis d = {.context = c};
    static char standard_input[] = "-";
    static char *default_operands[] = {standard_input};
    char **operands;
    int n_operands;
    bool good = parse(&d, &operands, &n_operands);
    if (good && d.help) {
        print_command_help(c->command);
    } else if (good && d.version) {
        printf("bitleap llvm-dis %s\n", bl_version());
    } else if (good && d.output && n_operands > 1) {
        say("error: output file name cannot be set for multiple input files");
        good = false;
    } else if (good) {
        out_init(&c->out, "never");
        c->operands = n_operands ? operands : default_operands;
        c->n_operands = n_operands ? n_operands : 1;
        visit_modules(c, 0, print_module, &d);
    }
    free(operands);
    return good;
}
