/* cmd/sigbus.c - a file that shrinks while it is mapped is an error, not a signal
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * SIGBUS is raised by the very load that touches the missing page, on the thread that does it. The
 * page becomes one of zeros, as what is missing of the last page is already, and the load is done
 * again: the library takes any bytes, and ends. The process owns its signals and its address space, so
 * this lives in the command and not in the library.
 */
#include "sigbus.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static atomic_bool was_torn;
static uintptr_t page_size;

static void on_sigbus(int number, siginfo_t *info, void *context)
{
    (void)context;
    int errno_before = errno;
    uintptr_t address = (uintptr_t)info->si_addr;
    void *page = (char *)info->si_addr - address % page_size;
    /* A mapped file is all that raises it so here, one of several where an archive is thin. */
    if (info->si_code == BUS_ADRERR &&
        mmap(page, page_size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == page)
        was_torn = true;
    else
        signal(number, SIG_DFL); /* it is raised again */
    errno = errno_before;
}

int sigbus_guard(const struct bl_file *file, sigbus_fn *work, void *context, struct bl_error *err)
{
    struct sigaction action = {.sa_sigaction = on_sigbus, .sa_flags = SA_SIGINFO};
    struct sigaction before;
    page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    was_torn = false;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &before);
    work(context);
    sigaction(SIGBUS, &before, NULL);
    int status = bl_file_check(file, err);
    if (status < 0 || !was_torn)
        return status;
    *err = (struct bl_error){.status = BL_E_SYSTEM, .what = "a part of the file cannot be read"};
    return BL_E_SYSTEM;
}
