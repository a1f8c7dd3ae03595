/* gelf.h - what format/elf_object.c calls of libelf, where that is not
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Headers are read where they are, and converted each time; numbers as libelf has them.
 */
#ifndef BL_BASE_WASI_GELF_H
#define BL_BASE_WASI_GELF_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Elf Elf;
typedef struct Elf_Scn Elf_Scn;
typedef Elf64_Ehdr GElf_Ehdr;
typedef Elf64_Shdr GElf_Shdr;

#define elf_version(version) ((void)(version))

/* BYTES are borrowed until elf_end(). NULL: no memory, as errno says, or impossible headers. */
Elf *elf_memory(char *bytes, size_t size);
void elf_end(Elf *elf); /* NULL is ignored */

/* Negative, or NULL: there is none. */
GElf_Ehdr *gelf_getehdr(Elf *elf, GElf_Ehdr *header);
int elf_getshdrnum(Elf *elf, size_t *n); /* 0, too, where they reach beyond the file */
int elf_getshdrstrndx(Elf *elf, size_t *index);

/* Valid until the next call. */
Elf_Scn *elf_getscn(Elf *elf, size_t index);
GElf_Shdr *gelf_getshdr(Elf_Scn *section, GElf_Shdr *header); /* of NULL: NULL */

#endif
