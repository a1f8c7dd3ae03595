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
#include "bitleap_limits.h"

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

/* Calls of what is nowhere defined lead to a local function of that name, if there is just one. */
static void redirect_calls(struct bl_thin_link *link)
{
    for (uint32_t i = 0; i < link->n_calls; i++) {
        const struct bl_thin_value *v = &link->values[link->calls[i].value];
        if (v->first != BL_NONE)
            continue;
        uint32_t value = bl_map_find(&link->original, v->guid);
        if (value < BL_THIN_AMBIGUOUS && !link->values[value].has_variable)
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
    struct bl_thin_value *v = &link->values[value];
    if (v->first == BL_NONE || v->has_live)
        return BL_OK;
    v->has_live = true;
    for (uint32_t i = v->first; i != BL_NONE; i = link->summaries[i].next)
        link->summaries[i].is_live = true;
    return bl_append(&link->work, &link->n_work, &link->cap_work,
                     (struct bl_thin_work){.summary = v->first});
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
        struct bl_thin_value *v = &link->values[i];
        v->has_live |= v->is_kept;
        for (uint32_t k = v->first; v->is_kept && k != BL_NONE; k = link->summaries[k].next)
            link->summaries[k].is_live = true;
        if (v->has_live && v->first != BL_NONE)
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

/* ---- What may be imported ----
 *
 * What is local to a module may be imported for what that module defines alone, all else for any.
 * So the first copy of a value that a module may import is the earlier of two, which are known
 * before, however many copies there are.
 */

static uint64_t candidate_key(bool is_local, uint32_t module, uint32_t value)
{
    return (uint64_t)(is_local ? module : BL_NONE) << 32 | value;
}

/* Variables that others are initialized with come along if they are constant, or only read, or
 * only written to. */
static int add_variable(struct bl_thin_link *link, uint32_t number)
{
    const struct bl_thin_summary *s = &link->summaries[number];
    uint64_t key = candidate_key(bl_thin_is_local(s->linkage), s->module, s->value);
    if (s->kind != BL_SUMMARY_VARIABLE || !may_be_copied(s) ||
        (!s->is_constant && !s->is_read_only && !s->is_write_only && s->n_refs > 0) ||
        bl_map_find(&link->variables, key) != BL_MAP_NONE)
        return BL_OK;
    return bl_map_add(&link->variables, key, number);
}

/* The first definition of VALUE that comes along with what refers to it in MODULE; BL_NONE. */
static uint32_t find_variable(const struct bl_thin_link *link, uint32_t value, uint32_t module)
{
    uint32_t any = bl_map_find(&link->variables, candidate_key(false, 0, value));
    uint32_t own = bl_map_find(&link->variables, candidate_key(true, module, value));
    return any < own ? any : own;
}

/* In place of its references each variable that comes along, once. LAST_USER has a summary, plus 1,
 * for each value. */
static void keep_variables(struct bl_thin_link *link, uint32_t number, uint32_t *last_user)
{
    struct bl_thin_summary *s = &link->summaries[number];
    for (uint32_t i = 0; i < s->n_refs; i++) {
        uint32_t value = link->refs[s->first_ref + i];
        uint32_t variable =
            last_user[value] == number + 1 ? BL_NONE : find_variable(link, value, s->module);
        last_user[value] = number + 1;
        if (variable != BL_NONE)
            link->refs[s->first_ref + s->n_variables++] = variable;
    }
}

/* Whether calls of S may be answered by a copy of BASE, which it leads to, whatever its size and
 * module. */
static bool may_be_called(const struct bl_thin_link *link, const struct bl_thin_summary *s,
                          const struct bl_thin_summary *base)
{
    return base && base->kind == BL_SUMMARY_FUNCTION && base->is_eligible && !base->no_inline &&
           is_live(link, s) && !bl_thin_is_interposable(s->linkage);
}

/* The lists of what calls of VALUE may import: one for any module, or, WITH_LOCAL, one for each
 * module with local ones of that name, as there are in files of the same name. Copies of a module
 * follow each other. */
static int add_callees(struct bl_thin_link *link, uint32_t value, bool with_local)
{
    const struct bl_thin_value *v = &link->values[value];
    uint64_t last_key = 0;
    uint32_t head = BL_NONE;
    for (uint32_t i = v->first; i != BL_NONE; i = link->summaries[i].next) {
        const struct bl_thin_summary *base = base_of(link, &link->summaries[i]);
        if (!may_be_called(link, &link->summaries[i], base) ||
            with_local != (bl_thin_is_local(base->linkage) && v->first != v->last))
            continue;
        uint64_t size = base->always_inline ? 0 : base->n_instructions;
        uint64_t key = candidate_key(with_local, base->module, value);
        bool is_first = head == BL_NONE || key != last_key;
        if (!is_first && size >= link->callees[link->n_callees - 1].size)
            continue;
        if (is_first && bl_map_add(&link->callee_lists, key, head = link->n_callees) < 0)
            return BL_E_NOMEM;
        if (bl_append(&link->callees, &link->n_callees, &link->cap_callees,
                      (struct bl_thin_callee){.size = size, .summary = i}) < 0)
            return BL_E_NOMEM;
        link->callees[head].n++;
        last_key = key;
    }
    return BL_OK;
}

static int find_candidates(struct bl_thin_link *link)
{
    uint32_t *last_user = bl_new(((size_t)link->n_values + 1) * sizeof *last_user);
    int status = last_user ? BL_OK : BL_E_NOMEM;
    for (uint32_t i = 0; status >= 0 && i < link->n_summaries; i++)
        status = add_variable(link, i);
    for (uint32_t i = 0; status >= 0 && i < link->n_summaries; i++)
        keep_variables(link, i, last_user);
    for (uint32_t i = 0; status >= 0 && i < link->n_values; i++) {
        status = add_callees(link, i, false);
        if (status >= 0)
            status = add_callees(link, i, true);
    }
    bl_drop(last_user);
    return status;
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
    if (status >= 0) {
        limit_variables(link);
        status = find_candidates(link);
    }
    link->n_steps_left =
        BL_MAX_IMPORT_STEPS_FLOOR +
        ((uint64_t)link->n_summaries + link->n_calls + link->n_refs) * BL_MAX_IMPORT_STEPS_PER_ITEM;
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
    if (state->call != in->link->n_asked)
        *state = (struct bl_thin_state){
            .call = in->link->n_asked, .defined = BL_NONE, .callee = BL_NONE};
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

static int take_steps(struct bl_thin_link *link, uint32_t n)
{
    if (link->n_steps_left < n)
        return BL_E_LIMIT;
    link->n_steps_left -= n;
    return BL_OK;
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
        status = take_steps(link, user->n_variables);
        for (uint32_t i = 0; status >= 0 && i < user->n_variables; i++) {
            uint32_t k = link->refs[user->first_ref + i];
            if (!wants_variable(in, link->summaries[k].value))
                continue;
            status = add_import(in, link->summaries[k].value, &link->summaries[k]);
            if (status > 0 && !link->summaries[k].is_write_only)
                status = bl_append(&link->work, &link->n_work, &link->cap_work,
                                   (struct bl_thin_work){.summary = k});
        }
    }
    return status;
}

/* The first summary in the list of KEY that fits THRESHOLD; BL_NONE. */
static uint32_t find_callee(const struct bl_thin_link *link, uint64_t key, uint64_t threshold)
{
    uint32_t lo = bl_map_find(&link->callee_lists, key);
    if (lo == BL_MAP_NONE)
        return BL_NONE;
    uint32_t hi = lo + link->callees[lo].n;
    uint32_t end = hi;
    BL_LOWER_BOUND(lo, hi, mid, link->callees[mid].size > threshold);
    return lo < end ? link->callees[lo].summary : BL_NONE;
}

/* The first definition of VALUE that module FROM may call, and that fits THRESHOLD; BL_NONE. */
static uint32_t select_callee(const struct bl_thin_link *link, uint32_t value, uint32_t from,
                              float threshold)
{
    uint32_t any = find_callee(link, candidate_key(false, 0, value), (uint64_t)threshold);
    uint32_t own = find_callee(link, candidate_key(true, from, value), (uint64_t)threshold);
    uint32_t first = any < own ? any : own;
    return first == BL_NONE ? BL_NONE : link->summaries[first].base;
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
    /* Some machines compute with more bits than a float has. */
    float evolved = (float)threshold * factor;
    return bl_append(&link->work, &link->n_work, &link->cap_work,
                     (struct bl_thin_work){state->callee, (uint32_t)evolved});
}

/* What function NUMBER refers to and calls. */
static int import_for(struct importing *in, uint32_t number, uint32_t threshold)
{
    struct bl_thin_link *link = in->link;
    const struct bl_thin_summary *s = &link->summaries[number];
    int status = take_steps(link, 1);
    if (status >= 0)
        status = take_steps(link, s->n_calls);
    if (status >= 0)
        status = import_variables(in, number);
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
    link->n_asked++;
    link->n_imports = link->n_work = 0;
    bl_map_clear(&link->imported);
    int status = import_all(&in);
    if (status < 0)
        return bl_fail(err, status,
                       status == BL_E_LIMIT
                           ? "more calls and references between modules than the limit"
                           : NULL);
    bl_sort(link->imports, link->n_imports, sizeof *link->imports, by_module_and_name);
    *imports = link->imports;
    *n = link->n_imports;
    return BL_OK;
}
