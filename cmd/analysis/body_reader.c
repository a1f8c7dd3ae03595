/* analysis/body_reader.c - bodies of functions and the like, read module by module on all threads
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/body_reader.h"

#include "base/array.h"

#include <stdlib.h>

enum {
    JOB_BYTES = 1 << 20, /* of bodies, about */
};

/* Some bodies of one module. */
struct job {
    uint32_t first, n;
    uint32_t n_jobs;       /* of the module */
    struct bl_error error; /* the first failure */
};

struct reading {
    const struct body_reader *reader;
    struct job *jobs;
    uint32_t n_jobs, cap_jobs;
    struct hasher *hashers; /* by thread */
};

void fail_in_module(struct query *query, uint32_t module, const struct bl_error *err)
{
    struct bl_catalog_module m;
    bool is_known = bl_catalog_get_module(query->catalog, module, &m, NULL) == BL_OK;
    query_report(query, is_known ? m.stream : BL_NONE, err);
}

static uint32_t module_of(const struct reading *r, const struct job *job)
{
    return r->reader->items[job->first].module;
}

/* What is found does not depend on what the thread did before. */
static int do_job(void *data, unsigned thread, uint64_t number)
{
    struct reading *r = data;
    const struct body_reader *reader = r->reader;
    struct job *job = &r->jobs[number];
    struct hasher *h = &r->hashers[thread];
    int rc = hasher_begin(h, reader->query, module_of(r, job), job->n_jobs, &job->error);
    for (uint32_t i = 0; i < job->n && rc == BL_OK; i++) {
        struct bl_error err;
        if (reader->read(reader->context, h, reader->items[job->first + i].what, &err) < 0 &&
            job->error.status == BL_OK)
            job->error = err;
    }
    return BL_OK;
}

static int by_module(const void *a, const void *b)
{
    const struct to_read *s = a;
    const struct to_read *t = b;
    int order = in_order(s->module, t->module);
    return order ? order : in_order(s->symbol, t->symbol);
}

/* A large module is several jobs, so that it keeps all threads busy. */
static void add_jobs(struct reading *r)
{
    const struct to_read *items = r->reader->items;
    uint32_t n = r->reader->n;
    uint32_t n_of_module = 0;
    for (uint32_t first = 0, end; first < n; first = end) {
        uint64_t n_bytes = 0;
        uint32_t module = items[first].module;
        for (end = first; end < n && n_bytes < JOB_BYTES && items[end].module == module;)
            n_bytes += (uint64_t)items[end++].n_words * 4;
        array_add(&r->jobs, &r->n_jobs, &r->cap_jobs,
                  (struct job){.first = first, .n = end - first});
        n_of_module++;
        if (end < n && items[end].module == module)
            continue;
        for (uint32_t i = r->n_jobs - n_of_module; i < r->n_jobs; i++)
            r->jobs[i].n_jobs = n_of_module;
        n_of_module = 0;
    }
}

void body_reader_run(struct body_reader *reader, unsigned n_threads)
{
    struct reading r = {.reader = reader, .hashers = array_new(n_threads, sizeof *r.hashers)};
    array_sort(reader->items, reader->n, sizeof *reader->items, by_module);
    for (unsigned i = 0; i < n_threads; i++)
        r.hashers[i].has_call_attributes = reader->has_call_attributes;
    add_jobs(&r);
    (void)bl_parallel(n_threads, r.n_jobs, r.n_jobs, do_job, NULL, &r);
    for (uint32_t i = 0; i < r.n_jobs; i++)
        if (r.jobs[i].error.status < 0)
            fail_in_module(reader->query, module_of(&r, &r.jobs[i]), &r.jobs[i].error);
    for (unsigned i = 0; i < n_threads; i++)
        hasher_close(&r.hashers[i]);
    free(r.jobs);
    free(r.hashers);
    free(reader->items);
    reader->items = NULL;
    reader->n = reader->cap = 0;
}
