/* test_kernels.c - every CPU variant against the generic one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The bytes of all tests, and the places for the values, end at a page that cannot be touched.
 */
#include "bits/kernels.h"
#include "bits/reader.h"
#include "support/build.h"
#include "support/kernels_agree.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_SHORT = 200, /* every length up to this */
    MAX_VALUES = 3000,
};

static const size_t long_lengths[] = {255, 256, 257, 511, 640, 1000, 1024, 1999, MAX_VALUES};

static uint64_t random_state = 0x9E3779B97F4A7C15;

static uint64_t random64(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static uint64_t random_bits(unsigned n_bits)
{
    return n_bits >= 64 ? random64() : random64() & bl_low_bits(n_bits);
}

/* ---- Values ---- */

typedef uint64_t value_fn(unsigned width, size_t i);

static uint64_t one_chunk(unsigned width, size_t i)
{
    (void)i;
    return random_bits(width - 1);
}

static uint64_t two_chunks(unsigned width, size_t i)
{
    (void)i;
    return random_bits(2 * (width - 1)) | (uint64_t)1 << (2 * (width - 1) - 1);
}

/* 80, 15, 4 and 1 of 100 have one, two, three chunks and more. */
static uint64_t mixed(unsigned width, size_t i)
{
    (void)i;
    unsigned percent = (unsigned)(random64() % 100);
    unsigned n_chunks = percent < 80 ? 1 : percent < 95 ? 2 : percent < 99 ? 3 : 5;
    return random_bits(n_chunks * (width - 1));
}

/* Any number of bits from 0 to 64. */
static uint64_t any_size(unsigned width, size_t i)
{
    (void)width;
    (void)i;
    return random_bits((unsigned)(random64() % 65));
}

static uint64_t all_set(unsigned width, size_t i)
{
    (void)width;
    (void)i;
    return UINT64_MAX;
}

static uint64_t zero_or_large(unsigned width, size_t i)
{
    (void)width;
    return i % 2 ? UINT64_MAX : 0;
}

/* One long value in 71: somewhere in each block of chunks. */
static uint64_t seldom_long(unsigned width, size_t i)
{
    return i % 71 == 70 ? random64() : one_chunk(width, i);
}

static const struct {
    const char *name;
    value_fn *value;
} kinds[] = {
    {"one chunk", one_chunk},
    {"two chunks", two_chunks},
    {"mixed", mixed},
    {"any size", any_size},
    {"all bits set", all_set},
    {"zero or large", zero_or_large},
    {"long ones seldom", seldom_long},
};

/* Values after some bits, and where each of them begins; the last one's end is
 * the last of them. */
struct values {
    struct bl_writer *writer;
    struct guard guard;
    uint64_t at[MAX_VALUES + 1];
};

static void write_values(struct values *values, value_fn *value, unsigned width, unsigned before,
                         size_t n)
{
    cr_assert_eq(bl_writer_open(&values->writer, NULL), BL_OK);
    bl_writer_fixed(values->writer, random_bits(before), before);
    for (size_t i = 0; i < n; i++) {
        values->at[i] = bl_writer_pos(values->writer);
        bl_writer_vbr(values->writer, value(width, i), width);
    }
    values->at[n] = bl_writer_pos(values->writer);
    struct bl_view bytes = build_bytes(values->writer);
    /* Without the padding: the last byte has bits of the last value. */
    bytes.size = (size_t)(values->at[n] + 7) / 8;
    values->guard = guard_copy(bytes);
}

static void release_values(struct values *values)
{
    guard_release(&values->guard);
    bl_writer_close(values->writer);
}

/* N values at the beginning, with more after them, and N at the end of TOTAL. */
static void check_length(const struct kernels_room *room, const struct values *values,
                         const char *kind, unsigned width, size_t n, size_t total)
{
    const uint64_t starts[] = {values->at[0], values->at[total - n]};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        const char *culprit = kernels_agree_vbr(room, values->guard.bytes, starts[i], width, n);
        cr_assert_null(culprit, "%s: %s, width %u, %zu values at %d", culprit, kind, width, n,
                       (int)starts[i]);
    }
}

static void check_lengths(value_fn *value, const char *kind, unsigned width, unsigned phase,
                          const struct kernels_room *room)
{
    static struct values values;
    write_values(&values, value, width, phase, MAX_SHORT);
    for (size_t n = 0; n <= MAX_SHORT; n++)
        check_length(room, &values, kind, width, n, MAX_SHORT);
    release_values(&values);
}

Test(kernels, vbr_of_every_length)
{
    struct kernels_room room = kernels_room(MAX_SHORT);
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
        for (unsigned width = 2; width <= BL_MAX_WIDTH; width++)
            for (unsigned phase = 0; phase < 8; phase++)
                check_lengths(kinds[kind].value, kinds[kind].name, width, phase, &room);
    kernels_room_release(&room);
}

Test(kernels, vbr_of_great_length)
{
    static struct values values;
    struct kernels_room room = kernels_room(MAX_VALUES);
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
        for (unsigned width = 2; width <= BL_MAX_WIDTH; width++)
            for (unsigned phase = 0; phase < 8; phase++) {
                write_values(&values, kinds[kind].value, width, phase, MAX_VALUES);
                for (size_t i = 0; i < sizeof long_lengths / sizeof *long_lengths; i++)
                    check_length(&room, &values, kinds[kind].name, width, long_lengths[i],
                                 MAX_VALUES);
                release_values(&values);
            }
    kernels_room_release(&room);
}

/* A single long value among short ones, at every place: across the borders of
 * windows and blocks. */
Test(kernels, vbr_with_one_long_value_anywhere)
{
    static const unsigned widths[] = {2, 4, 5, 6, 7, 8, 16, 32};
    struct kernels_room room = kernels_room(MAX_SHORT);
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
        for (size_t place = 0; place < MAX_SHORT; place++)
            for (unsigned n_chunks = 2; n_chunks <= 66; n_chunks += n_chunks < 16 ? 1 : 7) {
                struct bl_writer *writer;
                cr_assert_eq(bl_writer_open(&writer, NULL), BL_OK);
                bl_writer_fixed(writer, 0, place % 8);
                for (size_t i = 0; i < MAX_SHORT; i++)
                    if (i == place)
                        build_long_vbr(writer, random64(), widths[w], n_chunks);
                    else
                        bl_writer_vbr(writer, one_chunk(widths[w], i), widths[w]);
                struct guard g = guard_copy(build_bytes(writer));
                const char *culprit =
                    kernels_agree_vbr(&room, g.bytes, place % 8, widths[w], MAX_SHORT);
                cr_assert_null(culprit, "%s: width %u, %u chunks at %zu", culprit, widths[w],
                               n_chunks, place);
                guard_release(&g);
                bl_writer_close(writer);
            }
    kernels_room_release(&room);
}

/* The bytes end before the values do. */
Test(kernels, vbr_cut_off)
{
    static struct values values;
    struct kernels_room room = kernels_room(MAX_SHORT);
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
        for (unsigned width = 2; width <= BL_MAX_WIDTH; width++) {
            write_values(&values, kinds[kind].value, width, width % 8, MAX_SHORT);
            for (size_t cut = 1; cut <= 120 && cut <= values.guard.bytes.size; cut++) {
                struct bl_view bytes = values.guard.bytes;
                bytes.size -= cut;
                struct guard g = guard_copy(bytes);
                const char *culprit =
                    kernels_agree_vbr(&room, g.bytes, values.at[0], width, MAX_SHORT);
                cr_assert_null(culprit, "%s: %s, width %u, %zu bytes less", culprit,
                               kinds[kind].name, width, cut);
                guard_release(&g);
            }
            release_values(&values);
        }
    kernels_room_release(&room);
}

/* ---- Any bits ---- */

static void fill(uint8_t *bytes, size_t size, unsigned how)
{
    for (size_t i = 0; i < size; i++)
        switch (how) {
        case 0: bytes[i] = 0; break;
        case 1: bytes[i] = 0xFF; break;
        case 2: bytes[i] = 0xAA; break;
        case 3: bytes[i] = (uint8_t)random64(); break;
        case 4: bytes[i] = (uint8_t)(random64() | random64() | random64()); break;
        default: bytes[i] = (uint8_t)(random64() & random64() & random64()); break;
        }
}

enum {
    N_FILLINGS = 6
};

Test(kernels, vbr_of_any_bits)
{
    uint8_t noise[1200];
    struct kernels_room room = kernels_room(sizeof noise * 8);
    for (unsigned round = 0; round < 12000; round++) {
        size_t size = random64() % (round % 4 ? 200 : sizeof noise) + 1;
        fill(noise, size, round % N_FILLINGS);
        struct guard g = guard_copy((struct bl_view){.data = noise, .size = size});
        unsigned width = round % 3 ? 6 : 1 + (unsigned)(random64() % BL_MAX_WIDTH);
        uint64_t pos = random64() % (size < 4 ? 8 : 24);
        size_t n = random64() % (size * 8 / width + 1);
        const char *culprit = kernels_agree_vbr(&room, g.bytes, pos, width, n);
        cr_assert_null(culprit, "%s: round %u, width %u", culprit, round, width);
        guard_release(&g);
    }
    kernels_room_release(&room);
}

/* Runs of N values of WIDTH that end at each of the last bits, and one that ends after them. */
static void check_fixed(const struct kernels_room *room, struct bl_view bytes, unsigned width,
                        size_t n)
{
    uint64_t end = (uint64_t)bytes.size * 8;
    for (uint64_t left = 0; left < 8; left++) {
        const uint64_t starts[] = {end - left - (uint64_t)n * width, left};
        for (size_t i = 0; i < 2; i++) {
            const char *culprit = kernels_agree_fixed(room, bytes, starts[i], width, n);
            cr_assert_null(culprit, "%s: width %u, %zu values at %d", culprit, width, n,
                           (int)starts[i]);
            culprit = width == 6 ? kernels_agree_char6(room, bytes, starts[i], n) : NULL;
            cr_assert_null(culprit, "%s: %zu characters at %d", culprit, n, (int)starts[i]);
        }
    }
    uint64_t late = end + 1 - (uint64_t)n * width;
    cr_assert_null(kernels_agree_fixed(room, bytes, late, width, n));
    cr_assert_null(kernels_agree_char6(room, bytes, late, width * n / 6));
}

Test(kernels, fixed_and_char6)
{
    static uint8_t bytes[MAX_VALUES * 4 + 8];
    struct kernels_room room = kernels_room(MAX_VALUES * 6);
    for (unsigned how = 0; how < N_FILLINGS; how++) {
        fill(bytes, sizeof bytes, how);
        struct guard g = guard_copy((struct bl_view){.data = bytes, .size = sizeof bytes});
        for (unsigned width = 0; width <= BL_MAX_WIDTH; width++) {
            for (size_t n = 0; n <= MAX_SHORT; n++)
                check_fixed(&room, g.bytes, width, n);
            for (size_t i = 0; i < sizeof long_lengths / sizeof *long_lengths; i++)
                check_fixed(&room, g.bytes, width, long_lengths[i]);
        }
        guard_release(&g);
    }
    kernels_room_release(&room);
}

/* ---- Choosing ---- */

Test(cpu, best_is_usable_and_names_differ)
{
    cr_expect(bl_cpu_usable(BL_CPU_BEST) && bl_cpu_usable(BL_CPU_GENERIC));
    cr_expect_not(bl_cpu_usable(BL_CPU_END));
    cr_expect_null(bl_cpu_name(BL_CPU_END));
    const struct bl_kernels *best = bl_kernels_for(BL_CPU_BEST);
    cr_expect(bl_cpu_usable(best->cpu));
    cr_expect_str_eq(bl_cpu_name(BL_CPU_BEST), bl_cpu_name(best->cpu));
    for (int cpu = BL_CPU_GENERIC; cpu < BL_CPU_END; cpu++) {
        const struct bl_kernels *kernels = bl_kernels_for((enum bl_cpu)cpu);
        cr_expect(kernels->cpu == (bl_cpu_usable((enum bl_cpu)cpu) ? (enum bl_cpu)cpu : best->cpu));
        for (int other = BL_CPU_GENERIC; other < cpu; other++)
            cr_expect_str_neq(bl_cpu_name((enum bl_cpu)cpu), bl_cpu_name((enum bl_cpu)other));
    }
}

/* Each test is a process of its own: nothing has been chosen yet. */
Test(cpu, environment_chooses)
{
    setenv("BITLEAP_CPU", "generic", 1);
    cr_expect_str_eq(bl_cpu_name(BL_CPU_BEST), "generic");
    cr_expect_eq(bl_kernels_for(BL_CPU_BEST), &bl_kernels_generic);
    setenv("BITLEAP_CPU", "bmi2", 1);
    cr_expect_str_eq(bl_cpu_name(BL_CPU_BEST), "generic", "chosen once");
}

Test(cpu, environment_with_an_unknown_name_is_ignored)
{
    setenv("BITLEAP_CPU", "z80", 1);
    int last = BL_CPU_END - 1;
    while (!bl_cpu_usable((enum bl_cpu)last))
        last--;
    cr_expect_eq(bl_kernels_for(BL_CPU_BEST)->cpu, (enum bl_cpu)last);
}
