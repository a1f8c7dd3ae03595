/* format/offload.c - images for devices in offload binaries
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Written here because only LLVM itself reads them. Offsets count from the magic. Since version 2
 * there may be several entries, one after the other, whose number stands in the place of the size;
 * version 3 has a longer header.
 *
 *   byte 0       4         8      16               24          32
 *       +-------+---------+------+----------------+-----------+- -
 *       | magic | version | size | entry's offset | its size  | …
 *       +-------+---------+------+----------------+-----------+- -
 *   the entry: kinds of image and producer (2, 2), flags (4), offset and number of the
 *              strings (8, 8), offset and size of the image (8, 8)
 *   a string:  offset of its key (8), offset of its value (8), both ended by a zero; since version
 *              2 also the size of its value (8), without that
 */
#include "format/offload.h"

#include "base/load.h"
#include "base/view.h"
#include "format/section.h"

#include <string.h>

enum {
    MAGIC_BYTES = 4,
    HEADER_BYTES = 32,
    HEADER_VERSION = 4,
    HEADER_SIZE = 8,
    HEADER_ENTRY = 16,
    HEADER_N_ENTRIES = 24,
    FIRST_WITH_ENTRIES = 2,
    LAST_VERSION = 3,

    ENTRY_BYTES = 40,
    ENTRY_PRODUCER = 2,
    ENTRY_STRINGS = 8,
    ENTRY_N_STRINGS = 16,
    ENTRY_IMAGE = 24,
    ENTRY_IMAGE_SIZE = 32,

    STRING_BYTES = 16,
    SIZED_STRING_BYTES = 24,
    STRING_VALUE = 8,
    NAME_MAX_BYTES = 255,
};

static const uint8_t magic[MAGIC_BYTES] = {0x10, 0xFF, 0x10, 0xAD};

bool bl_offload_probe(struct bl_view bytes)
{
    return bytes.size >= MAGIC_BYTES && memcmp(bytes.data, magic, MAGIC_BYTES) == 0;
}

int bl_offload_open(struct bl_offload *it, struct bl_view bytes, struct bl_error *err)
{
    *it = (struct bl_offload){.bytes = bytes};
    return bl_offload_probe(bytes) ? BL_OK : bl_part_fail(err, "no magic of an offload binary", 0);
}

/* The text at OFFSET of BINARY, without the zero at its end; empty: there is none, or too long a
 * one. */
static struct bl_view text_at(struct bl_view binary, uint64_t offset)
{
    struct bl_view text = {.data = binary.data, .size = 0};
    if (offset >= binary.size)
        return text;
    text.data = binary.data + offset;
    size_t most = binary.size - (size_t)offset;
    most = most < NAME_MAX_BYTES + 1 ? most : NAME_MAX_BYTES + 1;
    size_t length = strnlen((const char *)text.data, most);
    text.size = length < most ? length : 0;
    return text;
}

static uint32_t version_of(struct bl_view binary)
{
    return bl_load_le32(binary.data + HEADER_VERSION);
}

static size_t string_bytes(struct bl_view binary)
{
    return version_of(binary) < FIRST_WITH_ENTRIES ? STRING_BYTES : SIZED_STRING_BYTES;
}

/* What STRINGS of BINARY, a table, have for KEY; empty: nothing. */
static struct bl_view value_of(struct bl_view binary, struct bl_view strings, const char *key)
{
    for (size_t at = 0; at < strings.size; at += string_bytes(binary)) {
        struct bl_view found = text_at(binary, bl_load_le64(strings.data + at));
        if (bl_view_is(found, key))
            return text_at(binary, bl_load_le64(strings.data + at + STRING_VALUE));
    }
    return (struct bl_view){.data = binary.data, .size = 0};
}

static void name_part(struct bl_view binary, struct bl_view strings, struct bl_part *part)
{
    part->name = value_of(binary, strings, "arch");
    if (part->name.size == 0)
        part->name = value_of(binary, strings, "triple");
    if (part->name.size == 0)
        part->name = bl_view_of("image");
}

/* That of the next entry of the binary, which begins at byte POS. */
static int read_image(struct bl_offload *it, struct bl_part *part, struct bl_error *err)
{
    struct bl_view binary = it->binary;
    uint64_t pos = it->pos;
    uint64_t at = it->entry_at;
    struct bl_view entry = {binary.data + at, ENTRY_BYTES};
    struct bl_view strings;
    it->entry.size = 0;
    it->entry_at += ENTRY_BYTES;
    it->n_entries--;
    uint64_t n_strings = bl_load_le64(entry.data + ENTRY_N_STRINGS);
    if (n_strings > binary.size / string_bytes(binary) ||
        !bl_section_slice(binary, bl_load_le64(entry.data + ENTRY_STRINGS),
                          n_strings * string_bytes(binary), &strings))
        return bl_part_fail(err, "the strings reach beyond the offload binary",
                            pos + at + ENTRY_STRINGS);
    it->entry = entry;
    it->strings = strings;
    uint64_t offset = bl_load_le64(entry.data + ENTRY_IMAGE);
    part->kind = BL_PART_SLICE;
    part->offset = pos;
    part->size = bl_load_le64(entry.data + ENTRY_IMAGE_SIZE);
    name_part(binary, strings, part);
    if (!bl_section_slice(binary, offset, part->size, &part->bytes))
        return bl_part_fail(err, "the image reaches beyond the offload binary",
                            pos + at + ENTRY_IMAGE);
    part->offset = pos + offset;
    return 1;
}

/* The binary at IT->at, which is not the end. */
static int enter_binary(struct bl_offload *it, struct bl_error *err)
{
    uint64_t pos = it->at;
    struct bl_view binary = bl_view_from(it->bytes, pos);
    it->at = it->bytes.size;
    if (!bl_offload_probe(binary))
        return bl_part_fail(err, "no magic of an offload binary", pos);
    if (binary.size < HEADER_BYTES)
        return bl_part_fail(err, "the offload binary ends inside its header", pos + binary.size);
    uint64_t size = bl_load_le64(binary.data + HEADER_SIZE);
    if (size < HEADER_BYTES || size > binary.size)
        return bl_part_fail(err, "the offload binary reaches beyond the bytes", pos + HEADER_SIZE);
    binary.size = (size_t)size;
    it->at = pos + size;
    uint32_t version = version_of(binary);
    if (version == 0 || version > LAST_VERSION)
        return bl_part_pass(err, "offload binary of an unknown version", pos + HEADER_VERSION);
    uint64_t at = bl_load_le64(binary.data + HEADER_ENTRY);
    uint64_t n = version < FIRST_WITH_ENTRIES ? 1 : bl_load_le64(binary.data + HEADER_N_ENTRIES);
    if (at > size || n > (size - at) / ENTRY_BYTES)
        return bl_part_fail(err, "the entry lies outside the offload binary", pos + HEADER_ENTRY);
    it->binary = binary;
    it->pos = pos;
    it->entry_at = at;
    it->n_entries = n;
    return BL_OK;
}

int bl_offload_next(struct bl_offload *it, struct bl_part *part, struct bl_error *err)
{
    while (it->n_entries == 0) {
        while (it->at < it->bytes.size && it->bytes.data[it->at] == 0)
            it->at++; /* a linker aligns what it merges */
        if (it->at == it->bytes.size)
            return 0;
        *part = bl_section_blank(it->bytes);
        it->entry.size = 0;
        int status = enter_binary(it, err);
        if (status < 0)
            return status;
    }
    *part = bl_section_blank(it->bytes);
    return read_image(it, part, err);
}

/* ---- Facts ---- */

/* Of images, by number; those of offloading were numbers once, and are bits since LLVM 20. */
static struct bl_view kind_name(uint32_t number, const uint8_t *entry)
{
    static const char *const images[] = {"none", "object", "bitcode", "cubin", "CUDA fat binary",
                                         "PTX",  "SPIR-V"};
    static const char *const offloads[] = {
        [0] = "none", [1] = "openmp", [2] = "cuda", [3] = "hip", [4] = "hip", [8] = "sycl"};
    uint16_t kind = bl_load_le16(entry + (number == 0 ? 0 : ENTRY_PRODUCER));
    const char *name = NULL;
    if (number == 0 && kind < sizeof images / sizeof *images)
        name = images[kind];
    else if (number > 0 && kind < sizeof offloads / sizeof *offloads)
        name = offloads[kind];
    return bl_view_of(name ? name : "unknown");
}

int bl_offload_fact(struct bl_offload *it, uint32_t number, struct bl_fact *fact)
{
    static const char *const names[] = {"image_kind", "offload_kind", "triple", "arch"};
    if (it->entry.size == 0 || number >= sizeof names / sizeof *names)
        return 0;
    const char *name = names[number];
    *fact = (struct bl_fact){
        .name = bl_view_of(name),
        .text = number < 2 ? kind_name(number, it->entry.data)
                           : value_of(it->binary, it->strings, name),
    };
    fact->kind = fact->text.size > 0 ? BL_FACT_TEXT : BL_FACT_NULL;
    return 1;
}
