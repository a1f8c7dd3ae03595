/* base/name_sort.c - sorting many names quickly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Multikey quicksort (Bentley and Sedgewick), eight bytes at a time: symbols share long beginnings,
 * which are compared once, not with each comparison of two names.
 */
#include "base/name_sort.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_BYTES = 8,
    FEW = 12 /* that are sorted by insertion */
};

/* Eight bytes from DEPTH on, the first one highest; what is missing is zero. */
static uint64_t key_at(struct bl_view name, size_t depth)
{
    uint8_t bytes[KEY_BYTES] = {0};
    if (depth < name.size) {
        size_t left = name.size - depth;
        memcpy(bytes, name.data + depth, left < KEY_BYTES ? left : KEY_BYTES);
    }
    uint64_t key = 0;
    for (int i = 0; i < KEY_BYTES; i++)
        key = key << 8 | bytes[i];
    return key;
}

/* Keys from DEPTH on decide; where they are equal, all that follows. */
static bool is_before(const struct bl_name_item *a, const struct bl_name_item *b, size_t depth)
{
    if (a->key != b->key)
        return a->key < b->key;
    size_t n_a = a->name.size > depth ? a->name.size - depth : 0;
    size_t n_b = b->name.size > depth ? b->name.size - depth : 0;
    size_t n = n_a < n_b ? n_a : n_b;
    int order = n ? memcmp(a->name.data + depth, b->name.data + depth, n) : 0;
    if (order != 0)
        return order < 0;
    if (a->name.size != b->name.size)
        return a->name.size < b->name.size;
    return a->number < b->number;
}

static void sort_few(struct bl_name_item *items, size_t n, size_t depth)
{
    for (size_t i = 1; i < n; i++) {
        struct bl_name_item item = items[i];
        size_t at = i;
        for (; at > 0 && is_before(&item, &items[at - 1], depth); at--)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

static void swap(struct bl_name_item *a, struct bl_name_item *b)
{
    struct bl_name_item kept = *a;
    *a = *b;
    *b = kept;
}

static uint64_t middle(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t low = a < b ? a : b;
    uint64_t high = a < b ? b : a;
    return c < low ? low : c > high ? high : c;
}

/* Those with a key below the pivot's, equal to it, and above it, in this order. */
static void split(struct bl_name_item *items, size_t n, size_t *n_below, size_t *n_equal)
{
    uint64_t pivot = middle(items[n / 4].key, items[n / 2].key, items[n / 4 * 3].key);
    size_t below = 0;
    size_t above = n;
    for (size_t i = 0; i < above;) {
        if (items[i].key < pivot)
            swap(&items[i++], &items[below++]);
        else if (items[i].key > pivot)
            swap(&items[i], &items[--above]);
        else
            i++;
    }
    *n_below = below;
    *n_equal = above - below;
}

/* For what the quick way is not made for: equal names by the thousand, and orders that hit
 * the worst pivots. */
static int compare_whole(const void *a, const void *b)
{
    return is_before(a, b, 0) ? -1 : 1;
}

/* Names that are equal up to DEPTH; keys are made from there on. Calls nest no
 * deeper than BUDGET. */
static void sort_from(struct bl_name_item *items, size_t n, size_t depth, unsigned budget)
{
    while (n > FEW && budget > 0) {
        size_t n_below;
        size_t n_equal;
        split(items, n, &n_below, &n_equal);
        struct bl_name_item *above = items + n_below + n_equal;
        sort_from(items, n_below, depth, budget - 1);
        sort_from(above, n - n_below - n_equal, depth, budget - 1);
        items += n_below;
        n = n_equal;
        depth += KEY_BYTES;
        bool all_end = true;
        for (size_t i = 0; i < n; i++) {
            items[i].key = key_at(items[i].name, depth);
            all_end &= items[i].name.size <= depth;
        }
        if (all_end)
            budget = 0;
    }
    if (n <= FEW) {
        sort_few(items, n, depth);
        return;
    }
    for (size_t i = 0; i < n; i++)
        items[i].key = key_at(items[i].name, 0);
    qsort(items, n, sizeof *items, compare_whole);
}

void bl_sort_names(struct bl_name_item *items, size_t n)
{
    unsigned budget = 4;
    for (size_t left = n; left > 0; left /= 2)
        budget += 2;
    for (size_t i = 0; i < n; i++)
        items[i].key = key_at(items[i].name, 0);
    sort_from(items, n, 0, budget);
}
