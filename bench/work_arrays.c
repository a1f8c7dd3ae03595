/* work_arrays.c - arrays of values of one encoding
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A block of records, each an array of elements and nothing else, so that decoders of
 * records can be measured beside those of runs. The values are known: their hash is what
 * engines have to arrive at.
 */
#include "inputs.h"
#include "work.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    ID_WIDTH = 4,
    SHORT_ARRAY = 16
};

/* What row->number holds. */
struct shape {
    uint8_t encoding, width, distribution;
    uint16_t n; /* elements of each array */
};

static uint64_t pack(struct shape shape)
{
    return (uint64_t)shape.n << 24 | (uint64_t)shape.distribution << 16 |
           (uint64_t)shape.width << 8 | shape.encoding;
}

static struct shape unpack(uint64_t number)
{
    return (struct shape){(uint8_t)number, (uint8_t)(number >> 8), (uint8_t)(number >> 16),
                          (uint16_t)(number >> 24)};
}

static uint64_t random_element(struct random *random, struct shape shape)
{
    switch (shape.encoding) {
    case BL_ENC_FIXED: return random_bits(random) & ((UINT64_C(1) << shape.width) - 1);
    case BL_ENC_CHAR6: return (uint8_t)random_char6(random);
    default: return random_vbr(random, (enum distribution)shape.distribution, shape.width);
    }
}

static unsigned vbr6_bits(uint64_t value)
{
    unsigned bits = 6;
    while (value >>= 5)
        bits += 6;
    return bits;
}

/* One more array. */
static void write_array(struct bl_writer *writer, uint32_t id, struct shape shape,
                        struct random *random, struct bench_array *array, struct bench_sink *sink)
{
    uint64_t values[BENCH_MAX_ARRAY];
    for (unsigned i = 0; i < shape.n; i++)
        values[i] = random_element(random, shape);
    uint64_t pos = bl_writer_pos(writer);
    *array = (struct bench_array){pos, pos + ID_WIDTH + vbr6_bits(shape.n), shape.n, shape.encoding,
                                  shape.width};
    bl_writer_abbreviated(writer, id, 1, values, shape.n, NULL);
    bench_take_values(sink, values, shape.n);
}

static bool write_arrays(struct bl_writer *writer, const struct row *row,
                         struct bench_array *arrays, struct work *work)
{
    struct shape shape = unpack(row->number);
    struct random random = {shape.width};
    struct bench_sink sink = bench_sink_empty(true);
    struct bl_abbrev_op ops[] = {{.literal = 1},
                                 {.encoding = BL_ENC_ARRAY},
                                 {.encoding = shape.encoding, .width = shape.width}};
    bl_writer_magic(writer, "BC\xC0\xDE");
    bl_writer_enter(writer, 8, ID_WIDTH);
    uint32_t id = bl_writer_define(writer, ops, 3);
    size_t n = 0;
    while (bl_writer_pos(writer) / 8 < row->input_bytes)
        write_array(writer, id, shape, &random, &arrays[n++], &sink);
    bl_writer_exit(writer);
    work->task.arrays = arrays;
    work->task.n_arrays = n;
    work->keep_open = true;
    return work_from_writer(work, writer) && (work->hash = sink.hash, true);
}

static bool make_arrays(const struct row *row, struct work *work)
{
    struct shape shape = unpack(row->number);
    struct bl_writer *writer;
    /* An array takes at least a byte for eight elements, and two for its header. */
    size_t most = row->input_bytes / (shape.n / 8U + 1) + 1;
    struct bench_array *arrays = calloc(most, sizeof *arrays);
    work->copies = (uint8_t *)arrays;
    work->is_known = true;
    if (!arrays || bl_writer_open(&writer, NULL) < 0) {
        fputs("bitleap-bench: no memory\n", stderr);
        return false;
    }
    return write_arrays(writer, row, arrays, work);
}

static void add(struct rows *rows, enum bench_way way, struct shape shape, const char *name)
{
    static const char *const groups[BENCH_N_WAYS] = {
        [BENCH_ARRAYS] = "array", [BENCH_TEXT] = "text", [BENCH_SKIP_ARRAYS] = "skip-array"};
    struct row *row = rows_add(rows, way, "%s/%s", groups[way], name);
    row->make = make_arrays;
    row->number = pack(shape);
}

static void add_vbr(struct rows *rows, enum bench_way way, unsigned width, unsigned distribution,
                    unsigned n)
{
    char name[48];
    const char *suffix = n == SHORT_ARRAY ? "/short" : "";
    snprintf(name, sizeof name, "vbr%u/%s%s", width, distribution_names[distribution], suffix);
    struct shape shape = {BL_ENC_VBR, (uint8_t)width, (uint8_t)distribution, (uint16_t)n};
    add(rows, way, shape, name);
}

static void add_fixed(struct rows *rows, enum bench_way way, unsigned width)
{
    char name[24];
    snprintf(name, sizeof name, "fixed%u", width);
    add(rows, way, (struct shape){BL_ENC_FIXED, (uint8_t)width, 0, BENCH_MAX_ARRAY}, name);
}

void rows_add_arrays(struct rows *rows)
{
    static const unsigned widths[] = {4, 5, 6, 7, 8};
    const struct shape char6 = {BL_ENC_CHAR6, 6, 0, BENCH_MAX_ARRAY};
    for (int i = 0; i < 5; i++)
        for (unsigned k = 0; k < N_DISTRIBUTIONS; k++)
            add_vbr(rows, BENCH_ARRAYS, widths[i], k, BENCH_MAX_ARRAY);
    add_vbr(rows, BENCH_ARRAYS, 8, MIX_32_BITS, BENCH_MAX_ARRAY);
    add_vbr(rows, BENCH_ARRAYS, 6, MIX, SHORT_ARRAY);
    for (unsigned width = 1; width <= BL_MAX_WIDTH; width++)
        add_fixed(rows, BENCH_ARRAYS, width);
    add(rows, BENCH_ARRAYS, char6, "char6");
    add(rows, BENCH_TEXT, char6, "char6");
    for (unsigned k = 0; k < N_DISTRIBUTIONS; k++)
        add_vbr(rows, BENCH_SKIP_ARRAYS, 6, k, BENCH_MAX_ARRAY);
    add_fixed(rows, BENCH_SKIP_ARRAYS, 7);
}
