/* verify/verify_module.c - compares a module's records with its blocks, its STRTAB and its HASH
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One pass over the module's own records and those of its VALUE_SYMTAB and summary blocks. What an
 * offset leads to is looked up among the children of the module, which the index has in order.
 * Layouts of records: BitcodeWriter.cpp, BitcodeReader.cpp.
 */
#include "verify/verifier.h"

#include "base/bound.h"
#include "ir/globals.h"
#include "ir/summary_record.h"
#include "verify/module_hash.h"

struct module {
    struct bl_verifier *v;
    uint32_t block;
    struct bl_block place;
    uint32_t first_child, n_children;
    bool damaged;  /* children may be missing */
    bool is_whole; /* not the part that a thin-link file has */
    /* By value, the child that is its body; NULL: not known, or not all functions have one. */
    const uint32_t *bodies;
    uint32_t n_values;
    uint64_t offset_base; /* VSTOFFSET and FNENTRY count from this bit */
    uint64_t version;
    bool reported_no_strtab;
    bool names_complete; /* those that go into the HASH are in the STRTAB */
    bool has_hash;
    bool no_memory;              /* sticky */
    struct bl_record rec, inner; /* of the module itself, and of the blocks inside */
};

static void report_in(struct module *m, uint32_t block, int status, const char *what,
                      const struct bl_record *rec)
{
    bl_verify_report_in(m->v, block, status, what, rec->bit_pos);
}

static void report(struct module *m, int status, const char *what, const struct bl_record *rec)
{
    report_in(m, m->block, status, what, rec);
}

static struct bl_block place_of_block(const struct module *m, uint32_t block)
{
    return bl_index_get(m->v->index, block).block;
}

/* ---- STRTAB ---- */

/* Operands AT and AT + 1 of REC in BLOCK: offset and size of a name. False: it is not in the
 * STRTAB. */
static bool check_name(struct module *m, uint32_t block, const struct bl_record *rec, uint32_t at)
{
    if (at + 1 >= rec->n_ops)
        return true;
    uint64_t offset = rec->ops[at];
    uint64_t size = rec->ops[at + 1];
    struct bl_view strtab = m->v->strtab;
    if (!m->v->has_strtab) {
        /* Reported once; an empty name then needs no STRTAB. */
        if (size > 0 && !m->reported_no_strtab)
            report_in(m, block, BL_E_MISMATCH, "name, but no STRTAB can be read after the module",
                      rec);
        m->reported_no_strtab |= size > 0;
        return size == 0;
    }
    m->v->summary->n_strtab_ranges++;
    if (offset > strtab.size || size > strtab.size - offset) {
        report_in(m, block, BL_E_MISMATCH, "name that reaches beyond the STRTAB", rec);
        return false;
    }
    return true;
}

/* A symbol's name, and the name of its partition at operand PARTITION_AT, 0: it has none. Missing
 * operands are reported where all of them are read. */
static void check_symbol(struct module *m, uint32_t partition_at)
{
    if (m->version < BL_VERSION_WITH_STRTAB)
        return;
    if (m->rec.n_ops < 2 || !check_name(m, m->block, &m->rec, 0))
        m->names_complete = false;
    if (partition_at && !check_name(m, m->block, &m->rec, partition_at))
        m->names_complete = false;
}

/* Summaries name type identifiers and, in a combined index, functions. One name outside of the
 * STRTAB is enough of a record. */
static void check_summary(struct module *m, uint32_t block, const struct bl_record *rec)
{
    if (m->version < BL_VERSION_WITH_STRTAB)
        return;
    struct bl_summary_names names = {rec->ops, rec->n_ops, rec->code, 0};
    uint32_t at;
    while (bl_summary_names_next(&names, &at) && check_name(m, block, rec, at))
        ;
}

/* ---- Offsets ---- */

/* The child BLOCK_ID of the module that begins WORDS words after the base, or BL_NONE. */
static uint32_t child_at(const struct module *m, uint64_t words, uint32_t block_id)
{
    if (words > UINT64_MAX / 64)
        return BL_NONE;
    uint64_t target = m->offset_base + words * 32;
    uint32_t lo = m->first_child;
    uint32_t hi = m->first_child + m->n_children;
    BL_LOWER_BOUND(lo, hi, mid, place_of_block(m, mid).bit_pos < target);
    if (lo == m->first_child + m->n_children)
        return BL_NONE;
    struct bl_block found = place_of_block(m, lo);
    return found.bit_pos == target && found.block_id == block_id ? lo : BL_NONE;
}

static void check_vstoffset(struct module *m)
{
    if (m->rec.n_ops < 1) {
        report(m, BL_E_MALFORMED, "VSTOFFSET without an offset", &m->rec);
        return;
    }
    if (m->rec.ops[0] == 0 || m->damaged)
        return;
    m->v->summary->n_offsets++;
    if (child_at(m, m->rec.ops[0], BL_BLOCK_VALUE_SYMTAB) == BL_NONE)
        report(m, BL_E_MISMATCH, "VSTOFFSET that does not lead to a VALUE_SYMTAB block", &m->rec);
}

/* FNENTRY: value, offset of its body. */
static void check_fnentry(struct module *m, uint32_t block, const struct bl_record *rec)
{
    if (rec->code != BL_CODE_VALUE_SYMTAB_FNENTRY)
        return;
    if (rec->n_ops < 2) {
        report_in(m, block, BL_E_MALFORMED, "FNENTRY without an offset", rec);
        return;
    }
    if (m->damaged)
        return;
    uint64_t value = rec->ops[0];
    uint32_t body = child_at(m, rec->ops[1], BL_BLOCK_FUNCTION);
    m->v->summary->n_offsets++;
    if (body == BL_NONE)
        report_in(m, block, BL_E_MISMATCH, "FNENTRY that does not lead to a FUNCTION block", rec);
    else if (m->bodies && (value >= m->n_values || m->bodies[value] != body))
        report_in(m, block, BL_E_MISMATCH, "FNENTRY that leads to the body of another function",
                  rec);
}

/* ---- Bodies ---- */

/* Whether each function that is defined has a FUNCTION block, of BLOCKS by value, and
 * there are no others. */
static bool check_bodies(struct module *m, const struct bl_module_header *head,
                         const uint32_t *blocks)
{
    uint32_t end = m->first_child + m->n_children;
    uint32_t child = m->first_child; /* after the bodies so far */
    for (uint32_t i = 0; i < head->n_places; i++) {
        const struct bl_global_place *function = &head->places[i];
        if (!function->has_body)
            continue;
        if (blocks[i] == BL_NONE) {
            bl_verify_report_in(m->v, m->block, BL_E_MISMATCH, "function without a FUNCTION block",
                                function->bit_pos);
            return false;
        }
        child = blocks[i] + 1;
    }
    while (child < end && place_of_block(m, child).block_id != BL_BLOCK_FUNCTION)
        child++;
    if (child < end)
        bl_verify_report_in(m->v, m->block, BL_E_MISMATCH, "FUNCTION block of no function",
                            place_of_block(m, child).bit_pos);
    return child == end;
}

/* LLVM takes the n-th FUNCTION block for the n-th function with a body; offsets must agree. Nothing
 * is known where the module's own records cannot be read, and of a thin-link file, which has no
 * bodies. */
static int pair_bodies(struct module *m, struct bl_module *reader)
{
    const uint32_t *blocks;
    if (m->damaged || !m->is_whole)
        return BL_OK;
    int status = bl_module_read_header(reader, NULL);
    if (status == BL_OK)
        status = bl_module_body_blocks(reader, &blocks, NULL);
    if (status == BL_OK && check_bodies(m, &reader->header, blocks)) {
        m->bodies = blocks;
        m->n_values = reader->header.n_places;
    }
    return status;
}

/* ---- HASH ---- */

const char bl_hash_is_wrong[] = "HASH that is not the module's";

static void check_hash(struct module *m)
{
    if (m->has_hash) {
        report(m, BL_E_MISMATCH, "second HASH in a module", &m->rec);
        return;
    }
    m->has_hash = true;
    if (m->rec.n_ops != BL_HASH_WORDS) {
        report(m, BL_E_MALFORMED, "HASH that is not five words", &m->rec);
        return;
    }
    /* What has been reported is enough, and a thin-link file has the hash of another file. */
    if (!m->names_complete || !m->is_whole)
        return;
    uint32_t words[BL_HASH_WORDS];
    int status = bl_module_hash(m->v->index, m->block, m->v->strtab, m->rec.bit_pos,
                                &m->v->hash_bytes_left, words);
    m->no_memory |= status == BL_E_NOMEM;
    if (status == BL_E_LIMIT)
        report(m, BL_E_LIMIT, "more bytes of names than the limit for a HASH", &m->rec);
    if (status < 0)
        return;
    m->v->summary->n_hashes++;
    for (uint32_t i = 0; i < BL_HASH_WORDS; i++)
        if (m->rec.ops[i] != words[i]) {
            report(m, BL_E_MISMATCH, bl_hash_is_wrong, &m->rec);
            return;
        }
}

/* ---- The module ---- */

static void check_record(struct module *m)
{
    switch (m->rec.code) {
    case BL_CODE_MODULE_VERSION: m->version = m->rec.n_ops ? m->rec.ops[0] : 0; break;
    case BL_CODE_MODULE_GLOBALVAR: check_symbol(m, 16); break;
    case BL_CODE_MODULE_FUNCTION: check_symbol(m, 19); break;
    case BL_CODE_MODULE_ALIAS: check_symbol(m, 11); break;
    case BL_CODE_MODULE_IFUNC: check_symbol(m, 8); break;
    case BL_CODE_MODULE_COMDAT: check_symbol(m, 0); break;
    case BL_CODE_MODULE_VSTOFFSET: check_vstoffset(m); break;
    case BL_CODE_MODULE_HASH: check_hash(m); break;
    }
}

typedef void check_fn(struct module *m, uint32_t block, const struct bl_record *rec);

static int check_records(struct module *m, uint32_t block, check_fn *check)
{
    struct bl_cursor cursor;
    int rc = bl_index_cursor(m->v->index, block, &cursor, NULL);
    while (rc >= 0 && (rc = bl_cursor_read_next(&cursor, &m->inner)) > 0)
        check(m, block, &m->inner);
    bl_cursor_release(&cursor);
    return rc == BL_E_NOMEM ? rc : BL_OK;
}

static int check_block(struct module *m, uint32_t block)
{
    switch (place_of_block(m, block).block_id) {
    case BL_BLOCK_VALUE_SYMTAB: return check_records(m, block, check_fnentry);
    case BL_BLOCK_METADATA: return bl_verify_metadata(m->v, block, &m->inner);
    case BL_BLOCK_GLOBALVAL_SUMMARY:
    case BL_BLOCK_FULL_LTO_GLOBALVAL_SUMMARY: return check_records(m, block, check_summary);
    default: return BL_OK;
    }
}

static int check_entries(struct module *m)
{
    struct bl_cursor cursor;
    struct bl_entry entry;
    uint32_t child = m->first_child;
    int rc = bl_index_cursor(m->v->index, m->block, &cursor, NULL);
    while (rc >= 0 && (rc = bl_cursor_next(&cursor, &entry)) > 0) {
        if (entry.kind == BL_ENTRY_BLOCK && child < m->first_child + m->n_children) {
            rc = check_block(m, child++);
        } else if (entry.kind == BL_ENTRY_RECORD) {
            rc = bl_cursor_read(&cursor, &m->rec);
            if (rc == BL_OK)
                check_record(m);
            rc = m->no_memory ? BL_E_NOMEM : rc;
        }
    }
    bl_cursor_release(&cursor);
    return rc == BL_E_NOMEM ? rc : BL_OK;
}

/* Every module has types, except one in a thin-link file (ThinLinkBitcodeWriter), of which only
 * names, linkage and summary are left. */
static bool has_types(const struct module *m)
{
    for (uint32_t i = 0; i < m->n_children; i++)
        if (place_of_block(m, m->first_child + i).block_id == BL_BLOCK_TYPE)
            return true;
    return false;
}

static int check_module(struct module *m)
{
    struct bl_module *reader;
    int status = bl_module_open(&reader, m->v->index, m->block, NULL);
    if (status < 0)
        return status;
    bl_module_expect_globals(reader, bl_global_decode);
    status = pair_bodies(m, reader);
    if (status != BL_E_NOMEM)
        status = bl_verify_find_strtab(m->v, m->block);
    if (status == BL_OK)
        status = check_entries(m);
    if (status == BL_OK)
        status = bl_verify_contents(m->v, reader, m->damaged, m->bodies);
    if (m->v->kept && !*m->v->kept)
        *m->v->kept = reader;
    else
        bl_module_close(reader);
    return status;
}

int bl_verify_module(struct bl_verifier *v, uint32_t block)
{
    struct module m = {.v = v, .block = block, .names_complete = true};
    int status = bl_index_children(v->index, block, &m.first_child, &m.n_children, NULL);
    m.damaged = status < 0;
    m.place = place_of_block(&m, block);
    m.offset_base = bl_module_offset_base(v->index, block);
    m.is_whole = has_types(&m);
    if (status != BL_E_NOMEM)
        status = check_module(&m);
    bl_record_release(&m.rec);
    bl_record_release(&m.inner);
    return status == BL_E_NOMEM ? status : BL_OK;
}
