/* cmd/cmd_edit.c - edit: names, linkage, target and paths of modules, without LLVM
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The names of options are llvm-objcopy's. Nothing is written before the result has been read back.
 */
#include "base/output_file.h"
#include "base/symbol_rules.h"
#include "base/text.h"
#include "commands.h"
#include "input/input.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_OUTPUT,
    OPT_IN_PLACE,
    OPT_FORCE,
    OPT_REDEFINE,
    OPT_REDEFINE_FILE,
    OPT_PREFIX,
    OPT_LOCALIZE,
    OPT_LOCALIZE_FILE,
    OPT_GLOBALIZE,
    OPT_GLOBALIZE_FILE,
    OPT_WEAKEN,
    OPT_WEAKEN_FILE,
    OPT_KEEP,
    OPT_KEEP_FILE,
    OPT_WILDCARD,
    OPT_TRIPLE,
    OPT_LAYOUT,
    OPT_SOURCE,
    OPT_PREFIX_MAP,
    OPT_PRODUCER,
    OPT_NO_CHECK,
};

const struct option_spec edit_options[] = {
    [OPT_OUTPUT] = {"output", 'o', "FILE", "write to FILE; - is standard output"},
    [OPT_IN_PLACE] = {"in-place", 0, NULL, "replace the file that is read"},
    [OPT_FORCE] = {"force", 'f', NULL, "overwrite FILE"},
    [OPT_REDEFINE] = {"redefine-sym", 0, "OLD=NEW", "rename a symbol"},
    [OPT_REDEFINE_FILE] = {"redefine-syms", 0, "FILE", "rename symbols: OLD NEW in each line"},
    [OPT_PREFIX] = {"prefix-symbols", 0, "PREFIX", "put PREFIX before the name of each symbol"},
    [OPT_LOCALIZE] = {"localize-symbol", 0, "NAME", "make a defined symbol internal"},
    [OPT_LOCALIZE_FILE] = {"localize-symbols", 0, "FILE", "the same of the names in FILE"},
    [OPT_GLOBALIZE] = {"globalize-symbol", 0, "NAME", "make a local symbol external"},
    [OPT_GLOBALIZE_FILE] = {"globalize-symbols", 0, "FILE", "the same of the names in FILE"},
    [OPT_WEAKEN] = {"weaken-symbol", 0, "NAME", "make an external symbol weak"},
    [OPT_WEAKEN_FILE] = {"weaken-symbols", 0, "FILE", "the same of the names in FILE"},
    [OPT_KEEP] = {"keep-global-symbol", 0, "NAME", "make all other defined symbols internal"},
    [OPT_KEEP_FILE] = {"keep-global-symbols", 0, "FILE", "the same of the names in FILE"},
    [OPT_WILDCARD] = {"wildcard", 'w', NULL, "* ? [a-z] in names; !NAME is none of them"},
    [OPT_TRIPLE] = {"triple", 0, "TRIPLE", "the target"},
    [OPT_LAYOUT] = {"data-layout", 0, "LAYOUT", "the data layout"},
    [OPT_SOURCE] = {"source-filename", 0, "NAME", "the name of the source file"},
    [OPT_PREFIX_MAP] = {"prefix-map", 0, "OLD=NEW", "paths that begin with OLD begin with NEW"},
    [OPT_PRODUCER] = {"producer", 0, "NAME", "what made the file, as LLVM19.1.7"},
    [OPT_NO_CHECK] = {"no-check", 0, NULL, "do not read back what is to be written"},
    {NULL, 0, NULL, NULL},
};

enum {
    N_PLACES = 2 /* assembly, metadata */
};

/* Old names that stay in one kind of place. */
struct untouched {
    const char *where;
    char *first;
    uint64_t n;
};

struct edit {
    struct context *context;
    struct untouched untouched[N_PLACES];
    struct symbol_rules rules;
    struct bl_edits edits;
    struct bl_prefix_map *maps;
    size_t n_maps;
    struct output_file file;
    bool in_place, skips_check;
    const char *path; /* of the input */
};

/* ---- Options ---- */

/* OLD=NEW of ARGUMENT. */
static void split_pair(const struct context *c, const char *option, const char *argument,
                       struct bl_view *from, struct bl_view *to)
{
    size_t n = strcspn(argument, "=");
    if (n == 0 || !argument[n])
        usage_error(c->command, "--%s needs OLD=NEW, not '%s'", option, argument);
    *from = (struct bl_view){(const uint8_t *)argument, n};
    *to = view_of(argument + n + 1);
}

static void add_map(struct edit *e, const char *argument)
{
    struct bl_prefix_map map;
    split_pair(e->context, "prefix-map", argument, &map.from, &map.to);
    e->maps = realloc(e->maps, (e->n_maps + 1) * sizeof *e->maps);
    if (!e->maps)
        out_no_memory();
    e->maps[e->n_maps++] = map;
}

static void add_rename(struct edit *e, const char *argument)
{
    struct bl_view from;
    struct bl_view to;
    split_pair(e->context, "redefine-sym", argument, &from, &to);
    if (to.size == 0)
        usage_error(e->context->command, "an empty name");
    symbol_rules_rename(&e->rules, from, to);
}

static void set_option(struct edit *e, int option, const char *argument)
{
    struct context *c = e->context;
    static const uint8_t lists[] = {
        [OPT_LOCALIZE] = SYMBOLS_LOCALIZE,   [OPT_LOCALIZE_FILE] = SYMBOLS_LOCALIZE,
        [OPT_GLOBALIZE] = SYMBOLS_GLOBALIZE, [OPT_GLOBALIZE_FILE] = SYMBOLS_GLOBALIZE,
        [OPT_WEAKEN] = SYMBOLS_WEAKEN,       [OPT_WEAKEN_FILE] = SYMBOLS_WEAKEN,
        [OPT_KEEP] = SYMBOLS_KEEP_GLOBAL,    [OPT_KEEP_FILE] = SYMBOLS_KEEP_GLOBAL,
    };
    switch (option) {
    case OPT_OUTPUT: e->file.name = argument; break;
    case OPT_IN_PLACE: e->in_place = true; break;
    case OPT_FORCE: e->file.force = true; break;
    case OPT_REDEFINE: add_rename(e, argument); break;
    case OPT_REDEFINE_FILE: symbol_rules_read_renames(c, &e->rules, argument); break;
    case OPT_PREFIX: e->rules.prefix = view_of(argument); break;
    case OPT_WILDCARD: e->rules.has_wildcards = true; break;
    case OPT_TRIPLE: e->edits.triple = view_of(argument); break;
    case OPT_LAYOUT: e->edits.data_layout = view_of(argument); break;
    case OPT_SOURCE: e->edits.source_filename = view_of(argument); break;
    case OPT_PREFIX_MAP: add_map(e, argument); break;
    case OPT_PRODUCER: e->edits.producer = view_of(argument); break;
    case OPT_NO_CHECK: e->skips_check = true; break;
    case OPT_LOCALIZE_FILE:
    case OPT_GLOBALIZE_FILE:
    case OPT_WEAKEN_FILE:
    case OPT_KEEP_FILE: symbol_rules_read(c, &e->rules, lists[option], argument); break;
    default: symbol_rules_add(c, &e->rules, lists[option], argument); break;
    }
}

static bool has_edit(const struct edit *e)
{
    return symbol_rules_any(&e->rules) || e->n_maps || e->edits.triple.data ||
           e->edits.data_layout.data || e->edits.source_filename.data || e->edits.producer.data;
}

/* ---- One stream ---- */

/* Old names that are left in one kind of place. */
static void count_untouched(void *data, struct bl_view name, const char *where)
{
    struct edit *e = symbol_rules_owner(data);
    struct untouched *u = e->untouched;
    if (u->where && strcmp(u->where, where) != 0)
        u++;
    if (u->n++ == 0)
        *u = (struct untouched){.where = where, .first = string_of(name), .n = 1};
}

/* "FILE: main stays in the module's assembly", "main and 2 other names stay …". */
static void put_untouched(struct edit *e)
{
    for (int i = 0; i < N_PLACES; i++) {
        struct untouched *u = &e->untouched[i];
        if (u->n == 1)
            put_note(e->context, "%s: %s stays %s", e->path, u->first, u->where);
        else if (u->n > 1)
            put_note(e->context, "%s: %s and %" PRIu64 " more names stay %s", e->path, u->first,
                     u->n - 1, u->where);
    }
}

static void put_report(const struct edit *e, const struct bl_edit_report *report, size_t before,
                       uint64_t after)
{
    static const char *const parts[] = {
        [BL_EDIT_KEPT] = "kept", [BL_EDIT_RENEWED] = "renewed", [BL_EDIT_DROPPED] = "dropped"};
    struct out *o = &e->context->out;
    if (!e->context->json)
        return;
    json_begin(o, "edited");
    json_text(o, "file", e->path);
    json_text(o, "output", e->file.name);
    json_u64(o, "renamed", report->n_renamed);
    json_u64(o, "linkages", report->n_linkages);
    json_u64(o, "texts", report->n_texts);
    json_u64(o, "strings", report->n_strings);
    json_u64(o, "untouched", report->n_untouched);
    json_text_or_null(o, "symtab", parts[report->symtab]);
    json_text_or_null(o, "summary", parts[report->summary]);
    json_text_or_null(o, "hash", parts[report->hash]);
    json_bool(o, "checked", !e->skips_check);
    json_u64(o, "bytes_before", before);
    json_u64(o, "bytes_after", after);
    json_end(o);
}

static void put_notes(const struct edit *e, const struct bl_edit_report *report)
{
    if (report->summary == BL_EDIT_DROPPED)
        put_note(e->context, "%s: the summary of ThinLTO is dropped: linkage has changed", e->path);
    if (report->symtab == BL_EDIT_DROPPED)
        put_note(e->context, "%s: the symbol table is dropped; linkers make one", e->path);
}

static bool write_all(struct edit *e, struct bl_rewrite *rewrite, uint64_t *size,
                      struct bl_error *err)
{
    const struct bl_view *pieces;
    size_t n;
    if (bl_rewrite_pieces(rewrite, &pieces, &n, size, err) < 0)
        return false;
    bool to_stdout = strcmp(e->file.name, "-") == 0;
    bool good = to_stdout || output_file_begin(e->context, &e->file);
    for (size_t i = 0; good && i < n; i++)
        if (to_stdout)
            out_view(&e->context->out, pieces[i]);
        else
            good = output_file_write(e->context, &e->file, pieces[i]);
    if (!to_stdout)
        good = output_file_end(e->context, &e->file, good);
    err->status = BL_OK;
    return good;
}

static int check_input(const struct input *in, struct bl_error *err)
{
    if (in->stream.kind != BL_STREAM_LLVM_IR)
        return err->what = "no LLVM IR, which alone can be edited", err->status = BL_E_ARGUMENT;
    if (!in->is_alone)
        return err->what = "only a file that is one stream can be edited: use extract first",
               err->status = BL_E_ARGUMENT;
    return BL_OK;
}

static void edit_stream(void *data, const struct input *in)
{
    struct edit *e = data;
    struct bl_error err = {0};
    struct bl_rewrite *rewrite = NULL;
    struct bl_edit_report report = {0};
    uint64_t size = 0;
    e->path = in->path;
    if (e->in_place)
        e->file.name = in->path;
    struct bl_view file = bl_file_view(in->file);
    int status = check_input(in, &err);
    if (status == BL_OK)
        status = bl_rewrite_open(&rewrite, &in->stream, 0, &err);
    if (status == BL_OK) {
        bl_rewrite_wrap(rewrite, file);
        status = bl_edit(rewrite, &e->edits, &report, &err);
    }
    if (status == BL_OK && !e->skips_check)
        status = bl_edit_check(rewrite, &e->edits, &err);
    if (status == BL_E_MISMATCH && !err.has_pos) /* the input is sound */
        err.status = BL_E_ARGUMENT;
    if (status == BL_OK && bl_file_check(in->file, &err) < 0)
        status = err.status;
    if (status == BL_OK) {
        put_notes(e, &report);
        put_untouched(e);
        if (write_all(e, rewrite, &size, &err))
            put_report(e, &report, file.size, size);
        status = err.status;
    }
    if (out_need(status) < 0) {
        report_error(e->context, in->path, &in->stream, &err);
        context_fail(e->context, EXIT_USAGE); /* there is no file */
    }
    bl_rewrite_close(rewrite);
}

bool cmd_edit(struct context *c)
{
    struct edit e = {.context = c};
    const char *argument;
    int option;
    while ((option = next_option(c, &argument)) >= 0)
        set_option(&e, option, argument);
    if (!e.file.name == !e.in_place)
        usage_error(c->command, "say either --output FILE or --in-place");
    if (e.file.name && !*e.file.name)
        usage_error(c->command, "an empty name");
    if (c->n_operands > 1)
        usage_error(c->command, "one file is edited, not also '%s'", c->operands[1]);
    if (!has_edit(&e))
        usage_error(c->command, "say what to change");
    bool to_stdout = e.file.name && strcmp(e.file.name, "-") == 0;
    if (to_stdout && out_is_to_terminal())
        usage_error(c->command, "bytes are no text for a terminal: use a pipe, or a file");
    if (e.in_place && c->n_operands && strcmp(c->operands[0], "-") == 0)
        usage_error(c->command, "standard input cannot be replaced");
    e.file.force |= e.in_place;
    if (to_stdout)
        c->json = false;
    if (symbol_rules_any(&e.rules)) {
        symbol_rules_finish(&e.rules, &e);
        e.edits.symbol = symbol_rules_apply;
        e.edits.context = &e.rules;
        e.edits.untouched = count_untouched;
    }
    e.edits.prefixes = e.maps;
    e.edits.n_prefixes = e.n_maps;
    if (c->n_errors == 0)
        visit_streams(c, &(struct visitor){.stream = edit_stream, .data = &e});
    for (int i = 0; i < N_PLACES; i++)
        free(e.untouched[i].first);
    symbol_rules_release(&e.rules);
    free(e.maps);
    return true;
}
