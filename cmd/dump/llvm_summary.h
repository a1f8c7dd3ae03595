/* dump/llvm_summary.h - the summary of llvm-bcanalyzer
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_LLVM_SUMMARY_H
#define CMD_LLVM_SUMMARY_H

#include "input/input.h"

/* What llvm-bcanalyzer prints at the end; names come from the BLOCKINFO that was last in force. */
void llvm_summary(struct out *o, struct bl_stats *stats, const struct input *input, bool histogram);

#endif
