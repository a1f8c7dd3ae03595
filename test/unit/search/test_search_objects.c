/* test_search_objects.c - streams in objects and universal files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "expect_search.h"
#include "support/apple.h"
#include "support/build_sections.h"

/* ---- Objects ---- */

/* The builders of ELF take text, so streams in it are put in place of as many letters. */
#define ROOM_16 "aaaaaaaaaaaaaaaa"
#define ROOM_20 ROOM_16 "aaaa"

static void elf_of(struct image *image, const struct build_section *sections, unsigned n)
{
    build_elf(image, BUILD_ELF64_LE, sections, n);
}

static void put_stream(struct image *image, unsigned section, size_t at)
{
    memcpy(image->data + image->contents[section] + at, STREAM, STREAM_BYTES);
}

static void put_zeros(struct image *image, unsigned section, size_t at, size_t n)
{
    memset(image->data + image->contents[section] + at, 0, n);
}

Test(search_objects, elf)
{
    static const struct build_section sections[] = {
        {.name = ".text", .text = "code"},
        {.name = ".llvmbc", .text = ROOM_16},
        {.name = ".llvmcmd", .text = "-O2"},
    };
    struct image image;
    elf_of(&image, sections, 3);
    put_stream(&image, 1, 0);
    struct answer a = ALONE("!.llvmbc", image.contents[1], "ELF file");
    a.command_line = "-O2";
    expect_search("object", image_bytes(&image), &a, 1);

    static struct archive ar;
    archive_begin(&ar, "!<arch>\n");
    archive_member(&ar, "x.o/", image.data, image.size);
    archive_member(&ar, "x.o/", image.data, image.size);
    struct answer b = a;
    b.path = "(x.o#2)!.llvmbc";
    b.at = b.whole_at = contents_of(&ar, 1) + a.at;
    a.path = "(x.o)!.llvmbc";
    a.at = a.whole_at = contents_of(&ar, 0) + a.at;
    expect_search("archive of objects", archive_view(&ar), ANSWERS(a, b));
}

Test(search_objects, merged_sections)
{
    static const struct build_section sections[] = {
        {.name = ".llvmbc", .text = ROOM_20 ROOM_16 ROOM_20},
        {.name = ".llvmcmd", .text = "-O1-O2-O3"},
    };
    struct image image;
    elf_of(&image, sections, 2);
    put_stream(&image, 0, 0);
    put_zeros(&image, 0, 16, 4);
    put_stream(&image, 0, 20);
    put_stream(&image, 0, 36);
    put_zeros(&image, 0, 52, 4);
    uint64_t at = image.contents[0];
    expect_search("merged", image_bytes(&image),
                  ANSWERS(ALONE("!.llvmbc[1]", at, "ELF file"),
                          ALONE("!.llvmbc[2]", at + 20, "ELF file"),
                          ALONE("!.llvmbc[3]", at + 36, "ELF file")));
    /* One and its padding: no number, and all of the section. */
    put_zeros(&image, 0, 16, 40);
    expect_search("padded", image_bytes(&image),
                  ANSWERS({.path = "!.llvmbc",
                           .at = at,
                           .size = 56,
                           .whole_at = at,
                           .whole_size = 56,
                           .container = "ELF file",
                           .command_line = "-O1-O2-O3"}));
}

/* A command line is reported where there is one, and one section of bitcode that it can be of. */
Test(search_objects, command_lines)
{
    static const struct {
        const char *name;
        struct build_section sections[3];
        bool is_told, is_unclear;
    } rows[] = {
        {"one and one",
         {{.name = ".llvmcmd", .text = "-c"},
          {.name = ".llvmbc", .text = ROOM_16},
          {.name = ".text", .text = "x"}},
         true,
         false},
        {"two sections of bitcode",
         {{.name = ".llvmcmd", .text = "-c"},
          {.name = ".llvmbc", .text = ROOM_16},
          {.name = ".llvmbc", .text = "\1"}},
         false,
         true},
        {"two command lines",
         {{.name = ".llvmcmd", .text = "-c"},
          {.name = ".llvmbc", .text = ROOM_16},
          {.name = ".llvmcmd", .text = "-c"}},
         false,
         true},
        {"of no AST",
         {{.name = ".llvmcmd", .text = "-c"},
          {.name = "__clangast", .text = ROOM_16},
          {.name = ".llvmbc", .text = "\1"}},
         false,
         false},
        {"a bad section of bitcode",
         {{.name = ".llvmcmd", .text = "-c"},
          {.name = ".llvmbc", .text = ROOM_16},
          {.name = ".llvmbc", .text = "x", .flags = 0x800}},
         false,
         true},
        {"a bad command line",
         {{.name = ".text", .text = "x"},
          {.name = ".llvmbc", .text = ROOM_16},
          {.name = ".llvmcmd", .text = "-c", .flags = 0x800}},
         false,
         true},
        {"an empty one, as rustc has it",
         {{.name = ".llvmcmd", .text = ""},
          {.name = ".llvmbc", .text = ROOM_16},
          {.name = ".text", .text = "x"}},
         false,
         false},
        {"an empty one and one",
         {{.name = ".llvmcmd", .text = ""},
          {.name = ".llvmbc", .text = ROOM_16},
          {.name = ".llvmcmd", .text = "-c"}},
         true,
         false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct image image;
        struct bl_search *search;
        struct bl_found found;
        elf_of(&image, rows[i].sections, 3);
        put_stream(&image, 1, 0);
        cr_assert_eq(bl_search_open(&search, image_bytes(&image), "x", NULL), BL_OK);
        cr_assert_eq(bl_search_next(search, &found, NULL), 1, "%s", rows[i].name);
        cr_expect_eq(found.command_line.size, rows[i].is_told ? 2 : 0, "%s", rows[i].name);
        cr_expect_eq(found.command_line_unclear, rows[i].is_unclear, "%s", rows[i].name);
        bl_search_close(search);
    }
}

Test(search_objects, wasm)
{
    static const struct build_section sections[] = {
        {.name = ".debug_info", .text = "x"},
        {.name = ".llvmbc", .text = ROOM_16},
        {.name = ".llvmcmd", .text = "-O2"},
    };
    struct image image;
    build_wasm(&image, sections, 3);
    put_stream(&image, 1, 0);
    struct answer a = ALONE("!.llvmbc", image.contents[1], "WebAssembly file");
    a.command_line = "-O2";
    expect_search("object", image_bytes(&image), &a, 1);
    build_wasm(&image, sections, 1);
    expect_search_of("module", image_bytes(&image), "x", NULL, 0,
                     "WebAssembly file without bitcode");
}

Test(search_objects, markers)
{
    /* -fembed-bitcode-marker leaves a section of one zero byte, or an empty one. */
    static const struct build_section sections[] = {
        {.name = ".llvmbc", .text = ""},
        {.name = ".llvmbc", .text = "a"},
        {.name = ".llvmcmd", .text = ""},
    };
    struct image image;
    elf_of(&image, sections, 3);
    put_zeros(&image, 1, 0, 1);
    expect_search_of("markers", image_bytes(&image), "x", NULL, 0, "an object with a marker");
}

/* wllvm and gllvm leave paths of bitcode files. Where there is bitcode, too, nothing is said. */
Test(search_objects, paths)
{
    static const struct build_section sections[] = {
        {.name = ".llvm_bc", .text = "/home/x/.one.o.bc\n"},
        {.name = ".llvmbc", .text = ROOM_16},
    };
    struct image image;
    elf_of(&image, sections, 1);
    expect_search_of("paths", image_bytes(&image), "x", NULL, 0, "an object of wllvm or gllvm");
    elf_of(&image, sections, 2);
    put_stream(&image, 1, 0);
    const struct answer a = ALONE("!.llvmbc", image.contents[1], "ELF file");
    expect_search("both", image_bytes(&image), &a, 1);
}

Test(search_objects, sections_of_the_same_bytes)
{
    static const struct build_section sections[] = {
        {.name = ".llvmbc", .text = ROOM_16 ROOM_16 ROOM_16 ROOM_16},
        {.name = ".llvmbc", .text = ROOM_16},
    };
    struct image image;
    elf_of(&image, sections, 2);
    /* Both report the whole file. */
    for (unsigned i = 1; i <= 2; i++) {
        image_patch(&image, image_elf_section(&image, i, "sh_offset"), 0);
        image_patch(&image, image_elf_section(&image, i, "sh_size"), image.size);
    }
    expect_search("overlap", image_bytes(&image),
                  ANSWERS({.path = "!.llvmbc",
                           .size = image.size,
                           .whole_size = image.size,
                           .container = "ELF file",
                           .is_unknown = true},
                          {.path = "!.llvmbc#2", .status = BL_E_LIMIT, .what = "overlap"}));
}

/* ---- Universal files ---- */

Test(search_objects, universal)
{
    static const struct apple_section sections[] = {
        {"__LLVM", "__bitcode", TEXT(WRAPPED)},
        {"__LLVM", "__cmdline", TEXT("-O2")},
        {"__TEXT", "__text", TEXT("code")},
    };
    static struct apple_file object;
    static struct apple_file fat;
    object.is_64 = true;
    apple_macho(&object, APPLE_OBJECT, sections, 3);
    const struct apple_slice slices[] = {
        {12 | 1 << 24, 0, apple_view(&object)}, /* arm64 */
        {7 | 1 << 24, 3, TEXT(STREAM)},         /* x86_64 */
        {12 | 1 << 24, 0, TEXT("text")},        {99, 1, TEXT(STREAM)},
        {7 | 1 << 24, 3, TEXT(STREAM)},
    };
    apple_fat(&fat, slices, 5);
    uint64_t at = 112; /* 8 + 5 * 20, to a multiple of 16 */
    size_t section = 0;
    while (memcmp(object.data + section, WRAPPED, 36) != 0)
        section++;
    uint64_t second = (at + object.size + 15) / 16 * 16;
    expect_search("slices", apple_view(&fat),
                  ANSWERS({.path = ":arm64!__LLVM,__bitcode",
                           .at = at + section + 20,
                           .size = 16,
                           .whole_at = at + section,
                           .whole_size = 36,
                           .container = "Mach-O file",
                           .command_line = "-O2"},
                          ALONE(":x86_64", second, "universal file"),
                          ALONE(":cpu-99.1", second + 32, "universal file"),
                          ALONE(":x86_64#2", second + 48, "universal file")));
}

/* Each of N universal files has two slices that are all of the next one: 2 to the N ways in. */
Test(search_objects, slices_in_each_other)
{
    enum {
        N = BL_MAX_CONTAINER_DEPTH,
        BYTES = 8 + 2 * 20
    };
    static struct apple_file f;
    for (uint32_t i = 0; i < N; i++) {
        apple_u32(&f, 0xCAFEBABE);
        apple_u32(&f, 2);
        for (uint32_t slice = 0; slice < 2; slice++) {
            apple_u32(&f, 7);
            apple_u32(&f, 3);
            apple_u32(&f, BYTES);
            apple_u32(&f, (N - i - 1) * BYTES + STREAM_BYTES);
            apple_u32(&f, 0);
        }
    }
    apple_bytes(&f, VIEW(STREAM));
    struct bl_search *search;
    struct bl_found found;
    struct bl_error err;
    unsigned n_found = 0;
    unsigned n_refused = 0;
    int rc;
    cr_assert_eq(bl_search_open(&search, apple_view(&f), "x", &err), BL_OK, "%s", err.what);
    while ((rc = bl_search_next(search, &found, &err)) != 0) {
        n_found += rc > 0;
        n_refused += rc == BL_E_LIMIT;
    }
    bl_search_close(search);
    /* Small slices, whose headers weigh more than they do, may be there twice. */
    cr_expect(n_found >= 1 && n_found <= 2, "%u found", n_found);
    cr_expect(n_refused >= N - 2 && n_refused <= N, "%u refused", n_refused);
}
