/* analysis/definitions.c - what definitions of a catalog's modules say, read on all threads
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/bound.h"
#include "base/grow.h"
#include "base/status.h"
#include "bitleap_analysis.h"
#include "bitleap_parallel.h"
#include "inputs/query_catalog.h"

#include <stdlib.h>

enum {
    JOB_BYTES = 1 << 20, /* of bodies, about; */
    MOST_JOBS = 16,      /* of a module, and one more, as each may hash so much */
};

/* ---- One module ---- */

/* What an index file has of a global value. */
struct stored_content {
    uint32_t value;
    struct bl_content content;
};

/* A module: where the catalog has contents, they are not read. Zeroes: of none. Each thread has
 * one. Once the module has turned out to be damaged or has reached the limit of bl_contents, all
 * that is read of a part fails with that error. */
struct content_reader {
    const struct bl_catalog *catalog;
    uint32_t number; /* of the module */
    bool is_open;
    struct bl_query_module open;
    struct bl_contents *contents;
    struct bl_error failure;
    struct stored_content *stored; /* in order of values */
    uint32_t n_stored, cap_stored;
};

/* Open the module, if that has not been done. What R has failed with, or BL_OK. */
static int need_module(struct content_reader *r, struct bl_error *err)
{
    if (!r->is_open) {
        r->failure.status = bl_query_module_open(&r->open, r->catalog, r->number, &r->failure);
        if (r->failure.status == BL_OK)
            r->failure.status = bl_contents_open(&r->contents, r->open.module, &r->failure);
    }
    r->is_open = true;
    return bl_fail_again(err, &r->failure);
}

/* Of stored contents that are damaged nothing is used, and bl_catalog_check() reports that. */
static int load_stored(struct content_reader *r)
{
    struct bl_catalog_contents contents;
    struct stored_content next;
    int rc;
    r->n_stored = 0;
    if (!(bl_catalog_get_counts(r->catalog).parts & BL_CATALOG_BODIES))
        return BL_OK;
    rc = bl_catalog_contents_init(&contents, r->catalog, r->number, NULL);
    while (rc >= 0 &&
           (rc = bl_catalog_contents_next(&contents, &next.value, &next.content, NULL)) > 0)
        if (bl_append(&r->stored, &r->n_stored, &r->cap_stored, next) < 0)
            return BL_E_NOMEM;
    if (rc < 0)
        r->n_stored = 0;
    return rc == BL_E_NOMEM ? rc : BL_OK;
}

/* Begin with module NUMBER, or another part of it. Hashes that were kept are dropped, or the limit
 * of this part would depend on them. */
static int begin_module(struct content_reader *r, const struct bl_catalog *catalog, uint32_t number)
{
    bool is_other = r->catalog != catalog || r->number != number;
    bl_contents_close(r->contents);
    r->contents = NULL;
    r->failure = (struct bl_error){.status = BL_OK};
    r->is_open = false;
    r->catalog = catalog;
    r->number = number;
    return is_other ? load_stored(r) : BL_OK;
}

static void close_reader(struct content_reader *r)
{
    bl_contents_close(r->contents);
    bl_query_module_close(&r->open);
    bl_drop(r->stored);
}

static int by_value(const void *a, const void *b)
{
    const struct stored_content *s = a;
    const struct stored_content *t = b;
    return bl_order(s->value, t->value);
}

/* NULL: nothing is stored of VALUE. */
static const struct bl_content *find_stored(const struct content_reader *r, uint32_t value)
{
    const struct stored_content key = {.value = value};
    const struct stored_content *found =
        r->n_stored ? bsearch(&key, r->stored, r->n_stored, sizeof key, by_value) : NULL;
    return found ? &found->content : NULL;
}

static int read_is_odr(struct content_reader *r, uint32_t value, struct bl_content *content,
                       struct bl_error *err)
{
    struct bl_global global;
    int rc = need_module(r, err);
    if (rc == BL_OK)
        rc = bl_module_global(r->open.module, value, &global, err);
    content->is_odr = rc == BL_OK && (global.linkage == BL_LINKAGE_LINK_ONCE_ODR ||
                                      global.linkage == BL_LINKAGE_WEAK_ODR);
    return rc;
}

/* What is wanted of D, which is VALUE of the module. */
static int read_definition(struct content_reader *r, uint32_t value, struct bl_definition *d,
                           struct bl_error *err)
{
    const struct bl_content *stored = find_stored(r, value);
    int rc = BL_OK;
    if (stored && (stored->has_body || !(d->wanted & BL_DEFINITION_BODY))) {
        d->content = *stored;
        return BL_OK;
    }
    if (d->wanted & BL_DEFINITION_IF_ODR && stored)
        d->content.is_odr = stored->is_odr;
    else if (d->wanted & BL_DEFINITION_IF_ODR)
        rc = read_is_odr(r, value, &d->content, err);
    if (rc < 0 || (d->wanted & BL_DEFINITION_IF_ODR && !d->content.is_odr))
        return rc;
    bool is_odr = d->content.is_odr;
    if ((rc = need_module(r, err)) == BL_OK && d->wanted & BL_DEFINITION_STATED)
        rc = bl_contents_stated(r->contents, value, d->bytes, &d->content, err);
    if (rc == BL_OK && d->wanted & BL_DEFINITION_BODY)
        rc = bl_contents_body(r->contents, value, d->body_bytes, &d->content, err);
    d->content.is_odr |= is_odr;
    return rc;
}

/* ---- All of them ---- */

/* Some definitions of one module. */
struct job {
    uint32_t first, n;
    struct bl_error error; /* the first failure */
};

struct reading {
    const struct bl_catalog *catalog;
    struct bl_definition *definitions;
    struct job *jobs;
    uint32_t n_jobs, cap_jobs;
    struct content_reader *readers; /* by thread */
};

/* What is found does not depend on what the thread did before. */
static int do_job(void *data, unsigned thread, uint64_t number)
{
    struct reading *r = data;
    struct job *job = &r->jobs[number];
    struct content_reader *reader = &r->readers[thread];
    int rc = begin_module(reader, r->catalog, r->definitions[job->first].module);
    for (uint32_t i = 0; i < job->n && rc != BL_E_NOMEM; i++) {
        struct bl_definition *d = &r->definitions[job->first + i];
        struct bl_catalog_symbol symbol;
        struct bl_error err;
        d->content = (struct bl_content){.has_body = false};
        rc = bl_catalog_get_symbol(r->catalog, d->symbol, &symbol, &err);
        if (rc == BL_OK)
            rc = read_definition(reader, symbol.value, d, &err);
        d->is_read = rc >= 0;
        if (rc < 0 && job->error.status == BL_OK)
            job->error = err;
    }
    return rc == BL_E_NOMEM ? rc : BL_OK;
}

static int by_module(const void *a, const void *b)
{
    const struct bl_definition *s = a;
    const struct bl_definition *t = b;
    int order = bl_order(s->module, t->module);
    return order ? order : bl_order(s->symbol, t->symbol);
}

/* A large module is several jobs, so that it keeps all threads busy. */
static int add_jobs(struct reading *r, uint32_t n)
{
    const struct bl_definition *d = r->definitions;
    int rc = BL_OK;
    for (uint32_t first = 0, end; first < n; first = end) {
        uint64_t all = 0;
        for (end = first; end < n && d[end].module == d[first].module; end++)
            all += (uint64_t)d[end].n_words * 4;
        uint64_t most = all / MOST_JOBS > JOB_BYTES ? all / MOST_JOBS : JOB_BYTES;
        while (first < end && rc == BL_OK) {
            struct job job = {.first = first};
            for (uint64_t n_bytes = 0; first < end && n_bytes < most; first++)
                n_bytes += (uint64_t)d[first].n_words * 4;
            job.n = first - job.first;
            rc = bl_append(&r->jobs, &r->n_jobs, &r->cap_jobs, job);
        }
    }
    return rc;
}

int bl_definitions_read(struct bl_query *query, struct bl_definition *definitions, uint32_t n)
{
    unsigned n_threads = query->options.n_threads ? query->options.n_threads : bl_cores();
    struct reading r = {.catalog = query->catalog, .definitions = definitions};
    bl_sort(definitions, n, sizeof *definitions, by_module);
    r.readers = calloc(n_threads, sizeof *r.readers);
    int rc = r.readers ? add_jobs(&r, n) : BL_E_NOMEM;
    if (rc == BL_OK)
        rc = bl_parallel(n_threads, r.n_jobs, r.n_jobs, do_job, NULL, &r);
    for (uint32_t i = 0; rc >= 0 && i < r.n_jobs; i++)
        if (r.jobs[i].error.status < 0)
            bl_query_note_module(query, definitions[r.jobs[i].first].module, &r.jobs[i].error);
    for (unsigned i = 0; r.readers && i < n_threads; i++)
        close_reader(&r.readers[i]);
    free(r.readers);
    bl_drop(r.jobs);
    return rc;
}
