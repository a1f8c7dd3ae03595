/* test_module.c - modules of all versions: values, names, COMDATs, bodies; what is wrong
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/module.h"
#include "support/build_module.h"
#include "support/corpus.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GLOBALVAR = 7,
    FUNCTION = 8,
    ALIAS_OLD = 9,
    COMDAT = 12,
    ALIAS = 14,
    IFUNC = 18
};

/* A module of W's stream, opened. */
struct opened {
    struct bl_writer *w;
    struct bl_stream stream;
    struct bl_index *index;
    struct bl_module *module;
};

static struct opened open_nth(struct bl_writer *w, uint32_t n)
{
    struct opened o = {.w = w, .stream = build_stream(w)};
    cr_assert_eq(bl_index_open(&o.index, &o.stream, NULL), BL_OK);
    uint32_t block = bl_module_next(o.index, BL_NONE);
    for (; n > 0; n--)
        block = bl_module_next(o.index, block);
    cr_assert_neq(block, BL_NONE);
    cr_assert_eq(bl_module_open(&o.module, o.index, block, NULL), BL_OK);
    return o;
}

/* Closes the writer, too, if it is not used any more. */
static void close_opened(struct opened *o, bool is_last)
{
    bl_module_close(o->module);
    bl_index_close(o->index);
    if (is_last)
        bl_writer_close(o->w);
}

static void expect_text(struct bl_view text, const char *expected, const char *of)
{
    cr_expect(text.size == strlen(expected) &&
                  (text.size == 0 || memcmp(text.data, expected, text.size) == 0),
              "%s: '%.*s', not '%s'", of, (int)text.size, (const char *)text.data, expected);
}

static struct bl_global global_at(struct bl_module *module, uint32_t value)
{
    struct bl_global global;
    struct bl_error err;
    int status = bl_module_global(module, value, &global, &err);
    cr_assert_eq(status, BL_OK, "value %u: %s", value, status < 0 ? err.what : "");
    return global;
}

static int find(struct bl_module *module, const char *name, uint32_t *value)
{
    struct bl_view view = {.data = (const uint8_t *)name, .size = strlen(name)};
    return bl_module_find(module, view, value, NULL);
}

/* ---- Fields ---- */

Test(module, fields_of_version_2)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    module_begin(&b, w, 2);
    module_value(&b, "k", COMDAT, BUILD_OPS(3));
    /* type 5, constant with explicit type in address space 2, initializer value 9,
     * linkonce_odr, alignment 16, section 1, hidden, initialexec, unnamed_addr, externally
     * initialized, dllexport, COMDAT 0, attributes 3, dso_local, partition "k", its size,
     * no_sanitize_address and sanitize_address_dyninit, code model 4 */
    module_value(&b, "var", GLOBALVAR,
                 BUILD_OPS(5, 1 | 2 | 2 << 2, 10, 19, 5, 2, 1, 3, 1, 1, 2, 1, 4, 1, 0, 1, 9, 4));
    /* type 6, fastcc, defined, internal, attributes 1, alignment 32, section 0, hidden (void, being
     * internal), GC 2, local_unnamed_addr, prologue 7, no DLL storage, COMDAT 0, prefix 8,
     * personality 9, not dso_local (but internal), address space 1 */
    module_value(&b, "fn", FUNCTION, BUILD_OPS(6, 8, 0, 3, 2, 6, 1, 1, 3, 2, 8, 0, 1, 9, 10, 0, 1));
    module_value(&b, "decl", FUNCTION, BUILD_OPS(6, 0, 1, 7, 0, 0, 0, 0));
    /* type 5, address space 3, of value 0, weak, protected, default, localexec,
     * unnamed, dso_local */
    module_value(&b, "al", ALIAS, BUILD_OPS(5, 3, 0, 16, 2, 0, 4, 1, 1));
    module_value(&b, "ifu", IFUNC, BUILD_OPS(6, 0, 1, 0, 1));
    module_body(&b, 1);
    module_end(&b);
    module_strtab(&b);
    struct opened o = open_nth(w, 0);

    struct bl_global v = global_at(o.module, 0);
    expect_text(v.name, "var", "variable");
    expect_text(v.partition, "k", "partition");
    cr_expect(v.kind == BL_GLOBAL_VARIABLE && v.value_type == 5 && v.address_space == 2);
    cr_expect(v.is_constant && !v.is_declaration && v.initializer == 9 && v.alignment == 16);
    cr_expect(v.linkage == BL_LINKAGE_LINK_ONCE_ODR && v.section == 1 && v.visibility == 1);
    cr_expect(v.thread_local_model == 3 && v.unnamed_addr == 1 && v.externally_initialized);
    cr_expect(v.dll_storage == 2 && v.comdat == 0 && v.attributes == 3 && v.dso_local);
    cr_expect_eq(v.sanitizers, BL_SANITIZER_NO_ADDRESS | BL_SANITIZER_ADDRESS_DYNINIT);
    cr_expect(v.code_model == 4 && v.body == BL_NONE && v.gc == BL_NONE);

    v = global_at(o.module, 1);
    expect_text(v.name, "fn", "function");
    cr_expect(v.kind == BL_GLOBAL_FUNCTION && v.value_type == 6 && v.calling_convention == 8);
    cr_expect(!v.is_declaration && v.body == 0 && v.linkage == BL_LINKAGE_INTERNAL);
    cr_expect(v.attributes == 1 && v.alignment == 32 && v.section == 0 && v.visibility == 0);
    cr_expect(v.gc == 2 && v.unnamed_addr == 2 && v.prologue == 7 && v.comdat == 0);
    cr_expect(v.prefix == 8 && v.personality == 9 && v.dso_local && v.address_space == 1);

    v = global_at(o.module, 2);
    cr_expect(v.is_declaration && v.body == BL_NONE && v.linkage == BL_LINKAGE_EXTERN_WEAK);
    cr_expect(v.section == BL_NONE && v.attributes == BL_NONE && v.alignment == 0);

    v = global_at(o.module, 3);
    cr_expect(v.kind == BL_GLOBAL_ALIAS && v.value_type == 5 && v.address_space == 3);
    cr_expect(v.initializer == 0 && v.linkage == BL_LINKAGE_WEAK_ANY && v.visibility == 2);
    cr_expect(v.thread_local_model == 4 && v.unnamed_addr == 1 && v.dso_local);

    v = global_at(o.module, 4);
    cr_expect(v.kind == BL_GLOBAL_IFUNC && v.initializer == 1 && v.visibility == 1 && v.dso_local);

    const struct bl_global *all;
    uint32_t n;
    cr_assert_eq(bl_module_globals(o.module, &all, &n, NULL), BL_OK);
    cr_assert_eq(n, 5);
    cr_expect_eq(all[1].body, 0);
    cr_expect_eq(bl_module_global(o.module, 5, &v, NULL), BL_E_ARGUMENT);

    const struct bl_comdat *comdats;
    cr_assert_eq(bl_module_comdats(o.module, &comdats, &n, NULL), BL_OK);
    cr_assert_eq(n, 1);
    expect_text(comdats[0].name, "k", "COMDAT");
    cr_expect_str_eq(bl_comdat_selection_name(comdats[0].selection), "largest");
    close_opened(&o, true);
}

/* LLVM takes them for the default, and a thread-local model for the general one. */
Test(module, unknown_properties)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    module_begin(&b, w, 2);
    module_value(&b, "var", GLOBALVAR, BUILD_OPS(5, 2, 0, 0, 0, 0, 3, 5, 3, 0, 3));
    module_end(&b);
    module_strtab(&b);
    struct opened o = open_nth(w, 0);
    struct bl_global v = global_at(o.module, 0);
    cr_expect(v.visibility == 0 && v.thread_local_model == 1 && v.unnamed_addr == 0);
    cr_expect(v.dll_storage == 0 && !v.dso_local);
    close_opened(&o, true);
}

Test(module, linkages_of_all_times)
{
    static const uint8_t expected[] = {
        BL_LINKAGE_EXTERNAL,
        BL_LINKAGE_WEAK_ANY,
        BL_LINKAGE_APPENDING,
        BL_LINKAGE_INTERNAL,
        BL_LINKAGE_LINK_ONCE_ANY,
        BL_LINKAGE_EXTERNAL,
        BL_LINKAGE_EXTERNAL,
        BL_LINKAGE_EXTERN_WEAK,
        BL_LINKAGE_COMMON,
        BL_LINKAGE_PRIVATE,
        BL_LINKAGE_WEAK_ODR,
        BL_LINKAGE_LINK_ONCE_ODR,
        BL_LINKAGE_AVAILABLE_EXTERNALLY,
        BL_LINKAGE_PRIVATE,
        BL_LINKAGE_PRIVATE,
        BL_LINKAGE_EXTERNAL,
        BL_LINKAGE_WEAK_ANY,
        BL_LINKAGE_WEAK_ODR,
        BL_LINKAGE_LINK_ONCE_ANY,
        BL_LINKAGE_LINK_ONCE_ODR,
        BL_LINKAGE_EXTERNAL, /* 20: of the future */
    };
    struct module_build b;
    struct bl_writer *w = build_begin();
    module_begin(&b, w, 1);
    for (uint64_t code = 0; code < sizeof expected; code++)
        module_value(&b, "", GLOBALVAR, BUILD_OPS(0, 0, 0, code));
    module_end(&b);
    struct opened o = open_nth(w, 0);
    for (uint32_t code = 0; code < sizeof expected; code++) {
        struct bl_global v = global_at(o.module, code);
        cr_expect_eq(v.linkage, expected[code], "code %u: %u", code, v.linkage);
        cr_expect_eq(v.dll_storage, code == 5 ? 1 : code == 6 ? 2 : 0, "code %u", code);
        cr_expect_not_null(bl_linkage_name(v.linkage));
    }
    close_opened(&o, true);
}

Test(module, types_of_old_pointers)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    module_begin(&b, w, 1);
    bl_writer_enter(w, 17, 4);
    bl_writer_record(w, 7, BUILD_OPS(32));    /* 0: i32 */
    bl_writer_record(w, 8, BUILD_OPS(0, 5));  /* 1: pointer to it in address space 5 */
    bl_writer_record(w, 21, BUILD_OPS(0, 0)); /* 2: i32 () */
    bl_writer_record(w, 8, BUILD_OPS(2, 0));  /* 3: pointer to it */
    bl_writer_record(w, 8, BUILD_OPS(0, UINT64_C(1) << 32 | 5));
    bl_writer_exit(w);
    module_value(&b, NULL, GLOBALVAR, BUILD_OPS(1, 0, 0, 0));
    module_value(&b, NULL, FUNCTION, BUILD_OPS(3, 0, 1, 0));
    module_value(&b, NULL, FUNCTION, BUILD_OPS(2, 0, 1, 0));
    module_value(&b, NULL, ALIAS_OLD, BUILD_OPS(3, 1, 0));
    module_value(&b, NULL, GLOBALVAR, BUILD_OPS(0, 0, 0, 0)); /* no pointer */
    module_value(&b, NULL, GLOBALVAR, BUILD_OPS(4, 0, 0, 0));
    module_end(&b);
    static const struct {
        uint32_t value_type, type, address_space;
    } expected[] = {{0, 1, 5}, {2, 3, 0},       {2, BL_NONE, 0},
                    {2, 3, 0}, {BL_NONE, 0, 0}, {0, 4, BL_NONE}};
    struct opened o = open_nth(w, 0);
    for (uint32_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct bl_global v = global_at(o.module, i);
        cr_expect_eq(v.value_type, expected[i].value_type, "value %u", i);
        cr_expect_eq(v.type, expected[i].type, "value %u", i);
        cr_expect_eq(v.address_space, expected[i].address_space, "value %u", i);
    }
    close_opened(&o, true);
}

Test(module, address_spaces_over_32_bits)
{
    static const uint64_t space = UINT64_C(1) << 32 | 2;
    struct module_build b;
    struct bl_writer *w = build_begin();
    module_begin(&b, w, 2);
    module_value(&b, "var", GLOBALVAR, BUILD_OPS(5, 2 | space << 2, 0, 0));
    module_value(&b, "al", ALIAS, BUILD_OPS(5, space, 0, 0));
    module_end(&b);
    module_strtab(&b);
    struct opened o = open_nth(w, 0);
    for (uint32_t i = 0; i < 2; i++)
        cr_expect_eq(global_at(o.module, i).address_space, BL_NONE, "value %u", i);
    close_opened(&o, true);
}

/* ---- Names before version 2 ---- */

struct old {
    uint32_t version;
    bool has_offset; /* VSTOFFSET, and the VALUE_SYMTAB after the bodies */
    bool is_behind;  /* the VALUE_SYMTAB is after the bodies */
};

static uint32_t write_old(struct bl_writer *w, const struct old *old, uint32_t words)
{
    struct module_build b;
    module_begin(&b, w, old->version);
    bl_writer_record(w, COMDAT, BUILD_OPS(1, 2, 'c', 'd'));
    module_value(&b, NULL, GLOBALVAR, BUILD_OPS(3, 1, 0, 0, 0, 0));
    module_value(&b, NULL, FUNCTION, BUILD_OPS(4, 0, 0, 0, 0, 0, 0, 0));
    module_value(&b, NULL, FUNCTION, BUILD_OPS(4, 0, 1, 0, 0, 0, 0, 0));
    module_value(&b, NULL, FUNCTION, BUILD_OPS(4, 0, 0, 0, 0, 0, 0, 0));
    module_value(&b, NULL, ALIAS_OLD, BUILD_OPS(3, 1, 3, 1));
    if (old->has_offset)
        module_offset(&b, words);
    if (old->is_behind) {
        module_body(&b, 1);
        module_body(&b, 2);
    }
    module_symtab_begin(&b);
    module_entry(&b, 0, "v\xFF", 8);
    module_entry(&b, 2, "d-l", 7);
    module_entry(&b, 4, "al_ias", 6);
    if (old->has_offset) {
        module_fnentry(&b, 3, 1, "second");
        module_fnentry(&b, 1, 0, "first");
    } else {
        module_entry(&b, 3, "second", 6);
        module_entry(&b, 1, "first", 6);
    }
    module_entry(&b, 99, "nobody", 6); /* no such value: passed over */
    module_symtab_end(&b);
    if (!old->is_behind) {
        module_body(&b, 1);
        module_body(&b, 2);
    }
    module_end(&b);
    return b.symtab_words;
}

/* The operand of the one record in the body of the function called NAME; 0: none. */
static uint64_t body_of(struct bl_module *module, const char *name)
{
    uint32_t value;
    struct bl_block block;
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    struct bl_error err;
    cr_assert_eq(find(module, name, &value), 1, "%s is not found", name);
    int rc = bl_module_body(module, value, &block, &err);
    cr_assert_geq(rc, 0, "%s: %s", name, err.what);
    if (rc == 0)
        return 0;
    cr_assert_eq(bl_module_cursor(module, &block, &cursor, NULL), BL_OK);
    cr_assert_eq(bl_cursor_read_next(&cursor, &rec), 1);
    uint64_t n = rec.ops[0];
    bl_cursor_release(&cursor);
    bl_record_release(&rec);
    return n;
}

Test(module, names_in_the_symtab)
{
    static const struct old olds[] = {{.version = 0},
                                      {.version = 1},
                                      {.version = 1, .is_behind = true},
                                      {.version = 1, .has_offset = true, .is_behind = true}};
    for (size_t i = 0; i < sizeof olds / sizeof *olds; i++) {
        struct bl_writer *w = build_begin();
        uint32_t words = write_old(w, &olds[i], 0);
        bl_writer_close(w);
        w = build_begin();
        write_old(w, &olds[i], words);
        struct opened o = open_nth(w, 0);
        struct bl_view name;
        uint32_t value = 99;
        cr_expect_eq(body_of(o.module, "second"), 2);
        cr_expect_eq(body_of(o.module, "first"), 1, "the second time there is a table");
        cr_expect_eq(body_of(o.module, "d-l"), 0);
        cr_expect(find(o.module, "al_ias", &value) == 1 && value == 4);
        cr_expect_eq(find(o.module, "nobody", &value), 0);
        cr_assert_eq(bl_module_name(o.module, 0, &name, NULL), BL_OK);
        expect_text(name, "v\xFF", "8 bits");
        struct bl_global alias = global_at(o.module, 4);
        cr_expect(alias.kind == BL_GLOBAL_ALIAS && alias.type == 3 && alias.initializer == 1);
        cr_expect(alias.linkage == BL_LINKAGE_INTERNAL && alias.value_type == BL_NONE);
        const struct bl_comdat *comdats;
        uint32_t n;
        cr_assert_eq(bl_module_comdats(o.module, &comdats, &n, NULL), BL_OK);
        cr_assert_eq(n, 1);
        expect_text(comdats[0].name, "cd", "COMDAT");
        close_opened(&o, true);
    }
}

/* ---- Several modules ---- */

Test(module, each_has_its_strtab)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    module_begin(&b, w, 2);
    module_value(&b, "first", GLOBALVAR, BUILD_OPS(0, 2, 0, 0));
    module_end(&b);
    module_strtab(&b);
    /* Two that share theirs: names go on after those of the one before. */
    module_begin(&b, w, 2);
    module_value(&b, "second", GLOBALVAR, BUILD_OPS(0, 2, 0, 0));
    module_end(&b);
    struct module_build c;
    module_begin(&c, w, 2);
    memcpy(c.strtab, b.strtab, b.n_strtab);
    c.n_strtab = b.n_strtab;
    module_value(&c, "third", GLOBALVAR, BUILD_OPS(0, 2, 0, 0));
    module_end(&c);
    module_strtab(&c);
    static const char *const names[] = {"first", "second", "third"};
    for (uint32_t i = 0; i < 3; i++) {
        struct opened o = open_nth(w, i);
        expect_text(global_at(o.module, 0).name, names[i], names[i]);
        struct bl_module_info facts;
        cr_expect_eq(bl_module_get_info(o.module, 0, &facts, NULL), BL_OK);
        expect_text(facts.producer, "LLVM99", "producer");
        cr_expect_eq(facts.n_variables, 1);
        close_opened(&o, i == 2);
    }
}

Test(module, offsets_count_from_the_own_identification)
{
    static const struct old old = {.version = 1, .has_offset = true, .is_behind = true};
    struct bl_writer *w = build_begin();
    uint32_t words = write_old(w, &old, 0);
    bl_writer_close(w);
    w = build_begin();
    write_old(w, &old, words);
    write_old(w, &old, words);
    for (uint32_t i = 0; i < 2; i++) {
        struct opened o = open_nth(w, i);
        cr_expect_eq(body_of(o.module, "second"), 2);
        struct bl_block place = bl_index_get(o.index, bl_module_next(o.index, BL_NONE)).block;
        cr_expect(!bl_index_get(o.index, i == 0 ? 1 : 3).expanded,
                  "the body is found without leaping over the others");
        cr_expect_eq(place.block_id, 8);
        close_opened(&o, i == 1);
    }
}

/* ---- What is wrong ---- */

Test(module, symtab_that_is_not_where_it_should_be)
{
    static const struct old old = {.version = 1, .has_offset = true, .is_behind = true};
    static const uint32_t wrong[] = {0, 1, 7, 1000, UINT32_MAX};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct bl_writer *w = build_begin();
        write_old(w, &old, wrong[i]);
        struct opened o = open_nth(w, 0);
        cr_expect_eq(body_of(o.module, "second"), 2, "by order");
        cr_expect_eq(body_of(o.module, "first"), 1);
        close_opened(&o, true);
    }
}

Test(module, fnentry_that_leads_nowhere)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    module_begin(&b, w, 2);
    module_value(&b, "f", FUNCTION, BUILD_OPS(4, 0, 0, 0, 0, 0, 0, 0));
    module_symtab_begin(&b);
    bl_writer_record(w, 3, BUILD_OPS(0, 12345));
    bl_writer_record(w, 3, BUILD_OPS(0, UINT64_MAX));
    bl_writer_record(w, 3, BUILD_OPS(UINT64_MAX, 1));
    bl_writer_record(w, 3, BUILD_OPS(0));
    module_symtab_end(&b);
    module_body(&b, 7);
    module_end(&b);
    module_strtab(&b);
    struct opened o = open_nth(w, 0);
    cr_expect_eq(body_of(o.module, "f"), 7);
    cr_expect_eq(body_of(o.module, "f"), 7);
    close_opened(&o, true);
}

/* Of FNENTRYs of "f" and "g" the bodies. */
struct entries {
    const char *name;
    uint32_t f, g;
};

enum {
    INNER = 0, /* is in the next one */
    BODY_F,
    BODY_G
};

static uint32_t write_entries(struct bl_writer *w, const struct entries *e, uint32_t words)
{
    struct module_build b;
    module_begin(&b, w, 2);
    module_value(&b, "f", FUNCTION, BUILD_OPS(4, 0, 0, 0, 0, 0, 0, 0));
    module_value(&b, "g", FUNCTION, BUILD_OPS(4, 0, 0, 0, 0, 0, 0, 0));
    module_offset(&b, words);
    uint64_t outer = bl_writer_pos(w);
    bl_writer_enter(w, 12, 4);
    bl_writer_record(w, 1, BUILD_OPS(BODY_F));
    module_body(&b, INNER);
    bl_writer_exit(w);
    b.bodies[b.n_bodies++] = outer;
    module_body(&b, BODY_G);
    module_symtab_begin(&b);
    module_fnentry(&b, 0, e->f, "");
    module_fnentry(&b, 1, e->g, "");
    module_symtab_end(&b);
    module_end(&b);
    module_strtab(&b);
    return b.symtab_words;
}

/* No two functions have a body, or a part of one, in common. */
Test(module, fnentries_that_share_a_body)
{
    static const struct entries cases[] = {
        {"right", BODY_F, BODY_G},
        {"the first one's", BODY_F, BODY_F},
        {"the second one's", BODY_G, BODY_G},
        {"each other's", BODY_G, BODY_F},
        {"a part of the first one's", BODY_F, INNER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bl_writer *w = build_begin();
        uint32_t words = write_entries(w, &cases[i], 0);
        bl_writer_close(w);
        w = build_begin();
        write_entries(w, &cases[i], words);
        struct opened o = open_nth(w, 0);
        cr_expect_eq(body_of(o.module, "f"), BODY_F, "%s", cases[i].name);
        cr_expect_eq(body_of(o.module, "g"), BODY_G, "%s", cases[i].name);
        close_opened(&o, true);
    }
}

Test(module, function_without_a_block)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    module_begin(&b, w, 2);
    module_value(&b, "f", FUNCTION, BUILD_OPS(4, 0, 0, 0, 0, 0, 0, 0));
    uint64_t at = bl_writer_pos(w);
    module_value(&b, "g", FUNCTION, BUILD_OPS(4, 0, 0, 0, 0, 0, 0, 0));
    module_body(&b, 1);
    module_end(&b);
    module_strtab(&b);
    struct opened o = open_nth(w, 0);
    struct bl_block block;
    struct bl_error err;
    cr_expect_eq(bl_module_body(o.module, 0, &block, &err), 1);
    cr_expect_eq(bl_module_body(o.module, 1, &block, &err), BL_E_MISMATCH);
    cr_expect_eq(err.bit_pos, at);
    cr_expect_eq(err.depth, 1);
    cr_expect_eq(bl_module_body(o.module, 2, &block, &err), BL_E_ARGUMENT);
    close_opened(&o, true);
}

/* Of what clang wrote: the list and the bodies say the same. */
Test(module, positions_of_bodies)
{
    struct bl_file *file;
    struct bl_stream stream;
    struct bl_index *index;
    struct bl_module *module;
    uint32_t n;
    uint32_t n_found = 0;
    char *path = corpus_path("cxx-O2.clang22.bc");
    cr_assert_eq(bl_file_open(&file, path, 0, NULL), BL_OK);
    free(path);
    cr_assert_eq(bl_stream_locate(bl_file_view(file), &stream, NULL), BL_OK);
    cr_assert_eq(bl_index_open(&index, &stream, NULL), BL_OK);
    cr_assert_eq(bl_module_open(&module, index, bl_module_next(index, BL_NONE), NULL), BL_OK);
    cr_assert_eq(bl_module_count(module, &n, NULL), BL_OK);
    for (uint32_t value = 0; value < n; value++) {
        struct bl_block block;
        uint64_t bit_pos;
        int found_pos = bl_module_body_pos(module, value, &bit_pos, NULL);
        cr_expect_eq(bl_module_body(module, value, &block, NULL), found_pos);
        cr_expect_eq(bit_pos, found_pos > 0 ? block.bit_pos : 0);
        n_found += found_pos > 0;
    }
    cr_expect_gt(n_found, 10);
    bl_module_close(module);
    bl_index_close(index);
    bl_file_close(file);
}

Test(module, wrong_records)
{
    static const struct {
        const char *name;
        uint32_t code;
        uint64_t ops[4];
        size_t n_ops;
        int status;
    } rows[] = {
        {"offset behind the STRTAB", GLOBALVAR, {100, 1}, 2, BL_E_MISMATCH},
        {"size behind the STRTAB", GLOBALVAR, {0, 100}, 2, BL_E_MISMATCH},
        {"offset and size over 32 bits", GLOBALVAR, {UINT64_MAX, 2}, 2, BL_E_MISMATCH},
        {"sum over 64 bits", GLOBALVAR, {1, UINT64_MAX}, 2, BL_E_MISMATCH},
        {"variable without a linkage", GLOBALVAR, {0, 1, 0}, 3, BL_E_MALFORMED},
        {"function without a name", FUNCTION, {0}, 1, BL_E_MALFORMED},
        {"alias of nothing", ALIAS, {0, 1}, 2, BL_E_MALFORMED},
        {"old alias of nothing", ALIAS_OLD, {0, 1}, 2, BL_E_MALFORMED},
        {"ifunc of nothing", IFUNC, {0, 1}, 2, BL_E_MALFORMED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct module_build b;
        struct bl_writer *w = build_begin();
        module_begin(&b, w, 2);
        module_value(&b, "good", GLOBALVAR, BUILD_OPS(0, 2, 0, 0));
        uint64_t at = bl_writer_pos(w);
        uint64_t ops[6] = {rows[i].ops[0], rows[i].ops[1], rows[i].ops[2], 0, 0, 0};
        bool is_short = rows[i].status == BL_E_MALFORMED;
        bl_writer_record(w, rows[i].code, ops, is_short ? rows[i].n_ops : 6);
        module_value(&b, "behind", GLOBALVAR, BUILD_OPS(0, 2, 0, 0));
        module_end(&b);
        module_strtab(&b);
        struct opened o = open_nth(w, 0);
        const struct bl_global *all;
        struct bl_error err;
        struct bl_global v;
        uint32_t n;
        cr_expect_eq(bl_module_sound_globals(o.module, &n, &err), rows[i].status, "%s",
                     rows[i].name);
        cr_expect_eq(n, is_short ? 1 : 3, "%s: %u values", rows[i].name, n);
        cr_expect_eq(err.bit_pos, at, "%s", rows[i].name);
        cr_expect_eq(bl_module_global_at(o.module, n - 1)->name.size, is_short ? 4 : 6);
        if (!is_short)
            cr_expect_eq(bl_module_global_at(o.module, 1)->name.size, 0);
        cr_expect_eq(bl_module_global(o.module, 1, &v, NULL), rows[i].status, "%s", rows[i].name);
        cr_expect_eq(bl_module_globals(o.module, &all, &n, &err), rows[i].status, "%s",
                     rows[i].name);
        /* Where only a name is missing, all else is known. */
        cr_assert_eq(n, is_short ? 1 : 3, "%s: %u values", rows[i].name, n);
        expect_text(all[0].name, "good", rows[i].name);
        cr_expect_eq(err.bit_pos, at, "%s", rows[i].name);
        expect_text(global_at(o.module, 2).name, "behind", rows[i].name);
        cr_expect_eq(find(o.module, "behind", &n), 1, "%s", rows[i].name);
        cr_expect_eq(n, 2, "%s", rows[i].name);
        cr_expect_eq(find(o.module, "nobody", &n), is_short ? 0 : BL_E_MISMATCH, "%s",
                     rows[i].name);
        close_opened(&o, true);
    }
}

/* Values that an abbreviation makes out of four bits each. */
Test(module, too_many_values)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    module_begin(&b, w, 1);
    uint32_t id = BUILD_DEFINE(w, LIT(7), LIT(0), LIT(2), LIT(0), LIT(0));
    for (int i = 0; i < 1000; i++)
        bl_writer_abbreviated(w, id, 7, BUILD_OPS(0, 2, 0, 0), NULL);
    module_end(&b);
    struct opened o = open_nth(w, 0);
    struct bl_error err;
    uint32_t n;
    cr_expect_eq(bl_module_count(o.module, &n, &err), BL_E_LIMIT);
    cr_expect_eq(n, o.stream.bytes.size / BL_MIN_GLOBAL_BYTES);
    cr_expect_eq(err.depth, 1);
    close_opened(&o, true);
}

Test(module, no_strtab)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    module_begin(&b, w, 2);
    uint64_t lost = bl_writer_pos(w);
    module_value(&b, "lost", GLOBALVAR, BUILD_OPS(0, 2, 0, 0));
    module_value(&b, "", GLOBALVAR, BUILD_OPS(0, 2, 0, 0));
    module_end(&b);
    struct opened o = open_nth(w, 0);
    const struct bl_view view = {.data = (const uint8_t *)"other", .size = 5};
    struct bl_error err;
    uint32_t value;
    struct bl_global v;
    cr_expect_eq(bl_module_global(o.module, 0, &v, NULL), BL_E_MISMATCH);
    cr_expect_null(v.name.data, "it is not known to be empty");
    cr_expect_eq(bl_module_global(o.module, 1, &v, NULL), BL_OK, "an empty name needs none");
    cr_expect(v.name.data && v.name.size == 0, "it is known to be empty");
    for (int i = 0; i < 2; i++) /* the second time it is known */
        cr_expect_eq(bl_module_find(o.module, view, &value, &err), BL_E_MISMATCH);
    cr_expect_eq(err.bit_pos, lost);
    close_opened(&o, true);
}

Test(module, damaged_symtab_and_a_short_record)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    module_begin(&b, w, 1);
    module_value(&b, "first", GLOBALVAR, BUILD_OPS(4, 2, 0, 0));
    bl_writer_record(w, GLOBALVAR, BUILD_OPS(4));
    module_value(&b, "behind", GLOBALVAR, BUILD_OPS(4, 2, 0, 0));
    module_symtab_begin(&b);
    bl_writer_fixed(w, 7, 4); /* an abbreviation that is not defined */
    module_symtab_end(&b);
    module_end(&b);
    struct opened o = open_nth(w, 0);
    const struct bl_global *all;
    uint32_t n;
    cr_expect_eq(bl_module_sound_globals(o.module, &n, NULL), BL_E_MALFORMED);
    cr_expect_eq(n, 1, "names are no reason to end, too few operands are");
    cr_expect_eq(bl_module_globals(o.module, &all, &n, NULL), BL_E_MALFORMED);
    cr_expect(n == 1 && all[0].kind == BL_GLOBAL_VARIABLE, "%u values", n);
    close_opened(&o, true);
}

Test(module, no_names)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    module_begin(&b, w, 2);
    module_value(&b, "", GLOBALVAR, BUILD_OPS(0, 2, 0, 0));
    module_end(&b);
    struct opened o = open_nth(w, 0);
    uint32_t value;
    cr_expect_eq(find(o.module, "other", &value), 0, "none is hidden");
    close_opened(&o, true);
}

Test(module, not_a_module)
{
    struct module_build b;
    struct bl_writer *w = build_begin();
    module_begin(&b, w, 2);
    module_end(&b);
    struct opened o = open_nth(w, 0);
    struct bl_module *module;
    cr_expect_eq(bl_module_open(&module, o.index, 0, NULL), BL_E_ARGUMENT);
    cr_expect_eq(bl_module_open(&module, o.index, 99, NULL), BL_E_ARGUMENT);
    cr_expect_null(module);
    bl_module_close(NULL);
    close_opened(&o, true);
}
