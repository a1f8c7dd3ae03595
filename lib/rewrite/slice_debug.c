/* rewrite/slice_debug.c - a slice without debug information, or without all but line tables
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * bl_strip() leaves it out, and a slice of all definitions of the result has no more of what only
 * that needed: declarations of llvm.dbg.*, types, constants.
 */
#include "base/grow.h"
#include "base/status.h"
#include "bitleap_strip.h"
#include "rewrite/slicer.h"

struct bl_slice_stripped {
    struct bl_strip_options options;
    struct bl_stream sliced, stream;
    struct bl_rewrite *rewrite; /* of the first one */
    struct bl_index *index;     /* of the second one */
    struct bl_module *module;
    struct bl_slice *slice;
};

void bl_slice_strip_release(struct bl_slice *s)
{
    struct bl_slice_stripped *t = s->stripped;
    if (!t)
        return;
    bl_slice_close(t->slice);
    bl_module_close(t->module);
    bl_index_close(t->index);
    bl_rewrite_close(t->rewrite);
    bl_drop(t);
    s->stripped = NULL;
}

static int strip(struct bl_slice_stripped *t, struct bl_view sliced, struct bl_error *err)
{
    struct bl_view bytes = {0};
    int status = bl_stream_locate(sliced, &t->sliced, err);
    if (status == BL_OK)
        status = bl_rewrite_open(&t->rewrite, &t->sliced, 0, err);
    if (status == BL_OK)
        status = bl_strip(t->rewrite, &t->sliced, &t->options, NULL, err);
    if (status == BL_OK)
        status = bl_rewrite_join(t->rewrite, &bytes, err);
    return status < 0 ? status : bl_stream_locate(bytes, &t->stream, err);
}

static int add_all(struct bl_slice_stripped *t, struct bl_error *err)
{
    const struct bl_global *globals;
    uint32_t n;
    int status = bl_module_globals(t->module, &globals, &n, err);
    for (uint32_t i = 0; i < n && status == BL_OK; i++)
        if (!globals[i].is_declaration)
            status = bl_slice_add(t->slice, i, err);
    return status;
}

int bl_slice_strip(struct bl_slice *s, struct bl_view *bytes, struct bl_error *err)
{
    struct bl_slice_stripped *t = s->stripped = bl_new(sizeof *t);
    if (!t)
        return bl_fail(err, BL_E_NOMEM, "no memory for a slice");
    t->options.flags = s->flags & BL_SLICE_NO_DEBUG ? BL_STRIP_DEBUG : BL_STRIP_ALL_BUT_LINES;
    int status = strip(t, s->bytes, err);
    if (status == BL_OK)
        status = bl_index_open(&t->index, &t->stream, err);
    if (status == BL_OK)
        status = bl_module_open(&t->module, t->index, bl_module_next(t->index, BL_NONE), err);
    unsigned flags = BL_SLICE_KEEP_LINKAGE;
    if (s->flags & (BL_SLICE_DELETE | BL_SLICE_KEEP_ASSEMBLY | BL_SLICE_PARTS))
        flags |= BL_SLICE_KEEP_ASSEMBLY;
    if (status == BL_OK)
        status = bl_slice_open(&t->slice, t->module, flags, err);
    if (status == BL_OK)
        status = add_all(t, err);
    return status < 0 ? status : bl_slice_make(t->slice, bytes, NULL, err);
}

int bl_slice_strip_check(struct bl_slice *s, struct bl_error *err)
{
    struct bl_slice_stripped *t = s->stripped;
    if (!t)
        return BL_OK;
    int status = bl_strip_check(t->rewrite, &t->options, err);
    return status < 0 ? status : bl_slice_check(t->slice, err);
}
