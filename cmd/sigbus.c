/* cmd/sigbus.c - a file that shrinks while it is mapped is an error, not a signal
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * SIGBUS is raised by the very load that touches the missing page, and the loads of mapped bytes
 * hold no lock and are never inside malloc or stdio: leaving them by siglongjmp is safe. The process
 * owns its signals, so this lives in the command and not in the library.
 */
#include "sigbus.h"

#include <setjmp.h>
#include <signal.h>

static sigjmp_buf leave_here;
static volatile sig_atomic_t is_guarded;

static void on_sigbus(int number)
{
    /* A mapped file is all that raises it here, one of several where an archive is thin. */
    if (is_guarded)
        siglongjmp(leave_here, 1);
    signal(number, SIG_DFL);
    raise(number);
}

/* False: it was left. */
static bool run_guarded(sigbus_fn *work, void *context)
{
    struct sigaction action = {.sa_handler = on_sigbus};
    struct sigaction before;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &before);
    volatile bool done = false;
    is_guarded = 1;
    if (sigsetjmp(leave_here, 1) == 0) {
        work(context);
        done = true;
    }
    is_guarded = 0;
    sigaction(SIGBUS, &before, NULL);
    return done;
}

int sigbus_guard(const struct bl_file *file, sigbus_fn *work, void *context, struct bl_error *err)
{
    bool whole = run_guarded(work, context);
    int status = bl_file_check(file, err);
    if (status < 0 || whole)
        return status;
    *err = (struct bl_error){.status = BL_E_SYSTEM, .what = "a part of the file cannot be read"};
    return BL_E_SYSTEM;
}
