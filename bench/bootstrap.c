/* bootstrap.c - medians and how far they can be trusted
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "inputs.h"
#include "measure.h"

#include <stdlib.h>

enum {
    N_RESAMPLES = 400,
    MAX_SAMPLES = 1024
};

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double middle(const double *sorted, int n)
{
    return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

/* The median of as many samples, drawn with repetition. To draw from sorted samples and sort
 * numbers instead of them, count how often each was drawn. */
static double resampled_median(const double *sorted, int n, struct random *random)
{
    unsigned short drawn[MAX_SAMPLES] = {0};
    for (int i = 0; i < n; i++)
        drawn[random_bits(random) % (unsigned)n]++;
    int seen = 0;
    int at = 0;
    while ((seen += drawn[at]) * 2 <= n && at < n - 1)
        at++;
    return sorted[at];
}

struct estimate estimate_median(double *samples, int n)
{
    double medians[N_RESAMPLES];
    struct random random = {1};
    if (n == 0)
        return (struct estimate){0, 0, 0};
    if (n > MAX_SAMPLES)
        n = MAX_SAMPLES;
    qsort(samples, (size_t)n, sizeof *samples, compare);
    for (int i = 0; i < N_RESAMPLES; i++)
        medians[i] = resampled_median(samples, n, &random);
    qsort(medians, N_RESAMPLES, sizeof *medians, compare);
    return (struct estimate){middle(samples, n), medians[N_RESAMPLES / 40],
                             medians[N_RESAMPLES - 1 - N_RESAMPLES / 40]};
}
