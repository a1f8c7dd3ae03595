/* rewrite/hashes.c - what becomes of the HASH records of modules
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A HASH is of the bytes before it, and of names in the STRTAB after its module. So new ones are
 * known when all else has been written; the stream is then written once more.
 */
#include "rewrite/hashes.h"

#include "base/bound.h"
#include "base/grow.h"
#include "base/status.h"
#include "bitleap_codes.h"
#include "bitleap_limits.h"
#include "ir/module.h"
#include "stream/cursor.h"
#include "verify/module_hash.h"

#include <string.h>

/* The HASH that REC is, in the module at BLOCK. */
static int add_hash(struct bl_hashes *h, struct bl_module *module, uint64_t *bytes_left,
                    const struct bl_record *rec)
{
    struct bl_module_hash hash = {.bit_pos = rec->bit_pos};
    struct bl_view strtab = {0};
    uint32_t words[BL_HASH_WORDS] = {0};
    int status = bl_module_strtab(module, &strtab);
    if (status >= 0)
        status = bl_module_hash(bl_module_index(module), bl_module_block(module), strtab,
                                rec->bit_pos, bytes_left, words);
    if (status == BL_E_NOMEM)
        return status;
    hash.is_right = status == BL_OK && rec->n_ops == BL_HASH_WORDS;
    for (uint32_t i = 0; i < BL_HASH_WORDS; i++) {
        hash.words[i] = words[i];
        hash.is_right = hash.is_right && rec->ops[i] == words[i];
    }
    return bl_append(&h->items, &h->n, &h->cap, hash);
}

static int read_module(struct bl_hashes *h, struct bl_module *module, uint64_t *bytes_left,
                       struct bl_error *err)
{
    struct bl_cursor c;
    struct bl_record rec = {0};
    struct bl_entry entry;
    int rc = bl_index_cursor(bl_module_index(module), bl_module_block(module), &c, err);
    if (rc < 0)
        return rc;
    while (rc >= 0 && (rc = bl_cursor_next(&c, &entry)) > 0) {
        if (entry.kind != BL_ENTRY_RECORD)
            continue;
        rc = bl_cursor_read(&c, &rec);
        if (rc >= 0 && rec.code == BL_CODE_MODULE_HASH && add_hash(h, module, bytes_left, &rec) < 0)
            rc = bl_cursor_fail(&c, BL_E_NOMEM, "no memory for a hash", entry.bit_pos);
    }
    if (rc < 0)
        bl_cursor_error(&c, err);
    bl_cursor_release(&c);
    bl_record_release(&rec);
    return rc;
}

int bl_hashes_read(struct bl_hashes *h, const struct bl_stream *stream, struct bl_error *err)
{
    struct bl_index *index;
    uint64_t bytes_left = (uint64_t)stream->bytes.size * BL_MAX_NAME_BYTES_PER_BYTE;
    int status = bl_index_open(&index, stream, err);
    h->n = 0;
    if (status < 0)
        return status;
    for (uint32_t block = bl_module_next(index, BL_NONE); block != BL_NONE && status == BL_OK;
         block = bl_module_next(index, block)) {
        struct bl_module *module;
        status = bl_module_open(&module, index, block, err);
        if (status == BL_OK)
            status = read_module(h, module, &bytes_left, err);
        bl_module_close(module);
    }
    bl_index_close(index);
    return status;
}

int bl_hashes_renew(struct bl_hashes *h, const struct bl_stream *written, struct bl_error *err)
{
    struct bl_hashes now = {0};
    int status = bl_hashes_read(&now, written, err);
    uint32_t k = 0;
    for (uint32_t i = 0; i < h->n && status == BL_OK; i++) {
        if (!h->items[i].is_right)
            continue;
        if (k == now.n)
            status = bl_fail(err, BL_E_MISMATCH, "fewer hashes were written than there are");
        else
            memcpy(h->items[i].words, now.items[k++].words, sizeof h->items[i].words);
    }
    bl_hashes_release(&now);
    return status;
}

bool bl_hashes_meet(struct bl_hashes *h, uint64_t bit_pos, const uint64_t **ops)
{
    uint32_t i = 0;
    uint32_t end = h->n;
    BL_LOWER_BOUND(i, end, mid, h->items[mid].bit_pos < bit_pos);
    bool is_renewed = h->policy == BL_HASH_RENEW && i < h->n && h->items[i].bit_pos == bit_pos &&
                      h->items[i].is_right;
    if (is_renewed)
        *ops = h->items[i].words;
    h->counts.n_renewed += is_renewed;
    h->counts.n_kept += h->policy == BL_HASH_KEEP;
    h->counts.n_dropped += !is_renewed && h->policy != BL_HASH_KEEP;
    return is_renewed || h->policy == BL_HASH_KEEP;
}

void bl_hashes_release(struct bl_hashes *h)
{
    bl_drop(h->items);
    *h = (struct bl_hashes){0};
}
