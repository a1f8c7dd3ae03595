/* ir/linker_name.c - names of global values as they will be in the object file
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * llvm/IR/DataLayout.h (prefixes), llvm/IR/Mangler.h.
 */
#include "ir/linker_name.h"

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
    DLL_IMPORT = 1,
    TAKE_AS_IT_IS = 1, /* the first byte of a name */
};

/* Calling conventions that show in names. */
enum {
    FASTCALL = 65,
    VECTORCALL = 80
};

/* What comes right before NAME, which is not to be taken as it is. */
static const char *mark_of(enum bl_name_style style, unsigned convention, struct bl_view name)
{
    bool is_coff = style == BL_NAMES_COFF || style == BL_NAMES_COFF_X86;
    if (convention == VECTORCALL || (is_coff && name.size > 0 && name.data[0] == '?'))
        return "";
    if (style == BL_NAMES_COFF_X86)
        return convention == FASTCALL ? "@" : "_";
    return style == BL_NAMES_MACHO ? "_" : "";
}

/* What goes before NAME, with room for PREFIX_BYTES. */
static void make_prefix(char *prefix, enum bl_name_style style, const struct bl_global *v,
                        unsigned convention, struct bl_view name)
{
    static const char *const private_prefixes[] = {
        [BL_NAMES_PLAIN] = "",     [BL_NAMES_ELF] = ".L",    [BL_NAMES_GOFF] = "L#",
        [BL_NAMES_MIPS] = "$",     [BL_NAMES_MACHO] = "L",   [BL_NAMES_COFF] = ".L",
        [BL_NAMES_COFF_X86] = "L", [BL_NAMES_XCOFF] = "L..",
    };
    bool is_raw = name.size > 0 && name.data[0] == TAKE_AS_IT_IS;
    (void)snprintf(prefix, PREFIX_BYTES, "%s%s%s", v->dll_storage == DLL_IMPORT ? "__imp_" : "",
                   v->linkage == BL_LINKAGE_PRIVATE && !is_raw ? private_prefixes[style] : "",
                   is_raw ? "" : mark_of(style, convention, name));
}

int bl_linker_name(struct bl_arena *arena, enum bl_name_style style, const struct bl_global *v,
                   const struct bl_global *base, uint32_t number, struct bl_view *name)
{
    unsigned convention = base && v->name.size > 0 ? base->calling_convention : 0;
    char unnamed[32];
    char prefix[PREFIX_BYTES];
    *name = v->name;
    if (v->name.size == 0) {
        int n = snprintf(unnamed, sizeof unnamed, "__unnamed_%u", (unsigned)number);
        *name = (struct bl_view){.data = (const uint8_t *)unnamed, .size = (size_t)n};
    }
    make_prefix(prefix, style, v, convention, *name);
    if (name->data[0] == TAKE_AS_IT_IS)
        *name = (struct bl_view){.data = name->data + 1, .size = name->size - 1};
    size_t n_prefix = strlen(prefix);
    if (n_prefix == 0 && v->name.size > 0)
        return BL_OK;
    uint8_t *bytes = bl_arena_take(arena, n_prefix + name->size);
    if (!bytes)
        return BL_E_NOMEM;
    for (size_t i = 0; i < n_prefix; i++)
        bytes[i] = (uint8_t)prefix[i];
    memcpy(bytes + n_prefix, name->data, name->size);
    *name = (struct bl_view){.data = bytes, .size = n_prefix + name->size};
    return BL_OK;
}
