/* catalog/fragment.h - records of a catalog in the making, and slices to put together
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Whoever gathers writes records as they lie on disk into a fragment; numbers in them count
 * from the fragment's own first records, and texts are its own. A slice is a run of records,
 * of a fragment or of a catalog that is there already. Slices are what an assembly
 * (assemble.h) puts together.
 */
#ifndef BL_CATALOG_FRAGMENT_H
#define BL_CATALOG_FRAGMENT_H

#include "base/compiler.h"
#include "catalog/chunk.h"

/* Bytes that grow. Zero-initialise to make it empty. */
struct bl_buffer {
    uint8_t *data;
    size_t size, cap;
};

/* The same for bytes that do not fit. */
void *bl_buffer_add_(struct bl_buffer *buffer, size_t size);

/* Room for SIZE more bytes, which are undefined; valid until the next call. NULL: no memory. */
static inline void *bl_buffer_add(struct bl_buffer *buffer, size_t size)
{
    if (BL_UNLIKELY(size > buffer->cap - buffer->size))
        return bl_buffer_add_(buffer, size);
    void *at = buffer->data + buffer->size;
    buffer->size += size;
    return at;
}

/* Have room for SIZE bytes in all, if there is memory: it will have about as many. */
void bl_buffer_expect(struct bl_buffer *buffer, size_t size);

/* Zero-initialise to make it empty. */
struct bl_fragment {
    struct bl_buffer chunks[BL_BLX_N_CHUNKS];
};

/* Empty again, with its storage for the next one. */
void bl_fragment_clear(struct bl_fragment *fragment);
void bl_fragment_release(struct bl_fragment *fragment);

uint32_t bl_fragment_count(const struct bl_fragment *fragment, enum bl_blx_chunk chunk);

/* A new record of CHUNK, undefined; valid until the next one. NULL: no memory. */
void *bl_fragment_add(struct bl_fragment *fragment, enum bl_blx_chunk chunk);

/* Store at AT, a field of a record, where TEXT now is in the fragment. BL_E_NOMEM, BL_E_LIMIT. */
int bl_fragment_text(struct bl_fragment *fragment, struct bl_view text, uint8_t at[4]);

/* The text that such a field tells, borrowed from the fragment. */
struct bl_view bl_fragment_text_at(const struct bl_fragment *fragment, const uint8_t at[4]);

/* A problem of source SOURCE, at nested PATH, which catalogs with any of PARTS (bl_catalog_part)
 * find; 0: all do. BL_E_NOMEM, also where that is the problem: it would
 * be none of the source; BL_E_LIMIT. */
int bl_fragment_problem(struct bl_fragment *fragment, uint32_t source, struct bl_view path,
                        unsigned parts, const struct bl_error *problem);

/* The same at the path that the field AT of a record of the fragment tells. */
int bl_fragment_problem_at(struct bl_fragment *fragment, uint32_t source, const uint8_t at[4],
                           unsigned parts, const struct bl_error *problem);

/* Add the problems of FROM to TO, as they are, or those of each source together. BL_E_NOMEM,
 * BL_E_LIMIT. */
int bl_fragment_copy_problems(struct bl_fragment *to, const struct bl_fragment *from);
int bl_fragment_sort_problems(struct bl_fragment *to, const struct bl_fragment *from);

/* Records that follow each other. */
struct bl_run {
    const uint8_t *data;
    uint64_t n;     /* records; bytes of texts and names */
    uint64_t first; /* number of the first one, from which the slice's numbers count */
};

struct bl_slice {
    struct bl_run runs[BL_BLX_N_CHUNKS]; /* of STRS all, whatever is referred to */
};

/* All of FRAGMENT, borrowed. */
struct bl_slice bl_fragment_slice(const struct bl_fragment *fragment);

static inline struct bl_view bl_text_view(const char *text, size_t size)
{
    return (struct bl_view){.data = (const uint8_t *)text, .size = size};
}

#endif
