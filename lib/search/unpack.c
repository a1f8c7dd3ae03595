/* search/unpack.c - files that are packed, replaced by what is in them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Data that is only compressed is replaced by itself; archives of other kinds, and those of which a
 * member is packed, by a tar archive with the same names. So nobody above has to know. libarchive
 * does the work, which is loaded only when there is something to be done. Its functions are
 * declared here, as it promises them for its major version 13: no header is needed.
 */
#include "search/unpack.h"
#include "base/file.h"
#include "base/grow.h"
#include "base/library.h"
#include "base/status.h"
#include "base/view.h"
#include "bitleap_limits.h"
#include "bitleap_search.h"
#include "format/container.h"
#include "format/hint.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

enum {
    MEMORY_BYTES = 64 << 20, /* more of one file is put aside on disk */
    MOST_UNPACKINGS = 8,     /* in each other */
    MOST_MEMBERS = 1 << 20,
    BLOCK = 512, /* of tar */
    SHORT_NAME = 100,
    MOST_NAME = BL_TAR_MAX_NAME,
    CHUNK = 1 << 18,
    ARCHIVE_OK = 0,
    ARCHIVE_EOF = 1,
    ARCHIVE_WARN = -20,
    ARCHIVE_FAILED = -25, /* of this entry, which may be sound */
};

/* ---- The library ---- */

#ifndef ARCHIVE_LIBRARY
#define ARCHIVE_LIBRARY "libarchive.so.13"
#endif

struct archive;
struct archive_entry;

typedef int support_fn(struct archive *archive);

static struct {
    struct archive *(*new_reader)(void);
    int (*open_memory)(struct archive *archive, const void *data, size_t size);
    int (*next_header)(struct archive *archive, struct archive_entry **entry);
    ssize_t (*read_data)(struct archive *archive, void *data, size_t size);
    int (*free_reader)(struct archive *archive);
    const char *(*name)(struct archive_entry *entry);
    const char *(*name_utf8)(struct archive_entry *entry);
    const char *(*link)(struct archive_entry *entry);
    mode_t (*kind)(struct archive_entry *entry);
    int (*has_size)(struct archive_entry *entry);
    int64_t (*size)(struct archive_entry *entry);
    int (*count_filters)(struct archive *archive);
    support_fn *raw, *formats[6], *filters[7];
    bool is_there;
} library;

/* None of them that would start another program. */
static const char *const format_names[] = {
    "archive_read_support_format_zip",  "archive_read_support_format_7zip",
    "archive_read_support_format_cpio", "archive_read_support_format_xar",
    "archive_read_support_format_rar",  "archive_read_support_format_iso9660",
};
static const char *const filter_names[] = {
    "archive_read_support_filter_gzip", "archive_read_support_filter_bzip2",
    "archive_read_support_filter_xz",   "archive_read_support_filter_zstd",
    "archive_read_support_filter_lz4",  "archive_read_support_filter_lzip",
    "archive_read_support_filter_rpm",
};

static bool find(const char *symbol, void *function)
{
    void *found = bl_library_symbol(ARCHIVE_LIBRARY, symbol);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

static void load(void)
{
    library.is_there = find("archive_read_new", &library.new_reader) &&
                       find("archive_read_open_memory", &library.open_memory) &&
                       find("archive_read_next_header", &library.next_header) &&
                       find("archive_read_data", &library.read_data) &&
                       find("archive_read_free", &library.free_reader) &&
                       find("archive_entry_pathname", &library.name) &&
                       find("archive_entry_pathname_utf8", &library.name_utf8) &&
                       find("archive_entry_hardlink", &library.link) &&
                       find("archive_entry_filetype", &library.kind) &&
                       find("archive_entry_size_is_set", &library.has_size) &&
                       find("archive_entry_size", &library.size) &&
                       find("archive_filter_count", &library.count_filters) &&
                       find("archive_read_support_format_raw", &library.raw);
    for (size_t i = 0; i < sizeof format_names / sizeof *format_names; i++)
        (void)find(format_names[i], &library.formats[i]);
    for (size_t i = 0; i < sizeof filter_names / sizeof *filter_names; i++)
        (void)find(filter_names[i], &library.filters[i]);
}

static bool is_loaded(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, load);
    return library.is_there;
}

const char *bl_packed_library(const char *with)
{
    unsigned number = bl_packing_number(with);
    if (number > BL_PACKINGS_OF_FILES)
        return bl_inflate_library(with);
    return number > 0 && !is_loaded() ? ARCHIVE_LIBRARY : NULL;
}

/* ---- Bytes that are made ---- */

int bl_unpack_no_memory(const struct bl_unpacking *u)
{
    return bl_fail(u->err, BL_E_NOMEM, "no memory, and no room on disk, for what is unpacked");
}

int bl_unpacked_put(const struct bl_unpacking *u, struct bl_unpacked *image, const void *data,
                    size_t size)
{
    bool is_small = image->spill.size == 0 && image->size + size <= MEMORY_BYTES;
    if (is_small) {
        if (bl_grow(&image->data, &image->cap, image->size + size) < 0)
            return bl_unpack_no_memory(u);
        if (data && size)
            memcpy(image->data + image->size, data, size);
        image->size += size;
        return BL_OK;
    }
    bool is_put = image->size == 0 || bl_spill_add(&image->spill, image->data, image->size);
    if (is_put) {
        bl_drop(image->data);
        image->data = NULL;
        image->size = image->cap = 0;
    }
    return is_put && bl_spill_add(&image->spill, data, size) ? BL_OK : bl_unpack_no_memory(u);
}

int bl_unpacked_view(const struct bl_unpacking *u, struct bl_unpacked *image, struct bl_view *view)
{
    static const uint8_t nothing[1]; /* views never hold NULL */
    if (image->spill.size == 0) {
        *view = (struct bl_view){.data = image->data ? image->data : nothing, .size = image->size};
        return BL_OK;
    }
    if (!image->mapped)
        image->mapped = bl_spill_map(&image->spill);
    *view = (struct bl_view){.data = image->mapped, .size = (size_t)image->spill.size};
    return image->mapped ? BL_OK : bl_unpack_no_memory(u);
}

void bl_unpacked_release(struct bl_unpacked *image)
{
    bl_spill_unmap(image->mapped, image->spill.size);
    bl_spill_release(&image->spill);
    bl_drop(image->data);
    *image = (struct bl_unpacked){0};
}

/* ---- A tar archive ---- */

static void put_octal(uint8_t *field, size_t n_digits, uint64_t value)
{
    for (size_t i = n_digits; i-- > 0; value >>= 3)
        field[i] = (uint8_t)('0' + (value & 7));
}

static int put_header(const struct bl_unpacking *u, struct bl_unpacked *image, struct bl_view name,
                      uint64_t size, char type)
{
    enum {
        MODE_AT = 100,
        SIZE_AT = 124,
        CHECKSUM_AT = 148,
        CHECKSUM_BYTES = 8,
        TYPE_AT = 156,
        MAGIC_AT = 257,
        OCTAL_DIGITS = 11,
        MODE = 0644,
    };
    uint8_t header[BLOCK] = {0};
    memcpy(header, name.data, name.size < SHORT_NAME ? name.size : SHORT_NAME);
    put_octal(header + MODE_AT, 7, MODE);
    if (size >> (3 * OCTAL_DIGITS) == 0) {
        put_octal(header + SIZE_AT, OCTAL_DIGITS, size);
    } else { /* in binary, as GNU tar does */
        header[SIZE_AT] = 0x80;
        for (unsigned i = 0; i < 8; i++)
            header[SIZE_AT + 4 + i] = (uint8_t)(size >> (8 * (7 - i)));
    }
    header[TYPE_AT] = (uint8_t)type;
    memcpy(header + MAGIC_AT, "ustar  ", 8);
    memset(header + CHECKSUM_AT, ' ', CHECKSUM_BYTES);
    uint64_t sum = 0;
    for (size_t i = 0; i < BLOCK; i++)
        sum += header[i];
    put_octal(header + CHECKSUM_AT, 6, sum);
    header[CHECKSUM_AT + 6] = 0;
    return bl_unpacked_put(u, image, header, BLOCK);
}

static int put_contents(const struct bl_unpacking *u, struct bl_unpacked *image,
                        struct bl_view bytes)
{
    static const uint8_t zeros[BLOCK];
    int status = bl_unpacked_put(u, image, bytes.data, bytes.size);
    return status < 0 ? status
                      : bl_unpacked_put(u, image, zeros, (BLOCK - bytes.size % BLOCK) % BLOCK);
}

static int put_member(struct bl_unpacking *u, struct bl_unpacked *image, struct bl_view name,
                      struct bl_view bytes)
{
    int status = BL_OK;
    if (name.size > SHORT_NAME) { /* as GNU tar does: the name is the contents of a member */
        status = put_header(u, image, bl_view_of("././@LongLink"), name.size, 'L');
        if (status == BL_OK)
            status = put_contents(u, image, name);
    }
    if (status == BL_OK)
        status = put_header(u, image, name, bytes.size, '0');
    return status < 0 ? status : put_contents(u, image, bytes);
}

/* ---- Packed bytes ---- */

static int fail_damaged(const struct bl_unpacking *u)
{
    return bl_part_fail(u->err, "what is packed cannot be unpacked: it is damaged", 0);
}

static int fail_deep(const struct bl_unpacking *u)
{
    return bl_fail(u->err, BL_E_LIMIT, "packed files in packed files, deeper than the limit");
}

static int fail_unsupported(const struct bl_unpacking *u)
{
    return bl_part_pass(u->err,
                        "what is packed cannot be unpacked: it is encrypted, or packed by a method "
                        "that libarchive does not know",
                        0);
}

/* What READER has of ENTRY. Of a xar archive it might go on with the one before. */
static int read_entry(struct bl_unpacking *u, struct archive *reader, struct archive_entry *entry,
                      struct bl_unpacked *image)
{
    uint64_t left = library.has_size(entry) ? (uint64_t)library.size(entry) : UINT64_MAX;
    uint8_t *chunk = bl_new(CHUNK);
    int status = chunk ? BL_OK : bl_unpack_no_memory(u);
    ssize_t n = 0;
    while (status == BL_OK && left > 0 && (n = library.read_data(reader, chunk, CHUNK)) > 0) {
        uint64_t size = (uint64_t)n < left ? (uint64_t)n : left;
        if (size > u->bytes_left)
            status = bl_fail(u->err, BL_E_LIMIT, "it unpacks to more bytes than the limit");
        else
            status = bl_unpacked_put(u, image, chunk, (size_t)size);
        u->bytes_left -= status == BL_OK ? size : 0;
        left -= size;
    }
    bl_drop(chunk);
    return status < 0 || n >= 0  ? status
           : n == ARCHIVE_FAILED ? fail_unsupported(u)
                                 : fail_damaged(u);
}

/* How bytes are packed. */
struct packing {
    const char *packed;          /* what libarchive is to unpack; NULL: no such */
    bool is_inflated;            /* bl_inflate() does it */
    enum bl_container_kind kind; /* otherwise of an archive that is to be written anew */
};

static int find_packing(struct bl_view bytes, struct packing *packing);
static int put_unpacked(struct bl_unpacking *u, struct bl_view bytes, const struct packing *packing,
                        struct bl_unpacked *image);

/* BYTES as member NAME, unpacked if they are packed. */
static int put_any(struct bl_unpacking *u, struct bl_unpacked *image, struct bl_view name,
                   struct bl_view bytes)
{
    struct bl_unpacked inner = {0};
    struct packing packing;
    int status = BL_OK;
    if (u->members_left-- == 0)
        return bl_fail(u->err, BL_E_LIMIT, "it unpacks to more files than the limit");
    int rc = find_packing(bytes, &packing);
    if (rc < 0)
        return bl_unpack_no_memory(u);
    if (rc > 0) {
        status = put_unpacked(u, bytes, &packing, &inner);
        if (status == BL_OK)
            status = bl_unpacked_view(u, &inner, &bytes);
        else if (bl_is_of_container(status)) /* it stays as it is */
            status = BL_OK;
    }
    if (status == BL_OK)
        status = put_member(u, image, name, bytes);
    bl_unpacked_release(&inner);
    return status;
}

/* The next entry of READER, a file. */
static int put_entry(struct bl_unpacking *u, struct archive *reader, struct archive_entry *entry,
                     struct bl_unpacked *image)
{
    struct bl_unpacked inner = {0};
    struct bl_view bytes;
    const char *name = library.name(entry);
    if (!name)
        name = library.name_utf8(entry);
    struct bl_view view = bl_view_of(name ? name : "unnamed");
    if (view.size > MOST_NAME)
        view.size = MOST_NAME;
    int status = read_entry(u, reader, entry, &inner);
    if (status == BL_OK)
        status = bl_unpacked_view(u, &inner, &bytes);
    if (status == BL_OK)
        status = put_any(u, image, view, bytes);
    bl_unpacked_release(&inner);
    return status;
}

static int put_entries(struct bl_unpacking *u, struct archive *reader, struct bl_unpacked *image)
{
    struct archive_entry *entry;
    int rc = ARCHIVE_OK, status = BL_OK;
    while (status == BL_OK &&
           ((rc = library.next_header(reader, &entry)) == ARCHIVE_OK || rc == ARCHIVE_WARN))
        if ((library.kind(entry) & S_IFMT) == S_IFREG && !library.link(entry))
            status = put_entry(u, reader, entry, image);
    return status < 0 || rc == ARCHIVE_EOF ? status : fail_damaged(u);
}

/* Data that is only compressed. */
static int put_data(struct bl_unpacking *u, struct archive *reader, struct bl_unpacked *image)
{
    struct archive_entry *entry;
    struct bl_unpacked inner = {0};
    struct packing packing;
    struct bl_view bytes = {0};
    int rc = library.next_header(reader, &entry);
    /* One filter is that of the bytes as they are: no other knows them. */
    if ((rc != ARCHIVE_OK && rc != ARCHIVE_WARN) || library.count_filters(reader) < 2)
        return fail_damaged(u);
    int status = read_entry(u, reader, entry, &inner);
    if (status == BL_OK)
        status = bl_unpacked_view(u, &inner, &bytes);
    int found = status == BL_OK ? find_packing(bytes, &packing) : 0;
    if (found != 0)
        status = found > 0 ? put_unpacked(u, bytes, &packing, image) : bl_unpack_no_memory(u);
    if (bl_is_of_container(status) || (status == BL_OK && found == 0)) {
        bl_unpacked_release(image);
        *image = inner;
        inner = (struct bl_unpacked){0};
        status = BL_OK;
    }
    bl_unpacked_release(&inner);
    return status;
}

static int unpack(struct bl_unpacking *u, struct bl_view bytes, bool is_data,
                  struct bl_unpacked *image)
{
    struct archive *reader = library.new_reader();
    if (!reader)
        return bl_unpack_no_memory(u);
    bool is_open = !is_data || library.raw(reader) == ARCHIVE_OK;
    for (size_t i = 0; i < sizeof library.formats / sizeof *library.formats; i++)
        if (!is_data && library.formats[i])
            (void)library.formats[i](reader);
    for (size_t i = 0; i < sizeof library.filters / sizeof *library.filters; i++)
        if (library.filters[i])
            (void)library.filters[i](reader);
    is_open = is_open && library.open_memory(reader, bytes.data, bytes.size) == ARCHIVE_OK;
    /* It undoes what is packed several times at once, to its own limit. */
    bool is_deep = library.count_filters(reader) > MOST_UNPACKINGS;
    int status = is_deep    ? fail_deep(u)
                 : !is_open ? fail_damaged(u)
                 : is_data  ? put_data(u, reader, image)
                            : put_entries(u, reader, image);
    (void)library.free_reader(reader);
    return status;
}

/* ---- Archives that are not packed ---- */

static bool is_archive(struct bl_view bytes, enum bl_container_kind *kind)
{
    *kind = bl_container_probe(bytes);
    return *kind == BL_CONTAINER_TAR || (*kind == BL_CONTAINER_AR && !bl_ar_is_thin(bytes));
}

bool bl_unpack_finds(struct bl_view bytes)
{
    unsigned number = bl_packing_number(bl_format_packed(bytes));
    return number > 0 && number <= BL_PACKINGS_OF_FILES && is_loaded();
}

/* Whether something in BYTES, an archive, is packed, and all else of it can be read: 1, 0, or
 * BL_E_NOMEM. */
static int has_packed(struct bl_view bytes, enum bl_container_kind kind, unsigned depth)
{
    struct bl_container container;
    struct bl_part part = {0};
    bool has = false;
    int found = 0;
    int rc = bl_container_open(&container, kind, bytes, NULL);
    if (rc < 0 || depth == MOST_UNPACKINGS)
        return 0;
    while (found >= 0 && (rc = bl_container_next(&container, &part, NULL)) > 0) {
        enum bl_container_kind inner;
        found = bl_unpack_finds(part.bytes) ? 1 : bl_inflate_finds(part.bytes);
        if (found == 0 && is_archive(part.bytes, &inner))
            found = has_packed(part.bytes, inner, depth + 1);
        has |= found > 0;
    }
    bl_container_close(&container);
    return found < 0 ? found : has && rc == 0;
}

static int put_members(struct bl_unpacking *u, struct bl_view bytes, enum bl_container_kind kind,
                       struct bl_unpacked *image)
{
    struct bl_container container;
    struct bl_part part = {0};
    int rc = bl_container_open(&container, kind, bytes, u->err);
    int status = rc;
    while (status == BL_OK && (rc = bl_container_next(&container, &part, u->err)) > 0)
        status = put_any(u, image, part.name, part.bytes);
    bl_container_close(&container);
    return status < 0 ? status : rc;
}

/* ---- Anything ---- */

static bool is_data(const char *packed)
{
    static const char *const kinds[] = {"gzip", "bzip2", "xz", "zstd", "lz4", "lzip"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(packed, kinds[i]) == 0)
            return true;
    return strcmp(packed, "zstd or lz4") == 0;
}

/* Whether there is something to be unpacked in BYTES, or they are: 1, 0, or BL_E_NOMEM. */
static int find_packing(struct bl_view bytes, struct packing *packing)
{
    packing->packed = bl_unpack_finds(bytes) ? bl_format_packed(bytes) : NULL;
    int found = packing->packed ? 1 : bl_inflate_finds(bytes);
    packing->is_inflated = !packing->packed && found > 0;
    if (found == 0 && is_archive(bytes, &packing->kind))
        found = has_packed(bytes, packing->kind, 0);
    return found;
}

/* What BYTES are when all of it is unpacked. */
static int put_unpacked(struct bl_unpacking *u, struct bl_view bytes, const struct packing *packing,
                        struct bl_unpacked *image)
{
    static const uint8_t end[2 * BLOCK];
    bool is_one = packing->is_inflated || (packing->packed && is_data(packing->packed));
    if (u->depth == MOST_UNPACKINGS)
        return fail_deep(u);
    u->depth++;
    int status = packing->packed        ? unpack(u, bytes, is_one, image)
                 : packing->is_inflated ? bl_inflate(u, bytes, image)
                                        : put_members(u, bytes, packing->kind, image);
    u->depth--;
    return status == BL_OK && !is_one ? bl_unpacked_put(u, image, end, sizeof end) : status;
}

int bl_unpack_whole(struct bl_unpacking *u, struct bl_view bytes, struct bl_unpacked *image)
{
    return put_unpacked(u, bytes, &(struct packing){.packed = bl_format_packed(bytes)}, image);
}

/* How much BYTES may become. */
static uint64_t most_bytes(struct bl_view bytes)
{
    uint64_t most = bytes.size < BL_MAX_UNPACKED_BYTES / BL_MAX_UNPACKED_BYTES_PER_BYTE
                        ? (uint64_t)bytes.size * BL_MAX_UNPACKED_BYTES_PER_BYTE
                        : BL_MAX_UNPACKED_BYTES;
    most += BL_MAX_UNPACKED_BYTES_FLOOR;
    return most < BL_MAX_UNPACKED_BYTES ? most : BL_MAX_UNPACKED_BYTES;
}

int bl_file_unpack(struct bl_file *file, struct bl_error *err)
{
    struct bl_view bytes = bl_file_view(file), unpacked;
    struct bl_unpacked image = {0};
    struct bl_error error = {.status = BL_OK};
    struct bl_unpacking u = {
        .bytes_left = most_bytes(bytes), .members_left = MOST_MEMBERS, .err = &error};
    struct packing packing;
    int found = bl_file_is_unpacked(file) ? 0 : find_packing(bytes, &packing);
    if (found < 0)
        return bl_fail(err, found, "no memory to look for what is packed");
    if (found == 0)
        return BL_OK;
    int status = put_unpacked(&u, bytes, &packing, &image);
    if (status == BL_OK)
        status = bl_unpacked_view(&u, &image, &unpacked);
    if (status == BL_OK) {
        bool is_mapped = image.mapped != NULL;
        bl_file_replace(file, (uint8_t *)(is_mapped ? image.mapped : image.data), unpacked.size,
                        is_mapped);
        image.mapped = NULL;
        image.data = NULL;
    }
    bl_unpacked_release(&image);
    if (status < 0 && err)
        *err = error;
    return status < 0 ? status : 1;
}
