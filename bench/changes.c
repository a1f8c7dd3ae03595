/* changes.c - how much faster or slower than one engine all others are, row by row
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "report.h"

#include <stdio.h>

/* Less than this is no change, however sure it is. */
static const double threshold = 0.02;

enum change {
    SLOWER,
    SAME,
    FASTER,
    NOISY
};

/* A change is one when all of the interval says so, and nothing disturbed the row. */
static enum change judge(const struct outcome *outcome, int engine)
{
    const struct estimate *ratio = &outcome->results[engine].ratios[REFERENCE_OTHER];
    if (is_disturbed(outcome))
        return NOISY;
    if (ratio->high < 1 - threshold)
        return SLOWER;
    return ratio->low > 1 + threshold ? FASTER : SAME;
}

static void changes_machine(const struct engines *engines)
{
    report_table.machine(engines);
    printf("\n%-44s %-16s %10s %10s %9s %18s\n", "row", "engine", "ms", "before", "change",
           "95 % interval");
}

static bool is_compared(const struct outcome *o, int i)
{
    return i != o->references[REFERENCE_OTHER] && o->results[i].ratios[REFERENCE_OTHER].median > 0;
}

static void changes_outcome(const struct outcome *o)
{
    static const char *const words[] = {"SLOWER", "", "faster", "not judged: noisy"};
    for (int i = 0; i < o->engines->n; i++) {
        if (!is_compared(o, i))
            continue;
        const struct estimate *ratio = &o->results[i].ratios[REFERENCE_OTHER];
        const struct result *before = &o->results[o->references[REFERENCE_OTHER]];
        printf("%-44s %-16s %10.4f %10.4f %+8.1f%% %+8.1f to %+5.1f%% %s\n", o->row->name,
               o->engines->list[i]->name, o->results[i].seconds.median * 1e3,
               before->seconds.median * 1e3, (ratio->median - 1) * 100, (ratio->low - 1) * 100,
               (ratio->high - 1) * 100, words[judge(o, i)]);
    }
    fflush(stdout);
}

static void changes_end(const struct outcome *outcomes, int n)
{
    int counts[NOISY + 1] = {0};
    for (int k = 0; k < n; k++)
        for (int i = 0; i < outcomes[k].engines->n; i++)
            if (is_compared(&outcomes[k], i))
                counts[judge(&outcomes[k], i)]++;
    printf("\n%d slower, %d faster, %d the same, %d not judged; a change is speed, over %.0f %%\n",
           counts[SLOWER], counts[FASTER], counts[SAME], counts[NOISY], threshold * 100);
    report_table.end(outcomes, n);
}

const struct report report_changes = {changes_machine, changes_outcome, changes_end};
