/* base/tick.c - the clock that stamps files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/tick.h"

#include <time.h>

enum {
    TICK = 10000000 /* nanoseconds, at the most */
};

void bl_tick_wait(int64_t mtime)
{
    const struct timespec pause = {.tv_nsec = TICK / 10};
    struct timespec now;
    while (clock_gettime(CLOCK_REALTIME_COARSE, &now) == 0) {
        uint64_t time = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
        uint64_t left = (uint64_t)mtime - time;
        if (left > TICK)
            break;
        (void)nanosleep(&pause, NULL);
    }
}
