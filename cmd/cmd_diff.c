/* cmd/cmd_diff.c - what differs between two files, archives or trees
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/array.h"
#include "base/text.h"
#include "commands.h"
#include "diff/pairs.h"
#include "diff/patch.h"
#include "diff/sizes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_SORT,
    OPT_PATCH,
    OPT_STAT,
    OPT_ONLY
};

enum sort {
    BY_CHANGE, /* of bytes, most first */
    BY_NAME
};

const struct option_spec diff_options[] = {
    [OPT_SORT] = {"sort", 's', "change|name", "most bytes of change first, or by name"},
    [OPT_PATCH] = {"patch", 'p', NULL, "show what changed, as unified diffs of LLVM assembly"},
    [OPT_STAT] = {"stat", 0, NULL, "count the lines that changed, and bytes by record"},
    [OPT_ONLY] = {"only", 0, "NAME", "compare only definitions of this name or pattern"},
    {NULL, 0, NULL, NULL},
};

/* Rows of each kind, if no option says how many. */
enum {
    MOST_FILES = 5,
    MOST_DEFINITIONS = 15
};

struct differ {
    struct context *context;
    bool patch, stat;
    struct name_patterns only;
    struct diff_side sides[2];
    struct pairs pairs;
    struct patcher patcher;
    struct sizes sizes;
    bool differ;
};

/* ---- Output ---- */

static const char *const verdict_names[] = {"same",  "renumbered", "changed",
                                            "added", "removed",    "not_compared"};

/* BEFORE and its path below what is compared, if there is one. */
static void put_stream_path(struct differ *d, const struct pair *pair, const char *before)
{
    const struct definition *definition = pair->after ? pair->after : pair->before;
    const struct diff_side *side = &d->sides[pair->after != NULL];
    struct relative_path path;
    if (!diff_side_find_path(side, definition->stream, &path) ||
        path.file.size + path.nested.size == 0)
        return;
    out_text(&d->context->out, before);
    bl_visible_print(path.file, out_put, &d->context->out);
    bl_visible_print(path.nested, out_put, &d->context->out);
}

static void put_pair(struct differ *d, const struct pair *pair)
{
    static const char marks[N_VERDICTS + 1] = "==!+-?";
    static const enum colour colours[N_VERDICTS] = {
        [SAME] = COLOUR_DIM,     [SAYS_THE_SAME] = COLOUR_DIM, [CHANGED] = COLOUR_POSITION,
        [ADDED] = COLOUR_STRING, [REMOVED] = COLOUR_BAD,       [NOT_COMPARED] = COLOUR_BAD};
    struct out *o = &d->context->out;
    const struct definition *definition = pair->after ? pair->after : pair->before;
    uint64_t before = bytes_of_definition(pair->before);
    uint64_t after = bytes_of_definition(pair->after);
    const char *reasons[MOST_REASONS];
    int n_reasons = reasons_of(pair, reasons);
    out_colour(o, colours[pair->verdict]);
    out_char(o, marks[pair->verdict]);
    out_plain(o);
    out_printf(o, " %s ", global_kind_name(definition->symbol.kind));
    out_colour(o, COLOUR_NAME);
    put_linker_name(d->context, o, pair->name);
    out_plain(o);
    put_stream_path(d, pair, " in ");
    if (pair->before && pair->after && before != after)
        out_printf(o, ", %" PRIu64 " to %" PRIu64 " bytes, %+" PRId64, before, after,
                   (int64_t)(after - before));
    else if (before + after > 0)
        out_printf(o, ", %" PRIu64 " bytes", pair->after ? after : before);
    for (int i = 0; i < n_reasons; i++)
        out_printf(o, " [%s]", reasons[i]);
    out_char(o, '\n');
}

static void json_pair(struct differ *d, const struct pair *pair)
{
    struct out *o = &d->context->out;
    const struct definition *definition = pair->after ? pair->after : pair->before;
    const char *reasons[MOST_REASONS];
    int n_reasons = reasons_of(pair, reasons);
    json_begin(o, verdict_names[pair->verdict]);
    json_text(o, "kind", global_kind_name(definition->symbol.kind));
    json_view(o, "name", pair->name);
    json_demangled(d->context, o, pair->name);
    for (int i = 0; i < 2; i++) {
        const struct definition *there = i ? pair->after : pair->before;
        if (!there)
            continue;
        json_key(o, i ? "after" : "before");
        out_printf(o, "{\"bit_pos\":%" PRIu64, there->symbol.bit_pos);
        json_u64_or_null(o, "bytes", bytes_of_definition(there), there->symbol.function != BL_NONE);
        query_json_stream(&d->sides[i].query, o, there->stream);
        out_char(o, '}');
    }
    if (pair->verdict == CHANGED) {
        json_bool(o, "same_body", has_same_body(pair));
        json_array(o, "reasons");
        for (int i = 0; i < n_reasons; i++)
            out_printf(o, "%s\"%s\"", i > 0 ? "," : "", reasons[i]);
        out_char(o, ']');
    }
    json_end(o);
}

static void patch_pair(struct differ *d, const struct pair *pair)
{
    const struct definition *a = pair->before, *b = pair->after;
    patch_put(&d->patcher, pair->name, a ? &a->symbol : NULL, a ? a->stream : BL_NONE,
              b ? &b->symbol : NULL, b ? b->stream : BL_NONE, d->stat);
}

/* Most change first; of what has no bytes, first what is not on both sides. */
static int compare_changes(const void *a, const void *b)
{
    const struct pair *s = a, *t = b;
    int order = bl_order((uint64_t)llabs(t->change), (uint64_t)llabs(s->change));
    if (order == 0)
        order = bl_order(t->verdict, s->verdict);
    if (order == 0)
        order = bl_view_compare(s->name, t->name);
    return order ? order
                 : bl_order((s->after ? s->after : s->before)->number,
                            (t->after ? t->after : t->before)->number);
}

static bool is_put(const struct differ *d, const struct pair *pair)
{
    return pair->verdict != SAME && (pair->verdict != SAYS_THE_SAME || d->context->all);
}

/* Into the order in which they are printed. */
static void sort_pairs(struct differ *d)
{
    struct pair *pairs = d->pairs.pairs;
    if (d->context->sort == BY_CHANGE && !d->context->json && !d->patch)
        array_sort(pairs, d->pairs.n_pairs, sizeof *pairs, compare_changes);
    if (d->context->reverse)
        array_reverse(pairs, d->pairs.n_pairs);
}

static void put_pairs(struct differ *d)
{
    bool is_patch = d->patch || d->stat;
    struct row_limit limit = limit_rows(d->context, is_patch ? UINT64_MAX : MOST_DEFINITIONS);
    for (uint32_t i = 0; i < d->pairs.n_pairs; i++) {
        const struct pair *pair = &d->pairs.pairs[i];
        if (!is_put(d, pair) || !take_row(&limit))
            continue;
        if (is_patch && pair->verdict != NOT_COMPARED)
            patch_pair(d, pair);
        else if (d->context->json)
            json_pair(d, pair);
        else
            put_pair(d, pair);
    }
    put_more_rows(d->context, &limit, "definition", "definitions");
}

/* ---- Files ---- */

/* What changed in a file, or a stream in one. */
struct file_row {
    const struct pair *pair; /* one of its own, for its path */
    uint64_t place, n_pairs, n_bytes;
    int64_t change;
};

static int by_place(const void *a, const void *b)
{
    return bl_order(((const struct file_row *)a)->place, ((const struct file_row *)b)->place);
}

/* Most bytes that were added, removed or changed first. */
static int by_file_bytes(const void *a, const void *b)
{
    const struct file_row *s = a, *t = b;
    int order = bl_order(t->n_bytes, s->n_bytes);
    return order ? order : bl_order(s->place, t->place);
}

static void put_file_row(struct differ *d, const struct file_row *row)
{
    struct out *o = &d->context->out;
    out_printf(o, "%13" PRIu64 " %+13" PRId64, row->n_pairs, row->change);
    put_stream_path(d, row->pair, "  ");
    out_char(o, '\n');
}

/* Those that changed most, if there are several. */
static void put_files(struct differ *d)
{
    struct file_row *rows =
        array_new(d->pairs.n_pairs, sizeof *rows); /* at first, one for each pair */
    uint32_t n = 0, n_rows = 0;
    for (uint32_t i = 0; i < d->pairs.n_pairs; i++) {
        const struct pair *pair = &d->pairs.pairs[i];
        if (is_put(d, pair))
            rows[n++] = (struct file_row){.pair = pair,
                                          .place = pair->place,
                                          .n_pairs = 1,
                                          .n_bytes = (uint64_t)llabs(pair->change),
                                          .change = pair->change};
    }
    array_sort(rows, n, sizeof *rows, by_place);
    for (uint32_t i = 0; i < n; i++) {
        if (n_rows == 0 || rows[n_rows - 1].place != rows[i].place) {
            rows[n_rows++] = rows[i];
            continue;
        }
        rows[n_rows - 1].n_pairs++;
        rows[n_rows - 1].n_bytes += rows[i].n_bytes;
        rows[n_rows - 1].change += rows[i].change;
    }
    if (n_rows > 1) {
        struct row_limit limit = limit_rows(d->context, MOST_FILES);
        array_sort(rows, n_rows, sizeof *rows, by_file_bytes);
        out_printf(&d->context->out, "%13s %13s  file\n", "definitions", "change");
        for (uint32_t i = 0; i < n_rows; i++)
            if (take_row(&limit))
                put_file_row(d, &rows[i]);
        put_more_rows(d->context, &limit, "file", "files");
    }
    free(rows);
}

/* ---- The rest ---- */

/* Whether the streams are the same, byte for byte, in whatever order. */
static bool has_same_streams(struct differ *d)
{
    uint32_t n[2];
    struct bl_hash *hashes[2];
    for (int i = 0; i < 2; i++)
        hashes[i] = diff_side_stream_hashes(&d->sides[i], &n[i]);
    bool same = n[0] == n[1] && memcmp(hashes[0], hashes[1], n[0] * sizeof **hashes) == 0;
    free(hashes[0]);
    free(hashes[1]);
    return same;
}

/* Bytes on one side: of the definitions that are compared, or of all streams. */
static uint64_t bytes_compared(const struct differ *d, int side)
{
    uint64_t bytes = 0;
    if (d->only.n == 0)
        return d->sides[side].n_bytes;
    for (uint32_t i = 0; i < d->pairs.n_pairs; i++) {
        const struct pair *pair = &d->pairs.pairs[i];
        bytes += bytes_of_definition(side == 0 ? pair->before : pair->after);
    }
    return bytes;
}

/* "2293 to 2019 bytes, -11.9 %" */
static void put_bytes(struct out *o, uint64_t before, uint64_t after)
{
    out_printf(o, "%" PRIu64 " to %" PRIu64 " bytes", before, after);
    if (before > 0)
        out_printf(o, ", %+.1f %%", ((double)after - (double)before) * 100 / (double)before);
    out_char(o, '\n');
}

/* EQUAL: what was compared is the same. ELSEWHERE: it is not, but nothing that is printed. */
static void put_sum(struct differ *d, bool equal, bool elsewhere)
{
    struct out *o = &d->context->out;
    const uint64_t *n_of = d->pairs.n_of;
    if (d->context->json) {
        json_begin(o, "sum");
        json_u64(o, "before_bytes", bytes_compared(d, 0));
        json_u64(o, "after_bytes", bytes_compared(d, 1));
        for (int i = SAME; i < N_VERDICTS; i++)
            json_u64(o, verdict_names[i], n_of[i]);
        json_bool(o, "equal", equal);
        json_bool(o, "elsewhere", elsewhere);
        json_end(o);
    } else if (!equal) {
        put_bytes(o, bytes_compared(d, 0), bytes_compared(d, 1));
        out_printf(o,
                   "%" PRIu64 " added, %" PRIu64 " removed, %" PRIu64 " changed, %" PRIu64
                   " renumbered, %" PRIu64 " the same",
                   n_of[ADDED], n_of[REMOVED], n_of[CHANGED], n_of[SAYS_THE_SAME], n_of[SAME]);
        if (n_of[NOT_COMPARED])
            out_printf(o, ", %" PRIu64 " not compared", n_of[NOT_COMPARED]);
        out_text(o, elsewhere ? "; the streams differ elsewhere\n" : "\n");
    }
}

/* Whether nothing that was asked for differs. */
static bool is_equal(struct differ *d)
{
    const uint64_t *n_of = d->pairs.n_of;
    if (d->only.n == 0)
        return has_same_streams(d);
    return d->pairs.n_pairs > 0 && n_of[SAME] + n_of[SAYS_THE_SAME] == d->pairs.n_pairs;
}

static void compare(struct differ *d, char *operands[2])
{
    bool both = true;
    for (int i = 0; i < 2; i++)
        both &= diff_side_open(&d->sides[i], d->context, operands[i], d->stat);
    if (!both)
        return;
    d->pairs.sides = d->sides;
    pairs_find(&d->pairs, &d->only);
    name_patterns_report(&d->only, d->context, "no definition matches");
    if (d->only.n == 0)
        sizes_find(&d->sizes, d->sides);
    bool equal = is_equal(d), is_patch = d->patch || d->stat;
    bool elsewhere = d->only.n == 0 && !equal && !sizes_differ(&d->sizes) &&
                     d->pairs.n_of[SAME] == d->pairs.n_pairs;
    d->differ = !equal;
    if (!is_patch && !d->context->json) {
        put_sum(d, equal, elsewhere);
        put_files(d);
    }
    sort_pairs(d);
    d->patcher = (struct patcher){.context = d->context,
                                  .queries = {&d->sides[0].query, &d->sides[1].query}};
    put_pairs(d);
    patcher_close(&d->patcher);
    if (d->stat)
        patch_put_sum(&d->patcher);
    if (!d->patch)
        sizes_put(&d->sizes, d->context, d->stat);
    if (!is_patch && d->context->json)
        put_sum(d, equal, elsewhere);
}

bool cmd_diff(struct context *c)
{
    struct differ d = {.context = c};
    const char *argument;
    for (int option; (option = next_option(c, &argument)) >= 0;) {
        d.patch |= option == OPT_PATCH;
        d.stat |= option == OPT_STAT;
        if (option == OPT_ONLY)
            name_patterns_add(&d.only, c, argument);
    }
    if (c->n_operands != 2)
        usage_error(c->command, "two paths are compared");
    compare(&d, c->operands);
    diff_side_close(&d.sides[0]);
    diff_side_close(&d.sides[1]);
    pairs_release(&d.pairs);
    sizes_release(&d.sizes);
    name_patterns_release(&d.only);
    return !d.differ;
}
