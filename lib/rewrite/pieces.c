/* rewrite/pieces.c - bits to be written: those of a stream, borrowed, and new ones
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/pieces.h"

#include "base/grow.h"
#include "base/status.h"
#include "bits/reader.h"
#include "stream/writer.h"

enum {
    /* From here on borrowing takes less than copying. */
    LEAST_BORROWED_BITS = 256 * 8,
    WORD_BITS = 32,
};

int bl_pieces_init(struct bl_pieces *p, struct bl_error *err)
{
    *p = (struct bl_pieces){0};
    return bl_writer_open(&p->writer, err);
}

void bl_pieces_release(struct bl_pieces *p)
{
    bl_writer_close(p->writer);
    bl_drop(p->borrowed);
    bl_drop(p->views);
    *p = (struct bl_pieces){0};
}

uint64_t bl_pieces_pos(const struct bl_pieces *p)
{
    return bl_writer_pos(p->writer) + p->borrowed_bytes * 8;
}

static void borrow(struct bl_pieces *p, struct bl_view bytes)
{
    uint64_t own = bl_writer_pos(p->writer) / 8;
    struct bl_borrowed *last = p->n_borrowed ? &p->borrowed[p->n_borrowed - 1] : NULL;
    if (last && last->own_before == own && last->bytes.data + last->bytes.size == bytes.data)
        last->bytes.size += bytes.size;
    else if (bl_append(&p->borrowed, &p->n_borrowed, &p->cap_borrowed,
                       (struct bl_borrowed){.bytes = bytes, .own_before = own}) < 0)
        p->no_memory = true;
    p->borrowed_bytes += bytes.size;
}

void bl_pieces_copy(struct bl_pieces *p, const struct bl_bits *stream, uint64_t from, uint64_t to)
{
    bool in_step = bl_pieces_pos(p) % WORD_BITS == from % WORD_BITS;
    if (!in_step || to - from < LEAST_BORROWED_BITS) {
        bl_writer_put_bits(p->writer, stream, from, to);
        return;
    }
    uint64_t first = bl_align32(from);
    uint64_t last = to - to % WORD_BITS;
    bl_writer_put_bits(p->writer, stream, from, first);
    borrow(p, (struct bl_view){stream->data + first / 8, (size_t)((last - first) / 8)});
    bl_writer_put_bits(p->writer, stream, last, to);
}

static int add_view(struct bl_pieces *p, struct bl_view bytes)
{
    return bytes.size ? bl_append(&p->views, &p->n_views, &p->cap_views, bytes) : BL_OK;
}

int bl_pieces_finish(struct bl_pieces *p, uint64_t *size, struct bl_error *err)
{
    *size = bl_pieces_pos(p) / 8;
    uint64_t n_own = bl_writer_pos(p->writer) / 8; /* bl_writer_finish() adds zeros to it */
    struct bl_view own;
    int status = bl_writer_finish(p->writer, &own, err);
    if (status < 0)
        return status;
    uint64_t done = 0;
    status = p->no_memory ? BL_E_NOMEM : BL_OK;
    p->n_views = 0;
    for (size_t i = 0; i < p->n_borrowed && status == BL_OK; i++) {
        uint64_t end = p->borrowed[i].own_before;
        status = add_view(p, (struct bl_view){own.data + done, (size_t)(end - done)});
        if (status == BL_OK)
            status = add_view(p, p->borrowed[i].bytes);
        done = end;
    }
    if (status == BL_OK)
        status = add_view(p, (struct bl_view){own.data + done, (size_t)(n_own - done)});
    return status < 0 ? bl_fail(err, BL_E_NOMEM, "no memory for what is written") : BL_OK;
}
