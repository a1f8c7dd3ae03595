/* process.h - commands as engines
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BENCH_PROCESS_H
#define BENCH_PROCESS_H

#include "engines.h"

/* `bitleap bcanalyzer --dump` (of $BITLEAP, or of the build that this program stands in) and
 * llvm-bcanalyzer-22, as far as they are installed; these print the same. */
void engines_find_commands(struct engines *engines);

#endif
