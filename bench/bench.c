/* bench.c - the command: compares decoders of bitstreams
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Engines (engines.c) do the work of rows (work_*.c); measure.c has the rounds, report.h the ways
 * in which results are printed. bench/README.md has the method.
 */
#include "bench_options.h"
#include "clock.h"
#include "measure.h"
#include "process.h"
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    N_CORPORA = 4
};

struct bench {
    struct options options;
    struct engines engines;
    struct engines commands; /* for one row */
    struct rows rows;
    const char *corpora[N_CORPORA];
    struct method method;
    const struct report *report;
    struct outcome *outcomes;
    int n_outcomes;
    struct work work; /* of the row before, which the next one may want, too */
    const struct row *work_row;
};

static int wrong(const char *what, const char *which)
{
    fprintf(stderr, "bitleap-bench: %s: %s\n", which, what);
    return STATUS_USAGE;
}

/* ---- Engines ---- */

static int find_engines(struct bench *bench)
{
    const struct options *options = &bench->options;
    engines_find(&bench->engines);
    for (int i = 0; i < options->n_loaded; i++)
        if (!engines_load(&bench->engines, options->loaded[i]))
            return STATUS_USAGE;
    if (options->against && engines_number(&bench->engines, options->against) < 0)
        return wrong("no such engine", options->against);
    if (options->engines && !engines_choose(&bench->engines, options->engines))
        return wrong("no such engine", options->engines);
    if (options->engines)
        engines_choose(&bench->commands, options->engines);
    return STATUS_OK;
}

/* ---- Rows ---- */

static bool add_file(struct bench *bench, const char *path)
{
    bool is_cold = bench->options.cold;
    if (is_cold)
        rows_add_catalogs(&bench->rows, path);
    return (is_cold && is_container(path)) || rows_add_file(&bench->rows, path);
}

static bool add_files(struct bench *bench)
{
    const struct options *options = &bench->options;
    for (int i = 0; i < options->n_files; i++)
        if (!add_file(bench, options->files[i]))
            return false;
    if (options->n_files > 0)
        return true;
    find_corpora(options->corpora, bench->corpora, N_CORPORA);
    for (int i = 0; i < N_CORPORA; i++)
        if (bench->corpora[i] && !add_file(bench, bench->corpora[i]))
            return false;
    return true;
}

static bool wants(const struct options *options, const struct row *row)
{
    if (options->only && !fits(row->name, options->only))
        return false;
    /* Cold is a matter of what is leapt over. */
    if (options->cold && row->measure)
        return true;
    if (options->cold)
        return row->way >= BENCH_READ && row->way <= BENCH_FIND && row->threads == 0;
    return !options->targets || targets_want(row->name);
}

static int choose_rows(struct bench *bench)
{
    const struct options *options = &bench->options;
    int kept = 0;
    bench->rows.input_bytes = (uint64_t)options->bytes;
    if (options->sizes) {
        rows_add_sizes(&bench->rows);
    } else {
        if (!options->cold && (options->n_files == 0 || options->targets)) {
            rows_add_arrays(&bench->rows);
            rows_add_records(&bench->rows);
            rows_add_small(&bench->rows, options->corpora);
            if (!options->against)
                rows_add_lookup(&bench->rows, options->corpora);
        }
        if (!add_files(bench))
            return STATUS_FAILED;
    }
    for (int i = 0; i < bench->rows.n; i++)
        if (wants(options, &bench->rows.list[i]))
            bench->rows.list[kept++] = bench->rows.list[i];
    bench->rows.n = kept;
    return kept > 0 ? STATUS_OK : wrong("no such row", options->only ? options->only : "corpora");
}

static void list_all(const struct bench *bench)
{
    for (int i = 0; i < bench->engines.n; i++)
        printf("engine %-20s %s\n", bench->engines.list[i]->name, bench->engines.list[i]->about);
    fputs(bench->engines.absent, stderr);
    for (int i = 0; i < bench->rows.n; i++)
        printf("row    %s\n", bench->rows.list[i].name);
}

/* ---- Measuring ---- */

static bool same_input(const struct row *a, const struct row *b)
{
    return a && a->make == b->make && a->recipe == b->recipe && a->number == b->number &&
           a->path == b->path && a->threads == b->threads &&
           (a->way >= BENCH_BODIES) == (b->way >= BENCH_BODIES); /* which need a function */
}

static bool make_work(struct bench *bench, const struct row *row)
{
    if (same_input(bench->work_row, row))
        return true;
    work_release(&bench->work);
    bench->work_row = row->make(row, &bench->work) ? row : NULL;
    return bench->work_row != NULL;
}

static bool measure_row(struct bench *bench, const struct row *row, bool is_reported)
{
    const struct engines *engines = &bench->engines;
    struct outcome *outcome = &bench->outcomes[bench->n_outcomes];
    if (row->measure)
        return row->measure(&bench->method, row, bench->options.json);
    if (bench->options.cold)
        return measure_cold(&bench->method, engines, row, bench->options.json);
    bool good = make_work(bench, row);
    if (good && bench_way_is_command(row->way)) {
        engines_find_commands(&bench->commands, row->way, bench->work.task.llvm);
        engines = &bench->commands;
    }
    good = good && measure(&bench->method, row, engines, &bench->work, outcome);
    if (good) {
        bench->n_outcomes++;
        if (is_reported)
            bench->report->outcome(outcome);
    }
    return good;
}

/* Moves the rows of the headline to the begin, of files only the first. Returns their number. */
static int headline_first(struct rows *rows)
{
    int n = 0;
    bool has_file = false;
    for (int i = 0; i < rows->n; i++) {
        struct row row = rows->list[i];
        if (!headline_wants(row.name) || (row.path && has_file))
            continue;
        has_file |= row.path != NULL;
        memmove(&rows->list[n + 1], &rows->list[n], (size_t)(i - n) * sizeof row);
        rows->list[n++] = row;
    }
    return n;
}

/* Results of rows of the headline are printed after it. */
static bool measure_headline(struct bench *bench, int n_rows)
{
    bool good = true;
    for (int i = 0; i < n_rows; i++)
        good &= measure_row(bench, &bench->rows.list[i], false);
    headline_print(bench->outcomes, bench->n_outcomes);
    for (int i = 0; i < bench->n_outcomes; i++)
        bench->report->outcome(&bench->outcomes[i]);
    return good;
}

static int measure_rows(struct bench *bench)
{
    bool good = true;
    int n_first = bench->report == &report_table && !bench->options.only && !bench->options.cold
                      ? headline_first(&bench->rows)
                      : 0;
    bench->outcomes = calloc((size_t)bench->rows.n, sizeof *bench->outcomes);
    if (!bench->outcomes) {
        fputs("bitleap-bench: no memory\n", stderr);
        return STATUS_FAILED;
    }
    bench->report->machine(&bench->engines);
    if (n_first > 0)
        good = measure_headline(bench, n_first);
    for (int i = n_first; i < bench->rows.n; i++)
        good &= measure_row(bench, &bench->rows.list[i], true);
    work_release(&bench->work);
    if (bench->report->end)
        bench->report->end(bench->outcomes, bench->n_outcomes);
    if (good && bench->options.plot)
        good = plot(bench->options.plot, bench->outcomes, bench->n_outcomes);
    return good ? STATUS_OK : STATUS_FAILED;
}

static const struct report *choose_report(const struct options *options)
{
    if (options->targets)
        return options->json ? &report_targets_json : &report_targets;
    if (options->against && !options->json)
        return &report_changes;
    return options->json ? &report_json : &report_table;
}

/* Of the largest sizes, much is too long for a number of rounds. */
static double longest_run(const struct options *options)
{
    if (options->longest > 0)
        return options->longest;
    return options->sizes ? 0.5 : 5;
}

static int run(struct bench *bench)
{
    int status = find_engines(bench);
    if (status == STATUS_OK)
        status = choose_rows(bench);
    if (status != STATUS_OK)
        return status;
    if (bench->options.list) {
        list_all(bench);
        return STATUS_OK;
    }
    bench->report = choose_report(&bench->options);
    bench->method = (struct method){.seconds = bench->options.seconds,
                                    .longest = longest_run(&bench->options),
                                    .against = bench->options.against};
    clock_pin();
    return measure_rows(bench);
}

int main(int argc, char **argv)
{
    struct bench *bench = calloc(1, sizeof *bench);
    if (!bench)
        return STATUS_FAILED;
    int status = options_parse(argc, argv, &bench->options);
    if (status == STATUS_OK && !bench->options.done)
        status = run(bench);
    for (int i = 0; i < N_CORPORA; i++)
        free((char *)(uintptr_t)bench->corpora[i]);
    free(bench->outcomes);
    free(bench);
    return status;
}
