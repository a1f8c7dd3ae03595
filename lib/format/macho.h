/* format/macho.h - bitcode in Mach-O objects and images
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * 32 and 64 bits, both byte orders. A universal file around it is fat.h's business. The parts are
 *
 *   __LLVM,__bitcode        BITCODE    clang, swiftc and rustc with -embed-bitcode. One zero byte,
 *                                      or none, is the marker of -fembed-bitcode-marker: no stream
 *   __LLVM,__remarks        BITCODE    optimization remarks, where they are a bitstream (not YAML)
 *   __LLVM,__cmdline        COMMANDS
 *   __LLVM,__swift_cmdline  COMMANDS
 *   __CLANG,__clangast      AST        .pch and .pcm of -fmodule-format=obj
 *   __DWARF,__swift_ast     AST        one Swift module or several
 *   __LLVM,__bundle         OFFLOAD    a xar archive, into which ld -bitcode_bundle packs bitcode
 *
 * Names are static. There is no section for -ffat-lto-objects: clang
 * refuses it here.
 */
#ifndef BL_FORMAT_MACHO_H
#define BL_FORMAT_MACHO_H

#include "format/part.h"

struct bl_macho_layout;

enum {
    BL_MACHO_NAME_BYTES = 16 + 1 + 16 + 1 /* "__SEGMENT,__section" */
};

/* Private except for its size. Commands and sections left are checked against the bytes when they
 * are entered, so that what is left of both can be read unchecked. */
struct bl_macho {
    struct bl_view bytes;
    bool is_big_endian;
    uint32_t n_commands; /* load commands not looked at yet */
    size_t command_at;   /* the next one */
    size_t commands_end;
    const struct bl_macho_layout *layout; /* of the segment entered last */
    size_t n_sections;                    /* of that segment, not looked at yet */
    size_t section_at;                    /* header of the next one */
    char name[BL_MACHO_NAME_BYTES];       /* of the last part, if no table has it */
};

/* part.h has the contract; names that no table has belong to the iterator. Failures are
 * BL_E_CONTAINER. Nothing is read after a load command with a bad size: it ends the iteration with
 * an error. */
bool bl_macho_probe(struct bl_view bytes);
int bl_macho_open(struct bl_macho *it, struct bl_view bytes, struct bl_error *err);
int bl_macho_next(struct bl_macho *it, struct bl_part *part, struct bl_error *err);

/* The last section with SIZE bytes at OFFSET. Without a header: they are beyond what it can say. */
struct bl_placing bl_macho_place(const struct bl_macho *it, uint64_t offset, uint64_t size);

#endif
