/* bitleap_types.h - types and attributes of a module
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The conventions are those of bitleap_module.h.
 */
#ifndef BITLEAP_TYPES_H
#define BITLEAP_TYPES_H

#include "bitleap_module.h"

BL_BEGIN_DECLS

/* ---- Types ---- */

/* What a type is. */
enum bl_type_kind {
    BL_TYPE_UNKNOWN = 0, /* a code that is not known, or a record that is not usable */
    BL_TYPE_VOID = 1,
    BL_TYPE_HALF = 2,
    BL_TYPE_BFLOAT = 3,
    BL_TYPE_FLOAT = 4,
    BL_TYPE_DOUBLE = 5,
    BL_TYPE_X86_FP80 = 6,
    BL_TYPE_FP128 = 7,
    BL_TYPE_PPC_FP128 = 8,
    BL_TYPE_LABEL = 9,
    BL_TYPE_METADATA = 10,
    BL_TYPE_X86_MMX = 11,
    BL_TYPE_X86_AMX = 12,
    BL_TYPE_TOKEN = 13,
    BL_TYPE_INTEGER = 14, /* count: bits */
    BL_TYPE_POINTER = 15, /* count: address space; parts: the pointee, none: opaque */
    BL_TYPE_ARRAY = 16,   /* count: elements; parts: the element */
    BL_TYPE_VECTOR = 17,  /* likewise */
    /* parts: the fields; count: of one with neither name nor is_literal, how many such are before
     * it */
    BL_TYPE_STRUCT = 18,
    BL_TYPE_FUNCTION = 19, /* parts: return type, then parameters */
    BL_TYPE_TARGET = 20,   /* name, parts: type parameters; integers: see bl_types.ints */
};

/* "integer", "struct", "x86_fp80"; NULL: no such kind. Static. */
BL_API const char *bl_type_kind_name(unsigned kind);

/* One type of a module. */
struct bl_type {
    uint64_t count;
    uint64_t bit_pos;             /* of its record */
    struct bl_view name;          /* of a named struct or target type */
    uint32_t first_part, n_parts; /* in bl_types.parts */
    uint32_t first_int, n_ints;   /* in bl_types.ints */
    uint32_t code;                /* of the record */
    uint8_t kind;                 /* bl_type_kind */
    uint8_t scalar_kind;          /* of a vector, its element's; of others, theirs */
    bool is_packed, is_opaque;    /* structs; opaque: without a body */
    bool is_literal;              /* structs: identified by its fields; it has no name */
    bool is_scalable;             /* vectors */
    bool is_vararg;               /* functions */
    BL_SLACK(2)
};

/* A module's type table. Later versions may append fields. */
struct bl_types {
    const struct bl_type *types;
    uint32_t n;
    const uint32_t *parts; /* type numbers; all are below n or BL_NONE */
    const uint32_t *ints;
    bool has_typed_pointers; /* those with a pointee type, as before LLVM 15 */
};

/* The types of MODULE. On failure those before the damage. */
BL_API int bl_module_types(struct bl_module *module, const struct bl_types **types,
                           struct bl_error *err);

/* ---- Attributes ---- */

/* What an attribute consists of. */
enum bl_attribute_form {
    BL_ATTRIBUTE_ENUM = 0,    /* kind */
    BL_ATTRIBUTE_INTEGER = 1, /* kind, integer */
    BL_ATTRIBUTE_TEXT = 3,    /* key */
    BL_ATTRIBUTE_PAIR = 4,    /* key, value */
    BL_ATTRIBUTE_TYPE = 5,    /* kind, without a type */
    BL_ATTRIBUTE_TYPED = 6,   /* kind, type */
    BL_ATTRIBUTE_RANGE = 7,   /* kind, one range */
    BL_ATTRIBUTE_RANGES = 8,  /* kind, several */
};

/* One attribute of a group. */
struct bl_attribute {
    uint8_t form;  /* bl_attribute_form */
    uint32_t kind; /* LLVMBitCodes.h, AttributeKindCodes; BL_NONE: over 32 bits */
    uint32_t type;
    uint64_t integer;
    struct bl_view key, value;
    uint32_t range_bits; /* width of the ranges' ends */
    /* in bl_attributes.words: ends of ranges: lower, upper, lower, … Each is a count of words,
     * followed by the words, least significant first; missing words are zero */
    uint32_t first_word, n_words;
    BL_SLACK(2)
};

/* Places, as LLVM's AttributeList counts them; parameters from 1. */
#define BL_RETURN_INDEX 0u
#define BL_FUNCTION_INDEX UINT32_MAX

/* The attributes of one place: the function, its return value, or a parameter. */
struct bl_attribute_group {
    uint64_t id;
    uint64_t bit_pos;  /* of its record */
    uint32_t place;    /* BL_RETURN_INDEX, a parameter, or BL_FUNCTION_INDEX */
    uint32_t first, n; /* in bl_attributes.attributes */
};

/* The attributes of a module: groups of them, and lists of groups. Later versions may append
 * fields. */
struct bl_attributes {
    const struct bl_attribute *attributes;
    /* PARAMATTR_GROUP entries; the old form makes its own */
    const struct bl_attribute_group *groups;
    uint32_t n_groups;
    const uint64_t *words;
    /* List I (as bl_global.attributes counts) is groups list_groups[lists[I] …
     * lists[I + 1] - 1]. Groups without attributes are left out. */
    const uint32_t *lists;
    uint32_t n_lists;
    const uint32_t *list_groups;
    const uint32_t *by_place; /* the same, each list in order for bl_attributes_at() */
    /* The LLVM that wrote them, 19; 0: not known. Decides how the memory attribute is printed. */
    unsigned llvm;
};

/* The attributes of MODULE. On failure those before the damage. */
BL_API int bl_module_attributes(struct bl_module *module, const struct bl_attributes **attributes,
                                struct bl_error *err);

/* The groups of list LIST for PLACE, *N numbers in the list's order; NULL: there are none. Borrowed
 * from ATTRIBUTES. */
BL_API const uint32_t *bl_attributes_at(const struct bl_attributes *attributes, uint32_t list,
                                        uint32_t place, uint32_t *n);

/* LLVM's spelling of an attribute kind, "noalias"; NULL: not known. Static. */
BL_API const char *bl_attribute_name(uint32_t kind);

BL_END_DECLS

#endif /* BITLEAP_TYPES_H */
