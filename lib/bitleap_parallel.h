/* bitleap_parallel.h - jobs on several threads, results in order
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_PARALLEL_H
#define BITLEAP_PARALLEL_H

#include "bitleap_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Parallel work ---- */

/* Do job JOB, on thread THREAD of n_threads. Negative: failed; no further jobs are begun. */
typedef int bl_job_fn(void *context, unsigned thread, uint64_t job);

/* Take in what JOB left, in order of jobs, on the caller's thread. Negative: stop. */
typedef int bl_take_fn(void *context, uint64_t job);

/* Cores that this process may use. */
BL_API unsigned bl_cores(void);

/* Jobs 0 to N_JOBS - 1 on N_THREADS threads (0: bl_cores()), the caller's among them, but on no
 * more than there are jobs, nor than 1,024, here and wherever threads are asked for. TAKE, if not
 * NULL, works after each. A job is begun only when fewer than WINDOW jobs before it have not been
 * taken (0: four times the threads), so that results can be kept in WINDOW places. 0, or the first
 * negative answer in order of jobs; those before it have been taken. Where no thread can be made,
 * fewer do the work. */
BL_API int bl_parallel(unsigned n_threads, uint64_t n_jobs, uint64_t window, bl_job_fn *job,
                       bl_take_fn *take, void *context);

#ifdef __cplusplus
}
#endif

#endif /* BITLEAP_PARALLEL_H */
