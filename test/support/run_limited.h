/* support/run_limited.h - runs a command within limits of time and memory, and reports how it ended
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_RUN_LIMITED_H
#define BL_SUPPORT_RUN_LIMITED_H

#include <stdbool.h>
#include <stdint.h>

/* From the best to the worst; a command that takes hostile input ends in one of the first two. */
enum run_outcome {
    RUN_OK,
    RUN_ERROR,  /* a status other than 0 */
    RUN_ABORT,  /* it ended itself: SIGABRT */
    RUN_CRASH,  /* any other signal */
    RUN_HANG,   /* its time was over */
    RUN_MEMORY, /* it said that there was no memory */
    RUN_OUTCOMES
};

struct run_limits {
    unsigned seconds; /* of processor time; six times as much by the clock */
    uint64_t bytes;   /* of address space; 0: no limit */
};

struct run_result {
    enum run_outcome outcome;
    int status; /* of the exit, or the signal */
    uint64_t peak_kilobytes;
    uint64_t microseconds; /* of processor time */
};

/* Run ARGV, looked for in PATH, with standard output thrown away. ERR_FD, an open file, is written
 * over with its standard error. SIGCHLD must be blocked in the caller, who has no other children.
 * Ends the process where the command cannot be started. */
struct run_result run_limited(char *const argv[], struct run_limits limits, int err_fd);

#endif
