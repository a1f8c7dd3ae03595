/* print/closed_text.c - global values with all that they need, so that an assembler takes the text
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What the text refers to is added until nothing is missing: structs, COMDATs, declarations of
 * other global values, groups of attributes, nodes. Numbers stay those of the whole module.
 */
#include "print/closure.h"

#include "base/bound.h"
#include "base/grow.h"
#include "base/status.h"
#include "print/attribute_text.h"
#include "print/function_text.h"
#include "print/metadata_text.h"
#include "print/module_text.h"
#include "print/printed_body.h"
#include "print/text_limit.h"

#include <string.h>

static void begin_closure(struct bl_closure *closure, const struct bl_printer *p)
{
    const uint32_t n_numbers[] = {
        [BL_CLOSURE_DEFINITIONS] = p->tables.n_globals,
        [BL_CLOSURE_GLOBALS] = p->tables.n_globals,
        [BL_CLOSURE_TYPES] = p->slots->n_types,
        [BL_CLOSURE_ATTRIBUTES] = p->tables.attributes->n_groups,
        [BL_CLOSURE_COMDATS] = p->tables.n_comdats,
        [BL_CLOSURE_METADATA] = BL_NODE_INLINE,
    };
    for (int i = 0; i < BL_N_CLOSURES; i++)
        closure->lists[i].n_numbers = n_numbers[i];
}

static void end_closure(struct bl_closure *closure)
{
    for (int i = 0; i < BL_N_CLOSURES; i++) {
        bl_drop(closure->lists[i].is_noted);
        bl_drop(closure->lists[i].items);
    }
}

/* ---- Declarations ---- */

static bool is_defined(const struct bl_closure *closure, uint32_t value)
{
    return bl_closure_has(&closure->lists[BL_CLOSURE_DEFINITIONS], value);
}

/* What is defined elsewhere is external, and is said to be nothing more than what users see. */
static struct bl_global declared(const struct bl_global *g)
{
    struct bl_global d = *g;
    d.is_declaration = true;
    d.linkage = g->linkage == BL_LINKAGE_EXTERN_WEAK ? BL_LINKAGE_EXTERN_WEAK : BL_LINKAGE_EXTERNAL;
    d.initializer = d.prologue = d.prefix = d.personality = BL_NONE;
    d.comdat = d.section = d.gc = BL_NONE;
    d.dll_storage = g->dll_storage == 2 ? 0 : g->dll_storage;
    d.partition = (struct bl_view){0};
    d.partition_is_lost = false;
    if (g->kind == BL_GLOBAL_ALIAS || g->kind == BL_GLOBAL_IFUNC)
        d.kind = BL_GLOBAL_VARIABLE;
    return d;
}

/* An alias or ifunc is declared as what it leads to. */
static void put_declaration(struct bl_printer *p, uint32_t value)
{
    struct bl_global d = declared(bl_global_of(p, value));
    uint32_t type = d.value_type;
    if (d.kind == BL_GLOBAL_FUNCTION ||
        (type < p->loaded.types->n && p->loaded.types->types[type].kind == BL_TYPE_FUNCTION))
        bl_put_declaration(p, value, &d);
    else
        bl_put_variable(p, value, &d);
}

/* One whose name cannot be read is not. */
static bool is_unnamed(struct bl_printer *p, uint32_t value)
{
    struct bl_view name;
    (void)bl_module_note(p->tables.module, bl_module_name(p->tables.module, value, &name, NULL));
    return name.data && name.size == 0;
}

/* Without names global values are numbered in order, and none may be missing. */
static void fill_numbers(struct bl_printer *p)
{
    struct bl_closure_list *list = &p->closure->lists[BL_CLOSURE_GLOBALS];
    uint32_t last = BL_NONE;
    for (uint32_t i = 0; i < p->tables.n_listed; i++)
        if ((bl_closure_has(list, i) || is_defined(p->closure, i)) && is_unnamed(p, i))
            last = i;
    for (uint32_t i = 0; last != BL_NONE && i < last; i++)
        if (is_unnamed(p, i))
            bl_closure_note(p->closure, BL_CLOSURE_GLOBALS, i);
}

/* ---- Pieces of the text ---- */

/* What has been printed, in the order in which it is put out. */
enum section {
    STRUCTS,
    COMDATS,
    VARIABLES,
    FUNCTIONS,
    ATTRIBUTES,
    NODES,
    N_SECTIONS
};

struct piece {
    enum section section;
    uint32_t number;
    bool is_declaration;
    size_t begin, size;
};

struct standing_alone {
    uint32_t done[BL_N_CLOSURES]; /* how many of each list have been printed */
    struct piece *pieces;
    uint32_t n_pieces, cap_pieces;
    size_t head_size, named_at, named_size;
};

static enum section section_of(const struct bl_printer *p, enum bl_closure_kind kind,
                               uint32_t number)
{
    switch (kind) {
    case BL_CLOSURE_TYPES: return STRUCTS;
    case BL_CLOSURE_COMDATS: return COMDATS;
    case BL_CLOSURE_ATTRIBUTES: return ATTRIBUTES;
    case BL_CLOSURE_METADATA: return NODES;
    default: return bl_kind_of(&p->tables, number) == BL_GLOBAL_FUNCTION ? FUNCTIONS : VARIABLES;
    }
}

static void put_noted(struct bl_printer *p, enum bl_closure_kind kind, uint32_t number)
{
    switch (kind) {
    case BL_CLOSURE_TYPES: bl_put_struct(p, number); return;
    case BL_CLOSURE_ATTRIBUTES: bl_put_attribute_group(p, number); return;
    case BL_CLOSURE_COMDATS: bl_put_comdat_definition(p, number); return;
    case BL_CLOSURE_METADATA: bl_put_metadata_nodes_in(p, number, 1); return;
    case BL_CLOSURE_DEFINITIONS: bl_put_global(p, number); return;
    default: put_declaration(p, number);
    }
}

static void add_piece(struct bl_printer *p, struct standing_alone *alone, enum bl_closure_kind kind,
                      uint32_t number)
{
    const struct bl_type *type = kind == BL_CLOSURE_TYPES ? &p->loaded.types->types[number] : NULL;
    if (type && (type->kind != BL_TYPE_STRUCT || type->is_literal))
        return;
    if (kind == BL_CLOSURE_GLOBALS && is_defined(p->closure, number))
        return;
    if (bl_grow(&alone->pieces, &alone->cap_pieces, alone->n_pieces + 1U) < 0) {
        p->closure->has_lacked = true;
        return;
    }
    size_t begin = p->text.size;
    put_noted(p, kind, number);
    alone->pieces[alone->n_pieces++] = (struct piece){.section = section_of(p, kind, number),
                                                      .number = number,
                                                      .is_declaration = kind == BL_CLOSURE_GLOBALS,
                                                      .begin = begin,
                                                      .size = p->text.size - begin};
}

/* ---- Named nodes ---- */

static const struct bl_named_metadata *find_named(const struct bl_printer *p, const char *name)
{
    size_t n = strlen(name);
    if (!p->tables.metadata)
        return NULL;
    struct bl_metadata_counts counts = bl_metadata_get_counts(p->tables.metadata);
    const struct bl_named_metadata *named = counts.named;
    for (uint32_t i = 0; i < counts.n_named; i++)
        if (named[i].name.size == n && memcmp(named[i].name.data, name, n) == 0)
            return &named[i];
    return NULL;
}

/* The slots of NAMED's nodes that are noted, or all of them, as "!name = !{!1}"; nothing if there
 * are none. */
static void put_named(struct bl_printer *p, const struct bl_named_metadata *named, bool only_noted)
{
    const struct bl_closure_list *noted = &p->closure->lists[BL_CLOSURE_METADATA];
    uint32_t n = 0;
    for (uint32_t i = 0; named && i < named->n_nodes; i++) {
        uint32_t slot = bl_node_slot(p->slots, &p->loaded, named->nodes[i]);
        if (only_noted && !bl_closure_has(noted, slot))
            continue;
        bl_closure_note(p->closure, BL_CLOSURE_METADATA, slot);
        bl_text_put(&p->text, n == 0 ? "!" : ", ");
        if (n++ == 0) {
            bl_text_view(&p->text, named->name);
            bl_text_put(&p->text, " = !{");
        }
        bl_text_numbered(&p->text, "!", slot);
    }
    if (n)
        bl_text_put(&p->text, "}\n");
}

/* Debug information counts only where its version is stated, and its units are listed. */
static void put_all_named(struct bl_printer *p)
{
    size_t before = p->text.size;
    put_named(p, find_named(p, "llvm.dbg.cu"), true);
    if (p->text.size > before)
        put_named(p, find_named(p, "llvm.module.flags"), false);
}

/* ---- All of it ---- */

static bool put_all_noted(struct bl_printer *p, struct standing_alone *alone)
{
    bool is_more = false;
    fill_numbers(p);
    for (int kind = 0; kind < BL_N_CLOSURES; kind++)
        for (; alone->done[kind] < p->closure->lists[kind].n && !p->text.is_cut;
             alone->done[kind]++) {
            is_more = true;
            add_piece(p, alone, (enum bl_closure_kind)kind,
                      p->closure->lists[kind].items[alone->done[kind]]);
        }
    return is_more && !p->closure->has_lacked;
}

static int compare_pieces(const void *a, const void *b)
{
    const struct piece *x = a, *y = b;
    if (x->section != y->section)
        return x->section < y->section ? -1 : 1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return x->is_declaration - y->is_declaration;
}

static void put_out(const struct bl_printer *p, const struct standing_alone *alone, bl_put_fn *put,
                    void *context)
{
    put(context, p->text.data, alone->head_size);
    for (uint32_t i = 0; i < alone->n_pieces; i++) {
        const struct piece *piece = &alone->pieces[i];
        if (piece->is_declaration && is_defined(p->closure, piece->number))
            continue; /* that it must be defined was seen later */
        bool is_first = i == 0 || piece->section != alone->pieces[i - 1].section;
        const char *text = p->text.data + piece->begin;
        if (is_first && piece->size && *text != '\n')
            put(context, "\n", 1);
        if (piece->size)
            put(context, text, piece->size);
    }
    if (alone->named_size) {
        put(context, "\n", 1);
        put(context, p->text.data + alone->named_at, alone->named_size);
    }
}

static void count_bytes(void *context, const char *data, size_t size)
{
    (void)data;
    *(uint64_t *)context += size;
}

/* It may be half of all memory: it is copied only where it has to be cut. False: no memory. */
static bool put_within_limit(struct bl_printer *p, const struct standing_alone *alone,
                             bl_put_fn *put, void *context)
{
    struct bl_text sorted = {0};
    uint64_t size = 0;
    put_out(p, alone, count_bytes, &size);
    bool is_within = bl_printer_spend(p, size);
    put_out(p, alone, is_within ? put : bl_text_append, is_within ? context : &sorted);
    bool has_memory = !sorted.has_lacked;
    sorted.is_cut |= p->text.is_cut;
    p->text.size = 0;
    p->text.is_cut = p->text.has_lacked;
    if (has_memory && !is_within)
        bl_printer_hand_over(p, &sorted, put, context);
    bl_text_release(&sorted);
    return has_memory;
}

/* What p->closure notes, and what that needs in turn. False: no memory. */
static bool print_standing_alone(struct bl_printer *p, struct standing_alone *alone)
{
    bl_put_target(p);
    alone->head_size = p->text.size;
    while (put_all_noted(p, alone))
        continue;
    alone->named_at = p->text.size;
    put_all_named(p);
    alone->named_size = p->text.size - alone->named_at;
    while (put_all_noted(p, alone))
        continue;
    bl_sort(alone->pieces, alone->n_pieces, sizeof *alone->pieces, compare_pieces);
    return !p->closure->has_lacked && !p->text.has_lacked;
}

int bl_printer_print_closed(struct bl_printer *p, const uint32_t *values, uint32_t n,
                            bl_put_fn *put, void *context, struct bl_error *err)
{
    struct bl_closure closure = {0};
    struct standing_alone alone = {0};
    n = p->left > 0 ? n : 0;
    begin_closure(&closure, p);
    /* Of each constant what it refers to is noted once, as its text is made. */
    bool has_memory = bl_kept_begin(&p->value_texts, p->value_texts.n);
    p->closure = &closure;
    for (uint32_t i = 0; i < n; i++)
        bl_closure_note(p->closure, BL_CLOSURE_DEFINITIONS, values[i]);
    has_memory =
        has_memory && print_standing_alone(p, &alone) && put_within_limit(p, &alone, put, context);
    p->closure = NULL;
    p->text.size = 0;
    p->text.is_cut = p->text.has_lacked;
    bl_unload_body(p);
    end_closure(&closure);
    bl_drop(alone.pieces);
    if (!has_memory || bl_module_lacked(p->tables.module))
        return bl_fail(err, BL_E_NOMEM, "no memory for a text that stands alone");
    return bl_printer_check(p, err);
}
