/* support/apple.h - Mach-O and universal files, written field by field
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   struct apple_file f = {.is_64 = true};
 *   apple_macho(&f, APPLE_OBJECT, sections, n_sections);
 *   … f.data[0 … f.size) …; fields to be changed: apple_poke32(&f, f.ncmds_at, 7)
 */
#ifndef BL_SUPPORT_APPLE_H
#define BL_SUPPORT_APPLE_H

#include "bitleap.h"

enum {
    APPLE_MAX_BYTES = 8192,
    APPLE_MAX_SECTIONS = 16,
    APPLE_OBJECT = 1, /* file types */
    APPLE_EXECUTE = 2,
};

struct apple_file {
    bool is_64;
    bool is_big_endian;
    uint8_t data[APPLE_MAX_BYTES];
    size_t size;
    /* Where fields stand, for tests that make them wrong. */
    size_t ncmds_at, sizeofcmds_at;
    size_t uuid_at;    /* the first load command, LC_UUID */
    size_t segment_at; /* the second, the first segment */
    size_t nsects_at;  /* of the first segment */
    struct {
        size_t size_at, offset_at, flags_at;
    } sections[APPLE_MAX_SECTIONS];
};

struct apple_section {
    const char *segment, *name;
    struct bl_view bytes;
};

struct apple_slice {
    uint32_t cpu_type, cpu_subtype;
    struct bl_view bytes;
};

#define APPLE_TEXT(text)                                          \
    {                                                             \
        .data = (const uint8_t *)(text), .size = sizeof(text) - 1 \
    }

/* At the end of F, in its byte order; these end the process where F is full. */
void apple_u32(struct apple_file *f, uint32_t value);
void apple_u64(struct apple_file *f, uint64_t value);
void apple_word(struct apple_file *f, uint64_t value); /* 8 bytes if F is of 64 bits, or 4 */
void apple_bytes(struct apple_file *f, struct bl_view bytes);

/* Over bytes that are there; apple_poke_word as apple_word. */
void apple_poke32(struct apple_file *f, size_t at, uint32_t value);
void apple_poke_word(struct apple_file *f, size_t at, uint64_t value);

/* A whole Mach-O file: LC_UUID, segments, LC_SYMTAB, sections' bytes. All sections
 * are in one segment without name in an object; otherwise each run of sections with
 * the same segment is one. */
void apple_macho(struct apple_file *f, uint32_t file_type, const struct apple_section *sections,
                 size_t n_sections);

/* A whole universal file, each slice aligned to 16 bytes. */
void apple_fat(struct apple_file *f, const struct apple_slice *slices, size_t n_slices);

struct bl_view apple_view(const struct apple_file *f);

#endif
