/* cmd/ordered.h - text that jobs make on several threads, written in the order of jobs
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_ORDERED_H
#define CMD_ORDERED_H

#include "base/out.h"

/* What a job has to say. */
struct said {
    struct out *text;
    uint64_t n; /* of whatever the job counts */
    struct bl_error *errors;
    uint32_t n_errors, cap_errors;
    bool lacks_memory; /* for an error */
};

/* Keep ERR, which is to be reported after the text. */
void said_error(struct said *said, const struct bl_error *err);

struct ordered {
    struct out *out;
    unsigned n_threads; /* 0: all cores */
    /* Do JOB on thread THREAD. A job whose text is too long to be kept is done once more, on the
     * caller's thread, which writes it as it comes. */
    void (*work)(void *context, unsigned thread, uint64_t job, struct said *said);
    /* In order, on the caller's thread, for jobs that have something to say: before its text is
     * written, and for each of its errors. */
    void (*before)(void *context, uint64_t job, const struct said *said);
    void (*fail)(void *context, uint64_t job, const struct bl_error *err);
    void *context;
};

/* Do N jobs. Returns whether there was memory for it; otherwise that has been said by FAIL. */
bool print_ordered(const struct ordered *ordered, uint64_t n);

#endif
