/* rewrite/strip_check.c - whether what is left after stripping says what it said before
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/status.h"
#include "base/view.h"
#include "bitleap_contents.h"
#include "bitleap_strip.h"
#include "bitleap_verify.h"

/* A module of each stream. */
struct pair {
    struct bl_module *before, *after;
    struct bl_contents *contents_before, *contents_after;
};

static int differ(struct pair *p, uint32_t value, const char *what, struct bl_error *err)
{
    struct bl_global global;
    uint64_t bit_pos = 0;
    if (bl_module_global(p->before, value, &global, NULL) == BL_OK)
        bit_pos = global.bit_pos;
    return bl_fail_at(err, BL_E_MISMATCH, what, bit_pos);
}

static bool are_equal(const struct bl_content *a, const struct bl_content *b, uint32_t from,
                      uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        if (a->parts[i] != b->parts[i])
            return false;
    return true;
}

/* What VALUE is called, what is stated of it, and its body. */
static int check_value(struct pair *p, uint32_t value, struct bl_error *err)
{
    struct bl_content before = {0};
    struct bl_content after = {0};
    struct bl_view name_before;
    struct bl_view name_after;
    int status = bl_module_name(p->before, value, &name_before, err);
    if (status == BL_OK)
        status = bl_module_name(p->after, value, &name_after, err);
    if (status == BL_OK && !bl_view_equal(name_before, name_after))
        return differ(p, value, "after stripping a global value has another name", err);
    if (status == BL_OK)
        status = bl_contents_stated(p->contents_before, value, 0, &before, err);
    if (status == BL_OK)
        status = bl_contents_stated(p->contents_after, value, 0, &after, err);
    if (status == BL_OK && !are_equal(&before, &after, 0, BL_CONTENT_STATED))
        return differ(p, value, "after stripping a global value is another one", err);
    struct bl_block body;
    int rc = status == BL_OK ? bl_module_body(p->before, value, &body, err) : status;
    if (rc <= 0)
        return rc;
    status = bl_contents_body(p->contents_before, value, 0, &before, err);
    if (status == BL_OK)
        status = bl_contents_body(p->contents_after, value, 0, &after, err);
    if (status == BL_OK && !are_equal(&before, &after, BL_CONTENT_CALLS, BL_CONTENT_PARTS))
        return differ(p, value, "after stripping a body says something else", err);
    return status;
}

static int check_values(struct pair *p, struct bl_error *err)
{
    uint32_t n_before;
    uint32_t n_after;
    int status = bl_module_count(p->before, &n_before, err);
    if (status == BL_OK)
        status = bl_module_count(p->after, &n_after, err);
    if (status == BL_OK && n_before != n_after)
        return bl_fail(err, BL_E_MISMATCH, "after stripping there are other global values");
    for (uint32_t value = 0; status == BL_OK && value < n_before; value++)
        status = check_value(p, value, err);
    return status;
}

static int check_module(struct pair *p, struct bl_error *err)
{
    int status = bl_contents_open(&p->contents_before, p->before, err);
    if (status == BL_OK)
        status = bl_contents_open(&p->contents_after, p->after, err);
    if (status == BL_OK)
        status = check_values(p, err);
    bl_contents_close(p->contents_before);
    bl_contents_close(p->contents_after);
    return status;
}

static int check_modules(struct bl_index *before, struct bl_index *after, struct bl_error *err)
{
    uint32_t block_before = BL_NONE;
    uint32_t block_after = BL_NONE;
    int status = BL_OK;
    do {
        struct pair p = {0};
        block_before = bl_module_next(before, block_before);
        block_after = bl_module_next(after, block_after);
        if ((block_before == BL_NONE) != (block_after == BL_NONE))
            return bl_fail(err, BL_E_MISMATCH, "after stripping there are other modules");
        if (block_before == BL_NONE)
            break;
        status = bl_module_open(&p.before, before, block_before, err);
        if (status == BL_OK)
            status = bl_module_open(&p.after, after, block_after, err);
        if (status == BL_OK)
            status = check_module(&p, err);
        bl_module_close(p.before);
        bl_module_close(p.after);
    } while (status == BL_OK);
    return status;
}

/* The first problem. */
static void keep_problem(void *context, const struct bl_error *problem)
{
    struct bl_error *first = context;
    if (first->status == 0)
        *first = *problem;
}

int bl_strip_check(const struct bl_stream *before, const struct bl_stream *after,
                   struct bl_error *err)
{
    struct bl_index *index_before;
    struct bl_index *index_after;
    struct bl_error problem = {0};
    int rc = bl_verify(after, keep_problem, &problem, NULL, err);
    if (rc < 0)
        return rc;
    if (rc > 0)
        return bl_fail_again(err, &problem);
    int status = bl_index_open(&index_before, before, err);
    if (status < 0)
        return status;
    status = bl_index_open(&index_after, after, err);
    if (status == BL_OK) {
        status = check_modules(index_before, index_after, err);
        bl_index_close(index_after);
    }
    bl_index_close(index_before);
    return status;
}
