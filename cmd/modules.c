/* cmd/modules.c - the LLVM IR modules of the streams that a command was given
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "modules.h"

#include <inttypes.h>

static bool visit_one(struct module_input *in, struct bl_index *index, uint32_t block,
                      module_fn *visit, void *context, struct bl_error *err)
{
    if (bl_module_open(&in->module, index, block, err) < 0)
        return false;
    err->status = BL_OK;
    bool good = visit(context, in);
    bl_module_close(in->module);
    return good;
}

bool for_each_module(struct out *o, const struct common *common, const struct input *input,
                     module_fn *visit, void *context)
{
    struct bl_error err;
    struct bl_index *index;
    if (bl_index_open(&index, &input->stream, &err) < 0) {
        report_error(o, common, input, input->path, &err);
        return false;
    }
    struct module_input in = {.input = input};
    uint32_t block = bl_module_next(index, BL_NO_BLOCK);
    in.is_alone = block != BL_NO_BLOCK && bl_module_next(index, block) == BL_NO_BLOCK;
    bool good = block != BL_NO_BLOCK && input->stream.kind == BL_STREAM_LLVM_IR;
    if (!good) {
        err = (struct bl_error){.status = BL_E_MISMATCH, .what = "no LLVM IR module in the stream"};
        report_error(o, common, input, input->path, &err);
        block = BL_NO_BLOCK;
    }
    for (; block != BL_NO_BLOCK; block = bl_module_next(index, block), in.number++) {
        good &= visit_one(&in, index, block, visit, context, &err);
        if (err.status < 0)
            report_error(o, common, input, input->path, &err);
    }
    bl_index_close(index);
    return good;
}

void put_module_path(struct out *o, const struct module_input *in)
{
    out_text(o, in->input->path);
    if (!in->is_alone)
        out_printf(o, "[module %" PRIu32 "]", in->number + 1);
}

void json_begin_in(struct out *o, const char *type, const struct module_input *in)
{
    json_begin(o, type);
    json_text(o, "file", in->input->path);
    json_u64(o, "module", in->number);
}
