/* fuzz_editor.c - any stream edited, by changes that its bytes choose
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: a failure has a cause; what is written of a stream without problems can be walked to
 * its end, and has no problems.
 */
#include "bitleap.h"
#include "fuzz/mutator.h"

#include <string.h>

/* What names become. */
struct plan {
    unsigned how; /* bits of a choice */
    char name[64];
};

static int choose(void *context, const struct bl_global *global, struct bl_symbol_edit *edit)
{
    struct plan *plan = context;
    unsigned bits = plan->how >> (global->name.data[0] & 7);
    if (bits & 1) {
        size_t n = global->name.size < 32 ? global->name.size : 32;
        memcpy(plan->name, "renamed_", 8);
        memcpy(plan->name + 8, global->name.data, n);
        edit->name = (struct bl_view){(const uint8_t *)plan->name, 8 + n};
    }
    edit->linkage = (bits >> 1) & 3;
    return 0;
}

static void ignore(void *context, const struct bl_error *problem)
{
    (void)context;
    (void)problem;
}

static bool is_sound(const struct bl_stream *stream)
{
    struct bl_verify_summary summary;
    return bl_verify(stream, ignore, NULL, &summary, NULL) == 0;
}

static void check_written(struct bl_rewrite *rewrite, const struct bl_stream *stream)
{
    const struct bl_view *pieces;
    size_t n;
    uint64_t size;
    struct bl_error err = {0};
    if (bl_rewrite_pieces(rewrite, &pieces, &n, &size, &err) < 0) {
        REQUIRE(err.what);
        return;
    }
    uint8_t *bytes = malloc((size_t)size + 1);
    REQUIRE(bytes);
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        memcpy(bytes + at, pieces[i].data, pieces[i].size);
        at += pieces[i].size;
    }
    struct bl_stream written = *stream;
    written.bytes = (struct bl_view){bytes, at};
    REQUIRE(!is_sound(stream) || is_sound(&written));
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_stream stream;
    struct bl_rewrite *rewrite;
    struct bl_error err = {0};
    struct bl_edit_report report;
    struct plan plan = {0};
    if (size == 0 || bl_stream_locate((struct bl_view){data, size}, &stream, NULL) < 0 ||
        stream.kind != BL_STREAM_LLVM_IR)
        return 0;
    unsigned how = data[size - 1] ^ data[size / 2];
    struct bl_prefix_map map = {bl_view_of("/"), bl_view_of("/renamed/")};
    struct bl_edits edits = {.context = &plan};
    plan.how = how * 0x101;
    edits.symbol = how & 1 ? choose : NULL;
    edits.triple = how & 2 ? bl_view_of("x86_64-unknown-freebsd") : edits.triple;
    edits.source_filename = how & 4 ? bl_view_of("changed.c") : edits.source_filename;
    edits.data_layout = how & 8 ? bl_view_of("e-m:e-i64:64") : edits.data_layout;
    edits.prefixes = &map;
    edits.n_prefixes = how & 16 ? 1 : 0;
    REQUIRE(bl_rewrite_open(&rewrite, &stream, 0, &err) == BL_OK);
    int status = bl_edit(rewrite, &edits, &report, &err);
    REQUIRE(status >= 0 || err.what);
    if (status == BL_OK) {
        check_written(rewrite, &stream);
        status = bl_edit_check(rewrite, &edits, &err);
        REQUIRE(status >= 0 || err.what);
    }
    bl_rewrite_close(rewrite);
    return 0;
}
