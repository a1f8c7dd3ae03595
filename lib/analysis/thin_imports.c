/* analysis/thin_imports.c - what is live, and what each module imports, as LLVM's thin link has it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * LLVM's rules are those of FunctionImport.cpp and ModuleSummaryIndex.cpp. It goes through the
 * functions of a module in the order of a hash table; here it is that of the module, which makes a
 * difference only where thresholds of several calls decide about one function, by profiles.
 */
#include "analysis/thin_link.h"
#include "base/bound.h"
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"

/* LLVM's defaults: -import-instr-limit and its factors. */
static const float evolution_factor = 0.7F, hot_evolution_factor = 1.0F;
enum {
    INSTRUCTION_LIMIT = 100,
    HOT_MULTIPLIER = 10,
    CRITICAL_MULTIPLIER = 100,
};

/* What an alias leads to, or the summary itself; NULL: it leads nowhere. */
static struct bl_thin_summary *base_of(const struct bl_thin_link *link,
                                       const struct bl_thin_summary *s)
{
    return s->base == BL_NONE ? NULL : &link->summaries[s->base];
}

static bool is_live(const struct bl_thin_link *link, const struct bl_thin_summary *s)
{
    return s->is_live || !link->has_dead;
}

/* ---- What is kept, and live ---- */

static bool has_summary_of(const struct bl_thin_link *link, uint32_t value, unsigned kind)
{
    for (uint32_t i = link->values[value].first; i != BL_NONE; i = link->summaries[i].next)
        if (link->summaries[i].kind == kind)
            return true;
    return false;
}

/* Calls of what is nowhere defined lead to a local function of that name, if there is just one. */
static void redirect_calls(struct bl_thin_link *link)
{
    for (uint32_t i = 0; i < link->n_calls; i++) {
        const struct bl_thin_value *v = &link->values[link->calls[i].value];
        if (v->first != BL_NONE)
            continue;
        uint32_t value = bl_map_find(&link->original, v->guid);
        if (value < BL_THIN_AMBIGUOUS && !has_summary_of(link, value, BL_SUMMARY_VARIABLE))
            link->calls[i].value = value;
    }
}

/* What is defined and seen by others, or the names that were given. True: there is something. */
static bool choose_kept(struct bl_thin_link *link)
{
    bool has_kept = false;
    for (uint32_t i = 0; i < link->n_values; i++) {
        struct bl_thin_value *v = &link->values[i];
        v->is_kept =
            v->prevails && (v->is_used_elsewhere || (link->has_named ? v->is_named : true));
        has_kept |= v->is_kept;
    }
    return has_kept;
}

/* All copies of VALUE are live, unless they were: add it to those whose references are followed. */
static int make_live(struct bl_thin_link *link, uint32_t value)
{
    uint32_t first = link->values[value].first;
    for (uint32_t i = first; i != BL_NONE; i = link->summaries[i].next)
        if (link->summaries[i].is_live)
            return BL_OK;
    for (uint32_t i = first; i != BL_NONE; i = link->summaries[i].next)
        link->summaries[i].is_live = true;
    return first == BL_NONE ? BL_OK
                            : bl_append(&link->work, &link->n_work, &link->cap_work,
                                        (struct bl_thin_work){.summary = first});
}

static int follow_references(struct bl_thin_link *link, const struct bl_thin_summary *s)
{
    int status = BL_OK;
    if (s->kind == BL_SUMMARY_ALIAS) {
        const struct bl_thin_summary *base = base_of(link, s);
        return base ? make_live(link, base->value) : BL_OK;
    }
    for (uint32_t i = 0; status >= 0 && i < s->n_refs; i++)
        status = make_live(link, link->refs[s->first_ref + i]);
    for (uint32_t i = 0; status >= 0 && i < s->n_calls; i++)
        status = make_live(link, link->calls[s->first_call + i].value);
    return status;
}

/* Where nothing is kept all is live, as in LLVM. */
static int find_live(struct bl_thin_link *link)
{
    int status = BL_OK;
    link->has_dead = choose_kept(link);
    for (uint32_t i = 0; link->has_dead && status >= 0 && i < link->n_values; i++) {
        const struct bl_thin_value *v = &link->values[i];
        bool is_root = v->is_kept;
        for (uint32_t k = v->first; k != BL_NONE; k = link->summaries[k].next) {
            link->summaries[k].is_live |= v->is_kept;
            is_root |= link->summaries[k].is_live;
        }
        if (is_root && v->first != BL_NONE)
            status = bl_append(&link->work, &link->n_work, &link->cap_work,
                               (struct bl_thin_work){.summary = v->first});
    }
    while (status >= 0 && link->n_work > 0) {
        uint32_t i = link->work[--link->n_work].summary;
        for (; status >= 0 && i != BL_NONE; i = link->summaries[i].next)
            status = follow_references(link, &link->summaries[i]);
    }
    return status;
}

/* ---- Variables ---- */

/* Whether a copy of variable S, or of the one that alias S leads to, is allowed at all. */
static bool may_be_copied(const struct bl_thin_summary *s)
{
    return !bl_thin_is_interposable(s->linkage) && s->is_eligible;
}

/* What S does with each value that it refers to. */
static void note_accesses(struct bl_thin_link *link, const struct bl_thin_summary *s)
{
    for (uint32_t i = 0; i < s->n_refs; i++) {
        struct bl_thin_value *v = &link->values[link->refs[s->first_ref + i]];
        uint32_t n_left = s->n_refs - i;
        bool only_written = n_left <= s->n_write_only;
        bool only_read = !only_written && n_left <= (uint64_t)s->n_write_only + s->n_read_only;
        v->is_read |= !only_written;
        v->is_written |= !only_read;
    }
}

/* Which variables are only read, or only written to, by all that is live and known. */
static void limit_variables(struct bl_thin_link *link)
{
    for (uint32_t i = 0; i < link->n_summaries; i++)
        if (is_live(link, &link->summaries[i]))
            note_accesses(link, &link->summaries[i]);
    for (uint32_t i = 0; i < link->n_summaries; i++) {
        const struct bl_thin_summary *s = &link->summaries[i];
        const struct bl_thin_value *v = &link->values[s->value];
        struct bl_thin_summary *base = base_of(link, s);
        if (!base || base->kind != BL_SUMMARY_VARIABLE)
            continue;
        bool is_limited = !is_live(link, s) || (may_be_copied(s) && !v->is_kept);
        base->is_read_only &= is_limited && !v->is_written;
        base->is_write_only &= is_limited && !v->is_read;
    }
}

int bl_thin_link_decide(struct bl_thin_link *link)
{
    if (link->is_decided)
        return BL_OK;
    link->states = bl_new(((size_t)link->n_values + 1) * sizeof *link->states);
    if (!link->states)
        return BL_E_NOMEM;
    redirect_calls(link);
    int status = find_live(link);
    if (status >= 0)
        limit_variables(link);
    link->is_decided = true;
    return status;
}

/* ---- Imports of one module ---- */

struct importing {
    struct bl_thin_link *link;
    uint32_t module;
};

static struct bl_thin_state *state_of(const struct importing *in, uint32_t value)
{
    struct bl_thin_state *state = &in->link->states[value];
    if (state->module != in->module + 1)
        *state =
            (struct bl_thin_state){.module = in->module + 1, .defined = BL_NONE, .callee = BL_NONE};
    return state;
}

/* VALUE from module FROM. 1: it is new; 0: it has been imported from there. */
static int add_import(struct importing *in, uint32_t value, const struct bl_thin_summary *base)
{
    struct bl_thin_link *link = in->link;
    uint64_t key = (uint64_t)base->module << 32 | value;
    if (bl_map_find(&link->imported, key) != BL_MAP_NONE)
        return 0;
    struct bl_import import = {.name = link->values[value].name,
                               .guid = link->values[value].guid,
                               .module = base->module,
                               .kind = base->kind};
    if (bl_map_add(&link->imported, key, 0) < 0 ||
        bl_append(&link->imports, &link->n_imports, &link->cap_imports, import) < 0)
        return BL_E_NOMEM;
    return 1;
}

/* Whether VALUE is not there yet. A copy that another one replaces does not count. */
static bool wants_variable(const struct importing *in, uint32_t value)
{
    const struct bl_thin_link *link = in->link;
    const struct bl_thin_value *v = &link->values[value];
    uint32_t defined = state_of(in, value)->defined;
    return defined == BL_NONE ||
           (v->first != v->last && bl_thin_is_interposable(link->summaries[defined].linkage) &&
            v->prevailing != in->module);
}

/* Variables that others are initialized with come along if they are constant, or only read, or
 * only written to. */
static bool may_import_variable(const struct bl_thin_summary *s, const struct bl_thin_summary *user)
{
    return s->kind == BL_SUMMARY_VARIABLE && may_be_copied(s) &&
           (s->is_constant || s->is_read_only || s->is_write_only || s->n_refs == 0) &&
           (!bl_thin_is_local(s->linkage) || s->module == user->module);
}

/* The variables that summary NUMBER refers to, and what they refer to. Work that was there stays
 * below what is added. */
static int import_variables(struct importing *in, uint32_t number)
{
    struct bl_thin_link *link = in->link;
    uint32_t n_before = link->n_work;
    int status = bl_append(&link->work, &link->n_work, &link->cap_work,
                           (struct bl_thin_work){.summary = number});
    while (status >= 0 && link->n_work > n_before) {
        const struct bl_thin_summary *user = &link->summaries[link->work[--link->n_work].summary];
        for (uint32_t i = 0; status >= 0 && i < user->n_refs; i++) {
            uint32_t value = link->refs[user->first_ref + i];
            uint32_t k = wants_variable(in, value) ? link->values[value].first : BL_NONE;
            while (k != BL_NONE && !may_import_variable(&link->summaries[k], user))
                k = link->summaries[k].next;
            if (k == BL_NONE)
                continue;
            status = add_import(in, value, &link->summaries[k]);
            if (status > 0 && !link->summaries[k].is_write_only)
                status = bl_append(&link->work, &link->n_work, &link->cap_work,
                                   (struct bl_thin_work){.summary = k});
        }
    }
    return status;
}

/* The first definition of VALUE that module FROM may call, and that fits THRESHOLD; BL_NONE. */
static uint32_t select_callee(const struct bl_thin_link *link, uint32_t value, uint32_t from,
                              float threshold)
{
    const struct bl_thin_value *v = &link->values[value];
    for (uint32_t i = v->first; i != BL_NONE; i = link->summaries[i].next) {
        const struct bl_thin_summary *s = &link->summaries[i];
        const struct bl_thin_summary *base = base_of(link, s);
        if (!is_live(link, s) || bl_thin_is_interposable(s->linkage) || !base ||
            base->kind != BL_SUMMARY_FUNCTION || !base->is_eligible || base->no_inline)
            continue;
        /* Of local ones of the same name, in files of the same name, the caller's own. */
        if (bl_thin_is_local(base->linkage) && v->first != v->last && base->module != from)
            continue;
        if (base->n_instructions > (uint64_t)threshold && !base->always_inline)
            continue;
        return s->base;
    }
    return BL_NONE;
}

static float multiplier_of(unsigned hotness)
{
    switch (hotness) {
    case BL_HOTNESS_COLD: return 0;
    case BL_HOTNESS_HOT: return HOT_MULTIPLIER;
    case BL_HOTNESS_CRITICAL: return CRITICAL_MULTIPLIER;
    default: return 1;
    }
}

/* CALL, in a function of module FROM with a threshold of its own. */
static int import_call(struct importing *in, const struct bl_thin_call *call, uint32_t from,
                       uint32_t threshold)
{
    struct bl_thin_link *link = in->link;
    struct bl_thin_state *state = state_of(in, call->value);
    float wanted = (float)threshold * multiplier_of(call->hotness);
    if (state->defined != BL_NONE || (state->is_tried && wanted <= (float)state->threshold))
        return BL_OK;
    state->is_tried = true;
    state->threshold = (uint32_t)wanted;
    if (state->callee == BL_NONE) {
        state->callee = select_callee(link, call->value, from, wanted);
        if (state->callee == BL_NONE)
            return BL_OK;
        int status = add_import(in, call->value, &link->summaries[state->callee]);
        if (status < 0)
            return status;
    }
    float factor = call->hotness == BL_HOTNESS_HOT ? hot_evolution_factor : evolution_factor;
    return bl_append(&link->work, &link->n_work, &link->cap_work,
                     (struct bl_thin_work){state->callee, (uint32_t)((float)threshold * factor)});
}

/* What function NUMBER refers to and calls. */
static int import_for(struct importing *in, uint32_t number, uint32_t threshold)
{
    const struct bl_thin_link *link = in->link;
    const struct bl_thin_summary *s = &link->summaries[number];
    int status = import_variables(in, number);
    for (uint32_t i = 0; status >= 0 && i < s->n_calls; i++)
        status = import_call(in, &link->calls[s->first_call + i], s->module, threshold);
    return status;
}

static int import_all(struct importing *in)
{
    struct bl_thin_link *link = in->link;
    const struct bl_thin_module *module = &link->modules[in->module];
    int status = BL_OK;
    for (uint32_t i = module->first; i < module->end; i++)
        state_of(in, link->summaries[i].value)->defined = i;
    for (uint32_t i = module->first; status >= 0 && i < module->end; i++) {
        const struct bl_thin_summary *s = &link->summaries[i];
        const struct bl_thin_summary *base = base_of(link, s);
        if (is_live(link, s) && base && base->kind == BL_SUMMARY_FUNCTION)
            status = import_for(in, s->base, INSTRUCTION_LIMIT);
    }
    while (status >= 0 && link->n_work > 0) {
        struct bl_thin_work work = link->work[--link->n_work];
        status = import_for(in, work.summary, work.threshold);
    }
    return status;
}

static int by_module_and_name(const void *a, const void *b)
{
    const struct bl_import *x = a, *y = b;
    int order = bl_order(x->module, y->module);
    order = order ? order : bl_view_compare(x->name, y->name);
    return order ? order : bl_order(x->guid, y->guid);
}

int bl_thin_link_imports(struct bl_thin_link *link, uint32_t module,
                         const struct bl_import **imports, uint32_t *n, struct bl_error *err)
{
    struct importing in = {link, module};
    *imports = NULL;
    *n = 0;
    if (module >= link->n_modules)
        return bl_fail(err, BL_E_ARGUMENT, "no such module");
    if (bl_thin_link_decide(link) < 0)
        return bl_fail(err, BL_E_NOMEM, NULL);
    if (!link->modules[module].is_thin)
        return BL_OK;
    link->n_imports = link->n_work = 0;
    bl_map_clear(&link->imported);
    if (import_all(&in) < 0)
        return bl_fail(err, BL_E_NOMEM, NULL);
    bl_sort(link->imports, link->n_imports, sizeof *link->imports, by_module_and_name);
    *imports = link->imports;
    *n = link->n_imports;
    return BL_OK;
}
