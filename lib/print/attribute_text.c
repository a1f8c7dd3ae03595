/* print/attribute_text.c - attributes and calling conventions as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Lists of attributes are made of groups, which many lists share: the text of each group is made
 * once.
 */
#include "print/attribute_text.h"
#include "base/grow.h"
#include "ir/implied_types.h"
#include "numbers/attribute_slots.h"
#include "print/annotation_text.h"
#include "print/attribute_argument_text.h"
#include "print/closure.h"

#include <limits.h>

/* Of each group what is printed most: for a function what is in the comment before it, otherwise
 * each attribute after a blank. */
struct bl_attribute_cache {
    struct bl_kept_texts groups;
    uint32_t *places; /* of each list: bl_attribute_place() each place that has attributes */
    uint32_t n_lists;
};

static bool is_string(const struct bl_attribute *attribute)
{
    return attribute->form == BL_ATTRIBUTE_TEXT || attribute->form == BL_ATTRIBUTE_PAIR;
}

/* From LLVM 15 on 32 bits of an alignment are read: 4294967296, the most that there is, is none. */
static bool is_lost(const struct bl_printer *p, const struct bl_attribute *attribute)
{
    return p->llvm >= 15 && attribute->kind == BL_ATTR_KIND_ALIGNMENT &&
           attribute->form == BL_ATTRIBUTE_INTEGER && (uint32_t)attribute->integer == 0;
}

static bool lacks_type(const struct bl_attribute *attribute)
{
    return attribute->form == BL_ATTRIBUTE_ENUM && bl_attribute_is_of_memory(attribute->kind);
}

/* The first of GROUP that gets the type of the argument at hand; NULL: none does. */
static const struct bl_attribute *find_without_type(const struct bl_printer *p,
                                                    const struct bl_attribute_group *group)
{
    const struct bl_attribute *all = p->tables.attributes->attributes + group->first;
    for (uint32_t i = 0; p->argument_type && i < group->n; i++)
        if (lacks_type(&all[i]))
            return &all[i];
    return NULL;
}

void bl_put_group_with(struct bl_printer *p, const struct bl_attribute_group *group,
                       const struct bl_attribute *added)
{
    uint32_t n = group ? group->n : 0;
    bool is_put = false;
    for (uint32_t i = 0; i <= n && !p->text.is_cut; i++) {
        const struct bl_attribute *attribute =
            i < n ? &p->tables.attributes->attributes[group->first + i] : NULL;
        if (!is_put && (!attribute || attribute->form != BL_ATTRIBUTE_ENUM)) {
            bl_text_char(&p->text, ' ');
            bl_put_attribute(p, added, false);
            is_put = true;
        }
        if (attribute && attribute != added) {
            bl_text_char(&p->text, ' ');
            bl_put_attribute(p, attribute, false);
        }
    }
}

static void put_group(struct bl_printer *p, const struct bl_attribute_group *group)
{
    bool is_of_function = group->place == BL_FUNCTION_INDEX;
    bool is_first = is_of_function;
    for (uint32_t i = 0; i < group->n && !p->text.is_cut; i++) {
        const struct bl_attribute *attribute = &p->tables.attributes->attributes[group->first + i];
        if ((is_of_function && is_string(attribute)) || is_lost(p, attribute))
            continue;
        if (!is_first)
            bl_text_char(&p->text, ' ');
        is_first = false;
        bl_put_attribute(p, attribute, false);
    }
}

static void put_range(struct bl_printer *p, uint32_t first, uint32_t n, bool in_group)
{
    for (uint32_t i = 0; i < n && !p->text.is_cut; i++) {
        bl_text_char(&p->text, ' ');
        bl_put_attribute(p, &p->tables.attributes->attributes[first + i], in_group);
    }
}

static struct bl_attribute_cache *make_cache(struct bl_printer *p)
{
    struct bl_attribute_cache *cache = bl_new(sizeof *cache);
    const struct bl_attributes *all = p->tables.attributes;
    if (!cache || !bl_kept_begin(&cache->groups, all->n_groups) ||
        bl_grow(&cache->places, &cache->n_lists, all->n_lists) < 0) {
        if (cache)
            bl_kept_release(&cache->groups);
        bl_drop(cache);
        p->text.is_cut = p->text.has_lacked = true;
        return NULL;
    }
    cache->n_lists = all->n_lists;
    for (uint32_t i = 0; i < all->n_lists; i++) {
        cache->places[i] = 0;
        for (uint32_t k = all->lists[i]; k < all->lists[i + 1]; k++)
            cache->places[i] |= bl_attribute_place(all->groups[all->by_place[k]].place);
    }
    p->attribute_cache = cache;
    return cache;
}

static void put_cached(struct bl_printer *p, uint32_t number)
{
    const struct bl_attribute_group *group = &p->tables.attributes->groups[number];
    struct bl_kept_texts *kept = &p->attribute_cache->groups;
    const struct bl_attribute *without_type = find_without_type(p, group);
    if (p->closure)
        bl_closure_note_group(p, group);
    if (without_type) {
        bl_put_group_with(p, group, without_type);
        return;
    }
    if (bl_text_kept(&p->text, kept, number))
        return;
    size_t begin = p->text.size;
    put_group(p, group);
    bl_printer_keep(p, kept, number, begin);
}

void bl_attributes_release_cache(struct bl_printer *p)
{
    if (!p->attribute_cache)
        return;
    bl_kept_release(&p->attribute_cache->groups);
    bl_drop(p->attribute_cache->places);
    bl_drop(p->attribute_cache);
    p->attribute_cache = NULL;
}

uint32_t bl_attribute_places(struct bl_printer *p, uint32_t list)
{
    const struct bl_attribute_cache *cache =
        p->attribute_cache ? p->attribute_cache : make_cache(p);
    return cache && list < cache->n_lists ? cache->places[list] : 0;
}

/* The groups of LIST for PLACE, one of PLACES. In most lists each place has one group, and each of
 * the places a bit of its own, so that the bits below count the groups before it. */
static const uint32_t *groups_at(const struct bl_attributes *all, uint32_t list, uint32_t place,
                                 uint32_t places, uint32_t *n)
{
    uint32_t first = all->lists[list], end = all->lists[list + 1];
    /* That of functions, the last bit, comes first. */
    uint32_t by_rank = places << 1 | places >> 31;
    uint32_t below = by_rank & (bl_attribute_place(place + 1) - 1);
    uint32_t at = first + (uint32_t)__builtin_popcount(below);
    if (end - first != (uint32_t)__builtin_popcount(places) ||
        all->groups[all->by_place[at]].place != place)
        return bl_attributes_at(all, list, place, n);
    *n = 1;
    return all->by_place + at;
}

void bl_put_attributes_at(struct bl_printer *p, uint32_t list, uint32_t place)
{
    uint32_t n;
    uint32_t places = bl_attribute_places(p, list);
    if (!(places & bl_attribute_place(place)))
        return;
    const uint32_t *groups = groups_at(p->tables.attributes, list, place, places, &n);
    for (uint32_t i = 0; i < n; i++)
        put_cached(p, groups[i]);
}

void bl_put_attributes_of_argument(struct bl_printer *p, uint32_t list, uint32_t place,
                                   uint32_t type)
{
    const struct bl_types *types = p->loaded.types;
    p->argument_type = bl_types_pointee(types, type) != BL_NONE ? &types->types[type] : NULL;
    bl_put_attributes_at(p, list, place);
    p->argument_type = NULL;
}

void bl_put_attributes_before(struct bl_printer *p, uint32_t list, uint32_t place)
{
    size_t begin = p->text.size;
    bl_put_attributes_at(p, list, place);
    size_t size = p->text.size - begin;
    if (size == 0)
        return;
    /* The blank before the first one goes after the last. */
    memmove(p->text.data + begin, p->text.data + begin + 1, size - 1);
    p->text.data[p->text.size - 1] = ' ';
}

bool bl_put_function_attributes_comment(struct bl_printer *p, uint32_t list)
{
    uint32_t n = 0;
    (void)bl_attributes_at(p->tables.attributes, list, BL_FUNCTION_INDEX, &n);
    bl_put_attributes_at(p, list, BL_FUNCTION_INDEX);
    return n > 0;
}

/* ---- Groups ---- */

/* " #{ … }" */
static void put_groups_in_place(struct bl_printer *p, uint32_t list)
{
    uint32_t n = 0;
    const uint32_t *groups = NULL;
    if (list != BL_NONE)
        groups = bl_attributes_at(p->tables.attributes, list, BL_FUNCTION_INDEX, &n);
    bl_text_put(&p->text, n ? " #{" : "");
    for (uint32_t i = 0; i < n; i++) {
        const struct bl_attribute_group *group = &p->tables.attributes->groups[groups[i]];
        put_range(p, group->first, group->n, true);
    }
    bl_text_put(&p->text, n ? " }" : "");
}

void bl_put_attribute_slot(struct bl_printer *p, uint32_t list)
{
    if (p->is_portable)
        put_groups_in_place(p, list);
    uint32_t slot = bl_list_slot(p->slots, list);
    if (slot == BL_NONE)
        return;
    if (p->closure)
        bl_closure_note(p->closure, BL_CLOSURE_ATTRIBUTES, slot);
    bl_text_numbered(&p->text, " #", slot);
}

void bl_put_attribute_group(struct bl_printer *p, uint32_t slot)
{
    const struct bl_attribute_group *group =
        &p->tables.attributes->groups[p->slots->slot_groups[slot]];
    if (p->closure)
        bl_closure_note_group(p, group);
    bl_text_numbered(&p->text, "attributes #", slot);
    bl_text_put(&p->text, " = {");
    put_range(p, group->first, group->n, true);
    bl_text_put(&p->text, " }");
    bl_end_line(p, group->bit_pos);
}

void bl_put_attribute_groups(struct bl_printer *p)
{
    if (p->slots->n_attribute_slots)
        bl_text_char(&p->text, '\n');
    for (uint32_t i = 0; i < p->slots->n_attribute_slots && !p->text.is_cut; i++)
        bl_put_attribute_group(p, i);
}

/* ---- Calling conventions ---- */

/* LLVM 18 knows webkit_jscc no more. All versions write a blank of their own after those of AVR. */
/* Whether the version has a name for CONVENTION: each has had more of them than the one before. */
static bool has_convention(unsigned llvm, uint32_t convention)
{
    static const struct {
        uint32_t first, last;
        unsigned from, to; /* versions */
    } ranges[] = {
        {12, 12, 0, 17},        /* WebKit_JS */
        {21, 21, 19, UINT_MAX}, /* PreserveNone */
        {102, 103, 16, UINT_MAX}, {104, 107, 18, UINT_MAX},
        {110, 111, 19, UINT_MAX}, {112, 123, 21, UINT_MAX}, /* RISCV_VLSCall */
        {124, 127, 22, UINT_MAX},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (convention >= ranges[i].first && convention <= ranges[i].last)
            return llvm >= ranges[i].from && llvm <= ranges[i].to;
    return true;
}

void bl_put_calling_convention(struct bl_printer *p, uint32_t convention)
{
    enum {
        AVR_INTR = 84,
        AVR_SIGNAL = 85
    };
    const char *name = bl_calling_convention_name(convention);
    if (name && has_convention(p->llvm, convention))
        bl_text_put(&p->text, name);
    else
        bl_text_numbered(&p->text, "cc", convention);
    if (convention == AVR_INTR || convention == AVR_SIGNAL)
        bl_text_char(&p->text, ' ');
}
