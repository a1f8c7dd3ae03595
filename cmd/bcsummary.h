/* cmd/bcsummary.h - the summary of llvm-bcanalyzer
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_BCSUMMARY_H
#define CMD_BCSUMMARY_H

#include "input.h"
#include "tally.h"

/* What llvm-bcanalyzer prints at the end; names come from the BLOCKINFO that was last in force. */
void bcsummary(struct out *o, const struct tally *tally, const struct bl_walk *walk,
               const struct input *input, bool histogram);

#endif
