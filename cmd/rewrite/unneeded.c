/* cmd/rewrite/unneeded.c - a module without what nothing in it leads to
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/unneeded.h"

void unneeded_release(struct unneeded *u)
{
    bl_slice_close(u->slice);
    bl_module_close(u->module);
    bl_index_close(u->index);
    u->slice = NULL;
    u->module = NULL;
    u->index = NULL;
}

static int refuse(struct bl_error *err, const struct bl_global *g, const char *what)
{
    *err = (struct bl_error){
        .status = BL_E_ARGUMENT, .what = what, .bit_pos = g->bit_pos, .has_pos = true};
    return BL_E_ARGUMENT;
}

/* The values that the rules name. */
static int add_named(struct unneeded *u, const struct bl_global *globals, uint32_t n,
                     struct bl_error *err)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < n && status == BL_OK; i++) {
        if (!symbol_rules_strips(u->rules, &globals[i]))
            continue;
        if (!globals[i].is_declaration)
            return refuse(err, &globals[i], "a symbol to be stripped is defined");
        status = bl_slice_add(u->slice, i, err);
    }
    return status;
}

/* None of them is left. */
static int check_named(const struct unneeded *u, const struct bl_global *globals, uint32_t n,
                       struct bl_error *err)
{
    for (uint32_t i = 0; i < n; i++)
        if (symbol_rules_strips(u->rules, &globals[i]) && bl_slice_has(u->slice, i))
            return refuse(err, &globals[i], "a symbol to be stripped is referred to");
    return BL_OK;
}

static int leave_out(struct unneeded *u, struct bl_rewrite *rewrite, const char *path,
                     struct bl_error *err)
{
    const struct bl_global *globals;
    struct bl_slice_report report = {0};
    uint32_t n;
    int status = bl_module_globals(u->module, &globals, &n, err);
    if (status == BL_OK)
        status = bl_slice_open(&u->slice, u->module, BL_SLICE_UNNEEDED, err);
    if (status == BL_OK)
        status = u->rules ? add_named(u, globals, n, err) : bl_slice_add_discardable(u->slice, err);
    if (status == BL_OK)
        status = bl_slice_change(u->slice, rewrite, &report, err);
    if (status == BL_OK && u->rules)
        status = check_named(u, globals, n, err);
    if (status < 0)
        return status;
    u->n_values += report.n_left_out;
    if (report.summary_left_out)
        put_note(u->context, "%s: the summary of ThinLTO is dropped: values have other numbers",
                 path);
    if (report.symtab_left_out)
        put_note(u->context, "%s: the symbol table is dropped; linkers make one", path);
    return BL_OK;
}

int unneeded_leave_out(struct unneeded *u, struct bl_rewrite *rewrite,
                       const struct bl_stream *stream, const char *path, struct bl_error *err)
{
    unneeded_release(u);
    int status = out_need(bl_index_open(&u->index, stream, err));
    if (status < 0)
        return status;
    uint32_t block = bl_module_next(u->index, BL_NONE);
    if (block == BL_NONE)
        return BL_OK;
    status = out_need(bl_module_open(&u->module, u->index, block, err));
    return status < 0 ? status : leave_out(u, rewrite, path, err);
}

int unneeded_check(struct unneeded *u, struct bl_error *err)
{
    return u->slice ? bl_slice_check(u->slice, err) : BL_OK;
}
