/* search/search_paths.c - the path that a search is at, and how much may be said in paths
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/file.h"
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "search/search_state.h"

#include <string.h>

void bl_search_allow(struct bl_search *s, struct bl_view bytes)
{
    s->paths_left += (uint64_t)bytes.size * BL_MAX_PATH_BYTES_PER_BYTE;
    s->answers_left += bytes.size / BL_LEAST_BYTES_PER_STREAM;
}

void bl_search_allow_file(struct bl_search *s, const struct bl_file *file)
{
    struct bl_file_id id = bl_file_id(file);
    uint64_t key =
        bl_map_key(&s->paid, (struct bl_view){.data = (const uint8_t *)&id, .size = sizeof id});
    if (bl_map_find(&s->paid, key) != BL_MAP_NONE)
        return;
    if (bl_map_add(&s->paid, key, 0) < 0)
        s->no_memory = true;
    bl_search_allow(s, bl_file_view(file));
}

bool bl_search_spend_answer(struct bl_search *s, struct bl_error *err)
{
    if (s->answers_left-- > 0)
        return true;
    s->is_spent = true;
    bl_fail(err, BL_E_LIMIT, "more streams in the file than the limit");
    return false;
}

bool bl_search_spend(struct bl_search *s, size_t n, struct bl_error *err)
{
    if (n <= s->paths_left) {
        s->paths_left -= n;
        return true;
    }
    s->is_spent = true;
    bl_fail(err, BL_E_LIMIT, "the paths in the file are too long, all together");
    return false;
}

void bl_search_put(struct bl_search *s, uint32_t *size, const char *text, size_t n)
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
    bl_search_put(e->search, e->size, text, n);
}

void bl_search_put_name(struct bl_search *s, uint32_t *size, struct bl_view name)
{
    if (is_plain(name)) {
        bl_search_put(s, size, (const char *)name.data, name.size);
        return;
    }
    struct name_end end = {s, size};
    bl_search_put(s, size, "\"", 1);
    size_t begin = 0; /* of what needs no backslash */
    for (size_t i = 0; i <= name.size; i++) {
        if (i < name.size && name.data[i] != '"' && name.data[i] != '\\')
            continue;
        bl_visible_print((struct bl_view){name.data + begin, i - begin}, put_path_text, &end);
        if (i < name.size)
            bl_search_put(s, size, (const char[]){'\\', (char)name.data[i]}, 2);
        begin = i + 1;
    }
    bl_search_put(s, size, "\"", 1);
}

void bl_search_put_number(struct bl_search *s, uint32_t *size, char before, uint64_t n)
{
    char text[24];
    char *p = text + sizeof text;
    do
        *--p = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    *--p = before;
    bl_search_put(s, size, p, (size_t)(text + sizeof text - p));
}

uint32_t bl_search_number_of(struct bl_search *s, struct open_container *level, struct bl_view name)
{
    uint64_t key = bl_map_key(&level->numbers, name);
    uint32_t before = bl_map_find(&level->numbers, key);
    uint32_t number = before == BL_MAP_NONE ? 1 : before + 1;
    if (bl_map_set(&level->numbers, key, number) < 0)
        s->no_memory = true;
    return number;
}

uint64_t bl_search_nested_offset(const struct open_container *level, const struct bl_part *part)
{
    return part->kind == BL_PART_THIN_MEMBER ? level->container.it.ar.nested_offset : 0;
}

uint32_t bl_search_put_part(struct bl_search *s, struct open_container *level,
                            const struct bl_part *part)
{
    uint32_t size = level->path_size;
    if (part->kind == BL_PART_ROW) {
        bl_search_put(s, &size, "!", 1);
        bl_search_put_name(s, &size, part->name);
        bl_search_put_number(s, &size, '[', part->row);
        bl_search_put(s, &size, "]", 1);
        return size;
    }
    uint32_t number =
        bl_search_nested_offset(level, part) ? 1 : bl_search_number_of(s, level, part->name);
    bool is_member = part->kind == BL_PART_MEMBER || part->kind == BL_PART_THIN_MEMBER;
    bl_search_put(s, &size, is_member ? "(" : part->kind == BL_PART_SLICE ? ":" : "!", 1);
    bl_search_put_name(s, &size, part->name);
    if (number > 1)
        bl_search_put_number(s, &size, '#', number);
    if (is_member)
        bl_search_put(s, &size, ")", 1);
    return size;
}

bool bl_search_is_within(const struct bl_search *s)
{
    struct bl_view path = {.data = (const uint8_t *)s->path, .size = strlen(s->path)};
    return bl_path_is_inside(path, s->within);
}

/* ---- Thin archives in tar archives ---- */

/* Append to the first *N bytes of the path that is put together: TEXT, */
static int put_name(struct bl_search *s, size_t *n, const void *text, size_t size)
{
    if (bl_grow(&s->names, &s->cap_names, *n + size + 1) < 0)
        return BL_E_NOMEM;
    memcpy(s->names + *n, text, size);
    *n += size;
    return BL_OK;
}

/* PATH, of N bytes and one to spare, without ".", and ".." where it leads back. All names that are
 * left end in a slash. Returns how many bytes they have. */
static size_t shorten(char *path, size_t n)
{
    size_t to = 0;
    for (size_t from = 0, size; from < n; from += size + 1) {
        const char *slash = memchr(path + from, '/', n - from);
        size = slash ? (size_t)(slash - path) - from : n - from;
        bool is_up = size == 2 && memcmp(path + from, "..", 2) == 0;
        if (is_up && to > 0)
            for (to--; to > 0 && path[to - 1] != '/'; to--)
                ;
        if (is_up || size == 0 || (size == 1 && path[from] == '.'))
            continue;
        memmove(path + to, path + from, size);
        to += size;
        path[to++] = '/';
    }
    return to;
}

/* The key of the first N bytes of the path, shortened. */
static uint64_t key_of_names(struct bl_search *s, struct bl_map *map, size_t n)
{
    size_t size = shorten(s->names, n);
    return bl_map_key(map, (struct bl_view){.data = (const uint8_t *)s->names, .size = size});
}

int bl_search_keep_folder(struct bl_search *s, struct bl_view name)
{
    size_t n = name.size;
    while (n > 0 && name.data[n - 1] != '/')
        n--;
    if (bl_grow(&s->folder, &s->cap_folder, n + 1) < 0)
        return BL_E_NOMEM;
    memcpy(s->folder, name.data, n);
    s->n_folder = n;
    return BL_OK;
}

static int add_members(struct bl_search *s, struct open_container *around)
{
    struct bl_container c;
    struct bl_part part;
    int rc, status = bl_container_open(&c, around->container.kind, around->bytes, NULL);
    if (status < 0)
        return BL_OK; /* it has been opened before */
    while (status == BL_OK && (rc = bl_container_next(&c, &part, NULL)) != 0) {
        size_t n = 0;
        if (rc < 0 || part.kind != BL_PART_MEMBER)
            continue;
        status = put_name(s, &n, part.name.data, part.name.size);
        if (status == BL_OK)
            status = bl_map_set(&around->beside, key_of_names(s, &around->beside, n), 0);
    }
    bl_container_close(&c);
    return status;
}

int bl_search_is_beside(struct bl_search *s, struct bl_view name)
{
    struct open_container *around = &s->levels[s->n_levels - 2];
    size_t n = 0;
    if (name.size > 0 && name.data[0] == '/')
        return 0;
    if (!around->has_beside && add_members(s, around) < 0)
        return BL_E_NOMEM;
    around->has_beside = true;
    if (put_name(s, &n, s->folder, s->n_folder) < 0 || put_name(s, &n, name.data, name.size) < 0)
        return BL_E_NOMEM;
    return bl_map_find(&around->beside, key_of_names(s, &around->beside, n)) != BL_MAP_NONE;
}
