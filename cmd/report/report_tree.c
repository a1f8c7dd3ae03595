/* report/report_tree.c - where the bits of many streams are, as a tree
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "report/report_tree.h"

#include "analysis/ranking.h"
#include "base/array.h"
#include "base/map.h"
#include "base/short_name.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
    MOST_DEPTH = 6,     /* of blocks: what is deeper counts for the block around it */
    MOST_KINDS = 256,   /* of children that are found by kind: further ones count as one */
    MOST_MODULES = 512, /* of a stream: further ones are blocks of one kind, too */
    N_CACHED = 64,
};

/* ---- Nodes ---- */

/* One more child, before those that are there. */
static uint32_t add_node(struct tree *t, uint32_t parent, enum node_kind kind, uint32_t id)
{
    uint32_t number = t->n;
    struct node node = {.parent = parent, .kind = kind, .id = id, .module = BL_NONE};
    if (number > 0) {
        node.next = t->nodes[parent].first;
        t->nodes[parent].first = number;
    }
    array_add(&t->nodes, &t->n, &t->cap, node);
    return number;
}

/* At most MOST_NAME bytes of NAME, whole characters. */
static struct bl_view cut_name(struct bl_view name)
{
    if (name.size > MOST_NAME) {
        name.size = MOST_NAME;
        while (name.size > 1 && (name.data[name.size] & 0xC0) == 0x80)
            name.size--;
    }
    return name;
}

static void set_name(struct node *node, struct bl_view name)
{
    node->name_hash = XXH3_64bits(name.data, name.size);
    free(node->name);
    node->name = string_of(cut_name(name));
}

/* The child of PARENT for that kind and id, new where there is none. */
static uint32_t child_of_kind(struct tree *t, uint32_t parent, enum node_kind kind, uint32_t id)
{
    uint32_t n = 0;
    uint32_t other = 0;
    for (uint32_t i = t->nodes[parent].first; i > 0; i = t->nodes[i].next, n++) {
        if (t->nodes[i].kind == kind && t->nodes[i].id == id)
            return i;
        if (t->nodes[i].kind == NODE_OTHERS)
            other = i;
    }
    if (n < MOST_KINDS)
        return add_node(t, parent, kind, id);
    if (other == 0) {
        other = add_node(t, parent, NODE_OTHERS, 0);
        set_name(&t->nodes[other], view_of("other kinds"));
    }
    return other;
}

static void count(struct tree *t, uint32_t node, uint64_t bits)
{
    t->nodes[node].bits[1] += bits;
    t->nodes[node].count[1]++;
}

/* ---- Blocks ---- */

/* A range of bits, of which parts are taken in order. */
struct span {
    uint64_t at, end;
};

/* What of FROM to END is in SPAN and after what was taken before. */
static uint64_t take(struct span *span, uint64_t from, uint64_t end)
{
    if (from < span->at)
        from = span->at;
    if (end > span->end)
        end = span->end;
    if (from >= end)
        return 0;
    span->at = end;
    return end - from;
}

/* A stream at work. */
struct reading {
    struct tree tree; /* of it alone; node 0 is the stream */
    struct bl_index *index;
    const struct bl_stream *stream;
    struct stream_module module;
    struct bl_batch batch;
};

static uint64_t end_of(const struct bl_block *block)
{
    return block->body_pos + (uint64_t)block->n_words * 32;
}

static void name_block(struct reading *r, uint32_t node, uint32_t block)
{
    struct bl_index_entry entry = bl_index_get(r->index, block);
    uint32_t parent_id =
        entry.parent == BL_NONE ? BL_NONE : bl_index_get(r->index, entry.parent).block.block_id;
    struct text name = {0};
    if (r->tree.nodes[node].name)
        return;
    bl_block_label_print(r->stream->kind, bl_index_block_name(r->index, block), parent_id,
                         entry.block.block_id, text_put, &name);
    set_name(&r->tree.nodes[node], text_view(&name));
    free(name.data);
}

static void name_record(struct reading *r, uint32_t node, uint32_t block)
{
    uint32_t block_id = bl_index_get(r->index, block).block.block_id;
    uint32_t code = r->tree.nodes[node].id;
    struct text name = {0};
    if (r->tree.nodes[node].name)
        return;
    bl_record_label_print(r->stream->kind, bl_index_record_name(r->index, block, code), block_id,
                          code, text_put, &name);
    set_name(&r->tree.nodes[node], text_view(&name));
    free(name.data);
}

/* A record of BLOCK, within the LEFT bits that it may have. */
static void count_record(struct reading *r, uint32_t child, uint64_t bits, uint64_t *left)
{
    bits = bits < *left ? bits : *left;
    *left -= bits;
    count(&r->tree, child, bits);
}

/* Count the records of BLOCK itself, LEFT bits at most, as children of NODE. */
static void count_records(struct reading *r, uint32_t node, uint32_t block, uint64_t left)
{
    uint32_t cached[N_CACHED] = {0}; /* nodes by code */
    struct bl_walk *walk;
    struct bl_event event;
    struct bl_error err;
    int rc = out_need(bl_index_walk(r->index, block, BL_WALK_SKIP | BL_WALK_FLAT, &walk, &err));
    while (rc >= 0) {
        rc = out_need(bl_walk_read_batch(walk, &r->batch, &err));
        for (uint32_t i = 0; i < r->batch.n_records && rc > 0; i++) {
            const struct bl_batch_record *record = &r->batch.records[i];
            uint32_t child = record->code < N_CACHED ? cached[record->code] : 0;
            if (child == 0) {
                child = child_of_kind(&r->tree, node, NODE_RECORD, record->code);
                name_record(r, child, block);
            }
            if (record->code < N_CACHED)
                cached[record->code] = child;
            count_record(r, child, record[1].bit_pos - record->bit_pos, &left);
        }
        if (rc == 0 && out_need(bl_walk_next(walk, &event, &err)) <= 0)
            break;
        if (rc == 0 && event.kind == BL_EVENT_RECORD) {
            uint32_t child = child_of_kind(&r->tree, node, NODE_RECORD, event.code);
            name_record(r, child, block);
            count_record(r, child, event.end_pos - event.bit_pos, &left);
        }
    }
    bl_walk_close(walk);
}

static uint64_t add_blocks(struct reading *r, uint32_t parent, uint32_t block, struct span span,
                           unsigned depth);

/* BLOCK, of which BITS up to END are within the block around it. */
static void add_block(struct reading *r, uint32_t parent, uint32_t block, uint64_t bits,
                      uint64_t end, unsigned depth)
{
    struct bl_block b = bl_index_get(r->index, block).block;
    bool is_module = depth == 0 && r->stream->kind == BL_STREAM_LLVM_IR &&
                     b.block_id == BL_BLOCK_MODULE && r->tree.n_modules < MOST_MODULES;
    uint32_t node = is_module ? add_node(&r->tree, parent, NODE_MODULE, b.block_id)
                              : child_of_kind(&r->tree, parent, NODE_BLOCK, b.block_id);
    if (is_module) {
        r->module.block = block;
        r->tree.nodes[node].module = r->tree.n_modules;
        array_add(&r->tree.modules, &r->tree.n_modules, &r->tree.cap_modules, r->module);
        r->module.number++;
    }
    name_block(r, node, block);
    count(&r->tree, node, bits);
    if (depth >= MOST_DEPTH || r->tree.nodes[node].kind == NODE_OTHERS)
        return;
    uint64_t inner =
        bits > 0 ? add_blocks(r, node, block, (struct span){b.body_pos, end}, depth + 1) : 0;
    count_records(r, node, block, bits - inner);
}

/* A body of a function; all of one module are together. */
static void add_function(struct reading *r, uint32_t module, uint32_t *bodies,
                         const struct bl_block *block, uint64_t bits)
{
    if (*bodies == 0) {
        *bodies = add_node(&r->tree, module, NODE_BODIES, 0);
        set_name(&r->tree.nodes[*bodies], view_of("function bodies"));
    }
    uint32_t node = add_node(&r->tree, *bodies, NODE_FUNCTION, 0);
    r->tree.nodes[node].module = r->tree.nodes[module].module;
    r->tree.nodes[node].bit_pos = block->bit_pos;
    count(&r->tree, node, bits);
    count(&r->tree, *bodies, bits);
}

/* The blocks in BLOCK (BL_NONE: of the stream), which is SPAN, as children of PARENT. Returns
 * their bits. */
static uint64_t add_blocks(struct reading *r, uint32_t parent, uint32_t block, struct span span,
                           unsigned depth)
{
    uint64_t sum = 0;
    uint32_t first, n;
    uint32_t bodies = 0;
    bool is_module = r->tree.nodes[parent].kind == NODE_MODULE;
    (void)out_need(bl_index_children(r->index, block, &first, &n, NULL));
    for (uint32_t i = 0; i < n; i++) {
        struct bl_block b = bl_index_get(r->index, first + i).block;
        uint64_t bits = take(&span, b.bit_pos, end_of(&b));
        if (is_module && b.block_id == BL_BLOCK_FUNCTION)
            add_function(r, parent, &bodies, &b, bits);
        else
            add_block(r, parent, first + i, bits, span.at, depth);
        sum += bits;
    }
    return sum;
}

/* ---- Streams ---- */

struct all {
    const struct streams *streams;
    struct tree *trees; /* by stream */
};

static int read_stream(void *context, unsigned thread, uint64_t item)
{
    const struct all *all = context;
    const struct bl_stream *stream = &all->streams->items[item].input.stream;
    struct reading r = {.stream = stream, .module.item = (uint32_t)item};
    uint64_t bits = (uint64_t)stream->bytes.size * 8;
    (void)thread;
    (void)add_node(&r.tree, BL_NONE, NODE_STREAM, 0);
    count(&r.tree, 0, bits);
    if (out_need(bl_index_open(&r.index, stream, NULL)) == BL_OK) {
        add_blocks(&r, 0, BL_NONE, (struct span){0, bits}, 0);
        bl_index_close(r.index);
    }
    bl_batch_release(&r.batch);
    for (uint32_t i = 0; i < r.tree.n_modules; i++)
        r.tree.modules[i].is_alone = r.tree.n_modules == 1;
    all->trees[item] = r.tree;
    return BL_OK;
}

/* PART, whose node 0 becomes a child of PARENT, or is PARENT itself. It keeps no names. */
static void append_tree(struct tree *t, uint32_t parent, struct tree *part, bool is_parent)
{
    uint32_t base = is_parent ? t->n - 1 : t->n; /* added to numbers from 1 on */
    for (uint32_t i = is_parent; i < part->n; i++) {
        struct node node = part->nodes[i];
        if (i == 0) {
            node.parent = parent;
            node.next = t->nodes[parent].first;
            t->nodes[parent].first = t->n;
        } else {
            node.parent = node.parent ? node.parent + base : is_parent ? parent : base;
            node.next += node.next ? base : 0;
        }
        node.first += node.first ? base : 0;
        node.module += node.module != BL_NONE ? t->n_modules : 0;
        array_add(&t->nodes, &t->n, &t->cap, node);
    }
    if (is_parent && part->nodes[0].first > 0)
        t->nodes[parent].first = part->nodes[0].first + base;
    for (uint32_t i = 0; i < part->n_modules; i++)
        array_add(&t->modules, &t->n_modules, &t->cap_modules, part->modules[i]);
    part->n = 0;
}

/* What is after SOURCE's path in that of the stream in it. */
static const char *nested_of(const struct stream_source *source, const char *path)
{
    size_t n = strlen(source->path);
    return strncmp(path, source->path, n) == 0 && path[n] ? path + n : path;
}

/* The streams from ITEM on that are in source NUMBER. Returns the first one after them. */
static uint32_t add_source(struct tree *t, uint32_t number, uint32_t item, struct tree *trees)
{
    const struct streams *s = t->streams;
    const struct stream_source *source = &s->sources[number];
    struct span span = {0, source->size * 8};
    uint32_t file = add_node(t, 0, NODE_FILE, number);
    set_name(&t->nodes[file], view_of(source->path));
    t->nodes[file].bits[1] = source->size * 8;
    t->nodes[file].count[1] = 1;
    t->nodes[0].bits[1] += source->size * 8;
    t->nodes[0].count[1]++;
    for (; item < s->n && (s->items[item].source == number || s->items[item].source == BL_NONE);
         item++) {
        if (s->items[item].source == BL_NONE)
            continue;
        struct tree *part = &trees[item];
        bool is_whole = s->items[item].input.is_alone;
        uint64_t bits = part->nodes[0].bits[1];
        uint32_t at = t->n;
        /* Streams that overlap, or have more bytes than their file, would count twice. */
        if (take(&span, span.at, span.at + bits) < bits)
            continue;
        append_tree(t, file, part, is_whole);
        if (!is_whole)
            set_name(&t->nodes[at], view_of(nested_of(source, s->items[item].path)));
    }
    return item;
}

void tree_make(struct tree *tree, const struct streams *streams)
{
    struct all all = {streams, array_new(streams->n, sizeof *all.trees)};
    *tree = (struct tree){.streams = streams};
    (void)bl_parallel(streams->query.context->n_threads, streams->n, 0, read_stream, NULL, &all);
    (void)add_node(tree, BL_NONE, NODE_ALL, 0);
    uint32_t item = 0;
    for (uint32_t i = 0; i < streams->n_sources; i++)
        item = add_source(tree, i, item, all.trees);
    for (uint32_t i = 0; i < streams->n; i++)
        tree_release(&all.trees[i]);
    free(all.trees);
}

void tree_release(struct tree *tree)
{
    for (uint32_t i = 0; i < tree->n; i++)
        free(tree->nodes[i].name);
    free(tree->nodes);
    free(tree->modules);
    *tree = (struct tree){0};
}

void tree_rest(const struct tree *tree, uint32_t node, uint64_t rest[2])
{
    const struct node *nodes = tree->nodes;
    for (int side = 0; side < 2; side++) {
        rest[side] = nodes[node].bits[side];
        for (uint32_t i = nodes[node].first; i > 0; i = nodes[i].next)
            rest[side] -= nodes[i].bits[side] < rest[side] ? nodes[i].bits[side] : rest[side];
    }
}

/* ---- Names of functions ---- */

static char *demangled_name(struct bl_view name)
{
    struct text text = {0};
    char *demangled = NULL;
    if (bl_demangle(name, text_put, &text)) {
        shorten_name(&text, MOST_NAME);
        demangled = string_of(cut_name(text_view(&text)));
    }
    free(text.data);
    return demangled;
}

void tree_name_functions(struct tree *tree, const uint32_t *functions, uint32_t n,
                         struct function_name *found)
{
    struct ranking ranking = {.rows = array_new(n, sizeof *ranking.rows), .n = n};
    struct module_reader reader = {0};
    for (uint32_t i = 0; i < n; i++) {
        const struct node *node = &tree->nodes[functions[i]];
        ranking.rows[i] = (struct ranked){
            .in = tree->modules[node->module], .bit_pos = node->bit_pos, .value = BL_NONE};
    }
    ranking_find_values(&ranking, n, tree->streams);
    for (uint32_t i = 0; i < n; i++) {
        const struct ranked *row = &ranking.rows[i];
        struct node *node = &tree->nodes[functions[i]];
        struct bl_view name = {0};
        if (row->value != BL_NONE &&
            out_need(module_reader_open(&reader, tree->streams, &row->in, NULL)) == BL_OK)
            (void)out_need(bl_module_name(reader.module, row->value, &name, NULL));
        set_name(node, name.size ? name : view_of("(no name)"));
        if (found)
            found[i] = (struct function_name){row->value, demangled_name(name)};
    }
    module_reader_close(&reader);
    ranking_release(&ranking);
}

/* ---- Two trees ---- */

/* A hash of what NODE is and is called, below PARENT. */
static uint64_t place_of_node(const struct node *node, uint32_t parent)
{
    const uint64_t parts[] = {node->name_hash, parent, node->kind};
    return XXH3_64bits(parts, sizeof parts);
}

/* Tell equal names in one place apart by their order. */
static void number_names(struct tree *t)
{
    struct bl_map firsts = {0};
    uint32_t *n_equal = array_new(t->n, sizeof *n_equal); /* by the first of them */
    for (uint32_t i = 1; i < t->n; i++) {
        struct node *node = &t->nodes[i];
        uint64_t place = place_of_node(node, node->parent);
        uint32_t first = bl_map_find(&firsts, place);
        if (first == BL_MAP_NONE) {
            (void)out_need(bl_map_add(&firsts, place, i));
            continue;
        }
        uint32_t number = ++n_equal[first];
        node->name_hash = XXH3_64bits_withSeed(&number, sizeof number, node->name_hash);
    }
    free(n_equal);
    bl_map_release(&firsts);
}

static void name_all_functions(struct tree *tree)
{
    uint32_t *functions = array_new(tree->n, sizeof *functions);
    uint32_t n = 0;
    for (uint32_t i = 0; i < tree->n; i++)
        if (tree->nodes[i].kind == NODE_FUNCTION)
            functions[n++] = i;
    tree_name_functions(tree, functions, n, NULL);
    free(functions);
}

/* Files are the same where their names are after what all of one side have in common, up to the
 * last slash. */
static void name_files(struct tree *tree)
{
    const char *first = NULL;
    size_t common = 0;
    for (uint32_t i = tree->nodes[0].first; i > 0; i = tree->nodes[i].next) {
        const char *path = tree->streams->sources[tree->nodes[i].id].path;
        size_t n = 0;
        while (first && n < common && path[n] == first[n])
            n++;
        common = first ? n : strlen(path);
        first = first ? first : path;
    }
    bool is_alone = tree->nodes[0].count[1] == 1;
    while (common > 0 && first[common - 1] != '/' && !is_alone)
        common--;
    for (uint32_t i = tree->nodes[0].first; i > 0; i = tree->nodes[i].next) {
        const char *path = tree->streams->sources[tree->nodes[i].id].path + common;
        tree->nodes[i].name_hash = XXH3_64bits(path, strlen(path));
    }
}

void tree_join(struct tree *tree, struct tree *before)
{
    uint32_t *numbers = array_new(before->n, sizeof *numbers); /* in TREE */
    name_all_functions(tree);
    name_all_functions(before);
    name_files(tree);
    name_files(before);
    number_names(tree);
    number_names(before);
    struct bl_map nodes = {0}; /* of TREE, by their places */
    for (uint32_t i = 1; i < tree->n; i++)
        (void)out_need(
            bl_map_set(&nodes, place_of_node(&tree->nodes[i], tree->nodes[i].parent), i));
    for (uint32_t i = 1; i < before->n; i++) {
        struct node *old = &before->nodes[i];
        uint32_t parent = numbers[old->parent];
        uint64_t place = place_of_node(old, parent);
        uint32_t number = bl_map_find(&nodes, place);
        if (number == BL_MAP_NONE) {
            number = add_node(tree, parent, old->kind, old->id);
            (void)out_need(bl_map_add(&nodes, place, number));
            struct node *new = &tree->nodes[number];
            new->name = old->name;
            new->name_hash = old->name_hash;
            old->name = NULL;
        }
        numbers[i] = number;
        tree->nodes[number].bits[0] = old->bits[1];
        tree->nodes[number].count[0] = old->count[1];
    }
    tree->nodes[0].bits[0] = before->nodes[0].bits[1];
    tree->nodes[0].count[0] = before->nodes[0].count[1];
    bl_map_release(&nodes);
    free(numbers);
}
