/* cmd/analysis/patch.c - how a definition differs, as a unified diff of LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/patch.h"

#include "base/array.h"
#include "base/text.h"

#include <stdlib.h>

enum {
    CONTEXT_LINES = 3,
    MOST_MARKS = 50 /* in a line that counts */
};

/* ---- Texts ---- */

static struct bl_printer *printer_for(struct patcher *p, int side, uint32_t module, uint32_t stream)
{
    struct bl_error err;
    struct bl_query_module *m = &p->modules[side];
    if (p->printers[side] && p->printed_modules[side] == module)
        return p->printers[side];
    if (!p->failed_modules[side])
        p->failed_modules[side] =
            array_new(bl_catalog_get_counts(p->queries[side]->catalog).n_modules, sizeof(bool));
    if (p->failed_modules[side][module])
        return NULL;
    bl_printer_close(p->printers[side]);
    p->printers[side] = NULL;
    int status = bl_query_module_open(m, p->queries[side]->catalog, module, &err);
    if (status >= 0)
        status = bl_printer_open(&p->printers[side], m->module, NULL, &err);
    p->failed_modules[side][module] = out_need(status) < 0;
    if (status < 0)
        query_report(p->queries[side], stream, &err);
    p->printed_modules[side] = module;
    return p->printers[side];
}

static void print_side(struct patcher *p, int side, const struct bl_catalog_symbol *symbol,
                       uint32_t stream, struct text *text)
{
    struct bl_error err;
    struct bl_printer *printer = symbol ? printer_for(p, side, symbol->module, stream) : NULL;
    if (printer &&
        out_need(bl_printer_print_global(printer, symbol->value, text_put, text, &err)) < 0)
        query_report(p->queries[side], stream, &err);
}

/* ---- Unified diffs ---- */

struct diff {
    struct out *out;
    struct bl_lines before, after;
    bool is_whole; /* false: they differ too much for their lines to be matched */
};

static void put_patch_line(struct out *o, char mark, struct bl_view text)
{
    out_colour(o, mark == '-' ? COLOUR_BAD : mark == '+' ? COLOUR_STRING : COLOUR_DIM);
    out_char(o, mark);
    bl_visible_print(text, out_put, o);
    out_plain(o);
    out_char(o, '\n');
}

/* A place in both texts: next lines. */
struct place {
    uint32_t before, after;
};

static bool is_over(const struct diff *d, struct place at)
{
    return at.before == d->before.n && at.after == d->after.n;
}

/* Whether the next line is the same in both. */
static bool is_same(const struct diff *d, struct place at)
{
    return at.before < d->before.n && at.after < d->after.n &&
           d->before.lines[at.before].other == at.after;
}

/* One step on; what it goes over: ' ', '-' or '+'. */
static char step_line(const struct diff *d, struct place *at)
{
    if (is_same(d, *at)) {
        at->before++;
        at->after++;
        return ' ';
    }
    if (at->before < d->before.n && d->before.lines[at->before].other == BL_NONE) {
        at->before++;
        return '-';
    }
    at->after++;
    return '+';
}

/* After a change at AT: where the hunk ends, a few lines after the last change that is near. */
static struct place end_of_hunk(const struct diff *d, struct place at)
{
    struct place end = at;
    uint32_t n_same = 0;
    while (!is_over(d, at) && n_same < 2 * CONTEXT_LINES) {
        n_same = step_line(d, &at) == ' ' ? n_same + 1 : 0;
        if (n_same <= CONTEXT_LINES)
            end = at;
    }
    return end;
}

static void put_range(struct out *o, char mark, uint32_t first, uint32_t end)
{
    uint32_t n = end - first;
    out_char(o, mark);
    out_u64(o, n ? first + 1ULL : first);
    if (n != 1) {
        out_char(o, ',');
        out_u64(o, n);
    }
}

static void put_hunk(const struct diff *d, struct place at, struct place end)
{
    struct out *o = d->out;
    out_colour(o, COLOUR_POSITION);
    out_text(o, "@@ ");
    put_range(o, '-', at.before, end.before);
    out_char(o, ' ');
    put_range(o, '+', at.after, end.after);
    out_text(o, " @@");
    out_plain(o);
    out_char(o, '\n');
    while (at.before < end.before || at.after < end.after) {
        struct place from = at;
        char mark = step_line(d, &at);
        put_patch_line(o, mark,
                       mark == '-' ? d->before.lines[from.before].text
                                   : d->after.lines[from.after].text);
    }
}

static void put_hunks(const struct diff *d)
{
    struct place at = {0, 0}, end = {0, 0};
    while (!is_over(d, at)) {
        if (is_same(d, at)) {
            (void)step_line(d, &at);
            continue;
        }
        uint32_t n =
            at.before - end.before < CONTEXT_LINES ? at.before - end.before : CONTEXT_LINES;
        struct place begin = {at.before - n, at.after - n};
        end = end_of_hunk(d, at);
        put_hunk(d, begin, end);
        at = end;
    }
}

/* ---- Counts ---- */

static uint32_t count_changed(const struct bl_lines *lines)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < lines->n; i++)
        n += lines->lines[i].other == BL_NONE;
    return n;
}

/* " @name | 12 +++---" */
static void put_changed_count(const struct diff *d, struct bl_view name, uint64_t inserted,
                              uint64_t deleted)
{
    struct out *o = d->out;
    uint64_t all = inserted + deleted;
    uint64_t plus = all > MOST_MARKS ? (inserted * MOST_MARKS + all - 1) / all : inserted;
    uint64_t minus = all > MOST_MARKS ? MOST_MARKS - plus : deleted;
    out_text(o, " @");
    out_colour(o, COLOUR_NAME);
    bl_name_print(name, out_put, o);
    out_plain(o);
    out_text(o, " | ");
    out_u64(o, all);
    out_char(o, ' ');
    out_colour(o, COLOUR_STRING);
    out_fill(o, '+', (size_t)plus);
    out_colour(o, COLOUR_BAD);
    out_fill(o, '-', (size_t)minus);
    out_plain(o);
    out_text(o, d->is_whole ? "" : " at most");
    out_char(o, '\n');
}

static void put_head(struct out *o, const char *mark, struct bl_view name, bool is_there)
{
    out_text(o, mark);
    if (is_there) {
        out_char(o, '@');
        bl_name_print(name, out_put, o);
    } else {
        out_text(o, "/dev/null");
    }
    out_char(o, '\n');
}

static void put_json_patch(struct out *o, const struct diff *d, struct bl_view name,
                           uint32_t inserted, uint32_t deleted)
{
    struct text text = {0};
    struct place at = {0, 0};
    while (!is_over(d, at)) {
        struct place from = at;
        char mark = step_line(d, &at);
        struct bl_view line =
            mark == '-' ? d->before.lines[from.before].text : d->after.lines[from.after].text;
        text_put(&text, &mark, 1);
        text_put(&text, (const char *)line.data, line.size);
        text_put(&text, "\n", 1);
    }
    json_begin(o, "patch");
    json_view(o, "name", name);
    json_u64(o, "insertions", inserted);
    json_u64(o, "deletions", deleted);
    json_bool(o, "whole", d->is_whole);
    json_take_text(o, "text", &text);
    json_end(o);
    free(text.data);
}

void patch_put(struct patcher *p, struct bl_view name, const struct bl_catalog_symbol *before,
               uint32_t stream_before, const struct bl_catalog_symbol *after, uint32_t stream_after,
               bool only_count)
{
    struct diff d = {.out = &p->context->out};
    struct text texts[2] = {{0}, {0}};
    print_side(p, 0, before, stream_before, &texts[0]);
    print_side(p, 1, after, stream_after, &texts[1]);
    out_need(bl_lines_split(&d.before, text_view(&texts[0])));
    out_need(bl_lines_split(&d.after, text_view(&texts[1])));
    d.is_whole = out_need(bl_lines_match(&d.before, &d.after, &p->n_compared)) > 0;
    uint32_t deleted = count_changed(&d.before), inserted = count_changed(&d.after);
    if (inserted + deleted > 0) {
        p->n_changed++;
        p->n_inserted += inserted;
        p->n_deleted += deleted;
        if (p->context->json) {
            put_json_patch(d.out, &d, name, inserted, deleted);
        } else if (only_count) {
            put_changed_count(&d, name, inserted, deleted);
        } else {
            put_head(d.out, "--- ", name, before != NULL);
            put_head(d.out, "+++ ", name, after != NULL);
            if (!d.is_whole)
                out_text(d.out, "\\ Too many changes: only lines at both ends are matched\n");
            put_hunks(&d);
        }
    }
    bl_lines_release(&d.before);
    bl_lines_release(&d.after);
    free(texts[0].data);
    free(texts[1].data);
}

void patch_put_sum(struct patcher *p)
{
    struct out *o = &p->context->out;
    if (p->context->json || p->n_changed == 0)
        return;
    out_char(o, ' ');
    out_count(o, p->n_changed, "definition changed", "definitions changed");
    out_text(o, ", ");
    out_count(o, p->n_inserted, "insertion(+)", "insertions(+)");
    out_text(o, ", ");
    out_count(o, p->n_deleted, "deletion(-)", "deletions(-)");
    out_char(o, '\n');
}

void patcher_close(struct patcher *p)
{
    for (int side = 0; side < 2; side++) {
        bl_printer_close(p->printers[side]);
        bl_query_module_close(&p->modules[side]);
        free(p->failed_modules[side]);
    }
}
