/* cmd/diff/patch.c - how a definition differs, as a unified diff of LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "diff/patch.h"

#include "base/array.h"
#include "base/text.h"
#include "diff/attribute_changes.h"

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

static enum colour colour_of(char mark)
{
    return mark == '-' ? COLOUR_BAD : mark == '+' ? COLOUR_STRING : COLOUR_DIM;
}

/* A place in both texts: next lines. */
struct place {
    uint32_t before, after;
};

struct diff {
    struct out *out;
    struct bl_view name;
    struct bl_lines before, after;
    struct attribute_words attributes[2]; /* of functions; they are in no line */
    bool is_whole;                  /* false: they differ too much for their lines to be matched */
    uint64_t n_deleted, n_inserted; /* lines and attributes */
};

/* The line that a step of MARK from AT goes over, with the numbers of the text after. */
static void put_line(const struct diff *d, struct place at, char mark, bl_put_fn *put,
                     void *context)
{
    if (mark == '-')
        bl_line_print(&d->before, d->before.lines[at.before].text, put, context);
    else
        put(context, (const char *)d->after.lines[at.after].text.data,
            d->after.lines[at.after].text.size);
}

static void put_patch_line(const struct diff *d, struct place at, char mark)
{
    struct text line = {0};
    put_line(d, at, mark, text_put, &line);
    out_colour(d->out, colour_of(mark));
    out_char(d->out, mark);
    bl_visible_print(text_view(&line), out_put, d->out);
    out_plain(d->out);
    out_char(d->out, '\n');
    free(line.data);
}

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
        put_patch_line(d, from, mark);
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

static void put_name(const struct patcher *p, struct bl_view name)
{
    struct out *o = &p->context->out;
    if (!put_demangled(p->context, name, out_put, o)) {
        out_char(o, '@');
        bl_name_print(name, out_put, o);
    }
}

/* " @name | 12 +++---" */
static void put_changed_count(const struct patcher *p, const struct diff *d)
{
    struct out *o = d->out;
    uint64_t all = d->n_inserted + d->n_deleted;
    uint64_t plus = all > MOST_MARKS ? (d->n_inserted * MOST_MARKS + all - 1) / all : d->n_inserted;
    uint64_t minus = all > MOST_MARKS ? MOST_MARKS - plus : d->n_deleted;
    out_char(o, ' ');
    out_colour(o, COLOUR_NAME);
    put_name(p, d->name);
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

static void put_head(const struct patcher *p, const char *mark, struct bl_view name, bool is_there)
{
    struct out *o = &p->context->out;
    out_text(o, mark);
    if (is_there)
        put_name(p, name);
    else
        out_text(o, "/dev/null");
    out_char(o, '\n');
}

/* "attributes -cold +hot", what only one of the functions has; nothing: they have the same. */
static void put_attributes(const struct diff *d)
{
    struct out *o = d->out;
    const char *before = "attributes";
    struct attribute_change change = {0};
    while (attributes_next_change(d->attributes, &change)) {
        out_text(o, before);
        out_char(o, ' ');
        out_colour(o, colour_of(change.mark));
        out_char(o, change.mark);
        bl_visible_print(change.word, out_put, o);
        out_plain(o);
        before = "";
    }
    if (!*before)
        out_char(o, '\n');
}

static void put_json_patch(const struct patcher *p, const struct diff *d)
{
    struct out *o = d->out;
    struct text text = {0};
    struct place at = {0, 0};
    struct attribute_change change = {0};
    while (!is_over(d, at)) {
        struct place from = at;
        char mark = step_line(d, &at);
        text_put(&text, &mark, 1);
        put_line(d, from, mark, text_put, &text);
        text_put(&text, "\n", 1);
    }
    json_begin(o, "patch");
    json_view(o, "name", d->name);
    json_demangled(p->context, o, d->name);
    json_u64(o, "insertions", d->n_inserted);
    json_u64(o, "deletions", d->n_deleted);
    json_bool(o, "whole", d->is_whole);
    json_array(o, "attributes");
    for (const char *comma = ""; attributes_next_change(d->attributes, &change); comma = ",") {
        struct text word = {0};
        text_put(&word, &change.mark, 1);
        text_put(&word, (const char *)change.word.data, change.word.size);
        out_text(o, comma);
        json_string(o, text_view(&word));
        free(word.data);
    }
    out_char(o, ']');
    json_take_text(o, "text", &text);
    json_end(o);
    free(text.data);
}

static void put_patch(const struct patcher *p, const struct diff *d, bool is_there[2])
{
    put_attributes(d);
    put_head(p, "--- ", d->name, is_there[0]);
    put_head(p, "+++ ", d->name, is_there[1]);
    if (!d->is_whole)
        out_text(d->out, "\\ Too many changes: only lines at both ends are matched\n");
    put_hunks(d);
}

void patch_put(struct patcher *p, struct bl_view name, const struct bl_catalog_symbol *before,
               uint32_t stream_before, const struct bl_catalog_symbol *after, uint32_t stream_after,
               bool only_count)
{
    struct diff d = {.out = &p->context->out, .name = name};
    struct text texts[2] = {{0}, {0}};
    struct attribute_change change = {0};
    print_side(p, 0, before, stream_before, &texts[0]);
    print_side(p, 1, after, stream_after, &texts[1]);
    for (int side = 0; before && after && side < 2; side++)
        attributes_take(&d.attributes[side], &texts[side]);
    out_need(bl_lines_split(&d.before, text_view(&texts[0])));
    out_need(bl_lines_split(&d.after, text_view(&texts[1])));
    d.is_whole = out_need(bl_lines_match(&d.before, &d.after, &p->n_compared)) > 0;
    d.n_deleted = count_changed(&d.before);
    d.n_inserted = count_changed(&d.after);
    while (attributes_next_change(d.attributes, &change))
        *(change.mark == '-' ? &d.n_deleted : &d.n_inserted) += 1;
    if (d.n_inserted + d.n_deleted > 0) {
        p->n_changed++;
        p->n_inserted += d.n_inserted;
        p->n_deleted += d.n_deleted;
        if (p->context->json)
            put_json_patch(p, &d);
        else if (only_count)
            put_changed_count(p, &d);
        else
            put_patch(p, &d, (bool[]){before != NULL, after != NULL});
    }
    bl_lines_release(&d.before);
    bl_lines_release(&d.after);
    for (int side = 0; side < 2; side++) {
        attributes_release(&d.attributes[side]);
        free(texts[side].data);
    }
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
