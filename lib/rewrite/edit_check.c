/* rewrite/edit_check.c - whether what is written says what was read, except for what was asked
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Both texts are printed, and read side by side, line by line. Names have to be what the edit makes
 * of them, paths likewise. Lines that say what was to be changed are passed over; of a global value
 * whose linkage was changed, the words for it.
 */
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "bitleap_print.h"
#include "bitleap_verify.h"
#include "rewrite/editor.h"

/* A text in the making. */
struct printed {
    char *text;
    size_t n, cap;
    bool no_memory;
};

static void put(void *context, const char *text, size_t size)
{
    struct printed *p = context;
    p->no_memory = p->no_memory || bl_grow(&p->text, &p->cap, (uint64_t)p->n + size) < 0;
    if (p->no_memory || size == 0)
        return;
    memcpy(p->text + p->n, text, size);
    p->n += size;
}

/* A module of each stream, and what its names become. */
struct comparison {
    const struct bl_edits *edits;
    struct bl_arena arena;
    struct bl_edited_names names;
    struct bl_string_table before; /* names before; entry I is items[numbers[I]] */
    uint32_t *numbers;
    uint32_t cap;
    bool has_relinked;
};

/* ---- Words of a line ---- */

static bool is_bare(uint8_t c)
{
    bool is_letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    return is_letter || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$' || c == '-';
}

static unsigned hex_digit(uint8_t c)
{
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c | 0x20) - 'a' + 10;
}

/* The string at *AT, which is a quote, without its escapes; *AT goes after it. */
static int read_quoted(struct bl_arena *arena, struct bl_view line, size_t *at, struct bl_view *out)
{
    uint8_t *bytes = bl_arena_room(arena, line.size - *at);
    size_t n = 0;
    size_t i = *at + 1;
    if (!bytes)
        return BL_E_NOMEM;
    for (; i < line.size && line.data[i] != '"'; i++) {
        uint8_t c = line.data[i];
        if (c == '\\' && i + 1 < line.size && line.data[i + 1] == '\\') {
            i++;
        } else if (c == '\\' && i + 2 < line.size) {
            c = (uint8_t)(hex_digit(line.data[i + 1]) << 4 | hex_digit(line.data[i + 2]));
            i += 2;
        }
        bytes[n++] = c;
    }
    *at = i < line.size ? i + 1 : i;
    *out = (struct bl_view){bytes, n};
    return BL_OK;
}

/* The name at *AT, after its @ or $. */
static int read_name(struct bl_arena *arena, struct bl_view line, size_t *at, struct bl_view *out)
{
    if (*at < line.size && line.data[*at] == '"')
        return read_quoted(arena, line, at, out);
    size_t begin = *at;
    while (*at < line.size && is_bare(line.data[*at]))
        ++*at;
    *out = (struct bl_view){line.data + begin, *at - begin};
    return BL_OK;
}

static const struct bl_edited *find_edited(struct comparison *c, struct bl_view name)
{
    uint32_t i = c->before.n ? bl_string_table_find(&c->before, name) : BL_MAP_NONE;
    return i == BL_MAP_NONE ? NULL : &c->names.items[c->numbers[i]];
}

/* Words that say how a global value is linked. */
static bool is_linkage_word(struct bl_view word)
{
    static const char *const words[] = {
        "internal",  "private",   "weak",     "weak_odr",  "extern_weak",
        "external",  "common",    "linkonce", "hidden",    "protected",
        "dso_local", "dllexport", "comdat",   "dllimport", "linkonce_odr",
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (bl_view_is(word, words[i]))
            return true;
    return false;
}

/* LINE without words for linkage, and COMDATs in parentheses, up to the first "{" or string. */
static int without_linkage(struct bl_arena *arena, struct bl_view line, struct bl_view *out)
{
    uint8_t *bytes = bl_arena_room(arena, line.size + 1);
    size_t n = 0;
    if (!bytes)
        return BL_E_NOMEM;
    for (size_t at = 0; at < line.size;) {
        size_t end = at;
        while (end < line.size && (is_bare(line.data[end])))
            end++;
        struct bl_view word = {line.data + at, end - at};
        if (word.size && is_linkage_word(word) && (at == 0 || line.data[at - 1] == ' ')) {
            at = end;
            if (bl_view_begins(bl_view_from(line, at), "($"))
                while (at < line.size && line.data[at++] != ')')
                    ;
            while (n && bytes[n - 1] == ' ')
                n--;
            if (n && bytes[n - 1] == ',')
                n--;
            continue;
        }
        size_t size = word.size ? word.size : 1;
        memcpy(bytes + n, line.data + at, size);
        n += size;
        at += size;
    }
    *out = (struct bl_view){bytes, n};
    return BL_OK;
}

/* ---- Lines ---- */

static int compare_names(struct comparison *c, struct bl_view before, struct bl_view after)
{
    const struct bl_edited *edited = find_edited(c, before);
    return bl_view_equal(edited ? edited->after : before, after);
}

static int compare_strings(struct comparison *c, struct bl_view before, struct bl_view after)
{
    struct bl_view mapped;
    if (bl_view_equal(before, after))
        return 1;
    int rc = bl_edit_path(c->edits, &c->arena, before, &mapped);
    return rc > 0 ? bl_view_equal(mapped, after) : rc;
}

/* 1: AFTER is what BEFORE becomes; 0: it is not; BL_E_NOMEM. */
static int compare_lines(struct comparison *c, struct bl_view before, struct bl_view after)
{
    size_t i = 0;
    size_t j = 0;
    while (i < before.size && j < after.size) {
        struct bl_view x;
        struct bl_view y;
        uint8_t mark = before.data[i];
        if (mark != after.data[j])
            return 0;
        bool is_name = mark == '@' || mark == '$';
        if (!is_name && mark != '"') {
            i++;
            j++;
            continue;
        }
        i += is_name;
        j += is_name;
        int status =
            is_name ? read_name(&c->arena, before, &i, &x) : read_quoted(&c->arena, before, &i, &x);
        if (status == BL_OK)
            status = is_name ? read_name(&c->arena, after, &j, &y)
                             : read_quoted(&c->arena, after, &j, &y);
        int rc = status < 0 ? status : is_name ? compare_names(c, x, y) : compare_strings(c, x, y);
        if (rc <= 0)
            return rc;
    }
    return i == before.size && j == after.size;
}

/* The global value that LINE defines or declares, if its linkage was to change. */
static bool is_relinked(struct comparison *c, struct bl_view line)
{
    struct bl_view name;
    if (!c->has_relinked || !(bl_view_begins(line, "@") || bl_view_begins(line, "define ") ||
                              bl_view_begins(line, "declare ")))
        return false;
    size_t at = bl_view_find(line, "@") + 1;
    if (at == 0 || read_name(&c->arena, line, &at, &name) < 0)
        return false;
    const struct bl_edited *edited = find_edited(c, name);
    return edited && edited->linkage;
}

/* Lines that say what was to be changed, or follow from it. */
static bool is_passed(const struct bl_edits *edits, struct bl_view line)
{
    if (bl_view_begins(line, "$") || bl_view_begins(line, "^"))
        return true;
    if (bl_view_begins(line, "target triple"))
        return edits->triple.data != NULL;
    if (bl_view_begins(line, "target datalayout"))
        return edits->data_layout.data || edits->triple.data; /* LLVM completes it by the target */
    if (bl_view_begins(line, "source_filename"))
        return edits->source_filename.data || edits->n_prefixes;
    return false;
}

/* The next line that is not passed over. False: there is none. */
static bool next_line(const struct bl_edits *edits, struct bl_view *rest, struct bl_view *line)
{
    while (rest->size) {
        const uint8_t *end = memchr(rest->data, '\n', rest->size);
        size_t size = end ? (size_t)(end - rest->data) : rest->size;
        *line = (struct bl_view){rest->data, size};
        *rest = bl_view_from(*rest, end ? size + 1 : size);
        if (size && !is_passed(edits, *line))
            return true;
    }
    return false;
}

static int compare_texts(struct comparison *c, struct bl_view before, struct bl_view after)
{
    struct bl_view x;
    struct bl_view y;
    int rc = 1;
    while (rc > 0) {
        bool has_x = next_line(c->edits, &before, &x);
        bool has_y = next_line(c->edits, &after, &y);
        if (!has_x || !has_y)
            return has_x == has_y;
        if (bl_view_equal(x, y) && c->before.n == 0)
            continue;
        bl_arena_reset(&c->arena);
        if (is_relinked(c, x)) {
            rc = without_linkage(&c->arena, x, &x);
            if (rc == BL_OK)
                rc = without_linkage(&c->arena, y, &y);
        }
        rc = rc < 0 ? rc : compare_lines(c, x, y);
    }
    return rc;
}

/* ---- Modules ---- */

static int learn_names(struct comparison *c, struct bl_arena *arena, struct bl_module *module,
                       struct bl_error *err)
{
    uint32_t offset;
    int status = c->edits->symbol ? bl_edit_ask(c->edits, arena, module, &c->names, err) : BL_OK;
    for (uint32_t i = 0; i < c->names.n && status == BL_OK; i++) {
        struct bl_view before = c->names.items[i].before;
        uint32_t n = c->before.n;
        c->has_relinked |= c->names.items[i].linkage != 0;
        if (before.size == 0)
            continue;
        status = bl_grow(&c->numbers, &c->cap, (uint64_t)n + 1);
        if (status == BL_OK)
            status = bl_string_table_add(&c->before, before, &offset);
        if (status == BL_OK && c->before.n > n)
            c->numbers[n] = i;
        if (status < 0)
            (void)bl_fail(err, status, "no memory for names");
    }
    return status;
}

static int print_module(struct bl_module *module, struct printed *text, struct bl_error *err)
{
    struct bl_slots *slots = NULL;
    struct bl_printer *printer = NULL;
    int status = bl_slots_open(&slots, module, err);
    if (status == BL_OK)
        status = bl_printer_open(&printer, module, slots, err);
    if (status == BL_OK)
        status = bl_printer_print_module(printer, (struct bl_view){0}, 1, put, text, err);
    bl_printer_close(printer);
    bl_slots_close(slots);
    return status == BL_OK && text->no_memory ? bl_fail(err, BL_E_NOMEM, "no memory for a text")
                                              : status;
}

static int compare_modules(const struct bl_edits *edits, struct bl_module *before,
                           struct bl_module *after, struct bl_error *err)
{
    struct comparison c = {.edits = edits};
    struct bl_arena arena = {0};
    struct printed x = {0};
    struct printed y = {0};
    int status = learn_names(&c, &arena, before, err);
    if (status == BL_OK)
        status = print_module(before, &x, err);
    if (status == BL_OK)
        status = print_module(after, &y, err);
    if (status == BL_OK) {
        int rc = compare_texts(&c, (struct bl_view){(const uint8_t *)x.text, x.n},
                               (struct bl_view){(const uint8_t *)y.text, y.n});
        if (rc == 0)
            status = bl_fail(err, BL_E_MISMATCH, "the text of what is written differs otherwise");
        else if (rc < 0)
            status = bl_fail(err, rc, "no memory for texts");
    }
    bl_drop(x.text);
    bl_drop(y.text);
    bl_drop(c.names.items);
    bl_drop(c.numbers);
    bl_string_table_release(&c.before);
    bl_arena_release(&c.arena);
    bl_arena_release(&arena);
    return status;
}

static int compare_streams(const struct bl_edits *edits, const struct bl_stream *before,
                           const struct bl_stream *after, struct bl_error *err)
{
    const struct bl_stream *streams[2] = {before, after};
    struct bl_index *index[2] = {NULL, NULL};
    uint32_t block[2] = {BL_NONE, BL_NONE};
    int status = BL_OK;
    for (int i = 0; i < 2 && status == BL_OK; i++) {
        status = bl_index_open(&index[i], streams[i], err);
        if (status == BL_OK)
            block[i] = bl_module_next(index[i], BL_NONE);
    }
    while (status == BL_OK && block[0] != BL_NONE && block[1] != BL_NONE) {
        struct bl_module *module[2] = {NULL, NULL};
        for (int i = 0; i < 2 && status == BL_OK; i++)
            status = bl_module_open(&module[i], index[i], block[i], err);
        if (status == BL_OK)
            status = compare_modules(edits, module[0], module[1], err);
        for (int i = 0; i < 2; i++) {
            bl_module_close(module[i]);
            block[i] = bl_module_next(index[i], block[i]);
        }
    }
    if (status == BL_OK && block[0] != block[1])
        status = bl_fail(err, BL_E_MISMATCH, "what is written has another number of modules");
    bl_index_close(index[0]);
    bl_index_close(index[1]);
    return status;
}

/* The first problem. */
static void note_problem(void *context, const struct bl_error *problem)
{
    struct bl_error *first = context;
    if (first->status == BL_OK)
        *first = *problem;
}

int bl_edit_check(struct bl_rewrite *rewrite, const struct bl_edits *edits, struct bl_error *err)
{
    uint8_t *bytes;
    size_t size;
    struct bl_stream stream;
    struct bl_error problem = {0};
    struct bl_verify_summary summary;
    int status = bl_rewrite_join(rewrite, &bytes, &size, err);
    if (status == BL_OK)
        status = bl_stream_locate((struct bl_view){bytes, size}, &stream, err);
    if (status == BL_OK)
        status = bl_verify(&stream, note_problem, &problem, &summary, err);
    if (status > 0) {
        if (err)
            *err = problem;
        status = problem.status;
    }
    if (status == BL_OK && !edits->producer.data)
        status = compare_streams(edits, &rewrite->stream, &stream, err);
    bl_drop(bytes);
    return status;
}
