/* support/build_sections.c - small containers, byte by byte
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/build_sections.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bl_view image_bytes(const struct image *image)
{
    return (struct bl_view){.data = image->data, .size = image->size};
}

void image_patch(struct image *image, struct image_field field, uint64_t value)
{
    if (field.at > image->size || field.n_bytes > image->size - field.at)
        abort();
    for (unsigned i = 0; i < field.n_bytes; i++) {
        unsigned place = image->big_endian ? field.n_bytes - 1 - i : i;
        image->data[field.at + place] = (uint8_t)(value >> (8 * i));
    }
}

/* Appends SIZE bytes of zero; their place. */
static uint64_t blank(struct image *image, size_t size)
{
    if (size > sizeof image->data - image->size)
        abort();
    uint64_t at = image->size;
    image->size += size;
    return at;
}

static uint64_t text(struct image *image, const char *data, size_t size)
{
    uint64_t at = blank(image, size);
    memcpy(image->data + at, data, size);
    return at;
}

static void number(struct image *image, unsigned n_bytes, uint64_t value)
{
    uint64_t at = blank(image, n_bytes);
    image_patch(image, (struct image_field){.at = at, .n_bytes = n_bytes}, value);
}

static void u8(struct image *image, uint64_t value)
{
    number(image, 1, value);
}

static void u16(struct image *image, uint64_t value)
{
    number(image, 2, value);
}

static void u32(struct image *image, uint64_t value)
{
    number(image, 4, value);
}

/* ---- ELF ---- */

/* Fields with their offset and width in 32 and in 64 bits. */
struct elf_field {
    const char *name;
    struct image_field places[2];
};

static const struct elf_field elf_header[] = {
    {"EI_CLASS", {{4, 1}, {4, 1}}},      {"EI_DATA", {{5, 1}, {5, 1}}},
    {"EI_VERSION", {{6, 1}, {6, 1}}},    {"e_type", {{16, 2}, {16, 2}}},
    {"e_machine", {{18, 2}, {18, 2}}},   {"e_version", {{20, 4}, {20, 4}}},
    {"e_shoff", {{32, 4}, {40, 8}}},     {"e_ehsize", {{40, 2}, {52, 2}}},
    {"e_shentsize", {{46, 2}, {58, 2}}}, {"e_shnum", {{48, 2}, {60, 2}}},
    {"e_shstrndx", {{50, 2}, {62, 2}}},  {NULL, {{0, 0}, {0, 0}}},
};

static const struct elf_field elf_section[] = {
    {"sh_name", {{0, 4}, {0, 4}}},   {"sh_type", {{4, 4}, {4, 4}}},
    {"sh_flags", {{8, 4}, {8, 8}}},  {"sh_offset", {{16, 4}, {24, 8}}},
    {"sh_size", {{20, 4}, {32, 8}}}, {"sh_link", {{24, 4}, {40, 4}}},
    {NULL, {{0, 0}, {0, 0}}},
};

static struct image_field field_of(const struct elf_field *fields, const struct image *image,
                                   const char *name, uint64_t base)
{
    while (fields->name && strcmp(fields->name, name) != 0)
        fields++;
    if (!fields->name)
        abort();
    struct image_field field = fields->places[image->is_64];
    field.at += base;
    return field;
}

struct image_field image_elf_header(const struct image *image, const char *name)
{
    return field_of(elf_header, image, name, 0);
}

struct image_field image_elf_section(const struct image *image, unsigned index, const char *name)
{
    return field_of(elf_section, image, name, image->table + index * (image->is_64 ? 64u : 40u));
}

static void set_header(struct image *image, const char *name, uint64_t value)
{
    image_patch(image, image_elf_header(image, name), value);
}

static void set_section(struct image *image, unsigned index, const char *name, uint64_t value)
{
    image_patch(image, image_elf_section(image, index, name), value);
}

static void elf_begin(struct image *image, enum build_elf_variant variant)
{
    *image = (struct image){
        .big_endian = variant == BUILD_ELF32_BE || variant == BUILD_ELF64_BE,
        .is_64 = variant == BUILD_ELF64_LE || variant == BUILD_ELF64_BE,
    };
    unsigned n_bytes = image->is_64 ? 64 : 52;
    blank(image, n_bytes);
    memcpy(image->data,
           "\x7F"
           "ELF",
           4);
    set_header(image, "EI_CLASS", image->is_64 ? 2 : 1);
    set_header(image, "EI_DATA", image->big_endian ? 2 : 1);
    set_header(image, "EI_VERSION", 1);
    set_header(image, "e_type", 1); /* ET_REL */
    set_header(image, "e_version", 1);
    set_header(image, "e_ehsize", n_bytes);
}

void build_elf(struct image *image, enum build_elf_variant variant,
               const struct build_section *sections, unsigned n_sections)
{
    elf_begin(image, variant);
    uint64_t name_at[8] = {0};
    for (unsigned i = 0; i < n_sections; i++) {
        blank(image, 1 - image->size % 2); /* to an odd offset */
        image->contents[i] = text(image, sections[i].text, strlen(sections[i].text));
    }
    image->names = blank(image, 1);
    for (unsigned i = 0; i < n_sections; i++)
        name_at[i] = text(image, sections[i].name, strlen(sections[i].name) + 1);
    uint64_t own_name = text(image, ".shstrtab", 10);
    uint64_t names_end = image->size;

    image->n_sections = n_sections + 2;
    image->table = blank(image, image->n_sections * (image->is_64 ? 64u : 40u));
    for (unsigned i = 0; i < n_sections; i++) {
        set_section(image, i + 1, "sh_name", name_at[i] - image->names);
        set_section(image, i + 1, "sh_type", sections[i].type ? sections[i].type : 1);
        set_section(image, i + 1, "sh_flags", sections[i].flags);
        set_section(image, i + 1, "sh_offset", image->contents[i]);
        set_section(image, i + 1, "sh_size", strlen(sections[i].text));
    }
    set_section(image, n_sections + 1, "sh_name", own_name - image->names);
    set_section(image, n_sections + 1, "sh_type", 3); /* SHT_STRTAB */
    set_section(image, n_sections + 1, "sh_offset", image->names);
    set_section(image, n_sections + 1, "sh_size", names_end - image->names);
    set_header(image, "e_shoff", image->table);
    set_header(image, "e_shentsize", image->is_64 ? 64 : 40);
    set_header(image, "e_shnum", image->n_sections);
    set_header(image, "e_shstrndx", n_sections + 1);
}

/* ---- COFF ---- */

static void coff_begin(struct image *image, enum build_coff_variant variant, unsigned n_sections)
{
    *image = (struct image){.n_sections = n_sections};
    if (variant == BUILD_COFF_BIG) {
        u16(image, 0);      /* machine: unknown */
        u16(image, 0xFFFF); /* number of sections: none that could be */
        u16(image, 2);      /* version */
        u16(image, 0x8664); /* machine */
        u32(image, 0);      /* time */
        text(image, "\xC7\xA1\xBA\xD1\xEE\xBA\xA9\x4B\xAF\x20\xFA\xF6\x6A\xA4\xDC\xB8", 16);
        blank(image, 16);
        u32(image, n_sections);
        u32(image, 0); /* offset of the symbols */
        u32(image, 2); /* number of the symbols */
        return;
    }
    if (variant == BUILD_COFF_IMAGE) {
        text(image, "MZ", 2);
        blank(image, 0x3C - 2);
        u32(image, 0x50); /* offset of the signature */
        blank(image, 0x10);
        text(image, "PE\0", 4);
    }
    image->header = image->size;
    u16(image, 0x8664); /* machine */
    u16(image, n_sections);
    u32(image, 0);                                      /* time */
    u32(image, 0);                                      /* offset of the symbols */
    u32(image, 2);                                      /* number of the symbols */
    u16(image, variant == BUILD_COFF_IMAGE ? 24 : 0);   /* bytes of the optional header */
    u16(image, variant == BUILD_COFF_IMAGE ? 0x22 : 0); /* EXECUTABLE, LARGE_ADDRESS_AWARE */
    blank(image, variant == BUILD_COFF_IMAGE ? 24 : 0);
}

/* A name of more than eight characters goes after IMAGE->names. */
static void coff_name(struct image *image, unsigned index, const char *name, unsigned flags)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char field[9] = "//AAAAAA";
    if (strlen(name) <= 8) {
        strncpy(field, name, sizeof field - 1);
    } else {
        uint64_t offset = text(image, name, strlen(name) + 1) - image->names;
        for (unsigned i = 0; i < 6; i++)
            field[7 - i] = digits[offset >> (6 * i) & 63];
        if (!(flags & BUILD_COFF_BASE64)) {
            memset(field, 0, sizeof field);
            snprintf(field, sizeof field, "/%u", (unsigned)offset % 10000000u);
        }
    }
    memcpy(image->data + image->table + (size_t)index * 40, field, 8);
}

void build_coff(struct image *image, enum build_coff_variant variant, unsigned flags,
                const struct build_section *sections, unsigned n_sections)
{
    coff_begin(image, variant, n_sections);
    image->table = blank(image, (size_t)n_sections * 40);
    for (unsigned i = 0; i < n_sections; i++) {
        uint64_t size = strlen(sections[i].text);
        struct image_field field = {.at = image->table + (size_t)i * 40 + 8, .n_bytes = 4};
        image->contents[i] = text(image, sections[i].text, size);
        if (variant == BUILD_COFF_IMAGE) {
            blank(image, 3); /* to the file's alignment */
            image_patch(image, field, size);
            size += 3;
        }
        field.at += 8;
        image_patch(image, field, size);
        field.at += 4;
        image_patch(image, field, image->contents[i]);
    }
    bool big = variant == BUILD_COFF_BIG;
    uint64_t symbols = blank(image, big ? 40 : 36);
    image_patch(image, (struct image_field){.at = big ? 48 : image->header + 8, .n_bytes = 4},
                symbols);
    image->names = blank(image, flags & BUILD_COFF_FAR_NAMES ? 4099 : 4);
    for (unsigned i = 0; i < n_sections; i++)
        coff_name(image, i, sections[i].name, flags);
    image_patch(image, (struct image_field){.at = image->names, .n_bytes = 4},
                image->size - image->names);
}

/* ---- DXBC ---- */

static void dxbc_program(struct image *image, size_t n_bytes)
{
    u8(image, 0x60); /* shader model 6.0 */
    u8(image, 0);
    u16(image, 5);                      /* compute */
    u32(image, (24 + n_bytes + 3) / 4); /* words */
    text(image, "DXIL", 4);
    u32(image, 0x100);   /* version of DXIL */
    u32(image, 16);      /* offset of the bitcode from "DXIL" */
    u32(image, n_bytes); /* its size */
}

void build_dxbc(struct image *image, const struct build_section *chunks, unsigned n_chunks)
{
    *image = (struct image){.n_sections = n_chunks};
    text(image, "DXBC", 4);
    blank(image, 16); /* hash */
    u16(image, 1);    /* version */
    u16(image, 0);
    u32(image, 0); /* size of the file */
    u32(image, n_chunks);
    image->table = blank(image, (size_t)n_chunks * 4);
    for (unsigned i = 0; i < n_chunks; i++) {
        size_t n_bytes = strlen(chunks[i].text);
        bool program = strcmp(chunks[i].name, "DXIL") == 0 || strcmp(chunks[i].name, "ILDB") == 0;
        size_t padded = (n_bytes + 3) / 4 * 4;
        image_patch(image, (struct image_field){.at = image->table + (size_t)i * 4, .n_bytes = 4},
                    image->size);
        text(image, chunks[i].name, 4);
        u32(image, padded + (program ? 24 : 0));
        if (program)
            dxbc_program(image, n_bytes);
        image->contents[i] = text(image, chunks[i].text, n_bytes);
        blank(image, padded - n_bytes);
    }
    image_patch(image, (struct image_field){.at = 24, .n_bytes = 4}, image->size);
}

/* ---- WebAssembly ---- */

/* The size of what comes next, filled up as LLVM does. */
static void wasm_size(struct image *image, size_t size)
{
    for (unsigned i = 0; i < 4; i++)
        u8(image, 0x80 | (size >> (7 * i) & 0x7F));
    u8(image, size >> 28);
}

void build_wasm(struct image *image, const struct build_section *sections, unsigned n_sections)
{
    *image = (struct image){.n_sections = n_sections};
    text(image, "\0asm", 4);
    u32(image, 1); /* version */
    image->table = image->size;
    u8(image, 1); /* types */
    u8(image, 1); /* size */
    u8(image, 0); /* there are none */
    for (unsigned i = 0; i < n_sections; i++) {
        size_t n_name = strlen(sections[i].name);
        size_t n_bytes = strlen(sections[i].text);
        u8(image, 0); /* custom */
        wasm_size(image, 1 + n_name + n_bytes);
        u8(image, n_name);
        text(image, sections[i].name, n_name);
        image->contents[i] = text(image, sections[i].text, n_bytes);
    }
}

/* ---- Offload binaries ---- */

static void u64(struct image *image, uint64_t value)
{
    number(image, 8, value);
}

void build_offload(struct image *image, const struct build_section *images, unsigned n_images)
{
    *image = (struct image){.n_sections = n_images};
    for (unsigned i = 0; i < n_images; i++) {
        const char *name = images[i].name;
        size_t n_bytes = strlen(images[i].text);
        uint64_t start = image->size;
        text(image, "\x10\xFF\x10\xAD", 4);
        u32(image, 1);   /* version */
        u64(image, 0);   /* size */
        u64(image, 32);  /* offset of the entry */
        u64(image, 40);  /* its size */
        u16(image, 2);   /* bitcode */
        u16(image, 1);   /* for OpenMP */
        u32(image, 0);   /* flags */
        u64(image, 72);  /* offset of the strings */
        u64(image, 2);   /* their number */
        u64(image, 160); /* offset of the image */
        u64(image, n_bytes);
        u64(image, 104); /* triple */
        u64(image, 112);
        u64(image, name ? 120 : 104); /* arch */
        u64(image, 128);
        text(image, "triple\0\0nvptx64\0arch\0\0\0", 24);
        blank(image, 32);
        if (name)
            memcpy(image->data + start + 128, name, strlen(name));
        image->contents[i] = text(image, images[i].text, n_bytes);
        blank(image, (8 - image->size % 8) % 8);
        image_patch(image, (struct image_field){.at = start + 8, .n_bytes = 8},
                    image->size - start);
    }
}

void build_offload_bundle(struct image *image, const struct build_section *entries,
                          unsigned n_entries)
{
    *image = (struct image){.n_sections = n_entries};
    text(image, "__CLANG_OFFLOAD_BUNDLE__", 24);
    u64(image, n_entries);
    uint64_t at = image->size;
    for (unsigned i = 0; i < n_entries; i++)
        at += 24 + strlen(entries[i].name);
    for (unsigned i = 0; i < n_entries; i++) {
        u64(image, at);
        u64(image, strlen(entries[i].text));
        u64(image, strlen(entries[i].name));
        text(image, entries[i].name, strlen(entries[i].name));
        at += strlen(entries[i].text);
    }
    for (unsigned i = 0; i < n_entries; i++)
        image->contents[i] = text(image, entries[i].text, strlen(entries[i].text));
}

void build_fatbin(struct image *image, const struct build_section *entries, unsigned n_entries)
{
    *image = (struct image){.n_sections = n_entries};
    text(image, "\x50\xED\x55\xBA", 4);
    u16(image, 1);  /* version */
    u16(image, 16); /* size of this header */
    u64(image, 0);  /* of the entries */
    for (unsigned i = 0; i < n_entries; i++) {
        size_t n_bytes = strlen(entries[i].text);
        size_t n_filled = (n_bytes + 7) / 8 * 8;
        u16(image, (uint64_t)(entries[i].name[0] - '0')); /* kind */
        u16(image, 0x101);
        u32(image, 64); /* size of this header */
        u64(image, n_filled);
        u32(image, 0);      /* bytes that are compressed */
        u32(image, 0);      /* options of ptxas */
        u32(image, 0);      /* minor and major version */
        u32(image, 80 + i); /* architecture */
        u64(image, 0);      /* place and size of the name */
        u64(image, 0x11);   /* flags: of 64 bits, for Linux */
        u64(image, 0);
        u64(image, 0); /* size without compression */
        image->contents[i] = text(image, entries[i].text, n_bytes);
        blank(image, n_filled - n_bytes);
    }
    image_patch(image, (struct image_field){.at = 8, .n_bytes = 8}, image->size - 16);
}

/* ---- Metal libraries ---- */

static void metal_function(struct image *image, const struct build_section *function,
                           uint64_t offset)
{
    size_t n_name = strlen(function->name) + 1;
    u32(image, 4 + 6 + n_name + 7 + 38 + 30 + 14 + 14 + 4); /* size of the group */
    text(image, "NAME", 4);
    u16(image, n_name);
    text(image, function->name, n_name);
    text(image, "TYPE\1\0\2", 7); /* a kernel */
    text(image, "HASH\x20", 6);
    blank(image, 32);
    text(image, "OFFT\x18", 6);
    blank(image, 16); /* in public and in private metadata */
    u64(image, offset);
    text(image, "VERS\x08\0\2\0\7\0\3\0\1", 14); /* AIR 2.7, Metal 3.1 */
    text(image, "MDSZ\x08", 6);
    u64(image, strlen(function->text));
    text(image, "ENDT", 4);
}

void build_metallib(struct image *image, const struct build_section *functions, unsigned n)
{
    uint64_t size = 0;
    *image = (struct image){.n_sections = n};
    text(image, "MTLB", 4);
    blank(image, 84);
    image->table = image->size;
    u32(image, n);
    for (unsigned i = 0; i < n; i++) {
        metal_function(image, &functions[i], size);
        size += strlen(functions[i].text);
    }
    image_patch(image, (struct image_field){24, 8}, image->table);
    image_patch(image, (struct image_field){32, 8}, image->size - image->table - 4);
    text(image, "ENDT", 4); /* of what else the header may have */
    image_patch(image, (struct image_field){72, 8}, image->size);
    image_patch(image, (struct image_field){80, 8}, size);
    for (unsigned i = 0; i < n; i++)
        image->contents[i] = text(image, functions[i].text, strlen(functions[i].text));
    image_patch(image, (struct image_field){16, 8}, image->size);
}

/* ---- tar archives ---- */

void image_seal_tar(struct image *image, uint64_t at)
{
    unsigned sum = 0;
    char field[9];
    memset(image->data + at + 148, ' ', 8);
    for (size_t i = 0; i < 512; i++)
        sum += image->data[at + i];
    snprintf(field, sizeof field, "%06o", sum);
    memcpy(image->data + at + 148, field, 8);
}

uint64_t build_tar_member(struct image *image, char type, const char *name, const char *contents)
{
    size_t n = strlen(contents);
    uint64_t at = blank(image, 512);
    char size[13];
    snprintf(size, sizeof size, "%011o", (unsigned)n);
    memcpy(image->data + at, name, strlen(name));
    memcpy(image->data + at + 124, size, 12);
    image->data[at + 156] = (uint8_t)type;
    memcpy(image->data + at + 257, "ustar\00000", 8);
    image_seal_tar(image, at);
    image->contents[image->n_sections++ % 8] = text(image, contents, n);
    blank(image, (512 - n % 512) % 512);
    return at;
}
