/* ir/globals.c - variables, functions, aliases, ifuncs and COMDATs of a module
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The header of a module (module.h) knows where each record is; here they are decoded, all or one.
 * Before version 2 names are no operands but entries of the VALUE_SYMTAB.
 */
#include "ir/globals.h"

#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "index/index.h"
#include "ir/implied_types.h"
#include "stream/cursor.h"

#include <string.h>

static void release_globals(void *part)
{
    struct bl_globals *g = part;
    bl_drop(g->all);
    bl_drop(g->known);
    bl_arena_release(&g->known_arena);
    bl_drop(g->names);
    bl_drop(g->comdats);
    bl_drop(g->bodies);
    bl_drop(g->entries.positions);
    bl_drop(g->body_blocks);
    bl_map_release(&g->owner_of);
    bl_drop(g->body_numbers);
    bl_drop(g->numbers);
    bl_record_release(&g->rec);
}

static struct bl_globals *globals_of(struct bl_module *m, struct bl_error *err)
{
    struct bl_globals *g =
        bl_module_part(m, BL_PART_GLOBALS, sizeof(struct bl_globals), release_globals);
    if (!g)
        bl_fail(err, BL_E_NOMEM, "no memory for global values");
    return g;
}

static bool has_strtab_names(const struct bl_module *m)
{
    return m->header.version >= BL_VERSION_WITH_STRTAB;
}

/* ---- Names ---- */

struct entries {
    struct bl_module *m;
    struct bl_globals *g;
};

/* One entry of the VALUE_SYMTAB of a module before version 2. */
static int read_symtab_entry(void *context, struct bl_cursor *cursor, const struct bl_record *rec)
{
    const struct entries *e = context;
    uint32_t name_at = rec->code == BL_CODE_VALUE_SYMTAB_FNENTRY ? 2 : 1;
    bool is_entry =
        rec->code == BL_CODE_VALUE_SYMTAB_ENTRY || rec->code == BL_CODE_VALUE_SYMTAB_FNENTRY;
    (void)cursor;
    if (!is_entry || rec->n_ops < name_at || rec->ops[0] >= e->m->header.n_places)
        return BL_OK;
    return bl_module_keep_text(e->m, rec, name_at, &e->g->n_name_bytes, &e->g->names[rec->ops[0]]);
}

static int read_global_names(struct bl_module *m, struct bl_globals *g)
{
    struct bl_block symtab;
    uint32_t cap = 0;
    if (bl_grow(&g->names, &cap, m->header.n_places) < 0)
        return bl_fail(&g->names_failure, BL_E_NOMEM, "no memory for names");
    if (m->header.n_places > 0)
        memset(g->names, 0, m->header.n_places * sizeof *g->names);
    struct bl_error failure;
    int rc = bl_module_symtab(m, &symtab, &failure);
    if (rc < 0)
        g->names_failure = failure;
    if (rc <= 0)
        return rc;
    return bl_module_read_block(m, &symtab, read_symtab_entry, &(struct entries){m, g},
                                &g->names_failure);
}

/* The name of VALUE as its place says. */
static int name_of_global(struct bl_module *m, struct bl_globals *g, uint32_t value,
                          struct bl_view *name, struct bl_error *err)
{
    const struct bl_global_place *place = &m->header.places[value];
    *name = (struct bl_view){0};
    if (has_strtab_names(m)) {
        bool is_inside =
            !place->name_is_bad && bl_module_strtab_text(m, place->name_at, place->name_size, name);
        if (bl_module_lacked(m))
            return bl_fail(err, BL_E_NOMEM, "no memory for names");
        if (is_inside && !bl_name_is_lost(*name)) {
            if (!name->data) /* without a STRTAB */
                *name = bl_view_of("");
            return BL_OK;
        }
        *name = (struct bl_view){0};
        if (is_inside)
            return bl_module_fail(m, BL_E_MISMATCH, "name that begins or ends with a zero byte",
                                  place->bit_pos, err);
        return bl_module_fail_beyond(m, "name that reaches beyond the STRTAB", place->bit_pos, err);
    }
    if (!g->names_are_read) {
        g->names_are_read = true;
        (void)read_global_names(m, g);
    }
    if (g->names)
        *name = g->names[value];
    if (name->size > 0 || g->names_failure.status < 0)
        return name->size > 0 ? BL_OK : bl_fail_again(err, &g->names_failure);
    *name = bl_view_of("");
    return BL_OK;
}

int bl_module_count(struct bl_module *m, uint32_t *n, struct bl_error *err)
{
    int status = bl_module_read_header(m, err);
    *n = m->header.n_places;
    return status;
}

/* The header may be damaged after VALUE. */
static int check_value(struct bl_module *m, uint32_t value, struct bl_error *err)
{
    int status = bl_module_read_header(m, err);
    if (value < m->header.n_places)
        return BL_OK;
    return status < 0 ? status : bl_fail(err, BL_E_ARGUMENT, "no such global value");
}

int bl_module_name(struct bl_module *m, uint32_t value, struct bl_view *name, struct bl_error *err)
{
    *name = (struct bl_view){0};
    int status = check_value(m, value, err);
    if (status < 0)
        return status;
    struct bl_globals *g = globals_of(m, err);
    return g ? name_of_global(m, g, value, name, err) : BL_E_NOMEM;
}

/* Whether VALUE has no name: 1, 0, or a failure. A name that cannot be read is one, too. */
static int is_unnamed(struct bl_module *m, struct bl_globals *g, uint32_t value)
{
    const struct bl_global_place *place = &m->header.places[value];
    struct bl_view name;
    if (has_strtab_names(m))
        return !place->name_is_bad && place->name_size == 0;
    int status = name_of_global(m, g, value, &name, NULL);
    return status < 0 ? status : name.size == 0;
}

/* Number those of KIND that have no name from *NEXT on. */
static int number_unnamed(struct bl_module *m, struct bl_globals *g, enum bl_global_kind kind,
                          uint32_t *next)
{
    for (uint32_t i = 0; i < m->header.n_places; i++) {
        if (m->header.places[i].kind != kind)
            continue;
        int rc = is_unnamed(m, g, i);
        if (rc < 0)
            return rc;
        if (rc > 0)
            g->numbers[i] = (*next)++;
    }
    return BL_OK;
}

/* Where the VALUE_SYMTAB is damaged, which values have names is not known, and no value gets a
 * number. After BL_E_NOMEM the next call tries again. */
static void number_all(struct bl_module *m, struct bl_globals *g)
{
    static const enum bl_global_kind order[] = {BL_GLOBAL_VARIABLE, BL_GLOBAL_ALIAS,
                                                BL_GLOBAL_IFUNC, BL_GLOBAL_FUNCTION};
    uint32_t cap = 0;
    uint32_t next = 0;
    int status = bl_grow(&g->numbers, &cap, m->header.n_places);
    if (status == BL_OK)
        memset(g->numbers, 0xFF, m->header.n_places * sizeof *g->numbers);
    for (size_t i = 0; i < sizeof order / sizeof *order && status == BL_OK; i++)
        status = number_unnamed(m, g, order[i], &next);
    if (status == BL_E_NOMEM) {
        bl_drop(g->numbers);
        g->numbers = NULL;
    } else if (status < 0) {
        memset(g->numbers, 0xFF, m->header.n_places * sizeof *g->numbers);
    }
    (void)bl_module_note(m, status);
}

uint32_t bl_module_unnamed_number(struct bl_module *m, uint32_t value)
{
    struct bl_globals *g = globals_of(m, NULL);
    if (!g)
        (void)bl_module_note(m, BL_E_NOMEM);
    if (!g || value >= m->header.n_places)
        return BL_NONE;
    if (!g->numbers)
        number_all(m, g);
    return g->numbers ? g->numbers[value] : BL_NONE;
}

/* Whether the name is in STRTAB, and nothing is wrong with it. */
static bool has_name_in(const struct bl_global_place *place, struct bl_view strtab)
{
    return !place->name_is_bad && place->name_size > 0 &&
           (uint64_t)place->name_at + place->name_size <= strtab.size &&
           !bl_name_is_lost((struct bl_view){strtab.data + place->name_at, place->name_size});
}

static int check_names(struct bl_module *m, struct bl_globals *g, struct bl_error *err)
{
    struct bl_error *unread = &g->unread_name;
    struct bl_view strtab = {0};
    struct bl_view name;
    if (!g->names_are_checked) {
        unread->status = BL_OK;
        if (has_strtab_names(m))
            (void)bl_module_strtab(m, &strtab); /* where it fails, no name is inside */
        for (uint32_t i = 0; i < m->header.n_places && unread->status == BL_OK; i++)
            if (!has_name_in(&m->header.places[i], strtab))
                (void)name_of_global(m, g, i, &name, unread);
        g->names_are_checked = unread->status != BL_E_NOMEM;
    }
    return bl_fail_again(err, unread);
}

int bl_module_check_names(struct bl_module *m, struct bl_error *err)
{
    int status = bl_module_read_header(m, err);
    struct bl_globals *g = globals_of(m, err);
    if (!g)
        return BL_E_NOMEM;
    return status < 0 ? status : check_names(m, g, err);
}

int bl_module_find(struct bl_module *m, struct bl_view name, uint32_t *value, struct bl_error *err)
{
    int status = bl_module_read_header(m, err);
    struct bl_globals *g = globals_of(m, err);
    if (!g)
        return BL_E_NOMEM;
    bool by_size = has_strtab_names(m);
    for (uint32_t i = 0; i < m->header.n_places; i++) {
        struct bl_view candidate;
        if (by_size && m->header.places[i].name_size != name.size)
            continue;
        if (name_of_global(m, g, i, &candidate, NULL) == BL_E_NOMEM)
            return bl_fail(err, BL_E_NOMEM, "no memory for names");
        if (bl_view_equal(candidate, name)) {
            *value = i;
            return 1;
        }
    }
    /* A name that cannot be read might be this one. */
    return status < 0 ? status : check_names(m, g, err);
}

/* ---- How much names may take ---- */

struct bl_module_group bl_module_group(const struct bl_module *m)
{
    struct bl_top_blocks modules = bl_index_top_blocks(m->index, BL_BLOCK_MODULE);
    struct bl_top_blocks symtabs = bl_index_top_blocks(m->index, BL_BLOCK_SYMTAB);
    struct bl_top_blocks strtabs = bl_index_top_blocks(m->index, BL_BLOCK_STRTAB);
    uint32_t n_before = bl_top_blocks_before(&strtabs, m->block);
    uint32_t begin = n_before > 0 ? strtabs.blocks[n_before - 1] + 1 : 0;
    uint32_t end = n_before < strtabs.n ? strtabs.blocks[n_before] : BL_NONE;
    uint32_t first = bl_top_blocks_before(&modules, begin);
    uint32_t n_symtabs = bl_top_blocks_before(&symtabs, end);
    struct bl_module_group group = {
        .n_modules = bl_top_blocks_before(&modules, end) - first,
        .number = bl_top_blocks_before(&modules, m->block) - first,
        .symtab = BL_NONE,
    };
    if (n_symtabs > 0 && symtabs.blocks[n_symtabs - 1] >= begin)
        group.symtab = symtabs.blocks[n_symtabs - 1];
    return group;
}

/* How much of its STRTAB, of SIZE bytes, may be in names of a module of N_BYTES that shares it with
 * N_MODULES in all. */
static uint64_t share_of(uint64_t size, uint64_t n_bytes, uint32_t n_modules)
{
    if (n_modules <= BL_N_SHARING)
        return size;
    uint64_t share = size * BL_N_SHARING / n_modules + n_bytes * BL_MAX_SHARED_NAME_BYTES_PER_BYTE;
    return share < size ? share : size;
}

uint64_t bl_module_name_bytes(struct bl_module *m)
{
    uint64_t n_bytes = (uint64_t)m->place.n_words * 4;
    uint64_t stream_size = bl_index_stream(m->index)->bytes.size;
    struct bl_view strtab = {0};
    (void)bl_module_note(m, bl_module_strtab(m, &strtab));
    if (n_bytes > stream_size)
        n_bytes = stream_size;
    return n_bytes * BL_MAX_NAME_BYTES_PER_BYTE +
           share_of(strtab.size, n_bytes, bl_module_group(m).n_modules);
}

int bl_module_spend_name(const struct bl_module *m, struct bl_view name, uint64_t *bytes_left,
                         struct bl_error *err)
{
    if (name.size > *bytes_left)
        return bl_module_fail(m, BL_E_LIMIT, "names of symbols longer than the limit",
                              m->place.bit_pos, err);
    *bytes_left -= name.size;
    return BL_OK;
}

/* ---- Values ---- */

/* Number the bodies, once for all callers. */
static int number_bodies(const struct bl_module *m, struct bl_globals *g)
{
    uint32_t cap = 0;
    uint32_t n = 0;
    if (bl_grow(&g->body_numbers, &cap, m->header.n_places) < 0)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < m->header.n_places; i++) {
        g->body_numbers[i] = n;
        n += m->header.places[i].has_body;
    }
    return BL_OK;
}

/* Before values had the type of what is in them, they had that of the pointer; functions do not say
 * which of both they have. That was long before version 2. */
static void resolve_types(struct bl_module *m, struct bl_global *v)
{
    const struct bl_types *types;
    bool is_old =
        v->value_type == BL_NONE || (v->kind == BL_GLOBAL_FUNCTION && !has_strtab_names(m));
    if (!is_old || bl_module_note(m, bl_module_types(m, &types, NULL)) == BL_E_NOMEM)
        return;
    uint32_t pointer = v->value_type == BL_NONE ? v->type : v->value_type;
    uint32_t pointee = bl_types_pointee(types, pointer);
    if (pointee == BL_NONE)
        return;
    v->type = pointer;
    v->value_type = pointee;
    uint64_t space = types->types[pointer].count;
    v->address_space = space < BL_NONE ? (uint32_t)space : BL_NONE;
}

enum {
    LONG_BITS = 8 * 512 /* of a record: several times what any version of LLVM writes */
};

/* What the record of VALUE says; of KIND 0: it has too few operands. */
static int read_global(struct bl_module *m, struct bl_globals *g, uint32_t value,
                       struct bl_global *v, struct bl_error *err)
{
    const struct bl_global_place *place = &m->header.places[value];
    int status = bl_module_read_at(m, place->bit_pos, &g->rec, err);
    if (status < 0) { /* there is no memory, or the file has changed since the record was found */
        *v = bl_global_without_properties;
        return status;
    }
    if (bl_global_decode(m, &g->rec, place->kind, v) < 0)
        v->kind = 0;
    return BL_OK;
}

static int fail_short(const struct bl_module *m, uint32_t value, struct bl_error *err)
{
    return bl_module_fail(m, BL_E_MALFORMED, "global value with too few operands",
                          m->header.places[value].bit_pos, err);
}

/* All except which body it has. V is what reading the header has made of it; kind 0: nothing. */
static int decode_global(struct bl_module *m, struct bl_globals *g, uint32_t value,
                         struct bl_global *v, struct bl_error *err)
{
    int status = BL_OK;
    if (v->kind == 0)
        status = read_global(m, g, value, v, err);
    if (status < 0)
        return status;
    if (v->kind == 0)
        return fail_short(m, value, err);
    v->is_declaration |= v->kind == BL_GLOBAL_FUNCTION && m->header.is_minimized;
    resolve_types(m, v);
    if (bl_module_lacked(m))
        return bl_fail(err, BL_E_NOMEM, "no memory for a global value");
    return name_of_global(m, g, value, &v->name, err);
}

/* The same with its body, which it has even if its name cannot be read. */
static int decode_one(struct bl_module *m, struct bl_globals *g, uint32_t value,
                      struct bl_global *v, struct bl_error *err)
{
    v->kind = 0;
    if (m->header.globals)
        *v = m->header.globals[value];
    int status = decode_global(m, g, value, v, err);
    if (!m->header.places[value].has_body)
        return status;
    if (!g->body_numbers && number_bodies(m, g) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for functions");
    v->body = g->body_numbers[value];
    return status;
}

/* What VALUE is stays until the module is closed. NULL: there is no memory. */
static const struct bl_global *keep_global(const struct bl_module *m, struct bl_globals *g,
                                           uint32_t value, const struct bl_global *v)
{
    if (!g->known)
        g->known = bl_new((m->header.n_places + (size_t)1) * sizeof(struct bl_global *));
    struct bl_global *kept = g->known ? bl_arena_room(&g->known_arena, sizeof *kept) : NULL;
    if (!kept)
        return NULL;
    *kept = *v;
    g->known[value] = kept;
    return kept;
}

/* Whether the record of V, which has just been read, should not be read for each reference. */
static bool is_long(const struct bl_globals *g, const struct bl_global *v)
{
    return v->kind != 0 && v->bit_pos == g->rec.bit_pos &&
           g->rec.end_pos - g->rec.bit_pos >= LONG_BITS;
}

int bl_module_global(struct bl_module *m, uint32_t value, struct bl_global *v, struct bl_error *err)
{
    int status = check_value(m, value, err);
    if (status < 0)
        return status;
    struct bl_globals *g = globals_of(m, err);
    if (!g)
        return BL_E_NOMEM;
    if (value < g->n_all) {
        *v = g->all[value];
        return BL_OK;
    }
    if (g->known && g->known[value] && !m->header.places[value].is_short) {
        *v = *g->known[value];
        return name_of_global(m, g, value, &v->name, err);
    }
    status = decode_one(m, g, value, v, err);
    if (status != BL_E_NOMEM && is_long(g, v) && !keep_global(m, g, value, v))
        return bl_fail(err, BL_E_NOMEM, "no memory for a global value");
    return status;
}

/* ---- All of them ---- */

/* Whether the global values end before one that failed with STATUS. Where only its name is missing,
 * for whatever reason, all else is known. */
static bool ends_them(bool has_properties, int status)
{
    return status < 0 && (!has_properties || status == BL_E_NOMEM);
}

/* Count those before one that is damaged, or for whose name there is no room. */
static int count_sound(struct bl_module *m, struct bl_globals *g)
{
    struct bl_view strtab = {0};
    uint64_t name_bytes_left = bl_module_name_bytes(m);
    if (has_strtab_names(m))
        (void)bl_module_note(m, bl_module_strtab(m, &strtab));
    g->n_sound = 0;
    for (uint32_t i = 0; i < m->header.n_places; i++) {
        const struct bl_global_place *place = &m->header.places[i];
        struct bl_view name = {0};
        struct bl_error failure;
        int rc = BL_OK;
        if (place->is_short)
            rc = fail_short(m, i, &failure);
        else if (has_name_in(place, strtab))
            name.size = place->name_size;
        else
            rc = name_of_global(m, g, i, &name, &failure);
        if (rc < 0 && g->all_failure.status == BL_OK)
            g->all_failure = failure;
        if (ends_them(!place->is_short, rc))
            return rc;
        rc = bl_module_spend_name(m, name, &name_bytes_left, &g->all_failure);
        if (rc < 0)
            return rc;
        g->n_sound = i + 1;
    }
    return BL_OK;
}

static int read_all_globals(struct bl_module *m, struct bl_globals *g)
{
    uint32_t cap = 0;
    int status = bl_module_read_header(m, &g->all_failure);
    bool are_decoded = m->header.globals != NULL;
    if (status == BL_E_NOMEM || (!are_decoded && bl_grow(&g->all, &cap, m->header.n_places) < 0))
        return bl_fail(&g->all_failure, BL_E_NOMEM, "no memory for global values");
    if (are_decoded)
        g->all = m->header.globals;
    m->header.globals = NULL;
    uint32_t n_bodies = 0;
    (void)count_sound(m, g);
    for (uint32_t i = 0; i < g->n_sound; i++) {
        struct bl_global *v = &g->all[i];
        struct bl_error failure;
        if (!are_decoded)
            v->kind = 0;
        int rc = decode_global(m, g, i, v, &failure);
        if (rc < 0 && (g->all_failure.status == BL_OK || rc == BL_E_NOMEM))
            g->all_failure = failure;
        if (ends_them(v->kind != 0, rc))
            return rc;
        if (m->header.places[i].has_body)
            v->body = n_bodies++;
        g->n_all = i + 1;
    }
    return status;
}

int bl_module_globals(struct bl_module *m, const struct bl_global **globals, uint32_t *n,
                      struct bl_error *err)
{
    *globals = NULL;
    *n = 0;
    struct bl_globals *g = globals_of(m, err);
    if (!g)
        return BL_E_NOMEM;
    if (!g->all_are_read) {
        g->all_are_read = true;
        (void)read_all_globals(m, g);
    }
    *globals = g->all;
    *n = g->n_all;
    return bl_fail_again(err, &g->all_failure);
}

/* ---- Single ones ---- */

int bl_module_sound_globals(struct bl_module *m, uint32_t *n, struct bl_error *err)
{
    const struct bl_global *all;
    struct bl_globals *g = globals_of(m, err);
    *n = 0;
    if (!g)
        return BL_E_NOMEM;
    if (!g->are_counted && !g->all_are_read) {
        int status = bl_module_read_header(m, &g->all_failure);
        g->are_counted = status != BL_E_NOMEM && !m->header.version_is_late && !m->header.globals;
        if (g->are_counted)
            (void)count_sound(m, g);
    }
    if (!g->are_counted) /* what was noted of some is wrong, or all have been decoded */
        return bl_module_globals(m, &all, n, err);
    *n = g->n_sound;
    return bl_fail_again(err, &g->all_failure);
}

/* NULL: there is no memory. */
static const struct bl_global *know(struct bl_module *m, struct bl_globals *g, uint32_t value)
{
    struct bl_global v;
    if (decode_one(m, g, value, &v, NULL) == BL_E_NOMEM)
        return NULL;
    if (v.kind == 0) {
        v = bl_global_without_properties;
        v.bit_pos = m->header.places[value].bit_pos;
        v.kind = m->header.places[value].kind;
    }
    return keep_global(m, g, value, &v);
}

const struct bl_global *bl_module_global_at(struct bl_module *m, uint32_t value)
{
    struct bl_globals *g = globals_of(m, NULL);
    if (g && value < g->n_all)
        return &g->all[value];
    const struct bl_global *v = g && g->known ? g->known[value] : NULL;
    if (!v && g)
        v = know(m, g, value);
    if (v)
        return v;
    (void)bl_module_note(m, BL_E_NOMEM);
    return &bl_global_without_properties;
}

uint32_t bl_module_attributes_at(struct bl_module *m, uint32_t value)
{
    uint32_t attributes =
        m->header.attributes ? m->header.attributes[value] : BL_ATTRIBUTES_NOT_READ;
    return attributes == BL_ATTRIBUTES_NOT_READ ? bl_module_global_at(m, value)->attributes
                                                : attributes - 1;
}

/* ---- COMDATs ---- */

/* [name's offset, its size, selection], before version 2 [selection, size, name…]. */
static int read_comdat(struct bl_module *m, struct bl_globals *g)
{
    const struct bl_record *rec = &g->rec;
    bool by_strtab = has_strtab_names(m);
    if (bl_grow(&g->comdats, &g->cap_comdats, (size_t)g->n_comdats + 1) < 0)
        return BL_E_NOMEM;
    struct bl_comdat *comdat = &g->comdats[g->n_comdats];
    *comdat = (struct bl_comdat){.bit_pos = rec->bit_pos};
    if (rec->n_ops < (by_strtab ? 3 : 2))
        return BL_E_MALFORMED;
    uint64_t selection = rec->ops[by_strtab ? 2 : 0];
    comdat->selection = selection > UINT32_MAX ? UINT32_MAX : (uint32_t)selection;
    g->n_comdats++;
    if (by_strtab) {
        bool is_inside = bl_module_strtab_text(m, rec->ops[0], rec->ops[1], &comdat->name);
        bool is_lost = !is_inside || bl_name_is_lost(comdat->name);
        if (is_lost)
            comdat->name = (struct bl_view){0};
        return bl_module_lacked(m) ? BL_E_NOMEM : is_lost ? BL_E_MISMATCH : BL_OK;
    }
    if (rec->ops[1] > rec->n_ops - 2)
        return BL_E_MALFORMED;
    int status = bl_module_keep_text(m, rec, 2, &g->n_comdat_bytes, &comdat->name);
    if (status < 0)
        return status;
    comdat->name.size = (size_t)rec->ops[1];
    return BL_OK;
}

static const char *what_is_wrong_with_comdat(int status)
{
    return status == BL_E_NOMEM       ? "no memory for COMDATs"
           : status == BL_E_LIMIT     ? bl_module_text_failure(status)
           : status == BL_E_MALFORMED ? "COMDAT with too few operands"
                                      : "name that reaches beyond the STRTAB";
}

/* Where only a name cannot be read, the others are. */
static int read_comdats(struct bl_module *m, struct bl_globals *g)
{
    struct bl_error *err = &g->comdats_failure;
    int status = bl_module_read_header(m, err);
    for (uint32_t i = 0; i < m->header.n_comdats; i++) {
        uint64_t bit_pos = m->header.comdats[i];
        int rc = bl_module_read_at(m, bit_pos, &g->rec, err);
        if (rc < 0)
            return rc;
        rc = read_comdat(m, g);
        if (rc == BL_E_MISMATCH && status == BL_OK)
            status = bl_module_fail_beyond(m, what_is_wrong_with_comdat(rc), bit_pos, err);
        else if (rc < 0 && rc != BL_E_MISMATCH)
            return bl_module_fail(m, rc, what_is_wrong_with_comdat(rc), bit_pos, err);
    }
    return status;
}

int bl_module_comdats(struct bl_module *m, const struct bl_comdat **comdats, uint32_t *n,
                      struct bl_error *err)
{
    *comdats = NULL;
    *n = 0;
    struct bl_globals *g = globals_of(m, err);
    if (!g)
        return BL_E_NOMEM;
    if (!g->comdats_are_read) {
        g->comdats_are_read = true;
        (void)read_comdats(m, g);
    }
    *comdats = g->comdats;
    *n = g->n_comdats;
    return bl_fail_again(err, &g->comdats_failure);
}

/* ---- Bodies ---- */

/* REC: an FNENTRY, [value, offset in words from BASE on, …], or another record. The first one of a
 * value counts. */
static void read_fnentry(const struct bl_module *m, struct bl_globals *g, uint64_t base,
                         const struct bl_batch_record *rec, const uint64_t *ops, uint32_t n_ops)
{
    bool is_sound = rec->code == BL_CODE_VALUE_SYMTAB_FNENTRY && n_ops >= 2 &&
                    ops[0] < m->header.n_places && ops[1] <= UINT64_MAX / 64 &&
                    m->header.places[ops[0]].has_body && g->bodies[ops[0]] == 0;
    g->entries.are_all &= is_sound && ops[0] >= g->entries.n_before;
    if (!is_sound)
        return;
    g->entries.n_before = (uint32_t)ops[0] + 1;
    g->entries.positions[ops[0]] = rec->bit_pos;
    g->bodies[ops[0]] = base + ops[1] * 32;
}

/* Take the FNENTRY records of SYMTAB. */
static void scan_symtab(struct bl_module *m, struct bl_globals *g, const struct bl_block *symtab)
{
    struct bl_cursor cursor;
    struct bl_batch batch = {0};
    uint64_t base = bl_module_offset_base(m->index, m->block);
    bool is_first = true;
    if (bl_module_note(m, bl_module_cursor(m, symtab, &cursor, NULL)) < 0)
        return;
    int rc = 1;
    g->entries.are_all = true;
    while (rc > 0) {
        while ((rc = bl_cursor_read_batch(&cursor, &batch)) > 0) {
            for (uint32_t i = 0; i < batch.n_records; i++) {
                const struct bl_batch_record *rec = &batch.records[i];
                read_fnentry(m, g, base, rec, batch.ops + rec->first_op,
                             rec[1].first_op - rec->first_op);
            }
            is_first = false;
        }
        if (rc < 0 || (rc = bl_cursor_read_next(&cursor, &g->rec)) <= 0)
            break;
        struct bl_batch_record rec = {.bit_pos = g->rec.bit_pos, .code = g->rec.code};
        g->entries.are_all &= is_first; /* before others there may have been an abbreviation */
        is_first = false;
        read_fnentry(m, g, base, &rec, g->rec.ops, g->rec.n_ops);
    }
    g->entries.are_all &= rc == 0;
    g->entries.end = cursor.entry_pos;
    (void)bl_module_note(m, cursor.status);
    bl_batch_release(&batch);
    bl_cursor_release(&cursor);
}

/* Whether bodies follow each other as their functions do. LLVM writes no others, and gives wrong
 * bodies to some functions where it reads them; there may be one for all of them. */
static bool bodies_ascend(const struct bl_module *m, const struct bl_globals *g)
{
    uint64_t before = 0;
    for (uint32_t i = 0; i < m->header.n_places; i++) {
        if (g->bodies[i] == 0)
            continue;
        if (g->bodies[i] <= before)
            return false;
        before = g->bodies[i];
    }
    return true;
}

/* Half of a table would tell of no body where there is one. */
static int make_table(struct bl_module *m, struct bl_globals *g, const struct bl_block *symtab)
{
    size_t size = m->header.n_places * sizeof *g->bodies;
    g->bodies = bl_new(size);
    g->entries.positions = bl_new(size);
    if (g->bodies && g->entries.positions)
        scan_symtab(m, g, symtab);
    if (!g->bodies || !g->entries.positions || bl_module_lacked(m)) {
        bl_drop(g->bodies);
        bl_drop(g->entries.positions);
        g->bodies = NULL;
        g->entries = (struct bl_body_entries){.positions = NULL};
        return BL_E_NOMEM;
    }
    if (!bodies_ascend(m, g))
        memset(g->bodies, 0, m->header.n_places * sizeof *g->bodies);
    return BL_OK;
}

int bl_module_body_table(struct bl_module *m, const uint64_t **positions)
{
    struct bl_block symtab;
    struct bl_globals *g = globals_of(m, NULL);
    *positions = NULL;
    if (!g)
        return BL_E_NOMEM;
    if (!g->bodies && m->header.n_places > 0 && bl_module_symtab_ahead(m, &symtab) &&
        make_table(m, g, &symtab) < 0)
        return BL_E_NOMEM;
    *positions = g->bodies;
    return BL_OK;
}

const struct bl_body_entries *bl_module_body_entries(struct bl_module *m)
{
    struct bl_globals *g = globals_of(m, NULL);
    return g && g->bodies && g->entries.are_all ? &g->entries : NULL;
}

/* The n-th FUNCTION block is that of the n-th function with a body. */
static int pair_bodies(struct bl_module *m, struct bl_globals *g, struct bl_error *err)
{
    uint32_t block;
    uint32_t n_blocks;
    uint32_t cap = 0;
    if (bl_grow(&g->body_blocks, &cap, m->header.n_places) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for functions");
    int status = bl_index_children(m->index, m->block, &block, &n_blocks, &g->body_blocks_failure);
    if (status == BL_E_NOMEM) {
        bl_drop(g->body_blocks);
        g->body_blocks = NULL;
        (void)bl_fail_again(err, &g->body_blocks_failure);
        return BL_E_NOMEM;
    }
    uint32_t end = block + n_blocks;
    for (uint32_t i = 0; i < m->header.n_places; i++) {
        g->body_blocks[i] = BL_NONE;
        if (!m->header.places[i].has_body)
            continue;
        while (block < end && bl_index_get(m->index, block).block.block_id != BL_BLOCK_FUNCTION)
            block++;
        if (block < end)
            g->body_blocks[i] = block++;
    }
    return BL_OK;
}

int bl_module_body_blocks(struct bl_module *m, const uint32_t **blocks, struct bl_error *err)
{
    struct bl_globals *g = globals_of(m, err);
    *blocks = NULL;
    if (!g)
        return BL_E_NOMEM;
    int status = g->body_blocks ? BL_OK : pair_bodies(m, g, err);
    *blocks = g->body_blocks;
    return status;
}

static int fail_without_body(const struct bl_module *m, uint32_t value, struct bl_error *err)
{
    return bl_module_fail_beyond(m, "function without a FUNCTION block",
                                 m->header.places[value].bit_pos, err);
}

/* Where the stream is cut off inside a body, its first instructions are there. */
static int body_by_order(struct bl_module *m, uint32_t value, struct bl_block *block,
                         struct bl_error *err)
{
    const uint32_t *blocks;
    const struct bl_bits *bits = &m->header.at_bodies.bits;
    int status = bl_module_body_blocks(m, &blocks, err);
    if (status < 0)
        return status;
    if (blocks[value] == BL_NONE) {
        status = fail_without_body(m, value, err);
        const struct bl_error *damage = &globals_of(m, NULL)->body_blocks_failure;
        return status == BL_E_TRUNCATED || damage->status >= 0 ? status
                                                               : bl_fail_again(err, damage);
    }
    *block = bl_index_get(m->index, blocks[value]).block;
    if (bl_block_end(block) > bits->end && bits->end < bits->size * UINT64_C(8))
        return bl_module_fail_beyond(m, "FUNCTION block that reaches beyond the module",
                                     block->bit_pos, err);
    return 1;
}

int bl_module_body_pos(struct bl_module *m, uint32_t value, uint64_t *bit_pos, struct bl_error *err)
{
    const uint64_t *positions;
    *bit_pos = 0;
    int status = check_value(m, value, err);
    if (status < 0 || !m->header.places[value].has_body)
        return status;
    if (bl_module_body_table(m, &positions) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for functions");
    if (positions)
        *bit_pos = positions[value];
    return *bit_pos != 0;
}

/* Where the body after that of VALUE begins, as the table says, which there is. */
static uint64_t next_body_pos(struct bl_module *m, uint32_t value)
{
    const struct bl_globals *g = globals_of(m, NULL);
    for (uint32_t i = value + 1; g && i < m->header.n_places; i++)
        if (g->bodies[i] != 0)
            return g->bodies[i];
    return UINT64_MAX;
}

static int note_owners(const struct bl_module *m, struct bl_globals *g)
{
    for (uint32_t i = 0; g->bodies && i < m->header.n_places; i++)
        if (g->bodies[i] != 0 && bl_map_set(&g->owner_of, g->bodies[i], i) < 0)
            return BL_E_NOMEM;
    g->owners_are_noted = true;
    return BL_OK;
}

/* Whether the table, where there is one, says that the body at BIT_POS is that of another function
 * than VALUE: 1, 0, BL_E_NOMEM. */
static int is_of_another(struct bl_module *m, uint32_t value, uint64_t bit_pos)
{
    struct bl_globals *g = globals_of(m, NULL);
    if (!g || (!g->owners_are_noted && note_owners(m, g) < 0))
        return BL_E_NOMEM;
    uint32_t owner = bl_map_find(&g->owner_of, bit_pos);
    return owner != BL_MAP_NONE && owner != value;
}

int bl_module_body(struct bl_module *m, uint32_t value, struct bl_block *block,
                   struct bl_error *err)
{
    uint64_t bit_pos;
    int rc = bl_module_body_pos(m, value, &bit_pos, err);
    if (rc < 0 || !m->header.places[value].has_body)
        return rc;
    if (rc > 0 && bl_module_block_at(m, bit_pos, BL_BLOCK_FUNCTION, block) &&
        bl_block_end(block) <= next_body_pos(m, value))
        return 1;
    int status = body_by_order(m, value, block, err);
    if (status < 0)
        return status;
    /* Where some are missing, order leads to those of other functions. */
    rc = is_of_another(m, value, block->bit_pos);
    if (rc != 0)
        *block = (struct bl_block){0};
    if (rc < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for functions");
    return rc > 0 ? fail_without_body(m, value, err) : status;
}
