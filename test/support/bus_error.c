/* support/bus_error.c - whether who handles SIGBUS learns where it was raised
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/bus_error.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    SKIPPED = 77
};

static const volatile uint8_t *touched;

/* The kernel may round down to the page. */
static void answer(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    (void)context;
    uintptr_t reported = (uintptr_t)info->si_addr;
    uintptr_t page = (uintptr_t)touched;
    _exit(reported >= page && reported - page < (uintptr_t)sysconf(_SC_PAGESIZE) ? 0 : SKIPPED);
}

/* Touches a page after the end of a file; does not return. */
static void touch(void)
{
    struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO};
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    FILE *file = tmpfile();
    if (!file || sigaction(SIGBUS, &action, NULL) != 0)
        _exit(1);
    touched = mmap(NULL, page, PROT_READ, MAP_PRIVATE, fileno(file), 0);
    if (touched == MAP_FAILED)
        _exit(1);
    (void)touched[0];
    _exit(1);
}

void bus_error_needs_address(void)
{
    int status;
    pid_t pid = fork();
    if (pid == 0)
        touch();
    if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status) ||
        (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != SKIPPED)) {
        fputs("no SIGBUS behind the end of a file\n", stderr);
        exit(1);
    }
    if (WEXITSTATUS(status) == SKIPPED) {
        fputs("the address of a SIGBUS is not told\n", stderr);
        exit(SKIPPED);
    }
}
