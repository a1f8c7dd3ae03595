/* catalog/record_buffer.c - records of a catalog in the making
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "catalog/record_buffer.h"

#include "base/bound.h"
#include "base/file.h"
#include "base/grow.h"
#include "base/load.h"
#include "base/status.h"
#include "base/store.h"

#include <string.h>

_Static_assert(sizeof(struct bl_blx_module) >= sizeof(struct bl_blx_source) &&
                   sizeof(struct bl_blx_module) >= sizeof(struct bl_blx_stream) &&
                   sizeof(struct bl_blx_module) >= sizeof(struct bl_blx_problem),
               "any record fits where a lost one goes");

enum {
    WORTH_LARGE_PAGES = 4 << 20 /* bytes */
};

void *bl_buffer_add_(struct bl_buffer *buffer, size_t size)
{
    if (size > SIZE_MAX - buffer->size ||
        bl_grow(&buffer->data, &buffer->cap, buffer->size + size) < 0)
        return NULL;
    if (buffer->cap >= WORTH_LARGE_PAGES)
        bl_advise_large(buffer->data, buffer->cap);
    void *at = buffer->data + buffer->size;
    buffer->size += size;
    return at;
}

void bl_buffer_expect(struct bl_buffer *buffer, size_t size)
{
    if (bl_grow(&buffer->data, &buffer->cap, size) == BL_OK && buffer->cap >= WORTH_LARGE_PAGES)
        bl_advise_large(buffer->data, buffer->cap);
}

void bl_record_buffer_clear(struct bl_record_buffer *records)
{
    for (uint32_t i = 0; i < BL_BLX_N_CHUNKS; i++)
        records->chunks[i].size = 0;
}

void bl_record_buffer_release(struct bl_record_buffer *records)
{
    for (uint32_t i = 0; i < BL_BLX_N_CHUNKS; i++)
        bl_drop(records->chunks[i].data);
    *records = (struct bl_record_buffer){0};
}

bool bl_record_buffer_note(struct bl_record_buffer *records, int status)
{
    if (status < 0 && records->status == BL_OK)
        records->status = status;
    return records->status == BL_OK;
}

uint32_t bl_record_buffer_count(const struct bl_record_buffer *records, enum bl_blx_chunk chunk)
{
    return (uint32_t)(records->chunks[chunk].size / bl_blx_record_bytes(chunk));
}

void bl_record_buffer_add_text(struct bl_record_buffer *records, struct bl_view text, uint8_t at[4])
{
    struct bl_buffer *texts = &records->chunks[BL_BLX_STRS];
    size_t offset = texts->size;
    bool has_room = offset <= UINT32_MAX && text.size <= UINT32_MAX;
    uint8_t *bytes = has_room ? bl_buffer_add(texts, 4 + text.size) : NULL;
    if (!bytes) {
        (void)bl_record_buffer_note(records, has_room ? BL_E_NOMEM : BL_E_LIMIT);
        return;
    }
    bl_store_le32(bytes, (uint32_t)text.size);
    if (text.size > 0)
        memcpy(bytes + 4, text.data, text.size);
    bl_store_le32(at, (uint32_t)offset);
}

struct bl_view bl_record_buffer_text(const struct bl_record_buffer *records, const uint8_t at[4])
{
    const uint8_t *bytes = records->chunks[BL_BLX_STRS].data + bl_load_le32(at);
    return (struct bl_view){.data = bytes + 4, .size = bl_load_le32(bytes)};
}

/* ---- Problems ---- */

void bl_record_buffer_add_problem(struct bl_record_buffer *records, uint32_t source,
                                  struct bl_view path, unsigned parts,
                                  const struct bl_error *problem)
{
    uint8_t at[4] = {0};
    bl_record_buffer_add_text(records, path, at);
    bl_record_buffer_add_problem_at(records, source, at, parts, problem);
}

void bl_record_buffer_add_problem_at(struct bl_record_buffer *records, uint32_t source,
                                     const uint8_t at[4], unsigned parts,
                                     const struct bl_error *problem)
{
    if (!bl_record_buffer_note(records, problem->status == BL_E_NOMEM ? BL_E_NOMEM : BL_OK))
        return;
    struct bl_blx_problem *p = bl_record_buffer_add(records, BL_BLX_PROB, sizeof *p);
    const char *what = problem->what ? problem->what : "";
    bl_store_le32(p->source, source);
    bl_store_le32(p->status, (uint32_t)problem->status);
    bl_store_le32(p->sys_errno, (uint32_t)problem->sys_errno);
    bl_store_le16(p->has_pos, problem->has_pos);
    bl_store_le16(p->parts, (uint16_t)parts);
    bl_store_le64(p->bit_pos, problem->has_pos ? problem->bit_pos : 0);
    bl_store_le32(p->depth, problem->depth);
    memcpy(p->path, at, sizeof p->path);
    struct bl_blx_step steps[BL_ERROR_PATH_MAX]; /* the blocks around the place */
    uint32_t n = bl_error_n_steps(problem->depth);
    for (uint32_t i = 0; i < n; i++) {
        bl_store_le32(steps[i].block_id, problem->path[i].block_id);
        bl_store_le64(steps[i].bit_pos, problem->path[i].bit_pos);
    }
    bl_record_buffer_add_text(records, bl_view_of_text(what, strlen(what) + 1), p->what);
    bl_record_buffer_add_text(records, bl_view_of_text((const char *)steps, n * sizeof *steps),
                              p->steps);
}

/* A stream may have many problems, all of the same path, which is long: it is copied once. */
void bl_record_buffer_copy_problems(struct bl_record_buffer *to,
                                    const struct bl_record_buffer *from)
{
    const struct bl_blx_problem *problems = (const void *)from->chunks[BL_BLX_PROB].data;
    uint32_t n = bl_record_buffer_count(from, BL_BLX_PROB);
    uint8_t path[4] = {0};
    if (!bl_record_buffer_note(to, from->status))
        return;
    for (uint32_t i = 0; i < n; i++) {
        struct bl_blx_problem *copy = bl_record_buffer_add(to, BL_BLX_PROB, sizeof *copy);
        *copy = problems[i];
        if (i == 0 || bl_load_le32(copy->path) != bl_load_le32(problems[i - 1].path))
            bl_record_buffer_add_text(to, bl_record_buffer_text(from, copy->path), path);
        memcpy(copy->path, path, sizeof path);
        bl_record_buffer_add_text(to, bl_record_buffer_text(from, copy->what), copy->what);
        bl_record_buffer_add_text(to, bl_record_buffer_text(from, copy->steps), copy->steps);
    }
}

static uint64_t problem_key(const struct bl_blx_problem *problem)
{
    return (uint64_t)bl_load_le32(problem->source) << 32 | bl_load_le32(problem->what);
}

static int compare_problems(const void *a, const void *b)
{
    return bl_order(problem_key(a), problem_key(b));
}

/* Problems of one source stay in the order in which they were added, as their causes are. */
void bl_record_buffer_sort_problems(struct bl_record_buffer *records)
{
    uint32_t n = bl_record_buffer_count(records, BL_BLX_PROB);
    bl_sort(records->chunks[BL_BLX_PROB].data, n, sizeof(struct bl_blx_problem), compare_problems);
}

/* ---- Ranges ---- */

struct bl_source_range bl_record_buffer_range(const struct bl_record_buffer *records)
{
    struct bl_source_range range;
    for (uint32_t i = 0; i < BL_BLX_N_CHUNKS; i++)
        range.chunks[i] = (struct bl_record_range){
            .data = records->chunks[i].data,
            .n = records->chunks[i].size / bl_blx_record_bytes((enum bl_blx_chunk)i),
        };
    return range;
}
