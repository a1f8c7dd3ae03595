/* format/macho.c - bitcode in Mach-O objects and images
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   +-------------+--------------+--------------+- - -+------------------------------- - -
 *   | mach_header | load command | load command |     | what the section headers point at
 *   +-------------+--------------+--------------+- - -+------------------------------- - -
 *     28 bytes;     LC_SEGMENT, LC_SEGMENT_64: name, number of sections, and a header for each:
 *     32 in 64 bit  names of section and segment, offset and size
 *
 * Own code, because no library in Debian reads Mach-O from memory for a C program, except
 * LLVM's and libbfd, which is under the GPL. Little of the format is needed, and that has not
 * changed in decades.
 *
 * An object has all sections in one segment without a name, and each section's header names the
 * segment that it is to be linked into. In an image both names are the same: the section's is used.
 */
#include "format/macho.h"

#include "base/load.h"
#include "base/store.h"
#include "base/view.h"
#include "format/section.h"

#include <stdio.h>

#define MAGIC_32 0xFEEDFACEu
#define MAGIC_64 0xFEEDFACFu

enum {
    HEADER_BYTES_32 = 28,
    HEADER_BYTES_64 = 32,
    NCMDS_AT = 16,
    SIZEOFCMDS_AT = 20,

    CMDSIZE_AT = 4, /* in a load command */
    COMMAND_BYTES = 8,
    /* LLVM asks for 8 in 64-bit files, but otool does not, and there are such libraries. */
    COMMAND_ALIGN = 4,

    SEGNAME_AT = 16, /* in a section's header, after the section's own name */
    NAME_BYTES = 16,
    TYPE_MASK = 0xFF, /* of a section's flags */
    S_ZEROFILL = 0x01,
    S_CSTRING_LITERALS = 0x02,
    S_GB_ZEROFILL = 0x0C,
    S_THREAD_LOCAL_ZEROFILL = 0x12,
};
#define SOME_INSTRUCTIONS 0x80000400u /* of a section's flags: it has code */

/* Where fields are: of a segment's load command, then of a section's header. */
static const struct bl_macho_layout {
    uint32_t cmd;
    uint8_t segment_bytes, nsects_at;
    uint8_t section_bytes, size_at, offset_at, flags_at;
    bool is_64; /* width of `size` */
} layouts[] = {
    {.cmd = 0x01, /* LC_SEGMENT */
     .segment_bytes = 56,
     .nsects_at = 48,
     .section_bytes = 68,
     .size_at = 36,
     .offset_at = 40,
     .flags_at = 56},
    {.cmd = 0x19, /* LC_SEGMENT_64 */
     .segment_bytes = 72,
     .nsects_at = 64,
     .section_bytes = 80,
     .size_at = 40,
     .offset_at = 48,
     .flags_at = 64,
     .is_64 = true},
};

/* Sections to report. Where MAGIC is not NULL, only if their bytes begin with it. */
static const struct known {
    const char *segment, *section;
    const char *name; /* both, as LLVM's tools write them */
    enum bl_part_kind kind;
    const char *magic;
} known_sections[] = {
    {"__LLVM", "__bitcode", "__LLVM,__bitcode", BL_PART_BITCODE, NULL},
    {"__WLLVM", "__llvm_bc", "__WLLVM,__llvm_bc", BL_PART_PATHS, NULL},
    {"__LLVM", "__cmdline", "__LLVM,__cmdline", BL_PART_COMMANDS, NULL},
    {"__LLVM", "__swift_cmdline", "__LLVM,__swift_cmdline", BL_PART_COMMANDS, NULL},
    {"__LLVM", "__remarks", "__LLVM,__remarks", BL_PART_BITCODE, "RMRK"},
    {"__LLVM", "__bundle", "__LLVM,__bundle", BL_PART_OFFLOAD, NULL},
    {"__CLANG", "__clangast", "__CLANG,__clangast", BL_PART_AST, NULL},
    {"__DWARF", "__swift_ast", "__DWARF,__swift_ast", BL_PART_AST, NULL},
};

static uint32_t field32(const struct bl_macho *it, size_t at)
{
    return bl_load_32(it->bytes.data + at, it->is_big_endian);
}

bool bl_macho_probe(struct bl_view bytes)
{
    if (bytes.size < 4)
        return false;
    uint32_t little = bl_load_le32(bytes.data);
    uint32_t big = bl_load_be32(bytes.data);
    return little == MAGIC_32 || little == MAGIC_64 || big == MAGIC_32 || big == MAGIC_64;
}

int bl_macho_open(struct bl_macho *it, struct bl_view bytes, struct bl_error *err)
{
    *it = (struct bl_macho){.bytes = bytes};
    if (!bl_macho_probe(bytes))
        return bl_part_fail(err, "not a Mach-O file", 0);
    /* All magics begin with FE in one order, and end with it in the other. */
    it->is_big_endian = bytes.data[0] == 0xFE;
    size_t header_bytes = field32(it, 0) == MAGIC_64 ? HEADER_BYTES_64 : HEADER_BYTES_32;
    if (bytes.size < header_bytes)
        return bl_part_fail(err, "the file ends inside the Mach-O header", bytes.size);
    uint32_t n_commands = field32(it, NCMDS_AT);
    uint32_t commands_bytes = field32(it, SIZEOFCMDS_AT);
    if (commands_bytes > bytes.size - header_bytes)
        return bl_part_fail(err, "the load commands reach beyond the file", SIZEOFCMDS_AT);
    if (n_commands > commands_bytes / COMMAND_BYTES)
        return bl_part_fail(err, "there are more load commands than room for them", NCMDS_AT);
    it->n_commands = n_commands;
    it->command_at = header_bytes;
    it->commands_end = header_bytes + commands_bytes;
    return BL_OK;
}

static const struct bl_macho_layout *layout_of(uint32_t cmd)
{
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++)
        if (layouts[i].cmd == cmd)
            return &layouts[i];
    return NULL;
}

/* Where the next command would begin is not known. */
static int end_commands(struct bl_macho *it, struct bl_error *err, const char *what, size_t at)
{
    it->n_commands = 0;
    return bl_part_fail(err, what, at);
}

/* The segment's load command is at AT and is SIZE bytes long. */
static int enter_segment(struct bl_macho *it, const struct bl_macho_layout *layout, size_t at,
                         uint32_t size, struct bl_error *err)
{
    if (size < layout->segment_bytes)
        return bl_part_fail(err, "a segment's load command is too short", at + CMDSIZE_AT);
    uint32_t n_sections = field32(it, at + layout->nsects_at);
    size_t room = (size - layout->segment_bytes) / layout->section_bytes;
    it->layout = layout;
    it->section_at = at + layout->segment_bytes;
    it->n_sections = n_sections < room ? n_sections : room;
    if (n_sections > room)
        return bl_part_fail(err, "a segment has more sections than its load command",
                            at + layout->nsects_at);
    return BL_OK;
}

static int next_command(struct bl_macho *it, struct bl_error *err)
{
    size_t at = it->command_at;
    size_t left = it->commands_end - at;
    if (left < COMMAND_BYTES)
        return end_commands(it, err, "the load commands end before their number does", at);
    uint32_t size = field32(it, at + CMDSIZE_AT);
    if (size < COMMAND_BYTES || size % COMMAND_ALIGN != 0)
        return end_commands(it, err, "a load command's size is not possible", at + CMDSIZE_AT);
    if (size > left)
        return end_commands(it, err, "a load command reaches beyond all of them", at + CMDSIZE_AT);
    it->n_commands--;
    it->command_at = at + size;
    const struct bl_macho_layout *layout = layout_of(field32(it, at));
    return layout ? enter_segment(it, layout, at, size, err) : BL_OK;
}

/* Names are padded with zeros, and fill the field where there is no room for one. */
static bool name_is(const uint8_t *field, const char *name)
{
    return strncmp((const char *)field, name, NAME_BYTES) == 0;
}

static const struct known *find_known(const uint8_t *header)
{
    for (size_t i = 0; i < sizeof known_sections / sizeof known_sections[0]; i++)
        if (name_is(header, known_sections[i].section) &&
            name_is(header + SEGNAME_AT, known_sections[i].segment))
            return &known_sections[i];
    return NULL;
}

/* Without bytes are also the sections that dsymutil and stub libraries only
 * mention: at offset 0. */
static bool has_bytes(const struct bl_macho *it, size_t header, uint32_t offset)
{
    uint32_t type = field32(it, header + it->layout->flags_at) & TYPE_MASK;
    return offset != 0 && type != S_ZEROFILL && type != S_GB_ZEROFILL &&
           type != S_THREAD_LOCAL_ZEROFILL;
}

/* Fills PART from the section header at HEADER. */
static int locate(const struct bl_macho *it, size_t header, struct bl_part *part,
                  struct bl_error *err)
{
    const struct bl_macho_layout *layout = it->layout;
    uint32_t offset = field32(it, header + layout->offset_at);
    part->offset = offset;
    part->size = layout->is_64
                     ? bl_load_64(it->bytes.data + header + layout->size_at, it->is_big_endian)
                     : field32(it, header + layout->size_at);
    if (part->size == 0)
        return 1;
    if (!has_bytes(it, header, offset))
        return bl_part_fail(err, "the section's bytes are not in this file",
                            header + layout->offset_at);
    return bl_section_locate(it->bytes, part, header + layout->offset_at, header + layout->size_at,
                             err);
}

/* A section that is not known by its name. */
static int sniff(struct bl_macho *it, size_t header, struct bl_part *part)
{
    struct bl_part found = bl_section_blank(it->bytes);
    const char *section = (const char *)it->bytes.data + header;
    uint32_t flags = field32(it, header + it->layout->flags_at);
    if (flags & SOME_INSTRUCTIONS || (flags & TYPE_MASK) == S_CSTRING_LITERALS ||
        locate(it, header, &found, NULL) <= 0 || !bl_section_sniff(found.bytes, found.name, &found))
        return 0;
    snprintf(it->name, sizeof it->name, "%.*s,%.*s", NAME_BYTES, section + SEGNAME_AT, NAME_BYTES,
             section);
    found.name = bl_view_of(it->name);
    *part = found;
    return 1;
}

/* As bl_macho_next(); 0: not a section to report. */
static int read_section(struct bl_macho *it, size_t header, struct bl_part *part,
                        struct bl_error *err)
{
    const struct known *known = find_known(it->bytes.data + header);
    if (!known)
        return sniff(it, header, part);
    *part = (struct bl_part){.kind = known->kind, .name = bl_view_of(known->name)};
    int status = locate(it, header, part, err);
    if (status < 0)
        return status;
    return !known->magic || bl_view_begins(part->bytes, known->magic);
}

int bl_macho_next(struct bl_macho *it, struct bl_part *part, struct bl_error *err)
{
    for (;;) {
        while (it->n_sections > 0) {
            size_t header = it->section_at;
            it->n_sections--;
            it->section_at += it->layout->section_bytes;
            int status = read_section(it, header, part, err);
            if (status != 0)
                return status;
        }
        *part = (struct bl_part){0};
        if (it->n_commands == 0)
            return 0;
        int status = next_command(it, err);
        if (status < 0)
            return status;
    }
}

struct bl_placing bl_macho_place(const struct bl_macho *it, uint64_t offset, uint64_t size)
{
    size_t word = it->layout->is_64 ? 8 : 4;
    struct bl_placing to = {
        .at = it->section_at - it->layout->section_bytes + it->layout->size_at,
        .n = offset + size <= UINT32_MAX ? word + 4 : 0,
    };
    bl_store_number(to.header, word, size, it->is_big_endian);
    bl_store_number(to.header + word, 4, offset, it->is_big_endian);
    return to;
}
