/* test_rewriter.c - streams written again: byte for byte, with changes, with positions renewed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap.h"
#include "support/build.h"
#include "support/corpus.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

struct bytes {
    uint8_t *data;
    size_t size;
};

/* PUT of bl_rewrite_write(). */
static int append(void *context, struct bl_view piece)
{
    struct bytes *bytes = context;
    bytes->data = realloc(bytes->data, bytes->size + piece.size + 1);
    memcpy(bytes->data + bytes->size, piece.data, piece.size);
    bytes->size += piece.size;
    return 0;
}

static struct bl_view view_of(const struct bytes *bytes)
{
    return (struct bl_view){.data = bytes->data, .size = bytes->size};
}

/* ---- Nothing changed ---- */

static void expect_same(const char *path, unsigned flags)
{
    struct bl_file *file;
    struct bl_stream stream;
    struct bl_rewrite *rewrite;
    struct bl_error err;
    struct bytes out = {0};
    cr_assert_eq(bl_file_open(&file, path, 0, &err), BL_OK);
    struct bl_view whole = bl_file_view(file);
    if (bl_stream_locate(whole, &stream, NULL) == BL_OK) {
        cr_assert_eq(bl_rewrite_open(&rewrite, &stream, flags, &err), BL_OK);
        bl_rewrite_wrap(rewrite, whole);
        int status = bl_rewrite_write(rewrite, append, &out, &err);
        /* Streams one after the other, which are none together. */
        if (!strstr(path, "concat")) {
            cr_expect_eq(status, BL_OK, "%s: %s", path, err.what);
            cr_expect(out.size == whole.size && memcmp(out.data, whole.data, out.size) == 0, "%s",
                      path);
        } else {
            cr_expect_eq(status, BL_E_MALFORMED, "%s", path);
            cr_expect_eq(out.size, 0);
        }
        bl_rewrite_close(rewrite);
    }
    free(out.data);
    bl_file_close(file);
}

static void expect_all_same(unsigned flags)
{
    glob_t files;
    char *pattern = corpus_path("*");
    cr_assert_eq(glob(pattern, 0, NULL, &files), 0);
    cr_expect_gt(files.gl_pathc, 200);
    for (size_t i = 0; i < files.gl_pathc; i++)
        expect_same(files.gl_pathv[i], flags);
    globfree(&files);
    free(pattern);
}

Test(rewriter, files_of_the_corpus_are_the_same)
{
    expect_all_same(0);
}

Test(rewriter, files_of_the_corpus_are_the_same_decoded)
{
    expect_all_same(BL_REWRITE_DECODED);
}

/* ---- A module with all that holds positions ---- */

enum {
    IDENTIFICATION = 13,
    MODULE = 8,
    FUNCTION = 12,
    VST = 14,
    METADATA = 15,
    VSTOFFSET = 13,
    SOURCE = 16,
    FNENTRY = 3,
    METADATA_NODE = 3,
    INDEX_OFFSET = 38,
    INDEX = 39,
};

/* What the test knows of it: positions of entries. */
struct layout {
    uint64_t identification, source, nodes[3], index, functions[2], vst, entries[2];
};

/* Set the 32 bits at POS, which are zero. The writer has more after them. */
static void patch(struct bl_writer *w, uint64_t pos, uint64_t value)
{
    uint8_t *bytes = (uint8_t *)(uintptr_t)build_bytes(w).data;
    for (unsigned i = 0; i < 32; i++) {
        uint8_t *byte = bytes + (pos + i) / 8;
        *byte = (uint8_t)(*byte | (value >> i & 1) << (pos + i) % 8);
    }
}

/* Returns where INDEX_OFFSET has its value, which is to be patched. */
static uint64_t put_metadata(struct bl_writer *w, struct layout *at)
{
    bl_writer_enter(w, METADATA, 4);
    uint32_t offset = BUILD_DEFINE(w, LIT(INDEX_OFFSET), FIXED(32), FIXED(32));
    uint32_t index = BUILD_DEFINE(w, LIT(INDEX), ARRAY, VBR(6));
    bl_writer_abbreviated(w, offset, INDEX_OFFSET, BUILD_OPS(0, 0), NULL);
    uint64_t begin = bl_writer_pos(w);
    for (int i = 0; i < 3; i++) {
        at->nodes[i] = bl_writer_pos(w);
        bl_writer_record(w, METADATA_NODE, BUILD_OPS(1, 2, 3));
    }
    at->index = bl_writer_pos(w);
    bl_writer_abbreviated(w, index, INDEX,
                          BUILD_OPS(0, at->nodes[1] - begin, at->nodes[2] - at->nodes[1]), NULL);
    bl_writer_exit(w);
    return begin - 64;
}

/* One module of a file, with its own base. */
static void put_module(struct bl_writer *w, struct layout *at, uint64_t offset_of_base)
{
    at->identification = bl_writer_pos(w);
    uint64_t base = at->identification - 32 + offset_of_base;
    bl_writer_enter(w, IDENTIFICATION, 5);
    build_text_record(w, 1, "LLVM");
    bl_writer_exit(w);
    bl_writer_enter(w, MODULE, 3);
    bl_writer_record(w, 1, BUILD_OPS(2));
    uint32_t vst_offset = BUILD_DEFINE(w, LIT(VSTOFFSET), FIXED(32));
    bl_writer_abbreviated(w, vst_offset, VSTOFFSET, BUILD_OPS(0), NULL);
    uint64_t vst_pos = bl_writer_pos(w) - 32;
    at->source = bl_writer_pos(w);
    build_text_record(w, SOURCE, "source.c");
    uint64_t index_pos = put_metadata(w, at);
    for (int i = 0; i < 2; i++) {
        at->functions[i] = bl_writer_pos(w);
        bl_writer_enter(w, FUNCTION, 4);
        bl_writer_record(w, 1, BUILD_OPS(1));
        bl_writer_exit(w);
    }
    at->vst = bl_writer_pos(w);
    bl_writer_enter(w, VST, 4);
    for (int i = 0; i < 2; i++) {
        at->entries[i] = bl_writer_pos(w);
        bl_writer_record(w, FNENTRY, BUILD_OPS((uint64_t)i, (at->functions[i] - base) / 32));
    }
    bl_writer_exit(w);
    bl_writer_exit(w);
    patch(w, vst_pos, (at->vst - base) / 32);
    patch(w, index_pos, at->index - (index_pos + 64));
}

/* Where the positions of one module lead, in the stream that was written. */
struct found {
    uint64_t base, vst_offset, vst, functions[4], entries[4], index_end, index_offset, nodes[8],
        index[8], index_pos;
    unsigned n_functions, n_entries, n_nodes, n_index;
};

static void note_record(struct found *f, const struct bl_event *event)
{
    const struct bl_record *r = event->record;
    uint32_t block = event->block->block_id;
    if (block == MODULE && event->code == VSTOFFSET)
        f->vst_offset = r->ops[0];
    if (block == VST)
        f->entries[f->n_entries++] = r->ops[1];
    if (block != METADATA)
        return;
    if (event->code == METADATA_NODE)
        f->nodes[f->n_nodes++] = event->bit_pos;
    if (event->code == INDEX_OFFSET) {
        f->index_end = event->end_pos;
        f->index_offset = r->ops[0] | r->ops[1] << 32;
    }
    if (event->code == INDEX) {
        f->index_pos = event->bit_pos;
        for (uint32_t i = 0; i < r->n_ops; i++)
            f->index[f->n_index++] = r->ops[i];
    }
}

static unsigned find_modules(struct bl_view bytes, struct found *found)
{
    struct bl_stream stream = build_locate(bytes);
    struct bl_walk *walk;
    struct bl_event event;
    struct bl_error err;
    unsigned n = 0;
    int rc;
    cr_assert_eq(bl_walk_open(&walk, &stream, 0, NULL, &err), BL_OK);
    while ((rc = bl_walk_next(walk, &event, &err)) > 0) {
        struct found *f = &found[n ? n - 1 : 0];
        if (event.kind == BL_EVENT_RECORD)
            note_record(f, &event);
        if (event.kind != BL_EVENT_BLOCK)
            continue;
        if (event.block->block_id == IDENTIFICATION)
            found[n++] = (struct found){.base = event.bit_pos - 32};
        if (event.block->block_id == VST)
            f->vst = event.bit_pos;
        if (event.block->block_id == FUNCTION)
            f->functions[f->n_functions++] = event.bit_pos;
    }
    cr_expect_eq(rc, 0, "%s", err.what);
    bl_walk_close(walk);
    return n;
}

static void expect_renewed(const struct found *f, unsigned n_nodes)
{
    cr_expect_eq(f->base + f->vst_offset * 32, f->vst);
    cr_expect_eq(f->n_entries, 2);
    for (unsigned i = 0; i < f->n_entries; i++)
        cr_expect_eq(f->base + f->entries[i] * 32, f->functions[i]);
    cr_expect_eq(f->index_end + f->index_offset, f->index_pos);
    cr_expect_eq(f->n_index, n_nodes);
    cr_expect_eq(f->n_nodes, n_nodes);
    uint64_t at = f->index_end;
    for (unsigned i = 0; i < f->n_index; i++) {
        at += f->index[i];
        cr_expect_eq(at, f->nodes[i]);
    }
}

/* The stream of two modules, a rewrite of it, and what becomes of it. */
struct two {
    struct bl_writer *w;
    struct layout at[2];
    struct bl_stream stream;
    struct bl_rewrite *rewrite;
    struct bytes out;
    struct bl_error err;
};

static struct two *begin_two(void)
{
    static struct two t;
    t = (struct two){.w = build_begin()};
    put_module(t.w, &t.at[0], 0);
    put_module(t.w, &t.at[1], 0);
    t.stream = build_stream(t.w);
    cr_assert_eq(bl_rewrite_open(&t.rewrite, &t.stream, 0, &t.err), BL_OK);
    return &t;
}

static int write_two(struct two *t)
{
    return bl_rewrite_write(t->rewrite, append, &t->out, &t->err);
}

static void end_two(struct two *t)
{
    bl_rewrite_close(t->rewrite);
    bl_writer_close(t->w);
    free(t->out.data);
}

static const uint64_t text[] = {'l', 'o', 'n', 'g', 'e', 'r', ' ', 'n', 'a', 'm', 'e', '.', 'c'};
static const struct bl_new_record longer = {.code = SOURCE, .ops = text, .n_ops = 13};

Test(rewriter, positions_are_renewed_in_each_module)
{
    struct two *t = begin_two();
    struct found found[2];
    bl_rewrite_replace(t->rewrite, t->at[1].source, &longer, NULL);
    bl_rewrite_replace(t->rewrite, t->at[0].source, &longer, NULL);
    bl_rewrite_drop(t->rewrite, t->at[0].nodes[1], NULL);
    cr_expect_eq(bl_rewrite_count(t->rewrite), 3);
    cr_assert_eq(write_two(t), BL_OK, "%s", t->err.what);
    cr_expect_neq(t->out.size, t->stream.bytes.size);
    cr_assert_eq(find_modules(view_of(&t->out), found), 2);
    expect_renewed(&found[0], 2);
    expect_renewed(&found[1], 3);
    end_two(t);
}

Test(rewriter, insertion_shifts_what_follows)
{
    struct two *t = begin_two();
    struct found found[2];
    bl_rewrite_insert(t->rewrite, t->at[0].source, &longer, NULL);
    bl_rewrite_insert(t->rewrite, t->at[0].nodes[0], &longer, NULL);
    cr_assert_eq(write_two(t), BL_OK, "%s", t->err.what);
    cr_assert_eq(find_modules(view_of(&t->out), found), 2);
    expect_renewed(&found[0], 3);
    expect_renewed(&found[1], 3);
    end_two(t);
}

Test(rewriter, dropped_function_whose_entry_stays_is_refused)
{
    struct two *t = begin_two();
    bl_rewrite_drop(t->rewrite, t->at[0].functions[0], NULL);
    cr_expect_eq(write_two(t), BL_E_MISMATCH);
    cr_expect_eq(t->err.bit_pos, t->at[0].entries[0]);
    cr_expect_eq(t->out.size, 0, "nothing is written");
    bl_rewrite_drop(t->rewrite, t->at[0].entries[0], NULL);
    cr_expect_eq(write_two(t), BL_OK, "%s", t->err.what);
    end_two(t);
}

Test(rewriter, change_that_fits_no_entry_is_refused)
{
    struct two *t = begin_two();
    bl_rewrite_drop(t->rewrite, t->at[0].source + 1, NULL);
    cr_expect_eq(write_two(t), BL_E_ARGUMENT);
    cr_expect_eq(t->err.bit_pos, t->at[0].source + 1);
    end_two(t);

    t = begin_two();
    bl_rewrite_replace(t->rewrite, t->at[0].functions[0], &longer, NULL);
    cr_expect_eq(write_two(t), BL_E_ARGUMENT);
    end_two(t);

    t = begin_two();
    bl_rewrite_drop(t->rewrite, (uint64_t)t->stream.bytes.size * 8 + 64, NULL);
    cr_expect_eq(write_two(t), BL_E_ARGUMENT);
    end_two(t);
}

Test(rewriter, of_two_changes_the_last_is_in_force)
{
    struct two *t = begin_two();
    bl_rewrite_drop(t->rewrite, t->at[0].source, NULL);
    bl_rewrite_replace(t->rewrite, t->at[0].source, &longer, NULL);
    cr_expect_eq(bl_rewrite_count(t->rewrite), 1);
    cr_assert_eq(write_two(t), BL_OK);
    cr_expect_geq(t->out.size, t->stream.bytes.size);
    end_two(t);
}

/* An offset that leads nowhere stays as long as nothing moves. */
Test(rewriter, offsets_that_lead_nowhere)
{
    struct bl_writer *w = build_begin();
    struct layout at;
    struct bl_error err;
    struct bl_rewrite *rewrite;
    struct bytes out = {0};
    put_module(w, &at, 7 * 32);
    struct bl_stream stream = build_stream(w);
    cr_assert_eq(bl_rewrite_open(&rewrite, &stream, BL_REWRITE_DECODED, &err), BL_OK);
    cr_expect_eq(bl_rewrite_write(rewrite, append, &out, &err), BL_OK);
    cr_expect(out.size == stream.bytes.size && memcmp(out.data, stream.bytes.data, out.size) == 0);
    bl_rewrite_replace(rewrite, at.source, &longer, NULL);
    cr_expect_eq(bl_rewrite_write(rewrite, append, &out, &err), BL_E_MISMATCH);
    bl_rewrite_close(rewrite);
    bl_writer_close(w);
    free(out.data);
}

Test(rewriter, new_block_is_written_and_read)
{
    struct two *t = begin_two();
    /* An unabbreviated record 1 without operands, END_BLOCK, in words of 32 bits. */
    const uint8_t body[8] = {3 | 1 << 2, 0, 0, 0, 0, 0, 0, 0};
    struct bl_view view = {body, 4};
    struct found found[2];
    cr_expect_eq(bl_rewrite_insert_block(t->rewrite, t->at[0].source, 40, 2,
                                         (struct bl_view){body, 3}, NULL),
                 BL_E_ARGUMENT);
    cr_expect_eq(bl_rewrite_insert_block(t->rewrite, t->at[0].source, 40, 2, view, NULL), BL_OK);
    cr_assert_eq(write_two(t), BL_OK, "%s", t->err.what);
    cr_assert_eq(find_modules(view_of(&t->out), found), 2);
    expect_renewed(&found[0], 3);
    end_two(t);
}

static int refuse(void *context, struct bl_view piece)
{
    (void)context;
    (void)piece;
    return -1;
}

Test(rewriter, what_cannot_be_put_away_ends_the_writing)
{
    struct two *t = begin_two();
    cr_expect_eq(bl_rewrite_write(t->rewrite, refuse, NULL, &t->err), BL_E_STOPPED);
    cr_expect_eq(bl_rewrite_open(&(struct bl_rewrite *){NULL}, &t->stream, 64, &t->err),
                 BL_E_ARGUMENT);
    end_two(t);
}
