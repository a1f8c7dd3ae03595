/* format/tar.h - members of tar archives: ustar, pax, GNU, and those of Unix 7
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An iterator as in format/part.h. Each step reads headers of 512 bytes and what they have of
 * longer names; contents are never touched. Parts are BL_PART_MEMBER: regular files; directories,
 * links and devices are passed over. A name is the one that tar prints: from the header, from a
 * prefix there (POSIX), from a member of type L before it (GNU), or from the record "path" of a
 * pax header. It belongs to the iterator where it has a prefix (so do not copy that), and to the
 * bytes otherwise. Sparse files and parts of files in archives of several volumes are errors. An
 * archive ends after two blocks of zeros, or where the bytes end.
 */
#ifndef BL_FORMAT_TAR_H
#define BL_FORMAT_TAR_H

#include "format/part.h"

/* Longest name: PATH_MAX of Linux. Bounds nested paths. */
#define BL_TAR_MAX_NAME 4096

struct bl_tar {
    struct bl_view bytes; /* borrowed */
    uint64_t at;          /* byte offset of the next header */
    char name[155 + 1 + 100];
};

/* Whether BYTES begin with a header whose checksum is right. */
bool bl_tar_probe(struct bl_view bytes);

/* Errors: BL_E_CONTAINER. */
int bl_tar_open(struct bl_tar *it, struct bl_view bytes, struct bl_error *err);

/* Errors: BL_E_CONTAINER. Continues after the member, and after a header that cannot be read with
 * the next one that can. */
int bl_tar_next(struct bl_tar *it, struct bl_part *part, struct bl_error *err);

#endif
