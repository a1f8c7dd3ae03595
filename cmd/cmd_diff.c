/* cmd_diff.c - what differs between two files, archives or trees
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Functions and other global values are paired by name and, where there are several of a name, by
 * the path of their stream below what is compared, then by the stream's bytes, then by their own.
 * What they say decides whether they are the same: numbers of types and values are the module's
 * own, so bodies of equal bytes may differ, and bodies of different bytes may not.
 */
#include "analysis/diff_side.h"
#include "analysis/patch.h"
#include "base/array.h"
#include "base/name_sort.h"
#include "base/text.h"
#include "commands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_SORT,
    OPT_PATCH,
    OPT_STAT
};

enum sort {
    BY_CHANGE, /* of bytes, most first */
    BY_NAME
};

const struct option_spec diff_options[] = {
    [OPT_SORT] = {"sort", 's', "change|name", "most bytes of change first, or by name"},
    [OPT_PATCH] = {"patch", 'p', NULL, "show what changed, as unified diffs of LLVM assembly"},
    [OPT_STAT] = {"stat", 0, NULL, "count the lines that changed"},
    {NULL, 0, NULL, NULL},
};

/* Rows of each kind, if no option says how many. */
enum {
    MOST_FILES = 5,
    MOST_DEFINITIONS = 15,
    MOST_BLOCKS = 8
};

enum verdict {
    SAME,
    SAYS_THE_SAME,
    CHANGED,
    ADDED,
    REMOVED,
    NOT_COMPARED /* what one of them says, or whether it is there, could not be read */
};
#define N_VERDICTS (NOT_COMPARED + 1)

struct pair {
    struct definition *before, *after; /* NULL: not there */
    struct bl_view name;
    uint64_t place; /* a hash of where its stream is */
    int64_t change; /* of bytes of its body */
    enum verdict verdict;
};

/* Bits of a kind of block on both sides. */
struct block_row {
    char *name;
    uint64_t before, after;
};

struct differ {
    struct context *context;
    bool patch, stat;
    struct diff_side sides[2];
    struct patcher patcher;
    struct pair *pairs;
    uint32_t n_pairs, cap_pairs;
    struct definition **sorted; /* for match(): room for all */
    uint64_t n_of[N_VERDICTS];
    struct block_row *rows; /* that differ */
    uint32_t n_rows, cap_rows;
    bool differ;
};

/* ---- Pairing ---- */

/* Definitions of one name on one side, in order of names. */
struct run {
    struct diff_side *side;
    uint32_t at, end;
};

/* The name after RUN. False: there is none. */
static bool next_name(const struct run *run, struct bl_view *name)
{
    bool has_next = run->end < run->side->n_definitions;
    if (has_next)
        *name = run->side->names[run->end].name;
    return has_next;
}

/* Those of NAME, which may be none, after RUN. */
static struct run next_run(struct run run, struct bl_view name)
{
    struct bl_view next;
    run.at = run.end;
    while (next_name(&run, &next) && bl_view_compare(next, name) == 0)
        run.end++;
    return run;
}

static struct definition *definition_at(const struct run *run, uint32_t i)
{
    return &run->side->definitions[run->side->names[i].number];
}

/* The order of two definitions; 0: they belong together. */
typedef int compare_fn(const struct definition *s, const struct definition *t);

static int compare_kinds(const struct definition *s, const struct definition *t)
{
    return bl_order(s->symbol.kind, t->symbol.kind);
}

static int compare_places(const struct definition *s, const struct definition *t)
{
    int order = compare_kinds(s, t);
    return order ? order : bl_order(s->place, t->place);
}

/* Those of the same place in streams that are the same. */
static int compare_streams(const struct definition *s, const struct definition *t)
{
    int order = compare_kinds(s, t);
    order = order ? order : compare_hashes(&s->stream_hash, &t->stream_hash);
    return order ? order : bl_order(s->symbol.bit_pos, t->symbol.bit_pos);
}

static int compare_bytes(const struct definition *s, const struct definition *t)
{
    int order = compare_kinds(s, t);
    return order ? order : compare_hashes(&s->hash, &t->hash);
}

/* By a compare_fn *, *CONTEXT. */
static int by_compared(const void *a, const void *b, void *data)
{
    compare_fn *const *compare = data;
    const struct definition *s = *(struct definition *const *)a;
    const struct definition *t = *(struct definition *const *)b;
    int order = (*compare)(s, t);
    return order ? order : bl_order(s->number, t->number);
}

/* The definitions of RUN that have no partner yet into SORTED, by COMPARE. How many. */
static uint32_t sort_left(const struct run *run, struct definition **sorted, compare_fn *compare)
{
    uint32_t n = 0;
    for (uint32_t i = run->at; i < run->end; i++)
        if (!definition_at(run, i)->other)
            sorted[n++] = definition_at(run, i);
    if (n > 1)
        qsort_r(sorted, n, sizeof(struct definition *), by_compared, &compare);
    return n;
}

/* Pair those that have no partner yet and that COMPARE finds equal. */
static void match(struct differ *d, const struct run *before, const struct run *after,
                  compare_fn *compare)
{
    uint32_t n = sort_left(before, d->sorted, compare);
    uint32_t end = n + sort_left(after, d->sorted + n, compare);
    for (uint32_t i = 0, k = n; i < n && k < end;) {
        int order = compare(d->sorted[i], d->sorted[k]);
        if (order == 0) {
            d->sorted[i]->other = d->sorted[k];
            d->sorted[k]->other = d->sorted[i];
        }
        i += order <= 0;
        k += order >= 0;
    }
}

static uint64_t bytes_of(const struct definition *definition)
{
    return definition && definition->n_words ? bl_block_bytes(definition->n_words) : 0;
}

static void add_pair(struct differ *d, struct definition *before, struct definition *after,
                     struct bl_view name)
{
    struct pair pair = {.before = before, .after = after, .name = name};
    pair.place = (after ? after : before)->place;
    pair.change = (int64_t)(bytes_of(after) - bytes_of(before));
    array_add(&d->pairs, &d->n_pairs, &d->cap_pairs, pair);
}

static void pair_runs(struct differ *d, struct run before, struct run after, struct bl_view name)
{
    bool is_simple = before.end - before.at + after.end - after.at <= 2;
    if (!is_simple) {
        match(d, &before, &after, compare_places);
        match(d, &before, &after, compare_streams);
        match(d, &before, &after, compare_bytes);
    }
    match(d, &before, &after, compare_kinds);
    for (uint32_t i = after.at; i < after.end; i++) {
        struct definition *definition = definition_at(&after, i);
        add_pair(d, definition->other, definition, name);
    }
    for (uint32_t i = before.at; i < before.end; i++)
        if (!definition_at(&before, i)->other)
            add_pair(d, definition_at(&before, i), NULL, name);
}

static void pair_all(struct differ *d)
{
    struct run before = {&d->sides[0], 0, 0};
    struct run after = {&d->sides[1], 0, 0};
    struct bl_view name, other;
    d->sorted = array_new((size_t)before.side->n_definitions + after.side->n_definitions,
                          sizeof(struct definition *));
    for (;;) {
        bool has_before = next_name(&before, &name);
        if (next_name(&after, &other) && (!has_before || bl_view_compare(other, name) < 0))
            name = other;
        else if (!has_before)
            break;
        before = next_run(before, name);
        after = next_run(after, name);
        pair_runs(d, before, after, name);
    }
    free(d->sorted);
}

/* ---- Comparing ---- */

/* Whether both are the same place of the same stream: then they need not be read. */
static bool is_same_place(const struct definition *a, const struct definition *b)
{
    return a->symbol.bit_pos == b->symbol.bit_pos && a->symbol.flags == b->symbol.flags &&
           a->symbol.visibility == b->symbol.visibility &&
           is_same_hash(&a->stream_hash, &b->stream_hash);
}

/* Read the contents of SIDE's halves of the pairs that may differ. */
static void read_contents(struct diff_side *side)
{
    struct bl_definition *definitions = NULL;
    uint32_t n = 0, cap = 0;
    for (uint32_t i = 0; i < side->n_definitions; i++) {
        struct definition *s = &side->definitions[i];
        bool has_body = s->symbol.function != BL_NONE;
        if (s->other && !is_same_place(s, s->other))
            array_add(
                &definitions, &n, &cap,
                (struct bl_definition){
                    .symbol = s->number,
                    .module = s->symbol.module,
                    .n_words = s->n_words,
                    .wanted = (uint8_t)(BL_DEFINITION_STATED | (has_body ? BL_DEFINITION_BODY : 0)),
                    .bytes = s->stream_hash.low,
                    .body_bytes = s->hash.low,
                    .data = s});
    }
    query_read_definitions(&side->query, definitions, n);
    for (uint32_t i = 0; i < n; i++) {
        struct definition *s = definitions[i].data;
        s->content = definitions[i].content;
        s->has_content = definitions[i].is_read;
    }
    free(definitions);
}

/* Whether both have the same body, with the attributes of its calls, or none. */
static bool says_same_body(const struct definition *a, const struct definition *b)
{
    return a->content.parts[BL_CONTENT_BODY] == b->content.parts[BL_CONTENT_BODY] &&
           a->content.parts[BL_CONTENT_CALLS] == b->content.parts[BL_CONTENT_CALLS];
}

static enum verdict judge(const struct differ *d, const struct pair *pair)
{
    const struct definition *a = pair->before;
    const struct definition *b = pair->after;
    if (!b)
        return d->sides[0].may_be_there[a->stream] ? NOT_COMPARED : REMOVED;
    if (!a)
        return d->sides[1].may_be_there[b->stream] ? NOT_COMPARED : ADDED;
    if (is_same_place(a, b))
        return SAME;
    if (a->symbol.flags != b->symbol.flags || a->symbol.visibility != b->symbol.visibility)
        return CHANGED;
    if (!a->has_content || !b->has_content)
        return NOT_COMPARED;
    if (memcmp(a->content.parts, b->content.parts, sizeof a->content.parts) != 0)
        return CHANGED;
    return a->symbol.function == BL_NONE || is_same_hash(&a->hash, &b->hash) ? SAME : SAYS_THE_SAME;
}

/* ---- Output ---- */

static const char *const verdict_names[] = {"same",  "renumbered", "changed",
                                            "added", "removed",    "not_compared"};

/* Whether a function changed, but not its body. */
static bool has_same_body(const struct pair *pair)
{
    return pair->verdict == CHANGED && pair->before->has_content && pair->after->has_content &&
           pair->after->symbol.function != BL_NONE && says_same_body(pair->before, pair->after);
}

enum {
    MOST_REASONS = BL_CONTENT_STATED + 1
};

/* How many words there are for what changed; nothing is known of what only one side has. */
static int reasons_of(const struct pair *pair, const char *reasons[MOST_REASONS])
{
    static const char *const words[BL_CONTENT_STATED] = {"linkage", "attributes", "type", "value"};
    const struct definition *a = pair->before, *b = pair->after;
    int n = 0;
    if (!a || !b || pair->verdict == SAME || pair->verdict == NOT_COMPARED)
        return 0;
    if (pair->verdict == SAYS_THE_SAME) {
        reasons[0] = "numbers";
        return 1;
    }
    bool are_compared = a->has_content && b->has_content;
    if (are_compared && !says_same_body(a, b))
        reasons[n++] = "body";
    for (int i = 0; i < BL_CONTENT_STATED; i++) {
        bool differs = are_compared && a->content.parts[i] != b->content.parts[i];
        differs |= i == BL_CONTENT_LINKAGE && (a->symbol.flags != b->symbol.flags ||
                                               a->symbol.visibility != b->symbol.visibility);
        if (differs)
            reasons[n++] = words[i];
    }
    return n;
}

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
    static const char marks[] = "==!+-?";
    struct out *o = &d->context->out;
    const struct definition *definition = pair->after ? pair->after : pair->before;
    uint64_t before = bytes_of(pair->before);
    uint64_t after = bytes_of(pair->after);
    const char *reasons[MOST_REASONS];
    int n_reasons = reasons_of(pair, reasons);
    out_printf(o, "%c %s ", marks[pair->verdict], global_kind_name(definition->symbol.kind));
    out_colour(o, COLOUR_NAME);
    bl_name_print(pair->name, out_put, o);
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
    for (int i = 0; i < 2; i++) {
        const struct definition *there = i ? pair->after : pair->before;
        if (!there)
            continue;
        json_key(o, i ? "after" : "before");
        out_printf(o, "{\"bit_pos\":%" PRIu64, there->symbol.bit_pos);
        json_u64_or_null(o, "bytes", bytes_of(there), there->symbol.function != BL_NONE);
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

static void judge_pairs(struct differ *d)
{
    for (uint32_t i = 0; i < d->n_pairs; i++) {
        d->pairs[i].verdict = judge(d, &d->pairs[i]);
        d->n_of[d->pairs[i].verdict]++;
    }
}

/* Into the order in which they are printed. */
static void sort_pairs(struct differ *d)
{
    struct pair *pairs = d->pairs;
    if (d->context->sort == BY_CHANGE && !d->context->json && !d->patch)
        array_sort(pairs, d->n_pairs, sizeof *pairs, compare_changes);
    if (d->context->reverse)
        array_reverse(pairs, d->n_pairs);
}

static void put_pairs(struct differ *d)
{
    bool is_patch = d->patch || d->stat;
    struct row_limit limit = limit_rows(d->context, is_patch ? UINT64_MAX : MOST_DEFINITIONS);
    for (uint32_t i = 0; i < d->n_pairs; i++) {
        const struct pair *pair = &d->pairs[i];
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
    struct file_row *rows = array_new(d->n_pairs, sizeof *rows); /* at first, one for each pair */
    uint32_t n = 0, n_rows = 0;
    for (uint32_t i = 0; i < d->n_pairs; i++) {
        const struct pair *pair = &d->pairs[i];
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

/* In the order of bl_stats_get_block(). */
static bool is_block_before(const struct bl_stats_block *a, const struct bl_stats_block *b)
{
    return a->kind != b->kind ? a->kind < b->kind : a->block_id < b->block_id;
}

/* SIDE's block of the same kind as BLOCK, of the other one; zeroes: there is none. */
static struct bl_stats_block find_block(struct diff_side *side, const struct bl_stats_block *block)
{
    uint32_t low = 0;
    for (uint32_t high = bl_stats_n_blocks(side->stats); low < high;) {
        uint32_t middle = low + (high - low) / 2;
        struct bl_stats_block found = bl_stats_get_block(side->stats, middle);
        if (is_block_before(&found, block))
            low = middle + 1;
        else if (is_block_before(block, &found))
            high = middle;
        else
            return found;
    }
    return (struct bl_stats_block){.n = 0};
}

/* A row, if its bits are not as many on both sides. NAME is malloc'ed, and taken. */
static void add_row(struct differ *d, char *name, uint64_t before, uint64_t after)
{
    if (before == after) {
        free(name);
        return;
    }
    d->differ = true;
    array_add(&d->rows, &d->n_rows, &d->cap_rows,
              (struct block_row){.name = name, .before = before, .after = after});
}

static uint64_t bits_of_change(const struct block_row *row)
{
    return row->before < row->after ? row->after - row->before : row->before - row->after;
}

static int compare_rows(const void *a, const void *b)
{
    const struct block_row *s = a, *t = b;
    int order = bl_order(bits_of_change(t), bits_of_change(s));
    return order ? order : strcmp(s->name, t->name);
}

static void json_row(struct out *o, const struct block_row *row)
{
    json_begin(o, "block");
    json_text(o, "name", row->name);
    json_u64(o, "before_bits", row->before);
    json_u64(o, "after_bits", row->after);
    json_end(o);
}

/* Most change first; JSON has them in the order of their ids. */
static void put_rows(struct differ *d)
{
    struct out *o = &d->context->out;
    struct row_limit limit = limit_rows(d->context, MOST_BLOCKS);
    if (!d->context->json) {
        array_sort(d->rows, d->n_rows, sizeof *d->rows, compare_rows);
        if (d->n_rows > 0)
            out_printf(o, "%13s %13s %13s  block\n", "bytes before", "after  ", "change  ");
    }
    for (uint32_t i = 0; i < d->n_rows; i++) {
        const struct block_row *row = &d->rows[i];
        if (!take_row(&limit))
            continue;
        if (d->context->json) {
            json_row(o, row);
            continue;
        }
        out_bits_wide(o, row->before, 13);
        out_char(o, ' ');
        out_bits_wide(o, row->after, 13);
        out_printf(o, row->after % 8 == row->before % 8 ? " %+11.0f    %s\n" : " %+13.1f  %s\n",
                   ((double)row->after - (double)row->before) / 8, row->name);
    }
    put_more_rows(d->context, &limit, "kind of blocks", "kinds of blocks");
}

static void add_block(struct differ *d, const struct bl_stats_block *label, uint64_t before,
                      uint64_t after)
{
    struct text name = {0};
    bl_block_label_print(label->kind, label->name, label->parent_id, label->block_id, text_put,
                         &name);
    text_put(&name, "", 1);
    add_row(d, name.data, before, after);
}

/* The bits of blocks on both sides. What damage hides may belong to any. */
static void find_rows(struct differ *d)
{
    uint64_t unread[2] = {0};
    uint64_t outside[2];
    for (int side = 0; side < 2; side++) {
        uint32_t n = bl_stats_n_blocks(d->sides[side].stats);
        outside[side] = d->sides[side].n_bytes * 8;
        for (uint32_t i = 0; i < n; i++) {
            struct bl_stats_block own = bl_stats_get_block(d->sides[side].stats, i);
            struct bl_stats_block other = find_block(&d->sides[!side], &own);
            uint64_t own_bits = own.bits - own.unread_bits;
            uint64_t other_bits = other.bits - other.unread_bits;
            outside[side] -= own.bits;
            unread[side] += own.unread_bits;
            if (side == 0)
                add_block(d, &own, own_bits, other_bits);
            else if (other.n == 0)
                add_block(d, &own, other_bits, own_bits);
        }
    }
    add_row(d, string_printf("what could not be read"), unread[0], unread[1]);
    add_row(d, string_printf("outside of blocks"), outside[0], outside[1]);
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

/* ELSEWHERE: the streams differ, but in nothing that was printed. */
static void put_sum(struct differ *d, bool same_streams, bool elsewhere)
{
    struct out *o = &d->context->out;
    if (d->context->json) {
        json_begin(o, "sum");
        for (int i = SAME; i < N_VERDICTS; i++)
            json_u64(o, verdict_names[i], d->n_of[i]);
        json_bool(o, "equal", same_streams);
        json_bool(o, "elsewhere", elsewhere);
        json_end(o);
    } else if (!same_streams) {
        out_printf(o,
                   "%" PRIu64 " added, %" PRIu64 " removed, %" PRIu64 " changed, %" PRIu64
                   " renumbered, %" PRIu64 " the same",
                   d->n_of[ADDED], d->n_of[REMOVED], d->n_of[CHANGED], d->n_of[SAYS_THE_SAME],
                   d->n_of[SAME]);
        if (d->n_of[NOT_COMPARED])
            out_printf(o, ", %" PRIu64 " not compared", d->n_of[NOT_COMPARED]);
        out_text(o, elsewhere ? "; the streams differ elsewhere\n" : "\n");
    }
}

static void compare(struct differ *d, char *operands[2])
{
    bool both = true;
    for (int i = 0; i < 2; i++)
        both &= diff_side_open(&d->sides[i], d->context, operands[i]);
    if (!both)
        return;
    bool same_streams = has_same_streams(d);
    diff_side_look_across(&d->sides[0], &d->sides[1]);
    diff_side_look_across(&d->sides[1], &d->sides[0]);
    pair_all(d);
    read_contents(&d->sides[0]);
    read_contents(&d->sides[1]);
    d->patcher = (struct patcher){.context = d->context,
                                  .queries = {&d->sides[0].query, &d->sides[1].query}};
    judge_pairs(d);
    find_rows(d);
    bool is_patch = d->patch || d->stat;
    bool elsewhere = !same_streams && !d->differ && d->n_of[SAME] == d->n_pairs;
    if (!is_patch && !d->context->json) {
        put_sum(d, same_streams, elsewhere);
        put_files(d);
    }
    sort_pairs(d);
    put_pairs(d);
    patcher_close(&d->patcher);
    if (d->stat)
        patch_put_sum(&d->patcher);
    if (!is_patch)
        put_rows(d);
    if (!is_patch && d->context->json)
        put_sum(d, same_streams, elsewhere);
    d->differ = !same_streams;
}

bool cmd_diff(struct context *c)
{
    struct differ d = {.context = c};
    for (int option; (option = next_option(c, NULL)) >= 0;) {
        d.patch |= option == OPT_PATCH;
        d.stat |= option == OPT_STAT;
    }
    if (c->n_operands != 2)
        usage_error(c->command, "two paths are compared");
    compare(&d, c->operands);
    diff_side_close(&d.sides[0]);
    diff_side_close(&d.sides[1]);
    free(d.pairs);
    for (uint32_t i = 0; i < d.n_rows; i++)
        free(d.rows[i].name);
    free(d.rows);
    return !d.differ;
}
