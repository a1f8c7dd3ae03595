/* support/rewrite.h - a stream read and written again, record by record, with changes on the way
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_REWRITE_H
#define BL_SUPPORT_REWRITE_H

#include "bitleap.h"

/* Longer records are written as they are, without asking. */
enum {
    REWRITE_MAX_OPS = 65536
};

struct rewrite_record {
    uint32_t block_id;
    uint32_t
        abbrev_id; /* set it to BL_ABBREV_UNABBREV when something else changes; a blob is lost */
    uint32_t code;
    uint64_t *ops; /* room for REWRITE_MAX_OPS */
    size_t n_ops;
    bool has_blob;
};

/* Called for each record, to change it or not. Returns how often it is written: 0 leaves it out. */
typedef unsigned rewrite_fn(void *context, struct rewrite_record *record);

/* Read STREAM and write it to W, up to the first failure; blocks that are open there are closed.
 * EDIT may be NULL. False where something could not be read, or was written in another way. */
bool rewrite_stream(const struct bl_stream *stream, struct bl_writer *w, rewrite_fn *edit,
                    void *context);

/* Operand OP of a record of CODE in a block of BLOCK_ID: of that after WHICH such records. */
struct flipped_operand {
    uint32_t block_id, code;
    unsigned which;
    uint32_t op;
};

/* Let the least bit of that operand in STREAM be another one in REWRITE; false: there is no such
 * record, it has not so many operands or more than 64, or it cannot be replaced. */
bool flip_operand(struct bl_rewrite *rewrite, const struct bl_stream *stream,
                  const struct flipped_operand *operand);

#endif
