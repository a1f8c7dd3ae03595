/* analysis/thin_link.c - modules are added to what ThinLTO would link
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/thin_link.h"

#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "stream/cursor.h"

#include <string.h>

/* How strong a definition is for linkers; 0: none for them. */
enum {
    STRENGTH_WEAK = 1,
    STRENGTH_STRONG = 2
};

/* A module that is added. */
struct adding {
    struct bl_thin_link *link;
    struct bl_module *module;
    struct bl_summaries *summaries;
    const struct bl_global *globals;
    uint32_t n_globals, number;
    uint64_t bit_pos;    /* of the summary at hand */
    uint64_t n_left;     /* references and calls that the module may yet have */
    uint32_t *values;    /* by global value; BL_NONE: not looked up yet */
    uint32_t *aliasees;  /* values, by the module's summary; BL_NONE: it is no alias */
    uint32_t n, cap;     /* of them */
    struct bl_map bases; /* summaries of the module, by value */
};

static unsigned strength_of(unsigned linkage)
{
    switch (linkage) {
    case BL_LINKAGE_EXTERNAL:
    case BL_LINKAGE_APPENDING: return STRENGTH_STRONG;
    case BL_LINKAGE_WEAK_ANY:
    case BL_LINKAGE_WEAK_ODR:
    case BL_LINKAGE_LINK_ONCE_ANY:
    case BL_LINKAGE_LINK_ONCE_ODR:
    case BL_LINKAGE_COMMON: return STRENGTH_WEAK;
    default: return 0;
    }
}

/* ---- Values ---- */

/* That of GUID; BL_NONE: no memory. */
static uint32_t value_of_guid(struct bl_thin_link *link, uint64_t guid)
{
    uint32_t value = bl_map_find(&link->value_of, guid);
    if (value != BL_MAP_NONE)
        return value;
    struct bl_thin_value v = {
        .guid = guid, .first = BL_NONE, .last = BL_NONE, .prevailing = BL_NONE};
    if (link->n_values >= BL_THIN_AMBIGUOUS ||
        bl_append(&link->values, &link->n_values, &link->cap_values, v) < 0)
        return BL_NONE;
    if (bl_map_add(&link->value_of, guid, link->n_values - 1) < 0) {
        link->n_values--;
        return BL_NONE;
    }
    return link->n_values - 1;
}

/* The value that number VALUE of the module stands for. */
static int find_value(struct adding *a, uint64_t value, uint32_t *found, struct bl_error *err)
{
    uint64_t guid;
    bool is_global = value < a->n_globals;
    if (is_global && a->values[value] != BL_NONE) {
        *found = a->values[value];
        return BL_OK;
    }
    if (is_global) {
        int status = bl_module_guid(a->module, (uint32_t)value, &guid, err);
        if (status < 0)
            return status;
    } else if (!bl_summaries_guid(a->summaries, value, &guid)) {
        return bl_fail_at(err, BL_E_MISMATCH, "a summary refers to a value that there is not",
                          a->bit_pos);
    }
    *found = value_of_guid(a->link, guid);
    if (*found == BL_NONE)
        return bl_fail(err, BL_E_NOMEM, NULL);
    if (is_global)
        a->values[value] = *found;
    return BL_OK;
}

/* That of a symbol that other modules see. What tells LLVM not to change its name is no part of
 * it. */
static uint32_t value_of_name(struct bl_thin_link *link, struct bl_view name)
{
    if (name.size && name.data[0] == 1)
        name = (struct bl_view){name.data + 1, name.size - 1};
    return value_of_guid(link, bl_guid(name));
}

static int keep_name(struct bl_thin_link *link, struct bl_thin_value *v, struct bl_view name)
{
    if (v->name.size || !name.size)
        return BL_OK;
    uint8_t *copy = bl_arena_room(&link->names, name.size);
    if (!copy)
        return BL_E_NOMEM;
    memcpy(copy, name.data, name.size);
    v->name = (struct bl_view){copy, name.size};
    return BL_OK;
}

/* A definition in MODULE may be the one that linkers take. */
static void see_definition(struct bl_thin_value *v, uint32_t module, unsigned linkage)
{
    unsigned strength = strength_of(linkage);
    if (strength <= v->prevails)
        return;
    v->prevails = (uint8_t)strength;
    v->prevailing = module;
}

/* Calls that a profile knows by the mere name of a local function lead to that, if it is one. */
static int add_original(struct bl_thin_link *link, uint32_t value, struct bl_view name)
{
    uint64_t original = bl_guid(name);
    if (original == link->values[value].guid)
        return BL_OK;
    uint32_t before = bl_map_find(&link->original, original);
    bool is_other = before != BL_MAP_NONE && before != value;
    return bl_map_set(&link->original, original, is_other ? BL_THIN_AMBIGUOUS : value);
}

/* ---- Summaries ---- */

static int add_references(struct adding *a, const struct bl_summary *s, struct bl_thin_summary *to,
                          struct bl_error *err)
{
    struct bl_thin_link *link = a->link;
    int status = BL_OK;
    uint32_t value;
    to->first_ref = link->n_refs;
    to->first_call = link->n_calls;
    if ((uint64_t)s->n_refs + s->n_calls > a->n_left)
        return bl_fail_at(err, BL_E_LIMIT, "more operands of summaries than the limit", a->bit_pos);
    a->n_left -= (uint64_t)s->n_refs + s->n_calls;
    for (uint32_t i = 0; status == BL_OK && i < s->n_refs; i++) {
        status = find_value(a, s->refs[i], &value, err);
        if (status == BL_OK && bl_append(&link->refs, &link->n_refs, &link->cap_refs, value) < 0)
            status = bl_fail(err, BL_E_NOMEM, NULL);
    }
    for (uint32_t i = 0; status == BL_OK && i < s->n_calls; i++) {
        status = find_value(a, s->calls[i].value, &value, err);
        if (status == BL_OK && bl_append(&link->calls, &link->n_calls, &link->cap_calls,
                                         (struct bl_thin_call){value, s->calls[i].hotness}) < 0)
            status = bl_fail(err, BL_E_NOMEM, NULL);
    }
    to->n_refs = link->n_refs - to->first_ref;
    to->n_calls = link->n_calls - to->first_call;
    return status;
}

/* Append TO, with what belongs to it, to all summaries and those of its value. */
static int append_summary(struct adding *a, const struct bl_thin_summary *to, uint32_t aliasee)
{
    struct bl_thin_link *link = a->link;
    struct bl_thin_value *v = &link->values[to->value];
    uint32_t number = link->n_summaries;
    if (bl_append(&a->aliasees, &a->n, &a->cap, aliasee) < 0 ||
        bl_map_set(&a->bases, to->value, number) < 0 ||
        bl_append(&link->summaries, &link->n_summaries, &link->cap_summaries, *to) < 0)
        return BL_E_NOMEM;
    if (v->last == BL_NONE)
        v->first = number;
    else
        link->summaries[v->last].next = number;
    v->last = number;
    v->has_variable |= to->kind == BL_SUMMARY_VARIABLE;
    v->has_live |= to->is_live;
    see_definition(v, a->number, to->linkage);
    return BL_OK;
}

static int add_summary(struct adding *a, const struct bl_summary *s, struct bl_error *err)
{
    struct bl_thin_link *link = a->link;
    uint32_t aliasee = BL_NONE;
    struct bl_view name = {0};
    struct bl_thin_summary to = {
        .module = a->number,
        .next = BL_NONE,
        .base = link->n_summaries,
        .n_instructions = s->n_instructions,
        .kind = s->kind,
        .linkage = s->linkage,
        .is_eligible = !(s->flags & BL_GV_NOT_ELIGIBLE),
        .is_live = s->flags & BL_GV_LIVE,
        .no_inline = s->function_flags & BL_FFLAG_NO_INLINE,
        .always_inline = s->function_flags & BL_FFLAG_ALWAYS_INLINE,
        .is_read_only = s->variable_flags & BL_GVAR_READ_ONLY,
        .is_write_only = s->variable_flags & BL_GVAR_WRITE_ONLY,
        .is_constant = s->variable_flags & BL_GVAR_CONSTANT,
    };
    a->bit_pos = s->bit_pos;
    int status = find_value(a, s->value, &to.value, err);
    if (status == BL_OK)
        status = add_references(a, s, &to, err);
    if (status == BL_OK && s->kind == BL_SUMMARY_ALIAS)
        status = find_value(a, s->aliasee, &aliasee, err);
    if (status < 0)
        return status;
    if (s->value < a->n_globals)
        name = a->globals[s->value].name;
    if (s->kind == BL_SUMMARY_FUNCTION) { /* of variables nothing is known of single accesses */
        to.n_read_only = s->n_read_only;
        to.n_write_only = s->n_write_only;
    }
    if (keep_name(link, &link->values[to.value], name) < 0 || append_summary(a, &to, aliasee) < 0 ||
        (bl_thin_is_local(s->linkage) && add_original(link, to.value, name) < 0))
        return bl_fail(err, BL_E_NOMEM, NULL);
    return BL_OK;
}

/* What aliases of the module lead to, once all its summaries are there. */
static void find_bases(const struct adding *a, uint32_t first)
{
    for (uint32_t i = 0; i < a->n; i++)
        if (a->aliasees[i] != BL_NONE) {
            uint32_t base = bl_map_find(&a->bases, a->aliasees[i]);
            bool is_base = base != BL_MAP_NONE && a->link->summaries[base].kind != BL_SUMMARY_ALIAS;
            a->link->summaries[first + i].base = is_base ? base : BL_NONE;
        }
}

static int add_summaries(struct adding *a, struct bl_error *err)
{
    struct bl_summary summary;
    struct bl_error why;
    int status = BL_OK, rc;
    while ((rc = bl_summaries_next(a->summaries, &summary, &why)) > 0) {
        if (summary.kind == BL_SUMMARY_RECORD)
            continue;
        int one = add_summary(a, &summary, status == BL_OK ? err : NULL);
        status = status < 0 ? status : one;
        if (one == BL_E_NOMEM)
            return one;
    }
    if (rc < 0 && status == BL_OK) {
        status = rc;
        if (err)
            *err = why;
    }
    return status;
}

/* ---- Symbols ---- */

/* What the symbol table says is used, or all that a module without summaries defines or names. */
static int add_symbols(struct adding *a, bool all, struct bl_error *err)
{
    struct bl_symbols *symbols;
    struct bl_symbol symbol;
    int status = bl_symbols_open(&symbols, a->module, 0, err);
    while (status >= 0 && (status = bl_symbols_next(symbols, &symbol, err)) > 0) {
        if (!symbol.ir_name.size || (!all && !(symbol.flags & BL_SYMBOL_USED)))
            continue;
        uint32_t value = value_of_name(a->link, symbol.ir_name);
        if (value == BL_NONE) {
            status = bl_fail(err, BL_E_NOMEM, NULL);
            break;
        }
        a->link->values[value].is_used_elsewhere = true;
        if (all && !(symbol.flags & BL_SYMBOL_UNDEFINED))
            see_definition(&a->link->values[value], a->number,
                           symbol.flags & BL_SYMBOL_WEAK ? BL_LINKAGE_WEAK_ANY
                                                         : BL_LINKAGE_EXTERNAL);
    }
    bl_symbols_close(symbols);
    return status;
}

/* ---- Public ---- */

int bl_thin_link_open(struct bl_thin_link **link, struct bl_error *err)
{
    *link = bl_new(sizeof **link);
    return *link ? BL_OK : bl_fail(err, BL_E_NOMEM, NULL);
}

void bl_thin_link_close(struct bl_thin_link *link)
{
    if (!link)
        return;
    bl_drop(link->values);
    bl_drop(link->summaries);
    bl_drop(link->modules);
    bl_drop(link->calls);
    bl_drop(link->refs);
    bl_drop(link->callees);
    bl_drop(link->states);
    bl_drop(link->work);
    bl_drop(link->imports);
    bl_map_release(&link->value_of);
    bl_map_release(&link->original);
    bl_map_release(&link->variables);
    bl_map_release(&link->callee_lists);
    bl_map_release(&link->imported);
    bl_arena_release(&link->names);
    bl_drop(link);
}

static int add_module(struct adding *a, struct bl_error *err)
{
    struct bl_error why;
    uint32_t first = a->link->n_summaries;
    int status = bl_module_globals(a->module, &a->globals, &a->n_globals, err);
    if (status == BL_E_NOMEM)
        return status;
    a->values = bl_new(((size_t)a->n_globals + 1) * sizeof *a->values);
    if (!a->values)
        return bl_fail(err, BL_E_NOMEM, NULL);
    for (uint32_t i = 0; i < a->n_globals; i++)
        a->values[i] = BL_NONE;
    a->n_left = bl_max_operands(bl_module_stream(a->module));
    int rc = a->summaries ? add_summaries(a, &why) : BL_OK;
    find_bases(a, first);
    if (status >= 0 && rc < 0 && err)
        *err = why;
    status = status < 0 ? status : rc;
    rc = status == BL_E_NOMEM ? status : add_symbols(a, !a->summaries, &why);
    if (status >= 0 && rc < 0 && err)
        *err = why;
    return status < 0 ? status : rc;
}

int bl_thin_link_add(struct bl_thin_link *link, struct bl_module *module, uint32_t *number,
                     struct bl_error *err)
{
    struct adding a = {.link = link, .module = module, .number = link->n_modules};
    struct bl_thin_module added = {.first = link->n_summaries, .end = link->n_summaries};
    *number = a.number;
    if (link->is_decided)
        return bl_fail(err, BL_E_ARGUMENT, "what is imported was decided before");
    if (bl_append(&link->modules, &link->n_modules, &link->cap_modules, added) < 0)
        return bl_fail(err, BL_E_NOMEM, NULL);
    int status = bl_summaries_open(&a.summaries, module, err);
    if (status >= 0) {
        added.is_thin = a.summaries && !bl_summaries_get_info(a.summaries).is_full_lto;
        status = add_module(&a, err);
    }
    added.end = link->n_summaries;
    link->modules[a.number] = added;
    bl_summaries_close(a.summaries);
    bl_drop(a.values);
    bl_drop(a.aliasees);
    bl_map_release(&a.bases);
    return status < 0 ? status : added.is_thin;
}

int bl_thin_link_keep(struct bl_thin_link *link, struct bl_view name, struct bl_error *err)
{
    if (link->is_decided)
        return bl_fail(err, BL_E_ARGUMENT, "what is imported was decided before");
    uint32_t value = value_of_name(link, name);
    if (value == BL_NONE)
        return bl_fail(err, BL_E_NOMEM, NULL);
    link->values[value].is_named = true;
    link->has_named = true;
    return BL_OK;
}
