/* format/fatbin.h - code for devices in CUDA fat binaries (.fatbin, .nv_fatbin)
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What nvcc and clang put into the sections .nv_fatbin and __nv_relfatbin of objects, and
 * fatbinary into files: one fat binary, or several in a row, each with entries. Parts are
 * BL_PART_SLICE, under the names that nvcc has for them: "sm_80" for machine code, "compute_80" for
 * PTX, "lto_80" for LTO IR; a name belongs to the iterator until the next call. Entries may be
 * compressed (bl_part.is_compressed). What an entry's header says are facts: kind, architecture,
 * compression, the size without it (raw_bytes), whether it is for debuggers. The functions are
 * those of format/part.h.
 */
#ifndef BL_FORMAT_FATBIN_H
#define BL_FORMAT_FATBIN_H

#include "format/part.h"

struct bl_fatbin {
    struct bl_view bytes;  /* borrowed */
    uint64_t at;           /* byte offset of the next entry or fat binary, or of zeros before it */
    uint64_t end;          /* of the fat binary that `at` is in */
    struct bl_view header; /* of the last entry; empty: it could not be read */
    char name[24], arch[16], kind[16];
};

bool bl_fatbin_probe(struct bl_view bytes);

/* Errors: BL_E_CONTAINER. */
int bl_fatbin_open(struct bl_fatbin *it, struct bl_view bytes, struct bl_error *err);

/* Errors: BL_E_CONTAINER. Continues after an entry that is wrong with the next fat binary. */
int bl_fatbin_next(struct bl_fatbin *it, struct bl_part *part, struct bl_error *err);

int bl_fatbin_fact(struct bl_fatbin *it, uint32_t number, struct bl_fact *fact);

#endif
