/* print/assembly.c - LLVM assembly of modules and functions, on several threads
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "base/parallel.h"
#include "base/status.h"
#include "print/slots.h"

#include <stdlib.h>

enum {
    /* A job is a few functions that follow one another: enough of them that threads wait seldom. */
    MAX_FUNCTIONS_PER_JOB = 64,
    JOBS_PER_THREAD = 16,
    WINDOW_PER_THREAD = 4,
};

int bl_printer_open(struct bl_printer **printer, struct bl_module *module, struct bl_slots *slots,
                    struct bl_error *err)
{
    static struct bl_slots no_slots; /* nothing has a number */
    *printer = bl_new(sizeof **printer);
    if (!*printer)
        return bl_fail(err, BL_E_NOMEM, "no memory for a printer");
    int status = bl_printer_init(*printer, module, slots ? slots : &no_slots, err);
    if (status < 0) {
        bl_drop(*printer);
        *printer = NULL;
        return status;
    }
    (*printer)->is_portable = slots == NULL;
    return BL_OK;
}

void bl_printer_annotate(struct bl_printer *printer)
{
    printer->is_annotated = true;
}

void bl_printer_close(struct bl_printer *printer)
{
    if (printer)
        bl_printer_release(printer);
    bl_drop(printer);
}

/* ---- Whole modules ---- */

/* A thread's printer, on a module of its own; the caller's thread has the caller's. */
struct worker {
    struct bl_printer *printer;
    struct bl_module *module;
};

/* Text of functions; cut: there was no room. */
struct job {
    struct bl_text text;
    uint64_t work; /* for it: bl_printer.work */
    struct bl_error damage;
};

struct printing {
    struct bl_printer *printer;
    const uint32_t *functions;
    uint32_t n_functions, n_per_job;
    unsigned n_threads;
    uint64_t window;
    uint64_t limit;   /* of what a job may keep on several threads */
    struct job *jobs; /* by number modulo the window */
    struct worker *workers;
    bl_put_fn *put;
    void *context;
};

static int open_worker(struct printing *all, unsigned thread)
{
    struct worker *w = &all->workers[thread];
    struct bl_printer *first = all->printer;
    if (w->printer)
        return BL_OK;
    if (thread == 0) {
        w->printer = first;
        return BL_OK;
    }
    int status = bl_module_open(&w->module, first->module->index, first->module->block, NULL);
    if (status == BL_OK)
        status = bl_printer_open(&w->printer, w->module, first->slots, NULL);
    return status < 0 ? status : bl_printer_prepare(w->printer);
}

/* Print job NUMBER to JOB's text, which has a limit; if it IS_NEXT, much text goes out at once.
 * What is damaged in it is noted there. */
static void put_job(struct printing *all, struct bl_printer *p, uint64_t number, struct job *job,
                    bool is_next)
{
    struct bl_text own = p->text;
    struct bl_error damage = p->damage;
    uint64_t n_unreported = p->n_damages - p->n_reported;
    p->text = job->text;
    p->n_reported = p->n_damages;
    p->work = 0;
    p->put = is_next ? all->put : NULL;
    p->context = all->context;
    for (uint32_t i = 0; i < all->n_per_job && !p->text.is_cut; i++) {
        uint64_t at = number * all->n_per_job + i;
        if (at < all->n_functions)
            bl_put_global(p, all->functions[at]);
    }
    job->damage = p->n_damages > p->n_reported ? p->damage : (struct bl_error){0};
    job->text = p->text;
    job->work = p->work;
    p->put = NULL;
    p->damage = damage;
    p->n_damages = p->n_reported + n_unreported;
    p->text = own;
    bl_printer_limit_text(p);
}

static int print_job(void *context, unsigned thread, uint64_t number)
{
    struct printing *all = context;
    int status = open_worker(all, thread);
    if (status < 0)
        return status;
    struct bl_printer *p = all->workers[thread].printer;
    struct job *job = &all->jobs[number % all->window];
    job->text.limit = all->limit ? all->limit : p->text.limit;
    put_job(all, p, number, job, all->n_threads == 1);
    if (job->text.is_cut && all->limit && !job->text.has_lacked) {
        bl_text_release(&job->text);
        job->text.is_cut = true;
    }
    return job->text.has_lacked || bl_module_lacked(p->module) ? BL_E_NOMEM : BL_OK;
}

/* On the caller's thread, in order. */
static int take_job(void *context, uint64_t number)
{
    struct printing *all = context;
    struct bl_printer *p = all->printer;
    struct job *job = &all->jobs[number % all->window];
    if (job->text.is_cut && all->limit) {
        job->text = (struct bl_text){.limit = p->text.limit};
        put_job(all, p, number, job, true);
        if (job->text.has_lacked || bl_module_lacked(p->module))
            return BL_E_NOMEM;
    }
    if (job->damage.status != BL_OK)
        bl_printer_note_damage(p, &job->damage);
    p->work = job->work;
    return bl_printer_hand_over(p, &job->text, all->put, all->context) ? BL_OK : BL_E_LIMIT;
}

/* What is damaged between the blocks of the module, of which parts know nothing. */
static int check_blocks(struct bl_printer *p)
{
    struct bl_module_info info;
    struct bl_error err;
    int status = bl_module_get_info(p->module, 0, &info, &err);
    if (status < 0 && status != BL_E_NOMEM && p->module_failure.status == BL_OK) {
        p->module_failure = err;
        bl_printer_note_damage(p, &err);
    }
    return status == BL_E_NOMEM ? status : BL_OK;
}

static uint32_t *list_functions(const struct bl_printer *p, uint32_t *n)
{
    uint32_t *functions = malloc((p->n_globals + 1U) * sizeof *functions);
    *n = 0;
    for (uint32_t i = 0; functions && i < p->n_globals; i++)
        if (p->globals[i].kind == BL_GLOBAL_FUNCTION)
            functions[(*n)++] = i;
    return functions;
}

static void close_workers(struct printing *all, unsigned n_threads)
{
    for (unsigned i = 1; all->workers && i < n_threads; i++) {
        bl_printer_close(all->workers[i].printer);
        bl_module_close(all->workers[i].module);
    }
    for (uint64_t i = 0; all->jobs && i < all->window; i++)
        bl_text_release(&all->jobs[i].text);
    free(all->workers);
    free(all->jobs);
}

static int put_functions(struct printing *all, unsigned n_threads)
{
    n_threads = bl_threads_for(n_threads, all->n_functions);
    uint32_t first, n_children;
    /* Threads only look at the index. */
    n_threads = all->printer->is_annotated ? 1 : n_threads;
    if (n_threads > 1)
        (void)bl_index_children(all->printer->module->index, all->printer->module->block, &first,
                                &n_children, NULL);
    uint32_t n_per_job = all->n_functions / (n_threads * JOBS_PER_THREAD);
    all->n_per_job = n_per_job == 0                      ? 1
                     : n_per_job > MAX_FUNCTIONS_PER_JOB ? MAX_FUNCTIONS_PER_JOB
                                                         : n_per_job;
    all->n_threads = n_threads;
    all->window = (uint64_t)n_threads * WINDOW_PER_THREAD;
    /* All that they keep is no more than may be printed, and of that there is a copy at most. */
    if (n_threads > 1 && all->printer->left < UINT64_MAX)
        all->limit = all->printer->left / all->window + 1;
    all->jobs = calloc((size_t)all->window, sizeof *all->jobs);
    // NOLINTNEXTLINE(clang-analyzer-optin.portability.UnixAPI): there is always one
    all->workers = calloc(n_threads, sizeof *all->workers);
    uint64_t n_jobs = (all->n_functions + (uint64_t)all->n_per_job - 1) / all->n_per_job;
    int status = all->jobs && all->workers
                     ? bl_parallel(n_threads, n_jobs, all->window, print_job, take_job, all)
                     : BL_E_NOMEM;
    close_workers(all, n_threads);
    return status;
}

int bl_printer_print_module(struct bl_printer *p, struct bl_view module_id, unsigned n_threads,
                            bl_put_fn *put, void *context, struct bl_error *err)
{
    struct printing all = {.printer = p, .put = put, .context = context};
    uint32_t *functions = list_functions(p, &all.n_functions);
    all.functions = functions;
    int status = functions ? bl_slots_complete(p->slots, NULL) : BL_E_NOMEM;
    if (status == BL_OK)
        status = bl_printer_prepare(p);
    if (status == BL_OK)
        status = check_blocks(p);
    if (status == BL_OK) {
        p->put = put;
        p->context = context;
        bl_printer_put_failure(p);
        bl_put_module_head(p, module_id);
        status = bl_printer_hand_over(p, &p->text, put, context) ? put_functions(&all, n_threads)
                                                                 : BL_E_LIMIT;
    }
    if (status == BL_OK) {
        p->put = put;
        bl_put_module_tail(p);
        if (bl_has_summary(p))
            bl_put_summary(p, module_id);
        bl_printer_hand_over(p, &p->text, put, context);
    }
    free(functions);
    p->put = NULL;
    if (status == BL_E_LIMIT)
        status = BL_OK; /* it is noted as damage */
    if (status == BL_OK && (p->text.has_lacked || bl_module_lacked(p->module)))
        status = BL_E_NOMEM;
    if (status < 0)
        return bl_fail(err, status, "no memory for the text of a module");
    return bl_printer_check(p, err);
}
