/* engines.h - the decoders that are there
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BENCH_ENGINES_H
#define BENCH_ENGINES_H

#include "engine.h"

enum {
    MAX_ENGINES = 32
};

struct engines {
    const struct bench_engine *list[MAX_ENGINES];
    int n;
    char absent[512]; /* what could not be had and why; a line for each */
};

/* Those of this program; and LLVM's from shared objects beside it, where they were built. */
bool engines_find(struct engines *engines);

/* Add those of the shared object at PATH. False: reported on standard error. */
bool engines_load(struct engines *engines, const char *path);

/* Keep only those whose name fits one of LIST's patterns, divided by commas.
 * False: there is none. */
bool engines_choose(struct engines *engines, const char *list);

/* The number of the engine with this name, or -1. */
int engines_number(const struct engines *engines, const char *name);

/* The newest LLVM whose kind is 'S', 'G' or 'H', or -1. */
int engines_llvm(const struct engines *engines, char kind);

/* Whether NAME fits one of LIST's patterns (fnmatch), divided by commas. */
bool fits(const char *name, const char *list);

const struct bench_engine *bench_bitleap(unsigned n);
const struct bench_engine *bench_textbook(unsigned n);

#endif
