/* bitleap_parallel.h - jobs on several threads, results in order
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_PARALLEL_H
#define BITLEAP_PARALLEL_H

#include "bitleap_base.h"

BL_BEGIN_DECLS

/* ---- Parallel work ---- */

/* Do job JOB, on thread THREAD of n_threads. Negative: failed; no further jobs start. */
typedef int bl_job_fn(void *context, unsigned thread, uint64_t job);

/* Use the result of JOB, in order of jobs, on the caller's thread. Negative: stop. */
typedef int bl_take_fn(void *context, uint64_t job);

/* Cores that this process may use. */
BL_API unsigned bl_cores(void);

/* Run jobs 0 to N_JOBS - 1 on N_THREADS threads (0: bl_cores()), including the caller's, but on no
 * more than there are jobs and no more than 1,024; this maximum applies wherever a function takes a
 * number of threads. TAKE, if not NULL, is called after each job. A job starts only when fewer than
 * WINDOW jobs before it are waiting for TAKE (0: four times the threads), so that WINDOW places are
 * enough for results. Returns 0, or the first negative result in order of jobs; TAKE has been
 * called for the jobs before it. If threads cannot be created, fewer do the work. */
BL_API int bl_parallel(unsigned n_threads, uint64_t n_jobs, uint64_t window, bl_job_fn *job,
                       bl_take_fn *take, void *context);

BL_END_DECLS

#endif /* BITLEAP_PARALLEL_H */
