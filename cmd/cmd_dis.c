/* cmd/cmd_dis.c - modules, or parts of them, as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/body_json.h"
#include "analysis/pattern.h"
#include "base/array.h"
#include "base/name_sort.h"
#include "base/output_file.h"
#include "base/text.h"
#include "commands.h"
#include "input/file_names.h"
#include "input/modules.h"
#include "input/paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    OPT_ONLY,
    OPT_CLOSED,
    OPT_ANNOTATE,
    OPT_DIRECTORY,
    OPT_FORCE,
    OPT_AS_LLVM
};

const struct option_spec dis_options[] = {
    [OPT_ONLY] = {"only", 0, "NAME|GLOB|/REGEX/",
                  "only these functions, variables, aliases, or this %type, !7 or #7"},
    [OPT_CLOSED] = {"closed", 0, NULL,
                    "with --only: and all that it needs, so that llvm-as takes it by itself"},
    [OPT_ANNOTATE] = {"annotate", 0, NULL,
                      "end lines in comments: where the record is, its name, its bytes"},
    [OPT_DIRECTORY] = {"directory", 0, "DIR",
                       "write a .ll file for each module into DIR, named after its path"},
    [OPT_FORCE] = {"force", 'f', NULL, "with --directory: overwrite files"},
    [OPT_AS_LLVM] = {"as-llvm", 0, NULL,
                     "as llvm-dis prints it, which changes declarations of intrinsics"},
    {NULL, 0, NULL, NULL},
};

struct dis {
    struct context *context;
    struct name_patterns only; /* that were asked for; none: all */
    bool is_closed, is_annotated, is_as_llvm;
    bool has_rows;               /* as JSON functions are rows, one an instruction */
    bool was_printed;            /* something, which a further part is kept apart from */
    struct output_folder folder; /* that files go to; without a name: to standard output */
    bool force;                  /* overwrite files in it */
    struct file_names names;     /* in it */
};

/* One module that is printed. */
struct printing {
    struct dis *dis;
    const struct module_input *in;
    struct bl_printer *printer;
    bool is_named; /* a comment has said which module this is */
    /* The part that is printed. */
    const char *name; /* NULL: the module */
    bool has_begun;
    struct text text; /* as JSON */
};

static void report_if_damaged(const struct printing *p, int status, const struct bl_error *err)
{
    if (out_need(status) < 0)
        report_in_module(p->in, err);
}

/* The line before a part. Parts are kept apart by an empty one. */
static void begin_part(struct printing *p)
{
    struct out *o = &p->dis->context->out;
    if (p->has_begun)
        return;
    p->has_begun = true;
    if (p->dis->was_printed)
        out_char(o, '\n');
    p->dis->was_printed = true;
    if (p->name && !p->is_named && (p->in->input->needs_name || !p->in->is_alone)) {
        out_text(o, "; ");
        put_module_path(o, p->in);
        out_char(o, '\n');
    }
    p->is_named = true;
}

/* Text goes out as it is made, except as JSON. */
static void put_assembly_text(void *data, const char *text, size_t size)
{
    struct printing *p = data;
    if (p->dis->context->json) {
        text_put(&p->text, text, size);
        return;
    }
    begin_part(p);
    out_many_bytes(&p->dis->context->out, text, size);
}

/* STATUS is that of printing part NAME (NULL: the module). False: there is no such part. */
static bool finish_part(struct printing *p, int status, const struct bl_error *err)
{
    struct out *o = &p->dis->context->out;
    if (status == BL_E_ARGUMENT)
        return false;
    if (p->dis->context->json) {
        json_begin_in(o, "assembly", p->in);
        json_text_or_null(o, "name", p->name);
        json_take_text(o, "text", &p->text);
        json_end(o);
    } else {
        begin_part(p);
    }
    p->has_begun = false;
    report_if_damaged(p, status, err);
    return true;
}

/* ---- Parts ---- */

/* What LLVM writes as NAME, "%a" or "%7", or a struct whose name is after the %. */
static bool find_struct(const struct printing *p, const struct bl_types *types, const char *name,
                        uint32_t *type)
{
    bool is_number = name[1] >= '0' && name[1] <= '9';
    struct text text = {0};
    bool found = false;
    for (*type = 0; *type < types->n && !found; *type += !found) {
        const struct bl_type *t = &types->types[*type];
        if (t->kind != BL_TYPE_STRUCT || t->is_literal || (t->name.size == 0 && !is_number))
            continue;
        text.n = 0;
        (void)out_need(bl_printer_put_type(p->printer, *type, text_put, &text));
        found = bl_view_compare(text_view(&text), view_of(name)) == 0 ||
                (t->name.size > 0 && bl_view_compare(t->name, view_of(name + 1)) == 0);
    }
    free(text.data);
    return found;
}

static bool print_struct(struct printing *p, const char *name)
{
    const struct bl_types *types;
    struct bl_error err;
    uint32_t type;
    (void)out_need(bl_module_types(p->in->module, &types, NULL));
    if (!find_struct(p, types, name, &type))
        return false;
    int status = bl_printer_print_type(p->printer, type, put_assembly_text, p, &err);
    return finish_part(p, status, &err);
}

/* NAME is "!7" or "#7". */
static bool print_numbered(struct printing *p, const char *name)
{
    char *end;
    struct bl_error err;
    unsigned long slot = strtoul(name + 1, &end, 10);
    if (end == name + 1 || *end || slot >= BL_NONE)
        return false;
    int status =
        name[0] == '!'
            ? bl_printer_print_metadata(p->printer, (uint32_t)slot, put_assembly_text, p, &err)
            : bl_printer_print_attributes(p->printer, (uint32_t)slot, put_assembly_text, p, &err);
    return finish_part(p, status, &err);
}

static bool print_global(struct printing *p, uint32_t value)
{
    struct bl_error err;
    if (p->dis->has_rows && out_need(bl_printer_load(p->printer, value, NULL)) == BL_OK) {
        report_if_damaged(p, body_json(p->in, p->printer, &err), &err);
        return true;
    }
    int status = bl_printer_print_global(p->printer, value, put_assembly_text, p, &err);
    return finish_part(p, status, &err);
}

/* Those that ITEM names, one by one. */
static bool print_globals(struct printing *p, struct name_pattern *item,
                          const struct value_list *values)
{
    bool is_found = false;
    for (uint32_t i = 0; i < values->n; i++) {
        struct bl_view name = {0};
        (void)out_need(bl_module_name(p->in->module, values->items[i], &name, NULL));
        bool is_name = item->pattern.kind == PATTERN_EXACT;
        char *own = is_name ? NULL : string_of(name);
        p->name = is_name ? item->wanted : own;
        is_found |= print_global(p, values->items[i]);
        free(own);
    }
    return is_found;
}

static void print_parts(struct printing *p)
{
    struct dis *d = p->dis;
    struct bl_error err;
    struct value_list values = {.n = 0};
    for (uint32_t i = 0; i < d->only.n; i++) {
        struct name_pattern *item = &d->only.items[i];
        p->name = item->wanted;
        if (!d->is_closed && p->name[0] == '%') {
            item->has_matched |= print_struct(p, p->name);
        } else if (!d->is_closed && (p->name[0] == '!' || p->name[0] == '#')) {
            item->has_matched |= print_numbered(p, p->name);
        } else {
            uint32_t n_before = d->is_closed ? values.n : (values.n = 0);
            int rc = name_pattern_values(item, d->context, p->in->module, &values, &err);
            report_if_damaged(p, rc, &err);
            item->has_matched |=
                d->is_closed ? values.n > n_before : print_globals(p, item, &values);
        }
    }
    if (d->is_closed && values.n > 0) { /* together */
        p->name = d->only.n == 1 ? d->only.items[0].wanted : NULL;
        int status =
            bl_printer_print_closed(p->printer, values.items, values.n, put_assembly_text, p, &err);
        (void)finish_part(p, status, &err);
    }
    free(values.items);
}

/* ---- Modules ---- */

static void print_whole(struct printing *p)
{
    struct bl_error err;
    p->has_begun = true; /* its own first line says what it is */
    int status = bl_printer_print_module(p->printer, view_of(p->in->input->path),
                                         p->dis->context->n_threads, put_assembly_text, p, &err);
    (void)finish_part(p, status, &err);
}

/* What cannot be written is dropped; ferror() has it. */
static void put_into_file(void *data, const char *text, size_t size)
{
    (void)fwrite(text, 1, size, data);
}

/* Text into STREAM, which is closed; *STATUS is that of the printer. False: reported. */
static bool print_into_stream(const struct printing *p, FILE *stream, const char *path, int *status,
                              struct bl_error *err)
{
    struct context *c = p->dis->context;
    if (!stream) {
        report_text(c, path, BL_E_SYSTEM, strerror(errno));
        return false;
    }
    *status = bl_printer_print_module(p->printer, view_of(p->in->input->path), c->n_threads,
                                      put_into_file, stream, err);
    bool has_failed = ferror(stream) != 0;
    if (fclose(stream) == 0 && !has_failed)
        return true;
    report_text(c, path, BL_E_SYSTEM, "cannot write all of it");
    return false;
}

static void print_into_file(const struct printing *p, const char *name)
{
    struct context *c = p->dis->context;
    struct bl_error err;
    int status = BL_OK;
    struct output_file file = {.folder = &p->dis->folder, .name = name, .force = p->dis->force};
    char *path = output_file_path(&file);
    bool good = output_file_begin(c, &file);
    if (good) {
        int fd = dup(file.fd);
        good = print_into_stream(p, fd < 0 ? NULL : fdopen(fd, "w"), path, &status, &err);
    }
    if (output_file_end(c, &file, good && status != BL_E_NOMEM) && c->json) {
        json_begin_in(&c->out, "assembly", p->in);
        json_text(&c->out, "output", path);
        json_end(&c->out);
    }
    free(path);
    report_if_damaged(p, status, &err);
}

/* "DIR/NAME.ll"; where a stream has several modules, "DIR/NAME.0.ll", as llvm-dis has it. */
static void print_into_directory(const struct printing *p)
{
    struct dis *d = p->dis;
    char *suffix = p->in->is_alone ? string_printf(".ll") : string_printf(".%u.ll", p->in->number);
    char *name = file_names_next(&d->names, p->in->input->path, suffix);
    if (name)
        print_into_file(p, name);
    else
        report_text(d->context, p->in->input->path, BL_E_LIMIT, "no free name for a file");
    free(name);
    free(suffix);
}

static void print_module(void *data, const struct module_input *in)
{
    struct dis *d = data;
    struct printing p = {.dis = d, .in = in};
    struct bl_error err;
    if (d->is_as_llvm)
        bl_module_read_as_llvm(in->module);
    struct module_printer printer = open_printer(in);
    p.printer = printer.printer;
    int status = bl_printer_check(p.printer, &err); /* of the module, to be reported once */
    if (d->is_annotated)
        bl_printer_annotate(p.printer);
    if (d->folder.name)
        print_into_directory(&p);
    else if (d->only.n == 0)
        print_whole(&p);
    else
        print_parts(&p);
    report_if_damaged(&p, status, &err);
    free(p.text.data);
    close_printer(&printer);
}

static void visit_all(struct dis *d)
{
    struct context *c = d->context;
    visit_modules_with(c, &d->only, print_module, d);
    name_patterns_require(&d->only, c, "nothing of this name");
}

bool cmd_dis(struct context *c)
{
    struct dis d = {.context = c};
    const char *argument;
    for (int option; (option = next_option(c, &argument)) >= 0;) {
        d.is_closed |= option == OPT_CLOSED;
        d.is_annotated |= option == OPT_ANNOTATE;
        d.is_as_llvm |= option == OPT_AS_LLVM;
        d.force |= option == OPT_FORCE;
        if (option == OPT_DIRECTORY)
            d.folder.name = argument;
        if (option == OPT_ONLY)
            name_patterns_add(&d.only, c, argument);
    }
    if (d.is_closed && d.only.n == 0)
        usage_error(c->command, "--closed needs a name: --only NAME");
    if (d.folder.name && d.only.n > 0)
        usage_error(c->command, "--directory is for whole modules, not for --only");
    if (!d.folder.name || output_folder_open(c, &d.folder))
        visit_all(&d);
    if (d.folder.name)
        output_folder_close(&d.folder);
    name_patterns_release(&d.only);
    file_names_release(&d.names);
    return true;
}

bool cmd_show(struct context *c)
{
    struct dis d = {.context = c, .is_annotated = true};
    (void)next_option(c, NULL);
    d.has_rows = c->json;
    if (c->n_operands < 2)
        usage_error(c->command, "a name and a file are needed");
    if (!is_path_first(c))
        move_last_to_front(c);
    for (int i = 1; i < c->n_operands; i++)
        name_patterns_add(&d.only, c, c->operands[i]);
    c->n_operands = 1;
    visit_all(&d);
    name_patterns_release(&d.only);
    return true;
}
