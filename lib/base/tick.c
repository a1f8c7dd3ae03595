/* base/tick.c - the clock that stamps files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/tick.h"

#include <time.h>

static int64_t clock_now(clockid_t clock)
{
    struct timespec now;
    if (clock_gettime(clock, &now) < 0)
        return INT64_MAX;
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Files get their times from the coarse clock, which advances with each tick, or from the fine one.
 * A virtual processor may tick late: how far the coarse clock is behind MTIME has no bound. */
void bl_tick_wait(int64_t mtime)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    while (clock_now(CLOCK_REALTIME_COARSE) <= mtime && mtime <= clock_now(CLOCK_REALTIME))
        (void)nanosleep(&pause, NULL);
}
