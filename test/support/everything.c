/* support/everything.c - read all that can be read of a file
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/everything.h"

#include "support/trace.h"

enum {
    PIECE_BYTES = 3000,
    MANY = 500
};

bool everything_open(struct everything *s, const char *path, unsigned flags)
{
    *s = (struct everything){0};
    if (bl_file_open(&s->file, path, flags, NULL) < 0 ||
        bl_stream_locate(bl_file_view(s->file), &s->stream, NULL) < 0 ||
        bl_index_open(&s->index, &s->stream, NULL) < 0 ||
        bl_split_open(&s->split, &s->stream, PIECE_BYTES, NULL) < 0) {
        everything_close(s);
        return false;
    }
    (void)bl_index_expand(s->index, BL_NONE, UINT32_MAX, NULL); /* it may be damaged */
    return true;
}

void everything_close(struct everything *s)
{
    bl_split_close(s->split);
    bl_index_close(s->index);
    bl_file_close(s->file);
    *s = (struct everything){0};
}

static void add(uint64_t *sum, uint64_t value)
{
    *sum = (*sum ^ value) * UINT64_C(0x9E3779B97F4A7C15) + (*sum >> 29);
}

static void add_view(uint64_t *sum, struct bl_view view)
{
    for (size_t i = 0; i < view.size; i++)
        add(sum, view.data[i]);
}

/* ---- What a thread reads ---- */

static void read_block(const struct everything *s, uint32_t block, uint64_t *sum)
{
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    uint32_t found;
    uint64_t bit_pos = bl_index_get(s->index, block).block.body_pos;
    add_view(sum, bl_index_block_name(s->index, block));
    add(sum, (uint64_t)bl_index_find(s->index, bit_pos, &found, NULL));
    add(sum, found);
    if (bl_index_cursor(s->index, block, &cursor, NULL) == BL_OK)
        while (bl_cursor_read_next(&cursor, &rec) > 0)
            add(sum, trace_contents(&rec));
    bl_cursor_release(&cursor);
    bl_record_release(&rec);
}

static void finish_walk(struct bl_walk *walk, uint64_t *sum)
{
    struct bl_event event;
    while (bl_walk_next(walk, &event, NULL) > 0)
        add(sum, event.end_pos);
}

static void read_index(const struct everything *s, uint64_t *sum)
{
    uint32_t level = 0;
    uint32_t at = BL_NONE;
    while ((at = bl_index_next(s->index, at, UINT32_MAX, &level)) != BL_NONE) {
        struct bl_walk *walk;
        read_block(s, at, sum);
        if (bl_index_walk(s->index, at, BL_WALK_SKIP, &walk, NULL) == BL_OK)
            finish_walk(walk, sum);
        bl_walk_close(walk);
    }
}

static void read_pieces(const struct everything *s, uint64_t *sum)
{
    struct bl_walk *walk = NULL;
    for (uint32_t piece = 0; piece < bl_split_count(s->split); piece++)
        if (bl_split_walk(s->split, piece, 0, &walk, NULL) == BL_OK)
            finish_walk(walk, sum);
    bl_walk_close(walk);
}

static void read_bodies(struct bl_module *module, uint32_t n, uint64_t *sum)
{
    struct bl_function *function;
    if (bl_function_open(&function, module, BL_NONE, NULL) < 0)
        return;
    for (uint32_t value = 0; value < n; value++) {
        struct bl_instruction inst;
        if (bl_function_load(function, value, NULL) == BL_OK)
            while (bl_function_next(function, &inst, NULL) > 0)
                add(sum, inst.bit_pos ^ inst.type);
    }
    bl_function_close(function);
}

static void read_symbols(struct bl_module *module, uint64_t *sum)
{
    struct bl_symbols *symbols;
    struct bl_symbol symbol;
    if (bl_symbols_open(&symbols, module, 0, NULL) < 0)
        return;
    while (bl_symbols_next(symbols, &symbol, NULL) > 0)
        add_view(sum, symbol.name);
    bl_symbols_close(symbols);
}

static void put(void *sum, const char *text, size_t size)
{
    add_view(sum, (struct bl_view){(const uint8_t *)text, size});
}

static void read_metadata(struct bl_module *module, uint64_t *sum)
{
    struct bl_metadata *metadata;
    (void)bl_module_metadata(module, &metadata, NULL);
    struct bl_metadata_counts counts =
        metadata ? bl_metadata_get_counts(metadata) : (struct bl_metadata_counts){0};
    struct bl_slots *slots;
    struct bl_printer *printer = NULL;
    if (bl_slots_open(&slots, module, NULL) == BL_OK)
        (void)bl_printer_open(&printer, module, slots, NULL);
    for (uint32_t i = counts.first; i < counts.end && i - counts.first < MANY && printer; i++)
        (void)bl_printer_put_node(printer, i, put, sum);
    bl_printer_close(printer);
    bl_slots_close(slots);
}

static void read_modules(const struct everything *s, uint64_t *sum)
{
    for (uint32_t block = BL_NONE; (block = bl_module_next(s->index, block)) != BL_NONE;) {
        struct bl_module *module;
        struct bl_module_info facts;
        const struct bl_global *globals;
        uint32_t n;
        if (bl_module_open(&module, s->index, block, NULL) < 0)
            continue;
        add(sum, (uint64_t)bl_module_get_info(module, BL_INFO_DEEP, &facts, NULL));
        add_view(sum, facts.producer);
        (void)bl_module_globals(module, &globals, &n, NULL);
        for (uint32_t i = 0; i < n; i++)
            add_view(sum, globals[i].name);
        read_symbols(module, sum);
        read_metadata(module, sum);
        read_bodies(module, n, sum);
        bl_module_close(module);
    }
}

uint64_t everything_read(const struct everything *s)
{
    uint64_t sum = 0;
    struct bl_stats *stats;
    add_view(&sum, bl_file_view(s->file));
    add(&sum, (uint64_t)bl_file_check(s->file, NULL));
    read_index(s, &sum);
    read_pieces(s, &sum);
    read_modules(s, &sum);
    if (bl_stats_open(&stats, 0, NULL) == BL_OK &&
        bl_stats_add(stats, &s->stream, NULL, 2, NULL) == BL_OK)
        add(&sum, bl_stats_n_blocks(stats));
    bl_stats_close(stats);
    return sum;
}
