/* table.c - results as a table to be read
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "clock.h"
#include "report.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- What is measured, on what ---- */

static void read_cpu_name(char *name, size_t size)
{
    char line[256];
    FILE *info = fopen("/proc/cpuinfo", "r");
    snprintf(name, size, "unknown CPU");
    while (info && fgets(line, sizeof line, info)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon)
            continue;
        snprintf(name, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
        break;
    }
    if (info)
        fclose(info);
}

struct machine machine_get(void)
{
    struct machine machine = {.cores = sysconf(_SC_NPROCESSORS_ONLN), .core = clock_core()};
    read_cpu_name(machine.cpu, sizeof machine.cpu);
#if defined(__clang__)
    machine.compiler = "clang " __clang_version__;
#elif defined(__GNUC__)
    machine.compiler = "gcc " __VERSION__;
#else
    machine.compiler = "unknown compiler";
#endif
    return machine;
}

double cycles_per_unit(const struct outcome *outcome, const struct result *result)
{
    return result->seconds.median * clock_ticks_per_second() / (double)outcome->units;
}

double units_per_second(const struct outcome *outcome, const struct result *result)
{
    return (double)outcome->units / result->seconds.median;
}

double megabytes_per_second(const struct outcome *outcome, const struct result *result)
{
    return (double)outcome->bytes / result->seconds.median / 1e6;
}

/* ---- Table ---- */

static void table_machine(const struct engines *engines)
{
    struct machine machine = machine_get();
    printf("%s, %ld cores, on core %d, %s at %.2f GHz; bitleap %s by %s\n", machine.cpu,
           machine.cores, machine.core, clock_counts_cycles() ? "TSC" : "clock",
           clock_ticks_per_second() / 1e9, bl_version(), machine.compiler);
    for (int i = 0; i < engines->n; i++)
        printf("    %-16s %s\n", engines->list[i]->name, engines->list[i]->about);
    for (const char *line = engines->absent; *line; line += strcspn(line, "\n") + 1)
        printf("    absent: %.*s\n", (int)strcspn(line, "\n"), line);
}

static void print_title(const struct outcome *o)
{
    const char *unit = way_unit(o->row->way);
    char count[64] = "";
    if (strcmp(unit, "call") != 0)
        snprintf(count, sizeof count, ", %llu %ss", (unsigned long long)o->units, unit);
    printf("\n%s: %.3f MB%s, %d rounds%s\n", o->row->name, (double)o->bytes / 1e6, count, o->rounds,
           is_disturbed(o) ? ", DISTURBED" : "");
    if (o->cores_worth > 0)
        printf("    all threads at once have %.2f times what one core can do\n", o->cores_worth);
    printf("    %-16s %10s %6s %10s %9s %10s %9s", "", "median ms", "±%", "least ms",
           clock_counts_cycles() ? "cycles" : "ns", "M/s", "MB/s");
    static const char *const names[N_REFERENCES] = {"× S", "× G", "× H", NULL};
    for (int k = 0; k < N_REFERENCES; k++)
        if (o->references[k] >= 0 && names[k])
            printf(" %8s %6s", names[k], "±%");
    if (o->row->threads > 1)
        printf(" %9s %6s", "× alone", "±%");
    putchar('\n');
}

static double half_width_percent(const struct estimate *estimate)
{
    return (estimate->high - estimate->low) / 2 / estimate->median * 100;
}

static void print_result(const struct outcome *o, int i)
{
    const struct result *result = &o->results[i];
    printf("    %-16s ", o->engines->list[i]->name);
    if (result->state == STATE_TOO_LONG) {
        puts("left out, would take too long");
        return;
    }
    printf("%10.4f %5.1f %10.4f %9.2f %10.2f %9.1f", result->seconds.median * 1e3,
           half_width_percent(&result->seconds), result->least * 1e3, cycles_per_unit(o, result),
           units_per_second(o, result) / 1e6, megabytes_per_second(o, result));
    for (int k = 0; k < REFERENCE_OTHER; k++) {
        const struct estimate *ratio = &result->ratios[k];
        if (o->references[k] >= 0 && ratio->median > 0)
            printf(" %7.2f %5.1f", ratio->median, half_width_percent(ratio));
        else if (o->references[k] >= 0)
            printf(" %7s %5s", "-", "");
    }
    if (o->row->threads > 1)
        printf(" %8.2f %5.1f", result->ratio_alone.median,
               half_width_percent(&result->ratio_alone));
    putchar('\n');
}

static void table_outcome(const struct outcome *o)
{
    print_title(o);
    for (int i = 0; i < o->engines->n; i++)
        if (o->results[i].state != STATE_ABSENT)
            print_result(o, i);
    fflush(stdout);
}

static void table_end(const struct outcome *outcomes, int n)
{
    int disturbed = 0;
    for (int i = 0; i < n; i++)
        disturbed += is_disturbed(&outcomes[i]);
    if (disturbed)
        printf(
            "\n%d of %d rows were disturbed: others had the core, or a fixed loop varied, by more "
            "than %d %%.\nTrust ratios only, or run them again on a quieter machine.\n",
            disturbed, n, DISTURBED_PERCENT);
}

const struct report report_table = {table_machine, table_outcome, table_end};
