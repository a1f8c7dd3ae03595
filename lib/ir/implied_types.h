/* ir/implied_types.h - types of values that a module's table may lack
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A type table lists what its module writes down. What follows from that, i1 of a comparison, the
 * pair of a cmpxchg, a pointer to a global value, need not be there; it is put after the module's
 * types, in a copy of the table that is made when the first one is missing.
 */
#ifndef BL_IR_IMPLIED_TYPES_H
#define BL_IR_IMPLIED_TYPES_H

#include "bitleap_function.h"

/* A type of one part, or of none: BL_NONE. */
struct bl_implied_type {
    uint64_t count;
    uint32_t part, number;
    uint8_t kind; /* 0: none has been here */
    bool is_scalable;
};

enum {
    BL_RECENT_TYPES = 64
};

struct bl_implied_types {
    struct bl_types pub; /* the module's table, or the copy */
    uint32_t n_listed;   /* types of the module: records name no others */
    struct bl_type *types;
    uint32_t *parts;
    uint32_t cap_types, n_parts, cap_parts;
    uint32_t *places; /* hash table: type + 1, or 0 */
    uint32_t n_places, cap_places;
    uint64_t factor; /* of hashes; odd, and as in a bl_map a secret */
    struct bl_implied_type recent[BL_RECENT_TYPES]; /* asked for last, each in its place */
    uint32_t i1;                                    /* BL_NONE: not asked for yet */
    bool is_opaque;                                 /* pointers are */
    bool no_memory;
};

void bl_implied_types_init(struct bl_implied_types *derived, const struct bl_types *types);
void bl_implied_types_release(struct bl_implied_types *derived);

/* Numbers of types; BL_NONE: a part of it is BL_NONE, or no memory, which is noted. */
uint32_t bl_derive_plain(struct bl_implied_types *derived, enum bl_type_kind kind);
uint32_t bl_derive_integer(struct bl_implied_types *derived, uint64_t bits);
static inline uint32_t bl_derive_i1(struct bl_implied_types *derived)
{
    if (derived->i1 == BL_NONE)
        derived->i1 = bl_derive_integer(derived, 1);
    return derived->i1;
}
uint32_t bl_derive_pointer(struct bl_implied_types *derived, uint32_t pointee,
                           uint64_t address_space);
uint32_t bl_derive_pair(struct bl_implied_types *derived, uint32_t first, uint32_t second);

/* A type number of a pointer that says nothing about what it points to, where the module has such;
 * otherwise BL_NONE. */
uint32_t bl_derive_pointer_to_any(struct bl_implied_types *derived, uint64_t address_space);

/* SCALAR, or the vector of it that has as many elements as LIKE, which may be no vector. */
uint32_t bl_derive_like(struct bl_implied_types *derived, uint32_t scalar, uint32_t like);

/* What pointer type TYPE of TYPES points to; BL_NONE: it does not say, or is none. */
static inline uint32_t bl_types_pointee(const struct bl_types *types, uint64_t type)
{
    const struct bl_type *t = type < types->n ? &types->types[type] : NULL;
    return t && t->kind == BL_TYPE_POINTER && t->n_parts > 0 ? types->parts[t->first_part]
                                                             : BL_NONE;
}

/* NULL: TYPE is BL_NONE. */
static inline const struct bl_type *bl_type_of(const struct bl_implied_types *derived,
                                               uint32_t type)
{
    return type < derived->pub.n ? &derived->pub.types[type] : NULL;
}

/* Part I of TYPE; BL_NONE: there is none. */
static inline uint32_t bl_type_part(const struct bl_implied_types *derived, uint32_t type,
                                    uint64_t i)
{
    const struct bl_type *t = bl_type_of(derived, type);
    return t && i < t->n_parts ? derived->pub.parts[t->first_part + i] : BL_NONE;
}

static inline enum bl_type_kind bl_type_kind_of(const struct bl_implied_types *derived,
                                                uint32_t type)
{
    const struct bl_type *t = bl_type_of(derived, type);
    return t ? (enum bl_type_kind)t->kind : BL_TYPE_UNKNOWN;
}

/* The kind of a vector's element, or of TYPE itself. */
static inline enum bl_type_kind bl_type_scalar_kind(const struct bl_implied_types *derived,
                                                    uint32_t type)
{
    const struct bl_type *t = bl_type_of(derived, type);
    return t ? (enum bl_type_kind)t->scalar_kind : BL_TYPE_UNKNOWN;
}

/* The element of a vector, or TYPE itself. */
static inline uint32_t bl_type_scalar(const struct bl_implied_types *derived, uint32_t type)
{
    return bl_type_kind_of(derived, type) == BL_TYPE_VECTOR ? bl_type_part(derived, type, 0) : type;
}

/* Whether both are the same type; true where one is not known. Tables list a type once, mostly. */
bool bl_types_agree_deeply(const struct bl_implied_types *derived, uint32_t a, uint32_t b);

static inline bool bl_types_agree(const struct bl_implied_types *derived, uint32_t a, uint32_t b)
{
    return a == b || a == BL_NONE || b == BL_NONE || bl_types_agree_deeply(derived, a, b);
}

#endif
