/* print/data_layout.c - data layouts, completed as LLVM does it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Each version of LLVM knows what the newest data layout of a target has and an older one lacks,
 * and adds it to what it reads (UpgradeDataLayoutString() in llvm/IR/AutoUpgrade.h). Compilers of
 * that version write the newest one, so that nothing is added to theirs.
 */
#include "print/data_layout.h"
#include "base/view.h"
#include "print/printer.h"

#include <string.h>

enum family {
    OTHER,
    AMDGCN,
    R600,
    SPIR, /* and SPIR-V */
    LOONGARCH64,
    RISCV64,
    AARCH64,
    MIPS64,
    WITH_I128, /* after 64-bit integers: SPARC, PowerPC, WebAssembly */
    X86,
};

/* A data layout, which is the end of T. */
struct layout {
    struct bl_text *t;
    size_t begin;
    struct bl_view given; /* what the file says */
    enum family family;
    unsigned llvm;
};

/* ---- Triples ---- */

/* Names of architectures that begin with NAME, or are it. */
static const struct {
    const char *name;
    enum family family;
    bool is_whole;
} architectures[] = {
    {"amdgcn", AMDGCN, true},
    {"r600", R600, true},
    {"spir", SPIR, true},
    {"spir64", SPIR, true},
    {"spirv32", SPIR, false},
    {"spirv64", SPIR, false},
    {"loongarch64", LOONGARCH64, true},
    {"riscv64", RISCV64, true},
    {"aarch64", AARCH64, false},
    {"arm64", AARCH64, false},
    {"sparc", WITH_I128, false},
    {"mips64", MIPS64, false},
    {"mipsn32", MIPS64, false},
    {"mipsisa64", MIPS64, false},
    {"powerpc64", WITH_I128, false},
    {"ppc64", WITH_I128, false},
    {"wasm32", WITH_I128, true},
    {"wasm64", WITH_I128, true},
    {"x86_64", X86, false},
    {"amd64", X86, true},
};

/* Part I of TRIPLE; it may be empty. */
static struct bl_view part_of_triple(struct bl_view triple, unsigned i)
{
    for (; triple.size > 0; i--) {
        const uint8_t *end = memchr(triple.data, '-', triple.size);
        size_t size = end ? (size_t)(end - triple.data) : triple.size;
        if (i == 0)
            return (struct bl_view){.data = triple.data, .size = size};
        triple = bl_view_from(triple, size + (end != NULL));
    }
    return triple;
}

static enum family family_of(struct bl_view triple)
{
    struct bl_view name = part_of_triple(triple, 0);
    for (size_t i = 0; i < sizeof architectures / sizeof *architectures; i++)
        if (architectures[i].is_whole ? bl_view_is(name, architectures[i].name)
                                      : bl_view_begins(name, architectures[i].name))
            return architectures[i].family;
    /* i386 to i986 */
    bool is_x86 = name.size == 4 && name.data[0] == 'i' && name.data[1] >= '3' &&
                  name.data[1] <= '9' && memcmp(name.data + 2, "86", 2) == 0;
    return is_x86 ? X86 : OTHER;
}

/* ---- Pieces ---- */

static struct bl_view view_of(const struct layout *l)
{
    return (struct bl_view){.data = (const uint8_t *)l->t->data + l->begin,
                            .size = l->t->size - l->begin};
}

static bool ends_with(struct bl_view layout, const char *text)
{
    size_t size = strlen(text);
    return layout.size >= size && memcmp(layout.data + layout.size - size, text, size) == 0;
}

static void insert(struct layout *l, size_t at, const char *text)
{
    struct bl_view piece = bl_view_of(text);
    if (!bl_text_room(l->t, piece.size))
        return;
    char *to = l->t->data + l->begin + at;
    memmove(to + piece.size, to, view_of(l).size - at);
    memcpy(to, piece.data, piece.size);
    l->t->size += piece.size;
}

static void append_piece_of_layout(struct layout *l, const char *piece)
{
    insert(l, view_of(l).size, piece + (view_of(l).size == 0 && *piece == '-'));
}

/* PIECE, unless the file has NAME, "-p7": anywhere or, as "p7", at the beginning. */
static void add_piece(struct layout *l, const char *name, const char *piece)
{
    if (!bl_view_has(l->given, name) && !bl_view_begins(l->given, name + 1))
        append_piece_of_layout(l, piece);
}

/* KNOWN, where it is first, becomes TEXT, which is longer. */
static void replace(struct layout *l, const char *known, const char *text)
{
    size_t at = bl_view_find(view_of(l), known);
    if (at == SIZE_MAX)
        return;
    insert(l, at + strlen(known), text + strlen(known));
    if (!l->t->is_cut)
        memcpy(l->t->data + l->begin + at, text, strlen(text));
}

/* ---- What each family lacks ---- */

/* The operating system is Windows, the environment Microsoft's, also where none is said. */
static bool is_msvc(struct bl_view triple)
{
    static const char *const others[] = {"gnu", "cygnus", "itanium", "coreclr"};
    struct bl_view system = part_of_triple(triple, 2), environment = part_of_triple(triple, 3);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (bl_view_begins(environment, others[i]))
            return false;
    return bl_view_begins(system, "windows") || bl_view_begins(system, "win32");
}

static void complete_amdgpu(struct layout *l)
{
    struct bl_view given = l->given;
    bool has_spaces = l->family == AMDGCN && l->llvm >= 17;
    add_piece(l, "-G", "-G1");
    if (has_spaces) {
        add_piece(l, "-ni", l->llvm >= 18 ? "-ni:7:8:9" : "-ni:7:8");
        if (ends_with(given, "ni:7"))
            append_piece_of_layout(l, ":8:9");
        if (ends_with(given, "ni:7:8"))
            append_piece_of_layout(l, ":9");
        add_piece(l, "-p7", "-p7:160:256:256:32");
        add_piece(l, "-p8", l->llvm >= 21 ? "-p8:128:128:128:48" : "-p8:128:128");
        if (l->llvm >= 21)
            replace(l, "-p8:128:128-", "-p8:128:128:128:48-");
        if (l->llvm >= 18)
            add_piece(l, "-p9", "-p9:192:256:256:32");
    }
    if (l->llvm >= 22 && !bl_view_has(given, "m:e"))
        insert(l, 0, view_of(l).size ? "m:e-" : "m:e");
}

/* Pointers of 32 bits, with and without a sign, and of 64, after the mangling, "e-m:e", and the
 * size of pointers, "-p:32:32". */
static void add_mixed_pointers(struct layout *l)
{
    enum {
        MANGLING_SIZE = 5
    };
    static const char spaces[] = "-p270:32:32-p271:32:32-p272:64:64";
    static const char size[] = "-p:32:32";
    const uint8_t *text = l->given.data;
    bool is_strict = l->llvm < 20;
    if (bl_view_has(l->given, spaces) || l->given.size <= MANGLING_SIZE ||
        (text[0] != 'e' && (text[0] != 'E' || is_strict)) || memcmp(text + 1, "-m:", 3) != 0 ||
        text[4] < 'a' || text[4] > 'z')
        return;
    struct bl_view rest = bl_view_from(l->given, MANGLING_SIZE);
    if (bl_view_begins(rest, size) && rest.size >= sizeof size && rest.data[sizeof size - 1] == '-')
        rest = bl_view_from(rest, sizeof size - 1);
    if (is_strict ? bl_view_begins(rest, "-i64:") || bl_view_begins(rest, "-f64:")
                  : bl_view_begins(rest, "-"))
        insert(l, l->given.size - rest.size, spaces);
}

/* After mangling, pointers and integers, if no more of them follow. */
static void add_i128_of_x86(struct layout *l)
{
    struct bl_view layout = view_of(l);
    size_t at = SIZE_MAX;
    if (bl_view_has(layout, "-i128:128") || layout.size == 0 || layout.data[0] != 'e' ||
        (layout.size > 1 && layout.data[1] != '-'))
        return;
    for (size_t i = 1; i < layout.size; i++) {
        if (layout.data[i] != '-')
            continue;
        char kind = i + 1 < layout.size ? (char)layout.data[i + 1] : '-';
        bool is_early = kind == 'm' || kind == 'p' || kind == 'i';
        if (is_early && at != SIZE_MAX)
            return;
        if (!is_early && at == SIZE_MAX)
            at = i;
    }
    insert(l, at == SIZE_MAX ? layout.size : at, "-i128:128");
}

static void complete_x86(struct layout *l, struct bl_view triple)
{
    add_mixed_pointers(l);
    if (l->llvm >= 18 && !bl_view_begins(part_of_triple(triple, 2), "elfiamcu"))
        add_i128_of_x86(l);
    if (l->llvm >= 14 && triple.data[0] == 'i' && is_msvc(triple))
        replace(l, "-f80:32-", "-f80:128-");
}

static void add_i128(struct layout *l)
{
    size_t at = bl_view_find(l->given, "-i64:64");
    if (l->llvm >= 20 && at != SIZE_MAX && !bl_view_has(l->given, "-i128:128"))
        insert(l, at + strlen("-i64:64"), "-i128:128");
}

/* Before the alignment of the stack. */
static void complete_aix(struct layout *l)
{
    size_t at = bl_view_find(view_of(l), "-S128");
    if (l->llvm >= 22 && l->given.size && !bl_view_has(l->given, "-f64:32:64"))
        insert(l, at == SIZE_MAX ? view_of(l).size : at, "-f64:32:64");
}

static void complete(struct layout *l, struct bl_view triple)
{
    switch (l->family) {
    case AMDGCN:
    case R600: complete_amdgpu(l); break;
    case SPIR:
        if (l->llvm >= 19)
            add_piece(l, "-G", "-G1");
        break;
    case LOONGARCH64:
    case RISCV64:
        if (l->llvm >= (l->family == RISCV64 ? 16 : 19))
            replace(l, "-n64-", "-n32:64-");
        break;
    case AARCH64:
        if (l->llvm >= 19 && l->given.size && !bl_view_has(l->given, "-Fn32"))
            append_piece_of_layout(l, "-Fn32");
        if (l->llvm >= 20)
            add_mixed_pointers(l);
        break;
    case MIPS64:
        if (!bl_view_has(l->given, "m:m")) /* the ABI called O32 */
            add_i128(l);
        break;
    case WITH_I128: add_i128(l); break;
    case X86: complete_x86(l, triple); break;
    case OTHER: break;
    }
    if (bl_view_begins(part_of_triple(triple, 2), "aix"))
        complete_aix(l);
}

void bl_put_data_layout(struct bl_printer *p)
{
    static const char key[] = "target datalayout = \"";
    struct bl_text *t = &p->text;
    size_t begin = t->size;
    bl_text_put(t, key);
    struct layout l = {
        .t = t,
        .begin = t->size,
        .given = p->tables.info.data_layout,
        .family = family_of(p->tables.info.triple),
        .llvm = p->llvm,
    };
    bl_text_view(t, l.given);
    if (!t->is_cut)
        complete(&l, p->tables.info.triple);
    if (!t->is_cut && t->size == l.begin)
        t->size = begin; /* there is none */
    else
        bl_text_put(t, "\"\n");
}

/* "P1" among the parts of the data layout: functions are in address space 1. */
uint64_t bl_code_space(const struct bl_printer *p)
{
    struct bl_view layout = p->tables.info.data_layout;
    for (size_t i = 0; i + 1 < layout.size; i++) {
        if (layout.data[i] != 'P' || (i > 0 && layout.data[i - 1] != '-'))
            continue;
        uint64_t space = 0;
        while (++i < layout.size && layout.data[i] >= '0' && layout.data[i] <= '9' &&
               space < 1 << 24)
            space = space * 10 + (uint64_t)(layout.data[i] - '0');
        return space;
    }
    return 0;
}
