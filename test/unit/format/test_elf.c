/* test_elf.c - sections of ELF files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/elf_object.h"
#include "unit/format/expect_parts.h"

PARTS_TEST(elf, bl_elf_close)

static const char *const variants[] = {"ELF32 LE", "ELF32 BE", "ELF64 LE", "ELF64 BE"};

#define EACH_VARIANT(v) (unsigned v = 0; v < BUILD_ELF_VARIANTS; v++)

/* One of each, one twice, and some that are none. Sections 1 to 7. */
static const struct build_section sections[] = {
    {.name = ".text", .text = "code"},
    {.name = ".llvmbc",
     .text = "BC\xC0\xDE"
             "first"},
    {.name = ".llvmcmd", .text = "-O2"},
    {.name = ".llvm.lto",
     .text = "BC\xC0\xDE"
             "lto",
     .type = 0x6FFF4C0C},
    {.name = ".llvmbc",
     .text = "BC\xC0\xDE"
             "second"},
    {.name = "__clangast", .text = "CPCHast"},
    {.name = ".llvmbcd", .text = "no"},
};
#define N_SECTIONS (sizeof sections / sizeof *sections)

Test(elf, parts_in_order)
{
    for
        EACH_VARIANT(v)
        {
            struct image image;
            struct guard g;
            struct parts parts;
            build_elf(&image, v, sections, N_SECTIONS);
            READ_GUARDED(elf, &g, &image, &parts);
            cr_expect(parts.probe, "%s", variants[v]);
            cr_assert_eq(parts.open, BL_OK, "%s", variants[v]);
            cr_assert_eq(parts.n, 5, "%s: %u", variants[v], parts.n);
            expect_part(&parts, 0, BL_PART_BITCODE, ".llvmbc", sections[1].text, variants[v]);
            expect_part(&parts, 1, BL_PART_COMMANDS, ".llvmcmd", "-O2", variants[v]);
            expect_part(&parts, 2, BL_PART_BITCODE, ".llvm.lto", sections[3].text, variants[v]);
            expect_part(&parts, 3, BL_PART_BITCODE, ".llvmbc", sections[4].text, variants[v]);
            expect_part(&parts, 4, BL_PART_AST, "__clangast", "CPCHast", variants[v]);
            cr_expect_eq(parts.items[0].part.offset, image.contents[1], "%s", variants[v]);
            guard_release(&g);
        }
}

/* Members of archives begin at even addresses, and bytes in memory anywhere. */
Test(elf, any_address)
{
    for
        EACH_VARIANT(v)
        {
            for (unsigned tail = 0; tail < 16; tail++) {
                struct image image;
                struct guard g;
                struct parts parts;
                build_elf(&image, v, sections, N_SECTIONS);
                image.size += tail; /* the guard page moves the rest to the front */
                READ_GUARDED(elf, &g, &image, &parts);
                cr_assert_eq(parts.n, 5, "%s, %u bytes behind", variants[v], tail);
                expect_part(&parts, 4, BL_PART_AST, "__clangast", "CPCHast", variants[v]);
                guard_release(&g);
            }
        }
}

Test(elf, executables_and_shared_objects)
{
    for
        EACH_VARIANT(v)
        {
            for (unsigned type = 0; type < 6; type++) {
                struct image image;
                struct guard g;
                struct parts parts;
                build_elf(&image, v, sections, N_SECTIONS);
                image_patch(&image, image_elf_header(&image, "e_type"), type);
                READ_GUARDED(elf, &g, &image, &parts);
                cr_expect_eq(parts.n, 5, "%s of type %u", variants[v], type);
                guard_release(&g);
            }
        }
}

/* More sections than 16 bits can count: the number and the section of names are in section 0. */
Test(elf, extended_numbers)
{
    for
        EACH_VARIANT(v)
        {
            struct image image;
            struct guard g;
            struct parts parts;
            build_elf(&image, v, sections, N_SECTIONS);
            image_patch(&image, image_elf_header(&image, "e_shnum"), 0);
            image_patch(&image, image_elf_section(&image, 0, "sh_size"), image.n_sections);
            image_patch(&image, image_elf_header(&image, "e_shstrndx"), 0xFFFF);
            image_patch(&image, image_elf_section(&image, 0, "sh_link"), image.n_sections - 1);
            READ_GUARDED(elf, &g, &image, &parts);
            cr_expect_eq(parts.n, 5, "%s: %u", variants[v], parts.n);
            guard_release(&g);

            image_patch(&image, image_elf_section(&image, 0, "sh_size"), image.n_sections + 1);
            READ_GUARDED(elf, &g, &image, &parts);
            expect_unopened(&parts, "headers reach beyond", image_elf_header(&image, "e_shoff").at,
                            variants[v]);
            guard_release(&g);
        }
    /* libelf itself draws a line at 32 bits. */
    struct image image;
    struct guard g;
    struct parts parts;
    build_elf(&image, BUILD_ELF64_BE, sections, N_SECTIONS);
    image_patch(&image, image_elf_header(&image, "e_shnum"), 0);
    image_patch(&image, image_elf_section(&image, 0, "sh_size"), UINT64_C(1) << 32);
    READ_GUARDED(elf, &g, &image, &parts);
    expect_unopened(&parts, "more section headers", 40, "2^32 sections");
    guard_release(&g);
}

Test(elf, nothing_to_find)
{
    static const struct {
        const char *name;
        const char *fields[3]; /* set to 0 */
    } rows[] = {
        {"no section headers", {"e_shoff", "e_shnum", "e_shstrndx"}},
        {"sections have no names", {"e_shstrndx"}},
    };
    for
        EACH_VARIANT(v)
        {
            for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
                struct image image;
                struct guard g;
                struct parts parts;
                build_elf(&image, v, sections, N_SECTIONS);
                for (int f = 0; f < 3 && rows[i].fields[f]; f++)
                    image_patch(&image, image_elf_header(&image, rows[i].fields[f]), 0);
                READ_GUARDED(elf, &g, &image, &parts);
                cr_expect_eq(parts.open, BL_OK, "%s, %s", rows[i].name, variants[v]);
                cr_expect_eq(parts.n, 0, "%s, %s", rows[i].name, variants[v]);
                guard_release(&g);
            }
        }
}

/* A field of the header with VALUE: nothing can be opened. */
static void corrupt_header(const char *name, uint64_t value, const char *what, const char *at)
{
    for
        EACH_VARIANT(v)
        {
            struct image image;
            struct guard g;
            struct parts parts;
            build_elf(&image, v, sections, N_SECTIONS);
            image_patch(&image, image_elf_header(&image, name), value);
            READ_GUARDED(elf, &g, &image, &parts);
            expect_unopened(&parts, what, image_elf_header(&image, at).at, variants[v]);
            guard_release(&g);
        }
}

Test(elf, cut_off_header)
{
    for
        EACH_VARIANT(v)
        {
            for (size_t size = 4; size < (v < BUILD_ELF64_LE ? 52 : 64); size++) {
                struct image image;
                struct guard g;
                struct parts parts;
                build_elf(&image, v, sections, N_SECTIONS);
                image.size = size;
                READ_GUARDED(elf, &g, &image, &parts);
                cr_expect(parts.probe, "%s", variants[v]);
                expect_unopened(&parts, "inside the ELF header", size, variants[v]);
                guard_release(&g);
            }
        }
}

Test(elf, corrupt_class)
{
    corrupt_header("EI_CLASS", 0, "class", "EI_CLASS");
    corrupt_header("EI_CLASS", 3, "class", "EI_CLASS");
}

Test(elf, corrupt_data)
{
    corrupt_header("EI_DATA", 0, "byte order", "EI_DATA");
    corrupt_header("EI_DATA", 3, "byte order", "EI_DATA");
}

Test(elf, corrupt_version)
{
    corrupt_header("EI_VERSION", 0, "version", "EI_VERSION");
    corrupt_header("EI_VERSION", 2, "version", "EI_VERSION");
}

Test(elf, corrupt_shoff)
{
    corrupt_header("e_shoff", 0, "at no offset", "e_shoff");
    corrupt_header("e_shoff", UINT32_MAX, "headers reach beyond", "e_shoff");
    corrupt_header("e_shoff", UINT64_MAX, "headers reach beyond", "e_shoff");
    corrupt_header("e_shoff", UINT64_MAX - 63, "headers reach beyond", "e_shoff");
    for
        EACH_VARIANT(v)
        {
            struct image image;
            build_elf(&image, v, sections, N_SECTIONS);
            corrupt_header("e_shoff", image.size, "headers reach beyond", "e_shoff");
            struct guard g;
            struct parts parts;
            image_patch(&image, image_elf_header(&image, "e_shoff"), image.table + 1);
            READ_GUARDED(elf, &g, &image, &parts);
            expect_unopened(&parts, "headers reach beyond", image_elf_header(&image, "e_shoff").at,
                            "one byte too far");
            guard_release(&g);
        }
}

Test(elf, corrupt_shentsize)
{
    corrupt_header("e_shentsize", 0, "of a wrong size", "e_shentsize");
    corrupt_header("e_shentsize", 41, "of a wrong size", "e_shentsize");
    corrupt_header("e_shentsize", 65, "of a wrong size", "e_shentsize");
}

Test(elf, corrupt_shnum)
{
    corrupt_header("e_shnum", N_SECTIONS + 3, "headers reach beyond", "e_shoff");
    corrupt_header("e_shnum", 0xFFFF, "headers reach beyond", "e_shoff");
    corrupt_header("e_shnum", 3, "no such section of names", "e_shstrndx");
    corrupt_header("e_shnum", 0, "headers reach beyond", "e_shoff"); /* section 0 says 0 too */
}

Test(elf, corrupt_shstrndx)
{
    corrupt_header("e_shstrndx", N_SECTIONS + 2, "no such section", "e_shstrndx");
    corrupt_header("e_shstrndx", 0xFF00, "no such section", "e_shstrndx");
}

/* A field of the section of names. */
static void corrupt_names(const char *name, uint64_t value, const char *what, const char *at)
{
    for
        EACH_VARIANT(v)
        {
            struct image image;
            struct guard g;
            struct parts parts;
            build_elf(&image, v, sections, N_SECTIONS);
            image_patch(&image, image_elf_section(&image, N_SECTIONS + 1, name), value);
            READ_GUARDED(elf, &g, &image, &parts);
            expect_unopened(&parts, what, image_elf_section(&image, N_SECTIONS + 1, at).at,
                            variants[v]);
            guard_release(&g);
        }
}

Test(elf, corrupt_names)
{
    corrupt_names("sh_type", 1, "no string table", "sh_type");
    corrupt_names("sh_type", 8, "no string table", "sh_type"); /* SHT_NOBITS */
    corrupt_names("sh_flags", 0x800, "compressed", "sh_flags");
    corrupt_names("sh_offset", UINT32_MAX, "reaches beyond", "sh_offset");
    corrupt_names("sh_offset", UINT64_MAX, "reaches beyond", "sh_offset");
    corrupt_names("sh_size", UINT32_MAX, "reaches beyond", "sh_offset");
    corrupt_names("sh_size", UINT64_MAX, "reaches beyond", "sh_offset");
    corrupt_names("sh_size", 0, "end with a zero", "sh_size");
    corrupt_names("sh_size", 2, "end with a zero", "sh_size");
}

/* A field of the first .llvmbc, section 2; the other parts are read all the same. */
static void corrupt_section(const char *name, uint64_t value, const char *what, const char *at)
{
    for
        EACH_VARIANT(v)
        {
            struct image image;
            struct guard g;
            struct parts parts;
            build_elf(&image, v, sections, N_SECTIONS);
            image_patch(&image, image_elf_section(&image, 2, name), value);
            READ_GUARDED(elf, &g, &image, &parts);
            cr_assert_eq(parts.n, 5, "%s, %s: %u items", name, variants[v], parts.n);
            expect_bad(&parts, 0, what, image_elf_section(&image, 2, at).at, variants[v]);
            expect_part(&parts, 1, BL_PART_COMMANDS, ".llvmcmd", "-O2", variants[v]);
            expect_part(&parts, 3, BL_PART_BITCODE, ".llvmbc", sections[4].text, variants[v]);
            guard_release(&g);
        }
}

Test(elf, corrupt_name)
{
    struct image image;
    build_elf(&image, BUILD_ELF64_LE, sections, N_SECTIONS);
    corrupt_section("sh_name", UINT32_MAX, "name lies outside", "sh_name");
    corrupt_section("sh_name", image.table - image.names, "name lies outside", "sh_name");
}

Test(elf, corrupt_offset)
{
    corrupt_section("sh_offset", UINT32_MAX, "offset lies outside", "sh_offset");
    corrupt_section("sh_offset", UINT64_MAX, "offset lies outside", "sh_offset");
    for
        EACH_VARIANT(v)
        {
            struct image image;
            struct guard g;
            struct parts parts;
            build_elf(&image, v, sections, N_SECTIONS);
            image_patch(&image, image_elf_section(&image, 2, "sh_offset"), image.size - 8);
            READ_GUARDED(elf, &g, &image, &parts);
            expect_bad(&parts, 0, "size reaches beyond", image_elf_section(&image, 2, "sh_size").at,
                       "one byte too few");
            cr_expect_eq(parts.items[0].part.kind, BL_PART_BITCODE);
            cr_expect(view_is(parts.items[0].part.name, ".llvmbc"));
            cr_expect_eq(parts.items[0].part.size, 9);
            guard_release(&g);
        }
}

Test(elf, corrupt_size)
{
    corrupt_section("sh_size", UINT32_MAX, "size reaches beyond", "sh_size");
    corrupt_section("sh_size", UINT64_MAX, "size reaches beyond", "sh_size");
}

/* The header of the compression comes first: ch_type, ch_size, ch_addralign. */
Test(elf, compressed_section)
{
    corrupt_section("sh_flags", 0x800, "ends inside the header of its compression", "sh_size");
    static const struct build_section compressed[] = {
        {.name = ".llvmbc",
         .text = "\1\1\1\1\2\2\2\2\3\3\3\3\3\3\3\3\4\4\4\4\4\4\4\4bytes",
         .flags = 0x800},
        {.name = ".debug_info", .text = "0123456789abcdef0123456789abcdef", .flags = 0x800},
    };
    for
        EACH_VARIANT(v)
        {
            struct image image;
            struct bl_elf elf;
            struct bl_part part;
            bool is_64 = v == BUILD_ELF64_LE || v == BUILD_ELF64_BE;
            build_elf(&image, v, compressed, 2);
            cr_assert_eq(bl_elf_open(&elf, image_bytes(&image), NULL), BL_OK);
            cr_assert_eq(bl_elf_next(&elf, &part, NULL), 1);
            cr_expect(part.is_compressed && part.hint && view_is(part.name, ".llvmbc"));
            cr_expect_eq(part.bytes.size, is_64 ? 5 : 17);
            cr_expect_eq(elf.compression, 0x01010101);
            cr_expect_eq(elf.raw_size, is_64 ? 0x0303030303030303 : 0x02020202);
            cr_expect_eq(bl_elf_next(&elf, &part, NULL), 0);
            bl_elf_close(&elf);
        }
}

/* What is opened to be decompressed. */
Test(elf, may_be_packed)
{
    static const struct {
        struct build_section section;
        bool may_be;
    } rows[] = {
        {{.name = ".llvmbc", .text = "\1\1\1\1", .flags = 0x800}, true},
        {{.name = ".hip_fatbin", .text = "CCOB\2"}, true},
        {{.name = "any", .text = "__CLANG_OFFLOAD_BUNDLE__"}, true},
        {{.name = ".hip_fatbin", .text = "text"}, false},
        {{.name = ".data", .text = " CCOB"}, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for
            EACH_VARIANT(v)
            {
                struct image image;
                struct guard g;
                build_elf(&image, v, &rows[i].section, 1);
                for (size_t n = image.size;; n /= 2) { /* a cut one is none, or not known */
                    g = guard_copy((struct bl_view){.data = image.data, .size = n});
                    bool is_it = bl_elf_may_be_packed(g.bytes);
                    cr_expect(n == image.size ? is_it == rows[i].may_be : !is_it || rows[i].may_be,
                              "row %zu, %zu bytes", i, n);
                    guard_release(&g);
                    if (n == 0)
                        break;
                }
            }
}

/* What strip --only-keep-debug leaves of a section. */
Test(elf, section_without_bytes)
{
    for
        EACH_VARIANT(v)
        {
            struct image image;
            struct guard g;
            struct parts parts;
            build_elf(&image, v, sections, N_SECTIONS);
            image_patch(&image, image_elf_section(&image, 2, "sh_type"), 8);
            image_patch(&image, image_elf_section(&image, 2, "sh_offset"), UINT32_MAX);
            image_patch(&image, image_elf_section(&image, 2, "sh_size"), 12345678);
            READ_GUARDED(elf, &g, &image, &parts);
            cr_expect_eq(parts.n, 5, "%s", variants[v]);
            expect_part(&parts, 0, BL_PART_BITCODE, ".llvmbc", "", variants[v]);
            cr_expect_eq(parts.items[0].part.size, 12345678, "%s", variants[v]);
            guard_release(&g);
        }
}

/* SHT_NULL: the other fields mean nothing. */
Test(elf, inactive_section)
{
    for
        EACH_VARIANT(v)
        {
            struct image image;
            struct guard g;
            struct parts parts;
            build_elf(&image, v, sections, N_SECTIONS);
            image_patch(&image, image_elf_section(&image, 2, "sh_type"), 0);
            image_patch(&image, image_elf_section(&image, 2, "sh_name"), UINT32_MAX);
            READ_GUARDED(elf, &g, &image, &parts);
            cr_expect_eq(parts.n, 4, "%s", variants[v]);
            guard_release(&g);
        }
}

Test(elf, damaged)
{
    for
        EACH_VARIANT(v)
        {
            struct image image;
            build_elf(&image, v, sections, N_SECTIONS);
            READ_DAMAGED(elf, &image);
        }
}
