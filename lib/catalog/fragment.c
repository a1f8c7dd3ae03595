/* catalog/fragment.c - records of a catalog in the making
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "catalog/fragment.h"

#include "base/file.h"
#include "base/grow.h"
#include "base/load.h"
#include "base/status.h"
#include "base/store.h"

#include <stdlib.h>
#include <string.h>

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

void bl_fragment_clear(struct bl_fragment *fragment)
{
    for (uint32_t i = 0; i < BL_BLX_N_CHUNKS; i++)
        fragment->chunks[i].size = 0;
}

void bl_fragment_release(struct bl_fragment *fragment)
{
    for (uint32_t i = 0; i < BL_BLX_N_CHUNKS; i++)
        bl_drop(fragment->chunks[i].data);
    *fragment = (struct bl_fragment){0};
}

uint32_t bl_fragment_count(const struct bl_fragment *fragment, enum bl_blx_chunk chunk)
{
    return (uint32_t)(fragment->chunks[chunk].size / bl_blx_record_bytes(chunk));
}

void *bl_fragment_add(struct bl_fragment *fragment, enum bl_blx_chunk chunk)
{
    return bl_buffer_add(&fragment->chunks[chunk], bl_blx_record_bytes(chunk));
}

int bl_fragment_text(struct bl_fragment *fragment, struct bl_view text, uint8_t at[4])
{
    struct bl_buffer *texts = &fragment->chunks[BL_BLX_STRS];
    size_t offset = texts->size;
    if (offset > UINT32_MAX || text.size > UINT32_MAX)
        return BL_E_LIMIT;
    uint8_t *bytes = bl_buffer_add(texts, 4 + text.size);
    if (!bytes)
        return BL_E_NOMEM;
    bl_store_le32(bytes, (uint32_t)text.size);
    if (text.size > 0)
        memcpy(bytes + 4, text.data, text.size);
    bl_store_le32(at, (uint32_t)offset);
    return BL_OK;
}

struct bl_view bl_fragment_text_at(const struct bl_fragment *fragment, const uint8_t at[4])
{
    const uint8_t *bytes = fragment->chunks[BL_BLX_STRS].data + bl_load_le32(at);
    return (struct bl_view){.data = bytes + 4, .size = bl_load_le32(bytes)};
}

/* The blocks around the place of a problem. */
static int add_steps(struct bl_fragment *fragment, const struct bl_error *problem, uint8_t text[4])
{
    struct bl_blx_step steps[BL_ERROR_PATH_MAX];
    uint32_t n = bl_error_n_steps(problem->depth);
    for (uint32_t i = 0; i < n; i++) {
        bl_store_le32(steps[i].block_id, problem->path[i].block_id);
        bl_store_le64(steps[i].bit_pos, problem->path[i].bit_pos);
    }
    return bl_fragment_text(fragment, bl_text_view((const char *)steps, n * sizeof *steps), text);
}

int bl_fragment_problem(struct bl_fragment *fragment, uint32_t source, struct bl_view path,
                        unsigned parts, const struct bl_error *problem)
{
    uint8_t at[4];
    int status = bl_fragment_text(fragment, path, at);
    return status < 0 ? status : bl_fragment_problem_at(fragment, source, at, parts, problem);
}

int bl_fragment_problem_at(struct bl_fragment *fragment, uint32_t source, const uint8_t at[4],
                           unsigned parts, const struct bl_error *problem)
{
    if (problem->status == BL_E_NOMEM)
        return BL_E_NOMEM;
    struct bl_blx_problem *p = bl_fragment_add(fragment, BL_BLX_PROB);
    const char *what = problem->what ? problem->what : "";
    if (!p)
        return BL_E_NOMEM;
    bl_store_le32(p->source, source);
    bl_store_le32(p->status, (uint32_t)problem->status);
    bl_store_le32(p->sys_errno, (uint32_t)problem->sys_errno);
    bl_store_le16(p->has_pos, problem->has_pos);
    bl_store_le16(p->parts, (uint16_t)parts);
    bl_store_le64(p->bit_pos, problem->has_pos ? problem->bit_pos : 0);
    bl_store_le32(p->depth, problem->depth);
    memcpy(p->path, at, sizeof p->path);
    int status = bl_fragment_text(fragment, bl_text_view(what, strlen(what) + 1), p->what);
    return status < 0 ? status : add_steps(fragment, problem, p->steps);
}

/* ---- Problems of several fragments ---- */

/* Copy problem NUMBER of FROM behind BEFORE, of FROM, too. A stream may have many, all of the same
 * path, which is long. */
static int copy_problem(struct bl_fragment *to, const struct bl_fragment *from, uint32_t number,
                        uint32_t before)
{
    const struct bl_blx_problem *problems = (const void *)from->chunks[BL_BLX_PROB].data;
    struct bl_blx_problem *copy = bl_fragment_add(to, BL_BLX_PROB);
    if (!copy)
        return BL_E_NOMEM;
    *copy = problems[number];
    int status = BL_OK;
    if (before != BL_NONE && bl_load_le32(copy->path) == bl_load_le32(problems[before].path))
        memcpy(copy->path, copy[-1].path, sizeof copy->path);
    else
        status = bl_fragment_text(to, bl_fragment_text_at(from, copy->path), copy->path);
    if (status == BL_OK)
        status = bl_fragment_text(to, bl_fragment_text_at(from, copy->what), copy->what);
    return status < 0 ? status
                      : bl_fragment_text(to, bl_fragment_text_at(from, copy->steps), copy->steps);
}

int bl_fragment_copy_problems(struct bl_fragment *to, const struct bl_fragment *from)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < bl_fragment_count(from, BL_BLX_PROB) && status == BL_OK; i++)
        status = copy_problem(to, from, i, i > 0 ? i - 1 : BL_NONE);
    return status;
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a;
    uint64_t other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

int bl_fragment_sort_problems(struct bl_fragment *to, const struct bl_fragment *from)
{
    const struct bl_blx_problem *problems = (const void *)from->chunks[BL_BLX_PROB].data;
    uint32_t n = bl_fragment_count(from, BL_BLX_PROB);
    uint64_t *keys = NULL; /* source, number */
    size_t cap = 0;
    int status = bl_grow(&keys, &cap, n);
    for (uint32_t i = 0; i < n && status == BL_OK; i++)
        keys[i] = (uint64_t)bl_load_le32(problems[i].source) << 32 | i;
    if (n > 1 && status == BL_OK)
        qsort(keys, n, sizeof *keys, compare_keys);
    for (uint32_t i = 0; i < n && status == BL_OK; i++)
        status = copy_problem(to, from, (uint32_t)keys[i], i > 0 ? (uint32_t)keys[i - 1] : BL_NONE);
    bl_drop(keys);
    return status;
}

/* ---- Slices ---- */

struct bl_slice bl_fragment_slice(const struct bl_fragment *fragment)
{
    struct bl_slice slice;
    for (uint32_t i = 0; i < BL_BLX_N_CHUNKS; i++)
        slice.runs[i] = (struct bl_run){
            .data = fragment->chunks[i].data,
            .n = fragment->chunks[i].size / bl_blx_record_bytes((enum bl_blx_chunk)i),
        };
    return slice;
}
