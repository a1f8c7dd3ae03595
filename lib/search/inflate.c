/* search/inflate.c - offload bundles and sections of objects, without their compression
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Both say how many bytes they become. zlib and libzstd do the work, which are loaded only when
 * there is something to be done; the functions are declared here as they promise them.
 */
#include "search/unpack.h"

#include "base/grow.h"
#include "base/library.h"
#include "base/status.h"
#include "base/view.h"
#include "format/container.h"
#include "format/offload_bundle.h"

#include <pthread.h>
#include <string.h>

#ifndef ZLIB_LIBRARY
#define ZLIB_LIBRARY "libz.so.1"
#endif
#ifndef ZSTD_LIBRARY
#define ZSTD_LIBRARY "libzstd.so.1"
#endif

static struct {
    int (*zlib)(void *to, unsigned long *n_to, const void *from, unsigned long n_from);
    size_t (*zstd)(void *to, size_t n_to, const void *from, size_t n_from);
    size_t (*zstd_extent)(const void *from, size_t n_from);
    unsigned (*zstd_failed)(size_t result);
} library;

static void load(void)
{
    void *zlib = bl_library_symbol(ZLIB_LIBRARY, "uncompress");
    void *extent = bl_library_symbol(ZSTD_LIBRARY, "ZSTD_findFrameCompressedSize");
    void *failed = bl_library_symbol(ZSTD_LIBRARY, "ZSTD_isError");
    void *zstd = extent && failed ? bl_library_symbol(ZSTD_LIBRARY, "ZSTD_decompress") : NULL;
    memcpy(&library.zlib, &zlib, sizeof zlib);
    memcpy(&library.zstd_extent, &extent, sizeof extent);
    memcpy(&library.zstd_failed, &failed, sizeof failed);
    memcpy(&library.zstd, &zstd, sizeof zstd);
}

static bool can(unsigned compression)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (compression != BL_COMPRESSION_ZLIB && compression != BL_COMPRESSION_ZSTD)
        return false;
    (void)pthread_once(&once, load);
    return compression == BL_COMPRESSION_ZLIB ? library.zlib != NULL : library.zstd != NULL;
}

/* Whether BYTES become N at TO. What is after them is ignored. */
static bool decompress(unsigned compression, struct bl_view bytes, uint8_t *to, size_t n)
{
    if (compression == BL_COMPRESSION_ZLIB) {
        unsigned long n_to = n;
        return library.zlib(to, &n_to, bytes.data, bytes.size) == 0 && n_to == n;
    }
    size_t extent = library.zstd_extent(bytes.data, bytes.size);
    return !library.zstd_failed(extent) &&
           library.zstd(to, n, bytes.data, extent) == n; /* an error is a very large number */
}

/* Append what BYTES become, N bytes. */
static int put_raw(struct bl_unpacking *u, unsigned compression, struct bl_view bytes, uint64_t n,
                   struct bl_unpacked *image)
{
    if (n > u->bytes_left)
        return bl_fail(u->err, BL_E_LIMIT, "it unpacks to more bytes than the limit");
    u->bytes_left -= n;
    if (n == 0)
        return BL_OK;
    uint8_t *raw = n <= SIZE_MAX ? bl_new((size_t)n) : NULL;
    if (!raw)
        return bl_unpack_no_memory(u);
    int status =
        decompress(compression, bytes, raw, (size_t)n)
            ? bl_unpacked_put(u, image, raw, (size_t)n)
            : bl_part_fail(u->err, "what is compressed cannot be decompressed: it is damaged", 0);
    bl_drop(raw);
    return status;
}

/* ---- Offload bundles ---- */

/* Of NAME, "zstd" or "zstd section". */
static unsigned compression_named(const char *name)
{
    return !name                           ? BL_COMPRESSION_NONE
           : strncmp(name, "zlib", 4) == 0 ? BL_COMPRESSION_ZLIB
           : strncmp(name, "zstd", 4) == 0 ? BL_COMPRESSION_ZSTD
                                           : BL_COMPRESSION_NONE;
}

const char *bl_inflate_library(const char *with)
{
    unsigned compression = compression_named(with);
    if (!strchr(with, ' ') || compression == BL_COMPRESSION_NONE || can(compression))
        return NULL;
    return compression == BL_COMPRESSION_ZLIB ? ZLIB_LIBRARY : ZSTD_LIBRARY;
}

/* Whether there is one that is compressed, and can be decompressed, among the bundles in BYTES. */
static bool finds_bundle(struct bl_view bytes)
{
    struct bl_offload_bundle it;
    struct bl_part part;
    bool finds = false;
    if (!bl_offload_bundle_probe(bytes) || bl_offload_bundle_open(&it, bytes, NULL) < 0)
        return false;
    while (!finds && bl_offload_bundle_next(&it, &part, NULL) != 0)
        finds = can(compression_named(it.compression));
    return finds;
}

static int put_view(struct bl_unpacking *u, struct bl_unpacked *image, struct bl_view bytes,
                    uint64_t from, uint64_t to)
{
    return bl_unpacked_put(u, image, bytes.data + from, (size_t)(to - from));
}

static int put_bundles(struct bl_unpacking *u, struct bl_view bytes, struct bl_unpacked *image)
{
    struct bl_offload_bundle it;
    struct bl_part part;
    uint64_t at = 0;
    int status = bl_offload_bundle_open(&it, bytes, u->err);
    /* What is wrong with others stays as it is. */
    while (status == BL_OK && bl_offload_bundle_next(&it, &part, NULL) != 0) {
        if (!can(compression_named(it.compression)))
            continue;
        status = put_view(u, image, bytes, at, it.start);
        if (status == BL_OK)
            status = put_raw(u, compression_named(it.compression), part.bytes, it.raw_size, image);
        at = it.end;
    }
    return status < 0 ? status : put_view(u, image, bytes, at, bytes.size);
}

/* ---- Sections and slices ---- */

/* One that is to be at the end of its object, or universal file. */
struct section {
    struct bl_placing to;
    struct bl_unpacked contents;
};

struct sections {
    struct section *items;
    uint32_t n, cap;
};

static int finds_section(struct bl_view bytes);

/* Whether the last PART of C is, or has, what can be decompressed: 1, 0, or BL_E_NOMEM. */
static int is_inflated(const struct bl_container *c, const struct bl_part *part)
{
    switch (c->kind) {
    case BL_CONTAINER_ELF:
        return part->is_compressed ? can(c->it.elf.compression) : finds_bundle(part->bytes);
    case BL_CONTAINER_MACHO: return bl_unpack_finds(part->bytes);
    default: return bl_macho_probe(part->bytes) ? finds_section(part->bytes) : 0;
    }
}

/* The kind of BYTES, if it is one whose parts can be elsewhere. */
static enum bl_container_kind kind_of(struct bl_view bytes)
{
    return bl_elf_may_be_packed(bytes) ? BL_CONTAINER_ELF
           : bl_macho_probe(bytes)     ? BL_CONTAINER_MACHO
           : bl_fat_probe(bytes)       ? BL_CONTAINER_FAT
                                       : BL_CONTAINER_NONE;
}

static int finds_section(struct bl_view bytes)
{
    struct bl_container c;
    struct bl_part part;
    enum bl_container_kind kind = kind_of(bytes);
    int found = 0;
    int rc = kind ? bl_container_open(&c, kind, bytes, NULL) : BL_E_CONTAINER;
    if (rc < 0)
        return rc == BL_E_NOMEM ? rc : 0;
    while (found == 0 && (rc = bl_container_next(&c, &part, NULL)) != 0 && rc != BL_E_NOMEM)
        found = rc > 0 ? is_inflated(&c, &part) : 0;
    bl_container_close(&c);
    return found == 0 && rc == BL_E_NOMEM ? rc : found;
}

static int put_sections(struct bl_unpacking *u, struct bl_view bytes, struct bl_unpacked *image);

/* What the last PART of C becomes. */
static int put_section(struct bl_unpacking *u, const struct bl_container *c,
                       const struct bl_part *part, struct bl_unpacked *contents)
{
    if (c->kind == BL_CONTAINER_MACHO)
        return bl_unpack_whole(u, part->bytes, contents);
    if (part->is_compressed)
        return put_raw(u, c->it.elf.compression, part->bytes, c->it.elf.raw_size, contents);
    if (c->kind == BL_CONTAINER_ELF)
        return put_bundles(u, part->bytes, contents);
    if (part->bytes.size > u->bytes_left)
        return bl_fail(u->err, BL_E_LIMIT, "it unpacks to more bytes than the limit");
    u->bytes_left -= part->bytes.size; /* slices may overlap */
    return put_sections(u, part->bytes, contents);
}

static struct bl_placing place(const struct bl_container *c, uint64_t offset, uint64_t size)
{
    switch (c->kind) {
    case BL_CONTAINER_ELF: return bl_elf_place(&c->it.elf, offset, size);
    case BL_CONTAINER_MACHO: return bl_macho_place(&c->it.macho, offset, size);
    default: return bl_fat_place(&c->it.fat, offset, size);
    }
}

/* The last PART of C goes to OFFSET. */
static int add_section(struct bl_unpacking *u, struct sections *sections,
                       const struct bl_container *c, const struct bl_part *part, uint64_t *offset)
{
    struct bl_view contents = {0};
    if (bl_append(&sections->items, &sections->n, &sections->cap, (struct section){0}) < 0)
        return bl_unpack_no_memory(u);
    struct section *section = &sections->items[sections->n - 1];
    int status = put_section(u, c, part, &section->contents);
    if (status == BL_OK)
        status = bl_unpacked_view(u, &section->contents, &contents);
    if (status < 0)
        return status;
    section->to = place(c, *offset, contents.size);
    if (section->to.n == 0)
        return bl_fail(u->err, BL_E_LIMIT, "it unpacks to more bytes than its container can hold");
    *offset += contents.size;
    return BL_OK;
}

/* Headers ascend. */
static int put_object(struct bl_unpacking *u, struct bl_view bytes, const struct sections *sections,
                      struct bl_unpacked *image)
{
    uint64_t at = 0;
    int status = BL_OK;
    for (uint32_t i = 0; i < sections->n && status == BL_OK; i++) {
        const struct bl_placing *to = &sections->items[i].to;
        status = put_view(u, image, bytes, at, to->at);
        if (status == BL_OK)
            status = bl_unpacked_put(u, image, to->header, to->n);
        at = to->at + to->n;
    }
    if (status == BL_OK)
        status = put_view(u, image, bytes, at, bytes.size);
    for (uint32_t i = 0; i < sections->n && status == BL_OK; i++) {
        struct bl_view contents;
        status = bl_unpacked_view(u, &sections->items[i].contents, &contents);
        if (status == BL_OK)
            status = bl_unpacked_put(u, image, contents.data, contents.size);
    }
    return status;
}

static int put_sections(struct bl_unpacking *u, struct bl_view bytes, struct bl_unpacked *image)
{
    struct sections sections = {0};
    struct bl_container c;
    struct bl_part part;
    uint64_t offset = bytes.size;
    int rc, status = bl_container_open(&c, kind_of(bytes), bytes, u->err);
    if (status < 0)
        return status;
    while (status == BL_OK && (rc = bl_container_next(&c, &part, NULL)) != 0)
        if (rc > 0 && (status = is_inflated(&c, &part)) != 0)
            status =
                status > 0 ? add_section(u, &sections, &c, &part, &offset) : bl_unpack_no_memory(u);
    if (status == BL_OK)
        status = put_object(u, bytes, &sections, image);
    for (uint32_t i = 0; i < sections.n; i++)
        bl_unpacked_release(&sections.items[i].contents);
    bl_drop(sections.items);
    bl_container_close(&c);
    return status;
}

/* ---- Both ---- */

int bl_inflate_finds(struct bl_view bytes)
{
    return finds_bundle(bytes) ? 1 : finds_section(bytes);
}

int bl_inflate(struct bl_unpacking *u, struct bl_view bytes, struct bl_unpacked *image)
{
    return bl_offload_bundle_probe(bytes) ? put_bundles(u, bytes, image)
                                          : put_sections(u, bytes, image);
}
