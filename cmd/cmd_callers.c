/* cmd_callers.c - what calls a function, or takes its address
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * In two rounds: first the modules that know the name are found; then their bodies are read, some
 * of a module at a time, so that a large one keeps all threads busy.
 */
#include "analysis/catalog_values.h"
#include "analysis/pattern.h"
#include "analysis/reach.h"
#include "analysis/source_json.h"
#include "analysis/stream_modules.h"
#include "base/array.h"
#include "base/text.h"
#include "commands.h"
#include "input/modules.h"
#include "input/ordered.h"
#include "input/paths.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_CALLS = REACH_FIRST_OWN,
    OPT_PLACES
};

const struct option_spec callers_options[] = {
    REACH_OPTIONS,
    [OPT_CALLS] = {"calls", 0, NULL, "only direct calls"},
    [OPT_PLACES] = {"places", 'p', NULL, "each use by itself, and where in the source"},
    {NULL, 0, NULL, NULL},
};

enum {
    JOB_BYTES = 1 << 20, /* of a module, about */
};

/* A module that knows the name. */
struct hit {
    struct stream_module in;
    uint32_t target;   /* value of that name */
    struct text name;  /* as LLVM writes it */
    uint32_t n_values; /* global ones */
    uint32_t n_jobs;
};

/* Bodies of the values from FIRST to END. The first job of a module reads what is outside of
 * bodies, too. */
struct job {
    uint32_t hit, first, end;
};

/* The module that a thread has open. */
struct reader {
    const struct hit *hit; /* NULL: none */
    struct module_reader module;
    struct bl_function *function;
    struct bl_references *references; /* unless each use is printed by itself; */
    struct bl_vtables *vtables;       /* then these, if the target is a function */
    struct bl_value_users *users;
};

struct callers {
    struct context *context;
    struct name_patterns wanted; /* a name, or others like it */
    bool calls_only, has_places;
    struct streams streams;
    pthread_mutex_t lock; /* of the hits, while they are found */
    struct hit *hits;
    struct job *jobs;
    uint32_t n_hits, cap_hits, n_jobs, cap_jobs;
    struct reader *readers;   /* by thread */
    const struct hit *headed; /* whose heading has been printed */
};

/* ---- Modules that know the name ---- */

/* Whether it is not one name alone. */
static bool is_pattern(const struct callers *c)
{
    return c->wanted.items[0].pattern.kind != PATTERN_EXACT;
}

/* What JSON calls a target: as it was asked for or, where that is a pattern, by its own name. */
static struct bl_view target_name(const struct callers *c, struct bl_view own)
{
    return is_pattern(c) ? own : view_of(c->wanted.items[0].wanted);
}

static void add_hit(struct callers *c, struct bl_index *index, struct hit hit)
{
    uint64_t n_bytes = (uint64_t)bl_index_get(index, hit.in.block).block.n_words * 4;
    /* No job without values: the one that begins with the first of them reads the globals. */
    uint64_t n_jobs = n_bytes / JOB_BYTES + 1;
    hit.n_jobs = (uint32_t)(n_jobs < hit.n_values ? n_jobs : hit.n_values);
    pthread_mutex_lock(&c->lock);
    array_add(&c->hits, &c->n_hits, &c->cap_hits, hit);
    pthread_mutex_unlock(&c->lock);
}

static void visit_module(void *data, struct bl_index *index, const struct stream_module *in,
                         struct bl_error *first)
{
    struct callers *c = data;
    struct hit hit = {.in = *in};
    struct value_list targets = {.n = 0};
    struct name_patterns wanted = {.items = NULL}; /* of this thread */
    struct bl_module *module;
    struct bl_error err;
    name_patterns_add(&wanted, c->context, c->wanted.items[0].wanted);
    int rc = bl_module_open(&module, index, in->block, &err);
    if (rc == BL_OK)
        rc = name_pattern_values(wanted.items, c->context, module, &targets, &err);
    if (targets.n > 0 && bl_module_count(module, &hit.n_values, &err) < 0)
        rc = err.status;
    if (rc < 0)
        keep_error(first, &err);
    for (uint32_t i = 0; i < targets.n && hit.n_values > 0; i++) {
        hit.target = targets.items[i];
        hit.name = (struct text){.n = 0};
        put_global_name(c->context, module, hit.target, text_put, &hit.name);
        add_hit(c, index, hit);
    }
    bl_module_close(module);
    free(targets.items);
    name_patterns_release(&wanted);
}

static int by_module(const void *a, const void *b)
{
    const struct hit *x = a;
    const struct hit *y = b;
    int order = compare_stream_modules(&x->in, &y->in);
    return order ? order : bl_order(x->target, y->target);
}

static void find_hits(struct callers *c)
{
    for_each_stream_module(&c->streams, visit_module, c);
    array_sort(c->hits, c->n_hits, sizeof *c->hits, by_module);
    for (uint32_t h = 0; h < c->n_hits; h++) {
        const struct hit *hit = &c->hits[h];
        for (uint64_t i = 0; i < hit->n_jobs; i++)
            array_add(&c->jobs, &c->n_jobs, &c->cap_jobs,
                      (struct job){.hit = h,
                                   .first = (uint32_t)(hit->n_values * i / hit->n_jobs),
                                   .end = (uint32_t)(hit->n_values * (i + 1) / hit->n_jobs)});
    }
}

/* ---- Uses ---- */

struct use {
    enum bl_reference_kind kind;
    bool is_within;                           /* in a constant that is made of it */
    uint32_t in;                              /* global value that has it: function, variable … */
    uint64_t bit_pos;                         /* of the instruction's record, or that of IN */
    const char *opcode;                       /* NULL: in no instruction */
    const struct bl_debug_location *location; /* NULL: none */
};

/* What a job knows while it works. */
struct work {
    const struct callers *c;
    struct reader *reader;
    struct job_output *output;
};

static void put_use(const struct work *w, const struct use *use)
{
    struct out *o = w->output->text;
    struct bl_metadata *metadata;
    char kind[64];
    snprintf(kind, sizeof kind, "%s%s%s", use->kind == BL_REFERENCE_OPERAND ? "in " : "",
             use->kind == BL_REFERENCE_OPERAND ? use->opcode : bl_reference_kind_name(use->kind),
             use->is_within ? ", within" : "");
    out_colour(o, COLOUR_POSITION);
    out_u64_wide(o, use->bit_pos, 12);
    out_plain(o);
    out_printf(o, "  %-24s  ", kind);
    out_colour(o, COLOUR_NAME);
    put_global_name(w->c->context, w->reader->module.module, use->in, out_put, o);
    out_plain(o);
    if (use->location) {
        (void)out_need(bl_function_metadata(w->reader->function, &metadata, NULL));
        out_text(o, use->location->scope == BL_NONE ? ", " : ", at ");
        (void)out_need(bl_source_print(metadata, use->location, out_put, o, NULL));
    }
    out_char(o, '\n');
}

static void json_use(const struct work *w, const struct use *use)
{
    struct out *o = w->output->text;
    const struct hit *hit = w->reader->hit;
    struct bl_metadata *metadata;
    struct bl_view name = {0}, target = {0};
    (void)out_need(bl_module_name(w->reader->module.module, use->in, &name, NULL));
    (void)out_need(bl_module_name(w->reader->module.module, hit->target, &target, NULL));
    json_begin(o, "use");
    json_text(o, "file", w->c->streams.items[hit->in.item].path);
    json_u64(o, "module", hit->in.number);
    json_view(o, "name", target_name(w->c, target));
    json_text(o, "kind", bl_reference_kind_name(use->kind));
    json_bool(o, "within", use->is_within);
    json_name(o, "in", name);
    json_u64(o, "value", use->in);
    json_u64(o, "bit_pos", use->bit_pos);
    if (use->opcode)
        json_text(o, "opcode", use->opcode);
    if (use->location) {
        (void)out_need(bl_function_metadata(w->reader->function, &metadata, NULL));
        json_source(o, metadata, use->location);
    }
    json_end(o);
}

/* Whether a use as KIND was asked for. */
static bool is_wanted(const struct callers *c, unsigned kind, bool is_within)
{
    return !c->calls_only || (kind <= BL_REFERENCE_CALLBR && !is_within);
}

static void add_use(const struct work *w, const struct use *use)
{
    if (!is_wanted(w->c, use->kind, use->is_within))
        return;
    w->output->n++;
    if (w->c->context->json)
        json_use(w, use);
    else
        put_use(w, use);
}

/* ---- In instructions ---- */

static void add_operand(const struct work *w, uint32_t function, const struct bl_instruction *inst,
                        const struct bl_operand *operand, enum bl_reference_kind kind)
{
    unsigned user = bl_value_users_kind(w->reader->users, operand->number);
    const char *opcode = bl_opcode_name(inst->opcode);
    if (operand->kind != BL_OPERAND_VALUE || user == BL_USER_NONE)
        return;
    add_use(w, &(struct use){
                   .kind = kind <= BL_REFERENCE_CALLBR && user != BL_USER_IS ? BL_REFERENCE_OPERAND
                                                                             : kind,
                   .is_within = user != BL_USER_IS,
                   .in = function,
                   .bit_pos = inst->bit_pos,
                   .opcode = opcode ? opcode : "unknown",
                   .location = inst->has_location ? &inst->location : NULL,
               });
}

/* ---- By user ---- */

/* "         2  call                      ", before the name of what has these uses. */
static void put_uses(struct out *o, const struct bl_reference *use)
{
    enum {
        WIDTH = 26
    };
    const char *kind = bl_reference_kind_name(use->kind);
    const char *within = use->is_within ? ", within" : "";
    out_u64_wide(o, use->n, 10);
    out_text(o, "  ");
    out_text(o, kind);
    out_text(o, within);
    out_spaces(o, WIDTH - strlen(kind) - strlen(within));
}

static void json_uses(struct out *o, struct bl_view target, const char *path, uint32_t module,
                      const struct bl_reference *use, struct bl_view in)
{
    json_begin(o, "user");
    json_text(o, "file", path);
    json_u64(o, "module", module);
    json_view(o, "name", target);
    json_text(o, "kind", bl_reference_kind_name(use->kind));
    json_bool(o, "within", use->is_within);
    json_view(o, "in", in);
    json_u64(o, "value", use->from);
    json_u64(o, "uses", use->n);
    json_end(o);
}

static void add_uses(const struct work *w, const struct bl_reference *use)
{
    struct out *o = w->output->text;
    const struct stream_module *in = &w->reader->hit->in;
    struct bl_view name = {0};
    if (!is_wanted(w->c, use->kind, use->is_within))
        return;
    w->output->n++;
    if (w->c->context->json) {
        (void)out_need(bl_module_name(w->reader->module.module, use->from, &name, NULL));
        json_uses(o, view_of(w->c->wanted.items[0].wanted), w->c->streams.items[in->item].path,
                  in->number, use, name);
        return;
    }
    put_uses(o, use);
    out_colour(o, COLOUR_NAME);
    put_global_name(w->c->context, w->reader->module.module, use->from, out_put, o);
    out_plain(o);
    out_char(o, '\n');
}

/* Uses of the target by VALUE, which has some. */
static int add_uses_by(const struct work *w, uint32_t value, struct bl_error *err)
{
    const struct bl_reference *list;
    uint32_t n;
    int status = bl_references_of(w->reader->references, value, &list, &n, err);
    for (uint32_t i = 0; i < n; i++)
        if (list[i].to == w->reader->hit->target)
            add_uses(w, &list[i]);
    return status;
}

/* Whether VALUE may use the target, judging by its records. */
static int may_use(const struct work *w, uint32_t value, struct bl_error *err)
{
    struct reader *r = w->reader;
    struct bl_global global;
    struct bl_block block;
    int rc = bl_module_global(r->module.module, value, &global, err);
    if (rc < 0)
        return rc;
    if (bl_value_users_kind(r->users, global.initializer) ||
        bl_value_users_kind(r->users, global.prefix) ||
        bl_value_users_kind(r->users, global.prologue) ||
        bl_value_users_kind(r->users, global.personality))
        return 1;
    rc = bl_module_body(r->module.module, value, &block, err);
    if (rc > 0)
        rc = bl_function_load(r->function, value, err) < 0
                 ? err->status
                 : bl_value_users_may_be_in(r->users, r->function, err);
    return rc;
}

static void read_users(const struct work *w, uint32_t first, uint32_t end)
{
    struct bl_error err;
    for (uint32_t value = first; value < end; value++) {
        int rc = may_use(w, value, &err);
        if (rc > 0)
            rc = add_uses_by(w, value, &err);
        if (rc < 0)
            keep_job_error(w->output, &err);
    }
}

/* ---- In bodies ---- */

static int read_body(const struct work *w, uint32_t value, struct bl_error *err)
{
    struct reader *r = w->reader;
    struct bl_instruction inst;
    int rc = bl_function_load(r->function, value, err);
    if (rc == BL_OK)
        rc = bl_value_users_may_be_in(r->users, r->function, err);
    while (rc > 0 && (rc = bl_function_next(r->function, &inst, err)) > 0) {
        for (uint32_t i = 0; i < inst.n_operands; i++)
            add_operand(w, value, &inst, &inst.operands[i], bl_reference_kind_of(&inst, i));
        for (uint32_t i = 0; i < inst.n_bundles; i++)
            for (uint32_t k = 0; k < inst.bundles[i].n; k++)
                add_operand(w, value, &inst, &inst.bundle_operands[inst.bundles[i].first + k],
                            BL_REFERENCE_BUNDLE);
    }
    return rc;
}

static void read_bodies(const struct work *w, uint32_t first, uint32_t end)
{
    struct bl_block block;
    struct bl_error err;
    for (uint32_t value = first; value < end; value++) {
        int rc = bl_module_body(w->reader->module.module, value, &block, &err);
        if (rc > 0)
            rc = read_body(w, value, &err);
        if (rc < 0)
            keep_job_error(w->output, &err);
    }
}

/* ---- Outside of bodies ---- */

static void add_global(const struct work *w, uint32_t value, const struct bl_global *global)
{
    static const enum bl_reference_kind kinds[] = {
        [BL_GLOBAL_VARIABLE] = BL_REFERENCE_INITIALIZER,
        [BL_GLOBAL_FUNCTION] = BL_REFERENCE_INITIALIZER,
        [BL_GLOBAL_ALIAS] = BL_REFERENCE_ALIASEE,
        [BL_GLOBAL_IFUNC] = BL_REFERENCE_RESOLVER,
    };
    const struct bl_vtables *vtables = w->reader->vtables;
    bool is_slot = vtables && bl_vtables_has(vtables, value);
    const struct {
        uint32_t value;
        enum bl_reference_kind kind;
    } held[] = {{global->initializer, is_slot ? BL_REFERENCE_VTABLE_SLOT : kinds[global->kind]},
                {global->personality, BL_REFERENCE_PERSONALITY},
                {global->prefix, BL_REFERENCE_PREFIX},
                {global->prologue, BL_REFERENCE_PROLOGUE}};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) {
        unsigned user = bl_value_users_kind(w->reader->users, held[i].value);
        if (user != BL_USER_NONE)
            add_use(w, &(struct use){.kind = held[i].kind,
                                     .is_within = user != BL_USER_IS && !is_slot,
                                     .in = value,
                                     .bit_pos = global->bit_pos});
    }
}

/* ---- Jobs ---- */

static void leave_module(struct reader *r)
{
    bl_value_users_close(r->users);
    bl_function_close(r->function);
    bl_references_close(r->references);
    bl_vtables_close(r->vtables);
    r->users = NULL;
    r->function = NULL;
    r->references = NULL;
    r->vtables = NULL;
    r->hit = NULL;
}

static int enter_module(const struct callers *c, struct reader *r, const struct hit *hit,
                        struct bl_error *err)
{
    struct bl_global target;
    leave_module(r);
    int status = module_reader_open(&r->module, &c->streams, &hit->in, err);
    if (status == BL_OK)
        status = bl_function_open(&r->function, r->module.module, BL_NONE, err);
    if (status == BL_OK)
        status = bl_value_users_open(&r->users, r->module.module, hit->target, err);
    if (status == BL_OK && !c->has_places)
        status = bl_references_open(&r->references, r->module.module, err);
    if (status == BL_OK && c->has_places)
        status = bl_module_global(r->module.module, hit->target, &target, err);
    if (status == BL_OK && c->has_places && target.kind == BL_GLOBAL_FUNCTION)
        status = bl_vtables_open(&r->vtables, r->module.module, err);
    if (status == BL_OK)
        r->hit = hit;
    return status;
}

static void do_job(void *data, unsigned thread, uint64_t number, struct job_output *output)
{
    struct callers *c = data;
    const struct job *job = &c->jobs[number];
    struct work w = {c, &c->readers[thread], output};
    const struct bl_global *globals;
    uint32_t n;
    struct bl_error err;
    if (w.reader->hit != &c->hits[job->hit] &&
        enter_module(c, w.reader, &c->hits[job->hit], &err) < 0) {
        if (job->first == 0)
            keep_job_error(output, &err);
        return;
    }
    if (job->first == 0) {
        if (bl_module_globals(w.reader->module.module, &globals, &n, &err) < 0)
            keep_job_error(output, &err);
        for (uint32_t i = 0; i < n && c->has_places; i++)
            add_global(&w, i, &globals[i]);
    }
    if (c->has_places)
        read_bodies(&w, job->first, job->end);
    else
        read_users(&w, job->first, job->end);
}

static void put_columns(struct out *o)
{
    out_printf(o, "\n%10s  %-24s  %s\n", "uses", "as", "in");
}

static void put_heading(void *data, uint64_t number, const struct job_output *output)
{
    struct callers *c = data;
    const struct hit *hit = &c->hits[c->jobs[number].hit];
    struct out *o = &c->context->out;
    (void)output;
    if (c->headed == hit)
        return;
    c->headed = hit;
    if (c->context->json)
        return;
    put_stream_module(o, &c->streams, &hit->in);
    out_text(o, ": uses of ");
    out_view(o, text_view(&hit->name));
    if (c->has_places)
        out_printf(o, "\n%12s  %-24s  %s\n", "bit", "as", "in");
    else
        put_columns(o);
}

static void fail_job(void *data, uint64_t number, const struct bl_error *err)
{
    struct callers *c = data;
    streams_report(&c->streams, c->hits[c->jobs[number].hit].in.item, err);
}

static void read_hits(struct callers *c)
{
    unsigned n_threads = context_threads(c->context);
    c->readers = array_new(n_threads, sizeof *c->readers);
    if (c->n_jobs > 0)
        print_ordered(&(struct ordered){.out = &c->context->out,
                                        .n_threads = n_threads,
                                        .work = do_job,
                                        .before = put_heading,
                                        .fail = fail_job,
                                        .context = c},
                      c->n_jobs);
    for (unsigned i = 0; i < n_threads; i++) {
        leave_module(&c->readers[i]);
        module_reader_close(&c->readers[i].module);
    }
    free(c->readers);
}

static bool ask_files(struct callers *c)
{
    if (streams_open(&c->streams, c->context, 0)) {
        find_hits(c);
        read_hits(c);
    }
    streams_close(&c->streams);
    bool knows = c->n_hits > 0;
    for (uint32_t i = 0; i < c->n_hits; i++)
        free(c->hits[i].name.data);
    free(c->hits);
    free(c->jobs);
    return knows;
}

/* ---- By an index ---- */

/* What an index file with bodies is asked. */
struct index_answer {
    const struct callers *c;
    struct query query;
    struct value_names names;
    struct bl_view target; /* its name as JSON has it */
    uint64_t n;            /* uses */
};

static void put_target(struct index_answer *a, struct bl_module_value target,
                       const struct bl_catalog_module *module,
                       const struct bl_catalog_stream *stream)
{
    struct out *o = &a->c->context->out;
    query_put_stream(&a->query, o, module->stream);
    if (stream->n_modules > 1)
        out_printf(o, "[module %" PRIu32 "]", target.module - stream->first_module);
    out_text(o, ": uses of ");
    put_value_name(&a->names, target, out_put, o);
    put_columns(o);
}

static void put_user(struct index_answer *a, struct bl_module_value target,
                     const struct bl_catalog_stream *stream, const char *path,
                     const struct bl_reference *use)
{
    struct out *o = &a->c->context->out;
    struct bl_module_value user = {.module = target.module, .value = use->from};
    if (a->c->context->json) {
        json_uses(o, a->target, path, target.module - stream->first_module, use,
                  value_name(&a->names, user));
        return;
    }
    put_uses(o, use);
    out_colour(o, COLOUR_NAME);
    put_value_name(&a->names, user, out_put, o);
    out_plain(o);
    out_char(o, '\n');
}

static int put_users(struct index_answer *a, struct bl_module_value target, uint32_t *stream_number,
                     struct bl_error *err)
{
    struct bl_catalog_references references = {.catalog = NULL};
    struct bl_catalog_module module;
    struct bl_catalog_stream stream = {.first_module = 0};
    struct bl_reference use;
    bool is_first = true;
    int rc = bl_catalog_get_module(a->query.catalog, target.module, &module, err);
    if (rc == BL_OK) {
        *stream_number = module.stream;
        rc = bl_catalog_get_stream(a->query.catalog, module.stream, &stream, err);
    }
    if (rc == BL_OK)
        rc = bl_catalog_references_init(&references, a->query.catalog, target.module, target.value,
                                        err);
    char *path =
        rc == BL_OK && a->c->context->json ? query_stream_path(&a->query, module.stream) : NULL;
    while (rc >= 0 && (rc = bl_catalog_references_next(&references, &use, err)) > 0) {
        if (!is_wanted(a->c, use.kind, use.is_within))
            continue;
        if (is_first && !a->c->context->json)
            put_target(a, target, &module, &stream);
        is_first = false;
        put_user(a, target, &stream, path, &use);
        a->n++;
    }
    free(path);
    return rc;
}

/* *IS_FOUND: there are uses. Returns whether a module has the name. */
static bool ask_index(const struct callers *c, bool *is_found)
{
    struct index_answer a = {.c = c};
    struct bl_module_value *targets = NULL;
    uint32_t n = 0;
    const struct query_needs needs = {.parts = BL_CATALOG_MODULES | BL_CATALOG_SYMBOLS |
                                               BL_CATALOG_BODIES};
    if (query_open(&a.query, c->context, needs, c->context->n_operands, c->context->operands)) {
        a.names.query = &a.query;
        find_values(&a.query, c->wanted.items[0].wanted, &targets, &n);
    }
    for (uint32_t i = 0; i < n; i++) {
        struct bl_error err;
        uint32_t stream = BL_NONE;
        char *own = is_pattern(c) ? string_of(value_name(&a.names, targets[i])) : NULL;
        a.target = target_name(c, own ? view_of(own) : (struct bl_view){0});
        if (put_users(&a, targets[i], &stream, &err) < 0)
            query_report(&a.query, stream, &err);
        free(own);
    }
    free(targets);
    value_names_close(&a.names);
    query_close(&a.query);
    *is_found = a.n > 0;
    return n > 0;
}

/* ---- The call ---- */

bool cmd_callers(struct context *context)
{
    struct callers c = {.context = context, .lock = PTHREAD_MUTEX_INITIALIZER};
    struct reach_options options = {.is_backward = true};
    const char *argument;
    int option;
    while ((option = next_option(context, &argument)) >= 0) {
        c.calls_only |= option == OPT_CALLS;
        c.has_places |= option == OPT_PLACES;
        if (option < (int)REACH_FIRST_OWN)
            reach_set_option(&options, context->command, option, argument);
    }
    options.calls_only = c.calls_only;
    if (c.has_places && reach_is_wanted(&options))
        usage_error(context->command, "--places is for the function's own users");
    if (context->n_operands < 2 - (context->index != NULL))
        usage_error(context->command, "the name of a function and a file are needed");
    if (is_path_first(context))
        move_last_to_front(context);
    const char *name = take_operand(context);
    if (reach_is_wanted(&options))
        return reach(context, name, &options);
    name_patterns_add(&c.wanted, context, name);
    bool found = false;
    bool knows;
    /* Of many targets each body is read once. */
    if (!c.has_places && (is_pattern(&c) || index_parts(context) & BL_CATALOG_BODIES)) {
        knows = ask_index(&c, &found);
    } else {
        knows = ask_files(&c);
        found = c.headed != NULL;
    }
    if (context->n_errors == 0 && !knows) { /* mistyped, which is not without uses */
        report_wanted(context, context->command->name, name,
                      "no function or other global value of this name");
        suggest_name(context, name);
    } else if (context->n_errors == 0 && !found)
        put_note(context, "no use of '%s'", name);
    name_patterns_release(&c.wanted);
    return found;
}
