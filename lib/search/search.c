/* search/search.c - every stream in a file, however it is wrapped up, and the path that leads to it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A stack of open containers, from the file inwards; the innermost one is asked for its next part.
 * A part is again a container, or bitcode, or neither and passed over. The path is built along with
 * the stack, so that a level only remembers how long its own is.
 *
 * Headers may refer to the same bytes again and again, in each other too. What keeps the work
 * linear is that the parts of a container together have no more bytes than it has: then all that is
 * looked into at one depth is no larger than the file. Members of thin archives are files of their
 * own.
 */
#include "search/search_state.h"

#include "base/file.h"
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "format/hint.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <sha2.h>
#include <string.h>
#include <sys/stat.h>

enum {
    REPEAT_BYTES = 64 /* what a repeated row costs beside its bytes */
};

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
            level->commands = part.is_compressed ? (struct bl_view){0} : part.bytes;
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
        return bl_search_fail_in_file(err, status, file_offset);
    s->n_levels++;
    return BL_OK;
}

static void pop(struct bl_search *s)
{
    struct open_container *level = &s->levels[--s->n_levels];
    bl_container_close(&level->container);
    bl_map_release(&level->numbers);
    bl_map_release(&level->beside);
}

/* What to say of BYTES that hold no stream; NULL: nothing is known, or they are one. */
static const char *hint_of(enum bl_container_kind kind, struct bl_view bytes)
{
    if (kind != BL_CONTAINER_NONE)
        return bl_container_hint(kind);
    return bl_search_is_stream(bytes) ? NULL : bl_format_hint(bytes);
}

/* Its members would be files of their own again, for each time that it is named. */
static int fail_thin_in_thin(struct bl_error *err)
{
    return bl_fail(err, BL_E_LIMIT, "a thin archive in a member of a thin archive");
}

/* Something at the path is packed with PACKED, unless that is NULL: nobody looks into it. */
static void note_packed(struct bl_search *s, const char *packed)
{
    if (!packed || !bl_search_is_within(s))
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
        s->at_path = bytes;
        s->at_path_offset = file_offset;
    }
    if (s->thin && bl_ar_is_thin(bytes))
        return fail_thin_in_thin(err);
    if (kind != BL_CONTAINER_NONE)
        return push_container(s, kind, bytes, file_offset, path_size, err);
    if (bl_search_is_stream(bl_view_from(bytes, bl_search_skip_zeros(bytes, 0))))
        bl_search_begin_leaf(s, bytes, file_offset, path_size);
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
    if (!bl_search_spend(s, name.size, err))
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
    bl_search_allow_file(s, s->thin);
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
    bl_search_put(s, &path_size, "(", 1);
    bl_search_put_name(s, &path_size, member.name);
    if (s->no_memory)
        return BL_E_NOMEM;
    struct bl_view both = {.data = (const uint8_t *)s->path + level->path_size,
                           .size = path_size - level->path_size};
    uint32_t number = bl_search_number_of(s, level, both);
    if (number > 1)
        bl_search_put_number(s, &path_size, '#', number);
    bl_search_put(s, &path_size, ")", 1);
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

/* A thin archive in a tar archive names PART: a member of that, which is met as itself, too.
 * Nothing is opened: tar archives come from elsewhere. */
static int pass_member(struct bl_search *s, const struct bl_part *part, struct bl_error *err)
{
    int rc = bl_search_is_beside(s, part->name);
    if (rc == 0)
        return bl_fail(
            err, BL_E_UNSUPPORTED,
            "the member is a file that the tar archive around its archive does not have");
    return rc > 0 ? BL_OK : bl_fail(err, BL_E_NOMEM, "no memory");
}

static int enter_part(struct bl_search *s, struct open_container *level, const struct bl_part *part,
                      uint32_t path_size, struct bl_error *err)
{
    struct bl_view bytes = part->bytes;
    uint64_t file_offset = level->file_offset + part->offset;
    if (part->kind == BL_PART_PATHS && s->n_levels == 1)
        s->hint = "an object of wllvm or gllvm without bitcode, but with paths of bitcode files: "
                  "extract-bc or get-bc links those";
    if (part->hint && s->n_levels <= 2 && bl_search_is_within(s)) {
        s->hint = part->hint; /* of a file, or a section of an object */
        s->is_hint_of_part = true;
    }
    note_packed(s, part->packed);
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
        if (!bl_search_is_blank(bytes))
            bl_search_begin_leaf(s, bytes, file_offset, path_size);
        else if (s->n_levels == 1 && bytes.size <= 1)
            s->hint =
                "an object with a marker in the place of bitcode: -fembed-bitcode has it there";
        s->leaf.has_commands = part->kind == BL_PART_BITCODE;
        return s->checks_sums && part->sha256.data ? check_sum(part, file_offset, err) : BL_OK;
    case BL_PART_THIN_MEMBER: {
        if (s->n_levels > 1 && s->levels[s->n_levels - 2].container.kind == BL_CONTAINER_TAR)
            return pass_member(s, part, err);
        uint64_t at = bl_search_nested_offset(level, part);
        int status = open_thin(s, part->name, at, &bytes, err);
        if (status != BL_OK)
            return status < 0 ? status : BL_OK;
        if (at)
            return look_into_member(s, level, bytes, at, path_size, err);
        file_offset = 0;
        break;
    }
    case BL_PART_MEMBER:
        if (bl_ar_is_thin(bytes) && bl_search_keep_folder(s, part->name) < 0)
            return bl_fail(err, BL_E_NOMEM, "no memory");
        break;
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
    bl_search_allow(s, bytes);
    if (s->paths_left < BL_MAX_PATH_BYTES_FLOOR)
        s->paths_left = BL_MAX_PATH_BYTES_FLOOR;
    enum bl_container_kind kind = bl_container_probe(bytes);
    s->hint = hint_of(kind, bytes);
    s->is_container = kind != BL_CONTAINER_NONE;
    s->at_path = bytes;
    if (kind != BL_CONTAINER_NONE) {
        int status = push_container(s, kind, bytes, 0, 0, err);
        if (status < 0) {
            bl_search_close(s);
            return status;
        }
    } else {
        note_packed(s, s->hint ? bl_format_packed(bytes) : NULL);
        if (!s->hint)
            bl_search_begin_leaf(s, bytes, 0, 0);
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
    bl_drop(s->folder);
    bl_drop(s->names);
    bl_drop(s);
}

void bl_search_within(struct bl_search *s, const char *nested)
{
    if (!*nested)
        return;
    s->within = nested;
    s->is_met = false;
    s->hint = NULL;
    s->at_path = (struct bl_view){0};
    s->is_hint_of_part = false;
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
    return s->n_packed && s->is_container && !s->is_hint_of_part
               ? "packed files inside, which were not opened: unpack it first"
               : s->hint;
}

/* Whether the nested path PATH has a blank that is in no quotes, as no path has. */
static bool lacks_quotes(const char *path)
{
    bool in_quotes = false;
    for (; *path; path++)
        if (*path == '"')
            in_quotes = !in_quotes;
        else if (in_quotes && *path == '\\' && path[1])
            path++;
        else if (*path == ' ' && !in_quotes)
            return true;
    return false;
}

int bl_search_explain(const struct bl_search *s, struct bl_error *err)
{
    const char *hint = bl_search_hint(s);
    if (s->n_packed > 0)
        return bl_fail(err, BL_E_UNSUPPORTED, hint ? hint : "packed files inside were not opened");
    if (bl_search_strays(s, err))
        return BL_E_UNSUPPORTED;
    if (s->n_found > 0)
        return BL_OK;
    if (!s->is_met)
        return bl_fail(err, BL_E_ARGUMENT,
                       lacks_quotes(s->within)
                           ? "nothing has this path in the file; names with blanks are in quotes, "
                             "as in lib.a(\"a b.o\")"
                           : "nothing has this path in the file");
    return bl_fail(err, BL_E_CONTAINER, hint ? hint : "no bitcode");
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
        s->no_memory || !bl_search_is_within(s))
        return BL_OK;
    enum bl_container_kind kind =
        part->is_compressed ? BL_CONTAINER_NONE : bl_container_probe(bytes);
    if (bl_container_has_images(kind) ||
        (!part->is_compressed &&
         bl_search_is_stream(bl_view_from(bytes, bl_search_skip_zeros(bytes, 0)))))
        return BL_OK;
    if (!bl_search_spend_answer(s, err) || !bl_search_spend(s, strlen(s->path), err))
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
    uint32_t path_size = is_named ? bl_search_put_part(s, level, &part) : level->path_size;
    s->is_met |= bl_search_is_within(s);
    if (rc < 0)
        return bl_search_fail_in_file(err, rc, level->file_offset);
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
        rc = bl_search_read_stream(s, found, err);
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
    while (rc != 0 && rc != BL_E_NOMEM && !s->is_spent && !bl_search_is_within(s));
    s->is_met |= rc > 0;
    if (rc != 0 && rc != BL_E_NOMEM && !s->is_spent &&
        (!bl_search_spend_answer(s, err) || !bl_search_spend(s, strlen(s->path), err)))
        rc = BL_E_LIMIT;
    if (s->is_spent)
        end_search(s);
    return rc;
}
