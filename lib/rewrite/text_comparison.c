/* rewrite/text_comparison.c - two texts of modules, line by line, with what was asked of the second
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/text_comparison.h"

#include "base/grow.h"
#include "base/status.h"
#include "rewrite/text_words.h"

void bl_printed_text_put(void *context, const char *text, size_t size)
{
    struct bl_printed_text *p = context;
    p->no_memory = p->no_memory || bl_grow(&p->text, &p->cap, (uint64_t)p->n + size) < 0;
    if (p->no_memory || size == 0)
        return;
    memcpy(p->text + p->n, text, size);
    p->n += size;
}

static void release_printed(struct bl_printed_text *p)
{
    bl_drop(p->text);
    for (int i = 0; i < BL_TEXT_SORTS; i++)
        bl_drop(p->definitions[i].texts);
}

static bool strips_debug(const struct bl_text_comparison *c)
{
    return c->strips && bl_strips_debug(c->strips);
}

/* ---- Definitions ---- */

/* Whether LINE defines a node or a group, *NUMBER, as *TEXT. */
static bool is_definition(struct bl_view line, int *sort, uint32_t *number, struct bl_view *text)
{
    static const char group[] = "attributes #";
    size_t at = bl_view_begins(line, group) ? sizeof group - 1 : bl_view_begins(line, "!");
    *sort = at > 1 ? BL_TEXT_GROUPS : BL_TEXT_NODES;
    if (at == 0 || !bl_words_number(line, &at, number) ||
        !bl_view_begins(bl_view_from(line, at), " = "))
        return false;
    *text = bl_view_from(line, at + 3);
    return true;
}

static bool split_line(struct bl_view *rest, struct bl_view *line)
{
    if (rest->size == 0)
        return false;
    const uint8_t *end = memchr(rest->data, '\n', rest->size);
    size_t size = end ? (size_t)(end - rest->data) : rest->size;
    *line = (struct bl_view){rest->data, size};
    *rest = bl_view_from(*rest, end ? size + 1 : size);
    return true;
}

static struct bl_view text_of(const struct bl_printed_text *p)
{
    return (struct bl_view){(const uint8_t *)p->text, p->n};
}

static int find_definitions(struct bl_printed_text *p)
{
    struct bl_view rest = text_of(p);
    struct bl_view line;
    struct bl_view text;
    uint32_t number;
    int sort;
    while (split_line(&rest, &line)) {
        if (!is_definition(line, &sort, &number, &text))
            continue;
        struct bl_definitions *d = &p->definitions[sort];
        if (number > p->n || bl_grow(&d->texts, &d->cap, (uint64_t)number + 1) < 0)
            return BL_E_NOMEM;
        for (; d->n <= number; d->n++)
            d->texts[d->n] = (struct bl_view){0};
        d->texts[number] = text;
    }
    return BL_OK;
}

static struct bl_view definition(const struct bl_text_comparison *c, int side, int sort,
                                 uint32_t number)
{
    const struct bl_definitions *d = &c->texts[side].definitions[sort];
    return number < d->n ? d->texts[number] : (struct bl_view){0};
}

/* The next operand "!7" of the tuple TEXT, from *AT on, which is its place. */
static bool next_reference(struct bl_view text, size_t *at, size_t *end, uint32_t *node)
{
    for (; *at < text.size; ++*at) {
        *end = *at + 1;
        if (text.data[*at] == '!' && bl_words_number(text, end, node))
            return true;
    }
    return false;
}

/* Whether NODE is what a function imports: its scope is in one. */
static bool is_local_import(const struct bl_text_comparison *c, int side, uint32_t node)
{
    static const char key[] = "scope: !";
    struct bl_view text = definition(c, side, BL_TEXT_NODES, node);
    size_t at = bl_view_begins(text, "!DIImportedEntity(") ? bl_view_find(text, key) : SIZE_MAX;
    if (at == SIZE_MAX)
        return false;
    at += sizeof key - 1;
    if (!bl_words_number(text, &at, &node))
        return false;
    struct bl_view scope = definition(c, side, BL_TEXT_NODES, node);
    return bl_view_has(scope, "!DISubprogram(") || bl_view_has(scope, "!DILexicalBlock");
}

/* The tuple TEXT without what functions import, if there is such in it. */
static int without_imports(struct bl_text_comparison *c, int side, struct bl_view *text)
{
    bool has_some = false;
    uint32_t node;
    size_t end;
    for (size_t at = 1; next_reference(*text, &at, &end, &node); at = end)
        has_some |= is_local_import(c, side, node);
    if (!has_some)
        return BL_OK;
    uint8_t *bytes = bl_arena_room(&c->arena, text->size + 1);
    size_t n = 2;
    if (!bytes)
        return BL_E_NOMEM;
    bytes[0] = '!';
    bytes[1] = '{';
    for (size_t at = 1; next_reference(*text, &at, &end, &node); at = end) {
        if (is_local_import(c, side, node))
            continue;
        size_t comma = n > 2 ? 2 : 0;
        memcpy(bytes + n, ", ", comma);
        memcpy(bytes + n + comma, text->data + at, end - at);
        n += comma + end - at;
    }
    bytes[n++] = '}';
    *text = (struct bl_view){bytes, n};
    return BL_OK;
}

/* TEXT of SIDE in words that lowering leaves as they are, where that was asked. */
static int lowered(struct bl_text_comparison *c, int side, struct bl_view *text)
{
    struct bl_vacant_groups vacant = {c->is_vacant[side],
                                      c->texts[side].definitions[BL_TEXT_GROUPS].n};
    bool is_tuple = bl_view_begins(*text, "!{");
    int status = c->lowers && c->lowers->has_local_imports && is_tuple
                     ? without_imports(c, side, text)
                     : BL_OK;
    return status == BL_OK && c->lowers
               ? bl_words_lowered(&c->arena, c->lowers, vacant, *text, text)
               : status;
}

/* Groups of which lowering leaves nothing. */
static int find_vacant(struct bl_text_comparison *c, int side)
{
    const struct bl_definitions *groups = &c->texts[side].definitions[BL_TEXT_GROUPS];
    size_t cap = 0;
    bool *is_vacant = NULL;
    if (bl_grow(&is_vacant, &cap, (uint64_t)groups->n + 1) < 0)
        return BL_E_NOMEM;
    memset(is_vacant, 0, (groups->n + (size_t)1) * sizeof *is_vacant);
    for (uint32_t i = 0; i < groups->n; i++) {
        struct bl_view text = groups->texts[i];
        if (text.data && lowered(c, side, &text) < 0) {
            bl_drop(is_vacant);
            return BL_E_NOMEM;
        }
        is_vacant[i] = text.data && (bl_view_is(text, "{ }") || bl_view_is(text, "{}"));
        bl_arena_reset(&c->arena);
    }
    c->is_vacant[side] = is_vacant;
    return BL_OK;
}

static int pair_definitions(struct bl_text_comparison *c)
{
    for (int side = 0; side < 2; side++)
        if (find_definitions(&c->texts[side]) < 0 || (c->lowers && find_vacant(c, side) < 0))
            return BL_E_NOMEM;
    for (int sort = 0; sort < BL_TEXT_SORTS; sort++) {
        uint32_t cap[2] = {0};
        struct bl_partners *p = &c->partners[sort];
        uint64_t n_before = (uint64_t)c->texts[0].definitions[sort].n + 1;
        uint64_t n_after = (uint64_t)c->texts[1].definitions[sort].n + 1;
        if (bl_grow(&p->after, &cap[0], n_before) < 0 || bl_grow(&p->before, &cap[1], n_after) < 0)
            return BL_E_NOMEM;
        memset(p->after, 0, n_before * sizeof *p->after);
        memset(p->before, 0, n_after * sizeof *p->before);
    }
    size_t cap = 0;
    uint64_t n_nodes = (uint64_t)c->texts[0].definitions[BL_TEXT_NODES].n + 1;
    if (bl_grow(&c->is_loop, &cap, n_nodes) < 0)
        return BL_E_NOMEM;
    memset(c->is_loop, 0, n_nodes * sizeof *c->is_loop);
    return BL_OK;
}

/* 1: BEFORE and AFTER may be partners, and are now; 0: one has another; BL_E_NOMEM. */
static int compare_numbers(struct bl_text_comparison *c, uint8_t sort, uint32_t before,
                           uint32_t after)
{
    struct bl_partners *p = &c->partners[sort];
    if (!definition(c, 0, sort, before).data || !definition(c, 1, sort, after).data)
        return 0;
    /* Nodes and groups that differed in what went alone are one. */
    if (c->lowers && p->after[before])
        return p->after[before] == after + 1;
    if (!c->lowers && (p->after[before] || p->before[after]))
        return p->after[before] == after + 1 && p->before[after] == before + 1;
    p->after[before] = after + 1;
    p->before[after] = before + 1;
    struct bl_definition_pair pair = {before, after, sort};
    return bl_append(&c->pairs, &c->n_pairs, &c->cap_pairs, pair) < 0 ? BL_E_NOMEM : 1;
}

/* ---- Words ---- */

static const struct bl_edited *find_edited(struct bl_text_comparison *c, struct bl_view name)
{
    uint32_t i = c->before.n ? bl_string_table_find(&c->before, name) : BL_MAP_NONE;
    return i == BL_MAP_NONE ? NULL : &c->names.items[c->numbers[i]];
}

static int compare_names(struct bl_text_comparison *c, struct bl_view before, struct bl_view after)
{
    const struct bl_edited *edited = find_edited(c, before);
    return bl_view_equal(edited ? edited->after : before, after);
}

static int compare_strings(struct bl_text_comparison *c, struct bl_view before,
                           struct bl_view after)
{
    struct bl_view mapped;
    if (bl_view_equal(before, after))
        return 1;
    int rc = c->edits ? bl_edit_path(c->edits, &c->arena, before, &mapped) : 0;
    return rc > 0 ? bl_view_equal(mapped, after) : rc;
}

static int compare_texts_of(struct bl_text_comparison *c, bool is_name, struct bl_view before,
                            size_t *i, struct bl_view after, size_t *j)
{
    struct bl_view x = {0};
    struct bl_view y = {0};
    int status = is_name ? bl_words_name(&c->arena, before, i, &x)
                         : bl_words_quoted(&c->arena, before, i, &x);
    if (status == BL_OK)
        status = is_name ? bl_words_name(&c->arena, after, j, &y)
                         : bl_words_quoted(&c->arena, after, j, &y);
    return status < 0 ? status : is_name ? compare_names(c, x, y) : compare_strings(c, x, y);
}

/* 1: AFTER is what BEFORE becomes; 0: it is not; BL_E_NOMEM. */
static int compare_lines(struct bl_text_comparison *c, struct bl_view before, struct bl_view after)
{
    size_t i = 0;
    size_t j = 0;
    int rc = 1;
    while (i < before.size && j < after.size && rc > 0) {
        uint32_t x;
        uint32_t y;
        uint8_t mark = before.data[i];
        if (mark != after.data[j])
            return 0;
        bool is_name = mark == '@' || mark == '$';
        bool is_number = mark == '!' || mark == '#';
        i += mark != '"';
        j += mark != '"';
        if (is_name || mark == '"') {
            rc = compare_texts_of(c, is_name, before, &i, after, &j);
        } else if (is_number && bl_words_number(before, &i, &x)) {
            if (!bl_words_number(after, &j, &y))
                return 0;
            rc = compare_numbers(c, mark == '!' ? BL_TEXT_NODES : BL_TEXT_GROUPS, x, y);
        }
    }
    return rc > 0 ? i == before.size && j == after.size : rc;
}

/* ---- What went ---- */

static bool is_location(const struct bl_text_comparison *c, uint32_t node)
{
    struct bl_view text = definition(c, 0, BL_TEXT_NODES, node);
    return bl_view_begins(text, "!DILocation(") || bl_view_begins(text, "distinct !DILocation(");
}

/* Whether the node of a loop has nothing but locations in it. */
static bool is_empty_loop(const struct bl_text_comparison *c, uint32_t loop)
{
    struct bl_view text = definition(c, 0, BL_TEXT_NODES, loop);
    uint32_t n_locations = 0;
    uint32_t node;
    size_t end;
    for (size_t at = 0; next_reference(text, &at, &end, &node); at = end) {
        n_locations += is_location(c, node);
        if (node != loop && !is_location(c, node))
            return false;
    }
    return n_locations > 0;
}

/* A loop without its locations, all of which come after itself. */
static int without_locations(struct bl_text_comparison *c, struct bl_view text, struct bl_view *out)
{
    uint8_t *bytes = bl_arena_room(&c->arena, text.size + 1);
    size_t n = 0;
    size_t end;
    size_t from = 0;
    uint32_t node;
    if (!bytes)
        return BL_E_NOMEM;
    for (size_t at = 0; next_reference(text, &at, &end, &node); at = end) {
        if (!is_location(c, node))
            continue;
        size_t comma = at >= 2 && text.data[at - 2] == ',' ? 2 : 0;
        memcpy(bytes + n, text.data + from, at - comma - from);
        n += at - comma - from;
        from = end;
    }
    if (from < text.size)
        memcpy(bytes + n, text.data + from, text.size - from);
    *out = (struct bl_view){bytes, n + text.size - from};
    return BL_OK;
}

/* Whether A, in a line of an instruction or of a global value, was to go. */
static bool is_dropped(struct bl_text_comparison *c, const struct bl_words_attachment *a,
                       bool to_instruction)
{
    if (bl_strip_drops(c->strips, a->kind,
                       to_instruction ? BL_STRIP_FROM_INSTRUCTION : BL_STRIP_FROM_FUNCTION))
        return true;
    if (!strips_debug(c) || !to_instruction || !bl_view_is(a->kind, "llvm.loop"))
        return false;
    if (a->node < c->texts[0].definitions[BL_TEXT_NODES].n)
        c->is_loop[a->node] = true;
    return is_empty_loop(c, a->node);
}

/* LINE of the text before without attachments that went. */
static int without_attachments(struct bl_text_comparison *c, struct bl_view *line)
{
    bool to_instruction = bl_view_begins(*line, " ");
    struct bl_words_attachment a;
    size_t at = 0;
    size_t n = 0;
    size_t from = 0;
    uint8_t *bytes = NULL;
    while (bl_words_attached(*line, &at, &a)) {
        if (!is_dropped(c, &a, to_instruction))
            continue;
        bytes = bytes ? bytes : bl_arena_room(&c->arena, line->size + 1);
        if (!bytes)
            return BL_E_NOMEM;
        memcpy(bytes + n, line->data + from, a.from - from);
        n += a.from - from;
        from = a.end;
    }
    if (!bytes)
        return BL_OK;
    memcpy(bytes + n, line->data + from, line->size - from);
    *line = (struct bl_view){bytes, n + line->size - from};
    return BL_OK;
}

/* LINE without the comment on predecessors, whose order is that of uses. */
static void leave_out_predecessors(struct bl_view *line)
{
    size_t at = bl_view_begins(*line, " ") ? SIZE_MAX : bl_view_find(*line, "; preds = ");
    if (at == SIZE_MAX || memchr(line->data, '"', line->size))
        return;
    while (at > 0 && line->data[at - 1] == ' ')
        at--;
    line->size = at;
}

static bool is_debug_line(struct bl_view line)
{
    size_t at = 0;
    while (at < line.size && line.data[at] == ' ')
        at++;
    struct bl_view words = bl_view_from(line, at);
    if (at == 0)
        return bl_view_begins(line, "!llvm.dbg.") || bl_view_begins(line, "!llvm.gcov ");
    if (bl_view_begins(words, "#dbg_"))
        return true;
    words.size = words.size > 0 ? bl_view_find(words, "(") : 0; /* up to the arguments */
    return words.size != SIZE_MAX && bl_view_has(words, "call ") &&
           bl_view_has(words, "void @llvm.dbg.");
}

/* ---- Lines ---- */

/* The global value that LINE defines or declares, if its linkage was to change. */
static bool is_relinked(struct bl_text_comparison *c, struct bl_view line)
{
    struct bl_view name;
    if (!c->has_relinked || !(bl_view_begins(line, "@") || bl_view_begins(line, "define ") ||
                              bl_view_begins(line, "declare ")))
        return false;
    size_t at = bl_view_find(line, "@");
    if (at == SIZE_MAX)
        return false;
    at++;
    if (bl_words_name(&c->arena, line, &at, &name) < 0)
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

/* Whether LINE is compared where it is. */
static bool is_compared(struct bl_text_comparison *c, struct bl_view line)
{
    struct bl_view text;
    uint32_t number;
    int sort;
    return line.size > 0 && !is_definition(line, &sort, &number, &text) &&
           !(c->lowers && bl_words_are_passed(c->lowers, line)) &&
           !(c->edits ? is_passed(c->edits, line) : bl_view_begins(line, "^"));
}

/* The next line of the text before, without what was to go, or of that after. 1, or 0: there is
 * none. */
static int next_line(struct bl_text_comparison *c, bool is_before, struct bl_view *rest,
                     struct bl_view *line)
{
    int status = BL_OK;
    do {
        if (!split_line(rest, line))
            return 0;
    } while (!is_compared(c, *line) || (is_before && strips_debug(c) && is_debug_line(*line)));
    if (c->lowers && !is_before)
        bl_words_pass_body(c->lowers, *line, rest);
    if (c->strips && is_before)
        status = without_attachments(c, line);
    if (c->strips && c->strips->flags & BL_STRIP_USE_LISTS)
        leave_out_predecessors(line);
    if (status == BL_OK)
        status = lowered(c, !is_before, line);
    return status < 0 ? status : 1;
}

/* Whether X is a struct that only debug information led to: it is there, and no longer printed. */
static bool is_dropped_type(const struct bl_text_comparison *c, struct bl_view x, struct bl_view y)
{
    return strips_debug(c) && bl_view_begins(x, "%") && !bl_view_equal(x, y);
}

static int compare_next(struct bl_text_comparison *c, struct bl_view before, struct bl_view after)
{
    struct bl_view x = before;
    struct bl_view y = after;
    int status = BL_OK;
    if (is_relinked(c, before)) {
        status = bl_words_unlinked(&c->arena, before, &x);
        if (status == BL_OK)
            status = bl_words_unlinked(&c->arena, after, &y);
    }
    return status < 0 ? status : compare_lines(c, x, y);
}

static int compare_lines_of_texts(struct bl_text_comparison *c)
{
    struct bl_view before = text_of(&c->texts[0]);
    struct bl_view after = text_of(&c->texts[1]);
    struct bl_view x;
    struct bl_view y;
    int rc = 1;
    while (rc > 0) {
        bl_arena_reset(&c->arena);
        int has_x = next_line(c, true, &before, &x);
        int has_y = next_line(c, false, &after, &y);
        while (has_x > 0 && has_y > 0 && is_dropped_type(c, x, y))
            has_x = next_line(c, true, &before, &x);
        if (has_x <= 0 || has_y <= 0)
            return has_x < 0 ? has_x : has_y < 0 ? has_y : has_x == has_y;
        rc = compare_next(c, x, y);
    }
    return rc;
}

/* What the lines name, and what that names. */
static int compare_definitions(struct bl_text_comparison *c)
{
    int rc = 1;
    while (c->n_pairs > 0 && rc > 0) {
        struct bl_definition_pair pair = c->pairs[--c->n_pairs];
        struct bl_view x = definition(c, 0, pair.sort, pair.before);
        bl_arena_reset(&c->arena);
        if (pair.sort == BL_TEXT_NODES && c->is_loop[pair.before])
            rc = without_locations(c, x, &x) < 0 ? BL_E_NOMEM : 1;
        struct bl_view y = definition(c, 1, pair.sort, pair.after);
        if (rc > 0 && (lowered(c, 0, &x) < 0 || lowered(c, 1, &y) < 0))
            rc = BL_E_NOMEM;
        if (rc > 0)
            rc = compare_lines(c, x, y);
    }
    return rc;
}

/* Whether TEXT is a node that stands for a variable which is optimized out. */
static bool is_nothing(const struct bl_text_comparison *c, struct bl_view text)
{
    return c->lowers && c->lowers->has_comparisons && bl_view_is(text, "!{}");
}

/* Whether each definition after has a partner; before, too, unless some went. Of groups that only
 * intrinsics have nothing is compared after a lowering. */
static bool all_have_partners(const struct bl_text_comparison *c)
{
    for (int sort = 0; sort < (c->lowers ? BL_TEXT_GROUPS : BL_TEXT_SORTS); sort++) {
        for (uint32_t i = 0; i < c->texts[1].definitions[sort].n; i++)
            if (definition(c, 1, sort, i).data && !c->partners[sort].before[i] &&
                !is_nothing(c, definition(c, 1, sort, i)))
                return false;
        for (uint32_t i = 0; !c->strips && !c->lowers && i < c->texts[0].definitions[sort].n; i++)
            if (definition(c, 0, sort, i).data && !c->partners[sort].after[i])
                return false;
    }
    return true;
}

/* ---- All of it ---- */

int bl_text_comparison_learn(struct bl_text_comparison *c, struct bl_arena *arena,
                             struct bl_module *module, struct bl_error *err)
{
    uint32_t offset;
    int status =
        c->edits && c->edits->symbol ? bl_edit_ask(c->edits, arena, module, &c->names, err) : BL_OK;
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

int bl_text_comparison_run(struct bl_text_comparison *c, struct bl_error *err)
{
    int rc = pair_definitions(c);
    rc = rc < 0 ? rc : compare_lines_of_texts(c);
    rc = rc > 0 ? compare_definitions(c) : rc;
    if (rc < 0)
        return bl_fail(err, rc, "no memory for texts");
    if (rc == 0 || !all_have_partners(c))
        return bl_fail(err, BL_E_MISMATCH, "the text of what is written differs otherwise");
    return BL_OK;
}

void bl_text_comparison_release(struct bl_text_comparison *c)
{
    for (int i = 0; i < BL_TEXT_SORTS; i++) {
        bl_drop(c->partners[i].after);
        bl_drop(c->partners[i].before);
    }
    release_printed(&c->texts[0]);
    release_printed(&c->texts[1]);
    bl_drop(c->is_vacant[0]);
    bl_drop(c->is_vacant[1]);
    bl_drop(c->is_loop);
    bl_drop(c->pairs);
    bl_drop(c->names.items);
    bl_drop(c->numbers);
    bl_string_table_release(&c->before);
    bl_arena_release(&c->arena);
}
