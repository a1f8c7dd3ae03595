/* targets.c - how fast it is meant to be, and how fast it is
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* One for each thing that is promised; both rows and engine are those of the benchmark. A target of
 * 0 is none. It is met when every row is at least so many times as fast as the reference. */
struct target {
    const char *about;
    const char *rows;
    const char *engine;
    double s, g;                 /* times LLVM as shipped, and compiled in */
    double stretch_s, stretch_g; /* what would be better still */
};

static const struct target targets[] = {
    {"vbr6 arrays, usual mix", "array/vbr6/mix", "bitleap", 0, 12, 0, 20},
    {"vbr6 arrays, usual mix, AVX2", "array/vbr6/mix", "bitleap-avx2", 0, 8, 0, 0},
    {"vbr6 arrays, one chunk each", "array/vbr6/one", "bitleap", 0, 5, 0, 0},
    {"unabbreviated records, 4 operands", "read/unabbrev/4", "bitleap", 0, 4.5, 0, 5.5},
    {"unabbreviated records, 1-8 operands", "read/unabbrev/1-8", "bitleap", 0, 3.5, 0, 5.5},
    {"abbreviated records", "read/abbrev/function,read/abbrev/constants,read/abbrev/metadata",
     "bitleap", 7, 3.5, 10, 0},
    {"skip arrays", "skip-array/vbr6/*", "bitleap", 0, 100, 0, 0},
    {"skip records", "skip/unabbrev/*,skip/abbrev/function,skip/abbrev/metadata", "bitleap", 0, 5,
     0, 0},
    {"count records", "tally/unabbrev/*,tally/abbrev/function,tally/abbrev/metadata", "bitleap", 0,
     12, 0, 0},
    {"char6 to bytes", "text/char6", "bitleap", 0, 25, 0, 0},
    {"char6 to integers", "array/char6", "bitleap", 0, 9, 0, 0},
    {"fixed to integers", "array/fixed*", "bitleap", 0, 8, 0, 0},
    {"whole file, every operand", "file/*/read", "bitleap", 7.5, 3.8, 10, 0},
    {"whole file, skipping records", "file/*/skip", "bitleap", 8, 0, 20, 0},
    {"whole file, statistics", "file/*/tally", "bitleap", 8, 0, 20, 0},
    {"index, module records read", "file/*/index-read", "bitleap", 10, 0, 0, 0},
    {"index, module records skipped", "file/*/index-skip", "bitleap", 10, 0, 30, 0},
};

enum {
    N_TARGETS = sizeof targets / sizeof targets[0]
};

bool targets_want(const char *row_name)
{
    for (int i = 0; i < N_TARGETS; i++)
        if (fits(row_name, targets[i].rows))
            return true;
    return false;
}

/* Ratios to one reference over all rows of a target. */
struct measured {
    int rows;
    bool is_noisy; /* one of them was disturbed */
    double least, most;
};

static struct measured measured_over(const struct target *target, enum reference reference,
                                     const struct outcome *outcomes, int n)
{
    struct measured measured = {.least = HUGE_VAL};
    for (int i = 0; i < n; i++) {
        int engine = engines_number(outcomes[i].engines, target->engine);
        if (engine < 0 || !fits(outcomes[i].row->name, target->rows))
            continue;
        double ratio = outcomes[i].results[engine].ratios[reference].median;
        if (ratio <= 0)
            continue;
        measured.rows++;
        measured.is_noisy |= is_disturbed(&outcomes[i]);
        measured.least = ratio < measured.least ? ratio : measured.least;
        measured.most = ratio > measured.most ? ratio : measured.most;
    }
    return measured;
}

static const char *judge(double target, double stretch, const struct measured *measured)
{
    if (measured->rows == 0 || (target == 0 && stretch == 0))
        return "";
    if (measured->is_noisy)
        return "not judged: noisy";
    if (stretch > 0 && measured->least >= stretch)
        return "stretch";
    return measured->least >= target ? "met" : "missed";
}

/* ---- As a table ---- */

static void print_range(const struct measured *m)
{
    char seen[48] = "-";
    if (m->rows == 1)
        snprintf(seen, sizeof seen, "%.2f", m->least);
    else if (m->rows > 1)
        snprintf(seen, sizeof seen, "%.2f-%.2f", m->least, m->most);
    printf(" %15s", seen);
}

static void print_measured(double target, double stretch, const struct measured *m)
{
    char goal[48] = "";
    if (target > 0 && stretch > 0)
        snprintf(goal, sizeof goal, "%g (%g)", target, stretch);
    else if (target > 0)
        snprintf(goal, sizeof goal, "%g", target);
    else if (stretch > 0)
        snprintf(goal, sizeof goal, "(%g)", stretch);
    printf(" | %10s", goal);
    print_range(m);
    printf(" %-17s", judge(target, stretch, m));
}

static void targets_end(const struct outcome *outcomes, int n)
{
    printf("\n%-36s | %-44s | %-44s | %s\n%-36s", "", "times LLVM as shipped (S)",
           "times LLVM compiled in (G)", "times H", "case");
    for (int k = 0; k < 2; k++)
        printf(" | %10s %15s %-17s", "target", "measured", "");
    printf(" | %15s", "measured");
    putchar('\n');
    for (int i = 0; i < N_TARGETS; i++) {
        const struct target *t = &targets[i];
        struct measured s = measured_over(t, REFERENCE_S, outcomes, n);
        struct measured g = measured_over(t, REFERENCE_G, outcomes, n);
        struct measured h = measured_over(t, REFERENCE_H, outcomes, n);
        printf("%-36s", t->about);
        print_measured(t->s, t->stretch_s, &s);
        print_measured(t->g, t->stretch_g, &g);
        fputs(" |", stdout);
        print_range(&h);
        putchar('\n');
    }
    puts("\nTargets in brackets would be better still. Where a case has several rows, the slowest "
         "counts.");
    report_table.end(outcomes, n);
}

static void targets_machine(const struct engines *engines)
{
    report_table.machine(engines);
    fflush(stdout);
}

static void targets_outcome(const struct outcome *outcome)
{
    fprintf(stderr, "%s\n", outcome->row->name);
}

const struct report report_targets = {targets_machine, targets_outcome, targets_end};

/* ---- As JSON ---- */

static void json_reference(const char *key, double target, double stretch, const struct measured *m)
{
    if (target > 0)
        printf(", \"target_%s\": %g", key, target);
    if (stretch > 0)
        printf(", \"stretch_%s\": %g", key, stretch);
    if (m->rows > 0)
        printf(", \"least_%s\": %.4f, \"most_%s\": %.4f", key, m->least, key, m->most);
}

static void targets_json_end(const struct outcome *outcomes, int n)
{
    for (int i = 0; i < N_TARGETS; i++) {
        const struct target *t = &targets[i];
        struct measured s = measured_over(t, REFERENCE_S, outcomes, n);
        struct measured g = measured_over(t, REFERENCE_G, outcomes, n);
        struct measured h = measured_over(t, REFERENCE_H, outcomes, n);
        fputs("{\"type\": \"target\", \"case\": ", stdout);
        json_string(t->about);
        fputs(", \"rows\": ", stdout);
        json_string(t->rows);
        fputs(", \"engine\": ", stdout);
        json_string(t->engine);
        json_reference("s", t->s, t->stretch_s, &s);
        json_reference("g", t->g, t->stretch_g, &g);
        json_reference("h", 0, 0, &h);
        puts("}");
    }
}

static void targets_json_machine(const struct engines *engines)
{
    report_json.machine(engines);
}

static void targets_json_outcome(const struct outcome *outcome)
{
    report_json.outcome(outcome);
}

const struct report report_targets_json = {targets_json_machine, targets_json_outcome,
                                           targets_json_end};
