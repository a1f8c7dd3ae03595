/* work_records.c - records: in one block, in several, and in streams like modules
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "inputs.h"
#include "work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BLOCK_BYTES = 16384,
};

static struct bl_writer *open_writer(void)
{
    struct bl_writer *writer;
    if (bl_writer_open(&writer, NULL) < 0) {
        fputs("bitleap-bench: no memory\n", stderr);
        return NULL;
    }
    bl_writer_magic(writer, "BC\xC0\xDE");
    return writer;
}

static uint64_t written(const struct bl_writer *writer)
{
    return bl_writer_pos(writer) / 8;
}

/* ---- One recipe ---- */

static void write_block(struct bl_writer *writer, const struct recipe *recipe, uint64_t end,
                        struct random *random)
{
    struct kinds kinds;
    bl_writer_enter(writer, BL_BLOCK_FUNCTION, 4);
    define_kinds(writer, recipe, &kinds);
    while (written(writer) < end)
        write_record(writer, &kinds, random);
    bl_writer_exit(writer);
}

/* row->number: bytes of a block. */
static bool make_records(const struct row *row, struct work *work)
{
    struct random random = {1};
    struct bl_writer *writer = open_writer();
    if (!writer)
        return false;
    bl_writer_enter(writer, BL_BLOCK_MODULE, 3);
    while (written(writer) < row->input_bytes)
        write_block(writer, row->recipe, written(writer) + row->number, &random);
    bl_writer_exit(writer);
    return work_from_writer(work, writer);
}

static const struct recipe plain[] = {
    {.name = "unabbrev/4", .least = 4, .most = 4, .distribution = MIX},
    {.name = "unabbrev/4-short", .least = 4, .most = 4, .short_codes = true},
    {.name = "unabbrev/1-8", .least = 1, .most = 8, .distribution = MIX},
    {.name = "unabbrev/1-20", .least = 1, .most = 20, .distribution = MIX},
    {.name = "abbrev/fixed", .abbrevs = {"1 fixed1 fixed6 fixed8 fixed4", "2 fixed32 fixed32"}},
    {.name = "abbrev/text",
     .abbrevs = {"1 vbr8 array fixed8", "1 vbr8 array fixed7", "1 vbr8 array char6"},
     .least_array = 4,
     .most_array = 40},
    {.name = "abbrev/blob",
     .abbrevs = {"35 vbr6 vbr6 blob"},
     .least_array = 64,
     .most_array = 4096},
};

static void add_recipe(struct rows *rows, enum bench_way way, const struct recipe *recipe,
                       uint64_t block_bytes)
{
    static const char *const groups[BENCH_N_WAYS] = {
        [BENCH_READ] = "read", [BENCH_SKIP] = "skip", [BENCH_TALLY] = "tally"};
    bool is_plain = strchr(recipe->name, '/') != NULL;
    struct row *row =
        rows_add(rows, way, "%s/%s%s", groups[way], is_plain ? "" : "abbrev/", recipe->name);
    row->make = make_records;
    row->recipe = recipe;
    row->number = block_bytes;
}

void rows_add_records(struct rows *rows)
{
    static const enum bench_way ways[] = {BENCH_READ, BENCH_SKIP, BENCH_TALLY};
    static const struct recipe *const usual[] = {&recipe_function, &recipe_constants,
                                                 &recipe_metadata};
    for (int i = 0; i < 3; i++) {
        uint64_t block_bytes = ways[i] == BENCH_TALLY ? BLOCK_BYTES : rows->input_bytes;
        for (size_t k = 0; k < sizeof plain / sizeof plain[0]; k++)
            add_recipe(rows, ways[i], &plain[k], block_bytes);
        for (int k = 0; k < 3; k++)
            add_recipe(rows, ways[i], usual[k], block_bytes);
    }
}

/* ---- Streams like modules ---- */

struct module {
    struct bl_writer *writer;
    struct random random;
    struct kinds function, constants, metadata;
};

/* More than half of the records are unabbreviated in real files. */
static const struct recipe module_records = {.name = "module",
                                             .least = 3,
                                             .most = 16,
                                             .distribution = MIX};

static void write_some(struct module *m, const struct kinds *kinds, uint64_t least, uint64_t most)
{
    struct recipe recipe = *kinds->recipe;
    struct kinds mixed = *kinds;
    recipe.unabbreviated = 56;
    mixed.recipe = &recipe;
    for (uint64_t n = random_between(&m->random, least, most); n > 0; n--)
        write_record(m->writer, &mixed, &m->random);
}

static void write_blockinfo(struct module *m)
{
    bl_writer_enter(m->writer, BL_BLOCK_BLOCKINFO, 2);
    bl_writer_set_block(m->writer, BL_BLOCK_CONSTANTS);
    define_kinds(m->writer, &recipe_constants, &m->constants);
    bl_writer_set_block(m->writer, BL_BLOCK_FUNCTION);
    define_kinds(m->writer, &recipe_function, &m->function);
    bl_writer_exit(m->writer);
}

static void write_function(struct module *m)
{
    bl_writer_enter(m->writer, BL_BLOCK_FUNCTION, 4);
    bl_writer_enter(m->writer, BL_BLOCK_CONSTANTS, 4);
    write_some(m, &m->constants, 4, 12);
    bl_writer_exit(m->writer);
    write_some(m, &m->function, 10, 120);
    bl_writer_exit(m->writer);
}

static void write_metadata(struct module *m, uint64_t end)
{
    bl_writer_enter(m->writer, BL_BLOCK_METADATA, 4);
    define_kinds(m->writer, &recipe_metadata, &m->metadata);
    do
        write_some(m, &m->metadata, 10, 20);
    while (written(m->writer) < end);
    bl_writer_exit(m->writer);
}

static void write_strtab(struct module *m)
{
    static const struct recipe recipe = {
        .name = "strtab", .abbrevs = {"1 blob"}, .least_array = 200, .most_array = 800};
    struct kinds kinds;
    bl_writer_enter(m->writer, BL_BLOCK_STRTAB, 3);
    define_kinds(m->writer, &recipe, &kinds);
    write_record(m->writer, &kinds, &m->random);
    bl_writer_exit(m->writer);
}

struct bl_writer *write_module(uint64_t bytes, uint64_t seed)
{
    struct module m = {.writer = open_writer(), .random = {seed}};
    struct kinds none = {.recipe = &module_records};
    if (!m.writer)
        return NULL;
    bl_writer_enter(m.writer, BL_BLOCK_MODULE, 3);
    write_blockinfo(&m);
    write_some(&m, &none, 5, 5 + bytes / 2000);
    write_metadata(&m, bytes / 3);
    do
        write_function(&m);
    while (written(m.writer) + 600 < bytes);
    bl_writer_exit(m.writer);
    write_strtab(&m);
    return m.writer;
}

/* ---- Cost against size ---- */

/* row->number: bytes. */
static bool make_size(const struct row *row, struct work *work)
{
    struct bl_writer *writer = write_module(row->number, 1);
    return writer && work_from_writer(work, writer) && work_choose_block(work);
}

/* The writer needs up to twice the stream while it grows. */
static uint64_t largest_size(void)
{
    long pages = sysconf(_SC_AVPHYS_PAGES);
    long page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page / 4 : 1 << 26;
}

void rows_add_sizes(struct rows *rows)
{
    static const struct {
        enum bench_way way;
        const char *name;
    } ways[] = {{BENCH_READ, "read"},
                {BENCH_SKIP, "skip"},
                {BENCH_INDEX_SKIP, "index-skip"},
                {BENCH_FIND, "find"}};
    uint64_t most = largest_size();
    for (uint64_t size = 1024; size <= UINT64_C(1) << 30 && size <= most; size *= 4)
        for (int i = 0; i < 4; i++) {
            struct row *row =
                rows_add(rows, ways[i].way, "size/%llu/%s", (unsigned long long)size, ways[i].name);
            row->make = make_size;
            row->number = size;
        }
}
