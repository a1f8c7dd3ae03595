/* test_strip.c - what is left of modules without debug information and other things
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap.h"
#include "support/build_module.h"
#include "support/corpus.h"
#include "support/rewrite.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct result {
    uint8_t *data;
    size_t size;
    int status, check; /* of bl_strip(), bl_strip_check() */
    struct bl_error err;
    struct bl_strip_counts counts;
};

static int append(void *context, struct bl_view piece)
{
    struct result *r = context;
    r->data = realloc(r->data, r->size + piece.size + 1);
    memcpy(r->data + r->size, piece.data, piece.size);
    r->size += piece.size;
    return 0;
}

static struct result strip(const struct bl_stream *stream, unsigned flags, const char *kind)
{
    struct result r = {0};
    struct bl_rewrite *rewrite;
    struct bl_strip_options options = {.flags = flags, .kinds = &kind, .n_kinds = kind != NULL};
    cr_assert_eq(bl_rewrite_open(&rewrite, stream, 0, NULL), BL_OK);
    r.status = bl_strip(rewrite, stream, &options, &r.counts, &r.err);
    if (r.status == BL_OK)
        r.status = bl_rewrite_write(rewrite, append, &r, &r.err);
    if (r.status == BL_OK)
        r.check = bl_strip_check(rewrite, &options, &r.err);
    bl_rewrite_close(rewrite);
    return r;
}

/* How many records CODE there are in blocks BLOCK_ID. */
static unsigned count(const struct bl_stream *stream, uint32_t block_id, uint32_t code)
{
    struct bl_walk *walk;
    struct bl_event event;
    unsigned n = 0;
    cr_assert_eq(bl_walk_open(&walk, stream, BL_WALK_SKIP, NULL, NULL), BL_OK);
    while (bl_walk_next(walk, &event, NULL) > 0)
        n += event.kind == BL_EVENT_RECORD && event.block->block_id == block_id &&
             event.code == code;
    bl_walk_close(walk);
    return n;
}

static void expect_without_debug(const char *path)
{
    static const uint32_t codes[] = {
        BL_CODE_METADATA_LOCATION,  BL_CODE_METADATA_COMPILE_UNIT, BL_CODE_METADATA_SUBPROGRAM,
        BL_CODE_METADATA_LOCAL_VAR, BL_CODE_METADATA_GLOBAL_VAR,
    };
    struct bl_file *file;
    struct bl_stream before;
    struct bl_stream after;
    cr_assert_eq(bl_file_open(&file, path, 0, NULL), BL_OK);
    cr_assert_eq(bl_stream_locate(bl_file_view(file), &before, NULL), BL_OK);
    struct result r = strip(&before, BL_STRIP_DEBUG, NULL);
    cr_assert_eq(r.status, BL_OK, "%s: %s", path, r.err.what);
    cr_expect(r.size * 4 < before.bytes.size * 3, "%s: %zu bytes", path, r.size);
    struct bl_view bytes = {.data = r.data, .size = r.size};
    cr_assert_eq(bl_stream_locate(bytes, &after, NULL), BL_OK);
    cr_expect_eq(r.check, BL_OK, "%s: %s", path, r.err.what);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        cr_expect_eq(count(&after, BL_BLOCK_METADATA, codes[i]), 0, "%s: code %u", path, codes[i]);
        cr_expect(i > 0 || count(&before, BL_BLOCK_METADATA, codes[i]) > 0, "%s", path);
    }
    cr_expect_eq(count(&after, BL_BLOCK_FUNCTION, BL_CODE_FUNCTION_DEBUG_LOC), 0, "%s", path);
    cr_expect(r.counts.n_metadata > 0 && r.counts.n_metadata < r.counts.n_metadata_before);
    cr_expect(r.counts.n_locations > 0 && r.counts.n_debug_records > 0, "%s", path);
    free(r.data);
    bl_file_close(file);
}

/* Of five versions of LLVM. */
Test(strip, debug_information)
{
    glob_t found;
    char *pattern = corpus_path("c*-g-O[02].clang*.bc");
    cr_assert_eq(glob(pattern, 0, NULL, &found), 0);
    free(pattern);
    cr_expect_eq(found.gl_pathc, 20);
    for (size_t i = 0; i < found.gl_pathc; i++)
        expect_without_debug(found.gl_pathv[i]);
    globfree(&found);
}

/* ---- What the check sees ---- */

/* By records, and where these do not say it, by texts. */
static void expect_seen(const struct bl_stream *stream, unsigned flags, const char *kind,
                        const struct flipped_operand *damage)
{
    struct bl_rewrite *rewrite;
    struct bl_error err = {0};
    struct bl_strip_options options = {.flags = flags, .kinds = &kind, .n_kinds = kind != NULL};
    cr_assert_eq(bl_rewrite_open(&rewrite, stream, 0, NULL), BL_OK);
    cr_assert_eq(bl_strip(rewrite, stream, &options, NULL, &err), BL_OK, "%s", err.what);
    if (damage)
        cr_assert(flip_operand(rewrite, stream, damage), "code %u", damage->code);
    int status = bl_strip_check(rewrite, &options, &err);
    if (damage)
        cr_expect_lt(status, 0, "block %u, code %u", damage->block_id, damage->code);
    else
        cr_expect_eq(status, BL_OK, "%s", err.what);
    bl_rewrite_close(rewrite);
}

/* What is in bodies without debug information. */
static const struct flipped_operand in_bodies[] = {
    {BL_BLOCK_CONSTANTS, BL_CODE_CONSTANTS_INTEGER, 0, 0},
    {BL_BLOCK_CONSTANTS, BL_CODE_CONSTANTS_INTEGER, 30, 0},
    {BL_BLOCK_FUNCTION, BL_CODE_FUNCTION_INST_LOAD, 3, 0},
    {BL_BLOCK_FUNCTION, BL_CODE_FUNCTION_INST_GEP, 3, 2},
    {BL_BLOCK_FUNCTION, BL_CODE_FUNCTION_INST_RET, 3, 0},
    {BL_BLOCK_METADATA_ATTACHMENT, BL_CODE_METADATA_ATTACHMENT_ATTACHMENT, 2, 0},
    {BL_BLOCK_VALUE_SYMTAB, BL_CODE_VALUE_SYMTAB_FNENTRY, 0, 1},
    {BL_BLOCK_MODULE, BL_CODE_MODULE_GLOBALVAR, 0, 6},
    {BL_BLOCK_MODULE, BL_CODE_MODULE_FUNCTION, 0, 6},
};

/* What line tables are made of. */
static const struct flipped_operand in_lines[] = {
    {BL_BLOCK_FUNCTION, BL_CODE_FUNCTION_DEBUG_LOC, 2, 0}, /* line */
    {BL_BLOCK_METADATA, BL_CODE_METADATA_LOCATION, 1, 1},
    {BL_BLOCK_METADATA, BL_CODE_METADATA_SUBPROGRAM, 0, 5},
    {BL_BLOCK_METADATA, BL_CODE_METADATA_COMPILE_UNIT, 0, 4}, /* isOptimized */
};

/* What is stated of debug information, and of values, has to stay. */
Test(strip, check_sees_other_changes)
{
    static const struct flipped_operand damages[] = {
        {BL_BLOCK_METADATA, BL_CODE_METADATA_DERIVED_TYPE, 3, 7}, /* size */
        {BL_BLOCK_METADATA, BL_CODE_METADATA_SUBPROGRAM, 0, 5},   /* line */
        {BL_BLOCK_METADATA, BL_CODE_METADATA_LOCATION, 0, 1},
        {BL_BLOCK_FUNCTION, BL_CODE_FUNCTION_DEBUG_LOC, 2, 0},
        {BL_BLOCK_CONSTANTS, BL_CODE_CONSTANTS_INTEGER, 0, 0},
        {BL_BLOCK_MODULE, BL_CODE_MODULE_GLOBALVAR, 0, 6}, /* alignment */
        {BL_BLOCK_MODULE, BL_CODE_MODULE_FUNCTION, 0, 6},  /* attributes */
        {BL_BLOCK_MODULE, BL_CODE_MODULE_SOURCE_FILENAME, 0, 0},
    };
    struct bl_file *file;
    struct bl_stream stream;
    char *path = corpus_path("cxx-g-O2.clang22.bc");
    cr_assert_eq(bl_file_open(&file, path, 0, NULL), BL_OK);
    free(path);
    cr_assert_eq(bl_stream_locate(bl_file_view(file), &stream, NULL), BL_OK);
    expect_seen(&stream, 0, "tbaa", NULL);
    expect_seen(&stream, BL_STRIP_SYMBOL_TABLE, NULL, NULL);
    expect_seen(&stream, BL_STRIP_DEBUG, NULL, NULL);
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        expect_seen(&stream, 0, "tbaa", &damages[i]);
        expect_seen(&stream, BL_STRIP_SYMBOL_TABLE, NULL, &damages[i]);
    }
    expect_seen(&stream, BL_STRIP_ALL_BUT_LINES, NULL, NULL);
    for (size_t i = 0; i < sizeof in_bodies / sizeof *in_bodies; i++) {
        expect_seen(&stream, BL_STRIP_DEBUG, NULL, &in_bodies[i]);
        expect_seen(&stream, BL_STRIP_ALL_BUT_LINES, NULL, &in_bodies[i]);
    }
    for (size_t i = 0; i < sizeof in_lines / sizeof *in_lines; i++)
        expect_seen(&stream, BL_STRIP_ALL_BUT_LINES, NULL, &in_lines[i]);
    bl_file_close(file);
}

/* ---- Written here ---- */

enum {
    METADATA = 15,
    WIDTH = 4,
    UNKNOWN_CODE = 60
};

static void record(struct bl_writer *w, uint32_t code, uint64_t a, uint64_t b, size_t n)
{
    const uint64_t ops[] = {a, b};
    bl_writer_record(w, code, ops, n);
}

/* Two tuples, of which the named node "keep" has the second, which leads to itself; and after them
 * what is known by CODE. */
static struct bl_writer *build(uint32_t code, unsigned n_blocks)
{
    struct module_build b = {0};
    struct bl_writer *w = build_begin();
    module_begin(&b, w, 2);
    for (unsigned i = 0; i < n_blocks; i++) {
        bl_writer_enter(w, METADATA, WIDTH);
        record(w, code, 0, 0, 1);
        record(w, BL_CODE_METADATA_DISTINCT_NODE, 2, 0, 2);
        build_text_record(w, BL_CODE_METADATA_NAME, "llvm.dbg.x");
        record(w, BL_CODE_METADATA_NAMED_NODE, 0, 0, 1);
        build_text_record(w, BL_CODE_METADATA_NAME, "keep");
        record(w, BL_CODE_METADATA_NAMED_NODE, 1, 0, 1);
        bl_writer_exit(w);
    }
    module_end(&b);
    module_strtab(&b);
    return w;
}

/* One node, known by CODE, which the named node "keep" has. */
static struct bl_writer *build_reached(uint32_t code)
{
    struct module_build b = {0};
    struct bl_writer *w = build_begin();
    module_begin(&b, w, 2);
    bl_writer_enter(w, METADATA, WIDTH);
    record(w, code, 0, 0, 1);
    build_text_record(w, BL_CODE_METADATA_NAME, "keep");
    record(w, BL_CODE_METADATA_NAMED_NODE, 0, 0, 1);
    bl_writer_exit(w);
    module_end(&b);
    module_strtab(&b);
    return w;
}

/* The operands of the only record CODE. */
static uint64_t first_op(const struct bl_stream *stream, uint32_t code)
{
    struct bl_walk *walk;
    struct bl_event event;
    uint64_t op = UINT64_MAX;
    cr_assert_eq(bl_walk_open(&walk, stream, 0, NULL, NULL), BL_OK);
    while (bl_walk_next(walk, &event, NULL) > 0)
        if (event.kind == BL_EVENT_RECORD && event.block->block_id == METADATA &&
            event.code == code)
            op = event.record->ops[0];
    bl_walk_close(walk);
    return op;
}

Test(strip, metadata_gets_new_numbers)
{
    struct bl_writer *w = build(BL_CODE_METADATA_NODE, 1);
    struct bl_stream before = build_stream(w);
    struct result r = strip(&before, BL_STRIP_DEBUG, NULL);
    struct bl_stream after;
    cr_assert_eq(r.status, BL_OK);
    cr_assert_eq(bl_stream_locate((struct bl_view){r.data, r.size}, &after, NULL), BL_OK);
    cr_expect_eq(count(&after, METADATA, BL_CODE_METADATA_NODE), 0);
    cr_expect_eq(count(&after, METADATA, BL_CODE_METADATA_NAME), 1);
    cr_expect_eq(first_op(&after, BL_CODE_METADATA_DISTINCT_NODE), 1);
    cr_expect_eq(first_op(&after, BL_CODE_METADATA_NAMED_NODE), 0);
    cr_expect_eq(r.counts.n_metadata, 1);
    cr_expect_eq(r.counts.n_metadata_before, 2);
    free(r.data);
    bl_writer_close(w);
}

/* What nothing leads to need not be known. */
Test(strip, unknown_metadata)
{
    static const struct {
        const char *what;
        unsigned flags;
        const char *kind;
        int status;
    } rows[] = {
        {"goes", BL_STRIP_DEBUG, NULL, BL_OK},
        {"stays", 0, "some", BL_OK},
        {"is not looked at", BL_STRIP_USE_LISTS, NULL, BL_OK},
    };
    struct bl_writer *w = build(UNKNOWN_CODE, 1);
    struct bl_stream stream = build_stream(w);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct result r = strip(&stream, rows[i].flags, rows[i].kind);
        cr_expect_eq(r.status, rows[i].status, "%s: %d", rows[i].what, r.status);
        free(r.data);
    }
    bl_writer_close(w);
    w = build_reached(UNKNOWN_CODE);
    stream = build_stream(w);
    struct result r = strip(&stream, BL_STRIP_DEBUG, NULL);
    cr_expect_eq(r.status, BL_E_MISMATCH, "is reached: %d", r.status);
    cr_expect(r.err.what && r.err.bit_pos > 0);
    cr_expect_eq(r.size, 0);
    free(r.data);
    bl_writer_close(w);
}

Test(strip, second_block_of_metadata)
{
    struct bl_writer *w = build(BL_CODE_METADATA_NODE, 2);
    struct bl_stream stream = build_stream(w);
    struct result r = strip(&stream, BL_STRIP_DEBUG, NULL);
    cr_expect_eq(r.status, BL_E_MISMATCH);
    cr_expect_eq(r.size, 0);
    free(r.data);
    bl_writer_close(w);
}

/* Whatever has changed, the hash is that of something else. */
Test(strip, hash_goes_with_anything_else)
{
    for (unsigned has_name = 0; has_name < 2; has_name++) {
        struct module_build b = {0};
        struct bl_writer *w = build_begin();
        const uint64_t hash[] = {1, 2, 3, 4, 5};
        module_begin(&b, w, 2);
        bl_writer_enter(w, METADATA, WIDTH);
        build_text_record(w, BL_CODE_METADATA_NAME, has_name ? "llvm.dbg.x" : "keep");
        bl_writer_record(w, BL_CODE_METADATA_NAMED_NODE, NULL, 0);
        bl_writer_exit(w);
        bl_writer_record(w, BL_CODE_MODULE_HASH, hash, 5);
        module_end(&b);
        module_strtab(&b);
        struct bl_stream before = build_stream(w);
        struct bl_stream after;
        struct result r = strip(&before, BL_STRIP_DEBUG, NULL);
        cr_assert_eq(r.status, BL_OK);
        cr_assert_eq(bl_stream_locate((struct bl_view){r.data, r.size}, &after, NULL), BL_OK);
        cr_expect_eq(count(&after, BL_BLOCK_MODULE, BL_CODE_MODULE_HASH), !has_name);
        free(r.data);
        bl_writer_close(w);
    }
}

/* ---- Attachments that lead nowhere ---- */

/* All of STREAM with NODE as the last operand of the first record of attachments. */
static struct result attach(const struct bl_stream *stream, uint64_t node)
{
    struct result r = {0};
    struct bl_rewrite *rewrite;
    struct bl_walk *walk;
    struct bl_event event;
    uint64_t ops[64];
    cr_assert_eq(bl_rewrite_open(&rewrite, stream, 0, NULL), BL_OK);
    cr_assert_eq(bl_walk_open(&walk, stream, 0, NULL, NULL), BL_OK);
    while (bl_walk_next(walk, &event, NULL) > 0) {
        if (event.kind != BL_EVENT_RECORD ||
            event.block->block_id != BL_BLOCK_METADATA_ATTACHMENT || bl_rewrite_count(rewrite) > 0)
            continue;
        size_t n = event.record->n_ops;
        cr_assert(n > 1 && n <= 64);
        memcpy(ops, event.record->ops, n * sizeof *ops);
        ops[n - 1] = node;
        struct bl_new_record record = {.code = event.record->code, .ops = ops, .n_ops = n};
        cr_assert_eq(bl_rewrite_replace(rewrite, event.record->bit_pos, &record, NULL), BL_OK);
    }
    bl_walk_close(walk);
    cr_assert_eq(bl_rewrite_write(rewrite, append, &r, NULL), BL_OK);
    bl_rewrite_close(rewrite);
    return r;
}

/* It is damage, which stays; a number is not to become that of something else. */
Test(strip, attached_is_what_is_not_there)
{
    struct bl_file *file;
    struct bl_stream stream;
    struct bl_stream attached;
    struct bl_stream after;
    char *path = corpus_path("c-O2.clang22.bc");
    cr_assert_eq(bl_file_open(&file, path, 0, NULL), BL_OK);
    free(path);
    cr_assert_eq(bl_stream_locate(bl_file_view(file), &stream, NULL), BL_OK);
    struct result odd = attach(&stream, 1 << 20);
    cr_assert_eq(bl_stream_locate((struct bl_view){odd.data, odd.size}, &attached, NULL), BL_OK);
    struct result r = strip(&attached, BL_STRIP_DEBUG, NULL);
    cr_assert_eq(r.status, BL_OK);
    cr_assert_eq(bl_stream_locate((struct bl_view){r.data, r.size}, &after, NULL), BL_OK);
    unsigned n =
        count(&stream, BL_BLOCK_METADATA_ATTACHMENT, BL_CODE_METADATA_ATTACHMENT_ATTACHMENT);
    cr_expect_gt(n, 0);
    cr_expect_eq(
        count(&after, BL_BLOCK_METADATA_ATTACHMENT, BL_CODE_METADATA_ATTACHMENT_ATTACHMENT), n);
    free(r.data);
    free(odd.data);
    odd = attach(&stream, UINT64_C(1) << 40);
    cr_assert_eq(bl_stream_locate((struct bl_view){odd.data, odd.size}, &attached, NULL), BL_OK);
    r = strip(&attached, BL_STRIP_DEBUG, NULL);
    cr_expect_eq(r.status, BL_E_MISMATCH);
    cr_expect(r.err.what && r.err.bit_pos > 0);
    cr_expect_eq(r.size, 0);
    free(r.data);
    free(odd.data);
    bl_file_close(file);
}
