/* catalog/record_buffer.h - records of a catalog in the making
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A record buffer has records as they are on disk, chunk by chunk; numbers in them count from the
 * buffer's own first records, and texts are its own. A source range is the part of a buffer, or of
 * a finished catalog, that belongs to some sources: the catalog builder appends ranges.
 */
#ifndef BL_CATALOG_RECORD_BUFFER_H
#define BL_CATALOG_RECORD_BUFFER_H

#include "base/compiler.h"
#include "catalog/catalog.h"

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

/* Zero-initialise to make it empty. A failure stays: what is added after it is lost, so that only
 * the end of a piece of work has to look at the status. */
struct bl_record_buffer {
    struct bl_buffer chunks[BL_BLX_N_CHUNKS];
    int status;                                 /* the first failure; BL_OK */
    uint8_t lost[sizeof(struct bl_blx_module)]; /* room for one record: that was lost */
};

/* Empty again, with its storage for the next one. */
void bl_record_buffer_clear(struct bl_record_buffer *records);
void bl_record_buffer_release(struct bl_record_buffer *records);

/* STATUS, if it is a failure and the first one. Returns whether there is none so far. */
bool bl_record_buffer_note(struct bl_record_buffer *records, int status);

uint32_t bl_record_buffer_count(const struct bl_record_buffer *records, enum bl_blx_chunk chunk);

/* A new record of CHUNK, which has SIZE bytes, undefined; valid until the next one. Never NULL: a
 * record that there is no memory for is lost. */
static inline void *bl_record_buffer_add(struct bl_record_buffer *records, enum bl_blx_chunk chunk,
                                         size_t size)
{
    void *record = bl_buffer_add(&records->chunks[chunk], size);
    if (BL_LIKELY(record))
        return record;
    (void)bl_record_buffer_note(records, BL_E_NOMEM);
    return records->lost;
}

/* Store at AT, a field of a record, where TEXT now is in the buffer. BL_E_NOMEM, BL_E_LIMIT. */
void bl_record_buffer_add_text(struct bl_record_buffer *records, struct bl_view text,
                               uint8_t at[4]);

/* The text that such a field refers to, borrowed from the buffer, which has not failed. */
struct bl_view bl_record_buffer_text(const struct bl_record_buffer *records, const uint8_t at[4]);

/* A problem of source SOURCE, at nested PATH, which catalogs with any of PARTS (bl_catalog_part)
 * find; 0: all do. BL_E_NOMEM, also where that is the problem: it would be none of the source. */
void bl_record_buffer_add_problem(struct bl_record_buffer *records, uint32_t source,
                                  struct bl_view path, unsigned parts,
                                  const struct bl_error *problem);

/* The same at the path that the field AT of a record of the buffer refers to. */
void bl_record_buffer_add_problem_at(struct bl_record_buffer *records, uint32_t source,
                                     const uint8_t at[4], unsigned parts,
                                     const struct bl_error *problem);

/* Add the problems of FROM, and its failure, to TO. */
void bl_record_buffer_copy_problems(struct bl_record_buffer *to,
                                    const struct bl_record_buffer *from);

/* Bring the problems of each source together. */
void bl_record_buffer_sort_problems(struct bl_record_buffer *records);

/* Records that follow each other. */
struct bl_record_range {
    const uint8_t *data;
    uint64_t n;     /* records; bytes of texts and names */
    uint64_t first; /* number of the first one, from which the source range's numbers count */
};

struct bl_source_range {
    struct bl_record_range chunks[BL_BLX_N_CHUNKS]; /* of STRS all, whatever is referred to */
};

/* All of RECORDS, borrowed. */
struct bl_source_range bl_record_buffer_range(const struct bl_record_buffer *records);

static inline struct bl_view bl_view_of_text(const char *text, size_t size)
{
    return (struct bl_view){.data = (const uint8_t *)text, .size = size};
}

#endif
