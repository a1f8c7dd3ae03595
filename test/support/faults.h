/* support/faults.h - a system that fails when it is asked to
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Programs of test/faults are linked with these functions in place of the system's (Makefile,
 * FAULT_LINK): what the library and the command call can be made to fail. All of it does what it
 * always does until a test begins.
 */
#ifndef BL_SUPPORT_FAULTS_H
#define BL_SUPPORT_FAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* From now on call FAILING of those that take memory (malloc and its kin; elf_memory(),
 * tre_regcomp() and others that do inside of their libraries; pthread_create()) fails, counted from
 * 1, with FOR_GOOD also all after it. 0: none. */
void faults_begin(uint64_t failing, bool for_good);

/* From now on call I, counted from 0, of those that take memory leaves in PLACES[I] what
 * distinguishes the path on which it was called from others, as long as it is one of N. */
void faults_trace(uint64_t *places, size_t n);

/* Set DUE[I] where call I of N, by their PLACES, is the first, second, fourth, eighth… on its path,
 * and everywhere with FAULTS=all in the environment: what is to fail. */
void faults_choose(const uint64_t *places, size_t n, bool *due);

/* Whether calls are to fail for good, too. Not with sanitizers, where each run takes long, except
 * for WHOLE=1 in the environment. */
bool faults_fail_for_good(void);

/* No more failures. How many calls took memory since faults_begin(). */
uint64_t faults_end(void);

/* What read() does; NULL: what it always does. CONTEXT is handed on. */
typedef ssize_t faults_read_fn(void *context, int fd, void *data, size_t size);
void faults_read(faults_read_fn *instead, void *context);

/* What write() and pwrite() do, in the same way. OFFSET -1: it is the first. */
typedef ssize_t faults_write_fn(void *context, int fd, const void *data, size_t size, off_t offset);
void faults_write(faults_write_fn *instead, void *context);

/* The system's. */
ssize_t faults_real_read(int fd, void *data, size_t size);
ssize_t faults_real_write(int fd, const void *data, size_t size, off_t offset);

enum faults_call {
    FAULTS_FSYNC,
    FAULTS_RENAME,
    FAULTS_READDIR,
    FAULTS_CALLS
};

/* From now on CALL fails with FAILURE, an errno; 0: no more. */
void faults_fail(enum faults_call call, int failure);

#endif
