/* print/attribute_argument_text.c - an attribute, with its argument, as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * As the LLVM that wrote the file prints them: nothing is upgraded. Masks and packed integers are
 * those of llvm/IR/Attributes.h, llvm/Support/ModRef.h and llvm/ADT/FloatingPointMode.h.
 */
#include "print/attribute_argument_text.h"
#include "print/printer.h"
#include "print/type_text.h"

/* "<WHAT N>": something that is not known, by number. */
static void put_unknown(struct bl_text *t, const char *what, uint64_t n)
{
    bl_text_char(t, '<');
    bl_text_put(t, what);
    bl_text_numbered(t, " ", n);
    bl_text_char(t, '>');
}

/* ---- Lists of words ---- */

/* The names of the masks in V, those that cover more first; each bit is named once. */
struct mask_name {
    uint64_t mask;
    const char *name;
};

static void put_masks(struct bl_text *t, uint64_t v, const struct mask_name *masks,
                      const char *separator)
{
    bool is_none = v == 0;
    const char *before = "";
    for (; masks->name; masks++)
        if ((v & masks->mask) == masks->mask) {
            bl_text_put(t, before);
            bl_text_put(t, masks->name);
            v &= ~masks->mask;
            before = separator;
        }
    bl_text_put(t, is_none ? "none" : v ? before : "");
    if (v)
        put_unknown(t, "bits", v);
}

/* ---- Integers with a meaning ---- */

/* Locations of the memory attribute, two bits each; what they are called, and
 * how many there are. */
enum {
    OTHER_TO_20 = 2,
    OTHER = 3,
    LOCATIONS_OF_21 = 4,
    N_LOCATIONS = 6
};

/* Up to LLVM 20 errno was a part of all other memory. */
static uint32_t upgrade_memory(uint64_t integer)
{
    uint32_t bits = (uint32_t)integer;
    if (integer >> 56 != 0)
        return bits;
    uint32_t other = bits >> 2 * OTHER_TO_20 & 3;
    return (bits & 15) | other << 2 * OTHER | other << 2 * OTHER_TO_20;
}

/* Only LLVM 22 and later state the memory of targets. Where the version is not known, a zero for
 * both of them means that they are not stated. */
static uint32_t n_locations(uint64_t integer, unsigned llvm)
{
    bool is_stated =
        integer >> 56 != 0 && (llvm ? llvm >= 22 : (uint32_t)integer >> 2 * LOCATIONS_OF_21 != 0);
    return is_stated ? N_LOCATIONS : LOCATIONS_OF_21;
}

/* The effect on other memory is that on every location that is not named. */
static void put_memory(struct bl_text *t, uint64_t integer, unsigned llvm)
{
    static const char *const effects[] = {"none", "read", "write", "readwrite"};
    static const char *const locations[N_LOCATIONS] = {
        "argmem: ", "inaccessiblemem: ", "errnomem: ", "", "target_mem0: ", "target_mem1: ",
    };
    uint32_t bits = upgrade_memory(integer);
    uint32_t n = n_locations(integer, llvm);
    uint32_t other = bits >> 2 * OTHER & 3;
    uint32_t n_printed = 0;
    if (other || (bits & ((1U << 2 * n) - 1)) == 0) {
        bl_text_put(t, effects[other]);
        n_printed++;
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t effect = bits >> 2 * i & 3;
        if (effect == other)
            continue;
        bl_text_comma(t, n_printed++);
        bl_text_put(t, locations[i]);
        bl_text_put(t, effects[effect]);
    }
}

/* What may be captured: by the return value in the low four bits, otherwise above. */
static void put_captures(struct bl_text *t, uint64_t integer)
{
    static const struct mask_name components[] = {
        {3, "address"}, {1, "address_is_null"}, {12, "provenance"}, {4, "read_provenance"},
        {0, NULL},
    };
    uint64_t by_return = integer & 15;
    uint64_t otherwise = integer >> 4;
    if (otherwise || by_return == 0)
        put_masks(t, otherwise, components, ", ");
    if (otherwise == by_return)
        return;
    bl_text_put(t, otherwise ? ", ret: " : "ret: ");
    put_masks(t, by_return, components, ", ");
}

static void put_float_classes(struct bl_text *t, uint64_t integer)
{
    static const struct mask_name classes[] = {
        {0x3FF, "all"},   {0x003, "nan"},  {0x001, "snan"}, {0x002, "qnan"},  {0x204, "inf"},
        {0x004, "ninf"},  {0x200, "pinf"}, {0x060, "zero"}, {0x020, "nzero"}, {0x040, "pzero"},
        {0x090, "sub"},   {0x010, "nsub"}, {0x080, "psub"}, {0x108, "norm"},  {0x008, "nnorm"},
        {0x100, "pnorm"}, {0, NULL},
    };
    put_masks(t, integer, classes, " ");
}

static void put_allocation(struct bl_text *t, uint64_t integer)
{
    static const struct mask_name kinds[] = {
        {1, "alloc"},   {2, "realloc"},  {4, "free"}, {8, "uninitialized"},
        {16, "zeroed"}, {32, "aligned"}, {0, NULL},
    };
    bl_text_put(t, "\"");
    put_masks(t, integer, kinds, ",");
    bl_text_put(t, "\"");
}

/* Two parameter numbers or bounds; the lower half is the second, or ABSENT. */
static void put_pair(struct bl_text *t, uint64_t integer, uint64_t absent)
{
    uint64_t second = integer & UINT32_MAX;
    bl_text_u64(t, integer >> 32);
    if (second != absent)
        bl_text_numbered(t, ",", second);
}

static void put_integer(struct bl_text *t, const struct bl_attribute *a, bool in_group,
                        unsigned llvm)
{
    bool in_bytes = a->kind == BL_ATTR_KIND_ALIGNMENT || a->kind == BL_ATTR_KIND_STACK_ALIGNMENT ||
                    a->kind == BL_ATTR_KIND_DEREFERENCEABLE ||
                    a->kind == BL_ATTR_KIND_DEREFERENCEABLE_OR_NULL;
    if (in_bytes && (in_group || a->kind == BL_ATTR_KIND_ALIGNMENT)) {
        bl_text_numbered(t, in_group ? "=" : " ", a->integer);
        return;
    }
    if (a->kind == BL_ATTR_KIND_UW_TABLE && a->integer == 2)
        return;
    bl_text_put(t, "(");
    switch (a->kind) {
    case BL_ATTR_KIND_UW_TABLE:
        if (a->integer == 1)
            bl_text_put(t, "sync");
        else
            bl_text_u64(t, a->integer);
        break;
    case BL_ATTR_KIND_ALLOC_SIZE: put_pair(t, a->integer, UINT32_MAX); break;
    case BL_ATTR_KIND_VSCALE_RANGE: put_pair(t, a->integer, UINT64_MAX); break;
    case BL_ATTR_KIND_ALLOC_KIND: put_allocation(t, a->integer); break;
    case BL_ATTR_KIND_MEMORY: put_memory(t, a->integer, llvm); break;
    case BL_ATTR_KIND_NOFPCLASS: put_float_classes(t, a->integer); break;
    case BL_ATTR_KIND_CAPTURES: put_captures(t, a->integer); break;
    default: bl_text_u64(t, a->integer); break;
    }
    bl_text_put(t, ")");
}

/* ---- Ranges ---- */

/* The end at *AT, if one is left. */
static void put_end(struct bl_text *t, const struct bl_attributes *attributes,
                    const struct bl_attribute *a, uint32_t *at)
{
    if (*at >= a->n_words)
        return;
    const uint64_t *words = attributes->words + a->first_word + *at;
    bl_wide_print(words + 1, (uint32_t)words[0], a->range_bits, true, bl_text_append, t);
    *at += 1 + (uint32_t)words[0];
}

static void put_ranges(struct bl_text *t, const struct bl_attributes *attributes,
                       const struct bl_attribute *a)
{
    uint32_t at = 0;
    bool is_list = a->form == BL_ATTRIBUTE_RANGES;
    bl_text_put(t, "(");
    if (!is_list) {
        bl_text_numbered(t, "i", a->range_bits);
        bl_text_put(t, " ");
    }
    while (at < a->n_words) {
        bl_text_comma(t, at);
        bl_text_put(t, is_list ? "(" : "");
        put_end(t, attributes, a, &at);
        bl_text_put(t, ", ");
        put_end(t, attributes, a, &at);
        bl_text_put(t, is_list ? ")" : "");
    }
    bl_text_put(t, ")");
}

/* ---- All of it ---- */

/* LLVM does not escape keys. */
static void put_string_attribute(struct bl_text *t, const struct bl_attribute *attribute)
{
    bl_text_char(t, '"');
    bl_text_view(t, attribute->key);
    bl_text_char(t, '"');
    if (attribute->value.size == 0)
        return;
    bl_text_char(t, '=');
    bl_text_quoted(t, attribute->value);
}

bool bl_attribute_is_of_memory(uint32_t kind)
{
    return kind == BL_ATTR_KIND_BY_VAL || kind == BL_ATTR_KIND_STRUCT_RET ||
           kind == BL_ATTR_KIND_IN_ALLOCA;
}

void bl_put_attribute(struct bl_printer *p, const struct bl_attribute *attribute, bool in_group)
{
    struct bl_text *t = &p->text;
    const char *name = bl_attribute_name(attribute->kind);
    uint8_t form = attribute->form;
    if (form == BL_ATTRIBUTE_TEXT || form == BL_ATTRIBUTE_PAIR) {
        put_string_attribute(t, attribute);
        return;
    }
    if (name)
        bl_text_put(t, name);
    else
        put_unknown(t, "attribute", attribute->kind);
    if (form == BL_ATTRIBUTE_INTEGER) {
        put_integer(t, attribute, in_group, p->tables.attributes->llvm);
    } else if (form == BL_ATTRIBUTE_RANGE || form == BL_ATTRIBUTE_RANGES) {
        put_ranges(t, p->tables.attributes, attribute);
    } else if (form == BL_ATTRIBUTE_TYPED) {
        bl_text_char(t, '(');
        bl_put_type(p, attribute->type);
        bl_text_char(t, ')');
    } else if (form == BL_ATTRIBUTE_ENUM && p->argument_type &&
               bl_attribute_is_of_memory(attribute->kind)) {
        bl_text_char(t, '(');
        bl_put_type(p, p->loaded.types->parts[p->argument_type->first_part]);
        bl_text_char(t, ')');
    } else if (form != BL_ATTRIBUTE_ENUM && form != BL_ATTRIBUTE_TYPE) {
        bl_text_char(t, ' ');
        put_unknown(t, "form", form);
    }
}
