/* support/kernels_agree.c - the same run of values read by every CPU variant
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/kernels_agree.h"

#include "bits/kernels.h"

#include <stdlib.h>
#include <string.h>

struct kernels_room kernels_room(size_t max_values)
{
    size_t size = max_values * sizeof(uint64_t);
    void *zeros = calloc(1, size + 1);
    if (!zeros)
        abort();
    struct bl_view bytes = {.data = zeros, .size = size};
    struct kernels_room room = {
        .max_values = max_values, .expected = guard_copy(bytes), .got = guard_copy(bytes)};
    free(zeros);
    return room;
}

void kernels_room_release(struct kernels_room *room)
{
    guard_release(&room->expected);
    guard_release(&room->got);
}

/* The last SIZE bytes of GUARD, filled with what no kernel writes everywhere. */
static void *last_bytes(const struct guard *guard, size_t size)
{
    if (size > guard->bytes.size)
        abort();
    uint8_t *bytes = guard->data + (guard->bytes.size - size);
    memset(bytes, 0xA5, size);
    return bytes;
}

/* A kernel with all that it is reported but its variant and its place. */
struct run {
    enum {
        READ_VBR,
        SKIP_VBR,
        READ_FIXED,
        READ_CHAR6,
        READ_TEXT,
    } kind;
    uint64_t pos;
    unsigned width;
    size_t n;
};

static uint64_t read_run(const struct run *run, struct bl_bits bits,
                         const struct bl_kernels *kernels, void *out)
{
    bits.kernels = kernels;
    switch (run->kind) {
    case READ_VBR: return bl_bits_read_vbr_run(&bits, run->pos, run->width, out, run->n);
    case SKIP_VBR: return bl_bits_skip_vbr_run(&bits, run->pos, run->width, run->n);
    case READ_FIXED: return bl_bits_read_fixed_run(&bits, run->pos, run->width, out, run->n);
    case READ_CHAR6: return bl_bits_read_char6_run(&bits, run->pos, out, run->n);
    case READ_TEXT: return bl_bits_read_char6_text(&bits, run->pos, out, run->n);
    }
    abort();
}

/* The table of a variant; as one more, that of AVX-512 which a machine with VBMI
 * does not choose. */
static const struct bl_kernels *kernels_to_test(int cpu)
{
#if defined(__x86_64__)
    if (cpu == BL_CPU_END)
        return bl_cpu_usable(BL_CPU_AVX512) ? &bl_kernels_avx512 : NULL;
#endif
    return bl_cpu_usable((enum bl_cpu)cpu) ? bl_kernels_for((enum bl_cpu)cpu) : NULL;
}

static const char *agree(const struct kernels_room *room, struct bl_view bytes,
                         const struct run *run)
{
    size_t size = run->kind == SKIP_VBR    ? 0
                  : run->kind == READ_TEXT ? run->n
                                           : run->n * sizeof(uint64_t);
    struct bl_bits bits = bl_bits_over(bytes, BL_CPU_GENERIC);
    void *expected = last_bytes(&room->expected, size);
    uint64_t end = read_run(run, bits, &bl_kernels_generic, expected);
    for (int cpu = BL_CPU_GENERIC + 1; cpu < BL_CPU_END + 1; cpu++) {
        const struct bl_kernels *kernels = kernels_to_test(cpu);
        if (!kernels)
            continue;
        void *got = last_bytes(&room->got, size);
        uint64_t got_end = read_run(run, bits, kernels, got);
        bool same = end <= bits.end ? got_end == end && memcmp(got, expected, size) == 0
                                    : got_end > bits.end &&
                                          (got_end >= BL_POS_OVERLONG) == (end >= BL_POS_OVERLONG);
        if (!same)
            return cpu == BL_CPU_END ? "avx512 without vbmi" : bl_cpu_name((enum bl_cpu)cpu);
    }
    return NULL;
}

const char *kernels_agree_vbr(const struct kernels_room *room, struct bl_view bytes, uint64_t pos,
                              unsigned width, size_t n)
{
    struct run run = {.kind = READ_VBR, .pos = pos, .width = width, .n = n};
    const char *culprit = agree(room, bytes, &run);
    run.kind = SKIP_VBR;
    return culprit ? culprit : agree(room, bytes, &run);
}

const char *kernels_agree_fixed(const struct kernels_room *room, struct bl_view bytes, uint64_t pos,
                                unsigned width, size_t n)
{
    struct run run = {.kind = READ_FIXED, .pos = pos, .width = width, .n = n};
    return agree(room, bytes, &run);
}

const char *kernels_agree_char6(const struct kernels_room *room, struct bl_view bytes, uint64_t pos,
                                size_t n)
{
    struct run run = {.kind = READ_CHAR6, .pos = pos, .n = n};
    const char *culprit = agree(room, bytes, &run);
    run.kind = READ_TEXT;
    return culprit ? culprit : agree(room, bytes, &run);
}
