/* format/section.c - which sections hold something, and whether their bytes are there
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/section.h"

#include "base/view.h"

#include <string.h>

/* More than the longest name in any table. */
#define TEXT_MAX 20

struct bl_part bl_section_blank(struct bl_view bytes)
{
    return (struct bl_part){.name = {.data = (const uint8_t *)"", .size = 0},
                            .bytes = {.data = bytes.data, .size = 0}};
}

bool bl_section_find(const struct bl_section_name *names, struct bl_view name, struct bl_part *part)
{
    for (; names->name; names++) {
        if (!bl_view_is(name, names->name))
            continue;
        part->kind = names->kind;
        part->name = bl_view_of(names->name);
        return true;
    }
    return false;
}

bool bl_section_slice(struct bl_view bytes, uint64_t offset, uint64_t size, struct bl_view *slice)
{
    if (offset > bytes.size || size > bytes.size - offset)
        return false;
    *slice = (struct bl_view){.data = bytes.data + offset, .size = (size_t)size};
    return true;
}

int bl_section_locate(struct bl_view bytes, struct bl_part *part, uint64_t offset_at,
                      uint64_t size_at, struct bl_error *err)
{
    if (part->offset > bytes.size)
        return bl_part_fail(err, "the section's offset lies outside the file", offset_at);
    if (!bl_section_slice(bytes, part->offset, part->size, &part->bytes))
        return bl_part_fail(err, "the section's size reaches beyond the file", size_at);
    return 1;
}

struct bl_view bl_section_text(struct bl_view text)
{
    size_t most = text.size < TEXT_MAX ? text.size : TEXT_MAX;
    text.size = strnlen((const char *)text.data, most);
    return text;
}
