/* support/run_limited.c - runs a command within limits of time and memory, and reports how it ended
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/run_limited.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    CANNOT_START = 127,
    CLOCK_PER_CPU = 6 /* the machine may have other things to do */
};

static void limit(int resource, uint64_t value)
{
    struct rlimit to = {.rlim_cur = value, .rlim_max = value};
    if (setrlimit(resource, &to) < 0)
        _exit(CANNOT_START);
}

static void become(char *const argv[], struct run_limits limits, int err_fd)
{
    sigset_t none;
    int null = open("/dev/null", O_RDWR);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0 || dup2(err_fd, 2) < 0)
        _exit(CANNOT_START);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, limits.seconds);
    if (limits.bytes > 0)
        limit(RLIMIT_AS, limits.bytes);
    execvp(argv[0], argv);
    _exit(CANNOT_START);
}

/* Zeroes when END is over. */
static struct timespec time_until(const struct timespec *end)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct timespec left = {end->tv_sec - now.tv_sec, end->tv_nsec - now.tv_nsec};
    if (left.tv_nsec < 0) {
        left.tv_sec--;
        left.tv_nsec += 1000000000;
    }
    return left.tv_sec < 0 ? (struct timespec){0} : left;
}

/* Whether the clock ran out before the child ended. */
static bool await(pid_t pid, unsigned seconds, int *status, struct rusage *usage)
{
    struct timespec end;
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    bool late = false;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += seconds;
    /* A signal of an earlier child may still be pending; others may come between. */
    while (wait4(pid, status, late ? 0 : WNOHANG, usage) == 0) {
        struct timespec left = time_until(&end);
        if (sigtimedwait(&child, NULL, &left) < 0 && errno == EAGAIN) {
            late = true;
            kill(pid, SIGKILL);
        }
    }
    return late;
}

static bool says_no_memory(int err_fd)
{
    static const char *const words[] = {"out of memory", "no memory", "Cannot allocate memory",
                                        "bad_alloc", "Allocation failed"};
    char text[8192];
    ssize_t n = pread(err_fd, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strstr(text, words[i]))
            return true;
    return false;
}

static enum run_outcome outcome_of(int status, bool late, int err_fd)
{
    if (late ||
        (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL)))
        return RUN_HANG;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return RUN_OK;
    if (says_no_memory(err_fd))
        return RUN_MEMORY;
    if (WIFEXITED(status))
        return RUN_ERROR;
    return WTERMSIG(status) == SIGABRT ? RUN_ABORT : RUN_CRASH;
}

static uint64_t microseconds(struct timeval time)
{
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_usec;
}

struct run_result run_limited(char *const argv[], struct run_limits limits, int err_fd)
{
    struct rusage usage = {0};
    int status = 0;
    if (ftruncate(err_fd, 0) < 0 || lseek(err_fd, 0, SEEK_SET) < 0)
        abort();
    pid_t pid = fork();
    if (pid == 0)
        become(argv, limits, err_fd);
    if (pid < 0)
        abort();
    bool late = await(pid, limits.seconds * CLOCK_PER_CPU, &status, &usage);
    if (WIFEXITED(status) && WEXITSTATUS(status) == CANNOT_START) {
        fprintf(stderr, "cannot start %s\n", argv[0]);
        exit(2);
    }
    return (struct run_result){.outcome = outcome_of(status, late, err_fd),
                               .status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status),
                               .peak_kilobytes = (uint64_t)usage.ru_maxrss,
                               .microseconds =
                                   microseconds(usage.ru_utime) + microseconds(usage.ru_stime)};
}
