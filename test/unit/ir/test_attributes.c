/* test_attributes.c - attribute groups and lists of all forms, and what each is printed as
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/module.h"
#include "unit/ir/opened.h"

#define FUNCTION UINT32_MAX
#define N(array) (sizeof(array) / sizeof((array)[0]))

enum {
    GROUP = 3,
    LIST = 2,
    LIST_OLD = 1
};

/* All attributes of group NUMBER, with spaces between. */
static void expect_group(struct opened *o, uint32_t number, const char *text)
{
    const struct bl_attributes *all;
    struct opened_printer printer = open_printer(o);
    struct printed p = {0};
    cr_assert_eq(bl_module_attributes(o->module, &all, NULL), BL_OK);
    cr_assert_lt(number, all->n_groups, "%s", text);
    const struct bl_attribute_group *group = &all->groups[number];
    for (uint32_t i = 0; i < group->n; i++) {
        if (i > 0)
            print_into(&p, " ", 1);
        bl_printer_put_attribute(printer.printer, &all->attributes[group->first + i],
                                 group->place == FUNCTION, print_into, &p);
    }
    close_printer(&printer);
    cr_expect_str_eq(p.text, text, "group %u is \"%s\", not \"%s\"", number, p.text, text);
}

struct row {
    const char *text;
    uint32_t n_ops;
    uint64_t ops[12]; /* of a GROUP, without its number */
};

static void write_types(struct bl_writer *w)
{
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, 7, BUILD_OPS(32));
    bl_writer_record(w, 18, BUILD_OPS(0, 0, 0));
    bl_writer_exit(w);
}

static void check(const struct row *rows, size_t n)
{
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, PARAMATTR_GROUP, WIDTH);
    for (size_t i = 0; i < n; i++) {
        uint64_t ops[13] = {i + 1};
        memcpy(ops + 1, rows[i].ops, sizeof rows[i].ops);
        bl_writer_record(w, GROUP, ops, rows[i].n_ops + 1);
    }
    bl_writer_exit(w);
    write_types(w);
    struct opened o = end_module(w);
    for (uint32_t i = 0; i < n; i++)
        expect_group(&o, i, rows[i].text);
    close_module(&o);
}

#define OVER_32_BITS (UINT64_C(1) << 32)

/* An operand that is a signed VBR. */
#define SIGNED(v) ((v) < 0 ? (uint64_t) - (v) << 1 | 1 : (uint64_t)(v) << 1)

Test(attributes, of_all_forms)
{
    static const struct row rows[] = {
        {"nounwind", 3, {FUNCTION, 0, 18}},
        {"noalias nonnull", 5, {1, 0, 9, 0, 39}},
        {"align 8", 4, {0, 1, 1, 8}},
        {"align=8", 4, {FUNCTION, 1, 1, 8}},
        {"alignstack(16)", 4, {1, 1, 25, 16}},
        {"alignstack=16", 4, {FUNCTION, 1, 25, 16}},
        {"dereferenceable(9)", 4, {1, 1, 41, 9}},
        {"dereferenceable_or_null(9)", 4, {1, 1, 42, 9}},
        {"\"k\" \"k\"=\"v\"", 9, {FUNCTION, 3, 'k', 0, 4, 'k', 0, 'v', 0}},
        {"\"\"\"=\"\\0A\" cold", 8, {FUNCTION, 4, '"', 0, '\n', 0, 0, 36}},
        {"sret", 3, {1, 5, 29}},
        {"sret({ i32, i32 })", 4, {1, 6, 29, 1}},
        {"byval(<type 7>)", 4, {1, 6, 3, 7}},
        {"range(i32 -5, 10)", 6, {0, 7, 92, 32, SIGNED(-5), SIGNED(10)}},
        {"range(i1 0, -1)", 6, {0, 7, 92, 1, SIGNED(0), SIGNED(1)}},
        {"range(i128 18446744073709551616, -1)",
         9,
         {0, 7, 92, 128, UINT64_C(2) << 32 | 2, 0, SIGNED(1), SIGNED(-1), SIGNED(-1)}},
        {"initializes((0, 4))", 8, {1, 8, 94, 2, 64, SIGNED(0), SIGNED(4), SIGNED(8)}}, /* cut */
        {"initializes((-4, 4), (8, 12))",
         9,
         {1, 8, 94, 2, 64, SIGNED(-4), SIGNED(4), SIGNED(8), SIGNED(12)}},
    };
    check(rows, N(rows));
}

Test(attributes, whose_integers_mean_something)
{
#define NEW (UINT64_C(1) << 56)
    static const struct row rows[] = {
        {"memory(none)", 4, {FUNCTION, 1, 86, 0}},
        {"memory(readwrite)", 4, {FUNCTION, 1, 86, 0x3F}},
        {"memory(argmem: read)", 4, {FUNCTION, 1, 86, 1}},
        {"memory(read, argmem: none, inaccessiblemem: write)", 4, {FUNCTION, 1, 86, 0x18}},
        {"memory(none)", 4, {FUNCTION, 1, 86, NEW}},
        {"memory(errnomem: write)", 4, {FUNCTION, 1, 86, NEW | 2 << 4}},
        {"memory(read, errnomem: none)", 4, {FUNCTION, 1, 86, NEW | 0x45}},
        {"memory(target_mem1: write)", 4, {FUNCTION, 1, 86, NEW | 2 << 10}},
        {"captures(none)", 4, {1, 1, 102, 0}},
        {"captures(address)", 4, {1, 1, 102, 0x33}},
        {"captures(address, provenance)", 4, {1, 1, 102, 0xFF}},
        {"captures(ret: address_is_null)", 4, {1, 1, 102, 1}},
        {"captures(address, ret: none)", 4, {1, 1, 102, 0x30}},
        {"captures(read_provenance, ret: provenance)", 4, {1, 1, 102, 0x4C}},
        {"nofpclass(nan inf)", 4, {0, 1, 87, 0x207}},
        {"nofpclass(all)", 4, {0, 1, 87, 0x3FF}},
        {"nofpclass(snan nzero psub)", 4, {0, 1, 87, 0xA1}},
        {"nofpclass(none)", 4, {0, 1, 87, 0}},
        {"nofpclass(<bits 1024>)", 4, {0, 1, 87, 0x400}},
        {"uwtable", 3, {FUNCTION, 0, 33}},
        {"uwtable(sync)", 4, {FUNCTION, 1, 33, 1}},
        {"uwtable", 4, {FUNCTION, 1, 33, 2}},
        {"uwtable(3)", 4, {FUNCTION, 1, 33, 3}},
        {"allocsize(0)", 4, {FUNCTION, 1, 51, UINT32_MAX}},
        {"allocsize(1,2)", 4, {FUNCTION, 1, 51, UINT64_C(1) << 32 | 2}},
        {"vscale_range(1,16)", 4, {FUNCTION, 1, 74, UINT64_C(1) << 32 | 16}},
        {"vscale_range(1,0)", 4, {FUNCTION, 1, 74, UINT64_C(1) << 32}},
        {"allockind(\"alloc,zeroed\")", 4, {FUNCTION, 1, 82, 17}},
        {"allockind(\"free,<bits 64>\")", 4, {FUNCTION, 1, 82, 68}},
    };
    check(rows, N(rows));
}

Test(attributes, that_are_not_known_stop_nothing)
{
    static const struct row rows[] = {
        {"<attribute 300>", 3, {FUNCTION, 0, 300}},
        {"<attribute 300>(7) cold", 6, {FUNCTION, 1, 300, 7, 0, 36}},
        {"cold <attribute 5000> <form 9>", 6, {FUNCTION, 0, 36, 9, 5000, 1}}, /* takes the rest */
        {"align 0", 3, {1, 1, 1}},                                            /* cut short */
        {"<attribute 4294967295>", 2, {1, 0}},
        {"byval(<no type>)", 3, {1, 6, 3}},
        {"range(i0 )", 4, {0, 7, 92, 0}},
        {"range(i128 )", 5, {0, 7, 92, 128, UINT64_MAX}}, /* more words than there are */
        {"\"no \"", 5, {FUNCTION, 3, 'n', 'o', ' '}},     /* no zero after */
        {"", 1, {FUNCTION}},
        {"initializes()", 6, {1, 8, 94, UINT64_MAX, 64, 0}},
        {"<attribute 4294967295> cold", 5, {FUNCTION, 0, OVER_32_BITS | 5, 0, 36}},
        {"byval(<no type>)", 4, {1, 6, 3, OVER_32_BITS | 1}},
        {"nofpclass(snan <bits 4294967296>)", 4, {0, 1, 87, OVER_32_BITS | 1}},
    };
    check(rows, N(rows));
}

Test(attributes, have_lists_by_number)
{
    const struct bl_attributes *all;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, PARAMATTR, WIDTH); /* whichever comes first */
    bl_writer_record(w, LIST, BUILD_OPS(70, 9));
    bl_writer_record(w, LIST, NULL, 0);
    bl_writer_record(w, LIST, BUILD_OPS(1, 9)); /* there is no group 1 */
    bl_writer_record(w, 55, BUILD_OPS(9));      /* not known: an empty list */
    bl_writer_record(w, LIST, BUILD_OPS(70));
    bl_writer_exit(w);
    bl_writer_enter(w, PARAMATTR_GROUP, WIDTH);
    bl_writer_record(w, GROUP, BUILD_OPS(9, 0, 0, 34));
    bl_writer_record(w, 77, BUILD_OPS(9, 0, 0, 34)); /* not known */
    bl_writer_record(w, GROUP, BUILD_OPS(70, 1, 0, 9));
    bl_writer_record(w, GROUP, BUILD_OPS(5));
    bl_writer_exit(w);
    struct opened o = end_module(w);
    cr_assert_eq(bl_module_attributes(o.module, &all, NULL), BL_OK);
    static const uint32_t begins[] = {0, 2, 2, 3, 3, 4};
    static const uint32_t groups[] = {1, 0, 0, 1};
    cr_assert_eq(all->n_lists, 5);
    cr_assert_eq(all->n_groups, 2);
    cr_expect_arr_eq(all->lists, begins, sizeof begins);
    cr_expect_arr_eq(all->list_groups, groups, sizeof groups);
    cr_expect_eq(all->llvm, 0);
    close_module(&o);
}

static void expect_at(const struct bl_attributes *all, uint32_t list, uint32_t place,
                      uint32_t n_wanted, const uint32_t *wanted)
{
    uint32_t n;
    const uint32_t *groups = bl_attributes_at(all, list, place, &n);
    cr_assert_eq(n, n_wanted, "list %u, place %u: %u", list, place, n);
    cr_expect_eq(groups != NULL, n > 0);
    for (uint32_t i = 0; i < n; i++)
        cr_expect_eq(groups[i], wanted[i], "list %u, place %u: group %u", list, place, groups[i]);
}

/* In any order; groups without attributes are in no list. */
Test(attributes, are_found_by_place)
{
    static const uint32_t places[] = {2, FUNCTION, 0, 2, 1, 2};
    const struct bl_attributes *all;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, PARAMATTR_GROUP, WIDTH);
    for (size_t i = 0; i < N(places); i++)
        bl_writer_record(w, GROUP, (uint64_t[]){i, places[i], 0, 34}, i == 4 ? 2 : 4);
    bl_writer_exit(w);
    bl_writer_enter(w, PARAMATTR, WIDTH);
    bl_writer_record(w, LIST, BUILD_OPS(5, 4, 3, 2, 1, 0, 3));
    bl_writer_record(w, LIST, BUILD_OPS(4));
    bl_writer_record(w, LIST, BUILD_OPS(1, 2));
    bl_writer_exit(w);
    struct opened o = end_module(w);
    cr_assert_eq(bl_module_attributes(o.module, &all, NULL), BL_OK);
    static const uint32_t groups[] = {5, 3, 2, 1, 0, 3, 1, 2};
    cr_expect_arr_eq(all->list_groups, groups, sizeof groups);
    expect_at(all, 0, FUNCTION, 1, (uint32_t[]){1});
    expect_at(all, 0, BL_RETURN_INDEX, 1, (uint32_t[]){2});
    expect_at(all, 0, 1, 0, NULL);
    expect_at(all, 0, 2, 4, (uint32_t[]){5, 3, 0, 3});
    expect_at(all, 0, 3, 0, NULL);
    expect_at(all, 1, 1, 0, NULL);
    expect_at(all, 2, FUNCTION, 1, (uint32_t[]){1});
    expect_at(all, 2, BL_RETURN_INDEX, 1, (uint32_t[]){2});
    expect_at(all, 3, FUNCTION, 0, NULL);
    expect_at(all, BL_NONE, FUNCTION, 0, NULL);
    close_module(&o);
}

/* Up to LLVM 3.2: pairs of a place and a bitmap. */
Test(attributes, as_bitmaps)
{
    static const struct {
        uint64_t bits;
        const char *text;
    } rows[] = {
        {0, ""},
        {1 << 0 | 1 << 5 | 1 << 15, "zeroext nounwind sspreq"},
        {UINT64_C(8) << 16, "align 8"},
        {UINT64_C(1) << 32 | UINT64_C(1) << 36 | UINT64_C(5) << 37,
         "nocapture inlinehint alignstack(16)"},
        {UINT64_C(1) << 44 | UINT64_C(1) << 41, "uwtable minsize"},
        {UINT64_C(0x1F) << 40, "returns_twice uwtable nonlazybind sanitize_address minsize"},
    };
    const struct bl_attributes *all;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, PARAMATTR, WIDTH);
    for (size_t i = 0; i < N(rows); i++)
        bl_writer_record(w, LIST_OLD, BUILD_OPS(i, rows[i].bits));
    bl_writer_record(w, LIST_OLD, BUILD_OPS(0, 1, FUNCTION, 1 << 2, 77)); /* one half of a pair */
    bl_writer_exit(w);
    struct opened o = end_module(w);
    for (uint32_t i = 0; i < N(rows); i++)
        expect_group(&o, i, rows[i].text);
    cr_assert_eq(bl_module_attributes(o.module, &all, NULL), BL_OK);
    cr_expect_eq(all->n_lists, N(rows) + 1);
    cr_expect_eq(all->n_groups, N(rows) + 2);
    cr_expect_eq(all->groups[N(rows) + 1].place, FUNCTION);
    close_module(&o);
}

/* As LLVM's reader makes of strictfp calls in functions that are not strictfp. */
Test(attributes, of_calls_that_lose_strictfp)
{
    enum {
        STRICT_FP = 54,
        NO_BUILTIN = 10,
        NO_UNWIND = 18,
        SIGN_EXT = 24
    };
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, PARAMATTR_GROUP, WIDTH);
    bl_writer_record(w, GROUP, BUILD_OPS(1, FUNCTION, 0, NO_UNWIND, 0, STRICT_FP));
    bl_writer_record(w, GROUP, BUILD_OPS(2, FUNCTION, 0, NO_BUILTIN));
    bl_writer_record(w, GROUP, BUILD_OPS(3, 0, 0, SIGN_EXT));
    bl_writer_exit(w);
    bl_writer_enter(w, PARAMATTR, WIDTH);
    bl_writer_record(w, LIST, BUILD_OPS(1, 3));
    bl_writer_record(w, LIST, BUILD_OPS(3));
    bl_writer_exit(w);
    struct opened o = end_module(w);
    const struct bl_attributes *all;
    uint32_t n_lists;
    cr_assert_eq(bl_module_attributes(o.module, &all, NULL), BL_OK);
    cr_expect(all->n_lists == 2 && all->n_groups == 3, "what the file has stays");
    cr_expect(bl_attributes_are_strict(all, 0) && !bl_attributes_are_strict(all, 1));
    cr_assert_eq(bl_module_upgraded_attributes(o.module, &all, &n_lists, NULL), BL_OK);
    cr_assert(n_lists == 2 && all->n_lists == 5 && all->n_groups == 4);
    const struct bl_attribute *a = all->attributes + all->groups[3].first;
    cr_expect_eq(all->groups[3].n, 2);
    cr_expect(a[0].kind == NO_BUILTIN && a[1].kind == NO_UNWIND);
    expect_at(all, 2, FUNCTION, 1, (const uint32_t[]){3});
    expect_at(all, 2, BL_RETURN_INDEX, 1, (const uint32_t[]){2});
    expect_at(all, 3, FUNCTION, 1, (const uint32_t[]){1}); /* one that the file has, too */
    expect_at(all, 3, BL_RETURN_INDEX, 1, (const uint32_t[]){2});
    expect_at(all, 4, FUNCTION, 1, (const uint32_t[]){1});
    expect_at(all, 4, BL_RETURN_INDEX, 0, NULL);
    close_module(&o);
}

Test(attributes, behind_damaged_groups_are_told)
{
    const struct bl_attributes *all;
    struct bl_error err;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, PARAMATTR_GROUP, WIDTH);
    bl_writer_record(w, GROUP, BUILD_OPS(1, 0, 0, 34));
    uint64_t at = bl_writer_pos(w);
    bl_writer_fixed(w, 9, WIDTH);
    bl_writer_exit(w);
    bl_writer_enter(w, PARAMATTR, WIDTH);
    bl_writer_record(w, LIST, BUILD_OPS(1));
    bl_writer_exit(w);
    struct opened o = end_module(w);
    cr_expect_eq(bl_module_attributes(o.module, &all, &err), BL_E_MALFORMED);
    cr_expect_eq(err.bit_pos, at);
    cr_expect_eq(all->n_lists, 1);
    cr_expect_eq(all->lists[1], 1);
    close_module(&o);
}

/* Ends the block and the module; the attributes must be more than the limit, as WHAT says. */
static void expect_limit(struct bl_writer *w, const char *what)
{
    const struct bl_attributes *all;
    struct bl_error err;
    bl_writer_exit(w);
    struct opened o = end_module(w);
    cr_expect_eq(bl_module_attributes(o.module, &all, &err), BL_E_LIMIT, "%s", what);
    cr_expect_str_eq(err.what, what);
    cr_expect_leq(all->n_groups, o.stream.bytes.size / BL_MIN_GLOBAL_BYTES);
    cr_expect_leq(all->n_lists, o.stream.bytes.size / BL_MIN_GLOBAL_BYTES);
    close_module(&o);
}

/* Records of hardly any bits. */
Test(attributes, too_many)
{
    static const struct {
        const char *what;
        uint32_t block, code, n_ops, n_records;
    } rows[] = {
        {"more attributes than the limit", PARAMATTR_GROUP, GROUP, 1000, 10},
        {"more attribute groups than the limit", PARAMATTR_GROUP, GROUP, 2, 1000},
        {"more attribute lists than the limit", PARAMATTR, LIST, 0, 1000},
        {"more groups in lists than the limit", PARAMATTR, LIST, 1000, 70},
    };
    static const uint64_t ops[1000];
    for (size_t i = 0; i < N(rows); i++) {
        struct bl_writer *w = begin_module();
        bl_writer_enter(w, PARAMATTR_GROUP, WIDTH);
        bl_writer_record(w, GROUP, BUILD_OPS(0, 0, 0, 34));
        if (rows[i].block != PARAMATTR_GROUP) {
            bl_writer_exit(w);
            bl_writer_enter(w, PARAMATTR, WIDTH);
        }
        uint32_t id = BUILD_DEFINE(w, LIT(rows[i].code), ARRAY, FIXED(1));
        for (uint32_t k = 0; k < rows[i].n_records; k++)
            bl_writer_abbreviated(w, id, rows[i].code, ops, rows[i].n_ops, NULL);
        expect_limit(w, rows[i].what);
    }
}

/* [id, place, initializes, how many, bits, end…] */
Test(attributes, too_many_ranges)
{
    static uint64_t ops[40000] = {1, 1, 8, 94, UINT32_MAX, 1};
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, PARAMATTR_GROUP, WIDTH);
    uint32_t id = BUILD_DEFINE(w, LIT(GROUP), LIT(1), LIT(1), LIT(8), LIT(94), LIT(UINT32_MAX),
                               LIT(1), ARRAY, FIXED(1));
    bl_writer_abbreviated(w, id, GROUP, ops, N(ops), NULL);
    expect_limit(w, "more ranges than the limit");
}

Test(attributes, have_names)
{
    cr_expect_str_eq(bl_attribute_name(1), "align");
    cr_expect_str_eq(bl_attribute_name(105), "nocreateundeforpoison");
    cr_expect_null(bl_attribute_name(0));
    cr_expect_null(bl_attribute_name(106));
    cr_expect_null(bl_attribute_name(UINT32_MAX));
    for (uint32_t kind = 1; kind <= 105; kind++)
        cr_expect_not_null(bl_attribute_name(kind), "kind %u", kind);
}
