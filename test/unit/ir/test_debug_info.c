/* test_debug_info.c - fields of nodes, subprograms and files of scopes, places in the source
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap_debug.h"
#include "support/corpus.h"
#include "unit/ir/opened.h"

#include <stdlib.h>

#define N(array) (sizeof(array) / sizeof((array)[0]))

enum {
    STRING_OLD = 1,
    LOCATION = 7,
    DI_FILE = 16,
    SUBPROGRAM = 21,
    LEXICAL_BLOCK = 22,
    LEXICAL_BLOCK_FILE = 23,
};

static struct bl_metadata *metadata_of(struct opened *o)
{
    struct bl_metadata *md;
    struct bl_error err = {0};
    cr_assert_eq(bl_module_metadata(o->module, &md, &err), BL_OK, "%s", err.what);
    return md;
}

/* The strings "a", "bb", "ccc", "dddd"; then nodes, from 4 on. */
static struct opened places_module(void)
{
    static const uint64_t texts[4][4] = {{'a'}, {'b', 'b'}, {'c', 'c', 'c'}, {'d', 'd', 'd', 'd'}};
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, METADATA, WIDTH);
    for (size_t i = 0; i < 4; i++)
        bl_writer_record(w, STRING_OLD, texts[i], i + 1);
    bl_writer_record(w, DI_FILE, BUILD_OPS(0, 1, 2));               /* 4: a in bb */
    bl_writer_record(w, SUBPROGRAM, BUILD_OPS(4, 0, 3, 4, 5, 7));   /* 5: ccc, dddd */
    bl_writer_record(w, LEXICAL_BLOCK, BUILD_OPS(0, 6, 5, 3, 4));   /* 6 in 5 */
    bl_writer_record(w, LEXICAL_BLOCK_FILE, BUILD_OPS(0, 7, 0, 1)); /* 7 in 6 */
    bl_writer_record(w, LOCATION, BUILD_OPS(1, 20, 3, 5, 0, 0));    /* 8 */
    bl_writer_record(w, LOCATION, BUILD_OPS(1, 30, 4, 6, 10, 0));   /* 9, inlined at 9 */
    bl_writer_record(w, LEXICAL_BLOCK, BUILD_OPS(0, 11, 5, 3, 4));  /* 10 in 10 */
    bl_writer_record(w, LOCATION, BUILD_OPS(1, 40, 1, 7, 9, 0));    /* 11, at 8 */
    bl_writer_exit(w);
    return end_module(w);
}

Test(debug_info, subprograms_of_scopes)
{
    static const struct {
        uint32_t scope;
        int rc;
        uint32_t subprogram;
    } rows[] = {
        {5, 1, 5},
        {6, 1, 5},
        {7, 1, 5},
        {8, 1, 5}, /* a location */
        {4, 0, BL_NONE},
        {0, 0, BL_NONE},
        {99, 0, BL_NONE},
        {BL_NONE, 0, BL_NONE},
        {10, BL_E_LIMIT, BL_NONE}, /* in itself */
    };
    struct opened o = places_module();
    struct bl_metadata *md = metadata_of(&o);
    for (size_t i = 0; i < N(rows); i++) {
        uint32_t subprogram = 0;
        struct bl_error err = {0};
        cr_expect_eq(bl_debug_subprogram(md, rows[i].scope, &subprogram, &err), rows[i].rc, "%zu",
                     i);
        cr_expect_eq(subprogram, rows[i].subprogram);
        cr_expect_eq(err.status, rows[i].rc < 0 ? rows[i].rc : 0);
    }
    close_module(&o);
}

Test(debug_info, calls_that_code_was_inlined_at)
{
    struct opened o = places_module();
    struct bl_metadata *md = metadata_of(&o);
    struct bl_debug_location at = {.line = 9, .column = 5, .scope = 6, .inlined_at = 11};
    cr_expect_eq(bl_debug_next_inlined(md, &at, NULL), 1);
    cr_expect(at.line == 40 && at.column == 1 && at.scope == 7 && at.inlined_at == 8);
    cr_expect_eq(bl_debug_next_inlined(md, &at, NULL), 1);
    cr_expect(at.line == 20 && at.column == 3 && at.scope == 5 && at.inlined_at == BL_NONE);
    cr_expect_eq(bl_debug_next_inlined(md, &at, NULL), 0);
    cr_expect(at.line == 20 && at.n_outer == 2);
    at.inlined_at = 5; /* no location */
    cr_expect_eq(bl_debug_next_inlined(md, &at, NULL), 0);
    at = (struct bl_debug_location){.inlined_at = 9}; /* inlined at itself */
    int rc;
    while ((rc = bl_debug_next_inlined(md, &at, NULL)) > 0)
        cr_expect_eq(at.line, 30);
    cr_expect_eq(rc, BL_E_LIMIT);
    cr_expect_eq(at.n_outer, BL_MAX_SCOPES);
    close_module(&o);
}

static void expect_view(struct bl_view view, const char *text)
{
    cr_expect_eq(view.size, strlen(text), "%s", text);
    cr_expect(view.size == 0 || memcmp(view.data, text, view.size) == 0, "%s", text);
}

Test(debug_info, files_of_nodes)
{
    static const struct {
        uint32_t node;
        int rc;
    } rows[] = {{4, 1}, {5, 1}, {6, 1}, {7, 1}, {8, 1}, {10, 1}, {0, 0}, {99, 0}, {BL_NONE, 0}};
    struct opened o = places_module();
    struct bl_metadata *md = metadata_of(&o);
    for (size_t i = 0; i < N(rows); i++) {
        struct bl_view name, directory;
        cr_expect_eq(bl_debug_file(md, rows[i].node, &name, &directory, NULL), rows[i].rc, "%zu",
                     i);
        expect_view(name, rows[i].rc ? "a" : "");
        expect_view(directory, rows[i].rc ? "bb" : "");
    }
    close_module(&o);
}

Test(debug_info, fields_by_number)
{
    struct opened o = places_module();
    struct bl_metadata *md = metadata_of(&o);
    struct bl_view text;
    uint32_t node;
    uint64_t number;
    cr_expect_eq(bl_metadata_field_ref(md, 8, BL_DI_SCOPE, &node, NULL), 1);
    cr_expect_eq(node, 5);
    cr_expect_eq(bl_metadata_field_ref(md, 8, BL_DI_INLINED_AT, &node, NULL), 0); /* null */
    cr_expect_eq(node, BL_NONE);
    cr_expect_eq(bl_metadata_field_ref(md, 6, BL_DI_FILE, &node, NULL), 1);
    cr_expect_eq(node, 4);
    cr_expect_eq(bl_metadata_field_string(md, 5, BL_DI_LINKAGE_NAME, &text, NULL), 1);
    expect_view(text, "dddd");
    cr_expect_eq(bl_metadata_field_number(md, 11, BL_DI_LINE, &number, NULL), 1);
    cr_expect_eq(number, 40);
    /* Another kind, no such field, no such node, a string. */
    cr_expect_eq(bl_metadata_field_number(md, 11, BL_DI_SCOPE, &number, NULL), 0);
    cr_expect_eq(bl_metadata_field_ref(md, 11, BL_DI_LINE, &node, NULL), 0);
    cr_expect_eq(bl_metadata_field_string(md, 11, BL_DI_NAME, &text, NULL), 0);
    cr_expect_eq(bl_metadata_field_string(md, 99, BL_DI_NAME, &text, NULL), 0);
    cr_expect_eq(bl_metadata_field_string(md, 1, BL_DI_NAME, &text, NULL), 0);
    cr_expect_eq(bl_metadata_field_number(md, 11, BL_DI_END, &number, NULL), 0);
    expect_view(text, "");
    close_module(&o);
}

/* What one field at a time says is what the whole node says. */
Test(debug_info, fields_of_all_nodes_of_a_file)
{
    char *path = corpus_path("cxx-g-O2.clang22.bc");
    struct bl_module *module;
    struct bl_metadata *md;
    struct bl_record rec = {0};
    uint32_t n_found = 0;
    cr_assert_eq(bl_module_open_file(&module, path, NULL, 0, NULL), BL_OK);
    cr_assert_eq(bl_module_metadata(module, &md, NULL), BL_OK);
    struct bl_metadata_counts counts = bl_metadata_get_counts(md);
    for (uint32_t i = counts.n_strings; i < counts.end; i++) {
        struct bl_metadata_node node;
        struct bl_view text;
        uint32_t to;
        uint64_t number;
        cr_assert_eq(bl_metadata_read(md, i, &rec, NULL), BL_OK);
        bl_metadata_fields(&rec, &node);
        for (unsigned id = 1; id < BL_DI_END; id++) {
            const struct bl_metadata_field *f = bl_metadata_find_field(&node, id);
            int is_ref = bl_metadata_field_ref(md, i, id, &to, NULL);
            int is_text = bl_metadata_field_string(md, i, id, &text, NULL);
            int is_number = bl_metadata_field_number(md, i, id, &number, NULL);
            cr_assert(is_ref >= 0 && is_text >= 0 && is_number >= 0 &&
                      is_ref + is_text + is_number <= 1);
            if (is_ref + is_text + is_number == 0)
                continue;
            n_found++;
            cr_assert_not_null(f);
            cr_assert_str_eq(f->name, bl_di_field_name(id));
            cr_assert(!is_number || number == f->value);
            cr_assert(!is_ref || to == f->value - (f->kind != BL_FIELD_NUMBER));
        }
    }
    cr_expect_gt(n_found, 1000);
    bl_record_release(&rec);
    bl_module_close(module);
    free(path);
}

/* By the text that the file has of each type: NULL where it has no name of its own. */
Test(debug_info, types_as_cxx_writes_them)
{
    enum {
        BASIC_TYPE = 15,
        DERIVED_TYPE = 17,
        COMPOSITE_TYPE = 18,
        SUBROUTINE_TYPE = 19,
        NODE = 3,
        SUBRANGE = 13,
    };
    static const char *const texts[] = {
        "c",        "c *",      "const c",           "const c *",
        "c *const", "void *",   "c(const c *, ...)", "c (*)(const c *, ...)",
        "c[3]",     "c (*)[3]", "(struct)",          "c *&",
        "c **",
    };
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, METADATA, WIDTH);
    bl_writer_record(w, STRING_OLD, BUILD_OPS('c')); /* 0 */
    bl_writer_record(w, NODE, BUILD_OPS(3, 6, 0));   /* 1: a list of types: 2, 5, null */
    bl_writer_record(w, BASIC_TYPE, BUILD_OPS(0, 0x24, 1, 8, 0, 6, 0));                  /* 2 */
    bl_writer_record(w, DERIVED_TYPE, BUILD_OPS(0, 0x0f, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0)); /* 3 */
    bl_writer_record(w, DERIVED_TYPE, BUILD_OPS(0, 0x26, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0)); /* 4 */
    bl_writer_record(w, DERIVED_TYPE, BUILD_OPS(0, 0x0f, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0)); /* 5 */
    bl_writer_record(w, DERIVED_TYPE, BUILD_OPS(0, 0x26, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0)); /* 6 */
    bl_writer_record(w, DERIVED_TYPE, BUILD_OPS(0, 0x0f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)); /* 7 */
    bl_writer_record(w, SUBROUTINE_TYPE, BUILD_OPS(2, 0, 2, 0));                         /* 8 */
    bl_writer_record(w, DERIVED_TYPE, BUILD_OPS(0, 0x0f, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0)); /* 9 */
    bl_writer_record(w, COMPOSITE_TYPE,
                     BUILD_OPS(2, 1, 0, 0, 0, 0, 3, 0, 0, 0, 0, 17, 0, 0, 0, 0));         /* 10 */
    bl_writer_record(w, DERIVED_TYPE, BUILD_OPS(0, 0x0f, 0, 0, 0, 0, 11, 0, 0, 0, 0, 0)); /* 11 */
    bl_writer_record(w, COMPOSITE_TYPE,
                     BUILD_OPS(2, 0x13, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));       /* 12 */
    bl_writer_record(w, DERIVED_TYPE, BUILD_OPS(0, 0x10, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0));  /* 13 */
    bl_writer_record(w, DERIVED_TYPE, BUILD_OPS(0, 0x0f, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0));  /* 14 */
    bl_writer_record(w, DERIVED_TYPE, BUILD_OPS(0, 0x0f, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0)); /* 15 */
    bl_writer_record(w, NODE, BUILD_OPS(18));                                             /* 16 */
    bl_writer_record(w, SUBRANGE, BUILD_OPS(0, 3, 0));                                    /* 17 */
    bl_writer_exit(w);
    struct opened o = end_module(w);
    struct bl_metadata *md = metadata_of(&o);
    for (uint32_t i = 0; i < N(texts); i++) {
        struct printed p = {0};
        cr_expect_eq(bl_debug_type_print(md, 2 + i, print_into, &p, NULL), BL_OK);
        cr_expect_str_eq(p.text, texts[i], "%u is \"%s\"", 2 + i, p.text);
    }
    struct printed p = {0};
    cr_expect_eq(bl_debug_type_print(md, 15, print_into, &p, NULL), BL_OK); /* to itself */
    cr_expect_str_eq(p.text + strspn(p.text, ".*"), "");
    cr_expect_lt(p.n, 100);
    close_module(&o);
}

Test(debug_info, fields_have_names)
{
    cr_expect_str_eq(bl_di_field_name(BL_DI_ITEMS), "");
    cr_expect_str_eq(bl_di_field_name(BL_DI_INLINED_AT), "inlinedAt");
    cr_expect_str_eq(bl_di_field_name(BL_DI_SP_FLAGS), "spFlags");
    cr_expect_str_eq(bl_di_field_name(BL_DI_CC), "cc");
    cr_expect_null(bl_di_field_name(BL_DI_END));
    for (unsigned a = 0; a < BL_DI_END; a++)
        for (unsigned b = 0; b < a; b++)
            cr_expect_str_neq(bl_di_field_name(a), bl_di_field_name(b));
}

Test(debug_info, places_are_those_of_the_scope_and_of_the_calls_around_it)
{
    static const struct {
        uint32_t scope, inlined_at;
        const char *text;
    } rows[] = {
        {5, BL_NONE, "a:9:5"},
        {7, BL_NONE, "a:9:5"},
        {7, 8, "a:9:5 in ccc, inlined at a:20:3 in ccc"},
        {6, 11, "a:9:5 in ccc, inlined at a:40:1 in ccc, inlined at a:20:3 in ccc"},
        {0, BL_NONE, "line 9:5"},       /* a string */
        {4, BL_NONE, "line 9:5"},       /* a file */
        {99, 98, "line 9:5"},           /* no such nodes */
        {BL_NONE, BL_NONE, "line 9:5"}, /* none */
        {10, 5, "line 9:5"},            /* a scope in itself, inlined at no location */
    };
    struct opened o = places_module();
    struct bl_metadata *md = metadata_of(&o);
    for (size_t i = 0; i < N(rows); i++) {
        struct printed p = {0};
        struct bl_debug_location at = {
            .line = 9, .column = 5, .scope = rows[i].scope, .inlined_at = rows[i].inlined_at};
        cr_expect_eq(bl_source_print(md, &at, print_into, &p, NULL), BL_OK);
        cr_expect_str_eq(p.text, rows[i].text);
    }
    struct printed p = {0};
    struct bl_debug_location at = {.line = 9, .column = 5, .inlined_at = BL_NONE};
    cr_expect_eq(bl_source_print(NULL, &at, print_into, &p, NULL), BL_OK);
    cr_expect_str_eq(p.text, "line 9:5");
    close_module(&o);
}

Test(debug_info, places_that_are_inlined_at_themselves_come_to_an_end)
{
    enum {
        MOST = 4096
    };
    struct opened o = places_module();
    struct bl_metadata *md = metadata_of(&o);
    struct bl_source_place place;
    struct bl_debug_location at = {.line = 9, .column = 5, .scope = 7, .inlined_at = 9};
    uint32_t n = 0;
    cr_expect_eq(bl_source_place_find(md, &at, &place, NULL), 1);
    cr_expect_eq(place.function.size, 3);
    cr_expect_eq(place.linkage_name.size, 4);
    cr_expect_eq(place.directory.size, 2);
    while (bl_source_place_outer(md, &place, NULL) > 0) {
        cr_expect_eq(place.line, 30);
        n++;
    }
    cr_expect(n > 1 && n < MOST, "%u", n);
    close_module(&o);
}
