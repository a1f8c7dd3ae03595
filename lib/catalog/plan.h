/* catalog/plan.h - where the streams of one file are
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Made before anything in the streams is looked at, so that they can be shared out to threads.
 * The first source of a plan is the file itself, the others are files that a thin archive
 * names, in that order.
 */
#ifndef BL_CATALOG_PLAN_H
#define BL_CATALOG_PLAN_H

#include "base/arena.h"
#include "catalog/fragment.h"
#include "catalog/input_files.h"

struct bl_planned_source {
    struct bl_input_file file;
    struct bl_hash hash;
    uint32_t n_streams;
};

struct bl_planned_stream {
    uint32_t source;
    struct bl_view path;
    struct bl_stream stream; /* of a member's file: its bytes begin nowhere */
};

/* Zero-initialise. */
struct bl_plan {
    struct bl_file *file; /* of the first source; NULL: it could not be opened, or is a directory */
    unsigned open_flags;  /* bl_open_flags */
    struct bl_arena arena;
    struct bl_planned_source *sources;
    uint32_t n_sources, cap_sources;
    struct bl_planned_stream *streams; /* by source */
    uint32_t n_streams, cap_streams;
    uint32_t *idle; /* members in which there is no stream: numbers of sources */
    uint32_t n_idle, cap_idle;
    struct bl_fragment problems; /* PROB and STRS; numbers of sources are the plan's */
    int status;                  /* of members that could not be added */
};

/* Open FILE with FLAGS and find its streams; of a directory, there is nothing to be opened. What is
 * wrong with it is a problem. BL_E_NOMEM, BL_E_LIMIT. */
int bl_plan_make(struct bl_plan *plan, const struct bl_input_file *file, unsigned flags);

void bl_plan_release(struct bl_plan *plan);

/* The sources as records of FRAGMENT, which is empty. Streams, problems and hashes are not told. */
int bl_plan_put_sources(const struct bl_plan *plan, const struct bl_inputs *inputs,
                        struct bl_fragment *fragment);

/* BYTES of source NUMBER, as it was examined: of the planned file, or of *MEMBER, which is opened
 * then, and to be closed by the caller, in failure, too. */
int bl_plan_open_source(const struct bl_plan *plan, uint32_t number, struct bl_file **member,
                        struct bl_view *bytes, struct bl_error *err);

/* The hash of source NUMBER, whose streams are N records from STREAMS on, and whose bytes are
 * BYTES. BL_E_NOMEM. */
int bl_plan_hash_source(struct bl_plan *plan, uint32_t number, struct bl_view bytes,
                        const struct bl_blx_stream *streams, uint32_t n);

/* The hash of source NUMBER, which is idle, if it can be read. BL_E_NOMEM. */
int bl_plan_hash_idle(struct bl_plan *plan, uint32_t number);

#endif
