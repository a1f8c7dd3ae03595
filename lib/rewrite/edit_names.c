/* rewrite/edit_names.c - what global values and COMDATs of a module are to be called
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "rewrite/editor.h"

static int keep_name(struct bl_arena *arena, struct bl_view *name)
{
    uint8_t *copy = bl_arena_room(arena, name->size ? name->size : 1);
    if (!copy)
        return BL_E_NOMEM;
    if (name->size)
        memcpy(copy, name->data, name->size);
    name->data = copy;
    return BL_OK;
}

static bool is_local(const struct bl_global *g)
{
    return g->linkage == BL_LINKAGE_INTERNAL || g->linkage == BL_LINKAGE_PRIVATE;
}

/* What HOW means for G; BL_RELINK_KEEP: nothing. */
static uint8_t applied_linkage(const struct bl_global *g, unsigned how)
{
    bool is_defined = !g->is_declaration && g->linkage != BL_LINKAGE_AVAILABLE_EXTERNALLY &&
                      g->linkage != BL_LINKAGE_APPENDING;
    bool is_strong = g->linkage == BL_LINKAGE_EXTERNAL || g->linkage == BL_LINKAGE_COMMON;
    bool applies = how == BL_RELINK_WEAKEN
                       ? is_strong
                       : is_defined && is_local(g) == (how == BL_RELINK_GLOBALIZE);
    return applies ? (uint8_t)how : BL_RELINK_KEEP;
}

static int ask(const struct bl_edits *edits, struct bl_arena *arena, const struct bl_global *g,
               struct bl_edited *edited, struct bl_error *err)
{
    *edited = (struct bl_edited){.before = g->name, .after = g->name};
    if (g->name.size == 0 || bl_view_begins(g->name, "llvm."))
        return BL_OK;
    struct bl_symbol_edit answer = {.name = g->name};
    int status = edits->symbol(edits->context, g, &answer);
    if (status < 0)
        return bl_fail_at(err, status, "the caller gave up", g->bit_pos);
    if (answer.name.size == 0)
        return bl_fail_at(err, BL_E_ARGUMENT, "a symbol without a name", g->bit_pos);
    if (answer.linkage > BL_RELINK_WEAKEN)
        return bl_fail_at(err, BL_E_ARGUMENT, "no such change of linkage", g->bit_pos);
    if (g->kind != BL_GLOBAL_NONE && answer.linkage)
        edited->linkage = applied_linkage(g, answer.linkage);
    if (bl_view_equal(g->name, answer.name))
        return BL_OK;
    edited->after = answer.name;
    status = keep_name(arena, &edited->after);
    return status < 0 ? bl_fail(err, status, "no memory for a name") : BL_OK;
}

/* Names, and whose they are. */
struct owners {
    struct bl_string_table names;
    uint32_t *numbers;
    uint32_t cap;
};

static void release_owners(struct owners *o)
{
    bl_string_table_release(&o->names);
    bl_drop(o->numbers);
}

/* 1: NAME is new; 0: it is there already; negative on failure. */
static int own(struct owners *o, struct bl_view name, uint32_t number)
{
    uint32_t offset;
    uint32_t n = o->names.n;
    if (bl_grow(&o->numbers, &o->cap, (uint64_t)n + 1) < 0)
        return BL_E_NOMEM;
    int status = bl_string_table_add(&o->names, name, &offset);
    if (status < 0)
        return status;
    o->numbers[n] = number;
    return o->names.n > n;
}

static int ask_values(const struct bl_edits *edits, struct bl_arena *arena,
                      struct bl_edited_names *names, const struct bl_global *globals,
                      struct owners *before, struct bl_error *err)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < names->n_globals && status >= 0; i++) {
        status = ask(edits, arena, &globals[i], &names->items[i], err);
        if (status == BL_OK && globals[i].name.size) {
            status = own(before, globals[i].name, i);
            if (status < 0)
                (void)bl_fail(err, status, "no memory for names");
        }
    }
    return status < 0 ? status : BL_OK;
}

/* A COMDAT is called as the global value of its name. */
static int ask_comdats(const struct bl_edits *edits, struct bl_arena *arena,
                       struct bl_edited_names *names, const struct bl_comdat *comdats,
                       struct owners *before, struct bl_error *err)
{
    int status = BL_OK;
    for (uint32_t i = names->n_globals; i < names->n && status == BL_OK; i++) {
        const struct bl_comdat *comdat = &comdats[i - names->n_globals];
        struct bl_global as_global = {.name = comdat->name, .bit_pos = comdat->bit_pos};
        uint32_t owner = bl_string_table_find(&before->names, comdat->name);
        if (owner == BL_MAP_NONE)
            status = ask(edits, arena, &as_global, &names->items[i], err);
        else
            names->items[i] = (struct bl_edited){
                comdat->name, names->items[before->numbers[owner]].after, BL_RELINK_KEEP};
    }
    return status;
}

/* Whether VALUE is made of an alias that becomes weak. */
static int leads_to_weak(struct bl_module *module, const struct bl_edited_names *names,
                         const struct bl_global *globals, uint64_t value, unsigned depth,
                         struct bl_error *err)
{
    enum {
        MOST_DEPTH = 16
    };
    struct bl_record rec = {0};
    uint64_t part;
    if (value < names->n_globals)
        return globals[value].kind == BL_GLOBAL_ALIAS &&
               names->items[value].linkage == BL_RELINK_WEAKEN;
    const struct bl_constant *constant = bl_module_constant(module, (uint32_t)value);
    if (!constant || depth >= MOST_DEPTH)
        return 0;
    int rc = bl_constant_read(module, constant, &rec, err);
    rc = rc < 0 ? rc : 0;
    for (uint32_t i = 0; rc == 0 && bl_constant_part(&rec, i, &part); i++)
        rc = leads_to_weak(module, names, globals, part, depth + 1, err);
    bl_record_release(&rec);
    return rc;
}

/* LLVM takes no alias of an alias that may be another one when it is linked. */
static int check_aliases(struct bl_module *module, const struct bl_edited_names *names,
                         const struct bl_global *globals, struct bl_error *err)
{
    const struct bl_constant *constants;
    uint32_t n = 0;
    bool is_concerned = false;
    for (uint32_t i = 0; i < names->n_globals; i++)
        is_concerned |=
            globals[i].kind == BL_GLOBAL_ALIAS && names->items[i].linkage == BL_RELINK_WEAKEN;
    int rc = is_concerned ? bl_module_constants(module, &constants, &n, err) : BL_OK;
    for (uint32_t i = 0; i < names->n_globals && is_concerned && rc == BL_OK; i++) {
        if (globals[i].kind != BL_GLOBAL_ALIAS || globals[i].initializer == BL_NONE)
            continue;
        rc = leads_to_weak(module, names, globals, globals[i].initializer, 0, err);
        if (rc > 0)
            rc = bl_fail_at(err, BL_E_ARGUMENT, "an alias of an alias that would be weak",
                            globals[i].bit_pos);
    }
    return rc;
}

/* No two of BEGIN to END - 1 may have one name. */
static int check_names(const struct bl_edited_names *names, uint32_t begin, uint32_t end,
                       const struct bl_global *globals, const struct bl_comdat *comdats,
                       struct bl_error *err)
{
    struct owners after = {0};
    int rc = 1;
    for (uint32_t i = begin; i < end && rc > 0; i++) {
        if (names->items[i].after.size == 0)
            continue;
        rc = own(&after, names->items[i].after, i);
        uint64_t bit_pos = globals ? globals[i].bit_pos : comdats[i - begin].bit_pos;
        if (rc == 0)
            (void)bl_fail_at(err, BL_E_ARGUMENT,
                             "two global values of one module would have the same name", bit_pos);
        else if (rc < 0)
            (void)bl_fail(err, rc, "no memory for names");
    }
    release_owners(&after);
    return rc == 0 ? BL_E_ARGUMENT : rc < 0 ? rc : BL_OK;
}

int bl_edit_ask(const struct bl_edits *edits, struct bl_arena *arena, struct bl_module *module,
                struct bl_edited_names *names, struct bl_error *err)
{
    const struct bl_global *globals;
    const struct bl_comdat *comdats;
    uint32_t n_comdats = 0;
    struct owners before = {0};
    int status = bl_module_check_names(module, err);
    if (status == BL_OK)
        status = bl_module_globals(module, &globals, &names->n_globals, err);
    if (status == BL_OK)
        status = bl_module_comdats(module, &comdats, &n_comdats, err);
    if (status != BL_OK)
        return status;
    uint64_t n = (uint64_t)names->n_globals + n_comdats;
    if (bl_grow(&names->items, &names->cap, n) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for names");
    names->n = (uint32_t)n;
    for (uint32_t i = 0; i < names->n; i++)
        names->items[i] = (struct bl_edited){0};
    status = ask_values(edits, arena, names, globals, &before, err);
    if (status == BL_OK)
        status = ask_comdats(edits, arena, names, comdats, &before, err);
    if (status == BL_OK)
        status = check_aliases(module, names, globals, err);
    if (status == BL_OK)
        status = check_names(names, 0, names->n_globals, globals, NULL, err);
    if (status == BL_OK)
        status = check_names(names, names->n_globals, names->n, NULL, comdats, err);
    release_owners(&before);
    return status;
}
