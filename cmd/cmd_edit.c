/* cmd/cmd_edit.c - edit: names, linkage, target and paths of modules, without LLVM
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The names of options are llvm-objcopy's. Nothing is written before the result has been read back.
 */
#include "base/symbol_rules.h"
#include "base/text.h"
#include "commands.h"
#include "rewrite/rewriting.h"
#include "rewrite/unneeded.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_REDEFINE = N_REWRITE_OPTIONS,
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
    OPT_STRIP,
    OPT_STRIP_FILE,
    OPT_WILDCARD,
    OPT_TRIPLE,
    OPT_LAYOUT,
    OPT_SOURCE,
    OPT_PREFIX_MAP,
    OPT_PRODUCER,
};

const struct option_spec edit_options[] = {
    REWRITE_OPTIONS,
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
    [OPT_STRIP] = {"strip-symbol", 0, "NAME", "after that: leave out a declaration without a use"},
    [OPT_STRIP_FILE] = {"strip-symbols", 0, "FILE", "the same of the names in FILE"},
    [OPT_WILDCARD] = {"wildcard", 'w', NULL, "* ? [a-z] in names; !NAME is none of them"},
    [OPT_TRIPLE] = {"triple", 0, "TRIPLE", "the target"},
    [OPT_LAYOUT] = {"data-layout", 0, "LAYOUT", "the data layout"},
    [OPT_SOURCE] = {"source-filename", 0, "NAME", "the name of the source file"},
    [OPT_PREFIX_MAP] = {"prefix-map", 0, "OLD=NEW", "paths that begin with OLD begin with NEW"},
    [OPT_PRODUCER] = {"producer", 0, "NAME", "what made the file, as LLVM19.1.7"},
    {NULL, 0, NULL, NULL},
};

enum {
    N_PLACES = 4 /* the module's assembly, that of functions, metadata, summaries */
};

/* Old names that stay in one kind of place. */
struct untouched {
    const char *where;
    char *first;
    uint64_t n;
};

struct edit {
    struct rewriting rewriting;
    struct context *context;
    struct untouched untouched[N_PLACES]; /* in one stream */
    struct bl_edit_report sum;            /* of a file */
    struct symbol_rules rules;
    struct bl_edits edits;
    struct bl_prefix_map *maps;
    size_t n_maps;
    struct unneeded unneeded;
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
        [OPT_STRIP] = SYMBOLS_STRIP,         [OPT_STRIP_FILE] = SYMBOLS_STRIP,
    };
    if (rewriting_option(&e->rewriting, option, argument))
        return;
    switch (option) {
    case OPT_REDEFINE: add_rename(e, argument); break;
    case OPT_REDEFINE_FILE: symbol_rules_read_renames(c, &e->rules, argument); break;
    case OPT_PREFIX: e->rules.prefix = view_of(argument); break;
    case OPT_WILDCARD: e->rules.has_wildcards = true; break;
    case OPT_TRIPLE: e->edits.triple = view_of(argument); break;
    case OPT_LAYOUT: e->edits.data_layout = view_of(argument); break;
    case OPT_SOURCE: e->edits.source_filename = view_of(argument); break;
    case OPT_PREFIX_MAP: add_map(e, argument); break;
    case OPT_PRODUCER: e->edits.producer = view_of(argument); break;
    case OPT_LOCALIZE_FILE:
    case OPT_GLOBALIZE_FILE:
    case OPT_WEAKEN_FILE:
    case OPT_KEEP_FILE:
    case OPT_STRIP_FILE: symbol_rules_read(c, &e->rules, lists[option], argument); break;
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
    while (u->where && strcmp(u->where, where) != 0 && u < &e->untouched[N_PLACES - 1])
        u++;
    if (u->n++ == 0)
        *u = (struct untouched){.where = where, .first = string_of(name), .n = 1};
}

static void drop_untouched(struct edit *e)
{
    for (int i = 0; i < N_PLACES; i++) {
        free(e->untouched[i].first);
        e->untouched[i] = (struct untouched){0};
    }
}

/* "FILE: main stays in the module's assembly", "main and 2 other names stay …". */
static void put_untouched(struct edit *e, const char *path)
{
    for (int i = 0; i < N_PLACES; i++) {
        const struct untouched *u = &e->untouched[i];
        if (u->n == 1)
            put_note(e->context, "%s: %s stays %s", path, u->first, u->where);
        else if (u->n > 1)
            put_note(e->context, "%s: %s and %" PRIu64 " more names stay %s", path, u->first,
                     u->n - 1, u->where);
    }
}

static void put_notes(struct edit *e, const char *path, const struct bl_edit_report *report)
{
    if (report->summary == BL_EDIT_DROPPED)
        put_note(e->context, "%s: the summary of ThinLTO is dropped: linkage has changed", path);
    if (report->symtab == BL_EDIT_DROPPED)
        put_note(e->context, "%s: the symbol table is dropped; linkers make one", path);
    put_untouched(e, path);
}

static void begin(void *data)
{
    struct edit *e = data;
    e->sum = (struct bl_edit_report){0};
    e->unneeded.n_values = 0;
}

static uint8_t later_of(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}

static void add_report(struct bl_edit_report *sum, const struct bl_edit_report *report)
{
    sum->n_renamed += report->n_renamed;
    sum->n_linkages += report->n_linkages;
    sum->n_texts += report->n_texts;
    sum->n_strings += report->n_strings;
    sum->n_untouched += report->n_untouched;
    sum->symtab = later_of(sum->symtab, report->symtab);
    sum->summary = later_of(sum->summary, report->summary);
}

static int change(void *data, struct bl_rewrite *rewrite, const struct input *input,
                  struct bl_error *err)
{
    struct edit *e = data;
    struct bl_edit_report report;
    if (e->edits.symbol && strchr(input->found.path, '!')) {
        err->what = "symbols of the native code beside the module would stay as they are";
        return err->status = BL_E_ARGUMENT;
    }
    int status = bl_edit(rewrite, &e->edits, &report, err);
    if (status == BL_OK) {
        put_notes(e, input->path, &report);
        add_report(&e->sum, &report);
    }
    drop_untouched(e);
    return status;
}

static int check(void *data, struct bl_rewrite *rewrite, struct bl_error *err)
{
    const struct edit *e = data;
    return bl_edit_check(rewrite, &e->edits, err);
}

static void put_counts(const void *data, struct out *o)
{
    static const char *const parts[] = {
        [BL_EDIT_KEPT] = "kept", [BL_EDIT_RENEWED] = "renewed", [BL_EDIT_DROPPED] = "dropped"};
    const struct edit *e = data;
    json_u64(o, "renamed", e->sum.n_renamed);
    json_u64(o, "linkages", e->sum.n_linkages);
    json_u64(o, "texts", e->sum.n_texts);
    json_u64(o, "strings", e->sum.n_strings);
    json_u64(o, "untouched", e->sum.n_untouched);
    json_u64(o, "values", e->unneeded.n_values);
    json_text_or_null(o, "symtab", parts[e->sum.symtab]);
    json_text_or_null(o, "summary", parts[e->sum.summary]);
}

static void *sum_of(void *data)
{
    struct edit *e = data;
    return &e->sum;
}

static void add(void *data, const void *sum)
{
    struct edit *e = data;
    add_report(&e->sum, sum);
}

/* ---- The call ---- */

static const struct rewriting_command editing = {
    .type = "edited",
    .bytes = "bytes_after",
    .begin = begin,
    .change = change,
    .check = check,
    .put_counts = put_counts,
    .sum = sum_of,
    .add = add,
    .n_sum = sizeof(struct bl_edit_report),
};

bool cmd_edit(struct context *c)
{
    struct edit e = {.rewriting = {.command = &editing, .context = c}, .context = c};
    e.unneeded = (struct unneeded){.context = c, .rules = &e.rules};
    const char *argument;
    int option;
    e.rewriting.data = &e;
    while ((option = next_option(c, &argument)) >= 0)
        set_option(&e, option, argument);
    if (!has_edit(&e))
        usage_error(c->command, "say what to change");
    if (symbol_rules_any(&e.rules)) {
        symbol_rules_finish(&e.rules, &e);
        e.edits.symbol = symbol_rules_apply;
        e.edits.context = &e.rules;
        e.edits.untouched = count_untouched;
    }
    if (e.rules.lists[SYMBOLS_STRIP].n > 0)
        e.rewriting.unneeded = &e.unneeded;
    e.edits.prefixes = e.maps;
    e.edits.n_prefixes = e.n_maps;
    rewriting_run(&e.rewriting);
    unneeded_release(&e.unneeded);
    symbol_rules_release(&e.rules);
    free(e.maps);
    return true;
}
