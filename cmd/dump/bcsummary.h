/* cmd/bcsummary.h - the summary of llvm-bcanalyzer
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_BCSUMMARY_H
#define CMD_BCSUMMARY_H

#include "input/input.h"

/* What llvm-bcanalyzer prints at the end; names come from the BLOCKINFO that was last in force. */
void bcsummary(struct out *o, struct bl_tally *tally, const struct input *input, bool histogram);

#endif
