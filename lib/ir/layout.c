/* ir/layout.c - how many bytes values of a type take in memory
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A type is made of types of any number, also of later ones: they are gone through with a list of
 * what is still to be done, not by recursion.
 */
#include "bitleap_layout.h"

#include "base/grow.h"
#include "base/status.h"
#include "ir/module.h"

#include <string.h>

/* ---- Data layouts ---- */

enum {
    MOST_RULES = 64,
    MOST_SPACES = 64,
    MOST_BITS = 1 << 24, /* that a size or alignment may have, as in LLVM */
};

/* Alignment of values of so many bits. */
struct rule {
    uint32_t n_bits, n_bytes;
};

/* Pointers of an address space. */
struct pointer_rule {
    uint32_t space, n_bits, n_bytes;
};

struct rules {
    struct rule integers[MOST_RULES], floats[MOST_RULES], vectors[MOST_RULES];
    uint32_t n_integers, n_floats, n_vectors;
    struct pointer_rule pointers[MOST_SPACES]; /* that of space 0 first */
    uint32_t n_pointers;
    uint32_t struct_bytes;
};

static const struct rules default_rules = {
    .integers = {{1, 1}, {8, 1}, {16, 2}, {32, 4}, {64, 4}},
    .n_integers = 5,
    .floats = {{16, 2}, {32, 4}, {64, 8}, {128, 16}},
    .n_floats = 4,
    .vectors = {{64, 8}, {128, 16}},
    .n_vectors = 2,
    .pointers = {{0, 64, 8}},
    .n_pointers = 1,
    .struct_bytes = 1,
};

/* Keep the rules in ascending order. */
static void set_rule(struct rule *rules, uint32_t *n, struct rule rule)
{
    uint32_t at = 0;
    while (at < *n && rules[at].n_bits < rule.n_bits)
        at++;
    bool is_there = at < *n && rules[at].n_bits == rule.n_bits;
    if (!is_there && *n == MOST_RULES)
        return;
    if (!is_there) {
        memmove(&rules[at + 1], &rules[at], (*n - at) * sizeof *rules);
        ++*n;
    }
    rules[at] = rule;
}

static void set_pointer(struct rules *rules, struct pointer_rule rule)
{
    for (uint32_t i = 0; i < rules->n_pointers; i++)
        if (rules->pointers[i].space == rule.space) {
            rules->pointers[i] = rule;
            return;
        }
    if (rules->n_pointers < MOST_SPACES)
        rules->pointers[rules->n_pointers++] = rule;
}

/* The number at *AT, which ends there or with a colon; *AT is after it. False: none. */
static bool take_number(struct bl_view *at, uint32_t *n)
{
    size_t i = 0;
    *n = 0;
    for (; i < at->size && at->data[i] >= '0' && at->data[i] <= '9'; i++) {
        if (*n > MOST_BITS)
            return false;
        *n = *n * 10 + (at->data[i] - '0');
    }
    bool is_end = i == at->size || at->data[i] == ':';
    if (i == 0 || !is_end)
        return false;
    i += i < at->size;
    *at = (struct bl_view){.data = at->data + i, .size = at->size - i};
    return true;
}

/* "i64:32:64", "a:0:64", "v128:128", without its letter. */
static bool take_rule(struct rules *rules, char kind, struct bl_view at)
{
    uint32_t n_bits = 0;
    uint32_t abi;
    if (kind == 'a' && at.size > 0 && at.data[0] == ':')
        at = (struct bl_view){.data = at.data + 1, .size = at.size - 1};
    else if (!take_number(&at, &n_bits))
        return false;
    if (!take_number(&at, &abi))
        return false;
    struct rule rule = {n_bits, abi / 8 ? abi / 8 : 1};
    if (kind == 'i')
        set_rule(rules->integers, &rules->n_integers, rule);
    else if (kind == 'f')
        set_rule(rules->floats, &rules->n_floats, rule);
    else if (kind == 'v')
        set_rule(rules->vectors, &rules->n_vectors, rule);
    else
        rules->struct_bytes = rule.n_bytes;
    return true;
}

/* "p:64:64", "p270:32:32:32:16", without its letter; "pu7:…" are unstable. */
static bool take_pointer(struct rules *rules, struct bl_view at)
{
    struct pointer_rule rule = {.space = 0};
    uint32_t abi;
    while (at.size > 0 && (at.data[0] == 'u' || at.data[0] == 'e'))
        at = (struct bl_view){.data = at.data + 1, .size = at.size - 1};
    if (at.size > 0 && at.data[0] == ':')
        at = (struct bl_view){.data = at.data + 1, .size = at.size - 1};
    else if (!take_number(&at, &rule.space))
        return false;
    if (!take_number(&at, &rule.n_bits) || !take_number(&at, &abi) || rule.n_bits == 0)
        return false;
    rule.n_bytes = abi / 8 ? abi / 8 : 1;
    set_pointer(rules, rule);
    return true;
}

/* What is between dashes; of no use here are endianness, mangling, stacks and so on. */
static void read_rules(struct rules *rules, struct bl_view text)
{
    *rules = default_rules;
    while (text.size > 0) {
        char kind = (char)text.data[0];
        if (kind == '-') {
            text = (struct bl_view){.data = text.data + 1, .size = text.size - 1};
            continue;
        }
        const uint8_t *dash = memchr(text.data, '-', text.size);
        size_t n = dash ? (size_t)(dash - text.data) : text.size;
        bool is_right = true;
        struct bl_view rest = {.data = text.data + 1, .size = n - 1};
        if (rest.size > 0 && kind == 'p')
            is_right = take_pointer(rules, rest);
        else if (rest.size > 0 && (kind == 'i' || kind == 'f' || kind == 'v' || kind == 'a'))
            is_right = take_rule(rules, kind, rest);
        if (!is_right) {
            *rules = default_rules;
            return;
        }
        text = (struct bl_view){.data = text.data + n, .size = text.size - n};
    }
}

/* ---- Sizes ---- */

enum state {
    UNKNOWN,
    UNDER_WAY, /* met again before it is known, it contains itself: it has no size */
    HAS_NONE,
    IS_KNOWN
};

struct size {
    uint64_t n_bits;  /* of the value alone */
    uint64_t n_bytes; /* with what is between it and the next */
    uint64_t alignment;
    uint8_t state;
};

struct bl_layout {
    struct rules rules;
    const struct bl_types *types;
    struct size *sizes; /* by type */
    uint32_t *left;     /* types to be found; before each those that need it */
    uint32_t n_left;
};

static uint64_t next_power(uint64_t n)
{
    uint64_t power = 1;
    while (power < n && power < (uint64_t)1 << 62)
        power *= 2;
    return power;
}

/* The alignment by RULES of so many bits; 0: none is stated. */
static uint64_t stated(const struct rule *rules, uint32_t n, uint64_t n_bits)
{
    for (uint32_t i = 0; i < n; i++)
        if (rules[i].n_bits == n_bits)
            return rules[i].n_bytes;
    return 0;
}

/* That of the next larger ones of which something is stated, or of the largest. */
static uint64_t integer_alignment(const struct rules *rules, uint64_t n_bits)
{
    for (uint32_t i = 0; i < rules->n_integers; i++)
        if (rules->integers[i].n_bits >= n_bits)
            return rules->integers[i].n_bytes;
    return rules->integers[rules->n_integers - 1].n_bytes;
}

static uint64_t float_alignment(const struct rules *rules, uint64_t n_bits)
{
    uint64_t alignment = stated(rules->floats, rules->n_floats, n_bits);
    return alignment ? alignment : next_power((n_bits + 7) / 8);
}

static const struct pointer_rule *pointer_rule(const struct rules *rules, uint64_t space)
{
    for (uint32_t i = 0; i < rules->n_pointers; i++)
        if (rules->pointers[i].space == space)
            return &rules->pointers[i];
    return &rules->pointers[0];
}

unsigned bl_float_bits(unsigned kind)
{
    switch (kind) {
    case BL_TYPE_HALF:
    case BL_TYPE_BFLOAT: return 16;
    case BL_TYPE_FLOAT: return 32;
    case BL_TYPE_DOUBLE: return 64;
    case BL_TYPE_X86_FP80: return 80;
    case BL_TYPE_FP128:
    case BL_TYPE_PPC_FP128: return 128;
    default: return 0;
    }
}

/* *SUM more N, aligned to ALIGNMENT first. False: that is too much. */
static bool add_aligned(uint64_t *sum, uint64_t n, uint64_t alignment)
{
    uint64_t rest = *sum % alignment;
    return (rest == 0 || !__builtin_add_overflow(*sum, alignment - rest, sum)) &&
           !__builtin_add_overflow(*sum, n, sum);
}

static bool struct_size(const struct bl_layout *l, const struct bl_type *type, struct size *size)
{
    uint64_t n_bytes = 0;
    uint64_t alignment = 1;
    for (uint32_t i = 0; i < type->n_parts; i++) {
        const struct size *part = &l->sizes[l->types->parts[type->first_part + i]];
        uint64_t wanted = type->is_packed ? 1 : part->alignment;
        if (!add_aligned(&n_bytes, part->n_bytes, wanted))
            return false;
        alignment = wanted > alignment ? wanted : alignment;
    }
    if (!add_aligned(&n_bytes, 0, alignment) || n_bytes > UINT64_MAX / 8)
        return false;
    if (!type->is_packed && l->rules.struct_bytes > alignment)
        alignment = l->rules.struct_bytes;
    *size = (struct size){.n_bits = n_bytes * 8, .alignment = alignment};
    return true;
}

static bool repeated_size(const struct bl_layout *l, const struct bl_type *type, struct size *size)
{
    const struct size *part = &l->sizes[l->types->parts[type->first_part]];
    bool is_array = type->kind == BL_TYPE_ARRAY;
    uint64_t n_bits = is_array ? part->n_bytes : part->n_bits;
    if (__builtin_mul_overflow(n_bits, type->count, &n_bits) ||
        (is_array && __builtin_mul_overflow(n_bits, 8, &n_bits)))
        return false;
    size->n_bits = n_bits;
    size->alignment = part->alignment;
    if (is_array)
        return true;
    uint64_t alignment = stated(l->rules.vectors, l->rules.n_vectors, n_bits);
    size->alignment = alignment ? alignment : next_power(n_bits / 8 + (n_bits % 8 != 0));
    return true;
}

/* The size of TYPE, whose parts' sizes are known. */
static bool find_size(const struct bl_layout *l, const struct bl_type *type, struct size *size)
{
    const struct pointer_rule *pointer;
    *size = (struct size){.n_bits = bl_float_bits(type->kind)};
    switch (type->kind) {
    case BL_TYPE_INTEGER:
        size->n_bits = type->count;
        size->alignment = integer_alignment(&l->rules, type->count);
        return type->count > 0 && type->count <= MOST_BITS;
    case BL_TYPE_POINTER:
        pointer = pointer_rule(&l->rules, type->count);
        *size = (struct size){.n_bits = pointer->n_bits, .alignment = pointer->n_bytes};
        return true;
    case BL_TYPE_X86_MMX: *size = (struct size){.n_bits = 64, .alignment = 8}; return true;
    case BL_TYPE_X86_AMX: *size = (struct size){.n_bits = 8192, .alignment = 64}; return true;
    case BL_TYPE_ARRAY: return type->n_parts == 1 && repeated_size(l, type, size);
    case BL_TYPE_VECTOR:
        return type->n_parts == 1 && !type->is_scalable && repeated_size(l, type, size);
    case BL_TYPE_STRUCT: return !type->is_opaque && struct_size(l, type, size);
    default: size->alignment = float_alignment(&l->rules, size->n_bits); return size->n_bits > 0;
    }
}

static bool has_sized_parts(const struct bl_type *type)
{
    return type->kind == BL_TYPE_ARRAY || type->kind == BL_TYPE_VECTOR ||
           type->kind == BL_TYPE_STRUCT;
}

/* Put parts of TYPE that are not known on the list. False: one has no size. */
static bool list_parts(struct bl_layout *l, const struct bl_type *type)
{
    for (uint32_t i = 0; i < type->n_parts && has_sized_parts(type); i++) {
        uint32_t part = l->types->parts[type->first_part + i];
        if (part >= l->types->n || l->sizes[part].state == HAS_NONE ||
            l->sizes[part].state == UNDER_WAY)
            return false;
        if (l->sizes[part].state == IS_KNOWN)
            continue;
        l->left[l->n_left++] = part;
    }
    return true;
}

/* The last type of the list, whose parts have been found, or cannot be. */
static void settle(struct bl_layout *l, bool has_parts)
{
    uint32_t number = l->left[--l->n_left];
    struct size size;
    bool has_size =
        has_parts && find_size(l, &l->types->types[number], &size) && size.alignment > 0;
    if (has_size) {
        size.n_bytes = size.n_bits / 8 + (size.n_bits % 8 != 0);
        has_size = add_aligned(&size.n_bytes, 0, size.alignment);
    }
    size.state = has_size ? IS_KNOWN : HAS_NONE;
    l->sizes[number] = size;
}

static const struct size *size_of(struct bl_layout *l, uint32_t type)
{
    if (type >= l->types->n)
        return NULL;
    if (l->sizes[type].state == UNKNOWN) {
        l->left[0] = type;
        l->n_left = 1;
    }
    while (l->n_left > 0) {
        uint32_t at = l->left[l->n_left - 1];
        uint32_t n = l->n_left;
        if (l->sizes[at].state > UNDER_WAY) {
            l->n_left--; /* it was on the list twice */
            continue;
        }
        l->sizes[at].state = UNDER_WAY;
        bool has_parts = list_parts(l, &l->types->types[at]);
        if (has_parts && l->n_left > n)
            continue;
        l->n_left = n;
        settle(l, has_parts);
    }
    return l->sizes[type].state == IS_KNOWN ? &l->sizes[type] : NULL;
}

bool bl_layout_size(struct bl_layout *layout, uint32_t type, uint64_t *n_bytes)
{
    const struct size *size = size_of(layout, type);
    *n_bytes = size ? size->n_bytes : 0;
    return size;
}

bool bl_layout_alignment(struct bl_layout *layout, uint32_t type, uint64_t *n_bytes)
{
    const struct size *size = size_of(layout, type);
    *n_bytes = size ? size->alignment : 0;
    return size;
}

uint32_t bl_layout_pointer_bytes(const struct bl_layout *layout, uint32_t space)
{
    return (pointer_rule(&layout->rules, space)->n_bits + 7) / 8;
}

/* ---- Open, close ---- */

/* Room for all that can be left at a time: a type, and the parts of each type, once. */
static bool make_room(struct bl_layout *l)
{
    uint64_t n = 1;
    for (uint32_t i = 0; i < l->types->n; i++)
        n += has_sized_parts(&l->types->types[i]) ? l->types->types[i].n_parts : 0;
    if (n <= SIZE_MAX / sizeof *l->left)
        l->left = bl_new((size_t)n * sizeof *l->left);
    l->sizes = bl_new(((size_t)l->types->n + 1) * sizeof *l->sizes);
    return l->left && l->sizes;
}

int bl_layout_open(struct bl_layout **layout, struct bl_module *module, struct bl_error *err)
{
    struct bl_view text = {0};
    *layout = NULL;
    struct bl_layout *l = bl_new(sizeof *l);
    if (!l)
        return bl_fail(err, BL_E_NOMEM, "no memory for a data layout");
    int status = bl_module_types(module, &l->types, err);
    if (status == BL_OK)
        status = bl_module_text(module, BL_CODE_MODULE_DATALAYOUT, &text, err);
    if (status >= 0 && !make_room(l))
        status = bl_fail(err, BL_E_NOMEM, "no memory for the sizes of types");
    if (status < 0) {
        bl_layout_close(l);
        return status;
    }
    read_rules(&l->rules, text);
    *layout = l;
    return BL_OK;
}

void bl_layout_close(struct bl_layout *layout)
{
    if (!layout)
        return;
    bl_drop(layout->sizes);
    bl_drop(layout->left);
    bl_drop(layout);
}
