/* format/wasm.c - bitcode in sections of WebAssembly objects and modules
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Written here because Debian has no C library that lists sections of objects. Numbers are LEB128
 * of up to 32 bits: seven bits a byte, the least significant first, the high bit of all but the
 * last one set. LLVM fills sizes up to five bytes.
 *
 *   byte 0      4         8
 *       +------+---------+---------+---------+- -
 *       | \0asm| version | section | section | …
 *       +------+---------+---------+---------+- -
 *   a section:         id (1), size of what follows (LEB128), …
 *   a custom section:  0, size, length of the name (LEB128), name, contents
 */
#include "format/wasm.h"

#include "base/leb128.h"
#include "base/view.h"
#include "format/section.h"

#include <string.h>

enum {
    HEADER_BYTES = 8,
    CUSTOM_SECTION = 0,
    NUMBER_BYTES = 5, /* the longest LEB128 of 32 bits */
};

static const uint8_t header[HEADER_BYTES] = {'\0', 'a', 's', 'm', 1, 0, 0, 0};

static const struct bl_section_name names[] = {
    {".llvmbc", BL_PART_BITCODE},
    {".llvmcmd", BL_PART_COMMANDS},
    {"__clangast", BL_PART_AST},
    {NULL, 0},
};

bool bl_wasm_probe(struct bl_view bytes)
{
    return bytes.size >= HEADER_BYTES && memcmp(bytes.data, header, HEADER_BYTES) == 0;
}

int bl_wasm_open(struct bl_wasm *it, struct bl_view bytes, struct bl_error *err)
{
    *it = (struct bl_wasm){.bytes = bytes, .at = HEADER_BYTES};
    return bl_wasm_probe(bytes) ? BL_OK
                                : bl_part_fail(err, "no header of WebAssembly, version 1", 0);
}

/* The number at the start of BYTES in *VALUE, and how many bytes it takes; 0: there is none. */
static size_t read_number(struct bl_view bytes, uint32_t *value)
{
    const uint8_t *at = bytes.data;
    uint64_t number;
    if (bytes.size == 0)
        return 0;
    size_t most = bytes.size < NUMBER_BYTES ? bytes.size : NUMBER_BYTES;
    if (!bl_leb_get(&at, at + most, &number) || number > UINT32_MAX)
        return 0;
    *value = (uint32_t)number;
    return (size_t)(at - bytes.data);
}

/* A custom section with CONTENT, which begins at byte POS. 1: it is a part, 0: it is none. */
static int read_custom(struct bl_view content, uint64_t pos, struct bl_part *part,
                       struct bl_error *err)
{
    uint32_t length;
    struct bl_view name;
    size_t n = read_number(content, &length);
    if (n == 0)
        return bl_part_fail(err, "the length of the section's name is no number", pos);
    if (!bl_section_slice(content, n, length, &name))
        return bl_part_fail(err, "the section's name reaches beyond the section", pos);
    part->bytes = bl_view_from(content, n + length);
    part->offset = pos + n + length;
    part->size = part->bytes.size;
    return bl_section_find(names, name, part) || bl_section_sniff(part->bytes, name, part);
}

/* The section at IT->at, which is not the end. 1: it is a part, 0: it is none. */
static int read_section(struct bl_wasm *it, struct bl_part *part, struct bl_error *err)
{
    uint32_t size;
    struct bl_view content;
    uint64_t pos = it->at + 1;
    uint8_t id = it->bytes.data[it->at];
    size_t n = read_number(bl_view_from(it->bytes, pos), &size);
    it->at = it->bytes.size;
    if (n == 0)
        return bl_part_fail(err, "the section's size is no number", pos);
    if (!bl_section_slice(it->bytes, pos + n, size, &content))
        return bl_part_fail(err, "the section reaches beyond the file", pos);
    it->at = pos + n + size;
    return id == CUSTOM_SECTION ? read_custom(content, pos + n, part, err) : 0;
}

int bl_wasm_next(struct bl_wasm *it, struct bl_part *part, struct bl_error *err)
{
    int rc = 0;
    while (rc == 0 && it->at < it->bytes.size) {
        *part = bl_section_blank(it->bytes);
        rc = read_section(it, part, err);
    }
    return rc;
}
