/* base/sigbus.c - missing pages of mapped files read as zeros
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * SIGBUS is raised by the very load that touches a missing page, on the thread that does it. Where
 * the page is in a guarded mapping, it becomes one of zeros, as what is missing of the last page
 * is already, and the load is done again: the library takes any bytes, and ends. Every other
 * SIGBUS is the host's.
 *
 * This is the only state that the process shares: a list of guards that only grows, for a
 * handler may be going through it at any time, and the handlers that were there before ours.
 * Ours is installed as long as anything is guarded; where the host has put its own on top by then,
 * ours is left below it.
 *
 * A guard's range is read by handlers without a lock. `version` is odd while it changes, and other
 * than before when it has changed; a handler that finds either has not met the mapping that its
 * thread reads, as that does not come or go meanwhile.
 */
#include "base/sigbus.h"

#include "base/grow.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct bl_guard {
    struct bl_guard *older;
    struct bl_guard *next_free;
    atomic_uint version;
    atomic_uintptr_t begin, end; /* whole pages; 0: free */
    atomic_int fd;
    atomic_bool is_torn;
};

static _Atomic(struct bl_guard *) newest;

/* What the host does about SIGBUS: the newest one is what ours hands on to. None changes or goes,
 * as a handler may still be looking at it. */
struct host {
    struct host *older;
    struct sigaction action;
};
static _Atomic(struct host *) host;
static atomic_uintptr_t page_size; /* known when ours can be called */

/* Each page that is replaced alone splits a mapping, of which a process may have some 65,000. */
enum {
    MOST_ALONE = 1000
};
static atomic_uint n_alone; /* since something was guarded first */

/* Of what follows, and of taking and releasing. Handlers do not lock. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct bl_guard *first_free;
static unsigned n_taken;
static bool is_installed;

/* ---- Faults. All of this is async-signal-safe ---- */

struct range {
    uintptr_t begin, end;
    int fd;
};

/* False: it is changing. */
static bool read_range(const struct bl_guard *g, struct range *range)
{
    unsigned version = atomic_load(&g->version);
    *range = (struct range){atomic_load(&g->begin), atomic_load(&g->end), atomic_load(&g->fd)};
    return version % 2 == 0 && version == atomic_load(&g->version);
}

/* PAGE, or all of its mapping if too many are single. */
static struct range page_alone(struct range range, uintptr_t page)
{
    struct range part = {.begin = page, .end = page + atomic_load(&page_size)};
    return atomic_fetch_add(&n_alone, 1) < MOST_ALONE ? part : range;
}

/* What is missing around PAGE: all after the file's end if that is before PAGE, otherwise PAGE
 * alone, which the disk does not give. */
static struct range missing_part(struct range range, uintptr_t page)
{
    struct stat st;
    uintptr_t size = atomic_load(&page_size);
    if (fstat(range.fd, &st) < 0 || st.st_size < 0)
        return page_alone(range, page);
    uint64_t whole = ((uint64_t)st.st_size + size - 1) / size * size;
    if (whole > page - range.begin)
        return page_alone(range, page);
    return (struct range){.begin = range.begin + (uintptr_t)whole, .end = range.end};
}

static bool replace(struct bl_guard *g, struct range range, uintptr_t address)
{
    struct range part = missing_part(range, address - address % atomic_load(&page_size));
    void *data = (void *)part.begin;
    if (mmap(data, part.end - part.begin, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
             0) == MAP_FAILED)
        return false;
    atomic_store(&g->is_torn, true);
    return true;
}

bool bl_guard_fault(const void *address)
{
    int errno_before = errno;
    bool is_ours = false;
    for (struct bl_guard *g = atomic_load(&newest); g && !is_ours; g = g->older) {
        struct range range;
        if (read_range(g, &range) && (uintptr_t)address - range.begin < range.end - range.begin)
            is_ours = replace(g, range, (uintptr_t)address);
    }
    errno = errno_before;
    return is_ours;
}

/* As if ours were not there. */
static void hand_on(int number, siginfo_t *info, void *context)
{
    const struct sigaction *before = &atomic_load(&host)->action;
    bool is_sent = info->si_code <= 0; /* by a process, not by a load */
    if (before->sa_flags & SA_SIGINFO) {
        before->sa_sigaction(number, info, context);
    } else if (before->sa_handler != SIG_DFL && before->sa_handler != SIG_IGN) {
        before->sa_handler(number);
    } else if (before->sa_handler == SIG_DFL || !is_sent) {
        /* After this handler it comes again, as one cannot ignore a load that fails. */
        signal(number, SIG_DFL);
        raise(number);
    }
}

static void on_sigbus(int number, siginfo_t *info, void *context)
{
    bool is_missing_page = info->si_code == BUS_ADRERR;
    if (!is_missing_page || !bl_guard_fault(info->si_addr))
        hand_on(number, info, context);
}

/* ---- Taking and releasing. The lock is held ---- */

static bool is_ours(const struct sigaction *action)
{
    return action->sa_flags & SA_SIGINFO && action->sa_sigaction == on_sigbus;
}

/* By signals: a set has room for more than the kernel fills. */
static bool has_same_mask(const struct sigaction *a, const struct sigaction *b)
{
    for (int number = 1; number < NSIG; number++)
        if (sigismember(&a->sa_mask, number) != sigismember(&b->sa_mask, number))
            return false;
    return true;
}

static bool is_same(const struct sigaction *a, const struct sigaction *b)
{
    bool takes_info = a->sa_flags & SA_SIGINFO;
    return a->sa_flags == b->sa_flags && has_same_mask(a, b) &&
           (takes_info ? a->sa_sigaction == b->sa_sigaction : a->sa_handler == b->sa_handler);
}

/* Whether ACTION cannot hand faults on to ours: no handler, or the one that was there before it. */
static bool knows_no_other(const struct sigaction *action)
{
    bool is_handler = action->sa_flags & SA_SIGINFO ||
                      (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
    return !is_handler || is_same(action, &atomic_load(&host)->action);
}

/* False: no memory. */
static bool remember(const struct sigaction *action)
{
    struct host *known = atomic_load(&host);
    if (known && is_same(&known->action, action))
        return true;
    struct host *added = bl_new(sizeof *added);
    if (!added)
        return false;
    *added = (struct host){.older = known, .action = *action};
    atomic_store(&host, added);
    return true;
}

/* False: no memory. */
static bool install(void)
{
    struct sigaction ours = {.sa_sigaction = on_sigbus};
    struct sigaction now;
    (void)sigaction(SIGBUS, NULL, &now); /* cannot fail with these arguments */
    if (is_ours(&now) || (is_installed && !knows_no_other(&now))) {
        is_installed = true;
        return true;
    }
    atomic_store(&page_size, (uintptr_t)sysconf(_SC_PAGESIZE));
    if (!remember(&now))
        return false;
    /* On the stack that the host has for handlers, where it has one, and with what
     * it wants blocked. */
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK | (now.sa_flags & (SA_NODEFER | SA_RESTART));
    ours.sa_mask = now.sa_mask;
    (void)sigaction(SIGBUS, &ours, NULL);
    is_installed = true;
    return true;
}

/* What the host has put on top of ours may call it: then it stays. */
static void uninstall(void)
{
    struct sigaction now;
    (void)sigaction(SIGBUS, NULL, &now);
    if (!is_ours(&now))
        return;
    (void)sigaction(SIGBUS, &atomic_load(&host)->action, NULL);
    is_installed = false;
}

static void set_range(struct bl_guard *g, struct range range)
{
    atomic_fetch_add(&g->version, 1);
    atomic_store(&g->begin, range.begin);
    atomic_store(&g->end, range.end);
    atomic_store(&g->fd, range.fd);
    atomic_fetch_add(&g->version, 1);
}

/* One that is free; NULL: no memory. */
static struct bl_guard *find_free(void)
{
    struct bl_guard *g = first_free;
    if (g) {
        first_free = g->next_free;
        return g;
    }
    if (!(g = bl_new(sizeof *g)))
        return NULL;
    g->older = atomic_load(&newest);
    atomic_store(&newest, g);
    return g;
}

static void give_free(struct bl_guard *g)
{
    g->next_free = first_free;
    first_free = g;
}

struct bl_guard *bl_guard_take(void *data, size_t size, int fd)
{
    pthread_mutex_lock(&lock);
    struct bl_guard *g = find_free();
    if (g && !install()) {
        give_free(g);
        g = NULL;
    }
    if (g) {
        size_t one = atomic_load(&page_size);
        size_t whole = (size + one - 1) / one * one;
        atomic_store(&g->is_torn, false);
        set_range(g, (struct range){(uintptr_t)data, (uintptr_t)data + whole, fd});
        n_taken++;
    }
    pthread_mutex_unlock(&lock);
    return g;
}

void bl_guard_release(struct bl_guard *g)
{
    if (!g)
        return;
    pthread_mutex_lock(&lock);
    set_range(g, (struct range){0});
    give_free(g);
    if (--n_taken == 0) {
        uninstall();
        atomic_store(&n_alone, 0);
    }
    pthread_mutex_unlock(&lock);
}

void bl_guard_detach(struct bl_guard *g)
{
    atomic_store(&g->fd, -1);
}

bool bl_guard_is_torn(const struct bl_guard *g)
{
    return atomic_load(&g->is_torn);
}
