/* plot.c - graphs as SVG, drawn by gnuplot
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   throughput-<group>.svg   a bar for each engine and row of one group: array, read, skip, file…
 *   size-<work>.svg          time against size, from the rows of --sizes
 */
#include "report.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
    MAX_GROUPS = 32,
    MAX_GROUP_NAME = 64
};

struct group {
    char name[MAX_GROUP_NAME];
    const struct outcome *first;
    int n_rows;
};

/* The first part of a row's name; for sizes, the last. */
static void group_of(const struct outcome *outcome, char *name)
{
    const char *row = outcome->row->name;
    if (strncmp(row, "size/", 5) == 0)
        snprintf(name, MAX_GROUP_NAME, "size-%s", strrchr(row, '/') + 1);
    else
        snprintf(name, MAX_GROUP_NAME, "throughput-%.*s", (int)strcspn(row, "/"), row);
}

static bool is_in_group(const struct outcome *outcome, const struct group *group)
{
    char name[MAX_GROUP_NAME];
    group_of(outcome, name);
    return strcmp(name, group->name) == 0;
}

static int find_groups(const struct outcome *outcomes, int n, struct group *groups)
{
    int n_groups = 0;
    for (int i = 0; i < n; i++) {
        int k = 0;
        while (k < n_groups && !is_in_group(&outcomes[i], &groups[k]))
            k++;
        if (k == MAX_GROUPS)
            continue;
        if (k == n_groups) {
            group_of(&outcomes[i], groups[n_groups++].name);
            groups[k].first = &outcomes[i];
            groups[k].n_rows = 0;
        }
        groups[k].n_rows++;
    }
    return n_groups;
}

static bool is_measured(const struct outcome *outcome, int engine)
{
    return outcome->results[engine].state == STATE_MEASURED;
}

/* Names hold what gnuplot would take for markup, or for the end of a string. */
static void put_name(FILE *out, const char *name)
{
    putc('"', out);
    for (; *name; name++)
        putc(*name == '"' || *name == '\\' || (unsigned char)*name < ' ' ? '?' : *name, out);
    putc('"', out);
}

/* ---- Bars ---- */

/* A column for each engine, a line for each row. */
static void put_bars(FILE *out, const struct group *group, const struct outcome *outcomes, int n)
{
    const struct engines *engines = group->first->engines;
    fputs("$data << EOD\n\"row\"", out);
    for (int i = 0; i < engines->n; i++) {
        putc(' ', out);
        put_name(out, engines->list[i]->name);
    }
    for (int k = 0; k < n; k++) {
        if (!is_in_group(&outcomes[k], group) || outcomes[k].engines != engines)
            continue;
        const char *name = strchr(outcomes[k].row->name, '/');
        putc('\n', out);
        put_name(out, name ? name + 1 : outcomes[k].row->name);
        for (int i = 0; i < engines->n; i++)
            if (is_measured(&outcomes[k], i))
                fprintf(out, " %.6g", megabytes_per_second(&outcomes[k], &outcomes[k].results[i]));
            else
                fputs(" NaN", out);
    }
    fputs("\nEOD\n", out);
}

static void plot_bars(FILE *out, const struct group *group, const struct outcome *outcomes, int n)
{
    int n_engines = group->first->engines->n;
    put_bars(out, group, outcomes, n);
    fprintf(out, "set terminal svg noenhanced size %d,560 font 'sans,11'\n",
            200 + group->n_rows * (20 + 10 * n_engines));
    fputs("set style data histogram\nset style histogram clustered gap 2\n"
          "set style fill solid 0.8 noborder\nset logscale y\nunset logscale x\n"
          "set ylabel 'MB of stream a second'\nset xlabel ''\nset xtics rotate by -40 noenhanced\n"
          "set grid ytics\nset key outside top center horizontal noenhanced\n",
          out);
    fprintf(out, "plot for [i=2:%d] $data using i:xtic(1) title columnheader(i)\n", n_engines + 1);
}

/* ---- Lines ---- */

static void put_line(FILE *out, int engine, const struct group *group,
                     const struct outcome *outcomes, int n)
{
    fprintf(out, "$line%d << EOD\n", engine);
    for (int k = 0; k < n; k++)
        if (is_in_group(&outcomes[k], group) && is_measured(&outcomes[k], engine))
            fprintf(out, "%llu %.9g\n", (unsigned long long)outcomes[k].bytes,
                    outcomes[k].results[engine].seconds.median);
    fputs("EOD\n", out);
}

static void plot_lines(FILE *out, const struct group *group, const struct outcome *outcomes, int n)
{
    const struct engines *engines = group->first->engines;
    const char *before = "plot ";
    for (int i = 0; i < engines->n; i++)
        if (is_measured(group->first, i))
            put_line(out, i, group, outcomes, n);
    fputs("set terminal svg noenhanced size 900,560 font 'sans,11'\nset logscale xy\n"
          "set xlabel 'bytes of stream'\nset ylabel 'seconds'\nset xtics norotate\n"
          "set grid\nset key outside top center horizontal noenhanced\n",
          out);
    for (int i = 0; i < engines->n; i++) {
        if (!is_measured(group->first, i))
            continue;
        fprintf(out, "%s$line%d using 1:2 with linespoints title ", before, i);
        put_name(out, engines->list[i]->name);
        before = ", ";
    }
    putc('\n', out);
}

static bool complain(const char *what, const char *why)
{
    fprintf(stderr, "bitleap-bench: %s: %s\n", what, why);
    return false;
}

static void put_graphs(FILE *out, const char *directory, const struct outcome *outcomes, int n)
{
    struct group groups[MAX_GROUPS];
    int n_groups = find_groups(outcomes, n, groups);
    for (int i = 0; i < n_groups; i++) {
        char file[4096];
        snprintf(file, sizeof file, "%s/%s.svg", directory, groups[i].name);
        /* gnuplot has eight colours of its own. */
        fputs("reset\nset linetype 9 lc rgb 'gray60'\nset linetype 10 lc rgb 'brown'\n"
              "set linetype 11 lc rgb 'olive'\nset linetype 12 lc rgb 'pink'\nset output ",
              out);
        put_name(out, file);
        putc('\n', out);
        if (strncmp(groups[i].name, "size-", 5) == 0)
            plot_lines(out, &groups[i], outcomes, n);
        else
            plot_bars(out, &groups[i], outcomes, n);
    }
}

bool plot(const char *directory, const struct outcome *outcomes, int n)
{
    if (mkdir(directory, 0777) < 0 && errno != EEXIST)
        return complain(directory, strerror(errno));
    FILE *out = popen("command -v gnuplot >/dev/null || exit 127; exec gnuplot", "w");
    if (!out)
        return complain("gnuplot", strerror(errno));
    /* One that has gone is known by its status, and must not end us; not ignored by itself. */
    struct sigaction before;
    sigaction(SIGPIPE, &(struct sigaction){.sa_handler = SIG_IGN}, &before);
    put_graphs(out, directory, outcomes, n);
    int status = pclose(out);
    sigaction(SIGPIPE, &before, NULL);
    if (status != 0)
        return complain("no graphs",
                        "gnuplot failed, or is not there (Debian: apt-get install gnuplot-nox)");
    return true;
}
