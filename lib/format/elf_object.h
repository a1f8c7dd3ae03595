/* format/elf_object.h - bitcode in sections of ELF files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Relocatable objects, executables and shared objects of 32 and 64 bits, of both byte orders
 * (System V ABI, "Object Files"). Parts are the sections named .llvmbc, .llvm.lto, .llvmcmd,
 * .llvm.offloading and __clangast, in the order of their headers. Names are static. A section
 * without bytes in the file (SHT_NOBITS) is a part with no bytes, at offset 0. Of one that is
 * compressed (SHF_COMPRESSED), bytes are what follows the header of the compression; those of debug
 * information are left out. The functions are those of format/part.h.
 */
#ifndef BL_FORMAT_ELF_OBJECT_H
#define BL_FORMAT_ELF_OBJECT_H

#include "format/part.h"

struct Elf; /* libelf's */

struct bl_elf {
    struct bl_view bytes; /* borrowed */
    struct bl_view names; /* the table of section names; its last byte is zero */
    struct Elf *elf;      /* what libelf knows of BYTES; NULL: nothing is open */
    uint64_t table;       /* byte offset of the section headers */
    size_t n_sections;    /* to be looked at; 0 where no section has a name */
    size_t at;            /* next section */
    bool is_64;
    /* Of the last section, if it is compressed. */
    unsigned compression; /* bl_compression */
    uint64_t raw_size;
};

bool bl_elf_probe(struct bl_view bytes);

/* Whether there may be a section in BYTES that is compressed, or holds an offload bundle. Looks at
 * headers and beginnings alone: most objects need not be opened to know that there is none. */
bool bl_elf_may_be_packed(struct bl_view bytes);

/* Errors: BL_E_CONTAINER (the headers contradict the bytes), BL_E_NOMEM. */
int bl_elf_open(struct bl_elf *it, struct bl_view bytes, struct bl_error *err);

/* Errors, for one section: BL_E_CONTAINER. */
int bl_elf_next(struct bl_elf *it, struct bl_part *part, struct bl_error *err);

/* The last section with SIZE bytes at OFFSET. */
struct bl_placing bl_elf_place(const struct bl_elf *it, uint64_t offset, uint64_t size);

/* Also allowed after an open that failed, and twice. */
void bl_elf_close(struct bl_elf *it);

#endif
