/* ir/linker_name.c - names of global values as they will be in the object file
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * llvm/IR/DataLayout.h (prefixes), llvm/IR/Mangler.h.
 */
#include "ir/linker_name.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum bl_name_style bl_name_style(struct bl_view layout)
{
    static const char letters[] = {
        [BL_NAMES_ELF] = 'e',   [BL_NAMES_GOFF] = 'l', [BL_NAMES_MIPS] = 'm',
        [BL_NAMES_MACHO] = 'o', [BL_NAMES_COFF] = 'w', [BL_NAMES_COFF_X86] = 'x',
        [BL_NAMES_XCOFF] = 'a'};
    for (size_t i = 0; i + 2 < layout.size; i++) {
        bool begins = i == 0 || layout.data[i - 1] == '-';
        if (!begins || layout.data[i] != 'm' || layout.data[i + 1] != ':')
            continue;
        for (size_t style = 1; style < sizeof letters; style++)
            if (layout.data[i + 2] == (uint8_t)letters[style])
                return (enum bl_name_style)style;
    }
    return BL_NAMES_PLAIN;
}

enum {
    PREFIX_BYTES = 16,
    SUFFIX_BYTES = 24, /* "@@" and a number */
    DLL_IMPORT = 1,
    TAKE_AS_IT_IS = 1, /* the first byte of a name */
};

/* Calling conventions that show in names. */
enum {
    STDCALL = 64,
    FASTCALL = 65,
    VECTORCALL = 80
};

static bool is_cplusplus_name(enum bl_name_style style, struct bl_view name)
{
    bool is_coff = style == BL_NAMES_COFF || style == BL_NAMES_COFF_X86;
    return is_coff && name.size > 0 && name.data[0] == '?';
}

/* What comes right before NAME, which is not to be taken as it is. */
static const char *mark_of(enum bl_name_style style, unsigned convention, struct bl_view name)
{
    if (convention == VECTORCALL || is_cplusplus_name(style, name))
        return "";
    if (style == BL_NAMES_COFF_X86)
        return convention == FASTCALL ? "@" : "_";
    return style == BL_NAMES_MACHO ? "_" : "";
}

/* TEXT at END; the new end. */
static char *add_text(char *end, const char *text)
{
    size_t n = strlen(text);
    memcpy(end, text, n + 1);
    return end + n;
}

/* What goes before NAME, with room for PREFIX_BYTES; its bytes. printf() would take most of the
 * time that a name does. */
static size_t make_prefix(char *prefix, enum bl_name_style style, const struct bl_global *v,
                          unsigned convention, struct bl_view name)
{
    static const char *const private_prefixes[] = {
        [BL_NAMES_PLAIN] = "",     [BL_NAMES_ELF] = ".L",    [BL_NAMES_GOFF] = "L#",
        [BL_NAMES_MIPS] = "$",     [BL_NAMES_MACHO] = "L",   [BL_NAMES_COFF] = ".L",
        [BL_NAMES_COFF_X86] = "L", [BL_NAMES_XCOFF] = "L..",
    };
    bool is_raw = name.size > 0 && name.data[0] == TAKE_AS_IT_IS;
    char *end = add_text(prefix, v->dll_storage == DLL_IMPORT ? "__imp_" : "");
    if (is_raw)
        return (size_t)(end - prefix);
    if (v->linkage == BL_LINKAGE_PRIVATE)
        end = add_text(end, private_prefixes[style]);
    return (size_t)(add_text(end, mark_of(style, convention, name)) - prefix);
}

/* ---- Bytes of arguments ---- */

bool bl_linker_name_has_bytes(enum bl_name_style style, const struct bl_global *function)
{
    unsigned convention = function->calling_convention;
    bool is_known = convention == STDCALL || convention == FASTCALL;
    return function->kind == BL_GLOBAL_FUNCTION &&
           (convention == VECTORCALL || (is_known && style == BL_NAMES_COFF_X86));
}

/* What attributes say of a parameter. */
struct parameter {
    bool is_result; /* where the function's own result goes */
    bool is_copied;
    uint32_t type; /* of what is copied; BL_NONE: the one that it points to */
};

static struct parameter read_parameter(const struct bl_attributes *all, uint32_t list,
                                       uint32_t place)
{
    struct parameter parameter = {.type = BL_NONE};
    uint32_t n_groups = 0;
    const uint32_t *groups = bl_attributes_at(all, list, place, &n_groups);
    for (uint32_t i = 0; i < n_groups; i++) {
        const struct bl_attribute_group *group = &all->groups[groups[i]];
        for (uint32_t k = 0; k < group->n; k++) {
            const struct bl_attribute *attribute = &all->attributes[group->first + k];
            parameter.is_result |= attribute->kind == BL_ATTR_KIND_STRUCT_RET;
            if (attribute->kind == BL_ATTR_KIND_BY_VAL ||
                attribute->kind == BL_ATTR_KIND_IN_ALLOCA ||
                attribute->kind == BL_ATTR_KIND_PREALLOCATED) {
                parameter.is_copied = true;
                parameter.type = attribute->type;
            }
        }
    }
    return parameter;
}

int bl_argument_bytes(struct bl_module *module, struct bl_layout *layout, struct bl_budget *budget,
                      const struct bl_global *function, uint64_t *n_bytes)
{
    static const struct bl_attributes none = {.n_lists = 0};
    const struct bl_types *types = NULL;
    const struct bl_attributes *attributes = &none;
    *n_bytes = 0;
    if (bl_module_types(module, &types, NULL) == BL_E_NOMEM ||
        bl_module_attributes(module, &attributes, NULL) == BL_E_NOMEM)
        return BL_E_NOMEM;
    if (!types || function->value_type >= types->n ||
        types->types[function->value_type].kind != BL_TYPE_FUNCTION)
        return 0;
    const struct bl_type *type = &types->types[function->value_type];
    const uint32_t *parts = &types->parts[type->first_part]; /* the result's, then parameters' */
    uint32_t n_parameters = type->n_parts > 0 ? type->n_parts - 1 : 0;
    uint64_t pointer = bl_layout_pointer_bytes(layout, 0);
    uint32_t n_results = 0;
    if (!bl_budget_spend(budget, n_parameters))
        return BL_E_LIMIT;
    for (uint32_t i = 1; i <= n_parameters; i++) {
        struct parameter p = read_parameter(attributes, function->attributes, i);
        uint32_t of = parts[i];
        uint64_t n = 0;
        n_results += p.is_result;
        if (p.is_result)
            continue;
        if (p.is_copied && p.type < types->n)
            of = p.type;
        else if (p.is_copied && of < types->n && types->types[of].n_parts > 0)
            of = types->parts[types->types[of].first_part];
        (void)bl_layout_size(layout, of, &n);
        *n_bytes += (n + pointer - 1) / pointer * pointer;
    }
    return !type->is_vararg || n_parameters == n_results;
}

int bl_linker_name(struct bl_arena *arena, enum bl_name_style style, const struct bl_global *v,
                   const struct bl_global *base, const uint64_t *n_argument_bytes, uint32_t number,
                   struct bl_view *name)
{
    unsigned convention = base && v->name.size > 0 ? base->calling_convention : 0;
    char unnamed[32];
    char prefix[PREFIX_BYTES];
    char suffix[SUFFIX_BYTES] = "";
    bool takes_bytes =
        v->name.size > 0 && v->name.data[0] != TAKE_AS_IT_IS && !is_cplusplus_name(style, v->name);
    const char *mark = convention == VECTORCALL && takes_bytes ? "@" : "";
    if (n_argument_bytes && takes_bytes)
        (void)snprintf(suffix, sizeof suffix, "%s@%" PRIu64, mark, *n_argument_bytes);
    else
        (void)add_text(suffix, mark);
    *name = v->name;
    if (v->name.size == 0) {
        int n = snprintf(unnamed, sizeof unnamed, "__unnamed_%u", (unsigned)number);
        *name = (struct bl_view){.data = (const uint8_t *)unnamed, .size = (size_t)n};
    }
    size_t n_prefix = make_prefix(prefix, style, v, convention, *name);
    if (name->data[0] == TAKE_AS_IT_IS)
        *name = (struct bl_view){.data = name->data + 1, .size = name->size - 1};
    size_t n_suffix = strlen(suffix);
    if (n_prefix + n_suffix == 0 && v->name.size > 0)
        return BL_OK;
    uint8_t *bytes = bl_arena_take(arena, n_prefix + name->size + n_suffix);
    if (!bytes)
        return BL_E_NOMEM;
    for (size_t i = 0; i < n_prefix; i++)
        bytes[i] = (uint8_t)prefix[i];
    memcpy(bytes + n_prefix, name->data, name->size);
    for (size_t i = 0; i < n_suffix; i++)
        bytes[n_prefix + name->size + i] = (uint8_t)suffix[i];
    *name = (struct bl_view){.data = bytes, .size = n_prefix + name->size + n_suffix};
    return BL_OK;
}
