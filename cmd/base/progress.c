/* cmd/base/progress.c - how far long work has come, on a terminal
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The line appears after a moment, so that short work shows nothing. A signal ends the work at any
 * moment, and the line with it; or it stops the work, as soon as there is some.
 */
#include "base/progress.h"

#include "base/out.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

enum {
    BAR_COLUMNS = 24
};
static const double first_after = 0.5, again_after = 0.1; /* seconds */

enum {
    N_SIGNALS = 3
};
static const int signals[N_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
static struct sigaction before[N_SIGNALS];
static volatile sig_atomic_t stopped_by; /* a signal; 0: none */

static const char clear_line[] = "\r\033[K";

/* By now the handler is no longer there, and the signal ends us when it returns. */
static void end_by_signal(int number)
{
    (void)!write(STDERR_FILENO, clear_line, sizeof clear_line - 1);
    raise(number);
}

static double seconds_between(const struct timespec *from, const struct timespec *to)
{
    return (double)(to->tv_sec - from->tv_sec) + (double)(to->tv_nsec - from->tv_nsec) * 1e-9;
}

static void stop_by_signal(int number)
{
    stopped_by = number;
}

/* Once. What is ignored stays so: nohup. */
static void handle_signals(void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < N_SIGNALS; i++)
        if (before[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
}

void progress_begin(struct progress *p, bool may_stop)
{
    *p = (struct progress){.is_shown = is_able_terminal(STDERR_FILENO), .may_stop = may_stop};
    clock_gettime(CLOCK_MONOTONIC, &p->begin);
    p->shown = p->begin;
    for (int i = 0; i < N_SIGNALS; i++)
        sigaction(signals[i], NULL, &before[i]);
    if (p->is_shown)
        handle_signals(end_by_signal);
}

static void put_progress(const struct bl_catalog_progress *now, double elapsed)
{
    char bar[BAR_COLUMNS + 1];
    double part = now->all_bytes ? (double)now->n_bytes / (double)now->all_bytes : 0;
    int full = (int)(part * BAR_COLUMNS);
    for (int i = 0; i < BAR_COLUMNS; i++)
        bar[i] = i < full ? '#' : '.';
    bar[BAR_COLUMNS] = '\0';
    double rate = (double)now->n_bytes / elapsed;
    fprintf(stderr, "\r[%s] %3d %%  %" PRIu64 " of %" PRIu64 " file%s  %.0f MB/s", bar,
            (int)(part * 100), now->n_sources, now->all_sources, now->all_sources == 1 ? "" : "s",
            rate * 1e-6);
    if (rate > 0)
        fprintf(stderr, "  %.0f s left", (double)(now->all_bytes - now->n_bytes) / rate);
    fputs("\033[K", stderr);
}

bool progress_show(void *context, const struct bl_catalog_progress *now)
{
    struct progress *p = context;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    double elapsed = seconds_between(&p->begin, &t);
    if (p->may_stop && !p->has_begun)
        handle_signals(stop_by_signal);
    p->has_begun = true;
    if (p->is_shown && elapsed > first_after && seconds_between(&p->shown, &t) > again_after) {
        put_progress(now, elapsed);
        p->shown = t;
    }
    return stopped_by == 0;
}

int progress_end(struct progress *p)
{
    int number = stopped_by;
    stopped_by = 0;
    if (p->is_shown && seconds_between(&p->begin, &p->shown) > 0)
        fputs(clear_line, stderr);
    for (int i = 0; i < N_SIGNALS; i++)
        sigaction(signals[i], &before[i], NULL);
    return number;
}
