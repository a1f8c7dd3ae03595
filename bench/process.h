/* process.h - commands as engines
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BENCH_PROCESS_H
#define BENCH_PROCESS_H

#include "engines.h"

/* The commands that do WAY, as far as they are installed: of bitleap (of $BITLEAP, or of the build
 * that this program stands in) `bcanalyzer --dump`, `dis` on one thread, `dis --only`, and of LLVM
 * llvm-bcanalyzer-22 and, of version LLVM, llvm-dis and llvm-extract. They hold until the next
 * call. */
void engines_find_commands(struct engines *engines, enum bench_way way, unsigned llvm);

#endif
