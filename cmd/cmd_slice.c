/* cmd/cmd_slice.c - slice: some definitions of a module as a module of their own
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/pattern.h"
#include "base/array.h"
#include "base/output_file.h"
#include "base/symbol_rules.h"
#include "base/tar_stream.h"
#include "base/text.h"
#include "commands.h"
#include "input/file_names.h"
#include "rewrite/each_definition.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_ONLY,
    OPT_ONLY_FROM,
    OPT_DELETE,
    OPT_EACH,
    OPT_FORMAT,
    OPT_SPLIT,
    OPT_OUTPUT,
    OPT_DIRECTORY,
    OPT_WITH_GLOBALS,
    OPT_RECURSIVE,
    OPT_DEPTH,
    OPT_KEEP_LINKAGE,
    OPT_DEBUG,
    OPT_FORCE,
    OPT_NO_CHECK,
    OPT_VERBOSE
};

const struct option_spec slice_options[] = {
    [OPT_ONLY] = {"only", 0, "NAME",
                  "this function, variable or alias, a glob, or /REGEX/; may be repeated"},
    [OPT_ONLY_FROM] = {"only-from", 0, "FILE", "the same of each line of FILE; # begins a comment"},
    [OPT_DELETE] = {"delete", 0, NULL, "all but those: the rest of the module"},
    [OPT_EACH] = {"each", 0, NULL, "a module for each definition, of functions without --only"},
    [OPT_FORMAT] = {"format", 0, "FORMAT",
                    "with --each and --output=-: tar or ndjson, all of them in a row"},
    [OPT_SPLIT] = {"split", 0, "N", "all definitions in N modules, by what they refer to"},
    [OPT_OUTPUT] = {"output", 'o', "FILE", "write to FILE; - is standard output"},
    [OPT_DIRECTORY] = {"directory", 0, "DIR", "with --each or --split: write into DIR"},
    [OPT_WITH_GLOBALS] = {"with-globals", 0, NULL, "define the variables that are referred to"},
    [OPT_RECURSIVE] = {"recursive", 0, NULL, "define functions that are referred to"},
    [OPT_DEPTH] = {"depth", 0, "N", "--recursive, so many references away at most"},
    [OPT_KEEP_LINKAGE] = {"keep-linkage", 0, NULL, "leave linkage as it is where it can be"},
    [OPT_DEBUG] = {"debug", 0, "HOW",
                   "full: debug information that is needed (default); lines; none"},
    [OPT_FORCE] = {"force", 'f', NULL, "overwrite files"},
    [OPT_NO_CHECK] = {"no-check", 0, NULL, "do not read back what is to be written"},
    [OPT_VERBOSE] = {"verbose", 'v', NULL, "print what has been written"},
    {NULL, 0, NULL, NULL},
};

struct slicing {
    struct context *context;
    struct name_patterns wanted;
    struct symbol_rules lists; /* which names are in */
    uint64_t n_parts;          /* 0: it is not split */
    uint64_t depth;
    unsigned flags;
    bool each, skips_check, verbose, force;
    const char *format; /* of all of them, to standard output; NULL: files */
    const char *output;
    struct output_folder folder;
    struct file_names names;
    char *first; /* the module that the one output is of; NULL: none yet */
    char *held;  /* its bytes, until it is known to be the only one */
    size_t n_held;
    struct bl_slice_report report;
    const struct module_input *in;
    struct bl_slice *slice;
};

/* ---- What is taken ---- */

static int find_functions(struct bl_module *module, bool *is_wanted, struct bl_error *err)
{
    const struct bl_global *globals;
    uint32_t n;
    int status = out_need(bl_module_globals(module, &globals, &n, err));
    for (uint32_t i = 0; i < n && status == BL_OK; i++)
        is_wanted[i] = !globals[i].is_declaration && globals[i].kind == BL_GLOBAL_FUNCTION;
    return status;
}

/* Definitions of the module that are wanted, by value; all functions where no name is given.
 * Only for those and for patterns all of them are read. False: reported. */
static bool find_definitions(struct slicing *s, bool *is_wanted)
{
    struct bl_error err;
    struct bl_global global;
    struct value_list found = {.n = 0};
    struct bl_module *module = s->in->module;
    int rc = s->wanted.n == 0 ? find_functions(module, is_wanted, &err) : BL_OK;
    for (uint32_t i = 0; i < s->wanted.n && rc >= 0; i++) {
        found.n = 0;
        rc = name_pattern_values(&s->wanted.items[i], s->context, module, &found, &err);
        for (uint32_t k = 0; k < found.n && rc >= 0; k++) {
            rc = out_need(bl_module_global(module, found.items[k], &global, &err));
            if (rc == BL_OK && !global.is_declaration)
                is_wanted[found.items[k]] = s->wanted.items[i].has_matched = true;
        }
    }
    free(found.items);
    if (rc < 0)
        report_in_module(s->in, &err);
    return rc >= 0;
}

/* ---- Results ---- */

static void put_report(struct slicing *s, const char *output, size_t n_bytes)
{
    struct out *o = &s->context->out;
    const struct bl_slice_report *r = &s->report;
    if (s->context->json) {
        json_begin(o, "slice");
        json_text(o, "file", s->first);
        json_text(o, "output", output);
        json_u64(o, "bytes", n_bytes);
        json_bool(o, "checked", !s->skips_check);
        json_u64(o, "definitions", r->n_definitions);
        json_u64(o, "declarations", r->n_declarations);
        json_u64(o, "relinked", r->n_relinked);
        json_u64(o, "comdats_cut", r->n_comdats_cut);
        json_u64(o, "block_addresses", r->n_block_addresses);
        json_u64(o, "lists_cut", r->n_lists_cut);
        json_bool(o, "assembly_left_out", r->assembly_left_out);
        json_bool(o, "summary_left_out", r->summary_left_out);
        json_end(o);
    } else if (s->verbose) {
        out_path(o, s->first);
        out_printf(o, ": %u definitions and %u declarations, %zu bytes in ", r->n_definitions,
                   r->n_declarations, n_bytes);
        out_path(o, output);
        out_char(o, '\n');
    }
}

static void save(struct slicing *s, struct output_file *file, struct bl_view bytes)
{
    char *path = output_file_path(file);
    bool good = output_file_begin(s->context, file) && output_file_write(s->context, file, bytes);
    if (output_file_end(s->context, file, good))
        put_report(s, path, bytes.size);
    free(path);
}

/* WAS_MADE: it is its check that has failed. */
static void report_failure(struct slicing *s, int status, const struct bl_error *err, bool was_made)
{
    if (!was_made) {
        report_in_module(s->in, err);
        return;
    }
    char *what = string_printf("not written: %s", err->what);
    report_text(s->context, s->in->input->path, status, what);
    free(what);
}

/* What has been added, as a module, checked. False: reported. */
static bool make(struct slicing *s, struct bl_view *bytes)
{
    struct bl_error err = {0};
    int status = out_need(bl_slice_make(s->slice, bytes, &s->report, &err));
    bool was_made = status == BL_OK;
    if (was_made && !s->skips_check)
        status = out_need(bl_slice_check(s->slice, &err));
    if (status < 0)
        report_failure(s, status, &err, was_made);
    return status == BL_OK;
}

static void make_one(struct slicing *s)
{
    struct bl_view bytes;
    if (s->first) {
        char *what = string_printf("definitions for one output, beside those of %s: name one of "
                                   "the files, or use --each",
                                   s->first);
        report_text(s->context, s->in->input->path, BL_E_ARGUMENT, what);
        free(what);
        return;
    }
    s->first = string_of(view_of(s->in->input->path));
    if (!make(s, &bytes))
        return;
    s->held = string_of(bytes);
    s->n_held = bytes.size;
}

static bool is_format(const struct slicing *s, const char *format)
{
    return s->format && strcmp(s->format, format) == 0;
}

/* {"type":"module","file":…,"name":…,"properties":{…},"bytes":"…"} */
static void put_line(struct slicing *s, const struct sliced_definition *sliced)
{
    struct out *o = &s->context->out;
    json_begin(o, "module");
    json_text(o, "file", s->first);
    json_name(o, "name", sliced->name);
    json_u64(o, "definitions", sliced->report.n_definitions);
    json_u64(o, "declarations", sliced->report.n_declarations);
    if (sliced->has_properties) {
        json_key(o, "properties");
        for (unsigned i = 0; i < BL_PROPERTY_END; i++) {
            out_text(o, i == 0 ? "{\"" : ",\"");
            out_text(o, bl_property_name(i));
            out_text(o, "\":");
            out_u64(o, sliced->properties[i]);
        }
        out_char(o, '}');
    }
    json_base64(o, "bytes", sliced->bytes);
    json_end(o);
}

/* A slice_each_definition() take. */
static void take_each(void *data, const struct sliced_definition *sliced)
{
    struct slicing *s = data;
    if (sliced->status < 0) {
        report_failure(s, sliced->status, &sliced->err, sliced->was_made);
        return;
    }
    char *symbol = string_of(sliced->name.size ? sliced->name : view_of("unnamed"));
    char *name = file_names_next(&s->names, symbol, ".bc");
    struct output_file file = {.folder = &s->folder, .name = name, .force = s->force};
    free(s->first);
    s->first = string_of(view_of(s->in->input->path));
    s->report = sliced->report;
    if (!name)
        report_text(s->context, s->first, BL_E_LIMIT, "no free name for a file");
    else if (is_format(s, "tar"))
        tar_put(&s->context->out, name, sliced->bytes);
    else if (s->format)
        put_line(s, sliced);
    else
        save(s, &file, sliced->bytes);
    free(name);
    free(symbol);
}

/* All that are wanted of the N values. */
static void make_each(struct slicing *s, const bool *is_wanted, uint32_t n)
{
    uint32_t *values = array_new((size_t)n + 1, sizeof *values);
    struct each_definition each = {.in = s->in,
                                   .values = values,
                                   .flags = s->flags,
                                   .depth = (uint32_t)s->depth,
                                   .skips_check = s->skips_check,
                                   .wants_properties = is_format(s, "ndjson"),
                                   .take = take_each,
                                   .data = s};
    for (uint32_t i = 0; i < n; i++)
        if (is_wanted[i])
            values[each.n++] = i;
    if (each.n > 0)
        slice_each_definition(&each);
    free(values);
}

/* ---- Parts ---- */

/* The definitions of part NUMBER. Each address of a block is in the part of its function. */
static bool add_part(struct slicing *s, const uint32_t *parts, uint32_t n, uint32_t number)
{
    struct bl_error err;
    bool is_any = false;
    for (uint32_t i = 0; i < n; i++) {
        if (parts[i] != number)
            continue;
        is_any = true;
        if (out_need(bl_slice_add(s->slice, i, &err)) < 0) {
            report_in_module(s->in, &err);
            return false;
        }
    }
    return is_any;
}

static void save_part(struct slicing *s, uint32_t number, struct bl_view bytes)
{
    char suffix[32];
    (void)snprintf(suffix, sizeof suffix, ".%u.bc", number);
    char *name = file_names_next(&s->names, s->in->input->path, suffix);
    struct output_file file = {.folder = &s->folder, .name = name, .force = s->force};
    free(s->first);
    s->first = string_of(view_of(s->in->input->path));
    if (s->report.n_block_addresses > 0)
        report_text(s->context, s->first, BL_E_ARGUMENT,
                    "not written: an address of a basic block in another part");
    else if (name)
        save(s, &file, bytes);
    else
        report_text(s->context, s->first, BL_E_LIMIT, "no free name for a file");
    free(name);
}

/* The module's assembly is in the first part. */
static void split(struct slicing *s, uint32_t n)
{
    struct bl_error err;
    struct bl_view bytes;
    uint32_t n_parts = (uint32_t)s->n_parts;
    uint32_t *parts = array_new((size_t)n + 1, sizeof *parts);
    int status = out_need(bl_slice_parts(s->in->module, n_parts, parts, &err));
    if (status == BL_OK)
        status = out_need(bl_slice_open(&s->slice, s->in->module, s->flags | BL_SLICE_PARTS, &err));
    for (uint32_t i = 0; i < n_parts && status == BL_OK; i++) {
        if (add_part(s, parts, n, i) && make(s, &bytes))
            save_part(s, i, bytes);
        bl_slice_clear(s->slice);
    }
    bl_slice_close(s->slice);
    s->slice = NULL;
    if (status < 0)
        report_in_module(s->in, &err);
    free(parts);
}

/* ---- Modules ---- */

static void slice_values(struct slicing *s, uint32_t n, const bool *is_wanted)
{
    struct bl_error err;
    bool is_any = false;
    int status = out_need(bl_slice_open(&s->slice, s->in->module, s->flags, &err));
    if (status == BL_OK)
        bl_slice_set_depth(s->slice, (uint32_t)s->depth);
    for (uint32_t i = 0; i < n && status == BL_OK; i++) {
        if (!is_wanted[i])
            continue;
        is_any = true;
        status = out_need(bl_slice_add(s->slice, i, &err));
    }
    if (status < 0)
        report_in_module(s->in, &err);
    else if (is_any)
        make_one(s);
    bl_slice_close(s->slice);
    s->slice = NULL;
}

static void visit(void *data, const struct module_input *in)
{
    struct slicing *s = data;
    uint32_t n;
    struct bl_error err;
    s->in = in;
    if (out_need(bl_module_count(in->module, &n, &err)) < 0) {
        report_in_module(in, &err);
        return;
    }
    if (s->n_parts > 0) {
        split(s, n);
        return;
    }
    bool *is_wanted = array_new((size_t)n + 1, sizeof *is_wanted);
    if (!find_definitions(s, is_wanted))
        ;
    else if (s->each)
        make_each(s, is_wanted, n);
    else
        slice_values(s, n, is_wanted);
    free(is_wanted);
}

/* All has been looked at: the one module is written if nothing was wrong. */
static void end_one(struct slicing *s)
{
    struct bl_view bytes = {(const uint8_t *)s->held, s->n_held};
    struct output_file file = {.name = s->output, .force = s->force};
    if (!s->held || s->context->n_errors > 0)
        return;
    if (strcmp(s->output, "-") == 0)
        out_view(&s->context->out, bytes);
    else
        save(s, &file, bytes);
}

/* ---- The call ---- */

static void add_from(struct slicing *s, const char *path)
{
    struct symbol_names *names = &s->lists.lists[0];
    size_t n = names->n;
    symbol_rules_read(s->context, &s->lists, 0, path);
    for (; n < names->n; n++)
        if (names->names[n])
            name_patterns_add(&s->wanted, s->context, names->names[n]);
}

static uint64_t read_count(const struct slicing *s, const char *option, const char *text,
                           uint64_t least)
{
    enum {
        MOST = 1 << 16
    };
    uint64_t n = 0;
    if (!parse_number(text, MOST, &n) || n < least)
        usage_error(s->context->command, "--%s is a number from %u to %u, not '%s'", option,
                    (unsigned)least, MOST, text);
    return n;
}

static void read_debug(struct slicing *s, const char *how)
{
    if (strcmp(how, "none") == 0)
        s->flags |= BL_SLICE_NO_DEBUG;
    else if (strcmp(how, "lines") == 0)
        s->flags |= BL_SLICE_LINES;
    else if (strcmp(how, "full") != 0)
        usage_error(s->context->command, "--debug is full, lines or none, not '%s'", how);
}

static void read_options(struct slicing *s)
{
    const char *argument;
    int option;
    while ((option = next_option(s->context, &argument)) >= 0) {
        switch (option) {
        case OPT_ONLY: name_patterns_add(&s->wanted, s->context, argument); break;
        case OPT_ONLY_FROM: add_from(s, argument); break;
        case OPT_SPLIT: s->n_parts = read_count(s, "split", argument, 1); break;
        case OPT_DEPTH:
            s->depth = read_count(s, "depth", argument, 0);
            s->flags |= BL_SLICE_RECURSIVE;
            break;
        case OPT_DELETE: s->flags |= BL_SLICE_DELETE; break;
        case OPT_EACH: s->each = true; break;
        case OPT_FORMAT:
            if (strcmp(argument, "tar") != 0 && strcmp(argument, "ndjson") != 0)
                usage_error(s->context->command, "--format is tar or ndjson, not '%s'", argument);
            s->format = argument;
            break;
        case OPT_OUTPUT: s->output = argument; break;
        case OPT_DIRECTORY: s->folder.name = argument; break;
        case OPT_WITH_GLOBALS: s->flags |= BL_SLICE_WITH_GLOBALS; break;
        case OPT_RECURSIVE: s->flags |= BL_SLICE_RECURSIVE; break;
        case OPT_KEEP_LINKAGE: s->flags |= BL_SLICE_KEEP_LINKAGE; break;
        case OPT_DEBUG: read_debug(s, argument); break;
        case OPT_FORCE: s->force = true; break;
        case OPT_NO_CHECK: s->skips_check = true; break;
        default: s->verbose = true; break;
        }
    }
}

static void check_usage(const struct slicing *s)
{
    struct context *c = s->context;
    bool has_many = !s->format && (s->each || s->n_parts > 0);
    if (s->format && (!s->each || !s->output || strcmp(s->output, "-") != 0))
        usage_error(c->command, "--format is for --each --output=-");
    if (has_many ? !s->folder.name || s->output : !s->output || s->folder.name)
        usage_error(c->command, "say either --output FILE, or --each --directory DIR");
    if (s->n_parts > 0 &&
        (s->each || s->wanted.n > 0 || s->flags & ~(unsigned)(BL_SLICE_NO_DEBUG | BL_SLICE_LINES)))
        usage_error(c->command, "--split is for all definitions, as they are");
    if (!has_many && !s->format && s->wanted.n == 0)
        usage_error(c->command, "say what is wanted: --only NAME");
    if (s->each && s->flags & BL_SLICE_DELETE)
        usage_error(c->command, "--delete is for one module, not for --each");
    if (s->output && strcmp(s->output, "-") == 0 && out_is_to_terminal())
        usage_error(c->command, "bytes are no text for a terminal: use a pipe, or a file");
}

bool cmd_slice(struct context *c)
{
    struct slicing s = {.context = c, .depth = UINT32_MAX};
    read_options(&s);
    check_usage(&s);
    c->json &= !(s.output && strcmp(s.output, "-") == 0); /* that is for bytes alone */
    if (!s.folder.name || output_folder_open(c, &s.folder))
        visit_modules_with(c, &s.wanted, visit, &s);
    name_patterns_require(&s.wanted, c, "no definition of this name");
    if (is_format(&s, "tar"))
        tar_end(&c->out);
    if (!s.each && s.n_parts == 0)
        end_one(&s);
    if (s.folder.name)
        output_folder_close(&s.folder);
    file_names_release(&s.names);
    name_patterns_release(&s.wanted);
    symbol_rules_release(&s.lists);
    free(s.first);
    free(s.held);
    return true;
}
