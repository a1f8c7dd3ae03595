/* cmd_top.c - what is largest: functions, crates, namespaces, metadata, modules, blocks, files …
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Every bit of every file is in exactly one row: first come the largest, then the others in one
 * row, then what is around them, level by level. Rows are for blocks and records that do not
 * overlap, so no bit of a damaged file counts twice. Below a group are those inside of it,
 * indented: the same bits again.
 */
#include "analysis/ranking.h"
#include "base/text.h"
#include "commands.h"
#include "input/name_budget.h"

#include <inttypes.h>
#include <string.h>

enum {
    OPT_BY,
    OPT_DEPTH
};

const struct option_spec top_options[] = {
    /* In the order of enum rank_by. */
    [OPT_BY] = {"by", 'b',
                "functions|globals|metadata|modules|blocks|sources|crate|namespace|template|"
                "directory|section|symbol",
                "what to list, functions by default; from crate on also several, as in "
                "namespace,template: the second inside of the first"},
    [OPT_DEPTH] = {"depth", 0, "N|all",
                   "components of a namespace (1 by default) or directory (all)"},
    {NULL, 0, NULL, NULL},
};

static const char *const units[] = {
    [RANK_FUNCTIONS] = "functions",
    [RANK_GLOBALS] = "variables",
    [RANK_METADATA] = "kinds of records",
    [RANK_MODULES] = "modules",
    [RANK_BLOCKS] = "kinds of blocks",
    [RANK_SOURCES] = "files",
    [RANK_CRATES] = "crates",
    [RANK_NAMESPACES] = "namespaces",
    [RANK_TEMPLATES] = "templates",
    [RANK_DIRECTORIES] = "directories",
    [RANK_SECTIONS] = "sections",
    [RANK_SYMBOLS] = "names",
};

/* The option's words for groups. */
static const char *const group_words[] = {
    [GROUP_CRATE] = "crate",         [GROUP_NAMESPACE] = "namespace", [GROUP_TEMPLATE] = "template",
    [GROUP_DIRECTORY] = "directory", [GROUP_SECTION] = "section",     [GROUP_SYMBOL] = "symbol",
};

struct top {
    struct context *context;
    enum rank_by by;
    const char *by_name;      /* the option's word for it */
    struct grouping grouping; /* of groups: BY, and what is inside */
    struct streams streams;
    struct ranking ranking;
    struct module_reader reader; /* of the module that the name of the last row came from */
    struct bl_budget text;       /* bytes of names and paths that rows may have */
};

/* ---- Names ---- */

/* The module that has the function or variable of ROW; NULL: its name is not known. */
static struct bl_module *module_of(struct top *t, const struct ranked *row)
{
    if (row->value == BL_NONE ||
        out_need(module_reader_open(&t->reader, &t->streams, &row->in, NULL)) < 0)
        return NULL;
    return t->reader.module;
}

static bool is_named(const struct top *t)
{
    return t->by == RANK_FUNCTIONS || t->by == RANK_GLOBALS;
}

static bool is_block(const struct top *t)
{
    return t->by == RANK_METADATA || t->by == RANK_BLOCKS;
}

static void put_record(struct out *o, const struct ranked *row)
{
    bl_block_label_print(row->kind, row->name, row->parent_id, row->block_id, out_put, o);
    if (row->kind != BL_STREAM_LLVM_IR)
        out_printf(o, " (%s)", bl_stream_kind_name(row->kind));
    if (row->code == BL_NONE)
        return;
    out_char(o, ' ');
    bl_record_label_print(row->kind, (struct bl_view){0}, row->block_id, row->code, out_put, o);
}

/* ---- Text ---- */

static void put_bits(struct top *t, uint64_t bits)
{
    double whole = t->ranking.bits ? (double)t->ranking.bits : 1;
    out_bits_wide(&t->context->out, bits, 15);
    out_printf(&t->context->out, " %7.2f%%  ", (double)bits * 100.0 / whole);
}

/* Names may share their bytes, and rows a path. False: rows end before ROW, which is reported. */
static bool may_put(struct top *t, const struct ranked *row, struct bl_module *module)
{
    struct bl_view name = {0};
    struct bl_error err;
    if (module && out_need(bl_module_name(module, row->value, &name, &err)) < 0)
        report_error(t->context, t->streams.items[row->in.item].path,
                     &t->streams.items[row->in.item].input.stream, &err);
    if (is_block(t) || t->by == RANK_SOURCES || ranks_groups(t->by) ||
        bl_budget_spend_whole(&t->text, name.size + strlen(t->streams.items[row->in.item].path)))
        return true;
    report_text(t->context, t->context->command->name, BL_E_LIMIT,
                "names and paths that repeat too much: rows end here");
    return false;
}

/* ---- Groups inside of groups ---- */

/* How many of the rows are printed, at each level. */
static uint32_t n_of_rows(const struct top *t, uint32_t n)
{
    enum {
        MOST_ROWS = 10
    };
    const struct context *c = t->context;
    uint64_t most = c->has_number ? c->n_rows : c->all ? UINT32_MAX : MOST_ROWS;
    return most < n ? (uint32_t)most : n;
}

static void put_group_name(struct top *t, const struct group *group)
{
    struct out *o = &t->context->out;
    enum group_by by = t->grouping.by[group->level];
    if (group->name.size == 0)
        out_text(o, of_no_group(by));
    else if (by == GROUP_SYMBOL)
        put_linker_name(t->context, o, group->name);
    else
        bl_visible_print(group->name, out_put, o);
}

static void put_inside(struct top *t, const struct group *group)
{
    struct out *o = &t->context->out;
    const struct groups *groups = &t->ranking.groups;
    uint32_t n = n_of_rows(t, group->n_inside);
    uint64_t bits = group->bits;
    for (uint32_t i = 0; i < n; i++) {
        const struct group *inner = &groups->groups[groups->order[group->first + i]];
        put_bits(t, inner->bits);
        out_spaces(o, (size_t)2 * inner->level);
        put_group_name(t, inner);
        out_printf(o, " (%" PRIu64 ")\n", inner->count);
        put_inside(t, inner);
        bits -= inner->bits;
    }
    if (n == group->n_inside)
        return;
    put_bits(t, bits);
    out_spaces(o, (size_t)2 * (group->level + 1));
    out_printf(o, "%" PRIu32 " other %s\n", group->n_inside - n,
               units[RANK_CRATES + t->grouping.by[group->level + 1]]);
}

static bool put_ranked(struct top *t, const struct ranked *row)
{
    struct out *o = &t->context->out;
    struct bl_module *module = is_named(t) ? module_of(t, row) : NULL;
    if (!may_put(t, row, module))
        return false;
    put_bits(t, row->bits);
    out_colour(o, COLOUR_NAME);
    if (module)
        put_global_name(t->context, module, row->value, out_put, o);
    else if (is_named(t))
        out_text(o, "<badref>");
    else if (is_block(t))
        put_record(o, row);
    else if (ranks_groups(t->by))
        put_group_name(t, &t->ranking.groups.groups[row->group]);
    out_plain(o);
    if (is_block(t) || ranks_groups(t->by)) {
        out_printf(o, " (%" PRIu64 ")\n", row->count);
        if (ranks_groups(t->by))
            put_inside(t, &t->ranking.groups.groups[row->group]);
        return true;
    }
    bool has_place = !is_named(t) || t->streams.n > 1 || !row->in.is_alone;
    out_text(o, is_named(t) && has_place ? " in " : "");
    if (t->by == RANK_SOURCES)
        out_path(o, t->streams.sources[row->in.item].path);
    else if (has_place)
        put_stream_module(o, &t->streams, &row->in);
    out_char(o, '\n');
    return true;
}

/* The rows that are not printed. */
static uint64_t bits_of_others(const struct top *t, uint32_t n_shown)
{
    uint64_t bits = 0;
    for (uint32_t i = n_shown; i < t->ranking.n; i++)
        bits += t->ranking.rows[i].bits;
    return bits;
}

static void put_top(struct top *t, uint32_t n_shown)
{
    struct out *o = &t->context->out;
    const struct ranking *r = &t->ranking;
    out_printf(o, "%15s %8s  %s\n", "bytes  ", "share", units[t->by]);
    for (uint32_t i = 0; i < n_shown; i++)
        if (!put_ranked(t, &r->rows[i]))
            n_shown = i;
    if (r->n > n_shown) {
        put_bits(t, bits_of_others(t, n_shown));
        out_printf(o, "%" PRIu32 " other %s\n", r->n - n_shown, units[t->by]);
    }
    for (uint32_t i = 0; i < r->n_rests; i++)
        if (r->rests[i].bits > 0) {
            put_bits(t, r->rests[i].bits);
            out_printf(o, "%s\n", r->rests[i].what);
        }
    put_bits(t, r->bits);
    if (t->streams.n == 1)
        out_path(o, t->streams.items[0].path);
    else
        out_count(o, r->n_files, "file", "files");
    put_links(o, query_count_links(&t->streams.query));
    out_char(o, '\n');
}

/* ---- JSON ---- */

static void json_by(struct top *t, const char *type)
{
    json_begin(&t->context->out, type);
    json_text(&t->context->out, "by", t->by_name);
}

static void json_place(struct top *t, const struct ranked *row)
{
    struct out *o = &t->context->out;
    if (t->by == RANK_SOURCES) {
        json_text(o, "file", t->streams.sources[row->in.item].path);
        return;
    }
    json_text(o, "file", t->streams.items[row->in.item].path);
    json_u64(o, "module", row->in.number);
    json_u64(o, "bit_pos", row->bit_pos);
    if (!is_named(t))
        return;
    struct bl_module *module = module_of(t, row);
    struct bl_view name = {0};
    if (module)
        (void)out_need(bl_module_name(module, row->value, &name, NULL));
    json_name(o, "name", name);
    json_demangled(t->context, o, name);
    if (row->value != BL_NONE)
        json_u64(o, "value", row->value);
}

static void json_block(struct top *t, const struct ranked *row)
{
    char text[1024];
    struct out name = {.data = text, .cap = sizeof text};
    struct out *o = &t->context->out;
    put_record(&name, row);
    json_text(o, "kind", bl_stream_kind_name(row->kind));
    json_u64(o, "id", row->block_id);
    if (row->code != BL_NONE)
        json_u64(o, "code", row->code);
    json_view(o, "name", (struct bl_view){.data = (const uint8_t *)text, .size = name.n});
    json_u64(o, "count", row->count);
}

/* "by":"namespace","within":["std"],"rank":1,"name":"vector" … */
static void json_inside(struct top *t, const struct group *group)
{
    struct out *o = &t->context->out;
    const struct groups *groups = &t->ranking.groups;
    uint32_t n = n_of_rows(t, group->n_inside);
    for (uint32_t i = 0; i < n; i++) {
        const struct group *inner = &groups->groups[groups->order[group->first + i]];
        const struct group *around[MOST_GROUP_LEVELS];
        json_begin(o, "top_part");
        json_text(o, "by", group_words[t->grouping.by[inner->level]]);
        for (const struct group *g = inner; g->level > 0; g = around[g->level - 1])
            around[g->level - 1] = &groups->groups[g->parent];
        json_array(o, "within");
        for (uint32_t level = 0; level < inner->level; level++) {
            out_text(o, level ? "," : "");
            json_string(o, around[level]->name);
        }
        out_char(o, ']');
        json_u64(o, "rank", i + 1);
        if (inner->name.size > 0)
            json_view(o, "name", inner->name);
        else
            json_null(o, "name");
        json_u64(o, "count", inner->count);
        json_u64(o, "bits", inner->bits);
        json_end(o);
        json_inside(t, inner);
    }
}

static void json_rest(struct top *t, const char *what, uint64_t bits)
{
    json_by(t, "top_rest");
    json_text(&t->context->out, "what", what);
    json_u64(&t->context->out, "bits", bits);
    json_end(&t->context->out);
}

static void put_json_top(struct top *t, uint32_t n_shown)
{
    struct out *o = &t->context->out;
    const struct ranking *r = &t->ranking;
    for (uint32_t i = 0; i < n_shown; i++) {
        const struct ranked *row = &r->rows[i];
        if (!may_put(t, row, is_named(t) ? module_of(t, row) : NULL)) {
            n_shown = i;
            break;
        }
        json_by(t, "top");
        json_u64(o, "rank", i + 1);
        if (is_block(t)) {
            json_block(t, row);
        } else if (ranks_groups(t->by)) {
            json_view(o, "name", row->name);
            json_u64(o, "count", row->count);
        } else {
            json_place(t, row);
        }
        json_u64(o, "bits", row->bits);
        json_end(o);
        if (ranks_groups(t->by))
            json_inside(t, &r->groups.groups[row->group]);
    }
    json_rest(t, "others", bits_of_others(t, n_shown));
    for (uint32_t i = 0; i < r->n_rests; i++)
        json_rest(t, r->rests[i].what, r->rests[i].bits);
    json_by(t, "top_total");
    json_u64(o, "rows", r->n);
    json_u64(o, "files", r->n_files);
    json_u64(o, "links", query_count_links(&t->streams.query));
    json_u64(o, "bits", r->bits);
    json_end(o);
}

/* ---- The call ---- */

static void rank(struct top *t)
{
    ranking_make(&t->ranking, t->by, &t->grouping, &t->streams);
    if (t->ranking.groups.is_over)
        report_text(t->context, t->context->command->name, BL_E_LIMIT,
                    "names that are too long for their number: some are in no row of their own");
    uint32_t n_shown = n_of_rows(t, t->ranking.n);
    t->text.left = bytes_of_names(t->ranking.n, t->ranking.bits / 8);
    if (t->by == RANK_FUNCTIONS)
        ranking_find_values(&t->ranking, n_shown, &t->streams);
    if (t->context->json)
        put_json_top(t, n_shown);
    else
        put_top(t, n_shown);
    module_reader_close(&t->reader);
    ranking_release(&t->ranking);
}

/* WORDS are one of the option's words, or several of groups. */
static void parse_by(struct top *t, const char *words)
{
    char *copy = string_printf("%s", words);
    char *rest = copy;
    t->grouping.n = 0;
    for (char *word; (word = strsep(&rest, ","));) {
        enum rank_by by =
            (enum rank_by)choose_word(t->context->command, &top_options[OPT_BY], word);
        bool is_nested = rest || t->grouping.n > 0;
        if (is_nested && (!ranks_groups(by) || t->grouping.n == MOST_GROUP_LEVELS))
            usage_error(t->context->command, "--by=%s: up to %d of crate and those after it", words,
                        MOST_GROUP_LEVELS);
        if (t->grouping.n == 0)
            t->by = by;
        if (ranks_groups(by))
            t->grouping.by[t->grouping.n++] = (enum group_by)(by - RANK_CRATES);
    }
    t->by_name = ranks_groups(t->by) ? group_words[t->grouping.by[0]] : words;
    free(copy);
}

/* DEPTH of namespaces and directories; 0: the default. */
static void set_depths(struct top *t, uint32_t depth)
{
    bool is_used = false;
    for (uint32_t i = 0; i < t->grouping.n; i++) {
        bool is_namespace = t->grouping.by[i] == GROUP_NAMESPACE;
        is_used |= is_namespace || t->grouping.by[i] == GROUP_DIRECTORY;
        t->grouping.depths[i] = depth > 0 ? depth : is_namespace ? 1 : UINT32_MAX;
    }
    if (depth > 0 && !is_used)
        usage_error(t->context->command, "--depth is for --by=namespace and --by=directory");
}

bool cmd_top(struct context *c)
{
    struct top t = {.context = c, .by_name = "functions"};
    uint32_t depth = 0;
    const char *argument;
    int option;
    while ((option = next_option(c, &argument)) >= 0) {
        if (option == OPT_DEPTH) {
            depth = parse_depth(c->command, argument);
            continue;
        }
        parse_by(&t, argument);
    }
    set_depths(&t, depth);
    if (streams_open(&t.streams, c, BL_CATALOG_MODULES)) {
        if (t.streams.n_sources == 0)
            streams_report_none(&t.streams);
        else
            rank(&t);
    }
    streams_close(&t.streams);
    return true;
}
