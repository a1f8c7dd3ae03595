/* base/tick.h - the clock that stamps files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_TICK_H
#define BL_BASE_TICK_H

#include <stdint.h>

/* What is written to within the tick in which it was examined, at MTIME (bl_stat_mtime()), may keep
 * that time. Returns when the tick is over, at once if it is already: a caller that reads then, and
 * finds the same time later, has read what is there. A time in the future is not of this machine's
 * clock and not waited for. */
void bl_tick_wait(int64_t mtime);

#endif
