/* test_unknown.c - bodies with one instruction or two that are not known: no other line is wrong
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The code of each record in turn becomes one that no LLVM has. What is printed then is marked, or
 * a line of the text that was printed before.
 */
#include "bitleap_print.h"
#include "bitleap_rewrite.h"
#include "ir/instruction.h"
#include "stream/cursor.h"
#include "support/all_text.h"
#include "support/corpus.h"
#include "unit/ir/opened.h"

#include <stdlib.h>

enum {
    NO_CODE = 199,
    MOST_PLACES = 4096,
    MOST_OPS = 64,
    EVERY = 3, /* instruction is changed; with each second one another, */
    APART = 4, /* instructions after it */
};

/* A module, opened. */
struct subject {
    struct bl_index *index;
    struct bl_module *module;
    struct bl_slots *slots;
    struct bl_printer *printer;
};

static struct subject open_subject(struct bl_stream *stream)
{
    struct subject s;
    cr_assert_eq(bl_index_open(&s.index, stream, NULL), BL_OK);
    cr_assert_eq(bl_module_open(&s.module, s.index, bl_module_next(s.index, BL_NONE), NULL), BL_OK);
    cr_assert_eq(bl_slots_open(&s.slots, s.module, NULL), BL_OK);
    cr_assert_eq(bl_printer_open(&s.printer, s.module, s.slots, NULL), BL_OK);
    return s;
}

static void close_subject(struct subject *s)
{
    bl_printer_close(s->printer);
    bl_slots_close(s->slots);
    bl_module_close(s->module);
    bl_index_close(s->index);
}

static struct all_text text_of(struct subject *s, uint32_t value)
{
    struct all_text text = {0};
    (void)bl_printer_print_global(s->printer, value, append, &text, NULL);
    cr_assert(text.data);
    return text;
}

/* An instruction's record. */
struct place {
    uint64_t bit_pos;
    uint32_t code;
    uint32_t n_ops;
    uint64_t ops[MOST_OPS];
};

/* Instructions in BODY, without those that have more operands than a place. */
static uint32_t find_places(struct subject *s, const struct bl_block *body, struct place *places)
{
    struct bl_cursor cursor;
    struct bl_entry entry;
    struct bl_record rec = {0};
    uint32_t n = 0;
    cr_assert_eq(bl_module_cursor(s->module, body, &cursor, NULL), BL_OK);
    while (bl_cursor_next(&cursor, &entry) > 0 && n < MOST_PLACES) {
        if (entry.kind != BL_ENTRY_RECORD)
            continue;
        cr_assert_eq(bl_cursor_read(&cursor, &rec), BL_OK);
        if (!bl_instruction_is_known(rec.code) || rec.n_ops > MOST_OPS)
            continue;
        struct place *place = &places[n++];
        *place = (struct place){.bit_pos = rec.bit_pos, .code = rec.code, .n_ops = rec.n_ops};
        memcpy(place->ops, rec.ops, rec.n_ops * sizeof *rec.ops);
    }
    bl_record_release(&rec);
    bl_cursor_release(&cursor);
    return n;
}

static bool is_marked(const char *line, size_t size)
{
    return size == 0 || line[0] == ';' || memmem(line, size, "<badref>", 8) ||
           memmem(line, size, "<no type>", 9);
}

/* Without comments, of which not all predecessors may be in there. */
static size_t bare_size(const char *line, size_t size)
{
    const char *comment = memmem(line, size, "; preds = ", 10);
    return comment ? (size_t)(comment - line) : size;
}

/* Metadata and attributes that only the changed call refers to have no number any more: others may
 * have it. */
static void forget_numbers(struct all_text *text)
{
    char *to = text->data;
    for (const char *from = text->data; *from;) {
        *to++ = *from;
        char c = *from++;
        if (c == '!' || c == '#')
            from += strspn(from, "0123456789");
    }
    *to = '\0';
}

/* Whether all lines of TEXT that are not marked are in WHOLE, in this order. */
static bool is_part(const struct all_text *text, const struct all_text *whole, size_t *n_certain)
{
    const char *at = whole->data;
    for (const char *line = text->data; *line;) {
        size_t size = strcspn(line, "\n");
        const char *next = line + size + (line[size] == '\n');
        if (!is_marked(line, size)) {
            size_t bare = bare_size(line, size), here;
            for (; *at; at += here + (at[here] == '\n')) {
                here = strcspn(at, "\n");
                if (bare_size(at, here) == bare && memcmp(at, line, bare) == 0)
                    break;
            }
            if (!*at)
                return false;
            at += here + (at[here] == '\n');
            ++*n_certain;
        }
        line = next;
    }
    return true;
}

static size_t n_lines(const struct all_text *text)
{
    size_t n = 0;
    for (const char *p = text->data; *p; p++)
        n += *p == '\n';
    return n;
}

struct counts {
    size_t n_lines, n_certain;
};

/* AFTER, which may be NULL, is changed, too. */
static void change(struct bl_stream *stream, const struct place *place, const struct place *after,
                   uint32_t value, const struct all_text *whole, const struct all_text *unnumbered,
                   struct counts *counts)
{
    struct bl_rewrite *rewrite;
    struct bl_new_record record = {.code = NO_CODE, .ops = place->ops, .n_ops = place->n_ops};
    struct bl_view bytes;
    struct bl_stream changed;
    cr_assert_eq(bl_rewrite_open(&rewrite, stream, 0, NULL), BL_OK);
    cr_assert_eq(bl_rewrite_replace(rewrite, place->bit_pos, &record, NULL), BL_OK);
    if (after) {
        struct bl_new_record more = {.code = NO_CODE, .ops = after->ops, .n_ops = after->n_ops};
        cr_assert_eq(bl_rewrite_replace(rewrite, after->bit_pos, &more, NULL), BL_OK);
    }
    cr_assert_eq(bl_rewrite_join(rewrite, &bytes, NULL), BL_OK);
    cr_assert_eq(bl_stream_locate(bytes, &changed, NULL), BL_OK);
    struct subject s = open_subject(&changed);
    struct all_text text = text_of(&s, value);
    cr_expect(strstr(text.data, "; error: "), "no mark");
    if (place->code == BL_CODE_FUNCTION_INST_CALL ||
        (after && after->code == BL_CODE_FUNCTION_INST_CALL)) {
        forget_numbers(&text);
        whole = unnumbered;
    }
    cr_expect(is_part(&text, whole, &counts->n_certain), "record at %llu:\n%s\nof\n%s",
              (unsigned long long)place->bit_pos, text.data, whole->data);
    counts->n_lines += n_lines(whole);
    free(text.data);
    close_subject(&s);
    bl_rewrite_close(rewrite);
}

static void change_file(const char *file, struct counts *counts)
{
    static struct place places[MOST_PLACES];
    char *path = corpus_path(file);
    struct bl_file *opened;
    struct bl_stream stream;
    struct bl_global global;
    cr_assert_eq(bl_file_open(&opened, path, 0, NULL), BL_OK);
    cr_assert_eq(bl_stream_locate(bl_file_view(opened), &stream, NULL), BL_OK);
    struct subject s = open_subject(&stream);
    for (uint32_t value = 0; bl_module_global(s.module, value, &global, NULL) == BL_OK; value++) {
        struct bl_block body;
        if (global.kind != BL_GLOBAL_FUNCTION || bl_module_body(s.module, value, &body, NULL) <= 0)
            continue;
        struct all_text whole = text_of(&s, value), unnumbered = text_of(&s, value);
        forget_numbers(&unnumbered);
        uint32_t n = find_places(&s, &body, places);
        for (uint32_t i = value % EVERY; i < n; i += EVERY)
            change(&stream, &places[i], i % 2 && i + APART < n ? &places[i + APART] : NULL, value,
                   &whole, &unnumbered, counts);
        free(whole.data);
        free(unnumbered.data);
    }
    close_subject(&s);
    bl_file_close(opened);
    free(path);
}

Test(unknown, instructions_in_bodies)
{
    static const char *const files[] = {
        "c-O2.clang13.bc",     "c-O2.clang22.bc",     "c-g-O2.clang22.bc",   "cxx-O2.clang16.bc",
        "cxx-g-O0.clang14.bc", "cxx-g-O2.clang19.bc", "cxx-msvc.clang22.bc", "wide.clang19.bc",
    };
    struct counts counts = {0};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        change_file(files[i], &counts);
    /* Most lines are known. */
    cr_expect_gt(counts.n_certain * 4, counts.n_lines * 3, "%zu of %zu", counts.n_certain,
                 counts.n_lines);
}
