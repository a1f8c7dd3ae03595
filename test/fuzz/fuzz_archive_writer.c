/* fuzz_archive_writer.c - any archive, with other contents in some members
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: without a change the bytes are the same, except that what is missing at the end may
 * be there; with changes the members have the same names, and the contents that they were given.
 */
#include "bitleap.h"
#include "fuzz/target.h"

#include <string.h>

enum {
    MAX_CHANGES = 16,
    MAX_BYTES = 1 << 22
};

struct written {
    uint8_t *data;
    size_t size;
};

static int append(void *context, struct bl_view bytes)
{
    struct written *w = context;
    if (w->size + bytes.size > MAX_BYTES)
        return -1;
    memcpy(w->data + w->size, bytes.data, bytes.size);
    w->size += bytes.size;
    return 0;
}

/* Every second member, up to MAX_CHANGES; false: the archive is damaged. */
static bool find_changes(struct bl_view bytes, struct bl_archive_change *changes, size_t *n)
{
    static const uint8_t contents[] = "BC\300\336";
    const struct bl_archive_member *member;
    struct bl_archive *archive;
    unsigned i = 0;
    int rc;
    *n = 0;
    if (bl_archive_open(&archive, bytes, NULL) < 0)
        return false;
    while ((rc = bl_archive_next(archive, &member, NULL)) > 0)
        if (i++ % 2 == 0 && *n < MAX_CHANGES)
            changes[(*n)++] = (struct bl_archive_change){member->header_offset, {contents, i % 5}};
    bl_archive_close(archive);
    return rc == 0;
}

static bool same_text(struct bl_view a, struct bl_view b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* The members of BEFORE are those of AFTER. */
static void check_members(struct bl_view before, struct bl_view after,
                          const struct bl_archive_change *changes, size_t n)
{
    const struct bl_archive_member *old;
    const struct bl_archive_member *new;
    struct bl_archive *archives[2];
    size_t k = 0;
    REQUIRE(bl_archive_open(&archives[0], before, NULL) == BL_OK);
    REQUIRE(bl_archive_open(&archives[1], after, NULL) == BL_OK);
    while (bl_archive_next(archives[0], &old, NULL) > 0) {
        REQUIRE(bl_archive_next(archives[1], &new, NULL) > 0);
        REQUIRE(same_text(old->name, new->name));
        bool is_changed = k < n && changes[k].header_offset == old->header_offset;
        struct bl_view want = is_changed ? changes[k++].contents : old->bytes;
        REQUIRE(new->bytes.size >= want.size &&new->bytes.size < want.size + 8);
        REQUIRE(want.size == 0 || memcmp(new->bytes.data, want.data, want.size) == 0);
    }
    REQUIRE(bl_archive_next(archives[1], &new, NULL) == 0);
    bl_archive_close(archives[0]);
    bl_archive_close(archives[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_archive_change changes[MAX_CHANGES];
    struct bl_view bytes = {data, size};
    struct written w = {0};
    struct bl_error err;
    size_t n;
    if (size > MAX_BYTES / 2 || !bl_is_archive(bytes) || !find_changes(bytes, changes, &n))
        return 0;
    w.data = malloc(MAX_BYTES);
    REQUIRE(w.data);
    int status = bl_archive_write(bytes, NULL, 0, append, &w, &err);
    REQUIRE(status == BL_OK || (err.what && w.size == 0));
    if (status == BL_OK) {
        REQUIRE(w.size >= size && w.size <= size + 1 && memcmp(w.data, data, size) == 0);
        w.size = 0;
        status = bl_archive_write(bytes, changes, n, append, &w, &err);
        REQUIRE(status == BL_OK || status == BL_E_LIMIT);
        if (status == BL_OK)
            check_members(bytes, (struct bl_view){w.data, w.size}, changes, n);
    }
    free(w.data);
    return 0;
}
