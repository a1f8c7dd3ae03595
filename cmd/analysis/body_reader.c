/* analysis/body_reader.c - bodies of functions and the like, read module by module on all threads
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/body_reader.h"

#include "base/array.h"

#include <stdlib.h>

enum {
    JOB_BYTES = 1 << 20, /* of bodies, about; */
    MOST_JOBS = 16,      /* of a module, and one more, as each may hash so much */
};

/* Some bodies of one module. */
struct job {
    uint32_t first, n;
    struct bl_error error; /* the first failure */
};

struct reading {
    const struct body_reader *reader;
    struct job *jobs;
    uint32_t n_jobs, cap_jobs;
    struct content_reader *contents; /* by thread */
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
    struct content_reader *c = &r->contents[thread];
    content_reader_begin(c, reader->query, module_of(r, job));
    for (uint32_t i = 0; i < job->n; i++) {
        struct bl_error err;
        if (reader->read(reader->context, c, reader->items[job->first + i].what, &err) < 0 &&
            job->error.status == BL_OK)
            job->error = err;
    }
    return BL_OK;
}

static int by_module(const void *a, const void *b)
{
    const struct to_read *s = a;
    const struct to_read *t = b;
    int order = bl_order(s->module, t->module);
    return order ? order : bl_order(s->symbol, t->symbol);
}

/* The end of the items from FIRST on that are of one module, and their bytes. */
static uint32_t end_of_module(const struct body_reader *reader, uint32_t first, uint64_t *n_bytes)
{
    uint32_t end = first;
    *n_bytes = 0;
    while (end < reader->n && reader->items[end].module == reader->items[first].module)
        *n_bytes += (uint64_t)reader->items[end++].n_words * 4;
    return end;
}

/* A large module is several jobs, so that it keeps all threads busy. */
static void add_jobs(struct reading *r)
{
    const struct to_read *items = r->reader->items;
    for (uint32_t first = 0, end; first < r->reader->n; first = end) {
        uint64_t all;
        end = end_of_module(r->reader, first, &all);
        uint64_t most = all / MOST_JOBS > JOB_BYTES ? all / MOST_JOBS : JOB_BYTES;
        while (first < end) {
            struct job job = {.first = first};
            for (uint64_t n_bytes = 0; first < end && n_bytes < most; first++)
                n_bytes += (uint64_t)items[first].n_words * 4;
            job.n = first - job.first;
            array_add(&r->jobs, &r->n_jobs, &r->cap_jobs, job);
        }
    }
}

void body_reader_run(struct body_reader *reader, unsigned n_threads)
{
    struct reading r = {.reader = reader, .contents = array_new(n_threads, sizeof *r.contents)};
    array_sort(reader->items, reader->n, sizeof *reader->items, by_module);
    add_jobs(&r);
    (void)bl_parallel(n_threads, r.n_jobs, r.n_jobs, do_job, NULL, &r);
    for (uint32_t i = 0; i < r.n_jobs; i++)
        if (r.jobs[i].error.status < 0)
            fail_in_module(reader->query, module_of(&r, &r.jobs[i]), &r.jobs[i].error);
    for (unsigned i = 0; i < n_threads; i++)
        content_reader_close(&r.contents[i]);
    free(r.jobs);
    free(r.contents);
    free(reader->items);
    reader->items = NULL;
    reader->n = reader->cap = 0;
}
