/* analysis/line_diff.c - which lines of two texts of LLVM assembly differ
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Lines are matched by the shortest edit script (Myers, "An O(ND) Difference Algorithm and Its
 * Variations"). Its work is bounded: where that is not enough, only lines at both ends are.
 */
#include "base/grow.h"
#include "base/status.h"
#include "base/utf8.h"
#include "base/view.h"
#include "bitleap_analysis.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
    MOST_STEPS = 4096,              /* lines that were added or removed */
    MOST_COMPARED = 1 << 26,        /* lines, for one pair of texts: a second */
    MOST_COMPARED_IN_ALL = 1 << 29, /* for all of a command's: after that, texts with few steps */
    MOST_COMPARED_AFTER = 1 << 14,
};

/* ---- Lines ---- */

/* The number after a % at AT, or of the label that the line is, from *FIRST to *END. Names in
 * quotes have no such. */
static bool number_at(struct bl_view text, size_t at, size_t *first, size_t *end)
{
    if (text.data[at] != '%' && !(at == 0 && bl_is_digit(text.data[0])))
        return false;
    *first = at + (text.data[at] == '%');
    for (*end = *first; *end < text.size && bl_is_digit(text.data[*end]);)
        ++*end;
    bool is_label = at == 0 && *end < text.size && text.data[*end] == ':';
    return *end > *first && (*first > at || is_label);
}

/* What names the predecessors of a block says nothing that the branches do not. */
static struct bl_view without_comment(struct bl_view text)
{
    static const char mark[] = "; preds = ";
    const uint8_t *found = memmem(text.data, text.size, mark, sizeof mark - 1);
    if (found && text.size > 0 && text.data[0] != ' ')
        text.size = (size_t)(found - text.data);
    return text;
}

static uint64_t key_of(struct bl_view text)
{
    uint64_t key = 0;
    size_t from = 0, first, end;
    text = without_comment(text);
    for (size_t at = 0; at < text.size; at++) {
        if (!number_at(text, at, &first, &end))
            continue;
        key = XXH64(text.data + from, first - from, key + 1);
        from = end;
        at = end - 1;
    }
    return XXH64(text.data + from, text.size - from, key);
}

int bl_lines_split(struct bl_lines *lines, struct bl_view text)
{
    for (size_t at = 0; at < text.size;) {
        const uint8_t *end = memchr(text.data + at, '\n', text.size - at);
        size_t size = end ? (size_t)(end - text.data) - at : text.size - at;
        struct bl_view line = {.data = text.data + at, .size = size};
        if (bl_append(&lines->lines, &lines->n, &lines->cap,
                      (struct bl_line){.text = line, .key = key_of(line), .other = BL_NONE}) < 0)
            return BL_E_NOMEM;
        at += size + 1;
    }
    return BL_OK;
}

void bl_lines_release(struct bl_lines *lines)
{
    bl_drop(lines->lines);
    free(lines->numbers);
    *lines = (struct bl_lines){0};
}

/* ---- Matching ---- */

static void pair(struct bl_lines *a, uint32_t i, struct bl_lines *b, uint32_t k)
{
    a->lines[i].other = k;
    b->lines[k].other = i;
}

/* Lines FIRST to END of both that are left to be matched. */
struct gap {
    uint32_t first_a, end_a, first_b, end_b;
};

static struct gap match_ends(struct bl_lines *a, struct bl_lines *b)
{
    struct gap g = {0, a->n, 0, b->n};
    while (g.first_a < g.end_a && g.first_b < g.end_b &&
           a->lines[g.first_a].key == b->lines[g.first_b].key)
        pair(a, g.first_a++, b, g.first_b++);
    while (g.first_a < g.end_a && g.first_b < g.end_b &&
           a->lines[g.end_a - 1].key == b->lines[g.end_b - 1].key)
        pair(a, --g.end_a, b, --g.end_b);
    return g;
}

/* How far each diagonal has come after each number of steps: STEPS + 1 rows of 2 STEPS + 1. */
struct search {
    const struct bl_lines *a, *b;
    struct gap gap;
    int32_t *reached; /* of the diagonals now; diagonal k at k + most + 1 */
    int32_t **rows;   /* copies, by step */
    int32_t most;
    uint64_t n_compared; /* lines, so far */
};

static int32_t advance(struct search *s, int32_t k, int32_t step)
{
    int32_t *reached = s->reached + s->most + 1;
    int32_t n = (int32_t)(s->gap.end_a - s->gap.first_a);
    int32_t m = (int32_t)(s->gap.end_b - s->gap.first_b);
    bool is_down = k == -step || (k != step && reached[k - 1] < reached[k + 1]);
    int32_t x = is_down ? reached[k + 1] : reached[k - 1] + 1;
    int32_t y = x - k, from = x;
    while (x < n && y < m && x >= 0 && y >= 0 &&
           s->a->lines[s->gap.first_a + (uint32_t)x].key ==
               s->b->lines[s->gap.first_b + (uint32_t)y].key) {
        x++;
        y++;
    }
    s->n_compared += (uint64_t)(x - from) + 1;
    return x;
}

/* In *STEPS how many lead from the beginning to the end of both: 1; 0: more than there may be, or
 * more than MOST comparisons are needed for. BL_E_NOMEM. */
static int find_steps(struct search *s, uint64_t most, int32_t *steps)
{
    int32_t n = (int32_t)(s->gap.end_a - s->gap.first_a);
    int32_t m = (int32_t)(s->gap.end_b - s->gap.first_b);
    int32_t *reached = s->reached + s->most + 1;
    reached[1] = 0;
    for (int32_t step = 0; step <= s->most && s->n_compared < most; step++) {
        for (int32_t k = -step; k <= step; k += 2)
            reached[k] = advance(s, k, step);
        s->rows[step] = malloc((2 * (size_t)step + 1) * sizeof **s->rows);
        if (!s->rows[step])
            return BL_E_NOMEM;
        memcpy(s->rows[step], reached - step, (2 * (size_t)step + 1) * sizeof **s->rows);
        if (n - m >= -step && n - m <= step && (n - m + step) % 2 == 0 && reached[n - m] >= n) {
            *steps = step;
            return 1;
        }
    }
    return 0;
}

/* Go back over STEPS, and pair the lines that are the same. */
static void pair_back(struct search *s, struct bl_lines *a, struct bl_lines *b, int32_t steps)
{
    int32_t x = (int32_t)(s->gap.end_a - s->gap.first_a);
    int32_t y = (int32_t)(s->gap.end_b - s->gap.first_b);
    for (int32_t step = steps; step >= 0; step--) {
        int32_t k = x - y;
        int32_t from_x = 0, from_y = 0;
        if (step > 0) {
            const int32_t *row = s->rows[step - 1] + (step - 1);
            bool is_down = k == -step || (k != step && row[k - 1] < row[k + 1]);
            from_x = is_down ? row[k + 1] : row[k - 1];
            from_y = from_x - (is_down ? k + 1 : k - 1);
        }
        int32_t to_x = step == 0 ? 0 : from_x + (k > from_x - from_y);
        int32_t to_y = step == 0 ? 0 : from_y + (k < from_x - from_y);
        while (x > to_x && y > to_y)
            pair(a, s->gap.first_a + (uint32_t)--x, b, s->gap.first_b + (uint32_t)--y);
        x = from_x;
        y = from_y;
    }
}

static void release_search(struct search *s)
{
    for (int32_t i = 0; s->rows && i <= s->most; i++)
        free(s->rows[i]);
    free(s->rows);
    free(s->reached);
}

static int match_gap(struct bl_lines *a, struct bl_lines *b, struct gap gap, uint64_t *n_compared)
{
    uint64_t n = (uint64_t)gap.end_a - gap.first_a + gap.end_b - gap.first_b;
    if (gap.first_a == gap.end_a || gap.first_b == gap.end_b)
        return 1;
    uint64_t most = *n_compared < MOST_COMPARED_IN_ALL ? MOST_COMPARED : MOST_COMPARED_AFTER;
    struct search s = {.a = a, .b = b, .gap = gap};
    s.most = n < MOST_STEPS ? (int32_t)n : MOST_STEPS;
    s.reached = calloc(2 * (size_t)s.most + 3, sizeof *s.reached);
    s.rows = calloc((size_t)s.most + 1, sizeof *s.rows);
    int32_t steps;
    int found = s.reached && s.rows ? find_steps(&s, most, &steps) : BL_E_NOMEM;
    if (found > 0)
        pair_back(&s, a, b, steps);
    release_search(&s);
    *n_compared += s.n_compared;
    return found;
}

/* ---- Numbers ---- */

/* The number after in place of a number before, and the other way round; BL_NONE: not seen yet. */
struct numbers {
    uint32_t *of[2];
    uint32_t n[2];
};

static uint32_t read_number(struct bl_view text, size_t first, size_t end)
{
    uint64_t n = 0;
    for (; first < end && n < BL_NONE; first++)
        n = n * 10 + (uint64_t)(text.data[first] - '0');
    return n < BL_NONE ? (uint32_t)n : BL_NONE;
}

/* Call EACH for every number of the line until it returns false; the next one begins at *AT. */
static bool next_number(struct bl_view text, size_t *at, uint32_t *number)
{
    size_t first, end;
    for (; *at < text.size; ++*at)
        if (number_at(text, *at, &first, &end)) {
            *at = end;
            *number = read_number(text, first, end);
            return true;
        }
    return false;
}

/* How many numbers there may be: none is as high as the text is long, except in a string, where it
 * only means itself. */
static uint32_t count_numbers(const struct bl_lines *lines)
{
    uint32_t n = 0, number;
    uint64_t size = 0;
    for (uint32_t i = 0; i < lines->n; i++)
        size += lines->lines[i].text.size + 1;
    for (uint32_t i = 0; i < lines->n; i++)
        for (size_t at = 0; next_number(lines->lines[i].text, &at, &number);)
            if (number < size && number >= n)
                n = number + 1;
    return n;
}

/* Whether the numbers of two lines may stand for each other; then they do from now on. */
static bool agree(struct numbers *numbers, struct bl_view a, struct bl_view b)
{
    uint32_t m, n;
    a = without_comment(a);
    b = without_comment(b);
    for (size_t i = 0, k = 0; next_number(a, &i, &m) && next_number(b, &k, &n);) {
        if (m >= numbers->n[0] || n >= numbers->n[1]) {
            if (m != n)
                return false;
            continue;
        }
        uint32_t *forth = &numbers->of[0][m];
        uint32_t *back = &numbers->of[1][n];
        if (*forth == BL_NONE && *back == BL_NONE) {
            *forth = n;
            *back = m;
        } else if (*forth != n || *back != m) {
            return false;
        }
    }
    return true;
}

static bool is_definition(struct bl_view text)
{
    return text.size > 0 &&
           (bl_is_digit(text.data[0]) || (text.size > 2 && memcmp(text.data, "  %", 3) == 0) ||
            (text.size > 6 && memcmp(text.data, "define", 6) == 0));
}

/* Room for the numbers of both sides. BL_E_NOMEM. */
static int reserve_numbers(struct numbers *numbers, const struct bl_lines *const sides[2])
{
    for (int side = 0; side < 2; side++) {
        numbers->n[side] = count_numbers(sides[side]);
        size_t bytes = (numbers->n[side] + (size_t)1) * sizeof *numbers->of[side];
        numbers->of[side] = malloc(bytes);
        if (!numbers->of[side])
            return BL_E_NOMEM;
        memset(numbers->of[side], 0xFF, bytes);
    }
    return BL_OK;
}

static void pair_numbers(struct numbers *numbers, uint32_t m, uint32_t n)
{
    if (m < numbers->n[0] && n < numbers->n[1] && numbers->of[0][m] == BL_NONE &&
        numbers->of[1][n] == BL_NONE) {
        numbers->of[0][m] = n;
        numbers->of[1][n] = m;
    }
}

/* How many numbers the line has; the greatest into *LAST. */
static uint32_t numbers_in(struct bl_view text, uint32_t *last)
{
    uint32_t count = 0, number;
    for (size_t at = 0; next_number(text, &at, &number); count++)
        *last = count == 0 || number > *last ? number : *last;
    return count;
}

static struct bl_view find_head(const struct bl_lines *lines)
{
    for (uint32_t i = 0; i < lines->n; i++)
        if (bl_view_begins(lines->lines[i].text, "define"))
            return lines->lines[i].text;
    return (struct bl_view){0};
}

/* Parameters without a name belong together in order, if both have as many, and the first blocks
 * after them, however else the functions' first lines differ. */
static void pair_parameters(struct numbers *numbers, const struct bl_lines *a,
                            const struct bl_lines *b)
{
    struct bl_view head_a = find_head(a), head_b = find_head(b);
    uint32_t last_a = BL_NONE, last_b = BL_NONE, m, n;
    if (numbers_in(head_a, &last_a) != numbers_in(head_b, &last_b))
        return;
    for (size_t i = 0, k = 0; next_number(head_a, &i, &m) && next_number(head_b, &k, &n);)
        pair_numbers(numbers, m, n);
    pair_numbers(numbers, last_a + 1, last_b + 1);
}

/* Lines that define say which numbers belong together. */
static void pair_definitions(struct numbers *numbers, const struct bl_lines *a,
                             const struct bl_lines *b)
{
    for (uint32_t i = 0; i < a->n; i++) {
        size_t at_a = 0, at_b = 0;
        uint32_t m, n;
        if (a->lines[i].other == BL_NONE || !is_definition(a->lines[i].text))
            continue;
        struct bl_view other = b->lines[a->lines[i].other].text;
        if (!next_number(a->lines[i].text, &at_a, &m) || !next_number(other, &at_b, &n))
            continue;
        pair_numbers(numbers, m, n);
    }
}

/* All lines are held against what definitions say. */
static int check_numbers(struct bl_lines *a, struct bl_lines *b)
{
    struct numbers numbers = {0};
    int status = reserve_numbers(&numbers, (const struct bl_lines *const[]){a, b});
    if (status == BL_OK) {
        pair_parameters(&numbers, a, b);
        pair_definitions(&numbers, a, b);
    }
    for (uint32_t i = 0; status == BL_OK && i < a->n; i++) {
        uint32_t k = a->lines[i].other;
        if (k != BL_NONE && !agree(&numbers, a->lines[i].text, b->lines[k].text))
            a->lines[i].other = b->lines[k].other = BL_NONE;
    }
    a->numbers = numbers.of[0];
    a->n_numbers = a->numbers ? numbers.n[0] : 0;
    free(numbers.of[1]);
    return status;
}

int bl_lines_match(struct bl_lines *before, struct bl_lines *after, uint64_t *n_compared)
{
    int is_whole = match_gap(before, after, match_ends(before, after), n_compared);
    int status = is_whole < 0 ? is_whole : check_numbers(before, after);
    return status < 0 ? status : is_whole;
}

void bl_line_print(const struct bl_lines *before, struct bl_view text, bl_put_fn *put,
                   void *context)
{
    size_t from = 0, first, end;
    bool is_quoted = false;
    for (size_t at = 0; at < text.size; at++) {
        is_quoted ^= text.data[at] == '"';
        if (is_quoted || !number_at(text, at, &first, &end))
            continue;
        uint32_t number = read_number(text, first, end);
        put(context, (const char *)text.data + from, first - from);
        if (number < before->n_numbers && before->numbers[number] != BL_NONE) {
            char digits[16];
            int n = snprintf(digits, sizeof digits, "%" PRIu32, before->numbers[number]);
            put(context, digits, (size_t)n);
        } else {
            put(context, "old.", 4);
            put(context, (const char *)text.data + first, end - first);
        }
        from = end;
        at = end - 1;
    }
    put(context, (const char *)text.data + from, text.size - from);
}
