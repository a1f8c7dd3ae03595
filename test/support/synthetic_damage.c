/* support/synthetic_damage.c - a good file with damage done to it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/synthetic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
    const char *prefix;
    struct bl_view good;
    struct bl_stream stream; /* in good */
    synthetic_fn *emit;
    void *context;
};

/* A copy of the good file with room for 64 bytes more, all zero. */
static uint8_t *copy(const struct job *job)
{
    uint8_t *bytes = calloc(1, job->good.size + 64);
    if (!bytes)
        abort();
    memcpy(bytes, job->good.data, job->good.size);
    return bytes;
}

/* Emits and frees BYTES. */
static void done(const struct job *job, uint8_t *bytes, size_t size, const char *what,
                 uint64_t where)
{
    char name[256];
    snprintf(name, sizeof name, "%s-%s-%04llu", job->prefix, what, (unsigned long long)where);
    job->emit(job->context, name, (struct bl_view){.data = bytes, .size = size});
    free(bytes);
}

static void truncations(const struct job *job)
{
    for (size_t i = 1; i < 16; i++) {
        size_t size = job->good.size * i / 16 & ~(size_t)3;
        done(job, copy(job), size, "truncated", size);
    }
}

/* One bit in each of 48 parts of the file, at places that look random and are always the same. */
static void flips(const struct job *job)
{
    enum {
        PARTS = 48
    };
    uint64_t state = 88172645463325252;
    uint64_t part = (uint64_t)job->good.size * 8 / PARTS;
    for (uint64_t i = 0; i < PARTS && part > 0; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        uint64_t bit = i * part + state % part;
        uint8_t *bytes = copy(job);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        done(job, bytes, job->good.size, "bit-flipped", bit);
    }
}

/* Whole words: gone, doubled, zeroed, all ones. */
static void words(const struct job *job)
{
    for (size_t i = 1; i < 6; i++) {
        size_t at = job->good.size * i / 6 & ~(size_t)3;
        size_t rest = job->good.size - at;
        uint8_t *bytes = copy(job);
        memmove(bytes + at, bytes + at + 4, rest - 4);
        done(job, bytes, job->good.size - 4, "word-removed", at);
        bytes = copy(job);
        memmove(bytes + at + 4, bytes + at, rest);
        done(job, bytes, job->good.size + 4, "word-doubled", at);
        bytes = copy(job);
        memset(bytes + at, 0, rest < 16 ? rest : 16);
        done(job, bytes, job->good.size, "words-zeroed", at);
        bytes = copy(job);
        memset(bytes + at, 0xFF, rest < 16 ? rest : 16);
        done(job, bytes, job->good.size, "words-all-ones", at);
    }
}

static void endings(const struct job *job)
{
    done(job, copy(job), job->good.size + 4, "zero-word-behind", 0);
    done(job, copy(job), job->good.size + 64, "zero-words-behind", 0);
    done(job, copy(job), job->good.size + 1, "zero-byte-behind", 0);
    uint8_t *bytes = copy(job);
    memcpy(bytes + job->good.size, "BC\xC0\xDE", 4);
    done(job, bytes, job->good.size + 4, "magic-behind", 0);
    bytes = calloc(2, job->good.size);
    if (!bytes)
        abort();
    memcpy(bytes, job->good.data, job->good.size);
    memcpy(bytes + job->good.size, job->good.data, job->good.size);
    done(job, bytes, 2 * job->good.size, "twice", 0);
}

static void set_length(const struct job *job, const struct bl_block *block, uint32_t n_words,
                       const char *what)
{
    uint8_t *bytes = copy(job);
    uint64_t at = job->stream.file_offset + block->body_pos / 8 - 4;
    for (int i = 0; i < 4; i++)
        bytes[at + (uint64_t)i] = (uint8_t)(n_words >> 8 * i);
    done(job, bytes, job->good.size, what, block->bit_pos);
}

/* The lengths of the first few blocks, in the order in which they were found. */
static void lengths(const struct job *job, struct bl_index *index)
{
    uint32_t n = bl_index_count(index) < 8 ? bl_index_count(index) : 8;
    for (uint32_t i = 0; i < n; i++) {
        struct bl_block block = bl_index_get(index, i).block;
        set_length(job, &block, block.n_words + 1, "blocklen-too-long");
        set_length(job, &block, block.n_words - 1, "blocklen-too-short");
        set_length(job, &block, 0, "blocklen-0");
        set_length(job, &block, UINT32_MAX, "blocklen-largest");
        uint8_t *bytes = copy(job);
        uint64_t end = job->stream.file_offset + block.body_pos / 8 + block.n_words * UINT64_C(4);
        memset(bytes + end - 4, 0xFF, 4);
        done(job, bytes, job->good.size, "end-block-overwritten", block.bit_pos);
    }
}

void synthetic_damage(const char *prefix, struct bl_view good, synthetic_fn *emit, void *context)
{
    struct job job = {.prefix = prefix, .good = good, .emit = emit, .context = context};
    struct bl_index *index;
    if (bl_stream_locate(good, &job.stream, NULL) < 0 ||
        bl_index_open(&index, &job.stream, NULL) < 0)
        return;
    (void)bl_index_expand(index, BL_NONE, UINT32_MAX, NULL);
    truncations(&job);
    flips(&job);
    words(&job);
    endings(&job);
    lengths(&job, index);
    bl_index_close(index);
}
