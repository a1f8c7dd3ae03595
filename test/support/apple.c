/* support/apple.c - Mach-O and universal files, written field by field
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/apple.h"

#include <stdlib.h>
#include <string.h>

enum {
    LC_SEGMENT = 0x01,
    LC_SYMTAB = 0x02,
    LC_SEGMENT_64 = 0x19,
    LC_UUID = 0x1B,
    NAME_BYTES = 16,
};

static void put(struct apple_file *f, size_t at, uint64_t value, size_t n_bytes)
{
    if (at > APPLE_MAX_BYTES - n_bytes)
        abort();
    for (size_t i = 0; i < n_bytes; i++)
        f->data[at + i] = (uint8_t)(value >> 8 * (f->is_big_endian ? n_bytes - 1 - i : i));
}

static void append(struct apple_file *f, uint64_t value, size_t n_bytes)
{
    put(f, f->size, value, n_bytes);
    f->size += n_bytes;
}

void apple_u32(struct apple_file *f, uint32_t value)
{
    append(f, value, 4);
}

void apple_u64(struct apple_file *f, uint64_t value)
{
    append(f, value, 8);
}

void apple_word(struct apple_file *f, uint64_t value)
{
    append(f, value, f->is_64 ? 8 : 4);
}

void apple_bytes(struct apple_file *f, struct bl_view bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        append(f, bytes.data[i], 1);
}

void apple_poke32(struct apple_file *f, size_t at, uint32_t value)
{
    put(f, at, value, 4);
}

void apple_poke_word(struct apple_file *f, size_t at, uint64_t value)
{
    put(f, at, value, f->is_64 ? 8 : 4);
}

struct bl_view apple_view(const struct apple_file *f)
{
    return (struct bl_view){.data = f->data, .size = f->size};
}

static void put_name(struct apple_file *f, const char *name)
{
    for (size_t i = 0, n = strlen(name); i < NAME_BYTES; i++)
        append(f, i < n ? (uint8_t)name[i] : 0, 1);
}

static void put_section(struct apple_file *f, const struct apple_section *section, size_t number)
{
    put_name(f, section->name);
    put_name(f, section->segment);
    apple_word(f, 0x1000); /* addr */
    f->sections[number].size_at = f->size;
    apple_word(f, section->bytes.size);
    f->sections[number].offset_at = f->size;
    apple_u32(f, 0); /* offset: filled in with the bytes */
    apple_u32(f, 0); /* align */
    apple_u32(f, 0); /* reloff */
    apple_u32(f, 0); /* nreloc */
    f->sections[number].flags_at = f->size;
    apple_u32(f, 0);
    apple_u32(f, 0); /* reserved1 */
    apple_u32(f, 0); /* reserved2 */
    if (f->is_64)
        apple_u32(f, 0); /* reserved3 */
}

static void put_segment(struct apple_file *f, const char *name,
                        const struct apple_section *sections, size_t first, size_t n_sections)
{
    size_t at = f->size;
    apple_u32(f, f->is_64 ? LC_SEGMENT_64 : LC_SEGMENT);
    apple_u32(f, 0); /* cmdsize: filled in below */
    put_name(f, name);
    apple_word(f, 0x1000); /* vmaddr */
    apple_word(f, 0x1000); /* vmsize */
    apple_word(f, 0);      /* fileoff */
    apple_word(f, 0);      /* filesize */
    apple_u32(f, 7);       /* maxprot */
    apple_u32(f, 7);       /* initprot */
    if (f->segment_at == 0) {
        f->segment_at = at;
        f->nsects_at = f->size;
    }
    apple_u32(f, (uint32_t)n_sections);
    apple_u32(f, 0); /* flags */
    for (size_t i = first; i < first + n_sections; i++)
        put_section(f, &sections[i], i);
    apple_poke32(f, at + 4, (uint32_t)(f->size - at));
}

static uint32_t put_segments(struct apple_file *f, bool is_object,
                             const struct apple_section *sections, size_t n_sections)
{
    if (is_object) {
        put_segment(f, "", sections, 0, n_sections);
        return 1;
    }
    uint32_t n_segments = 0;
    for (size_t first = 0, end; first < n_sections; first = end, n_segments++) {
        end = first + 1;
        while (end < n_sections && strcmp(sections[end].segment, sections[first].segment) == 0)
            end++;
        put_segment(f, sections[first].segment, sections, first, end - first);
    }
    return n_segments;
}

void apple_macho(struct apple_file *f, uint32_t file_type, const struct apple_section *sections,
                 size_t n_sections)
{
    if (n_sections > APPLE_MAX_SECTIONS)
        abort();
    *f = (struct apple_file){.is_64 = f->is_64, .is_big_endian = f->is_big_endian};
    apple_u32(f, f->is_64 ? 0xFEEDFACF : 0xFEEDFACE);
    apple_u32(f, 12); /* cputype: ARM */
    apple_u32(f, 0);  /* cpusubtype */
    apple_u32(f, file_type);
    f->ncmds_at = f->size;
    apple_u32(f, 0); /* ncmds, filled in below */
    f->sizeofcmds_at = f->size;
    apple_u32(f, 0); /* sizeofcmds, too */
    apple_u32(f, 0); /* flags */
    if (f->is_64)
        apple_u32(f, 0); /* reserved */
    size_t commands_at = f->size;

    f->uuid_at = f->size;
    apple_u32(f, LC_UUID);
    apple_u32(f, 24);
    apple_u64(f, UINT64_C(0x0123456789ABCDEF));
    apple_u64(f, UINT64_C(0x0123456789ABCDEF));
    uint32_t n_segments = put_segments(f, file_type == APPLE_OBJECT, sections, n_sections);
    apple_u32(f, LC_SYMTAB);
    apple_u32(f, 24);
    apple_u64(f, 0); /* symoff, nsyms */
    apple_u64(f, 0); /* stroff, strsize */
    apple_poke32(f, f->ncmds_at, 2 + n_segments);
    apple_poke32(f, f->sizeofcmds_at, (uint32_t)(f->size - commands_at));

    for (size_t i = 0; i < n_sections; i++) {
        apple_poke32(f, f->sections[i].offset_at, (uint32_t)f->size);
        apple_bytes(f, sections[i].bytes);
    }
}

void apple_fat(struct apple_file *f, const struct apple_slice *slices, size_t n_slices)
{
    *f = (struct apple_file){.is_64 = f->is_64, .is_big_endian = f->is_big_endian};
    apple_u32(f, f->is_64 ? 0xCAFEBABF : 0xCAFEBABE);
    apple_u32(f, (uint32_t)n_slices);
    size_t offset = 8 + n_slices * (f->is_64 ? 32 : 20);
    for (size_t i = 0; i < n_slices; i++) {
        offset = (offset + 15) / 16 * 16;
        apple_u32(f, slices[i].cpu_type);
        apple_u32(f, slices[i].cpu_subtype);
        apple_word(f, offset);
        apple_word(f, slices[i].bytes.size);
        apple_u32(f, 4); /* align */
        if (f->is_64)
            apple_u32(f, 0); /* reserved */
        offset += slices[i].bytes.size;
    }
    for (size_t i = 0; i < n_slices; i++) {
        while (f->size % 16 != 0)
            append(f, 0, 1);
        apple_bytes(f, slices[i].bytes);
    }
}
