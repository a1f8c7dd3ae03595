/* verify/verify_metadata.c - compares METADATA_INDEX_OFFSET and METADATA_INDEX with their records
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   ... | INDEX_OFFSET [low, high] | record 0 | record 1 | ... | INDEX [d0, d1, ...] | ...
 *                                  ^start                      ^start + offset
 *
 * Entry i of the INDEX leads to start + d0 + ... + di, the first bit of a record. LLVM writes the
 * pair into the METADATA block of a module that has more than 25 nodes, and reads it nowhere else
 * (MetadataLoader.cpp).
 */
#include "verify/verifier.h"

#include "ir/metadata.h"

struct table {
    struct bl_verifier *v;
    uint32_t block;
    bool has_offset, has_index;
    uint64_t bit_pos; /* of the INDEX_OFFSET record */
    uint64_t start;   /* its end */
    uint64_t offset;
};

static void report(struct table *t, int status, const char *what, uint64_t bit_pos)
{
    bl_verify_report_in(t->v, t->block, status, what, bit_pos);
}

static void check_offset(struct table *t, const struct bl_record *rec)
{
    if (t->has_offset) {
        report(t, BL_E_MISMATCH, "second METADATA_INDEX_OFFSET in a block", rec->bit_pos);
        return;
    }
    if (!bl_metadata_index_offset(rec, &t->offset)) {
        report(t, BL_E_MALFORMED, "METADATA_INDEX_OFFSET that is not two 32-bit words",
               rec->bit_pos);
        return;
    }
    t->has_offset = true;
    t->bit_pos = rec->bit_pos;
    t->start = rec->end_pos;
}

/* Whether every entry of INDEX leads to a record: 1, 0, or BL_E_NOMEM. Both ascend, so one pass
 * finds all: the records are read a second time instead of being remembered. */
static int entries_lead_to_records(struct table *t, const struct bl_record *index)
{
    struct bl_cursor cursor;
    struct bl_entry entry = {0};
    uint64_t target = t->start;
    bool ok = bl_index_cursor(t->v->index, t->block, &cursor, NULL) == BL_OK;
    for (uint32_t i = 0; ok && i < index->n_ops; i++) {
        ok = !__builtin_add_overflow(target, index->ops[i], &target);
        while (ok && (entry.bit_pos < target || entry.kind != BL_ENTRY_RECORD))
            ok = bl_cursor_next(&cursor, &entry) > 0;
        ok = ok && entry.bit_pos == target;
    }
    int status = cursor.status;
    bl_cursor_release(&cursor);
    return status == BL_E_NOMEM ? status : ok;
}

static int check_index(struct table *t, const struct bl_record *rec)
{
    if (!t->has_offset || t->has_index) {
        report(t, BL_E_MISMATCH,
               t->has_index ? "second METADATA_INDEX in a block"
                            : "METADATA_INDEX without METADATA_INDEX_OFFSET before it",
               rec->bit_pos);
        return BL_OK;
    }
    t->has_index = true;
    t->v->summary->n_metadata_indexes++;
    if (rec->bit_pos - t->start != t->offset)
        report(t, BL_E_MISMATCH, "METADATA_INDEX_OFFSET that does not lead to METADATA_INDEX",
               t->bit_pos);
    int rc = entries_lead_to_records(t, rec);
    if (rc == 0)
        report(t, BL_E_MISMATCH, "METADATA_INDEX with an entry that does not lead to a record",
               rec->bit_pos);
    return rc < 0 ? rc : BL_OK;
}

int bl_verify_metadata(struct bl_verifier *v, uint32_t block, struct bl_record *rec)
{
    struct table t = {.v = v, .block = block};
    struct bl_cursor cursor;
    int rc = bl_index_cursor(v->index, block, &cursor, NULL);
    while (rc >= 0 && (rc = bl_cursor_read_next(&cursor, rec)) > 0) {
        if (rec->code == BL_CODE_METADATA_INDEX_OFFSET)
            check_offset(&t, rec);
        else if (rec->code == BL_CODE_METADATA_INDEX)
            rc = check_index(&t, rec);
    }
    /* In a damaged block the INDEX may be after the damage. */
    if (rc == 0 && t.has_offset && !t.has_index)
        report(&t, BL_E_MISMATCH, "METADATA_INDEX_OFFSET without METADATA_INDEX", t.bit_pos);
    bl_cursor_release(&cursor);
    return rc == BL_E_NOMEM ? rc : BL_OK;
}
