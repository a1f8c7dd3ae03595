/* analysis/tally.c - properties of many modules: which values they have, and who is odd
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/tally.h"

#include "base/array.h"
#include "base/text.h"

#include <inttypes.h>
#include <string.h>

static char *visible_text(struct bl_view view, size_t most_bytes)
{
    struct text shown = {0};
    view.size = view.size < most_bytes ? view.size : most_bytes;
    bl_visible_print(view, text_put, &shown);
    text_put(&shown, "", 1);
    return shown.data;
}

void tally_add(struct tally *tally, const char *property, struct bl_view name, struct bl_view value,
               struct bl_view place)
{
    enum {
        MOST_BYTES = 60, /* they are kept for every module */
        MOST_PLACE_BYTES = 400
    };
    struct tally_entry entry = {
        .property = property,
        .name = name.size ? visible_text(name, MOST_BYTES) : NULL,
        .value = visible_text(value.size ? value : view_of("unknown"), MOST_BYTES),
        .place = visible_text(place, MOST_PLACE_BYTES),
    };
    array_add(&tally->entries, &tally->n, &tally->cap, entry);
}

static int compare_properties(const struct tally_entry *a, const struct tally_entry *b)
{
    int order = strcmp(a->property, b->property);
    return order ? order : strcmp(a->name ? a->name : "", b->name ? b->name : "");
}

static int compare_entries(const void *a, const void *b)
{
    const struct tally_entry *s = a, *t = b;
    int order = compare_properties(s, t);
    order = order ? order : strcmp(s->value, t->value);
    return order ? order : strcmp(s->place, t->place);
}

struct tally_row {
    const char *value, *place; /* the first place */
    uint32_t n;
};

static int compare_rows(const void *a, const void *b)
{
    const struct tally_row *s = a, *t = b;
    int order = bl_order(t->n, s->n);
    return order ? order : strcmp(s->value, t->value);
}

static void put_row(struct out *o, const struct tally_row *row, bool is_odd)
{
    out_printf(o, "%10" PRIu32 "  %s", row->n, row->value);
    if (is_odd && row->n == 1)
        out_printf(o, "  (%s)", row->place);
    else if (is_odd)
        out_printf(o, "  (%s and %" PRIu32 " more)", row->place, row->n - 1);
    out_char(o, '\n');
}

/* The entries from FIRST to END - 1, which are of one property. */
static void put_property(struct context *c, const struct tally *tally, uint32_t first, uint32_t end,
                         uint32_t n_modules)
{
    enum {
        MOST_ROWS = 8
    };
    struct row_limit limit = limit_rows(c, MOST_ROWS);
    struct out *o = &c->out;
    const struct tally_entry *entries = tally->entries;
    struct tally_row *rows = array_new(end - first + 1, sizeof *rows);
    uint32_t n = 0;
    for (uint32_t i = first; i < end; i++) {
        if (n == 0 || strcmp(rows[n - 1].value, entries[i].value) != 0)
            rows[n++] = (struct tally_row){entries[i].value, entries[i].place, 0};
        rows[n - 1].n++;
    }
    array_sort(rows, n, sizeof *rows, compare_rows);
    out_printf(o, "%10s  %s%s%s\n", "modules", entries[first].property,
               entries[first].name ? " " : "", entries[first].name ? entries[first].name : "");
    for (uint32_t i = 0; i < n; i++)
        if (take_row(&limit))
            put_row(o, &rows[i], i > 0);
    if (end - first < n_modules)
        out_printf(o, "%10" PRIu32 "  none\n", n_modules - (end - first));
    put_more_rows(c, &limit, "value", "values");
    free(rows);
}

/* Whether it is a flag that has one value wherever there is one. */
static bool is_agreed(const struct tally *tally, uint32_t first, uint32_t end)
{
    const struct tally_entry *entry = &tally->entries[first];
    for (uint32_t i = first + 1; i < end; i++)
        if (strcmp(tally->entries[i].value, entry->value) != 0)
            return false;
    return entry->name != NULL;
}

void tally_put(struct context *c, struct tally *tally, uint32_t n_modules)
{
    array_sort(tally->entries, tally->n, sizeof *tally->entries, compare_entries);
    for (uint32_t first = 0, end; first < tally->n; first = end) {
        for (end = first + 1; end < tally->n; end++)
            if (compare_properties(&tally->entries[first], &tally->entries[end]) != 0)
                break;
        if (c->all || !is_agreed(tally, first, end))
            put_property(c, tally, first, end, n_modules);
    }
}

void tally_release(struct tally *tally)
{
    for (uint32_t i = 0; i < tally->n; i++) {
        free(tally->entries[i].name);
        free(tally->entries[i].value);
        free(tally->entries[i].place);
    }
    free(tally->entries);
    *tally = (struct tally){.entries = NULL};
}
