/* verify/module_hash.c - the HASH of a module, computed as LLVM's writer does
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Layouts of records: BitcodeWriter.cpp, where StrtabBuilder.add() is called.
 */
#include "verify/module_hash.h"

#include "bitleap_codes.h"
#include "index/index.h"
#include "ir/globals.h"
#include "stream/cursor.h"

#include <sha1.h>

_Static_assert(BL_HASH_WORDS * 4 == SHA1_DIGEST_LENGTH, "a HASH is one SHA-1");

struct names {
    SHA1_CTX sha;
    struct bl_view strtab;
    uint64_t *bytes_left;
};

/* The name whose offset and size are operands AT and AT + 1 of REC, if it has them. */
static int add_name(struct names *n, const struct bl_record *rec, uint32_t at)
{
    if (at + 1 >= rec->n_ops)
        return BL_OK;
    uint64_t offset = rec->ops[at];
    uint64_t size = rec->ops[at + 1];
    if (size == 0)
        return BL_OK;
    if (offset > n->strtab.size || size > n->strtab.size - offset)
        return BL_E_MISMATCH;
    if (size > *n->bytes_left)
        return BL_E_LIMIT;
    *n->bytes_left -= size;
    SHA1Update(&n->sha, n->strtab.data + offset, (size_t)size);
    return BL_OK;
}

/* The operand after which there is the name of a symbol's partition; 0: of none; BL_NONE: the
 * record is no symbol. */
static uint32_t partition_of(uint32_t code)
{
    switch (code) {
    case BL_CODE_MODULE_GLOBALVAR: return 16;
    case BL_CODE_MODULE_FUNCTION: return 19;
    case BL_CODE_MODULE_ALIAS: return 11;
    case BL_CODE_MODULE_IFUNC: return 8;
    case BL_CODE_MODULE_COMDAT: return 0;
    default: return BL_NONE;
    }
}

static int add_names(struct names *n, struct bl_cursor *c, uint64_t end_pos, struct bl_record *rec)
{
    struct bl_entry entry;
    uint64_t version = 0;
    int rc;
    while ((rc = bl_cursor_next(c, &entry)) > 0 && entry.bit_pos < end_pos) {
        if (entry.kind != BL_ENTRY_RECORD)
            continue;
        rc = bl_cursor_read(c, rec);
        if (rc < 0)
            break;
        if (rec->code == BL_CODE_MODULE_VERSION && rec->n_ops)
            version = rec->ops[0];
        uint32_t partition_at = partition_of(rec->code);
        if (partition_at == BL_NONE || version < BL_VERSION_WITH_STRTAB)
            continue;
        rc = rec->n_ops < 2 ? BL_E_MISMATCH : add_name(n, rec, 0);
        if (rc == BL_OK && partition_at)
            rc = add_name(n, rec, partition_at);
        if (rc < 0)
            break;
    }
    return rc < 0 ? rc : BL_OK;
}

int bl_module_hash(struct bl_index *index, uint32_t block, struct bl_view strtab, uint64_t hash_pos,
                   uint64_t *bytes_left, /* NOLINT(readability-non-const-parameter): by names */
                   uint32_t words[BL_HASH_WORDS])
{
    struct names names = {.strtab = strtab, .bytes_left = bytes_left};
    struct bl_record rec = {0};
    struct bl_cursor cursor;
    uint8_t digest[SHA1_DIGEST_LENGTH];
    SHA1Init(&names.sha);
    int rc = bl_index_cursor(index, block, &cursor, NULL);
    if (rc >= 0)
        rc = add_names(&names, &cursor, hash_pos, &rec);
    uint64_t body_pos = cursor.block.body_pos;
    const uint8_t *body = cursor.bits.data + body_pos / 8;
    bl_cursor_release(&cursor);
    bl_record_release(&rec);
    if (rc < 0)
        return rc;
    SHA1Update(&names.sha, body, (size_t)((hash_pos - body_pos) / 32) * 4);
    SHA1Final(digest, &names.sha);
    for (uint32_t i = 0; i < BL_HASH_WORDS; i++) {
        const uint8_t *d = digest + (size_t)i * 4;
        words[i] = (uint32_t)d[0] << 24 | (uint32_t)d[1] << 16 | (uint32_t)d[2] << 8 | d[3];
    }
    return BL_OK;
}
