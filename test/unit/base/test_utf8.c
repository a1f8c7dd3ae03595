/* test_utf8.c - characters of UTF-8, and what is none
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap.h"

#include <criterion/criterion.h>
#include <string.h>

Test(utf8, lengths)
{
    static const struct {
        const char *text;
        size_t length;
    } rows[] = {
        {"\x01", 1},
        {"a", 1},
        {"\x7F", 1},
        {"\xC2\x80", 2}, /* U+80 */
        {"\xDF\xBF", 2}, /* U+7FF */
        {"\xE0\xA0\x80", 3},
        {"\xED\x9F\xBF", 3}, /* U+D7FF */
        {"\xEE\x80\x80", 3}, /* U+E000 */
        {"\xEF\xBF\xBF", 3},
        {"\xF0\x90\x80\x80", 4}, /* U+10000 */
        {"\xF4\x8F\xBF\xBF", 4}, /* U+10FFFF */
        {"\xC3\xA4\xA4", 2},
        {"\x80", 0},
        {"\xBF\x80", 0},
        {"\xC0\x80", 0}, /* overlong */
        {"\xC1\xBF", 0},
        {"\xE0\x9F\xBF", 0},
        {"\xF0\x8F\xBF\xBF", 0},
        {"\xED\xA0\x80", 0}, /* surrogates */
        {"\xED\xBF\xBF", 0},
        {"\xF4\x90\x80\x80", 0}, /* U+110000 */
        {"\xF5\x80\x80\x80", 0},
        {"\xFF\x80\x80\x80", 0},
        {"\xC3", 0}, /* cut off */
        {"\xE0", 0},
        {"\xE2\x82", 0},
        {"\xF0\x90\x80", 0},
        {"\xC3(", 0}, /* another one begins */
        {"\xE2(\xAC", 0},
        {"\xE2\x82\xC0", 0},
        {"\xF0\x90\x80(", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bl_view text = {(const uint8_t *)rows[i].text, strlen(rows[i].text)};
        cr_expect_eq(bl_utf8_length(text), rows[i].length, "row %zu", i);
        for (text.size = 1; text.size < rows[i].length; text.size++)
            cr_expect_eq(bl_utf8_length(text), 0, "row %zu, cut off", i);
    }
}

struct visible {
    char text[128];
    size_t n;
};

static void put_visible(void *context, const char *text, size_t size)
{
    struct visible *visible = context;
    cr_assert_leq(size, sizeof visible->text - visible->n);
    memcpy(visible->text + visible->n, text, size);
    visible->n += size;
}

/* What a terminal may obey, and what changes the direction of text, and the characters around. */
Test(utf8, visible)
{
    static const struct {
        const char *text, *shown;
    } rows[] = {
        {"a\x1B[0m", "a\\x1B[0m"},
        {"\xC2\x9B\x9B\xC3\xA4", "\\xC2\\x9B\\x9B\xC3\xA4"},
        {"\xD8\x9B\xD8\x9C\xD8\x9D", "\xD8\x9B\\xD8\\x9C\xD8\x9D"},  /* U+061C */
        {"\xE2\x80\x8D\xE2\x80\x8E", "\xE2\x80\x8D\\xE2\\x80\\x8E"}, /* U+200E */
        {"\xE2\x80\x8F\xE2\x80\x90", "\\xE2\\x80\\x8F\xE2\x80\x90"}, /* U+200F */
        {"\xE2\x80\xA9\xE2\x80\xAA", "\xE2\x80\xA9\\xE2\\x80\\xAA"}, /* U+202A */
        {"\xE2\x80\xAE\xE2\x80\xAF", "\\xE2\\x80\\xAE\xE2\x80\xAF"}, /* U+202E */
        {"\xE2\x81\xA5\xE2\x81\xA6", "\xE2\x81\xA5\\xE2\\x81\\xA6"}, /* U+2066 */
        {"\xE2\x81\xA9\xE2\x81\xAA", "\\xE2\\x81\\xA9\xE2\x81\xAA"}, /* U+2069 */
        {"\xE3\x80\xAE\xE2\x82\xA9", "\xE3\x80\xAE\xE2\x82\xA9"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct visible visible = {.n = 0};
        struct bl_view text = {(const uint8_t *)rows[i].text, strlen(rows[i].text)};
        bl_visible_print(text, put_visible, &visible);
        cr_expect(visible.n == strlen(rows[i].shown) &&
                      memcmp(visible.text, rows[i].shown, visible.n) == 0,
                  "row %zu: %.*s", i, (int)visible.n, visible.text);
    }
}

/* Text in the caller's room: as much as fits, with a NUL, and how long all of it is. */
Test(utf8, room)
{
    for (size_t size = 0; size <= 8; size++) {
        char text[9] = "########";
        struct bl_room room = {.text = text, .size = size};
        bl_room_put(&room, "abc", 3);
        bl_room_put(&room, "", 0);
        bl_visible_print((struct bl_view){(const uint8_t *)"def", 3}, bl_room_put, &room);
        cr_expect_eq(room.n_text, 6);
        cr_expect(size == 0 || (strncmp(text, "abcdef", size - 1) == 0 &&
                                strlen(text) == (size > 6 ? 6 : size - 1)),
                  "%zu: %s", size, text);
        cr_expect(text[size < 7 ? size : 7] == '#', "%zu: %s", size, text);
    }
}
