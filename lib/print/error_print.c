/* print/error_print.c - labels of blocks and records, and errors in words
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/status.h"
#include "print/print.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- Labels ---- */

enum {
    STATED_BYTES = 128, /* of a name that the stream states, no more are printed, */
    STATED_CHARACTERS = 3 * STATED_BYTES /* escaped */
};
_Static_assert(STATED_CHARACTERS + sizeof "..." <= BL_LABEL_MAX, "a label's limit");

/* Ids of the container's own blocks mean the same in all streams. */
static bool knows_ir(enum bl_stream_kind kind, uint32_t block_id)
{
    return kind == BL_STREAM_LLVM_IR || block_id < BL_BLOCK_MODULE;
}

static void print_label(const struct bl_print *p, uint32_t block_id, struct bl_view stated,
                        const char *known, const char *what, uint32_t number)
{
    if (stated.size && block_id != BL_BLOCK_BLOCKINFO) {
        bool is_long = stated.size > STATED_BYTES;
        bl_print_escaped(p, (struct bl_view){stated.data, is_long ? STATED_BYTES : stated.size});
        bl_print_text(p, is_long ? "..." : "");
    } else if (known) {
        bl_print_text(p, known);
    } else {
        bl_print_text(p, what);
        bl_print_numbered(p, " ", number);
    }
}

void bl_block_label_print(unsigned kind, struct bl_view stated, uint32_t parent_id,
                          uint32_t block_id, bl_put_fn *put, void *context)
{
    const char *known = knows_ir(kind, block_id) ? bl_ir_block_name(parent_id, block_id) : NULL;
    print_label(&(struct bl_print){put, context}, block_id, stated, known, "block", block_id);
}

void bl_record_label_print(unsigned kind, struct bl_view stated, uint32_t block_id, uint32_t code,
                           bl_put_fn *put, void *context)
{
    const char *known = knows_ir(kind, block_id) ? bl_ir_record_name(block_id, code) : NULL;
    print_label(&(struct bl_print){put, context}, block_id, stated, known, "record", code);
}

/* ---- Errors ---- */

/* *NAME: the one that BLOCKINFO gives the block at STEP, or empty. */
static int find_block_name(struct bl_index *ix, const struct bl_path_step *step,
                           struct bl_view *name)
{
    uint32_t block = BL_NONE;
    *name = (struct bl_view){0};
    int status = ix ? bl_index_find(ix, step->bit_pos, &block, NULL) : BL_OK;
    if (block != BL_NONE && bl_index_get(ix, block).block.bit_pos == step->bit_pos)
        *name = bl_index_block_name(ix, block);
    return status == BL_E_NOMEM ? status : BL_OK;
}

/* By the names in IX, which may be NULL. */
static int print_path(const struct bl_print *p, const struct bl_error *err,
                      enum bl_stream_kind kind, struct bl_index *ix)
{
    uint32_t shown = bl_error_n_steps(err->depth);
    uint32_t parent_id = BL_NONE;
    int status = BL_OK;
    for (uint32_t i = 0; i < shown; i++) {
        const struct bl_path_step *step = &err->path[i];
        struct bl_view stated;
        if (find_block_name(ix, step, &stated) == BL_E_NOMEM)
            status = BL_E_NOMEM;
        bl_print_text(p, i > 0 ? "/" : "");
        bl_block_label_print(kind, stated, parent_id, step->block_id, p->put, p->context);
        bl_print_numbered(p, "@", step->bit_pos);
        parent_id = step->block_id;
    }
    if (shown < err->depth) {
        bl_print_numbered(p, "/…(", err->depth - shown);
        bl_print_text(p, " more)");
    }
    return status;
}

int bl_error_print_path(const struct bl_error *err, const struct bl_stream *stream,
                        struct bl_index *ix, bl_put_fn *put, void *context)
{
    struct bl_print p = {put, context};
    enum bl_stream_kind kind = stream ? stream->kind : BL_STREAM_UNKNOWN;
    struct bl_index *own = NULL;
    int opened = BL_OK;
    if (kind == BL_STREAM_LLVM_IR || err->depth == 0)
        ix = NULL; /* its names are known */
    else if (!ix && stream && (opened = bl_index_open(&own, stream, NULL)) == BL_OK)
        ix = own;
    int status = print_path(&p, err, kind, ix);
    bl_index_close(own);
    return opened == BL_E_NOMEM ? opened : status;
}

uint64_t bl_error_byte(const struct bl_error *err, const struct bl_stream *stream)
{
    if (!err->has_pos)
        return 0;
    bool counts_from_stream = stream && !bl_is_of_container(err->status);
    return (counts_from_stream ? stream->file_offset : 0) + err->bit_pos / 8;
}

int bl_error_print(const struct bl_error *err, const struct bl_stream *stream, bl_put_fn *put,
                   void *context)
{
    struct bl_print p = {put, context};
    int status = BL_OK;
    if (err->has_pos) {
        char place[64];
        snprintf(place, sizeof place, "bit %" PRIu64 " (byte 0x%" PRIx64 ")", err->bit_pos,
                 bl_error_byte(err, stream));
        bl_print_text(&p, place);
    }
    if (err->depth) {
        bl_print_text(&p, err->has_pos ? " in " : "in ");
        status = bl_error_print_path(err, stream, NULL, put, context);
    }
    bl_print_text(&p, err->has_pos || err->depth ? ": " : "");
    bl_print_text(&p, err->what ? err->what : bl_status_text(err->status));
    if (err->n_choices)
        bl_print_numbered(&p, " of ", err->n_choices);
    if (err->sys_errno) {
        bl_print_text(&p, ": ");
        bl_print_text(&p, strerror(err->sys_errno));
    }
    return status;
}

size_t bl_error_format(const struct bl_error *err, const struct bl_stream *stream, char *text,
                       size_t size)
{
    struct bl_room room = {.size = size};
    room.text = text;
    bl_room_put(&room, "", 0);
    (void)bl_error_print(err, stream, bl_room_put, &room);
    return room.n_text;
}
