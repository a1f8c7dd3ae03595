/* cmd/nm/nm_target.c - what a target triple says of symbols, as llvm/TargetParser/Triple.h reads it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "nm/nm_target.h"

#include <string.h>

static bool begins_with(struct bl_view text, const char *with)
{
    size_t n = strlen(with);
    return text.size >= n && memcmp(text.data, with, n) == 0;
}

static bool begins_with_one(struct bl_view text, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (begins_with(text, words[i]))
            return true;
    return false;
}

static bool ends_with(struct bl_view text, const char *with)
{
    size_t n = strlen(with);
    return text.size >= n && memcmp(text.data + text.size - n, with, n) == 0;
}

/* What follows N dashes: 2, the system and what comes after it, 3, the environment. */
static struct bl_view after_dashes(struct bl_view triple, unsigned n)
{
    for (; n > 0; n--) {
        const uint8_t *at = triple.size > 0 ? memchr(triple.data, '-', triple.size) : NULL;
        if (!at)
            return (struct bl_view){0};
        triple.size -= (size_t)(at + 1 - triple.data);
        triple.data = at + 1;
    }
    return triple;
}

/* A list of words and their number. */
#define WORDS(list) (list), sizeof(list) / sizeof *(list)

bool target_is_64_bit(struct bl_view triple)
{
    static const char *const machines[] = {
        "x86_64",  "amd64",   "aarch64", "arm64", "riscv64",   "powerpc64",   "ppc64",
        "ppu",     "mips64",  "mipsn32", "s390x", "systemz",   "sparcv9",     "sparc64",
        "amdgcn",  "nvptx64", "wasm64",  "bpf",   "spir64",    "spirv64",     "spirv-",
        "hsail64", "amdil64", "ve-",     "le64",  "mipsisa64", "loongarch64", "renderscript64"};
    if (begins_with(triple, "aarch64_32") || begins_with(triple, "arm64_32"))
        return false;
    return begins_with_one(triple, WORDS(machines));
}

bool target_is_darwin(struct bl_view triple)
{
    static const char *const systems[] = {"darwin", "macos",    "ios",       "tvos",    "watchos",
                                          "xros",   "visionos", "driverkit", "bridgeos"};
    return begins_with_one(after_dashes(triple, 2), WORDS(systems));
}

/* Whether object files are ELF: by the environment's last word, else by the system. */
static bool is_elf(struct bl_view triple)
{
    static const char *const systems[] = {"windows", "win32", "uefi"};
    static const char *const formats[] = {"coff", "goff", "macho", "spirv", "wasm"};
    struct bl_view environment = after_dashes(triple, 3);
    if (ends_with(environment, "elf"))
        return true;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (ends_with(environment, formats[i]))
            return false;
    return !target_is_darwin(triple) && !begins_with_one(after_dashes(triple, 2), WORDS(systems));
}

bool target_has_got(struct bl_view triple)
{
    return triple.size >= 4 && triple.data[0] == 'i' && strchr("3456789", triple.data[1]) &&
           memcmp(triple.data + 2, "86", 2) == 0 && (triple.size == 4 || triple.data[4] == '-') &&
           is_elf(triple);
}
