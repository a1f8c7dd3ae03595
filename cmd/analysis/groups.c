/* analysis/groups.c - what functions and variables belong to: a crate, a namespace, a directory …
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/groups.h"

#include "analysis/stream_modules.h"
#include "base/array.h"
#include "base/map.h"
#include "base/text.h"
#include "base/view.h"

#include <string.h>
#include <xxhash.h>

enum {
    MOST_NAME = 32768 /* bytes; of one that is longer, so many and one more are put */
};

/* NAME, as far as it is looked at: every function may have one that is as long as the file. */
static void put_name(struct bl_view name, bl_put_fn *put, void *context)
{
    size_t size = name.size > MOST_NAME ? MOST_NAME + 1 : name.size;
    if (size > 0)
        put(context, (const char *)name.data, size);
}

/* ---- Files of debug information ---- */

/* Field ID of node NUMBER, which refers to a node; BL_NONE: there is none. */
static uint32_t read_ref(struct group_reader *r, struct bl_metadata *metadata, uint32_t number,
                         unsigned id)
{
    struct bl_error err;
    uint32_t node;
    if (out_need(bl_metadata_field_ref(metadata, number, id, &node, &err)) < 0)
        keep_error(r->first_error, &err);
    return node;
}

static struct bl_view read_text(struct group_reader *r, struct bl_metadata *metadata,
                                uint32_t number, unsigned id)
{
    struct bl_error err;
    struct bl_view text;
    if (out_need(bl_metadata_field_string(metadata, number, id, &text, &err)) < 0)
        keep_error(r->first_error, &err);
    return text;
}

/* Put the directory of PATH, which is in FOLDER unless it is absolute, to DEPTH components. */
static void put_directory(uint32_t depth, struct bl_view folder, struct bl_view path,
                          bl_put_fn *put, void *context)
{
    struct text text = {0};
    if (path.size == 0)
        return;
    if (path.size > MOST_NAME || folder.size > MOST_NAME) {
        put_name(path.size > MOST_NAME ? path : folder, put, context);
        return;
    }
    size_t unit = bl_view_find(path, "/@/"); /* Rust's name of a part of a crate follows */
    path.size = unit < path.size ? unit : path.size;
    bool is_absolute = path.size > 0 && (path.data[0] == '/' || memchr(path.data, ':', path.size));
    if (!is_absolute && folder.size > 0) {
        text_put(&text, (const char *)folder.data, folder.size);
        text_put(&text, "/", 1);
    }
    text_put(&text, (const char *)path.data, path.size);
    const char *at = text.data;
    const char *end = text.data + text.n;
    while (end > at && end[-1] != '/' && end[-1] != '\\')
        end--;
    while (end > at + 1 && (end[-1] == '/' || end[-1] == '\\'))
        end--;
    while (end - at > 2 && at[0] == '.' && at[1] == '/')
        at += 2;
    uint32_t left = depth;
    for (const char *c = at + 1; left > 0 && c < end; c++)
        if ((*c == '/' || *c == '\\') && --left == 0)
            end = c;
    put(context, end > at ? at : ".", end > at ? (size_t)(end - at) : 1);
    free(text.data);
}

/* The metadata that has NODE of function VALUE: the module's, or the body's. NULL: it cannot be
 * read. */
static struct bl_metadata *metadata_with(struct group_reader *r, uint32_t node, uint32_t value)
{
    struct bl_metadata *metadata = r->metadata;
    struct bl_error err;
    if (node == BL_NONE || node < bl_metadata_get_counts(metadata).end)
        return metadata;
    int rc = r->function ? bl_function_load(r->function, value, &err)
                         : bl_function_open(&r->function, r->module, value, &err);
    if (out_need(rc) == BL_OK)
        rc = out_need(bl_function_metadata(r->function, &metadata, &err));
    if (rc < 0)
        keep_error(r->first_error, &err);
    return rc < 0 ? NULL : metadata;
}

/* The node of debug information that VALUE has. BL_NONE: it has none. */
static uint32_t debug_node(struct group_reader *r, const struct bl_global *global, uint32_t value)
{
    struct bl_error err;
    uint32_t node = BL_NONE;
    if (global->kind == BL_GLOBAL_VARIABLE)
        return r->debug_nodes[value] - 1;
    if (out_need(bl_metadata_find_attached(r->module, value, view_of("dbg"), &node, &err)) < 0)
        keep_error(r->first_error, &err);
    return node;
}

/* That of the function or variable, of the compile unit, or of the module's source file. */
static void put_source_directory(struct group_reader *r, uint32_t depth,
                                 const struct bl_global *global, uint32_t value, bl_put_fn *put,
                                 void *context)
{
    struct bl_view path = {0};
    uint32_t node = r->metadata ? debug_node(r, global, value) : BL_NONE;
    struct bl_metadata *metadata = r->metadata ? metadata_with(r, node, value) : NULL;
    if (metadata) {
        uint32_t variable = read_ref(r, metadata, node, BL_DI_VAR);
        uint32_t file = read_ref(r, metadata, variable != BL_NONE ? variable : node, BL_DI_FILE);
        path = read_text(r, metadata, file, BL_DI_FILENAME);
        if (path.size == 0 || bl_view_is(path, "<unknown>")) { /* so Rust says */
            file = r->unit_file;
            path = read_text(r, metadata, file, BL_DI_FILENAME);
        }
        put_directory(depth, read_text(r, metadata, file, BL_DI_DIRECTORY), path, put, context);
    }
    if (path.size == 0)
        put_directory(depth, path, r->info.source_file, put, context);
}

/* The nodes of debug information that variables have, and the file of the first compile unit. */
static void find_debug_nodes(struct group_reader *r, uint32_t n_globals)
{
    struct bl_error err;
    if (out_need(bl_module_metadata(r->module, &r->metadata, &err)) < 0)
        keep_error(r->first_error, &err);
    if (!r->metadata)
        return;
    struct bl_metadata_counts counts = bl_metadata_get_counts(r->metadata);
    uint32_t debug_kind = BL_NONE;
    for (uint32_t i = 0; i < counts.n_attachments; i++) {
        const struct bl_metadata_attachment *a = &counts.attachments[i];
        struct bl_view name;
        if (debug_kind == BL_NONE &&
            out_need(bl_metadata_kind_name(r->module, a->kind, &name, NULL)) > 0 &&
            bl_view_equal(name, view_of("dbg")))
            debug_kind = a->kind;
        if (a->kind == debug_kind && a->value < n_globals && r->debug_nodes[a->value] == 0)
            r->debug_nodes[a->value] = a->node + 1;
    }
    for (uint32_t i = 0; i < counts.n_named; i++)
        if (bl_view_equal(counts.named[i].name, view_of("llvm.dbg.cu")) &&
            counts.named[i].n_nodes > 0)
            r->unit_file = read_ref(r, r->metadata, counts.named[i].nodes[0], BL_DI_FILE);
}

/* ---- Names ---- */

static void put_scope(uint32_t depth, struct bl_view name, bl_put_fn *put, void *context)
{
    struct text text = {0};
    if (bl_demangle_part(name, BL_NAME_SCOPE, text_put, &text)) {
        size_t size = text.n;
        uint32_t left = depth;
        for (size_t i = 0; left > 0 && i + 1 < size; i++)
            if (text.data[i] == ':' && text.data[i + 1] == ':' && --left == 0)
                size = i;
            else
                i += text.data[i] == ':';
        put(context, text.data, size);
    }
    free(text.data);
}

void group_put(struct group_reader *r, uint32_t level, const struct bl_global *global,
               uint32_t value, bl_put_fn *put, void *context)
{
    struct bl_view section = {0};
    uint32_t depth = r->grouping->depths[level];
    switch (r->grouping->by[level]) {
    case GROUP_CRATE: (void)bl_demangle_part(global->name, BL_NAME_CRATE, put, context); break;
    case GROUP_NAMESPACE: put_scope(depth, global->name, put, context); break;
    case GROUP_TEMPLATE:
        (void)bl_demangle_part(global->name, BL_NAME_TEMPLATE, put, context);
        break;
    case GROUP_DIRECTORY: put_source_directory(r, depth, global, value, put, context); break;
    case GROUP_SECTION:
        if (global->section < r->info.sections.n)
            section = r->info.sections.texts[global->section];
        put_name(section, put, context);
        break;
    case GROUP_SYMBOL: put_name(global->name, put, context); break;
    }
}

static bool is_by(const struct grouping *grouping, enum group_by by)
{
    for (uint32_t i = 0; i < grouping->n; i++)
        if (grouping->by[i] == by)
            return true;
    return false;
}

void group_reader_open(struct group_reader *r, struct bl_module *module, uint32_t n_globals,
                       struct bl_error *first_error)
{
    struct bl_error err;
    bool needs_directories = is_by(r->grouping, GROUP_DIRECTORY);
    bool needs_info = needs_directories || is_by(r->grouping, GROUP_SECTION);
    r->module = module;
    r->first_error = first_error;
    r->unit_file = BL_NONE;
    if (needs_info && out_need(bl_module_get_info(module, 0, &r->info, &err)) < 0)
        keep_error(first_error, &err);
    if (!needs_directories)
        return;
    r->debug_nodes = array_new(n_globals, sizeof *r->debug_nodes);
    find_debug_nodes(r, n_globals);
}

void group_reader_close(struct group_reader *r)
{
    bl_function_close(r->function);
    free(r->debug_nodes);
}

/* ---- Groups ---- */

/* The slot of NAME inside of PARENT, or the empty one where it belongs. */
static uint32_t *find_slot(const struct groups *g, uint32_t parent, struct bl_view name,
                           uint64_t hash)
{
    uint32_t at = (uint32_t)hash & (g->n_slots - 1);
    while (g->table[at] > 0 && (g->groups[g->table[at] - 1].hash != hash ||
                                g->groups[g->table[at] - 1].parent != parent ||
                                !bl_view_equal(g->groups[g->table[at] - 1].name, name)))
        at = (at + 1) & (g->n_slots - 1);
    return &g->table[at];
}

static void grow_table(struct groups *g)
{
    free(g->table);
    g->n_slots = g->n_slots ? g->n_slots * 2 : 256;
    g->table = array_new(g->n_slots, sizeof *g->table);
    for (uint32_t i = 0; i < g->n; i++)
        *find_slot(g, g->groups[i].parent, g->groups[i].name, g->groups[i].hash) = i + 1;
}

uint32_t groups_add(struct groups *g, uint32_t parent, struct bl_view name, uint64_t bits)
{
    enum {
        BYTES_PER_NAME = 2048 /* on average */
    };
    g->bytes_left += BYTES_PER_NAME;
    if (g->n >= g->n_slots / 2)
        grow_table(g);
    bool is_kept = (name.size > 0 || parent != BL_NONE) && name.size <= MOST_NAME;
    uint64_t hash =
        is_kept ? XXH3_64bits_withSeed(name.data, name.size, bl_map_seed() + parent) : 0;
    uint32_t *slot = is_kept ? find_slot(g, parent, name, hash) : NULL;
    if (slot && *slot == 0 && name.size <= g->bytes_left) {
        uint8_t *copy = bl_arena_room(&g->arena, name.size);
        if (!copy)
            out_no_memory();
        if (name.size > 0)
            memcpy(copy, name.data, name.size);
        g->bytes_left -= name.size;
        array_add(&g->groups, &g->n, &g->cap,
                  (struct group){.name = {copy, name.size},
                                 .hash = hash,
                                 .level = parent == BL_NONE ? 0 : g->groups[parent].level + 1,
                                 .parent = parent});
        *slot = g->n;
    }
    if (slot && *slot > 0) {
        g->groups[*slot - 1].bits += bits;
        g->groups[*slot - 1].count++;
        return *slot - 1;
    }
    g->is_over |= slot != NULL || name.size > MOST_NAME;
    if (parent == BL_NONE)
        g->bits_of_none += bits;
    return BL_NONE;
}

static int by_parent(const void *a, const void *b, void *data)
{
    const struct groups *g = data;
    const struct group *x = &g->groups[*(const uint32_t *)a];
    const struct group *y = &g->groups[*(const uint32_t *)b];
    int order = bl_order(x->parent, y->parent);
    order = order ? order : bl_order(y->bits, x->bits);
    return order ? order : bl_view_compare(x->name, y->name);
}

void groups_sort(struct groups *g)
{
    g->order = array_new(g->n, sizeof *g->order);
    for (uint32_t i = 0; i < g->n; i++)
        g->order[i] = i;
    if (g->n > 1)
        qsort_r(g->order, g->n, sizeof *g->order, by_parent, g);
    for (uint32_t i = g->n; i-- > 0;) {
        uint32_t parent = g->groups[g->order[i]].parent;
        if (parent == BL_NONE)
            continue;
        g->groups[parent].first = i;
        g->groups[parent].n_inside++;
    }
}

void groups_release(struct groups *g)
{
    free(g->groups);
    free(g->order);
    free(g->table);
    bl_arena_release(&g->arena);
}
