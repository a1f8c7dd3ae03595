/* cmd/input/ordered.c - text that jobs make on several threads, written in the order of jobs
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "input/ordered.h"

#include "base/array.h"

#include <stdlib.h>

enum {
    SLOTS_PER_THREAD = 4,
    MOST_TEXT_BYTES = 8 << 20, /* in each slot: jobs mostly have some kilobytes */
};

struct slot {
    struct job_output output;
    struct out text;
};

struct round {
    const struct ordered *ordered;
    struct slot *slots; /* by job modulo n_slots */
    uint32_t n_slots;
};

void keep_job_error(struct job_output *output, const struct bl_error *err)
{
    array_add(&output->errors, &output->n_errors, &output->cap_errors, *err);
}

static void do_into(struct round *r, unsigned thread, uint64_t job, struct out *text)
{
    struct job_output *output = &r->slots[job % r->n_slots].output;
    output->text = text;
    output->n = 0;
    output->n_errors = 0;
    r->ordered->work(r->ordered->context, thread, job, output);
}

static int work(void *context, unsigned thread, uint64_t job)
{
    struct round *r = context;
    struct out *text = &r->slots[job % r->n_slots].text;
    out_reset(text);
    do_into(r, thread, job, text);
    return BL_OK;
}

static int write_job(void *context, uint64_t job)
{
    struct round *r = context;
    const struct ordered *o = r->ordered;
    const struct slot *slot = &r->slots[job % r->n_slots];
    const struct job_output *output = &slot->output;
    if (slot->text.n || slot->text.failed || output->n)
        o->before(o->context, job, output);
    if (slot->text.failed)
        do_into(r, 0, job, o->out);
    else if (slot->text.n)
        out_append(o->out, &slot->text);
    for (uint32_t i = 0; i < output->n_errors; i++)
        o->fail(o->context, job, &output->errors[i]);
    return BL_OK;
}

void print_ordered(const struct ordered *ordered, uint64_t n)
{
    unsigned n_threads = ordered->n_threads ? ordered->n_threads : bl_cores();
    struct round r = {.ordered = ordered, .n_slots = n_threads * SLOTS_PER_THREAD};
    r.slots = array_new(r.n_slots, sizeof *r.slots);
    for (uint32_t i = 0; i < r.n_slots; i++)
        if (!out_init_memory(&r.slots[i].text, OUT_LEAST_BYTES, MOST_TEXT_BYTES,
                             ordered->out->colour))
            out_no_memory();
    out_need(bl_parallel(n_threads, n, r.n_slots, work, write_job, &r));
    for (uint32_t i = 0; i < r.n_slots; i++) {
        out_close(&r.slots[i].text);
        free(r.slots[i].output.errors);
    }
    free(r.slots);
}
