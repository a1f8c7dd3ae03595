/* ir/attributes.c - attribute groups and lists
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Since LLVM 3.3 a PARAMATTR_GROUP entry has the attributes of one place, the function, its
 * return value or a parameter, and a PARAMATTR entry is a list of groups. Before, a PARAMATTR entry
 * was a list of places with a bitmap each, which becomes a group of its own here.
 *
 * Lists are counted by their records, whatever is in them, so that numbers stay right.
 */
#include "base/bound.h"
#include "base/grow.h"
#include "base/map.h"
#include "base/status.h"
#include "base/view.h"
#include "ir/globals.h"
#include "ir/intrinsics.h"
#include "ir/module.h"
#include "ir/record_texts.h"
#include "ir/vbr.h"
#include "stream/cursor.h"
#include "stream/limit.h"

#include <stdlib.h>

enum {
    GROUP_HEAD = 2 /* operands before the attributes: id, place */
};

/* What a module keeps of its attributes. */
struct table {
    struct bl_module *module;
    struct bl_cursor *cursor; /* of the block that is being read; NULL: none */
    struct bl_attributes pub;
    struct bl_attribute *attributes;
    struct bl_attribute_group *groups;
    uint64_t *words;
    uint32_t *lists, *list_groups, *by_place;
    uint64_t *keys; /* to sort a list */
    uint32_t n_attributes, n_words, n_list_groups;
    uint32_t cap_attributes, cap_groups, cap_words, cap_lists, cap_list_groups, cap_by_place;
    uint32_t cap_keys;
    uint64_t n_text_bytes;
    struct bl_map group_of_id;
    struct bl_attributes upgraded; /* as bl_module_upgraded_attributes() gives them */
    uint32_t *list_of; /* of functions that are intrinsics, by value; NULL: not asked for */
    uint32_t n_list_of;
    bool is_read;
    struct bl_error failure;
};

struct reader {
    struct table *t; /* NULL: nothing is kept */
    const struct bl_record *rec;
    uint32_t at; /* next operand */
};

/* Key and value of an attribute that has them. */
struct texts {
    struct bl_text_ops at[2];
    unsigned n;
};

static bool has(const struct reader *r, uint32_t n_ops)
{
    return r->rec->n_ops - r->at >= n_ops;
}

static uint64_t read_op(struct reader *r)
{
    return r->rec->ops[r->at++];
}

/* A kind's or type's number; BL_NONE: missing, or over 32 bits. */
static uint32_t read_number(struct reader *r)
{
    uint64_t number = has(r, 1) ? read_op(r) : BL_NONE;
    return number < BL_NONE ? (uint32_t)number : BL_NONE;
}

/* ---- One attribute ---- */

/* What keeps something from being kept: a limit, which the cursor reports, or a lack of memory. */
static int failed(const struct table *t)
{
    return t->cursor && t->cursor->status < 0 ? t->cursor->status : BL_E_NOMEM;
}

static struct bl_attribute *add_attribute(struct table *t)
{
    if (bl_limit_records(t->cursor, t->n_attributes, BL_MIN_TYPE_BYTES,
                         "more attributes than the limit") < 0 ||
        bl_grow(&t->attributes, &t->cap_attributes, (size_t)t->n_attributes + 1) < 0)
        return NULL;
    struct bl_attribute *a = &t->attributes[t->n_attributes++];
    *a = (struct bl_attribute){.kind = BL_NONE, .type = BL_NONE};
    return a;
}

/* Characters up to a zero, which is taken, too. */
static struct bl_text_ops read_attribute_text(struct reader *r)
{
    uint32_t first = r->at;
    while (has(r, 1) && r->rec->ops[r->at] != 0)
        r->at++;
    struct bl_text_ops text = {first, r->at - first};
    r->at += has(r, 1);
    return text;
}

static int keep_text(struct reader *r, struct bl_text_ops at, struct bl_view *text)
{
    struct bl_record part = *r->rec;
    part.n_ops = at.first + at.n;
    struct table *t = r->t;
    int status = bl_module_keep_text(t->module, &part, at.first, &t->n_text_bytes, text);
    if (status == BL_E_LIMIT)
        bl_cursor_fail(t->cursor, status, bl_module_text_failure(status), r->rec->bit_pos);
    return status;
}

static int add_words(struct reader *r, uint32_t n)
{
    struct table *t = r->t;
    if (!t) {
        r->at += n;
        return BL_OK;
    }
    uint64_t n_words = (uint64_t)t->n_words + n + 1;
    if ((t->cursor && bl_limit_operands(t->cursor, n_words, "more ranges than the limit") < 0) ||
        bl_grow(&t->words, &t->cap_words, n_words) < 0)
        return failed(t);
    t->words[t->n_words++] = n;
    for (uint32_t i = 0; i < n; i++)
        t->words[t->n_words++] = (uint64_t)bl_signed_vbr(read_op(r));
    return BL_OK;
}

/* Lower and upper end; from 65 bits on their numbers of words come first. */
static int read_range(struct reader *r, uint32_t bits)
{
    uint64_t n_words = 1 | UINT64_C(1) << 32;
    if (bits > 64)
        n_words = has(r, 1) ? read_op(r) : 0;
    uint64_t n_lower = n_words & UINT32_MAX;
    uint64_t n_upper = n_words >> 32;
    uint32_t n_left = r->rec->n_ops - r->at;
    if (n_lower + n_upper > n_left) {
        r->at = r->rec->n_ops; /* cut short: there is no telling where the next one is */
        return BL_OK;
    }
    int status = add_words(r, (uint32_t)n_lower);
    return status < 0 ? status : add_words(r, (uint32_t)n_upper);
}

static int read_ranges(struct reader *r, struct bl_attribute *a)
{
    uint64_t n = 1;
    if (a->form == BL_ATTRIBUTE_RANGES)
        n = has(r, 1) ? read_op(r) : 0;
    if (!has(r, 1))
        return BL_OK;
    a->range_bits = (uint32_t)read_op(r); /* LLVM cuts it, too */
    a->first_word = r->t ? r->t->n_words : 0;
    for (uint64_t i = 0; i < n && has(r, 1); i++)
        if (read_range(r, a->range_bits) < 0)
            return failed(r->t);
    a->n_words = r->t ? r->t->n_words - a->first_word : 0;
    return BL_OK;
}

/* A form that is not known takes the rest of the record with it. */
static int read_attribute(struct reader *r, struct bl_attribute *a, struct texts *texts)
{
    uint64_t form = read_op(r);
    a->form = form < UINT8_MAX ? (uint8_t)form : UINT8_MAX;
    texts->n = form == BL_ATTRIBUTE_TEXT ? 1 : form == BL_ATTRIBUTE_PAIR ? 2 : 0;
    for (unsigned i = 0; i < texts->n; i++)
        texts->at[i] = read_attribute_text(r);
    if (texts->n > 0)
        return BL_OK;
    a->kind = read_number(r);
    switch (form) {
    case BL_ATTRIBUTE_ENUM:
    case BL_ATTRIBUTE_TYPE: return BL_OK;
    case BL_ATTRIBUTE_INTEGER: a->integer = has(r, 1) ? read_op(r) : 0; return BL_OK;
    case BL_ATTRIBUTE_TYPED: a->type = read_number(r); return BL_OK;
    case BL_ATTRIBUTE_RANGE:
    case BL_ATTRIBUTE_RANGES: return read_ranges(r, a);
    default: r->at = r->rec->n_ops; return BL_OK;
    }
}

static int keep_attribute(struct reader *r)
{
    struct texts texts;
    struct bl_attribute *a = add_attribute(r->t);
    if (!a || read_attribute(r, a, &texts) < 0 ||
        (texts.n > 0 && keep_text(r, texts.at[0], &a->key) < 0) ||
        (texts.n > 1 && keep_text(r, texts.at[1], &a->value) < 0))
        return failed(r->t);
    return BL_OK;
}

/* ---- Groups ---- */

/* LLVM cuts PLACE to 32 bits, too. */
static struct bl_attribute_group *add_group(struct table *t, uint64_t id, uint64_t place)
{
    if (bl_limit_records(t->cursor, t->pub.n_groups, BL_MIN_GLOBAL_BYTES,
                         "more attribute groups than the limit") < 0 ||
        bl_grow(&t->groups, &t->cap_groups, (size_t)t->pub.n_groups + 1) < 0)
        return NULL;
    struct bl_attribute_group *g = &t->groups[t->pub.n_groups++];
    *g = (struct bl_attribute_group){
        .id = id,
        .bit_pos = t->cursor->entry_pos,
        .place = (uint32_t)place,
        .first = t->n_attributes,
    };
    return g;
}

static bool is_group(const struct bl_record *rec)
{
    return rec->code == BL_CODE_PARAMATTR_GROUP_ENTRY && rec->n_ops >= GROUP_HEAD;
}

/* What up to LLVM 9 was said by strings, as newer ones read it. */
struct old_strings {
    const char *frame_pointer; /* NULL: they do not say */
    bool null_is_valid;
};

static bool is_old_string(const struct bl_attribute *a, struct old_strings *old)
{
    if (bl_view_is(a->key, "no-frame-pointer-elim")) {
        old->frame_pointer = bl_view_is(a->value, "true") ? "all" : "none";
    } else if (bl_view_is(a->key, "no-frame-pointer-elim-non-leaf")) {
        if (!old->frame_pointer || strcmp(old->frame_pointer, "all") != 0)
            old->frame_pointer = "non-leaf";
    } else if (bl_view_is(a->key, "null-pointer-is-valid")) {
        old->null_is_valid = bl_view_is(a->value, "true");
    } else {
        return false;
    }
    return true;
}

/* The order is that of LLVM: kinds by name, those with a value after the others, strings by key. */
static bool is_after(const struct bl_attribute *a, const struct bl_attribute *other)
{
    if (other->form != BL_ATTRIBUTE_ENUM || a->form != BL_ATTRIBUTE_ENUM)
        return other->form == BL_ATTRIBUTE_ENUM || bl_view_compare(a->key, other->key) > 0;
    const char *name = bl_attribute_name(a->kind);
    return !name || strcmp(name, bl_attribute_name(other->kind)) > 0;
}

static void insert(struct bl_attribute *attributes, uint32_t *n, struct bl_attribute new)
{
    uint32_t at = (*n)++;
    for (; at > 0 && is_after(&attributes[at - 1], &new); at--)
        attributes[at] = attributes[at - 1];
    attributes[at] = new;
}

/* Those that are put in are no more than those that go. */
static void replace_old_strings(struct bl_attribute *attributes, uint32_t *n)
{
    struct old_strings old = {0};
    uint32_t n_kept = 0;
    for (uint32_t i = 0; i < *n; i++)
        if (!is_old_string(&attributes[i], &old))
            attributes[n_kept++] = attributes[i];
    *n = n_kept;
    if (old.frame_pointer)
        insert(attributes, n,
               (struct bl_attribute){
                   .form = BL_ATTRIBUTE_PAIR,
                   .kind = BL_NONE,
                   .type = BL_NONE,
                   .key = bl_view_of("frame-pointer"),
                   .value = bl_view_of(old.frame_pointer),
               });
    if (old.null_is_valid)
        insert(attributes, n,
               (struct bl_attribute){
                   .form = BL_ATTRIBUTE_ENUM,
                   .kind = BL_ATTR_KIND_NULL_POINTER_IS_VALID,
                   .type = BL_NONE,
               });
}

static int read_group(struct table *t, const struct bl_record *rec)
{
    struct reader r = {.t = t, .rec = rec};
    if (!is_group(rec))
        return BL_OK;
    uint64_t id = read_op(&r);
    struct bl_attribute_group *group = add_group(t, id, read_op(&r));
    if (!group || bl_map_set(&t->group_of_id, id, t->pub.n_groups - 1) < 0)
        return failed(t);
    while (has(&r, 1))
        if (keep_attribute(&r) < 0)
            return failed(t);
    group->n = t->n_attributes - group->first;
    if (group->n > 0)
        replace_old_strings(t->attributes + group->first, &group->n);
    return BL_OK;
}

unsigned bl_attribute_texts(const struct bl_record *rec, uint32_t *at, struct bl_text_ops texts[2])
{
    struct bl_attribute ignored = {0};
    struct texts found = {.n = 0};
    struct reader r = {.rec = rec, .at = *at == 0 ? GROUP_HEAD : *at};
    if (!is_group(rec))
        return 0;
    while (found.n == 0 && has(&r, 1))
        (void)read_attribute(&r, &ignored, &found);
    for (unsigned i = 0; i < found.n; i++)
        texts[i] = found.at[i];
    *at = r.at;
    return found.n;
}

/* ---- The old form ---- */

/* Kinds by bits; bits 16 to 31 are an alignment, 37 to 39 one of the stack. 0: none. */
static const uint8_t old_bits[] = {
    [0] = BL_ATTR_KIND_Z_EXT,
    [1] = BL_ATTR_KIND_S_EXT,
    [2] = BL_ATTR_KIND_NO_RETURN,
    [3] = BL_ATTR_KIND_IN_REG,
    [4] = BL_ATTR_KIND_STRUCT_RET,
    [5] = BL_ATTR_KIND_NO_UNWIND,
    [6] = BL_ATTR_KIND_NO_ALIAS,
    [7] = BL_ATTR_KIND_BY_VAL,
    [8] = BL_ATTR_KIND_NEST,
    [9] = BL_ATTR_KIND_READ_NONE,
    [10] = BL_ATTR_KIND_READ_ONLY,
    [11] = BL_ATTR_KIND_NO_INLINE,
    [12] = BL_ATTR_KIND_ALWAYS_INLINE,
    [13] = BL_ATTR_KIND_OPTIMIZE_FOR_SIZE,
    [14] = BL_ATTR_KIND_STACK_PROTECT,
    [15] = BL_ATTR_KIND_STACK_PROTECT_REQ,
    [32] = BL_ATTR_KIND_NO_CAPTURE,
    [33] = BL_ATTR_KIND_NO_RED_ZONE,
    [34] = BL_ATTR_KIND_NO_IMPLICIT_FLOAT,
    [35] = BL_ATTR_KIND_NAKED,
    [36] = BL_ATTR_KIND_INLINE_HINT,
    [40] = BL_ATTR_KIND_RETURNS_TWICE,
    [41] = BL_ATTR_KIND_UW_TABLE,
    [42] = BL_ATTR_KIND_NON_LAZY_BIND,
    [43] = BL_ATTR_KIND_SANITIZE_ADDRESS,
    [44] = BL_ATTR_KIND_MIN_SIZE,
};

static int add_kind(struct table *t, uint8_t form, uint32_t kind, uint64_t integer)
{
    struct bl_attribute *a = add_attribute(t);
    if (!a)
        return failed(t);
    a->form = form;
    a->kind = kind;
    a->integer = integer;
    return BL_OK;
}

static int read_bitmap(struct table *t, uint64_t bits)
{
    uint64_t alignment = bits >> 16 & 0xFFFF;
    uint64_t stack_alignment = bits >> 37 & 7; /* logarithm plus 1 */
    for (size_t i = 0; i < sizeof old_bits; i++)
        if (bits >> i & 1 && old_bits[i] && add_kind(t, BL_ATTRIBUTE_ENUM, old_bits[i], 0) < 0)
            return failed(t);
    if (alignment && add_kind(t, BL_ATTRIBUTE_INTEGER, BL_ATTR_KIND_ALIGNMENT, alignment) < 0)
        return failed(t);
    if (stack_alignment)
        return add_kind(t, BL_ATTRIBUTE_INTEGER, BL_ATTR_KIND_STACK_ALIGNMENT,
                        UINT64_C(1) << (stack_alignment - 1));
    return BL_OK;
}

/* ---- Lists ---- */

/* What is for nothing is left out: a list is gone through as long as what it says. */
static int add_to_list(struct table *t, uint32_t group)
{
    if (t->groups[group].n == 0)
        return BL_OK;
    uint64_t n = (uint64_t)t->n_list_groups + 1;
    if (bl_limit_operands(t->cursor, n, "more groups in lists than the limit") < 0 ||
        bl_grow(&t->list_groups, &t->cap_list_groups, n) < 0)
        return failed(t);
    t->list_groups[t->n_list_groups++] = group;
    return BL_OK;
}

static int read_old_entry(struct table *t, const struct bl_record *rec)
{
    for (uint32_t i = 0; i + 1 < rec->n_ops; i += 2) {
        struct bl_attribute_group *group = add_group(t, 0, rec->ops[i]);
        if (!group || read_bitmap(t, rec->ops[i + 1]) < 0)
            return failed(t);
        group->n = t->n_attributes - group->first;
        if (add_to_list(t, t->pub.n_groups - 1) < 0)
            return failed(t);
    }
    return BL_OK;
}

/* Groups that are not there are left out. */
static int read_group_entry(struct table *t, const struct bl_record *rec)
{
    for (uint32_t i = 0; i < rec->n_ops; i++) {
        uint32_t group = bl_map_find(&t->group_of_id, rec->ops[i]);
        if (group != BL_MAP_NONE && add_to_list(t, group) < 0)
            return failed(t);
    }
    return BL_OK;
}

/* The function comes first, as LLVM writes it; then what it returns, and parameters. */
static uint32_t rank_of(const struct bl_attribute_group *groups, uint32_t group)
{
    return groups[group].place + 1;
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The groups of the list that begins at FIRST, by rank; those alike in the list's order. */
static int sort_list(struct table *t, uint32_t first)
{
    uint32_t n = t->n_list_groups - first;
    bool is_sorted = true;
    if (n == 0)
        return BL_OK;
    if (bl_grow(&t->by_place, &t->cap_by_place, t->n_list_groups) < 0 ||
        bl_grow(&t->keys, &t->cap_keys, n) < 0)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < n; i++) {
        t->keys[i] = (uint64_t)rank_of(t->groups, t->list_groups[first + i]) << 32 | i;
        is_sorted = is_sorted && (i == 0 || t->keys[i - 1] < t->keys[i]);
    }
    if (!is_sorted)
        qsort(t->keys, n, sizeof *t->keys, compare_keys);
    for (uint32_t i = 0; i < n; i++)
        t->by_place[first + i] = t->list_groups[first + (uint32_t)t->keys[i]];
    return BL_OK;
}

static int read_list(struct table *t, const struct bl_record *rec)
{
    if (bl_limit_records(t->cursor, t->pub.n_lists, BL_MIN_GLOBAL_BYTES,
                         "more attribute lists than the limit") < 0 ||
        bl_grow(&t->lists, &t->cap_lists, (size_t)t->pub.n_lists + 2) < 0)
        return failed(t);
    uint32_t first = t->n_list_groups;
    int status = rec->code == BL_CODE_PARAMATTR_ENTRY_OLD ? read_old_entry(t, rec)
                 : rec->code == BL_CODE_PARAMATTR_ENTRY   ? read_group_entry(t, rec)
                                                          : BL_OK;
    if (status < 0 || (status = sort_list(t, first)) < 0)
        return status;
    t->lists[0] = 0;
    t->lists[++t->pub.n_lists] = t->n_list_groups;
    return BL_OK;
}

/* ---- Calls outside of strictfp functions ---- */

static bool is_kind(const struct bl_attribute *a, uint32_t kind)
{
    return a->form == BL_ATTRIBUTE_ENUM && a->kind == kind;
}

static bool group_has(const struct bl_attributes *all, uint32_t group, uint32_t kind)
{
    const struct bl_attribute_group *g = &all->groups[group];
    for (uint32_t i = 0; i < g->n; i++)
        if (is_kind(&all->attributes[g->first + i], kind))
            return true;
    return false;
}

bool bl_attributes_are_strict(const struct bl_attributes *all, uint32_t list)
{
    uint32_t n;
    const uint32_t *groups = bl_attributes_at(all, list, BL_FUNCTION_INDEX, &n);
    for (uint32_t i = 0; i < n; i++)
        if (group_has(all, groups[i], BL_ATTR_KIND_STRICT_FP))
            return true;
    return false;
}

/* For MAP. */
static uint64_t hash_of(struct bl_map *map, const struct bl_attribute *attributes, uint32_t n)
{
    uint64_t hash = n;
    for (uint32_t i = 0; i < n; i++) {
        const struct bl_attribute *a = &attributes[i];
        hash = bl_map_mix(bl_map_mix(bl_map_mix(hash, a->form), a->kind), a->integer);
        hash = bl_map_mix(bl_map_mix(hash, bl_map_key(map, a->key)), bl_map_key(map, a->value));
    }
    return hash;
}

/* Functions have no ranges. */
static bool are_same(const struct bl_attribute *a, const struct bl_attribute *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a[i].form != b[i].form || a[i].kind != b[i].kind || a[i].type != b[i].type ||
            a[i].integer != b[i].integer || a[i].n_words != b[i].n_words || a[i].n_words > 0 ||
            bl_view_compare(a[i].key, b[i].key) != 0 ||
            bl_view_compare(a[i].value, b[i].value) != 0)
            return false;
    return true;
}

/* Lists of calls where LLVM's reader has changed them. */
struct upgrade {
    struct table *t;
    struct bl_map by_content; /* groups of functions, by hash */
    uint32_t *upgraded;       /* by group, and after all groups that of none; BL_NONE: not made */
    uint32_t n_groups;        /* in the file */
};

/* GROUP, n_groups for none, without strictfp and with nobuiltin: one that the file has, too, or one
 * that is added. */
static int upgrade_group(struct upgrade *u, uint32_t group)
{
    struct table *t = u->t;
    struct bl_attribute_group g = {.place = BL_FUNCTION_INDEX};
    if (group < u->n_groups)
        g = t->groups[group];
    if (bl_grow(&t->attributes, &t->cap_attributes, (size_t)t->n_attributes + g.n + 1) < 0 ||
        bl_grow(&t->groups, &t->cap_groups, (size_t)t->upgraded.n_groups + 1) < 0)
        return BL_E_NOMEM;
    struct bl_attribute *made = t->attributes + t->n_attributes;
    uint32_t n = 0;
    bool has_it = false;
    for (uint32_t i = 0; i < g.n; i++) {
        const struct bl_attribute *a = &t->attributes[g.first + i];
        has_it |= is_kind(a, BL_ATTR_KIND_NO_BUILTIN);
        if (!is_kind(a, BL_ATTR_KIND_STRICT_FP))
            made[n++] = *a;
    }
    if (!has_it)
        insert(made, &n,
               (struct bl_attribute){
                   .form = BL_ATTRIBUTE_ENUM, .kind = BL_ATTR_KIND_NO_BUILTIN, .type = BL_NONE});
    uint64_t hash = hash_of(&u->by_content, made, n);
    uint32_t same = bl_map_find(&u->by_content, hash);
    if (same != BL_MAP_NONE && t->groups[same].n == n &&
        are_same(t->attributes + t->groups[same].first, made, n)) {
        u->upgraded[group] = same;
        return BL_OK;
    }
    g.first = t->n_attributes;
    g.n = n;
    t->n_attributes += n;
    u->upgraded[group] = t->upgraded.n_groups;
    t->groups[t->upgraded.n_groups++] = g;
    return bl_map_set(&u->by_content, hash, u->upgraded[group]);
}

/* Only groups of functions change. */
static int add_upgraded(struct upgrade *u, uint32_t group)
{
    struct table *t = u->t;
    if (group < u->n_groups && t->groups[group].place != BL_FUNCTION_INDEX)
        u->upgraded[group] = group;
    if (u->upgraded[group] == BL_NONE && upgrade_group(u, group) < 0)
        return BL_E_NOMEM;
    return bl_append(&t->list_groups, &t->n_list_groups, &t->cap_list_groups, u->upgraded[group]);
}

/* What list LIST, n_lists for none, is where it is a call's. */
static int upgrade_list(struct upgrade *u, uint32_t list)
{
    struct table *t = u->t;
    uint32_t first = t->n_list_groups;
    bool has_function = false;
    uint32_t end = list < t->pub.n_lists ? t->lists[list + 1] : 0;
    for (uint32_t i = list < t->pub.n_lists ? t->lists[list] : 0; i < end; i++) {
        uint32_t group = t->list_groups[i];
        has_function |= t->groups[group].place == BL_FUNCTION_INDEX;
        if (add_upgraded(u, group) < 0)
            return BL_E_NOMEM;
    }
    if (!has_function && add_upgraded(u, u->n_groups) < 0)
        return BL_E_NOMEM;
    if (sort_list(t, first) < 0 ||
        bl_grow(&t->lists, &t->cap_lists, (size_t)t->upgraded.n_lists + 2) < 0)
        return BL_E_NOMEM;
    t->lists[++t->upgraded.n_lists] = t->n_list_groups;
    return BL_OK;
}

static int upgrade_lists(struct upgrade *u)
{
    struct table *t = u->t;
    u->upgraded = bl_new((u->n_groups + 1ULL) * sizeof *u->upgraded);
    if (!u->upgraded)
        return BL_E_NOMEM;
    memset(u->upgraded, 0xFF, (u->n_groups + 1ULL) * sizeof *u->upgraded);
    for (uint32_t i = 0; i < u->n_groups; i++)
        if (t->groups[i].place == BL_FUNCTION_INDEX &&
            bl_map_set(&u->by_content,
                       hash_of(&u->by_content, t->attributes + t->groups[i].first, t->groups[i].n),
                       i) < 0)
            return BL_E_NOMEM;
    for (uint32_t list = 0; list <= t->pub.n_lists; list++)
        if (upgrade_list(u, list) < 0)
            return BL_E_NOMEM;
    return BL_OK;
}

static void note_arrays(const struct table *t, struct bl_attributes *a)
{
    a->attributes = t->attributes;
    a->groups = t->groups;
    a->words = t->words;
    a->lists = t->lists;
    a->list_groups = t->list_groups;
    a->by_place = t->by_place;
}

/* Where nothing is strictfp there is nothing to change. */
static int upgrade(struct table *t)
{
    struct upgrade u = {.t = t, .n_groups = t->pub.n_groups};
    bool is_strict = false;
    note_arrays(t, &t->pub);
    t->upgraded = t->pub;
    for (uint32_t i = 0; i < u.n_groups && t->pub.n_lists > 0; i++)
        is_strict |= t->groups[i].place == BL_FUNCTION_INDEX &&
                     group_has(&t->pub, i, BL_ATTR_KIND_STRICT_FP);
    if (!is_strict)
        return BL_OK;
    int status = upgrade_lists(&u);
    bl_map_release(&u.by_content);
    bl_drop(u.upgraded);
    note_arrays(t, &t->pub);
    note_arrays(t, &t->upgraded);
    return status;
}

/* ---- Declarations of intrinsics ---- */

/* The width of a range is that of the type that has it. */
static uint32_t scalar_bits(const struct bl_types *types, uint32_t function_type, uint32_t place)
{
    const struct bl_type *f = function_type < types->n ? &types->types[function_type] : NULL;
    uint32_t type = f && place < f->n_parts ? types->parts[f->first_part + place] : BL_NONE;
    while (type < types->n && types->types[type].kind == BL_TYPE_VECTOR)
        type = types->parts[types->types[type].first_part];
    return type < types->n ? (uint32_t)types->types[type].count : 0;
}

/* The attributes of PLACE, as a group: one that the file has, too, or one that is added. */
static int add_intrinsic_group(struct upgrade *u, const struct bl_intrinsic_place *place,
                               uint32_t bits, uint32_t *number)
{
    struct table *t = u->t;
    struct bl_record rec = {.ops = place->ops, .n_ops = place->n_ops};
    struct reader r = {.t = t, .rec = &rec};
    struct bl_attribute_group g = {.place = place->place, .first = t->n_attributes};
    if (bl_grow(&t->groups, &t->cap_groups, (size_t)t->upgraded.n_groups + 1) < 0)
        return BL_E_NOMEM;
    while (has(&r, 1)) {
        struct texts texts;
        struct bl_attribute a = {.kind = BL_NONE, .type = BL_NONE};
        if (read_attribute(&r, &a, &texts) < 0 ||
            bl_append(&t->attributes, &t->n_attributes, &t->cap_attributes, a) < 0)
            return BL_E_NOMEM;
        if (a.form == BL_ATTRIBUTE_RANGE)
            t->attributes[t->n_attributes - 1].range_bits = bits;
    }
    g.n = t->n_attributes - g.first;
    uint64_t hash = hash_of(&u->by_content, t->attributes + g.first, g.n);
    bool is_function = g.place == BL_FUNCTION_INDEX;
    *number = is_function ? bl_map_find(&u->by_content, hash) : BL_MAP_NONE;
    if (*number != BL_MAP_NONE && t->groups[*number].n == g.n &&
        are_same(t->attributes + t->groups[*number].first, t->attributes + g.first, g.n))
        return BL_OK;
    *number = t->upgraded.n_groups;
    t->groups[t->upgraded.n_groups++] = g;
    return is_function ? bl_map_set(&u->by_content, hash, *number) : BL_OK;
}

/* The list of declaration VALUE, if it is an intrinsic's. */
static int add_intrinsic(struct upgrade *u, const struct bl_types *types, uint32_t value)
{
    struct table *t = u->t;
    struct bl_view name;
    uint32_t shape;
    uint32_t first = t->n_list_groups;
    const struct bl_global *g = bl_module_global_at(t->module, value);
    int n = g->is_declaration && bl_module_name(t->module, value, &name, NULL) >= 0
                ? bl_intrinsic_find(t->pub.llvm, name, &shape)
                : -1;
    for (int i = 0; i < n; i++) {
        struct bl_intrinsic_place place = bl_intrinsic_place(shape, (uint32_t)i);
        uint32_t group;
        if (add_intrinsic_group(u, &place, scalar_bits(types, g->value_type, place.place), &group) <
                0 ||
            bl_append(&t->list_groups, &t->n_list_groups, &t->cap_list_groups, group) < 0)
            return BL_E_NOMEM;
    }
    if (n < 0)
        return BL_OK;
    if (sort_list(t, first) < 0 ||
        bl_grow(&t->lists, &t->cap_lists, (size_t)t->upgraded.n_lists + 2) < 0)
        return BL_E_NOMEM;
    t->lists[0] = 0;
    t->list_of[value] = t->upgraded.n_lists;
    t->lists[++t->upgraded.n_lists] = t->n_list_groups;
    return BL_OK;
}

static int add_intrinsics(struct table *t, const struct bl_types *types)
{
    struct upgrade u = {.t = t};
    uint32_t n = 0;
    int status = BL_OK;
    t->cursor = NULL;
    (void)bl_module_count(t->module, &n, NULL);
    t->list_of = bl_new((n + 1ULL) * sizeof *t->list_of);
    if (!t->list_of)
        return BL_E_NOMEM;
    t->n_list_of = n;
    memset(t->list_of, 0xFF, (n + 1ULL) * sizeof *t->list_of);
    for (uint32_t i = 0; i < t->upgraded.n_groups && status == BL_OK; i++)
        if (t->groups[i].place == BL_FUNCTION_INDEX)
            status = bl_map_set(
                &u.by_content,
                hash_of(&u.by_content, t->attributes + t->groups[i].first, t->groups[i].n), i);
    for (uint32_t i = 0; i < n && status == BL_OK; i++)
        if (t->module->header.places[i].kind == BL_GLOBAL_FUNCTION)
            status = add_intrinsic(&u, types, i);
    bl_map_release(&u.by_content);
    bl_drop(t->keys);
    t->keys = NULL;
    t->cap_keys = 0;
    note_arrays(t, &t->pub);
    note_arrays(t, &t->upgraded);
    return status;
}

/* ---- Blocks ---- */

static int read_attribute_record(void *context, struct bl_cursor *cursor,
                                 const struct bl_record *rec)
{
    struct table *t = context;
    t->cursor = cursor;
    int status =
        cursor->block.block_id == BL_BLOCK_PARAMATTR ? read_list(t, rec) : read_group(t, rec);
    if (status == BL_E_NOMEM)
        bl_cursor_fail(cursor, status, "no memory for the attributes", rec->bit_pos);
    return status;
}

/* The first block BLOCK_ID, if there is one. */
static int read_attribute_block(struct table *t, uint32_t block_id, struct bl_error *err)
{
    struct bl_block block;
    int rc = bl_module_header_block(t->module, block_id, &block, err);
    return rc <= 0 ? rc : bl_module_read_block(t->module, &block, read_attribute_record, t, err);
}

/* Lists are read even after damage to the groups: what a function has is then known in part. */
static void read_table(struct table *t)
{
    struct bl_error second;
    t->is_read = true;
    int status = read_attribute_block(t, BL_BLOCK_PARAMATTR_GROUP, &t->failure);
    (void)read_attribute_block(t, BL_BLOCK_PARAMATTR, status < 0 ? &second : &t->failure);
    t->pub.llvm = bl_module_llvm(t->module);
    if (upgrade(t) < 0 || bl_module_lacked(t->module))
        bl_fail(&t->failure, BL_E_NOMEM, "no memory for the attributes");
    bl_drop(t->keys);
    t->keys = NULL;
    t->cap_keys = 0;
}

static void release_attributes(void *part)
{
    struct table *t = part;
    bl_drop(t->attributes);
    bl_drop(t->groups);
    bl_drop(t->words);
    bl_drop(t->lists);
    bl_drop(t->list_groups);
    bl_drop(t->by_place);
    bl_drop(t->list_of);
    bl_map_release(&t->group_of_id);
}

const uint32_t *bl_attributes_at(const struct bl_attributes *attributes, uint32_t list,
                                 uint32_t place, uint32_t *n)
{
    *n = 0;
    if (list >= attributes->n_lists)
        return NULL;
    const uint32_t *groups = attributes->by_place;
    uint32_t rank = place + 1;
    uint32_t first = attributes->lists[list];
    uint32_t end = attributes->lists[list + 1];
    uint32_t after = end;
    BL_LOWER_BOUND(first, after, mid, rank_of(attributes->groups, groups[mid]) < rank);
    while (first + *n < end && rank_of(attributes->groups, groups[first + *n]) == rank)
        ++*n;
    return *n > 0 ? groups + first : NULL;
}

/* NULL: there is no memory. */
static struct table *table_of(struct bl_module *module)
{
    struct table *t = bl_module_part(module, BL_PART_ATTRIBUTES, sizeof *t, release_attributes);
    if (!t)
        return NULL;
    t->module = module;
    if (!t->is_read)
        read_table(t);
    return t;
}

static const struct bl_attributes no_attributes;

int bl_module_attributes(struct bl_module *module, const struct bl_attributes **attributes,
                         struct bl_error *err)
{
    struct table *t = table_of(module);
    *attributes = t ? &t->pub : &no_attributes;
    return t ? bl_fail_again(err, &t->failure)
             : bl_fail(err, BL_E_NOMEM, "no memory for the attributes");
}

int bl_module_upgraded_attributes(struct bl_module *module, const struct bl_attributes **attributes,
                                  uint32_t *n_lists, struct bl_error *err)
{
    struct table *t = table_of(module);
    *attributes = t ? &t->upgraded : &no_attributes;
    *n_lists = t ? t->pub.n_lists : 0;
    return t ? bl_fail_again(err, &t->failure)
             : bl_fail(err, BL_E_NOMEM, "no memory for the attributes");
}

int bl_module_add_intrinsics(struct bl_module *module, const struct bl_types *types,
                             struct bl_error *err)
{
    struct table *t = table_of(module);
    if (t && (t->list_of || add_intrinsics(t, types) == BL_OK))
        return BL_OK;
    return bl_fail(err, BL_E_NOMEM, "no memory for the attributes");
}

uint32_t bl_module_upgraded_attributes_at(struct bl_module *module, uint32_t value)
{
    struct table *t = module->is_as_llvm ? table_of(module) : NULL;
    if (t && value < t->n_list_of && t->list_of[value] != BL_NONE)
        return t->list_of[value];
    return bl_module_attributes_at(module, value);
}

void bl_module_read_as_llvm(struct bl_module *module)
{
    module->is_as_llvm = true;
}
