/* format/metallib.c - modules in Metal libraries (.metallib)
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Written here because Apple documents no such format, and its readers are not free. What is known
 * comes from libraries for macOS 11 to 26. All numbers are little-endian.
 *
 *   byte 0      4              24              40                 56                72
 *       +------+- - - - - - - +---------------+------------------+-----------------+---------+- -
 *       | MTLB | versions ... | function list | public metadata  | private metadata| modules | ...
 *       +------+- - - - - - - +---------------+------------------+-----------------+---------+- -
 *   from 16 on:         size of the library (8)
 *   from 24 on:         offset (8), size (8), each
 *   the function list:  number of functions (4), which its size does not count; groups
 *   a group:            its size (4), tags
 *   a tag:              name (4), size (2), value; the last one is ENDT and has no size
 *
 * Of the tags these are used: NAME, ended by a zero; TYPE (1); HASH, the SHA-256 of the module;
 * MDSZ, the module's size (8), which libraries of AIR 1.8 lack; OFFT, offsets in public metadata,
 * private metadata and modules (8 each); VERS, AIR and Metal, major and minor (2 each).
 */
#include "format/metallib.h"

#include "base/load.h"
#include "base/view.h"
#include "format/section.h"

#include <stdio.h>
#include <string.h>

enum {
    HEADER_BYTES = 88,
    HEADER_SIZE = 16,
    HEADER_FUNCTIONS = 24,
    HEADER_MODULES = 72,
    SIZE_AT = 8, /* in a pair of offset and size */

    COUNT_BYTES = 4,
    GROUP_SIZE_BYTES = 4,
    TAG_NAME_BYTES = 4,
    TAG_BYTES = 6,

    HASH_BYTES = 32,
    SIZE_BYTES = 8,
    OFFSETS_BYTES = 24,
    OFFSETS_MODULE = 16,
    VERSIONS_BYTES = 8,

    WRAPPER_MAGIC = 0x0B17C0DE, /* bitcode's, which each module has */
    WRAPPER_OFFSET = 8,
    WRAPPER_SIZE = 12,
    WRAPPER_BYTES = 20,
};

bool bl_metallib_probe(struct bl_view bytes)
{
    return bytes.size >= 4 && memcmp(bytes.data, "MTLB", 4) == 0;
}

/* What the pair of offset and size at byte AT refers to, and EXTRA bytes more. */
static bool read_range(struct bl_view bytes, size_t at, uint64_t extra, struct bl_view *range)
{
    uint64_t offset = bl_load_le64(bytes.data + at);
    uint64_t size = bl_load_le64(bytes.data + at + SIZE_AT);
    return size <= bytes.size && bl_section_slice(bytes, offset, size + extra, range);
}

int bl_metallib_open(struct bl_metallib *it, struct bl_view bytes, struct bl_error *err)
{
    struct bl_view list;
    *it = (struct bl_metallib){0};
    if (!bl_metallib_probe(bytes))
        return bl_part_fail(err, "no magic of a Metal library", 0);
    if (bytes.size < HEADER_BYTES)
        return bl_part_fail(err, "the file ends inside the header of the Metal library",
                            bytes.size);
    if (!read_range(bytes, HEADER_FUNCTIONS, COUNT_BYTES, &list))
        return bl_part_fail(err, "the function list reaches beyond the file", HEADER_FUNCTIONS);
    if (!read_range(bytes, HEADER_MODULES, 0, &it->modules))
        return bl_part_fail(err, "the modules reach beyond the file", HEADER_MODULES);
    it->bytes = bytes;
    it->is_cut_off = bl_load_le64(bytes.data + HEADER_SIZE) > bytes.size;
    it->n_left = bl_load_le32(list.data);
    it->functions = bl_view_from(list, COUNT_BYTES);
    it->group = (struct bl_view){.data = list.data, .size = 0};
    return BL_OK;
}

/* The value of tag NAME in GROUP; without data if it has none, or none of at least SIZE bytes. */
static struct bl_view find_tag(struct bl_view group, const char *name, size_t size)
{
    while (group.size >= TAG_BYTES && memcmp(group.data, "ENDT", TAG_NAME_BYTES) != 0) {
        size_t n = bl_load_le16(group.data + TAG_NAME_BYTES);
        if (n > group.size - TAG_BYTES)
            break;
        if (memcmp(group.data, name, TAG_NAME_BYTES) == 0 && n >= size)
            return (struct bl_view){.data = group.data + TAG_BYTES, .size = n};
        group.data += TAG_BYTES + n;
        group.size -= TAG_BYTES + n;
    }
    return (struct bl_view){0};
}

/* How many bytes of MODULE, with what follows it, are its own, by its wrapper; 0: it has none.
 * They are filled up to a multiple of 16, as those are whose sizes are said. */
static uint64_t wrapped_size(struct bl_view module)
{
    if (module.size < WRAPPER_BYTES || bl_load_le32(module.data) != WRAPPER_MAGIC)
        return 0;
    uint64_t size = (uint64_t)bl_load_le32(module.data + WRAPPER_OFFSET) +
                    bl_load_le32(module.data + WRAPPER_SIZE);
    uint64_t filled = (size + 15) / 16 * 16;
    return filled > module.size ? size : filled;
}

/* The function whose group is it->group, which begins at byte POS of the library. */
static int read_metal_function(const struct bl_metallib *it, uint64_t pos, struct bl_part *part,
                               struct bl_error *err)
{
    struct bl_view name = find_tag(it->group, "NAME", 1);
    struct bl_view offsets = find_tag(it->group, "OFFT", OFFSETS_BYTES);
    struct bl_view size = find_tag(it->group, "MDSZ", SIZE_BYTES);
    struct bl_view hash = find_tag(it->group, "HASH", HASH_BYTES);
    part->kind = BL_PART_BITCODE;
    if (name.data)
        part->name = (struct bl_view){name.data, strnlen((const char *)name.data, name.size)};
    if (part->name.size == 0)
        return bl_part_fail(err, "a function of the Metal library has no name", pos);
    uint64_t offset = offsets.data ? bl_load_le64(offsets.data + OFFSETS_MODULE) : 0;
    if (offset > it->modules.size)
        return bl_part_fail(err, "the module's offset lies outside the modules",
                            (uint64_t)(offsets.data + OFFSETS_MODULE - it->bytes.data));
    part->size = size.data ? bl_load_le64(size.data)
                           : wrapped_size(bl_view_from(it->modules, (size_t)offset));
    if (!offsets.data || (!size.data && part->size == 0))
        return bl_part_fail(err, "the place of the function's module is missing", pos);
    if (!bl_section_slice(it->modules, offset, part->size, &part->bytes))
        return bl_part_fail(err, "the module's size reaches beyond the modules",
                            size.data ? (uint64_t)(size.data - it->bytes.data) : pos);
    part->offset = (uint64_t)(part->bytes.data - it->bytes.data);
    if (hash.data && size.data) /* else what it is of is not known */
        part->sha256 = (struct bl_view){.data = hash.data, .size = HASH_BYTES};
    return 1;
}

int bl_metallib_next(struct bl_metallib *it, struct bl_part *part, struct bl_error *err)
{
    if (it->n_left == 0 && it->is_cut_off) {
        it->is_cut_off = false;
        *part = bl_section_blank(it->bytes);
        return bl_part_fail(err, "the Metal library reaches beyond the file", HEADER_SIZE);
    }
    if (it->n_left == 0)
        return 0;
    const uint8_t *group = it->functions.data + it->at;
    uint64_t pos = (uint64_t)(group - it->bytes.data);
    size_t left = it->functions.size - it->at;
    uint32_t size = left < GROUP_SIZE_BYTES ? 0 : bl_load_le32(group);
    *part = bl_section_blank(it->bytes);
    it->group.size = 0;
    if (size < GROUP_SIZE_BYTES || size > left) {
        it->n_left = 0;
        return bl_part_fail(err, "the function list ends inside a function", pos);
    }
    it->at += size;
    it->n_left--;
    it->group = (struct bl_view){group + GROUP_SIZE_BYTES, size - GROUP_SIZE_BYTES};
    return read_metal_function(it, pos, part, err);
}

/* ---- Facts ---- */

static struct bl_view type_name(uint8_t type)
{
    static const char *const names[] = {"vertex",  "fragment", "kernel",      "unqualified",
                                        "visible", "extern",   "intersection"};
    return bl_view_of(type < sizeof names / sizeof *names ? names[type] : "unknown");
}

/* Major and minor at VERSION; the text is in BUFFER. */
static struct bl_view version_text(const uint8_t *version, char *buffer, size_t size)
{
    int n = snprintf(buffer, size, "%d.%d", bl_load_le16(version), bl_load_le16(version + 2));
    return (struct bl_view){.data = (const uint8_t *)buffer, .size = (size_t)n};
}

int bl_metallib_fact(struct bl_metallib *it, uint32_t number, struct bl_fact *fact)
{
    static const struct {
        const char *name, *tag;
        size_t size;
    } facts[] = {
        {"function_type", "TYPE", 1},
        {"air_version", "VERS", VERSIONS_BYTES},
        {"metal_version", "VERS", VERSIONS_BYTES},
        {"sha256", "HASH", HASH_BYTES},
    };
    if (number >= sizeof facts / sizeof *facts)
        return 0;
    struct bl_view value = find_tag(it->group, facts[number].tag, facts[number].size);
    *fact = (struct bl_fact){
        .name = bl_view_of(facts[number].name),
        .kind = value.data ? BL_FACT_TEXT : BL_FACT_NULL,
    };
    if (!value.data)
        return 1;
    switch (number) {
    case 0: fact->text = type_name(value.data[0]); break;
    case 1: fact->text = version_text(value.data, it->air, sizeof it->air); break;
    case 2: fact->text = version_text(value.data + 4, it->metal, sizeof it->metal); break;
    default:
        fact->kind = BL_FACT_BYTES;
        fact->text = (struct bl_view){.data = value.data, .size = HASH_BYTES};
        break;
    }
    return 1;
}
