/* rewrite/same_records.c - whether a stripped module has the records that it should have
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/same_records.h"

#include "base/grow.h"
#include "base/view.h"
#include "bitleap_codes.h"
#include "ir/module.h"

/* ---- Types of functions ---- */

static int find_debug_functions(struct bl_same_records *r)
{
    uint32_t cap = 0;
    const struct bl_global *globals;
    int status = bl_module_globals(r->modules[BEFORE], &globals, &r->n_globals, NULL);
    if (status < 0)
        return bl_same_answer(status);
    if (bl_grow(&r->is_debug, &cap, (uint64_t)r->n_globals + 1) < 0)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < r->n_globals; i++) {
        const struct bl_global *g = &globals[i];
        r->is_debug[i] = bl_view_begins(g->name, "llvm.dbg.");
        if (!r->is_debug[i] && g->kind == BL_GLOBAL_FUNCTION && g->value_type < r->types->n &&
            r->signatures[g->value_type] == BL_SIGNATURE_DEBUG)
            r->signatures[g->value_type] = BL_SIGNATURE_METADATA;
    }
    return 1;
}

static int find_signatures(struct bl_same_records *r)
{
    uint32_t cap = 0;
    int status = bl_module_types(r->modules[BEFORE], &r->types, NULL);
    if (status < 0)
        return bl_same_answer(status);
    const struct bl_types *t = r->types;
    if (bl_grow(&r->signatures, &cap, (uint64_t)t->n + 1) < 0)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < t->n; i++) {
        const struct bl_type *type = &t->types[i];
        r->signatures[i] = BL_SIGNATURE_PLAIN;
        for (uint32_t k = 1; k < type->n_parts && type->kind == BL_TYPE_FUNCTION; k++) {
            uint32_t part = t->parts[type->first_part + k];
            if (part < t->n && t->types[part].kind == BL_TYPE_METADATA)
                r->signatures[i] = type->is_vararg ? BL_SIGNATURE_METADATA : BL_SIGNATURE_DEBUG;
        }
        r->has_metadata_types |= r->signatures[i] != BL_SIGNATURE_PLAIN;
    }
    return find_debug_functions(r);
}

/* ---- Modules ---- */

static bool is_dropped_name(const struct bl_same_records *r, struct bl_view name)
{
    return r->options->flags & BL_STRIP_DEBUG &&
           (bl_view_begins(name, "llvm.dbg.") || bl_view_is(name, "llvm.gcov"));
}

static int compare_named(struct bl_same_records *r)
{
    struct bl_metadata_counts x = bl_metadata_get_counts(r->metadata.sides[BEFORE].module);
    struct bl_metadata_counts y = bl_metadata_get_counts(r->metadata.sides[AFTER].module);
    uint32_t k = 0;
    int rc = 1;
    for (uint32_t i = 0; i < x.n_named && rc > 0; i++) {
        const struct bl_named_metadata *a = &x.named[i];
        const struct bl_named_metadata *b = k < y.n_named ? &y.named[k] : NULL;
        if (is_dropped_name(r, a->name))
            continue;
        if (!b || !bl_view_equal(a->name, b->name) || a->n_nodes != b->n_nodes)
            return 0;
        for (uint32_t n = 0; n < a->n_nodes && rc > 0; n++)
            rc = bl_same_metadata_pair(&r->metadata, a->nodes[n], b->nodes[n]);
        k++;
    }
    return rc > 0 ? k == y.n_named : rc;
}

/* What is attached to global values. */
static int compare_global_attachments(struct bl_same_records *r)
{
    struct bl_metadata_counts x = bl_metadata_get_counts(r->metadata.sides[BEFORE].module);
    struct bl_metadata_counts y = bl_metadata_get_counts(r->metadata.sides[AFTER].module);
    uint32_t k = 0;
    int rc = 1;
    for (uint32_t i = 0; i < x.n_attachments && rc > 0; i++) {
        const struct bl_metadata_attachment *a = &x.attachments[i];
        const struct bl_metadata_attachment *b = k < y.n_attachments ? &y.attachments[k] : NULL;
        struct bl_same_attached at = {BL_NONE, a->kind, a->node};
        bool is_dropped;
        rc = bl_same_records_attachment(r, a->value, &at, &is_dropped);
        if (rc <= 0 || is_dropped)
            continue;
        if (!b || a->value != b->value || a->kind != b->kind)
            return 0;
        rc = bl_same_metadata_pair(&r->metadata, a->node, b->node);
        k++;
    }
    return rc > 0 ? k == y.n_attachments : rc;
}

static int compare_metadata(struct bl_same_records *r)
{
    int rc = bl_same_metadata_open(&r->metadata, r->modules[BEFORE], r->modules[AFTER]);
    if (rc > 0)
        rc = compare_named(r);
    if (rc > 0)
        rc = compare_global_attachments(r);
    return rc > 0 ? bl_same_metadata_compare(&r->metadata) : rc;
}

/* The next entry of a module that has to be the same; METADATA has been compared. */
static int next_of_module(const struct bl_same_records *r, struct bl_side *s)
{
    int rc;
    bool is_passed;
    do {
        rc = bl_side_next(s, 0);
        uint32_t id = s->entry.kind == BL_ENTRY_BLOCK ? s->entry.block.block_id : BL_NONE;
        is_passed = id == BL_BLOCK_METADATA ||
                    (id == BL_BLOCK_USELIST && r->options->flags & BL_STRIP_USE_LISTS);
    } while (rc > 0 && is_passed);
    return rc;
}

static int compare_entry_of_module(struct bl_same_records *r, const struct bl_side *x,
                                   const struct bl_side *y)
{
    bool are_bodies = x->entry.kind == BL_ENTRY_BLOCK && y->entry.kind == BL_ENTRY_BLOCK &&
                      x->entry.block.block_id == BL_BLOCK_FUNCTION &&
                      y->entry.block.block_id == BL_BLOCK_FUNCTION;
    if (are_bodies)
        return bl_same_records_bodies(r, &x->entry.block, &y->entry.block);
    if (x->entry.kind == BL_ENTRY_BLOCK && y->entry.kind == BL_ENTRY_BLOCK)
        return bl_same_records_blocks(r, x, y);
    return bl_are_same_entries(x, y);
}

static int compare_modules(struct bl_same_records *r)
{
    struct bl_side sides[2] = {0};
    int rc = 1;
    for (int i = 0; i < 2 && rc > 0; i++)
        rc = bl_same_answer(bl_side_open(&sides[i], r->modules[i], NULL));
    while (rc > 0) {
        int has_x = next_of_module(r, &sides[BEFORE]);
        int has_y = next_of_module(r, &sides[AFTER]);
        if (has_x <= 0 || has_y <= 0) {
            bool no_memory = has_x == BL_E_NOMEM || has_y == BL_E_NOMEM;
            rc = no_memory ? BL_E_NOMEM : has_x == 0 && has_y == 0;
            break;
        }
        rc = compare_entry_of_module(r, &sides[BEFORE], &sides[AFTER]);
    }
    for (int i = 0; i < 2; i++)
        bl_side_release(&sides[i]);
    return rc;
}

/* Names are in the string table. */
static int compare_names(struct bl_module *before, struct bl_module *after)
{
    struct bl_view x;
    struct bl_view y;
    int rc = bl_module_strtab(before, &x);
    if (rc > 0)
        rc = bl_module_strtab(after, &y);
    return rc > 0 ? bl_view_equal(x, y) : rc == BL_E_NOMEM ? rc : 0;
}

int bl_are_same_but_stripped(struct bl_module *before, struct bl_module *after,
                             const struct bl_strip_options *options)
{
    struct bl_same_records r = {
        .options = options,
        .modules = {before, after},
        .metadata.options = options,
        .value = BL_NONE,
    };
    int rc = compare_names(before, after);
    if (rc > 0)
        rc = find_signatures(&r);
    if (rc > 0)
        rc = compare_metadata(&r);
    if (rc > 0)
        rc = compare_modules(&r);
    for (int i = 0; i < 2; i++) {
        bl_record_release(&r.sides[i].record);
        bl_drop(r.attached[i].items);
    }
    bl_function_close(r.function);
    bl_same_metadata_release(&r.metadata);
    bl_drop(r.signatures);
    bl_drop(r.is_debug);
    bl_drop(r.dropped);
    bl_drop(r.calls);
    return rc;
}
