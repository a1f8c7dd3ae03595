/* make_swift.c - writes a Swift module, as far as info reads it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: make_swift FILE. Blocks, records and abbreviations are those of Swift's
 * lib/Serialization/ModuleFormat.h.
 */
#include "bitleap.h"

#include <stdio.h>
#include <string.h>

enum {
    MODULE_BLOCK = 8,
    CONTROL_BLOCK = 9,
    INPUT_BLOCK = 10,
    OPTIONS_BLOCK = 16,
    ID_WIDTH = 3,
};

/* A record of N operands, VBR of 17 bits, and a blob of SIZE bytes. */
static void put(struct bl_writer *w, uint32_t code, const uint64_t *ops, size_t n, const char *text,
                size_t size)
{
    struct bl_abbrev_op op[16] = {{.encoding = BL_ENC_LITERAL, .literal = code}};
    for (size_t i = 0; i < n; i++)
        op[1 + i] = (struct bl_abbrev_op){.encoding = BL_ENC_VBR, .width = 17};
    op[1 + n] = (struct bl_abbrev_op){.encoding = BL_ENC_BLOB};
    const struct bl_view blob = {.data = (const uint8_t *)text, .size = size};
    uint32_t id = bl_writer_define(w, op, n + 2);
    bl_writer_abbreviated(w, id, code, ops, n, &blob);
}

static void put_text(struct bl_writer *w, uint32_t code, const char *text)
{
    put(w, code, NULL, 0, text, strlen(text));
}

static void put_control(struct bl_writer *w)
{
    static const char version[] = "5.7(5)/Swift version 5.7.2 (swift-5.7.2-RELEASE)";
    bl_writer_enter(w, CONTROL_BLOCK, ID_WIDTH + 1);
    put_text(w, 2, "Shapes");
    put(w, 1, (const uint64_t[]){0, 701, 3, 1, 0, 0, 0, 0}, 8, version, sizeof version - 1);
    put_text(w, 3, "x86_64-apple-macosx12.0");
    bl_writer_enter(w, OPTIONS_BLOCK, ID_WIDTH + 1);
    put_text(w, 1, "/sdk/MacOSX13.1.sdk");
    bl_writer_exit(w);
    put_text(w, 4, "macosx13.1");
    bl_writer_exit(w);
}

static void put_input(struct bl_writer *w)
{
    static const uint64_t none[] = {0, 0, 0, 0, 0};
    bl_writer_enter(w, INPUT_BLOCK, ID_WIDTH + 2);
    put(w, 1, none, 3, "Swift", 5);
    put(w, 1, none, 3, "Darwin\0C\0stdio", 14);
    put(w, 2, none, 2, "shapes", 6);
    put(w, 7, none, 5, "usr/lib/swift/Swift.swiftmodule", 31);
    bl_writer_exit(w);
}

int main(int argc, char **argv)
{
    struct bl_writer *w;
    struct bl_view bytes;
    struct bl_error err;
    if (argc != 2 || bl_writer_open(&w, NULL) < 0) {
        fputs("usage: make_swift FILE\n", stderr);
        return 2;
    }
    bl_writer_magic(w, "\xE2\x9C\xA8\x0E");
    bl_writer_enter(w, MODULE_BLOCK, ID_WIDTH);
    put_control(w);
    put_input(w);
    bl_writer_exit(w);
    FILE *file = fopen(argv[1], "wb");
    bool good = file && bl_writer_finish(w, &bytes, &err) == BL_OK &&
                fwrite(bytes.data, 1, bytes.size, file) == bytes.size;
    good &= file && fclose(file) == 0;
    bl_writer_close(w);
    return good ? 0 : 1;
}
