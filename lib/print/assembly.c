/* print/assembly.c - LLVM assembly of modules and functions, on several threads
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "base/parallel.h"
#include "base/status.h"
#include "bitleap_limits.h"
#include "index/index.h"
#include "print/annotation_text.h"
#include "print/attribute_text.h"
#include "print/constant_text.h"
#include "print/data_layout.h"
#include "print/function_text.h"
#include "print/metadata_text.h"
#include "print/module_text.h"
#include "print/other_blocks.h"
#include "print/printed_body.h"
#include "print/printer.h"
#include "print/summary_text.h"
#include "print/text_limit.h"
#include "print/use_text.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    /* A job is a few functions that follow one another: enough of them that threads wait seldom. */
    MAX_FUNCTIONS_PER_JOB = 16,
    MAX_NODES_PER_JOB = 4096,
    JOBS_PER_THREAD = 16,
    WINDOW_PER_THREAD = 4,
    MAX_KEPT = 1 << 24,         /* bytes of text, by a job that waits for its turn */
    WORDS_PER_THREAD = 1 << 15, /* of a module: with less a thread is not worth its start */
};

enum {
    OLDEST_SPELLING = 13,
};

static struct bl_slots no_slots; /* nothing has a number */

static void release_printer(struct bl_printer *p)
{
    bl_attributes_release_cache(p);
    bl_annotator_release(p);
    bl_other_blocks_release(p);
    bl_uses_release(p);
    bl_loaded_release(&p->loaded);
    bl_constants_release_state(p);
    bl_text_release(&p->text);
    bl_kept_release(&p->type_texts);
    bl_kept_release(&p->value_texts);
    bl_kept_release(&p->kind_texts);
    bl_kept_release(&p->locals);
    bl_kept_release(&p->blocks);
    bl_drop(p->addresses);
    bl_record_release(&p->node_rec);
    bl_record_release(&p->short_rec);
    *p = (struct bl_printer){0};
}

/* The nearest there is. LLVM says which one it is since 3.8; up to 14 pointers were typed. */
static void choose_spelling(struct bl_printer *p)
{
    unsigned llvm = p->tables.writer ? p->tables.writer
                    : p->is_typed    ? OLDEST_SPELLING
                                     : BL_NEWEST_LLVM;
    p->llvm = llvm > BL_NEWEST_LLVM    ? BL_NEWEST_LLVM
              : llvm < OLDEST_SPELLING ? OLDEST_SPELLING
                                       : llvm;
}

static int init(struct bl_printer *p, struct bl_module *module, struct bl_slots *slots,
                struct bl_error *err)
{
    *p = (struct bl_printer){.slots = slots};
    for (unsigned i = BL_OP_UNKNOWN + 1; i < BL_OP_END; i++) {
        const char *name = bl_opcode_name((enum bl_opcode)i);
        p->opcodes[i].size = (uint8_t)strlen(name);
        memcpy(p->opcodes[i].text, name, p->opcodes[i].size);
    }
    bl_printer_limit(p, bl_index_stream(module->index)->bytes.size * BL_MAX_TEXT_BYTES_PER_BYTE +
                            BL_MAX_TEXT_BYTES_FLOOR);
    int status = bl_module_tables_read(&p->tables, module, err);
    if (status == BL_OK && slots != &no_slots)
        status = bl_slots_check(slots, &p->tables, err);
    bl_loaded_begin(&p->loaded, &p->tables);
    if (p->tables.failure.status != BL_OK)
        bl_printer_note_damage(p, &p->tables.failure);
    if (status == BL_OK &&
        (!bl_kept_begin(&p->type_texts, p->loaded.types->n) ||
         !bl_kept_begin(&p->value_texts, p->tables.n_globals + p->tables.n_constants) ||
         !bl_kept_begin(&p->kind_texts, BL_KNOWN_KINDS)))
        status = bl_fail(err, BL_E_NOMEM, "no memory for the texts of a module");
    if (status == BL_OK) {
        p->is_typed = p->loaded.types->has_typed_pointers;
        choose_spelling(p);
        p->code_space = bl_code_space(p);
    } else {
        release_printer(p);
    }
    return status;
}

int bl_printer_open(struct bl_printer **printer, struct bl_module *module, struct bl_slots *slots,
                    struct bl_error *err)
{
    *printer = bl_new(sizeof **printer);
    if (!*printer)
        return bl_fail(err, BL_E_NOMEM, "no memory for a printer");
    int status = init(*printer, module, slots ? slots : &no_slots, err);
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
        release_printer(printer);
    bl_drop(printer);
}

/* ---- Whole modules ---- */

/* A thread's printer, on a module of its own; the caller's thread has the caller's. */
struct worker {
    struct bl_printer *printer;
    struct bl_module *module;
};

/* Text of some functions or nodes; cut: there was no room. */
struct job {
    struct bl_text text;
    uint64_t work; /* for it: bl_printer.work */
    struct bl_error damage;
};

struct printing {
    struct bl_printer *printer;
    const uint32_t *functions;
    uint32_t n_items, n_per_job; /* functions, or nodes of metadata */
    void (*put_item)(struct printing *all, struct bl_printer *p, uint32_t i);
    unsigned n_threads;
    bool is_parallel; /* several of them print; else text goes out at once */
    uint64_t window;
    uint64_t limit;   /* of what a job may keep, if so; 0: none */
    struct job *jobs; /* by number modulo the window */
    struct worker *workers;
    /* One thread numbers each function from what it has loaded anyway. Of several, each passes over
     * the records of a job's functions first, after those of all jobs before. */
    bool numbers_ahead;
    pthread_mutex_t lock;
    pthread_cond_t turn;
    uint64_t next;           /* job that is to be numbered */
    bool has_failed;         /* a thread will not come to its turn */
    struct bl_error failure; /* of the first thread that could not begin; status 0: none */
    bl_put_fn *put;
    void *context;
};

static int open_worker(struct printing *all, unsigned thread, struct bl_error *err)
{
    struct worker *w = &all->workers[thread];
    struct bl_printer *first = all->printer;
    if (w->printer)
        return BL_OK;
    if (thread == 0) {
        w->printer = first;
        return BL_OK;
    }
    int status =
        bl_module_open(&w->module, first->tables.module->index, first->tables.module->block, err);
    if (status == BL_OK && first->tables.module->is_as_llvm)
        bl_module_read_as_llvm(w->module);
    if (status == BL_OK)
        status = bl_printer_open(&w->printer, w->module, first->slots, err);
    return status;
}

/* ---- Functions ---- */

static void number_in_turn(struct printing *all, struct bl_printer *p, uint64_t job)
{
    pthread_mutex_lock(&all->lock);
    while (all->next != job && !all->has_failed)
        pthread_cond_wait(&all->turn, &all->lock);
    for (uint64_t i = job * all->n_per_job;
         i < all->n_items && i < (job + 1) * all->n_per_job && !all->has_failed; i++)
        bl_slots_number(p->slots, &p->loaded, all->functions[i]);
    all->next = job + 1;
    pthread_cond_broadcast(&all->turn);
    pthread_mutex_unlock(&all->lock);
}

static void put_function_text(struct printing *all, struct bl_printer *p, uint32_t i)
{
    bl_begin_function(p, all->functions[i]);
    if (!all->numbers_ahead)
        bl_slots_number(p->slots, &p->loaded, all->functions[i]);
    bl_end_function(p, all->functions[i]);
}

static void put_node(struct printing *all, struct bl_printer *p, uint32_t i)
{
    (void)all;
    bl_put_metadata_nodes_in(p, i, 1);
}

/* ---- Jobs ---- */

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
        if (at < all->n_items)
            all->put_item(all, p, (uint32_t)at);
        bl_printer_flush(p);
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

static void note_failure(struct printing *all, const struct bl_error *err)
{
    pthread_mutex_lock(&all->lock);
    if (all->failure.status == BL_OK)
        all->failure = *err;
    pthread_mutex_unlock(&all->lock);
}

static int print_items(struct printing *all, unsigned thread, uint64_t number)
{
    struct bl_error err;
    int status = open_worker(all, thread, &err);
    if (status < 0) {
        note_failure(all, &err);
        return status;
    }
    struct bl_printer *p = all->workers[thread].printer;
    struct job *job = &all->jobs[number % all->window];
    if (all->numbers_ahead && all->put_item == put_function_text)
        number_in_turn(all, p, number);
    job->text.limit = all->limit ? all->limit : p->text.limit;
    put_job(all, p, number, job, !all->is_parallel);
    if (job->text.is_cut && all->limit && !job->text.has_lacked) {
        bl_text_release(&job->text);
        job->text.is_cut = true;
    }
    return job->text.has_lacked || bl_module_lacked(p->tables.module) ? BL_E_NOMEM : BL_OK;
}

static int print_job(void *context, unsigned thread, uint64_t number)
{
    struct printing *all = context;
    int status = print_items(all, thread, number);
    if (status < 0) {
        pthread_mutex_lock(&all->lock);
        all->has_failed = true;
        pthread_cond_broadcast(&all->turn);
        pthread_mutex_unlock(&all->lock);
    }
    return status;
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
        if (job->text.has_lacked || bl_module_lacked(p->tables.module))
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
    struct bl_cursor cursor;
    struct bl_entry entry;
    struct bl_error err;
    int rc = bl_index_cursor(p->tables.module->index, p->tables.module->block, &cursor, NULL);
    while (rc >= 0 && (rc = bl_cursor_next(&cursor, &entry)) > 0)
        continue;
    if (rc < 0 && rc != BL_E_NOMEM && p->tables.failure.status == BL_OK) {
        bl_module_error(p->tables.module, &cursor, &err);
        p->tables.failure = err;
        bl_printer_note_damage(p, &err);
    }
    bl_cursor_release(&cursor);
    return rc == BL_E_NOMEM ? rc : BL_OK;
}

static uint32_t *list_functions(const struct bl_printer *p, uint32_t *n)
{
    uint32_t *functions = malloc((p->tables.n_listed + 1U) * sizeof *functions);
    *n = 0;
    for (uint32_t i = 0; functions && i < p->tables.n_listed; i++)
        if (bl_kind_of(&p->tables, i) == BL_GLOBAL_FUNCTION)
            functions[(*n)++] = i;
    return functions;
}

static int put_items(struct printing *all, uint32_t n, uint32_t most_per_job,
                     void put_item(struct printing *all, struct bl_printer *p, uint32_t i))
{
    unsigned n_threads = bl_threads_for(all->n_threads, n);
    uint32_t n_per_job = n / (n_threads * JOBS_PER_THREAD) + 1;
    all->n_items = n;
    all->put_item = put_item;
    all->n_per_job = n_per_job < most_per_job ? n_per_job : most_per_job;
    all->is_parallel = n_threads > 1;
    all->window = all->is_parallel ? (uint64_t)n_threads * WINDOW_PER_THREAD : 1;
    /* All that they keep is no more than may be printed. What is longer is printed again in its
     * turn, and goes out at once. */
    uint64_t share = all->printer->left / all->window + 1;
    all->limit = !all->is_parallel ? 0 : share < MAX_KEPT ? share : MAX_KEPT;
    all->jobs = calloc((size_t)all->window, sizeof *all->jobs);
    uint64_t n_jobs = (n + (uint64_t)all->n_per_job - 1) / all->n_per_job;
    int status = all->jobs ? bl_parallel(n_threads, n_jobs, all->window, print_job, take_job, all)
                           : BL_E_NOMEM;
    for (uint64_t k = 0; all->jobs && k < all->window; k++)
        bl_text_release(&all->jobs[k].text);
    free(all->jobs);
    return status;
}

/* All cores, where there is enough to do for them. */
static uint64_t most_threads(const struct bl_module *module)
{
    return bl_index_get(module->index, module->block).block.n_words / WORDS_PER_THREAD + 1;
}

static int open_workers(struct printing *all, unsigned n_threads)
{
    uint32_t first, n_children;
    uint64_t most = n_threads ? UINT64_MAX : most_threads(all->printer->tables.module);
    /* Annotations count as lines are printed, uses before that. */
    bool is_alone = all->printer->is_annotated || all->printer->uses;
    all->n_threads = is_alone ? 1 : bl_threads_for(n_threads, most);
    all->numbers_ahead = all->n_threads > 1;
    /* Threads only look at the index. */
    if (all->n_threads > 1)
        (void)bl_index_children(all->printer->tables.module->index,
                                all->printer->tables.module->block, &first, &n_children, NULL);
    (void)pthread_mutex_init(&all->lock, NULL);
    (void)pthread_cond_init(&all->turn, NULL);
    all->workers = calloc(all->n_threads + 1U, sizeof *all->workers);
    return all->workers ? BL_OK : BL_E_NOMEM;
}

static void close_workers(struct printing *all)
{
    for (unsigned i = 1; all->workers && i < all->n_threads; i++) {
        bl_printer_close(all->workers[i].printer);
        bl_module_close(all->workers[i].module);
    }
    free(all->workers);
    pthread_cond_destroy(&all->turn);
    pthread_mutex_destroy(&all->lock);
}

static int put_functions(struct printing *all)
{
    struct bl_slots *slots = all->printer->slots;
    uint32_t n;
    uint32_t *functions = list_functions(all->printer, &n);
    int status = functions ? BL_OK : BL_E_NOMEM;
    all->functions = functions;
    if (status == BL_OK)
        status = put_items(all, n, MAX_FUNCTIONS_PER_JOB, put_function_text);
    free(functions);
    return status == BL_OK ? bl_slots_complete(slots, NULL) : status;
}

int bl_printer_print_module(struct bl_printer *p, struct bl_view module_id, unsigned n_threads,
                            bl_put_fn *put, void *context, struct bl_error *err)
{
    struct printing all = {.printer = p, .put = put, .context = context};
    int status = open_workers(&all, n_threads);
    if (status == BL_OK)
        status = bl_slots_share(p->slots, NULL);
    if (status == BL_OK)
        status = check_blocks(p);
    p->put = put;
    p->context = context;
    if (status == BL_OK) {
        bl_printer_put_failure(p);
        bl_put_module_head(p, module_id);
        status = bl_printer_hand_over(p, &p->text, put, context) ? put_functions(&all) : BL_E_LIMIT;
    }
    p->put = put;
    if (status == BL_OK) {
        bl_put_module_tail(p);
        status = bl_printer_hand_over(p, &p->text, put, context) ? BL_OK : BL_E_LIMIT;
    }
    if (status == BL_OK)
        status = put_items(&all, p->slots->n_places, MAX_NODES_PER_JOB, put_node);
    p->put = put;
    if (status == BL_OK) {
        bl_unload_body(p);
        if (bl_has_summary(p))
            bl_put_summary(p, module_id);
        bl_printer_hand_over(p, &p->text, put, context);
    }
    p->put = NULL;
    close_workers(&all);
    if (status == BL_E_LIMIT)
        status = BL_OK; /* it is noted as damage */
    if (status == BL_OK && (p->text.has_lacked || bl_module_lacked(p->tables.module)))
        status = BL_E_NOMEM;
    if (status < 0 && all.failure.status != BL_OK) {
        if (err)
            *err = all.failure;
        return all.failure.status;
    }
    if (status < 0)
        return bl_fail(err, status, "no memory for the text of a module");
    return bl_printer_check(p, err);
}
