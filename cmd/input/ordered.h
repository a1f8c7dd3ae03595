/* cmd/input/ordered.h - text that jobs make on several threads, written in the order of jobs
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_ORDERED_H
#define CMD_ORDERED_H

#include "base/out.h"

/* What a job puts out. */
struct job_output {
    struct out *text;
    uint64_t n; /* of whatever the job counts */
    struct bl_error *errors;
    uint32_t n_errors, cap_errors;
};

/* Keep ERR, which is to be reported after the text. */
void keep_job_error(struct job_output *output, const struct bl_error *err);

struct ordered {
    struct out *out;
    unsigned n_threads; /* 0: all cores */
    /* Do JOB on thread THREAD. A job whose text is too long to be kept is done once more, on the
     * caller's thread, which writes it as it comes. */
    void (*work)(void *context, unsigned thread, uint64_t job, struct job_output *output);
    /* In order, on the caller's thread, for jobs with text, a count or errors: before its text is
     * written, and for each of its errors. */
    void (*before)(void *context, uint64_t job, const struct job_output *output);
    void (*fail)(void *context, uint64_t job, const struct bl_error *err);
    void *context;
};

/* Do N jobs. */
void print_ordered(const struct ordered *ordered, uint64_t n);

#endif
