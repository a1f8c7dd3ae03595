/* rewrite/rewriter.c - a stream written again, with some of its entries changed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Bits of the stream are copied as late as possible: `from` is the first one that is neither
 * written nor left out. So everything between two changes is one piece. As long as the new bits lie
 * in the same place of a word as the old ones, that holds for blocks and blobs, too; where they do
 * not, a block or blob is written by itself, and brings them back in step, as its contents are
 * aligned.
 */
#include "rewrite/rewriter.h"

#include "base/grow.h"
#include "base/status.h"
#include "base/store.h"
#include "bitleap_limits.h"
#include "verify/verifier.h"

#include <string.h>

enum {
    WRAPPER_SIZE_AT = 12, /* bytes from the wrapper's start */
    WRAPPER_BYTES = 20,
    WRAPPER_ALIGNMENT = 16,
};

int bl_rewrite_open(struct bl_rewrite **rewrite, const struct bl_stream *stream, unsigned flags,
                    struct bl_error *err)
{
    *rewrite = NULL;
    int status = bl_check_flags(flags, BL_REWRITE_DECODED, err);
    if (status < 0)
        return status;
    struct bl_rewrite *r = bl_new(sizeof *r);
    if (!r)
        return bl_fail(err, BL_E_NOMEM, "no memory for a rewrite");
    r->stream = *stream;
    r->flags = flags;
    *rewrite = r;
    return BL_OK;
}

void bl_rewrite_close(struct bl_rewrite *r)
{
    if (!r)
        return;
    bl_changes_release(&r->changes);
    bl_recodings_release(&r->recodings);
    bl_hashes_release(&r->hashes);
    bl_pieces_release(&r->out);
    bl_drop(r->views);
    bl_drop(r->joined);
    bl_drop(r);
}

void bl_rewrite_changed(struct bl_rewrite *r)
{
    r->is_written = r->is_joined = false;
}

static int add_change(struct bl_rewrite *r, struct bl_change change, struct bl_error *err)
{
    bl_rewrite_changed(r);
    if (bl_changes_add(&r->changes, &change) < 0)
        return bl_fail_at(err, BL_E_NOMEM, "no memory for a change", change.bit_pos);
    return BL_OK;
}

int bl_rewrite_replace(struct bl_rewrite *r, uint64_t bit_pos, const struct bl_new_record *record,
                       struct bl_error *err)
{
    struct bl_change_text text = {.record = *record};
    struct bl_change change = {.bit_pos = bit_pos, .kind = BL_CHANGE_REPLACE, .text = &text};
    return add_change(r, change, err);
}

int bl_rewrite_drop(struct bl_rewrite *r, uint64_t bit_pos, struct bl_error *err)
{
    return add_change(r, (struct bl_change){.bit_pos = bit_pos, .kind = BL_CHANGE_DROP}, err);
}

int bl_rewrite_drop_all(struct bl_rewrite *r, uint64_t bit_pos, uint64_t end_pos,
                        struct bl_error *err)
{
    struct bl_change change = {.bit_pos = bit_pos, .end_pos = end_pos, .kind = BL_CHANGE_DROP_ALL};
    return add_change(r, change, err);
}

int bl_rewrite_insert(struct bl_rewrite *r, uint64_t bit_pos, const struct bl_new_record *record,
                      struct bl_error *err)
{
    struct bl_change_text text = {.record = *record};
    struct bl_change change = {.bit_pos = bit_pos, .kind = BL_CHANGE_INSERT, .text = &text};
    return add_change(r, change, err);
}

int bl_rewrite_insert_block(struct bl_rewrite *r, uint64_t bit_pos, uint32_t block_id,
                            unsigned id_width, struct bl_view body, struct bl_error *err)
{
    if (block_id == BL_BLOCK_BLOCKINFO || body.size % 4 || body.size / 4 > UINT32_MAX ||
        id_width < 1 || id_width > BL_MAX_WIDTH)
        return bl_fail_at(err, BL_E_ARGUMENT, "a block that cannot be inserted", bit_pos);
    struct bl_change_text text = {.record.blob = body, .id_width = id_width, .block_id = block_id};
    struct bl_change change = {.bit_pos = bit_pos, .kind = BL_CHANGE_INSERT_BLOCK, .text = &text};
    return add_change(r, change, err);
}

uint32_t bl_rewrite_count(struct bl_rewrite *r)
{
    return bl_changes_count(&r->changes);
}

void bl_rewrite_wrap(struct bl_rewrite *r, struct bl_view file)
{
    size_t before = (size_t)(r->stream.bytes.data - file.data);
    bl_rewrite_changed(r);
    r->before = (struct bl_view){file.data, before};
    size_t end = before + r->stream.bytes.size;
    r->after = (struct bl_view){file.data + end, file.size - end};
}

int bl_rewrite_hashes(struct bl_rewrite *r, unsigned policy, struct bl_error *err)
{
    if (policy > BL_HASH_RENEW)
        return bl_fail(err, BL_E_ARGUMENT, "no such policy for hashes");
    bl_rewrite_changed(r);
    r->hashes.policy = policy;
    return BL_OK;
}

struct bl_hash_counts bl_rewrite_hash_counts(const struct bl_rewrite *r)
{
    return r->hashes.counts;
}

/* ---- The file around the stream ---- */

static bool is_padding(struct bl_view bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        if (bytes.data[i])
            return false;
    return bytes.size < WRAPPER_ALIGNMENT;
}

static int add_view(struct bl_rewrite *r, struct bl_view view)
{
    return view.size ? bl_append(&r->views, &r->n_views, &r->cap_views, view) : BL_OK;
}

/* The wrapper, with the size of what is in it now. */
static int add_before(struct bl_rewrite *r, uint64_t stream_size)
{
    const struct bl_wrapper *wrapper = &r->stream.wrapper;
    size_t size = r->before.size;
    if (!wrapper->magic || wrapper->offset < WRAPPER_BYTES || wrapper->offset > size)
        return add_view(r, r->before);
    size_t begin = size - wrapper->offset;
    memcpy(r->header, r->before.data + begin, WRAPPER_BYTES);
    bl_store_le32(r->header + WRAPPER_SIZE_AT, (uint32_t)stream_size);
    int status = add_view(r, (struct bl_view){r->before.data, begin});
    if (status == BL_OK)
        status = add_view(r, (struct bl_view){r->header, WRAPPER_BYTES});
    size_t rest = begin + WRAPPER_BYTES;
    return status < 0 ? status : add_view(r, (struct bl_view){r->before.data + rest, size - rest});
}

static int add_after(struct bl_rewrite *r, uint64_t stream_size)
{
    static const uint8_t zeros[WRAPPER_ALIGNMENT];
    uint64_t offset = r->stream.wrapper.offset;
    uint64_t size_before = offset + r->stream.bytes.size + r->after.size;
    bool is_padded =
        r->stream.wrapper.magic && is_padding(r->after) && size_before % WRAPPER_ALIGNMENT == 0;
    if (!is_padded)
        return add_view(r, r->after);
    uint64_t over = (offset + stream_size) % WRAPPER_ALIGNMENT;
    size_t n = over ? WRAPPER_ALIGNMENT - (size_t)over : 0;
    return add_view(r, (struct bl_view){zeros, n});
}

static void set_pieces(const struct bl_rewrite *r, const struct bl_view **pieces, size_t *n_pieces,
                       uint64_t *size)
{
    for (size_t i = 0; i < r->n_views; i++)
        *size += r->views[i].size;
    *pieces = r->views;
    *n_pieces = r->n_views;
}

static int write_once(struct bl_rewrite *r, struct bl_error *err)
{
    r->hashes.counts = (struct bl_hash_counts){0};
    bl_changes_sort(&r->changes);
    bl_pieces_release(&r->out);
    int status = bl_pieces_init(&r->out, err);
    if (status == BL_OK)
        status = bl_rewrite_stream(r, err);
    uint64_t stream_size = 0;
    struct bl_error memory;
    /* Without it positions do not advance, and seem to lead nowhere. */
    if (status == BL_E_MISMATCH && bl_pieces_finish(&r->out, &stream_size, &memory) == BL_E_NOMEM)
        status = bl_fail_again(err, &memory);
    if (status == BL_OK)
        status = bl_pieces_finish(&r->out, &stream_size, err);
    if (status < 0)
        return status;
    if (r->stream.wrapper.magic && r->before.size && stream_size > UINT32_MAX)
        return bl_fail(err, BL_E_LIMIT, "stream longer than a wrapper can say");
    r->n_views = 0;
    status = add_before(r, stream_size);
    for (size_t i = 0; i < r->out.n_views && status == BL_OK; i++)
        status = add_view(r, r->out.views[i]);
    if (status == BL_OK)
        status = add_after(r, stream_size);
    if (status < 0)
        return bl_fail(err, status, "no memory for what is written");
    r->is_written = true;
    return BL_OK;
}

/* Once more, with the hashes of what is written. */
static int write_with_hashes(struct bl_rewrite *r, struct bl_error *err)
{
    struct bl_view bytes;
    struct bl_stream written;
    int status = bl_rewrite_join(r, &bytes, err);
    if (status == BL_OK)
        status = bl_stream_locate(bytes, &written, err);
    if (status == BL_OK)
        status = bl_hashes_renew(&r->hashes, &written, err);
    bl_rewrite_changed(r);
    return status == BL_OK ? write_once(r, err) : status;
}

int bl_rewrite_pieces(struct bl_rewrite *r, const struct bl_view **pieces, size_t *n_pieces,
                      uint64_t *size, struct bl_error *err)
{
    *n_pieces = 0;
    *size = 0;
    if (!r->is_written) {
        bool renews = r->hashes.policy == BL_HASH_RENEW && bl_rewrite_changes(r);
        int status = renews ? bl_hashes_read(&r->hashes, &r->stream, err) : BL_OK;
        if (status == BL_OK)
            status = write_once(r, err);
        if (status == BL_OK && r->hashes.counts.n_renewed > 0)
            status = write_with_hashes(r, err);
        if (status < 0)
            return status;
    }
    set_pieces(r, pieces, n_pieces, size);
    return BL_OK;
}

int bl_rewrite_join(struct bl_rewrite *r, struct bl_view *bytes, struct bl_error *err)
{
    const struct bl_view *pieces;
    size_t n;
    uint64_t size;
    *bytes = (struct bl_view){0};
    if (!r->is_joined) {
        int status = bl_rewrite_pieces(r, &pieces, &n, &size, err);
        if (status < 0)
            return status;
        if (size > SIZE_MAX - 8 || bl_grow(&r->joined, &r->cap_joined, size + 8) < 0)
            return bl_fail(err, BL_E_NOMEM, "no memory for what is written");
        r->n_joined = 0;
        for (size_t i = 0; i < n; r->n_joined += pieces[i++].size)
            memcpy(r->joined + r->n_joined, pieces[i].data, pieces[i].size);
        r->is_joined = true;
    }
    *bytes = (struct bl_view){r->joined, r->n_joined};
    return BL_OK;
}

struct first_problem {
    struct bl_error problem;
    bool keeps_hashes;
};

static void note_problem(void *context, const struct bl_error *problem)
{
    struct first_problem *first = context;
    bool is_kept_hash = first->keeps_hashes && problem->what == bl_hash_is_wrong;
    if (first->problem.status == BL_OK && !is_kept_hash)
        first->problem = *problem;
}

int bl_rewrite_verify(const struct bl_rewrite *r, const struct bl_stream *written,
                      struct bl_module **module, struct bl_error *err)
{
    struct first_problem first = {.keeps_hashes = r->hashes.policy == BL_HASH_KEEP};
    int status = bl_verify_open(written, note_problem, &first, NULL, module, err);
    bool is_good = first.problem.status == BL_OK;
    return status > 0 ? is_good ? BL_OK : bl_fail_again(err, &first.problem) : status;
}

int bl_rewrite_write(struct bl_rewrite *r, bl_rewrite_put_fn *put, void *context,
                     struct bl_error *err)
{
    const struct bl_view *pieces;
    size_t n;
    uint64_t size;
    int status = bl_rewrite_pieces(r, &pieces, &n, &size, err);
    for (size_t i = 0; i < n && status == BL_OK; i++)
        if (put(context, pieces[i]) < 0)
            status = bl_fail(err, BL_E_STOPPED, "what was written could not be put away");
    return status;
}
