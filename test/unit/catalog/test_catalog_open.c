/* test_catalog_open.c - what is refused of an index file, and what is read of it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/load.h"
#include "catalog/catalog.h"
#include "support/catalog_check.h"
#include "support/guard.h"
#include "support/make_catalog.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static struct bl_view sample_index(void)
{
    struct bl_catalog *catalog = make_sample(NULL);
    struct bl_view index = make_index(catalog);
    bl_catalog_close(catalog);
    return index;
}

static void free_view(struct bl_view view)
{
    free((void *)(uintptr_t)view.data);
}

static struct bl_view view_of(const char *text)
{
    return (struct bl_view){.data = (const uint8_t *)text, .size = strlen(text)};
}

/* ---- What is right ---- */

Test(catalog_open, answers_as_it_was_written)
{
    struct bl_view index = sample_index();
    struct guard guard = guard_copy(index);
    struct bl_catalog *catalog;
    struct bl_error err = {0};
    guard_freeze(&guard);
    cr_assert_eq(bl_catalog_open_bytes(&catalog, guard.bytes, &err), BL_OK, "%s", err.what);
    cr_expect_eq(bl_catalog_check(catalog, &err), BL_OK, "%s", err.what);
    struct bl_catalog_counts counts = bl_catalog_get_counts(catalog);
    cr_expect_eq(counts.parts, 15 | BL_CATALOG_BODIES);
    cr_expect(counts.n_inputs == 1 && counts.n_sources == 4 && counts.n_streams == SAMPLE_STREAMS &&
              counts.n_modules == 3 && counts.n_symbols == SAMPLE_SYMBOLS &&
              counts.n_functions == 2 && counts.n_blocks == 3 && counts.n_problems == 1);
    const char *problem = catalog_check(catalog, true);
    cr_expect_null(problem, "%s", problem);
    bl_catalog_close(catalog);
    guard_release(&guard);
    free_view(index);
}

Test(catalog_open, a_catalog_without_anything)
{
    for (unsigned parts = 0; parts < BL_CATALOG_PLACES * 2; parts++) {
        struct make_catalog m = {.parts = parts};
        struct bl_catalog *made = make_done(&m);
        struct bl_view index = make_index(made);
        struct bl_catalog *opened;
        cr_assert_eq(bl_catalog_open_bytes(&opened, index, NULL), BL_OK);
        const char *problem = catalog_check(made, true);
        cr_expect_null(problem, "%s", problem);
        problem = catalog_check(opened, true);
        cr_expect_null(problem, "%s", problem);
        cr_expect_eq(bl_catalog_get_counts(opened).parts, parts);
        bl_catalog_close(opened);
        bl_catalog_close(made);
        free_view(index);
    }
    bl_catalog_close(NULL);
}

/* ---- What is not an index file, or not one of ours ---- */

Test(catalog_open, other_files)
{
    static const struct {
        const char *name;
        struct bl_view bytes;
    } rows[] = {
        {"nothing", {(const uint8_t *)"", 0}},
        {"one byte of the magic", {(const uint8_t *)"B", 1}},
        {"all but the last byte of the magic", {(const uint8_t *)BL_BLX_MAGIC, 7}},
        {"bitcode", {(const uint8_t *)"BC\xC0\xDE and then more than eight bytes", 34}},
        {"line ends changed", {(const uint8_t *)"BLX\n\x1A\n\0", 7}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bl_catalog *catalog;
        struct bl_error err;
        struct guard guard = guard_copy(rows[i].bytes);
        cr_expect_not(bl_catalog_is_index(guard.bytes), "%s", rows[i].name);
        cr_expect_eq(bl_catalog_open_bytes(&catalog, guard.bytes, &err), BL_E_CONTAINER);
        cr_expect_null(catalog);
        cr_expect_str_eq(err.what, "not an index file", "%s", rows[i].name);
        guard_release(&guard);
    }
}

Test(catalog_open, other_versions)
{
#define READS ", this library reads version 4; bitleap index makes it anew"
    static const struct {
        uint32_t version;
        const char *what;
    } rows[] = {
        {0, "index file of version 0" READS},
        {1, "index file of version 1" READS},
        {9, "index file of version 9" READS},
        {10, "index file of a version above 9" READS},
        {UINT32_MAX, "index file of a version above 9" READS},
    };
#undef READS
    struct bl_view index = sample_index();
    struct guard guard = guard_copy(index);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bl_catalog *catalog;
        struct bl_error err;
        bl_store_le32(((struct bl_blx_header *)guard.data)->version, rows[i].version);
        cr_expect(bl_catalog_is_index(guard.bytes));
        cr_expect_eq(bl_catalog_open_bytes(&catalog, guard.bytes, &err), BL_E_CONTAINER);
        cr_expect_str_eq(err.what, rows[i].what);
    }
    guard_release(&guard);
    free_view(index);
}

Test(catalog_open, a_path)
{
    struct bl_catalog *catalog;
    struct bl_error err;
    cr_expect_eq(bl_catalog_open(&catalog, "/none/x.blx", 0, &err), BL_E_SYSTEM);
    cr_expect_null(catalog);
    cr_expect_eq(bl_catalog_open(&catalog, "Makefile", 0, &err), BL_E_CONTAINER);
    cr_expect_null(catalog);
}

/* ---- Every field of the head ---- */

#define HEADER(field) \
    offsetof(struct bl_blx_header, field), sizeof(((struct bl_blx_header *)NULL)->field)
#define ENTRY(chunk, field)                                                \
    sizeof(struct bl_blx_header) + (chunk) * sizeof(struct bl_blx_entry) + \
        offsetof(struct bl_blx_entry, field),                              \
        sizeof(((struct bl_blx_entry *)NULL)->field)

struct head_row {
    const char *name;
    size_t at, size;
    uint64_t add; /* to the number that is there */
    const char *what;
    bool sums; /* are made right again */
};

static const struct head_row head_rows[] = {
    {"corrupt_parts", HEADER(parts), BL_CATALOG_INCOMPLETE * 2, "header: parts that are not known",
     true},
    {"corrupt_parts_without_blocks", HEADER(parts), (uint64_t)-8,
     "header: not the chunks of its parts", true},
    {"corrupt_parts_sum", HEADER(parts), 32, "header: its checksum is wrong", false},
    {"corrupt_n_chunks", HEADER(n_chunks), 1, "header: a number of chunks that cannot be", true},
    {"corrupt_n_chunks_fewer", HEADER(n_chunks), (uint64_t)-1,
     "header: not the chunks of its parts", true},
    {"corrupt_page_bytes", HEADER(page_bytes), 4096, "header: pages of another size", true},
    {"corrupt_file_size_more", HEADER(file_size), 1, "header: the index file is cut off", true},
    {"corrupt_file_size_less", HEADER(file_size), (uint64_t)-1,
     "header: something is after the end of the index file", true},
    {"corrupt_zero", offsetof(struct bl_blx_header, zero) + 23, 1, 1,
     "header: what should be zero is not", true},
    {"corrupt_sum", HEADER(sum), 1, "header: its checksum is wrong", false},
    {"corrupt_name", ENTRY(BL_BLX_SRCS, name), 1, "chunk SRCS: not in its place in the table",
     true},
    {"corrupt_record_bytes", ENTRY(BL_BLX_SYMS, record_bytes), 8,
     "chunk SYMS: records of another size", true},
    {"corrupt_offset", ENTRY(BL_BLX_PROB, offset), 64,
     "chunk PROB: does not begin after the one before it", true},
    {"corrupt_offset_alignment", ENTRY(BL_BLX_INPT, offset), 1,
     "chunk INPT: does not begin after the one before it", true},
    {"corrupt_offset_overlap", ENTRY(BL_BLX_STRM, offset), (uint64_t)-64,
     "chunk STRM: does not begin after the one before it", true},
    {"corrupt_offset_far", ENTRY(BL_BLX_BLKS, offset), UINT64_C(1) << 63,
     "chunk BLKS: does not begin after the one before it", true},
    {"corrupt_size_no_multiple", ENTRY(BL_BLX_MODS, size), 1, "chunk MODS: its size cannot be",
     true},
    {"corrupt_size_beyond_the_file", ENTRY(BL_BLX_MODS, size), 80000,
     "header: chunks larger than the index file", true},
    {"corrupt_size_beyond_everything", ENTRY(BL_BLX_MODS, size), UINT64_C(80) << 56,
     "header: chunks larger than the index file", true},
    {"corrupt_size_of_the_last", ENTRY(BL_BLX_BLKS, size), 24, "chunk BLKS: its size cannot be",
     true},
    {"corrupt_size_of_the_last_less", ENTRY(BL_BLX_BLKS, size), (uint64_t)-24,
     "header: something is after the last chunk", true},
    {"corrupt_entry_sum", ENTRY(BL_BLX_FUNS, sum), 1, "header: its checksum is wrong", false},
};

static uint64_t load(const uint8_t *p, size_t size)
{
    return size < 8 ? bl_load_le_partial(p, size) : bl_load_le64(p);
}

Test(catalog_open, corrupt_head)
{
    struct bl_view index = sample_index();
    for (size_t i = 0; i < sizeof head_rows / sizeof head_rows[0]; i++) {
        const struct head_row *row = &head_rows[i];
        struct bl_catalog *catalog;
        struct bl_error err;
        struct guard guard = guard_copy(index);
        make_set(guard.data + row->at, row->size, load(guard.data + row->at, row->size) + row->add);
        if (row->sums)
            make_sums(guard.data, guard.bytes.size);
        cr_assert_eq(bl_catalog_open_bytes(&catalog, guard.bytes, &err), BL_E_CONTAINER, "%s",
                     row->name);
        cr_expect_str_eq(err.what, row->what, "%s: %s", row->name, err.what);
        cr_expect(err.has_pos && err.bit_pos <= index.size * 8, "%s", row->name);
        guard_release(&guard);
    }
    free_view(index);
}

/* A chunk as large as the file is refused for itself, a larger one before its pages are counted. */
Test(catalog_open, corrupt_size_as_large_as_the_file)
{
    struct bl_view index = sample_index();
    struct guard guard = guard_copy(index);
    struct bl_blx_header *header = (struct bl_blx_header *)guard.data;
    struct bl_blx_entry *entries = (struct bl_blx_entry *)(header + 1);
    struct bl_catalog *catalog;
    struct bl_error err;
    for (uint64_t more = 0; more < 2; more++) {
        bl_store_le64(entries[BL_BLX_STRS].size, index.size + more);
        bl_store_le64(header->sum, bl_blx_sum_head(guard.data, BL_BLX_N_CHUNKS));
        cr_assert_eq(bl_catalog_open_bytes(&catalog, guard.bytes, &err), BL_E_CONTAINER);
        cr_expect_str_eq(err.what, more ? "header: chunks larger than the index file"
                                        : "chunk STRS: its size cannot be");
    }
    guard_release(&guard);
    free_view(index);
}

/* Sums that are wrong while the header's is right. */
Test(catalog_open, corrupt_sums_of_a_chunk)
{
    struct bl_view index = sample_index();
    struct guard guard = guard_copy(index);
    struct bl_blx_header *header = (struct bl_blx_header *)guard.data;
    struct bl_blx_entry *entries = (struct bl_blx_entry *)(header + 1);
    struct bl_catalog *catalog;
    struct bl_error err;
    entries[BL_BLX_SYMS].sum[3] ^= 4;
    bl_store_le64(header->sum, bl_blx_sum_head(guard.data, BL_BLX_N_CHUNKS));
    cr_assert_eq(bl_catalog_open_bytes(&catalog, guard.bytes, &err), BL_E_CONTAINER);
    cr_expect_str_eq(err.what, "chunk SYMS: the checksum of its checksums is wrong");
    guard_release(&guard);
    free_view(index);
}

/* Sizes of chunks that do not fit each other. */
Test(catalog_open, corrupt_counts)
{
    static const struct {
        const char *name;
        enum bl_blx_chunk more; /* has a record more */
        bool has_table;
        unsigned parts;
        const char *what;
    } rows[] = {
        {"symbols without a table", BL_BLX_SYMS, false, 2, "chunk HASH: "},
        {"one symbol more", BL_BLX_SYMS, true, 2, "chunk HASH: "},
        {"one number more", BL_BLX_HASH, true, 2, "chunk HASH: "},
        {"fan-out of no power of two", BL_BLX_FANO, true, 2, "chunk FANO: "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct make_catalog m = {.parts = rows[i].parts};
        struct bl_catalog *opened;
        struct bl_error err;
        if (rows[i].has_table) {
            make_record(&m, BL_BLX_SYMS);
            make_name_table(&m, 1);
        }
        make_record(&m, rows[i].more);
        struct bl_catalog *made = make_done(&m);
        struct bl_view index = make_index(made);
        cr_expect_eq(bl_catalog_open_bytes(&opened, index, &err), BL_E_CONTAINER, "%s",
                     rows[i].name);
        cr_expect(strstr(err.what, rows[i].what), "%s: %s", rows[i].name, err.what);
        bl_catalog_close(made);
        free_view(index);
    }
}

/* ---- Every truncation, every flip ---- */

Test(catalog_open, every_truncation)
{
    struct bl_view index = sample_index();
    for (size_t size = 0; size < index.size; size++) {
        struct guard guard = guard_copy((struct bl_view){.data = index.data, .size = size});
        struct bl_catalog *catalog;
        struct bl_error err;
        cr_assert_eq(bl_catalog_open_bytes(&catalog, guard.bytes, &err), BL_E_CONTAINER, "%zu",
                     size);
        cr_assert(strcmp(err.what, "header: the index file is cut off") == 0 ||
                      (size < 8 && strcmp(err.what, "not an index file") == 0),
                  "%zu: %s", size, err.what);
        guard_release(&guard);
    }
    free_view(index);
}

/* Something after the end, and what is after the sums is shifted. */
Test(catalog_open, a_byte_more)
{
    struct bl_view index = sample_index();
    uint8_t *longer = calloc(1, index.size + 1);
    memcpy(longer, index.data, index.size);
    struct bl_catalog *catalog;
    struct bl_error err;
    cr_expect_eq(bl_catalog_open_bytes(
                     &catalog, (struct bl_view){.data = longer, .size = index.size + 1}, &err),
                 BL_E_CONTAINER);
    cr_expect_str_eq(err.what, "header: something is after the end of the index file");
    free(longer);
    free_view(index);
}

/* What an opened catalog returns, as far as it is not refused, is what the right one returns. */
static void expect_right_or_refused(const struct bl_catalog *c, const struct bl_catalog *right)
{
    for (uint32_t i = 0; i < SAMPLE_SYMBOLS; i++) {
        struct bl_catalog_symbol a, b;
        struct bl_error err;
        int status = bl_catalog_get_symbol(c, i, &a, &err);
        cr_assert_eq(bl_catalog_get_symbol(right, i, &b, NULL), BL_OK);
        if (status < 0)
            cr_assert(strncmp(err.what, "chunk ", 6) == 0, "%s", err.what);
        else
            cr_assert(a.module == b.module && a.flags == b.flags && a.kind == b.kind &&
                      a.visibility == b.visibility && a.value == b.value &&
                      a.bit_pos == b.bit_pos && a.function == b.function &&
                      a.name_size == b.name_size);
    }
    struct bl_catalog_hits hits;
    struct bl_error err;
    uint32_t symbol = 0;
    int rc = bl_catalog_find(c, view_of("_gamma"), &hits, &err);
    if (rc == BL_OK)
        rc = bl_catalog_next(&hits, &symbol, &err);
    cr_assert(rc < 0 ? strncmp(err.what, "chunk ", 6) == 0 : rc == 1 && symbol == 3);
}

static void try_flip(struct guard *guard, size_t bit, const struct bl_catalog *right)
{
    struct bl_catalog *catalog;
    struct bl_error err;
    int status = bl_catalog_open_bytes(&catalog, guard->bytes, &err);
    if (status < 0) {
        cr_assert(strncmp(err.what, "chunk ", 6) == 0 || strncmp(err.what, "header: ", 8) == 0 ||
                      bit < 12 * 8,
                  "bit %zu: %s", bit, err.what);
        return;
    }
    cr_assert_geq(bit / 8,
                  sizeof(struct bl_blx_header) + BL_BLX_N_CHUNKS * sizeof(struct bl_blx_entry));
    expect_right_or_refused(catalog, right);
    cr_assert_eq(bl_catalog_check(catalog, &err), BL_E_CONTAINER, "bit %zu", bit);
    cr_assert(strncmp(err.what, "chunk ", 6) == 0, "bit %zu: %s", bit, err.what);
    const char *problem = catalog_check(catalog, false);
    cr_assert_null(problem, "bit %zu: %s", bit, problem);
    bl_catalog_close(catalog);
}

Test(catalog_open, every_flip)
{
    struct bl_view index = sample_index();
    struct bl_catalog *right;
    cr_assert_eq(bl_catalog_open_bytes(&right, index, NULL), BL_OK);
    struct guard guard = guard_copy(index);
    for (size_t bit = 0; bit < index.size * 8; bit++) {
        guard_flip(&guard, bit);
        try_flip(&guard, bit, right);
        guard_flip(&guard, bit);
    }
    guard_release(&guard);
    bl_catalog_close(right);
    free_view(index);
}

/* The same where the sums have been made right: no crash, and the properties hold. */
Test(catalog_open, every_flip_with_right_sums)
{
    struct bl_view index = sample_index();
    for (size_t bit = 0; bit < index.size * 8; bit++) {
        struct guard guard = guard_copy(index);
        struct bl_catalog *catalog;
        guard_flip(&guard, bit);
        make_sums(guard.data, guard.bytes.size);
        if (bl_catalog_open_bytes(&catalog, guard.bytes, NULL) == BL_OK) {
            const char *problem = catalog_check(catalog, false);
            cr_assert_null(problem, "bit %zu: %s", bit, problem);
            bl_catalog_close(catalog);
        }
        guard_release(&guard);
    }
    free_view(index);
}

/* ---- Pages ---- */

/* Opening reads nothing of a chunk, and reading one page leaves a bad one alone. */
Test(catalog_open, pages_are_validated_when_they_are_read)
{
    enum {
        N = 1000, /* blocks: six pages */
    };
    struct make_catalog m = {.parts = BL_CATALOG_BLOCKS};
    for (int i = 0; i < N; i++) {
        struct bl_blx_block *block = make_record(&m, BL_BLX_BLKS);
        MAKE_SET(block->bit_pos, i * 32);
        MAKE_SET(block->parent, BL_NONE);
    }
    struct bl_catalog *made = make_done(&m);
    struct bl_view index = make_index(made);
    struct guard guard = guard_copy(index);
    uint64_t size;
    uint8_t *blocks = make_chunk_of(guard.data, BL_BLX_BLKS, &size);
    blocks[4096 + 7] ^= 1;
    struct bl_catalog *catalog;
    struct bl_catalog_block block;
    struct bl_error err;
    cr_assert_eq(bl_catalog_open_bytes(&catalog, guard.bytes, &err), BL_OK);
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < N; i++) {
            bool touches = (i * 24 + 23) / 4096 >= 1 && i * 24 / 4096 <= 1;
            int status = bl_catalog_get_block(catalog, i, &block, &err);
            cr_assert_eq(status, touches ? BL_E_CONTAINER : BL_OK, "block %u", i);
            if (touches) {
                cr_assert_str_eq(err.what, "chunk BLKS: the checksum of a page is wrong");
                cr_assert_eq(err.bit_pos, ((uint64_t)(blocks - guard.data) + 4096) * 8);
            } else {
                cr_assert_eq(block.block.bit_pos, i * 32);
            }
        }
    bl_catalog_close(catalog);
    bl_catalog_close(made);
    guard_release(&guard);
    free_view(index);
}
