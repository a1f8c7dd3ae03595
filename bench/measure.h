/* measure.h - rounds of all engines on one input, and what their times say
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "engines.h"
#include "work.h"

enum reference {
    REFERENCE_S,     /* the newest LLVM, as shipped */
    REFERENCE_G,     /* the same, compiled in */
    REFERENCE_H,     /* and storing values straight */
    REFERENCE_OTHER, /* --against */
    N_REFERENCES
};

/* A median, and the ends of its 95 % interval from a bootstrap; 0: not measured. */
struct estimate {
    double median, low, high;
};

enum state {
    STATE_ABSENT, /* the engine does not do such work */
    STATE_TOO_LONG,
    STATE_MEASURED
};

struct result {
    enum state state;
    struct estimate seconds;
    double least;
    double spread; /* half of the times are within this part of the median, up and down */
    /* How many times as fast as the reference: its time by ours, in the same rounds. */
    struct estimate ratios[N_REFERENCES];
    struct estimate ratio_alone; /* and as the same engine on one thread, where there are several */
};

/* A row's results, one for each engine. */
struct outcome {
    const struct row *row;
    const struct engines *engines;
    int references[N_REFERENCES]; /* numbers of engines, or -1 */
    int rounds;
    uint64_t bytes, streams;
    struct bench_sink counts; /* values, records, blocks */
    uint64_t units;
    /* By how much the slower tenth of the spins was slower than the fastest; or the part of the
     * time that others had the core, where that is more. */
    double disturbance;
    double cores_worth; /* of the threads together, clock_cores_worth(); 0: there is one */
    struct result results[MAX_ENGINES];
};

enum {
    DISTURBED_PERCENT = 5
};

/* No verdict is passed on such a row. */
static inline bool is_disturbed(const struct outcome *outcome)
{
    return outcome->disturbance * 100 > DISTURBED_PERCENT;
}

struct method {
    double seconds;      /* for all rounds of a row */
    double longest;      /* seconds of one run; engines that take longer are left out */
    const char *against; /* an engine's name, or NULL */
    /* Bytes per second, from the row before with such work on one thread. */
    double rates[MAX_ENGINES][BENCH_N_WAYS];
};

/* False: engines disagree, or one cannot read the input; reported on standard error. */
bool measure(struct method *method, const struct row *row, const struct engines *engines,
             const struct work *work, struct outcome *outcome);

/* The median of N samples and its interval. Sorts them. */
struct estimate estimate_median(double *samples, int n);

#endif
