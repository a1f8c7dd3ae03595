/* test_name_parts.c - crates, scopes and templates of names, and what has none
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap_demangle.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum {
    TEXT_SIZE = 1 << 10
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

static void expect_part(const char *name, enum bl_name_part part, const char *text)
{
    struct written w = {.n = 0};
    struct bl_view view = {(const uint8_t *)name, strlen(name)};
    bool is_there = bl_demangle_part(view, part, append, &w);
    cr_expect_eq(is_there, text != NULL, "%s: part %d: %s", name, (int)part, w.text);
    cr_expect_str_eq(w.text, text ? text : "", "%s", name);
}

struct row {
    const char *name, *crate, *scope, *template;
};

static void expect_rows(const struct row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        expect_part(rows[i].name, BL_NAME_CRATE, rows[i].crate);
        expect_part(rows[i].name, BL_NAME_SCOPE, rows[i].scope);
        expect_part(rows[i].name, BL_NAME_TEMPLATE, rows[i].template);
    }
}

static void need_library(void)
{
    struct written w = {.n = 0};
    if (!bl_demangle((struct bl_view){(const uint8_t *)"_Z1fv", 5}, append, &w))
        cr_skip_test("no C++ library is installed for this machine");
}

Test(name_parts, cxx)
{
    static const struct row rows[] = {
        {"main", NULL, NULL, NULL},
        {"_Z1fv", NULL, NULL, NULL},
        {"_ZN4shop4makeEi", NULL, "shop", NULL},
        {"_ZNK4shop4Book5priceEv", NULL, "shop::Book", NULL},
        {"_ZN4shop4BookD0Ev", NULL, "shop::Book", NULL},
        {"__ZN4shop4BookD0Ev", NULL, "shop::Book", NULL},
        {"\1_ZN4shop4BookD0Ev", NULL, "shop::Book", NULL},
        /* Tables belong to their class, thunks and guards to what they are for. */
        {"_ZTVN4shop4BookE", NULL, "shop::Book", NULL},
        {"_ZTS4Book", NULL, "Book", NULL},
        {"_ZTIPN4shop4BookE", NULL, "shop::Book", NULL},
        {"_ZTIi", NULL, NULL, NULL},
        {"_ZTIPKc", NULL, NULL, NULL},
        {"_ZTIFviE", NULL, NULL, NULL},
        {"_ZTv0_n24_NK4shop4Book5labelEv", NULL, "shop::Book", NULL},
        {"_ZGVZN4shop6levelsENS_5LevelEE4seen", NULL, "shop", NULL},
        {"_ZZN4shop6levelsENS_5LevelEE4seen", NULL, "shop", NULL},
        /* Classes of templates, and functions that are some, with what they return. */
        {"_ZN4shop4RingIhLj3EE4pushERKh", NULL, "shop::Ring", "shop::Ring<…>::push"},
        {"_ZN4shop9count_allIiJdclEEEiT_DpT0_", NULL, "shop", "shop::count_all<…>"},
        {"_Z3sumIiET_S0_", NULL, NULL, "sum<…>"},
        {"_Z3ptrIiEPFvcET_", NULL, NULL, "ptr<…>"},
        {"_ZN1a3ptrIiEEMNS_1bEFvcET_", NULL, "a", "a::ptr<…>"},
        {"_ZTVN4shop4RingIhLj3EEE", NULL, "shop::Ring", "vtable for shop::Ring<…>"},
        {"_ZN12_GLOBAL__N_13fooIiEEvT_", NULL, "(anonymous namespace)",
         "(anonymous namespace)::foo<…>"},
        {"_ZN1a12_GLOBAL__N_11b1cEv", NULL, "a::(anonymous namespace)::b", NULL},
        /* Operators */
        {"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", NULL, "std",
         "std::operator<< <…>"},
        {"_ZN1a1bltERKS0_", NULL, "a::b", NULL},
        {"_ZN1a1bIiEgtERKS1_", NULL, "a::b", "a::b<…>::operator>"},
        {"_ZN1a1bIiEptEv", NULL, "a::b", "a::b<…>::operator->"},
        {"_ZN1a1bclIiEEvT_", NULL, "a::b", "a::b::operator()<…>"},
        {"_ZN1a1bcvSt6vectorIiEEv", NULL, "a::b", NULL},
        {"_Znwm", NULL, NULL, NULL},
        {"_ZN1a1bnwEm", NULL, "a::b", NULL},
        {"_ZN1a9operators1fEv", NULL, "a::operators", NULL},
        /* What is local in functions, and clones */
        {"_ZZN4shop4each1fEiENKUlcE_clEc", NULL, "shop::each", NULL},
        {"_ZZN4shop4eachIiE1fEiENKUlcE_clEc", NULL, "shop::each",
         "shop::each<…>::f::{lambda#1}::operator()"},
        {"_ZTSZ1fvE1A", NULL, NULL, NULL},
        {"_ZN4shop3getIiEEvv.isra.0", NULL, "shop", "shop::get<…>"},
        {"_ZN1a1fB5cxx11Ev", NULL, "a", NULL},
        {"_ZN1a1bB5cxx111fEv", NULL, "a::b[abi:cxx11]", NULL},
        /* Brackets in expressions */
        {"_ZN1a1fIiEEDTcmltcvT_Li1ELi2Ecl1gEEv", NULL, "a", "a::f<…>"},
        {"_ZN1a1bILb1EXgtLi2ELi1EEE1cEv", NULL, "a::b", "a::b<…>::c"},
        {"_ZNSt8functionIFvPFiPKcEEE1fEv", NULL, "std::function", "std::function<…>::f"},
        /* No names */
        {"_Z", NULL, NULL, NULL},
        {"_ZN1a", NULL, NULL, NULL},
        {"", NULL, NULL, NULL},
    };
    need_library();
    expect_rows(rows, sizeof rows / sizeof *rows);
}

Test(name_parts, rust_legacy)
{
    static const struct row rows[] = {
        {"_ZN4main4main17h0123456789abcdefE", "main", "main", NULL},
        {"_ZN4core3fmt5write17h0123456789abcdefE", "core", "core::fmt", NULL},
        {"_ZN4core3fmt5write17h0123456789abcdefE.llvm.123", "core", "core::fmt", NULL},
        {"_ZN4core3fmt5write28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE", "core",
         "core::fmt", NULL},
        {"_ZN5alloc3vec16Vec$LT$T$C$A$GT$4push17h0123456789abcdefE", "alloc", "alloc::vec::Vec",
         "alloc::vec::Vec<…>::push"},
        {"_ZN4core3ptr36drop_in_place$LT$alloc..vec..Vec$GT$17h0123456789abcdefE", "core",
         "core::ptr", "core::ptr::drop_in_place<…>"},
        {"_ZN66_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$core..ops..drop..Drop$GT$4drop17h"
         "0123456789abcdefE",
         "alloc", "alloc::vec::Vec", "<alloc::vec::Vec<…> as core::ops::drop::Drop>::drop"},
        {"_ZN42_$LT$$RF$T$u20$as$u20$core..fmt..Debug$GT$3fmt17h0123456789abcdefE", "core",
         "core::fmt::Debug", NULL},
        {"_ZN53_$LT$$RF$mut$u20$a..B$u20$as$u20$core..fmt..Debug$GT$3fmt17h0123456789abcdefE", "a",
         "a::B", NULL},
        {"_ZN4core3fmt3num50_$LT$impl$u20$core..fmt..Debug$u20$for$u20$u32$GT$3fmt17h"
         "0123456789abcdefE",
         "core", "core::fmt::num", NULL},
        {"_ZN1a1f32_$u7b$$u7b$vtable.shim$u7d$$u7d$17h0123456789abcdefE", "a", "a", NULL},
        /* One digit of the hash is none: of C++. */
        {"_ZN4core3fmt17h0123456789abcdeXE", NULL, "core::fmt", NULL},
    };
    need_library();
    expect_rows(rows, sizeof rows / sizeof *rows);
}

Test(name_parts, rust_v0)
{
    static const struct row rows[] = {
        {"_RNvC1a1b", "a", "a", NULL},
        {"_RNvNvC1a1b1cC3lib", "a", "a::b", NULL},
        {"_RNvNvC1a1b1c.llvm.123", "a", "a::b", NULL},
        {"_RNCNvNtC1a1m1f0", "a", "a::m", NULL},
        {"_RNCNvC1a1b0", "a", "a", NULL},
        {"_RINvNtC1a1m1fNtC1b1TE", "a", "a::m", "a::m::f::<…>"},
        /* An inherent impl and one of a trait: the crate of the block, the type's scope. */
        {"_RNvMs_C1aNtB4_1b1c", "a", "a::b", NULL},
        {"_RNvXC1xNtC1a1TNtC1b1R1f", "x", "a::T", NULL},
        {"_RNvXC1xhNtC1b1R1f", "x", "b::R", NULL},
        {"_RNvXs_C1xINtC1a1TmENtC1b1R1f", "x", "a::T", "<a::T<…> as b::R>::f"},
        {"_RNvMC4coree3len", "core", "core", NULL},
        {"_RNvYhNtC1b1R1f", "b", "b::R", NULL},
        {"_RNvYNtC1a1TNtC1b1R1f", "b", "a::T", NULL},
        /* A reference back to the crate */
        {"_RNvXs0_NtC1a1mNtB5_1TNtNtC4core3fmt5Debug3fmtB7_", "a", "a::m::T", NULL},
        {"_R", NULL, NULL, NULL},
        {"_RNvC1a", NULL, NULL, NULL},
        {"_RNvB_1a", NULL, NULL, NULL},
    };
    expect_rows(rows, sizeof rows / sizeof *rows);
}
