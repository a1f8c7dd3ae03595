/* format/metallib.h - modules in Metal libraries (.metallib)
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Parts are BL_PART_BITCODE: the module of each function, in the order of the function list, under
 * the function's name. What the list says of it are facts: type, version of AIR, version of
 * Metal, and the SHA-256 of the module, which is in part.sha256, too. The functions are those of
 * format/part.h.
 */
#ifndef BL_FORMAT_METALLIB_H
#define BL_FORMAT_METALLIB_H

#include "format/part.h"

struct bl_metallib {
    struct bl_view bytes;     /* borrowed */
    struct bl_view modules;   /* that they all are in */
    struct bl_view functions; /* groups of tags, from the first byte of the first group */
    size_t at;                /* of the next group in `functions` */
    uint32_t n_left;          /* groups from there on, as the list says */
    bool is_cut_off;          /* bytes after the modules are missing; not reported yet */
    struct bl_view group;     /* of the last part: the tags */
    char air[sizeof "65535.65535"];
    char metal[sizeof "65535.65535"];
};

bool bl_metallib_probe(struct bl_view bytes);

/* Errors: BL_E_CONTAINER. */
int bl_metallib_open(struct bl_metallib *it, struct bl_view bytes, struct bl_error *err);

/* Errors: BL_E_CONTAINER. Continues after a function whose size is right, and ends otherwise. */
int bl_metallib_next(struct bl_metallib *it, struct bl_part *part, struct bl_error *err);

/* Fact NUMBER of the last part. 1, or 0: it has no more. Texts belong to IT until the next part. */
int bl_metallib_fact(struct bl_metallib *it, uint32_t number, struct bl_fact *fact);

#endif
