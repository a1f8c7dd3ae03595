/* search/search.c - every stream in a file, however it is wrapped up, and the path that leads to it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A stack of open containers, from the file inwards; the innermost one is asked for its next part.
 * A part is again a container, or bitcode, or neither and passed over. The path is built along with
 * the stack, so that a level only remembers how long its own is.
 *
 * One range of bytes may hold several streams with zeros between them: a linker merges sections.
 * Where one ends is found by leaping over its top-level blocks.
 *
 * Headers may refer to the same bytes again and again, in each other too. What keeps the work
 * linear is that the parts of a container together have no more bytes than it has: then all that is
 * looked into at one depth is no larger than the file. Members of thin archives are files of their
 * own.
 */
#include "search/search.h"

#include "base/file.h"
#include "base/grow.h"
#include "base/map.h"
#include "base/status.h"
#include "base/view.h"
#include "format/container.h"
#include "format/hint.h"
#include "format/section.h"
#include "stream/cursor.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <sha2.h>
#include <string.h>
#include <sys/stat.h>

enum {
    REPEAT_BYTES = 64 /* what a repeated row costs beside its bytes */
};

struct open_container {
    struct bl_container container;
    struct bl_view bytes;
    uint64_t file_offset; /* of bytes */
    uint32_t path_size;
    uint64_t bytes_left;     /* that its parts may still have together */
    struct bl_map numbers;   /* hash of a part's name, to how many there have been */
    struct bl_view commands; /* of the object, where it has only one such part */
    uint32_t n_commands;     /* such parts that are not empty */
};

/* Bytes that hold streams, and how far these have been returned. */
struct leaf {
    struct bl_view bytes;
    uint64_t file_offset;
    uint64_t at; /* offset of the next stream in bytes */
    uint32_t n;  /* streams returned */
    uint32_t path_size;
    bool has_commands; /* the object's command line may be of its stream */
    bool active;
};

struct bl_search {
    const char *file_path; /* NULL: members of thin archives are not opened */
    struct open_container *levels;
    uint32_t n_levels, cap_levels;
    struct leaf leaf;
    char *path;
    uint32_t cap_path;
    struct bl_file *thin;   /* the file of a thin archive's member */
    char *thin_path;        /* its path, be it open or not; NULL: there is none */
    uint32_t n_thin_levels; /* of the archive and those around it, while `thin` is open */
    bl_member_fn *member;   /* called with thin_path, if not NULL */
    void *member_context;
    unsigned thin_flags;   /* bl_open_flags */
    const char *within;    /* the nested path that is asked for; "": all of the file */
    bool is_met;           /* there is something at it */
    uint32_t n_found;      /* streams at it or inside of it */
    uint64_t paths_left;   /* bytes that answers may still have */
    uint64_t answers_left; /* how many there may still be */
    uint64_t repeats_left; /* bytes that rows of equal values may still have */
    struct bl_map paid;    /* files that thin archives have named, which answers may be about */
    bool is_spent;         /* answers have had more */
    const char *hint;      /* what is at it, where that holds no stream */
    uint64_t n_packed;     /* parts at it or inside of it that are packed, and not opened */
    const char *packed;    /* what the first of them is packed with */
    bl_image_fn *image;    /* called for images without a stream of their own, if not NULL */
    void *image_context;
    bool is_container; /* what is at the path */
    bool checks_sums;  /* of what has a hash in its container */
    bool no_memory;
};

/* ---- Paths ---- */

/* Answers may be about BYTES, too. */
static void allow(struct bl_search *s, struct bl_view bytes)
{
    s->paths_left += (uint64_t)bytes.size * BL_MAX_PATH_BYTES_PER_BYTE;
    s->answers_left += bytes.size / BL_LEAST_BYTES_PER_STREAM;
}

/* Answers may be about FILE, which a thin archive names, however often it does and by whatever
 * path: a header that names it again adds as little to the input as any other. */
static void allow_file(struct bl_search *s, const struct bl_file *file)
{
    struct bl_file_id id = bl_file_id(file);
    uint64_t key =
        bl_map_key(&s->paid, (struct bl_view){.data = (const uint8_t *)&id, .size = sizeof id});
    if (bl_map_find(&s->paid, key) != BL_MAP_NONE)
        return;
    if (bl_map_add(&s->paid, key, 0) < 0)
        s->no_memory = true;
    allow(s, bl_file_view(file));
}

/* One more answer; false: that is too much. */
static bool spend_answer(struct bl_search *s, struct bl_error *err)
{
    if (s->answers_left-- > 0)
        return true;
    s->is_spent = true;
    bl_fail(err, BL_E_LIMIT, "more streams in the file than the limit");
    return false;
}

/* An answer has N bytes more; false: that is too much. */
static bool spend(struct bl_search *s, size_t n, struct bl_error *err)
{
    if (n <= s->paths_left) {
        s->paths_left -= n;
        return true;
    }
    s->is_spent = true;
    bl_fail(err, BL_E_LIMIT, "the paths in the file are too long, all together");
    return false;
}

static void put_piece(struct bl_search *s, uint32_t *size, const char *text, size_t n)
{
    if (bl_grow(&s->path, &s->cap_path, (size_t)*size + n + 1) < 0) {
        s->no_memory = true;
        return;
    }
    memcpy(s->path + *size, text, n);
    *size += (uint32_t)n;
    s->path[*size] = '\0';
}

static bool is_plain(struct bl_view name)
{
    for (size_t i = 0; i < name.size; i++)
        if (name.data[i] <= ' ' || name.data[i] >= 0x7F || strchr("()[]!#:\"\\", name.data[i]))
            return false;
    return name.size > 0;
}

struct name_end {
    struct bl_search *search;
    uint32_t *size;
};

static void put_path_text(void *end, const char *text, size_t n)
{
    struct name_end *e = end;
    put_piece(e->search, e->size, text, n);
}

/* As it is, or in quotes with \", \\ and \xHH. */
static void put_part_name(struct bl_search *s, uint32_t *size, struct bl_view name)
{
    if (is_plain(name)) {
        put_piece(s, size, (const char *)name.data, name.size);
        return;
    }
    struct name_end end = {s, size};
    put_piece(s, size, "\"", 1);
    size_t begin = 0; /* of what needs no backslash */
    for (size_t i = 0; i <= name.size; i++) {
        if (i < name.size && name.data[i] != '"' && name.data[i] != '\\')
            continue;
        bl_visible_print((struct bl_view){name.data + begin, i - begin}, put_path_text, &end);
        if (i < name.size)
            put_piece(s, size, (const char[]){'\\', (char)name.data[i]}, 2);
        begin = i + 1;
    }
    put_piece(s, size, "\"", 1);
}

static void put_part_number(struct bl_search *s, uint32_t *size, char before, uint64_t n)
{
    char text[24];
    char *p = text + sizeof text;
    do
        *--p = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    *--p = before;
    put_piece(s, size, p, (size_t)(text + sizeof text - p));
}

/* How many parts of this name there have been, this one included. */
static uint32_t number_of(struct bl_search *s, struct open_container *level, struct bl_view name)
{
    uint64_t key = bl_map_key(&level->numbers, name);
    uint32_t before = bl_map_find(&level->numbers, key);
    uint32_t number = before == BL_MAP_NONE ? 1 : before + 1;
    if (bl_map_set(&level->numbers, key, number) < 0)
        s->no_memory = true;
    return number;
}

/* Where the member of a thin archive is in the archive that it names; 0: it names the member's own
 * file. */
static uint64_t nested_offset(const struct open_container *level, const struct bl_part *part)
{
    return part->kind == BL_PART_THIN_MEMBER ? level->container.it.ar.nested_offset : 0;
}

/* The path of PART after its container's: "(core.o#2)", "!.llvmbc", ":arm64". Archives that are
 * named for each of their members are not counted. */
static uint32_t put_part(struct bl_search *s, struct open_container *level,
                         const struct bl_part *part)
{
    uint32_t size = level->path_size;
    if (part->kind == BL_PART_ROW) {
        put_piece(s, &size, "!", 1);
        put_part_name(s, &size, part->name);
        put_part_number(s, &size, '[', part->row);
        put_piece(s, &size, "]", 1);
        return size;
    }
    uint32_t number = nested_offset(level, part) ? 1 : number_of(s, level, part->name);
    bool is_member = part->kind == BL_PART_MEMBER || part->kind == BL_PART_THIN_MEMBER;
    put_piece(s, &size, is_member ? "(" : part->kind == BL_PART_SLICE ? ":" : "!", 1);
    put_part_name(s, &size, part->name);
    if (number > 1)
        put_part_number(s, &size, '#', number);
    if (is_member)
        put_piece(s, &size, ")", 1);
    return size;
}

/* Whether the path is the one that is asked for, or leads on from there. */
static bool is_within(const struct bl_search *s)
{
    struct bl_view path = {.data = (const uint8_t *)s->path, .size = strlen(s->path)};
    return bl_path_is_inside(path, s->within);
}

/* Readers count from the first byte they get, which is at FILE_OFFSET. */
static int fail_in_file(struct bl_error *err, int status, uint64_t file_offset)
{
    if (err && err->has_pos)
        err->bit_pos += file_offset * 8;
    return status;
}

/* ---- Streams in a range of bytes ---- */

/* Where the top-level blocks of STREAM end, in bytes. */
static uint64_t extent_of(const struct bl_stream *stream)
{
    struct bl_cursor cursor;
    struct bl_entry entry;
    bl_cursor_at_top(&cursor, stream, true);
    int rc;
    while ((rc = bl_cursor_next(&cursor, &entry)) > 0)
        ;
    /* A failure is at the first entry that is no block. */
    uint64_t end = rc < 0 ? cursor.entry_pos : cursor.bits.pos;
    bl_cursor_release(&cursor);
    return (end + 7) / 8;
}

static uint64_t skip_zeros(struct bl_view bytes, uint64_t at)
{
    while (at < bytes.size && bytes.data[at] == 0)
        at++;
    return at;
}

static bool is_known_stream(struct bl_view bytes)
{
    struct bl_stream stream;
    int status = bl_stream_at(bytes, &stream, NULL);
    return stream.wrapper.magic != 0 || (status == BL_OK && stream.kind != BL_STREAM_UNKNOWN);
}

/* Offset of the first stream at END or after zeros there, and maybe its length, which may begin
 * with zeros; 0: there is none. */
static uint64_t next_stream(struct bl_view bytes, uint64_t end)
{
    uint64_t next = skip_zeros(bytes, end);
    if (next < bytes.size && is_known_stream(bl_view_from(bytes, next)))
        return next;
    uint64_t n_zeros = next - end < sizeof(uint64_t) ? next - end : sizeof(uint64_t) - 1;
    for (uint64_t at = next - n_zeros; at <= next; at++) {
        size_t before = bl_section_bitcode_at(bl_view_from(bytes, at));
        if (before != SIZE_MAX)
            return at + before;
    }
    return 0;
}

/* Whether the bytes after END fill a member of Darwin's archives to a multiple of eight: llvm-ar
 * counts that as the member's, in the archive and in the file that it extracts. */
static bool is_filled(struct bl_view bytes, uint64_t end)
{
    static const char line_feeds[] = "\n\n\n\n\n\n\n";
    uint64_t n = bytes.size - end;
    return end < bytes.size && n < sizeof line_feeds && bytes.size % 8 == 0 &&
           memcmp(bytes.data + end, line_feeds, (size_t)n) == 0;
}

/* Bytes of the located stream, with its wrapper, among others. */
static uint64_t size_among_others(const struct bl_stream *stream)
{
    return stream->wrapper.magic ? stream->file_offset + stream->wrapper.size : extent_of(stream);
}

/* The stream's bytes with its wrapper's header before them. */
static struct bl_view wrapped(const struct bl_stream *stream)
{
    size_t n = stream->wrapper.magic ? stream->wrapper.offset : 0;
    return (struct bl_view){.data = stream->bytes.data - n, .size = stream->bytes.size + n};
}

/* An unknown stream begins with its first byte, even if that is zero. */
static void begin_leaf(struct bl_search *s, struct bl_view bytes, uint64_t file_offset,
                       uint32_t path_size)
{
    uint64_t first = next_stream(bytes, 0);
    s->leaf = (struct leaf){
        .bytes = bytes,
        .file_offset = file_offset,
        .at = first,
        .path_size = path_size,
        .active = true,
    };
}

/* Return the leaf's next stream. A single one keeps all the bytes, padding too. */
static int read_stream(struct bl_search *s, struct bl_found *found, struct bl_error *err)
{
    struct leaf *leaf = &s->leaf;
    uint64_t begin = leaf->at;
    uint32_t path_size = leaf->path_size;
    int status = bl_stream_at(bl_view_from(leaf->bytes, begin), &found->stream, err);
    leaf->active = false;
    if (status == BL_OK) {
        uint64_t end = begin + size_among_others(&found->stream);
        leaf->at = next_stream(leaf->bytes, end);
        leaf->active = leaf->at > 0;
        bool is_last =
            leaf->n > 0 && !leaf->active && skip_zeros(leaf->bytes, end) == leaf->bytes.size;
        if (!found->stream.wrapper.magic &&
            (leaf->active || is_last || is_filled(leaf->bytes, end)))
            found->stream.bytes.size = (size_t)(end - begin);
    }
    if (leaf->active || leaf->n > 0) {
        put_part_number(s, &path_size, '[', ++leaf->n);
        put_piece(s, &path_size, "]", 1);
    }
    found->stream.file_offset += leaf->file_offset + begin;
    bool is_all = !leaf->active && leaf->n == 0 && skip_zeros(leaf->bytes, 0) >= begin;
    found->whole = is_all ? leaf->bytes : wrapped(&found->stream);
    if (s->n_levels > 0) {
        const struct open_container *level = &s->levels[s->n_levels - 1];
        found->container = bl_container_name(level->container.kind);
        if (leaf->has_commands && leaf->n == 0)
            found->command_line = level->commands;
        found->command_line_unclear =
            leaf->has_commands && level->n_commands > 0 && !found->command_line.size;
    }
    s->path[path_size] = '\0';
    s->n_found += is_within(s);
    return status < 0 ? fail_in_file(err, status, leaf->file_offset + begin) : 1;
}

/* ---- Containers ---- */

/* Command lines follow the bitcode that they belong to: look once through all parts. Bad ones
 * count: it could be theirs. Those of rustc are empty, and do not. */
static int look_ahead(struct open_container *level, struct bl_error *err)
{
    struct bl_part part;
    enum bl_container_kind kind = level->container.kind;
    if (!bl_container_has_commands(kind))
        return BL_OK;
    uint32_t n_bitcode = 0;
    int rc;
    while ((rc = bl_container_next(&level->container, &part, NULL)) != 0) {
        n_bitcode += part.kind == BL_PART_BITCODE;
        bool is_empty = rc > 0 && part.bytes.size == 0;
        if (part.kind == BL_PART_COMMANDS && !is_empty && level->n_commands++ == 0)
            level->commands = part.bytes;
    }
    if (level->n_commands != 1 || n_bitcode != 1)
        level->commands = (struct bl_view){0};
    bl_container_close(&level->container);
    return bl_container_open(&level->container, kind, level->bytes, err);
}

static int push_container(struct bl_search *s, enum bl_container_kind kind, struct bl_view bytes,
                          uint64_t file_offset, uint32_t path_size, struct bl_error *err)
{
    if (s->n_levels >= BL_MAX_CONTAINER_DEPTH)
        return bl_fail(err, BL_E_LIMIT, "containers nested deeper than the limit");
    if (bl_grow(&s->levels, &s->cap_levels, (size_t)s->n_levels + 1) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory");
    struct open_container *level = &s->levels[s->n_levels];
    *level = (struct open_container){
        .bytes = bytes,
        .file_offset = file_offset,
        .path_size = path_size,
        .bytes_left = bytes.size,
    };
    int status = bl_container_open(&level->container, kind, bytes, err);
    if (status == BL_OK)
        status = look_ahead(level, err);
    if (status < 0)
        return fail_in_file(err, status, file_offset);
    s->n_levels++;
    return BL_OK;
}

static void pop(struct bl_search *s)
{
    struct open_container *level = &s->levels[--s->n_levels];
    bl_container_close(&level->container);
    bl_map_release(&level->numbers);
}

/* What to say of BYTES that hold no stream; NULL: nothing is known, or they are one. */
static const char *hint_of(enum bl_container_kind kind, struct bl_view bytes)
{
    if (kind != BL_CONTAINER_NONE)
        return bl_container_hint(kind);
    return is_known_stream(bytes) ? NULL : bl_format_hint(bytes);
}

/* Its members would be files of their own again, for each time that it is named. */
static int fail_thin_in_thin(struct bl_error *err)
{
    return bl_fail(err, BL_E_LIMIT, "a thin archive in a member of a thin archive");
}

/* Something at the path is packed with PACKED, unless that is NULL: nobody looks into it. */
static void note_packed(struct bl_search *s, const char *packed)
{
    if (!packed || !is_within(s))
        return;
    s->n_packed++;
    if (!s->packed)
        s->packed = packed;
}

/* Whatever it is: a container is opened, a stream is returned next, all else is skipped. */
static int look_into(struct bl_search *s, struct bl_view bytes, uint64_t file_offset,
                     uint32_t path_size, struct bl_error *err)
{
    enum bl_container_kind kind = bl_container_probe(bytes);
    if (strcmp(s->path, s->within) == 0) {
        s->hint = hint_of(kind, bytes);
        s->is_container = kind != BL_CONTAINER_NONE;
    }
    if (s->thin && bl_ar_is_thin(bytes))
        return fail_thin_in_thin(err);
    if (kind != BL_CONTAINER_NONE)
        return push_container(s, kind, bytes, file_offset, path_size, err);
    if (is_known_stream(bl_view_from(bytes, skip_zeros(bytes, 0))))
        begin_leaf(s, bytes, file_offset, path_size);
    else
        note_packed(s, bl_format_packed(bytes));
    return BL_OK;
}

static void close_thin(struct bl_search *s)
{
    bl_file_close(s->thin);
    bl_drop(s->thin_path);
    s->thin = NULL;
    s->thin_path = NULL;
}

/* The file of a member of a thin archive, whose name is relative to the archive. "./" keeps "-"
 * from being standard input. 1: it is left out. */
static int open_thin(struct bl_search *s, struct bl_view name, uint64_t at, struct bl_view *bytes,
                     struct bl_error *err)
{
    assert(!s->thin);
    if (!s->file_path)
        return bl_fail(err, BL_E_CONTAINER, "the member is a file, and the archive is none");
    if (!spend(s, name.size, err))
        return BL_E_LIMIT;
    const char *slash = strrchr(s->file_path, '/');
    const char *folder = slash ? s->file_path : "./";
    size_t n_folder = slash ? (size_t)(slash - s->file_path) + 1 : 2;
    if (name.size > 0 && name.data[0] == '/')
        n_folder = 0;
    char *path = NULL;
    size_t cap = 0;
    if (bl_grow(&path, &cap, n_folder + name.size + 1) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory");
    memcpy(path, folder, n_folder);
    memcpy(path + n_folder, name.data, name.size);
    path[n_folder + name.size] = '\0';
    s->thin_path = path;
    s->n_thin_levels = s->n_levels;
    if (s->member && !s->member(s->member_context, path, at))
        return 1;
    int status = bl_file_open_regular(&s->thin, path, s->thin_flags, err);
    if (status < 0)
        return status;
    allow_file(s, s->thin);
    *bytes = bl_file_view(s->thin);
    return BL_OK;
}

/* The member of ARCHIVE whose header is at byte AT. */
static int get_member(struct bl_view archive, uint64_t at, struct bl_part *member,
                      struct bl_error *err)
{
    struct bl_ar ar;
    int status = bl_ar_open(&ar, archive, err);
    if (status < 0)
        return status;
    if (ar.is_thin)
        return fail_thin_in_thin(err);
    bl_ar_next(&ar, member, NULL); /* after the table of names, the first member */
    ar.offset = at < archive.size ? at : archive.size;
    int rc = bl_ar_next(&ar, member, err);
    return rc != 0 ? rc : bl_fail(err, BL_E_CONTAINER, "the archive ends before the member");
}

/* ARCHIVE is a file that the thin archive LEVEL names, for its member with the header at byte AT.
 * The path continues with the member's name: "(lib.a)(core.o)". */
static int look_into_member(struct bl_search *s, struct open_container *level,
                            struct bl_view archive, uint64_t at, uint32_t path_size,
                            struct bl_error *err)
{
    struct bl_part member = {0};
    int rc = get_member(archive, at, &member, err);
    if (rc < 0)
        return rc;
    put_piece(s, &path_size, "(", 1);
    put_part_name(s, &path_size, member.name);
    if (s->no_memory)
        return BL_E_NOMEM;
    struct bl_view both = {.data = (const uint8_t *)s->path + level->path_size,
                           .size = path_size - level->path_size};
    uint32_t number = number_of(s, level, both);
    if (number > 1)
        put_part_number(s, &path_size, '#', number);
    put_piece(s, &path_size, ")", 1);
    return look_into(s, member.bytes, member.offset, path_size, err);
}

/* Whether there may be PART, a row, beyond the bytes of its container: dictionaries have the
 * value of many rows once. */
static bool repeat(struct bl_search *s, const struct bl_part *part)
{
    uint64_t cost = part->bytes.size + REPEAT_BYTES;
    if (part->kind != BL_PART_ROW || cost > s->repeats_left)
        return false;
    s->repeats_left -= cost;
    return true;
}

/* Compare what is in PART with the hash that its container has of it. */
static int check_sum(const struct bl_part *part, uint64_t file_offset, struct bl_error *err)
{
    SHA2_CTX context;
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA256Init(&context);
    SHA256Update(&context, part->bytes.data, part->bytes.size);
    SHA256Final(digest, &context);
    return memcmp(digest, part->sha256.data, sizeof digest) == 0
               ? BL_OK
               : bl_fail_at(err, BL_E_CONTAINER, "the SHA-256 in the container is of other bytes",
                            file_offset * 8);
}

static int enter_part(struct bl_search *s, struct open_container *level, const struct bl_part *part,
                      uint32_t path_size, struct bl_error *err)
{
    struct bl_view bytes = part->bytes;
    uint64_t file_offset = level->file_offset + part->offset;
    if (part->kind == BL_PART_PATHS && s->n_levels == 1)
        s->hint = "an object of wllvm or gllvm without bitcode, but with paths of bitcode files: "
                  "extract-bc or get-bc links those";
    if (part->hint && s->n_levels <= 2 && is_within(s))
        s->hint = part->hint; /* of a file, or a section of an object */
    if (part->kind == BL_PART_COMMANDS || part->kind == BL_PART_PATHS || part->is_compressed)
        return BL_OK;
    if (bytes.size > level->bytes_left && !repeat(s, part))
        return bl_fail(err, BL_E_LIMIT, "parts of the container overlap");
    level->bytes_left -= bytes.size < level->bytes_left ? bytes.size : level->bytes_left;
    switch (part->kind) {
    case BL_PART_COMMANDS:
    case BL_PART_PATHS: break;
    case BL_PART_BITCODE:
    case BL_PART_AST:
        /* The marker of -fembed-bitcode-marker is a section of a zero byte or none. */
        if (skip_zeros(bytes, 0) < bytes.size)
            begin_leaf(s, bytes, file_offset, path_size);
        s->leaf.has_commands = part->kind == BL_PART_BITCODE;
        return s->checks_sums && part->sha256.data ? check_sum(part, file_offset, err) : BL_OK;
    case BL_PART_THIN_MEMBER: {
        uint64_t at = nested_offset(level, part);
        int status = open_thin(s, part->name, at, &bytes, err);
        if (status != BL_OK)
            return status < 0 ? status : BL_OK;
        if (at)
            return look_into_member(s, level, bytes, at, path_size, err);
        file_offset = 0;
        break;
    }
    case BL_PART_MEMBER:
    case BL_PART_SLICE:
    case BL_PART_ROW:
    case BL_PART_OFFLOAD: break;
    }
    return look_into(s, bytes, file_offset, path_size, err);
}

/* ---- Public ---- */

size_t bl_path_split(const char *path)
{
    char file[PATH_MAX]; /* no longer path leads to one */
    struct stat st;
    size_t n = strlen(path);
    if (n >= sizeof file || strcmp(path, "-") == 0 || stat(path, &st) == 0 || errno == EACCES)
        return n;
    memcpy(file, path, n + 1);
    for (size_t i = n; i-- > 1;) {
        if (!strchr(BL_PATH_PARTS, path[i]))
            continue;
        file[i] = '\0';
        if (strcmp(file, "-") == 0 || (stat(file, &st) == 0 && !S_ISDIR(st.st_mode))) {
            n = i;
            break;
        }
    }
    return n;
}

bool bl_path_is_inside(struct bl_view nested, const char *wanted)
{
    size_t n = strlen(wanted);
    return bl_view_begins(nested, wanted) &&
           (n == 0 || nested.size == n || strchr(BL_PATH_PARTS, nested.data[n]));
}

bool bl_is_archive(struct bl_view bytes)
{
    return bl_ar_probe(bytes);
}

int bl_search_open(struct bl_search **search, struct bl_view bytes, const char *file_path,
                   struct bl_error *err)
{
    *search = NULL;
    struct bl_search *s = bl_new(sizeof *s);
    if (!s || bl_grow(&s->path, &s->cap_path, 1) < 0) {
        bl_drop(s);
        return bl_fail(err, BL_E_NOMEM, "no memory");
    }
    s->path[0] = '\0';
    s->file_path = file_path;
    s->within = "";
    s->is_met = true;
    s->repeats_left =
        BL_MAX_REPEATED_BYTES_FLOOR + (uint64_t)bytes.size * BL_MAX_REPEATED_BYTES_PER_BYTE;
    s->answers_left = BL_MAX_STREAMS_FLOOR;
    allow(s, bytes);
    if (s->paths_left < BL_MAX_PATH_BYTES_FLOOR)
        s->paths_left = BL_MAX_PATH_BYTES_FLOOR;
    enum bl_container_kind kind = bl_container_probe(bytes);
    s->hint = hint_of(kind, bytes);
    s->is_container = kind != BL_CONTAINER_NONE;
    if (kind != BL_CONTAINER_NONE) {
        int status = push_container(s, kind, bytes, 0, 0, err);
        if (status < 0) {
            bl_search_close(s);
            return status;
        }
    } else {
        note_packed(s, s->hint ? bl_format_packed(bytes) : NULL);
        if (!s->hint)
            begin_leaf(s, bytes, 0, 0);
    }
    *search = s;
    return BL_OK;
}

void bl_search_close(struct bl_search *s)
{
    if (!s)
        return;
    while (s->n_levels > 0)
        pop(s);
    close_thin(s);
    bl_map_release(&s->paid);
    bl_drop(s->levels);
    bl_drop(s->path);
    bl_drop(s);
}

void bl_search_within(struct bl_search *s, const char *nested)
{
    if (!*nested)
        return;
    s->within = nested;
    s->is_met = false;
    s->hint = NULL;
    s->n_packed = 0;
    s->packed = NULL;
}

void bl_search_tell_members(struct bl_search *s, bl_member_fn *member, void *context)
{
    s->member = member;
    s->member_context = context;
}

void bl_search_open_members(struct bl_search *s, unsigned open_flags)
{
    s->thin_flags = open_flags;
}

void bl_search_report_images(struct bl_search *s, bl_image_fn *image, void *context)
{
    s->image = image;
    s->image_context = context;
}

void bl_search_check_sums(struct bl_search *s)
{
    s->checks_sums = true;
}

int bl_search_fact(struct bl_search *s, uint32_t number, struct bl_fact *fact)
{
    for (uint32_t i = s->n_levels; i-- > 0;) {
        struct bl_container *container = &s->levels[i].container;
        struct bl_fact unwanted;
        uint32_t n = 0;
        while (n < number && bl_container_fact(container, n, &unwanted) > 0)
            n++;
        if (n == number && bl_container_fact(container, n, fact) > 0)
            return 1;
        number -= n;
    }
    return 0;
}

int bl_search_check(const struct bl_search *s, struct bl_error *err)
{
    return s->thin ? bl_file_check(s->thin, err) : BL_OK;
}

bool bl_search_met(const struct bl_search *s)
{
    return s->is_met;
}

const char *bl_search_hint(const struct bl_search *s)
{
    if (s->n_found)
        return NULL;
    return s->n_packed && s->is_container
               ? "packed files inside, which were not opened: unpack it first"
               : s->hint;
}

uint64_t bl_search_packed(const struct bl_search *s, const char **with)
{
    *with = s->packed;
    return s->n_packed;
}

/* PART at the path is bytes for a device that are no stream, and no container of more such. */
static int report_image(struct bl_search *s, const struct open_container *level,
                        const struct bl_part *part, struct bl_error *err)
{
    struct bl_view bytes = part->bytes;
    if (!s->image || !bl_container_has_images(level->container.kind) || bytes.size == 0 ||
        s->no_memory || !is_within(s))
        return BL_OK;
    enum bl_container_kind kind =
        part->is_compressed ? BL_CONTAINER_NONE : bl_container_probe(bytes);
    if (bl_container_has_images(kind) ||
        (!part->is_compressed && is_known_stream(bl_view_from(bytes, skip_zeros(bytes, 0)))))
        return BL_OK;
    if (!spend_answer(s, err) || !spend(s, strlen(s->path), err))
        return BL_E_LIMIT;
    struct bl_image image = {
        .path = s->path,
        .bytes = bytes,
        .file_offset = level->file_offset + part->offset,
        .container = bl_container_name(level->container.kind),
    };
    s->image(s->image_context, &image);
    return BL_OK;
}

/* The next part of the innermost container. 1: continue, 0: it has ended. */
static int step_container(struct bl_search *s, struct bl_error *err)
{
    struct open_container *level = &s->levels[s->n_levels - 1];
    struct bl_part part = {0};
    s->path[level->path_size] = '\0';
    if (s->thin_path && s->n_levels == s->n_thin_levels)
        close_thin(s);
    int rc = bl_container_next(&level->container, &part, err);
    if (rc == 0)
        return 0;
    /* Where a part is bad its name may not be known. */
    bool is_named = rc > 0 || (part.kind && part.name.size > 0);
    uint32_t path_size = is_named ? put_part(s, level, &part) : level->path_size;
    s->is_met |= is_within(s);
    if (rc < 0)
        return fail_in_file(err, rc, level->file_offset);
    int status = report_image(s, level, &part, err);
    if (status == BL_OK)
        status = enter_part(s, level, &part, path_size, err);
    return status < 0 ? status : 1;
}

/* Nothing is found any more. */
static void end_search(struct bl_search *s)
{
    while (s->n_levels > 0)
        pop(s);
    s->leaf.active = false;
    s->no_memory = false;
}

/* The next of all that is in the file. */
static int find_next(struct bl_search *s, struct bl_found *found, struct bl_error *err)
{
    int rc = 1;
    *found = (struct bl_found){0};
    while (!s->leaf.active && s->n_levels > 0 && rc >= 0 && !s->no_memory) {
        found->container = bl_container_name(s->levels[s->n_levels - 1].container.kind);
        rc = step_container(s, err);
        if (rc == 0)
            pop(s);
    }
    if (rc >= 0)
        found->container = NULL;
    if (rc >= 0 && s->leaf.active)
        rc = read_stream(s, found, err);
    else if (rc >= 0)
        rc = 0;
    found->path = s->path;
    found->member_file = s->thin_path;
    if (!s->no_memory && rc != BL_E_NOMEM)
        return rc;
    /* Paths and numbers of parts may be wrong from here on. */
    end_search(s);
    return bl_fail(err, BL_E_NOMEM, "no memory");
}

int bl_search_next(struct bl_search *s, struct bl_found *found, struct bl_error *err)
{
    int rc;
    do
        rc = find_next(s, found, err);
    while (rc != 0 && rc != BL_E_NOMEM && !s->is_spent && !is_within(s));
    s->is_met |= rc > 0;
    if (rc != 0 && rc != BL_E_NOMEM && !s->is_spent &&
        (!spend_answer(s, err) || !spend(s, strlen(s->path), err)))
        rc = BL_E_LIMIT;
    if (s->is_spent)
        end_search(s);
    return rc;
}
