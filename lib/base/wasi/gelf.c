/* base/wasi/gelf.c - what format/elf_object.c calls of libelf, where that is not
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/wasi/gelf.h"

#include "base/load.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

struct Elf_Scn {
    const struct Elf *elf;
    uint64_t at; /* byte offset of the header */
};

struct Elf {
    const uint8_t *bytes;
    size_t size;
    GElf_Ehdr header;
    size_t n_sections;
    struct Elf_Scn section; /* that was asked for last */
};

/* ---- Fields of either class and byte order ---- */

/* What is left to read of a header. */
struct fields {
    const uint8_t *at;
    bool is_64, is_big_endian;
};

static uint64_t next(struct fields *f, unsigned n)
{
    uint64_t value = bl_load_number(f->at, n, f->is_big_endian);
    f->at += n;
    return value;
}

static uint16_t next_half(struct fields *f)
{
    return (uint16_t)next(f, 2);
}

static uint32_t next_word(struct fields *f)
{
    return (uint32_t)next(f, 4);
}

/* An address, an offset, or a size. */
static uint64_t next_long(struct fields *f)
{
    return next(f, f->is_64 ? 8 : 4);
}

static struct fields fields_at(const struct Elf *elf, uint64_t at)
{
    return (struct fields){.at = elf->bytes + at,
                           .is_64 = elf->bytes[EI_CLASS] == ELFCLASS64,
                           .is_big_endian = elf->bytes[EI_DATA] == ELFDATA2MSB};
}

static GElf_Ehdr read_header(const struct Elf *elf)
{
    struct fields f = fields_at(elf, EI_NIDENT);
    GElf_Ehdr h = {0};
    h.e_type = next_half(&f);
    h.e_machine = next_half(&f);
    h.e_version = next_word(&f);
    h.e_entry = next_long(&f);
    h.e_phoff = next_long(&f);
    h.e_shoff = next_long(&f);
    h.e_flags = next_word(&f);
    h.e_ehsize = next_half(&f);
    h.e_phentsize = next_half(&f);
    h.e_phnum = next_half(&f);
    h.e_shentsize = next_half(&f);
    h.e_shnum = next_half(&f);
    h.e_shstrndx = next_half(&f);
    return h;
}

static size_t section_bytes(const struct Elf *elf)
{
    return elf->bytes[EI_CLASS] == ELFCLASS64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
}

static GElf_Shdr read_section_header(const struct Elf *elf, uint64_t at)
{
    struct fields f = fields_at(elf, at);
    GElf_Shdr h = {0};
    h.sh_name = next_word(&f);
    h.sh_type = next_word(&f);
    h.sh_flags = next_long(&f);
    h.sh_addr = next_long(&f);
    h.sh_offset = next_long(&f);
    h.sh_size = next_long(&f);
    h.sh_link = next_word(&f);
    h.sh_info = next_word(&f);
    h.sh_addralign = next_long(&f);
    h.sh_entsize = next_long(&f);
    return h;
}

/* ---- The functions ---- */

/* Whether N section headers are in the file. */
static bool has_sections(const struct Elf *elf, uint64_t n)
{
    return elf->header.e_shoff <= elf->size &&
           n <= (elf->size - elf->header.e_shoff) / section_bytes(elf);
}

Elf *elf_memory(char *bytes, size_t size)
{
    struct Elf *elf = malloc(sizeof *elf);
    if (!elf)
        return NULL;
    *elf = (struct Elf){.bytes = (const uint8_t *)bytes, .size = size};
    elf->header = read_header(elf);
    uint64_t n = elf->header.e_shnum;
    /* Where there are too many for the header, the first section has their number. */
    if (n == 0 && elf->header.e_shoff != 0 && has_sections(elf, 1))
        n = read_section_header(elf, elf->header.e_shoff).sh_size;
    if (n > UINT32_MAX) {
        free(elf);
        errno = EINVAL;
        return NULL;
    }
    elf->n_sections = has_sections(elf, n) ? (size_t)n : 0;
    return elf;
}

void elf_end(Elf *elf)
{
    free(elf);
}

GElf_Ehdr *gelf_getehdr(Elf *elf, GElf_Ehdr *header)
{
    *header = elf->header;
    return header;
}

int elf_getshdrnum(Elf *elf, size_t *n)
{
    *n = elf->n_sections;
    return 0;
}

int elf_getshdrstrndx(Elf *elf, size_t *index)
{
    *index = elf->header.e_shstrndx;
    if (*index == SHN_XINDEX && elf->n_sections > 0)
        *index = read_section_header(elf, elf->header.e_shoff).sh_link;
    return *index < elf->n_sections ? 0 : -1;
}

Elf_Scn *elf_getscn(Elf *elf, size_t index)
{
    if (index >= elf->n_sections)
        return NULL;
    elf->section = (struct Elf_Scn){elf, elf->header.e_shoff + index * section_bytes(elf)};
    return &elf->section;
}

GElf_Shdr *gelf_getshdr(Elf_Scn *section, GElf_Shdr *header)
{
    if (!section)
        return NULL;
    *header = read_section_header(section->elf, section->at);
    return header;
}
