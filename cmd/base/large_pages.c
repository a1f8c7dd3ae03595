/* cmd/base/large_pages.c - memory for the tables of large modules
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/large_pages.h"

#include <stdbool.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#endif

#if defined __GLIBC__ && defined MADV_HUGEPAGE

enum {
    PAGE_BYTES = 2 << 20,
    RANGE_BYTES = 64 << 20,
    MAPPED_BYTES = 4 << 20 /* what is as large is mapped by itself: there it grows in place */
};

/* A range of the heap gets large pages, from the first boundary on: a block that nobody touches
 * stays before it. */
static void take_large_pages(void)
{
    static char *unused;
    (void)mallopt(M_MMAP_THRESHOLD, RANGE_BYTES + PAGE_BYTES);
    (void)mallopt(M_TRIM_THRESHOLD, 2 * RANGE_BYTES);
    char *range = malloc(RANGE_BYTES);
    (void)mallopt(M_MMAP_THRESHOLD, MAPPED_BYTES);
    if (!range)
        return;
    size_t before = PAGE_BYTES - (uintptr_t)range % PAGE_BYTES;
    (void)madvise(range + before, RANGE_BYTES - PAGE_BYTES, MADV_HUGEPAGE);
    unused = realloc(range, before);
    if (!unused)
        free(range);
}

void expect_stream(uint64_t size)
{
    static bool has_large_pages;
    if (size < PAGE_BYTES || has_large_pages)
        return;
    has_large_pages = true;
    take_large_pages();
}

#else

void expect_stream(uint64_t size)
{
    (void)size;
}

#endif
