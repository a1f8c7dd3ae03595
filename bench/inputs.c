/* inputs.c - random values, abbreviations and records, as real streams have them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "inputs.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Longer than any array or blob that a recipe asks for. */
enum {
    MAX_OPERANDS = 4200
};

const char *const distribution_names[N_DISTRIBUTIONS + 1] = {
    [ONE_CHUNK] = "one",       [MIX] = "mix",           [TWO_CHUNKS] = "two",
    [GEOMETRIC] = "geometric", [METADATA] = "metadata", [MIX_32_BITS] = "mix-32-bits",
};

/* splitmix64 */
uint64_t random_bits(struct random *random)
{
    uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

uint64_t random_between(struct random *random, uint64_t least, uint64_t most)
{
    return least + random_bits(random) % (most - least + 1);
}

/* A value of exactly N bits, which may be 0. */
static uint64_t of_bits(struct random *random, unsigned n)
{
    if (n == 0)
        return 0;
    uint64_t top = UINT64_C(1) << (n - 1);
    return top | (random_bits(random) & (top - 1));
}

/* A value that takes N chunks, or all that 64 bits can. */
static uint64_t of_chunks(struct random *random, unsigned n, unsigned width)
{
    unsigned most = n * (width - 1);
    if (n == 1)
        return random_bits(random) & ((UINT64_C(1) << most) - 1);
    unsigned least = (n - 1) * (width - 1) + 1;
    return of_bits(
        random, least > 64 ? 64 : (unsigned)random_between(random, least, most < 64 ? most : 64));
}

static unsigned mixed_chunks(struct random *random)
{
    unsigned percent = (unsigned)random_between(random, 0, 99);
    if (percent < 80)
        return 1;
    if (percent < 95)
        return 2;
    return percent < 99 ? 3 : (unsigned)random_between(random, 4, 6);
}

static uint64_t geometric(struct random *random)
{
    unsigned n = 0;
    while (n < 64 && random_between(random, 0, 7))
        n++;
    return of_bits(random, n);
}

/* A third is none or near, a third is in the same function, a third anywhere in the module. */
static uint64_t node_number(struct random *random)
{
    static const unsigned bits[3][2] = {{0, 5}, {6, 10}, {11, 16}};
    const unsigned *range = bits[random_between(random, 0, 2)];
    return of_bits(random, (unsigned)random_between(random, range[0], range[1]));
}

uint64_t random_vbr(struct random *random, enum distribution distribution, unsigned width)
{
    switch (distribution) {
    case ONE_CHUNK: return of_chunks(random, 1, width);
    case TWO_CHUNKS: return of_chunks(random, 2, width);
    case GEOMETRIC: return geometric(random);
    case METADATA: return node_number(random);
    case MIX_32_BITS: return of_chunks(random, mixed_chunks(random), width) & UINT32_MAX;
    default: return of_chunks(random, mixed_chunks(random), width);
    }
}

char random_char6(struct random *random)
{
    static const char characters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
    return characters[random_bits(random) & 63];
}

/* ---- Abbreviations ---- */

static struct bl_abbrev_op parse_op(const char *word, size_t size)
{
    static const struct {
        const char *name;
        enum bl_encoding encoding;
        uint8_t width;
    } encodings[] = {{"fixed", BL_ENC_FIXED, 0},
                     {"vbr", BL_ENC_VBR, 0},
                     {"array", BL_ENC_ARRAY, 0},
                     {"char6", BL_ENC_CHAR6, 6},
                     {"blob", BL_ENC_BLOB, 0}};
    for (size_t i = 0; i < sizeof encodings / sizeof encodings[0]; i++) {
        size_t length = strlen(encodings[i].name);
        if (length > size || memcmp(word, encodings[i].name, length) != 0)
            continue;
        uint8_t width = encodings[i].width;
        if (length < size)
            width = (uint8_t)strtoul(word + length, NULL, 10);
        return (struct bl_abbrev_op){.encoding = (uint8_t)encodings[i].encoding, .width = width};
    }
    return (struct bl_abbrev_op){.literal = strtoull(word, NULL, 10)};
}

static size_t parse_abbrev(const char *text, struct bl_abbrev_op *ops)
{
    size_t n = 0;
    for (const char *word = text; *word && n < MAX_ABBREV_OPS; n++) {
        size_t size = strcspn(word, " ");
        ops[n] = parse_op(word, size);
        word += size + strspn(word + size, " ");
    }
    return n;
}

void define_kinds(struct bl_writer *writer, const struct recipe *recipe, struct kinds *kinds)
{
    kinds->recipe = recipe;
    for (kinds->n = 0; kinds->n < MAX_KINDS && recipe->abbrevs[kinds->n]; kinds->n++) {
        unsigned i = kinds->n;
        kinds->list[i].n_ops = parse_abbrev(recipe->abbrevs[i], kinds->list[i].ops);
        kinds->list[i].id = bl_writer_define(writer, kinds->list[i].ops, kinds->list[i].n_ops);
    }
}

/* ---- Records ---- */

static uint64_t random_operand(struct random *random, const struct bl_abbrev_op *op,
                               enum distribution distribution)
{
    switch (op->encoding) {
    case BL_ENC_LITERAL: return op->literal;
    case BL_ENC_FIXED: return random_bits(random) & ((UINT64_C(1) << op->width) - 1);
    case BL_ENC_CHAR6: return (uint8_t)random_char6(random);
    default: return random_vbr(random, distribution, op->width);
    }
}

static void write_abbreviated(struct bl_writer *writer, const struct kinds *kinds, unsigned kind,
                              struct random *random)
{
    static const uint8_t zeros[MAX_OPERANDS];
    const struct recipe *recipe = kinds->recipe;
    const struct bl_abbrev_op *ops = kinds->list[kind].ops;
    struct bl_view blob = {NULL, 0};
    uint64_t values[MAX_OPERANDS];
    size_t n = 0;
    uint64_t elements = random_between(random, recipe->least_array, recipe->most_array);
    for (size_t i = 1; i < kinds->list[kind].n_ops; i++) {
        if (ops[i].encoding == BL_ENC_BLOB)
            blob = (struct bl_view){zeros, elements};
        else if (ops[i].encoding == BL_ENC_ARRAY)
            for (i++; elements > 0; elements--)
                values[n++] = random_operand(random, &ops[i], recipe->distribution);
        else
            values[n++] = random_operand(random, &ops[i], recipe->distribution);
    }
    bl_writer_abbreviated(writer, kinds->list[kind].id, (uint32_t)ops[0].literal, values, n,
                          blob.data ? &blob : NULL);
}

/* Codes of 32 and more take two chunks and are common: call, store, gep. */
static void write_unabbreviated(struct bl_writer *writer, const struct recipe *recipe,
                                struct random *random)
{
    enum {
        N_CODES = 10,
        N_SHORT_CODES = 6
    };
    static const uint32_t codes[N_CODES] = {2, 3, 11, 12, 16, 20, 34, 43, 44, 35};
    unsigned n_codes = recipe->short_codes ? N_SHORT_CODES : N_CODES;
    uint64_t values[MAX_OPERANDS];
    size_t n = random_between(random, recipe->least, recipe->most);
    for (size_t i = 0; i < n; i++)
        values[i] = random_vbr(random, recipe->distribution, 6);
    bl_writer_record(writer, codes[random_between(random, 0, n_codes - 1)], values, n);
}

void write_record(struct bl_writer *writer, const struct kinds *kinds, struct random *random)
{
    if (kinds->n == 0 || random_between(random, 0, 99) < kinds->recipe->unabbreviated)
        write_unabbreviated(writer, kinds->recipe, random);
    else
        write_abbreviated(writer, kinds, (unsigned)random_between(random, 0, kinds->n - 1), random);
}

const struct recipe recipe_function = {
    .name = "function",
    .abbrevs = {"20 vbr6 fixed6 vbr4 fixed1", "44 vbr6 vbr6 vbr4 fixed1", "2 vbr6 vbr6 fixed4",
                "2 vbr6 vbr6 fixed4 fixed8", "3 vbr6 fixed6 fixed4", "11 vbr6", "11 vbr6 vbr6 vbr6",
                "43 fixed3 fixed6 array vbr6", "28 vbr6 vbr6 fixed6", "64 vbr7 vbr7 vbr7 vbr6"},
    .least = 2,
    .most = 8,
    .least_array = 2,
    .most_array = 4,
    .distribution = MIX,
};

const struct recipe recipe_constants = {
    .name = "constants",
    .abbrevs = {"1 fixed6", "4 vbr8", "11 fixed4 fixed6 vbr8", "2", "7 array fixed8",
                "9 array char6", "9 array fixed7"},
    .least = 1,
    .most = 4,
    .least_array = 2,
    .most_array = 12,
    .distribution = MIX,
};

const struct recipe recipe_metadata = {
    .name = "metadata",
    .abbrevs = {"7 fixed1 vbr6 vbr8 vbr6 vbr6 fixed1", "12 fixed1 vbr6 fixed1 vbr6 array vbr6",
                "3 array vbr6"},
    .least = 4,
    .most = 18,
    .least_array = 2,
    .most_array = 8,
    .distribution = METADATA,
};
