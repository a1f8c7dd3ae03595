/* rewrite/lower_words.c - lines of assembly without what an older LLVM says otherwise or not at all
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A line from before and one from after become the same one here: words that may go are left out of
 * both, debug records and calls of llvm.dbg.* have one form.
 */
#include "rewrite/lower_words.h"

#include "ir/min_version.h"
#include "rewrite/lower_table.h"
#include "rewrite/text_words.h"

#include <string.h>

enum {
    N_ARGUMENTS = 3, /* of a debug record that are compared, before its location */
};

/* A line in the making. */
struct lowered_line {
    const struct bl_lower_options *options;
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

static bool is_one_of(struct bl_view word, const char *const *words)
{
    for (; *words; words++)
        if (bl_view_is(word, *words))
            return true;
    return false;
}

/* ---- Which words ---- */

/* What attributes become, and flags of instructions. */
static bool is_other_word(struct bl_view word)
{
    static const char *const words[] = {
        "nocapture",   "readnone",
        "readonly",    "writeonly",
        "argmemonly",  "inaccessiblememonly",
        "elementtype", "inaccessiblemem_or_argmemonly",
        "nneg",        "disjoint",
        "samesign",    "nusw",
        "inrange",     NULL,
    };
    return is_one_of(word, words);
}

static bool is_new_attribute(struct bl_view word)
{
    uint32_t n;
    const struct bl_feature *rows = bl_feature_rows(&n);
    for (uint32_t i = 0; i < n && rows[i].block == BL_MIN_VERSION_ATTRIBUTE; i++)
        if (bl_view_is(word, bl_attribute_name(rows[i].code)))
            return true;
    return false;
}

static bool ends_with(const struct lowered_line *l, const char *text)
{
    size_t n = strlen(text);
    return l->n >= n && memcmp(l->bytes + l->n - n, text, n) == 0;
}

/* nuw and nsw have been known for long, but not there. */
static bool is_new_flag(const struct lowered_line *l, struct bl_view word)
{
    return (bl_view_is(word, "nuw") || bl_view_is(word, "nsw")) &&
           (ends_with(l, "trunc ") || ends_with(l, "getelementptr ") ||
            ends_with(l, "getelementptr inbounds "));
}

/* Fields of nodes, without their colon. */
static bool is_new_field(const struct lowered_line *l, struct bl_view word)
{
    static const char *const words[] = {
        "dataSize",
        "num_extra_inhabitants",
        "specification",
        "enumKind",
        "bitStride",
        "annotations",
        "keyInstructions",
        "sourceLanguageName",
        "language",
        "sourceLanguageVersion",
        "atomGroup",
        "atomRank",
        "isArtificial",
        "coroSuspendIdx",
        "ptrAuthKey",
        "ptrAuthIsAddressDiscriminated",
        "ptrAuthIsaPointer",
        "ptrAuthExtraDiscriminator",
        "ptrAuthAuthenticatesNullValues",
        NULL,
    };
    bool is_label =
        bl_view_begins(l->line, "!DILabel(") || bl_view_begins(l->line, "distinct !DILabel(");
    return is_one_of(word, words) || (is_label && bl_view_is(word, "column"));
}

/* ---- A line ---- */

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
    uint8_t before = l->n > 0 ? l->bytes[l->n - 1] : ' ';
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
    bool is_bare = before == ' ' || before == '(' || before == '{' || before == ',';
    bool has_colon = end < l->line.size && l->line.data[end] == ':';
    if (word.size == 0)
        end++;
    else if (is_bare && has_colon && is_new_field(l, word)) {
        pass_field(l, end);
        return;
    } else if (is_bare && !has_colon &&
               (is_other_word(word) || is_new_attribute(word) || is_new_flag(l, word))) {
        pass_word(l, end);
        return;
    } else if (bl_view_is(word, "ptrtoaddr")) {
        put(l, "ptrtoint");
        l->at = end;
        return;
    }
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

static void lower_debug(struct lowered_line *l, struct bl_view name, size_t at, bool is_call)
{
    static const char metadata[] = "metadata ";
    bool tracks = !bl_feature_is_new(bl_feature_other(BL_OTHER_ASSIGN), l->options->llvm);
    bool is_cut = bl_view_is(name, "assign") && !tracks;
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
        if (!is_cut || n++ < N_ARGUMENTS) {
            put(l, " ");
            put_view(l, argument);
        }
        if (is_last)
            break;
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

static bool lower_calls(struct lowered_line *l)
{
    return lower_call(l, "call void @llvm.lifetime.start.", "  start ", "") ||
           lower_call(l, "call void @llvm.lifetime.end.", "  end ", "") ||
           lower_call(l, "ptr @llvm.threadlocal.address.", " = bitcast ptr ", " to ptr");
}

/* ---- All of it ---- */

bool bl_words_are_passed(struct bl_view line)
{
    struct bl_view name;
    size_t at;
    bool is_call;
    return bl_view_begins(line, "; Function Attrs:") ||
           (bl_view_begins(line, "declare ") && bl_view_has(line, "@llvm.")) ||
           (find_debug(line, &name, &at, &is_call) && bl_view_is(name, "declare_value"));
}

/* Nodes and names that are spelled otherwise. */
static const struct {
    const char *from, *to;
} spellings[] = {
    {"distinct !DIAssignID()", "distinct !{}"},
    {"@llvm.experimental.", "@llvm."},
    {".p0(", "("},
    {"tag: DW_TAG_variable", "tag: DW_TAG_member"},
    {"\"frame-pointer\"=\"non-leaf-no-reserve\"", "\"frame-pointer\"=\"non-leaf\""},
    {"\"frame-pointer\"=\"reserved\"", "\"frame-pointer\"=\"non-leaf\""},
};

static size_t spelled(struct lowered_line *l)
{
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (bl_view_begins(bl_view_from(l->line, l->at), spellings[i].from)) {
            put(l, spellings[i].to);
            return strlen(spellings[i].from);
        }
    return 0;
}

/* Without words that may go, and in one spelling. */
static void lower_words(struct lowered_line *l)
{
    while (l->at < l->line.size) {
        size_t n = spelled(l);
        if (n)
            l->at += n;
        else
            lower_next(l);
    }
}

int bl_words_lowered(struct bl_arena *arena, const struct bl_lower_options *options,
                     struct bl_vacant_groups vacant, struct bl_view line, struct bl_view *out)
{
    enum {
        ROOM = 16 /* that a spelling may need */
    };
    struct lowered_line l = {.options = options, .vacant = vacant, .line = line};
    struct bl_view name;
    bool is_call;
    size_t at;
    l.bytes = bl_arena_room(arena, 2 * (line.size + ROOM));
    if (!l.bytes)
        return BL_E_NOMEM;
    if (bl_view_begins(line, "!DISubrangeType(") || bl_view_begins(line, "!DIFixedPointType(") ||
        bl_view_begins(line, "!DIBasicType(tag: DW_TAG_unspecified_type)")) {
        put(&l, "!type");
    } else if (find_debug(line, &name, &at, &is_call)) {
        lower_debug(&l, name, at, is_call);
        l.line = (struct bl_view){l.bytes, l.n};
        l.bytes += l.n;
        l.n = l.at = 0;
        lower_words(&l);
    } else if (!lower_calls(&l)) {
        lower_words(&l);
    }
    *out = (struct bl_view){l.bytes, l.n};
    return BL_OK;
}
