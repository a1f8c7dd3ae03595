/* report/report_data.c - what a report shows, as JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Cells are columns of numbers in preorder: how many children each has, its kind, its bits and
 * count, and its name as a number: 0 is the next one in the list of names that has not been met,
 * N is the one that was met N before it. Bits and counts are differences to the cell before: D as
 * 2 * D, and -D as 2 * D - 1.
 */
#include "report/report_data.h"

#include "analysis/equal_bodies.h"
#include "analysis/ideal_costs.h"
#include "analysis/ranking.h"
#include "base/array.h"
#include "base/map.h"
#include "base/text.h"
#include "report/report_strings.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_ROWS = 500,     /* of lists */
    MOST_COMPARED = 200, /* sets of bodies with the same bytes: they have to be read */
    MOST_DETAILED = 200, /* functions whose records are counted */
    /* Assembly: so much, and more for large inputs, up to a limit; and of one function. */
    LEAST_TEXT = 10 << 10,
    BYTES_PER_TEXT = 64,
    MOST_ASSEMBLY = 1 << 20,
    MOST_OF_ONE = 100 << 10,
    MOST_PRINTED_MODULES = 4, /* whose numbers of metadata are found, for assembly */
};

/* A node that is shown, or what stands for those that are not. */
struct cell {
    uint64_t bits[2], count;
    uint32_t node; /* BL_NONE: none */
    uint32_t n_children, name;
    enum node_kind kind;
    char *demangled; /* malloc'ed, or NULL */
};

struct writer {
    struct out *o;
    struct tree *tree;
    uint64_t least; /* bits of what is shown by itself */
    uint64_t n_hidden;
    struct cell *cells;
    uint32_t n, cap;
    const char **names;
    uint32_t n_names, cap_names;
    struct bl_map numbers; /* of names */
};

static uint64_t most_bits(const uint64_t bits[2])
{
    return bits[0] > bits[1] ? bits[0] : bits[1];
}

static int descending(const void *a, const void *b)
{
    return bl_order(*(const uint64_t *)b, *(const uint64_t *)a);
}

/* How large a node must be so that at most MOST_CELLS are. */
static uint64_t least_bits(const struct tree *t)
{
    if (t->n <= MOST_CELLS)
        return 1;
    uint64_t *sizes = array_new(t->n, sizeof *sizes);
    for (uint32_t i = 0; i < t->n; i++)
        sizes[i] = most_bits(t->nodes[i].bits);
    qsort(sizes, t->n, sizeof *sizes, descending);
    uint64_t least = sizes[MOST_CELLS] + 1;
    free(sizes);
    return least;
}

/* ---- Rows ---- */

static void begin_row(struct out *o, bool *is_first)
{
    out_text(o, *is_first ? "[" : ",[");
    *is_first = false;
}

/* ---- Cells ---- */

static int by_size(const void *a, const void *b, void *data)
{
    const struct tree *t = data;
    const struct node *s = &t->nodes[*(const uint32_t *)a];
    const struct node *u = &t->nodes[*(const uint32_t *)b];
    int order = bl_order(most_bits(u->bits), most_bits(s->bits));
    return order ? order : bl_order(*(const uint32_t *)a, *(const uint32_t *)b);
}

static void add_sums(uint64_t to[2], const uint64_t from[2])
{
    to[0] += from[0];
    to[1] += from[1];
}

static void put_cell(struct writer *w, uint32_t node)
{
    const struct tree *t = w->tree;
    const struct node *n = &t->nodes[node];
    struct cell others = {.node = BL_NONE, .kind = NODE_OTHERS};
    struct cell rest = {.node = node, .kind = NODE_REST};
    uint32_t at = w->n;
    uint32_t n_shown = 0;
    array_add(
        &w->cells, &w->n, &w->cap,
        (struct cell){
            .bits = {n->bits[0], n->bits[1]}, .count = n->count[1], .node = node, .kind = n->kind});
    if (n->first == 0)
        return;
    for (uint32_t i = n->first; i > 0; i = t->nodes[i].next)
        n_shown += most_bits(t->nodes[i].bits) >= w->least;
    uint32_t *shown = array_new(n_shown, sizeof *shown);
    n_shown = 0;
    for (uint32_t i = n->first; i > 0; i = t->nodes[i].next) {
        if (most_bits(t->nodes[i].bits) >= w->least) {
            shown[n_shown++] = i;
        } else if (most_bits(t->nodes[i].bits) > 0) {
            add_sums(others.bits, t->nodes[i].bits);
            others.count++;
        }
    }
    if (n_shown > 1)
        qsort_r(shown, n_shown, sizeof *shown, by_size, w->tree);
    for (uint32_t i = 0; i < n_shown; i++)
        put_cell(w, shown[i]);
    free(shown);
    tree_rest(t, node, rest.bits);
    if (most_bits(rest.bits) > 0)
        array_add(&w->cells, &w->n, &w->cap, rest);
    if (most_bits(others.bits) > 0)
        array_add(&w->cells, &w->n, &w->cap, others);
    w->n_hidden += others.count;
    w->cells[at].n_children = n_shown + (most_bits(rest.bits) > 0) + (most_bits(others.bits) > 0);
}

/* ---- Names ---- */

static const char *name_of_cell(const struct tree *t, const struct cell *cell)
{
    static const char *const rests[] = {
        [NODE_FILE] = "outside of streams",
        [NODE_STREAM] = "outside of blocks",
        [NODE_OTHERS] = "",
    };
    enum node_kind kind = cell->node == BL_NONE ? NODE_OTHERS : t->nodes[cell->node].kind;
    if (cell->kind == NODE_OTHERS && cell->node == BL_NONE)
        return "";
    if (cell->kind == NODE_REST)
        return kind == NODE_FILE || kind == NODE_STREAM ? rests[kind] : "headers, ends, padding";
    return t->nodes[cell->node].name ? t->nodes[cell->node].name : "";
}

/* The number of NAME in w->names; where it is new it is added. */
static uint32_t number_of(struct writer *w, const char *name)
{
    uint64_t key = bl_map_key(&w->numbers, view_of(name));
    uint32_t number = bl_map_find(&w->numbers, key);
    while (number != BL_MAP_NONE && strcmp(w->names[number], name) != 0)
        number = bl_map_find(&w->numbers, ++key);
    if (number == BL_MAP_NONE) {
        number = w->n_names;
        array_add(&w->names, &w->n_names, &w->cap_names, name);
        (void)out_need(bl_map_add(&w->numbers, key, number));
    }
    return number;
}

/* A cell has how far back from the last of the names so far its own is; of a new one 0. */
static void number_names(struct writer *w)
{
    for (uint32_t i = 0; i < w->n; i++) {
        uint32_t n = w->n_names;
        uint32_t number = number_of(w, name_of_cell(w->tree, &w->cells[i]));
        w->cells[i].name = number < n ? n - number : 0;
    }
}

static void put_names(struct writer *w)
{
    json_array(w->o, "names");
    for (uint32_t i = 0; i < w->n_names; i++) {
        out_text(w->o, i ? "," : "");
        json_string(w->o, view_of(w->names[i]));
    }
    out_char(w->o, ']');
}

/* Cells, and their names as people write them: of the first cell of a name, unless that is so long
 * that it may be cut, where other functions may have the same. */
static void put_demangled_names(struct writer *w)
{
    enum {
        MOST_SHARED = 200 /* bytes, and what the page takes for it */
    };
    bool is_first = true;
    json_array(w->o, "demangled");
    for (uint32_t i = 0; i < w->n; i++) {
        const struct cell *cell = &w->cells[i];
        if (!cell->demangled ||
            (cell->name > 0 && strlen(w->tree->nodes[cell->node].name) <= MOST_SHARED))
            continue;
        begin_row(w->o, &is_first);
        out_u64(w->o, i);
        out_char(w->o, ',');
        json_string(w->o, view_of(cell->demangled));
        out_char(w->o, ']');
    }
    out_char(w->o, ']');
}

static void put_report_number(struct out *o, uint32_t i, uint64_t number)
{
    out_text(o, i ? "," : "");
    out_u64(o, number);
}

/* The value of each cell of the uint64_t at OFFSET as a difference to that before. */
static void put_differences(struct writer *w, const char *key, size_t offset)
{
    uint64_t last = 0;
    json_array(w->o, key);
    for (uint32_t i = 0; i < w->n; i++) {
        uint64_t value;
        memcpy(&value, (const char *)&w->cells[i] + offset, sizeof value);
        put_report_number(w->o, i, value < last ? 2 * (last - value) - 1 : 2 * (value - last));
        last = value;
    }
    out_char(w->o, ']');
}

static void put_columns(struct writer *w, bool is_diff)
{
    struct out *o = w->o;
    json_array(o, "children");
    for (uint32_t i = 0; i < w->n; i++)
        put_report_number(o, i, w->cells[i].n_children);
    out_char(o, ']');
    json_array(o, "kind");
    for (uint32_t i = 0; i < w->n; i++)
        put_report_number(o, i, w->cells[i].kind);
    out_char(o, ']');
    json_array(o, "name");
    for (uint32_t i = 0; i < w->n; i++)
        put_report_number(o, i, w->cells[i].name);
    out_char(o, ']');
    put_differences(w, "bits", offsetof(struct cell, bits[1]));
    put_differences(w, "count", offsetof(struct cell, count));
    if (!is_diff)
        return;
    put_differences(w, "bits_before", offsetof(struct cell, bits[0]));
}

/* ---- Functions ---- */

/* A function that is shown. */
struct shown {
    uint32_t cell, node, value;
};

static int by_bits(const void *a, const void *b, void *data)
{
    const struct writer *w = data;
    const struct shown *s = a;
    const struct shown *t = b;
    int order = bl_order(w->cells[t->cell].bits[1], w->cells[s->cell].bits[1]);
    return order ? order : bl_order(s->cell, t->cell);
}

/* Name the functions among the cells. Returns the largest of them, malloc'ed. */
static struct shown *name_functions(struct writer *w, uint32_t *n)
{
    struct shown *shown = array_new(w->n, sizeof *shown);
    uint32_t *nodes = array_new(w->n, sizeof *nodes);
    struct function_name *found = array_new(w->n, sizeof *found);
    *n = 0;
    for (uint32_t i = 0; i < w->n; i++) {
        uint32_t node = w->cells[i].node;
        if (w->cells[i].kind != NODE_FUNCTION || w->tree->nodes[node].module == BL_NONE)
            continue;
        nodes[*n] = node;
        shown[(*n)++] = (struct shown){.cell = i, .node = node};
    }
    tree_name_functions(w->tree, nodes, *n, found);
    for (uint32_t i = 0; i < *n; i++) {
        shown[i].value = found[i].value;
        w->cells[shown[i].cell].demangled = found[i].demangled;
    }
    free(nodes);
    free(found);
    if (*n > 1)
        qsort_r(shown, *n, sizeof *shown, by_bits, w);
    return shown;
}

struct code_count {
    uint64_t count, bits;
};

/* Of a body: its own records by code, and those of blocks inside by the block's id; the last of
 * each are all from there on. */
enum {
    N_CODES = 128,
    N_BLOCK_IDS = 32
};
struct body_counts {
    struct code_count codes[N_CODES], blocks[N_BLOCK_IDS];
    uint64_t bits; /* of all of them */
};

static void count_in_body(struct body_counts *counts, const struct bl_event *event)
{
    uint32_t id = event->block->block_id;
    struct code_count *to = &counts->blocks[id < N_BLOCK_IDS ? id : N_BLOCK_IDS - 1];
    if (id == BL_BLOCK_FUNCTION)
        to = &counts->codes[event->code < N_CODES ? event->code : N_CODES - 1];
    to->count++;
    to->bits += event->end_pos - event->bit_pos;
    counts->bits += event->end_pos - event->bit_pos;
}

static void put_labelled_count(struct out *o, bool *is_first, struct text *name,
                               const struct code_count *count)
{
    if (count->count > 0) {
        begin_row(o, is_first);
        json_string(o, text_view(name));
        out_printf(o, ",%" PRIu64 ",%" PRIu64 "]", count->count, count->bits);
    }
    name->n = 0;
}

/* The rows sum up to BITS, those of the body. */
static void put_body_counts(struct out *o, const struct body_counts *counts, uint64_t bits)
{
    static const char rest_name[] = "headers, ends, padding";
    const struct code_count rest = {1, bits > counts->bits ? bits - counts->bits : 0};
    struct text name = {0};
    bool is_first = true;
    json_array(o, "records");
    for (uint32_t code = 0; code < N_CODES; code++) {
        bl_record_label_print(BL_STREAM_LLVM_IR, (struct bl_view){0}, BL_BLOCK_FUNCTION, code,
                              text_put, &name);
        put_labelled_count(o, &is_first, &name, &counts->codes[code]);
    }
    for (uint32_t id = 0; id < N_BLOCK_IDS; id++) {
        bl_block_label_print(BL_STREAM_LLVM_IR, (struct bl_view){0}, BL_BLOCK_FUNCTION, id,
                             text_put, &name);
        put_labelled_count(o, &is_first, &name, &counts->blocks[id]);
    }
    text_put(&name, rest_name, strlen(rest_name));
    put_labelled_count(o, &is_first, &name, &rest);
    out_char(o, ']');
    free(name.data);
}

/* The records of the largest functions, counted on all threads. */
struct counting {
    const struct tree *tree;
    const struct shown *shown;
    struct body_counts *counts;
};

static int count_function(void *context, unsigned thread, uint64_t item)
{
    const struct counting *c = context;
    const struct node *node = &c->tree->nodes[c->shown[item].node];
    struct module_reader reader = {0};
    struct bl_walk *walk = NULL;
    struct bl_event event;
    uint32_t block;
    (void)thread;
    if (out_need(module_reader_open(&reader, c->tree->streams, &c->tree->modules[node->module],
                                    NULL)) == BL_OK &&
        out_need(bl_index_find(reader.index, node->bit_pos + 1, &block, NULL)) == BL_OK &&
        block != BL_NONE)
        (void)out_need(bl_index_walk(reader.index, block, BL_WALK_SKIP, &walk, NULL));
    while (walk && out_need(bl_walk_next(walk, &event, NULL)) > 0)
        if (event.kind == BL_EVENT_RECORD)
            count_in_body(&c->counts[item], &event);
    bl_walk_close(walk);
    module_reader_close(&reader);
    return BL_OK;
}

/* Assembly of the largest functions, as long as there is room for it. */
struct assembly {
    struct module_reader reader;
    struct bl_slots *slots;
    struct bl_printer *printer;
    uint32_t module; /* that they are of */
    uint32_t n_modules;
    uint64_t left;
};

static void close_assembly(struct assembly *a)
{
    bl_printer_close(a->printer);
    bl_slots_close(a->slots);
    a->printer = NULL;
    a->slots = NULL;
}

/* Of the text of one function, what is shown, and one byte more where it is cut. */
static void put_shown_text(void *context, const char *data, size_t size)
{
    struct text *text = context;
    size_t room = MOST_OF_ONE + 1 - text->n;
    text_put(text, data, size < room ? size : room);
}

static void put_function_assembly(struct writer *w, struct assembly *a,
                                  const struct shown *function)
{
    uint32_t number = w->tree->nodes[function->node].module;
    struct text text = {0};
    if (function->value == BL_NONE || a->left == 0)
        return;
    if (!a->printer || a->module != number) {
        if (a->n_modules == MOST_PRINTED_MODULES)
            return;
        close_assembly(a);
        a->module = number;
        a->n_modules++;
        if (out_need(module_reader_open(&a->reader, w->tree->streams, &w->tree->modules[number],
                                        NULL)) < 0)
            return;
        out_need(bl_slots_open(&a->slots, a->reader.module, NULL));
        out_need(bl_printer_open(&a->printer, a->reader.module, a->slots, NULL));
    }
    (void)out_need(
        bl_printer_print_global(a->printer, function->value, put_shown_text, &text, NULL));
    bool is_cut = text.n > MOST_OF_ONE;
    text.n = is_cut ? MOST_OF_ONE : text.n;
    if (text.n <= a->left) {
        json_view(w->o, "assembly", text_view(&text));
        json_bool(w->o, "cut", is_cut);
        a->left -= text.n;
    }
    free(text.data);
}

static void put_functions(struct writer *w, const struct shown *shown, uint32_t n)
{
    uint64_t room = LEAST_TEXT + w->tree->nodes[0].bits[1] / 8 / BYTES_PER_TEXT;
    struct assembly a = {.left = room < MOST_ASSEMBLY ? room : MOST_ASSEMBLY};
    unsigned n_threads = w->tree->streams->query.context->n_threads;
    struct counting c = {w->tree, shown, array_new(MOST_DETAILED, sizeof *c.counts)};
    (void)bl_parallel(n_threads, n < MOST_DETAILED ? n : MOST_DETAILED, 0, count_function, NULL,
                      &c);
    json_array(w->o, "functions");
    for (uint32_t i = 0; i < n && i < MOST_DETAILED; i++) {
        const struct node *node = &w->tree->nodes[shown[i].node];
        out_text(w->o, i ? ",{" : "{");
        out_printf(w->o, "\"cell\":%" PRIu32, shown[i].cell);
        json_u64(w->o, "bit_pos", node->bit_pos);
        put_body_counts(w->o, &c.counts[i], node->bits[1]);
        put_function_assembly(w, &a, &shown[i]);
        out_char(w->o, '}');
    }
    out_char(w->o, ']');
    close_assembly(&a);
    module_reader_close(&a.reader);
    free(c.counts);
}

/* ---- Lists ---- */

static void put_label(struct out *o, const struct bl_stats_block *block, uint32_t code)
{
    struct text name = {0};
    if (code == BL_NONE)
        bl_block_label_print(block->kind, block->name, block->parent_id, block->block_id, text_put,
                             &name);
    else
        bl_record_label_print(block->kind, (struct bl_view){0}, block->block_id, code, text_put,
                              &name);
    json_string(o, text_view(&name));
    free(name.data);
}

/* As stats counts them: name, name of the record or nothing, count, bits. */
static void put_kinds(struct out *o, struct streams *streams)
{
    struct bl_stats *stats;
    bool is_first = true;
    (void)out_need(bl_stats_open(&stats, BL_STATS_ROLES, NULL));
    streams_count(streams, stats);
    json_array(o, "kinds");
    for (uint32_t i = 0; i < bl_stats_n_blocks(stats); i++) {
        struct bl_stats_block block = bl_stats_get_block(stats, i);
        const struct bl_stats_count *counts;
        uint32_t n = bl_stats_counts(stats, i, false, &counts);
        begin_row(o, &is_first);
        put_label(o, &block, BL_NONE);
        out_printf(o, ",\"\",%" PRIu64 ",%" PRIu64 "]", block.n, block.bits);
        for (uint32_t k = 0; k < n && k < MOST_ROWS; k++) {
            begin_row(o, &is_first);
            put_label(o, &block, BL_NONE);
            out_char(o, ',');
            put_label(o, &block, counts[k].code);
            out_printf(o, ",%" PRIu64 ",%" PRIu64 "]", counts[k].n, counts[k].bits);
        }
    }
    out_char(o, ']');
    bl_stats_close(stats);
}

static struct bl_view cut(struct bl_view text)
{
    text.size = text.size < MOST_NAME ? text.size : MOST_NAME;
    return text;
}

/* Path, producer, target, source file, bodies, symbols, bytes of the stream. */
static void put_modules(struct out *o, struct streams *streams)
{
    const struct bl_catalog *catalog = streams->query.catalog;
    bool is_first = true;
    uint32_t n = 0;
    json_array(o, "modules");
    for (uint32_t i = 0; i < streams->n && n < 4 * MOST_ROWS; i++) {
        struct bl_catalog_stream stream;
        if (bl_catalog_get_stream(catalog, streams->items[i].number, &stream, NULL) < 0)
            continue;
        for (uint32_t k = 0; k < stream.n_modules && n < 4 * MOST_ROWS; k++, n++) {
            struct bl_catalog_module module;
            if (bl_catalog_get_module(catalog, stream.first_module + k, &module, NULL) < 0)
                continue;
            begin_row(o, &is_first);
            json_string(o, cut(view_of(streams->items[i].path)));
            const struct bl_view texts[] = {module.producer, module.triple, module.source_file};
            for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
                out_char(o, ',');
                json_string(o, cut(texts[t]));
            }
            out_printf(o, ",%" PRIu32 ",%" PRIu32 ",%" PRIu64 "]", module.n_bodies,
                       module.n_symbols, stream.size);
        }
    }
    out_char(o, ']');
}

/* Name, copies, bytes of one, bytes that one copy would save. */
static void put_duplicates(struct out *o, struct streams *streams)
{
    struct equal_bodies equal = {.most = MOST_COMPARED};
    bool is_first = true;
    (void)equal_bodies_find(&equal, &streams->query);
    json_array(o, "duplicates");
    for (uint32_t i = 0; i < equal.n_groups && i < MOST_ROWS; i++) {
        const struct body *body = &equal.bodies[equal.groups[i].first];
        struct bl_view name = {0};
        (void)out_need(bl_catalog_get_name(streams->query.catalog, body->symbol, &name, NULL));
        begin_row(o, &is_first);
        json_string(o, cut(name));
        out_printf(o, ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 "]", equal.groups[i].n,
                   bl_block_bytes(body->n_words), equal.groups[i].saved);
    }
    out_char(o, ']');
    json_u64(o, "duplicate_groups", equal.n_groups);
    json_u64(o, "duplicate_copies", equal.n_copies);
    json_u64(o, "duplicate_bytes", equal.n_saved);
    json_u64(o, "duplicates_left_out", equal.n_left_out);
    equal_bodies_release(&equal);
}

/* Of crates, namespaces, templates, directories and sections: name, how many functions and
 * variables, bits. */
static void put_groups(struct out *o, struct streams *streams)
{
    json_array(o, "groups");
    for (unsigned by = GROUP_CRATE; by <= GROUP_SECTION; by++) {
        const struct grouping grouping = {
            .by = {(enum group_by)by}, .depths = {UINT32_MAX}, .n = 1};
        struct ranking ranking;
        bool is_first = true;
        ranking_make(&ranking, (enum rank_by)(RANK_CRATES + by), &grouping, streams);
        out_text(o, by > 0 ? ",[" : "[");
        for (uint32_t i = 0; i < ranking.n && i < MOST_ROWS; i++) {
            begin_row(o, &is_first);
            json_string(o, cut(ranking.rows[i].name));
            out_printf(o, ",%" PRIu64 ",%" PRIu64 "]", ranking.rows[i].count, ranking.rows[i].bits);
        }
        out_char(o, ']');
        ranking_release(&ranking);
    }
    out_char(o, ']');
}

/* Text, kind, how often, bytes in all. */
static void put_strings(struct out *o, const struct streams *streams)
{
    uint32_t n;
    uint64_t bytes;
    bool is_first = true;
    struct text_weight *texts = weigh_texts(streams, &n, &bytes);
    json_array(o, "strings");
    for (uint32_t i = 0; i < n && i < MOST_ROWS; i++) {
        begin_row(o, &is_first);
        json_string(o, view_of(texts[i].text));
        out_printf(o, ",\"%s\",%" PRIu64 ",%" PRIu64 "]", string_kind_name(texts[i].kind),
                   texts[i].count, texts[i].bytes);
    }
    out_char(o, ']');
    json_u64(o, "string_texts", n);
    json_u64(o, "string_bytes", bytes);
    for (uint32_t i = 0; i < n; i++)
        free(texts[i].text);
    free(texts);
}

/* Block and record, count, bits, those by the best abbreviations, those by adaptive coding. */
static void put_ideal(struct out *o, const struct streams *streams)
{
    enum {
        MOST_MEASURED = 1 << 26, /* bytes: some seconds */
        LEAST_SAVED = 1000       /* of all bits: one */
    };
    struct ideal_costs costs = ideal_costs_of(streams, MOST_MEASURED);
    struct text label = {0};
    bool is_first = true;
    json_array(o, "ideal");
    for (uint32_t i = 0; i < costs.n && costs.items[i].saved >= costs.sum.row.bits / LEAST_SAVED;
         i++) {
        const struct bl_ideal_row *row = &costs.items[i].row;
        begin_row(o, &is_first);
        ideal_cost_label(&costs.items[i], text_put, &label);
        json_string(o, text_view(&label));
        label.n = 0;
        out_printf(o, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]", row->n,
                   row->bits, row->best_bits, row->bound_bits, costs.items[i].saved);
    }
    out_char(o, ']');
    json_u64(o, "ideal_streams", costs.n_streams);
    json_u64(o, "ideal_left_out", costs.n_left_out);
    free(label.data);
    ideal_costs_release(&costs);
}

void put_report_data(struct out *o, struct tree *tree, struct streams *streams,
                     const struct streams *before)
{
    struct writer w = {.o = o, .tree = tree, .least = least_bits(tree)};
    uint32_t n_functions;
    put_cell(&w, 0);
    struct shown *functions = name_functions(&w, &n_functions);
    number_names(&w);
    json_begin(o, "report");
    if (o->schema) /* of a file of its own */
        json_u64(o, "schema", o->schema);
    json_text(o, "version", bl_version());
    json_bool(o, "diff", before != NULL);
    json_u64(o, "streams", streams->n);
    json_u64(o, "hidden", w.n_hidden);
    put_names(&w);
    put_demangled_names(&w);
    put_columns(&w, before != NULL);
    put_functions(&w, functions, n_functions);
    put_kinds(o, streams);
    put_modules(o, streams);
    put_strings(o, streams);
    put_groups(o, streams);
    put_duplicates(o, streams);
    put_ideal(o, streams);
    json_end(o);
    free(functions);
    for (uint32_t i = 0; i < w.n; i++)
        free(w.cells[i].demangled);
    free(w.cells);
    free(w.names);
    bl_map_release(&w.numbers);
}
