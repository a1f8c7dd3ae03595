/* test_coff.c - sections of COFF objects and PE images
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/coff_object.h"
#include "unit/format/expect_parts.h"

PARTS_TEST(coff, (void))

static const char *const variants[] = {"object", "/bigobj", "image"};

#define EACH_VARIANT(v) (unsigned v = 0; v < BUILD_COFF_VARIANTS; v++)

/* One of each, one twice, and some that are none. */
static const struct build_section sections[] = {
    {.name = ".text", .text = "code"},
    {.name = ".llvmbc", .text = "BC\xC0\xDE first"},
    {.name = ".llvmcmd", .text = "-O2"}, /* eight characters: no zero after them */
    {.name = ".llvm.lto", .text = "BC\xC0\xDE lto"},
    {.name = ".llvmbc", .text = "BC\xC0\xDE second"},
    {.name = "clangast", .text = "CPCHast"},
    {.name = ".llvm.ltox", .text = "no"},
};
#define N_SECTIONS (sizeof sections / sizeof *sections)

enum {
    BC = 1, /* numbers of sections */
    LTO = 3,
    VIRTUAL_SIZE = 8, /* offsets in a section header */
    RAW_SIZE = 16,
    RAW_OFFSET = 20,
};

static struct image_field in_section(const struct image *image, unsigned index, unsigned offset)
{
    return (struct image_field){.at = image->table + index * 40u + offset, .n_bytes = 4};
}

static struct image_field in_header(const struct image *image, unsigned offset, unsigned n_bytes)
{
    return (struct image_field){.at = image->header + offset, .n_bytes = n_bytes};
}

/* Where the offset of the symbol table stands. */
static struct image_field symbols_of(const struct image *image, unsigned variant)
{
    return in_header(image, variant == BUILD_COFF_BIG ? 48 : 8, 4);
}

static void expect_all(const struct parts *parts, const char *row)
{
    cr_expect(parts->probe, "%s", row);
    cr_assert_eq(parts->open, BL_OK, "%s", row);
    cr_assert_eq(parts->n, 5, "%s: %u items", row, parts->n);
    expect_part(parts, 0, BL_PART_BITCODE, ".llvmbc", sections[1].text, row);
    expect_part(parts, 1, BL_PART_COMMANDS, ".llvmcmd", "-O2", row);
    expect_part(parts, 2, BL_PART_BITCODE, ".llvm.lto", sections[3].text, row);
    expect_part(parts, 3, BL_PART_BITCODE, ".llvmbc", sections[4].text, row);
    expect_part(parts, 4, BL_PART_AST, "clangast", "CPCHast", row);
}

Test(coff, parts_in_order)
{
    for
        EACH_VARIANT(v)
        {
            for (unsigned flags = 0; flags < 4; flags++) {
                struct image image;
                struct guard g;
                struct parts parts;
                build_coff(&image, v, flags, sections, N_SECTIONS);
                READ_GUARDED(coff, &g, &image, &parts);
                expect_all(&parts, variants[v]);
                cr_expect_eq(parts.items[0].part.offset, image.contents[BC], "%s", variants[v]);
                guard_release(&g);
            }
        }
}

Test(coff, machines)
{
    static const struct {
        uint16_t machine;
        bool known;
    } rows[] = {
        {0x014C, true},  {0x8664, true},  {0x01C4, true},  {0xAA64, true},  {0xA641, true},
        {0xA64E, true},  {0x0166, true},  {0x01F0, true},  {0x0200, true},  {0x5064, true},
        {0x0000, false}, {0xFFFF, false}, {0x457F, false}, {0x5A4D, false}, {0x4342, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct image image;
        struct guard g;
        struct parts parts;
        build_coff(&image, BUILD_COFF_OBJECT, 0, sections, N_SECTIONS);
        image_patch(&image, in_header(&image, 0, 2), rows[i].machine);
        READ_GUARDED(coff, &g, &image, &parts);
        cr_expect_eq(parts.probe, rows[i].known, "%04x", rows[i].machine);
        cr_expect_eq(parts.open == BL_OK, rows[i].known, "%04x", rows[i].machine);
        guard_release(&g);
        /* An image has a signature. */
        build_coff(&image, BUILD_COFF_IMAGE, 0, sections, N_SECTIONS);
        image_patch(&image, in_header(&image, 0, 2), rows[i].machine);
        READ_GUARDED(coff, &g, &image, &parts);
        expect_all(&parts, "image");
        guard_release(&g);
    }
}

/* What begins like COFF and is something else. */
Test(coff, not_coff)
{
    static const struct {
        const char *name;
        size_t size;
        const char *bytes;
    } rows[] = {
        {"nothing", 0, ""},
        {"text that begins like RISC-V 64", 60,
         "dP is the name of a thing in this text, which goes on and on"},
        {"ELF", 20,
         "\x7F"
         "ELF\2\1\1\0\0\0\0\0\0\0\0\0\1\0\x3E\0"},
        {"bitcode", 20, "BC\xC0\xDE\x35\x14\0\0\5\0\0\0\x62\x0C\x30\x24\x4A\x59\xBE\x66"},
        {"an archive", 20, "!<arch>\n/           "},
        {"Mach-O", 20, "\xCF\xFA\xED\xFE\7\0\0\1\3\0\0\0\1\0\0\0\4\0\0\0"},
        {"XCOFF", 20, "\1\xDF\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"},
        {"an import object", 20, "\0\0\xFF\xFF\0\0\x64\x86\0\0\0\0\0\0\0\0\0\0\0\0"},
        {"zeros", 20, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"},
        {"a header, no sections", 20, "\x64\x86\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct guard g = guard_copy(
            (struct bl_view){.data = (const uint8_t *)rows[i].bytes, .size = rows[i].size});
        cr_expect_not(bl_coff_probe(g.bytes), "%s", rows[i].name);
        guard_release(&g);
    }
}

/* Fields that only the probe of a plain object looks at: the file may be opened all the same. */
Test(coff, probe_of_a_plain_object)
{
    static const struct {
        const char *name;
        unsigned offset, n_bytes;
        uint64_t value;
    } rows[] = {
        {"symbols behind the file", 8, 4, UINT32_MAX},
        {"more symbols than bytes", 12, 4, 100},
        {"most symbols", 12, 4, UINT32_MAX},
        {"an executable", 18, 2, 2},
        {"a DLL", 18, 2, 0x2000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct image image;
        struct guard g;
        struct parts parts;
        build_coff(&image, BUILD_COFF_OBJECT, 0, sections, N_SECTIONS);
        image_patch(&image, in_header(&image, rows[i].offset, rows[i].n_bytes), rows[i].value);
        READ_GUARDED(coff, &g, &image, &parts);
        cr_expect_not(parts.probe, "%s", rows[i].name);
        cr_assert_eq(parts.open, BL_OK, "%s", rows[i].name);
        expect_part(&parts, 0, BL_PART_BITCODE, ".llvmbc", sections[1].text, rows[i].name);
        guard_release(&g);
    }
}

/* The same strings, after more symbols that begin in the section headers. */
Test(coff, corrupt_symbols_in_section_headers)
{
    struct image image;
    struct guard g;
    struct parts parts;
    build_coff(&image, BUILD_COFF_OBJECT, 0, sections, N_SECTIONS);
    image_patch(&image, in_header(&image, 8, 4), image.names - 18u * 5);
    image_patch(&image, in_header(&image, 12, 4), 5);
    READ_GUARDED(coff, &g, &image, &parts);
    cr_expect_not(parts.probe);
    cr_expect_eq(parts.n, 6);
    expect_bad(&parts, 2, "string table", in_section(&image, LTO, 0).at, "object");
    guard_release(&g);
}

Test(coff, corrupt_optional_header)
{
    struct image image;
    struct guard g;
    struct parts parts;
    build_coff(&image, BUILD_COFF_OBJECT, 0, sections, N_SECTIONS);
    image_patch(&image, in_header(&image, 16, 2), 4);
    READ_GUARDED(coff, &g, &image, &parts);
    cr_expect_not(parts.probe);
    guard_release(&g);
    for (unsigned v = BUILD_COFF_OBJECT; v <= BUILD_COFF_IMAGE; v += BUILD_COFF_IMAGE) {
        build_coff(&image, v, 0, sections, N_SECTIONS);
        image_patch(&image, in_header(&image, 16, 2), 0xFFFF);
        READ_GUARDED(coff, &g, &image, &parts);
        expect_unopened(&parts, "headers reach beyond", image.header + 2, variants[v]);
        guard_release(&g);
    }
}

Test(coff, corrupt_number_of_sections)
{
    for
        EACH_VARIANT(v)
        {
            bool big = v == BUILD_COFF_BIG;
            struct image image;
            struct guard g;
            struct parts parts;
            build_coff(&image, v, 0, sections, N_SECTIONS);
            struct image_field field = in_header(&image, big ? 44 : 2, big ? 4 : 2);
            image_patch(&image, field, 0xFE00);
            READ_GUARDED(coff, &g, &image, &parts);
            expect_unopened(&parts, "headers reach beyond", field.at, variants[v]);
            guard_release(&g);
            image_patch(&image, field, UINT32_MAX);
            READ_GUARDED(coff, &g, &image, &parts);
            expect_unopened(&parts, big ? "headers reach beyond" : "more section headers", field.at,
                            variants[v]);
            guard_release(&g);
        }
}

/* Without it an image is no image, and the stub is no object. */
Test(coff, corrupt_signature)
{
    static const uint32_t offsets[] = {0, 0x3D, 0x4F, 0x10000, UINT32_MAX - 3, UINT32_MAX};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        struct image image;
        struct guard g;
        struct parts parts;
        build_coff(&image, BUILD_COFF_IMAGE, 0, sections, N_SECTIONS);
        image_patch(&image, (struct image_field){.at = 0x3C, .n_bytes = 4}, offsets[i]);
        READ_GUARDED(coff, &g, &image, &parts);
        cr_expect_not(parts.probe, "%x", (unsigned)offsets[i]);
        expect_unopened(&parts, "unknown machine", 0, "stub");
        guard_release(&g);
    }
}

/* The signature is there, the header after it is not. */
Test(coff, cut_off_header)
{
    struct image image;
    struct guard g;
    struct parts parts;
    build_coff(&image, BUILD_COFF_IMAGE, 0, sections, N_SECTIONS);
    image.size = image.header + 19;
    READ_GUARDED(coff, &g, &image, &parts);
    cr_expect(parts.probe);
    expect_unopened(&parts, "inside the COFF header", image.size, "image");
    guard_release(&g);
}

Test(coff, corrupt_big_header)
{
    static const struct {
        const char *name;
        struct image_field field;
        uint64_t value;
    } rows[] = {
        {"first word", {0, 2}, 1}, {"second word", {2, 2}, 0xFFFE}, {"version of /GL", {4, 2}, 1},
        {"class", {12, 1}, 0},     {"end of class", {27, 1}, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct image image;
        struct guard g;
        struct parts parts;
        build_coff(&image, BUILD_COFF_BIG, 0, sections, N_SECTIONS);
        image_patch(&image, rows[i].field, rows[i].value);
        READ_GUARDED(coff, &g, &image, &parts);
        cr_expect_not(parts.probe, "%s", rows[i].name);
        expect_unopened(&parts, "unknown machine", 0, rows[i].name);
        guard_release(&g);
    }
}

/* Without strings, long names cannot be read: .llvm.lto and the last section. */
Test(coff, corrupt_symbols)
{
    static const uint32_t values[] = {1, 4096, UINT32_MAX};
    for
        EACH_VARIANT(v)
        {
            for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
                for (unsigned place = 0; place < 2; place++) {
                    struct image image;
                    struct guard g;
                    struct parts parts;
                    build_coff(&image, v, 0, sections, N_SECTIONS);
                    struct image_field field = symbols_of(&image, v);
                    field.at += place * 4; /* their offset, their number */
                    if (place == 1 && values[i] == 1)
                        continue; /* strings begin earlier, in zeros: empty */
                    image_patch(&image, field, values[i]);
                    READ_GUARDED(coff, &g, &image, &parts);
                    cr_assert_eq(parts.n, 6, "%s: %u items", variants[v], parts.n);
                    expect_part(&parts, 0, BL_PART_BITCODE, ".llvmbc", sections[BC].text,
                                variants[v]);
                    expect_bad(&parts, 2, "string table", in_section(&image, LTO, 0).at,
                               variants[v]);
                    expect_part(&parts, 4, BL_PART_AST, "clangast", "CPCHast", variants[v]);
                    expect_bad(&parts, 5, "string table", in_section(&image, 6, 0).at, variants[v]);
                    guard_release(&g);
                }
            }
        }
}

/* The length of the strings: a change of it, or a value. */
Test(coff, corrupt_strings)
{
    static const struct {
        const char *name;
        int change;
        uint32_t value;
        unsigned n_bad;
        bool fits;
    } rows[] = {
        {"good", .n_bad = 0, .fits = true},
        {"no last zero", .change = -1, .n_bad = 0, .fits = true},
        {"one byte too long", .change = 1, .n_bad = 2, .fits = false},
        {"2^32 - 1", .value = UINT32_MAX, .n_bad = 2, .fits = false},
        {"1", .value = 1, .n_bad = 2, .fits = true},
        {"4", .value = 4, .n_bad = 2, .fits = true},
        {"first name only", .value = 4 + 10, .n_bad = 1, .fits = true},
    };
    for
        EACH_VARIANT(v)
        {
            for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
                struct image image;
                struct guard g;
                struct parts parts;
                build_coff(&image, v, 0, sections, N_SECTIONS);
                image_patch(&image, (struct image_field){.at = image.names, .n_bytes = 4},
                            rows[i].value ? rows[i].value
                                          : image.size - image.names + (uint64_t)rows[i].change);
                READ_GUARDED(coff, &g, &image, &parts);
                unsigned n_bad = 0;
                for (unsigned n = 0; n < parts.n; n++)
                    n_bad += parts.items[n].status < 0;
                cr_expect_eq(n_bad, rows[i].n_bad, "%s, %s: %u", variants[v], rows[i].name, n_bad);
                cr_expect_eq(parts.probe, v != BUILD_COFF_OBJECT || rows[i].fits, "%s, %s",
                             variants[v], rows[i].name);
                guard_release(&g);
            }
        }
}

/* Names of .llvm.lto that are no offset into the strings. */
Test(coff, corrupt_name)
{
    static const char *const rows[] = {
        "/",  "//",       "/x",       "/12x",     "/-1",     "/+4",     "/3",
        "/0", "/9999999", "//AAAAAD", "////////", "//AA AA", "//AAAA=", "//gAAAAA",
    };
    for
        EACH_VARIANT(v)
        {
            for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
                struct image image;
                struct guard g;
                struct parts parts;
                build_coff(&image, v, 0, sections, N_SECTIONS);
                struct image_field field = in_section(&image, LTO, 0);
                memset(image.data + field.at, 0, 8);
                memcpy(image.data + field.at, rows[i], strlen(rows[i]));
                READ_GUARDED(coff, &g, &image, &parts);
                cr_assert_eq(parts.n, 5, "%s, %s: %u items", variants[v], rows[i], parts.n);
                expect_bad(&parts, 2, "string table", field.at, rows[i]);
                expect_part(&parts, 3, BL_PART_BITCODE, ".llvmbc", sections[4].text, rows[i]);
                guard_release(&g);
            }
        }
}

/* A linker that writes no string table. */
Test(coff, name_cut_off)
{
    for
        EACH_VARIANT(v)
        {
            static const struct build_section cut_off[] = {{.name = ".llvm.lt", .text = "BC"}};
            struct image image;
            struct guard g;
            struct parts parts;
            build_coff(&image, v, 0, cut_off, 1);
            image_patch(&image, symbols_of(&image, v), 0);
            READ_GUARDED(coff, &g, &image, &parts);
            cr_expect_eq(parts.n, v == BUILD_COFF_IMAGE, "%s", variants[v]);
            if (parts.n)
                expect_part(&parts, 0, BL_PART_BITCODE, ".llvm.lto", "BC", variants[v]);
            guard_release(&g);
        }
}

/* A field of the first .llvmbc; the other parts are read all the same. */
static void corrupt_section(unsigned offset, uint64_t value, const char *what, unsigned at)
{
    for
        EACH_VARIANT(v)
        {
            struct image image;
            struct guard g;
            struct parts parts;
            build_coff(&image, v, 0, sections, N_SECTIONS);
            image_patch(&image, in_section(&image, BC, VIRTUAL_SIZE), UINT32_MAX);
            image_patch(&image, in_section(&image, BC, offset), value);
            READ_GUARDED(coff, &g, &image, &parts);
            cr_assert_eq(parts.n, 5, "%s: %u items", variants[v], parts.n);
            expect_bad(&parts, 0, what, in_section(&image, BC, at).at, variants[v]);
            cr_expect_eq(parts.items[0].part.kind, BL_PART_BITCODE, "%s", variants[v]);
            expect_part(&parts, 1, BL_PART_COMMANDS, ".llvmcmd", "-O2", variants[v]);
            guard_release(&g);
        }
}

Test(coff, corrupt_offset)
{
    struct image image;
    build_coff(&image, BUILD_COFF_IMAGE, 0, sections, N_SECTIONS);
    corrupt_section(RAW_OFFSET, image.size + 1, "offset lies outside", RAW_OFFSET);
    corrupt_section(RAW_OFFSET, UINT32_MAX, "offset lies outside", RAW_OFFSET);
}

Test(coff, corrupt_size)
{
    corrupt_section(RAW_SIZE, UINT32_MAX, "size reaches beyond", RAW_SIZE);
    corrupt_section(RAW_SIZE, 4096, "size reaches beyond", RAW_SIZE);
}

/* In an image the smaller of two sizes counts, where there are two. */
Test(coff, virtual_size)
{
    static const struct {
        uint32_t virtual_size;
        size_t size[BUILD_COFF_VARIANTS]; /* as reported */
    } rows[] = {{0, {10, 10, 13}}, {4, {10, 10, 4}}, {10, {10, 10, 10}}, {99, {10, 10, 13}}};
    for
        EACH_VARIANT(v)
        {
            for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
                struct image image;
                struct guard g;
                struct parts parts;
                build_coff(&image, v, 0, sections, N_SECTIONS);
                image_patch(&image, in_section(&image, BC, VIRTUAL_SIZE), rows[i].virtual_size);
                READ_GUARDED(coff, &g, &image, &parts);
                cr_expect_eq(parts.items[0].part.bytes.size, rows[i].size[v], "%s, %u: %zu",
                             variants[v], (unsigned)rows[i].virtual_size,
                             parts.items[0].part.bytes.size);
                guard_release(&g);
            }
        }
}

Test(coff, section_without_bytes)
{
    for
        EACH_VARIANT(v)
        {
            struct image image;
            struct guard g;
            struct parts parts;
            build_coff(&image, v, 0, sections, N_SECTIONS);
            image_patch(&image, in_section(&image, BC, RAW_OFFSET), 0);
            READ_GUARDED(coff, &g, &image, &parts);
            cr_expect_eq(parts.n, 5, "%s", variants[v]);
            expect_part(&parts, 0, BL_PART_BITCODE, ".llvmbc", "", variants[v]);
            guard_release(&g);
        }
}

Test(coff, damaged)
{
    for
        EACH_VARIANT(v)
        {
            struct image image;
            build_coff(&image, v, v ? BUILD_COFF_BASE64 : 0, sections, N_SECTIONS);
            READ_DAMAGED(coff, &image);
        }
}
