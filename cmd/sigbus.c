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
#include <stddef.h>

static sigjmp_buf leave_here;
static struct bl_view volatile guarded;

static void on_sigbus(int number, siginfo_t *info, void *context)
{
    (void)context;
    const uint8_t *at = info->si_addr;
    struct bl_view view = guarded;
    if (view.data && at >= view.data && at < view.data + view.size)
        siglongjmp(leave_here, 1);
    /* Not ours: die of it as if nobody had looked. */
    signal(number, SIG_DFL);
    raise(number);
}

bool sigbus_guard(const struct bl_file *file, sigbus_fn *work, void *context)
{
    if (!bl_file_is_mapped(file)) {
        work(context);
        return true;
    }
    struct sigaction action = {.sa_sigaction = on_sigbus, .sa_flags = SA_SIGINFO};
    struct sigaction before;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &before);
    struct bl_view view = bl_file_view(file);
    /* The kernel faults whole pages: the last one may begin inside the file and end behind it. */
    guarded.data = view.data;
    guarded.size = view.size;
    bool done = false;
    if (sigsetjmp(leave_here, 1) == 0) {
        work(context);
        done = true;
    }
    guarded.data = NULL;
    sigaction(SIGBUS, &before, NULL);
    return done;
}
