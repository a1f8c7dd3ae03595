/* format/offload_bundle.c - code for devices in clang's offload bundles
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Written here because only LLVM itself reads them. Offsets count from the magic; numbers are
 * little-endian.
 *
 *   byte 0       24                  32
 *       +-------+-------------------+---------+- -
 *       | magic | number of entries | entries | contents
 *       +-------+-------------------+---------+- -
 *   an entry:    offset of its contents (8), their size (8), size of the ID (8), the ID
 *
 * A compressed one (llvm/Object/OffloadBundle.h) has another magic, and sizes by its version:
 *
 *   byte 0      4             6            8
 *       +------+-------------+------------+------------+----------+----------+----------+
 *       | CCOB | version (2) | method (2) | total size | raw size | hash (8) | contents |
 *       +------+-------------+------------+------------+----------+----------+----------+
 *   version 1: no total size, 4       version 2: 4, 4       version 3: 8, 8
 */
#include "format/offload_bundle.h"

#include "base/load.h"
#include "base/view.h"
#include "format/section.h"

#include <string.h>

#define MAGIC "__CLANG_OFFLOAD_BUNDLE__"
#define COMPRESSED "CCOB"
#define NOT_READ ", which is not read without its library: llvm-objdump --offloading takes it apart"

enum {
    MAGIC_BYTES = sizeof MAGIC - 1,
    HEADER_BYTES = MAGIC_BYTES + 8,
    ENTRY_BYTES = 24,
    ENTRY_SIZE = 8,
    ENTRY_ID_SIZE = 16,
    ID_MAX_BYTES = 255,

    /* of compressed ones */
    VERSION = 4,
    METHOD = 6,
    SIZES = 8,
    HASH_BYTES = 8,
};

static const struct { /* llvm::compression::Format */
    const char *name, *packed, *hint;
} methods[] = {
    {"zlib", "zlib bundle", "an offload bundle compressed with zlib" NOT_READ},
    {"zstd", "zstd bundle", "an offload bundle compressed with zstd" NOT_READ},
};

bool bl_offload_bundle_probe(struct bl_view bytes)
{
    return bl_view_begins(bytes, MAGIC) || bl_view_begins(bytes, COMPRESSED);
}

/* The compressed bundle at byte POS as a part. */
static int read_compressed(struct bl_offload_bundle *it, uint64_t pos, struct bl_part *part,
                           struct bl_error *err)
{
    struct bl_view bundle = bl_view_from(it->bytes, pos);
    it->end = it->bytes.size;
    if (bundle.size < SIZES)
        return bl_part_fail(err, "the offload bundle ends inside its header", pos + bundle.size);
    unsigned version = bl_load_le16(bundle.data + VERSION);
    unsigned method = bl_load_le16(bundle.data + METHOD);
    if (version < 1 || version > 3)
        return bl_part_pass(err, "a compressed offload bundle of an unknown version",
                            pos + VERSION);
    size_t n_size = version == 3 ? 8 : 4;
    size_t n_total = version == 1 ? 0 : n_size;
    size_t n_header = SIZES + n_total + n_size + HASH_BYTES;
    if (bundle.size < n_header)
        return bl_part_fail(err, "the offload bundle ends inside its header", pos + bundle.size);
    uint64_t total = bundle.size;
    if (n_total)
        total = bl_load_le_partial(bundle.data + SIZES, n_total);
    if (total < n_header || total > bundle.size)
        return bl_part_fail(err, "the compressed offload bundle has an impossible size",
                            pos + SIZES);
    it->start = pos;
    it->end = pos + total;
    if (method >= sizeof methods / sizeof *methods)
        return bl_part_pass(err, "an offload bundle compressed by an unknown method", pos + METHOD);
    it->compression = methods[method].name;
    it->raw_size = bl_load_le_partial(bundle.data + SIZES + n_total, n_size);
    part->kind = BL_PART_SLICE;
    part->name = bl_view_of("compressed");
    part->offset = pos + n_header;
    part->size = total - n_header;
    part->bytes = (struct bl_view){.data = bundle.data + n_header, .size = (size_t)part->size};
    part->is_compressed = true;
    part->packed = methods[method].packed;
    part->hint = methods[method].hint;
    return 1;
}

/* Enter the bundle at byte POS. */
static int enter_bundle(struct bl_offload_bundle *it, uint64_t pos, struct bl_error *err)
{
    struct bl_view bundle = bl_view_from(it->bytes, pos);
    it->end = it->bytes.size;
    it->n_left = 0;
    if (!bl_offload_bundle_probe(bundle))
        return bl_part_fail(err, "no magic of an offload bundle", pos);
    if (bl_view_begins(bundle, COMPRESSED)) {
        it->end = pos; /* where it is read */
        return BL_OK;
    }
    if (bundle.size < HEADER_BYTES)
        return bl_part_fail(err, "the offload bundle ends inside its header", pos + bundle.size);
    uint64_t n = bl_load_le64(bundle.data + MAGIC_BYTES);
    if (n > (bundle.size - HEADER_BYTES) / ENTRY_BYTES)
        return bl_part_fail(err, "more entries than the offload bundle has room for",
                            pos + MAGIC_BYTES);
    it->start = pos;
    it->n_left = n;
    it->at = it->end = pos + HEADER_BYTES;
    return BL_OK;
}

int bl_offload_bundle_open(struct bl_offload_bundle *it, struct bl_view bytes, struct bl_error *err)
{
    *it = (struct bl_offload_bundle){.bytes = bytes};
    return enter_bundle(it, 0, err);
}

/* The entry at it->at. */
static int read_bundle_entry(struct bl_offload_bundle *it, struct bl_part *part,
                             struct bl_error *err)
{
    uint64_t pos = it->at;
    struct bl_view entry = bl_view_from(it->bytes, pos);
    uint64_t n_left = it->n_left;
    uint64_t end = it->end;
    it->n_left = 0;
    it->end = it->bytes.size;
    if (entry.size < ENTRY_BYTES)
        return bl_part_fail(err, "the offload bundle ends inside an entry", pos);
    uint64_t n_id = bl_load_le64(entry.data + ENTRY_ID_SIZE);
    if (n_id > entry.size - ENTRY_BYTES || n_id > ID_MAX_BYTES)
        return bl_part_fail(err, "the entry's ID is longer than it can be", pos + ENTRY_ID_SIZE);
    it->id = (struct bl_view){.data = entry.data + ENTRY_BYTES, .size = (size_t)n_id};
    it->n_left = n_left - 1;
    it->at = pos + ENTRY_BYTES + n_id;
    it->end = end > it->at ? end : it->at;
    uint64_t offset = bl_load_le64(entry.data);
    part->kind = BL_PART_SLICE;
    part->name = it->id.size ? it->id : bl_view_of("entry");
    part->offset = it->start;
    part->size = bl_load_le64(entry.data + ENTRY_SIZE);
    if (!bl_section_slice(bl_view_from(it->bytes, it->start), offset, part->size, &part->bytes))
        return bl_part_fail(err, "the entry reaches beyond the offload bundle", pos);
    part->offset = it->start + offset;
    end = part->offset + part->size;
    it->end = it->end > end ? it->end : end;
    return 1;
}

int bl_offload_bundle_next(struct bl_offload_bundle *it, struct bl_part *part, struct bl_error *err)
{
    *part = bl_section_blank(it->bytes);
    it->id.size = 0;
    it->compression = NULL;
    while (it->n_left == 0) {
        while (it->end < it->bytes.size && it->bytes.data[it->end] == 0)
            it->end++; /* HIP aligns them to pages */
        if (it->end == it->bytes.size)
            return 0;
        if (bl_view_begins(bl_view_from(it->bytes, it->end), COMPRESSED))
            return read_compressed(it, it->end, part, err);
        int status = enter_bundle(it, it->end, err);
        if (status < 0)
            return status;
    }
    return read_bundle_entry(it, part, err);
}

/* ---- Facts ---- */

static int compressed_fact(const struct bl_offload_bundle *it, uint32_t number,
                           struct bl_fact *fact)
{
    static const char *const names[] = {"compression", "raw_bytes"};
    if (number >= sizeof names / sizeof *names)
        return 0;
    *fact = (struct bl_fact){
        .name = bl_view_of(names[number]),
        .kind = number == 0 ? BL_FACT_TEXT : BL_FACT_INTEGER,
        .integer = (int64_t)it->raw_size,
        .text = bl_view_of(it->compression),
    };
    return 1;
}

int bl_offload_bundle_fact(struct bl_offload_bundle *it, uint32_t number, struct bl_fact *fact)
{
    static const char *const names[] = {"offload_kind", "target"};
    if (it->compression)
        return compressed_fact(it, number, fact);
    if (it->id.size == 0 || number >= sizeof names / sizeof *names)
        return 0;
    const uint8_t *dash = memchr(it->id.data, '-', it->id.size);
    size_t n_kind = dash ? (size_t)(dash - it->id.data) : it->id.size;
    *fact = (struct bl_fact){
        .name = bl_view_of(names[number]),
        .kind = number == 0 || dash ? BL_FACT_TEXT : BL_FACT_NULL,
        .text = {.data = it->id.data, .size = n_kind},
    };
    if (number == 1 && dash)
        fact->text = bl_view_from(it->id, n_kind + 1);
    return 1;
}
