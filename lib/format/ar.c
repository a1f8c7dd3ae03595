/* format/ar.c - members of ar archives: GNU, BSD, Darwin, COFF, thin
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *        +----------+--------+----------+- - - -+-+--------+- - -
 *        | !<arch>\n| header | contents | header| | ...
 *        +----------+--------+----------+- - - -+-+--------+- - -
 *   byte 0          8        68                  at even offsets
 *
 *   header, all text, filled with spaces:
 *        +------+------+-----+-----+------+------+-----+
 *        | name | date | uid | gid | mode | size | `\n |
 *        +------+------+-----+-----+------+------+-----+
 *   byte 0      16     28    34    40     48     58    60
 *
 * Date, owner and mode are not looked at: import libraries leave them empty. A header's name is
 * parsed without asking which tool wrote the archive, since the spellings exclude one another. At
 * most one fault of a member is reported, the first in this order: terminator, size, name, reach.
 */
#include "format/ar.h"

#include "base/utf8.h"
#include "base/view.h"

#include <string.h>

enum {
    MAGIC_BYTES = 8,
    NAME_BYTES = 16,
    SIZE_AT = 48,
    SIZE_BYTES = 10,
    TERMINATOR_AT = 58,
    HEADER_BYTES = 60,
};

static const char magic_plain[] = "!<arch>\n";
static const char magic_thin[] = "!<thin>\n";
static const char magic_aix_big[] = "<bigaf>\n";
static const char magic_aix_small[] = "<aiaff>\n";

/* ---- Views ---- */

/* What there is of SIZE bytes at OFFSET: the one place where bounds are looked at. */
static struct bl_view clip(struct bl_view bytes, uint64_t offset, uint64_t size)
{
    uint64_t start = offset < bytes.size ? offset : bytes.size;
    uint64_t rest = bytes.size - start;
    return (struct bl_view){.data = bytes.data + start,
                            .size = (size_t)(size < rest ? size : rest)};
}

static struct bl_view from(struct bl_view bytes, uint64_t offset)
{
    return clip(bytes, offset, UINT64_MAX);
}

static struct bl_view trim_end(struct bl_view bytes, uint8_t fill)
{
    while (bytes.size && bytes.data[bytes.size - 1] == fill)
        bytes.size--;
    return bytes;
}

/* Bytes before the first A or B; all if there is neither. */
static struct bl_view before(struct bl_view bytes, uint8_t a, uint8_t b)
{
    size_t n = 0;
    while (n < bytes.size && bytes.data[n] != a && bytes.data[n] != b)
        n++;
    return clip(bytes, 0, n);
}

/* A decimal number with nothing but spaces around it. Fields of headers have 16 bytes at most: the
 * value is below 10^16. */
static bool parse_decimal(struct bl_view field, uint64_t *value)
{
    field = trim_end(field, ' ');
    while (field.size && field.data[0] == ' ')
        field = from(field, 1);
    *value = 0;
    for (size_t i = 0; i < field.size; i++) {
        if (!bl_is_digit(field.data[i]))
            return false;
        *value = *value * 10 + (uint64_t)(field.data[i] - '0');
    }
    return field.size > 0;
}

/* ---- Names ---- */

struct member {
    uint64_t at; /* offset of the header */
    struct bl_view header;
    struct bl_view name;
    struct bl_view contents; /* what there is of them; still with the name before them */
    uint64_t size;           /* from the header, less the name before the contents */
    uint64_t name_offset;    /* in the name table; meant where is_long */
    uint64_t nested_offset;
    bool has_size;   /* the field is a number */
    bool is_long;    /* the name is in the name table */
    bool is_bsd;     /* the name is before the contents */
    bool is_special; /* a symbol table or name table */
    /* The first fault; NULL: none. */
    const char *what;
    uint64_t what_at;
};

static void note_member(struct member *m, const char *what, uint64_t field_at)
{
    if (m->what)
        return;
    m->what = what;
    m->what_at = m->at + field_at;
}

/* The name field of names that begin with '/': "/", "//", "/SYM64/",
 * "/<ECSYMBOLS>/", "/<XFGHASHMAP>/" and what else Microsoft may invent, "/123", "/5:72". It
 * ends at the first space: GNU ar leaves a '/' in the last byte where the long name's last
 * part has 15 bytes. */
static void parse_slash_name(struct member *m, bool is_thin)
{
    m->name = before(m->name, ' ', ' ');
    struct bl_view rest = from(m->name, 1);
    if (rest.size == 0 || rest.data[0] == '<' || bl_view_is(rest, "/") ||
        bl_view_is(rest, "SYM64/")) {
        m->is_special = true;
        return;
    }
    struct bl_view offset = is_thin ? before(rest, ':', ':') : rest;
    m->is_long = parse_decimal(offset, &m->name_offset);
    if (m->is_long && offset.size < rest.size)
        m->is_long = parse_decimal(from(rest, offset.size + 1), &m->nested_offset);
    if (!m->is_long)
        note_member(m, "a name that begins with '/' is no offset in the name table", 0);
}

/* What the name field means by itself. */
static void parse_name_field(struct member *m, bool is_thin)
{
    m->name = clip(m->header, 0, NAME_BYTES);
    if (m->name.data[0] == '/')
        parse_slash_name(m, is_thin);
    else if (bl_view_begins(m->name, "#1/") && bl_is_digit(m->name.data[3]))
        m->is_bsd = true;
    else /* Names may have spaces inside, but no '/'; some writers fill up with NUL. */
        m->name = trim_end(before(m->name, '/', '\0'), ' ');
}

/* An entry ends in "/\n" (GNU), "\n" or NUL (COFF). */
static void look_up_name(struct member *m, struct bl_view names)
{
    m->name = clip(names, m->name_offset, 0);
    if (m->name_offset >= names.size) {
        note_member(m, "the name's offset lies outside the name table", 0);
        return;
    }
    struct bl_view window = clip(names, m->name_offset, BL_AR_MAX_NAME + 2);
    m->name = before(window, '\n', '\0');
    if (m->name.size == window.size)
        note_member(m, "the name does not end in the name table", 0);
    else if (m->name.size && window.data[m->name.size] == '\n' &&
             m->name.data[m->name.size - 1] == '/')
        m->name.size--;
}

/* "#1/NN": the name is at the start of the contents, and the size counts it in. */
static void parse_bsd_name(struct member *m, bool is_thin)
{
    uint64_t n_bytes;
    bool is_number = parse_decimal(from(m->name, 3), &n_bytes);
    m->name = clip(m->header, 0, 0);
    if (!is_number) {
        note_member(m, "the length of the name is not a number", 0);
    } else if (is_thin) {
        note_member(m, "a thin archive has no room for a name before contents", 0);
    } else if (m->has_size && n_bytes > m->size) {
        note_member(m, "the name is longer than its member", 0);
    } else if (m->has_size) {
        m->name = trim_end(clip(m->contents, 0, n_bytes), '\0');
        m->contents = from(m->contents, n_bytes);
        m->size -= n_bytes;
        if (m->name.size > BL_AR_MAX_NAME) {
            m->name.size = 0;
            note_member(m, "the name is longer than a path can be", 0);
        }
    }
}

/* Only the first member is a symbol table by a name that a file could have as well. */
static bool is_symdef(const struct member *m)
{
    static const char *const names[] = {
        "__.SYMDEF",
        "__.SYMDEF SORTED",
        "__.SYMDEF_64",
        "__.SYMDEF_64 SORTED",
    };
    if (m->at != MAGIC_BYTES)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (bl_view_is(m->name, names[i]))
            return true;
    return false;
}

/* COFF has two tables "/", of which the second one counts; others of its tables are not for
 * symbols. */
static void note_table(struct bl_ar *ar, const struct member *m)
{
    if (m->name.size > 1 && m->name.data[1] == '<')
        return;
    ar->has_two_tables = ar->table.data != NULL;
    ar->table_name = m->name;
    ar->table = m->contents;
}

/* ---- Members ---- */

static bool ends_as_header(struct bl_view bytes, uint64_t at)
{
    return bl_view_is(clip(bytes, at + TERMINATOR_AT, 2), "`\n");
}

/* Where the next header is after contents that end at END: at an even offset, but for writers that
 * leave out the byte before it. */
static uint64_t next_header(struct bl_view bytes, uint64_t end)
{
    bool is_padded = !ends_as_header(bytes, end) || ends_as_header(bytes, end + 1);
    return end + (end & is_padded);
}

/* Parse the header at ar->offset, as far as possible, and step past the member. */
static void parse_member(struct bl_ar *ar, struct member *m)
{
    if (!ends_as_header(ar->bytes, m->at))
        note_member(m, "a member header does not end in \"`\\n\"", TERMINATOR_AT);
    m->has_size = parse_decimal(clip(m->header, SIZE_AT, SIZE_BYTES), &m->size);
    if (!m->has_size) {
        note_member(m, "the size of a member is not a number", SIZE_AT);
        m->size = 0;
    }
    parse_name_field(m, ar->is_thin);
    uint64_t stored = ar->is_thin && !m->is_special ? 0 : m->size;
    m->contents = clip(ar->bytes, m->at + HEADER_BYTES, stored);
    bool is_whole = m->contents.size == stored;

    if (m->is_long)
        look_up_name(m, ar->names);
    else if (m->is_bsd)
        parse_bsd_name(m, ar->is_thin);
    if (!is_whole)
        note_member(m, "member reaches beyond the archive", SIZE_AT);
    if (m->is_special && bl_view_is(m->name, "//"))
        ar->names = m->contents;
    else if (m->is_special)
        note_table(ar, m);
    if (!ar->is_thin && is_symdef(m)) {
        m->is_special = true;
        note_table(ar, m);
    }

    uint64_t end = next_header(ar->bytes, m->at + HEADER_BYTES + stored);
    ar->offset = m->has_size && end < ar->bytes.size ? end : ar->bytes.size;
}

bool bl_ar_probe(struct bl_view bytes)
{
    return bl_view_begins(bytes, magic_plain) || bl_view_begins(bytes, magic_thin) ||
           bl_view_begins(bytes, magic_aix_big) || bl_view_begins(bytes, magic_aix_small);
}

bool bl_ar_is_thin(struct bl_view bytes)
{
    return bl_view_begins(bytes, magic_thin);
}

int bl_ar_open(struct bl_ar *ar, struct bl_view bytes, struct bl_error *err)
{
    *ar = (struct bl_ar){.bytes = bytes, .offset = MAGIC_BYTES};
    ar->is_thin = bl_ar_is_thin(bytes);
    if (ar->is_thin || bl_view_begins(bytes, magic_plain)) {
        ar->names = clip(bytes, MAGIC_BYTES, 0);
        return BL_OK;
    }
    *ar = (struct bl_ar){0};
    return bl_ar_probe(bytes)
               ? bl_part_pass(
                     err, "archives of AIX are not read: extract the members first, with llvm-ar x",
                     0)
               : bl_part_fail(err, "not an archive", 0);
}

int bl_ar_next(struct bl_ar *ar, struct bl_part *part, struct bl_error *err)
{
    struct member m;
    ar->nested_offset = 0;
    do {
        m = (struct member){.at = ar->offset, .header = clip(ar->bytes, ar->offset, HEADER_BYTES)};
        m.name = m.contents = clip(m.header, 0, 0);
        if (m.header.size == 0)
            break;
        if (m.header.size < HEADER_BYTES) {
            note_member(&m, "the archive ends inside a member header", m.header.size);
            ar->offset = ar->bytes.size;
        } else {
            parse_member(ar, &m);
        }
    } while (m.is_special && !m.what && !ar->stops_at_tables);

    bool is_elsewhere = ar->is_thin && !m.is_special;
    ar->nested_offset = m.nested_offset;
    ar->header_at = m.at;
    *part = (struct bl_part){
        .kind = is_elsewhere ? BL_PART_THIN_MEMBER : BL_PART_MEMBER,
        .name = m.name,
        .bytes = m.contents,
        .offset = (uint64_t)(m.contents.data - ar->bytes.data),
        .size = m.size,
    };
    if (m.what)
        return bl_part_fail(err, m.what, m.what_at);
    return m.header.size > 0;
}
