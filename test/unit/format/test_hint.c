/* test_hint.c - what a file is that holds no bitstream
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/hint.h"
#include "support/guard.h"

#include <criterion/criterion.h>
#include <string.h>

#define BYTES(text) (text), sizeof(text) - 1

struct row {
    const char *bytes;
    size_t size;
    const char *hint; /* a part of the expected one; NULL: there must be none */
};

/* Cut at the front they may be anything, and are only read. */
static void expect_rows(const struct row *rows, size_t n_rows)
{
    for (size_t i = 0; i < n_rows; i++) {
        struct guard g = guard_copy(
            (struct bl_view){.data = (const uint8_t *)rows[i].bytes, .size = rows[i].size});
        const char *hint = bl_format_hint(g.bytes);
        if (rows[i].hint)
            cr_expect(hint && strstr(hint, rows[i].hint), "row %zu: \"%s\" is not \"%s\"", i,
                      hint ? hint : "(none)", rows[i].hint);
        else
            cr_expect_null(hint, "row %zu: %s", i, hint);
        for (size_t cut = 0; cut < g.bytes.size; cut++)
            (void)bl_format_hint(
                (struct bl_view){.data = g.data + cut, .size = rows[i].size - cut});
        guard_release(&g);
    }
}

Test(hint, magic_numbers)
{
    static const struct row rows[] = {
        {BYTES("\x28\xB5\x2F\xFD\x24\0"), "zstd"},
        {BYTES("\x50\x2A\x4D\x18\4\0\0\0"), "zstd or lz4"},
        {BYTES("\x1F\x8B\x08\0"), "gzip"},
        {BYTES("\xFD\x37\x7A\x58\x5A\0\0\4"), "xz"},
        {BYTES("BZh91AY&SY\xAA\xAA"), "bzip2"},
        {BYTES("\4\x22\x4D\x18\x64\x40"), "lz4"},
        {BYTES("PK\3\4\x14\0"), "zip archive"},
        {BYTES("xar!\0\x1C\0\1"), "xar archive"},
        {BYTES("ML\xEFR\6"), "MLIR bytecode"},
        {BYTES("\3\2\x23\7\0\0\1\0"), "SPIR-V"},
        {BYTES("\7\x23\2\3\0\1\0\0"), "SPIR-V"},
        {BYTES("\0asm\x0D\0\1\0"), "WebAssembly component"},
        {BYTES("\0asm\1\0\0"), "cut off"},
        {BYTES("\0asm\2\0\0\0"), "unknown version"},
        {BYTES("\xCA\xFE\xBA\xBE\0\0\0\x34"), "Java class"},
        {BYTES("\xED\x43\x4E\x7F\1\0\x46\0"), "LTO IR of CUDA"},
        {BYTES("llvc2\0"), "LLVM 1"},
        {BYTES("\xA7\r\r\n\0\0\0\0"), "Python bytecode"},
        {BYTES("\x2B\x0E\r\n\0\0\0\0"), "Python bytecode"},
        {BYTES("\3\xF3\r\n\1\2\3\4"), "Python bytecode"},
        {BYTES("\xFFlprofi\x81\x0C\0"), "LLVM profile"},
        {BYTES("\x81rforpl\xFF\x0A\0"), "raw LLVM profile"},
        {BYTES("rust\0\0\0\x0A"), "Rust crate"},
        {BYTES("%PDF-1.7\n\xC4\xE5"), "PDF"},
        {BYTES("BLX\r\n\x1A\n\0\1\0\0\0"), "index file"},
        {BYTES("\xFF\xFE;\0 \0M\0o\0"), "UTF-16"},
    };
    expect_rows(rows, sizeof rows / sizeof *rows);
}

Test(hint, no_guess)
{
    static const struct row rows[] = {
        {BYTES("BC\xC0\xDE\x35\x14\0\0"), NULL},
        {BYTES("CPCH\1\0\0\0"), NULL},
        {BYTES("\xDE\xC0\x17\x0B\0\0\0\0"), NULL},
        {BYTES("\x7F"
               "ELF\2\1\1\0"),
         NULL},
        {BYTES("\1\2\3"), NULL},
        {BYTES("text and then\0"), NULL},
        {BYTES("text and \x80"), NULL},     /* a byte inside a UTF-8 character */
        {BYTES("text and \xC3("), NULL},    /* a cut one */
        {BYTES("text and \xC0\xAF"), NULL}, /* a character made too long */
        {BYTES("text and \xFF"), NULL},
        {BYTES("\0\0\0\0\0\0\0\1"), NULL},
    };
    expect_rows(rows, sizeof rows / sizeof *rows);
}

Test(hint, llvm_ir_as_text)
{
    static const struct row rows[] = {
        {BYTES("; ModuleID = 'a.c'\n"), "llvm-as"},
        {BYTES("source_filename = \"a.c\"\n"), "llvm-as"},
        {BYTES("\n; a comment\n\n  ; another\n\ntarget triple = \"x86_64\""), "llvm-as"},
        {BYTES("; RUN: opt %s\r\n\r\ntarget datalayout = \"e\"\r\n"), "llvm-as"},
        {BYTES("\xEF\xBB\xBF; ModuleID = 'a.c'\n"), "llvm-as"},
        {BYTES("define i32 @main() {\n"), "llvm-as"},
        {BYTES("declare void @f(ptr)\n"), "llvm-as"},
        {BYTES("@x = global i32 0"), "llvm-as"},
        {BYTES("%struct.s = type { i32 }\n"), "llvm-as"},
        {BYTES("$f = comdat any\n"), "llvm-as"},
        {BYTES("!0 = !{}\n"), "llvm-as"},
        {BYTES("^0 = module: (path: \"a.bc\")\n"), "llvm-as"},
        {BYTES("attributes #0 = { nounwind }\n"), "llvm-as"},
        {BYTES("module asm \".globl x\"\n"), "llvm-as"},
        {BYTES("; __CLANG_OFFLOAD_BUNDLE____START__ host\n"), "offload bundle"},
        {BYTES("\n; __CLANG_OFFLOAD_BUNDLE____START__ host\n; ModuleID"), "offload bundle"},
        /* Not quite. */
        {BYTES("declare -A map\n"), "text, no bitcode"},
        {BYTES("define x\ny @z\n"), "text, no bitcode"},
        {BYTES("@echo off\r\n"), "text, no bitcode"},
        {BYTES("; only a comment"), "text, no bitcode"},
        {BYTES("!important"), "text, no bitcode"},
    };
    expect_rows(rows, sizeof rows / sizeof *rows);
}

Test(hint, other_text)
{
    static const struct row rows[] = {
        {BYTES("RUST_OBJECT\1\0\0\0"), "rustc before 1.45"},
        {BYTES("BC\xC3\x80\xC3\x9E\x35\x14"), "converted to UTF-8"},
        {BYTES("BC\xEF\xBF\xBD\xEF\xBF\xBD\x35\x14"), "is lost"},
        {BYTES("QkPA3jUUAAAFAAAA"), "base64 -d"},
        {BYTES("3sAXCwAAAAA="), "base64 -d"},
        {BYTES("00000000: 4243 c0de 3514 0000  BC..5...\n"), "xxd -r"},
        {BYTES("version https://git-lfs.github.com/spec/v1\noid sha256:00\n"), "git lfs pull"},
        {BYTES("module {\n  func.func @f() {"), "mlir-translate"},
        {BYTES("// RUN: mlir-opt\n#map = affine_map<(d0) -> (d0)>\n"), "mlir-translate"},
        {BYTES("//\n// Generated by NVIDIA NVVM Compiler\n//\n\n.version 8.0\n"), "PTX"},
        {BYTES("\t.text\n\t.file\t\"a.c\"\n"), "assembly"},
        {BYTES("#include <stdio.h>\n"), "-emit-llvm"},
        {BYTES("/* a.c\n * ; and more */\n\nint main(void)\n"), "-emit-llvm"},
        {BYTES("/* never closed \n int main("), "text, no bitcode"},
        {BYTES("# 1 \"a.c\"\n"), "-emit-llvm"},
        {BYTES("//! A crate\n#![no_std]\n"), "text, no bitcode"},
        {BYTES("#![no_std]\n"), "rustc"},
        {BYTES("use std::fs;\n"), "rustc"},
        {BYTES("#!/bin/sh\n"), "script"},
        {BYTES("--- !tapi-tbd\ntbd-version: 4\n"), "stub"},
        {BYTES("--- !Missed\nPass: inline\n"), "remarks"},
        {BYTES("/* GNU ld script\n   Use the shared library */\nOUTPUT_FORMAT(x)\n"),
         "linker script"},
        {BYTES("<!DOCTYPE html>\n<html>"), "HTML"},
        {BYTES("{\"a\": 1}\n"), "text, no bitcode"},
        {BYTES("na\xC3\xAFve \xE2\x82\xAC \xF0\x9F\x98\x80"), "text, no bitcode"},
        {BYTES("cut off: \xE2\x82"), "text, no bitcode"},
        {BYTES("\n"), "text, no bitcode"},
    };
    expect_rows(rows, sizeof rows / sizeof *rows);
}

Test(hint, nothing_and_zeros)
{
    static uint8_t bytes[10000];
    cr_expect_str_eq(bl_format_hint((struct bl_view){0}), "an empty file");
    struct guard g = guard_copy((struct bl_view){.data = bytes, .size = sizeof bytes});
    cr_expect(strstr(bl_format_hint(g.bytes), "zero bytes"));
    g.data[sizeof bytes - 1] = 1;
    cr_expect_null(bl_format_hint(g.bytes));
    guard_release(&g);
    g = guard_copy((struct bl_view){.data = bytes, .size = 1});
    cr_expect(strstr(bl_format_hint(g.bytes), "zero bytes"));
    guard_release(&g);
}

Test(hint, tar_archive)
{
    uint8_t bytes[512] = "member.bc";
    memcpy(bytes + 257, "ustar", 5);
    struct guard g = guard_copy((struct bl_view){.data = bytes, .size = sizeof bytes});
    cr_expect(strstr(bl_format_hint(g.bytes), "tar archive whose first header"));
    guard_release(&g);
    g = guard_copy((struct bl_view){.data = bytes, .size = 257 + 4});
    cr_expect_null(bl_format_hint(g.bytes));
    guard_release(&g);
}

/* Only the first 4096 bytes are looked at, and a character may be cut there. */
Test(hint, long_text)
{
    static uint8_t bytes[5000];
    memset(bytes, ' ', sizeof bytes);
    memcpy(bytes + 4095, "\xE2\x82\xAC", 3);
    bytes[4999] = 0;
    struct guard g = guard_copy((struct bl_view){.data = bytes, .size = sizeof bytes});
    cr_expect_str_eq(bl_format_hint(g.bytes), "text, no bitcode");
    g.data[4000] = 0;
    cr_expect_null(bl_format_hint(g.bytes));
    guard_release(&g);
}
