/* catalog/merge.c - one catalog of several
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Sources are taken in order from whichever part has the next one. Of those that are in several,
 * the greatest counts, by an order in which two are equal only if they do not differ: so it
 * does not matter in which order parts are merged.
 */
#include "base/bound.h"
#include "base/grow.h"
#include "base/load.h"
#include "base/parallel.h"
#include "base/status.h"
#include "catalog/catalog_builder.h"

#include <string.h>

/* ---- Inputs ---- */

struct inputs {
    struct bl_catalog_input *all;
    uint32_t n, cap;
};

static int compare_inputs(const void *a, const void *b)
{
    const struct bl_catalog_input *one = a;
    const struct bl_catalog_input *other = b;
    int order = bl_compare_places(one->path, one->base, other->path, other->base);
    if (order == 0)
        order = bl_order(one->n_shards, other->n_shards);
    return order ? order : bl_order(one->shard, other->shard);
}

static int collect_inputs(struct inputs *inputs, struct bl_catalog *const *parts, size_t n_parts,
                          struct bl_error *err)
{
    for (size_t p = 0; p < n_parts; p++)
        for (uint32_t i = 0; i < bl_catalog_get_counts(parts[p]).n_inputs; i++) {
            if (bl_grow(&inputs->all, &inputs->cap, (size_t)inputs->n + 1) < 0)
                return bl_fail(err, BL_E_NOMEM, "no memory for a catalog");
            int status = bl_catalog_get_input(parts[p], i, &inputs->all[inputs->n], err);
            if (status < 0)
                return status;
            inputs->n++;
        }
    return BL_OK;
}

/* Whether among inputs FIRST to END - 1, which are sorted and differ by their shards, there is the
 * whole: as such, or as all shards of one number of them. */
static bool is_whole(const struct inputs *inputs, uint32_t first, uint32_t end)
{
    uint32_t n = 0;
    for (uint32_t i = first; i < end; i++) {
        const struct bl_catalog_input *input = &inputs->all[i];
        bool is_next = n == 0 || inputs->all[i - 1].n_shards == input->n_shards;
        n = is_next ? n + 1 : 1;
        if (input->n_shards == 0 || n == input->n_shards)
            return true;
    }
    return false;
}

/* Each once; only the whole where it is there. */
static void settle_inputs(struct inputs *inputs)
{
    struct bl_catalog_input *all = inputs->all;
    uint32_t n = 0;
    bl_sort(all, inputs->n, sizeof *all, compare_inputs);
    for (uint32_t i = 0; i < inputs->n; i++)
        if (n == 0 || compare_inputs(&all[n - 1], &all[i]) != 0)
            all[n++] = all[i];
    inputs->n = n;
    n = 0;
    for (uint32_t first = 0, end; first < inputs->n; first = end) {
        for (end = first + 1; end < inputs->n; end++)
            if (bl_compare_places(all[first].path, all[first].base, all[end].path, all[end].base) !=
                0)
                break;
        if (is_whole(inputs, first, end)) {
            all[n] = all[first];
            all[n].shard = all[n].n_shards = 0;
            n++;
        } else {
            memmove(&all[n], &all[first], (end - first) * sizeof *all);
            n += end - first;
        }
    }
    inputs->n = n;
}

/* ---- Sources ---- */

/* The heap has the parts that are not at their end: none comes before the one above it, which has
 * about half its number. */
struct merge {
    struct bl_catalog_builder builder;
    struct bl_source_ranges *parts;
    struct bl_source_ranges **heap;
    size_t n_parts, cap_parts, n_heap, cap_heap;
};

static int compare_bytes(const struct bl_record_buffer *a, const struct bl_record_buffer *b)
{
    for (uint32_t i = 0; i < BL_BLX_N_CHUNKS; i++) {
        const struct bl_buffer *one = &a->chunks[i];
        const struct bl_buffer *other = &b->chunks[i];
        if (one->size != other->size)
            return one->size < other->size ? -1 : 1;
        int order = one->size > 0 ? memcmp(one->data, other->data, one->size) : 0;
        if (order != 0)
            return order;
    }
    return 0;
}

/* By all that the ranges hold, as it is when they are alone. */
static int compare_ranges(const struct bl_source_range *a, const struct bl_source_range *b,
                          int *order)
{
    struct bl_catalog_builder one = {0};
    struct bl_catalog_builder other = {0};
    int status = bl_catalog_builder_add(&one, a);
    if (status == BL_OK)
        status = bl_catalog_builder_add(&other, b);
    *order = status < 0 ? 0 : compare_bytes(&one.made, &other.made);
    bl_catalog_builder_release(&one);
    bl_catalog_builder_release(&other);
    return status;
}

static int64_t stored_time(const struct bl_source_ranges *ranges, uint64_t i)
{
    const struct bl_blx_source *sources = (const void *)ranges->range.chunks[BL_BLX_SRCS].data;
    return (int64_t)bl_load_le64(sources[i].mtime);
}

/* A directory that may change without a new time. */
static bool has_loose_link(const struct bl_source_ranges *ranges)
{
    return ranges->source.kind == BL_SOURCE_DIRECTORY && stored_time(ranges, 0) < 0;
}

static int64_t time_of(const struct bl_source_ranges *ranges)
{
    int64_t mtime = stored_time(ranges, 0);
    return has_loose_link(ranges) ? ~mtime : mtime;
}

/* The newest time of a thin archive's members. */
static int64_t newest_member(const struct bl_source_ranges *ranges)
{
    int64_t newest = INT64_MIN;
    for (uint64_t i = 1; i < ranges->range.chunks[BL_BLX_SRCS].n; i++) {
        int64_t mtime = stored_time(ranges, i);
        newest = mtime > newest ? mtime : newest;
    }
    return newest;
}

static int compare_times(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* *ORDER of two of the same place: by time, of a directory by whether it will be compared by its
 * names, by the time of members, then by anything. */
static int compare_sources(const struct bl_source_ranges *a, const struct bl_source_ranges *b,
                           int *order)
{
    *order = compare_times(time_of(a), time_of(b));
    if (*order == 0)
        *order = has_loose_link(a) - has_loose_link(b);
    if (*order == 0)
        *order = compare_times(newest_member(a), newest_member(b));
    return *order != 0 ? BL_OK : compare_ranges(&a->range, &b->range, order);
}

static int compare_parts(const struct bl_source_ranges *a, const struct bl_source_ranges *b)
{
    return bl_compare_places(a->source.path, a->source.base, b->source.path, b->source.base);
}

static void push_part(struct merge *m, struct bl_source_ranges *part)
{
    size_t at = m->n_heap++;
    for (; at > 0 && compare_parts(part, m->heap[(at - 1) / 2]) < 0; at = (at - 1) / 2)
        m->heap[at] = m->heap[(at - 1) / 2];
    m->heap[at] = part;
}

/* Take the first one off: it is right after the heap then. */
static struct bl_source_ranges *pop(struct merge *m)
{
    struct bl_source_ranges *first = m->heap[0];
    struct bl_source_ranges *last = m->heap[--m->n_heap];
    size_t at = 0;
    for (size_t below = 1; below < m->n_heap; below = 2 * at + 1) {
        below += below + 1 < m->n_heap && compare_parts(m->heap[below + 1], m->heap[below]) < 0;
        if (compare_parts(last, m->heap[below]) <= 0)
            break;
        m->heap[at] = m->heap[below];
        at = below;
    }
    m->heap[at] = last;
    m->heap[m->n_heap] = first;
    return first;
}

/* Take off the parts with the next source; *FOUND is the greatest of them. */
static int choose(struct merge *m, struct bl_source_ranges **found)
{
    *found = pop(m);
    while (m->n_heap > 0 && compare_parts(m->heap[0], *found) == 0) {
        struct bl_source_ranges *part = pop(m);
        int order;
        int status = compare_sources(part, *found, &order);
        if (status < 0)
            return status;
        if (order > 0)
            *found = part;
    }
    return BL_OK;
}

/* Go to the next source of PART, which is in the heap then. */
static int go_on(struct merge *m, struct bl_source_ranges *part, struct bl_error *err)
{
    int rc = bl_source_ranges_next(part, err);
    if (rc > 0)
        push_part(m, part);
    return rc < 0 ? rc : BL_OK;
}

static int merge_sources(struct merge *m, struct bl_catalog *const *parts, struct bl_error *err)
{
    struct bl_source_ranges *found;
    int status = BL_OK;
    if (bl_grow(&m->parts, &m->cap_parts, m->n_parts) < 0 ||
        bl_grow(&m->heap, &m->cap_heap, m->n_parts) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for a catalog");
    for (size_t i = 0; i < m->n_parts && status == BL_OK; i++) {
        m->parts[i] = (struct bl_source_ranges){.catalog = parts[i]};
        status = go_on(m, &m->parts[i], err);
    }
    while (status == BL_OK && m->n_heap > 0) {
        size_t end = m->n_heap;
        status = choose(m, &found);
        if (status == BL_OK)
            status = bl_catalog_builder_add(&m->builder, &found->range);
        if (status < 0)
            return bl_fail(err, status,
                           status == BL_E_NOMEM   ? "no memory for a catalog"
                           : status == BL_E_LIMIT ? "more than a catalog can hold"
                                                  : "a text that is not inside of its chunk");
        /* Parts that were taken off are from the heap's end to where it ended before. They come
         * back as far as they go on. */
        for (size_t i = m->n_heap; i < end && status == BL_OK; i++)
            status = go_on(m, m->heap[i], err);
    }
    return status;
}

/* ---- The whole ---- */

static int merge_inputs(struct merge *m, struct bl_catalog *const *parts, struct bl_error *err)
{
    struct inputs inputs = {0};
    int status = collect_inputs(&inputs, parts, m->n_parts, err);
    if (status == BL_OK)
        settle_inputs(&inputs);
    for (uint32_t i = 0; i < inputs.n && status == BL_OK; i++) {
        status = bl_catalog_builder_input(&m->builder, &inputs.all[i]);
        if (status < 0)
            bl_fail(err, status, "no memory for a catalog");
    }
    bl_drop(inputs.all);
    return status;
}

int bl_catalog_merge(struct bl_catalog **catalog, struct bl_catalog *const *parts, size_t n_parts,
                     struct bl_error *err)
{
    struct merge m = {.n_parts = n_parts};
    *catalog = NULL;
    if (n_parts == 0)
        return bl_fail(err, BL_E_ARGUMENT, "nothing to merge");
    for (size_t i = 1; i < n_parts; i++)
        if (parts[i]->parts != parts[0]->parts)
            return bl_fail(err, BL_E_ARGUMENT, "catalogs of different parts");
    int status = merge_inputs(&m, parts, err);
    if (status == BL_OK)
        status = merge_sources(&m, parts, err);
    if (status == BL_OK)
        status = bl_catalog_builder_finish(&m.builder, parts[0]->parts, bl_cores(), catalog, err);
    bl_catalog_builder_release(&m.builder);
    bl_drop(m.parts);
    bl_drop(m.heap);
    return status;
}
