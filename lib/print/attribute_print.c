/* print/attribute_print.c - attributes in LLVM's syntax
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * As the LLVM that wrote the file prints them: nothing is upgraded. Masks and packed integers are
 * those of llvm/IR/Attributes.h, llvm/Support/ModRef.h and llvm/ADT/FloatingPointMode.h.
 */
#include "print/print.h"

/* ---- Lists of words ---- */

/* The names of the masks in V, those that cover more first; each bit is named once. */
struct mask_name {
    uint64_t mask;
    const char *name;
};

static void print_masks(const struct bl_print *p, uint64_t v, const struct mask_name *masks,
                        const char *separator)
{
    bool is_none = v == 0;
    const char *before = "";
    for (; masks->name; masks++)
        if ((v & masks->mask) == masks->mask) {
            bl_print_text(p, before);
            bl_print_text(p, masks->name);
            v &= ~masks->mask;
            before = separator;
        }
    bl_print_text(p, is_none ? "none" : v ? before : "");
    if (v)
        bl_print_unknown(p, "bits", v);
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
static void print_memory(const struct bl_print *p, uint64_t integer, unsigned llvm)
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
        bl_print_text(p, effects[other]);
        n_printed++;
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t effect = bits >> 2 * i & 3;
        if (effect == other)
            continue;
        bl_print_comma(p, n_printed++);
        bl_print_text(p, locations[i]);
        bl_print_text(p, effects[effect]);
    }
}

/* What may be captured: by the return value in the low four bits, otherwise above. */
static void print_captures(const struct bl_print *p, uint64_t integer)
{
    static const struct mask_name components[] = {
        {3, "address"}, {1, "address_is_null"}, {12, "provenance"}, {4, "read_provenance"},
        {0, NULL},
    };
    uint64_t by_return = integer & 15;
    uint64_t otherwise = integer >> 4;
    if (otherwise || by_return == 0)
        print_masks(p, otherwise, components, ", ");
    if (otherwise == by_return)
        return;
    bl_print_text(p, otherwise ? ", ret: " : "ret: ");
    print_masks(p, by_return, components, ", ");
}

static void print_float_classes(const struct bl_print *p, uint64_t integer)
{
    static const struct mask_name classes[] = {
        {0x3FF, "all"},   {0x003, "nan"},  {0x001, "snan"}, {0x002, "qnan"},  {0x204, "inf"},
        {0x004, "ninf"},  {0x200, "pinf"}, {0x060, "zero"}, {0x020, "nzero"}, {0x040, "pzero"},
        {0x090, "sub"},   {0x010, "nsub"}, {0x080, "psub"}, {0x108, "norm"},  {0x008, "nnorm"},
        {0x100, "pnorm"}, {0, NULL},
    };
    print_masks(p, integer, classes, " ");
}

static void print_allocation(const struct bl_print *p, uint64_t integer)
{
    static const struct mask_name kinds[] = {
        {1, "alloc"},   {2, "realloc"},  {4, "free"}, {8, "uninitialized"},
        {16, "zeroed"}, {32, "aligned"}, {0, NULL},
    };
    bl_print_text(p, "\"");
    print_masks(p, integer, kinds, ",");
    bl_print_text(p, "\"");
}

/* Two parameter numbers or bounds; the lower half is the second, or ABSENT. */
static void print_pair(const struct bl_print *p, uint64_t integer, uint64_t absent)
{
    uint64_t second = integer & UINT32_MAX;
    bl_print_u64(p, integer >> 32);
    if (second != absent)
        bl_print_numbered(p, ",", second);
}

static void print_integer(const struct bl_print *p, const struct bl_attribute *a, bool in_group,
                          unsigned llvm)
{
    bool in_bytes = a->kind == BL_ATTR_KIND_ALIGNMENT || a->kind == BL_ATTR_KIND_STACK_ALIGNMENT ||
                    a->kind == BL_ATTR_KIND_DEREFERENCEABLE ||
                    a->kind == BL_ATTR_KIND_DEREFERENCEABLE_OR_NULL;
    if (in_bytes && (in_group || a->kind == BL_ATTR_KIND_ALIGNMENT)) {
        bl_print_numbered(p, in_group ? "=" : " ", a->integer);
        return;
    }
    if (a->kind == BL_ATTR_KIND_UW_TABLE && a->integer == 2)
        return;
    bl_print_text(p, "(");
    switch (a->kind) {
    case BL_ATTR_KIND_UW_TABLE:
        if (a->integer == 1)
            bl_print_text(p, "sync");
        else
            bl_print_u64(p, a->integer);
        break;
    case BL_ATTR_KIND_ALLOC_SIZE: print_pair(p, a->integer, UINT32_MAX); break;
    case BL_ATTR_KIND_VSCALE_RANGE: print_pair(p, a->integer, UINT64_MAX); break;
    case BL_ATTR_KIND_ALLOC_KIND: print_allocation(p, a->integer); break;
    case BL_ATTR_KIND_MEMORY: print_memory(p, a->integer, llvm); break;
    case BL_ATTR_KIND_NOFPCLASS: print_float_classes(p, a->integer); break;
    case BL_ATTR_KIND_CAPTURES: print_captures(p, a->integer); break;
    default: bl_print_u64(p, a->integer); break;
    }
    bl_print_text(p, ")");
}

/* ---- Ranges ---- */

/* The end at *AT, if one is left. */
static void print_end(const struct bl_print *p, const struct bl_attributes *attributes,
                      const struct bl_attribute *a, uint32_t *at)
{
    if (*at >= a->n_words)
        return;
    const uint64_t *words = attributes->words + a->first_word + *at;
    bl_wide_print(words + 1, (uint32_t)words[0], a->range_bits, true, p->put, p->context);
    *at += 1 + (uint32_t)words[0];
}

static void print_ranges(const struct bl_print *p, const struct bl_attributes *attributes,
                         const struct bl_attribute *a)
{
    uint32_t at = 0;
    bool is_list = a->form == BL_ATTRIBUTE_RANGES;
    bl_print_text(p, "(");
    if (!is_list) {
        bl_print_numbered(p, "i", a->range_bits);
        bl_print_text(p, " ");
    }
    while (at < a->n_words) {
        bl_print_comma(p, at);
        bl_print_text(p, is_list ? "(" : "");
        print_end(p, attributes, a, &at);
        bl_print_text(p, ", ");
        print_end(p, attributes, a, &at);
        bl_print_text(p, is_list ? ")" : "");
    }
    bl_print_text(p, ")");
}

/* ---- All of it ---- */

void bl_attribute_print(const struct bl_attributes *attributes,
                        const struct bl_attribute *attribute, const struct bl_types *types,
                        bool in_group, bl_put_fn *put, void *context)
{
    struct bl_print p = {put, context};
    const char *name = bl_attribute_name(attribute->kind);
    uint8_t form = attribute->form;
    if (form == BL_ATTRIBUTE_TEXT || form == BL_ATTRIBUTE_PAIR) {
        bl_print_quoted(&p, attribute->key);
        bl_print_text(&p, attribute->value.size ? "=" : "");
        if (attribute->value.size)
            bl_print_quoted(&p, attribute->value);
        return;
    }
    if (name)
        bl_print_text(&p, name);
    else
        bl_print_unknown(&p, "attribute", attribute->kind);
    if (form == BL_ATTRIBUTE_INTEGER) {
        print_integer(&p, attribute, in_group, attributes->llvm);
    } else if (form == BL_ATTRIBUTE_RANGE || form == BL_ATTRIBUTE_RANGES) {
        print_ranges(&p, attributes, attribute);
    } else if (form == BL_ATTRIBUTE_TYPED) {
        bl_print_text(&p, "(");
        bl_type_print(types, attribute->type, put, context);
        bl_print_text(&p, ")");
    } else if (form != BL_ATTRIBUTE_ENUM && form != BL_ATTRIBUTE_TYPE) {
        bl_print_text(&p, " ");
        bl_print_unknown(&p, "form", form);
    }
}
