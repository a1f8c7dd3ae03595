/* format/elf_none.c - ELF files as files that are not read, where there is no libelf
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/elf_object.h"

#include <string.h>

bool bl_elf_probe(struct bl_view bytes)
{
    static const char magic[] = {0x7F, 'E', 'L', 'F'};
    return bytes.size >= sizeof magic && memcmp(bytes.data, magic, sizeof magic) == 0;
}

bool bl_elf_may_be_packed(struct bl_view bytes)
{
    (void)bytes;
    return false;
}

int bl_elf_open(struct bl_elf *it, struct bl_view bytes, struct bl_error *err)
{
    *it = (struct bl_elf){.bytes = bytes};
    return bl_part_pass(err, "an ELF file, which is not read: this was built without libelf", 0);
}

int bl_elf_next(struct bl_elf *it, struct bl_part *part, struct bl_error *err)
{
    (void)it;
    (void)part;
    (void)err;
    return 0;
}

struct bl_placing bl_elf_place(const struct bl_elf *it, uint64_t offset, uint64_t size)
{
    (void)it;
    (void)offset;
    (void)size;
    return (struct bl_placing){0};
}

void bl_elf_close(struct bl_elf *it)
{
    (void)it;
}
