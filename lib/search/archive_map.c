/* search/archive_map.c - the symbol table of an archive
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   "/"               GNU: n, n offsets of headers, n names that end in NUL; big-endian words
 *   "/SYM64/"         the same in words of eight bytes
 *   "/", the second   COFF: m, m offsets, n, n numbers of offsets in two bytes, n names;
 *                     little-endian
 *   "__.SYMDEF…"      BSD, Darwin: bytes of the pairs that follow, pairs of a name's and a header's
 *                     offset, bytes of names, names; little-endian words
 *   "__.SYMDEF_64…"   the same in words of eight bytes
 */
#include "base/load.h"
#include "base/view.h"
#include "bitleap_limits.h"
#include "bitleap_search.h"
#include "format/ar.h"

#include <string.h>

enum kind {
    NONE,
    GNU,
    GNU_64,
    COFF,
    BSD,
    BSD_64,
};

static uint64_t word_bytes(const struct bl_archive_map *map)
{
    return map->kind == GNU_64 || map->kind == BSD_64 ? 8 : 4;
}

/* The word at byte AT of the table, which has been checked to be there. */
static uint64_t word_at(const struct bl_archive_map *map, uint64_t at)
{
    bool is_big = map->kind == GNU || map->kind == GNU_64;
    return bl_load_number(map->table.data + at, (size_t)word_bytes(map), is_big);
}

static bool is_there(const struct bl_archive_map *map, uint64_t at, uint64_t n_bytes)
{
    return at <= map->table.size && n_bytes <= map->table.size - at;
}

/* Tables of one kind each: the number of symbols, and where their names begin. False: the table is
 * too short for what it says. */
static bool open_gnu(struct bl_archive_map *map, uint64_t *strings_at)
{
    uint64_t word = word_bytes(map);
    if (!is_there(map, 0, word))
        return false;
    map->n = word_at(map, 0);
    *strings_at = word + map->n * word;
    return map->n <= map->table.size / word && is_there(map, *strings_at, 0);
}

static bool open_coff(struct bl_archive_map *map, uint64_t *strings_at)
{
    if (!is_there(map, 0, 4))
        return false;
    uint64_t indexes_at = 4 + word_at(map, 0) * 4;
    if (!is_there(map, indexes_at, 4))
        return false;
    map->n = word_at(map, indexes_at);
    *strings_at = indexes_at + 4 + map->n * 2;
    return is_there(map, *strings_at, 0);
}

static bool open_bsd(struct bl_archive_map *map, uint64_t *strings_at)
{
    uint64_t word = word_bytes(map);
    if (!is_there(map, 0, word))
        return false;
    uint64_t n_bytes = word_at(map, 0);
    if (!is_there(map, word, n_bytes) || !is_there(map, word + n_bytes, word))
        return false;
    map->n = n_bytes / (2 * word);
    *strings_at = 2 * word + n_bytes;
    return true;
}

static enum kind kind_of_map(const struct bl_ar *ar)
{
    if (bl_view_is(ar->table_name, "/"))
        return ar->has_two_tables ? COFF : GNU;
    if (bl_view_is(ar->table_name, "/SYM64/"))
        return GNU_64;
    return bl_view_begins(ar->table_name, "__.SYMDEF_64") ? BSD_64
           : bl_view_begins(ar->table_name, "__.SYMDEF")  ? BSD
                                                          : NONE;
}

int bl_archive_map_open(struct bl_archive_map *map, struct bl_view archive, struct bl_error *err)
{
    struct bl_ar ar;
    struct bl_part part;
    uint64_t strings_at = 0;
    *map = (struct bl_archive_map){
        .archive = archive,
        .bytes_left = BL_MAX_TEXT_BYTES_FLOOR + archive.size * (uint64_t)BL_MAX_TEXT_BYTES_PER_BYTE,
    };
    int status = bl_ar_open(&ar, archive, err);
    if (status < 0)
        return status;
    status = bl_ar_next(&ar, &part, err);
    map->names = ar.names;
    map->table = ar.table;
    map->kind = kind_of_map(&ar);
    if (map->kind == NONE)
        return status < 0 ? status : BL_OK;
    bool is_whole = map->kind == COFF                         ? open_coff(map, &strings_at)
                    : map->kind == BSD || map->kind == BSD_64 ? open_bsd(map, &strings_at)
                                                              : open_gnu(map, &strings_at);
    if (!is_whole) {
        map->n = 0;
        return bl_part_fail(err, "the symbol table is shorter than it says",
                            (uint64_t)(map->table.data - archive.data));
    }
    map->strings = bl_view_from(map->table, strings_at);
    return BL_OK;
}

/* The offset of the header of symbol I's member; false: there is no such number. */
static bool find_header(const struct bl_archive_map *map, uint64_t i, uint64_t *offset)
{
    uint64_t word = word_bytes(map);
    switch ((enum kind)map->kind) {
    case COFF: {
        uint64_t n_members = word_at(map, 0);
        const uint8_t *index = map->table.data + 8 + n_members * 4 + i * 2;
        uint64_t member = index[0] | (uint64_t)index[1] << 8;
        if (member == 0 || member > n_members)
            return false;
        *offset = word_at(map, member * 4);
        return true;
    }
    case BSD:
    case BSD_64: *offset = word_at(map, word + (2 * i + 1) * word); return true;
    default: *offset = word_at(map, word + i * word); return true;
    }
}

/* The name of symbol I; those that follow one another are cut off what is left. */
static bool find_map_name(struct bl_archive_map *map, uint64_t i, struct bl_view *name)
{
    struct bl_view from = map->strings;
    bool is_bsd = map->kind == BSD || map->kind == BSD_64;
    if (is_bsd) {
        uint64_t at = word_at(map, word_bytes(map) + 2 * i * word_bytes(map));
        if (at >= from.size)
            return false;
        from = bl_view_from(from, at);
    }
    const uint8_t *end = from.size ? memchr(from.data, 0, from.size) : NULL;
    if (!end)
        return false;
    *name = (struct bl_view){.data = from.data, .size = (size_t)(end - from.data)};
    if (!is_bsd)
        map->strings = bl_view_from(from, name->size + 1);
    return true;
}

int bl_archive_map_next(struct bl_archive_map *map, struct bl_view *symbol, struct bl_view *member,
                        struct bl_error *err)
{
    struct bl_ar ar;
    struct bl_part part;
    uint64_t offset;
    if (map->i == map->n)
        return 0;
    uint64_t i = map->i++;
    uint64_t table_at = (uint64_t)(map->table.data - map->archive.data);
    if (!find_map_name(map, i, symbol)) {
        map->i = map->n; /* nor are those after it */
        return bl_part_fail(err, "a name of the symbol table does not end in it", table_at);
    }
    if (symbol->size > map->bytes_left) {
        map->i = map->n;
        return bl_fail_at(err, BL_E_LIMIT, "more bytes of names than the limit", table_at * 8);
    }
    map->bytes_left -= symbol->size;
    int status = bl_ar_open(&ar, map->archive, err);
    if (status < 0)
        return status;
    if (!find_header(map, i, &offset) || offset >= map->archive.size || offset < ar.offset)
        return bl_part_fail(err, "a symbol is in no member of the archive", table_at);
    ar.names = map->names;
    ar.offset = offset;
    ar.stops_at_tables = true; /* they would be read again for each symbol */
    status = bl_ar_next(&ar, &part, err);
    if (status == 0)
        return bl_part_fail(err, "a symbol is in no member of the archive", table_at);
    *member = part.name;
    return status;
}
