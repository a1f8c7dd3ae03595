/* cmd/ordered.c - text that jobs make on several threads, written in the order of jobs
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ordered.h"

#include "array.h"

#include <stdlib.h>

enum {
    SLOTS_PER_THREAD = 4
};

struct round {
    const struct ordered *ordered;
    struct said *slots; /* by job modulo n_slots */
    uint32_t n_slots;
};

void said_error(struct said *said, const struct bl_error *err)
{
    if (array_room(&said->errors, &said->cap_errors, said->n_errors))
        said->errors[said->n_errors++] = *err;
    else
        said->text.failed = true;
}

static int work(void *context, unsigned thread, uint64_t job)
{
    struct round *r = context;
    struct said *said = &r->slots[job % r->n_slots];
    out_reset(&said->text);
    said->n = 0;
    said->n_errors = 0;
    r->ordered->work(r->ordered->context, thread, job, said);
    return BL_OK;
}

static int take(void *context, uint64_t job)
{
    struct round *r = context;
    const struct ordered *o = r->ordered;
    const struct said *said = &r->slots[job % r->n_slots];
    if (said->text.n || said->n)
        o->before(o->context, job, said);
    if (said->text.n)
        out_append(o->out, &said->text);
    for (uint32_t i = 0; i < said->n_errors; i++)
        o->fail(o->context, job, &said->errors[i]);
    if (!said->text.failed)
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
        good =
            out_init_memory(&r.slots[i].text, OUT_LEAST_BYTES, SIZE_MAX / 4, ordered->out->colour);
    if (good)
        good = bl_parallel(n_threads, n, r.n_slots, work, take, &r) == BL_OK;
    else
        ordered->fail(ordered->context, 0,
                      &(struct bl_error){.status = BL_E_NOMEM, .what = "no memory for text"});
    for (uint32_t i = 0; i < r.n_slots && r.slots; i++) {
        out_close(&r.slots[i].text);
        free(r.slots[i].errors);
    }
    free(r.slots);
    return good;
}
