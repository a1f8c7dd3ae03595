/* support/build_sections.h - small containers, byte by byte
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   struct image image;
 *   build_elf(&image, BUILD_ELF64_BE, sections, 2);
 *   image_patch(&image, image_elf_header(&image, "e_shoff"), 99);
 *   struct guard g = guard_copy(image_bytes(&image));
 */
#ifndef BL_SUPPORT_BUILD_SECTIONS_H
#define BL_SUPPORT_BUILD_SECTIONS_H

#include "bitleap.h"

/* A place in an image. */
struct image_field {
    uint64_t at;
    unsigned n_bytes;
};

struct image {
    uint8_t data[8192];
    size_t size;
    bool big_endian;
    bool is_64;
    /* Where things stand, for those who patch. */
    uint64_t header;      /* COFF's, after the stub and the signature of an image */
    uint64_t table;       /* of section headers, or of offsets of chunks */
    uint64_t names;       /* of the string table */
    unsigned n_sections;  /* ELF's two own ones among them */
    uint64_t contents[8]; /* of each section or chunk that was given */
};

/* Borrowed from IMAGE. */
struct bl_view image_bytes(const struct image *image);
void image_patch(struct image *image, struct image_field field, uint64_t value);

struct build_section {
    const char *name;
    const char *text; /* what is in it */
    uint32_t type;    /* of ELF; 0: SHT_PROGBITS */
    uint64_t flags;   /* of ELF */
};

/* ELF: header, contents at odd offsets, names, section headers. Section 0 is null, those given
 * follow, the last one holds the names. */
enum build_elf_variant {
    BUILD_ELF32_LE,
    BUILD_ELF32_BE,
    BUILD_ELF64_LE,
    BUILD_ELF64_BE,
    BUILD_ELF_VARIANTS
};
void build_elf(struct image *image, enum build_elf_variant variant,
               const struct build_section *sections, unsigned n_sections);
/* Fields by the names of <elf.h>; an unknown one ends the process. */
struct image_field image_elf_header(const struct image *image, const char *name);
struct image_field image_elf_section(const struct image *image, unsigned index, const char *name);

/* COFF: what is in front, header, section headers, contents, two symbols, strings. Names of
 * more than eight characters go to the strings. */
enum build_coff_variant {
    BUILD_COFF_OBJECT,
    BUILD_COFF_BIG,
    BUILD_COFF_IMAGE,
    BUILD_COFF_VARIANTS
};
enum {
    BUILD_COFF_BASE64 = 1,    /* "//AAAAAA" instead of "/123" */
    BUILD_COFF_FAR_NAMES = 2, /* strings that nobody needs before the others */
};
void build_coff(struct image *image, enum build_coff_variant variant, unsigned flags,
                const struct build_section *sections, unsigned n_sections);

/* DXBC: header, offsets, chunks. A chunk named DXIL or ILDB gets a program header
 * around its text. */
void build_dxbc(struct image *image, const struct build_section *chunks, unsigned n_chunks);

/* WebAssembly: header, an empty section of types, custom sections. Sizes of sections have
 * five bytes, lengths of names one. */
void build_wasm(struct image *image, const struct build_section *sections, unsigned n_sections);

/* Offload binaries in a row, each with its header, its entry, two strings with what they hold,
 * image, and zeros up to a multiple of eight. Names are those of architectures; NULL: only
 * the target triple, "nvptx64", is reported. */
void build_offload(struct image *image, const struct build_section *images, unsigned n_images);

/* Offload bundles: one whose entries have these IDs, and contents right after each other. */
void build_offload_bundle(struct image *image, const struct build_section *entries,
                          unsigned n_entries);

/* A CUDA fat binary of one entry for each section: its name is the kind, a digit; the architecture
 * is 80, 81, …; what it holds is filled with zeros to a multiple of eight. */
void build_fatbin(struct image *image, const struct build_section *entries, unsigned n_entries);

/* A Metal library: header, function list, modules. Its functions are kernels of AIR 2.7 and Metal
 * 3.1, and their hashes are zero. */
void build_metallib(struct image *image, const struct build_section *functions, unsigned n);

/* Append a member to a tar archive, which begins as zeros; the place of its header. A name has
 * at most 100 characters. */
uint64_t build_tar_member(struct image *image, char type, const char *name, const char *contents);

/* Make the checksum of the header at AT right. */
void image_seal_tar(struct image *image, uint64_t at);

#endif
