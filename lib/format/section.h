/* format/section.h - which sections hold something, and whether their bytes are there
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What the readers of objects share. Offsets and sizes come from the file and are
 * as wide as can be.
 */
#ifndef BL_FORMAT_SECTION_H
#define BL_FORMAT_SECTION_H

#include "format/part.h"

/* A row of a reader's table of names; a table ends with a row without a name. */
struct bl_section_name {
    const char *name;
    enum bl_part_kind kind;
};

/* The name of an unknown section that is a part, up to the first zero: no longer. */
enum {
    BL_SECTION_NAME_MAX = 255
};

/* A part of BYTES of which nothing is known: no kind, and no bytes, but never a null pointer. */
struct bl_part bl_section_blank(struct bl_view bytes);

/* Look NAME up. Where it is found, PART gets its kind and its name, which is static. */
bool bl_section_find(const struct bl_section_name *names, struct bl_view name,
                     struct bl_part *part);

/* Whether a section that no table names holds something that is known: names go on being invented,
 * so CONTENTS, all of it, is looked at, where it begins. Then PART gets its kind and bytes, and
 * NAME, which may go on behind its end. */
bool bl_section_sniff(struct bl_view contents, struct bl_view name, struct bl_part *part);

/* Where bitcode begins in BYTES: at 0, or after its length, which some write before it in four or
 * eight bytes; SIZE_MAX: neither. */
size_t bl_section_bitcode_at(struct bl_view bytes);

/* The SIZE bytes at OFFSET of BYTES; false, and *SLICE as it was, where they are not all there. */
bool bl_section_slice(struct bl_view bytes, uint64_t offset, uint64_t size, struct bl_view *slice);

/* Fill PART's bytes from its offset and size: 1. Failures are at the bytes where these are
 * written. */
int bl_section_locate(struct bl_view bytes, struct bl_part *part, uint64_t offset_at,
                      uint64_t size_at, struct bl_error *err);

/* The text that begins at TEXT: up to the first zero, or to the end. Never looks at more
 * than the longest name of a section that is known, so that no table of names costs more than its
 * sections do. */
struct bl_view bl_section_text(struct bl_view text);

/* The text that NAME begins with, of a section that no table has. */
struct bl_view bl_section_own_name(struct bl_view name);

#endif
