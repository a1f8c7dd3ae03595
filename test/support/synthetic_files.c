/* support/synthetic_files.c - odd files around a stream, and odd records of LLVM IR
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Left out, because llvm-bcanalyzer 22 runs into undefined behaviour on them:
 *  - SETRECORDNAME without operands: it takes the first one all the same
 *  - METADATA_STRINGS whose offset lies after its blob: it slices beyond the end
 */
#include "support/build.h"
#include "support/synthetic.h"

#include <stdio.h>
#include <string.h>

enum {
    MODULE = 8,
    IDENTIFICATION = 13,
    METADATA = 15,
    STRTAB = 23,
    SYMTAB = 25
};
enum {
    METADATA_STRINGS = 35,
    METADATA_INDEX_OFFSET = 38,
    METADATA_INDEX = 39
};

/* ---- Files as bytes ---- */

static const struct {
    const char *name;
    const char *bytes;
    size_t size;
} files[] = {
    {"file-empty", "", 0},
    {"file-of-1-byte", "B", 1},
    {"file-of-2-bytes", "BC", 2},
    {"file-of-3-bytes", "BC\xC0", 3},
    {"file-of-a-magic", "BC\xC0\xDE", 4},
    {"file-of-5-bytes", "BC\xC0\xDE\0", 5},
    {"file-of-a-magic-and-a-zero-word", "BC\xC0\xDE\0\0\0\0", 8},
    {"file-of-a-magic-and-ones", "BC\xC0\xDE\xFF\xFF\xFF\xFF", 8},
    {"file-of-zeros", "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16},
    {"file-of-text", "; ModuleID = 'a'\ndefine void @f() {}\n", 36},
    {"file-of-an-elf-header",
     "\x7F"
     "ELF\2\1\1\0\0\0\0\0\0\0\0\0",
     16},
    {"file-of-an-archive", "!<arch>\n", 8},
    {"wrapper-of-4-bytes", "\xDE\xC0\x17\x0B", 4},
    {"wrapper-of-8-bytes", "\xDE\xC0\x17\x0B\0\0\0\0", 8},
    {"wrapper-of-16-bytes", "\xDE\xC0\x17\x0B\0\0\0\0\x14\0\0\0\4\0\0\0", 16},
    {"wrapper-of-nothing", "\xDE\xC0\x17\x0B\0\0\0\0\x14\0\0\0\0\0\0\0\0\0\0\0", 20},
};

static const struct {
    const char *name;
    const char magic[5];
} magics[] = {
    {"magic-clang-ast", "CPCH"},
    {"magic-diagnostics", "DIAG"},
    {"magic-remarks", "RMRK"},
    {"magic-swift", "\xE2\x9C\xA8\x0E"},
    {"magic-unknown", "ABCD"},
    {"magic-bc-only", "BC\1\2"},
    {"magic-of-llvm-backwards", "\xDE\xC0"
                                "CB"},
    {"magic-ones", "\xFF\xFF\xFF\xFF"},
};

/* ---- Small modules ---- */

static void identification(struct bl_writer *w, const char *producer)
{
    bl_writer_enter(w, IDENTIFICATION, 5);
    build_text_record(w, 1, producer);
    bl_writer_record(w, 2, BUILD_OPS(0)); /* epoch */
    bl_writer_exit(w);
}

static void module(struct bl_writer *w)
{
    bl_writer_enter(w, MODULE, 3);
    bl_writer_record(w, 1, BUILD_OPS(2)); /* VERSION */
    build_text_record(w, 2, "x86_64-unknown-linux-gnu");
    bl_writer_enter(w, 17, 4); /* TYPE_BLOCK_NEW */
    bl_writer_record(w, 1, BUILD_OPS(1));
    bl_writer_record(w, 7, BUILD_OPS(32)); /* INTEGER */
    bl_writer_exit(w);
    bl_writer_exit(w);
}

static void blob_block(struct bl_writer *w, uint32_t id, const char *bytes, size_t size)
{
    struct bl_view blob = {.data = (const uint8_t *)bytes, .size = size};
    bl_writer_enter(w, id, 3);
    uint32_t abbrev = BUILD_DEFINE(w, LIT(1), BLOB);
    bl_writer_abbreviated(w, abbrev, 1, NULL, 0, &blob);
    bl_writer_exit(w);
}

static void one_module(struct bl_writer *w)
{
    identification(w, "LLVM22.1.8");
    module(w);
    blob_block(w, STRTAB, "main", 4);
}

static void three_modules(struct bl_writer *w)
{
    for (int i = 0; i < 3; i++)
        one_module(w);
}

static void module_alone(struct bl_writer *w)
{
    module(w);
}

static void identification_alone(struct bl_writer *w)
{
    identification(w, "APPLE_1_802.7.0.45_0");
}

static void identification_after(struct bl_writer *w)
{
    module(w);
    identification(w, "LLVM22.1.8");
}

static void strtab_first(struct bl_writer *w)
{
    blob_block(w, STRTAB, "a\0b\xFF", 4);
    one_module(w);
}

static void symtab_odd(struct bl_writer *w)
{
    one_module(w);
    blob_block(w, SYMTAB, "\3\0\0\0", 4);
    blob_block(w, SYMTAB, "", 0);
}

/* HASH of zeros, then one with four words. */
static void module_hash(struct bl_writer *w)
{
    bl_writer_enter(w, MODULE, 3);
    bl_writer_record(w, 1, BUILD_OPS(2));
    bl_writer_record(w, 17, BUILD_OPS(0, 0, 0, 0, 0));
    bl_writer_record(w, 17, BUILD_OPS(1, 2, 3, 4));
    bl_writer_exit(w);
}

static void module_vstoffset(struct bl_writer *w)
{
    bl_writer_enter(w, MODULE, 3);
    bl_writer_record(w, 1, BUILD_OPS(2));
    uint32_t id = BUILD_DEFINE(w, LIT(13), FIXED(32));
    bl_writer_abbreviated(w, id, 13, BUILD_OPS(0xFFFFFFF0), NULL);
    bl_writer_exit(w);
}

static void old_type_blocks(struct bl_writer *w)
{
    bl_writer_enter(w, MODULE, 3);
    bl_writer_enter(w, 10, 4); /* TYPE_BLOCK of LLVM 2.9 */
    bl_writer_record(w, 1, BUILD_OPS(1));
    bl_writer_exit(w);
    bl_writer_enter(w, 13, 4); /* TYPE_SYMTAB */
    bl_writer_record(w, 1, BUILD_OPS(0, 'a'));
    bl_writer_exit(w);
    bl_writer_exit(w);
}

/* Every code up to 70 in every known block. */
static void all_codes(struct bl_writer *w)
{
    bl_writer_enter(w, MODULE, 3);
    for (uint32_t id = 0; id < 28; id++) {
        if (id == BUILD_BLOCKINFO)
            continue;
        bl_writer_enter(w, id, 3);
        for (uint32_t code = 0; code < 70; code++) {
            bool is_special = id == METADATA && code >= METADATA_STRINGS && code <= METADATA_INDEX;
            if (!is_special)
                bl_writer_record(w, code, BUILD_OPS(1, 2));
        }
        bl_writer_exit(w);
    }
    bl_writer_exit(w);
}

static const struct {
    const char *name;
    void (*make)(struct bl_writer *w);
} modules[] = {
    {"modules-1", one_module},
    {"modules-3", three_modules},
    {"module-alone", module_alone},
    {"identification-alone", identification_alone},
    {"identification-after", identification_after},
    {"strtab-first", strtab_first},
    {"symtab-odd", symtab_odd},
    {"module-hash-wrong", module_hash},
    {"module-vstoffset-wrong", module_vstoffset},
    {"module-old-type-blocks", old_type_blocks},
    {"module-all-codes", all_codes},
};

/* ---- Metadata ---- */

/* COUNT, OFFSET as METADATA_STRINGS says, and the blob: lengths as vbr6, then characters. */
static const struct {
    const char *name;
    uint64_t count, offset;
    const char *blob;
    size_t size;
} strings[] = {
    /* 3, 2 in vbr6: 000011 000010, lowest bits first: 0x83 0x00, padded to a word */
    {"metadata-strings", 2, 4, "\x83\0\0\0abcde", 9},
    {"metadata-strings-one-too-few", 1, 4, "\x83\0\0\0abcde", 9},
    {"metadata-strings-one-too-many", 3, 4, "\x83\0\0\0abcde", 9},
    {"metadata-strings-far-too-many", 100, 4, "\x83\0\0\0abcde", 9},
    {"metadata-strings-none", 0, 4, "\x83\0\0\0abcde", 9},
    {"metadata-strings-count-of-33-bits", (UINT64_C(1) << 32) + 2, 4, "\x83\0\0\0abcde", 9},
    {"metadata-strings-characters-missing", 2, 4, "\x83\0\0\0abcd", 8},
    {"metadata-strings-no-characters", 2, 4, "\x83\0\0\0", 4},
    {"metadata-strings-offset-0", 2, 0, "\x83\0\0\0abcde", 9},
    {"metadata-strings-offset-1", 2, 1, "\x83\0\0\0abcde", 9},
    {"metadata-strings-offset-at-the-end", 2, 9, "\x83\0\0\0abcde", 9},
    {"metadata-strings-length-overlong", 1, 12,
     "\xE0\x0F\xFE\xE0\x0F\xFE\xE0\x0F\xFE\xE0\x0F\xFE"
     "ab",
     14},
    {"metadata-strings-length-without-end", 1, 4,
     "\xFF\xFF\xFF\xFF"
     "ab",
     6},
    {"metadata-strings-unprintable", 2, 4, "\x83\0\0\0\0\n'\\\xFF", 9},
    {"metadata-strings-empty-strings", 4, 4, "\0\0\0\0", 4},
    {"metadata-strings-empty-blob", 2, 0, "", 0},
};

static void metadata_strings(struct bl_writer *w, size_t row)
{
    struct bl_view blob = {.data = (const uint8_t *)strings[row].blob, .size = strings[row].size};
    bl_writer_enter(w, MODULE, 3);
    bl_writer_enter(w, METADATA, 4);
    uint32_t id = BUILD_DEFINE(w, LIT(METADATA_STRINGS), VBR(6), VBR(6), BLOB);
    bl_writer_abbreviated(w, id, METADATA_STRINGS,
                          BUILD_OPS(strings[row].count, strings[row].offset), &blob);
    bl_writer_record(w, 3, BUILD_OPS(1, 2));
    bl_writer_exit(w);
    bl_writer_exit(w);
}

/* METADATA_STRINGS of A operands before the blob; with 99 none at all, and no blob. */
static void metadata_strings_shape(struct bl_writer *w, uint64_t n_ops)
{
    struct bl_view blob = {.data = (const uint8_t *)"\x83\0\0\0abcde", .size = 9};
    static const struct bl_abbrev_op shape[] = {LIT(METADATA_STRINGS), VBR(6), VBR(6), VBR(6),
                                                BLOB};
    struct bl_abbrev_op ops[5];
    size_t n = 0;
    bl_writer_enter(w, METADATA, 4);
    if (n_ops == 99) {
        bl_writer_record(w, METADATA_STRINGS, BUILD_OPS(2, 4));
    } else {
        for (; n <= n_ops; n++)
            ops[n] = shape[n];
        ops[n++] = shape[4];
        uint32_t id = bl_writer_define(w, ops, n);
        bl_writer_abbreviated(w, id, METADATA_STRINGS, (const uint64_t[]){2, 4, 9}, n_ops, &blob);
    }
    bl_writer_exit(w);
}

enum index_kind {
    MATCHES,
    MISSES,
    ONE_OPERAND,
    THREE_OPERANDS,
    MISSING,
    HIGH_BITS,
    INDEX_KINDS
};

static const char *const index_names[INDEX_KINDS] = {
    [MATCHES] = "metadata-index",
    [MISSES] = "metadata-index-wrong",
    [ONE_OPERAND] = "metadata-index-offset-of-one-operand",
    [THREE_OPERANDS] = "metadata-index-offset-of-three-operands",
    [MISSING] = "metadata-index-without-offset",
    [HIGH_BITS] = "metadata-index-offset-of-64-bits",
};

/* INDEX_OFFSET counts bits from its own end to INDEX. */
static void metadata_index(struct bl_writer *w, enum index_kind kind)
{
    bl_writer_enter(w, METADATA, 4);
    uint32_t id = BUILD_DEFINE(w, LIT(METADATA_INDEX_OFFSET), FIXED(32), FIXED(32));
    uint32_t index_id = BUILD_DEFINE(w, LIT(METADATA_INDEX), ARRAY, VBR(6));
    /* One record of 4 + 6 + 6 + 6 + 6 bits is between the two. */
    uint64_t low = kind == MISSES ? 29 : 28;
    if (kind == ONE_OPERAND)
        bl_writer_record(w, METADATA_INDEX_OFFSET, BUILD_OPS(28));
    else if (kind == THREE_OPERANDS)
        bl_writer_record(w, METADATA_INDEX_OFFSET, BUILD_OPS(28, 0, 0));
    else if (kind != MISSING)
        bl_writer_abbreviated(w, id, METADATA_INDEX_OFFSET, BUILD_OPS(low, kind == HIGH_BITS),
                              NULL);
    bl_writer_record(w, 3, BUILD_OPS(1, 2));
    bl_writer_abbreviated(w, index_id, METADATA_INDEX, BUILD_OPS(28), NULL);
    bl_writer_exit(w);
}

/* ---- Wrappers ---- */

/* Where SIZE and OFFSET count from those of a good wrapper. */
static const struct {
    const char *name;
    uint32_t version;
    int offset, size;
    unsigned front, behind; /* bytes between header and stream, and after it */
} wrappers[] = {
    {"wrapper", 0, 0, 0, 0, 0},
    {"wrapper-version-1", 1, 0, 0, 0, 0},
    {"wrapper-version-largest", UINT32_MAX, 0, 0, 0, 0},
    {"wrapper-with-a-gap", 0, 12, 0, 12, 0},
    {"wrapper-with-an-odd-gap", 0, 1, 0, 1, 3},
    {"wrapper-with-bytes-behind", 0, 0, 0, 0, 12},
    {"wrapper-size-over-zeros-behind", 0, 0, 12, 0, 12},
    {"wrapper-size-0", 0, 0, -1000000, 0, 0},
    {"wrapper-size-one-word-short", 0, 0, -4, 0, 0},
    {"wrapper-size-one-byte-short", 0, 0, -1, 0, 0},
    {"wrapper-size-three-bytes-short", 0, 0, -3, 0, 0},
    {"wrapper-size-one-too-long", 0, 0, 1, 0, 0},
    {"wrapper-size-far-too-long", 0, 0, 1 << 30, 0, 0},
    {"wrapper-offset-0", 0, -20, 20, 0, 0},
    {"wrapper-offset-inside-the-header", 0, -4, 4, 0, 0},
    {"wrapper-offset-one-too-far", 0, 1, 0, 0, 0},
    {"wrapper-offset-inside-the-stream", 0, 4, -4, 0, 0},
    {"wrapper-offset-odd", 0, 1, -1, 0, 0},
    {"wrapper-offset-beyond-the-file", 0, 1 << 30, 0, 0, 0},
};

static void put_bytes(struct bl_writer *w, unsigned n)
{
    while (n-- > 0)
        bl_writer_fixed(w, 0, 8);
}

static void put_view(struct bl_writer *w, struct bl_view bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        bl_writer_fixed(w, bytes.data[i], 8);
}

static void wrap(struct bl_writer *w, size_t row, struct bl_view stream)
{
    int64_t size = (int64_t)stream.size + wrappers[row].size;
    bl_writer_fixed(w, 0x0B17C0DE, 32);
    bl_writer_fixed(w, wrappers[row].version, 32);
    bl_writer_fixed(w, (uint32_t)(20 + wrappers[row].offset), 32);
    bl_writer_fixed(w, (uint32_t)(size < 0 ? 0 : size), 32);
    bl_writer_fixed(w, 0x01000007, 32);
    put_bytes(w, wrappers[row].front);
    put_view(w, stream);
    put_bytes(w, wrappers[row].behind);
}

/* ---- All of them ---- */

static void emit_written(synthetic_fn *emit, void *context, const char *name, struct bl_writer *w)
{
    emit(context, name, build_bytes(w));
    bl_writer_close(w);
}

static void emit_wrappers(synthetic_fn *emit, void *context)
{
    struct bl_writer *inner = build_begin();
    one_module(inner);
    struct bl_view stream = build_bytes(inner);
    struct bl_writer *w;
    for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++) {
        if (bl_writer_open(&w, NULL) < 0)
            return;
        wrap(w, i, stream);
        emit_written(emit, context, wrappers[i].name, w);
    }
    struct bl_writer *once;
    if (bl_writer_open(&w, NULL) < 0 || bl_writer_open(&once, NULL) < 0)
        return;
    wrap(once, 0, stream);
    wrap(w, 0, build_bytes(once));
    emit_written(emit, context, "wrapper-in-a-wrapper", w);
    bl_writer_close(once);
    bl_writer_close(inner);
}

static void emit_metadata(synthetic_fn *emit, void *context)
{
    static const struct {
        const char *name;
        uint64_t n_ops;
    } shapes[] = {
        {"metadata-strings-without-operands", 0},
        {"metadata-strings-of-one-operand", 1},
        {"metadata-strings-of-three-operands", 3},
        {"metadata-strings-unabbreviated", 99},
    };
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
        struct bl_writer *w = build_begin();
        metadata_strings(w, i);
        emit_written(emit, context, strings[i].name, w);
    }
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct bl_writer *w = build_begin();
        metadata_strings_shape(w, shapes[i].n_ops);
        emit_written(emit, context, shapes[i].name, w);
    }
    for (unsigned kind = 0; kind < INDEX_KINDS; kind++) {
        struct bl_writer *w = build_begin();
        metadata_index(w, (enum index_kind)kind);
        emit_written(emit, context, index_names[kind], w);
    }
}

void synthetic_files(synthetic_fn *emit, void *context)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        emit(context, files[i].name,
             (struct bl_view){.data = (const uint8_t *)files[i].bytes, .size = files[i].size});
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++) {
        struct bl_writer *w;
        if (bl_writer_open(&w, NULL) < 0)
            return;
        bl_writer_magic(w, magics[i].magic);
        module(w);
        emit_written(emit, context, magics[i].name, w);
    }
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        struct bl_writer *w = build_begin();
        modules[i].make(w);
        emit_written(emit, context, modules[i].name, w);
    }
    emit_metadata(emit, context);
    emit_wrappers(emit, context);
}
