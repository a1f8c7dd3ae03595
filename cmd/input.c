/* cmd/input.c - opening the files that a command was given, and saying what is wrong with them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "input.h"

#include "labels.h"
#include "sigbus.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void put_path(struct out *o, enum bl_stream_kind kind, const struct bl_error *err)
{
    uint32_t shown = err->depth < BL_ERROR_PATH_MAX ? err->depth : BL_ERROR_PATH_MAX;
    uint32_t parent = BL_NO_BLOCK;
    for (uint32_t i = 0; i < shown; i++) {
        if (i > 0)
            out_char(o, '/');
        put_block_name(o, kind, (struct bl_view){0}, parent, err->path[i].block_id);
        out_char(o, '@');
        out_u64(o, err->path[i].bit_pos);
        parent = err->path[i].block_id;
    }
    if (shown < err->depth)
        out_printf(o, "/…(%" PRIu32 " more)", err->depth - shown);
}

static const char *cause_of(const struct bl_error *err)
{
    return err->what ? err->what : bl_status_text(err->status);
}

static void json_error(struct out *o, const struct input *input, const char *path,
                       const struct bl_error *err)
{
    json_begin(o, "error");
    json_text(o, "file", path);
    if (err->has_pos)
        json_u64(o, "bit_pos", err->bit_pos);
    if (input && err->depth) {
        json_key(o, "path");
        out_char(o, '"');
        put_path(o, input->stream.kind, err);
        out_char(o, '"');
    }
    json_text(o, "cause", cause_of(err));
    if (err->sys_errno)
        json_text(o, "system", strerror(err->sys_errno));
    json_end(o);
}

void report_error(struct out *o, const struct common *common, const struct input *input,
                  const char *path, const struct bl_error *err)
{
    if (common->json)
        json_error(o, input, path, err);
    out_flush(o);
    char place[4096];
    struct out line = {.data = place, .cap = sizeof place};
    out_printf(&line, "bitleap: %.1024s: ", path);
    if (err->has_pos) {
        uint64_t offset = input ? input->stream.file_offset : 0;
        out_printf(&line, "bit %" PRIu64 " (byte 0x%" PRIx64 ")", err->bit_pos,
                   offset + err->bit_pos / 8);
        if (input && err->depth) {
            out_text(&line, " in ");
            put_path(&line, input->stream.kind, err);
        }
        out_text(&line, ": ");
    }
    out_text(&line, cause_of(err));
    fprintf(stderr, "%.*s", (int)line.n, place);
    if (err->sys_errno)
        fprintf(stderr, ": %s", strerror(err->sys_errno));
    fputc('\n', stderr);
}

struct visit {
    visit_fn *visit;
    void *context;
    const struct input *input;
    bool good;
};

static void run_visit(void *context)
{
    struct visit *v = context;
    v->good = v->visit(v->context, v->input);
}

static bool visit_file(const struct common *common, struct out *o, struct input *input,
                       visit_fn *visit, void *context)
{
    struct bl_error err;
    if (bl_stream_locate(bl_file_view(input->file), &input->stream, &err) < 0) {
        report_error(o, common, NULL, input->path, &err);
        return false;
    }
    struct visit v = {.visit = visit, .context = context, .input = input};
    bool whole = sigbus_guard(input->file, run_visit, &v);
    if (bl_file_check(input->file, &err) < 0) {
        report_error(o, common, NULL, input->path, &err);
        return false;
    }
    if (!whole) {
        bl_file_close(input->file);
        input->file = NULL;
        err = (struct bl_error){.status = BL_E_SYSTEM, .what = "a part of the file cannot be read"};
        report_error(o, common, NULL, input->path, &err);
    }
    return whole && v.good;
}

int for_each_input(const struct command *command, const struct common *common, unsigned open_flags,
                   struct out *o, int n, char **paths, visit_fn *visit, void *context)
{
    if (n == 0)
        return usage_error(command, "no file given");
    bool good = true;
    unsigned flags = open_flags | (common->copy ? BL_OPEN_COPY : 0);
    for (int i = 0; i < n; i++) {
        struct input input = {.path = paths[i]};
        struct bl_error err;
        if (bl_file_open(&input.file, input.path, flags, &err) < 0) {
            report_error(o, common, NULL, input.path, &err);
            good = false;
            continue;
        }
        good &= visit_file(common, o, &input, visit, context);
        bl_file_close(input.file);
    }
    return good ? EXIT_OK : EXIT_BAD_INPUT;
}
