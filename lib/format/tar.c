/* format/tar.c - members of tar archives: ustar, pax, GNU, and those of Unix 7
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * POSIX.1-2017, pax, "ustar Interchange Format" and "pax Header Block"; the GNU tar manual, "Basic
 * Tar Format". Written here because libarchive copies contents through a buffer of its own.
 *
 *       +--------+----------+- -+--------+----------+- - -+-------+-------+
 *       | header | contents | 0 | header | contents | ... | zeros | zeros |
 *       +--------+----------+- -+--------+----------+- - -+-------+-------+
 *   all in blocks of 512 bytes; a header:
 *
 *   byte 0      100    108   116   124    136     148        156    157        257     345
 *       +------+------+-----+-----+------+-------+----------+------+----------+- - - -+--------+-
 *       | name | mode | uid | gid | size | mtime | checksum | type | linkname | magic | prefix |
 *       +------+------+-----+-----+------+-------+----------+------+----------+- - - -+--------+-
 *
 *   A number is octal text, or, where its first bit is set, big-endian without that bit.
 */
#include "format/tar.h"

#include "base/view.h"
#include "format/section.h"

#include <string.h>

enum {
    BLOCK = 512,
    NAME_BYTES = 100,
    SIZE_AT = 124,
    SIZE_BYTES = 12,
    CHECKSUM_AT = 148,
    CHECKSUM_BYTES = 8,
    TYPE_AT = 156,
    MAGIC_AT = 257,
    PREFIX_AT = 345,
    PREFIX_BYTES = 155,
    /* Whether another block of a sparse file's map follows: in the header, and in such a block. */
    GNU_EXTENDED_AT = 482,
    GNU_MAP_EXTENDED_AT = 504,
};

/* What headers before a member say of it, and its own. */
struct member {
    struct bl_view name; /* without data: in the header */
    uint64_t size;       /* where has_size: from a pax header */
    bool has_size;
    bool is_sparse;
    const char *what; /* the first fault; NULL: none */
    bool is_passed;   /* which is that it is not supported */
    uint64_t what_at;
};

static void note_damage(struct member *m, const char *what, uint64_t at)
{
    if (m->what)
        return;
    m->what = what;
    m->what_at = at;
}

static void note_unsupported(struct member *m, const char *what, uint64_t at)
{
    m->is_passed |= !m->what;
    note_damage(m, what, at);
}

/* ---- Fields ---- */

static bool parse_octal(const uint8_t *field, size_t size, uint64_t *value)
{
    size_t i = 0;
    *value = 0;
    while (i < size && field[i] == ' ')
        i++;
    for (; i < size && field[i] >= '0' && field[i] <= '7'; i++)
        *value = *value << 3 | (uint64_t)(field[i] - '0');
    return i == size || field[i] == ' ' || field[i] == '\0';
}

/* A size; its sign bit would be of a negative one. */
static bool parse_size(const uint8_t *field, uint64_t *value)
{
    if (!(field[0] & 0x80))
        return parse_octal(field, SIZE_BYTES, value);
    *value = 0;
    for (size_t i = 1; i < SIZE_BYTES; i++) {
        if (*value >> 56)
            return false;
        *value = *value << 8 | field[i];
    }
    return field[0] == 0x80;
}

/* Old writers add up signed bytes. */
static bool has_checksum(const uint8_t *header)
{
    uint64_t wanted;
    uint32_t sum = ' ' * CHECKSUM_BYTES;
    uint32_t signed_sum = sum;
    if (!parse_octal(header + CHECKSUM_AT, CHECKSUM_BYTES, &wanted))
        return false;
    for (size_t i = 0; i < BLOCK; i++) {
        if (i >= CHECKSUM_AT && i < CHECKSUM_AT + CHECKSUM_BYTES)
            continue;
        sum += header[i];
        signed_sum += (uint32_t)(int8_t)header[i];
    }
    return wanted == sum || wanted == signed_sum;
}

/* Whether a header is at byte AT. */
static bool is_header(struct bl_view bytes, uint64_t at)
{
    struct bl_view header;
    return bl_section_slice(bytes, at, BLOCK, &header) && has_checksum(header.data);
}

static bool is_zero_block(struct bl_view bytes, uint64_t at)
{
    struct bl_view block;
    return bl_section_slice(bytes, at, BLOCK, &block) && block.data[0] == 0 &&
           memcmp(block.data, block.data + 1, BLOCK - 1) == 0;
}

static struct bl_view text_of(const uint8_t *text, size_t size)
{
    return (struct bl_view){.data = text, .size = strnlen((const char *)text, size)};
}

/* ---- Names ---- */

/* The name in HEADER. Magics of GNU and POSIX differ in the byte after "ustar"; only POSIX has a
 * prefix. */
static struct bl_view header_name(struct bl_tar *it, const uint8_t *header)
{
    struct bl_view name = text_of(header, NAME_BYTES);
    struct bl_view prefix = text_of(header + PREFIX_AT, PREFIX_BYTES);
    if (memcmp(header + MAGIC_AT, "ustar", 6) != 0 || prefix.size == 0)
        return name;
    memcpy(it->name, prefix.data, prefix.size);
    it->name[prefix.size] = '/';
    memcpy(it->name + prefix.size + 1, name.data, name.size);
    return (struct bl_view){.data = (const uint8_t *)it->name, .size = prefix.size + 1 + name.size};
}

static bool parse_decimal(struct bl_view text, uint64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] < '0' || text.data[i] > '9' || *value > UINT64_MAX / 10 - 1)
            return false;
        *value = *value * 10 + (uint64_t)(text.data[i] - '0');
    }
    return text.size > 0;
}

/* One record of a pax header. */
static void read_pax_record(struct member *m, struct bl_view key, struct bl_view value,
                            uint64_t pos)
{
    if (bl_view_is(key, "path") || bl_view_is(key, "GNU.sparse.name")) {
        m->name = value;
    } else if (bl_view_is(key, "size")) {
        m->has_size = parse_decimal(value, &m->size);
        if (!m->has_size)
            note_damage(m, "the size in a pax header is not a number", pos);
    }
    m->is_sparse |= bl_view_begins(key, "GNU.sparse.");
}

/* Records "LENGTH KEY=VALUE\n"; LENGTH counts all of that. Byte POS is their first one. */
static void read_pax(struct member *m, struct bl_view records, uint64_t pos)
{
    while (records.size > 0) {
        const uint8_t *space = memchr(records.data, ' ', records.size);
        size_t n_digits = space ? (size_t)(space - records.data) : 0;
        uint64_t length = 0;
        struct bl_view digits = {.data = records.data, .size = n_digits};
        const uint8_t *equals = NULL;
        if (space && parse_decimal(digits, &length) && length <= records.size &&
            length > n_digits + 1)
            equals = memchr(space, '=', (size_t)length - n_digits);
        if (!equals || records.data[length - 1] != '\n') {
            note_damage(m, "a record of a pax header has no length, key and value", pos);
            return;
        }
        const uint8_t *end = records.data + length - 1;
        read_pax_record(m, (struct bl_view){space + 1, (size_t)(equals - space) - 1},
                        (struct bl_view){equals + 1, (size_t)(end - equals) - 1}, pos);
        records = bl_view_from(records, length);
        pos += length;
    }
}

/* ---- Members ---- */

/* Bytes of a sparse file's map between its header and its contents. */
static uint64_t gnu_map_size(struct bl_view bytes, uint64_t at)
{
    struct bl_view block;
    uint64_t size = 0;
    bool more = bytes.data[at + GNU_EXTENDED_AT] != 0;
    while (more && bl_section_slice(bytes, at + BLOCK + size, BLOCK, &block)) {
        more = block.data[GNU_MAP_EXTENDED_AT] != 0;
        size += BLOCK;
    }
    return size;
}

/* Whether contents are about the next member: names and other attributes, those of all that follow,
 * a link's target, the name of the volume. */
static bool is_extension(char type)
{
    return strchr("xXLgKV", type) != NULL && type != '\0';
}

static void read_extension(struct member *m, char type, struct bl_view contents, uint64_t pos)
{
    if (type == 'x' || type == 'X')
        read_pax(m, contents, pos);
    else if (type == 'L')
        m->name = text_of(contents.data, contents.size);
}

static bool is_file(char type)
{
    return type == '0' || type == '\0' || type == '7' || type == 'S' || type == 'M';
}

/* A hard link has contents only in some pax archives, and a size in more of them. */
static uint64_t stored_size(const struct bl_tar *it, uint64_t size, char type)
{
    bool is_link = type == '1' && (is_header(it->bytes, it->at) ||
                                   is_zero_block(it->bytes, it->at) || it->at == it->bytes.size);
    bool is_special = type >= '2' && type <= '6';
    return is_link || is_special ? 0 : size;
}

/* The header at byte AT, which there is, and what follows it. 1: a file, 0: something else. */
static int read_tar_header(struct bl_tar *it, struct member *m, uint64_t at, struct bl_part *part)
{
    const uint8_t *header = it->bytes.data + at;
    char type = (char)header[TYPE_AT];
    struct bl_view contents = {.data = header, .size = 0};
    it->at = at + BLOCK;
    uint64_t size = m->size;
    if ((!m->has_size || is_extension(type)) && !parse_size(header + SIZE_AT, &size)) {
        note_damage(m, "the size of a member is not a number", at + SIZE_AT);
        size = 0;
    }
    if (type == 'S')
        it->at += gnu_map_size(it->bytes, at);
    uint64_t pos = it->at;
    size = stored_size(it, size, type);
    bool is_whole = bl_section_slice(it->bytes, pos, size, &contents);
    uint64_t padded = is_whole ? (size + BLOCK - 1) / BLOCK * BLOCK : 0;
    it->at = is_whole && padded <= it->bytes.size - pos ? pos + padded : it->bytes.size;
    if (!is_whole)
        note_damage(m, "member reaches beyond the archive", at + SIZE_AT);
    if (is_extension(type))
        read_extension(m, type, contents, pos);
    if (!is_file(type) && !m->what) {
        if (!is_extension(type))
            *m = (struct member){.size = 0};
        return 0;
    }
    *part = (struct bl_part){
        .kind = BL_PART_MEMBER,
        .name = m->name.data ? m->name : header_name(it, header),
        .bytes = contents,
        .offset = pos,
        .size = size,
    };
    if (type == 'S' || m->is_sparse)
        note_unsupported(m, "sparse files in tar archives are not read: unpack it first", at);
    if (type == 'M')
        note_unsupported(m, "part of a file that begins in another volume", at);
    if (part->name.size == 0)
        note_damage(m, "a member of a tar archive has no name", at);
    if (part->name.size > BL_TAR_MAX_NAME)
        note_damage(m, "the name is longer than a path can be", at);
    return 1;
}

bool bl_tar_probe(struct bl_view bytes)
{
    return bytes.size >= BLOCK && bytes.data[0] != 0 && is_header(bytes, 0);
}

int bl_tar_open(struct bl_tar *it, struct bl_view bytes, struct bl_error *err)
{
    *it = (struct bl_tar){.bytes = bytes};
    return bl_tar_probe(bytes) ? BL_OK : bl_part_fail(err, "no header of a tar archive", 0);
}

/* Look for the next header from byte AT on. */
static uint64_t find_header(struct bl_view bytes, uint64_t at)
{
    while (bytes.size - at >= BLOCK && !is_header(bytes, at))
        at += BLOCK;
    return bytes.size - at >= BLOCK ? at : bytes.size;
}

/* PART is bad because of what M has noted, and none of its bytes count. */
static int fail_member(const struct member *m, struct bl_part *part, struct bl_error *err)
{
    part->bytes.size = 0;
    if (part->name.size > BL_TAR_MAX_NAME)
        part->name.size = 0;
    return m->is_passed ? bl_part_pass(err, m->what, m->what_at)
                        : bl_part_fail(err, m->what, m->what_at);
}

int bl_tar_next(struct bl_tar *it, struct bl_part *part, struct bl_error *err)
{
    struct member m = {.size = 0};
    int rc = 0;
    *part = bl_section_blank(it->bytes);
    while (rc == 0 && it->at < it->bytes.size) {
        uint64_t at = it->at;
        if (is_zero_block(it->bytes, at) && is_zero_block(it->bytes, at + BLOCK)) {
            it->at = it->bytes.size;
        } else if (is_zero_block(it->bytes, at)) {
            it->at += BLOCK;
        } else if (it->bytes.size - at < BLOCK) {
            it->at = it->bytes.size;
            note_damage(&m, "the archive ends inside a member header", it->at);
            rc = 1;
        } else if (!is_header(it->bytes, at)) {
            it->at = find_header(it->bytes, at + BLOCK);
            note_damage(&m, "the checksum of a member header is wrong", at + CHECKSUM_AT);
            rc = 1;
        } else {
            rc = read_tar_header(it, &m, at, part);
        }
    }
    return rc == 0 ? 0 : m.what ? fail_member(&m, part, err) : 1;
}
