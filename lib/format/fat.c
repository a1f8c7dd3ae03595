/* format/fat.c - universal files: one slice for each architecture
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   byte  0       4           8
 *        +-------+-----------+------------------------- - -+----------- - -
 *        | magic | nfat_arch | fat_arch × nfat_arch        | slices
 *        +-------+-----------+------------------------- - -+----------- - -
 *
 *   fat_arch     cputype, cpusubtype, offset, size, align: words of 4 bytes
 *   fat_arch_64  the same with offset and size of 8 bytes, and 4 reserved ones at the end
 *
 * All in big-endian order. Files in the other one are allowed by <mach-o/fat.h> (FAT_CIGAM), so
 * they are read; nobody writes them. Metal has a magic number of its own, for either kind of
 * fat_arch: in the longer one the upper half of the offset is zero, where no slice can begin.
 */
#include "format/fat.h"

#include "base/load.h"
#include "base/store.h"
#include "format/section.h"

#include <inttypes.h>
#include <stdio.h>

#define MAGIC_32 0xCAFEBABEu
#define MAGIC_64 0xCAFEBABFu
#define MAGIC_METAL 0xCBFEBABEu

enum {
    HEADER_BYTES = 8,
    NFAT_ARCH_AT = 4,
    ARCH_BYTES_32 = 20,
    ARCH_BYTES_64 = 32,
    OFFSET_AT = 8, /* in a fat_arch */
    SIZE_AT_32 = 12,
    SIZE_AT_64 = 16,

    /* A Java class has its version in the place of nfat_arch, minor and major, and that is never
     * below 43; there are not as many architectures. LLVM and file(1) go by the same. Offsets of
     * slices are not asked: a universal file that was cut off shall be called one. */
    MAX_SLICES_32 = 42,

    ABI64 = 1 << 24,
    ABI64_32 = 1 << 25,
    X86 = 7,
    ARM = 12,
    PPC = 18,
    AIR = 23, /* and ABI64; the subtype is that of its version */
    RISCV = 24,
    SUBTYPE_MASK = 0xFFFFFF, /* above: capabilities, the version of arm64e's ABI */
};

static const struct {
    uint32_t type, subtype;
    const char *name;
} architectures[] = {
    {X86, 3, "i386"},
    {X86 | ABI64, 3, "x86_64"},
    {X86 | ABI64, 8, "x86_64h"},
    {ARM, 0, "arm"},
    {ARM, 5, "armv4t"},
    {ARM, 6, "armv6"},
    {ARM, 7, "armv5e"},
    {ARM, 8, "xscale"},
    {ARM, 9, "armv7"},
    {ARM, 11, "armv7s"},
    {ARM, 12, "armv7k"},
    {ARM, 14, "armv6m"},
    {ARM, 15, "armv7m"},
    {ARM, 16, "armv7em"},
    {ARM | ABI64, 0, "arm64"},
    {ARM | ABI64, 1, "arm64v8"},
    {ARM | ABI64, 2, "arm64e"},
    {ARM | ABI64_32, 1, "arm64_32"},
    {PPC, 0, "ppc"},
    {PPC, 9, "ppc750"},
    {PPC, 10, "ppc7400"},
    {PPC, 11, "ppc7450"},
    {PPC, 100, "ppc970"},
    {PPC | ABI64, 0, "ppc64"},
    {PPC | ABI64, 100, "ppc970-64"},
    {RISCV, 0, "riscv32"},
};

static uint32_t field32(const struct bl_fat *it, size_t at)
{
    return bl_load_32(it->bytes.data + at, it->is_big_endian);
}

static size_t arch_bytes(const struct bl_fat *it)
{
    return it->is_64 ? ARCH_BYTES_64 : ARCH_BYTES_32;
}

/* Whether the first slice's offset has 64 bits, more than half of which are zero. */
static bool has_long_offset(const struct bl_fat *it)
{
    size_t upper = HEADER_BYTES + OFFSET_AT + (it->is_big_endian ? 0 : 4);
    return it->bytes.size >= HEADER_BYTES + ARCH_BYTES_64 && field32(it, upper) == 0;
}

/* Read the first eight bytes. False: not a universal file. */
static bool identify(struct bl_fat *it, struct bl_view bytes)
{
    *it = (struct bl_fat){.bytes = bytes};
    if (bytes.size < HEADER_BYTES)
        return false;
    it->is_big_endian = bytes.data[0] == MAGIC_32 >> 24 || bytes.data[0] == MAGIC_METAL >> 24;
    uint32_t magic = field32(it, 0);
    bool is_metal = magic == MAGIC_METAL;
    it->is_64 = magic == MAGIC_64 || (is_metal && has_long_offset(it));
    it->n_slices = field32(it, NFAT_ARCH_AT);
    return it->is_64 || is_metal || (magic == MAGIC_32 && it->n_slices <= MAX_SLICES_32);
}

bool bl_fat_probe(struct bl_view bytes)
{
    struct bl_fat it;
    return identify(&it, bytes);
}

int bl_fat_open(struct bl_fat *it, struct bl_view bytes, struct bl_error *err)
{
    if (!identify(it, bytes))
        return bl_part_fail(err, "not a universal file", 0);
    if (it->n_slices == 0)
        return bl_part_fail(err, "the universal file has no slices", NFAT_ARCH_AT);
    if (it->n_slices > (bytes.size - HEADER_BYTES) / arch_bytes(it))
        return bl_part_fail(err, "the universal header reaches beyond the file", NFAT_ARCH_AT);
    return BL_OK;
}

static struct bl_view name_of_architecture(struct bl_fat *it, uint32_t type, uint32_t subtype)
{
    /* Those of the devices that Metal's slices are for; their subtypes are many. */
    static const char *const devices[] = {"applegpu", "amdgpu", "intelgpu", "nvidiagpu", "air64"};
    const char *name = it->name;
    uint32_t device = type - (ABI64 | (AIR - 4));
    for (size_t i = 0; i < sizeof architectures / sizeof architectures[0]; i++)
        if (architectures[i].type == type && architectures[i].subtype == subtype)
            name = architectures[i].name;
    if (device < sizeof devices / sizeof devices[0])
        (void)snprintf(it->name, sizeof it->name, "%s.%" PRIu32, devices[device], subtype);
    else if (name == it->name)
        (void)snprintf(it->name, sizeof it->name, "cpu-%" PRIu32 ".%" PRIu32, type, subtype);
    return bl_view_of(name);
}

/* Whether the bytes of PART exist; then it gets them. AT is its fat_arch. */
static int locate(const struct bl_fat *it, size_t at, struct bl_part *part, struct bl_error *err)
{
    if (part->offset < HEADER_BYTES + it->n_slices * arch_bytes(it))
        return bl_part_fail(err, "the slice begins inside the universal header", at + OFFSET_AT);
    if (part->offset > it->bytes.size)
        return bl_part_fail(err, "the slice's offset lies outside the file", at + OFFSET_AT);
    if (!bl_section_slice(it->bytes, part->offset, part->size, &part->bytes))
        return bl_part_fail(err, "the slice's size reaches beyond the file",
                            at + (it->is_64 ? SIZE_AT_64 : SIZE_AT_32));
    return 1;
}

int bl_fat_next(struct bl_fat *it, struct bl_part *part, struct bl_error *err)
{
    *part = (struct bl_part){0};
    if (it->next == it->n_slices)
        return 0;
    size_t at = HEADER_BYTES + it->next++ * arch_bytes(it);
    const uint8_t *arch = it->bytes.data + at;
    bool is_big = it->is_big_endian;
    *part = (struct bl_part){
        .kind = BL_PART_SLICE,
        .name = name_of_architecture(it, field32(it, at), field32(it, at + 4) & SUBTYPE_MASK),
        .offset =
            it->is_64 ? bl_load_64(arch + OFFSET_AT, is_big) : bl_load_32(arch + OFFSET_AT, is_big),
        .size = it->is_64 ? bl_load_64(arch + SIZE_AT_64, is_big)
                          : bl_load_32(arch + SIZE_AT_32, is_big),
    };
    return locate(it, at, part, err);
}

struct bl_placing bl_fat_place(const struct bl_fat *it, uint64_t offset, uint64_t size)
{
    size_t word = it->is_64 ? 8 : 4;
    struct bl_placing to = {
        .at = HEADER_BYTES + (it->next - 1) * arch_bytes(it) + OFFSET_AT,
        .n = it->is_64 || offset + size <= UINT32_MAX ? 2 * word : 0,
    };
    bl_store_number(to.header, word, offset, it->is_big_endian);
    bl_store_number(to.header + word, word, size, it->is_big_endian);
    return to;
}
