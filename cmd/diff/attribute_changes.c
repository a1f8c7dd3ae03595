/* cmd/diff/attribute_changes.c - the attributes of two functions, one by one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "diff/attribute_changes.h"

#include "base/array.h"
#include "base/view.h"

#include <stdlib.h>
#include <string.h>

/* Where WANTED is in LINE outside of quotes; its size: nowhere. */
static size_t find_unquoted(struct bl_view line, size_t at, const char *wanted)
{
    size_t n = strlen(wanted);
    for (bool is_quoted = false; at + n <= line.size; at++) {
        if (!is_quoted && memcmp(line.data + at, wanted, n) == 0)
            return at;
        is_quoted ^= line.data[at] == '"';
    }
    return line.size;
}

/* The end of the attribute at AT: blanks are in quotes and between parentheses. */
static size_t end_of_word(struct bl_view list, size_t at)
{
    int depth = 0;
    for (bool is_quoted = false; at < list.size && (is_quoted || depth > 0 || list.data[at] != ' ');
         at++) {
        is_quoted ^= list.data[at] == '"';
        depth += !is_quoted && list.data[at] == '(';
        depth -= !is_quoted && list.data[at] == ')';
    }
    return at;
}

/* Remove SIZE bytes at AT from TEXT. */
static void cut(struct text *text, size_t at, size_t size)
{
    memmove(text->data + at, text->data + at + size, text->n - at - size);
    text->n -= size;
}

static int by_bytes(const void *a, const void *b)
{
    return bl_view_compare(*(const struct bl_view *)a, *(const struct bl_view *)b);
}

void attributes_take(struct attribute_words *words, struct text *text)
{
    static const char open[] = " #{ ", close[] = " }";
    size_t first = 0;
    if (bl_view_begins(text_view(text), "; Function Attrs: "))
        first = (size_t)((char *)memchr(text->data, '\n', text->n) + 1 - text->data);
    struct bl_view line = {.data = (uint8_t *)text->data + first, .size = text->n - first};
    const uint8_t *end = line.size ? memchr(line.data, '\n', line.size) : NULL;
    if (!end || !bl_view_begins(line, "define"))
        return;
    line.size = (size_t)(end - line.data);
    size_t at = find_unquoted(line, 0, open);
    size_t list_end = find_unquoted(line, at + sizeof open - 1, close);
    if (list_end < line.size) {
        size_t list = at + sizeof open - 1;
        text_put(&words->text, (const char *)line.data + list, list_end - list);
        cut(text, first + at, list_end + sizeof close - 1 - at);
    }
    cut(text, 0, first);
    struct bl_view list = text_view(&words->text);
    for (size_t i = 0; i < list.size; i++) {
        struct bl_view word = {.data = list.data + i};
        i = end_of_word(list, i);
        word.size = (size_t)(list.data + i - word.data);
        array_add(&words->words, &words->n, &words->cap, word);
    }
    array_sort(words->words, words->n, sizeof *words->words, by_bytes);
}

void attributes_release(struct attribute_words *words)
{
    free(words->words);
    free(words->text.data);
}

bool attributes_next_change(const struct attribute_words words[2], struct attribute_change *change)
{
    const struct attribute_words *before = &words[0], *after = &words[1];
    uint32_t *i = &change->next[0], *k = &change->next[1];
    while (*i < before->n || *k < after->n) {
        int order = *i == before->n  ? 1
                    : *k == after->n ? -1
                                     : by_bytes(&before->words[*i], &after->words[*k]);
        change->mark = order < 0 ? '-' : '+';
        change->word = order < 0       ? before->words[*i]
                       : *k < after->n ? after->words[*k]
                                       : change->word;
        *i += order <= 0;
        *k += order >= 0;
        if (order != 0)
            return true;
    }
    return false;
}
