/* format/elf_object.c - bitcode in sections of ELF files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libelf takes byte order and class out of the headers, and nothing else: it gets the mapping as it
 * is (elf_memory), and only functions are called that read headers. What it leaves open is settled
 * here. It does not look at e_shentsize, takes a table of headers that reaches beyond the file for
 * none, and finds an extended e_shstrndx of the other byte order only after the headers. Names
 * and contents are taken from BYTES: elf_strptr() and elf_getdata() may convert, copy, and inflate
 * to any size.
 *
 * libelf keeps 208 bytes for each section header that is in the file, and a copy of the header if
 * it had to be converted; one flag for the process (elf_version); one error number for each thread.
 */
#include "format/elf_object.h"

#include "base/load.h"
#include "base/status.h"
#include "base/store.h"
#include "base/view.h"
#include "format/offload_bundle.h"
#include "format/section.h"

#include <errno.h>
#include <gelf.h>
#include <string.h>

static const struct bl_section_name names[] = {
    {".llvmbc", BL_PART_BITCODE},     {".llvm.lto", BL_PART_BITCODE},
    {".llvmcmd", BL_PART_COMMANDS},   {".llvm.offloading", BL_PART_OFFLOAD},
    {".nv_fatbin", BL_PART_OFFLOAD},  {"__nv_relfatbin", BL_PART_OFFLOAD},
    {".hip_fatbin", BL_PART_OFFLOAD}, {".llvm_bc", BL_PART_PATHS},
    {"__clangast", BL_PART_AST},      {NULL, 0},
};

/* Byte positions of fields, for errors. */
#define HEADER_POS(it, field) \
    ((it)->is_64 ? offsetof(Elf64_Ehdr, field) : offsetof(Elf32_Ehdr, field))
#define SECTION_POS(it, index, field)                                                        \
    ((it)->table + ((it)->is_64 ? (index) * sizeof(Elf64_Shdr) + offsetof(Elf64_Shdr, field) \
                                : (index) * sizeof(Elf32_Shdr) + offsetof(Elf32_Shdr, field)))

bool bl_elf_probe(struct bl_view bytes)
{
    return bytes.size >= SELFMAG && memcmp(bytes.data, ELFMAG, SELFMAG) == 0;
}

/* What libelf shows only by treating the file as something else. */
static int check_ident(struct bl_view bytes, struct bl_error *err)
{
    if (!bl_elf_probe(bytes))
        return bl_part_fail(err, "no ELF magic", 0);
    if (bytes.size < sizeof(Elf32_Ehdr))
        return bl_part_fail(err, "the file ends inside the ELF header", bytes.size);
    if (bytes.data[EI_CLASS] != ELFCLASS32 && bytes.data[EI_CLASS] != ELFCLASS64)
        return bl_part_fail(err, "ELF of an unknown class", EI_CLASS);
    if (bytes.data[EI_DATA] != ELFDATA2LSB && bytes.data[EI_DATA] != ELFDATA2MSB)
        return bl_part_fail(err, "ELF of an unknown byte order", EI_DATA);
    if (bytes.data[EI_VERSION] != EV_CURRENT)
        return bl_part_pass(err, "ELF of an unknown version", EI_VERSION);
    if (bytes.data[EI_CLASS] == ELFCLASS64 && bytes.size < sizeof(Elf64_Ehdr))
        return bl_part_fail(err, "the file ends inside the ELF header", bytes.size);
    return BL_OK;
}

/* The number of section headers, all of them inside the file. */
static int read_table(struct bl_elf *it, struct bl_error *err)
{
    GElf_Ehdr header;
    GElf_Shdr first;
    if (!gelf_getehdr(it->elf, &header) || elf_getshdrnum(it->elf, &it->n_sections) < 0)
        return bl_part_fail(err, "unreadable ELF header", 0);
    it->table = header.e_shoff;
    if (header.e_shoff == 0) {
        if (header.e_shnum == 0)
            return BL_OK;
        return bl_part_fail(err, "section headers at no offset", HEADER_POS(it, e_shoff));
    }
    if (it->n_sections == 0)
        return bl_part_fail(err, "the section headers reach beyond the file",
                            HEADER_POS(it, e_shoff));
    if (header.e_shentsize != (it->is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr)))
        return bl_part_fail(err, "section headers of a wrong size", HEADER_POS(it, e_shentsize));
    /* libelf converts all headers when the first is asked for. */
    if (!gelf_getshdr(elf_getscn(it->elf, 0), &first))
        return bl_fail(err, BL_E_NOMEM, "no memory for section headers");
    return BL_OK;
}

static int read_section_names(struct bl_elf *it, struct bl_error *err)
{
    size_t index;
    GElf_Shdr header;
    if (it->n_sections == 0)
        return BL_OK;
    if (elf_getshdrstrndx(it->elf, &index) < 0 || index >= it->n_sections ||
        !gelf_getshdr(elf_getscn(it->elf, index), &header))
        return bl_part_fail(err, "no such section of names", HEADER_POS(it, e_shstrndx));
    if (index == SHN_UNDEF) {
        it->n_sections = 0;
        return BL_OK;
    }
    if (header.sh_type != SHT_STRTAB)
        return bl_part_fail(err, "the section of names is no string table",
                            SECTION_POS(it, index, sh_type));
    if (header.sh_flags & SHF_COMPRESSED)
        return bl_part_fail(err, "the section of names is compressed",
                            SECTION_POS(it, index, sh_flags));
    if (!bl_section_slice(it->bytes, header.sh_offset, header.sh_size, &it->names))
        return bl_part_fail(err, "the section of names reaches beyond the file",
                            SECTION_POS(it, index, sh_offset));
    if (it->names.size == 0 || it->names.data[it->names.size - 1] != 0)
        return bl_part_fail(err, "the section of names does not end with a zero",
                            SECTION_POS(it, index, sh_size));
    return BL_OK;
}

int bl_elf_open(struct bl_elf *it, struct bl_view bytes, struct bl_error *err)
{
    *it = (struct bl_elf){.bytes = bytes, .at = 1};
    int status = check_ident(bytes, err);
    if (status < 0)
        return status;
    it->is_64 = bytes.data[EI_CLASS] == ELFCLASS64;
    elf_version(EV_CURRENT);
    errno = 0;
    /* Never written to: nothing that writes is called. */
    it->elf = elf_memory((char *)(uintptr_t)bytes.data, bytes.size);
    if (!it->elf && errno == ENOMEM)
        return bl_fail(err, BL_E_NOMEM, "no memory for section headers");
    if (!it->elf)
        return bl_part_fail(err, "more section headers than there can be", HEADER_POS(it, e_shoff));
    status = read_table(it, err);
    if (status == BL_OK)
        status = read_section_names(it, err);
    if (status < 0)
        bl_elf_close(it);
    return status;
}

/* Whether a section that is not known by its name is looked into: not those of the format itself,
 * code, and tables of strings. */
static bool may_hold_parts(const GElf_Shdr *header)
{
    return (header->sh_type == SHT_PROGBITS || header->sh_type >= SHT_LOOS) &&
           !(header->sh_flags & (SHF_EXECINSTR | SHF_MERGE));
}

/* Debug information, of which there is much, and which holds nothing. */
static bool is_debug(struct bl_view name)
{
    return bl_view_begins(name, ".debug") || bl_view_begins(name, ".zdebug");
}

/* Of section INDEX, a part whose place is known: past the header of its compression. */
static int read_compressed(struct bl_elf *it, size_t index, struct bl_part *part,
                           struct bl_error *err)
{
    bool is_big = it->bytes.data[EI_DATA] == ELFDATA2MSB;
    size_t n_header = it->is_64 ? sizeof(Elf64_Chdr) : sizeof(Elf32_Chdr);
    uint64_t at = SECTION_POS(it, index, sh_size);
    int rc = bl_section_locate(it->bytes, part, SECTION_POS(it, index, sh_offset), at, err);
    if (rc < 0)
        return rc;
    const uint8_t *header = part->bytes.data;
    if (part->bytes.size < n_header) {
        part->bytes.size = 0;
        return bl_part_fail(err, "the section ends inside the header of its compression", at);
    }
    it->compression = bl_load_32(header, is_big);
    it->raw_size = it->is_64 ? bl_load_64(header + offsetof(Elf64_Chdr, ch_size), is_big)
                             : bl_load_32(header + offsetof(Elf32_Chdr, ch_size), is_big);
    part->bytes = bl_view_from(part->bytes, n_header);
    part->offset += n_header;
    part->size -= n_header;
    part->is_compressed = true;
    part->packed = it->compression == BL_COMPRESSION_ZSTD   ? "zstd section"
                   : it->compression == BL_COMPRESSION_ZLIB ? "zlib section"
                                                            : "section of an unknown compression";
    part->hint = "a section is compressed: llvm-objcopy --compress-sections=NAME=none undoes that";
    return 1;
}

/* 1: section INDEX is a part, 0: it is none. */
static int read_section(struct bl_elf *it, size_t index, struct bl_part *part, struct bl_error *err)
{
    GElf_Shdr header;
    struct bl_view contents;
    if (!gelf_getshdr(elf_getscn(it->elf, index), &header))
        return bl_part_fail(err, "unreadable section header", SECTION_POS(it, index, sh_name));
    if (header.sh_type == SHT_NULL)
        return 0;
    part->offset = header.sh_offset;
    part->size = header.sh_size;
    if (header.sh_name >= it->names.size)
        return bl_part_fail(err, "the section's name lies outside the names",
                            SECTION_POS(it, index, sh_name));
    struct bl_view name = bl_view_from(it->names, header.sh_name);
    it->compression = BL_COMPRESSION_NONE;
    if ((header.sh_flags & SHF_COMPRESSED) && header.sh_type != SHT_NOBITS) {
        if (!bl_section_find(names, bl_section_text(name), part) &&
            (!may_hold_parts(&header) || is_debug(name)))
            return 0;
        if (part->name.size == 0) {
            part->kind = BL_PART_OFFLOAD;
            part->name = bl_section_own_name(name);
        }
        return read_compressed(it, index, part, err);
    }
    if (!bl_section_find(names, bl_section_text(name), part))
        return may_hold_parts(&header) &&
               bl_section_slice(it->bytes, header.sh_offset, header.sh_size, &contents) &&
               bl_section_sniff(contents, name, part);
    if (header.sh_type == SHT_NOBITS) {
        part->offset = 0;
        return 1;
    }
    return bl_section_locate(it->bytes, part, SECTION_POS(it, index, sh_offset),
                             SECTION_POS(it, index, sh_size), err);
}

/* The header of section INDEX, which is within the bytes, as far as it is asked for here. */
static void load_section(const struct bl_elf *it, uint64_t index, GElf_Shdr *header)
{
    const uint8_t *from =
        it->bytes.data + it->table + index * (it->is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr));
    bool is_big = it->bytes.data[EI_DATA] == ELFDATA2MSB;
#define WORD(field)                                                     \
    (it->is_64 ? bl_load_64(from + offsetof(Elf64_Shdr, field), is_big) \
               : bl_load_32(from + offsetof(Elf32_Shdr, field), is_big))
    header->sh_flags = WORD(sh_flags);
    header->sh_offset = WORD(sh_offset);
    header->sh_size = WORD(sh_size);
#undef WORD
}

bool bl_elf_may_be_packed(struct bl_view bytes)
{
    struct bl_elf it = {.bytes = bytes};
    GElf_Shdr header;
    if (check_ident(bytes, NULL) < 0)
        return false;
    it.is_64 = bytes.data[EI_CLASS] == ELFCLASS64;
    bool is_big = bytes.data[EI_DATA] == ELFDATA2MSB;
    uint64_t at = HEADER_POS(&it, e_shoff);
    it.table = it.is_64 ? bl_load_64(bytes.data + at, is_big) : bl_load_32(bytes.data + at, is_big);
    const uint8_t *number = bytes.data + HEADER_POS(&it, e_shnum);
    uint64_t n = is_big ? bl_load_32(number, true) >> 16 : bl_load_le16(number);
    size_t size = it.is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
    uint64_t most = it.table < bytes.size ? (bytes.size - it.table) / size : 0;
    if (n == 0 && most > 0) { /* or more than the field has room for */
        load_section(&it, 0, &header);
        n = header.sh_size;
    }
    for (uint64_t i = 1; i < n && i < most; i++) {
        struct bl_view contents;
        load_section(&it, i, &header);
        if ((header.sh_flags & SHF_COMPRESSED) ||
            (bl_section_slice(bytes, header.sh_offset, header.sh_size, &contents) &&
             bl_offload_bundle_probe(contents)))
            return true;
    }
    return false;
}

int bl_elf_next(struct bl_elf *it, struct bl_part *part, struct bl_error *err)
{
    int rc = 0;
    while (rc == 0 && it->at < it->n_sections) {
        *part = bl_section_blank(it->bytes);
        rc = read_section(it, it->at++, part, err);
    }
    return rc;
}

struct bl_placing bl_elf_place(const struct bl_elf *it, uint64_t offset, uint64_t size)
{
    bool is_big = it->bytes.data[EI_DATA] == ELFDATA2MSB;
    size_t word = it->is_64 ? 8 : 4;
    struct bl_placing to = {
        .at = SECTION_POS(it, it->at - 1, sh_name),
        .n = it->is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr),
    };
    memcpy(to.header, it->bytes.data + to.at, to.n);
    uint8_t *flags = to.header + (SECTION_POS(it, it->at - 1, sh_flags) - to.at);
    uint64_t old = it->is_64 ? bl_load_64(flags, is_big) : bl_load_32(flags, is_big);
    uint8_t *new_offset = to.header + (SECTION_POS(it, it->at - 1, sh_offset) - to.at);
    uint8_t *new_size = to.header + (SECTION_POS(it, it->at - 1, sh_size) - to.at);
    bl_store_number(flags, word, old & ~(uint64_t)SHF_COMPRESSED, is_big);
    bl_store_number(new_offset, word, offset, is_big);
    bl_store_number(new_size, word, size, is_big);
    return to;
}

void bl_elf_close(struct bl_elf *it)
{
    elf_end(it->elf);
    *it = (struct bl_elf){0};
}
