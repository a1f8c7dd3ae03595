/* format/fat.h - universal files: one slice for each architecture
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * With 32-bit offsets (0xCAFEBABE) and 64-bit ones (0xCAFEBABF), and those of Metal (0xCBFEBABE).
 * Parts are BL_PART_SLICE; a slice is a Mach-O file, an archive, bitcode or a Metal library. Slices
 * may overlap, so that a file can be made to hold more bytes than it has; but none begins inside
 * the header, so that each is shorter than the file and universal files in universal files come to
 * an end.
 *
 * A slice's name is that of its architecture: "arm64e", "x86_64h". It is static, but for a device
 * of Metal "air64.<subtype>", "applegpu.<subtype>" and the like, and where the architecture is not
 * known "cpu-<type>.<subtype>", which belongs to the iterator (so do not copy
 * that) and stays until the next call with it.
 */
#ifndef BL_FORMAT_FAT_H
#define BL_FORMAT_FAT_H

#include "format/part.h"

/* Private except for its size. */
struct bl_fat {
    struct bl_view bytes;
    bool is_big_endian;
    bool is_64;
    uint32_t n_slices; /* all of them */
    uint32_t next;     /* number of the next one */
    char name[sizeof "cpu-4294967295.16777215"];
};

/* part.h has the contract. Failures are BL_E_CONTAINER. A Java class file begins with 0xCAFEBABE,
 * too, and is not a universal file. */
bool bl_fat_probe(struct bl_view bytes);
int bl_fat_open(struct bl_fat *it, struct bl_view bytes, struct bl_error *err);
int bl_fat_next(struct bl_fat *it, struct bl_part *part, struct bl_error *err);

/* The last slice with SIZE bytes at OFFSET. Without a header: they are beyond what it can say. */
struct bl_placing bl_fat_place(const struct bl_fat *it, uint64_t offset, uint64_t size);

#endif
