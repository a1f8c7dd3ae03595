/* rewrite/lower_callees.c - intrinsics that stay, and whose calls become others
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Their calls get an argument that newer LLVM does not have: the size of an object, or an alignment
 * that has become an attribute. llvm.threadlocal.address becomes a cast.
 */
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "bitleap_codes.h"
#include "ir/module.h"
#include "rewrite/lower.h"

static bool is_lifetime(struct bl_view name)
{
    return bl_view_begins(name, "llvm.lifetime.start.") ||
           bl_view_begins(name, "llvm.lifetime.end.");
}

static int add_callee(struct bl_lower *l, struct bl_lower_callee callee)
{
    if (bl_append(&l->callees, &l->n_callees, &l->cap_callees, callee) < 0)
        return bl_fail(l->err, BL_E_NOMEM, "no memory for intrinsics");
    return BL_OK;
}

static int add_constant(struct bl_lower *l, uint32_t type, uint64_t op)
{
    struct bl_new_constant constant = {type, op};
    for (uint32_t i = 0; i < l->n_new_constants; i++)
        if (l->constants[i].op == op)
            return BL_OK;
    if (bl_append(&l->constants, &l->n_new_constants, &l->cap_constants, constant) < 0)
        return bl_fail(l->err, BL_E_NOMEM, "no memory for constants");
    return BL_OK;
}

uint32_t bl_lower_constant(const struct bl_lower *l, uint64_t op)
{
    uint32_t i = 0;
    while (i < l->n_new_constants && l->constants[i].op != op)
        i++;
    return i < l->n_new_constants ? l->constant + i : BL_NONE;
}

static int plan_lifetime(struct bl_lower *l, uint32_t value, const struct bl_global *g)
{
    const struct bl_type *t = g->value_type < l->types->n ? &l->types->types[g->value_type] : NULL;
    if (!t || t->kind != BL_TYPE_FUNCTION || t->n_parts != 2)
        return BL_OK; /* with a size */
    enum {
        WIDTH = 64
    };
    uint32_t parameters[2] = {bl_lower_find_type(l, BL_TYPE_INTEGER, WIDTH, BL_CODE_TYPE_INTEGER),
                              l->types->parts[t->first_part + 1]};
    uint32_t result = l->types->parts[t->first_part];
    struct bl_lower_callee callee = {value, bl_lower_find_function(l, result, parameters, 2),
                                     BL_CALL_GETS_SIZE, 0};
    if (callee.type == BL_NONE)
        return bl_fail(l->err, BL_E_LIMIT, "more types of intrinsics than the limit");
    int status = add_constant(l, parameters[0], bl_lower_signed(-1));
    return status < 0 ? status : add_callee(l, callee);
}

/* Whether NAME loads or stores by a mask; *N_BEFORE is how many arguments come before the
 * alignment, if it has that. */
static bool is_masked(struct bl_view name, uint8_t *n_before)
{
    bool stores =
        bl_view_begins(name, "llvm.masked.store.") || bl_view_begins(name, "llvm.masked.scatter.");
    *n_before = stores ? 2 : 1;
    return stores || bl_view_begins(name, "llvm.masked.load.") ||
           bl_view_begins(name, "llvm.masked.gather.");
}

/* All alignments of parameters that there are. */
static int plan_alignments(struct bl_lower *l, uint32_t type)
{
    const struct bl_attributes *all;
    int status = bl_module_attributes(l->module, &all, l->err);
    if (status >= 0)
        status = add_constant(l, type, bl_lower_signed(1));
    for (uint32_t i = 0; status >= 0 && i < all->n_groups; i++)
        for (uint32_t k = 0; status >= 0 && k < all->groups[i].n; k++) {
            const struct bl_attribute *a = &all->attributes[all->groups[i].first + k];
            bool is_for = all->groups[i].place == 1 || all->groups[i].place == 2;
            if (is_for && a->kind == BL_ATTR_KIND_ALIGNMENT && a->integer <= INT32_MAX)
                status = add_constant(l, type, bl_lower_signed((int64_t)a->integer));
        }
    return status;
}

/* Those that have one parameter less since LLVM 22: the alignment has become an attribute. */
static int plan_masked(struct bl_lower *l, uint32_t value, const struct bl_global *g,
                       uint8_t n_before)
{
    enum {
        WIDTH = 32,
        N_PARAMETERS = 4,
        MOST = 4 /* parts of the type */
    };
    const struct bl_type *t = g->value_type < l->types->n ? &l->types->types[g->value_type] : NULL;
    uint32_t parameters[N_PARAMETERS];
    uint32_t n = 0;
    if (!t || t->kind != BL_TYPE_FUNCTION || t->n_parts > MOST || t->n_parts < n_before + 2U)
        return BL_OK;
    uint32_t type = bl_lower_find_type(l, BL_TYPE_INTEGER, WIDTH, BL_CODE_TYPE_INTEGER);
    for (uint32_t i = 1; i < t->n_parts; i++) {
        parameters[n++] = l->types->parts[t->first_part + i];
        if (i == n_before)
            parameters[n++] = type;
    }
    struct bl_lower_callee callee = {
        value, bl_lower_find_function(l, l->types->parts[t->first_part], parameters, n),
        BL_CALL_GETS_ALIGNMENT, n_before};
    if (callee.type == BL_NONE || l->n_new_types > BL_MOST_NEW_TYPES)
        return bl_fail(l->err, BL_E_LIMIT, "more types of intrinsics than the limit");
    int status = plan_alignments(l, type);
    return status < 0 ? status : add_callee(l, callee);
}

static int plan_thread_local(struct bl_lower *l, uint32_t value, const struct bl_global *g)
{
    const struct bl_type *t = g->value_type < l->types->n ? &l->types->types[g->value_type] : NULL;
    if (!t || t->kind != BL_TYPE_FUNCTION || t->n_parts != 2)
        return BL_OK;
    return add_callee(
        l, (struct bl_lower_callee){value, l->types->parts[t->first_part], BL_CALL_IS_CAST, 0});
}

int bl_lower_plan_callee(struct bl_lower *l, uint32_t value, const struct bl_global *g)
{
    uint8_t n_before;
    if (is_lifetime(g->name) && bl_lower_needs(l, BL_OTHER_LIFETIME))
        return plan_lifetime(l, value, g);
    if (bl_view_begins(g->name, "llvm.threadlocal.address") &&
        bl_lower_needs(l, BL_OTHER_THREAD_LOCAL))
        return plan_thread_local(l, value, g);
    return is_masked(g->name, &n_before) && bl_lower_needs(l, BL_OTHER_MASKED)
               ? plan_masked(l, value, g, n_before)
               : BL_OK;
}

int bl_lower_callee(struct bl_lower *l, const struct bl_record *rec,
                    const struct bl_lower_callee *callee)
{
    enum {
        TYPE_AT = 2,
        PARAMATTR_AT = 6
    };
    if (callee->becomes == BL_CALL_IS_CAST)
        return BL_OK; /* a declaration that nothing leads to */
    (void)bl_lower_other(l, bl_lower_call_feature(callee), rec->bit_pos);
    l->ops[TYPE_AT] = callee->type;
    l->ops[PARAMATTR_AT] = 0; /* LLVM gives its intrinsics attributes */
    return BL_OK;
}
