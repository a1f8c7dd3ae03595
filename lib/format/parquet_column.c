/* format/parquet_column.c - the values of one column of a Parquet file, in order
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Apache Parquet, "Encodings", and parquet.thrift. Written here because Arrow copies values, and
 * Debian has no library of C that reads Parquet.
 */
#include "format/parquet_column.h"

#include "base/grow.h"
#include "base/load.h"
#include "base/view.h"
#include "format/section.h"
#include "format/thrift.h"

enum page_type { /* parquet.thrift, PageType */
    DATA_PAGE = 0,
    INDEX_PAGE,
    DICTIONARY_PAGE,
    DATA_PAGE_V2,
};

enum encoding { /* parquet.thrift, Encoding */
    PLAIN = 0,
    PLAIN_DICTIONARY = 2,
    RLE = 3,
    DELTA_BINARY_PACKED = 5,
    DELTA_LENGTH_BYTE_ARRAY = 6,
    RLE_DICTIONARY = 8,
    BYTE_STREAM_SPLIT = 9,
};

enum {
    LENGTH_BYTES = 4,
    NUMBER_BYTES = 8,
    MOST_BLOCK_VALUES = 1 << 24, /* of differences; writers use 128 */
    MINIBLOCK_UNIT = 32,         /* values, of which a miniblock has a multiple */
};

struct page {
    int64_t type, size, n_values, encoding, def_encoding;
    int64_t def_bytes, rep_bytes; /* of version 2 */
    bool is_compressed;           /* where the chunk is */
};

static int fail_column(struct bl_parquet_column *c, const char *what, uint64_t at)
{
    c->what = what;
    c->what_at = at < c->file.size ? at : c->file.size;
    c->n_page = c->n_left = 0;
    return BL_E_CONTAINER;
}

static int pass_column(struct bl_parquet_column *c, const char *what, uint64_t at)
{
    c->is_passed = true;
    return fail_column(c, what, at);
}

static uint64_t place_in_column(const struct bl_parquet_column *c, const uint8_t *p)
{
    return (uint64_t)(p - c->file.data);
}

/* ---- Bits ---- */

/* WIDTH bits, at most 64, from BIT_POS on. False: they are not all there. */
static bool get_bits(struct bl_view bytes, uint64_t bit_pos, unsigned width, uint64_t *value)
{
    uint64_t at = bit_pos / 8;
    unsigned shift = bit_pos % 8;
    *value = 0;
    if (width == 0)
        return true;
    if (bit_pos + width > (uint64_t)bytes.size * 8)
        return false;
    size_t left = bytes.size - (size_t)at;
    uint64_t low =
        left >= 8 ? bl_load_le64(bytes.data + at) : bl_load_le_partial(bytes.data + at, left);
    *value = low >> shift;
    if (shift + width > 64)
        *value |= (uint64_t)bytes.data[at + 8] << (64 - shift);
    if (width < 64)
        *value &= ((uint64_t)1 << width) - 1;
    return true;
}

/* Take SIZE bytes from the front of *BYTES; false: there are not so many. */
static bool take(struct bl_view *bytes, uint64_t size, struct bl_view *taken)
{
    if (!bl_section_slice(*bytes, 0, size, taken))
        return false;
    *bytes = bl_view_from(*bytes, size);
    return true;
}

static bool take_varint(struct bl_view *bytes, uint64_t *value)
{
    struct bl_thrift t = bl_thrift_over(*bytes);
    *value = bl_thrift_varint(&t);
    if (!t.failed)
        *bytes = bl_view_from(*bytes, (uint64_t)(t.at - bytes->data));
    return !t.failed;
}

/* ---- Runs ---- */

static struct bl_parquet_runs runs_over(struct bl_view bytes, unsigned width)
{
    return (struct bl_parquet_runs){.bytes = bytes, .width = width};
}

/* Have values in the current run. */
static bool fill_run(struct bl_parquet_runs *r)
{
    while (r->n_left == 0) {
        uint64_t header;
        struct bl_view value;
        if (!take_varint(&r->bytes, &header))
            return false;
        r->is_packed = header & 1;
        r->n_left = header >> 1;
        r->bit_pos = 0;
        if (r->is_packed) {
            uint64_t most = r->bytes.size / (r->width ? r->width : 1) + 1;
            uint64_t groups = r->n_left < most ? r->n_left : most; /* the last one may be cut */
            uint64_t size = groups * r->width;
            if (!take(&r->bytes, size < r->bytes.size ? size : r->bytes.size, &r->packed))
                return false;
            r->n_left = groups * 8;
        } else {
            if (!take(&r->bytes, (r->width + 7) / 8, &value))
                return false;
            r->value = bl_load_le_partial(value.data, value.size);
        }
    }
    return true;
}

static bool next_of_runs(struct bl_parquet_runs *r, uint64_t *value)
{
    if (!fill_run(r))
        return false;
    r->n_left--;
    *value = r->value;
    if (!r->is_packed)
        return true;
    r->bit_pos += r->width;
    return get_bits(r->packed, r->bit_pos - r->width, r->width, value);
}

/* ---- Differences ---- */

static bool begin_deltas(struct bl_parquet_deltas *d, struct bl_view bytes)
{
    uint64_t block;
    uint64_t n_minis;
    uint64_t first;
    *d = (struct bl_parquet_deltas){.bytes = bytes};
    if (!take_varint(&d->bytes, &block) || !take_varint(&d->bytes, &n_minis) ||
        !take_varint(&d->bytes, &d->n_left) || !take_varint(&d->bytes, &first))
        return false;
    if (block == 0 || block > MOST_BLOCK_VALUES || n_minis == 0 || block % n_minis != 0 ||
        block / n_minis % MINIBLOCK_UNIT != 0)
        return false;
    d->n_minis = d->mini = (uint32_t)n_minis;
    d->mini_values = (uint32_t)(block / n_minis);
    d->value = (uint64_t)bl_thrift_zigzag(first);
    return true;
}

/* The next miniblock, with the header of a block before it if it is the first one there. */
static bool begin_mini(struct bl_parquet_deltas *d)
{
    if (d->mini == d->n_minis) {
        uint64_t least;
        struct bl_view widths;
        if (!take_varint(&d->bytes, &least) || !take(&d->bytes, d->n_minis, &widths))
            return false;
        d->least = (uint64_t)bl_thrift_zigzag(least);
        d->widths = widths.data;
        d->mini = 0;
    }
    d->width = d->widths[d->mini++];
    d->n_mini_left = d->mini_values;
    d->bit_pos = 0;
    return d->width <= 64 && take(&d->bytes, (uint64_t)d->width * (d->mini_values / 8), &d->packed);
}

static bool next_of_deltas(struct bl_parquet_deltas *d, int64_t *value)
{
    uint64_t difference;
    if (d->n_left == 0)
        return false;
    *value = (int64_t)d->value;
    if (--d->n_left == 0)
        return true;
    if (d->n_mini_left == 0 && !begin_mini(d))
        return false;
    if (!get_bits(d->packed, d->bit_pos, d->width, &difference))
        return false;
    d->bit_pos += d->width;
    d->n_mini_left--;
    d->value += d->least + difference;
    return true;
}

/* What is after all differences of D, which has read none. */
static bool skip_deltas(struct bl_parquet_deltas d, struct bl_view *rest)
{
    uint64_t left = d.n_left > 0 ? d.n_left - 1 : 0;
    while (left > 0) {
        if (!begin_mini(&d))
            return false;
        left -= left < d.mini_values ? left : d.mini_values;
    }
    *rest = d.bytes;
    return true;
}

/* ---- Pages ---- */

#define COMPRESSED(codec) \
    "pages compressed with " codec " are not read: write the file without compression"

static const char *compressed_by(uint64_t codec)
{
    static const char *const whats[] = {
        NULL,
        COMPRESSED("SNAPPY"),
        COMPRESSED("GZIP"),
        COMPRESSED("LZO"),
        COMPRESSED("BROTLI"),
        COMPRESSED("LZ4"),
        COMPRESSED("ZSTD"),
        COMPRESSED("LZ4_RAW"),
    };
    return codec < sizeof whats / sizeof *whats ? whats[codec]
                                                : COMPRESSED("a codec that is not known");
}

/* The header of a kind of page, FIELD of the page's. */
static void read_page_kind(struct bl_thrift *t, const struct bl_thrift_field *field,
                           struct page *page)
{
    bool is_v2 = field->id == 8;
    struct bl_thrift_field f = {0};
    if (!bl_thrift_struct(t, field))
        return;
    while (bl_thrift_next(t, &f)) {
        if (f.id == 1)
            page->n_values = bl_thrift_integer(t, &f);
        else if (f.id == (is_v2 ? 4 : 2))
            page->encoding = bl_thrift_integer(t, &f);
        else if (f.id == 3 && field->id == 5)
            page->def_encoding = bl_thrift_integer(t, &f);
        else if (f.id == 5 && is_v2)
            page->def_bytes = bl_thrift_integer(t, &f);
        else if (f.id == 6 && is_v2)
            page->rep_bytes = bl_thrift_integer(t, &f);
        else if (f.id == 7 && is_v2)
            page->is_compressed = bl_thrift_integer(t, &f) != 0;
        else
            bl_thrift_skip(t, f.type);
    }
}

/* Read the page's header at c->at, and step to the next one. */
static int read_page(struct bl_parquet_column *c, struct page *page, struct bl_view *contents)
{
    uint64_t at = c->at;
    struct bl_view rest = bl_view_from(c->file, at);
    struct bl_thrift t = bl_thrift_over(rest);
    struct bl_thrift_field f = {0};
    *page = (struct page){.type = -1, .def_encoding = RLE, .is_compressed = true};
    while (bl_thrift_next(&t, &f)) {
        if (f.id == 1)
            page->type = bl_thrift_integer(&t, &f);
        else if (f.id == 3)
            page->size = bl_thrift_integer(&t, &f);
        else if (f.id == 5 || f.id == 7 || f.id == 8)
            read_page_kind(&t, &f, page);
        else
            bl_thrift_skip(&t, f.type);
    }
    if (t.failed)
        return fail_column(c, "the header of a page cannot be read", place_in_column(c, t.at));
    rest = bl_view_from(c->file, place_in_column(c, t.at));
    if (page->size < 0 || page->n_values < 0 || page->n_values > INT32_MAX ||
        !take(&rest, (uint64_t)page->size, contents))
        return fail_column(c, "the page reaches beyond the file", at);
    c->at = place_in_column(c, rest.data);
    return BL_OK;
}

/* The size of a value in PLAIN; 0: it has none of its own. */
static uint32_t plain_size(const struct bl_parquet_column *c)
{
    switch (c->type) {
    case BL_PARQUET_INT32:
    case BL_PARQUET_FLOAT: return 4;
    case BL_PARQUET_INT64:
    case BL_PARQUET_DOUBLE: return 8;
    case BL_PARQUET_INT96: return 12;
    case BL_PARQUET_FIXED_LEN_BYTE_ARRAY: return c->type_size;
    case BL_PARQUET_BOOLEAN:
    case BL_PARQUET_BYTE_ARRAY: break;
    }
    return 0;
}

static int read_dictionary(struct bl_parquet_column *c, const struct page *page,
                           struct bl_view contents)
{
    c->dictionary = contents;
    c->n_entries = 0;
    if (page->encoding != PLAIN && page->encoding != PLAIN_DICTIONARY)
        return pass_column(c, "the encoding of a dictionary is not known",
                           place_in_column(c, contents.data));
    uint64_t size = plain_size(c);
    if (c->type != BL_PARQUET_BYTE_ARRAY) {
        uint64_t n = size ? contents.size / size : 0;
        c->n_entries = n < (uint64_t)page->n_values ? (uint32_t)n : (uint32_t)page->n_values;
        return BL_OK;
    }
    struct bl_view rest = contents;
    for (int64_t i = 0; i < page->n_values; i++) {
        struct bl_view length;
        struct bl_view text;
        uint64_t at = (uint64_t)(rest.data - contents.data);
        if (!take(&rest, LENGTH_BYTES, &length) || !take(&rest, bl_load_le32(length.data), &text) ||
            at > UINT32_MAX)
            return fail_column(c, "the dictionary ends inside an entry",
                               place_in_column(c, rest.data));
        if (bl_append(&c->entries, &c->n_entries, &c->cap_entries, (uint32_t)at) < 0)
            return BL_E_NOMEM;
    }
    return BL_OK;
}

/* Definition levels; CONTENTS then begin with the values. Repetition levels are of version 2, and
 * have no bytes where the column does not repeat. */
static bool read_levels(struct bl_parquet_column *c, const struct page *page,
                        struct bl_view *contents)
{
    struct bl_view levels = {.data = contents->data, .size = 0};
    struct bl_view length;
    if (page->type == DATA_PAGE_V2) {
        if (page->rep_bytes < 0 || page->def_bytes < 0 ||
            !take(contents, (uint64_t)page->rep_bytes, &levels) ||
            !take(contents, (uint64_t)page->def_bytes, &levels))
            return false;
    } else if (c->max_def > 0) {
        if (page->def_encoding != RLE || !take(contents, LENGTH_BYTES, &length) ||
            !take(contents, bl_load_le32(length.data), &levels))
            return false;
    }
    unsigned width = c->max_def > 0 ? 32 - (unsigned)__builtin_clz(c->max_def) : 0;
    c->defs = runs_over(levels, width);
    return true;
}

/* What the encoding has before values. */
static bool begin_values(struct bl_parquet_column *c, struct bl_view contents)
{
    struct bl_view part;
    c->values = contents;
    c->n_bits = 0;
    c->n_split = 0;
    switch (c->encoding) {
    case PLAIN: return true;
    case PLAIN_DICTIONARY:
    case RLE_DICTIONARY:
        if (!take(&contents, 1, &part) || part.data[0] > 32)
            return contents.size == 0; /* a page of nulls may have no width */
        c->indexes = runs_over(contents, part.data[0]);
        return true;
    case RLE:
        if (c->type != BL_PARQUET_BOOLEAN || !take(&contents, LENGTH_BYTES, &part))
            return false;
        c->indexes = runs_over(contents, 1);
        return true;
    case DELTA_BINARY_PACKED:
        return (c->type == BL_PARQUET_INT32 || c->type == BL_PARQUET_INT64) &&
               begin_deltas(&c->deltas, contents);
    case DELTA_LENGTH_BYTE_ARRAY:
        return c->type == BL_PARQUET_BYTE_ARRAY && begin_deltas(&c->deltas, contents) &&
               skip_deltas(c->deltas, &c->values);
    case BYTE_STREAM_SPLIT: return plain_size(c) > 0 && plain_size(c) <= NUMBER_BYTES;
    default: return false;
    }
}

static bool is_known(uint64_t encoding)
{
    return encoding == PLAIN || encoding == PLAIN_DICTIONARY || encoding == RLE ||
           encoding == DELTA_BINARY_PACKED || encoding == DELTA_LENGTH_BYTE_ARRAY ||
           encoding == RLE_DICTIONARY || encoding == BYTE_STREAM_SPLIT;
}

static const char *unknown_encoding(uint64_t encoding)
{
    switch (encoding) {
    case 4: return "pages in BIT_PACKED are not read";
    case 7: return "pages in DELTA_BYTE_ARRAY are not read, as their texts are in pieces";
    default: return "the encoding of a page is not known";
    }
}

/* Begin a page with values: c->n_page of them. */
static int begin_data(struct bl_parquet_column *c, const struct page *page, struct bl_view contents)
{
    uint64_t at = place_in_column(c, contents.data);
    c->encoding = (uint64_t)page->encoding;
    if (!read_levels(c, page, &contents))
        return fail_column(c, "the levels of a page cannot be read", at);
    if (!is_known(c->encoding))
        return pass_column(c, unknown_encoding(c->encoding), at);
    uint64_t n = (uint64_t)page->n_values;
    if (n > c->n_left)
        return fail_column(c, "a page has more values than its column chunk", at);
    if (n > 0 && !begin_values(c, contents))
        return fail_column(c, "the values of a page cannot be read", at);
    c->n_page = n;
    c->n_left -= n;
    return BL_OK;
}

/* Have values in the current page. 1, or 0: the chunk has ended. */
static int fill_page(struct bl_parquet_column *c)
{
    while (c->n_page == 0) {
        struct page page;
        struct bl_view contents;
        if (c->n_left == 0)
            return 0;
        uint64_t at = c->at;
        int status = read_page(c, &page, &contents);
        if (status == BL_OK && page.type == INDEX_PAGE)
            continue;
        if (status == BL_OK && compressed_by(c->codec) && page.is_compressed)
            status = pass_column(c, compressed_by(c->codec), at);
        if (status == BL_OK && page.type == DICTIONARY_PAGE)
            status = read_dictionary(c, &page, contents);
        else if (status == BL_OK && (page.type == DATA_PAGE || page.type == DATA_PAGE_V2))
            status = begin_data(c, &page, contents);
        else if (status == BL_OK)
            status = fail_column(c, "the type of a page is not known", at);
        if (status < 0)
            return status;
    }
    return 1;
}

/* ---- Values ---- */

/* One value in PLAIN, from the front of *BYTES. */
static bool take_plain(struct bl_parquet_column *c, struct bl_view *bytes)
{
    struct bl_view value;
    struct bl_fact *fact = &c->fact;
    if (c->type == BL_PARQUET_BYTE_ARRAY) {
        fact->kind = c->is_text ? BL_FACT_TEXT : BL_FACT_BYTES;
        return take(bytes, LENGTH_BYTES, &value) &&
               take(bytes, bl_load_le32(value.data), &fact->text);
    }
    if (c->type == BL_PARQUET_BOOLEAN) {
        if (bytes->size == 0)
            return false;
        fact->kind = BL_FACT_BOOL;
        fact->integer = bytes->data[0] >> c->n_bits & 1;
        c->n_bits = (c->n_bits + 1) % 8;
        *bytes = bl_view_from(*bytes, c->n_bits == 0);
        return true;
    }
    if (!take(bytes, plain_size(c), &value))
        return false;
    switch (c->type) {
    case BL_PARQUET_INT32:
        fact->kind = BL_FACT_INTEGER;
        fact->integer = (int32_t)bl_load_le32(value.data);
        break;
    case BL_PARQUET_INT64:
        fact->kind = BL_FACT_INTEGER;
        fact->integer = (int64_t)bl_load_le64(value.data);
        break;
    case BL_PARQUET_FLOAT: {
        uint32_t bits = bl_load_le32(value.data);
        float number;
        memcpy(&number, &bits, sizeof number);
        fact->kind = BL_FACT_REAL;
        fact->real = (double)number;
        break;
    }
    case BL_PARQUET_DOUBLE: {
        uint64_t bits = bl_load_le64(value.data);
        memcpy(&fact->real, &bits, sizeof fact->real);
        fact->kind = BL_FACT_REAL;
        break;
    }
    default:
        fact->kind = BL_FACT_BYTES;
        fact->text = value;
        break;
    }
    return true;
}

static bool take_from_dictionary(struct bl_parquet_column *c)
{
    uint64_t index;
    if (!next_of_runs(&c->indexes, &index) || index >= c->n_entries)
        return false;
    uint64_t at = c->type == BL_PARQUET_BYTE_ARRAY ? c->entries[index] : index * plain_size(c);
    struct bl_view entry = bl_view_from(c->dictionary, at);
    return take_plain(c, &entry);
}

/* All first bytes of the values come first, then all second ones. */
static bool take_split(struct bl_parquet_column *c)
{
    uint8_t bytes[NUMBER_BYTES] = {0};
    uint32_t size = plain_size(c);
    if (size == 0 || size > NUMBER_BYTES || c->type == BL_PARQUET_FIXED_LEN_BYTE_ARRAY)
        return false;
    uint64_t n = c->values.size / size;
    if (c->n_split >= n)
        return false;
    for (uint32_t i = 0; i < size; i++)
        bytes[i] = c->values.data[i * n + c->n_split];
    c->n_split++;
    struct bl_view value = {.data = bytes, .size = size};
    return take_plain(c, &value);
}

/* The next value of the page, which is there. */
static bool take_value(struct bl_parquet_column *c)
{
    int64_t number;
    uint64_t bit;
    switch (c->encoding) {
    case PLAIN: return take_plain(c, &c->values);
    case PLAIN_DICTIONARY:
    case RLE_DICTIONARY: return take_from_dictionary(c);
    case RLE:
        c->fact.kind = BL_FACT_BOOL;
        if (!next_of_runs(&c->indexes, &bit))
            return false;
        c->fact.integer = (int64_t)bit;
        return true;
    case DELTA_BINARY_PACKED:
        c->fact.kind = BL_FACT_INTEGER;
        if (!next_of_deltas(&c->deltas, &number))
            return false;
        c->fact.integer = c->type == BL_PARQUET_INT32 ? (int32_t)number : number;
        return true;
    case BYTE_STREAM_SPLIT: return take_split(c);
    default: /* DELTA_LENGTH_BYTE_ARRAY */
        c->fact.kind = c->is_text ? BL_FACT_TEXT : BL_FACT_BYTES;
        return next_of_deltas(&c->deltas, &number) && number >= 0 &&
               take(&c->values, (uint64_t)number, &c->fact.text);
    }
}

void bl_parquet_column_start(struct bl_parquet_column *c, struct bl_view file, uint64_t at,
                             uint64_t n_values, uint64_t codec)
{
    c->file = file;
    c->at = at < file.size ? at : file.size;
    c->n_left = n_values;
    c->codec = codec;
    c->n_read = 0;
    c->row = 0;
    c->what = NULL;
    c->is_passed = false;
    c->n_page = 0;
    c->n_entries = 0;
    c->dictionary = (struct bl_view){.data = file.data, .size = 0};
}

/* Nulls that follow each other, at most MOST; 0: the next one is a value, or the levels end. */
static uint64_t take_nulls(struct bl_parquet_column *c, uint64_t most)
{
    struct bl_parquet_runs *r = &c->defs;
    uint64_t n = 0;
    uint64_t level = 0;
    most = most < c->n_page ? most : c->n_page;
    while (n < most && fill_run(r)) {
        struct bl_parquet_runs before = *r;
        if (!r->is_packed && r->value < c->max_def) {
            uint64_t run = r->n_left < most - n ? r->n_left : most - n;
            r->n_left -= run;
            n += run;
        } else if (!next_of_runs(r, &level)) {
            break;
        } else if (level >= c->max_def) {
            *r = before;
            break;
        } else {
            n++;
        }
    }
    return n;
}

int64_t bl_parquet_column_next(struct bl_parquet_column *c, uint64_t most)
{
    if (c->what)
        return BL_E_CONTAINER;
    int rc = fill_page(c);
    if (rc <= 0)
        return rc;
    if (c->n_steps == 0)
        return fail_column(c, "the column has more values than the file has bytes", c->at);
    c->n_steps--;
    c->fact = (struct bl_fact){.name = c->name, .text = {.data = c->file.data, .size = 0}};
    if (c->max_def > 0) {
        uint64_t n = take_nulls(c, most);
        uint64_t level = 0;
        c->n_page -= n;
        c->n_read += n;
        if (n > 0)
            return (int64_t)n;
        if (!next_of_runs(&c->defs, &level))
            return fail_column(c, "the levels of a page end before its values", c->at);
    }
    c->n_page--;
    c->n_read++;
    if (!take_value(c))
        return fail_column(c, "the page ends before its values", c->at);
    return 1;
}

void bl_parquet_column_release(struct bl_parquet_column *c)
{
    bl_drop(c->entries);
    c->entries = NULL;
    c->cap_entries = c->n_entries = 0;
}
