/* format/fatbin.c - code for devices in CUDA fat binaries (.fatbin, .nv_fatbin)
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Written here because NVIDIA documents no such format; what is known comes from files, of CUDA 4
 * to 13. All numbers are little-endian.
 *
 *   byte 0       4         6               8                 16
 *       +-------+---------+---------------+-----------------+---------+- -
 *       | magic | version | header's size | size of entries | entries | ...
 *       +-------+---------+---------------+-----------------+---------+- -
 *   an entry: its header, the payload
 *   a header: kind (2), version (2), size of the header (4), of the payload with padding (8), of
 *             what is compressed in it (4); at 28 the architecture (4), at 40 flags (8), at 56 the
 *             size of the payload without compression (8)
 */
#include "format/fatbin.h"

#include "base/load.h"
#include "base/view.h"
#include "format/section.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    MAGIC_BYTES = 4,
    HEADER_BYTES = 16,
    HEADER_VERSION = 4,
    HEADER_OWN_SIZE = 6,
    HEADER_SIZE = 8,
    VERSION = 1,

    ENTRY_BYTES = 64,
    ENTRY_OWN_SIZE = 4,
    ENTRY_PAYLOAD = 8,
    ENTRY_COMPRESSED = 16,
    ENTRY_ARCH = 28,
    ENTRY_FLAGS = 40,
    ENTRY_UNCOMPRESSED = 56,

    KIND_PTX = 1,
    KIND_ELF = 2,
    KIND_OLD_CUBIN = 4,
    KIND_LTO_IR = 8,

    FLAG_DEBUG = 0x2,
    FLAG_LZ = 0x1000, /* of the old kind */
    FLAG_LZ4 = 0x2000,
    FLAG_ZSTD = 0x8000,
};

static const uint8_t magic[MAGIC_BYTES] = {0x50, 0xED, 0x55, 0xBA};

bool bl_fatbin_probe(struct bl_view bytes)
{
    return bytes.size >= MAGIC_BYTES && memcmp(bytes.data, magic, MAGIC_BYTES) == 0;
}

int bl_fatbin_open(struct bl_fatbin *it, struct bl_view bytes, struct bl_error *err)
{
    *it = (struct bl_fatbin){.bytes = bytes};
    return bl_fatbin_probe(bytes) ? BL_OK : bl_part_fail(err, "no magic of a CUDA fat binary", 0);
}

static const char *compression(uint64_t flags)
{
    return flags & FLAG_ZSTD ? "zstd" : flags & FLAG_LZ4 ? "lz4" : flags & FLAG_LZ ? "lz" : NULL;
}

/* Enter the fat binary at it->at, where bytes are left. */
static int enter_fatbin(struct bl_fatbin *it, struct bl_error *err)
{
    uint64_t pos = it->at;
    struct bl_view binary = bl_view_from(it->bytes, pos);
    it->at = it->end = it->bytes.size;
    if (!bl_fatbin_probe(binary))
        return bl_part_fail(err, "no magic of a CUDA fat binary", pos);
    if (binary.size < HEADER_BYTES)
        return bl_part_fail(err, "the CUDA fat binary ends inside its header", pos + binary.size);
    uint64_t own = bl_load_le16(binary.data + HEADER_OWN_SIZE);
    if (own < HEADER_BYTES || own > binary.size)
        return bl_part_fail(err, "the CUDA fat binary's header has an impossible size",
                            pos + HEADER_OWN_SIZE);
    uint64_t size = bl_load_le64(binary.data + HEADER_SIZE);
    if (size > binary.size - own)
        return bl_part_fail(err, "the CUDA fat binary reaches beyond the bytes", pos + HEADER_SIZE);
    it->at = it->end = pos + own + size;
    if (bl_load_le16(binary.data + HEADER_VERSION) != VERSION)
        return bl_part_pass(err, "CUDA fat binary of an unknown version", pos + HEADER_VERSION);
    it->at = pos + own;
    return BL_OK;
}

static const char *kind_text(struct bl_fatbin *it)
{
    unsigned kind = bl_load_le16(it->header.data);
    switch (kind) {
    case KIND_PTX: return "PTX";
    case KIND_ELF: return "ELF";
    case KIND_OLD_CUBIN: return "old cubin";
    case KIND_LTO_IR: return "LTO IR";
    default: (void)snprintf(it->kind, sizeof it->kind, "%u", kind); return it->kind;
    }
}

static void name_entry(struct bl_fatbin *it, struct bl_part *part)
{
    unsigned kind = bl_load_le16(it->header.data);
    uint32_t arch = bl_load_le32(it->header.data + ENTRY_ARCH);
    const char *prefix = kind == KIND_PTX ? "compute" : kind == KIND_LTO_IR ? "lto" : "sm";
    int n = snprintf(it->name, sizeof it->name, "%s_%" PRIu32, prefix, arch);
    part->name = (struct bl_view){.data = (const uint8_t *)it->name, .size = (size_t)n};
}

/* The entry at it->at, before it->end. */
static int read_fatbin_entry(struct bl_fatbin *it, struct bl_part *part, struct bl_error *err)
{
    uint64_t pos = it->at;
    const uint8_t *header = it->bytes.data + pos;
    uint64_t left = it->end - pos;
    it->at = it->end;
    uint64_t own = left < ENTRY_BYTES ? 0 : bl_load_le32(header + ENTRY_OWN_SIZE);
    if (left < ENTRY_BYTES)
        return bl_part_fail(err, "the CUDA fat binary ends inside an entry", pos);
    if (own < ENTRY_BYTES || own > left)
        return bl_part_fail(err, "the entry's header has an impossible size", pos + ENTRY_OWN_SIZE);
    it->header = (struct bl_view){.data = header, .size = ENTRY_BYTES};
    part->kind = BL_PART_SLICE;
    part->offset = pos + own;
    part->size = bl_load_le64(header + ENTRY_PAYLOAD);
    name_entry(it, part);
    if (part->size > left - own)
        return bl_part_fail(err, "the entry reaches beyond the CUDA fat binary",
                            pos + ENTRY_PAYLOAD);
    it->at = part->offset + part->size;
    part->is_compressed = compression(bl_load_le64(header + ENTRY_FLAGS)) != NULL;
    uint64_t compressed = bl_load_le32(header + ENTRY_COMPRESSED);
    if (part->is_compressed && compressed > 0 && compressed <= part->size)
        part->size = compressed;
    part->bytes =
        (struct bl_view){.data = it->bytes.data + part->offset, .size = (size_t)part->size};
    return 1;
}

int bl_fatbin_next(struct bl_fatbin *it, struct bl_part *part, struct bl_error *err)
{
    *part = bl_section_blank(it->bytes);
    it->header.size = 0;
    while (it->at == it->end) {
        while (it->at < it->bytes.size && it->bytes.data[it->at] == 0)
            it->at++; /* a linker aligns what it merges */
        it->end = it->at;
        if (it->at == it->bytes.size)
            return 0;
        int status = enter_fatbin(it, err);
        if (status < 0)
            return status;
    }
    return read_fatbin_entry(it, part, err);
}

/* ---- Facts ---- */

int bl_fatbin_fact(struct bl_fatbin *it, uint32_t number, struct bl_fact *fact)
{
    static const char *const names[] = {"image_kind", "arch", "compression", "raw_bytes", "debug"};
    if (it->header.size == 0 || number >= sizeof names / sizeof *names)
        return 0;
    const uint8_t *header = it->header.data;
    uint64_t flags = bl_load_le64(header + ENTRY_FLAGS);
    const char *codec = compression(flags);
    const char *text = NULL;
    *fact = (struct bl_fact){.name = bl_view_of(names[number])};
    switch (number) {
    case 0: text = kind_text(it); break;
    case 1:
        (void)snprintf(it->arch, sizeof it->arch, "sm_%" PRIu32, bl_load_le32(header + ENTRY_ARCH));
        text = it->arch;
        break;
    case 2: text = codec; break;
    case 3:
        fact->kind = codec ? BL_FACT_INTEGER : BL_FACT_NULL;
        fact->integer = (int64_t)bl_load_le64(header + ENTRY_UNCOMPRESSED);
        break;
    default:
        fact->kind = BL_FACT_BOOL;
        fact->integer = (flags & FLAG_DEBUG) != 0;
        break;
    }
    if (text) {
        fact->kind = BL_FACT_TEXT;
        fact->text = bl_view_of(text);
    }
    return 1;
}
