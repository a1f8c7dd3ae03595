/* measure.c - rounds of all engines on one input
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * First every engine does the work once with everything hashed; then they take turns, so that a
 * change of the machine meets all of them. Ratios are taken within rounds.
 */
#include "measure.h"

#include "clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEAST_ROUNDS = 5,
    MOST_ROUNDS = 401,
    N_WARM_UP = 2 /* the second one is timed, to know how often to repeat it */
};

/* Shorter samples are repeated up to this. */
static const double shortest_sample = 0.5e-3;

struct contest {
    struct method *method;
    const struct row *row;
    const struct engines *engines;
    const struct work *work;
    struct outcome *outcome;
    void *kept[MAX_ENGINES]; /* opened once */
    int repeats[MAX_ENGINES];
    bool is_empty;     /* no engine takes part */
    bool has_declined; /* the engine whose turn it is */
    bool has_sum;
    struct bench_sink sums; /* of a run that is not hashed */
    double times[MAX_ENGINES][MOST_ROUNDS];
    double times_alone[MAX_ENGINES][MOST_ROUNDS]; /* by one thread, where there are several */
    double spins[MOST_ROUNDS];
    double cores_worth[MOST_ROUNDS]; /* where there are several threads */
    double taken;                    /* part of the time that others had the core */
};

static bool complain(const struct contest *c, int engine, const char *what)
{
    fprintf(stderr, "bitleap-bench: %s: %s: %s\n", c->row->name, c->engines->list[engine]->name,
            what);
    return false;
}

/* ---- One run ---- */

static bool run_stream(struct contest *c, int i, unsigned threads, struct bench_stream bytes,
                       struct bench_sink *sink)
{
    const struct bench_engine *engine = c->engines->list[i];
    bench_run_fn *run = engine->run[c->row->way];
    struct bench_task task = c->work->task;
    task.threads = threads;
    task.streams = c->work->streams;
    task.n_streams = c->work->n_streams;
    void *state = c->kept[i] ? c->kept[i] : engine->open(engine, bytes.data, bytes.size);
    int status = state ? run(state, &task, sink) : -1;
    c->has_declined = status == BENCH_DECLINED;
    if (state && !c->kept[i])
        engine->close(state);
    return status >= 0;
}

static bool run_all(struct contest *c, int i, unsigned threads, struct bench_sink *sink)
{
    size_t n_runs = c->row->way == BENCH_TALLY_ALL ? 1 : c->work->n_streams;
    for (size_t k = 0; k < n_runs; k++)
        if (!run_stream(c, i, threads, c->work->streams[k], sink))
            return complain(c, i, "cannot read this");
    return true;
}

/* Seconds that REPEATS runs take, each. What they found must be what all others found. */
static bool time_runs(struct contest *c, int i, unsigned threads, int repeats, double *seconds)
{
    bool good = true;
    bool several_threads = threads > 1;
    struct bench_sink sink = bench_sink_empty(false);
    if (several_threads)
        clock_unpin();
    uint64_t begin = clock_ticks();
    for (int k = 0; good && k < repeats; k++) {
        sink = bench_sink_empty(false);
        good = run_all(c, i, threads, &sink);
    }
    *seconds = (double)(clock_ticks() - begin) / clock_ticks_per_second() / repeats;
    if (several_threads)
        clock_pin();
    if (!good)
        return false;
    if (!c->has_sum)
        c->sums = sink;
    c->has_sum = true;
    if (sink.sum != c->sums.sum || sink.records != c->sums.records ||
        sink.values != c->sums.values || sink.blocks != c->sums.blocks)
        return complain(c, i, "found something else while time counted");
    return true;
}

/* ---- Check ---- */

static bool same(const struct bench_sink *a, const struct bench_sink *b)
{
    return a->hash == b->hash && a->values == b->values && a->records == b->records &&
           a->blocks == b->blocks;
}

static void tell_difference(const struct contest *c, int first, const struct bench_sink *a, int i,
                            const struct bench_sink *b)
{
    fprintf(stderr, "bitleap-bench: %s: %s and %s disagree\n", c->row->name,
            first < 0 ? "the input" : c->engines->list[first]->name, c->engines->list[i]->name);
    const struct bench_sink *both[] = {a, b};
    for (int k = 0; k < 2; k++)
        fprintf(stderr, "    %llu blocks, %llu records, %llu values, checksum %016llx\n",
                (unsigned long long)both[k]->blocks, (unsigned long long)both[k]->records,
                (unsigned long long)both[k]->values, (unsigned long long)both[k]->hash);
}

static bool would_take_long(const struct contest *c, int i)
{
    double rate = c->method->rates[i][c->row->way];
    return rate > 0 && (double)c->work->bytes / rate > c->method->longest;
}

/* All engines that can, once; they must agree with each other and with what the
 * input was made from. */
static bool check_all(struct contest *c)
{
    int first = -1;
    struct bench_sink agreed = bench_sink_empty(true);
    bool is_known = c->work->is_known && c->row->way != BENCH_SKIP_ARRAYS;
    for (int i = 0; i < c->engines->n; i++) {
        const struct bench_engine *engine = c->engines->list[i];
        struct bench_sink sink = bench_sink_empty(true);
        if (!engine->run[c->row->way])
            continue;
        if (would_take_long(c, i)) {
            c->outcome->results[i].state = STATE_TOO_LONG;
            continue;
        }
        if (c->work->keep_open && !(c->kept[i] = engine->open(engine, c->work->streams[0].data,
                                                              c->work->streams[0].size)))
            return complain(c, i, "cannot open this");
        if (!run_all(c, i, c->work->task.threads, &sink))
            return false;
        if (c->has_declined)
            continue;
        if (first < 0)
            agreed = sink;
        if (!same(&agreed, &sink) || (is_known && sink.hash != c->work->hash)) {
            tell_difference(c, first, &agreed, i, &sink);
            return false;
        }
        first = first < 0 ? i : first;
        c->outcome->results[i].state = STATE_MEASURED;
    }
    c->outcome->counts = agreed;
    c->outcome->units = way_units(c->row->way, &agreed);
    c->is_empty = first < 0;
    return true;
}

/* ---- Rounds ---- */

static bool is_in(const struct contest *c, int i)
{
    return c->outcome->results[i].state == STATE_MEASURED;
}

static bool warm_up(struct contest *c)
{
    for (int i = 0; i < c->engines->n; i++) {
        double seconds = 0;
        if (!is_in(c, i))
            continue;
        for (int k = 0; k < N_WARM_UP; k++)
            if (!time_runs(c, i, c->work->task.threads, 1, &seconds))
                return false;
        c->repeats[i] =
            seconds < shortest_sample ? (int)(shortest_sample / (seconds + 1e-9)) + 1 : 1;
        if (c->work->task.threads <= 1)
            c->method->rates[i][c->row->way] = (double)c->work->bytes / (seconds + 1e-9);
    }
    return true;
}

/* An engine's part of a round. The first run does not count: it brings back into caches and branch
 * predictors what the engine before has put out, which otherwise is more to a fast engine than to a
 * slow one, and more to one that comes after others than to one that comes after its own kind.
 * Commands do so in none of their runs. */
static bool take_turn(struct contest *c, int i, unsigned threads, double *seconds)
{
    bool leads_in = !bench_way_is_command(c->row->way);
    return (!leads_in || time_runs(c, i, threads, 1, seconds)) &&
           time_runs(c, i, threads, c->repeats[i], seconds);
}

/* Where there are several threads, one of them on its own as well. */
static bool take_turns(struct contest *c, int i, int round)
{
    unsigned threads = c->work->task.threads;
    return take_turn(c, i, threads, &c->times[i][round]) &&
           (threads <= 1 || take_turn(c, i, 1, &c->times_alone[i][round]));
}

static bool rounds(struct contest *c)
{
    uint64_t begin = clock_ticks();
    uint64_t end = begin + (uint64_t)(c->method->seconds * clock_ticks_per_second());
    double cpu_begin = clock_cpu_seconds();
    int n = 0;
    int least = c->method->seconds > 0 ? LEAST_ROUNDS : 1;
    unsigned n_threads = c->work->task.threads;
    while (n < MOST_ROUNDS && (n < least || clock_ticks() < end)) {
        for (int i = 0; i < c->engines->n; i++)
            if (is_in(c, i) && !take_turns(c, i, n))
                return false;
        if (n_threads > 1)
            c->cores_worth[n] = clock_cores_worth(n_threads);
        c->spins[n++] = clock_spin();
    }
    c->outcome->rounds = n;
    double wall = (double)(clock_ticks() - begin) / clock_ticks_per_second();
    /* Commands and threads have processor time of their own. */
    if (n_threads <= 1 && !bench_way_is_command(c->row->way))
        c->taken = 1 - (clock_cpu_seconds() - cpu_begin) / wall;
    return true;
}

/* ---- What the times say ---- */

static void find_references(struct outcome *outcome, const struct method *method)
{
    const struct engines *engines = outcome->engines;
    outcome->references[REFERENCE_S] = engines_llvm(engines, 'S');
    outcome->references[REFERENCE_G] = engines_llvm(engines, 'G');
    outcome->references[REFERENCE_H] = engines_llvm(engines, 'H');
    outcome->references[REFERENCE_OTHER] =
        method->against ? engines_number(engines, method->against) : -1;
}

/* How many times as fast TIMES are as SLOWER ones of the same rounds. */
static struct estimate estimate_ratio(const double *slower, const double *times, int n)
{
    double samples[MOST_ROUNDS];
    for (int r = 0; r < n; r++)
        samples[r] = slower[r] / times[r];
    return estimate_median(samples, n);
}

static void summarize(const struct contest *c, int i)
{
    struct result *result = &c->outcome->results[i];
    double samples[MOST_ROUNDS];
    int n = c->outcome->rounds;
    for (int k = 0; k < N_REFERENCES; k++) {
        int reference = c->outcome->references[k];
        if (reference < 0 || !is_in(c, reference))
            continue;
        result->ratios[k] = estimate_ratio(c->times[reference], c->times[i], n);
    }
    if (c->work->task.threads > 1)
        result->ratio_alone = estimate_ratio(c->times_alone[i], c->times[i], n);
    memcpy(samples, c->times[i], (size_t)n * sizeof *samples);
    result->seconds = estimate_median(samples, n);
    result->least = samples[0];
    result->spread = (samples[n * 3 / 4] - samples[n / 4]) / 2 / result->seconds.median;
}

static void report(struct contest *c)
{
    int n = c->outcome->rounds;
    for (int i = 0; i < c->engines->n; i++)
        if (is_in(c, i))
            summarize(c, i);
    estimate_median(c->spins, n);
    c->outcome->disturbance = c->spins[n * 9 / 10] / c->spins[0] - 1;
    if (c->work->task.threads > 1)
        c->outcome->cores_worth = estimate_median(c->cores_worth, n).median;
    if (c->outcome->disturbance < c->taken)
        c->outcome->disturbance = c->taken;
}

bool measure(struct method *method, const struct row *row, const struct engines *engines,
             const struct work *work, struct outcome *outcome)
{
    struct contest *c = calloc(1, sizeof *c);
    *outcome = (struct outcome){
        .row = row, .engines = engines, .bytes = work->bytes, .streams = work->n_streams};
    find_references(outcome, method);
    if (!c) {
        fputs("bitleap-bench: no memory\n", stderr);
        return false;
    }
    c->method = method;
    c->row = row;
    c->engines = engines;
    c->work = work;
    c->outcome = outcome;
    bool good = check_all(c) && (c->is_empty || (warm_up(c) && rounds(c)));
    if (good && !c->is_empty)
        report(c);
    for (int i = 0; i < engines->n; i++)
        if (c->kept[i])
            engines->list[i]->close(c->kept[i]);
    free(c);
    return good;
}
