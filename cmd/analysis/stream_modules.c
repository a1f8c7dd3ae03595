/* analysis/stream_modules.c - the modules of all streams that a command was given
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/stream_modules.h"

#include "base/array.h"
#include "base/name_sort.h"
#include "base/text.h"

#include <inttypes.h>

struct visits {
    const struct streams *streams;
    stream_module_fn *visit;
    void *context;
    struct bl_error *errors; /* by stream, the first one; its status is BL_OK: none */
};

static int visit_stream(void *context, unsigned thread, uint64_t item)
{
    const struct visits *v = context;
    const struct bl_stream *stream = &v->streams->items[item].input.stream;
    struct stream_module module = {.item = (uint32_t)item};
    struct bl_error *first = &v->errors[item];
    struct bl_error err;
    struct bl_index *index;
    uint64_t end;
    (void)thread;
    if (stream->kind != BL_STREAM_LLVM_IR || bl_index_open(&index, stream, first) < 0)
        return BL_OK;
    first->status = BL_OK;
    module.block = bl_module_next(index, BL_NONE);
    module.is_alone = module.block != BL_NONE && bl_module_next(index, module.block) == BL_NONE;
    for (; module.block != BL_NONE; module.block = bl_module_next(index, module.block)) {
        v->visit(v->context, index, &module, first);
        module.number++;
    }
    if (bl_index_end(index, &end, &err) < 0)
        keep_error(first, &err);
    bl_index_close(index);
    return BL_OK;
}

void for_each_stream_module(const struct streams *streams, stream_module_fn *visit, void *context)
{
    struct visits v = {streams, visit, context, array_new(streams->n, sizeof *v.errors)};
    (void)bl_parallel(streams->query.context->n_threads, streams->n, 0, visit_stream, NULL, &v);
    for (uint32_t i = 0; i < streams->n; i++)
        if (v.errors[i].status < 0)
            streams_report(streams, i, &v.errors[i]);
    free(v.errors);
}

int compare_stream_modules(const struct stream_module *a, const struct stream_module *b)
{
    int order = bl_order(a->item, b->item);
    return order ? order : bl_order(a->number, b->number);
}

void put_stream_module(struct out *o, const struct streams *streams,
                       const struct stream_module *module)
{
    out_path(o, streams->items[module->item].path);
    if (!module->is_alone)
        out_printf(o, "[module %" PRIu32 "]", module->number + 1);
}

int module_reader_open(struct module_reader *r, const struct streams *streams,
                       const struct stream_module *module, struct bl_error *err)
{
    bool is_same_stream = r->index && r->of.item == module->item;
    int status = BL_OK;
    if (is_same_stream && r->module && r->of.block == module->block)
        return BL_OK;
    bl_module_close(r->module);
    r->module = NULL;
    r->of = *module;
    if (!is_same_stream) {
        bl_index_close(r->index);
        status = bl_index_open(&r->index, &streams->items[module->item].input.stream, err);
    }
    if (status == BL_OK)
        status = bl_module_open(&r->module, r->index, module->block, err);
    return status;
}

void module_reader_close(struct module_reader *r)
{
    bl_module_close(r->module);
    bl_index_close(r->index);
    *r = (struct module_reader){0};
}
