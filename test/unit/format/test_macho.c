/* test_macho.c - sections of Mach-O objects and images
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/macho.h"
#include "support/apple.h"
#include "support/guard.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct apple_section sections[] = {
    {"__TEXT", "__text", APPLE_TEXT("\x90\x90\xC3")},
    {"__LLVM", "__bitcode", APPLE_TEXT("BC\xC0\xDE stream")},
    {"__LLVM", "__cmdline", APPLE_TEXT("-triple\0arm64\0")},
    {"__LLVM", "__swift_cmdline", APPLE_TEXT("-frontend\0")},
    {"__LLVM", "__asm", APPLE_TEXT("x")},
    {"__LLVM", "__remarks", APPLE_TEXT("RMRK remarks")},
    {"__LLVM", "__bitcode_of_16", APPLE_TEXT("longer name")},
    {"__TEXT", "__bitcode", APPLE_TEXT("other segment")},
    {"__CLANG", "__clangast", APPLE_TEXT("CPCH headers")},
    {"__DWARF", "__swift_ast", APPLE_TEXT("\xE2\x9C\xA8\x0E module")},
    {"__DATA", "__data", APPLE_TEXT("")},
    {"__WLLVM", "__llvm_bc", APPLE_TEXT("/home/x/.one.o.bc\n")},
};
#define N_SECTIONS (sizeof sections / sizeof sections[0])

/* What is handed out of them. */
static const struct {
    size_t number;
    const char *name;
    enum bl_part_kind kind;
} parts[] = {
    {1, "__LLVM,__bitcode", BL_PART_BITCODE},        {2, "__LLVM,__cmdline", BL_PART_COMMANDS},
    {3, "__LLVM,__swift_cmdline", BL_PART_COMMANDS}, {5, "__LLVM,__remarks", BL_PART_BITCODE},
    {8, "__CLANG,__clangast", BL_PART_AST},          {9, "__DWARF,__swift_ast", BL_PART_AST},
    {11, "__WLLVM,__llvm_bc", BL_PART_PATHS},
};
#define N_PARTS (sizeof parts / sizeof parts[0])

/* 32 and 64 bits in both byte orders. */
#define N_VARIANTS 4
static struct apple_file variant_of(unsigned number)
{
    return (struct apple_file){.is_64 = number & 1, .is_big_endian = number & 2};
}

static struct guard guard_of(const struct apple_file *f)
{
    return guard_copy(apple_view(f));
}

static void expect_name(const struct bl_part *part, const char *name)
{
    cr_expect(part->name.size == strlen(name) &&
                  memcmp(part->name.data, name, part->name.size) == 0,
              "%.*s, not %s", (int)part->name.size, (const char *)part->name.data, name);
}

static void expect_parts(const struct apple_file *f)
{
    struct guard g = guard_of(f);
    struct bl_macho it;
    struct bl_part part;
    cr_assert(bl_macho_probe(g.bytes));
    cr_assert_eq(bl_macho_open(&it, g.bytes, NULL), BL_OK);
    for (size_t i = 0; i < N_PARTS; i++) {
        cr_assert_eq(bl_macho_next(&it, &part, NULL), 1, "%s", parts[i].name);
        struct bl_view bytes = sections[parts[i].number].bytes;
        expect_name(&part, parts[i].name);
        cr_expect_eq(part.kind, parts[i].kind, "%s", parts[i].name);
        cr_expect_eq(part.size, bytes.size, "%s", parts[i].name);
        cr_assert_eq(part.bytes.size, bytes.size, "%s", parts[i].name);
        cr_expect_eq(part.bytes.data, g.bytes.data + part.offset, "%s", parts[i].name);
        cr_expect_arr_eq(part.bytes.data, bytes.data, bytes.size, "%s", parts[i].name);
    }
    cr_expect_eq(bl_macho_next(&it, &part, NULL), 0);
    cr_expect_eq(bl_macho_next(&it, &part, NULL), 0);
    guard_release(&g);
}

Test(macho, sections_of_objects_and_images)
{
    for (unsigned variant = 0; variant < N_VARIANTS; variant++) {
        struct apple_file f = variant_of(variant);
        apple_macho(&f, APPLE_OBJECT, sections, N_SECTIONS);
        expect_parts(&f);
        apple_macho(&f, APPLE_EXECUTE, sections, N_SECTIONS);
        expect_parts(&f);
    }
}

Test(macho, probe)
{
    static const struct {
        const char *bytes;
        size_t size;
        bool is_macho;
    } rows[] = {
        {"\xFE\xED\xFA\xCE", 4, true},  {"\xFE\xED\xFA\xCF", 4, true},
        {"\xCE\xFA\xED\xFE", 4, true},  {"\xCF\xFA\xED\xFE", 4, true},
        {"\xFE\xED\xFA\xCD", 4, false}, {"\xFE\xED\xFA", 3, false},
        {"\xCA\xFE\xBA\xBE", 4, false}, {"", 0, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct guard g = guard_copy(
            (struct bl_view){.data = (const uint8_t *)rows[i].bytes, .size = rows[i].size});
        struct bl_macho it;
        struct bl_error err;
        cr_expect_eq(bl_macho_probe(g.bytes), rows[i].is_macho, "row %zu", i);
        cr_expect_eq(bl_macho_open(&it, g.bytes, &err), BL_E_CONTAINER, "row %zu", i);
        guard_release(&g);
    }
}

/* The n-th call must fail at the field at AT with WHAT in the text, if it is not NULL; all in all
 * N_GOOD parts come, and N_BAD failures. */
static void expect_failures(const struct apple_file *f, const char *name, size_t n_good,
                            size_t n_bad, size_t at, const char *what)
{
    struct guard g = guard_of(f);
    struct bl_macho it;
    struct bl_part part;
    struct bl_error err = {0};
    size_t good = 0, bad = 0;
    int status;
    cr_assert_eq(bl_macho_open(&it, g.bytes, NULL), BL_OK, "%s", name);
    while ((status = bl_macho_next(&it, &part, bad == 0 ? &err : NULL)) != 0) {
        good += status > 0;
        bad += status < 0;
        cr_assert(status > 0 || part.bytes.size == 0 || part.size > 0, "%s", name);
    }
    cr_expect_eq(good, n_good, "%s: %zu parts", name, good);
    cr_expect_eq(bad, n_bad, "%s: %zu failures", name, bad);
    if (n_bad > 0) {
        cr_expect_eq(err.status, BL_E_CONTAINER, "%s", name);
        cr_expect_eq(err.bit_pos, (uint64_t)at * 8, "%s: at byte %d, not %d", name,
                     (int)(err.bit_pos / 8), (int)at);
        cr_expect(err.what && strstr(err.what, what), "%s: %s", name, err.what);
    }
    guard_release(&g);
}

static void expect_no_open(const struct apple_file *f, const char *name, size_t at)
{
    struct guard g = guard_of(f);
    struct bl_macho it;
    struct bl_part part;
    struct bl_error err = {0};
    cr_expect_eq(bl_macho_open(&it, g.bytes, &err), BL_E_CONTAINER, "%s", name);
    cr_expect_eq(err.bit_pos, (uint64_t)at * 8, "%s", name);
    cr_expect_eq(bl_macho_next(&it, &part, NULL), 0, "%s", name);
    guard_release(&g);
}

Test(macho, corrupt_sizeofcmds)
{
    for (unsigned variant = 0; variant < N_VARIANTS; variant++) {
        struct apple_file f = variant_of(variant);
        apple_macho(&f, APPLE_OBJECT, sections, N_SECTIONS);
        size_t header = f.uuid_at;
        apple_poke32(&f, f.sizeofcmds_at, (uint32_t)(f.size - header));
        expect_failures(&f, "to the end of the file", N_PARTS, 0, 0, "");
        apple_poke32(&f, f.sizeofcmds_at, (uint32_t)(f.size - header + 1));
        expect_no_open(&f, "a byte behind the file", f.sizeofcmds_at);
        apple_poke32(&f, f.sizeofcmds_at, UINT32_MAX);
        expect_no_open(&f, "2^32 - 1", f.sizeofcmds_at);
        apple_poke32(&f, f.sizeofcmds_at, 0);
        expect_no_open(&f, "none for three commands", f.ncmds_at);
        apple_poke32(&f, f.sizeofcmds_at, 24);
        expect_failures(&f, "only the first", 0, 1, f.segment_at, "end before");
        apple_poke32(&f, f.sizeofcmds_at, 24 + 8);
        expect_failures(&f, "cuts the second", 0, 1, f.segment_at + 4, "reaches beyond");
    }
}

Test(macho, corrupt_ncmds)
{
    for (unsigned variant = 0; variant < N_VARIANTS; variant++) {
        struct apple_file f = variant_of(variant);
        apple_macho(&f, APPLE_OBJECT, sections, N_SECTIONS);
        size_t end = f.segment_at;
        for (size_t i = 0; i < N_SECTIONS; i++)
            end = f.sections[i].flags_at + (f.is_64 ? 16 : 12);
        end += 24; /* LC_SYMTAB */
        apple_poke32(&f, f.ncmds_at, 0);
        expect_failures(&f, "none", 0, 0, 0, "");
        apple_poke32(&f, f.ncmds_at, 2);
        expect_failures(&f, "one too few", N_PARTS, 0, 0, "");
        apple_poke32(&f, f.ncmds_at, 4);
        expect_failures(&f, "one too many", N_PARTS, 1, end, "end before");
        apple_poke32(&f, f.ncmds_at, (uint32_t)(end - f.uuid_at) / 8 + 1);
        expect_no_open(&f, "more than room for them", f.ncmds_at);
        apple_poke32(&f, f.ncmds_at, UINT32_MAX);
        expect_no_open(&f, "2^32 - 1", f.ncmds_at);
    }
}

Test(macho, corrupt_cmdsize)
{
    static const struct {
        const char *name;
        uint32_t size;
        const char *what;
    } rows[] = {
        {"zero", 0, "not possible"},
        {"less than a command", 4, "not possible"},
        {"odd", 25, "not possible"},
        {"not a multiple of four", 26, "not possible"},
        {"2^31", 1u << 31, "beyond"},
        {"2^32 - 4", UINT32_MAX - 3, "beyond"},
        {"2^32 - 1", UINT32_MAX, "not possible"},
    };
    for (unsigned variant = 0; variant < N_VARIANTS; variant++) {
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            struct apple_file f = variant_of(variant);
            apple_macho(&f, APPLE_OBJECT, sections, N_SECTIONS);
            apple_poke32(&f, f.uuid_at + 4, rows[i].size);
            expect_failures(&f, rows[i].name, 0, 1, f.uuid_at + 4, rows[i].what);
        }
        /* A segment's command that ends before its fields do is passed over. */
        struct apple_file f = variant_of(variant);
        apple_macho(&f, APPLE_OBJECT, sections, N_SECTIONS);
        apple_poke32(&f, f.ncmds_at, 2);
        apple_poke32(&f, f.segment_at + 4, f.is_64 ? 68 : 52);
        expect_failures(&f, "too short for a segment", 0, 1, f.segment_at + 4, "too short");
    }
}

Test(macho, corrupt_nsects)
{
    for (unsigned variant = 0; variant < N_VARIANTS; variant++) {
        struct apple_file f = variant_of(variant);
        apple_macho(&f, APPLE_OBJECT, sections, N_SECTIONS);
        apple_poke32(&f, f.nsects_at, 0);
        expect_failures(&f, "none", 0, 0, 0, "");
        apple_poke32(&f, f.nsects_at, 2);
        expect_failures(&f, "fewer", 1, 0, 0, "");
        apple_poke32(&f, f.nsects_at, N_SECTIONS + 1);
        expect_failures(&f, "one too many", N_PARTS, 1, f.nsects_at, "more sections");
        apple_poke32(&f, f.nsects_at, UINT32_MAX);
        expect_failures(&f, "2^32 - 1", N_PARTS, 1, f.nsects_at, "more sections");
    }
}

Test(macho, corrupt_offset_and_size)
{
    for (unsigned variant = 0; variant < N_VARIANTS; variant++) {
        struct apple_file good = variant_of(variant);
        apple_macho(&good, APPLE_OBJECT, sections, N_SECTIONS);
        size_t offset_at = good.sections[1].offset_at;
        size_t size_at = good.sections[1].size_at;
        uint32_t size = (uint32_t)sections[1].bytes.size;

        struct apple_file f = good;
        apple_poke32(&f, offset_at, (uint32_t)f.size - size);
        expect_failures(&f, "last bytes", N_PARTS, 0, 0, "");
        apple_poke32(&f, offset_at, (uint32_t)f.size - size + 1);
        expect_failures(&f, "a byte too far", N_PARTS - 1, 1, size_at, "size reaches beyond");
        apple_poke32(&f, offset_at, (uint32_t)f.size);
        expect_failures(&f, "at the end", N_PARTS - 1, 1, size_at, "size reaches beyond");
        apple_poke32(&f, offset_at, (uint32_t)f.size + 1);
        expect_failures(&f, "behind the end", N_PARTS - 1, 1, offset_at, "offset lies outside");
        apple_poke32(&f, offset_at, UINT32_MAX);
        expect_failures(&f, "offset of 2^32 - 1", N_PARTS - 1, 1, offset_at, "offset lies outside");
        apple_poke32(&f, offset_at, 0);
        expect_failures(&f, "nowhere", N_PARTS - 1, 1, offset_at, "not in this file");

        f = good;
        apple_poke_word(&f, size_at, UINT32_MAX);
        expect_failures(&f, "size of 2^32 - 1", N_PARTS - 1, 1, size_at, "size reaches beyond");
        apple_poke_word(&f, size_at, UINT64_MAX);
        expect_failures(&f, "all bits", N_PARTS - 1, 1, size_at, "size reaches beyond");
        apple_poke_word(&f, size_at, 0);
        expect_failures(&f, "empty", N_PARTS, 0, 0, "");
        apple_poke32(&f, offset_at, 0);
        expect_failures(&f, "empty and nowhere", N_PARTS, 0, 0, "");
    }
}

/* S_ZEROFILL, S_GB_ZEROFILL, S_THREAD_LOCAL_ZEROFILL */
Test(macho, corrupt_type)
{
    static const uint32_t types[] = {0x01, 0x0C, 0x12};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        struct apple_file f = {.is_64 = true};
        apple_macho(&f, APPLE_OBJECT, sections, N_SECTIONS);
        apple_poke32(&f, f.sections[1].flags_at, types[i] | 0x20000);
        expect_failures(&f, "no bytes", N_PARTS - 1, 1, f.sections[1].offset_at,
                        "not in this file");
    }
}

Test(macho, markers_are_handed_out)
{
    static const struct apple_section rows[] = {
        {"__LLVM", "__bitcode", APPLE_TEXT("\0")}, /* clang */
        {"__LLVM", "__bitcode", APPLE_TEXT("")},   /* swiftc */
        {"__LLVM", "__cmdline", APPLE_TEXT("\0")},
    };
    struct apple_file f = {.is_64 = true};
    apple_macho(&f, APPLE_OBJECT, rows, 3);
    struct guard g = guard_of(&f);
    struct bl_macho it;
    struct bl_part part;
    cr_assert_eq(bl_macho_open(&it, g.bytes, NULL), BL_OK);
    for (size_t i = 0; i < 3; i++) {
        cr_assert_eq(bl_macho_next(&it, &part, NULL), 1);
        cr_expect_eq(part.bytes.size, rows[i].bytes.size);
        cr_expect(part.bytes.size == 0 || part.bytes.data[0] == 0);
    }
    cr_expect_eq(bl_macho_next(&it, &part, NULL), 0);
    guard_release(&g);
}

Test(macho, bundles_whatever_they_hold_and_remarks_by_their_magic)
{
    static const struct apple_section rows[] = {
        {"__LLVM", "__bundle", APPLE_TEXT("xar!\0\x1C\0\1")},
        {"__LLVM", "__bundle", APPLE_TEXT("\0")},         /* ld -bitcode_process_mode marker */
        {"__LLVM", "__remarks", APPLE_TEXT("REMARKS\0")}, /* YAML */
        {"__LLVM", "__remarks", APPLE_TEXT("")},
        {"__LLVM", "__bitcode", APPLE_TEXT("BC\xC0\xDE")},
    };
    struct apple_file f = {.is_64 = true};
    apple_macho(&f, APPLE_EXECUTE, rows, 5);
    struct guard g = guard_of(&f);
    struct bl_macho it;
    struct bl_part part;
    cr_assert_eq(bl_macho_open(&it, g.bytes, NULL), BL_OK);
    for (size_t i = 0; i < 2; i++) {
        cr_assert_eq(bl_macho_next(&it, &part, NULL), 1);
        expect_name(&part, "__LLVM,__bundle");
        cr_expect_eq(part.kind, BL_PART_OFFLOAD);
        cr_expect_eq(part.size, rows[i].bytes.size);
        cr_expect_eq(part.bytes.data, g.bytes.data + part.offset);
    }
    cr_assert_eq(bl_macho_next(&it, &part, NULL), 1);
    expect_name(&part, "__LLVM,__bitcode");
    cr_expect_eq(bl_macho_next(&it, &part, NULL), 0);
    guard_release(&g);
}

/* Every part lies in the bytes, and there are no more calls than sections and commands. */
static void expect_sane(struct bl_view bytes)
{
    struct bl_macho it;
    struct bl_part part;
    int status;
    if (bl_macho_open(&it, bytes, NULL) < 0)
        return;
    for (size_t n = 0; (status = bl_macho_next(&it, &part, NULL)) != 0; n++) {
        cr_assert_lt(n, bytes.size / 4);
        if (part.bytes.size > 0)
            cr_assert(part.offset <= bytes.size && part.bytes.size <= bytes.size - part.offset &&
                      part.bytes.data == bytes.data + part.offset);
        for (size_t i = 0; i < part.bytes.size; i++)
            (void)*(const volatile uint8_t *)&part.bytes.data[i];
    }
}

Test(macho, every_truncation_and_bit_flip)
{
    for (unsigned variant = 0; variant < N_VARIANTS; variant++) {
        struct apple_file f = variant_of(variant);
        apple_macho(&f, APPLE_OBJECT, sections, 6);
        guard_try_damaged(apple_view(&f), expect_sane);
    }
}
