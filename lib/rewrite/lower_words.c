/* rewrite/lower_words.c - lines of assembly without what an older LLVM says otherwise or not at all
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A line from before and one from after become the same one here: words that may go are left out of
 * both, debug records and calls of llvm.dbg.* have one form.
 */
#include "rewrite/lower_words.h"

#include "rewrite/lower.h"
#include "rewrite/text_words.h"

#include <string.h>

enum {
    N_ARGUMENTS = 3,    /* of a debug record that are compared, before its location */
    MOST_ARGUMENTS = 6, /* of one with an assignment */
};

/* A line in the making. */
struct lowered_line {
    const struct bl_lowered_words *words;
    struct bl_vacant_groups vacant;
    struct bl_view line;
    size_t at;
    uint8_t *bytes;
    size_t n;
};

static bool is_word_byte(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* ---- A line ---- */

static bool ends_with(const struct lowered_line *l, const char *text)
{
    size_t n = strlen(text);
    return l->n >= n && memcmp(l->bytes + l->n - n, text, n) == 0;
}

static bool is_node(const struct lowered_line *l, const char *begins)
{
    struct bl_view line = l->line;
    if (bl_view_begins(line, "distinct "))
        line = bl_view_from(line, sizeof "distinct " - 1);
    return bl_view_begins(line, begins);
}

static void put(struct lowered_line *l, const char *text)
{
    size_t n = strlen(text);
    memcpy(l->bytes + l->n, text, n);
    l->n += n;
}

/* Go past a string or a word with what is in parentheses after it. */
static size_t end_of_parentheses(struct bl_view line, size_t at)
{
    int depth = 0;
    for (; at < line.size; at++) {
        depth += line.data[at] == '(';
        depth -= line.data[at] == ')';
        if (line.data[at] == ')' && depth == 0)
            return at + 1;
    }
    return at;
}

/* The end of the argument, or of a field's value, that begins at AT. */
static size_t end_of_argument(struct bl_view line, size_t at)
{
    int depth = 0;
    bool is_quoted = false;
    for (; at < line.size; at++) {
        uint8_t c = line.data[at];
        is_quoted ^= c == '"';
        if (is_quoted)
            continue;
        if (depth == 0 && (c == ',' || c == ')'))
            return at;
        depth += c == '(' || c == '{' || c == '[' || c == '<';
        depth -= c == ')' || c == '}' || c == ']' || c == '>';
    }
    return at;
}

/* A word that goes, with the space before it or after it. */
static void pass_word(struct lowered_line *l, size_t end)
{
    l->at = end;
    if (l->at < l->line.size && l->line.data[l->at] == '(')
        l->at = end_of_parentheses(l->line, l->at);
    if (l->n > 0 && l->bytes[l->n - 1] == ' ')
        l->n--;
    else if (l->at < l->line.size && l->line.data[l->at] == ' ')
        l->at++;
}

static void pass_field(struct lowered_line *l, size_t end)
{
    l->at = end_of_argument(l->line, end);
    if (ends_with(l, ", "))
        l->n -= 2;
    else if (bl_view_begins(bl_view_from(l->line, l->at), ", "))
        l->at += 2;
}

/* With the text that may be after it. */
static void pass_property(struct lowered_line *l, size_t end)
{
    l->at = end;
    if (bl_view_begins(bl_view_from(l->line, end), " \"")) {
        l->at = end + 2;
        while (l->at < l->line.size && l->line.data[l->at++] != '"')
            ;
    }
    if (ends_with(l, ", "))
        l->n -= 2;
}

/* The word that ends at END goes, as WHERE says; false: not here. */
static bool pass_as(struct lowered_line *l, uint8_t where, size_t end)
{
    struct bl_view rest = bl_view_from(l->line, end);
    bool is_field = where >= BL_GOES_AS_FIELD;
    if (is_field != bl_view_begins(rest, ":"))
        return false;
    switch (where) {
    case BL_GOES_AS_WORD: pass_word(l, end); return true;
    case BL_GOES_AFTER_CAST:
        if (!ends_with(l, "trunc ") && !ends_with(l, "fpext ") && !ends_with(l, "zext ") &&
            !ends_with(l, "uitofp "))
            return false;
        pass_word(l, end);
        return true;
    case BL_GOES_AFTER_GEP:
        if (!ends_with(l, "getelementptr ") && !ends_with(l, "getelementptr inbounds "))
            return false;
        pass_word(l, end);
        return true;
    case BL_GOES_AS_PROPERTY: pass_property(l, end); return true;
    case BL_GOES_AS_NODE_FIELD:
        if (!bl_view_begins(rest, ": !"))
            return false;
        break;
    case BL_GOES_AS_LABEL_FIELD:
        if (!is_node(l, "!DILabel("))
            return false;
        break;
    case BL_GOES_AS_IMPORT_FIELD:
        if (!is_node(l, "!DIImportedEntity("))
            return false;
        break;
    default: break;
    }
    pass_field(l, end);
    return true;
}

static bool pass_listed(struct lowered_line *l, struct bl_view word)
{
    const struct bl_lowered_words *w = l->words;
    uint8_t before = l->n > 0 ? l->bytes[l->n - 1] : ' ';
    if (!w->begins[*word.data] || !strchr(" ({,", before))
        return false;
    for (uint32_t i = 0; i < w->n; i++)
        if (bl_view_equal(w->items[i].word, word) &&
            pass_as(l, w->items[i].where, l->at + word.size))
            return true;
    return false;
}

static bool is_vacant(const struct lowered_line *l, size_t at, size_t *end)
{
    uint32_t number;
    *end = at + 1;
    return l->line.data[at] == '#' && bl_words_number(l->line, end, &number) &&
           number < l->vacant.n && l->vacant.is_vacant[number];
}

static void copy_string(struct lowered_line *l)
{
    do
        l->bytes[l->n++] = l->line.data[l->at++];
    while (l->at < l->line.size && l->line.data[l->at] != '"');
    if (l->at < l->line.size)
        l->bytes[l->n++] = l->line.data[l->at++];
}

/* What begins at l->at, which is the first byte of a word or none of a word. */
static void lower_next(struct lowered_line *l)
{
    size_t end = l->at;
    if (l->line.data[l->at] == '"') {
        copy_string(l);
        return;
    }
    if (is_vacant(l, l->at, &end)) {
        pass_word(l, end);
        return;
    }
    end = l->at;
    while (end < l->line.size && is_word_byte(l->line.data[end]))
        end++;
    struct bl_view word = {l->line.data + l->at, end - l->at};
    if (word.size == 0)
        end++;
    else if (pass_listed(l, word))
        return;
    memcpy(l->bytes + l->n, l->line.data + l->at, end - l->at);
    l->n += end - l->at;
    l->at = end;
}

/* ---- Debug records ---- */

/* "#dbg_value(i32 %0, !7, !DIExpression(), !9)": what is called so, and where its arguments are.
 * False: LINE is neither a record nor a call. */
static bool find_debug(struct bl_view line, struct bl_view *name, size_t *at, bool *is_call)
{
    static const char record[] = "#dbg_";
    static const char call[] = "call void @llvm.dbg.";
    size_t i = 0;
    while (i < line.size && line.data[i] == ' ')
        i++;
    if (i == 0)
        return false;
    struct bl_view rest = bl_view_from(line, i);
    *is_call = bl_view_begins(rest, call);
    if (!*is_call && !bl_view_begins(rest, record))
        return false;
    i += *is_call ? sizeof call - 1 : sizeof record - 1;
    size_t end = i;
    while (end < line.size && line.data[end] != '(')
        end++;
    *name = (struct bl_view){line.data + i, end - i};
    *at = end + 1;
    return end < line.size;
}

static void put_view(struct lowered_line *l, struct bl_view text)
{
    if (text.size > 0)
        memcpy(l->bytes + l->n, text.data, text.size);
    l->n += text.size;
}

/* Whether EXPRESSION has become an empty one. */
static bool is_emptied(const struct lowered_line *l, struct bl_view expression)
{
    static const char *const names[] = {"DW_OP_eq",
                                        "DW_OP_ge",
                                        "DW_OP_gt",
                                        "DW_OP_le",
                                        "DW_OP_lt",
                                        "DW_OP_ne",
                                        "DW_OP_LLVM_extract_bits_"};
    for (size_t i = 0; l->words->has_comparisons && i < sizeof names / sizeof *names; i++)
        if (bl_view_has(expression, names[i]))
            return true;
    return false;
}

/* A value and its expression; a node as a value is one without operands. */
static void put_described(struct lowered_line *l, struct bl_view value, struct bl_view expression,
                          struct bl_view between)
{
    bool is_node = value.size > 1 && value.data[0] == '!' && value.data[1] <= '9';
    bool is_empty = is_emptied(l, expression);
    put(l, " ");
    if (is_empty || (is_node && l->words->has_comparisons))
        put(l, "nothing");
    else
        put_view(l, value);
    put(l, " ");
    put_view(l, between);
    put(l, " ");
    if (!is_empty) {
        put_view(l, expression);
        return;
    }
    size_t fragment = bl_view_find(expression, "DW_OP_LLVM_fragment");
    put(l, "!DIExpression(");
    put_view(l, fragment == SIZE_MAX ? bl_view_of(")") : bl_view_from(expression, fragment));
}

static void lower_debug(struct lowered_line *l, struct bl_view name, size_t at, bool is_call)
{
    static const char metadata[] = "metadata ";
    bool is_cut = bl_view_is(name, "assign") && l->words->has_assignments;
    struct bl_view arguments[MOST_ARGUMENTS] = {{0}};
    uint32_t n = 0;
    struct bl_view location = {0};
    put(l, "  dbg_");
    if (is_cut)
        put(l, "value");
    else
        put_view(l, name);
    while (at < l->line.size) {
        size_t end = end_of_argument(l->line, at);
        struct bl_view argument = {l->line.data + at, end - at};
        bool is_last = end < l->line.size && l->line.data[end] == ')';
        if (is_call && bl_view_begins(argument, metadata))
            argument = bl_view_from(argument, sizeof metadata - 1);
        at = end + 2;
        if (!is_call && is_last) {
            location = argument;
            break;
        }
        if (n < MOST_ARGUMENTS)
            arguments[n++] = argument;
        if (is_last)
            break;
    }
    if (is_cut && n > N_ARGUMENTS)
        n = N_ARGUMENTS;
    uint32_t i = 0;
    if (n >= N_ARGUMENTS) {
        put_described(l, arguments[0], arguments[2], arguments[1]);
        i = N_ARGUMENTS;
    }
    /* An address and its expression, after the number of the assignment. */
    if (n == MOST_ARGUMENTS) {
        put_described(l, arguments[4], arguments[5], arguments[3]);
        i = n;
    }
    for (; i < n; i++) {
        put(l, " ");
        put_view(l, arguments[i]);
    }
    size_t own = is_call ? bl_view_find(bl_view_from(l->line, at), "!dbg ") : SIZE_MAX;
    if (own != SIZE_MAX)
        location = bl_view_from(l->line, at + own + 5);
    put(l, " ");
    put_view(l, location);
}

/* ---- Calls ---- */

/* From NAME on, the call with its last argument alone, as PUT begins it and ENDS it. */
static bool lower_call(struct lowered_line *l, const char *name, const char *begins,
                       const char *ends)
{
    size_t at = bl_view_find(l->line, name);
    if (at == SIZE_MAX || bl_view_find(bl_view_from(l->line, at), "(") == SIZE_MAX)
        return false;
    size_t open = at + bl_view_find(bl_view_from(l->line, at), "(");
    size_t close = end_of_parentheses(l->line, open);
    size_t last = close;
    while (last > open && l->line.data[last - 1] != ' ')
        last--;
    size_t result = bl_view_find(l->line, " = ");
    if (result != SIZE_MAX && result < at)
        put_view(l, (struct bl_view){l->line.data, result});
    put(l, begins);
    put_view(l, (struct bl_view){l->line.data + last, close - 1 - last});
    put(l, ends);
    size_t attached = bl_view_find(bl_view_from(l->line, close), ", !");
    if (attached != SIZE_MAX)
        put_view(l, bl_view_from(l->line, close + attached));
    return true;
}

static bool is_attribute(struct bl_view word)
{
    bool is = false;
    for (uint32_t kind = 1; kind < BL_LOWER_CODES && !is; kind++) {
        const char *name = bl_attribute_name(kind);
        is = name && bl_view_is(word, name);
    }
    return is;
}

/* "ptr align 4 %p" without attributes; *ALIGN is what they say of that. */
static void put_argument(struct lowered_line *l, struct bl_view argument, struct bl_view *align)
{
    static const char space[] = "addrspace(";
    size_t at = argument.size > 0 && argument.data[0] == '<' ? bl_view_find(argument, ">")
                                                             : bl_view_find(argument, " ");
    size_t end;
    if (at == SIZE_MAX)
        at = argument.size;
    if (bl_view_begins(bl_view_from(argument, at), " ") &&
        bl_view_begins(bl_view_from(argument, at + 1), space))
        at = end_of_parentheses(argument, at);
    if (bl_view_begins(bl_view_from(argument, at), ">"))
        at++;
    put_view(l, (struct bl_view){argument.data, at});
    for (; at < argument.size; at = end) {
        size_t from = at + 1;
        end = from;
        while (end < argument.size && is_word_byte(argument.data[end]))
            end++;
        struct bl_view word = {argument.data + from, end - from};
        if (word.size == 0 || !is_attribute(word))
            break;
        if (end < argument.size && argument.data[end] == '(')
            end = end_of_parentheses(argument, end);
        if (bl_view_is(word, "align")) {
            size_t number = ++end;
            while (end < argument.size && argument.data[end] != ' ')
                end++;
            *align = (struct bl_view){argument.data + number, end - number};
        }
    }
    put_view(l, bl_view_from(argument, at));
}

/* The alignment of a masked load or store comes after its other arguments. */
static bool lower_masked(struct lowered_line *l)
{
    enum {
        N_ARGUMENTS_WITH = 4
    };
    static const char *const stores[] = {"store.", "scatter.", "load.", "gather."};
    static const char name[] = " @llvm.masked.";
    static const char type[] = "i32 ";
    struct bl_view arguments[N_ARGUMENTS_WITH + 1];
    struct bl_view align = bl_view_of("1");
    struct bl_view other;
    uint32_t n = 0;
    size_t which = 0;
    size_t at = bl_view_find(l->line, name);
    if (at == SIZE_MAX || !bl_view_has((struct bl_view){l->line.data, at}, "call "))
        return false;
    struct bl_view rest = bl_view_from(l->line, at + sizeof name - 1);
    while (which < 4 && !bl_view_begins(rest, stores[which]))
        which++;
    size_t open = bl_view_find(rest, "(");
    if (which == 4 || open == SIZE_MAX)
        return false;
    size_t end = at + sizeof name - 1 + open;
    put_view(l, (struct bl_view){l->line.data, end});
    do {
        size_t from = end + 1 + (n > 0);
        end = end_of_argument(l->line, from);
        arguments[n++] = (struct bl_view){l->line.data + from, end - from};
    } while (n <= N_ARGUMENTS_WITH && end < l->line.size && l->line.data[end] == ',');
    uint32_t place = which < 2 ? 2 : 1;
    for (uint32_t i = 0; i < n; i++) {
        bool is_align = n == N_ARGUMENTS_WITH && i == place && bl_view_begins(arguments[i], type);
        put(l, i == 0 ? "(" : is_align ? "" : ", ");
        if (is_align)
            align = bl_view_from(arguments[i], sizeof type - 1);
        else
            put_argument(l, arguments[i], i + 1 == place ? &align : &other);
    }
    put(l, ") align ");
    put_view(l, align);
    size_t attached = bl_view_find(bl_view_from(l->line, end), ", !");
    if (attached != SIZE_MAX)
        put_view(l, bl_view_from(l->line, end + attached));
    return true;
}

static bool lower_calls(struct lowered_line *l)
{
    const struct bl_lowered_words *w = l->words;
    if (!(w->has_lifetimes || w->has_thread_locals) || !bl_view_has(l->line, " @llvm."))
        return false;
    return (w->has_lifetimes && (lower_call(l, "call void @llvm.lifetime.start.", "  start ", "") ||
                                 lower_call(l, "call void @llvm.lifetime.end.", "  end ", ""))) ||
           (w->has_thread_locals &&
            lower_call(l, "ptr @llvm.threadlocal.address.", " = bitcast ptr ", " to ptr"));
}

/* ---- Intrinsics that have become functions ---- */

/* What "declare i8 @llvm.ucmp.i8.i32(i32, i32)" and "define internal i8 @bitleap.ucmp.i8.i32(…"
 * say of it: its name. */
static bool lower_definition(struct lowered_line *l)
{
    struct bl_view types;
    const char *name = l->words->has_definitions ? bl_words_definition(l->line, &types) : NULL;
    if (!name)
        return false;
    put(l, name);
    put_view(l, types);
    return true;
}

/* ---- All of it ---- */

bool bl_words_are_passed(const struct bl_lowered_words *w, struct bl_view line)
{
    struct bl_view name;
    size_t at;
    bool is_call;
    if (bl_view_begins(line, "declare "))
        return (w->has_debug_records && bl_view_has(line, "@llvm.dbg.")) ||
               (w->has_lifetimes && bl_view_has(line, "@llvm.lifetime.")) ||
               (w->has_masked && bl_view_has(line, "@llvm.masked."));
    return bl_view_begins(line, "; Function Attrs:") ||
           (w->has_notes && bl_view_begins(line, "!" BL_LOWER_NOTES)) ||
           (w->has_declared_values && find_debug(line, &name, &at, &is_call) &&
            bl_view_is(name, "declare_value"));
}

/* "@llvm.nvvm.barrier.cta.sync.all(" */
static size_t renamed(struct lowered_line *l)
{
    uint32_t n;
    const struct bl_renamed_intrinsic *all = bl_renamed_intrinsics(&n);
    struct bl_view name = bl_view_from(l->line, l->at + 1);
    for (uint32_t i = 0; i < n; i++) {
        size_t size = strlen(all[i].name);
        if (!bl_view_begins(name, all[i].name) || !bl_view_begins(bl_view_from(name, size), "("))
            continue;
        put(l, "@");
        put(l, all[i].before);
        return 1 + size;
    }
    return 0;
}

static size_t spelled(struct lowered_line *l)
{
    bool is_name = l->words->has_renamed && l->line.data[l->at] == '@';
    size_t n = is_name ? renamed(l) : 0;
    if (n > 0)
        return n;
    if (!l->words->spelling_begins[l->line.data[l->at]])
        return 0;
    for (uint32_t i = 0; i < l->words->n_spellings; i++)
        if (bl_view_begins(bl_view_from(l->line, l->at), l->words->spellings[i].from)) {
            put(l, l->words->spellings[i].to);
            return strlen(l->words->spellings[i].from);
        }
    return 0;
}

/* Whether something that is not merely copied may begin at l->at: a string, a group, or a word. */
static bool may_begin(const struct lowered_line *l)
{
    const struct bl_lowered_words *w = l->words;
    uint8_t c = l->line.data[l->at];
    return c == '"' || c == '#' || c == '@' ||
           ((w->begins[c] || w->spelling_begins[c]) &&
            !(l->at > 0 && is_word_byte(c) && is_word_byte(l->line.data[l->at - 1])));
}

static void copy_up_to_begin(struct lowered_line *l)
{
    size_t from = l->at;
    while (l->at < l->line.size && !may_begin(l))
        l->at++;
    put_view(l, (struct bl_view){l->line.data + from, l->at - from});
}

/* Without words that may go, and in one spelling. */
static void lower_words(struct lowered_line *l)
{
    for (copy_up_to_begin(l); l->at < l->line.size; copy_up_to_begin(l)) {
        size_t n = spelled(l);
        if (n)
            l->at += n;
        else
            lower_next(l);
    }
}

/* The words of what the line has become. */
static void lower_again(struct lowered_line *l)
{
    l->line = (struct bl_view){l->bytes, l->n};
    l->bytes += l->n;
    l->n = l->at = 0;
    lower_words(l);
}

int bl_words_lowered(struct bl_arena *arena, const struct bl_lowered_words *words,
                     struct bl_vacant_groups vacant, struct bl_view line, struct bl_view *out)
{
    enum {
        ROOM = 16 /* that a spelling may need */
    };
    struct lowered_line l = {.words = words, .vacant = vacant, .line = line};
    struct bl_view name;
    bool is_call;
    size_t at;
    l.bytes = bl_arena_room(arena, 2 * (line.size + ROOM));
    if (!l.bytes)
        return BL_E_NOMEM;
    bool is_type = words->has_debug_types &&
                   (is_node(&l, "!DISubrangeType(") || is_node(&l, "!DIFixedPointType(") ||
                    is_node(&l, "!DIBasicType(tag: DW_TAG_unspecified_type)"));
    if (is_type) {
        put(&l, "!type");
    } else if (words->has_debug_records && find_debug(line, &name, &at, &is_call)) {
        lower_debug(&l, name, at, is_call);
        lower_again(&l);
    } else if (words->has_masked && lower_masked(&l)) {
        lower_again(&l);
    } else if (!lower_definition(&l) && !lower_calls(&l)) {
        lower_words(&l);
    }
    *out = (struct bl_view){l.bytes, l.n};
    return BL_OK;
}
