/* cmd/cmd_find.c - definitions of and references to a symbol
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One name is looked up in the catalog's table, if there is an index with one; to make one for
 * a single look-up would cost more than it saves. For a pattern all names are matched, the
 * modules side by side.
 */
#include "analysis/pattern.h"
#include "base/array.h"
#include "base/map.h"
#include "base/nearest.h"
#include "base/text.h"
#include "base/view.h"
#include "commands.h"
#include "input/name_budget.h"
#include "input/paths.h"
#include "input/query.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_DEFINED,
    OPT_UNDEFINED,
    OPT_UNRESOLVED,
    OPT_ALL,
    OPT_IGNORE_CASE,
    OPT_GUID
};

const struct option_spec find_options[] = {
    [OPT_DEFINED] = {"defined", 'd', NULL, "only definitions"},
    [OPT_UNDEFINED] = {"undefined", 'u', NULL, "only references"},
    [OPT_UNRESOLVED] = {"unresolved", 0, NULL, "only references to what no file here defines"},
    [OPT_ALL] = {"all", 'a', NULL, "let patterns find private symbols and llvm.*, too"},
    [OPT_IGNORE_CASE] = {"ignore-case", 'i', NULL, "ignore the case of letters"},
    [OPT_GUID] = {"guid", 0, "N", "find the symbol that summaries of ThinLTO number so; no NAME"},
    {NULL, 0, NULL, NULL},
};

/* What became of a module. */
struct matched {
    struct bl_error err; /* what was wrong with its names; status 0: nothing */
    uint64_t name_bytes; /* that were gone through */
};

struct finder {
    struct context *context;
    struct query query;
    bool defined, undefined, unresolved, all, ignore_case, has_guid;
    uint64_t guid;
    struct bl_query_module *readers; /* one a thread, and so patterns; of GUIDs */
    struct pattern *patterns;
    uint8_t *matches; /* one for each symbol */
    struct matched *modules;
    struct name_budget budget; /* of the modules that were printed */
    struct bl_map resolved;    /* whether names are, by their keys: each is looked up once */
    uint32_t unread;           /* the stream whose symbols could not be read last; BL_NONE: none */
    uint64_t n_found;
    struct row_limit limit;
    bool by_demangled; /* patterns are for names as people write them */
};

/* ---- Output ---- */

static const char *binding_name(unsigned flags)
{
    return flags & BL_SYMBOL_COMMON   ? "common"
           : flags & BL_SYMBOL_WEAK   ? "weak"
           : flags & BL_SYMBOL_GLOBAL ? "global"
                                      : "local";
}

struct hit {
    struct bl_catalog_symbol symbol;
    struct bl_catalog_module module;
    struct bl_catalog_stream stream;
    struct bl_catalog_function function; /* where symbol.function is not BL_NONE */
    struct bl_view name;
};

/* Whether something of HIT's file is damaged, so that what is not known of it may be lost. */
static bool is_damaged(const struct finder *f, const struct hit *hit)
{
    struct bl_source source;
    return bl_catalog_get_source(f->query.catalog, hit->stream.source, &source, NULL) == BL_OK &&
           source.n_problems > 0;
}

/* NULL: not known, as which values the module has is damaged. */
static const char *kind_of(const struct finder *f, const struct hit *hit)
{
    bool is_lost = hit->symbol.kind == BL_GLOBAL_NONE && is_damaged(f, hit);
    return is_lost ? NULL : global_kind_name(hit->symbol.kind);
}

/* It is defined, and its body is not there. */
static bool has_lost_body(const struct finder *f, const struct hit *hit)
{
    return hit->symbol.kind == BL_GLOBAL_FUNCTION && hit->symbol.function == BL_NONE &&
           !(hit->symbol.flags & BL_SYMBOL_UNDEFINED) && is_damaged(f, hit);
}

static void put_text(struct finder *f, const struct hit *hit)
{
    const char *kind = kind_of(f, hit);
    struct out *o = &f->context->out;
    unsigned flags = hit->symbol.flags;
    query_put_stream(&f->query, o, hit->module.stream);
    out_text(o, flags & BL_SYMBOL_UNDEFINED ? ": references " : ": defines ");
    if ((flags & BL_SYMBOL_WEAK) || !(flags & BL_SYMBOL_GLOBAL) || (flags & BL_SYMBOL_COMMON)) {
        out_text(o, binding_name(flags));
        out_char(o, ' ');
    }
    out_text(o, kind ? kind : "symbol");
    out_char(o, ' ');
    out_colour(o, COLOUR_NAME);
    put_linker_name(f->context, o, hit->name);
    out_plain(o);
    if (hit->symbol.function != BL_NONE)
        out_printf(o, ", %" PRIu64 " bytes", bl_block_bytes(hit->function.n_words));
    if (!kind || has_lost_body(f, hit))
        out_text(o, ", <badref>");
    else if (hit->symbol.bit_pos)
        out_printf(o, " at bit %" PRIu64, hit->symbol.bit_pos);
    out_char(o, '\n');
}

static void put_json(struct finder *f, const struct hit *hit)
{
    static const char *const visibilities[] = {"default", "hidden", "protected"};
    struct out *o = &f->context->out;
    json_begin(o, "symbol");
    query_json_stream(&f->query, o, hit->module.stream);
    json_u64(o, "module", hit->symbol.module - hit->stream.first_module);
    json_view(o, "name", hit->name);
    json_demangled(f->context, o, hit->name);
    json_text(o, "role", hit->symbol.flags & BL_SYMBOL_UNDEFINED ? "references" : "defines");
    json_text_or_null(o, "kind", kind_of(f, hit));
    json_text(o, "binding", binding_name(hit->symbol.flags));
    json_text(o, "visibility", visibilities[hit->symbol.visibility % 3]);
    json_u64_or_null(o, "value", hit->symbol.value, hit->symbol.value != BL_NONE);
    json_u64_or_null(o, "bit_pos", hit->symbol.bit_pos,
                     hit->symbol.value != BL_NONE && !has_lost_body(f, hit));
    json_u64_or_null(o, "bytes", bl_block_bytes(hit->function.n_words),
                     hit->symbol.function != BL_NONE);
    json_end(o);
}

static bool is_wanted(struct finder *f, const struct bl_catalog_symbol *symbol)
{
    bool is_undefined = symbol->flags & BL_SYMBOL_UNDEFINED;
    return is_undefined ? !f->defined : !f->undefined;
}

/* Report what is wrong with SYMBOL, if its stream was asked for, and not of each that follows it
 * there; BL_NONE: with the catalog. */
static void report_symbol(struct finder *f, uint32_t symbol, const struct bl_error *err)
{
    struct bl_catalog_symbol s = {.module = BL_NONE};
    struct bl_catalog_module module;
    if (symbol != BL_NONE)
        (void)bl_catalog_get_symbol(f->query.catalog, symbol, &s, NULL);
    if (bl_catalog_get_module(f->query.catalog, s.module, &module, NULL) < 0)
        module.stream = BL_NONE;
    if (module.stream != BL_NONE &&
        (module.stream == f->unread || !query_has_stream(&f->query, module.stream)))
        return;
    f->unread = module.stream;
    query_report(&f->query, module.stream, err);
}

/* Whether a linker would find a definition of NAME in what was asked for. */
static bool find_definition(struct finder *f, struct bl_view name)
{
    struct bl_catalog_hits hits;
    struct bl_catalog_symbol symbol;
    struct bl_catalog_module module;
    struct bl_error err;
    uint32_t number;
    int rc = bl_catalog_find(f->query.catalog, name, &hits, &err);
    bool is_found = false;
    while (rc >= 0 && !is_found && (rc = bl_catalog_next(&hits, &number, &err)) > 0)
        is_found = bl_catalog_get_symbol(f->query.catalog, number, &symbol, NULL) == BL_OK &&
                   !(symbol.flags & BL_SYMBOL_UNDEFINED) && symbol.flags & BL_SYMBOL_GLOBAL &&
                   bl_catalog_get_module(f->query.catalog, symbol.module, &module, NULL) == BL_OK &&
                   query_has_stream(&f->query, module.stream);
    if (rc < 0)
        query_report(&f->query, BL_NONE, &err);
    return is_found;
}

/* The same, of names that thousands of modules may refer to. */
static bool is_resolved(struct finder *f, struct bl_view name)
{
    uint64_t key = bl_map_key(&f->resolved, name);
    uint32_t known = bl_map_find(&f->resolved, key);
    if (known == BL_MAP_NONE) {
        known = find_definition(f, name);
        (void)out_need(bl_map_add(&f->resolved, key, known));
    }
    return known;
}

/* Print symbol NUMBER, if it is wanted. */
static void put_symbol(struct finder *f, uint32_t number)
{
    const struct bl_catalog *catalog = f->query.catalog;
    struct hit hit = {.name = {0}};
    struct bl_error err;
    int rc = bl_catalog_get_symbol(catalog, number, &hit.symbol, &err);
    if (rc == BL_OK && !is_wanted(f, &hit.symbol))
        return;
    if (rc == BL_OK)
        rc = bl_catalog_get_module(catalog, hit.symbol.module, &hit.module, &err);
    if (rc == BL_OK)
        rc = bl_catalog_get_stream(catalog, hit.module.stream, &hit.stream, &err);
    if (rc == BL_OK && hit.symbol.function != BL_NONE)
        rc = bl_catalog_get_function(catalog, hit.symbol.function, &hit.function, &err);
    if (rc == BL_OK && !query_has_stream(&f->query, hit.module.stream))
        return;
    if (rc == BL_OK)
        rc = bl_catalog_get_name(catalog, number, &hit.name, &err);
    if (rc < 0) {
        report_symbol(f, number, &err);
        return;
    }
    if (f->unresolved && is_resolved(f, hit.name))
        return;
    f->n_found++;
    if (!take_row(&f->limit))
        return;
    if (f->context->json)
        put_json(f, &hit);
    else
        put_text(f, &hit);
}

/* ---- One name ---- */

static void find_name(struct finder *f, struct bl_view name)
{
    struct bl_catalog_hits hits;
    struct bl_error err;
    uint32_t symbol = BL_NONE;
    int rc = bl_catalog_find(f->query.catalog, name, &hits, &err);
    if (rc < 0)
        query_report(&f->query, BL_NONE, &err);
    while (rc >= 0 && (rc = bl_catalog_next(&hits, &symbol, &err)) != 0) {
        if (rc > 0)
            put_symbol(f, symbol);
        else
            report_symbol(f, symbol, &err);
        rc = BL_OK;
    }
}

/* ---- A pattern ---- */

/* *IS_TOO_LONG: the name is so for the pattern. */
static int match_symbol(struct finder *f, struct pattern *pattern, uint32_t number,
                        struct bl_view name, bool *is_too_long, struct bl_error *err)
{
    struct bl_catalog_symbol symbol;
    if (name.size == 0) /* it cannot be read */
        return BL_OK;
    int match = pattern_matches_name(pattern, name, f->by_demangled);
    *is_too_long |= match < 0;
    if (match <= 0)
        return BL_OK;
    int rc = bl_catalog_get_symbol(f->query.catalog, number, &symbol, err);
    f->matches[number] = rc == BL_OK && is_wanted(f, &symbol) &&
                         (f->all || !(symbol.flags & BL_SYMBOL_FORMAT_SPECIFIC));
    return rc;
}

/* A name that other modules do not see has the GUID of its source file and the name. Linkers of
 * Mach-O put an underscore before names, which GUIDs are without. */
static int match_guid(struct finder *f, unsigned thread, uint32_t number, struct bl_view name,
                      struct bl_error *err)
{
    struct bl_query_module *reader = &f->readers[thread];
    struct bl_catalog_symbol symbol;
    int rc = bl_catalog_get_symbol(f->query.catalog, number, &symbol, err);
    if (rc < 0 || name.size == 0 || !is_wanted(f, &symbol))
        return rc;
    bool has_underscore = name.data[0] == '_';
    uint64_t guid = bl_guid(name);
    if (has_underscore && guid != f->guid)
        guid = bl_guid(bl_view_from(name, 1));
    if (!(symbol.flags & BL_SYMBOL_GLOBAL) && symbol.value != BL_NONE) {
        rc = bl_query_module_open(reader, f->query.catalog, symbol.module, err);
        if (rc == BL_OK)
            rc = bl_module_guid(reader->module, symbol.value, &guid, err);
    }
    f->matches[number] = rc == BL_OK && guid == f->guid;
    return rc;
}

static int match_module(void *data, unsigned thread, uint64_t job)
{
    struct finder *f = data;
    const struct bl_catalog *catalog = f->query.catalog;
    struct bl_error *err = &f->modules[job].err;
    bool is_too_long = false;
    struct bl_catalog_symbols symbols;
    int rc = bl_catalog_symbols_init(&symbols, catalog, (uint32_t)job, err);
    struct bl_catalog_module module = symbols.module;
    struct name_budget budget = name_budget_from(catalog, module.stream);
    for (uint32_t i = 0; rc == BL_OK && i < module.n_symbols; i++) {
        uint32_t number = module.first_symbol + i;
        struct bl_view name;
        rc = bl_catalog_symbols_name(&symbols, number, &name, err);
        if (rc == BL_OK)
            rc = name_budget_spend(&budget, module.stream, name.size, err);
        if (rc == BL_OK)
            rc = f->has_guid
                     ? match_guid(f, thread, number, name, err)
                     : match_symbol(f, &f->patterns[thread], number, name, &is_too_long, err);
    }
    if (rc == BL_OK && is_too_long)
        *err = (struct bl_error){.status = BL_E_LIMIT, .what = PATTERN_TOO_LONG};
    bl_catalog_symbols_release(&symbols);
    f->modules[job].name_bytes = budget.spent;
    return BL_OK;
}

static int put_module(void *data, uint64_t job)
{
    struct finder *f = data;
    const struct matched *matched = &f->modules[job];
    struct bl_catalog_module module;
    struct bl_error err;
    if (bl_catalog_get_module(f->query.catalog, (uint32_t)job, &module, &err) < 0) {
        query_report(&f->query, BL_NONE, &err);
        return BL_OK;
    }
    int rc = name_budget_spend(&f->budget, module.stream, matched->name_bytes, &err);
    if (rc < 0)
        query_report(&f->query, module.stream, &err);
    if (rc < 0 || !query_has_stream(&f->query, module.stream))
        return rc;
    for (uint32_t i = 0; i < module.n_symbols; i++)
        if (f->matches[module.first_symbol + i])
            put_symbol(f, module.first_symbol + i);
    if (matched->err.status < 0)
        query_report(&f->query, module.stream, &matched->err);
    return BL_OK;
}

static void find_pattern(struct finder *f, unsigned n_threads)
{
    struct bl_catalog_counts counts = bl_catalog_get_counts(f->query.catalog);
    f->budget = name_budget_from(f->query.catalog, 0);
    f->matches = array_new(counts.n_symbols, 1);
    f->modules = array_new(counts.n_modules, sizeof *f->modules);
    (void)bl_parallel(n_threads, counts.n_modules, 0, match_module, put_module, f);
    free(f->matches);
    free(f->modules);
}

/* ---- Nothing ---- */

enum {
    MOST_SUGGESTED = 200000 /* symbols: of more, not all names are read to say what is near */
};

/* What somebody may have meant who looked for a name that is not there. */
struct suggestion {
    struct nearest nearest;
    uint64_t n_containing; /* names that have it in them */
};

static void suggest_from(struct finder *f, struct suggestion *s, uint32_t number)
{
    struct bl_catalog_module module;
    struct bl_view name;
    struct bl_error err;
    if (bl_catalog_get_module(f->query.catalog, number, &module, NULL) < 0 ||
        !query_has_stream(&f->query, module.stream))
        return;
    struct name_budget budget = name_budget_from(f->query.catalog, module.stream);
    for (uint32_t i = 0; i < module.n_symbols; i++) {
        if (bl_catalog_get_name(f->query.catalog, module.first_symbol + i, &name, NULL) < 0 ||
            name_budget_spend(&budget, module.stream, name.size, &err) < 0)
            return;
        nearest_try(&s->nearest, name);
        s->n_containing +=
            memmem(name.data, name.size, s->nearest.word.data, s->nearest.word.size) != NULL;
    }
}

/* Say that there is no NAME, and what is like it. */
static void note_nothing(struct finder *f, const char *wanted, struct bl_view name)
{
    struct bl_catalog_counts counts = bl_catalog_get_counts(f->query.catalog);
    struct suggestion s = {.nearest = nearest_to(name)};
    struct text near = {0};
    for (uint32_t i = 0; i < counts.n_modules && counts.n_symbols <= MOST_SUGGESTED; i++)
        suggest_from(f, &s, i);
    bl_name_print(s.nearest.found, text_put, &near);
    bool is_near = s.nearest.found.size > 0;
    if (is_near)
        put_note(f->context, "no symbol '%s'; did you mean '%.*s'?", wanted, (int)near.n,
                 near.data);
    else if (s.n_containing > 0)
        put_note(f->context, "no symbol '%s'; %" PRIu64 " %s it: try '*%s*'", wanted,
                 s.n_containing, s.n_containing == 1 ? "name contains" : "names contain", wanted);
    else
        put_note(f->context, "no symbol '%s'", wanted);
    free(near.data);
}

/* ---- The call ---- */

/* Find what was WANTED, as f->patterns have it, or f->guid. */
static void find(struct finder *f, const char *wanted, unsigned n_threads)
{
    struct context *c = f->context;
    struct bl_view name = f->patterns[0].text;
    bool is_name = !f->has_guid && f->patterns[0].kind == PATTERN_EXACT && !f->ignore_case;
    f->by_demangled = c->demangles || is_demangled(view_of(wanted));
    if (is_name)
        find_name(f, name);
    else
        find_pattern(f, n_threads);
    /* LLVM writes an @ before names. */
    if (is_name && f->n_found == 0 && name.size > 1 && name.data[0] == '@')
        find_name(f, (struct bl_view){.data = name.data + 1, .size = name.size - 1});
    if (is_name && f->n_found == 0 && f->by_demangled)
        find_pattern(f, n_threads);
    bool notes_nothing = f->n_found == 0 && c->n_errors == 0 && !c->json;
    if (notes_nothing && f->has_guid)
        put_note(c, "no symbol has the GUID %s", wanted);
    else if (notes_nothing && !is_name)
        put_note(c, "no symbol matches '%s'", wanted);
    else if (notes_nothing && name.size > 0 && !f->defined && !f->undefined &&
             bl_catalog_get_counts(f->query.catalog).n_symbols > 0)
        note_nothing(f, wanted, name);
}

bool cmd_find(struct context *c)
{
    struct query_needs needs = {.parts = BL_CATALOG_MODULES | BL_CATALOG_PLACES};
    struct finder f = {.context = c, .unread = BL_NONE};
    const char *argument;
    const char *wanted = NULL;
    int option;
    while ((option = next_option(c, &argument)) >= 0) {
        if (option == OPT_GUID) {
            f.has_guid = true;
            wanted = argument;
            if (!parse_number(argument, UINT64_MAX, &f.guid))
                usage_error(c->command, "--guid takes a number up to %" PRIu64 ", not '%s'",
                            UINT64_MAX, argument);
        }
        f.defined |= option == OPT_DEFINED;
        f.undefined |= option == OPT_UNDEFINED || option == OPT_UNRESOLVED;
        f.unresolved |= option == OPT_UNRESOLVED;
        f.all |= option == OPT_ALL;
        f.ignore_case |= option == OPT_IGNORE_CASE;
    }
    if (f.unresolved)
        needs.parts |= BL_CATALOG_SYMBOLS; /* the table: each name is looked up */
    if (f.defined && f.undefined)
        usage_error(c->command, "--defined and --undefined or --unresolved exclude each other");
    if (!wanted && c->n_operands == 0)
        usage_error(c->command, "no name given");
    if (!wanted) {
        if (is_path_first(c))
            move_last_to_front(c);
        wanted = take_operand(c);
    }
    if (c->n_operands == 0 && !c->index)
        usage_error(c->command, "no file given");
    f.limit = limit_rows(c, UINT64_MAX);
    unsigned n_threads = context_threads(c);
    f.patterns = array_new(n_threads, sizeof *f.patterns);
    f.readers = array_new(n_threads, sizeof *f.readers);
    for (unsigned i = 0; i < n_threads; i++) {
        char message[256];
        if (!pattern_open(&f.patterns[i], wanted, PATTERN_EXACT, f.ignore_case, message,
                          sizeof message))
            usage_error(c->command, "'%s': %s", wanted, message);
    }
    if (query_open(&f.query, c, needs, c->n_operands, c->operands))
        find(&f, wanted, n_threads);
    for (unsigned i = 0; i < n_threads; i++)
        bl_query_module_close(&f.readers[i]);
    free(f.readers);
    bl_map_release(&f.resolved);
    query_close(&f.query);
    for (unsigned i = 0; i < n_threads; i++)
        pattern_close(&f.patterns[i]);
    free(f.patterns);
    put_more_rows(c, &f.limit, "symbol", "symbols");
    return f.n_found > 0;
}
