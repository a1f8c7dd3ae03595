/* test_demangle_rust.c - names of Rust's scheme v0: each production, what is no name, and limits
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The texts are llvm-cxxfilt's of LLVM 22; NULL: it leaves the name as it is.
 */
#include "bitleap_print.h"
#include "demangle/demangle_rust.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum {
    TEXT_SIZE = 1 << 12
};

struct written {
    char text[TEXT_SIZE];
    size_t n;
};

static void append(void *context, const char *data, size_t size)
{
    struct written *w = context;
    cr_assert_lt(size, sizeof w->text - w->n);
    memcpy(w->text + w->n, data, size);
    w->n += size;
    w->text[w->n] = '\0';
}

static void expect_text(const char *name, const char *text)
{
    struct written w = {.n = 0};
    struct bl_view view = {(const uint8_t *)name, strlen(name)};
    bool is_name = bl_demangle(view, append, &w);
    cr_expect_eq(is_name, text != NULL, "%s", name);
    cr_expect_str_eq(w.text, text ? text : "", "%s", name);
}

Test(demangle_rust, paths)
{
    expect_text("_RC1A", "A");
    expect_text("_RNvCs1234_7mycrate3foo", "mycrate::foo");
    expect_text("_RNvC6_123foo3bar", "123foo::bar");
    expect_text("_RNvNvC1a1b1cC3lib", "a::b::c");
    expect_text("_RNvNvC1a1b1c.llvm.123", "a::b::c (.llvm.123)");
    expect_text("__RNvC1a1b", "a::b");
    expect_text("\1_RNvC1a1b", "a::b");
    expect_text("_RNCNvC1a1b0", "a::b::{closure#0}");
    expect_text("_RNCNvC1a1bs_0", "a::b::{closure#1}");
    expect_text("_RNSNvC1a1bs_4shim", "a::b::{shim:shim#1}");
    expect_text("_RNvMs_C1aNtB4_1b1c", "<a::b>::c");
    expect_text("_RNvXC1aTEC1b1c", "<() as b>::c");
    expect_text("_RNvYhC1a1x", "<u8 as a>::x");
    expect_text("_RINvC1a1bNvB2_1cB0_E", "a::b::<a::c, a::b>");
    expect_text("_RINvC1a1bL_EB2_", "a::b::<'_>");
}

Test(demangle_rust, types)
{
    expect_text("_RINvC1a1babcdefhijlmnopstuvxyzE",
                "a::b::<i8, bool, char, f64, str, f32, u8, isize, usize, i32, u32, i128, u128, _, "
                "i16, u16, (), ..., i64, u64, !>");
    expect_text("_RIC1aRL_hQL_hRhQhPhOhShAhj3_TEThEThjEE",
                "a::<&u8, &mut u8, &u8, &mut u8, *const u8, *mut u8, [u8], [u8; 3], (), (u8,), "
                "(u8, usize)>");
    expect_text("_RIC1aFG0_RL1_hRL0_cEuE", "a::<for<'a, 'b> fn(&'a u8, &'b char)>");
    expect_text("_RIC1aFEvE", "a::<fn() -> ...>");
    expect_text("_RIC1aFUKCEuE", "a::<unsafe extern \"C\" fn()>");
    expect_text("_RIC1aFK7foo_barhEzE", "a::<extern \"foo-bar\" fn(u8) -> !>");
    expect_text("_RIC1aDC1bEL_E", "a::<dyn b>");
    expect_text("_RIC1aDG_INtC1b2FnTRL0_hEEp6OutputRL0_hEL_E",
                "a::<dyn for<'a> b::Fn<(&'a u8,), Output = &'a u8>>");
    expect_text("_RIC1aDG_INtC1b1TL0_Ep1xhp1yhEL_E", "a::<dyn for<'a> b::T<'a, x = u8, y = u8>>");
}

Test(demangle_rust, constants)
{
    expect_text("_RINvC1a1bKc27_Kc5c_Kca_Kc263a_Kb1_Kb0_KpKo123456789abcdef01_Kln7b_E",
                "a::b::<'\\'', '\\\\', '\\n', '\\u{263a}', true, false, _, 0x123456789abcdef01, "
                "-123>");
    expect_text("_RIC1aKb2_E", NULL);
    expect_text("_RIC1aKc1234567_E", NULL);
    expect_text("_RIC1aKj01_E", NULL);
    expect_text("_RIC1aKj_E", NULL);
    expect_text("_RIC1aKe61_E", NULL);
}

Test(demangle_rust, punycode)
{
    expect_text("_RNqC1au8gdel_5qa", "a::g\xC3\xB6"
                                     "del");
    expect_text("_RNvC1au3gda", "a::\xC3\xAF");
    expect_text("_RNvC1au9Mnchen_3ya", NULL); /* ends within a number */
    expect_text("_RNvC1au4_999", NULL);
}

Test(demangle_rust, no_names)
{
    static const char *const names[] = {
        "_R",           "_RC2a",          "_RC1a_",
        "_RX",          "_RNvC1a",        "_RIC1aB9_E",
        "_RIC1aRL0_hE", "_RIC1aFGzz_EuE", "_RNvCszzzzzzzzzzzzzzz_1a1b",
        "_RNvC1a1-",    "_RB_",           "_RNvC99999999999999999999991a",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        expect_text(names[i], NULL);
}

/* A name, of generic arguments. */
struct long_name {
    char bytes[1 << 13];
    size_t n;
};

static void repeat(struct long_name *name, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (const char *c = text; *c; c++)
            name->bytes[name->n++] = *c;
}

static void ignore(void *context, const char *data, size_t size)
{
    (void)data;
    *(size_t *)context += size;
}

static size_t text_size(const struct long_name *name, size_t most)
{
    size_t n = 0;
    struct bl_view view = {(const uint8_t *)name->bytes, name->n};
    bool is_name = bl_demangle_rust(view, false, most, ignore, &n);
    cr_expect_eq(is_name, n > 0);
    return n;
}

Test(demangle_rust, depth)
{
    for (size_t depth = 490; depth <= 510; depth++) {
        struct long_name name = {.n = 0};
        repeat(&name, "_RIC1a", 1);
        repeat(&name, "S", depth);
        repeat(&name, "hE", 1);
        cr_expect_eq(text_size(&name, 1 << 16), depth < 499 ? 2 * depth + 7 : 0, "%zu", depth);
    }
}

/* A reference to byte TARGET after _R, of two digits. */
static void refer(struct long_name *name, size_t target)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    char text[] = {'B', digits[(target - 1) / 62], digits[(target - 1) % 62], '_', '\0'};
    repeat(name, text, 1);
}

/* Each pair refers back to the one before, twice. */
Test(demangle_rust, references_double)
{
    struct long_name name = {.n = 0};
    size_t before = strlen("IC1a");
    repeat(&name, "_RIC1aThhE", 1);
    for (int i = 0; i < 40; i++) {
        size_t here = name.n - 2;
        repeat(&name, "T", 1);
        refer(&name, before);
        refer(&name, before);
        repeat(&name, "E", 1);
        before = here;
        if (i == 2) { /* so far it is a name */
            struct long_name whole = name;
            repeat(&whole, "E", 1);
            cr_expect_eq(text_size(&whole, 1 << 16), 5 + 8 + 20 + 44 + 92 + 3 * 2);
        }
    }
    repeat(&name, "E", 1);
    cr_expect_eq(text_size(&name, 1 << 16), 0);
}

Test(demangle_rust, text_limit)
{
    struct long_name name = {.n = 0};
    repeat(&name, "_RIC1aThhEE", 1);
    size_t whole = strlen("a::<(u8, u8)>");
    cr_expect_eq(text_size(&name, whole), whole);
    cr_expect_eq(text_size(&name, whole - 1), 0);
}

Test(demangle_rust, many_characters)
{
    for (size_t n = 1023; n <= 1025; n++) {
        struct long_name name = {.n = 0};
        char size[16];
        snprintf(size, sizeof size, "_RCu%zu_", n + 1);
        repeat(&name, size, 1);
        repeat(&name, "a", n);
        repeat(&name, "_", 1);
        cr_expect_eq(text_size(&name, 1 << 16), n <= 1024 ? n : 0, "%zu", n);
    }
}
