/* rewrite/pieces.h - bits to be written: those of a stream, borrowed, and new ones
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * New bits are in a bl_writer. Whole words of a stream that fall on whole words are not copied: a
 * piece has the place in the writer's bytes before which they belong.
 */
#ifndef BL_REWRITE_PIECES_H
#define BL_REWRITE_PIECES_H

#include "bitleap_rewrite.h"
#include "bitleap_writer.h"

/* Bytes of a stream. */
struct bl_borrowed {
    struct bl_view bytes; /* whole words */
    uint64_t own_before;  /* bytes of the writer before them */
};

struct bl_pieces {
    struct bl_writer *writer;
    struct bl_borrowed *borrowed;
    size_t n_borrowed, cap_borrowed;
    uint64_t borrowed_bytes;
    struct bl_view *views; /* of both, in order, once they are complete */
    size_t n_views, cap_views;
    bool no_memory; /* sticky */
};

int bl_pieces_init(struct bl_pieces *pieces, struct bl_error *err);
void bl_pieces_release(struct bl_pieces *pieces);

/* Bits so far. */
uint64_t bl_pieces_pos(const struct bl_pieces *pieces);

/* Bits FROM to TO of STREAM, as they are. */
void bl_pieces_copy(struct bl_pieces *pieces, const struct bl_bits *stream, uint64_t from,
                    uint64_t to);

/* Fill in the views; *SIZE is their sum in bytes. The bits end at a multiple of eight. */
int bl_pieces_finish(struct bl_pieces *pieces, uint64_t *size, struct bl_error *err);

#endif
