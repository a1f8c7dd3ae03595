/* cmd/diff/pairs.c - which definitions of two sides belong together, and whether they say the same
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "diff/pairs.h"

#include "base/array.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

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
static void match(struct pairs *p, const struct run *before, const struct run *after,
                  compare_fn *compare)
{
    uint32_t n = sort_left(before, p->sorted, compare);
    uint32_t end = n + sort_left(after, p->sorted + n, compare);
    for (uint32_t i = 0, k = n; i < n && k < end;) {
        int order = compare(p->sorted[i], p->sorted[k]);
        if (order == 0) {
            p->sorted[i]->other = p->sorted[k];
            p->sorted[k]->other = p->sorted[i];
        }
        i += order <= 0;
        k += order >= 0;
    }
}

uint64_t bytes_of_definition(const struct definition *definition)
{
    return definition && definition->n_words ? bl_block_bytes(definition->n_words) : 0;
}

static void add_pair(struct pairs *p, struct definition *before, struct definition *after,
                     struct bl_view name)
{
    struct pair pair = {.before = before, .after = after, .name = name};
    pair.place = (after ? after : before)->place;
    pair.change = (int64_t)(bytes_of_definition(after) - bytes_of_definition(before));
    array_add(&p->pairs, &p->n_pairs, &p->cap_pairs, pair);
}

static void pair_runs(struct pairs *p, struct run before, struct run after, struct bl_view name)
{
    bool is_simple = before.end - before.at + after.end - after.at <= 2;
    if (!is_simple) {
        match(p, &before, &after, compare_places);
        match(p, &before, &after, compare_streams);
        match(p, &before, &after, compare_bytes);
    }
    match(p, &before, &after, compare_kinds);
    for (uint32_t i = after.at; i < after.end; i++) {
        struct definition *definition = definition_at(&after, i);
        add_pair(p, definition->other, definition, name);
    }
    for (uint32_t i = before.at; i < before.end; i++)
        if (!definition_at(&before, i)->other)
            add_pair(p, definition_at(&before, i), NULL, name);
}

static void pair_all(struct pairs *p, struct name_patterns *only)
{
    struct run before = {&p->sides[0], 0, 0};
    struct run after = {&p->sides[1], 0, 0};
    struct bl_view name, other;
    p->sorted = array_new((size_t)before.side->n_definitions + after.side->n_definitions,
                          sizeof(struct definition *));
    for (;;) {
        bool has_before = next_name(&before, &name);
        if (next_name(&after, &other) && (!has_before || bl_view_compare(other, name) < 0))
            name = other;
        else if (!has_before)
            break;
        before = next_run(before, name);
        after = next_run(after, name);
        if (name_patterns_match(only, p->sides[0].query.context, name))
            pair_runs(p, before, after, name);
    }
    free(p->sorted);
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

static enum verdict judge(const struct pairs *p, const struct pair *pair)
{
    const struct definition *a = pair->before;
    const struct definition *b = pair->after;
    if (!b)
        return p->sides[0].may_be_there[a->stream] ? NOT_COMPARED : REMOVED;
    if (!a)
        return p->sides[1].may_be_there[b->stream] ? NOT_COMPARED : ADDED;
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

bool has_same_body(const struct pair *pair)
{
    return pair->verdict == CHANGED && pair->before->has_content && pair->after->has_content &&
           pair->after->symbol.function != BL_NONE && says_same_body(pair->before, pair->after);
}

int reasons_of(const struct pair *pair, const char *reasons[MOST_REASONS])
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

/* ---- All of it ---- */

void pairs_find(struct pairs *p, struct name_patterns *only)
{
    diff_side_look_across(&p->sides[0], &p->sides[1]);
    diff_side_look_across(&p->sides[1], &p->sides[0]);
    pair_all(p, only);
    read_contents(&p->sides[0]);
    read_contents(&p->sides[1]);
    for (uint32_t i = 0; i < p->n_pairs; i++) {
        p->pairs[i].verdict = judge(p, &p->pairs[i]);
        p->n_of[p->pairs[i].verdict]++;
    }
}

void pairs_release(struct pairs *p)
{
    free(p->pairs);
}
