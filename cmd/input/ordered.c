/* cmd/ordered.c - text that jobs make on several threads, written in the order of jobs
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
    struct said said;
    struct out text;
};

struct round {
    const struct ordered *ordered;
    struct slot *slots; /* by job modulo n_slots */
    uint32_t n_slots;
};

void said_error(struct said *said, const struct bl_error *err)
{
    if (array_room(&said->errors, &said->cap_errors, said->n_errors))
        said->errors[said->n_errors++] = *err;
    else
        said->lacks_memory = true;
}

static void do_into(struct round *r, unsigned thread, uint64_t job, struct out *text)
{
    struct said *said = &r->slots[job % r->n_slots].said;
    said->text = text;
    said->n = 0;
    said->n_errors = 0;
    said->lacks_memory = false;
    r->ordered->work(r->ordered->context, thread, job, said);
}

static int work(void *context, unsigned thread, uint64_t job)
{
    struct round *r = context;
    struct out *text = &r->slots[job % r->n_slots].text;
    out_reset(text);
    do_into(r, thread, job, text);
    return BL_OK;
}

static int take(void *context, uint64_t job)
{
    struct round *r = context;
    const struct ordered *o = r->ordered;
    const struct slot *slot = &r->slots[job % r->n_slots];
    const struct said *said = &slot->said;
    if (slot->text.n || slot->text.failed || said->n)
        o->before(o->context, job, said);
    if (slot->text.failed)
        do_into(r, 0, job, o->out);
    else if (slot->text.n)
        out_append(o->out, &slot->text);
    for (uint32_t i = 0; i < said->n_errors; i++)
        o->fail(o->context, job, &said->errors[i]);
    if (!said->lacks_memory)
        return BL_OK;
    o->fail(o->context, job,
            &(struct bl_error){.status = BL_E_NOMEM, .what = "no memory for text"});
    return BL_E_NOMEM;
}

bool print_ordered(const struct ordered *ordered, uint64_t n)
{
    unsigned n_threads = ordered->n_threads ? ordered->n_threads : bl_cores();
    struct round r = {.ordered = ordered, .n_slots = n_threads * SLOTS_PER_THREAD};
    r.slots = calloc(r.n_slots, sizeof *r.slots);
    bool good = r.slots != NULL;
    for (uint32_t i = 0; i < r.n_slots && good; i++)
        good = out_init_memory(&r.slots[i].text, OUT_LEAST_BYTES, MOST_TEXT_BYTES,
                               ordered->out->colour);
    if (good)
        good = bl_parallel(n_threads, n, r.n_slots, work, take, &r) == BL_OK;
    else
        ordered->fail(ordered->context, 0,
                      &(struct bl_error){.status = BL_E_NOMEM, .what = "no memory for text"});
    for (uint32_t i = 0; i < r.n_slots && r.slots; i++) {
        out_close(&r.slots[i].text);
        free(r.slots[i].said.errors);
    }
    free(r.slots);
    return good;
}
