/* report.h - the ways in which results are printed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include "measure.h"

/* What a way of reporting does at which point. */
struct report {
    void (*machine)(const struct engines *engines);
    void (*outcome)(const struct outcome *outcome);
    void (*end)(const struct outcome *outcomes, int n); /* or NULL */
};

extern const struct report report_table;
extern const struct report report_json;
extern const struct report report_changes;      /* only ratios to the engine of --against */
extern const struct report report_targets;      /* of a run with all rows that targets name */
extern const struct report report_targets_json; /* the same */

/* Graphs as SVG into DIRECTORY, by gnuplot. False: reported on standard error. */
bool plot(const char *directory, const struct outcome *outcomes, int n);

/* The first lines of a run of all rows, and whether a row is in them. */
bool headline_wants(const char *row_name);
void headline_print(const struct outcome *outcomes, int n);

/* Whether a target is about this row. */
bool targets_want(const char *row_name);

/* Work on files that are not in memory yet: pages read, and time. False: reported on standard
 * error. */
bool measure_cold(const struct method *method, const struct engines *engines, const struct row *row,
                  bool json);

/* The same of catalogs of a file, which no engine makes; and of look-ups in one. */
measure_fn measure_cold_catalog, measure_lookup;

/* What is measured, on what. */
struct machine {
    char cpu[128];
    long cores;
    int core; /* the one that we stay on; -1: none */
    const char *compiler;
};

struct machine machine_get(void);

/* TEXT as a JSON string. */
void json_string(const char *text);

/* Speed in units of the row, and in bytes. */
double cycles_per_unit(const struct outcome *outcome, const struct result *result);
double units_per_second(const struct outcome *outcome, const struct result *result);
double megabytes_per_second(const struct outcome *outcome, const struct result *result);

#endif
