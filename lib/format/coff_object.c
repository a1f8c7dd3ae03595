/* format/coff_object.c - bitcode in sections of COFF objects and PE images
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Written here because Debian has no library that reads COFF from memory without all of LLVM or
 * binutils with it.
 *
 *   object    header (20), section headers (40 each), …, symbols (18 each), string table
 *   /bigobj   0000 FFFF, version, machine, …, class id: header (56), the same with symbols of 20
 *   image     MZ, …, at [0x3C]: PE\0\0, header (20), optional header, section headers, …
 *
 * The string table begins with its own length. A section's name of more than eight characters is
 * "/123", an offset into it, or "//AAAAAA", the same in base 64 with the most significant first.
 */
#include "format/coff_object.h"

#include "base/load.h"
#include "base/view.h"
#include "format/section.h"

#include <string.h>

enum {
    STUB_BYTES = 0x40,
    STUB_OFFSET = 0x3C, /* of the offset of the PE signature */
    SIGNATURE_BYTES = 4,

    HEADER_BYTES = 20,
    HEADER_SECTIONS = 2,
    HEADER_SYMBOLS = 8, /* offset of the symbol table; their number follows */
    HEADER_OPTIONAL = 16,
    HEADER_FLAGS = 18,
    SYMBOL_BYTES = 18,

    BIG_BYTES = 56,
    BIG_VERSION = 4,
    BIG_CLASS = 12,
    BIG_SECTIONS = 44,
    BIG_SYMBOLS = 48,
    BIG_SYMBOL_BYTES = 20,
    BIG_MIN_VERSION = 2,

    SECTION_BYTES = 40,
    SECTION_NAME = 8, /* bytes */
    SECTION_VIRTUAL_SIZE = 8,
    SECTION_RAW_SIZE = 16,
    SECTION_RAW_OFFSET = 20,
    SECTION_FLAGS = 36,
    NOT_LOOKED_INTO = 0x20 | 0x80, /* code; no contents */

    MAX_SECTIONS = 0xFEFF,    /* of a plain object; the numbers above mean something else */
    FLAGS_OF_IMAGES = 0x3002, /* EXECUTABLE_IMAGE, SYSTEM, DLL */
    LENGTH_BYTES = 4,         /* of the string table's length */
};

static const struct bl_section_name names[] = {
    {".llvmbc", BL_PART_BITCODE},   {".llvm.lto", BL_PART_BITCODE},
    {".llvmcmd", BL_PART_COMMANDS}, {".llvm.offloading", BL_PART_OFFLOAD},
    {".nv_fatb", BL_PART_OFFLOAD},  {".hip_fat", BL_PART_OFFLOAD},
    {"clangast", BL_PART_AST},      {NULL, 0},
};

/* Class id of ANON_OBJECT_HEADER_BIGOBJ. */
static const uint8_t big_class[16] = {0xC7, 0xA1, 0xBA, 0xD1, 0xEE, 0xBA, 0xA9, 0x4B,
                                      0xAF, 0x20, 0xFA, 0xF6, 0x6A, 0xA4, 0xDC, 0xB8};

/* IMAGE_FILE_MACHINE_*, all but UNKNOWN (0): too many files begin with zeros. */
static const uint16_t machines[] = {
    0x014C /* I386 */,
    0x0166 /* R4000 */,
    0x0169 /* WCEMIPSV2 */,
    0x0184 /* ALPHA */,
    0x01A2 /* SH3 */,
    0x01A3 /* SH3DSP */,
    0x01A6 /* SH4 */,
    0x01A8 /* SH5 */,
    0x01C0 /* ARM */,
    0x01C2 /* THUMB */,
    0x01C4 /* ARMNT */,
    0x01D3 /* AM33 */,
    0x01F0 /* POWERPC */,
    0x01F1 /* POWERPCFP */,
    0x0200 /* IA64 */,
    0x0266 /* MIPS16 */,
    0x0284 /* ALPHA64 */,
    0x0366 /* MIPSFPU */,
    0x0466 /* MIPSFPU16 */,
    0x0EBC /* EBC */,
    0x5032 /* RISCV32 */,
    0x5064 /* RISCV64 */,
    0x5128 /* RISCV128 */,
    0x6232 /* LOONGARCH32 */,
    0x6264, /* LOONGARCH64 */
    0x8664 /* AMD64 */,
    0x9041 /* M32R */,
    0xA641 /* ARM64EC */,
    0xA64E /* ARM64X */,
    0xAA64 /* ARM64 */,
};

static bool is_known_machine(uint16_t machine)
{
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++)
        if (machines[i] == machine)
            return true;
    return false;
}

/* The signature is there, and its offset in *OFFSET. */
static bool find_signature(struct bl_view bytes, uint32_t *offset)
{
    if (bytes.size < STUB_BYTES || memcmp(bytes.data, "MZ", 2) != 0)
        return false;
    *offset = bl_load_le32(bytes.data + STUB_OFFSET);
    struct bl_view signature;
    return bl_section_slice(bytes, *offset, SIGNATURE_BYTES, &signature) &&
           memcmp(signature.data, "PE\0", SIGNATURE_BYTES) == 0;
}

static bool is_big(struct bl_view bytes)
{
    return bytes.size >= BIG_BYTES && bl_load_le32(bytes.data) == 0xFFFF0000 &&
           bl_load_le16(bytes.data + BIG_VERSION) >= BIG_MIN_VERSION &&
           memcmp(bytes.data + BIG_CLASS, big_class, sizeof big_class) == 0;
}

/* Symbol and string table; neither has to be there, and images are full of stale ones. False: they
 * contradict the bytes. Some tools write 0 as the length of no strings. */
static bool read_strings(struct bl_coff *it, uint64_t symbols_field, unsigned symbol_bytes)
{
    const uint8_t *field = it->bytes.data + symbols_field;
    uint64_t symbols = bl_load_le32(field);
    if (symbols == 0)
        return true;
    uint64_t start = symbols + (uint64_t)bl_load_le32(field + 4) * symbol_bytes;
    struct bl_view length;
    if (symbols < it->table + (uint64_t)it->n_sections * SECTION_BYTES ||
        !bl_section_slice(it->bytes, start, LENGTH_BYTES, &length))
        return false;
    return bl_section_slice(it->bytes, start, bl_load_le32(length.data), &it->strings);
}

static int read_sections(struct bl_coff *it, uint64_t n_sections, uint64_t field,
                         struct bl_error *err)
{
    struct bl_view table;
    if (!bl_section_slice(it->bytes, it->table, n_sections * SECTION_BYTES, &table))
        return bl_part_fail(err, "the section headers reach beyond the file", field);
    it->n_sections = (uint32_t)n_sections;
    return BL_OK;
}

/* The header of an object or an image, at it->header. *FITS: nothing contradicts that
 * the bytes are COFF. */
static int read_coff_header(struct bl_coff *it, bool *fits, struct bl_error *err)
{
    struct bl_view view;
    if (!bl_section_slice(it->bytes, it->header, HEADER_BYTES, &view))
        return bl_part_fail(err, "the file ends inside the COFF header", it->bytes.size);
    if (!is_known_machine(bl_load_le16(view.data)) && !it->is_image)
        return bl_part_fail(err, "COFF of an unknown machine", it->header);
    uint16_t n_sections = bl_load_le16(view.data + HEADER_SECTIONS);
    uint16_t n_optional = bl_load_le16(view.data + HEADER_OPTIONAL);
    if (n_sections > MAX_SECTIONS)
        return bl_part_fail(err, "more section headers than there can be",
                            it->header + HEADER_SECTIONS);
    it->table = it->header + HEADER_BYTES + n_optional;
    int status = read_sections(it, n_sections, it->header + HEADER_SECTIONS, err);
    if (status < 0)
        return status;
    *fits = read_strings(it, it->header + HEADER_SYMBOLS, SYMBOL_BYTES) && n_sections > 0 &&
            n_optional == 0 && !(bl_load_le16(view.data + HEADER_FLAGS) & FLAGS_OF_IMAGES);
    return BL_OK;
}

static int read_file(struct bl_coff *it, struct bl_view bytes, bool *fits, struct bl_error *err)
{
    *it = (struct bl_coff){.bytes = bytes};
    *fits = false;
    if (is_big(bytes)) {
        it->table = BIG_BYTES;
        int status = read_sections(it, bl_load_le32(bytes.data + BIG_SECTIONS), BIG_SECTIONS, err);
        if (status == BL_OK)
            read_strings(it, BIG_SYMBOLS, BIG_SYMBOL_BYTES);
        return status;
    }
    uint32_t signature;
    it->is_image = find_signature(bytes, &signature);
    if (it->is_image)
        it->header = (uint64_t)signature + SIGNATURE_BYTES;
    return read_coff_header(it, fits, err);
}

bool bl_coff_probe(struct bl_view bytes)
{
    struct bl_coff it;
    uint32_t signature;
    bool fits;
    if (is_big(bytes) || find_signature(bytes, &signature))
        return true;
    return read_file(&it, bytes, &fits, NULL) == BL_OK && fits;
}

int bl_coff_open(struct bl_coff *it, struct bl_view bytes, struct bl_error *err)
{
    bool fits;
    int status = read_file(it, bytes, &fits, err);
    if (status < 0)
        *it = (struct bl_coff){0};
    return status;
}

/* The offset in the characters after the slash, or after two. */
static bool decode_offset(const uint8_t *text, size_t size, unsigned base, uint64_t *offset)
{
    static const char base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *digits = base == 10 ? base64 + 52 : base64;
    *offset = 0;
    for (size_t i = 0; i < size && text[i]; i++) {
        const char *digit = memchr(digits, text[i], base);
        if (!digit)
            return false;
        *offset = *offset * base + (uint64_t)(digit - digits);
    }
    return true;
}

/* The name in HEADER, which may go on after its end. */
static bool read_section_name(const struct bl_coff *it, const uint8_t *header, struct bl_view *name)
{
    *name = (struct bl_view){.data = header, .size = SECTION_NAME};
    if (header[0] == '/') {
        bool wide = header[1] == '/';
        size_t slashes = wide ? 2 : 1;
        uint64_t offset;
        if (!decode_offset(header + slashes, SECTION_NAME - slashes, wide ? 64 : 10, &offset) ||
            offset < LENGTH_BYTES || offset >= it->strings.size)
            return false;
        *name = bl_view_from(it->strings, offset);
    }
    return true;
}

/* NAME in the table of names. */
static bool find_name(const struct bl_coff *it, struct bl_view name, struct bl_part *part)
{
    name = bl_section_text(name);
    /* Linkers that write no string table cut names off. */
    if (it->is_image && bl_view_is(name, ".llvm.lt"))
        name = bl_view_of(".llvm.lto");
    return bl_section_find(names, name, part);
}

/* 1: the section whose header is at POS is a part, 0: it is none. */
static int read_section(const struct bl_coff *it, uint64_t pos, struct bl_part *part,
                        struct bl_error *err)
{
    const uint8_t *header = it->bytes.data + pos;
    struct bl_view name;
    part->offset = bl_load_le32(header + SECTION_RAW_OFFSET);
    part->size = bl_load_le32(header + SECTION_RAW_SIZE);
    if (!read_section_name(it, header, &name))
        return bl_part_fail(err, "the section's name lies outside the string table", pos);
    bool is_known = find_name(it, name, part);
    if (!is_known && bl_load_le32(header + SECTION_FLAGS) & NOT_LOOKED_INTO)
        return 0;
    /* In an image the bytes are padded to the file's alignment; the other size is
     * what was linked. */
    uint32_t virtual_size = bl_load_le32(header + SECTION_VIRTUAL_SIZE);
    if (it->is_image && virtual_size > 0 && virtual_size < part->size)
        part->size = virtual_size;
    if (!is_known) {
        struct bl_view contents;
        return part->offset > 0 &&
               bl_section_slice(it->bytes, part->offset, part->size, &contents) &&
               bl_section_sniff(contents, name, part);
    }
    if (part->offset == 0)
        return 1;
    return bl_section_locate(it->bytes, part, pos + SECTION_RAW_OFFSET, pos + SECTION_RAW_SIZE,
                             err);
}

int bl_coff_next(struct bl_coff *it, struct bl_part *part, struct bl_error *err)
{
    int rc = 0;
    while (rc == 0 && it->at < it->n_sections) {
        *part = bl_section_blank(it->bytes);
        rc = read_section(it, it->table + (uint64_t)it->at++ * SECTION_BYTES, part, err);
    }
    return rc;
}
