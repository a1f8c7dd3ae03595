/* peers/peers.c - engines of other decoders of integers, for `make bench-peers`
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * They take part in rows of arrays of VBRs of eight bits. In its first run, which is not timed, an
 * engine makes what it reads of the arrays: bytes that begin at a byte, or the same values in an
 * encoding of its own. Those of 32 bits decline where a value has more.
 */
#include "peers/peers.h"

#include "engine.h"

#include <stdlib.h>
#include <string.h>

struct peer {
    struct bench_engine engine;
    decode64_fn *decode64;
    decode32_fn *decode32; /* one of them is NULL */
    bool has_own_encoding; /* Stream VByte's */
};

struct state {
    const struct peer *peer;
    const uint8_t *data;
    size_t size;
    const struct bench_array *arrays; /* of which there are copies; NULL: none yet */
    uint8_t *bytes;
    size_t *begins; /* of each array's bytes, and after the last one's */
    uint64_t values[BENCH_MAX_ARRAY + PEERS_SLACK];
    uint32_t narrow[BENCH_MAX_ARRAY + PEERS_SLACK];
};

/* Bytes of ARRAY, which is at any bit, to OUT. Returns their number; WIDEST gets all bits of its
 * values. */
static size_t copy_bytes(const struct state *s, const struct bench_array *array, uint8_t *out,
                         uint64_t *widest)
{
    size_t n = 0;
    const uint8_t *at = s->data + array->first_pos / 8;
    unsigned phase = array->first_pos % 8;
    for (uint32_t i = 0; i < array->n; i++) {
        uint64_t value = 0;
        unsigned shift = 0;
        do {
            out[n] = (uint8_t)(at[n] >> phase | (phase ? at[n + 1] << (8 - phase) : 0));
            value |= shift < 64 ? (uint64_t)(out[n] & 127) << shift : 0;
            shift += 7;
        } while (out[n++] & 128);
        *widest |= value;
    }
    return n;
}

/* Copies of all arrays. False: there is no memory, or this decoder cannot read them. */
static bool make_copies(struct state *s, const struct bench_task *task)
{
    const struct peer *peer = s->peer;
    size_t at = 0;
    uint64_t widest = 0;
    s->begins = calloc(task->n_arrays + 1, sizeof *s->begins);
    s->bytes = calloc(1, s->size * 5 + PEERS_SLACK);
    if (!s->begins || !s->bytes)
        return false;
    for (size_t i = 0; i < task->n_arrays; i++) {
        const struct bench_array *array = &task->arrays[i];
        if (array->encoding != 2 || array->width != 8)
            return false;
        s->begins[i] = at;
        size_t size = copy_bytes(s, array, s->bytes + at, &widest);
        if (!peer->decode64 && widest > UINT32_MAX)
            return false;
        if (peer->has_own_encoding) {
            decode_masked_vbyte(s->bytes + at, size, s->narrow, array->n);
            size = encode_stream_vbyte(s->narrow, array->n, s->bytes + at);
        }
        at += size;
    }
    s->begins[task->n_arrays] = at;
    s->arrays = task->arrays;
    return true;
}

static void take_narrow(struct bench_sink *sink, const uint32_t *values, size_t n)
{
    sink->values += n;
    sink->sum += n ? values[n - 1] : 0;
    for (size_t i = 0; sink->hashing && i < n; i++)
        bench_hash(sink, values[i]);
}

static int read_arrays(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    struct state *s = state;
    const struct peer *peer = s->peer;
    if (s->arrays != task->arrays && !make_copies(s, task))
        return BENCH_DECLINED;
    for (size_t i = 0; i < task->n_arrays; i++) {
        const uint8_t *in = s->bytes + s->begins[i];
        size_t size = s->begins[i + 1] - s->begins[i];
        uint32_t n = task->arrays[i].n;
        if (peer->decode64) {
            peer->decode64(in, size, s->values, n);
            bench_take_values(sink, s->values, n);
            continue;
        }
        peer->decode32(in, size, s->narrow, n);
        take_narrow(sink, s->narrow, n);
    }
    return 0;
}

static void *open_peer(const struct bench_engine *engine, const uint8_t *data, size_t size)
{
    struct state *s = calloc(1, sizeof *s);
    if (s) {
        s->peer = engine->own;
        s->data = data;
        s->size = size;
    }
    return s;
}

static void close_peer(void *state)
{
    struct state *s = state;
    free(s->bytes);
    free(s->begins);
    free(s);
}

#define PEER(n, its_name, its_about)            \
    .engine = {.version = BENCH_ENGINE_VERSION, \
               .name = its_name,                \
               .about = its_about,              \
               .own = &peers[n],                \
               .open = open_peer,               \
               .close = close_peer,             \
               .run = {[BENCH_ARRAYS] = read_arrays}}

static const struct peer peers[] = {
    {PEER(0, "leb128", "a loop over bytes, to 64 bits"), .decode64 = decode_leb128},
    {PEER(1, "sfvint", "SFVInt's pext decoder after the paper, to 64 bits"),
     .decode64 = decode_sfvint},
    {PEER(2, "maskedvbyte", "MaskedVByte after the paper, to 32 bits"),
     .decode32 = decode_masked_vbyte},
    {PEER(3, "streamvbyte", "Stream VByte after the paper, an encoding of its own, to 32 bits"),
     .decode32 = decode_stream_vbyte, .has_own_encoding = true},
};

const struct bench_engine *bench_engine(unsigned n)
{
    return n < sizeof peers / sizeof *peers ? &peers[n].engine : NULL;
}
