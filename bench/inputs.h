/* inputs.h - random values, abbreviations and records, as real streams have them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BENCH_INPUTS_H
#define BENCH_INPUTS_H

#include "bitleap.h"

/* Always the same numbers from the same seed. */
struct random {
    uint64_t state;
};

uint64_t random_bits(struct random *random);
/* From LEAST to MOST. */
uint64_t random_between(struct random *random, uint64_t least, uint64_t most);

/* How many chunks VBRs have. */
enum distribution {
    ONE_CHUNK,
    MIX, /* 80, 15, 4, 1 % of one, two, three and more, as in modules */
    TWO_CHUNKS,
    GEOMETRIC, /* to 64 bits */
    METADATA,  /* numbers of nodes */
    N_DISTRIBUTIONS,
    MIX_32_BITS = N_DISTRIBUTIONS, /* MIX, for decoders of 32-bit integers; in one row only */
};

extern const char *const distribution_names[N_DISTRIBUTIONS + 1];

uint64_t random_vbr(struct random *random, enum distribution distribution, unsigned width);
char random_char6(struct random *random);

enum {
    MAX_ABBREV_OPS = 8,
    MAX_KINDS = 12
};

/* Records of one block: abbreviated ones by their definitions, which are written as `bitleap dump`
 * prints them, "20 vbr6 fixed6 vbr4 fixed1"; and unabbreviated ones of LEAST to MOST operands. */
struct recipe {
    const char *name;
    const char *abbrevs[MAX_KINDS]; /* up to NULL */
    unsigned unabbreviated;         /* of a hundred */
    bool short_codes;               /* theirs: of one chunk all */
    unsigned least, most;
    unsigned least_array, most_array; /* elements; bytes of a blob */
    enum distribution distribution;
};

/* The definitions of a recipe as they got their ids. */
struct kinds {
    const struct recipe *recipe;
    struct {
        struct bl_abbrev_op ops[MAX_ABBREV_OPS];
        size_t n_ops;
        uint32_t id;
    } list[MAX_KINDS];
    unsigned n;
};

/* Define the recipe's abbreviations where WRITER stands. */
void define_kinds(struct bl_writer *writer, const struct recipe *recipe, struct kinds *kinds);

/* Write a record of one of the kinds. */
void write_record(struct bl_writer *writer, const struct kinds *kinds, struct random *random);

/* What LLVM writes into functions, constants and metadata. */
extern const struct recipe recipe_function;
extern const struct recipe recipe_constants;
extern const struct recipe recipe_metadata;

#endif
