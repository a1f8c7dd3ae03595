/* test_parquet.c - bitcode in rows of Parquet files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What DuckDB writes is in test/cli/parquet.sh. Here are files of two columns, `content` and
 * `language`, and a row group of two rows, byte for byte.
 */
#include "format/parquet.h"
#include "unit/format/expect_parts.h"

PARTS_TEST(parquet, bl_parquet_close)

/* Where fields are whose value has one byte. */
struct places {
    uint64_t page_type, page_size, n_page, encoding; /* of the page of `content` */
    uint64_t values;
    uint64_t footer, codec, n_values, n_rows;
};

static void put(struct image *image, const char *bytes, size_t size)
{
    memcpy(image->data + image->size, bytes, size);
    image->size += size;
}
#define PUT(image, bytes) put(image, bytes, sizeof(bytes) - 1)

static void put_byte(struct image *image, uint64_t value)
{
    image->data[image->size++] = (uint8_t)value;
}

/* An integer that follows the header of its field, in two bytes, and its place. */
static uint64_t put_number(struct image *image, uint64_t value)
{
    uint64_t at = image->size;
    put_byte(image, (value << 1 & 0x7F) | 0x80);
    put_byte(image, value >> 6);
    return at;
}

/* A data page of version 1 with VALUES. */
static void put_page(struct image *image, struct places *places, const char *values, size_t size)
{
    PUT(image, "\x15");
    places->page_type = put_number(image, 0);
    PUT(image, "\x15");
    put_number(image, size);
    PUT(image, "\x15");
    places->page_size = put_number(image, size);
    PUT(image, "\x2C\x15");
    places->n_page = put_number(image, 2);
    PUT(image, "\x15");
    places->encoding = put_number(image, 0);
    PUT(image, "\x15\x06\x15\x06\0\0");
    places->values = image->size;
    put(image, values, size);
}

/* A column chunk whose page is at byte AT. */
static void put_chunk(struct image *image, struct places *places, uint64_t at)
{
    PUT(image, "\x26\0\x1C\x15\x0C\x35"); /* offset; metadata: type, codec */
    places->codec = put_number(image, 0);
    PUT(image, "\x16");
    places->n_values = put_number(image, 2);
    PUT(image, "\x46");
    put_number(image, at);
    PUT(image, "\0\0");
}

static struct image built(struct places *places)
{
    struct image image = {.size = 0};
    struct places unwanted;
    PUT(&image, "PAR1");
    put_page(&image, &unwanted, "\2\0\0\0\3\1\2\0\0\0C+", 12);
    uint64_t language = 4;
    uint64_t content = image.size;
    put_page(&image, places, "\4\0\0\0BC\xC0\xDE\3\0\0\0abc", 15);
    places->footer = image.size;
    PUT(&image, "\x15\x02\x19\x3C");                       /* version; schema of three */
    PUT(&image, "\x48\6schema\x15\4\0");                   /* name, children */
    PUT(&image, "\x15\x0C\x25\2\x18\x08language\x25\0\0"); /* type, optional, name, UTF8 */
    PUT(&image, "\x15\x0C\x25\0\x18\7content\0");          /* type, required, name */
    PUT(&image, "\x16\4\x19\x1C\x19\x2C");                 /* rows; row groups; columns */
    put_chunk(&image, &unwanted, language);
    put_chunk(&image, places, content);
    PUT(&image, "\x16\0\x16");
    places->n_rows = put_number(&image, 2);
    PUT(&image, "\0\0");
    uint64_t size = image.size - places->footer;
    put_byte(&image, size);
    PUT(&image, "\0\0\0PAR1");
    return image;
}

Test(parquet, rows_in_order)
{
    struct places places;
    struct image image = built(&places);
    struct guard g;
    struct parts parts;
    READ_GUARDED(parquet, &g, &image, &parts);
    cr_expect(parts.probe);
    cr_assert_eq(parts.open, BL_OK, "%s", parts.open_err.what);
    cr_assert_eq(parts.n, 2);
    expect_part(&parts, 0, BL_PART_ROW, "content", "BC\xC0\xDE", "first");
    expect_part(&parts, 1, BL_PART_ROW, "content", "abc", "second");
    cr_expect_eq(parts.items[0].part.row, 1);
    cr_expect_eq(parts.items[1].part.row, 2);
    cr_expect_eq(parts.items[0].part.offset, places.values + 4);
    guard_release(&g);
}

Test(parquet, facts)
{
    struct places places;
    struct image image = built(&places);
    struct bl_parquet it;
    struct bl_part part;
    struct bl_fact fact;
    cr_assert_eq(bl_parquet_open(&it, image_bytes(&image), NULL), BL_OK);
    for (int row = 0; row < 2; row++) {
        cr_assert_eq(bl_parquet_next(&it, &part, NULL), 1);
        for (int again = 0; again < 2; again++) {
            cr_assert_eq(bl_parquet_fact(&it, 0, &fact), 1);
            cr_expect(view_is(fact.name, "language"));
            cr_expect_eq(fact.kind, row ? BL_FACT_NULL : BL_FACT_TEXT);
            cr_expect(row || view_is(fact.text, "C+"));
            cr_expect_eq(bl_parquet_fact(&it, 1, &fact), 0);
        }
    }
    bl_parquet_close(&it);
}

static struct image_field two(uint64_t at)
{
    return (struct image_field){.at = at, .n_bytes = 2};
}

/* Zigzag, in two bytes. */
static uint64_t encoded(uint64_t value)
{
    return (value << 1 & 0x7F) | 0x80 | value >> 6 << 8;
}

static void expect_first_bad(struct image *image, const char *what, uint64_t at, unsigned n)
{
    struct guard g;
    struct parts parts;
    READ_GUARDED(parquet, &g, image, &parts);
    cr_assert_eq(parts.open, BL_OK, "%s", parts.open_err.what);
    cr_assert_eq(parts.n, n, "%s: %u items", what, parts.n);
    expect_bad(&parts, n - 1, what, at, what);
    guard_release(&g);
}

Test(parquet, compressed)
{
    static const char *const codecs[] = {"SNAPPY", "GZIP", "LZO",     "BROTLI",
                                         "LZ4",    "ZSTD", "LZ4_RAW", "a codec that is not known"};
    struct places p;
    for (unsigned i = 0; i < sizeof codecs / sizeof *codecs; i++) {
        struct image image = built(&p);
        image_patch(&image, two(p.codec), encoded(i + 1));
        expect_first_bad(&image, codecs[i], p.page_type - 1, 1);
    }
}

Test(parquet, corrupt_pages)
{
    struct places p;
    struct image image = built(&p);
    uint64_t page = p.page_type - 1;
    image_patch(&image, two(p.page_type), encoded(5));
    expect_first_bad(&image, "type of a page", page, 1);
    image = built(&p);
    image_patch(&image, two(p.page_size), encoded(4000));
    expect_first_bad(&image, "page reaches beyond", page, 1);
    image = built(&p);
    image_patch(&image, two(p.page_size), encoded(3));
    expect_first_bad(&image, "ends before its values", p.values + 3, 1);
    image = built(&p);
    image_patch(&image, two(p.encoding), encoded(7));
    expect_first_bad(&image, "DELTA_BYTE_ARRAY", p.values, 1);
    image = built(&p);
    image_patch(&image, two(p.encoding), encoded(50));
    expect_first_bad(&image, "encoding of a page", p.values, 1);
    image = built(&p);
    image_patch(&image, two(p.encoding), encoded(5));
    expect_first_bad(&image, "values of a page cannot", p.values, 1);
    image = built(&p);
    image_patch(&image, two(p.n_page), encoded(3));
    expect_first_bad(&image, "more values than its column", p.values, 1);
    image = built(&p);
    image_patch(&image, two(p.n_values), encoded(1));
    image_patch(&image, two(p.n_page), encoded(1));
    expect_first_bad(&image, "ends before its row group", p.values + 15, 2);
    image = built(&p);
    image_patch(&image, (struct image_field){.at = p.values, .n_bytes = 4}, UINT32_MAX);
    expect_first_bad(&image, "ends before its values", p.values + 15, 1);
}

/* A column of few rows in a row group that claims many. */
Test(parquet, corrupt_number_of_rows)
{
    struct places p;
    struct image image = built(&p);
    image_patch(&image, two(p.n_rows), encoded(8000));
    expect_first_bad(&image, "ends before its row group", p.values + 15, 3);
}

static void expect_footer(struct image *image, const char *what, uint64_t at)
{
    struct guard g;
    struct parts parts;
    READ_GUARDED(parquet, &g, image, &parts);
    cr_expect(parts.probe);
    expect_unopened(&parts, what, at, what);
    guard_release(&g);
}

Test(parquet, corrupt_footer)
{
    struct places p;
    struct image image = built(&p);
    image.size--;
    expect_footer(&image, "no footer at its end", image.size);
    image.size = 4;
    expect_footer(&image, "no footer at its end", 4);
    image = built(&p);
    image.data[image.size - 1] = 'E';
    expect_footer(&image, "encrypted", image.size - 4);
    image = built(&p);
    uint64_t size = image.size - 8;
    image_patch(&image, (struct image_field){.at = size, .n_bytes = 4}, size - 3);
    expect_footer(&image, "footer is larger", size);
    image_patch(&image, (struct image_field){.at = size, .n_bytes = 4}, UINT32_MAX);
    expect_footer(&image, "footer is larger", size);
    image = built(&p);
    image.data[p.footer] = 0x1D; /* no type of Thrift's */
    expect_footer(&image, "cannot be read", p.footer);
}

Test(parquet, damaged)
{
    struct places p;
    struct image image = built(&p);
    READ_DAMAGED(parquet, &image);
}
