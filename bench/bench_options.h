/* bench_options.h - what the user asked for
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <stdbool.h>

enum {
    MAX_LOADED = 16,
    STATUS_OK = 0,
    STATUS_FAILED = 1,
    STATUS_USAGE = 2
};

struct options {
    const char *only;    /* patterns of rows */
    const char *engines; /* patterns of engines */
    const char *loaded[MAX_LOADED];
    int n_loaded;
    const char *against;
    const char *plot; /* directory */
    const char *corpora;
    double seconds, bytes, longest; /* longest: 0 is as it fits */
    bool list, json, targets, sizes, cold;
    bool done; /* nothing is left to do: --help, --version */
    char **files;
    int n_files;
};

/* A status; STATUS_USAGE was reported on standard error. */
int options_parse(int argc, char **argv, struct options *options);

#endif
