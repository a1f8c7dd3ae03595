/* cmd/pieces.h - a stream's text, made piece by piece on several threads and written in order
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_PIECES_H
#define CMD_PIECES_H

#include "base/out.h"

/* What threads write to is so many bytes apart: otherwise they wait for each
 * other's cache lines. */
enum {
    THREADS_APART = 128
};

/* Print the entries of WALK, a piece of the stream, to OUT, on thread THREAD. Negative: not all of
 * them could be printed. May stop when OUT is full. */
typedef int print_piece_fn(void *context, unsigned thread, struct bl_walk *walk, struct out *out);

struct piece_printer {
    print_piece_fn *print;
    void *context;
    unsigned expansion;  /* about how many bytes of text a byte of the stream gives */
    unsigned walk_flags; /* bl_walk_flags */
};

/* Threads worth having for STREAM, if N_WANTED were asked for (0: it is up to us). */
unsigned pieces_threads(const struct bl_stream *stream, unsigned n_wanted);

/* Print STREAM to OUT on N_THREADS threads. False where something went wrong: what has been written
 * is the beginning of the right text. */
bool print_pieces(struct out *out, const struct bl_stream *stream, unsigned n_threads,
                  const struct piece_printer *printer);

#endif
