/* ir/implied_types.c - types of values that a module's table may lack
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/implied_types.h"

#include "base/grow.h"
#include "base/map.h"

#include <string.h>

enum {
    /* Bytes of types, their parts and names that are compared before two that differ in number are
     * taken for the same. */
    MOST_COMPARED = 1 << 14,
    BYTES_OF_TYPE = 64,
    BYTES_OF_PART = 4
};

/* ---- The table ---- */

static uint32_t hash_of(const struct bl_implied_types *d, const struct bl_type *type,
                        const uint32_t *parts)
{
    unsigned flags = (type->is_scalable ? 2 : 0) | (type->is_packed ? 1 : 0);
    uint64_t h = (type->count << 2 | flags) ^ type->kind;
    for (uint32_t i = 0; i < type->n_parts; i++)
        h = bl_map_spread(h, d->factor) ^ parts[i];
    return (uint32_t)(bl_map_spread(h, d->factor) >> 32);
}

/* Those that can be derived. */
static bool is_listed(const struct bl_type *type)
{
    switch (type->kind) {
    case BL_TYPE_INTEGER:
    case BL_TYPE_POINTER:
    case BL_TYPE_VECTOR:
    case BL_TYPE_TOKEN: return true;
    case BL_TYPE_STRUCT: return type->is_literal && type->n_parts == 2;
    default: return false;
    }
}

static bool is_same(const struct bl_implied_types *d, uint32_t number, const struct bl_type *type,
                    const uint32_t *parts)
{
    const struct bl_type *other = &d->pub.types[number];
    return other->kind == type->kind && other->count == type->count &&
           other->n_parts == type->n_parts && other->is_scalable == type->is_scalable &&
           other->is_packed == type->is_packed &&
           (type->n_parts == 0 ||
            memcmp(d->pub.parts + other->first_part, parts, type->n_parts * sizeof *parts) == 0);
}

/* Where TYPE is in the hash table, or the free place for it. */
static uint32_t *place_of_type(const struct bl_implied_types *d, const struct bl_type *type,
                               const uint32_t *parts)
{
    uint32_t i = hash_of(d, type, parts) & (d->cap_places - 1);
    while (d->places[i] != 0 && !is_same(d, d->places[i] - 1, type, parts))
        i = (i + 1) & (d->cap_places - 1);
    return &d->places[i];
}

static void list(struct bl_implied_types *d, uint32_t number)
{
    const struct bl_type *type = &d->pub.types[number];
    if (!is_listed(type))
        return;
    const uint32_t *parts = type->n_parts > 0 ? d->pub.parts + type->first_part : NULL;
    uint32_t *place = place_of_type(d, type, parts);
    if (*place != 0)
        return;
    *place = number + 1;
    d->n_places++;
}

/* Make the hash table anew, with room for as many again as there are. */
static int list_all(struct bl_implied_types *d)
{
    uint32_t cap = 64;
    while (cap / 4 < d->pub.n + 1 && cap < (uint32_t)1 << 31)
        cap *= 2;
    uint32_t *places = bl_new(cap * sizeof *places);
    if (!places)
        return BL_E_NOMEM;
    bl_drop(d->places);
    d->places = places;
    d->cap_places = cap;
    d->n_places = 0;
    d->factor = bl_map_seed() | 1;
    for (uint32_t i = 0; i < d->pub.n; i++)
        list(d, i);
    return BL_OK;
}

/* Make the table ours, with room for one more type of N_PARTS parts. */
static int make_room_for_type(struct bl_implied_types *d, uint32_t n_parts)
{
    bool is_own = d->types != NULL;
    uint32_t n = d->pub.n;
    for (uint32_t i = 0; !is_own && i < n; i++) {
        uint32_t end = d->pub.types[i].first_part + d->pub.types[i].n_parts;
        d->n_parts = end > d->n_parts ? end : d->n_parts;
    }
    if (n >= BL_NONE - 1 || bl_grow(&d->types, &d->cap_types, (size_t)n + 1) < 0 ||
        bl_grow(&d->parts, &d->cap_parts, (size_t)d->n_parts + n_parts + 1) < 0)
        return BL_E_NOMEM;
    if (!is_own && n > 0)
        memcpy(d->types, d->pub.types, n * sizeof *d->types);
    if (!is_own && d->n_parts > 0)
        memcpy(d->parts, d->pub.parts, d->n_parts * sizeof *d->parts);
    d->pub.types = d->types;
    d->pub.parts = d->parts;
    return BL_OK;
}

static uint32_t append_type(struct bl_implied_types *d, struct bl_type type, const uint32_t *parts)
{
    if (make_room_for_type(d, type.n_parts) < 0)
        return BL_NONE;
    type.first_part = d->n_parts;
    for (uint32_t i = 0; i < type.n_parts; i++)
        d->parts[d->n_parts++] = parts[i];
    d->types[d->pub.n] = type;
    return d->pub.n++;
}

/* The number of TYPE, which is known by its kind, count, flags and parts. */
static uint32_t derive(struct bl_implied_types *d, struct bl_type type, const uint32_t *parts)
{
    for (uint32_t i = 0; i < type.n_parts; i++)
        if (parts[i] >= d->pub.n)
            return BL_NONE;
    if ((d->cap_places == 0 || d->n_places >= d->cap_places / 2) && list_all(d) < 0) {
        d->no_memory = true;
        return BL_NONE;
    }
    uint32_t place = *place_of_type(d, &type, parts);
    if (place != 0)
        return place - 1;
    uint32_t number = append_type(d, type, parts);
    if (number == BL_NONE)
        d->no_memory = true;
    else
        list(d, number);
    return number;
}

void bl_implied_types_init(struct bl_implied_types *d, const struct bl_types *types)
{
    *d = (struct bl_implied_types){
        .pub = *types, .n_listed = types->n, .i1 = BL_NONE, .is_opaque = true};
    for (uint32_t i = 0; i < types->n; i++)
        if (types->types[i].kind == BL_TYPE_POINTER) {
            d->is_opaque = types->types[i].n_parts == 0;
            break;
        }
}

void bl_implied_types_release(struct bl_implied_types *d)
{
    bl_drop(d->types);
    bl_drop(d->parts);
    bl_drop(d->places);
    *d = (struct bl_implied_types){0};
}

/* ---- Types ---- */

/* The type of KIND and COUNT, with PART unless that is BL_NONE. */
static uint32_t derive_simple(struct bl_implied_types *d, enum bl_type_kind kind, uint64_t count,
                              uint32_t part, bool is_scalable)
{
    uint32_t place = (uint32_t)((count + part * UINT64_C(5) + kind) % BL_RECENT_TYPES);
    struct bl_implied_type *recent = &d->recent[place];
    if (recent->kind == kind && recent->count == count && recent->part == part &&
        recent->is_scalable == is_scalable)
        return recent->number;
    struct bl_type type = {.kind = (uint8_t)kind,
                           .scalar_kind = (uint8_t)kind,
                           .count = count,
                           .n_parts = part != BL_NONE,
                           .is_scalable = is_scalable};
    if (kind == BL_TYPE_VECTOR)
        type.scalar_kind = (uint8_t)bl_type_kind_of(d, part);
    uint32_t number = derive(d, type, &part);
    if (number != BL_NONE)
        *recent = (struct bl_implied_type){count, part, number, (uint8_t)kind, is_scalable};
    return number;
}

uint32_t bl_derive_plain(struct bl_implied_types *d, enum bl_type_kind kind)
{
    return derive_simple(d, kind, 0, BL_NONE, false);
}

uint32_t bl_derive_integer(struct bl_implied_types *d, uint64_t bits)
{
    return derive_simple(d, BL_TYPE_INTEGER, bits, BL_NONE, false);
}

uint32_t bl_derive_pointer_to_any(struct bl_implied_types *d, uint64_t address_space)
{
    return d->is_opaque ? derive_simple(d, BL_TYPE_POINTER, address_space, BL_NONE, false)
                        : BL_NONE;
}

uint32_t bl_derive_pointer(struct bl_implied_types *d, uint32_t pointee, uint64_t address_space)
{
    if (d->is_opaque)
        return bl_derive_pointer_to_any(d, address_space);
    return pointee == BL_NONE ? BL_NONE
                              : derive_simple(d, BL_TYPE_POINTER, address_space, pointee, false);
}

uint32_t bl_derive_pair(struct bl_implied_types *d, uint32_t first, uint32_t second)
{
    struct bl_type type = {
        .kind = BL_TYPE_STRUCT, .scalar_kind = BL_TYPE_STRUCT, .n_parts = 2, .is_literal = true};
    return derive(d, type, (const uint32_t[]){first, second});
}

uint32_t bl_derive_like(struct bl_implied_types *d, uint32_t scalar, uint32_t like)
{
    const struct bl_type *type = bl_type_of(d, like);
    if (!type || type->kind == BL_TYPE_UNKNOWN)
        return BL_NONE;
    if (type->kind != BL_TYPE_VECTOR || scalar == BL_NONE)
        return scalar;
    return derive_simple(d, BL_TYPE_VECTOR, type->count, scalar, type->is_scalable);
}

/* ---- Comparing ---- */

/* As many of N bytes as there are left. */
static uint32_t spend(uint32_t *n_left, size_t n)
{
    uint32_t n_taken = n < *n_left ? (uint32_t)n : *n_left;
    *n_left -= n_taken;
    return n_taken;
}

static bool agree(const struct bl_implied_types *d, uint32_t a, uint32_t b, uint32_t *n_left)
{
    const struct bl_type *s = bl_type_of(d, a);
    const struct bl_type *t = bl_type_of(d, b);
    if (a == b || !s || !t || !s->kind || !t->kind || spend(n_left, BYTES_OF_TYPE) < BYTES_OF_TYPE)
        return true;
    if (s->kind != t->kind || s->n_parts != t->n_parts || s->is_literal != t->is_literal ||
        s->is_packed != t->is_packed || s->is_scalable != t->is_scalable ||
        s->is_vararg != t->is_vararg || s->count != t->count || s->name.size != t->name.size)
        return false;
    uint32_t n_bytes = spend(n_left, s->name.size);
    if (n_bytes > 0 && memcmp(s->name.data, t->name.data, n_bytes) != 0)
        return false;
    uint32_t n_parts = spend(n_left, (size_t)s->n_parts * BYTES_OF_PART) / BYTES_OF_PART;
    for (uint32_t i = 0; i < n_parts; i++)
        if (!agree(d, d->pub.parts[s->first_part + i], d->pub.parts[t->first_part + i], n_left))
            return false;
    return true;
}

bool bl_types_agree_deeply(const struct bl_implied_types *d, uint32_t a, uint32_t b)
{
    uint32_t n_left = MOST_COMPARED;
    return agree(d, a, b, &n_left);
}
