/* report/report_strings.c - texts and names outside of function bodies, by weight
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "report/report_strings.h"

#include "base/array.h"
#include "base/map.h"
#include "base/name_sort.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* What one thread has found. */
struct weigher {
    struct pattern pattern;
    struct string_finder finder;
    struct text_weight *items;
    uint32_t n, cap;
    struct bl_map numbers; /* of items, by hash */
};

struct weighing {
    const struct streams *streams;
    struct weigher *weighers; /* by thread */
};

/* The item of HASH, with its text if it is new. */
static struct text_weight *item_of(struct weigher *w, uint64_t hash, enum string_kind kind,
                                   struct bl_view text)
{
    uint32_t number = bl_map_find(&w->numbers, hash);
    if (number == BL_MAP_NONE) {
        number = w->n;
        text.size = text.size < MOST_TEXT ? text.size : MOST_TEXT;
        struct text_weight item = {.text = string_of(text), .hash = hash, .kind = kind};
        array_add(&w->items, &w->n, &w->cap, item);
        (void)out_need(bl_map_add(&w->numbers, hash, number));
    }
    return &w->items[number];
}

static void add_found(void *context, const struct found_string *f)
{
    if (f->text.size == 0)
        return;
    uint64_t hash = XXH3_64bits_withSeed(f->text.data, f->text.size, f->kind);
    struct text_weight *item = item_of(context, hash, f->kind, f->text);
    item->count++;
    item->bytes += f->text.size;
}

static void ignore_failure(void *context, const struct bl_error *err)
{
    (void)context;
    (void)err;
}

static void weigh_block(struct weigher *w, struct bl_index *index, uint32_t block, unsigned flags)
{
    struct bl_walk *walk;
    if (out_need(bl_index_walk(index, block, flags, &walk, NULL)) == BL_OK)
        string_finder_walk(&w->finder, walk);
    bl_walk_close(walk);
}

/* All blocks except bodies of functions, which have the least text and the most bits. */
static int weigh_stream(void *context, unsigned thread, uint64_t number)
{
    struct weighing *all = context;
    struct weigher *w = &all->weighers[thread];
    const struct bl_stream *stream = &all->streams->items[number].input.stream;
    unsigned flags = string_finder_walk_flags(stream);
    struct bl_index *index;
    uint32_t n, first, inner, n_inner;
    if (out_need(bl_index_open(&index, stream, NULL)) < 0)
        return BL_OK;
    string_finder_begin(&w->finder, stream);
    (void)out_need(bl_index_children(index, BL_NONE, &first, &n, NULL));
    for (uint32_t i = first; i < first + n; i++) {
        if (stream->kind != BL_STREAM_LLVM_IR ||
            bl_index_get(index, i).block.block_id != BL_BLOCK_MODULE) {
            weigh_block(w, index, i, flags);
            continue;
        }
        weigh_block(w, index, i, (flags & ~(unsigned)BL_WALK_ACROSS) | BL_WALK_FLAT);
        (void)out_need(bl_index_children(index, i, &inner, &n_inner, NULL));
        for (uint32_t k = inner; k < inner + n_inner; k++)
            if (bl_index_get(index, k).block.block_id != BL_BLOCK_FUNCTION)
                weigh_block(w, index, k, flags);
    }
    string_finder_begin(&w->finder, NULL);
    bl_index_close(index);
    return BL_OK;
}

static int by_bytes(const void *a, const void *b)
{
    const struct text_weight *s = a;
    const struct text_weight *t = b;
    int order = bl_order(t->bytes, s->bytes);
    order = order ? order : bl_order(s->kind, t->kind);
    return order ? order : bl_order(s->hash, t->hash);
}

static void open_weigher(struct weigher *w)
{
    char message[128];
    (void)pattern_open(&w->pattern, "", PATTERN_SUBSTRING, false, message, sizeof message);
    w->finder.pattern = &w->pattern;
    w->finder.found = add_found;
    w->finder.fail = ignore_failure;
    w->finder.context = w;
}

struct text_weight *weigh_texts(const struct streams *streams, uint32_t *n, uint64_t *bytes)
{
    unsigned n_threads = context_threads(streams->query.context);
    struct weighing all = {streams, array_new(n_threads, sizeof *all.weighers)};
    struct weigher *sum = &all.weighers[0];
    for (unsigned i = 0; i < n_threads; i++)
        open_weigher(&all.weighers[i]);
    (void)bl_parallel(n_threads, streams->n, 0, weigh_stream, NULL, &all);
    for (unsigned i = 0; i < n_threads; i++) {
        struct weigher *w = &all.weighers[i];
        string_finder_release(&w->finder);
        pattern_close(&w->pattern);
        for (uint32_t k = 0; k < w->n && i > 0; k++) {
            struct text_weight *from = &w->items[k];
            struct text_weight *to = item_of(sum, from->hash, from->kind, view_of(from->text));
            to->count += from->count;
            to->bytes += from->bytes;
            free(from->text);
        }
        if (i > 0) {
            bl_map_release(&w->numbers);
            free(w->items);
        }
    }
    bl_map_release(&sum->numbers);
    *n = sum->n;
    *bytes = 0;
    for (uint32_t i = 0; i < sum->n; i++)
        *bytes += sum->items[i].bytes;
    struct text_weight *items = sum->items;
    array_sort(items, *n, sizeof *items, by_bytes);
    free(all.weighers);
    return items;
}
