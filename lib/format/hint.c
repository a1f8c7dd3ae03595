/* format/hint.c - what a file is that holds no bitstream, and what to do about it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Three tables, and in each the first row that fits counts: magic numbers, beginnings of text,
 * and of text after its leading comments. Rows are what bitcode tools are given by mistake:
 * products of the same compilers, what such files are packed in, and what arrives when a
 * download goes wrong.
 */
#include "format/hint.h"

#include "base/utf8.h"
#include "base/view.h"

#include <string.h>

/* No more of a text is looked at. */
#define HEAD_BYTES 4096
#define ESCAPE 0x1B /* colours */

#define MAGIC(string) (sizeof(string) - 1), (string)

static const struct {
    uint16_t offset;
    uint8_t size;
    const char *magic;
    const char *hint;
    const char *packed; /* what the contents are packed with; NULL: they are not, or who knows */
} magics[] = {
    {0, MAGIC("\x28\xB5\x2F\xFD"), "zstd data: decompress it first", "zstd"},
    {1, MAGIC("\x2A\x4D\x18"), "zstd or lz4 data: decompress it first",
     "zstd or lz4"}, /* a skippable frame */
    {0, MAGIC("\x1F\x8B\x08"), "gzip data: decompress it first", "gzip"},
    {0, MAGIC("\3757zXZ"), "xz data: decompress it first", "xz"},
    {0, MAGIC("BZh"), "bzip2 data: decompress it first", "bzip2"},
    {0, MAGIC("\x04\x22\x4D\x18"), "lz4 data: decompress it first", "lz4"},
    {0, MAGIC("\x02\x21\x4C\x18"), "lz4 data: decompress it first", "lz4"}, /* lz4 -l */
    {0, MAGIC("LZIP"), "lzip data: decompress it first", "lzip"},
    {0, MAGIC("\x5D\0\0"), "lzma data: decompress it first", NULL},
    {0, MAGIC("\x78\x9C"), "zlib data: decompress it first", NULL},
    {0, MAGIC("\x78\xDA"), "zlib data: decompress it first", NULL},
    {0, MAGIC("\x1F\x9D"), "compress (.Z) data: decompress it first", NULL},

    {0, MAGIC("PK\3\4"), "a zip archive (jar, apk, wheel): unpack it first", "zip"},
    {0, MAGIC("PK\5\6"), "a zip archive with nothing in it", NULL},
    {0, MAGIC("7z\xBC\xAF\x27\x1C"), "a 7z archive: unpack it first", "7z"},
    {0, MAGIC("Rar!\x1A\x07"), "a rar archive: unpack it first", "rar"},
    {0, MAGIC("xar!"), "a xar archive: unpack it first, for example with bsdtar", "xar"},
    {32769, MAGIC("CD001"), "an image of a disc (iso): unpack it first", "iso"},
    {257, MAGIC("ustar"), "a tar archive whose first header is damaged", NULL},
    {0, MAGIC("070701"), "a cpio archive: unpack it first", "cpio"},
    {0, MAGIC("070707"), "a cpio archive: unpack it first", "cpio"},
    {0, MAGIC("\xED\xAB\xEE\xDB"), "an rpm package: unpack it first", "rpm"},

    {0, MAGIC("ML\xEFR"), "MLIR bytecode: translate it with mlir-translate --mlir-to-llvmir", NULL},
    {0, MAGIC("\x03\x02\x23\x07"), "a SPIR-V module: translate it with llvm-spirv -r", NULL},
    {0, MAGIC("\x07\x23\x02\x03"), "a SPIR-V module: translate it with llvm-spirv -r", NULL},
    {0, MAGIC("\0asm\x0D\0\1\0"),
     "a WebAssembly component: take its modules out first, for example with wasm-tools", NULL},
    {0, MAGIC("\0asm"), "a WebAssembly module that was cut off, or of an unknown version", NULL},
    {0, MAGIC("\xCA\xFE\xBA\xBE"), "a Java class", NULL}, /* a universal file does not come here */
    {0, MAGIC("\xED\x43\x4E\x7F"),
     "LTO IR of CUDA or OptiX (.ltoir, .optixir): bitcode in a form that only NVIDIA's tools read",
     NULL},
    {0, MAGIC("llvc0"), "bytecode of LLVM 1, which LLVM has not read since 2.0", NULL},
    {0, MAGIC("llvc2"), "bytecode of LLVM 1, which LLVM has not read since 2.0", NULL},
    {0, MAGIC("dex\n"), "Dalvik bytecode", NULL},
    {1, MAGIC("\x0D\r\n"), "Python bytecode", NULL},
    {1, MAGIC("\x0E\r\n"), "Python bytecode", NULL}, /* 3.14 on */
    {1, MAGIC("\xF3\r\n"), "Python bytecode", NULL}, /* 2 */
    {0, MAGIC("\xFFlprofi\x81"), "an LLVM profile: llvm-profdata reads it", NULL},
    {0, MAGIC("\x81rforpl\xFF"), "a raw LLVM profile: llvm-profdata reads it", NULL},
    {0, MAGIC("REMARKS\0"), "LLVM remarks with a string table, in YAML: llvm-remarkutil reads them",
     NULL},
    {0, MAGIC("RUST_OBJECT"), "compressed bitcode of rustc before 1.45, which is not read",
     "rustc bytecode"},
    {0, MAGIC("BC\xC3\x80\xC3\x9E"), "bitcode that was converted to UTF-8, as if it were text",
     NULL},
    {0, MAGIC("BC\xEF\xBF\xBD\xEF\xBF\xBD"),
     "bitcode that was read as text: what is no UTF-8 is lost", NULL},
    {0, MAGIC("rust\0\0\0"), "metadata of a Rust crate: holds no code", NULL},
    {0, MAGIC("gpch"), "a precompiled header of GCC", NULL},
    {0, MAGIC("VCPCH0"), "a precompiled header of MSVC", NULL},
    {0, MAGIC("Microsoft C/C++"), "debug information of an old MSVC (PDB)", NULL},
    {0, MAGIC("\xFF\xFE"), "UTF-16 text: if it is LLVM IR, convert it to UTF-8 and assemble it",
     NULL},
    {0, MAGIC("\xFE\xFF"), "UTF-16 text: if it is LLVM IR, convert it to UTF-8 and assemble it",
     NULL},
    {0, MAGIC("%PDF-"), "a PDF document", NULL},
    {0, MAGIC("BLX\r\n\x1A\n"),
     "an index file: find, dups and other queries read it, from a pipe with --index", NULL},
};

#define N_MAGICS (sizeof magics / sizeof magics[0])

#define LLVM_IR "LLVM IR as text: assemble it with llvm-as"
#define TEXT_BUNDLE "an offload bundle of text: take it apart with clang-offload-bundler -unbundle"
#define MLIR "MLIR as text: translate it with mlir-translate --mlir-to-llvmir"
#define C_SOURCE "C or C++ source text: compile it with clang -c -emit-llvm"
#define RUST_SOURCE "Rust source text: compile it with rustc --emit=llvm-bc"
#define ASSEMBLY "assembly text: a compiler's output, not its bitcode"

/* A line of text that begins with START and has WITHIN in the rest of it, if that is not NULL. */
struct text_row {
    const char *start, *within;
    const char *hint;
};

static const struct text_row beginnings[] = {
    {"version https://git-lfs.github.com/", NULL,
     "a git-lfs pointer: fetch the file with git lfs pull"},
    {"; __CLANG_OFFLOAD_BUNDLE__", NULL, TEXT_BUNDLE},
    {"\n; __CLANG_OFFLOAD_BUNDLE__", NULL, TEXT_BUNDLE}, /* as clang begins it */
    {"; ModuleID", NULL, LLVM_IR},
    {"QkPA3", NULL, "bitcode in base64: decode it first, with base64 -d"},
    {"3sAXC", NULL, "bitcode in base64: decode it first, with base64 -d"}, /* in a wrapper */
    {"00000000: 4243 c0de", NULL, "bitcode as a dump of bytes: xxd -r makes it bitcode again"},
    {"--- !tapi-tbd", NULL, "a text stub of a library (.tbd): holds no code"},
    {"--- !ifs", NULL, "a text stub of a library (.ifs): holds no code"},
    {"--- !", NULL,
     "YAML, perhaps optimization remarks: -fsave-optimization-record=bitstream writes "
     "them as a bitstream"},
    {"/* GNU ld script", NULL, "a linker script: open the libraries that it names"},
    {"#!<arch>", NULL, "text: an archive begins with !<arch>"},
    {"#![", NULL, RUST_SOURCE},
    {"#!", NULL, "a script"},
    {"<!DOCTYPE", NULL, "HTML text: perhaps a page that was downloaded in place of the file"},
    {"<!doctype", NULL, "HTML text: perhaps a page that was downloaded in place of the file"},
    {"<html", NULL, "HTML text: perhaps a page that was downloaded in place of the file"},
    {"<?xml", NULL, "XML text"},
};

/* After blank lines and lines that are comments in LLVM IR, MLIR, C or assembly. */
static const struct text_row statements[] = {
    {"source_filename", "=", LLVM_IR},
    {"target datalayout", "=", LLVM_IR},
    {"target triple", "=", LLVM_IR},
    {"module asm", "\"", LLVM_IR},
    {"define ", "@", LLVM_IR},
    {"declare ", "@", LLVM_IR},
    {"attributes #", "=", LLVM_IR},
    {"@", " = ", LLVM_IR},
    {"%", " = type", LLVM_IR},
    {"$", " = comdat", LLVM_IR},
    {"!", " = ", LLVM_IR},
    {"^", " = ", LLVM_IR}, /* the summary */

    {"module {", NULL, MLIR},
    {"module @", NULL, MLIR},
    {"module attributes", NULL, MLIR},
    {"builtin.module", NULL, MLIR},
    {"\"builtin.module\"", NULL, MLIR},
    {"func.func", NULL, MLIR},
    {"llvm.", NULL, MLIR},
    {"#map", " = ", MLIR},
    {"#loc", " = ", MLIR},

    {".version", NULL, "NVIDIA PTX text: a compiler's output, not its bitcode"},
    {".text", NULL, ASSEMBLY},
    {".file", NULL, ASSEMBLY},
    {".section", NULL, ASSEMBLY},
    {".globl", NULL, ASSEMBLY},
    {".build_version", NULL, ASSEMBLY},
    {".intel_syntax", NULL, ASSEMBLY},

    {"#include", NULL, C_SOURCE},
    {"#pragma", NULL, C_SOURCE},
    {"#if", NULL, C_SOURCE},
    {"#define", NULL, C_SOURCE},
    {"#import", NULL, "Objective-C source text: compile it with clang -c -emit-llvm"},
    {"# 1 \"", NULL, C_SOURCE},
    {"# 0 \"", NULL, C_SOURCE},
    {"extern ", NULL, C_SOURCE},
    {"static ", NULL, C_SOURCE},
    {"typedef ", NULL, C_SOURCE},
    {"struct ", "{", C_SOURCE},
    {"namespace ", NULL, C_SOURCE},
    {"template", "<", C_SOURCE},
    {"int ", "(", C_SOURCE},
    {"void ", "(", C_SOURCE},
    {"use ", "::", RUST_SOURCE},
    {"fn ", "(", RUST_SOURCE},
    {"pub ", NULL, RUST_SOURCE},
    {"OUTPUT_FORMAT", "(", "a linker script: open the libraries that it names"},
    {"INPUT", "(", "a linker script: open the libraries that it names"},
    {"GROUP", "(", "a linker script: open the libraries that it names"},
};

/* The bytes up to the end of the line, without it. */
static size_t line_size(struct bl_view text)
{
    const uint8_t *end = text.size ? memchr(text.data, '\n', text.size) : NULL;
    return end ? (size_t)(end - text.data) : text.size;
}

static const char *hint_of_row(struct bl_view text, const struct text_row *rows, size_t n_rows)
{
    size_t size = line_size(text);
    for (size_t i = 0; i < n_rows; i++) {
        if (!bl_view_begins(text, rows[i].start))
            continue;
        size_t n = strlen(rows[i].start);
        const char *within = rows[i].within;
        if (!within || (size > n && memmem(text.data + n, size - n, within, strlen(within))))
            return rows[i].hint;
    }
    return NULL;
}

/* Tab, line feed, vertical tab, form feed, carriage return. */
static bool is_line_control(uint8_t c)
{
    return c >= '\t' && c <= '\r';
}

/* Bytes of one character of white space or of one comment at the start of TEXT. 0: neither. */
static size_t skippable(struct bl_view text)
{
    if (text.size == 0)
        return 0;
    if (text.data[0] == ' ' || is_line_control(text.data[0]))
        return 1;
    if (text.data[0] == ';' || bl_view_begins(text, "//"))
        return line_size(text);
    if (!bl_view_begins(text, "/*"))
        return 0;
    const uint8_t *end = memmem(text.data + 2, text.size - 2, "*/", 2);
    return end ? (size_t)(end - text.data) + 2 : text.size;
}

/* Bytes of the UTF-8 character at the start of TEXT, which is not empty; 0: none of a text. A
 * character that TEXT cuts off counts as whole. */
static size_t character_size(struct bl_view text)
{
    uint8_t first = text.data[0];
    if (first < 0x80)
        return first >= ' ' || first == ESCAPE || is_line_control(first);
    size_t size = bl_utf8_size(first);
    size = size < text.size ? size : text.size;
    return bl_utf8_continues((struct bl_view){.data = text.data, .size = size}) ? size : 0;
}

static bool is_text(struct bl_view head)
{
    while (head.size > 0) {
        size_t n = character_size(head);
        if (n == 0)
            return false;
        head = bl_view_from(head, n);
    }
    return true;
}

/* The number of its row, or how many there are. */
static size_t row_of_magic(struct bl_view bytes)
{
    size_t i = 0;
    while (i < N_MAGICS &&
           (bytes.size < (size_t)magics[i].offset + magics[i].size ||
            memcmp(bytes.data + magics[i].offset, magics[i].magic, magics[i].size) != 0))
        i++;
    return i;
}

const char *bl_format_packed(struct bl_view bytes)
{
    size_t row = row_of_magic(bytes);
    return row < N_MAGICS ? magics[row].packed : NULL;
}

/* Index files have the numbers: new ones are appended. */
static const char *const packings[] = {NULL,
                                       "gzip",
                                       "bzip2",
                                       "xz",
                                       "zstd",
                                       "lz4",
                                       "lzip",
                                       "zip",
                                       "7z",
                                       "rar",
                                       "xar",
                                       "iso",
                                       "zstd or lz4",
                                       "cpio",
                                       "rpm",
                                       "zlib section",
                                       "zstd section",
                                       "zlib bundle",
                                       "zstd bundle",
                                       "section of an unknown compression",
                                       "rustc bytecode"};

#define N_PACKINGS (sizeof packings / sizeof packings[0])

unsigned bl_packing_number(const char *name)
{
    unsigned number = name ? N_PACKINGS - 1 : 0;
    while (number > 0 && strcmp(packings[number], name) != 0)
        number--;
    return number;
}

const char *bl_packing_name(unsigned number)
{
    return number < N_PACKINGS ? packings[number] : NULL;
}

static const char *hint_of_text(struct bl_view text)
{
    if (bl_view_begins(text, "\xEF\xBB\xBF"))
        text = bl_view_from(text, 3);
    const char *hint = hint_of_row(text, beginnings, sizeof beginnings / sizeof beginnings[0]);
    if (hint)
        return hint;
    for (size_t n; (n = skippable(text)) > 0;)
        text = bl_view_from(text, n);
    hint = hint_of_row(text, statements, sizeof statements / sizeof statements[0]);
    return hint ? hint : "text, no bitcode";
}

/* All of BYTES, but of more no further than a download that reserved its space is likely to have
 * come: disk images of many gigabytes begin so, too. */
static bool is_zero(struct bl_view bytes)
{
    size_t n = bytes.size < BL_MOST_ZEROS ? bytes.size : BL_MOST_ZEROS;
    return bytes.data[0] == 0 && memcmp(bytes.data, bytes.data + 1, n - 1) == 0;
}

const char *bl_format_hint(struct bl_view bytes)
{
    if (bytes.size == 0)
        return "an empty file";
    size_t row = row_of_magic(bytes);
    if (row < N_MAGICS)
        return magics[row].hint;
    if (is_zero(bytes))
        return bytes.size <= BL_MOST_ZEROS
                   ? "only zero bytes: perhaps it was never written, or a download was cut off"
                   : "the first 16 MiB are zero bytes: perhaps it was never written";
    struct bl_view head = bytes;
    if (head.size > HEAD_BYTES)
        head.size = HEAD_BYTES;
    return is_text(head) ? hint_of_text(head) : NULL;
}
