/* test_large.c - positions beyond 32 bits: a stream of 16 GiB in a sparse file
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Where no address reaches that far, opening the file says so.
 */
#include "unit/expect.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A file that is written from front to back, in pieces with holes between. */
struct sparse {
    char path[64];
    int fd;
    uint64_t at;
};

static void put(struct sparse *file, struct bl_writer *w)
{
    struct bl_view bytes = build_bytes(w);
    ssize_t n = pwrite(file->fd, bytes.data, bytes.size, (off_t)file->at);
    cr_assert_eq(n, (ssize_t)bytes.size);
    file->at += bytes.size;
    bl_writer_close(w);
}

static struct bl_writer *piece(void)
{
    struct bl_writer *w;
    cr_assert_eq(bl_writer_open(&w, NULL), BL_OK);
    return w;
}

/* Bytes of a block with a blob, without the blob. */
enum {
    AROUND_BLOB = 8 + 12 + 4
};

/* A block of id 9 with one blob of N_BYTES zeros, a multiple of four. */
static void put_blob_block(struct sparse *file, uint32_t n_bytes)
{
    struct bl_writer *w = piece();
    uint64_t n_words = ((uint64_t)n_bytes + AROUND_BLOB - 8) / 4;
    build_header(w, 3, 9, 3, (uint32_t)n_words);
    bl_writer_fixed(w, BUILD_DEFINE_ABBREV, 3); /* [1, Blob] */
    bl_writer_vbr(w, 2, 5);
    bl_writer_fixed(w, 1, 1);
    bl_writer_vbr(w, 1, 8);
    bl_writer_fixed(w, 0, 1);
    bl_writer_fixed(w, BL_ENC_BLOB, 3);
    bl_writer_fixed(w, 4, 3);         /* the record */
    build_long_vbr(w, n_bytes, 6, 7); /* the same number of bits for any size */
    put(file, w);
    file->at += n_bytes;
    w = piece();
    bl_writer_fixed(w, BUILD_END_BLOCK, 32); /* in 3 bits, and padding */
    put(file, w);
}

/* Block 8 with the largest blocklen there is, full of blocks 9; after it block 10. */
static struct sparse make_file(uint32_t *n_blobs)
{
    struct sparse file = {.path = "/tmp/bitleap-large-XXXXXX"};
    file.fd = mkstemp(file.path);
    cr_assert_geq(file.fd, 0);
    struct bl_writer *w = build_begin();
    build_header(w, BUILD_TOP_WIDTH, 8, 3, UINT32_MAX);
    put(&file, w);
    uint64_t end = file.at + UINT64_C(4) * UINT32_MAX;
    *n_blobs = 0;
    while (file.at + 4 < end) {
        uint64_t room = end - 4 - file.at - AROUND_BLOB;
        uint32_t most = UINT32_MAX & ~UINT32_C(0xFFF);
        put_blob_block(&file, room < most ? (uint32_t)room : most);
        ++*n_blobs;
    }
    w = piece();
    bl_writer_fixed(w, BUILD_END_BLOCK, 32);
    put(&file, w);
    cr_assert_eq(file.at, end);
    w = piece();
    build_header(w, BUILD_TOP_WIDTH, 10, 3, 1);
    bl_writer_fixed(w, BUILD_UNABBREV, 3);
    bl_writer_vbr(w, 7, 6);
    bl_writer_vbr(w, 0, 6);
    bl_writer_fixed(w, BUILD_END_BLOCK, 3);
    put(&file, w);
    return file;
}

static void check_index(const struct bl_stream *stream, uint32_t n_blobs)
{
    struct bl_index *index;
    uint64_t end;
    uint64_t last_pos = 96 + UINT64_C(32) * UINT32_MAX;
    cr_assert_eq(bl_index_open(&index, stream, NULL), BL_OK);
    cr_expect_eq(bl_index_end(index, &end, NULL), BL_OK);
    cr_expect_eq(end, stream->bytes.size * 8);
    cr_assert_eq(bl_index_count(index), 2);
    cr_expect_eq(bl_index_get(index, 0).block.n_words, UINT32_MAX);
    cr_expect_eq(bl_index_get(index, 1).block.bit_pos, last_pos);
    cr_expect_eq(bl_index_expand(index, BL_NONE, UINT32_MAX, NULL), BL_OK);
    cr_assert_eq(bl_index_count(index), 2 + n_blobs);
    uint32_t last_blob = 1 + n_blobs;
    uint32_t found;
    cr_expect_eq(bl_index_find(index, last_pos - 100, &found, NULL), BL_OK);
    cr_expect_eq(found, last_blob);
    cr_expect_eq(bl_index_find(index, last_pos - 1, &found, NULL),
                 BL_OK); /* END_BLOCK of block 8 */
    cr_expect_eq(found, 0);
    cr_expect_eq(bl_index_find(index, last_pos, &found, NULL), BL_OK);
    cr_expect_eq(found, 1);

    struct bl_cursor cursor;
    struct bl_record rec = {0};
    cr_assert_eq(bl_index_cursor(index, last_blob, &cursor, NULL), BL_OK);
    cr_assert_eq(bl_cursor_read_next(&cursor, &rec), 1);
    uint64_t blob_pos = bl_index_get(index, last_blob).block.body_pos + 96;
    cr_expect_gt(blob_pos, UINT64_C(8) << 32);
    cr_expect(rec.blob.data == stream->bytes.data + blob_pos / 8);
    cr_expect_eq(bl_cursor_read_next(&cursor, &rec), 0);
    bl_record_release(&rec);
    bl_cursor_release(&cursor);
    bl_index_close(index);
}

Test(large, positions_beyond_32_bits)
{
    uint32_t n_blobs;
    struct sparse sparse = make_file(&n_blobs);
    struct bl_file *file;
    int status = bl_file_open(&file, sparse.path, 0, NULL);
    unlink(sparse.path);
    if (sizeof(size_t) < 8) {
        cr_expect_eq(status, BL_E_LIMIT);
        close(sparse.fd);
        return;
    }
    cr_assert_eq(status, BL_OK);
    cr_assert(bl_file_is_mapped(file));
    struct bl_stream stream = build_locate(bl_file_view(file));
    cr_assert_gt(stream.bytes.size, UINT64_C(4) * UINT32_MAX);
    check_index(&stream, n_blobs);

    /* The walk leaps over nothing but blobs, so it is as quick. */
    for (unsigned flags = 0; flags < 4; flags++) {
        struct bl_walk *walk;
        struct bl_event event;
        struct bl_error err;
        uint64_t end = 0;
        int rc, n = 0;
        cr_assert_eq(bl_walk_open(&walk, &stream, flags, NULL, NULL), BL_OK);
        while ((rc = bl_walk_next(walk, &event, &err)) > 0) {
            end = event.end_pos;
            n++;
        }
        cr_expect_eq(rc, 0, "%s", rc < 0 ? err.what : "");
        cr_expect_eq(n, (int)(4 * n_blobs + 2 + 3));
        cr_expect_eq(end, stream.bytes.size * 8);
        bl_walk_close(walk);
    }
    bl_file_close(file);
    close(sparse.fd);
}
