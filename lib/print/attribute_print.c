/* print/attribute_print.c - attributes in LLVM's syntax
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * As the LLVM that wrote the file prints them: nothing is upgraded. Masks and packed integers are
 * those of llvm/IR/Attributes.h, llvm/Support/ModRef.h and llvm/ADT/FloatingPointMode.h.
 */
#include "print/print.h"

enum {
    KIND_ALIGN = 1,
    KIND_ALIGNSTACK = 25,
    KIND_UWTABLE = 33,
    KIND_DEREFERENCEABLE = 41,
    KIND_DEREFERENCEABLE_OR_NULL = 42,
    KIND_ALLOCSIZE = 51,
    KIND_VSCALE_RANGE = 74,
    KIND_ALLOCKIND = 82,
    KIND_MEMORY = 86,
    KIND_NOFPCLASS = 87,
    KIND_CAPTURES = 102,
};

/* Never given out twice: a name of each LLVM from 3.3 to 22. */
static const char *const names[] = {
    [KIND_ALIGN] = "align",
    [2] = "alwaysinline",
    [3] = "byval",
    [4] = "inlinehint",
    [5] = "inreg",
    [6] = "minsize",
    [7] = "naked",
    [8] = "nest",
    [9] = "noalias",
    [10] = "nobuiltin",
    [11] = "nocapture",
    [12] = "noduplicate",
    [13] = "noimplicitfloat",
    [14] = "noinline",
    [15] = "nonlazybind",
    [16] = "noredzone",
    [17] = "noreturn",
    [18] = "nounwind",
    [19] = "optsize",
    [20] = "readnone",
    [21] = "readonly",
    [22] = "returned",
    [23] = "returns_twice",
    [24] = "signext",
    [KIND_ALIGNSTACK] = "alignstack",
    [26] = "ssp",
    [27] = "sspreq",
    [28] = "sspstrong",
    [29] = "sret",
    [30] = "sanitize_address",
    [31] = "sanitize_thread",
    [32] = "sanitize_memory",
    [KIND_UWTABLE] = "uwtable",
    [34] = "zeroext",
    [35] = "builtin",
    [36] = "cold",
    [37] = "optnone",
    [38] = "inalloca",
    [39] = "nonnull",
    [40] = "jumptable",
    [KIND_DEREFERENCEABLE] = "dereferenceable",
    [KIND_DEREFERENCEABLE_OR_NULL] = "dereferenceable_or_null",
    [43] = "convergent",
    [44] = "safestack",
    [45] = "argmemonly",
    [46] = "swiftself",
    [47] = "swifterror",
    [48] = "norecurse",
    [49] = "inaccessiblememonly",
    [50] = "inaccessiblemem_or_argmemonly",
    [KIND_ALLOCSIZE] = "allocsize",
    [52] = "writeonly",
    [53] = "speculatable",
    [54] = "strictfp",
    [55] = "sanitize_hwaddress",
    [56] = "nocf_check",
    [57] = "optforfuzzing",
    [58] = "shadowcallstack",
    [59] = "speculative_load_hardening",
    [60] = "immarg",
    [61] = "willreturn",
    [62] = "nofree",
    [63] = "nosync",
    [64] = "sanitize_memtag",
    [65] = "preallocated",
    [66] = "nomerge",
    [67] = "null_pointer_is_valid",
    [68] = "noundef",
    [69] = "byref",
    [70] = "mustprogress",
    [71] = "nocallback",
    [72] = "hot",
    [73] = "noprofile",
    [KIND_VSCALE_RANGE] = "vscale_range",
    [75] = "swiftasync",
    [76] = "nosanitize_coverage",
    [77] = "elementtype",
    [78] = "disable_sanitizer_instrumentation",
    [79] = "nosanitize_bounds",
    [80] = "allocalign",
    [81] = "allocptr",
    [KIND_ALLOCKIND] = "allockind",
    [83] = "presplitcoroutine",
    [84] = "fn_ret_thunk_extern",
    [85] = "skipprofile",
    [KIND_MEMORY] = "memory",
    [KIND_NOFPCLASS] = "nofpclass",
    [88] = "optdebug",
    [89] = "writable",
    [90] = "coro_only_destroy_when_complete",
    [91] = "dead_on_unwind",
    [92] = "range",
    [93] = "sanitize_numerical_stability",
    [94] = "initializes",
    [95] = "hybrid_patchable",
    [96] = "sanitize_realtime",
    [97] = "sanitize_realtime_blocking",
    [98] = "coro_elide_safe",
    [99] = "noext",
    [100] = "nodivergencesource",
    [101] = "sanitize_type",
    [KIND_CAPTURES] = "captures",
    [103] = "dead_on_return",
    [104] = "sanitize_alloc_token",
    [105] = "nocreateundeforpoison",
};

const char *bl_attribute_name(uint32_t kind)
{
    return kind < sizeof names / sizeof names[0] ? names[kind] : NULL;
}

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
    bool in_bytes = a->kind == KIND_ALIGN || a->kind == KIND_ALIGNSTACK ||
                    a->kind == KIND_DEREFERENCEABLE || a->kind == KIND_DEREFERENCEABLE_OR_NULL;
    if (in_bytes && (in_group || a->kind == KIND_ALIGN)) {
        bl_print_numbered(p, in_group ? "=" : " ", a->integer);
        return;
    }
    if (a->kind == KIND_UWTABLE && a->integer == 2)
        return;
    bl_print_text(p, "(");
    switch (a->kind) {
    case KIND_UWTABLE:
        if (a->integer == 1)
            bl_print_text(p, "sync");
        else
            bl_print_u64(p, a->integer);
        break;
    case KIND_ALLOCSIZE: print_pair(p, a->integer, UINT32_MAX); break;
    case KIND_VSCALE_RANGE: print_pair(p, a->integer, UINT64_MAX); break;
    case KIND_ALLOCKIND: print_allocation(p, a->integer); break;
    case KIND_MEMORY: print_memory(p, a->integer, llvm); break;
    case KIND_NOFPCLASS: print_float_classes(p, a->integer); break;
    case KIND_CAPTURES: print_captures(p, a->integer); break;
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
    bl_print_wide(p, words + 1, (uint32_t)words[0], a->range_bits, true);
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

static void print_strings(const struct bl_print *p, const struct bl_attribute *a)
{
    bl_print_quoted(p, a->key);
    if (!a->value.size)
        return;
    bl_print_text(p, "=");
    bl_print_quoted(p, a->value);
}

void bl_attribute_print(const struct bl_attributes *attributes,
                        const struct bl_attribute *attribute, const struct bl_types *types,
                        bool in_group, bl_put_fn *put, void *context)
{
    struct bl_print p = {put, context};
    const char *name = bl_attribute_name(attribute->kind);
    uint8_t form = attribute->form;
    if (form == BL_ATTRIBUTE_TEXT || form == BL_ATTRIBUTE_PAIR) {
        print_strings(&p, attribute);
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
