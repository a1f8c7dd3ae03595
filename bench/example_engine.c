/* example_engine.c - a decoder as a shared object, to start from
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   cc -O3 -shared -fPIC -Ibench -o example.so bench/example_engine.c
 *   build/bench/bitleap-bench --engine ./example.so --only 'array/*'
 *
 * It reads arrays and nothing else: of what an engine does not do, it has no function. engine.h
 * reports what there is, engine_textbook.c is a whole one.
 */
#include "engine.h"

#include <stdlib.h>

struct example {
    const uint8_t *data;
    uint64_t values[BENCH_MAX_ARRAY];
};

static uint64_t bits(const uint8_t *data, uint64_t *pos, unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++, ++*pos)
        value |= (uint64_t)(data[*pos / 8] >> *pos % 8 & 1) << i;
    return value;
}

static uint64_t vbr(const uint8_t *data, uint64_t *pos, unsigned width)
{
    uint64_t value = 0, chunk, more = UINT64_C(1) << (width - 1);
    unsigned shift = 0;
    do {
        chunk = bits(data, pos, width);
        value |= shift < 64 ? (chunk & (more - 1)) << shift : 0;
        shift += width - 1;
    } while (chunk & more);
    return value;
}

static uint64_t element(const uint8_t *data, uint64_t *pos, const struct bench_array *array)
{
    static const char characters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
    switch (array->encoding) {
    case 1: return bits(data, pos, array->width);
    case 2: return vbr(data, pos, array->width);
    default: return (uint8_t)characters[bits(data, pos, 6)];
    }
}

static int read_arrays(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    struct example *example = state;
    for (size_t i = 0; i < task->n_arrays; i++) {
        const struct bench_array *array = &task->arrays[i];
        uint64_t pos = array->first_pos;
        for (uint32_t k = 0; k < array->n; k++)
            example->values[k] = element(example->data, &pos, array);
        bench_take_values(sink, example->values, array->n);
    }
    return 0;
}

static void *open_example(const struct bench_engine *engine, const uint8_t *data, size_t size)
{
    struct example *example = malloc(sizeof *example);
    (void)engine, (void)size;
    if (example)
        example->data = data;
    return example;
}

const struct bench_engine *bench_engine(unsigned n)
{
    static const struct bench_engine engine = {.version = BENCH_ENGINE_VERSION,
                                               .name = "example",
                                               .about = "bit by bit",
                                               .open = open_example,
                                               .close = free,
                                               .run = {[BENCH_ARRAYS] = read_arrays}};
    return n == 0 ? &engine : NULL;
}
