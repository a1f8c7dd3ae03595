/* wasi.h - what WASI lacks, included before each source by the Makefile
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A module of WebAssembly has one thread, no other process, and no signal. What asks for them is
 * refused, which all callers are ready for. Files cannot be mapped, and are copied, as
 * base/mapping.c does then. Beside it are headers of what is missing: pthread.h, sys/auxv.h,
 * sys/mman.h, sys/resource.h, sys/wait.h; of libmd md5.h, sha1.h, sha2.h; of libelf gelf.h; and
 * tre/tre.h.
 */
#ifndef BL_BASE_WASI_H
#define BL_BASE_WASI_H

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>

#define CLOCK_REALTIME_COARSE CLOCK_REALTIME

/* Bytes of a file in a data segment, for cmd/base/embed.h. */
#define EMBED_SECTION ".section .rodata.embedded,\"\",@"
#define EMBED_END ".text"

/* ---- Signals ---- */

typedef unsigned wasi_signals;
#define sigset_t wasi_signals
#define SIG_BLOCK 0
#define SIG_SETMASK 2
#define SA_RESETHAND 0
#define sigemptyset(set) ((void)(*(set) = 0))
#define sigfillset(set) ((void)(*(set) = 0))
#define sigaddset(set, number) ((void)(set))
#define sigdelset(set, number) ((void)(set))
#define sigprocmask(how, set, old) ((void)(set), (void)(old))
#define pthread_sigmask sigprocmask

struct sigaction {
    void (*sa_handler)(int);
    sigset_t sa_mask;
    int sa_flags;
};
static inline int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    (void)number, (void)action, (void)old;
    return 0;
}

/* ---- Processes ---- */

typedef int cpu_set_t;
#define CPU_COUNT(set) ((void)(set), 0)
#define sched_getaffinity(pid, size, set) ((void)(set), -1)

pid_t fork(void);
int execlp(const char *file, const char *argument, ...);
int dup(int fd);
int dup2(int from, int to);

/* ---- Files ---- */

#define F_DUPFD_CLOEXEC (-1) /* which fcntl() refuses */
#define SYNC_FILE_RANGE_WRITE 0
#define sync_file_range(fd, offset, size, flags) ((void)(fd), 0)
#define fchmod(fd, mode) ((void)(fd), (void)(mode), 0)
#define tmpfile() ((FILE *)NULL)
int mkstemp(char *path);
char *realpath(const char *path, char *resolved);

/* ---- As that of glibc ---- */

void qsort_r(void *items, size_t n, size_t size,
             int (*compare)(const void *a, const void *b, void *context), void *context);

#endif
