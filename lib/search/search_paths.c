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
