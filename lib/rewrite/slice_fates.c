/* rewrite/slice_fates.c - which global values of a slice are defined
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Those that were added, and those that nobody else could define or that are asked for, too.
 */
#include "base/grow.h"
#include "base/status.h"
#include "bitleap_codes.h"
#include "ir/module.h"
#include "ir/references.h"
#include "rewrite/slicer.h"

#include <string.h>

static int no_memory(struct bl_error *err)
{
    return bl_fail(err, BL_E_NOMEM, "no memory for a slice");
}

/* A definition that is so many references away from what was added. */
struct taken {
    uint32_t value, depth;
};

/* Definitions that lead to others. */
struct taking {
    struct bl_slice *s;
    struct bl_references *references;
    struct taken *todo; /* the nearest ones first */
    uint32_t n_todo, cap_todo;
    struct bl_error *err;
};

static int take(struct taking *t, uint32_t value, uint32_t depth)
{
    struct bl_slice *s = t->s;
    struct taken taken = {value, depth};
    if (value >= s->n_globals || s->fates[value] != BL_FATE_NEEDED)
        return BL_OK;
    s->fates[value] = BL_FATE_DEFINED;
    return bl_append(&t->todo, &t->n_todo, &t->cap_todo, taken) < 0 ? no_memory(t->err) : BL_OK;
}

static bool is_alias(const struct bl_global *g)
{
    return g->kind == BL_GLOBAL_ALIAS || g->kind == BL_GLOBAL_IFUNC;
}

/* Whether the initializer of a variable has the address of a block in a function that WANTED says,
 * by global value: 1, 0, or a failure. */
static int has_address(const struct taking *t, const struct bl_global *g, const uint8_t *wanted,
                       uint8_t how)
{
    struct bl_slice *s = t->s;
    struct bl_record rec = {0};
    uint64_t part;
    uint32_t n = 0;
    int rc = 0;
    bool *seen = s->sets[BL_NUMBERED_VALUES].is_kept; /* nothing is marked yet */
    uint32_t *todo = s->sets[BL_NUMBERED_VALUES].renewed;
    if (!s->has_addresses || g->kind != BL_GLOBAL_VARIABLE || g->initializer >= s->n_module_values)
        return 0;
    memset(seen, 0, s->n_module_values);
    todo[n++] = g->initializer;
    seen[g->initializer] = true;
    while (rc == 0 && n > 0) {
        uint32_t value = todo[--n];
        const struct bl_constant *c =
            value < s->n_globals ? NULL : &s->constants[value - s->n_globals];
        if (!c || !bl_constant_has_parts(c->code))
            continue;
        rc = bl_constant_read(s->module, c, &rec, t->err);
        for (uint32_t i = 0; rc == 0 && bl_constant_part(&rec, i, &part); i++) {
            if (c->code == BL_CODE_CONSTANTS_BLOCKADDRESS && part < s->n_globals &&
                wanted[part] == how)
                rc = 1;
            if (part >= s->n_module_values || seen[part])
                continue;
            seen[part] = true;
            todo[n++] = (uint32_t)part;
        }
    }
    bl_record_release(&rec);
    return rc;
}

static bool is_local(const struct bl_global *g)
{
    return g->linkage == BL_LINKAGE_INTERNAL || g->linkage == BL_LINKAGE_PRIVATE;
}

/* Whether what is used as REFERENCE has to be taken, too. What cannot be read fails later. */
static bool is_taken_along(const struct taking *t, const struct bl_reference *reference,
                           uint32_t depth)
{
    const struct bl_global *g = bl_module_global_at(t->s->module, reference->to);
    bool is_variable = g->kind == BL_GLOBAL_VARIABLE;
    bool leads_there =
        reference->kind == BL_REFERENCE_ALIASEE || reference->kind == BL_REFERENCE_RESOLVER;
    if (g->linkage == BL_LINKAGE_APPENDING || t->s->flags & BL_SLICE_DELETE)
        return false;
    if (is_local(g) && has_address(t, g, t->s->fates, BL_FATE_DEFINED) != 0)
        return true;
    return leads_there || (is_local(g) && g->name.size == 0) ||
           (is_variable && t->s->flags & BL_SLICE_WITH_GLOBALS) ||
           (!is_variable && t->s->flags & BL_SLICE_RECURSIVE && depth < t->s->depth);
}

/* Whether anything may have to be taken along with VALUE: then its references are read. */
static bool may_lead_on(const struct taking *t, uint32_t value)
{
    if (t->s->flags & (BL_SLICE_WITH_GLOBALS | BL_SLICE_RECURSIVE) ||
        is_alias(bl_module_global_at(t->s->module, value)))
        return true;
    return t->s->has_addresses || t->s->has_unnamed;
}

static int take_along(struct taking *t, const struct taken *taken)
{
    uint32_t value = taken->value;
    uint32_t depth = taken->depth;
    const struct bl_reference *list;
    uint32_t n;
    int status = BL_OK;
    if (!may_lead_on(t, value))
        return BL_OK;
    if (!t->references)
        status = bl_references_open_few(&t->references, t->s->module, t->err);
    if (status == BL_OK)
        status = bl_references_of(t->references, value, &list, &n, t->err);
    for (uint32_t i = 0; status == BL_OK && i < n; i++)
        if (list[i].to < t->s->n_globals && is_taken_along(t, &list[i], depth))
            status = take(t, list[i].to, depth + 1);
    return status;
}

/* A COMDAT of which not all members are taken goes: a linker that has another part of the module
 * would keep one of the two. */
static void cut_comdats(struct bl_slice *s)
{
    uint32_t n = s->sets[BL_NUMBERED_COMDATS].n;
    s->report.n_comdats_cut = 0;
    if (n == 0)
        return;
    memset(s->is_cut, 0, n);
    for (uint32_t i = 0; i < s->n_globals; i++)
        if (s->comdats[i] < n && s->fates[i] == BL_FATE_NEEDED)
            s->is_cut[s->comdats[i]] = true;
    for (uint32_t i = 0; i < s->n_globals; i++)
        s->report.n_comdats_cut +=
            s->fates[i] == BL_FATE_DEFINED && s->comdats[i] < n && s->is_cut[s->comdats[i]];
}

/* Without a function local variables with addresses of its blocks go: they are taken with it. */
static int delete_tables(struct taking *t)
{
    struct bl_slice *s = t->s;
    int rc = 0;
    for (uint32_t i = 0; i < s->n_globals && rc >= 0; i++) {
        const struct bl_global *g = bl_module_global_at(s->module, i);
        rc = is_local(g) ? has_address(t, g, (const uint8_t *)s->is_added, true) : 0;
        s->is_added[i] |= rc > 0;
    }
    return rc < 0 ? rc : BL_OK;
}

/* Without a function its aliases go, too. */
static int delete_aliases(struct taking *t)
{
    struct bl_slice *s = t->s;
    int status = BL_OK;
    bool is_more = true;
    while (is_more && status == BL_OK) {
        is_more = false;
        for (uint32_t i = 0; i < s->n_globals && status == BL_OK; i++) {
            const struct bl_reference *list;
            uint32_t n = 0;
            if (!is_alias(bl_module_global_at(s->module, i)) || s->is_added[i])
                continue;
            if (!t->references)
                status = bl_references_open_few(&t->references, s->module, t->err);
            if (status == BL_OK)
                status = bl_references_of(t->references, i, &list, &n, t->err);
            for (uint32_t k = 0; k < n && status == BL_OK; k++)
                if (list[k].to < s->n_globals && s->is_added[list[k].to])
                    s->is_added[i] = is_more = true;
        }
    }
    return status;
}

int bl_slice_decide(struct bl_slice *s, struct bl_error *err)
{
    struct taking t = {.s = s, .err = err};
    bool deletes = s->flags & BL_SLICE_DELETE;
    int status = BL_OK;
    memcpy(s->fates, s->first_fates, s->n_globals);
    for (uint32_t i = 0; i < s->n_globals && s->flags & BL_SLICE_UNNEEDED; i++)
        if (s->fates[i] == BL_FATE_NEEDED)
            s->fates[i] = BL_FATE_DEFINED;
    if (s->flags & BL_SLICE_UNNEEDED)
        return BL_OK; /* where it is reached */
    if (deletes)
        status = delete_tables(&t);
    if (status == BL_OK && deletes)
        status = delete_aliases(&t);
    for (uint32_t i = 0; status == BL_OK && bl_next_byte(s->is_added, !deletes, s->n_globals, &i);
         i++)
        status = take(&t, i, 0);
    for (uint32_t i = 0; i < t.n_todo && status == BL_OK; i++) {
        struct taken taken = t.todo[i];
        status = take_along(&t, &taken);
    }
    if (status == BL_OK)
        cut_comdats(s);
    bl_references_close(t.references);
    bl_drop(t.todo);
    return status;
}
