/* cmd/rewrite/each_definition.c - a slice of each of some definitions, on several threads
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Each thread has a module of its own, which it opens when it has something to do: that costs about
 * what some slices cost.
 */
#include "rewrite/each_definition.h"

#include "base/array.h"
#include "base/parallel.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_IN_A_JOB = 16,
    JOBS_PER_THREAD = 4, /* that wait to be taken */
    LEAST_FOR_THREADS = 8
};

/* What a thread works with. */
struct worker {
    struct bl_index *index; /* NULL: the caller's, and its module */
    struct bl_module *own;
    struct bl_module *module;
    struct bl_slice *slice;
    struct bl_function *function; /* where properties are wanted */
};

struct job {
    struct sliced_definition *items;
    uint32_t n;
};

struct slicing_each {
    const struct each_definition *each;
    struct worker *workers;
    struct job *jobs; /* by number modulo n_jobs */
    uint32_t n_jobs, n_in_a_job;
};

static int open_worker(const struct slicing_each *s, struct worker *w, bool is_caller,
                       struct bl_error *err)
{
    const struct module_input *in = s->each->in;
    int status = BL_OK;
    w->module = in->module;
    if (!is_caller) {
        status = bl_index_open(&w->index, &in->input->stream, err);
        if (status == BL_OK)
            status = bl_module_open(&w->own, w->index, in->block, err);
        w->module = w->own;
    }
    if (status == BL_OK)
        status = bl_slice_open(&w->slice, w->module, s->each->flags, err);
    if (status == BL_OK)
        bl_slice_set_depth(w->slice, s->each->depth);
    if (status == BL_OK && s->each->wants_properties)
        status = bl_function_open(&w->function, w->module, BL_NONE, err);
    return out_need(status);
}

static void close_worker(struct worker *w)
{
    bl_slice_close(w->slice);
    bl_function_close(w->function);
    bl_module_close(w->own);
    bl_index_close(w->index);
}

/* Those of a body that cannot be read are missing: the slice of it fails, and says why. */
static void read_properties(struct worker *w, struct sliced_definition *to)
{
    struct bl_function_properties properties;
    struct bl_global global;
    if (out_need(bl_module_global(w->module, to->value, &global, NULL)) < 0 ||
        global.kind != BL_GLOBAL_FUNCTION ||
        out_need(bl_function_load(w->function, to->value, NULL)) < 0 ||
        out_need(bl_function_get_properties(w->function, &properties, NULL)) < 0)
        return;
    to->has_properties = true;
    memcpy(to->properties, properties.n, sizeof to->properties);
}

static void slice_one(const struct slicing_each *s, struct worker *w, uint32_t value,
                      struct sliced_definition *to)
{
    struct bl_view bytes = {0};
    bl_slice_clear(w->slice);
    (void)out_need(bl_module_name(w->module, value, &to->name, NULL));
    to->status = out_need(bl_slice_add(w->slice, value, &to->err));
    if (to->status == BL_OK)
        to->status = out_need(bl_slice_make(w->slice, &bytes, &to->report, &to->err));
    to->was_made = to->status == BL_OK;
    if (to->status == BL_OK && !s->each->skips_check)
        to->status = out_need(bl_slice_check(w->slice, &to->err));
    if (to->status == BL_OK)
        to->bytes = (struct bl_view){(const uint8_t *)string_of(bytes), bytes.size};
}

static int work(void *context, unsigned thread, uint64_t number)
{
    struct slicing_each *s = context;
    struct worker *w = &s->workers[thread];
    struct job *job = &s->jobs[number % s->n_jobs];
    struct bl_error err = {0};
    uint32_t first = (uint32_t)number * s->n_in_a_job;
    uint32_t n_left = s->each->n - first;
    int status = w->slice ? BL_OK : open_worker(s, w, thread == 0, &err);
    job->n = n_left < s->n_in_a_job ? n_left : s->n_in_a_job;
    for (uint32_t i = 0; i < job->n; i++) {
        struct sliced_definition *to = &job->items[i];
        *to = (struct sliced_definition){
            .value = s->each->values[first + i], .status = status, .err = err};
        if (status == BL_OK)
            slice_one(s, w, to->value, to);
        if (to->status == BL_OK && s->each->wants_properties)
            read_properties(w, to);
    }
    return BL_OK;
}

static int take(void *context, uint64_t number)
{
    const struct slicing_each *s = context;
    const struct job *job = &s->jobs[number % s->n_jobs];
    for (uint32_t i = 0; i < job->n; i++) {
        s->each->take(s->each->data, &job->items[i]);
        free((void *)(uintptr_t)job->items[i].bytes.data);
    }
    return BL_OK;
}

bool slice_each_definition(const struct each_definition *each)
{
    unsigned n_threads = each->n < LEAST_FOR_THREADS
                             ? 1
                             : bl_threads_for(context_threads(each->in->context), each->n);
    struct slicing_each s = {.each = each, .n_jobs = n_threads * JOBS_PER_THREAD};
    struct bl_error err;
    s.n_in_a_job = each->n / s.n_jobs + 1;
    if (s.n_in_a_job > MOST_IN_A_JOB)
        s.n_in_a_job = MOST_IN_A_JOB;
    s.workers = array_new(n_threads, sizeof *s.workers);
    int status = open_worker(&s, &s.workers[0], true, &err);
    if (status < 0) {
        report_in_module(each->in, &err);
    } else {
        s.jobs = array_new(s.n_jobs, sizeof *s.jobs);
        for (uint32_t i = 0; i < s.n_jobs; i++)
            s.jobs[i].items = array_new(s.n_in_a_job, sizeof *s.jobs[i].items);
        uint64_t n = ((uint64_t)each->n + s.n_in_a_job - 1) / s.n_in_a_job;
        (void)bl_parallel(n_threads, n, s.n_jobs, work, take, &s);
        for (uint32_t i = 0; i < s.n_jobs; i++)
            free(s.jobs[i].items);
        free(s.jobs);
    }
    for (unsigned i = 0; i < n_threads; i++)
        close_worker(&s.workers[i]);
    free(s.workers);
    return status == BL_OK;
}
