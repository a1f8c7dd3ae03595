/* cmd/rewrite/places.h - where in a file modules are that are written again, and the file with them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_PLACES_H
#define CMD_PLACES_H

#include "base/context.h"
#include "base/spill.h"

/* Bytes of the file, with what takes their place. */
struct place {
    struct bl_view before;
    uint64_t member; /* the header of the archive's member that they are in; UINT64_MAX: none */
    bool in_section; /* of an object */
    struct bl_rewrite *first; /* what REWRITE is of; NULL: the bytes themselves */
    struct bl_rewrite *rewrite;
};

/* What another process has put aside. */
struct places_part {
    struct bl_spill aside;
    uint8_t *mapped;
};

/* Of an archive only one member at a time is in memory: those that are done are put aside. */
struct places {
    struct context *context;
    const char *path;
    struct bl_view file;
    struct place *items; /* in the order of the file; of an archive: in one member */
    uint32_t n, cap;
    struct bl_archive *archive;             /* that the file is; NULL: it has not been opened */
    const struct bl_archive_member *member; /* the last one; NULL: none */
    struct bl_archive_change *changes;      /* of members; what is aside is there by its size */
    uint32_t n_changes, cap_changes;
    struct bl_spill aside;
    uint8_t *mapped; /* what is aside; NULL: nothing, or not yet */
    struct places_part *parts;
    uint32_t n_parts, cap_parts;
    uint8_t **made; /* where nothing can be put aside: contents of members, or the whole object */
    uint32_t n_made, cap_made;
    struct bl_view object; /* the whole file, where it is one; else empty */
};

/* Whatever is noted is in the member of the archive that FOUND is in, or none: that of another one
 * becomes what that has instead. False: reported. */
bool places_leave_member(struct places *places, const struct bl_found *found);

/* Note the place of FOUND, without a rewrite, which the caller opens. It is borrowed until the next
 * call. NULL; or why FOUND's bytes cannot be replaced. */
const char *places_add(struct places *places, const struct bl_found *found, struct place **place);

/* In a process that changes a part of an archive: hand over all changes, and SUM, with what was put
 * aside. False: that is not possible, or the last member cannot be changed. */
bool places_hand_over(struct places *places, struct bl_view sum);

/* After that process: its changes, which come after those that are there, from ASIDE, which belongs
 * to PLACES from then on; SUM is filled in. False: they are not there. */
bool places_receive(struct places *places, struct bl_spill *aside, void *sum, size_t n_sum);

/* Whether BYTES are a thin archive. */
bool is_thin_archive(struct bl_view bytes);

/* Make all that is to be written, except for modules alone. False: reported. */
bool places_prepare(struct places *places);

/* After that: the whole file to PUT. Errors: those of bl_rewrite_write() and bl_archive_write(). */
int places_write(struct places *places, bl_rewrite_put_fn *put, void *context,
                 struct bl_error *err);

void places_release(struct places *places);

#endif
