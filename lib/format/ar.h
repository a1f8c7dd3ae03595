/* format/ar.h - members of ar archives: GNU, BSD, Darwin, COFF, thin
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An iterator as in format/part.h. Opening reads the first 8 bytes, each step the 60 bytes of a
 * member's header and its name; contents are never touched, symbol tables never used. Nothing is
 * allocated. Names are views into the archive:
 *
 *   "core.o/"         GNU and COFF; without the '/'
 *   "core.o"          BSD, filled with spaces
 *   "/123"            an offset in the name table, the member "//" (entries end in "/\n" or in NUL)
 *   "#1/20"           BSD and Darwin: the first 20 bytes of the contents, filled with NUL
 *   "/5:72"           GNU, thin: the member whose header is at 72 in the archive named at 5
 *
 * Symbol tables and the name table are members too, and are passed over: names that begin with '/',
 * and a first member named "__.SYMDEF" in its four spellings. Two members may have the same
 * name. The byte between members of odd size and their followers may be anything, and may be
 * missing at the end. Darwin's tools fill contents up to a multiple of 8 bytes with '\n' and
 * count these bytes in.
 */
#ifndef BL_FORMAT_AR_H
#define BL_FORMAT_AR_H

#include "format/part.h"

/* Longest name: PATH_MAX of Linux. Bounds the work for one header, and nested paths. */
#define BL_AR_MAX_NAME 4096

struct bl_ar {
    struct bl_view bytes;
    struct bl_view names; /* contents of the name table, once it was passed */
    /* Of the last symbol table that was passed: its name, as "/", and contents. */
    struct bl_view table_name, table;
    bool has_two_tables; /* it is the second one */
    uint64_t offset;     /* of the next member's header, or the archive's size */
    uint64_t header_at;  /* of the last member returned */
    bool is_thin;
    bool stops_at_tables; /* the next member may be a table */
    /* Of the last member returned: where its header is in the archive `name`. 0: `name` is
     * the member's own file. Only in thin archives. */
    uint64_t nested_offset;
};

/* Whether BYTES begin as an archive does, also one of AIX, which bl_ar_open() refuses. */
bool bl_ar_probe(struct bl_view bytes);

/* Whether BYTES begin as a thin archive does. */
bool bl_ar_is_thin(struct bl_view bytes);

/* Start before the first member. AR borrows BYTES. BL_E_CONTAINER: no archive, or AIX's. */
int bl_ar_open(struct bl_ar *ar, struct bl_view bytes, struct bl_error *err);

/* The next member: BL_PART_MEMBER, or BL_PART_THIN_MEMBER, whose name is a path that is relative to
 * the archive's directory. `size` does not count a BSD name before the contents.
 *
 * BL_E_CONTAINER: a field of the header is wrong, and err->bit_pos is its position; PART holds its
 * name, where that can be read, and those of its bytes that are there. The next call continues
 * after the member, or ends where its size cannot be read. The member may also be a table that
 * is not returned otherwise; it is named "/" or "//" then. */
int bl_ar_next(struct bl_ar *ar, struct bl_part *part, struct bl_error *err);

#endif
