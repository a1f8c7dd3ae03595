/* numbers/summary_slots.c - the numbers of a summary, ^N
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * First modules, by path (up to LLVM 17 by their ids); then values, by GUID; then type identifiers
 * with compatible vtables, by name, and those with resolutions, by GUID. Up to LLVM 17 the second
 * and the third share a table by GUID: a value and a type identifier of one name have the later
 * number, both of them.
 */
#include "numbers/summary_slots.h"

#include "base/bound.h"
#include "base/grow.h"
#include "base/view.h"
#include "ir/summary.h"

#include <stdlib.h>
#include <string.h>

enum {
    LAST_WITH_SHARED_NUMBERS = 17,
    LAST_WITH_MODULE_IDS = 17,
};

/* ---- Order ---- */

static int by_guid(const void *first, const void *second)
{
    const struct bl_summary_item *a = first, *b = second;
    if (a->guid != b->guid)
        return a->guid < b->guid ? -1 : 1;
    return (a->slot > b->slot) - (a->slot < b->slot);
}

static int by_guid_and_name(const void *first, const void *second)
{
    const struct bl_summary_item *a = first, *b = second;
    if (a->guid != b->guid)
        return a->guid < b->guid ? -1 : 1;
    return bl_view_compare(a->name, b->name);
}

static int by_name(const void *first, const void *second)
{
    const struct bl_summary_item *a = first, *b = second;
    return bl_view_compare(a->name, b->name);
}

static int by_id(const void *first, const void *second)
{
    const struct bl_summary_path *a = first, *b = second;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return (a->module > b->module) - (a->module < b->module);
}

static int by_path(const void *first, const void *second)
{
    const struct bl_summary_path *a = first, *b = second;
    int order = bl_view_compare(a->path, b->path);
    return order ? order : (a->module > b->module) - (a->module < b->module);
}

/* Of equal ones one is left. */
static void sort_names(struct bl_summary_items *list, int compare(const void *, const void *))
{
    uint32_t n = 0;
    bl_sort(list->items, list->n, sizeof *list->items, compare);
    for (uint32_t i = 0; i < list->n; i++)
        if (n == 0 || compare(&list->items[n - 1], &list->items[i]) != 0)
            list->items[n++] = list->items[i];
    list->n = n;
}

/* ---- Look-up ---- */

uint32_t bl_summary_lower_bound(const struct bl_summary_items *list, uint64_t guid)
{
    uint32_t low = 0, high = list->n;
    BL_LOWER_BOUND(low, high, mid, list->items[mid].guid < guid);
    return low;
}

static struct bl_summary_item *find_item(const struct bl_summary_items *list, struct bl_view name,
                                         uint64_t guid, int compare(const void *, const void *))
{
    struct bl_summary_item wanted = {.guid = guid, .name = name};
    return list->n ? bsearch(&wanted, list->items, list->n, sizeof wanted, compare) : NULL;
}

struct bl_summary_item *bl_summary_type_id(const struct bl_summary_slots *slots,
                                           struct bl_view name)
{
    return find_item(&slots->type_ids, name, bl_guid(name), by_guid_and_name);
}

struct bl_summary_item *bl_summary_vtable(const struct bl_summary_slots *slots, struct bl_view name)
{
    return find_item(&slots->vtables, name, 0, by_name);
}

/* ---- What there is ---- */

static int add_item(struct bl_summary_items *list, uint64_t guid, struct bl_view name)
{
    if (bl_grow(&list->items, &list->cap, (uint64_t)list->n + 1) < 0)
        return BL_E_NOMEM;
    list->items[list->n] = (struct bl_summary_item){
        .guid = guid, .name = name, .slot = list->n, .first_part = BL_NONE, .last_part = BL_NONE};
    list->n++;
    return BL_OK;
}

static int add_type_id(struct bl_summary_slots *slots, const struct bl_summaries *s,
                       const struct bl_summary *summary)
{
    struct bl_view name;
    if ((summary->code != BL_CODE_SUMMARY_TYPE_ID &&
         summary->code != BL_CODE_SUMMARY_TYPE_ID_METADATA) ||
        !bl_summaries_name(s, summary, 0, &name))
        return BL_OK;
    bool is_vtable = summary->code == BL_CODE_SUMMARY_TYPE_ID_METADATA;
    return add_item(is_vtable ? &slots->vtables : &slots->type_ids, bl_guid(name), name);
}

/* Global values that LLVM gives GUIDs to, in order: to all but ifuncs. Old modules do not say what
 * has no name. */
static int add_globals(struct bl_summary_slots *slots, struct bl_module_tables *t)
{
    bool all = t->module->header.version >= BL_VERSION_WITH_STRTAB;
    uint32_t value = 0;
    for (uint32_t i = 0; i < t->n_listed && value < slots->n_values; i++) {
        const struct bl_global *g = bl_module_global_at(t->module, i);
        if (g->bit_pos == 0)
            return BL_E_NOMEM;
        if (g->kind == BL_GLOBAL_IFUNC)
            continue;
        uint32_t *item = &slots->item_of_value[value++];
        if (!all && g->name.size == 0)
            continue;
        if (*item == BL_NONE)
            *item = slots->values.n;
        struct bl_module *m = t->module;
        struct bl_view name;
        bool is_lost = bl_module_note(m, bl_module_name(m, i, &name, NULL)) < 0;
        uint64_t guid = is_lost ? bl_map_mix(0, g->bit_pos) /* it has another one, not known */
                                : bl_guid_of_global(g, t->info.source_file, slots->llvm);
        if (add_item(&slots->values, guid, g->name) < 0)
            return BL_E_NOMEM;
        slots->values.items[slots->values.n - 1].is_lost = is_lost;
    }
    return BL_OK;
}

/* ---- Who wrote an index ---- */

/* What says it: an index has no IDENTIFICATION. */
struct traces {
    uint64_t function_flags;  /* all of them */
    bool has_functions_of_18; /* have room for tail calls though no call is hot or cold */
};

static void look_at(struct traces *traces, const struct bl_summary *s)
{
    bool has_hotness = false;
    if (s->kind != BL_SUMMARY_FUNCTION)
        return;
    for (uint32_t i = 0; i < s->n_calls; i++)
        has_hotness |= s->calls[i].hotness != 0;
    traces->function_flags |= s->function_flags;
    traces->has_functions_of_18 |= s->code == BL_CODE_SUMMARY_COMBINED_PROFILE && !has_hotness;
}

/* The first LLVM that prints what one prints that may have written it. What 13 wrote, and what a
 * later one wrote of functions without flags that 13 does not know, is the same. */
static unsigned guess_llvm(const struct traces *traces, const struct bl_summaries_info *info)
{
    enum {
        VERSION_OF_19 = 10,
        ID_WIDTH_OF_16 = 4,                /* for the abbreviations of memory profiles */
        OLD_FUNCTION_FLAGS = (1 << 6) - 1, /* of 13 */
    };
    if (info->version > VERSION_OF_19)
        return 22;
    if (info->version == VERSION_OF_19)
        return 19;
    if (traces->has_functions_of_18)
        return 18;
    if (info->block.id_width >= ID_WIDTH_OF_16)
        return 16;
    return (traces->function_flags & ~(uint64_t)OLD_FUNCTION_FLAGS) ? 14 : 13;
}

/* ---- All of it ---- */

/* Those of VALUE_GUID records, and the table of all values whose numbers are not far from them. */
static int add_guids(struct bl_summary_slots *slots, const struct bl_module_tables *t,
                     const struct bl_summaries *s, uint32_t n_guids)
{
    const uint64_t *guids = bl_summaries_guids(s);
    uint64_t n_values = (uint64_t)t->n_globals + n_guids + 1; /* an index counts from 1 on */
    uint32_t cap = 0;
    if (n_values >= BL_NONE || bl_grow(&slots->item_of_value, &cap, n_values) < 0)
        return BL_E_NOMEM;
    slots->n_values = (uint32_t)n_values;
    for (uint32_t i = 0; i < slots->n_values; i++)
        slots->item_of_value[i] = bl_summaries_guid_number(s, i);
    int status = BL_OK;
    for (uint32_t i = 0; i < n_guids && status == BL_OK; i++)
        status = add_item(&slots->values, guids[i], (struct bl_view){0});
    return status;
}

static int add_records(struct bl_summary_slots *slots, struct bl_module_tables *t)
{
    struct traces traces = {0};
    struct bl_summaries *s;
    struct bl_summary summary;
    if (bl_module_note(t->module, bl_summaries_open(&s, t->module, NULL)) <= 0)
        return BL_OK;
    int status = BL_OK;
    while (status == BL_OK && bl_module_note(t->module, bl_summaries_next(s, &summary, NULL)) > 0) {
        look_at(&traces, &summary);
        status = add_type_id(slots, s, &summary);
    }
    struct bl_summaries_info info = bl_summaries_get_info(s);
    if (bl_module_llvm(t->module) == 0)
        slots->llvm = guess_llvm(&traces, &info);
    if (status == BL_OK)
        status = add_guids(slots, t, s, info.n_guids);
    bl_summaries_close(s);
    return status;
}

static int add_path(struct bl_summary_slots *slots, struct bl_summary_path path)
{
    if (bl_grow(&slots->paths, &slots->cap_paths, (uint64_t)slots->n_paths + 1) < 0)
        return BL_E_NOMEM;
    slots->paths[slots->n_paths++] = path;
    return BL_OK;
}

/* The hash is after the blocks of the module, of which the tables have the texts alone. */
static const uint32_t *find_hash(struct bl_module_tables *t, bool *is_lost)
{
    struct bl_module_info info = {0};
    int status = bl_module_note(t->module, bl_module_get_info(t->module, 0, &info, NULL));
    *is_lost = status < 0 && !info.has_hash;
    if (!info.has_hash)
        return NULL;
    memcpy(t->info.hash, info.hash, sizeof info.hash);
    return t->info.hash;
}

static int add_paths(struct bl_summary_slots *slots, struct bl_module_tables *t,
                     struct bl_view path)
{
    const struct bl_summary_module *modules;
    uint32_t cap = 0;
    (void)bl_module_note(t->module, bl_module_paths(t->module, &modules, &slots->n_modules, NULL));
    int status = bl_grow(&slots->slot_of_module, &cap, slots->n_modules);
    for (uint32_t i = 0; i < slots->n_modules && status == BL_OK; i++)
        status = add_path(
            slots, (struct bl_summary_path){.path = modules[i].path,
                                            .id = modules[i].id,
                                            .hash = modules[i].has_hash ? modules[i].hash : NULL,
                                            .module = i});
    bool is_module = t->info.source_file.size > 0 || (slots->n_modules == 0 && t->n_listed > 0);
    if (is_module && status == BL_OK) {
        struct bl_summary_path own = {.path = path, .module = BL_NONE};
        own.hash = find_hash(t, &own.hash_is_lost);
        status = add_path(slots, own);
    }
    return status;
}

/* ---- Numbers ---- */

/* One for each path, or id; the last hash counts. */
static void number_paths(struct bl_summary_slots *slots)
{
    bool have_ids = slots->llvm <= LAST_WITH_MODULE_IDS;
    uint32_t n = 0;
    slots->own_slot = BL_NONE;
    bl_sort(slots->paths, slots->n_paths, sizeof *slots->paths, have_ids ? by_id : by_path);
    for (uint32_t i = 0; i < slots->n_paths; i++) {
        struct bl_summary_path *path = &slots->paths[i];
        const struct bl_summary_path *before = &slots->paths[n > 0 ? n - 1 : 0];
        bool is_new = n == 0 || (have_ids ? before->id != path->id
                                          : !bl_view_equal(before->path, path->path));
        const uint32_t *hash = path->hash || is_new ? path->hash : slots->paths[n - 1].hash;
        if (path->module != BL_NONE)
            slots->slot_of_module[path->module] = n - !is_new;
        else
            slots->own_slot = n - !is_new;
        n += is_new;
        slots->paths[n - 1] = *path;
        slots->paths[n - 1].hash = hash;
    }
    slots->n_paths = n;
}

/* One for each GUID, with the name of the last global value of this GUID. */
static int number_values(struct bl_summary_slots *slots)
{
    struct bl_summary_items *list = &slots->values;
    uint32_t n = 0, cap = 0, *merged = NULL; /* where each went, by when it was met */
    if (bl_grow(&merged, &cap, list->n) < 0)
        return BL_E_NOMEM;
    bl_sort(list->items, list->n, sizeof *list->items, by_guid);
    for (uint32_t i = 0; i < list->n; i++) {
        struct bl_summary_item item = list->items[i];
        bool is_new = n == 0 || list->items[n - 1].guid != item.guid;
        merged[item.slot] = n - !is_new;
        if (is_new) {
            list->items[n++] = item;
            list->items[n - 1].slot = slots->n_slots++;
        } else if (item.name.size > 0) {
            list->items[n - 1].name = item.name;
        }
    }
    list->n = n;
    for (uint32_t i = 0; i < slots->n_values; i++)
        if (slots->item_of_value[i] != BL_NONE)
            slots->item_of_value[i] = merged[slots->item_of_value[i]];
    bl_drop(merged);
    return BL_OK;
}

static void number_type_ids(struct bl_summary_slots *slots, bool is_shared)
{
    sort_names(&slots->vtables, by_name);
    sort_names(&slots->type_ids, by_guid_and_name);
    for (uint32_t i = 0; i < slots->vtables.n; i++) {
        struct bl_summary_item *item = &slots->vtables.items[i];
        uint32_t at = bl_summary_lower_bound(&slots->values, item->guid);
        item->slot = slots->n_slots++;
        if (is_shared && at < slots->values.n && slots->values.items[at].guid == item->guid)
            slots->values.items[at].slot = item->slot;
    }
    for (uint32_t i = 0; i < slots->type_ids.n; i++)
        slots->type_ids.items[i].slot = slots->n_slots++;
}

int bl_summary_slots_make(struct bl_summary_slots *slots, struct bl_module_tables *t, unsigned llvm,
                          struct bl_view path)
{
    *slots = (struct bl_summary_slots){.llvm = llvm};
    int status = add_paths(slots, t, path);
    if (status == BL_OK)
        status = add_records(slots, t);
    if (status == BL_OK)
        status = add_globals(slots, t);
    if (status == BL_OK) {
        number_paths(slots);
        slots->n_slots = slots->n_paths;
        status = number_values(slots);
    }
    if (status == BL_OK)
        number_type_ids(slots, slots->llvm <= LAST_WITH_SHARED_NUMBERS);
    return status;
}

void bl_summary_slots_release(struct bl_summary_slots *slots)
{
    bl_drop(slots->values.items);
    bl_drop(slots->vtables.items);
    bl_drop(slots->type_ids.items);
    bl_drop(slots->item_of_value);
    bl_drop(slots->paths);
    bl_drop(slots->slot_of_module);
}
