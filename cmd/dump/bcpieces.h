/* cmd/bcpieces.h - llvm-bcanalyzer's dump on several threads
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_BCPIECES_H
#define CMD_BCPIECES_H

#include "dump/bcdump.h"

/* Print STREAM to OUT as LLVM reads it, and where that can be done on the way count it in TALLY;
 * *COUNTED tells. 1: done. 0: it has to be printed in one go; what has been written is the
 * beginning of the right text. BL_E_NOMEM. */
int bcdump_pieces(struct out *out, const struct bcdump_options *options,
                  const struct bl_stream *stream, unsigned n_threads, struct bl_tally *tally,
                  bool *counted);

#endif
