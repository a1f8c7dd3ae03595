/* rewrite/object_sections.c - sections of relocatable objects, and what says where they are
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * ELF and COFF name the place of a section in its header alone, so that it can go to the end of the
 * file. In Mach-O it also has an address, between those of others.
 */
#include "rewrite/object_sections.h"

#include "base/load.h"
#include "base/status.h"
#include "base/store.h"
#include "format/container.h"

#include <string.h>

struct bl_object_format {
    int (*open)(struct bl_object *o);
    struct bl_object_section (*section)(const struct bl_object *o, uint64_t at);
    uint8_t section_bytes[2]; /* of a header, by word: 4, 8 */
};

enum {
    LEAST_BYTES = 20, /* of a header of any format */
};

static const char is_loaded[] = "section that is loaded or compressed, and stays as it is";
static const char is_outside[] = "section headers outside of the file";

static int fail(const struct bl_object *o, int status, const char *what, uint64_t at)
{
    return bl_fail_at(o->err, status, what, at * 8);
}

static int fail_as_other(const struct bl_object *o)
{
    return fail(o, BL_E_ARGUMENT,
                "only sections of relocatable objects are written: extract the module, change "
                "that, and put it back by llvm-objcopy --update-section",
                0);
}

static uint64_t get(const struct bl_object *o, uint64_t at, unsigned n)
{
    return bl_load_number(o->bytes.data + at, n, o->is_big);
}

static unsigned section_bytes(const struct bl_object *o)
{
    return o->format->section_bytes[o->word == 8];
}

/* Whether the headers are in the file, before END. */
static int check_table(const struct bl_object *o, uint64_t end)
{
    uint64_t left = o->table_at <= end ? end - o->table_at : 0;
    unsigned n = section_bytes(o);
    return n > 0 && o->n_sections <= left / n ? BL_OK : fail(o, BL_E_CONTAINER, is_outside, 0);
}

/* ---- ELF ---- */

enum {
    CLASS_AT = 4,
    CLASS_32 = 1,
    CLASS_64 = 2,
    DATA_AT = 5,
    DATA_BIG = 2,
    TYPE_AT = 16,
    TYPE_RELOCATABLE = 1,
    SECTION_NO_BITS = 8,
    SECTION_LOADED = 2,
    SECTION_COMPRESSED = 0x800,
};

/* Where fields are. */
struct elf_layout {
    uint8_t header_bytes, table_at, entry_size_at, count_at;
    uint8_t flags_at, offset_at, size_at;
};

static const struct elf_layout elf_layouts[] = {
    {52, 32, 46, 48, 8, 16, 20},
    {64, 40, 58, 60, 8, 24, 32},
};

static const struct elf_layout *elf_layout(const struct bl_object *o)
{
    return &elf_layouts[o->word == 8];
}

static int open_elf(struct bl_object *o)
{
    const uint8_t *data = o->bytes.data;
    if (data[CLASS_AT] != CLASS_32 && data[CLASS_AT] != CLASS_64)
        return fail_as_other(o);
    o->word = data[CLASS_AT] == CLASS_32 ? 4 : 8;
    o->is_big = data[DATA_AT] == DATA_BIG;
    const struct elf_layout *l = elf_layout(o);
    if (o->bytes.size < l->header_bytes)
        return fail(o, BL_E_CONTAINER, "ELF header that is cut off", 0);
    if (get(o, TYPE_AT, 2) != TYPE_RELOCATABLE)
        return fail_as_other(o);
    o->table_at = get(o, l->table_at, o->word);
    o->n_sections = get(o, l->count_at, 2);
    uint64_t left = o->table_at <= o->bytes.size ? o->bytes.size - o->table_at : 0;
    if (left >= section_bytes(o) && o->n_sections == 0) /* there are more than 65,279 */
        o->n_sections = get(o, o->table_at + l->size_at, o->word);
    if (get(o, l->entry_size_at, 2) != section_bytes(o))
        return fail(o, BL_E_CONTAINER, is_outside, 0);
    return check_table(o, o->bytes.size);
}

static struct bl_object_section elf_section(const struct bl_object *o, uint64_t at)
{
    const struct elf_layout *l = elf_layout(o);
    uint64_t flags = get(o, at + l->flags_at, o->word);
    return (struct bl_object_section){
        .has_bytes = get(o, at + 4, 4) != SECTION_NO_BITS,
        .offset_bytes = o->word,
        .size_bytes = o->word,
        .offset_at = at + l->offset_at,
        .size_at = at + l->size_at,
        .refusal = (flags & (SECTION_LOADED | SECTION_COMPRESSED)) != 0 ? is_loaded : NULL,
    };
}

/* ---- COFF ---- */

enum {
    LARGE_BYTES = 56, /* of the header of an object with many sections */
    LARGE_VERSION = 2,
    SYMBOL_BYTES = 18,
    COFF_REMOVED = 0x800,
    COFF_DISCARDABLE = 0x02000000,
    STATIC = 3,
    LENGTH_AT = 0, /* in what is after the symbol of a section */
    CHECKSUM_AT = 8,
    CHECKED_BYTES = 12,
};

static int open_coff(struct bl_object *o)
{
    bool is_large = get(o, 0, 2) == 0 && get(o, 2, 2) == UINT16_MAX;
    o->word = 4;
    if (is_large && (o->bytes.size < LARGE_BYTES || get(o, 4, 2) < LARGE_VERSION))
        return fail_as_other(o); /* an import */
    o->table_at = is_large ? LARGE_BYTES : LEAST_BYTES;
    o->n_sections = is_large ? get(o, 44, 4) : get(o, 2, 2);
    o->symbols_at = is_large ? get(o, 48, 4) : get(o, 8, 4);
    o->n_symbols = is_large ? get(o, 52, 4) : get(o, 12, 4);
    o->symbol_bytes = SYMBOL_BYTES + (is_large ? 2 : 0);
    if (!is_large && get(o, 16, 2) != 0) /* of an image */
        return fail_as_other(o);
    return check_table(o, o->bytes.size);
}

/* Up to LLVM 14 .llvmbc is data, which nothing refers to. */
static struct bl_object_section coff_section(const struct bl_object *o, uint64_t at)
{
    uint64_t flags = get(o, at + 36, 4);
    bool is_plain =
        flags & (COFF_REMOVED | COFF_DISCARDABLE) || memcmp(o->bytes.data + at, ".llvmbc", 8) == 0;
    return (struct bl_object_section){
        .has_bytes = get(o, at + 20, 4) != 0,
        .offset_bytes = 4,
        .size_bytes = 4,
        .offset_at = at + 20,
        .size_at = at + 16,
        .refusal = is_plain && get(o, at + 32, 2) == 0 ? NULL : is_loaded,
    };
}

/* CRC-32 without its last step, from 0. */
static uint32_t checksum_of(struct bl_view bytes)
{
    static const uint32_t polynomial = 0xEDB88320;
    uint32_t crc = 0;
    for (size_t i = 0; i < bytes.size; i++) {
        crc ^= bytes.data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? polynomial : 0);
    }
    return crc;
}

void bl_object_renew(const struct bl_object *o, uint8_t *data, uint64_t i, struct bl_view contents)
{
    unsigned n = o->symbol_bytes;
    uint64_t left = o->symbols_at < o->bytes.size ? o->bytes.size - o->symbols_at : 0;
    for (uint64_t k = 0; k < o->n_symbols && (k + 2) * n <= left; k++) {
        uint8_t *symbol = data + o->symbols_at + k * n;
        uint8_t *after = symbol + n;
        bool is_it = bl_load_number(symbol + 12, n - SYMBOL_BYTES + 2, false) == i + 1 &&
                     bl_load_le32(symbol + 8) == 0 && symbol[n - 2] == STATIC && symbol[n - 1] > 0;
        if (is_it && bl_load_le32(after + CHECKSUM_AT) != 0)
            bl_store_le32(after + CHECKSUM_AT, checksum_of(contents));
        if (is_it)
            bl_store_le32(after + LENGTH_AT, (uint32_t)contents.size);
        k += symbol[n - 1];
    }
}

/* ---- Mach-O ---- */

enum {
    MACHO_OBJECT = 1,
    MACHO_SEGMENT_32 = 0x01,
    MACHO_SEGMENT_64 = 0x19,
    MACHO_ZEROS = 1, /* kinds of sections without bytes */
    MACHO_MANY_ZEROS = 12,
    MACHO_THREAD_ZEROS = 18,
};

/* The sections of an object are in one segment. */
static int find_segment(struct bl_object *o)
{
    bool is_64 = o->word == 8;
    uint64_t at = is_64 ? 32 : 28;
    uint64_t n = get(o, 16, 4);
    unsigned header = is_64 ? 72 : 56;
    uint32_t wanted = is_64 ? MACHO_SEGMENT_64 : MACHO_SEGMENT_32;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t left = at < o->bytes.size ? o->bytes.size - at : 0;
        uint64_t size = left >= 8 ? get(o, at + 4, 4) : 0;
        if (size < 8 || size > left)
            return fail(o, BL_E_CONTAINER, "load commands outside of the file", at);
        if (get(o, at, 4) == wanted && size >= header) {
            if (o->table_at)
                return fail_as_other(o);
            o->table_at = at + header;
            o->n_sections = get(o, at + (is_64 ? 64 : 48), 4);
            int status = check_table(o, at + size);
            if (status < 0)
                return status;
        }
        at += size;
    }
    return BL_OK;
}

static int open_macho(struct bl_object *o)
{
    uint8_t first = o->bytes.data[0];
    o->is_big = first == 0xFE;
    o->word = o->bytes.data[o->is_big ? 3 : 0] == 0xCF ? 8 : 4;
    return get(o, 12, 4) == MACHO_OBJECT ? find_segment(o) : fail_as_other(o);
}

static struct bl_object_section macho_section(const struct bl_object *o, uint64_t at)
{
    static const char longer[] =
        "section of a Mach-O file that would become longer, between the addresses of others: "
        "extract the module, change that, and compile it by clang -c -fembed-bitcode";
    uint64_t size_at = at + 32 + o->word;
    uint64_t kind = get(o, size_at + o->word + 16, 1 + 3) & 0xFF;
    bool is_plain = memcmp(o->bytes.data + at + 16, "__LLVM", 7) == 0 &&
                    get(o, size_at + o->word + 12, 4) == 0; /* relocations */
    return (struct bl_object_section){
        .has_bytes = kind != MACHO_ZEROS && kind != MACHO_MANY_ZEROS && kind != MACHO_THREAD_ZEROS,
        .offset_bytes = 4,
        .size_bytes = o->word,
        .offset_at = size_at + o->word,
        .size_at = size_at,
        .refusal = is_plain ? NULL : is_loaded,
        .limit = longer,
    };
}

/* ---- All ---- */

static const struct bl_object_format elf = {open_elf, elf_section, {40, 64}};
static const struct bl_object_format coff = {open_coff, coff_section, {40, 40}};
static const struct bl_object_format macho = {open_macho, macho_section, {68, 80}};

static const struct bl_object_format *format_of(struct bl_view bytes)
{
    switch (bl_container_probe(bytes)) {
    case BL_CONTAINER_ELF: return &elf;
    case BL_CONTAINER_MACHO: return &macho;
    case BL_CONTAINER_COFF: return &coff;
    default: return NULL;
    }
}

int bl_object_open(struct bl_object *o)
{
    o->format = o->bytes.size >= (size_t)2 * LEAST_BYTES ? format_of(o->bytes) : NULL;
    return o->format ? o->format->open(o) : fail_as_other(o);
}

struct bl_object_section bl_object_section(const struct bl_object *o, uint64_t i)
{
    uint64_t at = o->table_at + i * section_bytes(o);
    struct bl_object_section s = o->format->section(o, at);
    s.header_at = at;
    s.offset = get(o, s.offset_at, s.offset_bytes);
    s.size = get(o, s.size_at, s.size_bytes);
    return s;
}
