/* headline.c - what a run of all rows begins with: ten lines for people who read no more
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "report.h"

#include <stdio.h>
#include <string.h>

bool headline_wants(const char *row_name)
{
    return fits(row_name, "array/vbr?/mix,file/*/read");
}

/* Of one engine: thousand million units a second, and of bytes. */
static void print_cell(const struct outcome *o, int engine)
{
    char cell[32] = "-";
    if (engine >= 0 && o->results[engine].state == STATE_MEASURED)
        snprintf(cell, sizeof cell, "%.3f (%.2f)", units_per_second(o, &o->results[engine]) / 1e9,
                 megabytes_per_second(o, &o->results[engine]) / 1e3);
    printf(" %15s", cell);
}

static void print_line(const char *name, const struct outcome *o)
{
    static const char *const own[] = {"bitleap", "textbook"};
    printf("%-30s", name);
    print_cell(o, engines_number(o->engines, own[0]));
    for (int k = 0; k < REFERENCE_OTHER; k++)
        print_cell(o, o->references[k]);
    print_cell(o, engines_number(o->engines, own[1]));
    puts(is_disturbed(o) ? "  noisy" : "");
}

void headline_print(const struct outcome *outcomes, int n)
{
    char name[48];
    printf("\n%-30s %15s %15s %15s %15s %15s\n", "10⁹ values a second (GB/s)", "bitleap", "LLVM S",
           "LLVM G", "LLVM H", "textbook");
    for (int i = 0; i < n; i++) {
        const char *row = outcomes[i].row->name;
        if (strncmp(row, "array/", 6) == 0)
            snprintf(name, sizeof name, "arrays of %.4s, usual mix", row + 6);
        else
            snprintf(name, sizeof name, "records of a file, %.1f MB",
                     (double)outcomes[i].bytes / 1e6);
        print_line(name, &outcomes[i]);
    }
    puts(
        "S: LLVM's reader as it is shipped, in its shared library. G: the same headers compiled in "
        "with -O3.\nH: G, but values are stored straight into room made before. textbook: chunk by "
        "chunk, in plain C.\nnoisy: others disturbed the row. All rows follow, with times, "
        "intervals and ratios.");
    fflush(stdout);
}
