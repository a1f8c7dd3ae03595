/* format/section.c - which sections hold something, and whether their bytes are there
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/section.h"

#include "base/load.h"
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

/* Of archives more than the magic, which is text in programs that read them. */
static bool is_archive(struct bl_view bytes)
{
    enum {
        END_OF_HEADER = 66
    };
    return (bl_view_begins(bytes, "!<arch>\n") || bl_view_begins(bytes, "!<thin>\n")) &&
           bytes.size >= END_OF_HEADER + 2 && memcmp(bytes.data + END_OF_HEADER, "`\n", 2) == 0;
}

enum {
    MAGIC_BYTES = 4
};

/* Whether bitcode, or a wrapper, begins at byte AT. */
static bool is_bitcode(struct bl_view bytes, size_t at)
{
    return bytes.size >= at + MAGIC_BYTES &&
           (memcmp(bytes.data + at, "BC\xC0\xDE", MAGIC_BYTES) == 0 ||
            memcmp(bytes.data + at, "\xDE\xC0\x17\x0B", MAGIC_BYTES) == 0);
}

static bool is_length(uint64_t number, uint64_t most)
{
    return number >= MAGIC_BYTES && number <= most;
}

size_t bl_section_bitcode_at(struct bl_view bytes)
{
    const uint8_t *at = bytes.data;
    if (is_bitcode(bytes, 0))
        return 0;
    if (is_bitcode(bytes, sizeof(uint32_t))) {
        uint64_t most = bytes.size - sizeof(uint32_t);
        if (is_length(bl_load_le32(at), most) || is_length(bl_load_be32(at), most))
            return sizeof(uint32_t);
    }
    if (is_bitcode(bytes, sizeof(uint64_t))) {
        uint64_t most = bytes.size - sizeof(uint64_t);
        if (is_length(bl_load_le64(at), most) || is_length(bl_load_be64(at), most))
            return sizeof(uint64_t);
    }
    return SIZE_MAX;
}

/* Whether a block begins after the magic at byte AT, and may end in BYTES: programs that know the
 * magic have it, too. */
static bool has_block(struct bl_view bytes, size_t at)
{
    enum {
        HEAD_BYTES = 12, /* with the magic */
        ID_BITS = 3,
        ENTER_SUBBLOCK = 1,
    };
    const uint8_t *head = bytes.data + at;
    return bytes.size - at >= HEAD_BYTES && (head[MAGIC_BYTES] & ID_BITS) == ENTER_SUBBLOCK &&
           bl_load_le32(head + (size_t)2 * MAGIC_BYTES) <= (bytes.size - at - HEAD_BYTES) / 4;
}

static enum bl_part_kind kind_by_magic(struct bl_view bytes)
{
    static const struct {
        char magic[MAGIC_BYTES + 1];
        enum bl_part_kind kind;
    } magics[] = {
        {"\xE2\x9C\xA8\x0E", BL_PART_AST},     /* a module of Swift */
        {"CPCH", BL_PART_AST},                 /* an AST of clang */
        {"\x10\xFF\x10\xAD", BL_PART_OFFLOAD}, /* an offload binary */
        {"\x50\xED\x55\xBA", BL_PART_OFFLOAD}, /* a fat binary of CUDA */
        {"CCOB", BL_PART_OFFLOAD},             /* a compressed offload bundle */
        {"MTLB", BL_PART_OFFLOAD},             /* a Metal library */
        {"DXBC", BL_PART_OFFLOAD},             /* a shader */
    };
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
        if (memcmp(bytes.data, magics[i].magic, MAGIC_BYTES) == 0)
            return magics[i].kind;
    return 0;
}

struct bl_view bl_section_own_name(struct bl_view name)
{
    size_t most = name.size < BL_SECTION_NAME_MAX ? name.size : BL_SECTION_NAME_MAX;
    return (struct bl_view){name.data, strnlen((const char *)name.data, most)};
}

bool bl_section_sniff(struct bl_view contents, struct bl_view name, struct bl_part *part)
{
    static const char bundle[] = "__CLANG_OFFLOAD_BUNDLE__";
    enum {
        LEAST_BYTES = 16
    };
    if (contents.size < LEAST_BYTES)
        return false;
    size_t at = bl_section_bitcode_at(contents);
    part->kind = at != SIZE_MAX ? BL_PART_BITCODE : kind_by_magic(contents);
    bool is_stream = part->kind == BL_PART_BITCODE || part->kind == BL_PART_AST;
    bool is_wrapped = at != SIZE_MAX && contents.data[at] != 'B';
    if (is_stream && !is_wrapped && !has_block(contents, at != SIZE_MAX ? at : 0))
        part->kind = 0;
    /* What clang bundles into an object may be an object, too. */
    if (!part->kind && (bl_view_begins(contents, bundle) || is_archive(contents) ||
                        (bl_view_begins(name, bundle) && bl_view_begins(contents, "\177ELF"))))
        part->kind = BL_PART_OFFLOAD;
    if (!part->kind)
        return false;
    part->name = bl_section_own_name(name);
    part->bytes = contents;
    part->size = contents.size;
    return true;
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
