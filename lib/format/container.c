/* format/container.c - any container: which one it is, and what it holds
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/container.h"

/* Kind, name in functions, name for people; in the order of probing. */
#define FORMATS(X)                                      \
    X(AR, ar, "ar archive")                             \
    X(ELF, elf, "ELF file")                             \
    X(MACHO, macho, "Mach-O file")                      \
    X(FAT, fat, "universal file")                       \
    X(DXBC, dxbc, "DXBC container")                     \
    X(WASM, wasm, "WebAssembly file")                   \
    X(OFFLOAD, offload, "offload binary")               \
    X(OFFLOAD_BUNDLE, offload_bundle, "offload bundle") \
    X(FATBIN, fatbin, "CUDA fat binary")                \
    X(METALLIB, metallib, "Metal library")              \
    X(MSF, msf, "PDB file")                             \
    X(PARQUET, parquet, "Parquet file")                 \
    X(TAR, tar, "tar archive")                          \
    X(COFF, coff, "COFF file")

enum bl_container_kind bl_container_probe(struct bl_view bytes)
{
#define PROBE(KIND, name, text)   \
    if (bl_##name##_probe(bytes)) \
        return BL_CONTAINER_##KIND;
    FORMATS(PROBE)
#undef PROBE
    return BL_CONTAINER_NONE;
}

/* By bl_container_kind; BL_CONTAINER_NONE has none. */
static const struct {
    const char *name, *hint, *advice;
} texts[] = {
#define TEXTS(KIND, name, text)                                    \
    [BL_CONTAINER_##KIND] = {text, text " without bitcode inside", \
                             text ", no stream: a search finds those in it"},
    FORMATS(TEXTS)
#undef TEXTS
};

const char *bl_container_name(enum bl_container_kind kind)
{
    return texts[kind].name;
}

const char *bl_container_hint(enum bl_container_kind kind)
{
    return texts[kind].hint;
}

const char *bl_container_advice(enum bl_container_kind kind)
{
    return texts[kind].advice;
}

int bl_container_open(struct bl_container *c, enum bl_container_kind kind, struct bl_view bytes,
                      struct bl_error *err)
{
    c->kind = kind;
    switch (kind) {
#define OPEN(KIND, name, text) \
    case BL_CONTAINER_##KIND: return bl_##name##_open(&c->it.name, bytes, err);
        FORMATS(OPEN)
#undef OPEN
    case BL_CONTAINER_NONE: break;
    }
    return BL_E_ARGUMENT;
}

int bl_container_next(struct bl_container *c, struct bl_part *part, struct bl_error *err)
{
    switch (c->kind) {
#define NEXT(KIND, name, text) \
    case BL_CONTAINER_##KIND: return bl_##name##_next(&c->it.name, part, err);
        FORMATS(NEXT)
#undef NEXT
    case BL_CONTAINER_NONE: break;
    }
    return BL_E_ARGUMENT;
}

int bl_container_fact(struct bl_container *c, uint32_t number, struct bl_fact *fact)
{
    switch (c->kind) {
    case BL_CONTAINER_METALLIB: return bl_metallib_fact(&c->it.metallib, number, fact);
    case BL_CONTAINER_OFFLOAD: return bl_offload_fact(&c->it.offload, number, fact);
    case BL_CONTAINER_OFFLOAD_BUNDLE:
        return bl_offload_bundle_fact(&c->it.offload_bundle, number, fact);
    case BL_CONTAINER_FATBIN: return bl_fatbin_fact(&c->it.fatbin, number, fact);
    case BL_CONTAINER_PARQUET: return bl_parquet_fact(&c->it.parquet, number, fact);
    default: return 0;
    }
}

bool bl_container_has_images(enum bl_container_kind kind)
{
    return kind == BL_CONTAINER_OFFLOAD || kind == BL_CONTAINER_OFFLOAD_BUNDLE ||
           kind == BL_CONTAINER_FATBIN;
}

bool bl_container_has_commands(enum bl_container_kind kind)
{
    return kind == BL_CONTAINER_ELF || kind == BL_CONTAINER_MACHO || kind == BL_CONTAINER_COFF ||
           kind == BL_CONTAINER_WASM;
}

void bl_container_close(struct bl_container *c)
{
    if (c->kind == BL_CONTAINER_ELF)
        bl_elf_close(&c->it.elf);
    else if (c->kind == BL_CONTAINER_PARQUET)
        bl_parquet_close(&c->it.parquet);
    c->kind = BL_CONTAINER_NONE;
}
