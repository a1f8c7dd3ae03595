/* bench_options.c - what the user asked for
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bench_options.h"

#include "work.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char help[] =
    "Usage: bitleap-bench [OPTION]… [FILE]…\n"
    "\n"
    "Compares decoders of bitstreams. Without FILE: synthetic streams, and the largest\n"
    "files of the corpora. Results are compared before any time counts.\n"
    "\n"
    "What is measured:\n"
    "      --only=ROWS       only rows that fit ROWS: patterns, divided by commas\n"
    "      --engines=NAMES   only engines that fit NAMES: patterns, divided by commas\n"
    "      --engine=OBJECT   also the engines of a shared object (bench/README.md)\n"
    "      --against=NAME    only how much faster or slower than engine NAME others are\n"
    "      --targets         only what there are targets for, and whether they are met\n"
    "      --sizes           cost against size, from 1 kB to 1 GB\n"
    "      --cold            on files that are not in memory: time, and pages read\n"
    "      --corpora=DIR     where the largest files are looked for (corpora)\n"
    "      --bytes=N         about as many in each synthetic stream (1048576)\n"
    "      --time=SECONDS    for all rounds of a row, five at least; 0: one round (1)\n"
    "      --longest=SECONDS engines are left out of rows where one run would take\n"
    "                        longer (5; 0.5 with --sizes)\n"
    "\n"
    "How it is told:\n"
    "      --list            engines and rows, without measuring\n"
    "      --json            one object a line\n"
    "      --plot=DIR        graphs as SVG into DIR, too; needs gnuplot\n"
    "  -h, --help            print this help\n"
    "      --version         print the version\n"
    "\n"
    "Exit status: 0 ok, 1 engines disagree or bad input, 2 wrong usage.\n";

enum {
    OPTION_ONLY = 256,
    OPTION_ENGINES,
    OPTION_ENGINE,
    OPTION_AGAINST,
    OPTION_TARGETS,
    OPTION_SIZES,
    OPTION_COLD,
    OPTION_CORPORA,
    OPTION_BYTES,
    OPTION_TIME,
    OPTION_LONGEST,
    OPTION_LIST,
    OPTION_JSON,
    OPTION_PLOT,
    OPTION_VERSION,
};

static const struct option long_options[] = {
    {"only", required_argument, NULL, OPTION_ONLY},
    {"engines", required_argument, NULL, OPTION_ENGINES},
    {"engine", required_argument, NULL, OPTION_ENGINE},
    {"against", required_argument, NULL, OPTION_AGAINST},
    {"targets", no_argument, NULL, OPTION_TARGETS},
    {"sizes", no_argument, NULL, OPTION_SIZES},
    {"cold", no_argument, NULL, OPTION_COLD},
    {"corpora", required_argument, NULL, OPTION_CORPORA},
    {"bytes", required_argument, NULL, OPTION_BYTES},
    {"time", required_argument, NULL, OPTION_TIME},
    {"longest", required_argument, NULL, OPTION_LONGEST},
    {"list", no_argument, NULL, OPTION_LIST},
    {"json", no_argument, NULL, OPTION_JSON},
    {"plot", required_argument, NULL, OPTION_PLOT},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, OPTION_VERSION},
    {NULL, 0, NULL, 0},
};

static int wrong_usage(const char *what)
{
    fprintf(stderr, "bitleap-bench: %s\nTry 'bitleap-bench --help'.\n", what);
    return STATUS_USAGE;
}

static int take_seconds(double *seconds)
{
    char *end;
    *seconds = strtod(optarg, &end);
    if (end == optarg || *end || !isfinite(*seconds) || *seconds < 0 || *seconds > 3600)
        return wrong_usage("--time and --longest take seconds, up to 3600");
    return STATUS_OK;
}

static int take_bytes(double *bytes)
{
    char *end;
    *bytes = strtod(optarg, &end);
    if (end == optarg || *end || !(*bytes >= LEAST_INPUT_BYTES && *bytes <= MOST_INPUT_BYTES))
        return wrong_usage("--bytes takes 4096 to 67108864");
    return STATUS_OK;
}

static int take_engine(struct options *options)
{
    if (options->n_loaded == MAX_LOADED)
        return wrong_usage("too many engines");
    options->loaded[options->n_loaded++] = optarg;
    return STATUS_OK;
}

static int take(int option, struct options *options)
{
    switch (option) {
    case OPTION_ONLY: options->only = optarg; break;
    case OPTION_ENGINES: options->engines = optarg; break;
    case OPTION_ENGINE: return take_engine(options);
    case OPTION_AGAINST: options->against = optarg; break;
    case OPTION_TARGETS: options->targets = true; break;
    case OPTION_SIZES: options->sizes = true; break;
    case OPTION_COLD: options->cold = true; break;
    case OPTION_CORPORA: options->corpora = optarg; break;
    case OPTION_BYTES: return take_bytes(&options->bytes);
    case OPTION_TIME: return take_seconds(&options->seconds);
    case OPTION_LONGEST: return take_seconds(&options->longest);
    case OPTION_LIST: options->list = true; break;
    case OPTION_JSON: options->json = true; break;
    case OPTION_PLOT: options->plot = optarg; break;
    case 'h':
        fputs(help, stdout);
        options->done = true;
        break;
    case OPTION_VERSION:
        printf("bitleap-bench %s\n", bl_version());
        options->done = true;
        break;
    default: fputs("Try 'bitleap-bench --help'.\n", stderr); return STATUS_USAGE;
    }
    return STATUS_OK;
}

int options_parse(int argc, char **argv, struct options *options)
{
    static char name[] = "bitleap-bench";
    int option;
    *options = (struct options){.seconds = 1, .bytes = INPUT_BYTES, .corpora = "corpora"};
    argv[0] = name;
    while (!options->done && (option = getopt_long(argc, argv, "h", long_options, NULL)) != -1) {
        int status = take(option, options);
        if (status != STATUS_OK)
            return status;
    }
    options->files = argv + optind;
    options->n_files = argc - optind;
    if (options->targets + options->sizes + options->cold > 1)
        return wrong_usage("only one of --targets, --sizes and --cold");
    if (options->plot && options->cold)
        return wrong_usage("there are no graphs of --cold");
    return STATUS_OK;
}
