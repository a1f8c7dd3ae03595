/* dump/parallel_dump.h - dumps a stream piece by piece on several threads, in order
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_PARALLEL_DUMP_H
#define CMD_PARALLEL_DUMP_H

#include "dump/dumper.h"

/* Threads worth having for STREAM, if N_WANTED were asked for (0: it is up to us). */
unsigned parallel_dump_threads(const struct bl_stream *stream, unsigned n_wanted);

/* Dump STREAM to OUT on N_THREADS threads. DUMPERS are one for each, and one more for pieces that
 * are printed again, straight to OUT. EXPANSION is about how many bytes of text a byte of the
 * stream gives; WALK_FLAGS are bl_walk_flags. False where something went wrong: STREAM has to be
 * dumped to OUT again in one go, which drops what has been written already. */
bool parallel_dump(struct out *out, const struct bl_stream *stream, struct dumper **dumpers,
                   unsigned n_threads, unsigned expansion, unsigned walk_flags);

#endif
